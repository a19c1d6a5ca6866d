//! The handle: an engine that one call at a time may use, and around it what every thread may
//! read or signal at any time.
//!
//! No reference to a handle is ever exclusive. The right to the engine is *claimed*: by a call
//! until it returns, by a search until it ends. `seajay_start` claims on one thread and its
//! search releases on another, which a mutex guard cannot do; so the claim is a flag, and the
//! engine's mutex, never contended, only makes the access safe.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{c_char, c_void};
use std::fmt::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::engine::{Engine, Prepared, Stopper};
use crate::error::Error;
use crate::ffi::boundary::{self, Payload};
use crate::ffi::constants::{
    SEAJAY_ERR_NULL, SEAJAY_ERR_PANIC, SEAJAY_LOG_ERROR, SEAJAY_LOG_WARNING, SeajayLogLevel,
};
use crate::ffi::failure::Failure;
use crate::ffi::types::{SeajayInfo, SeajayInfoCallback, SeajayLogCallback};
use crate::report::{Info, LINE_TEXT, Lines, Report};
use crate::search::Stats;
use crate::view::View;

/// A chess engine. Made by seajay_new(), ended by seajay_free(), and only ever used through
/// its address.
pub struct SeajayEngine {
    pub(super) stopper: Stopper,
    /// Has a panic left the engine in an unknown state?
    broken: AtomicBool,
    /// The thread that searches now, as [`boundary::thread_token`]; 0 when none does.
    pub(super) searcher: AtomicUsize,
    pub(super) view: Mutex<View>,
    pub(super) stats: Mutex<Stats>,
    pub(super) lines: Mutex<Arc<Lines>>,
    last_error: Mutex<String>,
    log: Mutex<Log>,
    /// The thread inside the log's callback, as [`boundary::thread_token`]; 0 when none is.
    logger: AtomicUsize,
    pub(super) flow: Mutex<Flow>,
    pub(super) flow_changed: Condvar,
    pub(super) tools: Mutex<Tools>,
    /// The thread of `seajay_start`, once there is one.
    pub(super) thread: Mutex<Option<JoinHandle<()>>>,
}

/// Who has the engine, and where the searches are.
#[derive(Default)]
pub struct Flow {
    /// Does a call or a search have the engine?
    pub claimed: bool,
    /// Searches begun and ended; one runs while they differ.
    pub begun: u64,
    pub ended: u64,
    /// A search on its way to the handle's thread.
    pub job: Option<Prepared>,
    /// The result of the last search; `None` when it ended in a panic.
    pub report: Option<Report>,
    /// Shall the handle's thread end?
    pub quit: bool,
}

/// What belongs to whoever has claimed the handle.
pub struct Tools {
    pub engine: Engine,
    pub callback: Callback,
    pub pv: PvText,
}

