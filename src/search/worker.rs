//! The state of a search: what it works on, what it remembers, when it must look up and stop.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::error::Error;
use crate::eval::{Evaluator, Network};
use crate::game::{GAME_KEYS, RootPosition};
use crate::limits::Limits;
use crate::moves::{Generator, NO_MOVE, PackedMove, is_noisy};
use crate::options::Options;
use crate::ordering::history::{CONTINUATIONS, Context, History, Step, Steps};
use crate::ordering::killers::Killers;
use crate::ordering::picker::MoveList;
use crate::position::Position;
use crate::report::{Info, InfoKind, LINE_TEXT, Lines, ReportedScore, StopReason};
use crate::score::{MAX_PLY, Score};
use crate::search::correction::Corrections;
use crate::search::crew::{Crew, Progress};
use crate::search::lines::{self, Line, RootLine, RootLines};
use crate::search::mate::Proof;
use crate::search::time::{Budget, Effort, Elapsed};
use crate::search::{Handicap, RootMoves, Sight, Signals, Stats};
use crate::tablebase::Tablebase;
use crate::tt::{Bound, Entry, Table};
use crate::tunables::GLANCE_NODES;
use crate::wdl::win_draw_loss;

/// How often a running search tells that it is alive.
const TICK: Duration = Duration::from_millis(40);

/// The search must end now, or, with [`StopReason::Depth`], this iteration: another worker has
/// finished it. Passed up the tree by `?`.
#[derive(Clone, Copy, Debug)]
pub struct Stopped(pub StopReason);

/// The moves of a node that were tried and did not cut it off.
pub struct TriedMoves {
    moves: [Move; TriedMoves::MOST],
    length: usize,
}

impl Default for TriedMoves {
    fn default() -> TriedMoves {
        TriedMoves { moves: [NO_MOVE; TriedMoves::MOST], length: 0 }
    }
}

impl TriedMoves {
    /// Later ones are forgotten: a cutoff after so many moves teaches little about them.
    const MOST: usize = 32;

    /// Forgets all.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Notes a move.
    pub fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = m;
            self.length += 1;
        }
    }

    /// The moves, in the order they were tried.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

/// What belongs to one ply of the search path: large, therefore in the heap.
#[derive(Default)]
pub struct Frame {
    /// The static evaluation, or none in check.
    pub eval: Score,
    /// Is a search without a null move to confirm one at this node?
    pub verifying: bool,
    /// The move left out of a search of this node by another one.
    pub excluded: PackedMove,
    /// The move that is being searched.
    pub step: Step,
    /// Is it a quiet one? A null move is none.
    pub quiet: bool,
    /// How many plies less it is being searched than others: 0 in a second look.
    pub reduced: i32,
    pub list: MoveList,
    pub tried: TriedMoves,
    pub pv: Line,
}

impl Frame {
    /// A move is searched from here on, with nothing left from the one before.
    fn begin(&mut self, step: Step, quiet: bool) {
        (self.step, self.quiet, self.reduced) = (step, quiet, 0);
    }
}

/// What options and hosts have set. Cheap to clone: whoever reads while another thread searches keeps a
/// copy.
#[derive(Clone, Debug)]
pub struct Settings {
    pub options: Arc<Options>,
    pub network: Arc<Network>,
    pub tables: Option<Arc<Tablebase>>,
}

/// What a search is about: made as it begins, and read by all its workers.
pub struct Job {
    pub table: Arc<Table>,
    pub signals: Arc<Signals>,
    pub root: RootPosition,
    pub settings: Settings,
    /// The limits, without the text of the root moves.
    pub limits: Limits,
    pub roots: RootMoves,
    /// What makes the engine play weaker than it could.
    pub handicap: Option<Handicap>,
    pub search_id: u64,
    pub started: Instant,
}

impl Job {
    /// The time that the search may take.
    fn budget(&self) -> Budget {
        Budget::new(&self.limits, &self.root.position, self.settings.options.move_overhead_ms)
    }

    /// When that is over; never for a search that waits for a signal.
    pub fn deadline(&self) -> Option<Instant> {
        let is_endless = self.limits.infinite || self.limits.ponder;
        let time = self.budget().hard().filter(|_| !is_endless);
        time.and_then(|time| self.started.checked_add(time))
    }
}

