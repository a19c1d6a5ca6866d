//! A FEN, then a newline and moves; and the whole as a text that is meant as a FEN.

use seajay::ffi::*;
use testkit::ffi::*;

use crate::snapshot::{change, change_game, check_result};

pub fn run(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let (fen, moves) = input.split_once('\n').unwrap_or((input, ""));
    if input.contains('\0') {
        return;
    }
    check_lenient(input);
    check_lenient(fen);
    let (handle, game) = (Handle::new(), Game::new());
    handle.set_option("Hash", "1");
    let is_set = change(&handle, || handle.set_position(Some(fen), moves));
    assert_eq!(change_game(&game, || game.set(Some(fen), moves)), is_set);
    if !is_set {
        return;
    }
    let written = game.fen();
    let legal = game.legal_moves(None).expect("all squares");
    let count = legal.split_whitespace().count();
    assert_eq!(game.perft(1), Ok(count as u64));
    for m in legal.split_whitespace() {
        let san = game.to_san(m).expect("a legal move");
        assert_eq!(game.from_san(&san).as_deref(), Ok(m), "{san} in {written}");
    }
    let evaluation = handle.evaluate();
    assert!(evaluation.abs() <= 15_000, "{evaluation}");

    let result = handle.search(&nodes(200)).expect("a search");
    assert!(result.nodes <= 200);
    check_result(&handle, &game, &result);
    // The FEN that it writes is the position that it has, and so is the board.
    assert_eq!(handle.set_position(Some(&written), ""), OK);
    assert_eq!(handle.evaluate(), evaluation);
    for again in [Game::at(&written), with_board(&game.board())] {
        assert_eq!(again.fen(), written);
        assert_eq!(again.legal_moves(None), Ok(legal.clone()));
    }
}

/// Whatever text is taken leniently, its FEN is one that is taken strictly.
fn check_lenient(text: &str) {
    let (game, strict) = (Game::new(), Game::new());
    let is_strict = strict.set(Some(text), "") == OK;
    let mut is_changed = 1;
    let is_taken = change_game(&game, || {
        is_changed = game.set_lenient(text);
        is_changed.min(OK)
    });
    assert_eq!(is_changed == 0, is_strict, "{text}");
    if is_taken {
        let again = Game::at(&game.fen());
        assert_eq!((again.fen(), again.legal_moves(None)), (game.fen(), game.legal_moves(None)));
    }
    if is_strict {
        assert_eq!(game.fen(), strict.fen());
    }
}

fn with_board(board: &SeajayBoard) -> Game {
    let game = Game::new();
    assert_eq!(game.set_board(board), OK, "{}", last_error());
    game
}
