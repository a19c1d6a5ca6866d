//! Engines

use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};

use crate::engine::Engine;
use crate::error::{Error, excerpt};
use crate::ffi::call::{Call, attempt, number, protect, status};
use crate::ffi::constants::{SEAJAY_LOG_INFO, SEAJAY_LOG_WARNING};
use crate::ffi::engine_handle::{Callback, Done, HANDLE_BYTES, HandleRef, SeajayEngine, lock};
use crate::ffi::failure::Failure;
use crate::ffi::handles::SeajayGame;
use crate::ffi::types::{
    SeajayDoneCallback, SeajayInfoCallback, SeajayLogCallback, SeajayOptionInfo,
};

/// Creates an engine at the start of a game, with every option at its default. Returns NULL only if
/// memory is exhausted. Engines are independent of each other; a program may have hundreds.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn seajay_new() -> *mut SeajayEngine {
    protect(ptr::null_mut(), SeajayEngine::allocate)
}

/// Frees an engine; NULL is allowed. Stops a started search, waits for its callbacks and frees
/// everything. This must be the last call on the engine, and no other may be in progress: threads
/// in seajay_wait() or seajay_search() must have returned. In the engine's own callbacks it does
/// nothing. If its search still waits in the queue of a pool, the callbacks may run on this thread.
///
/// Each search takes a moment to stop: to free many engines, call seajay_stop() on all of them
/// first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_free(engine: *mut SeajayEngine) {
    protect((), || {
        let Some(place) = NonNull::new(engine) else { return };
        // SAFETY: a living handle, promised by the caller.
        let handle = unsafe { place.as_ref() };
        if handle.is_inside_callback() {
            let text = format_args!("seajay_free() in a callback of the engine is ignored");
            handle.log(SEAJAY_LOG_WARNING, text);
            return;
        }
        handle.shut_down();
        // SAFETY: this is the host's last call on the handle.
        drop(unsafe { HandleRef::of_host(place) });
    });
}

/// Changes state of the engine that other threads may read at any time.
fn change(
    handle: &SeajayEngine,
    f: impl FnOnce(&mut Engine) -> Result<(), Error>,
) -> Result<(), Failure> {
    handle.with_claim(|claimed| {
        f(&mut claimed.engine)?;
        let mut snapshot = lock(&handle.snapshot);
        snapshot.settings.clone_from(claimed.engine.settings());
        snapshot.position.clone_from(&claimed.engine.root().position);
        Ok(())
    })
}

/// Sets an option; both arguments are text: seajay_set_option(engine, "Hash", "64"). Names are not
/// case-sensitive. docs/guide.md explains each option; seajay_option_info() lists them.
///
/// Errors: SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE (also for files with wrong content)
/// and SEAJAY_ERR_IO. The old value is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_option(
    engine: *mut SeajayEngine,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let (name, value) = (call.text(name, "name")?, call.text(value, "value")?);
        change(handle, |engine| engine.set_option(name, value))?;
        let value = lock(&handle.snapshot).settings.options.get(name)?;
        handle.log(SEAJAY_LOG_INFO, format_args!("option {name} is \"{}\"", excerpt(&value)));
        Ok(())
    }))
}

/// Copies the value of an option, as text that seajay_set_option() takes.
/// SEAJAY_ERR_UNKNOWN_OPTION if there is no such option.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_get_option(
    engine: *const SeajayEngine,
    name: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| {
        let name = call.text(name, "name")?;
        let value = lock(&handle.snapshot).settings.options.get(name)?;
        call.text_out(&value, buffer, size, "buffer")
    }))
}

/// Returns the number of options, the same for every engine.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_option_count() -> usize {
    protect(0, || Engine::options().len())
}

/// Describes an option. index starts at 0; the order suits a settings dialog.
/// SEAJAY_ERR_INVALID_ARGUMENT if there is no such index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_option_info(index: usize, info: *mut SeajayOptionInfo) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(attempt(|| {
        let slot = call.slot(info, "info")?;
        let options = Engine::options();
        let count = options.len();
        slot.write(&options.get(index).ok_or(Failure::OptionIndex { index, count })?.into());
        Ok(())
    }))
}

/// Replaces the network by one from memory: the bytes of a file that the option EvalFile would
/// accept. They are copied. To go back, set EvalFile: to a file, or to "" for the built-in network.
/// Clears the hash table. SEAJAY_ERR_INVALID_ARGUMENT if the bytes are not a valid network; the old
/// one is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_load_network(
    engine: *mut SeajayEngine,
    data: *const c_void,
    size: usize,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let bytes = call.bytes(data, size, "data")?;
        change(handle, |engine| engine.load_network(bytes))?;
        handle.log(SEAJAY_LOG_INFO, format_args!("loaded a network of {size} bytes"));
        Ok(())
    }))
}

