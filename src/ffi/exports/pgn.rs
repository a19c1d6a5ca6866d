//! PGN

use std::ffi::{c_char, c_void};
use std::{fmt, ptr};

use crate::error::{Error, ErrorKind};
use crate::ffi::call::{Call, attempt, number, protect, status};
use crate::ffi::constants::SEAJAY_OK;
use crate::ffi::failure::{Failure, status_of};
use crate::ffi::handles::{SeajayGame, SeajayPgn, Source};
use crate::ffi::heap;
use crate::ffi::types::SeajayReadCallback;
use crate::pgn::{Reader, Record};

/// Copies a text of a record.
fn text_of(
    call: &Call,
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
    f: impl FnOnce(&Record) -> Result<&str, Failure>,
) -> i64 {
    number(call.on_pgn(pgn, |pgn| call.text_out(f(&pgn.record)?, buffer, size, "buffer")))
}

/// Gives a PGN another text to read from.
fn set_reader(
    call: &Call,
    pgn: *mut SeajayPgn,
    reader: impl FnOnce() -> Result<Reader, Failure>,
) -> i32 {
    status(call.on_pgn(pgn, |pgn| {
        pgn.reader = Some(reader()?);
        Ok(())
    }))
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
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    protect((), || {
        if !call.object(pgn, "pgn").is_ok_and(SeajayPgn::is_held_here) {
            // SAFETY: promised by the caller.
            unsafe { heap::deallocate(pgn) }
        }
    });
}

/// Reads from a file from its beginning. No more than one game of it is in memory. It stays open
/// until the PGN reads another text or is freed. SEAJAY_ERR_IO: it cannot be
/// opened; the PGN goes on with its old text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_open(pgn: *mut SeajayPgn, path: *const c_char) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    set_reader(&call, pgn, || Ok(Reader::open(call.text(path, "path")?)?))
}

/// Reads from a text of size bytes, which is copied. Like files, it need not be UTF-8: tags and
/// comments that are not are read as code page 1252.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_text(
    pgn: *mut SeajayPgn,
    text: *const c_char,
    size: usize,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    set_reader(&call, pgn, || {
        let text = call.bytes(text.cast(), size, "text")?;
        Ok(Reader::from_text(text)?)
    })
}

/// Reads text from a callback: standard input, a file in an archive, an asset. seajay_pgn_next()
/// and seajay_pgn_skip() call it, on their own thread, whenever they need more text. In the
/// callback calls on this PGN, and on the game that is read, return SEAJAY_ERR_BUSY, or do nothing.
/// Another text, also an empty one, takes its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_reader(
    pgn: *mut SeajayPgn,
    callback: SeajayReadCallback,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    set_reader(&call, pgn, || {
        let callback = callback.ok_or(Failure::Null("callback"))?;
        Ok(Reader::from_reader(Source { callback, user_data }))
    })
}

/// Reads the next game: its moves into game, the rest of its record into the PGN. Returns 1, or 0
/// at the end of the text, when both stay as they are.
///
/// A game with a fault is read as far as possible, and counts as read: seajay_pgn_error() describes
/// the fault. SEAJAY_ERR_IO: the file or callback failed; nothing has changed, and the next call
/// tries again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_next(pgn: *mut SeajayPgn, game: *mut SeajayGame) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| {
        let mut game = call.game(game, "game")?;
        Ok(pgn.read(&mut game)?.into())
    }))
}

/// Passes over the next game: reads its tags and its result into the PGN, and no moves. Returns 1,
/// or 0 at the end of the text. It finds the same games as seajay_pgn_next(), several times as
/// fast, but no faults of moves: to list the games of a large file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_skip(pgn: *mut SeajayPgn) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| Ok(pgn.skip()?.into())))
}

