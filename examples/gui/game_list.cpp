// SPDX-License-Identifier: GPL-3.0-or-later

#include "game_list.h"

#include <QElapsedTimer>

#include <iterator>

namespace {

/// How long the list may keep the window waiting.
constexpr int step_ms = 10;

/// The tags that are shown.
const char *const columns[] = {"White", "Black", "Result", "Date"};

} // namespace

GameList::GameList(QObject *parent) : QAbstractTableModel(parent)
{
    // Whenever there is no other event.
    timer.setInterval(0);
    connect(&timer, &QTimer::timeout, this, &GameList::list_more);
}

seajay::Pgn &GameList::open(const QString &path)
{
    seajay::Pgn first, second;
    for (auto *pgn : {&first, &second})
        pgn->open(path.toStdString());
    beginResetModel();
    lister = std::move(first);
    reader = std::move(second);
    offsets.clear();
    endResetModel();
    timer.start();
    return reader;
}

void GameList::list_more()
{
    std::vector<std::int64_t> found;
    QElapsedTimer clock;
    clock.start();
    try {
        while (clock.elapsed() < step_ms && timer.isActive()) {
            if (lister.skip())
                found.push_back(lister.offset());
            else
                timer.stop();
        }
    } catch (const seajay::Error &error) {
        timer.stop();
        emit failed(QString::fromUtf8(error.what()));
    }
    if (found.empty())
        return;
    const auto count = rowCount();
    beginInsertRows({}, count, count + static_cast<int>(found.size()) - 1);
    offsets.insert(offsets.end(), found.begin(), found.end());
    endInsertRows();
}

seajay::Pgn &GameList::at(int row) const
{
    reader.seek(offsets.at(static_cast<std::size_t>(row)));
    return reader;
}

int GameList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(offsets.size());
}

int GameList::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::size(columns));
}

QVariant GameList::data(const QModelIndex &index, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    try {
        auto &file = at(index.row());
        file.skip();
        return QString::fromStdString(file.tag(columns[index.column()]));
    } catch (const seajay::Error &) {
        return "?"; // The file has changed.
    }
}

QVariant GameList::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return orientation == Qt::Horizontal ? QVariant(columns[section]) : section + 1;
}
