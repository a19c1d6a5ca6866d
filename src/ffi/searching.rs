//! Searches of a handle: on the caller's thread, on the handle's own, or on a pool's; any thread
//! may wait for them.

use std::fmt;
use std::ops::ControlFlow;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::{Engine, Prepared};
use crate::error::{Error, counted};
use crate::ffi::constants::{SEAJAY_LOG_INFO, SEAJAY_LOG_WARNING, SEAJAY_OK};
use crate::ffi::engine_handle::{
    Callback, Claimed, Done, HandleRef, PvText, Reviewed, SeajayEngine, lock,
};
use crate::ffi::failure::Failure;
use crate::ffi::state::{Ending, Purpose, State};
use crate::ffi::types::SeajayResult;
use crate::ffi::work::{ReviewRequest, Reviewing, Work};
use crate::limits::Limits;
use crate::panics;
use crate::pool::{self, Pool, Task};
use crate::report::{Info, Report};
use crate::review::Reviewer;
use crate::sys::{self, Instant};
use crate::tb::Tablebase;

impl SeajayEngine {
    /// Searches on this thread.
    pub(super) fn search(&self, limits: &Limits) -> Result<Report, Failure> {
        let prepared = self.prepare(|claimed| Ok(claimed.engine.prepare(limits)?))?;
        lock(&self.state).begin();
        self.run_search(State::end, |claimed| Ok(search(claimed, prepared, self)))
    }

    /// Reviews a game on this thread, as one search, and returns how many moves were judged.
    pub(super) fn review(&self, request: ReviewRequest) -> Result<usize, Failure> {
        let review = self.prepare(|claimed| self.prepare_review(claimed, request))?;
        lock(&self.state).begin();
        let mut judged = 0;
        self.run_search(State::end, |claimed| {
            let result = run_review(claimed, review, self);
            judged = lock(&self.snapshot).reviewed.judged;
            result
        })?;
        Ok(judged)
    }

    /// Searches on the handle's thread, or on its pool. When this returns, the search has begun.
    pub(super) fn start(&self, limits: &Limits) -> Result<(), Failure> {
        self.start_work(|claimed| {
            self.check_thread(claimed, limits)?;
            Ok(Work::Search(claimed.engine.prepare(limits)?))
        })
    }

    /// Reviews a game there, as one search.
    pub(super) fn start_review(&self, request: ReviewRequest) -> Result<(), Failure> {
        self.start_work(|claimed| {
            self.check_thread(claimed, &request.limits)?;
            Ok(Work::Review(Box::new(self.prepare_review(claimed, request)?)))
        })
    }

    fn start_work(
        &self,
        prepare: impl FnOnce(&mut Claimed) -> Result<Work, Failure>,
    ) -> Result<(), Failure> {
        let work = self.prepare(prepare)?;
        let mut state = lock(&self.state);
        state.queue(work);
        // Otherwise the thread that runs the done callback dispatches it afterwards.
        let is_ready = state.is_ready();
        drop(state);
        if is_ready {
            self.dispatch();
        }
        Ok(())
    }

    /// Checks that there is a thread for a search with these limits.
    fn check_thread(&self, claimed: &Claimed, limits: &Limits) -> Result<(), Failure> {
        if lock(&self.state).pool().is_some() {
            Ok(pool::check(&claimed.engine, limits)?)
        } else {
            self.need_thread()
        }
    }

    fn prepare_review(
        &self,
        claimed: &mut Claimed,
        request: ReviewRequest,
    ) -> Result<Reviewing, Failure> {
        let ReviewRequest { game, limits, output } = request;
        let plies = game.ply_count();
        let reviewed = Reviewed::with_room(plies)?;
        let reviewer = Reviewer::begin(&mut claimed.engine, game, &limits)?;
        output.clear(plies);
        lock(&self.snapshot).reviewed = reviewed;
        Ok(Reviewing { reviewer, output })
    }

    /// Claims the engine for a search; on error the claim is released.
    fn prepare<T>(
        &self,
        prepare: impl FnOnce(&mut Claimed) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.claim(Purpose::Search)?;
        let prepared = self.run_claimed(prepare);
        if prepared.is_err() {
            self.release();
        }
        prepared
    }

