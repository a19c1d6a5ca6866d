//! Handles, options, the position and the callback.

use std::ffi::{c_char, c_void};
use std::ptr;

use super::{number, status};
use crate::engine::Engine;
use crate::error::{Error, excerpt};
use crate::ffi::boundary::{self, Slot, protect};
use crate::ffi::constants::{SEAJAY_ERR_PANIC, SEAJAY_LOG_INFO, SEAJAY_OK};
use crate::ffi::failure::Failure;
use crate::ffi::handle::{Callback, SeajayEngine, lock, with_handle};
use crate::ffi::types::{SeajayInfoCallback, SeajayLogCallback, SeajayOptionInfo};

/// Makes an engine at the start of a game, with every option at its default. It takes the
/// hash table (16 MiB) and about 4 MiB more, of which little is touched before a search.
///
/// Returns NULL only when memory is exhausted, or after a bug in the library. Every handle is
/// independent of all others; a program may have hundreds, and use each from another thread.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_new() -> *mut SeajayEngine {
    protect(ptr::null_mut(), SeajayEngine::allocate)
}

/// Ends an engine: stops a search that seajay_start() began, waits for its end and frees
/// everything. NULL is allowed.
///
/// It must be the last call on the handle: no other thread may be inside a call on it, or
/// begin one. From inside the handle's own callback it does nothing, and must be called again
/// later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_free(engine: *mut SeajayEngine) {
    protect((), || {
        // SAFETY: NULL or a living handle, promised by the caller.
        let Some(handle) = (unsafe { engine.as_ref() }) else {
            return;
        };
        if handle.is_inside_callback() {
            return;
        }
        handle.shut_down();
        // SAFETY: its thread has ended, and this is the last call on the handle.
        unsafe { SeajayEngine::deallocate(engine) };
    });
}

/// Changes something that can be read of the engine at any time.
fn change(
    handle: &SeajayEngine,
    f: impl FnOnce(&mut Engine) -> Result<(), Error>,
) -> Result<(), Failure> {
    handle.with_engine(|tools| {
        f(&mut tools.engine)?;
        *lock(&handle.view) = tools.engine.view().clone();
        Ok(())
    })
}

