//! A pool runs the started searches of many engines on a few threads, by priority, then first come,
//! first served.
//!
//! Two more threads only take care of searches in the queue that are over before they begin,
//! because they were stopped or their clock has run out. These end at once with a legal move, whatever the
//! other threads are busy with, and one slow callback of the host does not delay them.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::engine::{Engine, Prepared};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::report::{Info, Report};
use crate::sys::{self, Instant, Signal};

std::thread_local! {
    /// The address of the pool that this thread serves, and its number among the pool's threads.
    static SERVING: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// The number of threads that end searches which are over before they have begun.
const WATCHERS: usize = 2;
/// How often the queue is checked for searches that are over.
const LOOK: Duration = Duration::from_millis(4);

/// Threads that search for many engines. Clones are the same pool; its threads end with the last
/// clone.
#[derive(Clone)]
pub struct Pool {
    owner: Arc<Owner>,
}

/// A search that waits for a thread.
pub(crate) trait Task: Send {
    /// Searches, and handles the result.
    fn run(self: Box<Self>);

    /// Its place in the queue: the higher comes first. It never changes.
    fn priority(&self) -> i32;

    /// Whether the task only has to end, since it was stopped.
    fn is_over(&self) -> bool;

    /// The time at which the task must end if no thread has taken it.
    fn deadline(&self) -> Option<Instant>;

    /// A number that identifies the owner of the task.
    fn owner(&self) -> usize {
        0
    }
}

/// Owns the threads: dropping this ends them.
struct Owner {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads of a pool share with the engines on it. It may outlive them.
#[derive(Default)]
pub(crate) struct Shared {
    queue: Mutex<Queue>,
    /// Signalled, as is the next, when a search is queued or the pool is closed. The threads that
    /// search wait for this.
    work: Signal,
    /// The watchers wait for this.
    filled: Signal,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Box<dyn Task>>,
    /// The number of tasks for which the queue has reserved room.
    promised: usize,
    closed: bool,
}

impl Pool {
    const MAX_THREADS: usize = 256;

    /// Creates a pool of some threads; 0 means one for each processor.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] above 256, [`ErrorKind::OutOfMemory`], also when the system
    /// refuses a thread.
    pub fn new(threads: usize) -> Result<Pool, Error> {
        if threads > Pool::MAX_THREADS {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format_args!("{threads} threads are more than {}", Pool::MAX_THREADS),
            ));
        }
        let count = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from).min(Pool::MAX_THREADS),
            count => count,
        };
        let mut threads = Vec::new();
        threads
            .try_reserve_exact(count + WATCHERS)
            .map_err(|_| Error::out_of_memory("the pool"))?;
        let mut owner = Owner { shared: Arc::default(), threads };
        for number in 0..count + WATCHERS {
            let shared = Arc::clone(&owner.shared);
            let body = move || {
                SERVING.set((Arc::as_ptr(&shared).addr(), number));
                // The last threads are the watchers.
                if number < count { shared.serve() } else { shared.serve_expired() }
            };
            let thread = sys::spawn_and_wait("seajay-pool", body);
            owner.threads.push(thread.ok_or_else(Error::no_thread)?);
        }
        Ok(Pool { owner: Arc::new(owner) })
    }

    /// Begins a search of an engine, which `on_done` gets back with the result: it is called on a
    /// thread of the pool, as is `on_info`. The engine's [`Stopper`](crate::Stopper) stops the
    /// search, also while it waits in the queue. Clocks run from this call, the time for a move from
    /// when a thread takes the search. If the search ends in a panic, which would be a bug, `on_done`
    /// is dropped without a call.
    ///
    /// A callback blocks its thread of the pool until it returns: it must not wait for a search on
    /// the same pool.
    ///
    /// # Errors
    /// The engine is returned with the errors of [`Engine::prepare`], or with
    /// [`ErrorKind::InvalidArgument`] for a search that could occupy a thread forever: `infinite`,
    /// `ponder`, or more than one of the engine's own `Threads`.
    #[expect(clippy::result_large_err, reason = "the engine must come back")]
    pub fn start(
        &self,
        mut engine: Engine,
        limits: &Limits,
        on_info: impl FnMut(&Info<'_>) -> ControlFlow<()> + Send + 'static,
        on_done: impl FnOnce(Engine, Report) + Send + 'static,
    ) -> Result<(), (Engine, Error)> {
        let prepared = match self.prepare(&mut engine, limits) {
            Ok(prepared) => prepared,
            Err(error) => return Err((engine, error)),
        };
        self.owner.shared.submit(Box::new(Search { engine, prepared, on_info, on_done }));
        self.release(1);
        Ok(())
    }

    fn prepare(&self, engine: &mut Engine, limits: &Limits) -> Result<Prepared, Error> {
        check(engine, limits)?;
        self.reserve(1)?;
        engine.prepare(limits).inspect_err(|_| self.release(1))
    }

    /// Reserves room for more tasks, so that submitting them allocates nothing.
    pub(crate) fn reserve(&self, more: usize) -> Result<(), Error> {
        let mut queue = self.owner.shared.lock();
        let room = queue.promised + more;
        queue.tasks.try_reserve(room).map_err(|_| Error::out_of_memory("the pool"))?;
        queue.promised = room;
        Ok(())
    }

    /// Releases reserved room.
    pub(crate) fn release(&self, fewer: usize) {
        self.owner.shared.lock().promised -= fewer;
    }

    /// The queue, to submit to it without keeping the threads.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.owner.shared)
    }
}

