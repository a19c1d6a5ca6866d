//! Iterative deepening: search one ply deeper, again and again, each time ordering the moves by
//! what the iterations before have found, until a limit is reached.

use std::panic;
use std::time::Duration;

use crate::report::{Report, StopReason};
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::threads::Helpers;
use crate::search::worker::{Stopped, Worker, WorkerKind};
use crate::sys;
use crate::tunables::numbers;

numbers! { aspiration:
    /// The least depth of an iteration that begins with a narrow window.
    aspiration_depth = 4;
    /// The half-width of the first window.
    aspiration_delta = 5 in 2..=30 by 2;
    /// The square of the last score is divided by this and added to the half-width.
    aspiration_score_divisor = 6200 in 2_000..=40_000 by 1_000;
    /// The fraction of itself, as a divisor, that a failed window grows by.
    aspiration_growth_divisor = 3;
}

impl Worker<'_> {
    /// Runs the whole search and reports the best move.
    pub fn deepen(&mut self, helpers: &Helpers) -> Report {
        let mut reason = self.begin(helpers).unwrap_or_else(|Stopped(reason)| reason);
        self.complete_mates();
        if !self.reported && reason != StopReason::Callback {
            // The caller has always seen the result before the search ends, and may end an endless
            // search when it sees it.
            if let Err(Stopped(why)) = self.report_lines()
                && self.is_endless()
            {
                reason = why;
            }
        }
        let reason = self.wait_if_endless(reason);
        self.finish(reason)
    }

    /// Searches as a helper, until the main worker ends the search. With a node limit, it waits until
    /// the main worker has a move.
    pub fn help(&mut self) {
        const NAP: Duration = Duration::from_micros(50);
        let is_limited = self.limits.nodes.is_some();
        while is_limited && self.shared.finished_depth() == 0 && !self.shared.is_halted() {
            sys::nap(NAP);
        }
        // Why the search ended does not matter here.
        let _ = self.iterate(self.deepest());
    }

    fn begin(&mut self, helpers: &Helpers) -> Result<StopReason, Stopped> {
        if self.root_moves.as_slice().is_empty() {
            let mated = self.root.in_check();
            let score = if mated { Score::mated_in(0) } else { Score::DRAW };
            self.lines.set_outcome(score);
            self.report_tick()?;
            return Ok(StopReason::GameOver);
        }
        self.stats.tb_hits = u64::from(self.root_moves.verdict().is_some());
        self.report_tick()?;
        // Otherwise nearly every node of a short search would commit a page of 2 MiB.
        if !self.limits.are_brief() {
            self.tt.use_huge_pages(self.job.time_left());
        }
        self.search_together(helpers)
    }

    /// Searches together with the helpers, and adds their results to this worker's.
    fn search_together(&mut self, helpers: &Helpers) -> Result<StopReason, Stopped> {
        let guard = helpers.begin(self.job);
        let reason = match self.limits.mate_moves() {
            Some(max) => self.search_mate(max),
            None => self.iterate(self.deepest()),
        };
        let Worker { stats, seldepth, .. } = self;
        let outcome = guard.end(|found| {
            *stats += found.stats;
            *seldepth = (*seldepth).max(found.seldepth);
        });
        if let Err(payload) = outcome {
            panic::resume_unwind(payload);
        }
        if reason.is_err() {
            self.keep_unfinished_line();
        }
        if self.limits.mate_moves().is_none() {
            self.take_over();
        }
        reason
    }

    /// The depth at which the search ends.
    pub fn deepest(&self) -> i32 {
        self.limits.depth.map_or(MAX_PLY as u32 - 1, |d| d.min(MAX_PLY as u32 - 1)) as i32
    }

    /// Deepens until a limit is reached. When another worker finishes the same iteration first, its
    /// lines are taken over and the search goes on to the next one.
    pub fn iterate(&mut self, deepest: i32) -> Result<StopReason, Stopped> {
        loop {
            // A helper may have finished a deeper iteration than the one just finished here.
            let finished = self.take_over();
            if finished >= deepest {
                return Ok(StopReason::Depth);
            }
            debug_assert_eq!(self.keys.len(), self.job.root.keys().len());
            self.poll()?;
            self.depth = (finished + 1 + self.depth_offset()).min(deepest);
            match self.search_lines() {
                Ok(()) => self.shared.record_iteration(self.depth, self.lines.as_slice()),
                Err(Stopped(StopReason::Depth)) => self.abandon_iteration(),
                Err(stopped) => return Err(stopped),
            }
            // An iteration that another worker finished may have changed nothing.
            if !self.reported {
                self.report_lines()?;
            }
            self.time_manager
                .end_iteration(self.lines.best().moves.first(), self.lines.best().score);
            if self.soft_limit_reached() {
                return Ok(StopReason::Time);
            }
            if self.prove_shortest_mate()? {
                return Ok(StopReason::Mate);
            }
        }
    }

    /// Finds the lines of this iteration (`MultiPV`). The first is searched with the histories and
    /// the hash table entries of a search for a single line; those of the others are kept apart.
    fn search_lines(&mut self) -> Result<(), Stopped> {
        self.lines.begin_iteration();
        self.search_line()?;
        if !self.lines.is_complete() {
            // Only the search for the first line shows how obvious the best move is.
            let time_manager = self.time_manager;
            self.swap_histories();
            let mut result = Ok(());
            while result.is_ok() && !self.lines.is_complete() {
                result = self.search_line();
            }
            self.swap_histories();
            self.time_manager = time_manager;
            result?;
        }
        self.lines.end_iteration();
        Ok(())
    }

    /// Finds the next line, in a window of its own.
    fn search_line(&mut self) -> Result<(), Stopped> {
        self.lines.expect(self.line);
        self.line.further = self.lines.found() > 0;
        self.aspirate()?;
        self.line.bound = Bound::Exact;
        self.continue_line();
        self.lines.push(self.line);
        Ok(())
    }

    /// Abandons an iteration that another worker has finished; the worker may be anywhere in the
    /// tree.
    fn abandon_iteration(&mut self) {
        self.evaluator.begin(self.root);
        self.keep_unfinished_line();
        self.take_over();
    }

    /// Takes over the lines of the first worker that finished the iteration, unless this worker has
    /// them already, has a best line from a deeper iteration, or has found a mate that is better
    /// than theirs. Returns the depth of that iteration: the next one must be deeper, so that its
    /// lines are deeper than those taken over.
    fn take_over(&mut self) -> i32 {
        if self.shared.finished_depth() == 0 {
            return 0;
        }
        let finished = self.shared.finished();
        let (best, depth) = (self.lines.best(), finished.depth);
        let is_whole =
            best.bound == Bound::Exact && self.lines.as_slice().len() >= finished.lines.len();
        let is_news = (depth, true) > (best.depth, is_whole);
        let is_mate = best.score.is_win() && best.score.is_mate();
        if is_news && !(is_mate && finished.lines[0].score < best.score) {
            self.lines.replace_by(&finished.lines);
            self.reported = false;
        }
        depth
    }

    /// Aspiration windows: searches the root in a narrow window around the last score, and widens
    /// it after each failure. Most iterations confirm the score, and a narrow window cuts off more
    /// (Chess Programming Wiki, "Aspiration Windows").
    fn aspirate(&mut self) -> Result<(), Stopped> {
        let (expected, depth) = (self.line.score, self.depth);
        if depth < aspiration_depth() || self.line.depth == 0 || expected.is_decided() {
            return self.search_root(Window::FULL, depth).map(|_| ());
        }
        // Scores far from 0 vary more from one iteration to the next (as in Stockfish).
        let mut delta = aspiration_delta() + expected.0 * expected.0 / aspiration_score_divisor();
        let mut window = Window { alpha: edge(expected - delta), beta: edge(expected + delta) };
        loop {
            let score = self.search_root(window, depth)?;
            if score <= window.alpha {
                (self.line.score, self.line.bound) = (score, Bound::Upper);
                self.line.depth = depth;
                window.beta = window.alpha;
                window.alpha = edge(score - delta);
            } else if score >= window.beta {
                window.alpha = window.alpha.max(window.beta - delta);
                window.beta = edge(score + delta);
            } else {
                return Ok(());
            }
            self.report_fail()?;
            delta += 1 + delta / aspiration_growth_divisor();
            if score.is_decided() {
                window = Window::FULL;
            }
        }
    }

    /// Reports a line that failed high or low. With several lines nothing is reported yet: they are
    /// reported together.
    fn report_fail(&mut self) -> Result<(), Stopped> {
        if !self.lines.is_single() {
            return Ok(());
        }
        self.keep_unfinished_line();
        self.report_lines()
    }

    /// Keeps what an unfinished iteration has found; the worker may be anywhere in the tree.
    fn keep_unfinished_line(&mut self) {
        self.keys.truncate(self.job.root.keys().len());
        self.continue_line();
        self.lines.take_unfinished(self.line);
    }

    /// A move that fails high comes without a line. This extends it with the best moves that the
    /// hash table has for the positions after it, until the game ends or the line is as long as it
    /// is deep.
    fn continue_line(&mut self) {
        let &[first] = self.line.moves.as_slice() else { return };
        if self.line.depth < 2 {
            return;
        }
        let begun = self.keys.len();
        debug_assert_eq!(begun, self.job.root.keys().len(), "only the keys of the game");
        let mut position = self.root.play(first);
        self.keys.push(self.root.key());
        for ply in 1..self.line.depth as usize {
            if self.terminal(&position, ply).is_some() {
                break;
            }
            let Some(m) = self.tt_answer(&position) else { break };
            self.line.moves.push(m);
            self.keys.push(position.key());
            position = position.play(m);
        }
        self.keys.truncate(begun);
    }

    /// How many plies deeper than the main worker this worker searches.
    fn depth_offset(&self) -> i32 {
        match self.kind {
            WorkerKind::Main(_) => 0,
            WorkerKind::Helper { depth_offset, .. } => depth_offset,
        }
    }

    /// Waits in an endless search (`infinite`, `ponder`) that has nothing left to search: it ends
    /// only on a stop or a ponderhit, or at once if it is infinite and the game is over.
    fn wait_if_endless(&mut self, mut reason: StopReason) -> StopReason {
        const NAP: Duration = Duration::from_millis(2);
        let is_over = self.limits.infinite && reason == StopReason::GameOver;
        let is_final = |reason| matches!(reason, StopReason::Stopped | StopReason::Callback);
        while self.is_endless() && !is_over && !is_final(reason) {
            match self.poll() {
                Ok(()) => sys::nap(NAP),
                Err(Stopped(why)) => reason = why,
            }
        }
        reason
    }
}

/// The edge of a window: between the evaluations and the proven wins there are no scores.
fn edge(score: Score) -> Score {
    match score {
        _ if score > Score::EVAL_LIMIT => Score::INFINITE,
        _ if score < -Score::EVAL_LIMIT => -Score::INFINITE,
        _ => score,
    }
}
