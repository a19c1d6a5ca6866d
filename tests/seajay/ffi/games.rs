//! Games: position, rules and notation.

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

/// All that can be read of a game.
fn all(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let texts = [game.fen(), game.start_fen(), game.moves(), game.moves_san()];
    let board = format!("{:?}", game.board());
    (texts, board, game.ply_count(), game.state(), game.in_check(), game.key())
}

/// Runs calls that must fail and leave the game as it was.
fn changes_nothing(game: &Game, calls: impl FnOnce()) {
    let before = all(game);
    calls();
    assert_eq!(all(game), before);
}

#[test]
fn a_new_game_is_at_the_start() {
    let game = Game::new();
    assert_eq!((game.fen(), game.start_fen()), (START.to_owned(), START.to_owned()));
    assert_eq!(
        (game.moves(), game.moves_san(), game.ply_count()),
        (String::new(), String::new(), 0)
    );
    assert_eq!((game.state(), game.in_check()), (ONGOING, 0));
    assert_eq!((game.can_win(WHITE), game.can_win(BLACK)), (1, 1));
    // The first of the examples with which Polyglot's format is documented.
    assert_eq!(game.key(), 0x463b_9618_1691_fc9c);
}

/// The examples of <http://hgm.nubati.net/book_format.html>.
#[test]
fn the_key_is_polyglot_s() {
    let game = Game::new();
    for (m, key) in [
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("d7d5", 0x0756_b944_61c5_0fb0),
        ("e4e5", 0x662f_afb9_65db_29d4),
        ("f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e1e2", 0x652a_607c_a3f2_42c1),
        ("e8f7", 0x00fd_d303_c946_bdd9),
    ] {
        assert_eq!(game.play(m), OK);
        assert_eq!(game.key(), key, "after {m}");
    }
    assert_eq!(game.set(None, "a2a4 b7b5 h2h4 b5b4 c2c4"), OK);
    assert_eq!(game.key(), 0x3c81_23ea_7b06_7637);
    assert_eq!(game.play("b4c3 a1a3"), OK);
    assert_eq!(game.key(), 0x5c3f_9b82_9b27_9560);
}

#[test]
fn every_state_of_a_game_has_its_number() {
    for (fen, state) in [
        (START, ONGOING),
        (MATED, CHECKMATE),
        (STALEMATED, STALEMATE),
        ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", FIFTY_MOVES),
        ("4k3/8/8/8/8/8/8/4K2R w - - 149 90", FIFTY_MOVES),
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 90", SEVENTY_FIVE),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", MATERIAL),
        // Mate comes before the fifty moves, and insufficient material does too.
        ("k1K5/1Q6/8/8/8/8/8/8 b - - 100 90", CHECKMATE),
        ("4k3/8/8/8/8/8/8/4K3 w - - 120 90", MATERIAL),
        ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", ONGOING),
    ] {
        let game = Game::at(fen);
        assert_eq!(game.state(), state, "{fen}");
        // No other move gives check.
        assert_eq!(game.in_check(), i32::from(state == CHECKMATE), "{fen}");
    }
}

#[test]
fn repetitions_are_counted() {
    let game = Game::new();
    let (mut states, shuffle) = (Vec::new(), ["g1f3", "g8f6", "f3g1", "f6g8"]);
    for m in shuffle.iter().cycle().take(16) {
        assert_eq!(game.play(m), OK);
        states.push(game.state());
    }
    // The start position occurs again after 4, 8, 12 and 16 plies, the position after 1.Nf3 after
    // 5, 9, 13.
    assert_eq!(states[..7], [ONGOING; 7]);
    assert_eq!(states[7..15], [REPETITION; 8]);
    assert_eq!(states[15], FIVEFOLD);
    assert_eq!(game.undo(1), OK);
    assert_eq!(game.state(), REPETITION);
    assert_eq!(game.undo(8), OK);
    assert_eq!(game.state(), ONGOING);
}

