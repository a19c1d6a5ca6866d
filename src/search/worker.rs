//! The state of a search: the position, the memory it works with, and the checks of its limits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use std::{iter, mem};

use crate::board::movegen::if_legal;
use crate::board::position::Changes;
use crate::board::{Move, Position};
use crate::error::Error;
use crate::eval::{Evaluator, Network};
use crate::game::GAME_KEYS;
use crate::histories::Histories;
use crate::limits::Limits;
use crate::options::Options;
use crate::ordering::MoveList;
use crate::report::{Info, LINE_TEXT, StopReason};
use crate::score::{Bound, MAX_PLY, Score};
use crate::search::job::Job;
use crate::search::lines::{self, Line, RootLine, RootLines};
use crate::search::node::stack::{Frame, Stack};
use crate::search::root_moves::RootMoves;
use crate::search::shared_search::{Progress, SharedSearch};
use crate::search::skill::Sight;
use crate::search::stats::Stats;
use crate::search::time::{Budget, Elapsed, TimeManager};
use crate::sys::{Instant, filled};
use crate::tb::Tablebase;
use crate::tt::{Entry, Table};

/// Without any time, the first look at a position ends after this many nodes.
const FIRST_MOVE_NODES: u64 = 4096;
/// How often a running search reports its progress: a little less than the 50 ms promised.
const TICK: Duration = Duration::from_millis(40);

/// The search must end now or, with [`StopReason::Depth`], only this iteration, because another
/// worker has finished it. Passed up the tree by `?`.
#[derive(Clone, Copy, Debug)]
pub struct Stopped(pub StopReason);

/// The plies that have a list of moves and a line.
const PLIES: usize = MAX_PLY + 1;

/// What a worker keeps between searches, and the buffers a search needs.
pub struct Memory {
    pub histories: Histories,
    /// The histories of searches for lines after the first, if `MultiPV` asks for any.
    further_histories: Option<Histories>,
    pub evaluator: Evaluator,
    pub frames: Stack,
    /// A list of moves for each ply.
    pub lists: Vec<MoveList>,
    /// The best line from each ply.
    pvs: Vec<Line>,
    keys: Vec<u64>,
    line: RootLine,
    pub lines: RootLines,
    text: String,
}

impl Memory {
    /// Empty memory, to search for a number of lines with a network.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(network: Arc<Network>, lines: usize) -> Result<Memory, Error> {
        let mut text = String::new();
        text.try_reserve_exact(LINE_TEXT).map_err(|_| no_memory())?;
        let mut keys = Vec::new();
        keys.try_reserve_exact(GAME_KEYS + MAX_PLY + 1).map_err(|_| no_memory())?;
        Ok(Memory {
            histories: Histories::new().ok_or_else(no_memory)?,
            further_histories: further_histories(lines)?,
            evaluator: Evaluator::new(network)?,
            frames: Stack::new().ok_or_else(no_memory)?,
            lists: filled(PLIES, MoveList::default()).ok_or_else(no_memory)?,
            pvs: filled(PLIES, Line::default()).ok_or_else(no_memory)?,
            keys,
            line: RootLine::default(),
            lines: RootLines::new()?,
            text,
        })
    }

    /// The size of all of this in bytes, to search for a number of lines with a network.
    pub fn bytes(network: &Network, lines: usize) -> u64 {
        let keys = (GAME_KEYS + MAX_PLY + 1) * size_of::<u64>();
        let frames = Stack::LENGTH * size_of::<Frame>()
            + PLIES * (size_of::<MoveList>() + size_of::<Line>());
        let rest = size_of::<Memory>() + frames + keys + 2 * lines::ROOM_BYTES + LINE_TEXT;
        let histories = if lines > 1 { 2 } else { 1 };
        rest as u64 + histories * Histories::BYTES + Evaluator::bytes(network)
    }

    /// Changes the number of lines to search for.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory); nothing changes then.
    pub fn set_lines(&mut self, lines: usize) -> Result<(), Error> {
        if (lines > 1) != self.further_histories.is_some() {
            self.further_histories = further_histories(lines)?;
        }
        Ok(())
    }

    /// Changes the evaluator, and clears the correction history, which belongs to the old one.
    pub fn change_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.all_histories().for_each(|histories| histories.corrections.clear());
    }

    pub fn clear(&mut self) {
        self.all_histories().for_each(Histories::clear);
    }

    fn all_histories(&mut self) -> impl Iterator<Item = &mut Histories> {
        iter::once(&mut self.histories).chain(&mut self.further_histories)
    }
}

