//! Searches of a handle: on the caller's thread, on the handle's own, or on a pool's; any thread
//! may wait for them.

use std::fmt;
use std::ops::ControlFlow;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use crate::engine::{Engine, Prepared};
use crate::error::{Error, counted};
use crate::ffi::constants::{SEAJAY_ERR_PANIC, SEAJAY_LOG_INFO, SEAJAY_LOG_WARNING, SEAJAY_OK};
use crate::ffi::failure::Failure;
use crate::ffi::handle::{
    Callback, Done, Flow, HandleRef, PvText, Reviewed, SeajayEngine, Tools, lock,
};
use crate::ffi::types::SeajayResult;
use crate::game::Game;
use crate::limits::Limits;
use crate::panics;
use crate::pool::{self, Pool, Task};
use crate::report::{Info, Report};
use crate::review::{Review, Reviewer};
use crate::sys::{self, Instant};
use crate::tb::Tablebase;

impl Flow {
    /// Marks all searches that have ended as finished.
    fn finish_ended(&mut self) {
        self.finished = self.ended;
        self.finished_report = self.report;
    }
}

impl SeajayEngine {
    /// Searches on this thread.
    pub(super) fn search(&self, limits: &Limits) -> Result<Report, Failure> {
        let prepared = self.prepare(|tools| Ok(tools.engine.prepare(limits)?))?;
        lock(&self.flow).begun += 1;
        self.conduct(false, |tools| search(tools, prepared, self))
    }

    /// Reviews a game on this thread, as one search. `on_move` gets each move as it is judged, when
    /// its line can be read.
    pub(super) fn review(
        &self,
        game: Game,
        limits: &Limits,
        mut on_move: impl FnMut(&Review) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut reviewed = Reviewed { plies: game.ply_count(), lines: Vec::new() };
        let room = reviewed.lines.try_reserve_exact(reviewed.plies);
        room.map_err(|_| Failure::OutOfMemory("the lines of the review"))?;
        let reviewer =
            self.prepare(|tools| Ok(Reviewer::begin(&mut tools.engine, game, limits)?))?;
        lock(&self.flow).begun += 1;
        lock(&self.snapshot).reviewed = reviewed;
        let mut outcome = Ok(());
        self.conduct(false, |tools| {
            let Tools { engine, callback, pv, .. } = tools;
            let search = |engine: &mut Engine, prepared| {
                let (report, answer) = search_with(engine, callback, pv, prepared, self);
                if answer.is_break() {
                    self.stopper.stop();
                }
                report
            };
            let (report, result) = reviewer.run(engine, search, |mut review| {
                lock(&self.snapshot).reviewed.lines.push(std::mem::take(&mut review.line));
                on_move(&review)
            });
            outcome = result;
            report
        })?;
        Ok(outcome?)
    }

    /// Searches on the handle's thread, or on its pool. When this returns, the search has begun.
    pub(super) fn start(&self, limits: &Limits) -> Result<(), Failure> {
        let prepared = self.prepare(|tools| {
            if lock(&self.flow).pool.is_some() {
                pool::check(&tools.engine, limits)?;
            } else {
                self.need_thread()?;
            }
            Ok(tools.engine.prepare(limits)?)
        })?;
        let mut flow = lock(&self.flow);
        flow.begun += 1;
        flow.job = Some(prepared);
        // Otherwise the thread that runs the done callback dispatches it afterwards.
        let is_free = !flow.finishing;
        drop(flow);
        if is_free {
            self.dispatch();
        }
        Ok(())
    }

    /// Claims the engine for a search; on error the claim is released.
    fn prepare<T>(
        &self,
        prepare: impl FnOnce(&mut Tools) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // While the engine is being freed, its done callback may start nothing: a chain of searches
        // would never end.
        self.claim_unless(|flow| flow.closing)?;
        let prepared = self.run_claimed(prepare);
        if prepared.is_err() {
            self.release();
        }
        prepared
    }

    /// Sends the started search to its thread.
    fn dispatch(&self) {
        if let Some(queue) = self.queue() {
            queue.submit(Box::new(Queued(HandleRef::new(self))));
        } else {
            lock(&self.flow).ready = true;
            self.work.notify_one();
        }
    }

    /// Runs a search that has begun. By the time its end is visible, the engine is free.
    fn conduct(
        &self,
        finishing: bool,
        search: impl FnOnce(&mut Tools) -> Report,
    ) -> Result<Report, Failure> {
        let outer = self.searcher.swap(panics::thread_token(), SeqCst);
        let result = self.run_claimed(|tools| Ok(search(tools)));
        if let Ok(report) = &result {
            self.log(SEAJAY_LOG_INFO, format_args!("{}", Ending(report)));
        }
        self.searcher.store(outer, SeqCst);
        let mut flow = lock(&self.flow);
        flow.report = result.as_ref().ok().copied();
        flow.ended = flow.begun;
        flow.claimed = false;
        flow.finishing |= finishing;
        if !flow.finishing {
            flow.finish_ended();
        }
        drop(flow);
        self.flow_changed.notify_all();
        result
    }

