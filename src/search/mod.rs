//! Iterative deepening: search one ply deeper, again and again, each time with what the last
//! time taught about the order of moves, until a limit is reached.

mod correction;
mod crew;
mod lines;
mod mate;
mod node;
mod proof;
mod prune;
mod quiesce;
mod reduce;
mod stats;
mod strength;
mod tables;
mod time;
mod worker;

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::error::Error;
use crate::game::RootPosition;
use crate::movegen::for_each_legal;
use crate::moves::MAX_MOVES;
use crate::notation::{illegal_move, parse_uci};
use crate::position::Position;
use crate::report::{Report, ReportedScore, StopReason};
use crate::score::Bound;
use crate::score::{MAX_PLY, Score, Window};
use crate::tb::Tablebase;
use crate::tb::Verdict;
use crate::tunables::{aspiration_delta, aspiration_depth, aspiration_growth_halves};
pub use crew::Helpers;
use crew::{Found, Leash};
pub use stats::Stats;
pub use strength::{Handicap, Sight};
use worker::Stopped;
pub use worker::{First, Job, Memory, OnInfo, Part, Settings, Worker};

/// What other threads tell a running search.
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock of the search was started, in nanoseconds after `epoch`.
    clock_start: AtomicU64,
    epoch: Instant,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            clock_start: AtomicU64::new(0),
            epoch: Instant::now(),
        }
    }
}

impl Signals {
    /// A search begins: earlier signals are void, later ones reach it.
    pub fn begin(&self, started: Instant, ponder: bool) {
        self.stop.store(false, SeqCst);
        self.clock_start.store(self.nanos(started), SeqCst);
        self.pondering.store(ponder, SeqCst);
    }

    /// The search shall end.
    pub fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// The ponder move was played: the clock counts from now.
    pub fn ponderhit(&self) {
        if self.pondering.load(SeqCst) {
            self.clock_start.store(self.nanos(Instant::now()), SeqCst);
            self.pondering.store(false, SeqCst);
        }
    }

    /// Shall it?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    /// Time on the search's clock; `None` while it does not run.
    fn clock(&self, now: Instant) -> Option<Duration> {
        if self.pondering.load(SeqCst) {
            return None;
        }
        Some(Duration::from_nanos(self.nanos(now).saturating_sub(self.clock_start.load(SeqCst))))
    }

    fn nanos(&self, instant: Instant) -> u64 {
        instant.saturating_duration_since(self.epoch).as_nanos() as u64
    }
}

/// The moves a search may begin with.
#[derive(Default)]
pub struct RootMoves {
    moves: Vec<Move>,
    restricted: bool,
    /// What the endgame tablebases say about the position.
    verdict: Option<Verdict>,
}

impl RootMoves {
    /// No moves, with room for those of any position.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn with_room() -> Result<RootMoves, Error> {
        let mut roots = RootMoves::default();
        let room = roots.moves.try_reserve_exact(MAX_MOVES);
        room.map_err(|_| Error::out_of_memory("the moves"))?;
        Ok(roots)
    }

    /// Becomes all legal moves of a position, or those that `wanted` names in UCI notation.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IllegalMove`].
    pub fn find(&mut self, position: &Position, wanted: &str) -> Result<(), Error> {
        self.moves.clear();
        self.verdict = None;
        for word in wanted.split_ascii_whitespace() {
            let m = parse_uci(position, word)
                .map_err(|reason| illegal_move("search move", word, &reason, position))?;
            if !self.moves.contains(&m) {
                self.moves.push(m);
            }
        }
        self.restricted = !self.moves.is_empty();
        if !self.restricted {
            for_each_legal(position, |m| self.moves.push(m));
        }
        Ok(())
    }

    /// Leaves out some moves, unless none would be left.
    pub fn leave_out(&mut self, is_out: impl Fn(Move) -> bool) {
        if !self.moves.iter().all(|&m| is_out(m)) {
            self.moves.retain(|&m| !is_out(m));
        }
        self.restricted = true;
    }

    /// Leaves only the moves that keep the result, where the endgame tablebases know it.
    pub fn ask_tables(&mut self, tables: &Tablebase, root: &RootPosition) {
        self.verdict = tables.keep_best(&root.position, root.keys(), &mut self.moves);
    }

    /// What the tables say about the position.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Are some legal moves left out, or may they be?
    pub fn are_restricted(&self) -> bool {
        self.restricted
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// May the search begin with this move?
    pub fn contains(&self, m: Move) -> bool {
        self.moves.contains(&m)
    }
}

