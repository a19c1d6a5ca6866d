// SPDX-License-Identifier: GPL-3.0-or-later

#include "game.h"

#include "pgn.h"

#include <QDate>

#include <algorithm>

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
    const auto today = QDate::currentDate().toString("yyyy.MM.dd");
    tags = {{"Date", today}, {"White", white}, {"Black", black}};
    set(begin);
}

void Game::set_pgn(const QString &text)
{
    const auto pgn = read_pgn(text);
    seajay::Game game;
    if (pgn.tags.contains("FEN"))
        game.set(pgn.tags["FEN"].toStdString());
    game.play_san(pgn.movetext.toStdString());
    if (pgn.tags.isEmpty() && game.ply_count() == 0)
        throw seajay::Error(SEAJAY_ERR_INVALID_ARGUMENT, "there is no game in the text");
    tags = pgn.tags;
    set(game);
}

QString Game::pgn() const
{
    auto now = tags;
    if (const auto start = whole.start_fen(); start != seajay::Game().fen()) {
        now["SetUp"] = "1";
        now["FEN"] = QString::fromStdString(start);
    }
    const auto state = whole.state();
    if (state == GameState::checkmate)
        now["Result"] = is_white_to_move(whole) ? "0-1" : "1-0";
    else if (state != GameState::ongoing)
        now["Result"] = "1/2-1/2";
    return write_pgn({now, QString::fromStdString(whole.moves_san())});
}

void Game::play(const QString &move)
{
    auto game = shown;
    game.play(move.toStdString());
    tags.remove("Result");
    set(game);
}

void Game::take_back(int plies)
{
    auto game = shown;
    game.undo(static_cast<std::uint32_t>(std::min(plies, ply())));
    tags.remove("Result");
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
