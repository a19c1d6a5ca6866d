//! An [`Engine`] takes a position and limits, searches, and returns a move.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::Position;
use crate::error::Error;
use crate::eval::{self, Evaluator, Network};
use crate::game::{Game, RootPosition};
use crate::limits::Limits;
use crate::options::{OPTIONS, OptionInfo, Options};
use crate::report::{Info, Lines, Report};
use crate::search::{
    Budget, Handicap, Helpers, Job, MainWorker, Memory, OnInfo, RootMoves, Settings, Sight,
    Signals, Stats, Worker, WorkerKind,
};
use crate::sys::Instant;
use crate::tb::{Tablebase, TbEntry};
use crate::tt::Table;

/// A chess engine: one position, one hash table, one search at a time.
///
/// Engines share no mutable state that could affect a result except open tablebases; a process may
/// hold hundreds. An engine can be sent to another thread, and [`Engine::stopper`] stops its search
/// from any thread.
pub struct Engine {
    root: RootPosition,
    /// Whether the position was set without a game: then the option says how castling is written.
    own_position: bool,
    settings: Settings,
    tt: Arc<Table>,
    /// The memory of the main worker; that of the others is with the helpers.
    memory: Memory,
    helpers: Helpers,
    signals: Arc<Signals>,
    stats: Stats,
    lines: Arc<Lines>,
    /// The lines before the last ones, whose memory the next search reuses.
    spare_lines: Option<Arc<Lines>>,
    /// The last job, whose memory the next search reuses.
    spare_job: Option<Arc<Job>>,
    searches: u64,
    /// The number of searches since the memory was cleared.
    searches_since_clear: u64,
}

/// Stops the search of an engine, or tells it that its ponder move was played, from any thread.
#[derive(Clone)]
pub struct Stopper {
    signals: Arc<Signals>,
}

/// A search that has begun but is not running yet: a stop from here on reaches it. Made by
/// [`Engine::prepare`], consumed by [`Engine::run`]. It has the position and the options that were
/// set when it was made, tablebases too, except `Hash`, `Threads` and the network. Only the engine
/// that made it can run it usefully.
pub struct Prepared {
    job: Arc<Job>,
    /// Memory for the lines that the search will find.
    lines: Arc<Lines>,
}

/// What a search is for.
enum Purpose<'a> {
    /// A move in the engine's position.
    Play,
    /// A position of a review.
    Review { root: &'a RootPosition, is_first: bool },
}

