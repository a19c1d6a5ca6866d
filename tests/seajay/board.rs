//! Positions as bitboards: read from a game, and set in another one.

use seajay::{Board, Color, ErrorKind, Game};
use shakmaty::{Position, Role};
use testkit::games::{STARTS, Seen, game_after, game_at, play_some};
use testkit::play::{START, bench_fens, chess};
use testkit::random_numbers;

const KING: usize = 5;

fn set(board: &Board) -> Game {
    let mut game = game_after(START, "e2e4 e7e5");
    game.set_board(board).unwrap_or_else(|error| panic!("{board:?}: {error}"));
    game
}

/// Sets a board that must be rejected, with the old game kept. Returns the message.
fn refused(board: &Board) -> String {
    let mut game = game_after(START, "e2e4 e7e5");
    let before = Seen::of(&game);
    let error = game.set_board(board).expect_err("it is refused");
    assert_eq!(error.kind(), ErrorKind::IllegalPosition, "{error}");
    assert!(error.message().starts_with("board: "), "{error}");
    assert_eq!(Seen::of(&game), before);
    error.message().to_owned()
}

#[test]
fn a_board_is_what_the_fen_says() {
    for fen in STARTS.into_iter().chain(bench_fens()) {
        let (board, position) = (game_at(fen).board(), chess(fen));
        let turn = if position.turn().is_white() { Color::White } else { Color::Black };
        assert_eq!(board.turn, turn, "{fen}");
        for (side, color) in
            [shakmaty::Color::White, shakmaty::Color::Black].into_iter().enumerate()
        {
            for (piece, role) in Role::ALL.into_iter().enumerate() {
                let expected = position.board().by_piece(role.of(color));
                assert_eq!(board.pieces[side][piece], u64::from(expected), "{fen}");
            }
        }
        for square in shakmaty::Square::ALL {
            let expected = position.board().piece_at(square).map(shakmaty::Piece::char);
            assert_eq!(board.piece_at(square.to_u32()), expected, "{fen} {square}");
        }
        assert_eq!(board.castling_rooks, u64::from(position.castles().castling_rights()), "{fen}");
        assert_eq!(board.en_passant, position.legal_ep_square().map(|square| square.to_u32()));
        assert_eq!(board.halfmove_clock, position.halfmoves());
        assert_eq!(board.fullmove_number, position.fullmoves().get());
        assert_eq!(board.chess960, position.castles().mode().is_chess960(), "{fen}");
    }
}

#[test]
fn squares_are_counted_from_a1() {
    let board = Game::new().board();
    assert_eq!(board.turn, Color::White);
    assert_eq!(board.pieces[0], [0xff00, 0x42, 0x24, 0x81, 0x8, 0x10]);
    assert_eq!(board.pieces[1], board.pieces[0].map(u64::swap_bytes));
    assert_eq!(board.castling_rooks, 0x81 | 0x81 << 56);
    assert_eq!((board.en_passant, board.halfmove_clock, board.fullmove_number), (None, 0, 1));
    assert!(!board.chess960);
    assert_eq!(
        [0, 4, 12, 28, 52, 59, 63].map(|square| board.piece_at(square)),
        [Some('R'), Some('K'), Some('P'), None, Some('p'), Some('q'), Some('r'),]
    );
}

