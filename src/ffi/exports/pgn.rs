//! PGN: games read one after the other, what belongs to them, and writing.

use std::ffi::c_char;
use std::ptr;

use super::{number, status};
use crate::ffi::boundary::{self, attempt, list_out, optional_out, protect, text_out};
use crate::ffi::constants::SEAJAY_OK;
use crate::ffi::failure::{Failure, status_of};
use crate::ffi::game::{self, SeajayGame};
use crate::ffi::pgn::{self, Pgn, SeajayPgn, Source};
use crate::ffi::types::SeajayReadCallback;
use crate::pgn::{Reader, Record};

/// Runs a call on a PGN.
///
/// # Safety
/// NULL or a living handle.
unsafe fn with_pgn<T>(
    pgn: *const SeajayPgn,
    f: impl FnOnce(&mut Pgn) -> Result<T, Failure>,
) -> Result<T, i32> {
    // SAFETY: promised by the caller.
    attempt(|| f(&mut *unsafe { pgn::pgn(pgn) }?))
}

/// Copies a text of a record.
///
/// # Safety
/// The PGN is NULL or a living handle; the buffer is NULL or `size` bytes large.
unsafe fn text_of(
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
    f: impl FnOnce(&Record) -> Result<&str, Failure>,
) -> i64 {
    // SAFETY: promised by the caller.
    number(unsafe { with_pgn(pgn, |pgn| text_out(f(&pgn.record)?, buffer, size, "buffer")) })
}

/// Gives a PGN another text to read from.
///
/// # Safety
/// NULL or a living handle.
unsafe fn set_reader(pgn: *mut SeajayPgn, reader: impl FnOnce() -> Result<Reader, Failure>) -> i32 {
    let set = |pgn: &mut Pgn| {
        pgn.reader = Some(reader()?);
        Ok(())
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_pgn(pgn, set) })
}

/// Creates a PGN without a text to read and with an empty record, to read or write games. Returns
/// NULL only if memory is exhausted.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn seajay_pgn_new() -> *mut SeajayPgn {
    protect(ptr::null_mut(), SeajayPgn::allocate)
}

/// Frees a PGN; NULL is allowed. This must be the last call on it, and no other may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_free(pgn: *mut SeajayPgn) {
    // SAFETY: promised by the caller.
    protect((), || unsafe { boundary::deallocate(pgn) });
}

/// Reads from a file from its beginning. No more than one game of it is in memory. It stays open
/// until all games are read, or the PGN reads another text or is freed. SEAJAY_ERR_IO: it cannot be
/// opened; the PGN goes on with its old text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_open(pgn: *mut SeajayPgn, path: *const c_char) -> i32 {
    // SAFETY: NULL or text, promised by the caller.
    let open = || Ok(Reader::open(unsafe { boundary::text(path, "path") }?)?);
    // SAFETY: promised by the caller.
    unsafe { set_reader(pgn, open) }
}

/// Reads from a text of size bytes, which is copied. Like files, it need not be UTF-8: tags and
/// comments that are not are read as code page 1252.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_text(
    pgn: *mut SeajayPgn,
    text: *const c_char,
    size: usize,
) -> i32 {
    let copy = || {
        // SAFETY: NULL or `size` bytes, promised by the caller.
        let text = unsafe { boundary::bytes(text.cast(), size, "text") }?;
        Ok(Reader::from_text(text)?)
    };
    // SAFETY: promised by the caller.
    unsafe { set_reader(pgn, copy) }
}

/// Reads what a callback gives: standard input, a file in an archive, an asset. seajay_pgn_next()
/// calls it, on its own thread, whenever it needs more text. The callback must not use this PGN or
/// the game that is read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_reader(
    pgn: *mut SeajayPgn,
    callback: SeajayReadCallback,
    user_data: *mut std::ffi::c_void,
) -> i32 {
    let source = || {
        let callback = callback.ok_or(Failure::Null("callback"))?;
        Ok(Reader::from_source(Source { callback, user_data }))
    };
    // SAFETY: promised by the caller.
    unsafe { set_reader(pgn, source) }
}

