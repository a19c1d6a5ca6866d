//! Parallel search (lazy SMP): helpers search the same position as the main worker, each with
//! histories of its own, and share the hash table. Through it, the results of each steer the others
//! to different moves. This simple scheme scales as well as splitting the tree (Chess
//! Programming Wiki, "Lazy SMP"). Helpers search a little deeper than the main worker, and an
//! iteration that any worker has finished is finished for all.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::error::Error;
use crate::eval::Network;
use crate::options::Options;
use crate::panics::Payload;
use crate::search::job::Job;
use crate::search::lines;
use crate::search::shared_search::SharedSearch;
use crate::search::stats::Stats;
use crate::search::worker::{Memory, Worker, WorkerKind};
use crate::sys;

/// The helpers of an engine, each on its own thread. Dropping this ends the threads.
pub struct Helpers {
    team: Arc<Team>,
    threads: Vec<JoinHandle<()>>,
}

/// What the helper threads share.
struct Team {
    shared: SharedSearch,
    slots: Vec<HelperSlot>,
}

impl Helpers {
    /// The memory in bytes that is needed even without helpers.
    pub const BYTES: u64 = lines::ROOM_BYTES as u64;

    /// Starts the helpers that the options ask for. They wait for a search, with all the memory that
    /// they need to search with a network.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), also when the system refuses a thread.
    pub fn new(options: &Options, network: &Arc<Network>) -> Result<Helpers, Error> {
        let exhausted = |_| Error::out_of_memory("the threads");
        let (count, lines) = (options.helpers(), options.multi_pv);
        let (mut threads, mut slots) = (Vec::new(), Vec::new());
        threads.try_reserve_exact(count).map_err(exhausted)?;
        slots.try_reserve_exact(count).map_err(exhausted)?;
        for _ in 0..count {
            slots.push(HelperSlot::new(network, lines)?);
        }
        let team = Team { shared: SharedSearch::new(count)?, slots };
        let mut helpers = Helpers { team: Arc::new(team), threads };
        for index in 0..count {
            let team = Arc::clone(&helpers.team);
            let thread = sys::spawn_and_wait("seajay-helper", move || team.serve(index));
            helpers.threads.push(thread.ok_or_else(Error::no_thread)?);
        }
        Ok(helpers)
    }

    /// What the workers of a search share.
    pub fn shared(&self) -> &SharedSearch {
        &self.team.shared
    }

    /// Changes the number of lines to search for.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn set_lines(&self, lines: usize) -> Result<(), Error> {
        self.team.slots.iter().try_for_each(|slot| slot.lock().memory.set_lines(lines))
    }

    /// Clears the histories of the helpers.
    pub fn clear_memories(&self) {
        for slot in &self.team.slots {
            slot.lock().memory.clear();
        }
    }

    /// Begins a search, and hands its job to the helpers.
    pub fn begin(&self, job: &Arc<Job>) -> HelperGuard<'_> {
        self.shared().begin(job.limits.nodes.unwrap_or(u64::MAX));
        // Only the main worker searches for a mate, and weaker players are alone with their few nodes.
        let is_alone = job.limits.mate_moves().is_some() || job.handicap.is_some();
        let slots = if is_alone { &[] } else { &self.team.slots[..] };
        for slot in slots {
            slot.lock().job = Some(Arc::clone(job));
            slot.changed.notify_one();
        }
        HelperGuard(&self.team)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        for slot in &self.team.slots {
            slot.lock().closed = true;
            slot.changed.notify_one();
        }
        for thread in self.threads.drain(..) {
            // The thread catches its panics; there is nothing left to report.
            let _ = thread.join();
        }
    }
}

/// The helpers at work on a search. Dropping this, also when the main worker panics, ends their
/// work.
pub struct HelperGuard<'a>(&'a Team);