impl Engine {
    /// An engine at the start of a game, with all options at their defaults.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new() -> Result<Engine, Error> {
        let (options, network) = (Arc::new(Options::default()), Network::embedded());
        Ok(Engine {
            root: RootPosition::start(),
            own_position: true,
            tt: Arc::new(Table::new(options.hash_mib)?),
            memory: Memory::new(Arc::clone(&network), options.multi_pv)?,
            helpers: Helpers::new(&options, &network)?,
            settings: Settings { options, network, tb: None },
            signals: Arc::default(),
            stats: Stats::default(),
            lines: Arc::default(),
            spare_lines: None,
            spare_job: None,
            searches: 0,
            searches_since_clear: 0,
        })
    }

    /// All options.
    pub fn options() -> &'static [OptionInfo] {
        &OPTIONS
    }

    /// Sets an option. A new `Hash` clears the hash table, as does `EvalFile` when it loads a
    /// network. A new number of `Threads` ends the helper threads and starts new ones, which sleep
    /// between searches. `MultiPV` above 1 takes more memory for each thread. `SyzygyPath` opens the
    /// files in its folders, and clears the hash table too.
    ///
    /// # Errors
    /// [`UnknownOption`](crate::ErrorKind::UnknownOption),
    /// [`InvalidValue`](crate::ErrorKind::InvalidValue) (also for a file that is not a network, or a
    /// damaged tablebase), [`Io`](crate::ErrorKind::Io) and
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory); the old value stays.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let old = Arc::clone(&self.settings.options);
        let options = old.with(name, value)?;
        if options.hash_mib != old.hash_mib {
            self.tt = Arc::new(Table::new(options.hash_mib)?);
            self.forget_job();
        }
        if options.threads != old.threads {
            self.helpers = Helpers::new(&options, &self.settings.network)?;
        }
        if options.multi_pv != old.multi_pv
            && let Err(error) = self.set_lines(options.multi_pv)
        {
            // Some of the threads may have had the memory.
            self.set_lines(old.multi_pv)?;
            return Err(error);
        }
        // A file may have changed, or another network been loaded, since the name was set last.
        if !Arc::ptr_eq(&options.eval_file, &old.eval_file) {
            self.use_network(Network::from_option(&options.eval_file)?)?;
        }
        if !Arc::ptr_eq(&options.syzygy_path, &old.syzygy_path) {
            self.settings.tb = Tablebase::from_option(&options.syzygy_path)?;
            self.forget_job();
            // Its entries depend on the old tablebases.
            self.tt.clear();
        }
        self.settings.options = Arc::new(options);
        Ok(())
    }

    /// Gives all threads the memory to search for a number of lines, and takes back what they need no
    /// more.
    fn set_lines(&mut self, lines: usize) -> Result<(), Error> {
        self.memory.set_lines(lines)?;
        self.helpers.set_lines(lines)
    }

    /// Replaces the network by the bytes of a file as `EvalFile` takes it, until that option is set
    /// again. Clears the hash table.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) names what is wrong with the bytes,
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory); the old network stays.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.use_network(Arc::new(Network::parse(bytes)?))
    }

    pub(crate) fn use_network(&mut self, network: Arc<Network>) -> Result<(), Error> {
        if !Arc::ptr_eq(&network, &self.settings.network) {
            let evaluator = Evaluator::new(Arc::clone(&network))?;
            self.helpers = Helpers::new(&self.settings.options, &network)?;
            self.memory.change_evaluator(evaluator);
            self.settings.network = network;
            self.forget_job();
            // Its static evaluations are those of the old network.
            self.tt.clear();
        }
        Ok(())
    }

    /// Drops the job kept for reuse, which would keep an old table, network or tablebase alive.
    fn forget_job(&mut self) {
        self.spare_job = None;
    }

    /// Sets the position to that of a game, with what the rules need to know of the moves before
    /// it. The game is copied: moves played on it later need another call.
    pub fn set_game(&mut self, game: &Game) {
        self.set_root(game, false);
    }

    /// Sets the position from text: a FEN (`None` is the start position) and the moves played from
    /// it, in UCI notation, separated by white space. Castling is then written as king takes rook
    /// if `UCI_Chess960` is set or the FEN is one of Chess960.
    ///
    /// # Errors
    /// [`InvalidFen`](crate::ErrorKind::InvalidFen),
    /// [`IllegalPosition`](crate::ErrorKind::IllegalPosition),
    /// [`IllegalMove`](crate::ErrorKind::IllegalMove) and
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory); the old position stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), Error> {
        let mut game = Game::from_fen(fen)?;
        game.play(moves)?;
        self.set_root(&game, true);
        Ok(())
    }

    fn set_root(&mut self, game: &Game, own_position: bool) {
        self.root.set(game);
        self.own_position = own_position;
    }

    /// The value of an option as text.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOption`](crate::ErrorKind::UnknownOption).
    pub fn option(&self, name: &str) -> Result<String, Error> {
        self.settings.options.get(name)
    }

    /// The static evaluation of the position in centipawns, from the side to move's point of view.
    pub fn evaluate(&self) -> i32 {
        self.settings.evaluate(&self.root.position)
    }

    /// The memory in bytes that the engine uses on the heap: hash table, threads, and a network of
    /// its own. The hash table is counted whole, although the system provides its pages as they are
    /// first used. The embedded network, which all engines share, and the stacks of threads are not
    /// counted.
    pub fn memory_usage(&self) -> u64 {
        self.settings.memory_usage()
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn root(&self) -> &RootPosition {
        &self.root
    }

    /// Searches the position until a limit is reached, the stopper is used, or `on_info` breaks.
    /// `on_info` runs on this thread: once when the search begins, for each new line, and about
    /// every 50 ms (less often on a busy machine).
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) without any limit,
    /// [`IllegalMove`](crate::ErrorKind::IllegalMove) for the root moves,
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn search(
        &mut self,
        limits: &Limits,
        on_info: impl FnMut(&Info<'_>) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        let prepared = self.prepare(limits)?;
        Ok(self.run(prepared, on_info))
    }

    /// Begins a search without running it. A stop or ponderhit after this call reaches the search,
    /// even if [`Engine::run`] is called later and on another thread.
    ///
    /// # Errors
    /// As for [`Engine::search`].
    pub fn prepare(&mut self, limits: &Limits) -> Result<Prepared, Error> {
        limits.check(self.root.position.turn())?;
        self.prepare_for(Purpose::Play, limits)
    }

    /// Begins the search of a position of a review, at full strength. The first one accepts stops
    /// from then on; a further one keeps a stop that has come since.
    ///
    /// # Errors
    /// As for [`Engine::search`].
    pub(crate) fn prepare_review(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        is_first: bool,
    ) -> Result<Prepared, Error> {
        self.prepare_for(Purpose::Review { root, is_first }, limits)
    }

    fn prepare_for(&mut self, purpose: Purpose<'_>, limits: &Limits) -> Result<Prepared, Error> {
        let started = Instant::now();
        let mut job = match self.spare_job.take().filter(|job| Arc::strong_count(job) == 1) {
            Some(job) => job,
            None => Arc::new(self.new_job()?),
        };
        let spare_lines = self.spare_lines.take().filter(|lines| Arc::strong_count(lines) == 1);
        let mut lines = spare_lines.unwrap_or_default();
        let options = &self.settings.options;
        let root = match purpose {
            Purpose::Play => &self.root,
            Purpose::Review { root, .. } => root,
        };
        let is_play = matches!(purpose, Purpose::Play);
        let fields = Arc::get_mut(&mut job).expect("no other thread has it");
        fields.root_moves.set(root, &limits.search_moves)?;
        let seed = root.position.key() ^ (self.searches_since_clear + 1);
        let is_limited = is_play && limits.mate_moves().is_none();
        let handicap = Handicap::new(options, seed).filter(|_| is_limited);
        if let Some(handicap) = handicap {
            fields.root_moves.leave_out(|m| handicap.sight(m) == Sight::Missed);
        }
        let nodes =
            [limits.nodes, handicap.map(|handicap| handicap.nodes)].into_iter().flatten().min();
        let room = Arc::get_mut(&mut lines).expect("no other thread has them");
        room.begin(root, options.multi_pv.min(fields.root_moves.len()))?;
        if !matches!(purpose, Purpose::Review { is_first: false, .. }) {
            self.signals.begin(limits.ponder);
        }
        self.searches += 1;
        self.searches_since_clear += 1;
        fields.root.clone_from(root);
        fields.root.chess960 |= is_play && self.own_position && options.chess960;
        fields.settings.clone_from(&self.settings);
        // The root moves are found; their text, which would need memory, is not copied.
        fields.limits = Limits { search_moves: String::new(), nodes, ..*limits };
        fields.handicap = handicap;
        fields.search_id = self.searches;
        fields.started = started;
        let overhead = fields.settings.options.move_overhead_ms;
        fields.budget = Budget::new(&fields.limits, fields.root.position.turn(), overhead);
        Ok(Prepared { job, lines })
    }

    /// Memory for the job of a search.
    fn new_job(&self) -> Result<Job, Error> {
        let started = Instant::now();
        Ok(Job {
            tt: Arc::clone(&self.tt),
            signals: Arc::clone(&self.signals),
            root: self.root.clone(),
            settings: self.settings.clone(),
            limits: Limits::default(),
            root_moves: RootMoves::with_room()?,
            handicap: None,
            search_id: 0,
            started,
            taken: started,
            budget: Budget::default(),
        })
    }

    /// Runs a prepared search to its end. From the first call of `on_info` on, nothing is
    /// allocated.
    ///
    /// # Panics
    /// If `on_info` panics. A panic on another thread, which would be a bug, is resumed here.
    pub fn run(
        &mut self,
        prepared: Prepared,
        mut on_info: impl FnMut(&Info<'_>) -> ControlFlow<()>,
    ) -> Report {
        self.run_for(prepared, Some(&mut on_info))
    }

    /// Runs a prepared search to its end, with or without a callback.
    pub(crate) fn run_for(&mut self, prepared: Prepared, on_info: Option<OnInfo<'_>>) -> Report {
        // The callback may be borrowed for longer than the search lasts.
        #[expect(clippy::needless_match, reason = "a closure would not shorten the lifetime")]
        let on_info: Option<OnInfo<'_>> = match on_info {
            Some(on_info) => Some(on_info),
            None => None,
        };
        let Prepared { mut job, mut lines } = prepared;
        let fields = Arc::get_mut(&mut job).expect("no other thread has it");
        fields.taken = Instant::now();
        fields.signals.take(fields.taken);
        // `Hash` may have been set since.
        if !Arc::ptr_eq(&fields.tt, &self.tt) {
            fields.tt = Arc::clone(&self.tt);
        }
        // Disks may be slow: a thread that only begins a search does not wait for them.
        let tables = fields.settings.tb.as_ref().filter(|_| fields.limits.mate_moves().is_none());
        if let Some(tables) = tables {
            fields.root_moves.probe_tb(tables, &fields.root);
        }
        job.tt.advance_age();
        let main = WorkerKind::Main(MainWorker::new(&job, on_info));
        let mut worker = Worker::new(&job, self.helpers.shared(), &mut self.memory, main);
        let report = worker.deepen(&self.helpers);
        self.stats = worker.stats;
        let room = Arc::get_mut(&mut lines).expect("no other thread has them");
        worker.keep_lines(room, report.time);
        drop(worker);
        self.spare_lines = Some(mem::replace(&mut self.lines, lines));
        self.spare_job = Some(job);
        report
    }

    /// Whether the last search was asked to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.signals.is_stopped()
    }

    /// What the endgame tablebases of `SyzygyPath` say of the position of a game; `None` if no table
    /// has it.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if a table cannot be read, or is damaged.
    pub fn probe_tb(&self, game: &Game) -> Result<Option<TbEntry>, Error> {
        self.settings.probe_tb(game)
    }

    /// A handle to stop this engine's searches.
    pub fn stopper(&self) -> Stopper {
        Stopper { signals: Arc::clone(&self.signals) }
    }

    /// The counters of the last search.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The memory in bytes that an engine with these values of `Hash` and `Threads`, and with all
    /// other options at their defaults, uses on the heap, as [`Engine::memory_usage`] returns it.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidValue`](crate::ErrorKind::InvalidValue) for values that the options do not take.
    pub fn estimate_memory(hash_mib: u64, threads: u32) -> Result<u64, Error> {
        let options = Options::default().with("Hash", &hash_mib.to_string())?;
        let options = options.with("Threads", &threads.to_string())?;
        Ok(memory(&options, &Network::embedded()))
    }

    /// The lines of the last search.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The lines of the last search, to keep beside the engine.
    pub(crate) fn shared_lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// Clears killers, histories and the hash table. Options, position and the last result stay.
    pub fn clear_history(&mut self) {
        self.tt.clear();
        self.memory.clear();
        self.helpers.clear_memories();
        self.searches_since_clear = 0;
    }
}