/// Sets the position to that of a game. The game is copied, with the earlier positions, so that the
/// search sees repetitions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_game(
    engine: *mut SeajayEngine,
    game: *const SeajayGame,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let game = call.object(game, "game")?;
        // Locked after the claim, which may wait for a callback that uses the game.
        handle.with_claim(|claimed| {
            claimed.engine.set_game(&*game.lock()?);
            lock(&handle.snapshot).position.clone_from(&claimed.engine.root().position);
            Ok(())
        })
    }))
}

/// Sets the position from text, without a game: see seajay_game_set(). Pass all moves of the game:
/// repetitions are detected from them. Castling is written as e1h1 if UCI_Chess960 is set, or the
/// FEN is one of Chess960.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_position(
    engine: *mut SeajayEngine,
    fen: *const c_char,
    moves: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let (fen, moves) = (call.optional_text(fen, "fen")?, call.optional_text(moves, "moves")?);
        change(handle, |engine| engine.set_position(fen, moves.unwrap_or_default()))
    }))
}

/// Sets the callback for every search from now on; NULL removes it.
///
/// It runs on the searching thread, which waits for it: when the search begins, for every new line,
/// and at least every 50 ms on an idle machine. Once it has returned non-zero, the search ends and
/// does not call it again. The callback may call functions that take a const SeajayEngine, except
/// seajay_wait(); the others return SEAJAY_ERR_BUSY. It must not wait for a thread that calls
/// functions of this engine, which may wait for the callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_info_callback(
    engine: *mut SeajayEngine,
    callback: SeajayInfoCallback,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        handle.with_claim(|claimed| {
            claimed.callback = Callback { function: callback, user_data };
            Ok(())
        })
    }))
}

/// Sets the callback for the end of searches and reviews that were started; NULL removes it.
///
/// It runs on the searching thread when the result is stored and the engine is idle, before
/// seajay_wait() returns. It may call every function on this engine, including seajay_set_game()
/// and seajay_start(), except seajay_wait() (SEAJAY_ERR_BUSY) and seajay_free() (ignored). A search
/// started in it runs after it has returned.
///
/// If the old callback is running, this function waits for it, so that a callback never runs after
/// it was replaced; a callback that replaces itself does not wait. The callback must not wait for a
/// thread that calls functions of this engine, which may wait for the callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_done_callback(
    engine: *mut SeajayEngine,
    callback: SeajayDoneCallback,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| handle.set_done(Done { function: callback, user_data })))
}

/// Sets the callback for log messages about failed calls, options and finished searches; NULL
/// removes it. It runs on the thread of the call or search, never on two threads at once for one
/// engine. It may call functions that take a const SeajayEngine, except seajay_wait(). It must not
/// wait for another thread that uses this engine: that thread may be waiting for the log callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_log_callback(
    engine: *mut SeajayEngine,
    callback: SeajayLogCallback,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        handle.with_claim(|_| {
            handle.set_log(callback, user_data);
            Ok(())
        })
    }))
}

/// Evaluates the engine's position without a search, in hundredths of a pawn from the side to
/// move's point of view. Meant for quiet positions: a piece about to be captured still counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_evaluate(engine: *const SeajayEngine, centipawns: *mut i32) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let centipawns = call.out(centipawns, "centipawns")?;
        let snapshot = lock(&handle.snapshot);
        let score = snapshot.settings.evaluate(&snapshot.position);
        centipawns.write(score);
        Ok(())
    }))
}

/// Returns the memory in bytes that an engine uses at most: hash table, threads and a network of
/// its own, but not the threads' stacks, tablebases, or the built-in network, which all engines
/// share. Pages of the hash table are committed when first used. 0 on error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_memory_usage(engine: *const SeajayEngine) -> u64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    call.on_engine(engine, |handle| {
        Ok(HANDLE_BYTES + lock(&handle.snapshot).settings.memory_usage())
    })
    .unwrap_or(0)
}

/// Returns what seajay_memory_usage() would return with these values of Hash and Threads, one line
/// (MultiPV) and the built-in network; 0 if a value is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_estimate_memory(hash_mib: u64, threads: u32) -> u64 {
    let estimate = || Ok(HANDLE_BYTES + Engine::estimate_memory(hash_mib, threads)?);
    attempt(estimate).unwrap_or(0)
}