/// Sets an option, both name and value as text: seajay_set_option(engine, "Hash", "64").
/// seajay_option_info() lists the options; names are matched without regard to case.
///
/// | name              | type   | default | values       | meaning                                 |
/// |-------------------|--------|---------|--------------|-----------------------------------------|
/// | Hash              | spin   | 16      | 1 to 1048576 | size of the hash table in MiB; a change |
/// |                   |        |         |              | empties it                              |
/// | Threads           | spin   | 1       | 1 to 256     | how many search together; more than the |
/// |                   |        |         |              | machine has processors only slows it    |
/// | MultiPV           | spin   | 1       | 1 to 256     | how many lines a search finds, each     |
/// |                   |        |         |              | beginning with another move             |
/// | Ponder            | check  | false   | true, false  | a GUI's wish to ponder, only remembered |
/// |                   |        |         |              | here; limits.ponder does it             |
/// | Move Overhead     | spin   | 10      | 0 to 5000    | milliseconds of the clock kept unused,  |
/// |                   |        |         |              | for delays; move_time_ms stays whole    |
/// | UCI_Chess960      | check  | false   | true, false  | gives castling as king onto rook (e1h1) |
/// | UCI_ShowWDL       | check  | false   | true, false  | a GUI's wish to see chances, only       |
/// |                   |        |         |              | remembered here; info->wdl always has   |
/// |                   |        |         |              | them                                    |
/// | UCI_LimitStrength | check  | false   | true, false  | play as weakly as UCI_Elo says          |
/// | UCI_Elo           | spin   | 1500    | 1000 to 2200 | strength, where it is limited           |
/// | EvalFile          | string |         | text         | path of a network to evaluate with; ""  |
/// |                   |        |         |              | is the one inside the library; loading  |
/// |                   |        |         |              | empties the hash table                  |
/// | SyzygyPath        | string |         | text         | folders with endgame tablebases; "" is  |
/// |                   |        |         |              | none                                    |
/// | KillersEnabled    | check  | true    | true, false  | order moves by killers                  |
/// | HistoryEnabled    | check  | true    | true, false  | order moves by history                  |
/// | LMREnabled        | check  | true    | true, false  | reduce the depth of late moves          |
/// | LMRMinDepth       | spin   | 3       | 1 to 32      | least depth, in plies, for reductions   |
/// | LMRMinMoveNumber  | spin   | 3       | 1 to 64      | first move, in order, to be reduced     |
/// | LMRBaseReduction  | spin   | 64      | 0 to 400     | hundredths of a ply; more reduces more  |
/// | LMRDepthFactor    | spin   | 169     | 1 to 1000    | hundredths, divides; more reduces less  |
///
/// The seven from KillersEnabled on are for experiments: leave them as they are otherwise.
///
/// The first thread of a search is the one that seajay_search() is called on, or that of
/// seajay_start(). Setting Threads makes the others, with a few MiB each, and they sleep between
/// searches until another number is set or the engine is freed. They forget then what they have
/// learnt; the hash table stays. With more than one, a search never repeats exactly.
///
/// The file of EvalFile is read once, in this call. Its path is UTF-8 of at most 4096 bytes and
/// counts from the working directory. Set it to "" to return to the network of the library, also
/// after seajay_load_network(). With Threads above 1, loading makes the other threads anew.
///
/// UCI_LimitStrength makes a search visit few positions and choose among its best five lines with
/// some error, less of both with a higher UCI_Elo. Its unit is that of matches between the levels
/// themselves, not of a rating list. The search ends by itself (SEAJAY_STOP_NODES), but with
/// limits.infinite or ponder it waits as any other does; limits that are tighter still hold. The choice
/// is the same every time after seajay_clear_history(), and varies from search to search without it.
///
/// SyzygyPath takes folders with tables in the Syzygy format (KQvK.rtbw, KQvK.rtbz and so on),
/// separated as the platform separates paths: by ";" on Windows, by ":" elsewhere. Of each file the
/// size and the beginning are checked; those ending in .rtbw, which searches read, are opened and
/// looked into in this call and stay open until the option is set again, so that each counts as an
/// open file of the process; those ending in .rtbz are opened as a search needs them, before the first
/// call of its callback. Engines that name the same folders share what is open, as long as one of them
/// names it. Setting the option waits while any engine of the process opens tables. The paths are UTF-8, together at most 4096 bytes. Setting the
/// option empties the hash table. What is damaged beyond that is no information: once a search meets it,
/// none of the engines that share the tables asks any of them, each until its own SyzygyPath is set
/// again; the log hears of it (SEAJAY_LOG_WARNING).
/// Where the tables know the position, a search considers of its moves (limits.search_moves, or all)
/// only those with the best result under the fifty-move rule, and gives lines for these alone.
///
/// SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE (also for a file that is no network, a
/// damaged tablebase, or a folder without any), SEAJAY_ERR_IO for what cannot be read,
/// SEAJAY_ERR_OUT_OF_MEMORY (also when the system refuses a thread): the old value stays.
/// SEAJAY_ERR_BUSY during a search.
///
/// To keep the old value safe, the new table, network or threads are made before the old ones are
/// freed. That takes time and memory: Hash and Threads in proportion to their values, EvalFile and
/// SyzygyPath to read files.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_option(
    engine: *mut SeajayEngine,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    let set = |handle: &SeajayEngine| {
        // SAFETY: both are NULL or text, promised by the caller.
        let (name, value) =
            unsafe { (boundary::text(name, "name")?, boundary::text(value, "value")?) };
        change(handle, |engine| engine.set_option(name, value))?;
        let value = lock(&handle.view).option(name)?;
        handle.log(SEAJAY_LOG_INFO, format_args!("option {name} is \"{}\"", excerpt(&value)));
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, set) })
}

/// Copies the value of an option into the buffer, as text that seajay_set_option() takes.
/// Works during a search.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_UNKNOWN_OPTION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_get_option(
    engine: *const SeajayEngine,
    name: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let get = |handle: &SeajayEngine| {
        // SAFETY: NULL or text, promised by the caller.
        let name = unsafe { boundary::text(name, "name") }?;
        let value = lock(&handle.view).option(name)?;
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&value, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, get) })
}

/// How many options there are, the same for every handle.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_option_count() -> usize {
    protect(0, || Engine::options().len())
}

/// Describes an option: index runs from 0 to seajay_option_count() - 1, in an order made for
/// showing them. Begin with SEAJAY_OPTION_INFO_INIT.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for another index or a wrong info->struct_size. It takes no
/// engine, so seajay_last_error() does not hear of its errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_option_info(index: usize, info: *mut SeajayOptionInfo) -> i32 {
    let describe = || {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::new(info, "info") }?;
        let option = Engine::options().get(index).ok_or(Failure::OptionIndex)?;
        slot.write(&option.into());
        Ok(())
    };
    protect(SEAJAY_ERR_PANIC as i32, || {
        describe().map_or_else(|failure: Failure| failure.status() as i32, |()| SEAJAY_OK as i32)
    })
}

/// Evaluates with another network from here on: the bytes of a file as the option EvalFile takes
/// it, which are copied. It takes the place of that option's network until the option is set
/// again, and empties the hash table. seajay_get_option() goes on giving the option's value. With
/// Threads above 1 the other threads are made anew.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for bytes that are no network; seajay_last_error() names the
/// defect. SEAJAY_ERR_OUT_OF_MEMORY, also when the system refuses a thread. The old network stays.
/// SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_load_network(
    engine: *mut SeajayEngine,
    data: *const c_void,
    size: usize,
) -> i32 {
    let load = |handle: &SeajayEngine| {
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        let bytes = unsafe { boundary::bytes(data, size, "data") }?;
        change(handle, |engine| engine.load_network(bytes))?;
        handle.log(SEAJAY_LOG_INFO, format_args!("a network of {size} bytes is loaded"));
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, load) })
}