    /// Sends the queued search, which is ready, to its thread.
    fn dispatch(&self) {
        if let Some(queue) = self.pool_queue() {
            let priority = lock(&self.state).queued().map_or(0, Work::priority);
            queue.submit(Box::new(Queued { handle: HandleRef::new(self), priority }));
        } else {
            self.work.notify_one();
        }
    }

    /// Runs a search that has begun, and lets `end` change the state afterwards: whoever sees that
    /// the search has ended can use the engine.
    fn run_search(
        &self,
        end: fn(&mut State, Ending),
        search: impl FnOnce(&mut Claimed) -> Result<Report, Failure>,
    ) -> Result<Report, Failure> {
        let result = self.run_claimed(search);
        if let Ok(report) = &result {
            self.log(SEAJAY_LOG_INFO, format_args!("{}", EndText(report)));
        }
        end(&mut lock(&self.state), Ending::of(&result));
        self.state_changed.notify_all();
        result
    }

    /// Runs the queued search, unless another thread has taken it, and the done callback after it.
    fn run_queued(&self) {
        let Some(work) = lock(&self.state).take() else { return };
        let done = lock(&self.claimed).done;
        let is_wanted = done.function.is_some();
        let end = if is_wanted { State::end_before_done } else { State::end };
        let has_result = matches!(work, Work::Search(_));
        let result = self.run_search(end, |claimed| match work {
            Work::Search(prepared) => Ok(search(claimed, prepared, self)),
            Work::Review(review) => run_review(claimed, *review, self),
        });
        if is_wanted {
            self.call_done(done, result, has_result);
            self.finish_done();
        }
    }

    fn call_done(&self, done: Done, result: Result<Report, Failure>, has_result: bool) {
        let Some(function) = done.function else { return };
        let result = result.map(|report| has_result.then(|| SeajayResult::from(&report)));
        let (status, result) = match &result {
            Ok(result) => (SEAJAY_OK, result.as_ref().map_or(ptr::null(), ptr::from_ref)),
            Err(failure) => {
                self.record(failure);
                (failure.status(), ptr::null())
            }
        };
        // SAFETY: the host gave this function for this purpose; the result outlives the call.
        panics::outside(|| unsafe { function(done.user_data, status as i32, result) });
    }

    /// Finishes a search after its done callback has returned.
    fn finish_done(&self) {
        let mut state = lock(&self.state);
        state.finish_done();
        let is_ready = state.is_ready();
        drop(state);
        self.state_changed.notify_all();
        if is_ready {
            self.dispatch();
        }
    }

    /// Replaces the done callback. The old one, which may be running if a search has just ended,
    /// has returned by then, unless it is the caller.
    pub(super) fn set_done(&self, done: Done) -> Result<(), Failure> {
        let last = self.with_claim(|claimed| {
            claimed.done = done;
            Ok(lock(&self.state).last_search())
        })?;
        let mut state = lock(&self.state);
        if !state.is_inside_done() {
            state = self.state_changed.wait_while(state, None, |state| !state.is_finished(last));
        }
        drop(state);
        Ok(())
    }

    /// Waits until the search that was started last is finished; without a limit if the time is
    /// negative.
    pub(super) fn wait(&self, timeout_ms: i64) -> Result<Report, Failure> {
        if self.is_inside_callback() {
            return Err(Failure::WaitInCallback);
        }
        let mut state = lock(&self.state);
        let last = state.last_search();
        if last == 0 {
            return Err(Failure::NoSearch);
        }
        // Without threads nothing runs here, and the standard library can neither wait nor take the
        // time.
        if !state.is_finished(last) {
            let limit = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
            let runs = |state: &mut State| !state.is_finished(last);
            state = self.state_changed.wait_while(state, limit, runs);
        }
        if !state.is_finished(last) {
            return Err(Failure::Timeout { milliseconds: timeout_ms });
        }
        state.finished().result()
    }

    pub(super) fn is_searching(&self) -> bool {
        lock(&self.state).is_searching()
    }

    /// The queue of the engine's pool. It must not be locked together with the state: the pool's
    /// threads look at the state of engines while they hold the queue.
    fn pool_queue(&self) -> Option<Arc<pool::Shared>> {
        lock(&self.state).pool().map(Pool::shared)
    }

