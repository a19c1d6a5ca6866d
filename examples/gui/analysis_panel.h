// What the analysis has found so far: a few lines of play with their scores, from White's point of view.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef ANALYSIS_PANEL_H
#define ANALYSIS_PANEL_H

#include "engine_worker.h"

#include <QFrame>
#include <QLabel>

#include <vector>

/// A score for people, from White's point of view: "+0.35", "#-3", "TB12".
QString score_text(const seajay::Score &score, seajay::Color to_move);

class AnalysisPanel : public QFrame {
    Q_OBJECT

public:
    AnalysisPanel(int lines, QWidget *parent = nullptr);

    /// Shows a line of play from the position of a game.
    void set_line(const AnalysisLine &line, const seajay::Game &game);

    /// Shows no lines.
    void clear();

    /// The text of a line, counted from 1: moves with numbers; empty if there is none.
    QString line_text(int rank) const;

private:
    struct Row {
        QLabel *score;
        QLabel *moves;
    };
    std::vector<Row> rows;
    QLabel *news;
};

#endif // ANALYSIS_PANEL_H
