// The game on the board: where it began, its moves, and which of its positions is shown. It knows
// no rules: what is legal, what moves are called and how games end is asked of the library.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GAME_H
#define GAME_H

#include <seajay.hpp>

#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

#include <array>

/// What there is to show of a position. Moves are in UCI notation.
struct Position {
    QString fen;
    /// From a1, b1 … to h8: letters as in FEN, and spaces.
    std::array<char, 64> pieces{};
    bool white_to_move = true;
    bool in_check = false;
    QStringList legal_moves;
    /// What led here; empty where the game began.
    QString last_move;
};

/// A game. Functions that can fail throw seajay::Error, and leave it as it was.
class Game : public QObject {
    Q_OBJECT

public:
    explicit Game(QObject *parent = nullptr);

    /// Begins a game between these two, at the start position or a FEN.
    void start(const QString &white, const QString &black, const QString &fen = {});

    /// Takes over the first game of a PGN text, and shows its end.
    void set_pgn(const QString &text);
    QString pgn() const;

    /// Plays a move on the position that is shown; what came after it is forgotten.
    void play(const QString &move);

    /// Forgets so many of the moves up to the position that is shown, and all after it.
    void take_back(int plies);

    /// Shows the position after so many moves.
    void show(int ply);

    const Position &position() const { return shown; }
    int ply() const { return ply_shown; }
    int length() const { return static_cast<int>(moves.size()); }
    bool is_at_end() const { return ply_shown == length(); }

    /// Where the game began.
    const QString &first_fen() const { return began; }
    /// The moves up to the position that is shown.
    QStringList moves_so_far() const { return moves.mid(0, ply_shown); }
    /// The names of all moves, in standard algebraic notation.
    const QStringList &all_sans() const { return sans; }

    /// How the rules end the game at the position that is shown, in words; empty while it goes on.
    QString outcome() const;

signals:
    /// There is another position to show.
    void changed();

private:
    /// Stands at the position that is shown, and never searches.
    seajay::Engine rules;
    QString began;
    QStringList moves, sans;
    QMap<QString, QString> tags;
    Position shown;
    int ply_shown = 0;

    /// Takes over a game that the library has found legal, and shows a position of it.
    void set(const QString &fen, const QStringList &new_moves, const QStringList &new_sans,
             int ply);
};

#endif // GAME_H
