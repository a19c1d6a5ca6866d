//! What the rules and the evaluation say about the position, at any time.

use std::ffi::c_char;

use super::reading::view;
use super::{number, status};
use crate::ffi::boundary;
use crate::ffi::constants::*;
use crate::ffi::failure::Failure;
use crate::ffi::handle::{SeajayEngine, with_handle};
use crate::game::GameState;

/// Tells whether the game goes on, or how it ended: SEAJAY_GAME_ONGOING, SEAJAY_GAME_CHECKMATE and
/// so on, or a negative status. Works during a search, on the position that was set last.
///
/// Of several things that are true the first is told: checkmate or stalemate, too little material,
/// fifty moves, repetition. Repetitions are found among the moves that were given with
/// seajay_set_position() and seajay_play().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_state(engine: *const SeajayEngine) -> i32 {
    let state = |handle: &SeajayEngine| {
        Ok(match view(handle).game_state() {
            GameState::Ongoing => SEAJAY_GAME_ONGOING,
            GameState::Checkmate => SEAJAY_GAME_CHECKMATE,
            GameState::Stalemate => SEAJAY_GAME_STALEMATE,
            GameState::FiftyMoves => SEAJAY_GAME_FIFTY_MOVES,
            GameState::Repetition => SEAJAY_GAME_REPETITION,
            GameState::Material => SEAJAY_GAME_MATERIAL,
        } as i32)
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, state) })
}

/// 1 where the side to move is in check, 0 where it is not, or a negative status. Works during a
/// search, on the position that was set last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_in_check(engine: *const SeajayEngine) -> i32 {
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, |handle| Ok(i32::from(view(handle).in_check()))) })
}

/// Copies the legal moves into the buffer, in UCI notation, separated by spaces and in no
/// particular order; "" in mate and stalemate. Works during a search, on the position that was set
/// last. 2048 bytes are always enough.
///
/// Returns the full length as all text functions do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_legal_moves(
    engine: *const SeajayEngine,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let list = |handle: &SeajayEngine| {
        let moves = view(handle).legal_moves();
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&moves, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, list) })
}

/// Turns a move, or a whole line, from UCI notation into standard algebraic notation: "e2e4 g8f6"
/// becomes "e4 Nf6". The line starts at the position that was set last. Works during a search. 1024
/// bytes are enough for any SeajayInfo.pv.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_ILLEGAL_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_move_to_san(
    engine: *const SeajayEngine,
    moves: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let convert = |handle: &SeajayEngine| {
        // SAFETY: NULL or text, promised by the caller.
        let moves = unsafe { boundary::text(moves, "moves") }?;
        let san = view(handle).line_to_san(moves)?;
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&san, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, convert) })
}

/// Turns a move, or a whole line, from standard algebraic notation into UCI notation: "1. e4 Nf6"
/// becomes "e2e4 g8f6". The line starts at the position that was set last. Works during a search.
///
/// Move numbers (1. and 1...), the marks ! and ? and the signs + and # are passed over: they may be wrong
/// or missing. Otherwise the notation is strict: captures have their x, promotions their =Q, and pieces capital
/// letters. Castling is O-O, with letters.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_ILLEGAL_MOVE, also for a move
/// that could be several.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_san_to_move(
    engine: *const SeajayEngine,
    moves: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let convert = |handle: &SeajayEngine| {
        // SAFETY: NULL or text, promised by the caller.
        let moves = unsafe { boundary::text(moves, "moves") }?;
        let line = view(handle).line_from_san(moves)?;
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&line, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, convert) })
}

/// Counts the positions that so many moves lead to: 20 from the start of a game with depth 1, 400
/// with depth 2; 1 with depth 0. Works during a search, on the position that was set last.
///
/// It counts on the calling thread, a few million positions in a second, and cannot be stopped: allow
/// strangers small depths alone. On error nodes is left as it was.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for a depth above 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_perft(
    engine: *const SeajayEngine,
    depth: u32,
    nodes: *mut u64,
) -> i32 {
    let count = |handle: &SeajayEngine| {
        // SAFETY: NULL or a number of the caller's.
        let nodes = unsafe { nodes.as_mut() }.ok_or(Failure::Null("nodes"))?;
        *nodes = view(handle).perft(depth)?;
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, count) })
}

/// Gives what the evaluation says about the position without any search: hundredths of a pawn from
/// the side to move's view, always between -31742 and 31742. Works during a search, on the position
/// that was set last.
///
/// It is meant for quiet positions: a piece that is about to be captured still counts, as does a
/// side that is mated. On error centipawns is left as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_evaluate(engine: *const SeajayEngine, centipawns: *mut i32) -> i32 {
    let evaluate = |handle: &SeajayEngine| {
        // SAFETY: NULL or a number of the caller's.
        let centipawns = unsafe { centipawns.as_mut() }.ok_or(Failure::Null("centipawns"))?;
        *centipawns = view(handle).evaluate();
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, evaluate) })
}
