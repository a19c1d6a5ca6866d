// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_worker.h"

#include "pgn.h"

#include <exception>

namespace {

AnalysisLine to_line(const seajay::Info &info, const seajay::Engine &engine)
{
    AnalysisLine line;
    line.rank = info.multipv;
    line.depth = info.depth;
    line.nps = info.nps;
    line.score = info.score;
    line.share = (info.wdl[0] + info.wdl[1] / 2.0) / 1000.0;
    line.moves = words(info.pv);
    line.sans = words(engine.move_to_san(info.pv));
    return line;
}

} // namespace

EngineWorker::EngineWorker(int hash_mib, QObject *parent) : QObject(parent)
{
    engine.set_option("Hash", hash_mib);
    seat.moveToThread(&thread);
    thread.start();
}

EngineWorker::~EngineWorker()
{
    cancel();
    thread.quit();
    thread.wait();
}

void EngineWorker::search(const Task &task)
{
    cancel();
    busy = true;
    wanted = latest;
    QMetaObject::invokeMethod(&seat, [this, number = latest, task] { run(number, task); });
}

void EngineWorker::stop()
{
    // A search that has not begun yet does not hear of a stop, but sees that it is not wanted.
    wanted = 0;
    engine.stop();
}

void EngineWorker::cancel()
{
    latest++;
    busy = false;
    stop();
}

void EngineWorker::run(quint64 number, const Task &task)
{
    try {
        const auto result = obey(number, task);
        deliver(number, [this, move = QString::fromStdString(result.best_move)] {
            busy = false;
            emit finished(move);
        });
    } catch (const std::exception &error) {
        deliver(number, [this, reason = QString::fromUtf8(error.what())] {
            busy = false;
            emit failed(reason);
        });
    }
}

seajay::Result EngineWorker::obey(quint64 number, const Task &task)
{
    engine.set_option("MultiPV", task.lines);
    engine.set_option("UCI_LimitStrength", task.elo > 0);
    if (task.elo > 0)
        engine.set_option("UCI_Elo", task.elo);
    engine.set_position(task.fen.toStdString(), task.moves.join(' ').toStdString());
    return engine.search(task.limits, [this, number](const seajay::Info &info) {
        if (info.kind == seajay::InfoKind::line && info.score.bound == seajay::Bound::exact)
            deliver(number, [this, line = to_line(info, engine)] { emit line_found(line); });
        return wanted == number;
    });
}

template <typename Action> void EngineWorker::deliver(quint64 number, Action action)
{
    QMetaObject::invokeMethod(
        this,
        [this, number, action] {
            if (number == latest)
                action();
        },
        Qt::QueuedConnection);
}