    /// Joins a pool, or leaves the current one.
    pub(super) fn set_pool(&self, pool: Option<Pool>) -> Result<(), Failure> {
        if let Some(pool) = &pool {
            // An engine has one search at a time in the queue.
            pool.reserve(1)?;
        }
        let old = lock(&self.state).replace_pool(pool);
        if let Some(old) = old {
            old.release(1);
        }
        Ok(())
    }

    /// Starts the handle's thread unless it is running.
    fn need_thread(&self) -> Result<(), Failure> {
        let mut thread = lock(&self.thread);
        if thread.is_none() {
            let handle = HandleAddress(self);
            let new = sys::spawn("seajay", move || handle.get().serve());
            *thread = Some(new.ok_or_else(Error::no_thread)?);
        }
        Ok(())
    }

    /// The main function of the handle's thread: runs one search after the other.
    fn serve(&self) {
        loop {
            let idle = |state: &mut State| !state.is_ready_for_own_thread() && !state.is_over();
            if self.work.wait_while(lock(&self.state), None, idle).is_over() {
                return;
            }
            self.run_queued();
        }
    }

    /// Ends a running search, and the handle's thread.
    pub(super) fn shut_down(&self) {
        const NAP: Duration = Duration::from_millis(10);
        let mut state = lock(&self.state);
        // From here on the handle's thread leaves by itself when it has nothing more to do.
        state.close();
        while !state.is_quiet() {
            let is_in_pool = state.is_ready() && state.pool().is_some();
            drop(state);
            // Repeated, because a search that is about to begin discards an earlier stop.
            self.stopper.stop();
            if is_in_pool {
                self.run_out_of_turn();
            }
            let busy = |state: &mut State| !state.is_quiet();
            state = self.state_changed.wait_while(lock(&self.state), Some(NAP), busy);
        }
        drop(state);
        self.work.notify_one();
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            // The thread catches its panics; there is nothing left to report.
            let _ = thread.join();
        }
        // Leaving a pool allocates nothing.
        let _ = self.set_pool(None);
    }

    /// Runs a stopped search that waits in the queue of a pool on this thread, and removes it from
    /// there, where it would keep the handle's memory.
    fn run_out_of_turn(&self) {
        self.run_queued();
        if let Some(queue) = self.pool_queue() {
            queue.withdraw(ptr::from_ref(self).addr());
        }
    }
}

fn search(claimed: &mut Claimed, prepared: Prepared, handle: &SeajayEngine) -> Report {
    lock(&handle.snapshot).reviewed.forget_lines();
    let Claimed { engine, callback, pv, .. } = claimed;
    search_with(engine, callback, pv, prepared, handle).0
}

fn run_review(
    claimed: &mut Claimed,
    review: Reviewing,
    handle: &SeajayEngine,
) -> Result<Report, Failure> {
    let Claimed { engine, callback, pv, .. } = claimed;
    let Reviewing { reviewer, output } = review;
    let search = |engine: &mut Engine, prepared| {
        let (report, answer) = search_with(engine, callback, pv, prepared, handle);
        if answer.is_break() {
            handle.stopper.stop();
        }
        report
    };
    let (report, result) = reviewer.run(engine, search, |mut review| {
        let line = std::mem::take(&mut review.line);
        output.put(&review, || lock(&handle.snapshot).reviewed.push(line))
    });
    result?;
    Ok(report)
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
    snapshot.lines.clone_from(engine.shared_lines());
    drop(snapshot);
    if engine.settings().tb.as_deref().is_some_and(Tablebase::is_damaged) {
        let what = "a table is damaged; probing is off until the option is set again";
        handle.log(SEAJAY_LOG_WARNING, format_args!("option SyzygyPath: {what}"));
    }
    (report, answer)
}

/// A started search in the queue of a pool.
struct Queued {
    handle: HandleRef,
    priority: i32,
}

impl Task for Queued {
    fn run(self: Box<Self>) {
        self.handle.run_queued();
    }

    fn is_over(&self) -> bool {
        lock(&self.handle.state).queued().is_none_or(Work::is_stopped)
    }

    fn owner(&self) -> usize {
        ptr::from_ref::<SeajayEngine>(&self.handle).addr()
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn deadline(&self) -> Option<Instant> {
        lock(&self.handle.state).queued().and_then(Work::deadline)
    }
}

/// The log message for the end of a search.
struct EndText<'a>(&'a Report);

impl fmt::Display for EndText<'_> {
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
