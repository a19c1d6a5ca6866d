//! The safe public API: an [`Engine`] that is given a position and limits and returns a move.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::error::{Error, ErrorKind, excerpt};
use crate::eval::{Evaluator, Network};
use crate::game::{Game, parse_move};
use crate::limits::Limits;
use crate::options::{OPTIONS, OptionInfo, Options};
use crate::report::{Info, Lines, Report};
use crate::search::{
    First, Handicap, Helpers, Job, Memory, Part, RootMoves, Signals, Stats, Worker,
};
use crate::tablebase::Tablebase;
use crate::tt::Table;
use crate::view::{self, View};

/// A chess engine: one position, one memory, one search at a time.
///
/// Engines share nothing that changes but open tablebases; a process may hold hundreds. An engine
/// can be sent to another thread, and [`Engine::stopper`] stops its search from anywhere.
pub struct Engine {
    view: View,
    table: Arc<Table>,
    /// What the first worker of a search has; the others' lies with the helpers.
    memory: Memory,
    helpers: Helpers,
    signals: Arc<Signals>,
    stats: Stats,
    lines: Arc<Lines>,
    searches: u64,
    /// Those since the memory was cleared.
    searches_since_clear: u64,
}

/// Stops the search of an engine, or tells it that its ponder move was played, from any thread.
#[derive(Clone)]
pub struct Stopper {
    signals: Arc<Signals>,
}

/// A search that has begun but does not run yet: a stop from here on reaches it.
/// Made by [`Engine::prepare`], used up by [`Engine::run`]. It is of the position and with the
/// options that were set when it was made, but for `Threads` and the network. Only the engine that
/// made it can run it in a useful way.
pub struct Prepared {
    job: Arc<Job>,
    /// Room for what the search will find.
    lines: Arc<Lines>,
}