/// Refuses searches that could occupy a thread of a pool forever.
pub(crate) fn check(engine: &Engine, limits: &Limits) -> Result<(), Error> {
    let refused = |text| Err(Error::new(ErrorKind::InvalidArgument, text));
    if limits.infinite || limits.ponder {
        let name = if limits.infinite { "infinite" } else { "ponder" };
        return refused(format_args!("limits.{name}: on a pool every search must end by itself"));
    }
    let threads = engine.settings().options.threads;
    if threads > 1 {
        return refused(format_args!("option Threads is {threads}: on a pool it must be 1"));
    }
    Ok(())
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.work.notify_all();
        self.shared.filled.notify_all();
        let pool = Arc::as_ptr(&self.shared).addr();
        for (number, thread) in self.threads.drain(..).enumerate() {
            // A callback on a thread of the pool may drop the pool: that thread ends by itself.
            if SERVING.get() != (pool, number) {
                // The thread catches its panics; there is nothing left to report.
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a task behind the last that is as urgent.
    pub fn submit(&self, task: Box<dyn Task>) {
        let mut queue = self.lock();
        let last = queue.tasks.iter().rposition(|other| other.priority() >= task.priority());
        queue.tasks.insert(last.map_or(0, |last| last + 1), task);
        drop(queue);
        self.work.notify_one();
        self.filled.notify_all();
    }

    /// Removes the tasks of an owner from the queue.
    pub fn withdraw(&self, owner: usize) {
        let tasks = &mut self.lock().tasks;
        while let Some(index) = tasks.iter().position(|task| task.owner() == owner) {
            tasks.remove(index);
        }
    }

    /// The main function of a thread: runs one search after the other.
    fn serve(&self) {
        loop {
            let idle = |queue: &mut Queue| queue.tasks.is_empty() && !queue.closed;
            let task = self.work.wait_while(self.lock(), None, idle).tasks.pop_front();
            let Some(task) = task else { return };
            run(task);
        }
    }

    /// The main function of a watcher: ends tasks that are over before they have begun.
    fn serve_expired(&self) {
        while let Some(task) = self.next_expired() {
            run(task);
        }
    }

    fn next_expired(&self) -> Option<Box<dyn Task>> {
        let mut queue = self.lock();
        loop {
            let now = Instant::now();
            let is_over = |task: &dyn Task| {
                task.is_over() || task.deadline().is_some_and(|deadline| deadline <= now)
            };
            if let Some(index) = queue.tasks.iter().position(|task| is_over(&**task)) {
                return queue.tasks.remove(index);
            }
            if queue.closed {
                return None;
            }
            if queue.tasks.is_empty() {
                queue = self.filled.wait(queue);
                if queue.closed {
                    continue;
                }
            }
            // Most searches begin at once: what still waits after a while is worth a look. Neither
            // a stop, nor another search, nor the end of the pool ends the nap.
            let next = queue.tasks.iter().filter_map(|task| task.deadline()).min();
            let nap = next.map_or(LOOK, |next| LOOK.min(next - Instant::now()));
            drop(queue);
            sys::nap(nap);
            queue = self.lock();
        }
    }
}

/// Runs a task and catches its panics, since the thread has other work.
fn run(task: Box<dyn Task>) {
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task.run()));
}

/// A search that hands its engine back.
struct Search<I, D> {
    engine: Engine,
    prepared: Prepared,
    on_info: I,
    on_done: D,
}

impl<I, D> Task for Search<I, D>
where
    I: FnMut(&Info<'_>) -> ControlFlow<()> + Send,
    D: FnOnce(Engine, Report) + Send,
{
    fn run(self: Box<Self>) {
        let Search { mut engine, prepared, on_info, on_done } = *self;
        let report = engine.run(prepared, on_info);
        on_done(engine, report);
    }

    fn priority(&self) -> i32 {
        self.prepared.priority()
    }

    fn is_over(&self) -> bool {
        self.prepared.is_stopped()
    }

    fn deadline(&self) -> Option<Instant> {
        self.prepared.deadline()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_that_is_released_is_promised_to_nobody() {
        let pool = Pool::new(1).unwrap();
        let promised = || pool.owner.shared.lock().promised;
        pool.reserve(5).unwrap();
        pool.release(2);
        assert_eq!(promised(), 3);
        pool.release(3);
        assert_eq!(promised(), 0);
    }
}