    /// Runs a started search, and the done callback after it.
    fn run_started(&self) {
        let Some(prepared) = lock(&self.flow).job.take() else { return };
        let done = lock(&self.tools).done;
        let is_wanted = done.function.is_some();
        let result = self.conduct(is_wanted, |tools| search(tools, prepared, self));
        if is_wanted {
            self.call_done(done, result);
            self.finish();
        }
    }

    fn call_done(&self, done: Done, result: Result<Report, Failure>) {
        let Some(function) = done.function else { return };
        let result = result.map(|report| SeajayResult::from(&report));
        if let Err(failure) = &result {
            self.record(failure);
        }
        let (status, result) = match &result {
            Ok(result) => (SEAJAY_OK, ptr::from_ref(result)),
            Err(_) => (SEAJAY_ERR_PANIC, ptr::null()),
        };
        self.finisher.store(panics::thread_token(), SeqCst);
        // SAFETY: the host gave this function for this purpose; the result outlives the call.
        panics::outside(|| unsafe { function(done.user_data, status as i32, result) });
        self.finisher.store(0, SeqCst);
    }

    /// Finishes a search after its done callback has returned.
    fn finish(&self) {
        let mut flow = lock(&self.flow);
        flow.finishing = false;
        flow.finish_ended();
        let is_waiting = flow.job.is_some();
        drop(flow);
        self.flow_changed.notify_all();
        if is_waiting {
            self.dispatch();
        }
    }

    /// Replaces the done callback. The old one, which may be running if a search has just ended,
    /// has returned by then, unless it is the caller.
    pub(super) fn set_done(&self, done: Done) -> Result<(), Failure> {
        let ended = self.with_engine(|tools| {
            tools.done = done;
            Ok(lock(&self.flow).ended)
        })?;
        if self.finisher.load(SeqCst) != panics::thread_token() {
            let runs = |flow: &mut Flow| flow.finished < ended;
            drop(self.flow_changed.wait_while(lock(&self.flow), None, runs));
        }
        Ok(())
    }

    /// Waits until the search that was started last is finished; without a limit if the time is
    /// negative.
    pub(super) fn wait(&self, timeout_ms: i64) -> Result<Report, Failure> {
        if self.is_inside_callback() {
            return Err(Failure::WaitInCallback);
        }
        let mut flow = lock(&self.flow);
        let number = flow.begun;
        if number == 0 {
            return Err(Failure::NoSearch);
        }
        let runs = |flow: &mut Flow| flow.finished < number;
        // Without threads nothing runs here, and the standard library can neither wait nor take the
        // time.
        if runs(&mut flow) {
            let limit = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
            flow = self.flow_changed.wait_while(flow, limit, runs);
        }
        if flow.finished < number {
            return Err(Failure::Timeout { milliseconds: timeout_ms });
        }
        // Never the report of a search whose done callback is still running.
        flow.finished_report.ok_or(Failure::Panic)
    }

    pub(super) fn is_searching(&self) -> bool {
        let flow = lock(&self.flow);
        flow.ended < flow.begun
    }

    /// The queue of the engine's pool. It must not be locked together with the flow: the pool's
    /// threads look at the flow of engines while they hold the queue.
    fn queue(&self) -> Option<Arc<pool::Shared>> {
        lock(&self.flow).pool.as_ref().map(Pool::shared)
    }

    /// Joins a pool, or leaves the current one.
    pub(super) fn set_pool(&self, pool: Option<Pool>) -> Result<(), Failure> {
        if let Some(pool) = &pool {
            // An engine has one search at a time in the queue.
            pool.reserve(1)?;
        }
        let old = std::mem::replace(&mut lock(&self.flow).pool, pool);
        if let Some(old) = old {
            old.release(1);
        }
        Ok(())
    }

    /// Removes a search that was run on this thread from the pool's queue, where it would keep the
    /// handle's memory.
    fn withdraw(&self) {
        if let Some(queue) = self.queue() {
            queue.withdraw(ptr::from_ref(self).addr());
        }
    }

    /// Starts the handle's thread unless it is running.
    fn need_thread(&self) -> Result<(), Failure> {
        if lock(&self.flow).thread.is_none() {
            let handle = HandleAddress(self);
            let thread = sys::spawn("seajay", move || handle.get().serve());
            lock(&self.flow).thread = Some(thread.ok_or_else(Error::no_thread)?);
        }
        Ok(())
    }

