//! Iterative deepening: search one ply deeper, again and again, each time with what the last
//! time taught about the order of moves, until a limit is reached.

mod crew;
mod node;
mod prune;
mod quiesce;
mod reduce;
mod stats;
mod time;
mod worker;

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::engine::{Error, ErrorKind, StopReason, View, excerpt, parse_move};
use crate::engine::{InfoKind, Report, ReportedScore};
use crate::moves::for_each_legal;
use crate::score::{MAX_PLY, Score, Window};
use crate::tt::Bound;
use crate::tunables::{ASPIRATION_DELTA, ASPIRATION_DEPTH, ASPIRATION_GROWTH_HALVES};
pub use crew::Helpers;
use crew::{Found, Leash};
pub use stats::Stats;
use worker::Stopped;
pub use worker::{First, GAME_KEYS, Job, Memory, Part, Worker};

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

    fn is_stopped(&self) -> bool {
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
pub struct RootMoves {
    moves: Vec<Move>,
    restricted: bool,
}

impl RootMoves {
    /// All legal moves, or those that `wanted` names in UCI notation.
    pub fn new(view: &View, wanted: &str) -> Result<RootMoves, Error> {
        let position = view.position();
        let mut chosen = Vec::new();
        for text in wanted.split_ascii_whitespace() {
            let m = parse_move(position, text).ok_or_else(|| {
                Error::new(
                    ErrorKind::IllegalMove,
                    format_args!(
                        "search move is not legal: \"{}\" in {}",
                        excerpt(text),
                        position.fen()
                    ),
                )
            })?;
            if !chosen.contains(&m) {
                chosen.push(m);
            }
        }
        let mut moves = Vec::new();
        for_each_legal(position, |m| {
            if chosen.is_empty() || chosen.contains(&m) {
                moves.push(m);
            }
        });
        Ok(RootMoves { moves, restricted: !chosen.is_empty() })
    }

    /// Any of them, if there is one.
    pub fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// Are some legal moves left out?
    pub fn are_restricted(&self) -> bool {
        self.restricted
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
        let reason = self.begin().unwrap_or_else(|Stopped(reason)| reason);
        let reason = self.wait_if_endless(reason);
        if !self.line.told && reason != StopReason::Callback {
            // The result is never news to the caller. Nothing is left to be stopped.
            let _ = self.say_line();
        }
        self.finish(reason)
    }

    /// Searches as a helper of another worker until that is done.
    pub fn help(&mut self) -> Found {
        // Why it ended does not matter.
        let _ = self.iterate();
        Found { stats: self.stats, seldepth: self.line.seldepth }
    }

    fn begin(&mut self) -> Result<StopReason, Stopped> {
        if self.roots.moves.is_empty() {
            let mated = self.root.in_check();
            self.line.score = if mated { Score::mated_in(0) } else { Score::ZERO };
            self.line.bound = Bound::Exact;
            self.say(InfoKind::Tick)?;
            return Ok(StopReason::GameOver);
        }
        self.say(InfoKind::Tick)?;
        self.search_together()
    }

    /// Searches together with the helpers, and takes from them what they have found.
    fn search_together(&mut self) -> Result<StopReason, Stopped> {
        let leash = Leash::begin(self.crew, self.job);
        let reason = self.iterate();
        let Worker { stats, line, .. } = self;
        let outcome = leash.end(|found| {
            *stats += found.stats;
            line.seldepth = line.seldepth.max(found.seldepth);
        });
        if let Err(payload) = outcome {
            panic::resume_unwind(payload);
        }
        line.take_over(&self.crew.finished());
        reason
    }

    /// Deepens until a limit is reached. An iteration that another worker has finished meanwhile
    /// is finished: its line is taken over.
    fn iterate(&mut self) -> Result<StopReason, Stopped> {
        let deepest = self.limits.depth.map_or(MAX_PLY as u32 - 1, |d| d.min(MAX_PLY as u32 - 1));
        let deepest = deepest as i32;
        loop {
            let finished = self.crew.finished_depth();
            if finished >= deepest {
                return Ok(StopReason::Depth);
            }
            if finished > self.line.depth {
                // A helper has finished a deeper iteration than the one just finished here.
                self.line.take_over(&self.crew.finished());
            }
            debug_assert_eq!(self.keys.len(), self.job.view.game().keys().len());
            self.poll()?;
            self.depth = (finished + 1 + self.lead()).min(deepest);
            match self.aspirate(self.depth) {
                Ok(()) => {
                    self.line.bound = Bound::Exact;
                    self.crew.finish(self.depth, &self.line);
                }
                Err(Stopped(StopReason::Depth)) => self.abandon_iteration(),
                Err(stopped) => return Err(stopped),
            }
            self.say_line()?;
            self.effort.end_iteration(self.line.moves.as_slice().first().copied());
            if self.mate_found() {
                return Ok(StopReason::Mate);
            }
            if self.soft_limit_reached() {
                return Ok(StopReason::Time);
            }
        }
    }

    /// Leaves an iteration that another worker has finished, wherever in the tree it is.
    fn abandon_iteration(&mut self) {
        self.keys.truncate(self.job.view.game().keys().len());
        self.evaluator.begin(self.root);
        self.line.take_over(&self.crew.finished());
    }

    /// Searches the root in a narrow window around the last score, wider after each failure:
    /// most iterations confirm the score, and a narrow window cuts more.
    fn aspirate(&mut self, depth: i32) -> Result<(), Stopped> {
        if depth < ASPIRATION_DEPTH || self.line.score.is_mate() {
            return self.search_root(Window::FULL, depth).map(drop);
        }
        let mut delta = ASPIRATION_DELTA;
        let mut window = Window {
            alpha: (self.line.score - delta).max(-Score::INFINITE),
            beta: (self.line.score + delta).min(Score::INFINITE),
        };
        loop {
            let score = self.search_root(window, depth)?;
            if score <= window.alpha {
                self.line.score = score;
                self.line.bound = Bound::Upper;
                self.line.depth = depth;
                self.say_line()?;
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
            } else if score >= window.beta {
                self.say_line()?;
                window.beta = (score + delta).min(Score::INFINITE);
            } else {
                return Ok(());
            }
            delta += delta * ASPIRATION_GROWTH_HALVES / 2;
            if self.line.score.is_mate() {
                window = Window::FULL;
            }
        }
    }

    /// How many plies deeper than the first worker this one searches.
    fn lead(&self) -> i32 {
        match self.part {
            Part::First(_) => 0,
            Part::Helper { lead, .. } => lead,
        }
    }

    fn mate_found(&self) -> bool {
        let moves = (Score::MATE.0 - self.line.score.0 + 1) / 2;
        self.limits.mate.is_some_and(|n| self.line.score.is_win() && moves.unsigned_abs() <= n)
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
        let moves = self.line.moves.as_slice();
        let text = |index: usize| moves.get(index).map(|&m| self.view.move_text(m));
        Report {
            stop_reason,
            search_id: self.job.search_id,
            best_move: text(0).unwrap_or_default(),
            ponder_move: text(1).unwrap_or_default(),
            score: ReportedScore::new(self.line.score, self.line.bound),
            depth: self.line.depth as u32,
            seldepth: self.line.seldepth as u32,
            nodes: self.stats.nodes,
            time: self.job.started.elapsed(),
        }
    }
}
