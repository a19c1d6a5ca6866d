//! What a search reports to its caller: lines, ticks, and the report at its end.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::eval::endings;
use crate::report::{Info, InfoKind, Lines, Report, ReportedScore, StopReason};
use crate::score::{Bound, Score};
use crate::search::lines::RootLine;
use crate::search::worker::{MainWorker, Stopped, Worker, WorkerKind};
use crate::tb::Outcome;
use crate::wdl::win_draw_loss;

impl Worker<'_> {
    /// Reports the best lines to the caller's callback.
    pub fn report_lines(&mut self) -> Result<(), Stopped> {
        self.reported = true;
        if !self.has_callback() {
            return Ok(());
        }
        let count = self.lines.searched().count();
        for index in 0..count {
            self.write_line(index);
            self.call_on_info(InfoKind::Line, index)?;
        }
        if count > 1 {
            // Ticks repeat the best line.
            self.write_line(0);
        }
        Ok(())
    }

    /// Makes a line the one that the next calls report.
    fn write_line(&mut self, index: usize) {
        let line = &self.lines.as_slice()[index];
        self.last_reported = self.reported_score(line);
        self.text.clear();
        self.job.root.write_moves(line.moves.as_slice(), self.text);
    }

    /// Score, bound and depth of a line as reported: the endgame tablebases override the score if
    /// they know better.
    pub fn reported_score(&self, line: &RootLine) -> (Score, Bound, i32) {
        let verdict = self.root_moves.verdict();
        let score = verdict.map_or(line.score, |verdict| verdict.correct(line.score));
        let bound = if score == line.score { line.bound() } else { Bound::Exact };
        (score, bound, line.depth)
    }

    /// Reports the progress of the search without a new line.
    pub fn report_tick(&mut self) -> Result<(), Stopped> {
        self.call_on_info(InfoKind::Tick, 0)
    }

    /// Whether this worker has a callback. Helpers have none.
    fn has_callback(&self) -> bool {
        matches!(self.kind, WorkerKind::Main(MainWorker { on_info: Some(_), .. }))
    }

    /// Calls the callback with the state of the search.
    fn call_on_info(&mut self, kind: InfoKind, index: usize) -> Result<(), Stopped> {
        if !self.has_callback() {
            return Ok(());
        }
        let time = self.job.taken.elapsed();
        let info = Info { pv: self.text, ..self.describe(kind, index, self.last_reported, time) };
        let WorkerKind::Main(MainWorker { on_info: Some(on_info), last_report_time, .. }) =
            &mut self.kind
        else {
            return Ok(());
        };
        *last_report_time = info.time;
        match on_info(&info) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped(StopReason::Callback)),
        }
    }

    /// The state of the search, without the moves of the line.
    fn describe(
        &self,
        kind: InfoKind,
        index: usize,
        (score, bound, depth): (Score, Bound, i32),
        time: Duration,
    ) -> Info<'static> {
        let nodes = self.stats.nodes + self.shared.nodes();
        Info {
            kind,
            search_id: self.job.search_id,
            depth: depth as u32,
            seldepth: self.seldepth.max(self.shared.seldepth()) as u32,
            multipv: index as u32 + 1,
            hashfull: self.tt.permille_full(nodes),
            score: ReportedScore::new(score, bound),
            wdl: self.chances(score),
            nodes,
            nps: (u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)) as u64,
            tb_hits: self.stats.tb_hits + self.shared.tb_hits(),
            time,
            pv: "",
        }
    }

    /// The chances of win, draw and loss with a score from this search.
    fn chances(&self, score: Score) -> [i32; 3] {
        let is_known = score == Score::DRAW && endings::is_draw(self.root);
        if is_known || self.is_proven_draw() { [0, 1000, 0] } else { win_draw_loss(score) }
    }

    /// Whether the game is a draw whatever is played: by the material, the tablebases, or because it
    /// is over.
    fn is_proven_draw(&self) -> bool {
        let is_stalemate = self.root_moves.len() == 0 && !self.root.in_check();
        let by_tables = self.root_moves.verdict().is_some_and(|v| v.outcome == Outcome::Draw);
        by_tables || is_stalemate || self.root.is_insufficient_material()
    }

    /// Keeps the lines of the finished search, which took `time`.
    pub fn keep_lines(&self, kept: &mut Lines, time: Duration) {
        for (index, line) in self.lines.searched().enumerate() {
            let moves = line.moves.as_slice();
            let info = self.describe(InfoKind::Line, index, self.reported_score(line), time);
            kept.push(info, |text| self.job.root.write_moves(moves, text));
        }
    }

    /// The result of the search.
    pub fn finish(&mut self, stop_reason: StopReason) -> Report {
        let best = self.lines.best();
        let (score, bound, depth) = self.reported_score(best);
        let moves = best.moves.as_slice();
        let text = |index: usize| moves.get(index).map(|&m| self.job.root.move_text(m));
        Report {
            stop_reason,
            search_id: self.job.search_id,
            best_move: text(0).unwrap_or_default(),
            ponder_move: text(1).unwrap_or_default(),
            score: ReportedScore::new(score, bound),
            wdl: self.chances(score),
            depth: depth as u32,
            seldepth: self.seldepth as u32,
            nodes: self.stats.nodes,
            time: self.job.taken.elapsed(),
            queue_time: self.job.taken - self.job.started,
        }
    }
}
