// SPDX-License-Identifier: GPL-3.0-or-later

#include "analysis_panel.h"

#include <QGridLayout>

#include <algorithm>

namespace {

/// The number of moves that fit two lines of text.
constexpr std::size_t moves_shown = 11;

constexpr int score_width = 58;

} // namespace

QString score_text(const seajay::Score &score, seajay::Color to_move)
{
    const int value = to_move == seajay::Color::white ? score.value : -score.value;
    switch (score.kind) {
    case seajay::ScoreKind::mate: return QString("#%1").arg(value);
    case seajay::ScoreKind::tablebase: return QString("TB%1").arg(value);
    case seajay::ScoreKind::centipawns: break;
    }
    return (value > 0 ? "+" : "") + QString::number(value / 100.0, 'f', 2);
}

AnalysisPanel::AnalysisPanel(int lines, QWidget *parent) : QFrame(parent)
{
    setObjectName("panel");
    auto *grid = new QGridLayout(this);
    grid->setColumnStretch(1, 1);
    auto *headline = new QLabel("ANALYSIS");
    headline->setObjectName("headline");
    grid->addWidget(headline, 0, 0);
    news = new QLabel;
    news->setObjectName("news");
    grid->addWidget(news, 0, 1, Qt::AlignRight);
    for (int row = 1; row <= lines; row++) {
        auto *score = new QLabel;
        score->setObjectName("score");
        score->setAlignment(Qt::AlignCenter);
        score->setFixedWidth(score_width);
        auto *moves = new QLabel;
        moves->setWordWrap(true);
        moves->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        // The panel keeps its size, however long the lines are.
        moves->setFixedHeight(2 * moves->fontMetrics().lineSpacing());
        moves->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        grid->addWidget(score, row, 0, Qt::AlignTop);
        grid->addWidget(moves, row, 1);
        rows.push_back({score, moves});
    }
    clear();
}

void AnalysisPanel::set_line(const AnalysisLine &line, const seajay::Game &game)
{
    const auto index = static_cast<std::size_t>(line.rank - 1);
    if (index >= rows.size())
        return;
    rows[index].score->setText(score_text(line.score, game.board().turn));
    auto moves = line.moves;
    moves.resize(std::min(moves.size(), moves_shown));
    const seajay::Game play(game.fen(), seajay::join(moves));
    rows[index].moves->setText(QString::fromStdString(play.moves_san()));
    news->setText(QString("depth %1 · %2 kN/s").arg(line.depth).arg(line.nps / 1000));
}

void AnalysisPanel::clear()
{
    for (const auto &row : rows) {
        row.score->setText("–");
        row.moves->clear();
    }
    news->clear();
}

QString AnalysisPanel::line_text(int rank) const
{
    return rows.at(static_cast<std::size_t>(rank - 1)).moves->text();
}
