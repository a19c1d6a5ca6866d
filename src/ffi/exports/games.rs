//! Games

use std::ffi::c_char;
use std::ptr;

use crate::ffi::call::{Call, attempt, number, protect, status};
use crate::ffi::constants::*;
use crate::ffi::convert;
use crate::ffi::failure::Failure;
use crate::ffi::handles::SeajayGame;
use crate::ffi::heap;
use crate::ffi::types::SeajayBoard;
use crate::game::{Board, Game, GameState};

/// Copies a text about a game.
pub(super) fn text_of(
    call: &Call,
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
    f: impl FnOnce(&Game) -> Result<String, Failure>,
) -> i64 {
    number(call.on_game(game, |game| call.text_out(&f(game)?, buffer, size, "buffer")))
}

/// Creates a game at the start position. Returns NULL only if memory is exhausted.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn seajay_game_new() -> *mut SeajayGame {
    protect(ptr::null_mut(), SeajayGame::allocate)
}

/// Frees a game; NULL is allowed. This must be the last call on the game, and no other may be in
/// progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_free(game: *mut SeajayGame) {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    protect((), || {
        if !call.object(game, "game").is_ok_and(SeajayGame::is_held_here) {
            // SAFETY: promised by the caller.
            unsafe { heap::deallocate(game) }
        }
    });
}

/// Resets the game to a FEN (NULL is the start position) and the moves played from it (NULL or ""
/// for none).
///
/// A FEN has four to six fields, with castling rights in standard (KQkq), Shredder (HAha) or X-FEN
/// form (files only where KQkq is ambiguous). Positions that no game could reach, with too many
/// queens or impossible checks, are accepted with at most 16 pieces a side. One that cannot be
/// played, because the side to move could take the king for example, is
/// SEAJAY_ERR_ILLEGAL_POSITION.
///
/// Other errors: SEAJAY_ERR_INVALID_FEN, SEAJAY_ERR_ILLEGAL_MOVE. The old game is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set(
    game: *mut SeajayGame,
    fen: *const c_char,
    moves: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| {
        let (fen, moves) = (call.optional_text(fen, "fen")?, call.optional_text(moves, "moves")?);
        Ok(game.set(fen, moves.unwrap_or_default())?)
    }))
}

/// Resets the game to a position from text that is meant as a FEN. Returns 0 for a FEN that
/// seajay_game_set() accepts, and 1 if something had to be changed: seajay_game_fen() says what it
/// was taken for.
///
/// Castling rights and an en passant square that the board rules out are left out, and the position
/// is then not one of Chess960. Fields missing at the end are filled in: the board alone is White's
/// move, with no castling. A clock out of range is 0, a move number 1. "startpos" is the start of a
/// game, and "black" or "Black to move" a side to move. Operations of EPD, "position fen",
/// quotation marks, underscores for spaces, "~", and an address of lichess or chess.com with a FEN
/// in it are passed over.
///
/// What cannot be played is an error as in seajay_game_set(), and so is the word "moves" behind the
/// FEN; other words there are passed over. The old game is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set_lenient(
    game: *mut SeajayGame,
    text: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| Ok(game.set_lenient(call.text(text, "text")?)?.into())))
}

/// Resets the game to a position from bitboards. Errors: SEAJAY_ERR_INVALID_ARGUMENT for a number
/// out of range, SEAJAY_ERR_ILLEGAL_POSITION. The old game is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set_board(
    game: *mut SeajayGame,
    board: *const SeajayBoard,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| {
        let board = Board::read(&call, board)?;
        Ok(game.set_board(&board)?)
    }))
}

/// Returns the position as bitboards, to draw it or to pass it to another program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_board(
    game: *const SeajayGame,
    board: *mut SeajayBoard,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| {
        let slot = call.slot(board, "board")?;
        slot.write(&game.board().into());
        Ok(())
    }))
}

/// Copies a game with all its moves into another. Both may be the same game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_copy(to: *mut SeajayGame, from: *const SeajayGame) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(attempt(|| {
        let to = call.object(to, "to")?;
        if ptr::eq(to, from) {
            return Ok(());
        }
        // One lock at a time: two threads may copy both ways.
        let copy = call.game(from, "from")?.try_clone()?;
        *to.lock()? = copy;
        Ok(())
    }))
}

/// Plays moves in UCI notation, separated by white space: all of them, or none on error
/// (SEAJAY_ERR_ILLEGAL_MOVE). There is no null move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_play(game: *mut SeajayGame, moves: *const c_char) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| Ok(game.play(call.text(moves, "moves")?)?)))
}

