//! Games through the C functions: codes, structs, and calls on one game from many threads.

use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use seajay::ffi::*;
use testkit::ffi::*;

const ONGOING: i32 = SeajayGameState::SEAJAY_GAME_ONGOING as i32;
const CHECKMATE: i32 = SeajayGameState::SEAJAY_GAME_CHECKMATE as i32;
const STALEMATE: i32 = SeajayGameState::SEAJAY_GAME_STALEMATE as i32;
const MATERIAL: i32 = SeajayGameState::SEAJAY_GAME_MATERIAL as i32;
const FIVEFOLD: i32 = SeajayGameState::SEAJAY_GAME_FIVEFOLD as i32;
const SEVENTY_FIVE: i32 = SeajayGameState::SEAJAY_GAME_SEVENTY_FIVE as i32;
const REPETITION: i32 = SeajayGameState::SEAJAY_GAME_REPETITION as i32;
const FIFTY_MOVES: i32 = SeajayGameState::SEAJAY_GAME_FIFTY_MOVES as i32;

const WHITE: i32 = SeajayColor::SEAJAY_WHITE as i32;
const BLACK: i32 = SeajayColor::SEAJAY_BLACK as i32;

#[test]
fn the_functions_say_what_the_safe_ones_do() {
    let (fen, moves) = ("r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 7", "e8g8 b7b8n g2h1q e1d2");
    let game = Game::with(Some(fen), moves);
    let mut safe = seajay::Game::from_fen(Some(fen)).unwrap();
    safe.play(moves).unwrap();
    assert_eq!((game.fen(), game.start_fen()), (safe.fen(), safe.start_fen()));
    assert_eq!(
        (game.moves(), game.moves_san()),
        (safe.moves().unwrap(), safe.moves_san().unwrap())
    );
    assert_eq!((game.ply_count(), game.key()), (4, safe.key()));
    assert_eq!(game.legal_moves(None).unwrap(), safe.legal_moves(None).unwrap());
    assert_eq!(game.legal_moves(Some("h1")).unwrap(), safe.legal_moves(Some("h1")).unwrap());
    assert_eq!(game.from_san("Qxa1 Ke2").unwrap(), safe.from_san("Qxa1 Ke2").unwrap());
    assert_eq!(game.to_san("h1a1 d2e2").unwrap(), safe.to_san("h1a1 d2e2").unwrap());
    assert_eq!(game.perft(2).unwrap(), safe.perft(2).unwrap());
    assert_eq!((game.play_san("Qxa1"), game.undo(5)), (OK, OK));
    assert_eq!((game.fen().as_str(), game.ply_count()), (fen, 0));
    assert_eq!((game.set(None, ""), game.fen().as_str()), (OK, START));
}

#[test]
fn every_state_of_a_game_has_its_number() {
    for (fen, state) in [
        (START, ONGOING),
        (MATED, CHECKMATE),
        (STALEMATED, STALEMATE),
        ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", FIFTY_MOVES),
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 90", SEVENTY_FIVE),
        (KINGS, MATERIAL),
    ] {
        let game = Game::at(fen);
        assert_eq!(game.state(), state, "{fen}");
        // No other move gives check.
        assert_eq!(game.in_check(), i32::from(state == CHECKMATE), "{fen}");
    }
    let game = Game::with(None, &"g1f3 g8f6 f3g1 f6g8 ".repeat(2));
    assert_eq!(game.state(), REPETITION);
    assert_eq!(game.play(&"g1f3 g8f6 f3g1 f6g8 ".repeat(2)), OK);
    assert_eq!(game.state(), FIVEFOLD);
}

