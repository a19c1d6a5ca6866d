//! More workers for one search (lazy SMP): helpers search the same position as the first worker,
//! each with a memory of its own, and share the hash table. There each finds what the others have
//! already done, and is led to other moves by it. That simple scheme scales as well as dividing
//! the tree does (Chess Programming Wiki, "Lazy SMP"). Helpers search a little deeper than the
//! first worker, and whoever is first to finish an iteration has finished it for all.
//!
//! A helper sleeps on its desk's condition until a job lies there, and holds the desk's lock while
//! it works: whoever gets the lock next finds the work done.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::error::Error;
use crate::eval::Network;
use crate::search::Stats;
use crate::search::lines::{self, RootLine};
use crate::search::worker::{Job, Memory, Part, Worker};
use crate::sys;

/// A worker looks up from its work at least once in so many nodes.
const MOST_NODES_AT_ONCE: u64 = 1024;

/// What a panic carries.
type Payload = Box<dyn Any + Send>;

/// The helpers of an engine, each on a thread. They end when this is dropped.
pub struct Helpers {
    crew: Arc<Crew>,
    threads: Vec<JoinHandle<()>>,
}

impl Helpers {
    /// The bytes that they take however few they are.
    pub const BYTES: u64 = lines::ROOM_BYTES as u64;

    /// So many sleeping helpers, with all the memory that they will need to search with a network.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), also when the system refuses a thread.
    pub fn new(count: usize, network: &Arc<Network>) -> Result<Helpers, Error> {
        let mut threads = Vec::new();
        threads.try_reserve_exact(count).map_err(|_| Error::out_of_memory("the threads"))?;
        let mut helpers = Helpers { crew: Arc::new(Crew::new(count, network)?), threads };
        for index in 0..count {
            let crew = Arc::clone(&helpers.crew);
            let life = move || crew.desks[index].serve(&crew);
            helpers.threads.push(
                sys::spawn_and_wait("seajay-helper", life)
                    .ok_or_else(|| Error::out_of_memory("a thread"))?,
            );
        }
        Ok(helpers)
    }

    /// What the workers of a search share.
    pub fn crew(&self) -> &Crew {
        &self.crew
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        for desk in &self.crew.desks {
            desk.lock().closed = true;
            desk.changed.notify_one();
        }
        for thread in self.threads.drain(..) {
            // It catches its panics; there is nothing left to report.
            let _ = thread.join();
        }
    }
}

/// What the workers of a search share besides its job.
pub struct Crew {
    /// Shall the helpers end their search?
    halted: AtomicBool,
    /// What is left of the nodes that the search may visit.
    nodes_left: Apart<AtomicU64>,
    /// The deepest iteration that a worker has finished.
    finished: Mutex<Finished>,
    /// Its depth.
    finished_depth: AtomicI32,
    desks: Vec<Desk>,
}

/// A finished iteration: the scores of its lines are exact.
pub struct Finished {
    pub depth: i32,
    pub lines: Vec<RootLine>,
}

impl Crew {
    fn new(count: usize, network: &Arc<Network>) -> Result<Crew, Error> {
        let mut desks = Vec::new();
        desks.try_reserve_exact(count).map_err(|_| Error::out_of_memory("the threads"))?;
        for number in 1..=count {
            desks.push(Desk::new(number, network)?);
        }
        Ok(Crew {
            halted: AtomicBool::new(false),
            nodes_left: Apart::default(),
            finished: Mutex::new(Finished { depth: 0, lines: lines::room()? }),
            finished_depth: AtomicI32::new(0),
            desks,
        })
    }

    /// Forgets what the helpers have learnt.
    pub fn clear_memories(&self) {
        for desk in &self.desks {
            desk.lock().memory.clear();
        }
    }

    /// Shall the helpers end their search?
    pub fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Takes a share of the nodes that may be visited: as many as are good for one stretch of
    /// work, fewer towards the end, so that none runs out while others have plenty. 0 when
    /// there are none left.
    pub fn draw_nodes(&self) -> u64 {
        let workers = self.desks.len() as u64 + 1;
        let share = |left: u64| left.div_ceil(workers).min(MOST_NODES_AT_ONCE);
        let take = |left: u64| Some(left - share(left));
        let (Ok(before) | Err(before)) = self.nodes_left.0.fetch_update(Relaxed, Relaxed, take);
        share(before)
    }

