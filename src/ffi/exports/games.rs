//! Games: position, rules, notation.

use std::ffi::c_char;
use std::ptr::{self, NonNull};

use super::{number, status};
use crate::ffi::boundary::{self, Slot, attempt, list_out, protect};
use crate::ffi::constants::*;
use crate::ffi::convert;
use crate::ffi::failure::Failure;
use crate::ffi::game::{self, SeajayGame};
use crate::ffi::types::{SeajayBoard, SeajayMove};
use crate::game::{Board, Game, GameState};

/// Runs a call on a game.
///
/// # Safety
/// NULL or a living handle.
unsafe fn with_game<T>(
    game: *const SeajayGame,
    f: impl FnOnce(&mut Game) -> Result<T, Failure>,
) -> Result<T, i32> {
    // SAFETY: promised by the caller.
    attempt(|| f(&mut *unsafe { game::game(game, "game") }?))
}

/// Copies a text about a game.
///
/// # Safety
/// The game is NULL or a living handle; the buffer is NULL or `size` bytes large.
unsafe fn text_of(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
    f: impl FnOnce(&Game) -> Result<String, Failure>,
) -> i64 {
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, |game| boundary::text_out(&f(game)?, buffer, size, "buffer")) })
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
    // SAFETY: promised by the caller.
    protect((), || unsafe { boundary::deallocate(game) });
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
    let set = |game: &mut Game| {
        // SAFETY: both are NULL or text, promised by the caller.
        let (fen, moves) = unsafe {
            (boundary::optional_text(fen, "fen")?, boundary::optional_text(moves, "moves")?)
        };
        Ok(game.set(fen, moves.unwrap_or_default())?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, set) })
}

/// Resets the game to a position from bitboards. Errors: SEAJAY_ERR_INVALID_ARGUMENT for a number
/// out of range, SEAJAY_ERR_ILLEGAL_POSITION. The old game is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set_board(
    game: *mut SeajayGame,
    board: *const SeajayBoard,
) -> i32 {
    let set = |game: &mut Game| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let board = unsafe { Board::read(board) }?;
        Ok(game.set_board(&board)?)
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, set) })
}

/// Returns the position as bitboards, to draw it or to pass it to another program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_board(
    game: *const SeajayGame,
    board: *mut SeajayBoard,
) -> i32 {
    let give = |game: &mut Game| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::new(board, "board") }?;
        slot.write(&game.board().into());
        Ok(())
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, give) })
}

/// Copies a game with all its moves into another. Both may be the same game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_copy(to: *mut SeajayGame, from: *const SeajayGame) -> i32 {
    status(attempt(|| {
        // SAFETY: NULL or living handles, promised by the caller.
        let to = unsafe { game::handle(to, "to") }?;
        if ptr::eq(to, from) {
            return Ok(());
        }
        // One lock at a time: two threads may copy both ways.
        // SAFETY: promised by the caller.
        let copy = unsafe { game::game(from, "from") }?.try_clone()?;
        *to.lock()? = copy;
        Ok(())
    }))
}

/// Plays moves in UCI notation, separated by white space: all of them, or none on error
/// (SEAJAY_ERR_ILLEGAL_MOVE). There is no null move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_play(game: *mut SeajayGame, moves: *const c_char) -> i32 {
    // SAFETY: NULL or text, promised by the caller.
    let play = |game: &mut Game| Ok(game.play(unsafe { boundary::text(moves, "moves") }?)?);
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, play) })
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
    let play =
        // SAFETY: NULL or text, promised by the caller.
        |game: &mut Game| Ok(game.play_san(unsafe { boundary::text(movetext, "movetext") }?)?);
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, play) })
}

/// Undoes the last plies. SEAJAY_ERR_INVALID_ARGUMENT if fewer have been played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_undo(game: *mut SeajayGame, plies: u32) -> i32 {
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, |game| Ok(game.undo(plies as usize)?)) })
}

/// Sets how castling is written: non-zero as king takes rook (e1h1), 0 as the king's move (e1g1).
/// Both are always accepted as input. Copies and later positions keep the setting. A Chess960 FEN
/// or board switches it on; castling rights that exist only in Chess960 are written as e1h1 even
/// after 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_set_chess960(game: *mut SeajayGame, on: i32) -> i32 {
    let set = |game: &mut Game| {
        game.set_chess960(on != 0);
        Ok(())
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, set) })
}

/// Copies the moves played since the start position, in UCI notation; at most six bytes a ply.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_moves(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, |game| Ok(game.moves()?)) }
}

/// Copies the moves in SAN with move numbers: "1. e4 e5 2. Nf3", the movetext of a PGN. Call it
/// with NULL and 0 for its length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_moves_san(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, |game| Ok(game.moves_san()?)) }
}

