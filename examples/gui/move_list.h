// The moves of a game in two columns; a click on one shows its position.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef MOVE_LIST_H
#define MOVE_LIST_H

#include <QTextBrowser>

class MoveList : public QTextBrowser {
    Q_OBJECT

public:
    explicit MoveList(QWidget *parent = nullptr);

    /// Shows moves with their numbers, as in PGN, and marks the ply-th, or none with 0.
    void set_moves(const QString &movetext, int ply);

signals:
    /// The user wants the position after a number of plies.
    void chosen(int ply);
};

#endif // MOVE_LIST_H
