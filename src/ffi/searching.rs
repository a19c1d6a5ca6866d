//! Searches of a handle: on the caller's thread or on the handle's own, waited for by any.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use crate::engine::Prepared;
use crate::ffi::boundary;
use crate::ffi::constants::{SEAJAY_LOG_INFO, SEAJAY_LOG_WARNING};
use crate::ffi::failure::Failure;
use crate::ffi::handle::{Flow, SeajayEngine, Tools, lock};
use crate::limits::Limits;
use crate::report::Report;
use crate::tablebase::Tablebase;
use crate::thread;

impl SeajayEngine {
    /// Searches on this thread.
    pub(super) fn search(&self, limits: &Limits) -> Result<Report, Failure> {
        let prepared = self.prepare(limits, |_| Ok(()))?;
        self.begin(None);
        self.conduct(|tools| search(tools, prepared, self))
    }

    /// Searches on the handle's thread. When this returns, the search has begun.
    pub(super) fn start(&self, limits: &Limits) -> Result<(), Failure> {
        let prepared = self.prepare(limits, SeajayEngine::need_thread)?;
        self.begin(Some(prepared));
        Ok(())
    }

    /// Claims the engine for a search; on error it is free again.
    fn prepare(
        &self,
        limits: &Limits,
        precondition: impl FnOnce(&SeajayEngine) -> Result<(), Failure>,
    ) -> Result<Prepared, Failure> {
        self.claim()?;
        let prepared = self.run_claimed(|tools| {
            precondition(self)?;
            Ok(tools.engine.prepare(limits)?)
        });
        if prepared.is_err() {
            self.release();
        }
        prepared
    }

    /// From here on the search counts as running.
    pub(super) fn begin(&self, job: Option<Prepared>) {
        let mut flow = lock(&self.flow);
        flow.begun += 1;
        flow.job = job;
        self.flow_changed.notify_all();
    }

    /// Runs the search that has begun. When its end can be seen, the engine is free.
    pub(super) fn conduct(
        &self,
        search: impl FnOnce(&mut Tools) -> Report,
    ) -> Result<Report, Failure> {
        self.searcher.store(boundary::thread_token(), SeqCst);
        let result = self.run_claimed(|tools| Ok(search(tools)));
        if let Ok(report) = &result {
            self.log(SEAJAY_LOG_INFO, format_args!("{}", Ending(report)));
        }
        self.searcher.store(0, SeqCst);
        let mut flow = lock(&self.flow);
        flow.report = result.as_ref().ok().copied();
        flow.ended = flow.begun;
        flow.claimed = false;
        self.flow_changed.notify_all();
        result
    }

    /// Waits for the search that was begun last; forever when the time is negative.
    pub(super) fn wait(&self, timeout_ms: i64) -> Result<Report, Failure> {
        if self.is_inside_callback() {
            return Err(Failure::WaitInCallback);
        }
        let flow = lock(&self.flow);
        let number = flow.begun;
        if number == 0 {
            return Err(Failure::NoSearch);
        }
        let runs = |flow: &mut Flow| flow.ended < number;
        let flow = match u64::try_from(timeout_ms) {
            Err(_) => {
                self.flow_changed.wait_while(flow, runs).unwrap_or_else(PoisonError::into_inner)
            }
            Ok(timeout_ms) => {
                let timeout = Duration::from_millis(timeout_ms);
                self.flow_changed
                    .wait_timeout_while(flow, timeout, runs)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        };
        if flow.ended < number {
            return Err(Failure::Timeout { milliseconds: timeout_ms });
        }
        flow.report.ok_or(Failure::Panic)
    }

    pub(super) fn is_searching(&self) -> bool {
        let flow = lock(&self.flow);
        flow.ended < flow.begun
    }

    /// Makes the handle's thread unless there is one.
    fn need_thread(&self) -> Result<(), Failure> {
        let mut thread = lock(&self.thread);
        if thread.is_none() {
            let handle = HandleAddress(self);
            *thread = Some(thread::spawn("seajay", move || handle.get().serve())?);
        }
        Ok(())
    }

    /// The life of the handle's thread: one search after the other.
    fn serve(&self) {
        loop {
            let idle = |flow: &mut Flow| flow.job.is_none() && !flow.quit;
            let mut flow = self
                .flow_changed
                .wait_while(lock(&self.flow), idle)
                .unwrap_or_else(PoisonError::into_inner);
            let Some(prepared) = flow.job.take() else {
                return;
            };
            drop(flow);
            // The result waits in the flow.
            let _ = self.conduct(|tools| search(tools, prepared, self));
        }
    }

    /// Ends whatever is under way, and the handle's thread.
    pub(super) fn shut_down(&self) {
        const NAP: Duration = Duration::from_millis(10);
        let mut flow = lock(&self.flow);
        while flow.claimed {
            // Again and again: a search that was about to begin forgets an earlier stop.
            self.stopper.stop();
            flow =
                self.flow_changed.wait_timeout(flow, NAP).unwrap_or_else(PoisonError::into_inner).0;
        }
        flow.quit = true;
        drop(flow);
        self.flow_changed.notify_all();
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            // It catches its panics; there is nothing left to report.
            let _ = thread.join();
        }
    }
}

fn search(tools: &mut Tools, prepared: Prepared, handle: &SeajayEngine) -> Report {
    let Tools { engine, callback, pv } = tools;
    // Once the host has said "stop" it is not asked again, however long the search takes.
    let mut answer = ControlFlow::Continue(());
    let report = engine.run(prepared, |info| {
        if answer.is_continue() {
            answer = callback.tell(info, pv);
        }
        answer
    });
    *lock(&handle.stats) = *engine.stats();
    lock(&handle.lines).clone_from(engine.lines());
    if engine.view().tables().is_some_and(Tablebase::is_damaged) {
        let level = SEAJAY_LOG_WARNING;
        handle.log(
            level,
            format_args!("option SyzygyPath: a table is damaged; none is asked any more"),
        );
    }
    report
}

/// The end of a search in words.
struct Ending<'a>(&'a Report);

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { search_id, best_move, depth, nodes, time, .. } = self.0;
        let milliseconds = time.as_millis();
        write!(f, "search {search_id} ended: best move \"{best_move}\", depth {depth}, ")?;
        write!(f, "{nodes} nodes, {milliseconds} ms")
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
