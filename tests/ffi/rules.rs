//! What the rules and the evaluation say, through the C functions.

use std::ptr;

use seajay::Engine;
use seajay::ffi::*;

use crate::support::*;

const ONGOING: i32 = SeajayGameState::SEAJAY_GAME_ONGOING as i32;
const REPETITION: i32 = SeajayGameState::SEAJAY_GAME_REPETITION as i32;

#[test]
fn every_state_of_a_game_has_its_number() {
    for (fen, state) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ONGOING),
        (MATED, SeajayGameState::SEAJAY_GAME_CHECKMATE as i32),
        (STALEMATED, SeajayGameState::SEAJAY_GAME_STALEMATE as i32),
        ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", SeajayGameState::SEAJAY_GAME_FIFTY_MOVES as i32),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", SeajayGameState::SEAJAY_GAME_MATERIAL as i32),
        // Mate comes before the fifty moves, and material before them too.
        ("k1K5/1Q6/8/8/8/8/8/8 b - - 100 90", SeajayGameState::SEAJAY_GAME_CHECKMATE as i32),
        ("4k3/8/8/8/8/8/8/4K3 w - - 120 90", SeajayGameState::SEAJAY_GAME_MATERIAL as i32),
        ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", ONGOING),
    ] {
        let handle = Handle::at(fen);
        assert_eq!(handle.game_state(), state, "{fen}");
        // No other check is among them.
        let mated = SeajayGameState::SEAJAY_GAME_CHECKMATE as i32;
        assert_eq!(handle.in_check(), i32::from(state == mated), "{fen}");
    }
}

#[test]
fn a_game_is_played_move_by_move() {
    let handle = Handle::new();
    for m in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        assert_eq!(handle.play(m), OK);
        assert_eq!(handle.game_state(), ONGOING);
    }
    assert_eq!(handle.play("f6g8"), OK);
    assert_eq!(handle.game_state(), REPETITION);
    let before = handle.fen();
    for wrong in ["", "e2e5", "e2e4 e7e5", "e4"] {
        assert_eq!(handle.play(wrong), ILLEGAL_MOVE, "{wrong}");
        assert!(handle.last_error().contains(wrong), "{}", handle.last_error());
        assert_eq!((handle.fen(), handle.game_state()), (before.clone(), REPETITION));
    }
    assert_eq!(unsafe { seajay_play(handle.raw, ptr::null()) }, NULL);
    assert_eq!(handle.play("e2e4"), OK);
    assert_eq!(handle.game_state(), ONGOING);
}

#[test]
fn moves_are_listed_and_read_in_san() {
    let handle = Handle::at("7k/8/5K2/6Q1/8/8/8/8 w - - 12 60");
    let moves = handle.legal_moves();
    let count = moves.split(' ').count() as u64;
    assert_eq!(handle.perft(1), Ok(count));
    for m in moves.split(' ') {
        assert_eq!(handle.san_to_move(&handle.san(m).unwrap()).unwrap(), m);
    }
    assert_eq!(handle.san_to_move("1. Qg7#").unwrap(), "g5g7");
    assert_eq!(handle.san_to_move("1. Qg7# !! ?").unwrap(), "g5g7");
    assert_eq!(handle.san_to_move("1. !").unwrap(), "");
    assert_eq!(handle.san_to_move("Qa1"), Err(ILLEGAL_MOVE));
    assert!(handle.last_error().contains("Qa1"), "{}", handle.last_error());
    for over in [MATED, STALEMATED] {
        assert_eq!(Handle::at(over).legal_moves(), "");
    }
    // As many moves as a position of the game of chess ever had.
    let most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let moves = Handle::at(most).legal_moves();
    assert_eq!(moves.split(' ').count(), 218);
    assert!(moves.len() < 2048);
}

#[test]
fn positions_are_counted() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let handle = Handle::at(kiwipete);
    for (depth, nodes) in [(0, 1), (1, 48), (2, 2039), (3, 97_862)] {
        assert_eq!(handle.perft(depth), Ok(nodes));
    }
    assert_eq!(handle.perft(65), Err(INVALID_ARGUMENT));
    assert!(handle.last_error().contains("65"), "{}", handle.last_error());
    assert_eq!(unsafe { seajay_perft(handle.raw, 1, ptr::null_mut()) }, NULL);
}

#[test]
fn the_evaluation_is_that_of_the_safe_interface() {
    let mut engine = Engine::new().unwrap();
    for (fen, moves) in [(None, ""), (None, "e2e4"), (Some(STALEMATED), "")] {
        let handle = Handle::new();
        assert_eq!(handle.set_position(fen, moves), OK);
        engine.set_position(fen, moves).unwrap();
        let mut centipawns = i32::MIN;
        assert_eq!(unsafe { seajay_evaluate(handle.raw, &mut centipawns) }, OK);
        assert_eq!(centipawns, engine.view().evaluate());
    }
    assert_eq!(unsafe { seajay_evaluate(Handle::new().raw, ptr::null_mut()) }, NULL);
}

#[test]
fn all_of_it_works_during_a_search() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(None, "e2e4"), OK);
    let before = (handle.legal_moves(), handle.memory_usage());
    assert_eq!(handle.start(&infinite()), OK);
    for _ in 0..100 {
        assert_eq!(handle.game_state(), ONGOING);
        assert_eq!((handle.legal_moves(), handle.memory_usage()), before);
        assert_eq!(handle.san_to_move("e5 Nf3").unwrap(), "e7e5 g1f3");
        assert_eq!(handle.perft(2), Ok(600));
        let mut centipawns = 0;
        assert_eq!(unsafe { seajay_evaluate(handle.raw, &mut centipawns) }, OK);
        assert_eq!(handle.play("e7e5"), BUSY);
    }
    assert_eq!(handle.is_searching(), 1);
    handle.stop();
    assert!(handle.wait(-1).is_ok());
}