    /// The main function of the handle's thread: runs one search after the other.
    fn serve(&self) {
        loop {
            // A started search that is not dispatched yet, for which the engine is claimed, comes
            // first.
            let may_end = |flow: &Flow| flow.closing && !flow.claimed && !flow.finishing;
            let idle = |flow: &mut Flow| !flow.ready && !may_end(flow);
            let mut flow = self.work.wait_while(lock(&self.flow), None, idle);
            if !std::mem::take(&mut flow.ready) {
                return;
            }
            drop(flow);
            self.run_started();
        }
    }

    /// Ends a running search, and the handle's thread.
    pub(super) fn shut_down(&self) {
        const NAP: Duration = Duration::from_millis(10);
        let mut flow = lock(&self.flow);
        // The thread need not be woken again when its search has ended.
        flow.closing = true;
        while flow.claimed || flow.finishing {
            let may_run = !flow.finishing && flow.pool.is_some();
            drop(flow);
            // Repeated, because a search that is about to begin discards an earlier stop.
            self.stopper.stop();
            if may_run {
                // If the search still waits in the queue, no other thread needs to run it.
                self.run_started();
                self.withdraw();
            }
            let busy = |flow: &mut Flow| flow.claimed || flow.finishing;
            flow = self.flow_changed.wait_while(lock(&self.flow), Some(NAP), busy);
        }
        let thread = flow.thread.take();
        drop(flow);
        self.work.notify_one();
        if let Some(thread) = thread {
            // The thread catches its panics; there is nothing left to report.
            let _ = thread.join();
        }
        // Leaving a pool allocates nothing.
        let _ = self.set_pool(None);
    }
}

fn search(tools: &mut Tools, prepared: Prepared, handle: &SeajayEngine) -> Report {
    lock(&handle.snapshot).reviewed = Reviewed::default();
    let Tools { engine, callback, pv, .. } = tools;
    search_with(engine, callback, pv, prepared, handle).0
}

/// Runs a search, and returns what the info callback has answered too.
fn search_with(
    engine: &mut Engine,
    callback: &Callback,
    pv: &mut PvText,
    prepared: Prepared,
    handle: &SeajayEngine,
) -> (Report, ControlFlow<()>) {
    // Once the callback has asked for the end it is not called again, however long the search
    // takes.
    let mut answer = ControlFlow::Continue(());
    let mut on_info = |info: &Info<'_>| {
        if answer.is_continue() {
            answer = callback.call(info, pv);
        }
        answer
    };
    let has_callback = callback.function.is_some();
    let report = engine.run_for(prepared, has_callback.then_some(&mut on_info));
    let mut snapshot = lock(&handle.snapshot);
    snapshot.stats = *engine.stats();
    snapshot.lines.clone_from(engine.lines());
    drop(snapshot);
    if engine.settings().tb.as_deref().is_some_and(Tablebase::is_damaged) {
        let what = "a table is damaged; probing is off until the option is set again";
        handle.log(SEAJAY_LOG_WARNING, format_args!("option SyzygyPath: {what}"));
    }
    (report, answer)
}

/// A started search in the queue of a pool.
struct Queued(HandleRef);

impl Task for Queued {
    fn run(self: Box<Self>) {
        self.0.run_started();
    }

    fn is_over(&self) -> bool {
        lock(&self.0.flow).job.as_ref().is_none_or(Prepared::is_stopped)
    }

    fn owner(&self) -> usize {
        ptr::from_ref::<SeajayEngine>(&self.0).addr()
    }

    fn deadline(&self) -> Option<Instant> {
        lock(&self.0.flow).job.as_ref().and_then(Prepared::deadline)
    }
}

/// The log message for the end of a search.
struct Ending<'a>(&'a Report);

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { search_id, best_move, depth, nodes, time, .. } = self.0;
        let (nodes, milliseconds) = (counted(*nodes, "node", "nodes"), time.as_millis());
        write!(f, "search {search_id} ended: best move \"{best_move}\", depth {depth}, ")?;
        write!(f, "{nodes}, {milliseconds} ms")
    }
}

/// The address of a handle, for its own thread.
struct HandleAddress(*const SeajayEngine);

// SAFETY: a handle is made of atomics and mutexes; see also `get`.
unsafe impl Send for HandleAddress {}

impl HandleAddress {
    fn get(&self) -> &SeajayEngine {
        // SAFETY: the handle joins its thread before it is deallocated, and it never moves.
        unsafe { &*self.0 }
    }
}