/// Histories for the lines after the first of a number of lines: none if it is 1.
fn further_histories(lines: usize) -> Result<Option<Histories>, Error> {
    (lines > 1).then(|| Histories::new().ok_or_else(no_memory)).transpose()
}

fn no_memory() -> Error {
    Error::out_of_memory("the search")
}

/// The caller's callback.
pub type OnInfo<'a> = &'a mut dyn FnMut(&Info<'_>) -> ControlFlow<()>;

/// What a worker does besides searching.
pub enum WorkerKind<'a> {
    /// The main worker watches the clock, calls the callback and reports the result.
    Main(MainWorker<'a>),
    /// A helper publishes its progress, and searches `depth_offset` plies deeper than the main
    /// worker.
    Helper { progress: &'a Progress, depth_offset: i32 },
}

/// What only the main worker has.
pub struct MainWorker<'a> {
    pub budget: Budget,
    /// `None` if the caller has no callback.
    pub on_info: Option<OnInfo<'a>>,
    pub last_report_time: Duration,
}

impl<'a> MainWorker<'a> {
    /// The main worker's part for a job.
    pub fn new(job: &Job, on_info: Option<OnInfo<'a>>) -> MainWorker<'a> {
        MainWorker { budget: job.budget, on_info, last_report_time: Duration::ZERO }
    }
}

/// The progress of the mate search that runs beside the main search.
#[derive(Default)]
pub struct MateProgress {
    /// It is proven that there is no mate in this many moves.
    pub moves: usize,
    /// The nodes that the proof has taken.
    pub nodes: u64,
}

/// A search at work on one position.
pub struct Worker<'a> {
    pub job: &'a Arc<Job>,
    pub shared: &'a SharedSearch,
    pub kind: WorkerKind<'a>,
    pub tt: &'a Table,
    /// The endgame tablebases, unless the root's result and distance are known already.
    pub tb: Option<&'a Tablebase>,
    pub root: &'a Position,
    pub root_moves: &'a RootMoves,
    pub limits: &'a Limits,
    pub options: &'a Options,
    pub histories: &'a mut Histories,
    further_histories: Option<&'a mut Histories>,
    /// Changes the keys of further lines, so that their hash table entries stay apart from those of
    /// the first line.
    salt: u64,
    pub evaluator: &'a mut Evaluator,
    pub frames: &'a mut Stack,
    pub lists: &'a mut [MoveList],
    pub pvs: &'a mut [Line],
    /// The keys of the game and of the path from the root to the parent of this node.
    pub keys: &'a mut Vec<u64>,
    /// The best line so far of the root search that is running.
    pub line: &'a mut RootLine,
    /// The best lines.
    pub lines: &'a mut RootLines,
    /// Whether the lines have been reported to the caller.
    pub reported: bool,
    /// Score, bound and depth of the line reported last.
    pub last_reported: (Score, Bound, i32),
    /// The longest line searched, in plies.
    pub seldepth: usize,
    /// The depth of this iteration.
    pub depth: i32,
    /// The width of the root's window.
    pub root_width: i32,
    /// Before this ply no null move is tried: the verification of one is running.
    pub null_move_min_ply: usize,
    pub stats: Stats,
    /// Scales the time of the search by how obvious the best move is.
    pub time_manager: TimeManager,
    /// The progress of the mate search that runs beside the main search.
    pub proof: MateProgress,
    pub text: &'a mut String,
    /// The node count at which the limits are checked next.
    next_check: u64,
}

/// After a panic (in the caller's callback, for example) the stack still holds excluded moves, and
/// the histories may be swapped: this restores both.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if self.salt != 0 {
                self.swap_histories();
            }
            for ply in 0..MAX_PLY {
                self.frames[ply].excluded = Move::NONE;
            }
        }
    }
}