#[test]
fn a_board_that_is_given_back_is_the_same_position() {
    let mut random = random_numbers(0x0bad_cafe_dead_10cc);
    for fen in STARTS.into_iter().chain(bench_fens()) {
        let mut game = game_at(fen);
        for _ in 0..30 {
            let again = set(&game.board());
            assert_eq!(again.fen(), game.fen());
            assert_eq!(again.board(), game.board(), "{fen}");
            assert_eq!(again.legal_moves(None), game.legal_moves(None));
            assert_eq!(again.perft(2).unwrap(), game.perft(2).unwrap());
            // It is the start of a game.
            assert_eq!((again.start_fen(), again.ply_count()), (game.fen(), 0));
            assert_eq!(again.moves().unwrap(), "");
            if !play_some(&mut game, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn an_en_passant_square_is_given_only_where_the_capture_is_legal() {
    for (fen, moves, given) in [
        (START, "e2e4", None),
        (START, "e2e4 a7a6 e4e5 d7d5", Some(43)),
        (START, "a2a4 b7b5 a4a5 b5b4 c2c4", Some(18)),
        // The capturing pawn is pinned, along the rank and along a diagonal.
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", None),
        ("8/8/5k2/8/3p4/8/1B2P3/4K3 w - - 0 1", "e2e4", None),
        ("8/8/8/8/k2p4/8/4P3/4K3 w - - 0 1", "e2e4", Some(20)),
    ] {
        let game = game_after(fen, moves);
        assert_eq!(game.board().en_passant, given, "{fen} {moves}");
        assert_eq!(game.fen().contains(" - 0 "), given.is_none(), "{}", game.fen());
    }
}

#[test]
fn an_en_passant_square_is_taken_wherever_a_pawn_may_have_passed() {
    // No pawn can capture there.
    let mut board = game_after(START, "e2e4").board();
    board.en_passant = Some(20);
    let game = set(&board);
    assert_eq!(game.board().en_passant, None);
    assert!(game.fen().ends_with(" b KQkq - 0 1"), "{}", game.fen());
    // A pawn can capture.
    let mut board = game_after(START, "e2e4 a7a6 e4e5 d7d5").board();
    assert_eq!(board.en_passant, Some(43));
    assert!(set(&board).legal_moves(Some("e5")).unwrap().contains("e5d6"));
    board.en_passant = None;
    assert!(!set(&board).legal_moves(Some("e5")).unwrap().contains("e5d6"));
    // No pawn has passed these.
    for square in [0, 20, 27, 35, 42, 44, 51, 59, 63] {
        board.en_passant = Some(square);
        refused(&board);
    }
}

#[test]
fn counters_are_kept() {
    for (halfmoves, number, expected) in [
        (0, 1, " 0 1"),
        (100, 7, " 100 7"),
        (5000, 9000, " 5000 9000"),
        (3, 0, " 3 1"),
        (u32::MAX, u32::MAX, " 4294967295 4294967295"),
    ] {
        let mut board = game_at("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").board();
        (board.halfmove_clock, board.fullmove_number) = (halfmoves, number);
        let mut game = set(&board);
        assert!(game.fen().ends_with(expected), "{}", game.fen());
        // The game goes on, whatever the counters are.
        game.play("e8d8 e1d1 d8e8").unwrap();
        game.undo(2).unwrap();
        game.state();
    }
}

#[test]
fn boards_that_cannot_be_played_are_refused() {
    let start = Game::new().board();
    let change = |change: &dyn Fn(&mut Board)| {
        let mut board = start;
        change(&mut board);
        board
    };
    let empty = Board { pieces: [[0; 6]; 2], castling_rooks: 0, ..start };
    for board in [
        empty,
        change(&|board| board.pieces[0][KING] = 0),
        change(&|board| board.pieces[1][KING] = 0),
        change(&|board| board.pieces[0][KING] |= 1 << 20),
        // Two pieces on a square, of one side and of both.
        change(&|board| board.pieces[0][0] |= 1),
        change(&|board| board.pieces[0][4] |= 1 << 52),
        change(&|board| board.pieces[1] = board.pieces[0]),
        // Pawns on the first and the last rank.
        change(&|board| {
            board.pieces[0][1] = 0;
            board.pieces[0][0] |= 2;
        }),
        change(&|board| {
            board.pieces[1][1] = 0;
            board.pieces[1][0] |= 2 << 56;
        }),
        // More than sixteen pieces.
        change(&|board| board.pieces[0][4] |= 1 << 30),
        // Rooks that cannot castle, and squares without a rook.
        change(&|board| board.castling_rooks |= 1 << 1),
        change(&|board| board.castling_rooks |= 1 << 30),
        change(&|board| board.pieces[0][3] = 1),
        change(&|board| board.castling_rooks = u64::MAX),
        // The side to move could capture the king.
        Board { turn: Color::White, ..game_at("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").board() },
    ] {
        refused(&board);
    }
    // Every piece on every square.
    refused(&Board { pieces: [[u64::MAX; 6]; 2], ..start });
    refused(&Board { en_passant: Some(20), ..start });
}

#[test]
fn a_square_that_does_not_exist_is_refused() {
    for square in [64, 65, 255, 256, 276, 1 << 16 | 20, u32::MAX] {
        let mut board = game_after(START, "e2e4").board();
        board.en_passant = Some(square);
        let mut game = game_after(START, "d2d4");
        let before = Seen::of(&game);
        game.set_board(&board).unwrap_err();
        assert_eq!(Seen::of(&game), before);
        // There is no piece on it either.
        if square == 64 {
            assert_eq!(board.piece_at(63), Some('r'));
        }
    }
}

#[test]
fn random_boards_are_refused_or_played() {
    let mut random = random_numbers(0x600d_f00d_0000_1337);
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut board = game_at(STARTS[random(STARTS.len())]).board();
        for _ in 0..random(4) {
            let bit = 1 << random(64);
            match random(6) {
                0 => board.pieces[random(2)][random(6)] ^= bit,
                1 => board.pieces[random(2)][random(6)] &= !bit,
                2 => board.castling_rooks ^= bit,
                3 => board.en_passant = Some(random(66) as u32),
                4 => board.chess960 = !board.chess960,
                _ => board.turn = [Color::White, Color::Black][random(2)],
            }
        }
        let mut game = Game::new();
        if game.set_board(&board).is_err() {
            assert_eq!(Seen::of(&game), Seen::of(&Game::new()));
            continue;
        }
        accepted += 1;
        let written = game.board();
        assert_eq!((written.pieces, written.turn), (board.pieces, board.turn));
        assert_eq!(written.castling_rooks, board.castling_rooks);
        // The FEN gives the same position.
        assert_eq!(game_at(&game.fen()).fen(), game.fen());
        assert_eq!(game.perft(1).unwrap(), chess(&game.fen()).legal_moves().len() as u64);
        play_some(&mut game, &mut random);
    }
    assert!((500..2900).contains(&accepted), "{accepted}");
}