impl Worker<'_> {
    /// Runs the search to its end and reports the best move.
    pub fn deepen(&mut self) -> Report {
        let mut reason = self.begin().unwrap_or_else(|Stopped(reason)| reason);
        self.complete_mates();
        if !self.told && reason != StopReason::Callback {
            // The result is never news to the caller, who may end an endless search by it.
            if let Err(Stopped(why)) = self.say_lines()
                && self.is_endless()
            {
                reason = why;
            }
        }
        let reason = self.wait_if_endless(reason);
        self.finish(reason)
    }

    /// Searches as a helper of another worker until that is done.
    pub fn help(&mut self) -> Found {
        // Why it ended does not matter.
        let _ = self.iterate(self.deepest());
        Found { stats: self.stats, seldepth: self.seldepth }
    }

    fn begin(&mut self) -> Result<StopReason, Stopped> {
        if self.roots.moves.is_empty() {
            let mated = self.root.in_check();
            let score = if mated { Score::mated_in(0) } else { Score::ZERO };
            self.lines.set_outcome(score);
            self.say_tick()?;
            return Ok(StopReason::GameOver);
        }
        self.stats.tb_hits = u64::from(self.roots.verdict().is_some());
        self.say_tick()?;
        if !self.limits.are_brief() {
            self.table.use_huge_pages();
        }
        self.search_together()
    }

    /// Searches together with the helpers, and takes from them what they have found.
    fn search_together(&mut self) -> Result<StopReason, Stopped> {
        let leash = Leash::begin(self.crew, self.job);
        let reason = match self.limits.mate_moves() {
            Some(most) => self.seek_mate(most),
            None => self.iterate(self.deepest()),
        };
        let Worker { stats, seldepth, .. } = self;
        let outcome = leash.end(|found| {
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

    /// The depth that ends the search.
    fn deepest(&self) -> i32 {
        self.limits.depth.map_or(MAX_PLY as u32 - 1, |d| d.min(MAX_PLY as u32 - 1)) as i32
    }

    /// Deepens until a limit is reached. An iteration that another worker has finished meanwhile
    /// is finished: its line is taken over.
    fn iterate(&mut self, deepest: i32) -> Result<StopReason, Stopped> {
        loop {
            let finished = self.crew.finished_depth();
            if finished >= deepest {
                return Ok(StopReason::Depth);
            }
            // A helper may have finished a deeper iteration than the one just finished here.
            self.take_over();
            debug_assert_eq!(self.keys.len(), self.job.root.keys().len());
            self.poll()?;
            self.depth = (finished + 1 + self.lead()).min(deepest);
            match self.find_lines() {
                Ok(()) => self.crew.finish(self.depth, self.lines.as_slice()),
                Err(Stopped(StopReason::Depth)) => self.abandon_iteration(),
                Err(stopped) => return Err(stopped),
            }
            self.say_lines()?;
            self.effort.end_iteration(self.lines.best().moves.first(), self.lines.best().score);
            if self.soft_limit_reached() {
                return Ok(StopReason::Time);
            }
            if self.look_for_mate()? {
                return Ok(StopReason::Mate);
            }
        }
    }

    /// Finds the lines of this iteration, best first. The first is the one that a search for
    /// a single line finds: what is learnt from the others is kept apart.
    fn find_lines(&mut self) -> Result<(), Stopped> {
        self.lines.begin_iteration();
        self.find_line()?;
        if self.lines.next().is_none() {
            return Ok(());
        }
        // How obvious the best move is, only the search for the first line tells.
        let effort = self.effort;
        self.change_memory();
        let mut result = Ok(());
        while result.is_ok() && self.lines.next().is_some() {
            result = self.find_line();
        }
        self.change_memory();
        self.effort = effort;
        result
    }

    /// Finds the next line.
    fn find_line(&mut self) -> Result<(), Stopped> {
        if let Some(line) = self.lines.next() {
            self.line.clone_from(line);
        }
        self.aspirate(self.depth)?;
        self.line.bound = Bound::Exact;
        self.continue_line();
        self.lines.find(self.line);
        Ok(())
    }

    /// Leaves an iteration that another worker has finished, wherever in the tree it is.
    fn abandon_iteration(&mut self) {
        self.evaluator.begin(self.root);
        self.keep_unfinished_line();
        self.take_over();
    }

    /// Takes over the lines of whoever was first to finish an iteration, unless they are known
    /// already, this worker's best one is of a deeper iteration, or it is a mate that theirs does not
    /// come up to.
    fn take_over(&mut self) {
        let finished = self.crew.finished();
        let (best, last, depth) = (self.lines.best(), self.lines.last(), finished.depth);
        let is_news = depth > 0
            && depth >= best.depth
            && (depth, true) > (last.depth, last.bound == Bound::Exact);
        let is_mate = best.score.is_win() && best.score.is_mate();
        if is_news && !(is_mate && finished.lines[0].score < best.score) {
            self.lines.clone_from(&finished.lines);
            self.told = false;
        }
    }

    /// Searches the root in a narrow window around the last score, wider after each failure:
    /// most iterations confirm the score, and a narrow window cuts more. A line that would be
    /// better than the one before it is as good: searches are not quite consistent.
    fn aspirate(&mut self, depth: i32) -> Result<(), Stopped> {
        let most = self.lines.most();
        self.line.score = self.line.score.min(most);
        if depth < aspiration_depth() || self.line.score.is_decided() {
            self.search_root(Window { beta: most, ..Window::FULL }, depth)?;
            self.line.score = self.line.score.min(most);
            return Ok(());
        }
        let mut delta = aspiration_delta();
        let mut window = Window {
            alpha: (self.line.score - delta).max(-Score::INFINITE),
            beta: (self.line.score + delta).min(most),
        };
        loop {
            let score = self.search_root(window, depth)?;
            if score <= window.alpha {
                self.line.score = score;
                self.line.bound = Bound::Upper;
                self.line.depth = depth;
                self.say_failure()?;
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
            } else if score >= most {
                self.line.score = most;
                return Ok(());
            } else if score >= window.beta {
                self.say_failure()?;
                window.beta = (score + delta).min(most);
            } else {
                return Ok(());
            }
            delta += delta * aspiration_growth_halves() / 2;
            if self.line.score.is_decided() {
                window = Window { beta: most, ..Window::FULL };
            }
        }
    }

    /// Reports a line that fell out of its window, unless there are several lines: those are
    /// reported together.
    fn say_failure(&mut self) -> Result<(), Stopped> {
        if !self.lines.is_single() {
            self.told = false;
            return Ok(());
        }
        self.keep_unfinished_line();
        self.say_lines()
    }

    /// Keeps what an unfinished iteration has found, wherever in the tree it is.
    fn keep_unfinished_line(&mut self) {
        self.keys.truncate(self.job.root.keys().len());
        self.continue_line();
        self.lines.take_unfinished(self.line);
    }

    /// A move that is too good for the window comes without a line: the best answers that the
    /// table remembers follow it, up to the end of the game or the depth of the line.
    fn continue_line(&mut self) {
        let &[first] = self.line.moves.as_slice() else { return };
        let begun = self.keys.len();
        debug_assert_eq!(begun, self.job.root.keys().len(), "the path is the game's");
        let mut position = self.root.play(first);
        self.keys.push(self.root.key());
        for ply in 1..self.line.depth as usize {
            if self.terminal(&position, ply).is_some() {
                break;
            }
            let Some(m) = self.remembered_answer(&position) else { break };
            self.line.moves.push(m);
            self.keys.push(position.key());
            position = position.play(m);
        }
        self.keys.truncate(begun);
    }

    /// How many plies deeper than the first worker this one searches.
    fn lead(&self) -> i32 {
        match self.part {
            Part::First(_) => 0,
            Part::Helper { lead, .. } => lead,
        }
    }

    /// An endless search ends when it is told to, not when it has nothing left to search.
    fn wait_if_endless(&mut self, mut reason: StopReason) -> StopReason {
        const NAP: Duration = Duration::from_millis(2);
        let told = |reason| matches!(reason, StopReason::Stopped | StopReason::Callback);
        while self.is_endless() && !told(reason) {
            match self.poll() {
                Ok(()) => std::thread::sleep(NAP),
                Err(Stopped(why)) => reason = why,
            }
        }
        reason
    }

    fn finish(&mut self, stop_reason: StopReason) -> Report {
        let best = self.lines.best();
        let (score, bound, depth) = self.known_of(best);
        let moves = best.moves.as_slice();
        let text = |index: usize| moves.get(index).map(|&m| self.job.root.move_text(m));
        Report {
            stop_reason,
            search_id: self.job.search_id,
            best_move: text(0).unwrap_or_default(),
            ponder_move: text(1).unwrap_or_default(),
            score: ReportedScore::new(score, bound),
            depth: depth as u32,
            seldepth: self.seldepth as u32,
            nodes: self.stats.nodes,
            time: self.job.started.elapsed(),
        }
    }
}
