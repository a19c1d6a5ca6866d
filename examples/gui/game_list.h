// The games of a PGN file, of any size: listed while the window stays alive, each read when it is
// wanted.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GAME_LIST_H
#define GAME_LIST_H

#include <seajay.hpp>

#include <QAbstractTableModel>
#include <QTimer>

#include <cstdint>
#include <vector>

class GameList : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit GameList(QObject *parent = nullptr);

    /// Begins to list the games of a file, and returns it: its first game is read next. Throws
    /// seajay::Error if it cannot be read, and keeps the old list then.
    seajay::Pgn &open(const QString &path);

    /// The file, where the game of a row is read next.
    seajay::Pgn &at(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The file cannot be read any further; the text says why.
    void failed(const QString &reason);

private:
    /// One goes through the file once, the other to the games that are shown.
    seajay::Pgn lister;
    mutable seajay::Pgn reader;
    /// Where the games begin.
    std::vector<std::int64_t> offsets;
    QTimer timer;

    void list_more();
};

#endif // GAME_LIST_H