    /// A worker has finished an iteration.
    pub fn finish(&self, depth: i32, lines: &[RootLine]) {
        let mut finished = self.finished();
        if depth > finished.depth {
            finished.depth = depth;
            finished.lines.clear();
            finished.lines.extend_from_slice(lines);
            self.finished_depth.store(depth, Relaxed);
        }
    }

    /// The deepest iteration that a worker has finished.
    pub fn finished(&self) -> MutexGuard<'_, Finished> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its depth.
    pub fn finished_depth(&self) -> i32 {
        self.finished_depth.load(Relaxed)
    }

    /// Nodes that the helpers are known to have visited in this search.
    pub fn nodes(&self) -> u64 {
        self.desks.iter().map(|desk| desk.progress.0.nodes.load(Relaxed)).sum()
    }

    /// Tablebase positions that the helpers are known to have met.
    pub fn tb_hits(&self) -> u64 {
        self.desks.iter().map(|desk| desk.progress.0.tb_hits.load(Relaxed)).sum()
    }

    /// The longest line that a helper is known to have looked at.
    pub fn seldepth(&self) -> usize {
        let depths = self.desks.iter().map(|desk| desk.progress.0.seldepth.load(Relaxed));
        depths.max().unwrap_or(0)
    }
}

/// The helpers at work on a search. Dropped, also by a panic of the first worker, it ends that.
pub struct Leash<'a>(&'a Crew);

impl<'a> Leash<'a> {
    /// Hands the job to the helpers.
    pub fn begin(crew: &'a Crew, job: &Arc<Job>) -> Leash<'a> {
        crew.halted.store(false, Relaxed);
        crew.nodes_left.0.store(job.limits.nodes.unwrap_or(u64::MAX), Relaxed);
        crew.finished().depth = 0;
        crew.finished_depth.store(0, Relaxed);
        // A mate is sought by the first worker alone.
        let desks = if job.limits.mate_moves().is_some() { &[] } else { &crew.desks[..] };
        for desk in desks {
            desk.lock().job = Some(Arc::clone(job));
            desk.changed.notify_one();
        }
        Leash(crew)
    }

    /// Ends their work, and goes through what they have to tell.
    ///
    /// # Errors
    /// What the first panic in a helper carries.
    pub fn end(&self, mut visit: impl FnMut(Found)) -> Result<(), Payload> {
        let Leash(crew) = self;
        crew.halted.store(true, Relaxed);
        let mut result = Ok(());
        for desk in &crew.desks {
            let mut work = desk.lock();
            desk.progress.0.publish(&Stats::default(), 0);
            work.job = None;
            match work.found.take() {
                Some(Ok(found)) => visit(found),
                Some(Err(payload)) => result = result.and(Err(payload)),
                None => (),
            }
        }
        result
    }
}

impl Drop for Leash<'_> {
    fn drop(&mut self) {
        // Of two panics the first is told.
        let _ = self.end(|_| ());
    }
}

/// Where a helper works.
struct Desk {
    work: Mutex<Work>,
    changed: Condvar,
    progress: Apart<Progress>,
    /// How many plies deeper than the first worker the helper searches: half of the helpers two
    /// plies, a quarter three, and so on. What a deeper search has found helps the others more.
    lead: i32,
}

/// What lies on a desk. Its lock is held by the helper while it works.
struct Work {
    /// A search that the helper shall join.
    job: Option<Arc<Job>>,
    /// How the last one ended for it.
    found: Option<Result<Found, Payload>>,
    memory: Memory,
    /// Shall the thread end?
    closed: bool,
}

/// What there is to tell of a helper when its search has ended.
pub struct Found {
    pub stats: Stats,
    pub seldepth: usize,
}

/// How far a helper is in its search.
#[derive(Default)]
pub struct Progress {
    nodes: AtomicU64,
    seldepth: AtomicUsize,
    tb_hits: AtomicU64,
}

/// On cache lines of its own, lest one thread's writing slow down another's reading. Two lines,
/// since some processors fetch them in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

impl Desk {
    /// The desk of the helper with this number, counted from 1.
    fn new(number: usize, network: &Arc<Network>) -> Result<Desk, Error> {
        let memory = Memory::new(Arc::clone(network))?;
        let work = Work { job: None, found: None, memory, closed: false };
        let (work, changed) = (Mutex::new(work), Condvar::new());
        let lead = number.trailing_zeros() as i32 + 2;
        Ok(Desk { work, changed, progress: Apart::default(), lead })
    }