/// The host's ear.
pub struct Callback {
    pub function: SeajayInfoCallback,
    pub user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the host, which knows from the documentation on
// which threads its callback runs.
unsafe impl Send for Callback {}

/// The host's log.
struct Log {
    function: SeajayLogCallback,
    user_data: *mut c_void,
    /// What is told, with a NUL behind it.
    text: String,
}

// SAFETY: as for the callback.
unsafe impl Send for Log {}

/// Room for the longest line, with a NUL behind it.
pub struct PvText([u8; LINE_TEXT]);

impl PvText {
    /// The text with a NUL behind it, valid until the next.
    fn set(&mut self, text: &str) -> *const c_char {
        let length = text.floor_char_boundary(self.0.len() - 1);
        self.0[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.0[length] = 0;
        self.0.as_ptr().cast()
    }
}

impl Callback {
    /// Tells the host, and asks whether the search shall go on.
    pub fn tell(&self, info: &Info<'_>, pv: &mut PvText) -> ControlFlow<()> {
        let Some(function) = self.function else {
            return ControlFlow::Continue(());
        };
        let info = SeajayInfo::new(info, pv.set(info.pv));
        // SAFETY: the host gave this function for this purpose; the info outlives the call.
        let answer = boundary::outside(|| unsafe { function(self.user_data, &info) });
        if answer == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Locks a mutex, also after a panic: then the handle is broken, which is checked elsewhere.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most bytes of an error text, or of one for the log.
const ERROR_TEXT: usize = 1024;

/// An empty text with room for the longest.
fn text_room() -> Result<String, Error> {
    let mut text = String::new();
    text.try_reserve_exact(ERROR_TEXT + 1).map_err(|_| Error::out_of_memory("the error text"))?;
    Ok(text)
}

/// What a handle takes in the heap besides the engine's own memory.
pub const HANDLE_BYTES: u64 = (size_of::<SeajayEngine>() + 2 * (ERROR_TEXT + 1)) as u64;

impl SeajayEngine {
    fn new() -> Result<SeajayEngine, Error> {
        let engine = Engine::new()?;
        let user_data = std::ptr::null_mut();
        Ok(SeajayEngine {
            stopper: engine.stopper(),
            broken: AtomicBool::new(false),
            searcher: AtomicUsize::new(0),
            view: Mutex::new(engine.view().clone()),
            stats: Mutex::new(Stats::default()),
            lines: Mutex::default(),
            last_error: Mutex::new(text_room()?),
            log: Mutex::new(Log { function: None, user_data, text: text_room()? }),
            logger: AtomicUsize::new(0),
            flow: Mutex::default(),
            flow_changed: Condvar::new(),
            tools: Mutex::new(Tools {
                engine,
                callback: Callback { function: None, user_data },
                pv: PvText([0; _]),
            }),
            thread: Mutex::new(None),
        })
    }

    /// A new handle in the heap, or NULL when memory is exhausted.
    pub(super) fn allocate() -> *mut SeajayEngine {
        let Ok(handle) = SeajayEngine::new() else {
            return std::ptr::null_mut();
        };
        // SAFETY: the type is not zero-sized.
        let place = unsafe { alloc(Layout::new::<SeajayEngine>()) }.cast::<SeajayEngine>();
        if !place.is_null() {
            // SAFETY: newly allocated with the layout of the type.
            unsafe { place.write(handle) };
        }
        place
    }

    /// The inverse of [`SeajayEngine::allocate`].
    ///
    /// # Safety
    /// The handle came from there and nobody uses it any more.
    pub(super) unsafe fn deallocate(handle: *mut SeajayEngine) {
        // SAFETY: written and allocated in `allocate`, with the same layout.
        unsafe {
            handle.drop_in_place();
            dealloc(handle.cast(), Layout::new::<SeajayEngine>());
        }
    }

    /// Takes the engine for this call, without waiting.
    pub(super) fn claim(&self) -> Result<(), Failure> {
        if self.is_inside_log() {
            return Err(Failure::Busy);
        }
        let mut flow = lock(&self.flow);
        if flow.claimed {
            return Err(Failure::Busy);
        }
        // A search that just ended may have broken the handle after this call was let in.
        self.check()?;
        flow.claimed = true;
        Ok(())
    }

    /// Gives the engine back.
    pub(super) fn release(&self) {
        lock(&self.flow).claimed = false;
        self.flow_changed.notify_all();
    }

    /// Runs with the engine claimed. A panic has broken the handle before the claim ends, so
    /// that no other call meets a half-changed engine.
    pub(super) fn run_claimed<T>(
        &self,
        f: impl FnOnce(&mut Tools) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        boundary::catch(|| f(&mut lock(&self.tools))).unwrap_or_else(|payload| {
            self.break_down(&payload);
            Err(Failure::Panic)
        })
    }

    /// Claims the engine, changes it, and gives it back.
    pub(super) fn with_engine<T>(
        &self,
        f: impl FnOnce(&mut Tools) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.claim()?;
        let result = self.run_claimed(f);
        self.release();
        result
    }

    /// Is this thread inside a callback of this handle?
    pub(super) fn is_inside_callback(&self) -> bool {
        self.searcher.load(SeqCst) == boundary::thread_token() || self.is_inside_log()
    }

    fn is_inside_log(&self) -> bool {
        self.logger.load(SeqCst) == boundary::thread_token()
    }

    /// An error once a panic has broken the handle.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.broken.load(SeqCst) { Err(Failure::Panic) } else { Ok(()) }
    }

    /// A panic came through the engine: gives the handle up, with the panic's text.
    pub(super) fn break_down(&self, payload: &Payload) {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no text");
        if !self.broken.load(SeqCst) {
            let text = format_args!("internal error, a bug in seajay: {text}");
            self.set_last_error(text);
            self.log(SEAJAY_LOG_ERROR, text);
        }
        self.broken.store(true, SeqCst);
    }

    /// Tells the host's log. What goes wrong inside its callback is not told.
    pub(super) fn log(&self, level: SeajayLogLevel, text: fmt::Arguments<'_>) {
        if self.is_inside_log() {
            return;
        }
        let mut log = lock(&self.log);
        let Log { function: Some(function), user_data, text: ref mut buffer } = *log else {
            return;
        };
        buffer.clear();
        // What does not fit is cut; that is no error.
        let _ = Bounded(buffer).write_fmt(text);
        buffer.push('\0');
        self.logger.store(boundary::thread_token(), SeqCst);
        // SAFETY: the host gave this function for this purpose; the text outlives the call.
        boundary::outside(|| unsafe { function(user_data, level as i32, buffer.as_ptr().cast()) });
        self.logger.store(0, SeqCst);
    }

    /// Replaces the callback of the log, once it does not run.
    pub(super) fn set_log(&self, function: SeajayLogCallback, user_data: *mut c_void) {
        let mut log = lock(&self.log);
        (log.function, log.user_data) = (function, user_data);
    }

    fn record(&self, failure: &Failure) {
        // The text of the panic is worth more than that of the calls it spoilt.
        if !matches!(failure, Failure::Panic) {
            self.set_last_error(format_args!("{failure}"));
        }
        if !matches!(failure, Failure::Panic | Failure::Timeout { .. }) {
            self.log(SEAJAY_LOG_WARNING, format_args!("{failure}"));
        }
    }

    fn set_last_error(&self, text: fmt::Arguments<'_>) {
        let mut last_error = lock(&self.last_error);
        last_error.clear();
        // What does not fit is cut; that is no error.
        let _ = Bounded(&mut last_error).write_fmt(text);
    }

    /// The text of the latest failed call.
    pub(super) fn with_last_error<T>(&self, f: impl FnOnce(&str) -> T) -> T {
        f(&lock(&self.last_error))
    }
}

/// Writes into a string without letting it grow. The text stays one line: those of panics may
/// have several.
struct Bounded<'a>(&'a mut String);

impl fmt::Write for Bounded<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = ERROR_TEXT - self.0.len();
        let text = &text[..text.floor_char_boundary(room)];
        // A space for each: no longer than what it replaces.
        self.0.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
        Ok(())
    }
}

