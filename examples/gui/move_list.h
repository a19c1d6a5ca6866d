// The moves of a game in two columns; a click on one shows its position.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef MOVE_LIST_H
#define MOVE_LIST_H

#include <QStringList>
#include <QTextBrowser>

class MoveList : public QTextBrowser {
    Q_OBJECT

public:
    explicit MoveList(QWidget *parent = nullptr);

    /// Shows the moves of a game that began at a FEN, and marks the one behind the position on the
    /// board: the ply-th, or none with 0.
    void set_moves(const QStringList &sans, const QString &fen, int ply);

signals:
    /// The position after so many moves is wanted.
    void chosen(int ply);
};

#endif // MOVE_LIST_H