    /// Waits until the helper does not work.
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of a helper: one search after the other.
    fn serve(&self, crew: &Crew) {
        let mut work = self.lock();
        loop {
            let idle = |work: &mut Work| work.job.is_none() && !work.closed;
            work = self.changed.wait_while(work, idle).unwrap_or_else(PoisonError::into_inner);
            let Some(job) = work.job.take() else { return };
            let memory = &mut work.memory;
            let part = Part::Helper { progress: &self.progress.0, lead: self.lead };
            let search = || Worker::new(&job, crew, memory, part).help();
            work.found = Some(panic::catch_unwind(AssertUnwindSafe(search)));
        }
    }
}

impl Progress {
    /// Tells the others.
    pub fn publish(&self, stats: &Stats, seldepth: usize) {
        self.nodes.store(stats.nodes, Relaxed);
        self.tb_hits.store(stats.tb_hits, Relaxed);
        self.seldepth.store(seldepth, Relaxed);
    }
}

#[cfg(test)]
impl Crew {
    /// Takes from the first helper what it needs: it will panic in the next search.
    pub fn sabotage(&self) {
        self.desks[0].lock().memory.frames.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::moves::PackedMove;
    use crate::{Engine, Limits};

    fn engine(threads: usize) -> Engine {
        let mut engine = Engine::new().expect("memory");
        engine.set_option("Threads", &threads.to_string()).expect("threads");
        engine
    }

    /// Searches until all helpers have done something, and tells how much each.
    fn search_until_all_help(engine: &mut Engine) -> Vec<u64> {
        const PATIENCE: Duration = Duration::from_secs(60);
        let begun = Instant::now();
        let prepared = engine.prepare(&Limits::infinite()).expect("limits");
        let crew = Arc::clone(&engine.helpers().crew);
        let mut nodes = Vec::new();
        let on_info = |_: &crate::Info<'_>| {
            nodes = crew.desks.iter().map(|desk| desk.progress.0.nodes.load(Relaxed)).collect();
            let all_help = nodes.iter().all(|&nodes| nodes > 0);
            if all_help || begun.elapsed() > PATIENCE {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let report = engine.run(prepared, on_info);
        assert!(report.nodes > nodes.iter().sum());
        assert!(crew.desks.iter().all(|desk| desk.work.try_lock().is_ok()), "all are idle again");
        nodes
    }

    #[test]
    fn every_helper_helps_and_learns_and_forgets() {
        let mut engine = engine(4);
        let nodes = search_until_all_help(&mut engine);
        assert!(nodes.len() == 3 && nodes.iter().all(|&nodes| nodes > 0), "{nodes:?}");
        let learnt = |engine: &Engine| {
            let desks = &engine.helpers().crew.desks;
            let knows =
                |desk: &&Desk| desk.lock().memory.learnt.killers.at(1)[0] != PackedMove::NONE;
            desks.iter().filter(knows).count()
        };
        assert!(learnt(&engine) > 0);
        engine.clear_history();
        assert_eq!(learnt(&engine), 0);
    }

    #[test]
    fn shares_add_up_to_the_limit() {
        for (helpers, limit) in [(0, 0), (0, 1), (0, 2500), (1, 1), (1, 5000), (7, 100), (255, 77)]
        {
            let crew = Crew::new(helpers, &Network::embedded().expect("memory")).expect("memory");
            crew.nodes_left.0.store(limit, Relaxed);
            let shares: Vec<u64> =
                std::iter::repeat_with(|| crew.draw_nodes()).take_while(|&n| n > 0).collect();
            assert_eq!(shares.iter().sum::<u64>(), limit);
            assert!(shares.is_sorted_by(|a, b| a >= b) && shares.iter().all(|&n| n <= 1024));
            if helpers == 0 {
                assert_eq!(shares.len() as u64, limit.div_ceil(1024), "no needless looks");
            }
        }
    }

    #[test]
    fn a_panic_in_a_helper_goes_on_in_the_search() {
        let [mut broken, mut sound] = [engine(3), engine(3)];
        broken.helpers().crew.sabotage();
        let search = |engine: &mut Engine| {
            let run = || engine.search(&Limits::nodes(20_000), |_| ControlFlow::Continue(()));
            panic::catch_unwind(AssertUnwindSafe(run))
        };
        // A search may be over before a helper on a busy machine has begun with it.
        let payload = (0..1000).find_map(|_| search(&mut broken).err()).expect("a panic");
        assert!(payload.downcast_ref::<String>().expect("its text").contains("out of"));
        assert!(search(&mut sound).is_ok());
        // Its thread still lives, and ends.
        drop(broken);
    }
}