/// Runs a call on a handle that may be broken. The status of a failure is negative.
///
/// # Safety
/// `engine` is NULL or a living handle.
pub unsafe fn with_any_handle<T>(
    engine: *const SeajayEngine,
    f: impl FnOnce(&SeajayEngine) -> Result<T, Failure>,
) -> Result<T, i32> {
    // SAFETY: promised by the caller; a handle is never borrowed exclusively.
    let Some(handle) = (unsafe { engine.as_ref() }) else {
        return Err(SEAJAY_ERR_NULL as i32);
    };
    let outcome = boundary::catch(|| {
        f(handle).map_err(|failure| {
            handle.record(&failure);
            failure.status() as i32
        })
    });
    outcome.unwrap_or_else(|payload| {
        handle.break_down(&payload);
        Err(SEAJAY_ERR_PANIC as i32)
    })
}

/// Runs a call on a handle that must not be broken.
///
/// # Safety
/// As for [`with_any_handle`].
pub unsafe fn with_handle<T>(
    engine: *const SeajayEngine,
    f: impl FnOnce(&SeajayEngine) -> Result<T, Failure>,
) -> Result<T, i32> {
    // SAFETY: promised by the caller.
    unsafe {
        with_any_handle(engine, |handle| {
            handle.check()?;
            f(handle)
        })
    }
}
