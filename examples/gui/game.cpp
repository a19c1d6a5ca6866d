// SPDX-License-Identifier: GPL-3.0-or-later

#include "game.h"

#include "pgn.h"

#include <QDate>

#include <algorithm>

namespace {

/// An engine to ask about a position. It never searches, so that the least memory is enough.
seajay::Engine engine_at(const QString &fen, const QStringList &moves = {})
{
    seajay::Engine engine;
    engine.set_option("Hash", 1);
    if (fen.isEmpty())
        engine.set_start_position(moves.join(' ').toStdString());
    else
        engine.set_position(fen.toStdString(), moves.join(' ').toStdString());
    return engine;
}

std::array<char, 64> pieces_of(const QString &fen)
{
    std::array<char, 64> pieces;
    pieces.fill(' ');
    int rank = 7, file = 0;
    for (const QChar c : fen.section(' ', 0, 0)) {
        if (c == '/') {
            rank--;
            file = 0;
        } else if (c.isDigit()) {
            file += c.digitValue();
        } else {
            pieces[8 * rank + file++] = c.toLatin1();
        }
    }
    return pieces;
}

bool is_over(seajay::GameState state)
{
    return state != seajay::GameState::ongoing;
}

} // namespace

Game::Game(QObject *parent) : QObject(parent)
{
    rules.set_option("Hash", 1);
    start("?", "?");
}

void Game::start(const QString &white, const QString &black, const QString &fen)
{
    set(QString::fromStdString(engine_at(fen).fen()), {}, {}, 0);
    const auto today = QDate::currentDate().toString("yyyy.MM.dd");
    tags = {{"Date", today}, {"White", white}, {"Black", black}};
    emit changed();
}

void Game::set_pgn(const QString &text)
{
    const auto pgn = read_pgn(text);
    if (pgn.tags.isEmpty() && pgn.sans.isEmpty())
        throw seajay::Error(SEAJAY_ERR_INVALID_ARGUMENT, "there is no game in the text");
    const auto first = engine_at(pgn.tags.value("FEN"));
    const auto new_moves = words(first.san_to_move(pgn.sans.join(' ').toStdString()));
    // Their names as the library writes them: checks and mates marked.
    const auto new_sans = words(first.move_to_san(new_moves.join(' ').toStdString()));
    const int end = static_cast<int>(new_moves.size());
    set(QString::fromStdString(first.fen()), new_moves, new_sans, end);
    tags = pgn.tags;
    emit changed();
}

QString Game::pgn() const
{
    Pgn pgn{tags, sans};
    const auto start = QString::fromStdString(engine_at({}).fen());
    if (began != start) {
        pgn.tags["SetUp"] = "1";
        pgn.tags["FEN"] = began;
    }
    const auto end = engine_at(began, moves);
    const auto state = end.game_state();
    const bool white_is_mated = is_white_to_move(QString::fromStdString(end.fen()));
    if (state == seajay::GameState::checkmate)
        pgn.tags["Result"] = white_is_mated ? "0-1" : "1-0";
    else if (is_over(state))
        pgn.tags["Result"] = "1/2-1/2";
    return write_pgn(pgn, began);
}

void Game::play(const QString &move)
{
    const auto name = QString::fromStdString(rules.move_to_san(move.toStdString()));
    set(began, moves_so_far() << move, sans.mid(0, ply_shown) << name, ply_shown + 1);
    tags.remove("Result");
    emit changed();
}

void Game::take_back(int plies)
{
    const int left = std::max(ply_shown - plies, 0);
    set(began, moves.mid(0, left), sans.mid(0, left), left);
    tags.remove("Result");
    emit changed();
}

void Game::show(int ply)
{
    set(began, moves, sans, std::clamp(ply, 0, length()));
    emit changed();
}

QString Game::outcome() const
{
    const auto winner = shown.white_to_move ? "Black" : "White";
    switch (rules.game_state()) {
    case seajay::GameState::ongoing: return {};
    case seajay::GameState::checkmate: return QString("Checkmate: %1 wins").arg(winner);
    case seajay::GameState::stalemate: return "Draw: stalemate";
    case seajay::GameState::fifty_moves: return "Draw: fifty moves without capture or pawn move";
    case seajay::GameState::repetition: return "Draw: the position is there for the third time";
    case seajay::GameState::material: return "Draw: too little material for a mate";
    }
    return {};
}

void Game::set(const QString &fen, const QStringList &new_moves, const QStringList &new_sans,
               int ply)
{
    rules.set_position(fen.toStdString(), new_moves.mid(0, ply).join(' ').toStdString());
    began = fen;
    moves = new_moves;
    sans = new_sans;
    ply_shown = ply;
    shown.fen = QString::fromStdString(rules.fen());
    shown.pieces = pieces_of(shown.fen);
    shown.white_to_move = is_white_to_move(shown.fen);
    shown.in_check = rules.in_check();
    shown.legal_moves.clear();
    for (const auto &move : rules.legal_moves())
        shown.legal_moves.append(QString::fromStdString(move));
    shown.last_move = ply > 0 ? moves[ply - 1] : QString();
}