#[test]
fn only_a_color_can_win() {
    let game = Game::at("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!((game.can_win(WHITE), game.can_win(BLACK)), (1, 0));
    for color in [-1, 2, i32::MAX, i32::MIN] {
        assert_eq!(game.can_win(color), INVALID_ARGUMENT);
        error_names("color");
    }
}

/// Every function that can refuse its argument, and leaves the game as it was.
#[test]
fn what_is_refused_has_its_status() {
    let game = Game::with(None, "e2e4 c7c5 g1f3");
    for (status, expected) in [
        (game.play("d7d6 f3e4"), ILLEGAL_MOVE),
        (game.play_san("d6 Ke3"), ILLEGAL_MOVE),
        (game.play_san("1... d6 {"), INVALID_PGN),
        (game.set(Some("nonsense"), ""), INVALID_FEN),
        (game.set(Some("8/8/8/8/8/8/8/8 w - - 0 1"), ""), ILLEGAL_POSITION),
        (game.set(None, "e2e4 e7e5 e4e5"), ILLEGAL_MOVE),
        (game.to_san("d7d6 d2d5").unwrap_err(), ILLEGAL_MOVE),
        (game.from_san("d6 Nd5").unwrap_err(), ILLEGAL_MOVE),
        (game.parse_move("Nd5").unwrap_err(), ILLEGAL_MOVE),
        (game.legal_moves(Some("e9")).unwrap_err(), INVALID_ARGUMENT),
        (game.legal_move_list(Some("e9")).unwrap_err(), INVALID_ARGUMENT),
        (game.undo(4), INVALID_ARGUMENT),
        (game.undo(u32::MAX), INVALID_ARGUMENT),
        (game.perft(65).unwrap_err(), INVALID_ARGUMENT),
        (game.perft(u32::MAX).unwrap_err(), INVALID_ARGUMENT),
    ] {
        assert_eq!(status, expected, "{}", last_error());
        assert_eq!(game.moves(), "e2e4 c7c5 g1f3");
    }
}

#[test]
fn any_number_but_0_switches_chess960_on() {
    let game = Game::new();
    for (on, written) in [(0, "e1g1"), (1, "e1h1"), (0, "e1g1"), (-1, "e1h1")] {
        assert_eq!(game.set_chess960(on), OK);
        assert_eq!(game.set(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), OK);
        assert_eq!(game.moves(), written);
        assert_eq!(game.board().chess960, i32::from(on != 0));
    }
}

#[test]
fn a_board_goes_out_and_comes_back() {
    let board = Game::with(None, "e2e4 g8f6 e4e5 d7d5").board();
    assert_eq!(board.struct_size as usize, size_of::<SeajayBoard>());
    let [white, black] = board.pieces;
    assert_eq!((white[0], black[0]), (0xef00 | 1 << 36, 0xf7 << 48 | 1 << 35), "pawns");
    assert_eq!((white[5], black[5]), (1 << 4, 1 << 60), "kings");
    assert_eq!(board.castling_rooks, 1 | 1 << 7 | 1 << 56 | 1 << 63);
    assert_eq!((board.turn, board.en_passant, board.halfmove_clock), (WHITE, 43, 0));
    assert_eq!((board.fullmove_number, board.chess960), (3, 0));
    let back = Game::new();
    for fen in [START, KIWIPETE, "4k3/8/8/8/8/8/8/R3K2R b KQ - 9 40"] {
        let board = Game::at(fen).board();
        assert_eq!(back.set_board(&board), OK, "{fen}: {}", last_error());
        assert_eq!((back.fen().as_str(), back.ply_count()), (fen, 0));
        assert_eq!(format!("{:?}", back.board()), format!("{board:?}"), "{fen}");
    }
}

#[test]
fn a_number_that_no_board_has_is_named() {
    let game = Game::with(None, "e2e4 e7e5");
    let (good, fen) = (game.board(), game.fen());
    for (board, status, part) in [
        (SeajayBoard { turn: 2, ..good }, INVALID_ARGUMENT, "board.turn"),
        (SeajayBoard { turn: -1, ..good }, INVALID_ARGUMENT, "board.turn"),
        (SeajayBoard { en_passant: -2, ..good }, INVALID_ARGUMENT, "board.en_passant"),
        (SeajayBoard { en_passant: 64, ..good }, INVALID_ARGUMENT, "board.en_passant"),
        (SeajayBoard { en_passant: i32::MIN, ..good }, INVALID_ARGUMENT, "board.en_passant"),
        (SeajayBoard { halfmove_clock: -1, ..good }, INVALID_ARGUMENT, "board.halfmove_clock"),
        (SeajayBoard { fullmove_number: -1, ..good }, INVALID_ARGUMENT, "board.fullmove_number"),
        (empty_board(), ILLEGAL_POSITION, "empty"),
    ] {
        assert_eq!(game.set_board(&board), status, "{part}: {}", last_error());
        error_names(part);
        assert_eq!((game.fen(), game.ply_count()), (fen.clone(), 2));
    }
}

#[test]
fn a_copy_is_the_same_and_independent() {
    let (from, to) = (Game::with(None, "e2e4 e7e5 g1f3"), Game::at(KIWIPETE));
    assert_eq!(to.copy_from(&from), OK);
    assert_eq!(to.moves(), from.moves());
    assert_eq!(to.undo(3), OK);
    assert_eq!((to.fen().as_str(), from.ply_count()), (START, 3));
    assert_eq!(from.copy_from(&from), OK, "to itself");
    assert_eq!(from.moves(), "e2e4 e7e5 g1f3");
}

#[test]
fn copies_both_ways_at_once_do_not_wait_for_each_other() {
    in_time(|| {
        let games = [Game::with(None, "e2e4"), Game::with(None, "d2d4 d7d5")];
        let either = games.each_ref().map(Game::fen);
        thread::scope(|scope| {
            for (to, from) in [(0, 1), (1, 0), (0, 0)] {
                let (games, either) = (&games, &either);
                scope.spawn(move || {
                    for _ in 0..2000 {
                        assert_eq!(games[to].copy_from(&games[from]), OK);
                        assert!(either.contains(&games[to].fen()), "{}", games[to].fen());
                    }
                });
            }
        });
    });
}

/// Calls on one game wait for each other, and none is refused.
#[test]
fn eight_threads_play_on_one_game() {
    const ROUNDS: u32 = 200;
    let game = Game::new();
    thread::scope(|scope| {
        for thread in 0..8 {
            let game = &game;
            scope.spawn(move || {
                let copy = Game::new();
                for _ in 0..ROUNDS {
                    match thread {
                        // Four plies that come back to where they began, all or none.
                        0..4 => assert_eq!(game.play("g1f3 g8f6 f3g1 f6g8"), OK),
                        4 => {
                            // In one call: between two calls other threads play.
                            let mut buffer = vec![0_u8; 1 << 17];
                            let (to, size) = (buffer.as_mut_ptr().cast(), buffer.len());
                            assert!(unsafe { seajay_game_moves(game.raw, to, size) } >= 0);
                            let moves = CStr::from_bytes_until_nul(&buffer).unwrap();
                            let moves = moves.to_str().unwrap();
                            assert!(moves.is_empty() || moves.ends_with("f6g8"));
                        }
                        5 => {
                            assert_eq!(copy.copy_from(game), OK);
                            assert_eq!(copy.ply_count() % 4, 0);
                            assert_eq!(copy.undo(copy.ply_count() as u32), OK);
                            assert_eq!(copy.fen(), START);
                        }
                        6 => assert!([0, 16, 4, 5, 17].contains(&game.state())),
                        _ => {
                            assert_eq!(game.play("g1f3 nonsense"), ILLEGAL_MOVE);
                            assert_eq!(game.perft(1), Ok(20), "a whole round, never half of it");
                            assert_eq!(game.to_san("e2e4").unwrap(), "e4");
                        }
                    }
                }
            });
        }
    });
    assert_eq!(game.ply_count(), i64::from(4 * 4 * ROUNDS));
    let words: Vec<String> = game.moves().split(' ').map(str::to_owned).collect();
    assert!(words.chunks(4).all(|round| round == ["g1f3", "g8f6", "f3g1", "f6g8"]));
    assert_eq!(game.undo(4 * 4 * ROUNDS), OK);
    assert_eq!(game.fen(), START);
}

#[test]
fn a_copy_to_itself_takes_nothing_back() {
    let (game, playing) = (Game::new(), AtomicBool::new(true));
    thread::scope(|scope| {
        scope.spawn(|| {
            while playing.load(SeqCst) {
                assert_eq!(game.copy_from(&game), OK);
            }
        });
        for _ in 0..2000 {
            assert_eq!(game.play("g1f3 g8f6 f3g1 f6g8"), OK);
        }
        playing.store(false, SeqCst);
    });
    assert_eq!(game.ply_count(), 8000, "what another thread has played meanwhile stays");
}

#[test]
fn perft_counts_on_a_copy_while_others_play() {
    let game = Game::new();
    let counting = AtomicBool::new(true);
    thread::scope(|scope| {
        let count = scope.spawn(|| {
            let nodes = game.perft(5);
            counting.store(false, SeqCst);
            nodes
        });
        let (mut plies, mut longest) = (0, ms(0));
        while counting.load(SeqCst) {
            let begun = std::time::Instant::now();
            assert_eq!(game.play("g1f3 g8f6 f3g1 f6g8"), OK);
            longest = longest.max(begun.elapsed());
            plies += 4;
            thread::yield_now();
        }
        assert_eq!(count.join().unwrap(), Ok(4_865_609));
        println!("{plies} plies played meanwhile, a call took {longest:?} at most");
        assert!(plies > 4, "nobody waits for the count");
    });
}

#[test]
fn an_engine_copies_the_game_that_it_is_given() {
    let handle = Handle::new();
    let game = Game::with(None, "e2e4");
    assert_eq!(handle.set_game(&game), OK);
    let evaluation = handle.evaluate();
    drop(game);
    assert_eq!(handle.evaluate(), evaluation);
    assert_eq!(handle.set_position(None, "e2e4"), OK);
    assert_eq!(handle.evaluate(), evaluation);
}
