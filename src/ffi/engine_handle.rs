//! The handle of an engine: an engine that one call at a time may use, surrounded by what every
//! thread may read or signal at any time.
//!
//! No reference to a handle is ever exclusive. The right to the engine is *claimed*: by a call
//! until it returns, by a search until it ends. `seajay_start` claims on one thread and its
//! search releases on another, which a mutex guard cannot do; so the claim is a [`State`], and the
//! engine's mutex, never contended, only makes the access safe.

use std::ffi::{c_char, c_void};
use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst, fence};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;

use crate::board::Position;
use crate::engine::{Engine, Stopper};
use crate::error::Error;
use crate::ffi::constants::{SEAJAY_LOG_ERROR, SeajayLogLevel};
use crate::ffi::failure::Failure;
use crate::ffi::heap;
use crate::ffi::last_error::{self, Text};
use crate::ffi::state::{Purpose, State};
use crate::ffi::types::{SeajayDoneCallback, SeajayInfo, SeajayInfoCallback, SeajayLogCallback};
use crate::panics::{self, Payload};
use crate::report::{Info, LINE_TEXT, Lines};
use crate::search::{Settings, Stats};
use crate::sys::{self, Signal};

/// An engine: options and a position in, results out. Created by seajay_new(), freed by
/// seajay_free().
pub struct SeajayEngine {
    /// The host holds one until seajay_free(), and a pool while it has a search of this engine.
    references: AtomicUsize,
    pub(super) stopper: Stopper,
    /// The text of the panic that has left the engine in an unknown state.
    panic_text: OnceLock<Text>,
    pub(super) snapshot: Mutex<Snapshot>,
    log: Mutex<Log>,
    /// The thread inside the log callback, as [`panics::thread_token`]; 0 when none is.
    logger: AtomicUsize,
    pub(super) state: Mutex<State>,
    /// Signalled when a claim, a search or a done callback has ended.
    pub(super) state_changed: Signal,
    /// Signalled when the handle's thread has something to do.
    pub(super) work: Signal,
    /// The handle's own thread, from the first `seajay_start` on that needs it.
    pub(super) thread: Mutex<Option<JoinHandle<()>>>,
    pub(super) claimed: Mutex<Claimed>,
}

/// What can be read at any time: the engine as it was set last, and what its last search has left
/// besides its result.
pub struct Snapshot {
    pub settings: Settings,
    pub position: Position,
    pub stats: Stats,
    pub lines: Arc<Lines>,
    pub reviewed: Reviewed,
}

/// What the last review has left besides its moves.
#[derive(Default)]
pub struct Reviewed {
    /// The number of moves of the game.
    plies: usize,
    /// The number of moves that were judged.
    pub judged: usize,
    /// The lines before the moves that were judged, the last move's first.
    lines: Vec<String>,
}

impl Reviewed {
    /// Room for the review of a game of some moves.
    pub fn with_room(plies: usize) -> Result<Reviewed, Failure> {
        let mut lines = Vec::new();
        let room = lines.try_reserve_exact(plies);
        room.map_err(|_| Failure::OutOfMemory("the lines of the review"))?;
        Ok(Reviewed { plies, judged: 0, lines })
    }

    /// Counts a move with its line.
    pub fn push(&mut self, line: String) {
        self.lines.push(line);
        self.judged += 1;
    }

    /// Forgets the lines, as another search begins.
    pub fn forget_lines(&mut self) {
        self.plies = 0;
        self.lines = Vec::new();
    }

    /// The line before a move.
    pub fn line(&self, index: usize) -> Result<&str, Failure> {
        let judged = self.plies - self.lines.len()..self.plies;
        let moves_after = self.plies.checked_sub(index).and_then(|after| after.checked_sub(1));
        let line = moves_after.and_then(|after| self.lines.get(after));
        line.map(String::as_str).ok_or(Failure::ReviewIndex { index, judged })
    }
}

/// What only the owner of the claim may use.
pub struct Claimed {
    pub engine: Engine,
    pub callback: Callback,
    pub done: Done,
    pub pv: PvText,
}

/// The host's info callback.
pub struct Callback {
    pub function: SeajayInfoCallback,
    pub user_data: *mut c_void,
}