/// Returns where the last game that was read or passed over begins, in bytes from the beginning of
/// the text. SEAJAY_ERR_INVALID_ARGUMENT: there was none yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_offset(pgn: *const SeajayPgn) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| {
        let offset = pgn.reader.as_ref().and_then(Reader::offset);
        Ok(offset.ok_or_else(no_game)? as i64)
    }))
}

/// Goes to a place in the text, such as seajay_pgn_offset() returned: the next game begins there.
/// Past the end there is none. The lines of faults are counted from there, their offsets from the
/// beginning of the text. SEAJAY_ERR_INVALID_ARGUMENT: offset is negative, or the text comes from a
/// callback, or from a file such as a pipe that can only be read from its beginning to its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_seek(pgn: *mut SeajayPgn, offset: i64) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| {
        let negative = Failure::Number { what: "offset", value: offset, allowed: "0 or more" };
        let place = u64::try_from(offset).map_err(|_| negative)?;
        Ok(pgn.reader.as_mut().ok_or_else(no_text)?.seek(place)?)
    }))
}

/// Returns SEAJAY_OK if the last game that was read has no fault, or the status of its first one:
/// SEAJAY_ERR_ILLEGAL_MOVE, _INVALID_PGN, _INVALID_FEN or _ILLEGAL_POSITION. offset is the number
/// of bytes before it in the text, line its line, from 1, and ply the number of moves of the game
/// before it; any pointer may be NULL. Without a fault all are 0. A fault is no failed call: its
/// text is that of seajay_pgn_error_text().
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
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| {
        let fault = pgn.record.fault();
        let place = fault.map_or((0, 0, 0), |fault| (fault.offset, fault.line, fault.ply));
        call.optional_out(offset, place.0 as i64);
        call.optional_out(line, place.1 as i64);
        call.optional_out(ply, u32::try_from(place.2).unwrap_or(u32::MAX));
        Ok(fault.map_or(SEAJAY_OK, |fault| status_of(fault.error.kind())) as i32)
    }))
}

/// Copies a text for the fault that seajay_pgn_error() describes. It names the line and the word;
/// "" if there is no fault.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_error_text(
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| {
        Ok(record.fault().map_or("", |fault| fault.error.message()))
    })
}

/// Removes all tags, comments, NAGs and variations, to write another game. seajay_pgn_next() goes
/// on where it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_clear(pgn: *mut SeajayPgn) {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    let _ = call.on_pgn(pgn, |pgn| {
        pgn.record.clear();
        Ok(())
    });
}

/// Copies the record of a game, but not the text that is read, into another PGN. Both may be the
/// same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_copy(to: *mut SeajayPgn, from: *const SeajayPgn) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(attempt(|| {
        let to = call.object(to, "to")?;
        // One lock at a time: two threads may copy both ways.
        let copy = call.object(from, "from")?.lock()?.record.try_clone()?;
        to.lock()?.record = copy;
        Ok(())
    }))
}

/// Copies the value of a tag such as "White"; "" if it is absent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_tag(
    pgn: *const SeajayPgn,
    name: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| {
        Ok(record.tag(call.text(name, "name")?).unwrap_or_default())
    })
}

/// Copies the name of a tag. index starts at 0. SEAJAY_ERR_INVALID_ARGUMENT: there is no such tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_tag_name(
    pgn: *const SeajayPgn,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| {
        let count = record.tags().len();
        let missing = || wrong(format_args!("there is no tag {index}: the record has {count}"));
        Ok(record.tags().nth(index).ok_or_else(missing)?.0)
    })
}

/// Copies the result of the game: the one after its moves, or else that of the tag Result, or else
/// "*".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_result(
    pgn: *const SeajayPgn,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| Ok(record.result()))
}

/// Sets a tag; NULL removes it. Line breaks in the value become spaces. Setting Result also
/// replaces the result after the moves. Setting FEN has no effect on what is written: that is the
/// game's own. SEAJAY_ERR_INVALID_ARGUMENT: name has characters other than letters, digits and "_".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_tag(
    pgn: *mut SeajayPgn,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| {
        let (name, value) = (call.text(name, "name")?, call.optional_text(value, "value")?);
        Ok(pgn.record.set_tag(name, value)?)
    }))
}