/// Reads the next game: its moves into game, the rest of its record into the PGN. Returns 1, or 0
/// at the end of the text, when both stay as they are.
///
/// A game with a fault is read as far as possible, and counts as read: seajay_pgn_error() tells the
/// fault. SEAJAY_ERR_IO: the file or callback failed; nothing has changed, and the next call tries
/// again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_next(pgn: *mut SeajayPgn, game: *mut SeajayGame) -> i32 {
    let read = |pgn: &mut Pgn| {
        // SAFETY: promised by the caller.
        let mut game = unsafe { game::game(game, "game") }?;
        Ok(pgn.read(&mut game)?.into())
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_pgn(pgn, read) })
}

/// Returns SEAJAY_OK if the last game that was read has no fault, or the status of its first one:
/// SEAJAY_ERR_ILLEGAL_MOVE, _INVALID_PGN, _INVALID_FEN or _ILLEGAL_POSITION. offset is the number
/// of bytes before it in the text, line its line, from 1, and ply the number of moves of the game
/// before it; any pointer may be NULL. Without a fault all are 0.
///
/// A fault among the moves of the game ends the game there. One in a variation ends only that
/// variation, and a malformed tag is left out: then the game is whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_error(
    pgn: *const SeajayPgn,
    offset: *mut i64,
    line: *mut i64,
    ply: *mut u32,
) -> i32 {
    let tell = |pgn: &mut Pgn| {
        let fault = pgn.record.fault();
        let place = fault.map_or((0, 0, 0), |fault| (fault.offset, fault.line, fault.ply));
        // SAFETY: each is NULL or the caller's, promised by it.
        unsafe {
            optional_out(offset, place.0 as i64);
            optional_out(line, place.1 as i64);
            optional_out(ply, u32::try_from(place.2).unwrap_or(u32::MAX));
        }
        Ok(fault.map_or(SEAJAY_OK, |fault| status_of(fault.error.kind())) as i32)
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_pgn(pgn, tell) })
}

/// Copies the text of the fault that seajay_pgn_error() tells, which names line and word; "" if
/// there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_error_text(
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe {
        text_of(pgn, buffer, size, |record| {
            Ok(record.fault().map_or("", |fault| fault.error.message()))
        })
    }
}

/// Removes all tags, comments, NAGs and variations, to write another game. The text that is read
/// stays where it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_clear(pgn: *mut SeajayPgn) {
    let clear = |pgn: &mut Pgn| {
        pgn.record.clear();
        Ok(())
    };
    // SAFETY: promised by the caller.
    let _ = unsafe { with_pgn(pgn, clear) };
}

/// Copies the value of a tag such as "White"; "" if it is absent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_tag(
    pgn: *const SeajayPgn,
    name: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: NULL or text, promised by the caller, as the rest is.
    unsafe {
        text_of(pgn, buffer, size, |record| {
            Ok(record.tag(boundary::text(name, "name")?).unwrap_or_default())
        })
    }
}

/// Copies the name of a tag, by its place from 0 on. SEAJAY_ERR_INVALID_ARGUMENT: there are no
/// more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_tag_name(
    pgn: *const SeajayPgn,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe {
        text_of(pgn, buffer, size, |record| {
            let tag =
                record.tags().nth(index).ok_or(past_the_last(index, "below the number of tags"))?;
            Ok(tag.0)
        })
    }
}

/// Copies the result: what stands at the end of the moves, else the tag Result, else "*".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_result(
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(pgn, buffer, size, |record| Ok(record.result())) }
}

/// Sets a tag; NULL removes it. Line breaks in the value become spaces. The tag Result replaces
/// what stood at the end of the moves. A tag FEN sets no position: the game written has its own.
/// SEAJAY_ERR_INVALID_ARGUMENT: name is not of letters, digits and "_".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_tag(
    pgn: *mut SeajayPgn,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    let set = |pgn: &mut Pgn| {
        // SAFETY: both are NULL or text, promised by the caller.
        let (name, value) =
            unsafe { (boundary::text(name, "name")?, boundary::optional_text(value, "value")?) };
        Ok(pgn.record.set_tag(name, value)?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_pgn(pgn, set) })
}