#[test]
fn material_decides_who_can_still_win() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, 0),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", 0, 0),
        ("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", 1, 1),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", 1, 0),
    ] {
        let game = Game::at(fen);
        assert_eq!((game.can_win(WHITE), game.can_win(BLACK)), (white, black), "{fen}");
    }
    let game = Game::new();
    for color in [-1, 2, i32::MAX, i32::MIN] {
        assert_eq!(game.can_win(color), INVALID_ARGUMENT);
        error_names("color");
    }
}

#[test]
fn a_game_is_played_and_taken_back() {
    let game = Game::new();
    let line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 \
                h2h3 c6b8 d2d4 b8d7";
    let mut fens = vec![game.fen()];
    for m in line.split_whitespace() {
        assert_eq!(game.play(m), OK);
        fens.push(game.fen());
    }
    assert_eq!(game.moves(), line.split_whitespace().collect::<Vec<_>>().join(" "));
    let san = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
               9. h3 Nb8 10. d4 Nbd7";
    assert_eq!(game.moves_san(), san);
    let other = Game::new();
    assert_eq!(other.play_san(san), OK);
    assert_eq!(all(&other), all(&game));
    // One by one, and from every ply.
    for plies in (0..20).rev() {
        assert_eq!(game.undo(1), OK);
        assert_eq!((game.fen(), game.ply_count()), (fens[plies].clone(), plies as i64));
        assert_eq!(other.undo(20 - plies as u32), OK);
        assert_eq!(all(&other), all(&game), "after {plies} plies");
        assert_eq!(other.set(None, line), OK);
    }
    changes_nothing(&other, || {
        assert_eq!(other.undo(21), INVALID_ARGUMENT);
        error_names("21");
        assert_eq!(other.undo(u32::MAX), INVALID_ARGUMENT);
        assert_eq!(other.undo(0), OK);
        assert_eq!(other.play(""), OK);
        assert_eq!(other.play_san(" 11. "), OK);
    });
}

#[test]
fn a_game_may_begin_anywhere() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let game = Game::with(Some(fen), "h5f7");
    assert_eq!((game.start_fen().as_str(), game.moves_san().as_str()), (fen, "4. Qxf7#"));
    assert_eq!((game.state(), game.in_check(), game.ply_count()), (CHECKMATE, 1, 1));
    assert_eq!(game.legal_moves(None).unwrap(), "");
    assert_eq!(game.undo(1), OK);
    assert_eq!(game.fen(), fen);
    let black = "4k3/8/8/8/8/8/4p3/1K6 b - - 3 40";
    assert_eq!(game.set(Some(black), "e2e1q b1b2"), OK);
    assert_eq!(game.moves_san(), "40... e1=Q+ 41. Kb2");
    assert_eq!(game.set(Some("4k3/8/8/8/8/8/8/4K2R w K -"), ""), OK);
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "four fields are enough");
    assert_eq!(game.set(None, ""), OK);
    assert_eq!(game.fen(), START);
}

#[test]
fn all_moves_are_played_or_none() {
    let game = Game::with(None, "e2e4 c7c5 g1f3");
    changes_nothing(&game, || {
        for (moves, number, word) in [
            ("e2e5", "move 1", "e2e5"),
            ("d7d6 d2d4 c5d4 f3e4", "move 4", "f3e4"),
            ("d7d6 d2d4 0000", "move 3", "0000"),
            ("d7d6 e4", "move 2", "e4"),
            ("nonsense", "move 1", "nonsense"),
        ] {
            assert_eq!(game.play(moves), ILLEGAL_MOVE, "{moves}");
            error_names(number);
            error_names(word);
        }
        for san in ["d6 d4 cxd4 Ke3", "Nc9", "d6 e4", "e4"] {
            assert_eq!(game.play_san(san), ILLEGAL_MOVE, "{san}");
            error_names(san.split(' ').next_back().unwrap());
        }
        for (fen, moves, status) in [
            (Some("nonsense"), "", INVALID_FEN),
            (Some(""), "", INVALID_FEN),
            (Some("8/8/8/8/8/8/8/8 w - - 0 1"), "", ILLEGAL_POSITION),
            (None, "e2e4 e7e5 e4e5", ILLEGAL_MOVE),
        ] {
            assert_eq!(game.set(fen, moves), status);
        }
        assert_eq!(game.to_san("d7d6 d2d5"), Err(ILLEGAL_MOVE));
        error_names("move 2");
        assert_eq!(game.from_san("d6 Nd5"), Err(ILLEGAL_MOVE));
        error_names("Nd5");
        for from in ["", "e", "e9", "e2e4", "i1"] {
            assert_eq!(game.legal_moves(Some(from)), Err(INVALID_ARGUMENT), "{from}");
            error_names(&format!("\"{from}\""));
        }
    });
    assert_eq!(game.play("d7d6"), OK);
}