impl<'a> Worker<'a> {
    /// Sets a search up. Allocates nothing.
    pub fn new(
        job: &'a Arc<Job>,
        shared: &'a SharedSearch,
        memory: &'a mut Memory,
        kind: WorkerKind<'a>,
    ) -> Worker<'a> {
        let Job { tt, settings, root_moves, limits, .. } = &**job;
        let (root, options) = (&job.root.position, &*settings.options);
        memory.evaluator.begin(root);
        let score = memory.evaluator.evaluate(root);
        memory.frames.begin(score);
        let seeks_mate = limits.mate_moves().is_some();
        // `MultiPV` may have been set since the search was prepared.
        let is_single = seeks_mate || memory.further_histories.is_none();
        let lines = if is_single { 1 } else { options.multi_pv };
        memory.lines.begin(root_moves.as_slice(), lines, score);
        memory.line.clone_from(memory.lines.best());
        memory.text.clear();
        for Histories { history, .. } in memory.all_histories() {
            history.enabled = options.history;
            history.begin_search();
        }
        memory.keys.clear();
        memory.keys.extend_from_slice(job.root.keys());
        Worker {
            job,
            shared,
            kind,
            tt,
            tb: settings
                .tb
                .as_deref()
                .filter(|_| !seeks_mate && !root_moves.verdict().is_some_and(|v| v.has_distances)),
            root,
            root_moves,
            limits,
            options,
            histories: &mut memory.histories,
            further_histories: memory.further_histories.as_mut(),
            salt: 0,
            evaluator: &mut memory.evaluator,
            frames: &mut memory.frames,
            lists: &mut memory.lists,
            pvs: &mut memory.pvs,
            keys: &mut memory.keys,
            line: &mut memory.line,
            lines: &mut memory.lines,
            reported: true,
            last_reported: (score, Bound::Lower, 0),
            seldepth: 0,
            depth: 0,
            root_width: 0,
            null_move_min_ply: 0,
            stats: Stats::default(),
            time_manager: TimeManager::default(),
            proof: MateProgress::default(),
            text: &mut memory.text,
            next_check: 0,
        }
    }

    /// Counts a node that is about to be searched, unless the search must end.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        if self.stats.nodes >= self.next_check {
            self.check_limits()?;
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// Prefetches the hash table's entry for the position after a move that may be searched.
    #[inline]
    pub fn prefetch_after(&self, position: &Position, m: Move) {
        self.tt.prefetch(position.key_guess(m) ^ self.salt);
    }

    /// Plays a move. What the hash table and the corrections know of the position after it is
    /// prefetched: the work before it is read takes about as long as the memory does.
    #[inline]
    pub fn play(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let mut child = position.clone();
        let changes = child.make(m);
        self.frames[ply].begin(position, m);
        self.histories.corrections.prefetch(&child, self.last_moves(ply + 1));
        self.keys.push(position.key());
        self.evaluator.play(&changes);
        child
    }

    /// Swaps the histories and the hash table keys of the first line with those of all others.
    pub fn swap_histories(&mut self) {
        // Any number that is not the difference of two keys.
        const SALT: u64 = crate::random::GOLDEN;
        let further = self.further_histories.as_deref_mut().expect("there are further lines");
        mem::swap(self.histories, further);
        self.salt ^= SALT;
    }

    /// Probes the hash table for a position, `ply` plies from the root.
    pub fn tt_probe(&mut self, position: &Position, ply: usize) -> Option<Entry> {
        let entry = self.tt_peek(position, ply);
        self.stats.tt_probes += 1;
        self.stats.tt_hits += u64::from(entry.is_some());
        entry
    }

    /// The hash table's entry for a position that is not being searched.
    pub fn tt_peek(&self, position: &Position, ply: usize) -> Option<Entry> {
        let entry = self.tt.probe(position.key() ^ self.salt)?;
        Some(Entry { score: Score::from_tt(entry.score, ply), ..entry })
    }

    /// The hash table's best move for a position that is not being searched.
    pub fn tt_answer(&self, position: &Position) -> Option<Move> {
        if_legal(position, self.tt.probe(position.key() ^ self.salt)?.best)
    }

    /// Stores an entry for a position, `ply` plies from the root.
    pub fn tt_store(&self, position: &Position, ply: usize, entry: Entry) {
        let entry = Entry { score: entry.score.to_tt(ply), ..entry };
        self.tt.store(position.key() ^ self.salt, entry);
    }

    /// Plays a null move. It is not counted as a node.
    pub fn play_null(&mut self, position: &Position, ply: usize) -> Position {
        self.frames[ply].begin_null();
        let next = position.play_null();
        self.tt.prefetch(next.key() ^ self.salt);
        self.keys.push(position.key());
        self.evaluator.play(&Changes::NONE);
        next
    }

    /// Undoes the last move.
    #[inline]
    pub fn undo(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

    /// Checks the limits, and takes the next share of the nodes that may be visited.
    fn check_limits(&mut self) -> Result<(), Stopped> {
        let share = self.shared.take_nodes();
        if share == 0 {
            return Err(Stopped(StopReason::Nodes));
        }
        self.next_check = self.stats.nodes + share;
        self.poll()?;
        if self.shared.finished_depth() >= self.depth {
            return Err(Stopped(StopReason::Depth));
        }
        Ok(())
    }

    /// Polls the clock and the signals, and reports the progress when that is due.
    pub fn poll(&mut self) -> Result<(), Stopped> {
        if self.job.signals.is_stopped() {
            return Err(Stopped(StopReason::Stopped));
        }
        let main = match &mut self.kind {
            WorkerKind::Main(main) => main,
            WorkerKind::Helper { progress, .. } => {
                progress.publish(&self.stats, self.seldepth);
                let halted = self.shared.is_halted();
                return if halted { Err(Stopped(StopReason::Stopped)) } else { Ok(()) };
            }
        };
        if main.on_info.is_none() && main.budget.is_unlimited() {
            // Reading the clock takes longer than some searches.
            return Ok(());
        }
        let now = Instant::now();
        let total = now - self.job.started;
        let is_tick_due = now - self.job.taken >= main.last_report_time + TICK;
        if let Some(own) = self.job.signals.own_time(now) {
            if self.is_time_up(Elapsed { total, own }) {
                return Err(Stopped(StopReason::Time));
            }
        } else {
            main.budget.ponder(total, &self.time_manager);
        }
        if is_tick_due {
            self.report_tick()?;
        }
        Ok(())
    }

    fn is_time_up(&self, elapsed: Elapsed) -> bool {
        let WorkerKind::Main(main) = &self.kind else { return false };
        // Even with no time at all, a short search of all moves is better than a random move.
        let has_move = self.lines.best().depth > 0 || self.stats.nodes >= FIRST_MOVE_NODES;
        let is_forced = self.root_moves.len() == 1 && self.lines.best().depth > 0;
        !self.limits.infinite && has_move && main.budget.is_spent(elapsed, is_forced)
    }

    /// Whether the soft limit is reached: the next iteration would most likely not be finished.
    pub fn soft_limit_reached(&self) -> bool {
        let WorkerKind::Main(main) = &self.kind else { return false };
        if main.budget.is_unlimited() {
            return false;
        }
        let (now, Job { signals, started, .. }) = (Instant::now(), &**self.job);
        let is_on_clock = signals.own_time(now).is_some() && !self.limits.infinite;
        is_on_clock && main.budget.is_enough(now - *started, &self.time_manager)
    }

    /// Whether the search must go on even when there is nothing left to search.
    pub fn is_endless(&self) -> bool {
        self.limits.infinite || self.job.signals.own_time(self.job.taken).is_none()
    }

    /// Whether the handicap hides the replies to a root move.
    pub fn hides_replies(&self, m: Move) -> bool {
        self.job.handicap.is_some_and(|handicap| handicap.sight(m) == Sight::NoReplies)
    }

    /// The score of a root move whose replies are hidden: the evaluation after it.
    /// Draws by rule are seen.
    pub fn score_without_replies(&mut self, child: &Position) -> Score {
        self.pvs[1].clear();
        self.terminal(child, 1).unwrap_or_else(|| -self.evaluate(child))
    }

    /// Whether this is the main worker, whose result counts.
    pub fn is_main(&self) -> bool {
        matches!(self.kind, WorkerKind::Main(_))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use crate::{Engine, InfoKind, Limits};

    #[test]
    fn a_panic_amid_a_further_line_gives_the_memory_back() {
        let mut engine = Engine::new().expect("memory");
        engine.set_option("MultiPV", "2").expect("a number");
        engine.set_position(None, "").expect("the start");
        let firsts = |engine: &Engine| engine.memory().histories.history.place();
        let place = firsts(&engine);
        for ticks in (1..16).step_by(2) {
            let mut seen = 0;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                engine.search(&Limits::infinite(), |info| {
                    seen += u32::from(info.kind == InfoKind::Tick);
                    if seen == ticks {
                        resume_unwind(Box::new("the callback's own"));
                    }
                    ControlFlow::Continue(())
                })
            }));
            assert!(outcome.is_err());
            assert_eq!(firsts(&engine), place, "{ticks}");
        }
    }
}