/// Copies the comments after a ply, joined by a space; "" if there are none. Those of ply 0 stand
/// before the first move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_comment(
    pgn: *const SeajayPgn,
    ply: u32,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(pgn, buffer, size, |record| Ok(record.comment(ply as usize))) }
}

/// Replaces the comments after a ply; NULL or "" removes them. Line breaks, and spaces around them,
/// become one space: a file has line breaks where its lines are full.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_comment(
    pgn: *mut SeajayPgn,
    ply: u32,
    text: *const c_char,
) -> i32 {
    let set = |pgn: &mut Pgn| {
        // SAFETY: NULL or text, promised by the caller.
        let text = unsafe { boundary::optional_text(text, "text") }?;
        Ok(pgn.record.set_comment(ply as usize, text.unwrap_or_default())?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_pgn(pgn, set) })
}

/// Copies the NAGs after a ply, as many as fit, and returns how many there are. Marks are NAGs too:
/// "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_nags(
    pgn: *const SeajayPgn,
    ply: u32,
    nags: *mut u8,
    capacity: usize,
) -> i64 {
    let copy = |pgn: &mut Pgn| {
        let all = pgn.record.nags(ply as usize).iter().copied();
        // SAFETY: NULL or `capacity` bytes large, promised by the caller.
        unsafe { list_out(all, nags, capacity, "nags") }
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_pgn(pgn, copy) })
}

/// Replaces the NAGs after a ply; each counts once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_nags(
    pgn: *mut SeajayPgn,
    ply: u32,
    nags: *const u8,
    count: usize,
) -> i32 {
    let set = |pgn: &mut Pgn| {
        // SAFETY: NULL or `count` bytes large, promised by the caller.
        let nags = unsafe { boundary::list(nags, count, "nags") }?;
        Ok(pgn.record.set_nags(ply as usize, nags)?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_pgn(pgn, set) })
}

/// Copies a variation, by its place from 0 on, that replaces the move to a ply: movetext with the
/// comments, NAGs and variations in it. A copy of the game undone to ply - 1 plays it with
/// seajay_game_play_san(), unless it has a null move ("--"). SEAJAY_ERR_INVALID_ARGUMENT: there are
/// no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_variation(
    pgn: *const SeajayPgn,
    ply: u32,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe {
        text_of(pgn, buffer, size, |record| {
            let all = record.variations(ply as usize);
            Ok(all.get(index).ok_or(past_the_last(index, "below the number of variations"))?)
        })
    }
}

/// Adds a variation that replaces the move of a game to a ply. SEAJAY_ERR_ILLEGAL_MOVE,
/// SEAJAY_ERR_INVALID_PGN: the game cannot play it; SEAJAY_ERR_INVALID_ARGUMENT: the game has no
/// such ply, or the movetext is empty. Nothing is added then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_add_variation(
    pgn: *mut SeajayPgn,
    game: *const SeajayGame,
    ply: u32,
    movetext: *const c_char,
) -> i32 {
    let add = |pgn: &mut Pgn| {
        // SAFETY: NULL or a living handle, and NULL or text, promised by the caller.
        let (game, text) =
            unsafe { (game::game(game, "game")?, boundary::text(movetext, "movetext")?) };
        Ok(pgn.record.add_variation(&game, ply as usize, text)?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_pgn(pgn, add) })
}

/// Copies a game with its record as PGN, with an empty line at its end: one after the other, games
/// make a file. Call it with NULL and 0 for the length.
///
/// The seven tags that every game has come first, "?" where nothing is known, then the others, with
/// FEN and SetUp as the game needs them. The result is that of the record, or of the game if it is
/// over and the record has none. Notes beyond the game's last ply are left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_write(
    pgn: *const SeajayPgn,
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let write = |pgn: &mut Pgn| {
        // SAFETY: NULL or a living handle, promised by the caller.
        let game = unsafe { game::game(game, "game") }?;
        let text = pgn.record.write(&game)?;
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { text_out(&text, buffer, size, "buffer") }
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_pgn(pgn, write) })
}

/// The failure of a call for a tag or variation that is not there.
fn past_the_last(index: usize, allowed: &'static str) -> Failure {
    Failure::Number { what: "index", value: index as i64, allowed }
}
