//! Moves and notation

use std::ffi::c_char;

use super::games::text_of;
use crate::ffi::call::{Call, number, status};
use crate::ffi::handles::SeajayGame;
use crate::ffi::types::SeajayMove;

/// Copies the legal moves in UCI notation, in no particular order: those of the piece on a square
/// such as "e2", or all if from is NULL. "" in mate and stalemate, and for a square without a piece
/// of the side to move. 2048 bytes hold them. SEAJAY_ERR_INVALID_ARGUMENT: from is not a square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_legal_moves(
    game: *const SeajayGame,
    from: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| {
        let from = call.optional_text(from, "from")?;
        Ok(game.legal_moves(from)?)
    })
}

/// Converts moves from the position on the board to SAN: "e2e4 g8f6" becomes "e4 Nf6", at most
/// eight bytes a move. SEAJAY_ERR_ILLEGAL_MOVE if one cannot be played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_to_san(
    game: *const SeajayGame,
    moves: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.to_san(call.text(moves, "moves")?)?))
}

/// Converts movetext for seajay_game_play_san() to UCI notation, without playing it: at most six
/// bytes a move. SEAJAY_ERR_ILLEGAL_MOVE as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_from_san(
    game: *const SeajayGame,
    san: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.from_san(call.text(san, "san")?)?))
}

/// Describes the legal move that a text names, in UCI notation or SAN, as seajay_game_play_san()
/// accepts it, with the same errors: SEAJAY_ERR_ILLEGAL_MOVE if there is none or several.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_parse_move(
    game: *const SeajayGame,
    r#move: *const c_char,
    out: *mut SeajayMove,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| {
        let out = call.out(out, "out")?;
        let m = game.parse_move(call.text(r#move, "move")?)?;
        out.write(m.into());
        Ok(())
    }))
}

/// Describes the legal moves, in no particular order: those of the piece on a square such as "e2",
/// or all if from is NULL. Fills as many as fit and returns how many there are, at most 218 in
/// positions that a game can reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_legal_move_list(
    game: *const SeajayGame,
    from: *const c_char,
    moves: *mut SeajayMove,
    capacity: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| {
        let from = call.optional_text(from, "from")?;
        let list = game.legal_move_list(from)?.into_iter().map(SeajayMove::from);
        call.list_out(list, moves, capacity, "moves")
    }))
}

/// Describes the moves played since the start position. Fills as many as fit and returns how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_played_move_list(
    game: *const SeajayGame,
    moves: *mut SeajayMove,
    capacity: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| {
        let list = game.played_move_list()?.into_iter().map(SeajayMove::from);
        call.list_out(list, moves, capacity, "moves")
    }))
}
