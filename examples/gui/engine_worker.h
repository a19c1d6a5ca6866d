// An engine for a program that must not block: calls return at once, results come as signals on the
// thread that created the worker.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <seajay.hpp>

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A search to run.
struct Task {
    seajay::Game game;
    seajay::Limits limits;
    /// The number of lines to find.
    int lines = 1;
    /// UCI_Elo; 0 is full strength.
    int elo = 0;
};

/// A line of play from a running search.
struct AnalysisLine {
    /// The rank of the line, from 1.
    int rank = 1;
    int depth = 0;
    std::uint64_t nps = 0;
    /// Both from the side to move's point of view; the expected score is from 0 to 1.
    seajay::Score score;
    double share = 0.5;
    std::vector<std::string> moves;
};

class EngineWorker : public QObject {
    Q_OBJECT

public:
    explicit EngineWorker(int hash_mib, QObject *parent = nullptr);

    /// Begins a search. The previous one sends no more signals.
    void search(const Task &task);

    /// Ends the search; finished() still comes.
    void stop();

    /// Ends the search, which sends no more signals.
    void cancel();

    /// Whether finished() is still to come.
    bool is_busy() const { return busy; }

signals:
    void line_found(const AnalysisLine &line);
    /// The search has ended: its move in UCI notation, empty in mate and stalemate.
    void finished(const QString &best_move);
    /// The search was impossible; the text says why.
    void failed(const QString &reason);

private:
    /// The number of the search whose signals are sent.
    quint64 latest = 0;
    bool busy = false;
    /// Until search_ended() is called.
    bool running = false;
    /// The search to begin after that, and whether to stop it at once.
    std::optional<Task> next;
    bool is_stopped = false;
    /// Last member, so destroyed first: its callbacks use the others.
    seajay::Engine engine;

    void begin_next();
    void search_ended();
    void fail(const seajay::Error &error);
};

#endif // ENGINE_WORKER_H
