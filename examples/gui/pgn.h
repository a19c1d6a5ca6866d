// Games as text: the tag pairs of portable game notation. Its moves are the library's matter.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef PGN_H
#define PGN_H

#include <QMap>
#include <QString>

/// A game as it stands in a file.
struct Pgn {
    QMap<QString, QString> tags;
    QString movetext;
};

/// Takes the first game out of a text.
Pgn read_pgn(const QString &text);

QString write_pgn(const Pgn &pgn);

#endif // PGN_H
