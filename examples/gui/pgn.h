// Games as text: the tag pairs of portable game notation. The library handles the moves.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef PGN_H
#define PGN_H

#include <QMap>
#include <QString>

/// A game as stored in a file.
struct Pgn {
    QMap<QString, QString> tags;
    QString movetext;
};

/// Extracts the first game of a text.
Pgn read_pgn(const QString &text);

QString write_pgn(const Pgn &pgn);

#endif // PGN_H