/// Sets the position: a FEN, and the moves that were played from it.
///
/// fen: four to six fields; castling rights in standard, Shredder or X-FEN form, one named twice
/// counts once; NULL is the start of a game. Too much material and impossible checks are accepted, with at most 16
/// pieces a side. Refused as illegal: not one king a side, pawns on the first or last rank,
/// castling rights without king and rook in place, an en passant square that does not fit the
/// pawns and the side to move, and the side that is not to move in check.
/// moves: UCI notation in lower case, separated by any white space; NULL or "" is none. There
/// is no null move. Castling may be written as the king's move to where it gets (e1g1) or onto
/// the rook (e1h1), whatever UCI_Chess960 is. Give the whole game: draws by repetition are known only
/// from its moves.
///
/// SEAJAY_ERR_INVALID_FEN, SEAJAY_ERR_ILLEGAL_POSITION, SEAJAY_ERR_ILLEGAL_MOVE: the old
/// position stays. SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_position(
    engine: *mut SeajayEngine,
    fen: *const c_char,
    moves: *const c_char,
) -> i32 {
    let set = |handle: &SeajayEngine| {
        // SAFETY: both are NULL or text, promised by the caller.
        let (fen, moves) = unsafe {
            (boundary::optional_text(fen, "fen")?, boundary::optional_text(moves, "moves")?)
        };
        change(handle, |engine| engine.set_position(fen, moves.unwrap_or_default()))
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, set) })
}

/// Plays one move, in UCI notation, on the position that was set last: the game grows by it, so that
/// repetitions are known.
///
/// SEAJAY_ERR_ILLEGAL_MOVE, also for more or less than one move: the old position stays.
/// SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_play(engine: *mut SeajayEngine, r#move: *const c_char) -> i32 {
    let play = |handle: &SeajayEngine| {
        // SAFETY: NULL or text, promised by the caller.
        let text = unsafe { boundary::text(r#move, "move") }?;
        change(handle, |engine| engine.play(text))
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, play) })
}

/// Sets the function that hears of every search from now on; NULL is none. user_data is handed
/// to it untouched, and must stay valid until the callback is replaced or the engine is freed.
///
/// It is called once as a search begins, for every new line, and about every 50 ms (later on a
/// busy machine); after the search has returned, never. It runs on the thread inside
/// seajay_search(), or on the handle's own thread after seajay_start(); the search waits for it. Once
/// it has returned non-zero, that search does not call it again.
/// Inside it, the functions that take a const SeajayEngine work, except seajay_wait(); the
/// others are SEAJAY_ERR_BUSY, and seajay_free() does nothing. Calls on other engines are free. It
/// must return: neither a C++ exception nor longjmp() nor the end of its thread may leave it. And it
/// must not wait for a thread that is inside a call on this handle (seajay_wait() and seajay_free() wait
/// for the search), nor for a lock that such a thread holds.
///
/// SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_info_callback(
    engine: *mut SeajayEngine,
    callback: SeajayInfoCallback,
    user_data: *mut c_void,
) -> i32 {
    let set = |handle: &SeajayEngine| {
        handle.with_engine(|tools| {
            tools.callback = Callback { function: callback, user_data };
            Ok(())
        })
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, set) })
}

/// Sets the function that hears, in words for people, of what happens to this handle: of every
/// call that fails (SEAJAY_LOG_WARNING, the text of seajay_last_error(); not of SEAJAY_ERR_TIMEOUT),
/// of bugs in the library (SEAJAY_LOG_ERROR), of options, networks and the end of searches
/// (SEAJAY_LOG_INFO). NULL is none, as at first. user_data is handed to it untouched, and must stay
/// valid until the callback is replaced or the engine is freed.
///
/// It runs on the thread of the call that it tells of, before that call returns; after
/// seajay_start() the end of the search is told on the handle's own thread, before seajay_wait()
/// returns. Calls on several threads may have something to tell: they wait for each other, so that
/// it never runs twice at a time for one handle. When this function has returned, the earlier
/// callback runs no more. Inside it the functions that take a const SeajayEngine work, except
/// seajay_wait(), and their failures are not told; the others are SEAJAY_ERR_BUSY, and seajay_free()
/// does nothing. It must not wait for another thread that uses the handle, nor for a lock that such a
/// thread holds, and must return: neither a C++ exception nor longjmp() nor the end of its thread may
/// leave it.
///
/// SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_log_callback(
    engine: *mut SeajayEngine,
    callback: SeajayLogCallback,
    user_data: *mut c_void,
) -> i32 {
    let set = |handle: &SeajayEngine| {
        handle.with_engine(|_| {
            handle.set_log(callback, user_data);
            Ok(())
        })
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, set) })
}