/// What searches have learnt about moves and positions.
pub struct Learnt {
    pub history: History,
    pub killers: Killers,
    pub corrections: Corrections,
}

impl Learnt {
    /// The bytes of the tables.
    const BYTES: u64 = History::BYTES + Corrections::BYTES;

    /// Nothing, or `None` when memory is exhausted.
    fn new() -> Option<Learnt> {
        let (history, corrections) = (History::new()?, Corrections::new()?);
        Some(Learnt { history, killers: Killers::default(), corrections })
    }

    /// Forgets everything.
    fn clear(&mut self) {
        self.history.clear();
        self.killers = Killers::default();
        self.corrections.clear();
    }
}

/// What a worker keeps between searches, and the room a search needs.
pub struct Memory {
    pub learnt: Learnt,
    /// What searches for lines behind the first have learnt.
    further: Learnt,
    pub evaluator: Evaluator,
    pub frames: Vec<Frame>,
    keys: Vec<u64>,
    line: RootLine,
    pub lines: RootLines,
    text: String,
}

impl Memory {
    /// Empty memory, to search with a network.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(network: Arc<Network>) -> Result<Memory, Error> {
        let exhausted = || Error::out_of_memory("the search");
        let mut frames = Vec::new();
        frames.try_reserve_exact(MAX_PLY + 1).map_err(|_| exhausted())?;
        frames.resize_with(MAX_PLY + 1, Frame::default);
        let mut text = String::new();
        text.try_reserve_exact(LINE_TEXT).map_err(|_| exhausted())?;
        let mut keys = Vec::new();
        keys.try_reserve_exact(GAME_KEYS + MAX_PLY + 1).map_err(|_| exhausted())?;
        Ok(Memory {
            learnt: Learnt::new().ok_or_else(exhausted)?,
            further: Learnt::new().ok_or_else(exhausted)?,
            evaluator: Evaluator::new(network)?,
            frames,
            keys,
            line: RootLine::default(),
            lines: RootLines::new()?,
            text,
        })
    }

    /// The bytes that all of it takes, to search with a network.
    pub fn bytes(network: &Network) -> u64 {
        let keys = (GAME_KEYS + MAX_PLY + 1) * size_of::<u64>();
        let frames = (MAX_PLY + 1) * size_of::<Frame>();
        let rest = size_of::<Memory>() + frames + keys + lines::ROOM_BYTES + LINE_TEXT;
        rest as u64 + 2 * Learnt::BYTES + Evaluator::bytes(network)
    }

    /// Evaluates in another way from here on. The errors of the old way are forgotten.
    pub fn change_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.learnt.corrections.clear();
        self.further.corrections.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.learnt.clear();
        self.further.clear();
    }
}

/// The caller's ear.
pub type OnInfo<'a> = &'a mut dyn FnMut(&Info<'_>) -> ControlFlow<()>;

/// What a worker does besides searching.
pub enum Part<'a> {
    /// The first worker keeps the time, talks to the caller and gives the result.
    First(First<'a>),
    /// The others tell how far they are. They search so many plies deeper than the first.
    Helper { progress: &'a Progress, lead: i32 },
}

/// What only the first worker has.
pub struct First<'a> {
    budget: Budget,
    /// Nothing where nobody listens.
    on_info: Option<OnInfo<'a>>,
    last_told: Duration,
}

impl<'a> First<'a> {
    /// The part of the first worker of a search.
    pub fn new(job: &Job, on_info: Option<OnInfo<'a>>) -> First<'a> {
        let budget = job.budget();
        First { budget, on_info, last_told: Duration::ZERO }
    }
}

/// A search at work on one position.
pub struct Worker<'a> {
    pub job: &'a Arc<Job>,
    pub crew: &'a Crew,
    pub part: Part<'a>,
    pub table: &'a Table,
    /// The endgame tablebases, unless all is known at the root.
    pub tables: Option<&'a Tablebase>,
    pub root: &'a Position,
    pub roots: &'a RootMoves,
    pub limits: &'a Limits,
    pub options: &'a Options,
    pub learnt: &'a mut Learnt,
    further: &'a mut Learnt,
    /// Tells apart in the table what searches for the first line find and those for others.
    salt: u64,
    pub evaluator: &'a mut Evaluator,
    pub frames: &'a mut [Frame],
    /// The keys of the game and of the path from the root to the parent of this node.
    pub keys: &'a mut Vec<u64>,
    /// The line that is being searched for: the best so far.
    pub line: &'a mut RootLine,
    /// The best lines.
    pub lines: &'a mut RootLines,
    /// Has the caller heard of them?
    pub told: bool,
    /// The score, its bound and the depth of the line that the caller heard of last.
    last_told: (Score, Bound, i32),
    /// The longest line looked at, in plies.
    pub seldepth: usize,
    /// The depth of this iteration.
    pub depth: i32,
    pub stats: Stats,
    /// Where the nodes of this search go.
    pub effort: Effort,
    /// How far the search for a mate beside it is.
    pub proof: Proof,
    text: &'a mut String,
    /// At so many nodes the worker looks up from its work.
    next_look: u64,
}

/// A panic, of the caller's callback for one, leaves the nodes of the path as they are, and the memory
/// for further lines in use: what they would do at their end is made up for.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if self.salt != 0 {
                self.change_memory();
            }
            for frame in self.frames.iter_mut() {
                (frame.excluded, frame.verifying) = (PackedMove::NONE, false);
            }
        }
    }
}