impl HelperGuard<'_> {
    /// Ends the work of the helpers, and visits their results.
    ///
    /// # Errors
    /// The payload of the first panic in a helper.
    pub fn end(&self, mut visit: impl FnMut(HelperResult)) -> Result<(), Payload> {
        let HelperGuard(Team { shared, slots }) = self;
        shared.halt();
        let mut result = Ok(());
        for (index, slot) in slots.iter().enumerate() {
            let mut work = slot.lock();
            shared.progress(index).publish(&Stats::default(), 0);
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

impl Drop for HelperGuard<'_> {
    fn drop(&mut self) {
        // If several threads panic, the first panic is reported.
        let _ = self.end(|_| ());
    }
}

/// The place where a helper gets its jobs.
struct HelperSlot {
    work: Mutex<Work>,
    changed: Condvar,
}

/// The content of a slot. The helper holds the lock while it works.
struct Work {
    /// A search to join.
    job: Option<Arc<Job>>,
    /// How the last search ended for the helper.
    found: Option<Result<HelperResult, Payload>>,
    memory: Memory,
    /// Whether the thread must end.
    closed: bool,
}

/// The counts of a helper at the end of its search.
pub struct HelperResult {
    pub stats: Stats,
    pub seldepth: usize,
}

impl HelperSlot {
    fn new(network: &Arc<Network>, lines: usize) -> Result<HelperSlot, Error> {
        let memory = Memory::new(Arc::clone(network), lines)?;
        let work = Work { job: None, found: None, memory, closed: false };
        Ok(HelperSlot { work: Mutex::new(work), changed: Condvar::new() })
    }

    /// Locks the slot, which waits until the helper has finished its work.
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Team {
    /// The main function of a helper thread: runs one search after the other.
    fn serve(&self, index: usize) {
        let slot = &self.slots[index];
        let mut work = slot.lock();
        loop {
            let idle = |work: &mut Work| work.job.is_none() && !work.closed;
            work = slot.changed.wait_while(work, idle).unwrap_or_else(PoisonError::into_inner);
            let Some(job) = work.job.take() else { return };
            let memory = &mut work.memory;
            let progress = self.shared.progress(index);
            let kind = WorkerKind::Helper { progress, depth_offset: depth_offset(index) };
            let search = || {
                let mut worker = Worker::new(&job, &self.shared, memory, kind);
                worker.help();
                HelperResult { stats: worker.stats, seldepth: worker.seldepth }
            };
            work.found = Some(panic::catch_unwind(AssertUnwindSafe(search)));
        }
    }
}

/// How many plies deeper than the main worker a helper searches: two for half of the helpers, three
/// for a quarter, and so on. The result of a deeper search helps the others more.
fn depth_offset(index: usize) -> i32 {
    (index + 1).trailing_zeros() as i32 + 2
}

#[cfg(test)]
impl Helpers {
    /// Breaks the memory of the first helper, so that it panics in the next search.
    pub fn sabotage(&self) {
        self.team.slots[0].lock().memory.lists.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::board::Move;
    use crate::{Engine, Limits};

    fn engine(threads: usize) -> Engine {
        let mut engine = Engine::new().expect("memory");
        engine.set_option("Threads", &threads.to_string()).expect("threads");
        engine
    }

    /// Searches until all helpers have searched nodes, and returns how many each has.
    fn search_until_all_help(engine: &mut Engine) -> Vec<u64> {
        const PATIENCE: Duration = Duration::from_secs(60);
        let begun = Instant::now();
        let prepared = engine.prepare(&Limits::infinite()).expect("limits");
        let team = Arc::clone(&engine.helpers().team);
        let mut nodes = Vec::new();
        let on_info = |_: &crate::Info<'_>| {
            nodes = team.shared.nodes_of_helpers().collect();
            let all_help = nodes.iter().all(|&nodes| nodes > 0);
            if all_help || begun.elapsed() > PATIENCE {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let report = engine.run(prepared, on_info);
        assert!(report.nodes > nodes.iter().sum());
        assert!(team.slots.iter().all(|slot| slot.work.try_lock().is_ok()), "all are idle again");
        nodes
    }

    #[test]
    fn every_helper_helps_and_learns_and_forgets() {
        let mut engine = engine(4);
        let nodes = search_until_all_help(&mut engine);
        assert!(nodes.len() == 3 && nodes.iter().all(|&nodes| nodes > 0), "{nodes:?}");
        let histories = |engine: &Engine| {
            let slots = &engine.helpers().team.slots;
            let knows =
                |slot: &&HelperSlot| slot.lock().memory.histories.killers.at(1)[0] != Move::NONE;
            slots.iter().filter(knows).count()
        };
        assert!(histories(&engine) > 0);
        engine.clear_history();
        assert_eq!(histories(&engine), 0);
    }

    #[test]
    fn a_panic_in_a_helper_goes_on_in_the_search() {
        let [mut broken, mut sound] = [engine(3), engine(3)];
        broken.helpers().sabotage();
        let search = |engine: &mut Engine| {
            let run = || engine.search(&Limits::nodes(20_000), |_| ControlFlow::Continue(()));
            panic::catch_unwind(AssertUnwindSafe(run))
        };
        // A search may end before a helper on a busy machine has begun.
        let payload = (0..1000).find_map(|_| search(&mut broken).err()).expect("a panic");
        assert!(payload.downcast_ref::<String>().expect("its text").contains("out of"));
        assert!(search(&mut sound).is_ok());
        // The helper's thread is still alive, and ends.
        drop(broken);
    }
}
