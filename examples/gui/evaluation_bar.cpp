// SPDX-License-Identifier: GPL-3.0-or-later

#include "evaluation_bar.h"

#include "theme.h"

#include <QPainter>
#include <QPainterPath>

namespace {

constexpr int bar_width = 40;
constexpr int glide_ms = 250;
constexpr double even = 0.5;

} // namespace

EvaluationBar::EvaluationBar(QWidget *parent) : QWidget(parent)
{
    setFixedWidth(bar_width);
    glide.setDuration(glide_ms);
    glide.setEasingCurve(QEasingCurve::OutCubic);
    glide.setStartValue(even);
    glide.setEndValue(even);
    connect(&glide, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
    glide.start();
}

void EvaluationBar::set_evaluation(double white_share, const QString &score)
{
    text = score;
    const auto now = glide.currentValue();
    glide.stop();
    glide.setStartValue(now);
    glide.setEndValue(white_share);
    glide.start();
}

void EvaluationBar::set_flipped(bool flipped)
{
    is_flipped = flipped;
    update();
}

void EvaluationBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath round;
    round.addRoundedRect(rect(), 5, 5);
    painter.setClipPath(round);
    const double share = glide.currentValue().toDouble();
    QRectF white(rect());
    if (is_flipped)
        white.setBottom(height() * share);
    else
        white.setTop(height() * (1 - share));
    painter.fillRect(rect(), theme::black_share);
    painter.fillRect(white, theme::white_share);
    painter.setPen(QPen(theme::accent, 1));
    painter.drawLine(0, height() / 2, width(), height() / 2);

    // At the end of the better side.
    auto font = painter.font();
    font.setPixelSize(10);
    font.setBold(true);
    painter.setFont(font);
    const bool white_is_better = white_share() >= even;
    painter.setPen(white_is_better ? theme::black_share : theme::white_share);
    const auto side = white_is_better == is_flipped ? Qt::AlignTop : Qt::AlignBottom;
    painter.drawText(rect().adjusted(0, 6, 0, -6), Qt::AlignHCenter | side, text);
}