impl<'a> Worker<'a> {
    /// Sets a search up. Allocates nothing.
    pub fn new(
        job: &'a Arc<Job>,
        crew: &'a Crew,
        memory: &'a mut Memory,
        part: Part<'a>,
    ) -> Worker<'a> {
        let Job { table, settings, roots, limits, .. } = &**job;
        let (root, options) = (&job.root.position, &*settings.options);
        memory.evaluator.begin(root);
        let score = memory.evaluator.evaluate(root);
        let seeks_mate = limits.mate_moves().is_some();
        let most = if seeks_mate { 1 } else { options.lines };
        memory.lines.begin(roots.as_slice(), most, score);
        memory.line.clone_from(memory.lines.best());
        memory.text.clear();
        memory.learnt.history.enabled = options.history;
        memory.further.history.enabled = options.history;
        memory.keys.clear();
        memory.keys.extend_from_slice(job.root.keys());
        Worker {
            job,
            crew,
            part,
            table,
            tables: settings
                .tables
                .as_deref()
                .filter(|_| !seeks_mate && !roots.verdict().is_some_and(|v| v.has_distances)),
            root,
            roots,
            limits,
            options,
            learnt: &mut memory.learnt,
            further: &mut memory.further,
            salt: 0,
            evaluator: &mut memory.evaluator,
            frames: &mut memory.frames,
            keys: &mut memory.keys,
            line: &mut memory.line,
            lines: &mut memory.lines,
            told: true,
            last_told: (score, Bound::Lower, 0),
            seldepth: 0,
            depth: 0,
            stats: Stats::default(),
            effort: Effort::default(),
            proof: Proof::default(),
            text: &mut memory.text,
            next_look: 0,
        }
    }

    /// Counts a node that is about to be searched, unless the search must end.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        if self.stats.nodes >= self.next_look {
            self.look_up()?;
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// Starts loading what the table knows of the position after a move that may be played soon:
    /// what comes before its search takes about as long as memory does. For moves that are pruned
    /// it is in vain.
    #[inline]
    pub fn prefetch_after(&self, position: &Position, m: Move) {
        self.table.prefetch(position.key_guess(m) ^ self.salt);
    }

    /// Plays a move, some time after [`Worker::prefetch_after`].
    #[inline]
    pub fn play(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        self.frames[ply].begin(Step::new(position.turn(), m), !is_noisy(m));
        self.keys.push(position.key());
        self.evaluator.play(position.turn(), m);
        position.play(m)
    }

    /// Changes between the memory for the first line and that for all others.
    pub fn change_memory(&mut self) {
        // Any number that no two keys differ by.
        const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
        mem::swap(self.learnt, self.further);
        self.salt ^= SALT;
    }

    /// Looks a position up in the table.
    pub fn probe(&mut self, position: &Position) -> Option<Entry> {
        let entry = self.table.probe(position.key() ^ self.salt);
        self.stats.tt_probes += 1;
        self.stats.tt_hits += u64::from(entry.is_some());
        entry
    }

    /// The best move that the table remembers for a position outside of the search.
    pub fn remembered_answer(&self, position: &Position) -> Option<Move> {
        let entry = self.table.probe(position.key() ^ self.salt)?;
        Generator::new(position).unpack(position, entry.best)
    }

    /// Remembers what was learnt about a position; the entry's score is seen from the root.
    pub fn remember(&self, position: &Position, ply: usize, entry: Entry) {
        let entry = Entry { score: entry.score.to_table(ply), ..entry };
        self.table.store(position.key() ^ self.salt, entry);
    }

    /// Passes the move. That is no node.
    pub fn play_null(&mut self, position: &Position, ply: usize) -> Position {
        self.frames[ply].begin(Step::NONE, false);
        let next = position.play_null();
        self.table.prefetch(next.key() ^ self.salt);
        self.keys.push(position.key());
        self.evaluator.play_null();
        next
    }

    /// What the history scores of a node depend on.
    pub fn context<'p>(&self, position: &'p Position, ply: usize) -> Context<'p> {
        Context::new(position, self.steps(ply))
    }

    /// The steps that led to a ply.
    pub fn steps(&self, ply: usize) -> Steps {
        CONTINUATIONS
            .map(|back| ply.checked_sub(back).map_or(Step::NONE, |before| self.frames[before].step))
    }

    /// Learns that the move which led to a ply was good for its side, or bad, after the moves before
    /// it. Only quiet moves are ordered by that.
    pub fn reward_last_move(&mut self, ply: usize, bonus: i32) {
        let Some(before) = ply.checked_sub(1).filter(|&before| self.frames[before].quiet) else {
            return;
        };
        let (steps, step) = (self.steps(before), self.frames[before].step);
        self.learnt.history.reward_continuations(&steps, step, bonus);
    }

    /// Leaves the position that was played last.
    #[inline]
    pub fn take_back(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

    /// Looks up from the work, and takes the next share of the nodes that may be visited.
    fn look_up(&mut self) -> Result<(), Stopped> {
        let share = self.crew.draw_nodes();
        if share == 0 {
            return Err(Stopped(StopReason::Nodes));
        }
        self.next_look = self.stats.nodes + share;
        self.poll()?;
        if self.crew.finished_depth() >= self.depth {
            return Err(Stopped(StopReason::Depth));
        }
        Ok(())
    }

    /// Looks at the clock and the signals, and gives a sign of life when it is time.
    pub fn poll(&mut self) -> Result<(), Stopped> {
        if self.job.signals.is_stopped() {
            return Err(Stopped(StopReason::Stopped));
        }
        let first = match &mut self.part {
            Part::First(first) => first,
            Part::Helper { progress, .. } => {
                progress.publish(&self.stats, self.seldepth);
                let halted = self.crew.is_halted();
                return if halted { Err(Stopped(StopReason::Stopped)) } else { Ok(()) };
            }
        };
        if first.on_info.is_none() && first.budget.is_unlimited() {
            // Looking at the clock takes longer than some searches.
            return Ok(());
        }
        let now = Instant::now();
        let total = now - self.job.started;
        let is_tick_due = total >= first.last_told + TICK;
        if let Some(own) = self.job.signals.clock(now) {
            if self.is_time_up(Elapsed { total, own }) {
                return Err(Stopped(StopReason::Time));
            }
        } else {
            first.budget.ponder(total, &self.effort);
        }
        if is_tick_due {
            self.say_tick()?;
        }
        Ok(())
    }

    fn is_time_up(&self, elapsed: Elapsed) -> bool {
        let Part::First(first) = &self.part else { return false };
        // Even with no time at all, a glance at one move is better than any move.
        let has_glanced =
            self.line.depth.max(self.lines.best().depth) > 0 || self.stats.nodes >= GLANCE_NODES;
        let is_forced = self.roots.len() == 1 && self.lines.best().depth > 0;
        !self.limits.infinite && has_glanced && first.budget.is_spent(elapsed, is_forced)
    }

    /// Would the next iteration most likely be cut short?
    pub fn soft_limit_reached(&self) -> bool {
        let Part::First(first) = &self.part else { return false };
        if first.budget.is_unlimited() {
            return false;
        }
        let (now, Job { signals, started, .. }) = (Instant::now(), &**self.job);
        let is_on_clock = signals.clock(now).is_some() && !self.limits.infinite;
        is_on_clock && first.budget.is_enough(now - *started, &self.effort)
    }

    /// Must the search go on even when there is nothing left to search?
    pub fn is_endless(&self) -> bool {
        self.limits.infinite || self.job.signals.clock(self.job.started).is_none()
    }

    /// Reports the best lines.
    pub fn say_lines(&mut self) -> Result<(), Stopped> {
        self.told = true;
        if !self.is_heard() {
            return Ok(());
        }
        let count = self.lines.as_slice().len();
        for index in 0..count {
            self.write_line(index);
            self.say(InfoKind::Line, index)?;
        }
        if count > 1 {
            // Signs of life repeat the best one.
            self.write_line(0);
        }
        Ok(())
    }

    /// Makes a line the one that the caller hears of.
    fn write_line(&mut self, index: usize) {
        let line = &self.lines.as_slice()[index];
        self.last_told = self.known_of(line);
        self.text.clear();
        self.job.root.write_moves(line.moves.as_slice(), self.text);
    }

    /// What is known of a line: its score, unless the endgame tablebases know better, and how deep
    /// it was searched.
    pub fn known_of(&self, line: &RootLine) -> (Score, Bound, i32) {
        let verdict = self.roots.verdict();
        let score = verdict.map_or(line.score, |verdict| verdict.correct(line.score));
        let bound = if score == line.score { line.bound } else { Bound::Exact };
        (score, bound, line.depth)
    }

    /// Does a handicap leave it at a glance at what this move of the root leads to?
    pub fn only_glances(&self, m: Move) -> bool {
        self.job.handicap.is_some_and(|handicap| handicap.sight(m) == Sight::Glance)
    }

    /// The score of a move of the root, at a glance: what the position after it looks like, before
    /// any answer. Draws by rule are known.
    pub fn glance(&mut self, child: &Position) -> Score {
        self.frames[1].pv.clear();
        self.terminal(child, 1).unwrap_or_else(|| -self.evaluate(child))
    }

    /// Gives a sign of life.
    pub fn say_tick(&mut self) -> Result<(), Stopped> {
        self.say(InfoKind::Tick, 0)
    }

    /// Is this the first worker, whose result counts?
    pub fn is_first(&self) -> bool {
        matches!(self.part, Part::First(_))
    }

    /// Does anybody listen to this worker? Nobody does to helpers.
    fn is_heard(&self) -> bool {
        matches!(self.part, Part::First(First { on_info: Some(_), .. }))
    }

    /// Tells the caller the state of the search.
    fn say(&mut self, kind: InfoKind, index: usize) -> Result<(), Stopped> {
        if !self.is_heard() {
            return Ok(());
        }
        let time = self.job.started.elapsed();
        let info = Info { pv: self.text, ..self.describe(kind, index, self.last_told, time) };
        let Part::First(First { on_info: Some(on_info), last_told, .. }) = &mut self.part else {
            return Ok(());
        };
        *last_told = info.time;
        match on_info(&info) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped(StopReason::Callback)),
        }
    }

    /// The state of the search, but for the moves of the line.
    fn describe(
        &self,
        kind: InfoKind,
        index: usize,
        (score, bound, depth): (Score, Bound, i32),
        time: Duration,
    ) -> Info<'static> {
        let nodes = self.stats.nodes + self.crew.nodes();
        Info {
            kind,
            search_id: self.job.search_id,
            depth: depth as u32,
            seldepth: self.seldepth.max(self.crew.seldepth()) as u32,
            multipv: index as u32 + 1,
            hashfull: self.table.permille_full(nodes),
            score: ReportedScore::new(score, bound),
            wdl: win_draw_loss(score),
            nodes,
            nps: (u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)) as u64,
            tb_hits: self.stats.tb_hits + self.crew.tb_hits(),
            time,
            pv: "",
        }
    }

    /// Keeps the lines of the finished search, which took so much time.
    pub fn keep_lines(&self, kept: &mut Lines, time: Duration) {
        for (index, line) in self.lines.as_slice().iter().enumerate() {
            let moves = line.moves.as_slice();
            if !moves.is_empty() {
                let info = self.describe(InfoKind::Line, index, self.known_of(line), time);
                kept.push(info, |text| self.job.root.write_moves(moves, text));
            }
        }
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
        let firsts = |engine: &Engine| engine.memory().learnt.history.place();
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