/// Copies the start position of the game as a FEN. 128 bytes hold any FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_start_fen(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, |game| Ok(game.start_fen())) }
}

/// Returns the number of moves (plies) played since the start position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_ply_count(game: *const SeajayGame) -> i64 {
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, |game| Ok(game.ply_count() as i64)) })
}

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
    let list = |game: &Game| {
        // SAFETY: NULL or text, promised by the caller.
        let from = unsafe { boundary::optional_text(from, "from") }?;
        Ok(game.legal_moves(from)?)
    };
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, list) }
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
    // SAFETY: NULL or text, promised by the caller.
    let convert = |game: &Game| Ok(game.to_san(unsafe { boundary::text(moves, "moves") }?)?);
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, convert) }
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
    // SAFETY: NULL or text, promised by the caller.
    let convert = |game: &Game| Ok(game.from_san(unsafe { boundary::text(san, "san") }?)?);
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, convert) }
}

/// Copies the position on the board as a FEN of six fields, with an en passant square only if the
/// capture is legal. 128 bytes hold any FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_fen(
    game: *const SeajayGame,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { text_of(game, buffer, size, |game| Ok(game.fen())) }
}

/// Returns the first SEAJAY_GAME state that applies, in this order: checkmate, stalemate, material,
/// fivefold, seventy-five moves, repetition, fifty moves, ongoing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_state(game: *const SeajayGame) -> i32 {
    let state = |game: &mut Game| {
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
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, state) })
}

/// Returns 1 if the side to move is in check, otherwise 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_in_check(game: *const SeajayGame) -> i32 {
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, |game| Ok(game.in_check().into())) })
}

/// Returns 1 if a color (SEAJAY_WHITE or SEAJAY_BLACK) wins when its opponent runs out of time, or
/// 0 if it could never mate with its material. SEAJAY_ERR_INVALID_ARGUMENT for another color.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_can_win(game: *const SeajayGame, color: i32) -> i32 {
    let ask = |game: &mut Game| Ok(game.can_win(convert::color("color", color)?).into());
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, ask) })
}

/// Returns the Polyglot key of the position, for opening books and caches; 0 on error. It includes
/// the en passant square whenever a pawn attacks it, even if the capture is illegal. So it is not
/// the key used for repetitions, and may differ from a key made from seajay_game_fen().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_key(game: *const SeajayGame) -> u64 {
    // SAFETY: promised by the caller.
    unsafe { with_game(game, |game| Ok(game.key())) }.unwrap_or(0)
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
    status(attempt(|| {
        let nodes = NonNull::new(nodes).ok_or(Failure::Null("nodes"))?;
        // On a copy: other threads need not wait.
        // SAFETY: promised by the caller.
        let game = unsafe { game::game(game, "game") }?.fork();
        let counted = game.perft(depth)?;
        // SAFETY: a number of the caller's, promised by it; it may not be initialised yet.
        unsafe { nodes.write(counted) };
        Ok(())
    }))
}

/// Describes the legal move that a text names, in UCI notation or SAN, as seajay_game_play_san()
/// accepts it, with the same errors: SEAJAY_ERR_ILLEGAL_MOVE if there is none or several.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_parse_move(
    game: *const SeajayGame,
    r#move: *const c_char,
    out: *mut SeajayMove,
) -> i32 {
    let parse = |game: &mut Game| {
        let out = NonNull::new(out).ok_or(Failure::Null("out"))?;
        // SAFETY: NULL or text, promised by the caller.
        let m = game.parse_move(unsafe { boundary::text(r#move, "move") }?)?;
        // SAFETY: a struct of the caller's, promised by it; it may not be initialised yet.
        unsafe { out.write(m.into()) };
        Ok(())
    };
    // SAFETY: promised by the caller.
    status(unsafe { with_game(game, parse) })
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
    let list = |game: &mut Game| {
        // SAFETY: NULL or text, promised by the caller.
        let from = unsafe { boundary::optional_text(from, "from") }?;
        let list = game.legal_move_list(from)?.into_iter().map(SeajayMove::from);
        // SAFETY: NULL or as large as it says, promised by the caller.
        unsafe { list_out(list, moves, capacity, "moves") }
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, list) })
}

/// Describes the moves played since the start position. Fills as many as fit and returns how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_game_played_move_list(
    game: *const SeajayGame,
    moves: *mut SeajayMove,
    capacity: usize,
) -> i64 {
    let list = |game: &mut Game| {
        let list = game.played_move_list()?.into_iter().map(SeajayMove::from);
        // SAFETY: NULL or as large as it says, promised by the caller.
        unsafe { list_out(list, moves, capacity, "moves") }
    };
    // SAFETY: promised by the caller.
    number(unsafe { with_game(game, list) })
}
