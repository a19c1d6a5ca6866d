// The game on the board: its moves, which of its positions is shown, and its record. Rules and PGN
// are the library's.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GAME_H
#define GAME_H

#include <seajay.hpp>

#include <QObject>
#include <QString>

/// A game. Functions that can fail throw seajay::Error, and leave it as it was.
class Game : public QObject {
    Q_OBJECT

public:
    explicit Game(QObject *parent = nullptr);

    /// Begins a game between these two.
    void start(const QString &white, const QString &black, const seajay::Game &begin = {});

    /// Loads the next game of a file or text, and shows its end.
    void read(seajay::Pgn &pgn);
    /// Loads the first game of a PGN text.
    void set_pgn(const QString &text);
    QString pgn() const;

    /// Plays a move in the position that is shown; the moves that followed it are removed, with their
    /// comments.
    void play(const QString &move);

    /// Removes the last plies up to the position that is shown, and everything after it.
    void take_back(int plies);

    /// Shows the position after a number of plies.
    void show(int ply);

    /// The game up to the position that is shown.
    const seajay::Game &position() const { return shown; }
    /// The whole game.
    const seajay::Game &all() const { return whole; }

    int ply() const { return static_cast<int>(shown.ply_count()); }
    int length() const { return static_cast<int>(whole.ply_count()); }
    bool is_at_end() const { return ply() == length(); }

    /// How the game ends at the position that is shown, in words; empty while it goes on.
    QString outcome() const;

signals:
    /// Another position is shown.
    void changed();

private:
    seajay::Game whole, shown;
    /// Tags, comments and variations.
    seajay::Pgn record;

    void set(const seajay::Game &game);
    /// Removes what is recorded of the moves after the position that is shown, and the result.
    void forget_rest();
};

#endif // GAME_H
