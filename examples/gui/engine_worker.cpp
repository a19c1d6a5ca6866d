// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_worker.h"

#include <utility>

namespace {

AnalysisLine to_line(const seajay::Info &info)
{
    AnalysisLine line;
    line.rank = info.multipv;
    line.depth = info.depth;
    line.nps = info.nps;
    line.score = info.score;
    line.share = (info.wdl.win + info.wdl.draw / 2.0) / 1000.0;
    line.moves = seajay::split(info.pv);
    return line;
}

} // namespace

EngineWorker::EngineWorker(int hash_mib, QObject *parent) : QObject(parent)
{
    engine.set_option("Hash", hash_mib);
    engine.set_done([this](const auto &) {
        QMetaObject::invokeMethod(this, &EngineWorker::search_ended, Qt::QueuedConnection);
    });
}

void EngineWorker::search(const Task &task)
{
    cancel();
    busy = true;
    next = task;
    is_stopped = false;
    if (!running)
        begin_next();
}

void EngineWorker::stop()
{
    is_stopped = true;
    engine.stop();
}

void EngineWorker::cancel()
{
    latest++;
    busy = false;
    next.reset();
    engine.stop();
}

void EngineWorker::begin_next()
{
    const auto task = *std::exchange(next, std::nullopt);
    try {
        engine.set_option("MultiPV", task.lines);
        engine.set_option("UCI_LimitStrength", task.elo > 0);
        if (task.elo > 0)
            engine.set_option("UCI_Elo", task.elo);
        engine.set_game(task.game);
        // Called on the thread of the search; the signal is sent on that of the window.
        engine.start(task.limits, [this, number = latest](const seajay::Info &info) {
            if (info.kind != seajay::InfoKind::line || info.score.bound != seajay::Bound::exact)
                return true;
            const auto send = [this, number, line = to_line(info)] {
                if (number == latest)
                    emit line_found(line);
            };
            QMetaObject::invokeMethod(this, send, Qt::QueuedConnection);
            return true;
        });
        running = true;
        if (is_stopped)
            engine.stop();
    } catch (const seajay::Error &error) {
        fail(error);
    }
}

void EngineWorker::search_ended()
{
    running = false;
    if (next)
        return begin_next();
    if (!busy)
        return;
    try {
        const auto move = QString::fromStdString(engine.wait().best_move);
        busy = false;
        emit finished(move);
    } catch (const seajay::Error &error) {
        fail(error);
    }
}

void EngineWorker::fail(const seajay::Error &error)
{
    busy = false;
    emit failed(QString::fromUtf8(error.what()));
}