/// The host's done callback.
#[derive(Clone, Copy)]
pub struct Done {
    pub function: SeajayDoneCallback,
    pub user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the host, which knows from the documentation on
// which threads its callback runs.
unsafe impl Send for Callback {}
// SAFETY: as for `Callback`.
unsafe impl Send for Done {}

/// The host's log callback.
struct Log {
    function: SeajayLogCallback,
    user_data: *mut c_void,
}

// SAFETY: as for `Callback`.
unsafe impl Send for Log {}

/// A buffer for the longest line with a NUL.
pub struct PvText([u8; LINE_TEXT]);

impl PvText {
    /// Copies a text and appends a NUL; valid until the next call.
    fn set(&mut self, text: &str) -> *const c_char {
        let length = text.floor_char_boundary(self.0.len() - 1);
        self.0[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.0[length] = 0;
        self.0.as_ptr().cast()
    }
}

impl Callback {
    /// Calls the host's callback, and returns whether the search goes on.
    pub fn call(&self, info: &Info<'_>, pv: &mut PvText) -> ControlFlow<()> {
        let Some(function) = self.function else {
            return ControlFlow::Continue(());
        };
        let info = SeajayInfo::new(info, pv.set(info.pv));
        // SAFETY: the host gave this function for this purpose; the info outlives the call.
        let answer = panics::outside(|| unsafe { function(self.user_data, &info) });
        if answer == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Locks a mutex, even after a panic: then the handle is broken, which is checked elsewhere.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The size of a handle in bytes, without the engine's own memory.
pub const HANDLE_BYTES: u64 = size_of::<SeajayEngine>() as u64;

impl SeajayEngine {
    fn new() -> Result<SeajayEngine, Error> {
        let engine = Engine::new()?;
        let user_data = std::ptr::null_mut();
        let snapshot = Snapshot {
            settings: engine.settings().clone(),
            position: engine.root().position.clone(),
            stats: Stats::default(),
            lines: Arc::default(),
            reviewed: Reviewed::default(),
        };
        Ok(SeajayEngine {
            references: AtomicUsize::new(1),
            stopper: engine.stopper(),
            panic_text: OnceLock::new(),
            snapshot: Mutex::new(snapshot),
            log: Mutex::new(Log { function: None, user_data }),
            logger: AtomicUsize::new(0),
            state: Mutex::default(),
            state_changed: Signal::default(),
            work: Signal::default(),
            thread: Mutex::default(),
            claimed: Mutex::new(Claimed {
                engine,
                callback: Callback { function: None, user_data },
                done: Done { function: None, user_data },
                pv: PvText([0; _]),
            }),
        })
    }

    /// A new handle on the heap, or NULL when memory is exhausted.
    pub(super) fn allocate() -> *mut SeajayEngine {
        sys::pin_library();
        match SeajayEngine::new() {
            Ok(handle) => {
                let place = heap::allocate(handle);
                // For `HandleRef`: no pointer made from a reference may free the handle.
                place.expose_provenance();
                place
            }
            Err(error) => {
                last_error::set(format_args!("{error}"));
                ptr::null_mut()
            }
        }
    }

    /// Claims the engine for this call. A search that was told to stop is waited for, with its done
    /// callback, but not in a callback: the search might be waiting for that.
    pub(super) fn claim(&self, purpose: Purpose) -> Result<(), Failure> {
        if self.is_inside_log() {
            return Err(Failure::Busy);
        }
        let mut state = lock(&self.state);
        if state.is_searching() && self.stopper.is_stopped() && !panics::is_inside_callback() {
            let last = state.last_search();
            let is_ending = |state: &mut State| !state.is_finished(last);
            state = self.state_changed.wait_while(state, None, is_ending);
        }
        state.claim(purpose)?;
        // A search that has just ended may have broken the handle since the first check.
        self.check().inspect_err(|_| state.release())
    }

    pub(super) fn release(&self) {
        lock(&self.state).release();
        self.state_changed.notify_all();
    }

    /// Runs a function while the engine is claimed. A panic breaks the handle before the claim
    /// ends, so that no other call meets a half-changed engine.
    pub(super) fn run_claimed<T>(
        &self,
        f: impl FnOnce(&mut Claimed) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        panics::catch(|| f(&mut lock(&self.claimed))).unwrap_or_else(|payload| {
            self.break_down(&payload);
            Err(Failure::Panic)
        })
    }

    /// Claims the engine, runs a function with it, and releases it.
    pub(super) fn with_claim<T>(
        &self,
        f: impl FnOnce(&mut Claimed) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.claim(Purpose::Change)?;
        let result = self.run_claimed(f);
        self.release();
        result
    }

    /// Whether this thread is inside a callback of this handle.
    pub(super) fn is_inside_callback(&self) -> bool {
        lock(&self.state).is_inside() || self.is_inside_log()
    }

    fn is_inside_log(&self) -> bool {
        self.logger.load(SeqCst) == panics::thread_token()
    }

    /// Fails once a panic has broken the handle.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.panic_text.get().is_some() { Err(Failure::Panic) } else { Ok(()) }
    }

    /// Breaks the handle after a panic in the engine, and keeps the panic's text.
    pub(super) fn break_down(&self, payload: &Payload) {
        let mut text = Text::EMPTY;
        let panic = panics::panic_text(payload);
        text.set(format_args!("internal error, a bug in seajay: {panic}"));
        if self.panic_text.set(text).is_ok() {
            self.log(SEAJAY_LOG_ERROR, format_args!("{}", self.panic_text()));
        }
    }

    fn panic_text(&self) -> &str {
        self.panic_text.get().map_or("", Text::as_str)
    }

    /// Calls the host's log callback. Failures inside it are not logged.
    pub(super) fn log(&self, level: SeajayLogLevel, text: fmt::Arguments<'_>) {
        if self.is_inside_log() {
            return;
        }
        let log = lock(&self.log);
        let Log { function: Some(function), user_data } = *log else {
            return;
        };
        let mut buffer = Text::EMPTY;
        buffer.set(text);
        self.logger.store(panics::thread_token(), SeqCst);
        buffer.with_c_text(|text| {
            // SAFETY: the host gave this function for this purpose; the text outlives the call.
            panics::outside(|| unsafe { function(user_data, level as i32, text) });
        });
        self.logger.store(0, SeqCst);
    }

    /// Replaces the log callback, once it is not running.
    pub(super) fn set_log(&self, function: SeajayLogCallback, user_data: *mut c_void) {
        *lock(&self.log) = Log { function, user_data };
    }

    /// Sets this thread's last error.
    pub(super) fn record(&self, failure: &Failure) {
        match failure {
            // The text of the panic is worth more than those of the calls that fail because of it.
            Failure::Panic => last_error::set(format_args!("{}", self.panic_text())),
            _ => last_error::set(format_args!("{failure}")),
        }
    }
}

/// A counted reference to a handle, which keeps its memory alive.
pub struct HandleRef(NonNull<SeajayEngine>);

// SAFETY: a handle is made of atomics and mutexes, and the reference count is atomic.
unsafe impl Send for HandleRef {}

impl HandleRef {
    /// One more reference.
    pub fn new(handle: &SeajayEngine) -> HandleRef {
        handle.references.fetch_add(1, SeqCst);
        let place = ptr::with_exposed_provenance_mut(ptr::from_ref(handle).addr());
        HandleRef(NonNull::new(place).expect("a reference is not NULL"))
    }

    /// The host's own reference, taken back at seajay_free().
    ///
    /// # Safety
    /// The handle came from [`SeajayEngine::allocate`], and the host no longer uses it.
    pub unsafe fn of_host(handle: NonNull<SeajayEngine>) -> HandleRef {
        HandleRef(handle)
    }
}

impl Deref for HandleRef {
    type Target = SeajayEngine;

    fn deref(&self) -> &SeajayEngine {
        // SAFETY: the handle lives as long as there is a reference to it, and it never moves.
        unsafe { self.0.as_ref() }
    }
}

impl Drop for HandleRef {
    fn drop(&mut self) {
        if self.references.fetch_sub(1, SeqCst) == 1 {
            fence(SeqCst);
            // SAFETY: it came from `allocate`, and this was the last reference to it.
            unsafe { heap::deallocate(self.0.as_ptr()) };
        }
    }
}
