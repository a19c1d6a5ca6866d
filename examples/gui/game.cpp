// SPDX-License-Identifier: GPL-3.0-or-later

#include "game.h"

#include <QDate>

#include <algorithm>
#include <optional>
#include <utility>

using seajay::GameState;

namespace {

bool is_white_to_move(const seajay::Game &game)
{
    return game.board().turn == seajay::Color::white;
}

} // namespace

Game::Game(QObject *parent) : QObject(parent)
{
    start("?", "?");
}

void Game::start(const QString &white, const QString &black, const seajay::Game &begin)
{
    record.clear();
    record.set_tag("Date", QDate::currentDate().toString("yyyy.MM.dd").toStdString());
    record.set_tag("White", white.toStdString());
    record.set_tag("Black", black.toStdString());
    set(begin);
}

void Game::set_pgn(const QString &text)
{
    seajay::Pgn pgn;
    pgn.set_text(text.toStdString());
    read(pgn);
}

void Game::read(seajay::Pgn &pgn)
{
    seajay::Game game;
    const auto is_read = pgn.next(game);
    if (const auto fault = pgn.error())
        throw seajay::Error(fault->status, fault->text);
    if (!is_read || (pgn.tags().empty() && game.ply_count() == 0))
        throw seajay::Error(SEAJAY_ERR_INVALID_ARGUMENT, "there is no game in the text");
    record.copy_record(pgn);
    set(game);
}

QString Game::pgn() const
{
    return QString::fromStdString(record.write(whole));
}

void Game::play(const QString &move)
{
    auto game = shown;
    game.play(move.toStdString());
    forget_rest();
    // On this board a draw need not be claimed.
    if (seajay::may_claim(game.state()))
        record.set_tag("Result", "1/2-1/2");
    set(game);
}

void Game::take_back(int plies)
{
    auto game = shown;
    game.undo(static_cast<std::uint32_t>(std::min(plies, ply())));
    shown = game;
    forget_rest();
    set(game);
}

void Game::show(int ply)
{
    shown = whole;
    shown.undo(static_cast<std::uint32_t>(length() - std::clamp(ply, 0, length())));
    emit changed();
}

QString Game::outcome() const
{
    switch (shown.state()) {
    case GameState::ongoing: return {};
    case GameState::checkmate:
        return QString("Checkmate: %1 wins").arg(is_white_to_move(shown) ? "Black" : "White");
    case GameState::stalemate: return "Draw: stalemate";
    case GameState::material: return "Draw: too little material for a mate";
    case GameState::fivefold:
    case GameState::repetition: return "Draw: the position is there for the third time";
    case GameState::seventy_five:
    case GameState::fifty_moves: return "Draw: fifty moves without capture or pawn move";
    }
    return {};
}

void Game::set(const seajay::Game &game)
{
    whole = shown = game;
    emit changed();
}

void Game::forget_rest()
{
    seajay::Pgn kept;
    for (const auto &[name, value] : record.tags())
        kept.set_tag(name, value);
    kept.set_tag("Result", std::nullopt);
    for (std::uint32_t ply = 0; ply <= shown.ply_count(); ply++) {
        kept.set_comment(ply, record.comment(ply));
        kept.set_nags(ply, record.nags(ply));
        for (const auto &variation : record.variations(ply))
            kept.add_variation(shown, ply, variation);
    }
    record = std::move(kept);
}