impl Settings {
    /// The static evaluation of a position in centipawns.
    pub fn evaluate(&self, position: &Position) -> i32 {
        eval::evaluate(&self.network, position).0
    }

    /// What the endgame tablebases say of the position of a game.
    pub fn probe_tb(&self, game: &Game) -> Result<Option<TbEntry>, Error> {
        self.tb.as_ref().map_or(Ok(None), |tables| tables.entry(&Position::new(game.position())))
    }

    /// The memory in bytes of an engine with these settings.
    pub fn memory_usage(&self) -> u64 {
        let shared = Arc::ptr_eq(&Network::embedded(), &self.network);
        memory(&self.options, &self.network) + if shared { 0 } else { self.network.bytes() }
    }
}

/// The memory in bytes of an engine with these options, without the network.
fn memory(options: &Options, network: &Network) -> u64 {
    let workers = options.threads as u64 * Memory::bytes(network, options.multi_pv);
    Table::bytes(options.hash_mib) + workers + Helpers::BYTES
}

#[cfg(test)]
impl Engine {
    pub(crate) fn helpers(&self) -> &Helpers {
        &self.helpers
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }
}

impl Prepared {
    /// Whether the search was stopped before it ran.
    pub(crate) fn is_stopped(&self) -> bool {
        self.job.signals.is_stopped()
    }

    /// The time at which its clock ends it if it has not run.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.job.deadline()
    }

    /// Its priority in the queue of a pool.
    pub(crate) fn priority(&self) -> i32 {
        self.job.limits.priority
    }
}

impl Stopper {
    /// Ends the running search within milliseconds. Without a search it does nothing.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// Whether the last search was asked to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.signals.is_stopped()
    }

    /// Tells the search that the ponder move was played: it goes on under its limits, which count
    /// from now.
    pub fn ponderhit(&self) {
        self.signals.ponderhit();
    }
}