/// Plays moves in SAN, as in the PGN of one game: all of them, or none on error.
///
/// Move numbers, "!?", "$1", comments, (variations), results, and tag pairs before the moves are
/// skipped. Accepted besides SAN: 0-0, e2-e4, Ng1-f3, "e.p.", unnecessary disambiguation, missing
/// disambiguation if only one move fits, figurines, dashes of any kind, and UCI notation.
/// SEAJAY_ERR_ILLEGAL_MOVE: an ambiguous or impossible move. SEAJAY_ERR_INVALID_PGN: a FEN tag that
/// does not match the position on the board, a comment or variation that is not closed, or text of
/// a second game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_play_san(
    game: *mut SeajayGame,
    movetext: *const c_char,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| Ok(game.play_san(call.text(movetext, "movetext")?)?)))
}

/// Undoes the last plies. SEAJAY_ERR_INVALID_ARGUMENT if fewer have been played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_undo(game: *mut SeajayGame, plies: u32) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| Ok(game.undo(plies as usize)?)))
}

/// Sets how castling is written: non-zero as king takes rook (e1h1), 0 as the king's move (e1g1).
/// Both are always accepted as input. Copies and later positions keep the setting. A Chess960 FEN
/// or board switches it on; castling rights that exist only in Chess960 are written as e1h1 even
/// after 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set_chess960(game: *mut SeajayGame, on: i32) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_game(game, |game| {
        game.set_chess960(on != 0);
        Ok(())
    }))
}

/// Copies the moves played since the start position, in UCI notation; at most six bytes a ply.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_moves(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.moves()?))
}

/// Copies the moves in SAN with move numbers: "1. e4 e5 2. Nf3", the movetext of a PGN. Call it
/// with NULL and 0 for its length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_moves_san(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.moves_san()?))
}

/// Copies the start position of the game as a FEN. 128 bytes hold any FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_start_fen(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.start_fen()))
}

/// Returns the number of moves (plies) played since the start position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_ply_count(game: *const SeajayGame) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| Ok(game.ply_count() as i64)))
}

/// Copies the position on the board as a FEN of six fields, with an en passant square only if the
/// capture is legal. 128 bytes hold any FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_fen(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    text_of(&call, game, buffer, size, |game| Ok(game.fen()))
}

/// Returns the first SEAJAY_GAME state that applies, in this order: checkmate, stalemate, material,
/// fivefold, seventy-five moves, repetition, fifty moves, ongoing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_state(game: *const SeajayGame) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| {
        Ok(match game.state() {
            GameState::Ongoing => SEAJAY_GAME_ONGOING,
            GameState::Checkmate => SEAJAY_GAME_CHECKMATE,
            GameState::Stalemate => SEAJAY_GAME_STALEMATE,
            GameState::Material => SEAJAY_GAME_MATERIAL,
            GameState::Fivefold => SEAJAY_GAME_FIVEFOLD,
            GameState::SeventyFive => SEAJAY_GAME_SEVENTY_FIVE,
            GameState::Repetition => SEAJAY_GAME_REPETITION,
            GameState::FiftyMoves => SEAJAY_GAME_FIFTY_MOVES,
        } as i32)
    }))
}

/// Returns 1 if the side to move is in check, otherwise 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_in_check(game: *const SeajayGame) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| Ok(game.in_check().into())))
}

/// Returns 1 if a color (SEAJAY_WHITE or SEAJAY_BLACK) wins when its opponent runs out of time, or
/// 0 if it could never mate with its material. SEAJAY_ERR_INVALID_ARGUMENT for another color.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_can_win(game: *const SeajayGame, color: i32) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_game(game, |game| Ok(game.can_win(convert::color("color", color)?).into())))
}

/// Returns the Polyglot key of the position, for opening books and caches; 0 on error. It includes
/// the en passant square whenever a pawn attacks it, even if the capture is illegal. So it is not
/// the key used for repetitions, and may differ from a key made from seajay_game_fen().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_key(game: *const SeajayGame) -> u64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    call.on_game(game, |game| Ok(game.key())).unwrap_or(0)
}

/// Counts the leaf nodes of the tree of legal moves: 20 from the start of a game with depth 1, 400
/// with depth 2. It takes about 10 ns a node on the calling thread, and cannot be stopped. A depth
/// above 64 is SEAJAY_ERR_INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_perft(
    game: *const SeajayGame,
    depth: u32,
    nodes: *mut u64,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(attempt(|| {
        let nodes = call.out(nodes, "nodes")?;
        // On a copy: other threads need not wait.
        let game = call.game(game, "game")?.fork();
        let counted = game.perft(depth)?;
        nodes.write(counted);
        Ok(())
    }))
}
