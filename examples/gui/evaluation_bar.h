// The bar beside the board: which share of the points each side can expect.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef EVALUATION_BAR_H
#define EVALUATION_BAR_H

#include <QString>
#include <QVariantAnimation>
#include <QWidget>

class EvaluationBar : public QWidget {
    Q_OBJECT

public:
    explicit EvaluationBar(QWidget *parent = nullptr);

    /// White's share of the points, from 0 to 1, and the score in words; the bar glides there.
    void set_evaluation(double white_share, const QString &score);

    /// White's share that was set last.
    double white_share() const { return glide.endValue().toDouble(); }

    /// Has Black's end at the bottom.
    void set_flipped(bool flipped);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVariantAnimation glide;
    QString text;
    bool is_flipped = false;
};

#endif // EVALUATION_BAR_H
