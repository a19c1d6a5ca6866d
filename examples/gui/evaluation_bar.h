// The bar beside the board: the expected score of each side.
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

    /// Sets White's expected score, from 0 to 1, and the score in words; the bar glides there.
    void set_evaluation(double white_share, const QString &score);

    /// White's expected score as set last.
    double white_share() const { return glide.endValue().toDouble(); }

    /// Whether Black's end is at the bottom.
    void set_flipped(bool flipped);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVariantAnimation glide;
    QString text;
    bool is_flipped = false;
};

#endif // EVALUATION_BAR_H
