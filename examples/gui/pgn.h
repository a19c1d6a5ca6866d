// Games and positions as text: portable game notation and FEN. Which moves are legal is the library's
// matter; this only takes texts apart and puts them together.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef PGN_H
#define PGN_H

#include <QMap>
#include <QString>
#include <QStringList>

#include <string_view>

/// A game as it stands in a file.
struct Pgn {
    QMap<QString, QString> tags;
    /// Moves in standard algebraic notation.
    QStringList sans;
};

/// Reads the first game of a text; comments, variations, marks and move numbers are passed over.
Pgn read_pgn(const QString &text);

/// Writes a game. `fen` is where it begins, for the move numbers.
QString write_pgn(const Pgn &pgn, const QString &fen);

/// The moves with numbers, from a position on: "3. Bb5 a6 4. Ba4", "3... a6 4. Ba4".
QString numbered(const QStringList &sans, const QString &fen);

/// The number in front of a move so many plies after a position: "3." or "3...".
QString move_number(const QString &fen, int ply);

/// Does a FEN say that White is to move?
bool is_white_to_move(const QString &fen);

/// The words of a text in UTF-8.
QStringList words(std::string_view text);

#endif // PGN_H