#[test]
fn movetext_is_read_as_people_write_it() {
    let game = Game::new();
    let pgn = "[Event \"Casual\"]\n\n1. e4 {best by test} e5!? 2. Ng1-f3 (2. f4 exf4) $1 Nc6 \
               ; the rest of the line\n3.Bb5 a6 4. 0-0 1/2-1/2";
    assert_eq!(game.play_san(pgn), OK, "{}", last_error());
    assert_eq!(game.moves_san(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O");
    assert_eq!(game.from_san("Bd6 d4 e5xd4").unwrap(), "f8d6 d2d4 e5d4");
    assert_eq!(game.from_san("").unwrap(), "");
    // Two knights can go to d2.
    let knights = Game::at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_eq!(knights.from_san("Nd2"), Err(ILLEGAL_MOVE));
    error_names("Nd2");
    assert_eq!(knights.from_san("Nbd2").unwrap(), "b1d2");
    assert_eq!(knights.to_san("f3d2 e8e7 b1a3").unwrap(), "Nfd2 Ke7 Na3");
}

#[test]
fn legal_moves_are_listed_and_written() {
    let game = Game::at("7k/8/5K2/6Q1/8/8/8/8 w - - 12 60");
    let moves = game.legal_moves(None).unwrap();
    assert_eq!(game.perft(1), Ok(moves.split(' ').count() as u64));
    for m in moves.split(' ') {
        assert_eq!(game.from_san(&game.to_san(m).unwrap()).unwrap(), m);
    }
    let of = |from: &str| game.legal_moves(Some(from)).unwrap();
    assert!(of("f6").split(' ').all(|m| m.starts_with("f6")));
    let parts = [of("f6"), of("g5")];
    let both: usize = parts.iter().map(|part| part.split(' ').count()).sum();
    assert_eq!(both, moves.split(' ').count());
    assert_eq!((of("h8"), of("a1")), (String::new(), String::new()), "not to move, and empty");
    for over in [MATED, STALEMATED] {
        assert_eq!(Game::at(over).legal_moves(None).unwrap(), "");
    }
    // The position with the most known moves that a game can reach.
    let most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let moves = Game::at(most).legal_moves(None).unwrap();
    assert_eq!(moves.split(' ').count(), 218);
    assert!(moves.len() < 2048);
}

#[test]
fn castling_is_read_both_ways_and_written_as_asked() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let game = Game::new();
    for (on, written) in [(0, "e1g1"), (1, "e1h1"), (0, "e1g1"), (-1, "e1h1")] {
        assert_eq!(game.set_chess960(on), OK);
        for given in ["e1g1", "e1h1"] {
            assert_eq!(game.set(Some(fen), given), OK, "{given}");
            assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
            assert_eq!((game.moves().as_str(), game.moves_san().as_str()), (written, "1. O-O"));
            assert_eq!(game.undo(1), OK);
            assert_eq!(game.to_san(given).unwrap(), "O-O");
            assert_eq!(game.from_san("O-O").unwrap(), written);
            let moves = game.legal_moves(Some("e1")).unwrap();
            assert!(moves.split(' ').any(|m| m == written), "{moves}");
            let copy = Game::new();
            assert_eq!(copy.copy_from(&game), OK);
            assert_eq!(copy.from_san("O-O").unwrap(), written, "a copy keeps it");
        }
    }
    // King b1, rooks a1 and g1: castling short brings the king to g1. Chess960 in any case.
    assert_eq!(game.set_chess960(0), OK);
    assert_eq!(game.set(Some("1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1"), "b1g1"), OK);
    assert_eq!(
        (game.fen().as_str(), game.moves().as_str()),
        ("1k6/8/8/8/8/8/8/R4RK1 b - - 1 1", "b1g1")
    );
    assert_eq!(game.undo(1), OK);
    assert_eq!(game.board().chess960, 1);
    assert_eq!(game.set(None, ""), OK);
    assert_eq!(game.board().chess960, 0);
}

#[test]
fn positions_are_counted() {
    let game = Game::at(KIWIPETE);
    for (depth, nodes) in [(0, 1), (1, 48), (2, 2039), (3, 97_862)] {
        assert_eq!(game.perft(depth), Ok(nodes));
    }
    for depth in [65, u32::MAX] {
        assert_eq!(game.perft(depth), Err(INVALID_ARGUMENT));
        error_names(&depth.to_string());
    }
}

#[test]
fn a_board_goes_out_and_comes_back() {
    let text = include_str!("../../data/perft.epd");
    let fens: Vec<_> = text.lines().map(|line| line.split(';').next().unwrap().trim()).collect();
    assert!(fens.len() > 5);
    let back = Game::new();
    for fen in fens.iter().copied().chain([START, KIWIPETE, MATED, STALEMATED]) {
        let game = Game::at(fen);
        let board = game.board();
        assert_eq!(back.set_board(&board), OK, "{fen}: {}", last_error());
        assert_eq!((back.fen(), back.ply_count()), (game.fen(), 0));
        assert_eq!(format!("{:?}", back.board()), format!("{board:?}"), "{fen}");
        assert_eq!((back.key(), back.perft(2)), (game.key(), game.perft(2)));
    }
}

#[test]
fn a_board_says_what_stands_where() {
    let board = Game::with(None, "e2e4 g8f6 e4e5 d7d5").board();
    assert_eq!(board.struct_size as usize, size_of::<SeajayBoard>());
    assert_eq!(board.turn, WHITE);
    let [white, black] = board.pieces;
    assert_eq!(white[0], 0xef00 | 1 << 36, "a pawn on e5");
    assert_eq!(black[0], 0xf7 << 48 | 1 << 35, "a pawn on d5");
    assert_eq!((white[1], black[1]), (1 << 1 | 1 << 6, 1 << 57 | 1 << 45));
    assert_eq!((white[4], black[4], white[5], black[5]), (1 << 3, 1 << 59, 1 << 4, 1 << 60));
    assert_eq!(board.castling_rooks, 1 | 1 << 7 | 1 << 56 | 1 << 63);
    assert_eq!((board.en_passant, board.halfmove_clock), (43, 0), "d6");
    assert_eq!((board.fullmove_number, board.chess960), (3, 0));
    // No pawn of White's stands beside it.
    assert_eq!(Game::with(None, "e2e4 d7d5").board().en_passant, -1);
}

#[test]
fn any_en_passant_square_that_fits_may_come_in() {
    let mut board = Game::with(None, "e2e4").board();
    assert_eq!(board.en_passant, -1);
    let game = Game::new();
    board.en_passant = 20; // e3: no pawn can capture there
    assert_eq!(game.set_board(&board), OK, "{}", last_error());
    assert_eq!(game.board().en_passant, -1);
    changes_nothing(&game, || {
        for square in [-2, 64, i32::MAX, i32::MIN] {
            board.en_passant = square;
            assert_eq!(game.set_board(&board), INVALID_ARGUMENT, "{square}");
            error_names("en_passant");
        }
    });
}

#[test]
fn a_bad_board_is_named_and_the_old_game_stays() {
    let game = Game::with(None, "e2e4 e7e5");
    let good = game.board();
    let kings = |board: &mut SeajayBoard| board.pieces[1][5] = 0;
    let overlap = |board: &mut SeajayBoard| board.pieces[1][1] |= 1 << 4;
    let pawn = |board: &mut SeajayBoard| board.pieces[0][0] |= 1 << 63;
    type Case<'a> = (&'a dyn Fn(&mut SeajayBoard), i32, &'a str);
    let cases: [Case<'_>; 8] = [
        (&kings, ILLEGAL_POSITION, "king"),
        (&overlap, ILLEGAL_POSITION, "e1"),
        (&pawn, ILLEGAL_POSITION, ""),
        (&|board| *board = empty_board(), ILLEGAL_POSITION, "empty"),
        (&|board| board.turn = 2, INVALID_ARGUMENT, "board.turn"),
        (&|board| board.turn = -1, INVALID_ARGUMENT, "board.turn"),
        (&|board| board.halfmove_clock = -1, INVALID_ARGUMENT, "board.halfmove_clock"),
        (&|board| board.fullmove_number = -1, INVALID_ARGUMENT, "board.fullmove_number"),
    ];
    changes_nothing(&game, || {
        for (spoil, status, part) in cases {
            let mut board = good;
            spoil(&mut board);
            assert_eq!(game.set_board(&board), status, "{part}: {}", last_error());
            error_names(part);
        }
    });
    assert_eq!(game.set_board(&SeajayBoard { fullmove_number: 0, ..good }), OK, "0 counts as 1");
    assert_eq!(game.board().fullmove_number, 1);
}

#[test]
fn a_copy_is_the_same_and_independent() {
    let (from, to) = (Game::with(None, "e2e4 e7e5 g1f3"), Game::at(KIWIPETE));
    assert_eq!(to.copy_from(&from), OK);
    assert_eq!(all(&to), all(&from));
    assert_eq!(to.play("b8c6"), OK);
    assert_eq!(to.undo(4), OK);
    assert_eq!((to.fen().as_str(), from.ply_count()), (START, 3));
    let before = all(&from);
    assert_eq!(unsafe { seajay_game_copy(from.raw, from.raw) }, OK, "to itself");
    assert_eq!(all(&from), before);
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
fn an_engine_takes_over_a_game() {
    let mut engine = seajay::Engine::new().unwrap();
    let handle = Handle::new();
    for (fen, moves) in
        [(None, ""), (None, "e2e4"), (Some(KIWIPETE), "e1g1 e8c8"), (Some(STALEMATED), "")]
    {
        engine.set_position(fen, moves).unwrap();
        let game = Game::with(fen, moves);
        assert_eq!(handle.set_game(&game), OK);
        assert_eq!(handle.evaluate(), engine.evaluate());
        // The game is copied.
        drop(game);
        assert_eq!(handle.evaluate(), engine.evaluate());
    }
    // With its history: repeating the position once more is a draw, so the engine, a queen up,
    // must find something else.
    let fen = "7k/8/8/8/8/8/Q7/K7 w - - 0 1";
    let game = Game::with(Some(fen), "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8");
    let search_moves = c"b2a2";
    let limits = SeajayLimits { search_moves: search_moves.as_ptr(), ..depth(3) };
    assert_eq!(handle.set_game(&game), OK);
    assert_eq!(handle.search(&limits).unwrap().score.value, 0, "twice before");
    assert_eq!(handle.set_game(&Game::at(&game.fen())), OK);
    assert!(handle.search(&limits).unwrap().score.value > 200, "without the history");
    // Castling is written as the game writes it.
    for (on, written) in [(0, "e1g1"), (1, "e1h1")] {
        let game = Game::at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(game.set_chess960(on), OK);
        assert_eq!(handle.set_game(&game), OK);
        let given = c("e1g1");
        let limits = SeajayLimits { search_moves: given.as_ptr(), ..depth(2) };
        assert_eq!(best_move(&handle.search(&limits).unwrap()), written);
        assert!(handle.line(0).starts_with(written));
        assert!(handle.line_san(0).unwrap().starts_with("O-O"));
    }
}

#[test]
fn games_are_made_and_freed_by_the_thousand() {
    let games: Vec<_> = (0..10_000).map(|_| Game::new()).collect();
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.play(["e2e4", "d2d4"][index % 2]), OK);
    }
    assert_eq!(games[9_998].fen(), games[0].fen());
    assert_ne!(games[9_999].fen(), games[0].fen());
}