/// Copies the comments after a ply, joined by spaces; "" if there are none. Ply 0 is before the
/// first move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_comment(
    pgn: *const SeajayPgn,
    ply: u32,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| Ok(record.comment(ply as usize)))
}

/// Replaces the comments after a ply; NULL or "" removes them. A line break, with the spaces around
/// it, becomes one space: seajay_pgn_write() breaks lines where they are full.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_comment(
    pgn: *mut SeajayPgn,
    ply: u32,
    text: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| {
        let text = call.optional_text(text, "text")?;
        Ok(pgn.record.set_comment(ply as usize, text.unwrap_or_default())?)
    }))
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
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| {
        let all = pgn.record.nags(ply as usize).iter().copied();
        call.list_out(all, nags, capacity, "nags")
    }))
}

/// Replaces the NAGs after a ply; each counts once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_set_nags(
    pgn: *mut SeajayPgn,
    ply: u32,
    nags: *const u8,
    count: usize,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| {
        let nags = call.list(nags, count, "nags")?;
        Ok(pgn.record.set_nags(ply as usize, nags)?)
    }))
}

/// Copies a variation that replaces the move to a ply: its movetext, with comments, NAGs and
/// variations. index starts at 0. A copy of the game undone to ply - 1 plays it with
/// seajay_game_play_san(), unless it has a null move ("--"). SEAJAY_ERR_INVALID_ARGUMENT: there is
/// no such variation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_variation(
    pgn: *const SeajayPgn,
    ply: u32,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, pgn, buffer, size, |record| Ok(record.variation(ply as usize, index)?))
}

/// Adds a variation that replaces the move of a game to a ply. SEAJAY_ERR_ILLEGAL_MOVE,
/// SEAJAY_ERR_INVALID_PGN: the game cannot play it; SEAJAY_ERR_INVALID_ARGUMENT: the game has no
/// such ply, or the movetext no move. Nothing is added then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_add_variation(
    pgn: *mut SeajayPgn,
    game: *const SeajayGame,
    ply: u32,
    movetext: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| {
        let (game, text) = (call.game(game, "game")?, call.text(movetext, "movetext")?);
        Ok(pgn.record.add_variation(&game, ply as usize, text)?)
    }))
}

/// Removes one of the variations that replace the move to a ply; those behind it move up. index
/// starts at 0. SEAJAY_ERR_INVALID_ARGUMENT: there is no such variation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_remove_variation(
    pgn: *mut SeajayPgn,
    ply: u32,
    index: usize,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_pgn(pgn, |pgn| Ok(pgn.record.remove_variation(ply as usize, index)?)))
}

/// Copies a game with its record as PGN. The text ends with an empty line, so that texts written
/// one after the other make a file. Call it with NULL and 0 for the length.
///
/// The seven tags that every game has come first, "?" where nothing is known, then the others, with
/// FEN and SetUp as the game needs them. The result is that of the record, or of the game if it is
/// over and the record has none: a tag Result that is no result, such as "maybe", is not written.
/// Notes beyond the game's last ply are left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pgn_write(
    pgn: *const SeajayPgn,
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_pgn(pgn, |pgn| {
        let game = call.game(game, "game")?;
        let text = pgn.record.write(&game)?;
        call.text_out(&text, buffer, size, "buffer")
    }))
}

fn no_game() -> Failure {
    wrong(format_args!("no game has been read from this PGN"))
}

fn no_text() -> Failure {
    wrong(format_args!("this PGN has no text to read"))
}

fn wrong(what: fmt::Arguments<'_>) -> Failure {
    Failure::Engine(Error::new(ErrorKind::InvalidArgument, what))
}
