// An engine on a thread of its own, for a program that must not wait: orders return at once, news
// come as signals on the thread that the worker was made on.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <seajay.hpp>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThread>

#include <atomic>
#include <cstdint>

/// A search to do.
struct Task {
    QString fen;
    /// What was played since, in UCI notation.
    QStringList moves;
    seajay::Limits limits;
    /// How many lines to find.
    int lines = 1;
    /// Strength as the option UCI_Elo means it; 0 is all there is.
    int elo = 0;
};

/// A line of play from a running search.
struct AnalysisLine {
    /// The rank of the line, from 1.
    int rank = 1;
    int depth = 0;
    std::uint64_t nps = 0;
    /// Both from the side to move's view; the share of the points to expect is from 0 to 1.
    seajay::Score score;
    double share = 0.5;
    /// The line in UCI notation and in standard algebraic notation.
    QStringList moves;
    QStringList sans;
};

class EngineWorker : public QObject {
    Q_OBJECT

public:
    explicit EngineWorker(int hash_mib, QObject *parent = nullptr);
    ~EngineWorker() override;

    /// Begins a search. Of an earlier one nothing is heard any more.
    void search(const Task &task);

    /// Ends the search; its move still comes.
    void stop();

    /// Ends the search; nothing of it is heard any more.
    void cancel();

    /// Is there a search whose move is still to come?
    bool is_busy() const { return busy; }

signals:
    void line_found(const AnalysisLine &line);
    /// The search has ended: its move in UCI notation, empty in mate and stalemate.
    void finished(const QString &best_move);
    /// The search was impossible, and why.
    void failed(const QString &reason);

private:
    seajay::Engine engine;
    QThread thread;
    /// Lives on the thread, so that what is sent to it runs there.
    QObject seat;
    /// The search that may go on, by its number; read by the thread.
    std::atomic<quint64> wanted{0};
    /// The search whose news are passed on.
    quint64 latest = 0;
    bool busy = false;

    // On the thread of the engine:
    void run(quint64 number, const Task &task);
    seajay::Result obey(quint64 number, const Task &task);
    /// Does something on the worker's own thread, unless the search is no longer the latest then.
    template <typename Action> void deliver(quint64 number, Action action);
};

#endif // ENGINE_WORKER_H