impl Engine {
    /// An engine at the start of a game, with all options at their defaults.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn new() -> Result<Engine, Error> {
        let view = View::new()?;
        Ok(Engine {
            table: Arc::new(Table::new(view.options().hash_mib)?),
            memory: Memory::new(Arc::clone(view.network()))?,
            helpers: Helpers::new(view.options().helpers(), view.network())?,
            signals: Arc::default(),
            stats: Stats::default(),
            lines: Arc::default(),
            searches: 0,
            searches_since_clear: 0,
            view,
        })
    }

    /// The options there are.
    pub fn options() -> &'static [OptionInfo] {
        &OPTIONS
    }

    /// Sets an option. Another `Hash` empties the table, and `EvalFile` too when it loads a network.
    /// Another number of `Threads` ends those there were, besides the caller's, and makes those there
    /// shall be; they sleep between searches. `SyzygyPath` opens the files of its folders.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOption`], [`ErrorKind::InvalidValue`] (also for a file that is no
    /// network, or a damaged tablebase), [`ErrorKind::Io`], [`ErrorKind::OutOfMemory`]; the old
    /// value stays.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let old = self.view.options().clone();
        let options = old.with(name, value)?;
        if options.hash_mib != old.hash_mib {
            self.table = Arc::new(Table::new(options.hash_mib)?);
        }
        if options.threads != old.threads {
            self.helpers = Helpers::new(options.helpers(), self.view.network())?;
        }
        // A file may have changed, or another network been loaded, since the name was set last.
        if !Arc::ptr_eq(&options.eval_file, &old.eval_file) {
            self.use_network(Network::from_option(&options.eval_file)?)?;
        }
        if !Arc::ptr_eq(&options.syzygy_path, &old.syzygy_path) {
            self.view.set_tables(Tablebase::from_option(&options.syzygy_path)?);
            // It remembers what other tables said.
            self.table.clear();
        }
        self.view.set_options(options);
        Ok(())
    }

    /// Evaluates with another network from here on: the bytes of a file as `EvalFile` takes it.
    /// It takes the place of the option's until that is set again. The table is emptied.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] names what is wrong with the bytes,
    /// [`ErrorKind::OutOfMemory`]; the old network stays.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.use_network(Arc::new(Network::parse(bytes)?))
    }

    pub(crate) fn use_network(&mut self, network: Arc<Network>) -> Result<(), Error> {
        if !Arc::ptr_eq(&network, self.view.network()) {
            let evaluator = Evaluator::new(Arc::clone(&network))?;
            self.helpers = Helpers::new(self.view.options().helpers(), &network)?;
            self.memory.change_evaluator(evaluator);
            self.view.set_network(network);
            // Its static evaluations are those of the old network.
            self.table.clear();
        }
        Ok(())
    }

    /// Sets the position: a FEN (`None` is the start of a game) and the moves played from it,
    /// in UCI notation, separated by white space.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidFen`], [`ErrorKind::IllegalPosition`], [`ErrorKind::IllegalMove`],
    /// [`ErrorKind::OutOfMemory`]; the old position stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), Error> {
        let mut game = Game::new(fen)?;
        game.play_line(moves, |_, _| Ok(()))?;
        self.view.set_game(game);
        Ok(())
    }

    /// Plays one move in UCI notation.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`]; the old position stays.
    pub fn play(&mut self, m: &str) -> Result<(), Error> {
        let position = self.view.position();
        let legal = parse_move(position, m.trim_ascii()).ok_or_else(|| {
            let (quoted, fen) = (excerpt(m), position.fen());
            Error::new(
                ErrorKind::IllegalMove,
                format_args!("the move is not legal: \"{quoted}\" in {fen}"),
            )
        })?;
        self.view.play(legal);
        Ok(())
    }

    /// What can be read of the engine: the position and the options.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Searches the position until a limit is reached, the stopper is used, or `on_info`
    /// breaks. `on_info` runs on this thread: once as the search begins, for each new line,
    /// and about every 50 ms (later on a busy machine).
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] without any limit, [`ErrorKind::IllegalMove`] for the
    /// root moves, [`ErrorKind::OutOfMemory`].
    pub fn search(
        &mut self,
        limits: &Limits,
        on_info: impl FnMut(&Info<'_>) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        let prepared = self.prepare(limits)?;
        Ok(self.run(prepared, on_info))
    }

    /// Begins a search without running it. A stop or ponderhit given after this call reaches
    /// the search, even when [`Engine::run`] is called later and on another thread.
    ///
    /// # Errors
    /// As for [`Engine::search`].
    pub fn prepare(&mut self, limits: &Limits) -> Result<Prepared, Error> {
        let started = Instant::now();
        limits.check(self.view.position().turn())?;
        let roots = RootMoves::new(&self.view, &limits.search_moves)?;
        let lines = Lines::with_room(self.view.options().lines.min(roots.len()))?;
        self.signals.begin(started, limits.ponder);
        self.searches += 1;
        self.searches_since_clear += 1;
        let handicap = Handicap::new(self.view.options());
        let nodes =
            [limits.nodes, handicap.map(|handicap| handicap.nodes)].into_iter().flatten().min();
        let job = Job {
            table: Arc::clone(&self.table),
            signals: Arc::clone(&self.signals),
            view: self.view.clone(),
            // The root moves are found; their text, which would need memory, is not copied.
            limits: Limits { search_moves: String::new(), nodes, ..*limits },
            roots,
            handicap,
            seed: self.view.position().key() ^ self.searches_since_clear,
            search_id: self.searches,
            started,
        };
        Ok(Prepared { job: Arc::new(job), lines: Arc::new(lines) })
    }

    /// Runs a prepared search to its end. From the first call of `on_info` on, nothing is allocated.
    ///
    /// # Panics
    /// Where `on_info` does. A panic on another thread, which would be a bug, goes on here.
    pub fn run(
        &mut self,
        prepared: Prepared,
        mut on_info: impl FnMut(&Info<'_>) -> ControlFlow<()>,
    ) -> Report {
        let Prepared { mut job, mut lines } = prepared;
        if let Some(job) = Arc::get_mut(&mut job) {
            // `Hash` may have been set since.
            job.table = Arc::clone(&self.table);
            // Disks may be slow: whoever only begins a search does not wait for them.
            job.roots.ask_tables(&job.view);
        }
        job.table.advance_age();
        let first = Part::First(First::new(&job, &mut on_info));
        let mut worker = Worker::new(&job, self.helpers.crew(), &mut self.memory, first);
        let report = worker.deepen();
        self.stats = worker.stats;
        if let Some(lines) = Arc::get_mut(&mut lines) {
            worker.keep_lines(lines);
        }
        self.lines = lines;
        report
    }

    /// A handle to stop this engine's searches.
    pub fn stopper(&self) -> Stopper {
        Stopper { signals: Arc::clone(&self.signals) }
    }

    /// Counts of the last search.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The bytes that an engine with these values of `Hash` and `Threads` holds in the heap, as
    /// [`View::memory_usage`] tells of one that there is.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidValue`] for values that the options do not take.
    pub fn estimate_memory(hash_mib: u64, threads: u32) -> Result<u64, Error> {
        let options = Options::default().with("Hash", &hash_mib.to_string())?;
        let options = options.with("Threads", &threads.to_string())?;
        Ok(view::memory(&options, &*Network::embedded()?))
    }

    /// The lines of the last search.
    pub fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// Forgets killers, histories and the hash table. Options, position and the last result stay.
    pub fn clear_history(&mut self) {
        self.table.clear();
        self.memory.clear();
        self.helpers.crew().clear_memories();
        self.searches_since_clear = 0;
    }
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

impl Stopper {
    /// Ends the running search as soon as it looks, within milliseconds. Without one, nothing.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// The ponder move was played: the search goes on under its limits, which count from now.
    pub fn ponderhit(&self) {
        self.signals.ponderhit();
    }
}
