//! PGN objects and moves as data. `tests/seajay/pgn.rs` has the rules of PGN; here are their statuses,
//! lists and callbacks.

use std::ffi::{c_char, c_void};
use std::ptr;
use std::thread;

use seajay::ffi::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position, Role, Square};
use testkit::ffi::*;

const TEXT: &[u8] = b"[White \"A\"]\n\n1. e4! {best} e5 (1... c5) 2. Ke3 1-0\n\n\
                      [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";

#[test]
fn games_and_faults_are_read_one_after_the_other() {
    let (pgn, game) = (Pgn::of(TEXT), Game::new());
    assert_eq!(pgn.fault(), PgnFault::default());
    assert_eq!(pgn.next(&game), 1);
    assert_eq!(game.moves(), "e2e4 e7e5");
    let fault = PgnFault { status: ILLEGAL_MOVE, offset: 43, line: 3, ply: 2 };
    assert_eq!(pgn.fault(), fault);
    assert!(pgn.fault_text().starts_with("line 3: move 2. \"Ke3\": "), "{}", pgn.fault_text());
    assert_eq!((pgn.tag("White"), pgn.tag("Black")), ("A".to_owned(), String::new()));
    assert_eq!((pgn.tag_name(0), pgn.tag_name(1)), (Ok("White".to_owned()), Err(INVALID_ARGUMENT)));
    assert_eq!(pgn.result(), "1-0");
    assert_eq!((pgn.comment(1), pgn.nags(1)), ("best".to_owned(), vec![1]));
    assert_eq!((pgn.comment(7), pgn.nags(7)), (String::new(), vec![]));
    assert_eq!(pgn.variation(2, 0).unwrap(), "1... c5");
    assert_eq!(pgn.variation(2, 1), Err(INVALID_ARGUMENT));
    error_names("variations");
    assert_eq!(
        unsafe { seajay_pgn_error(pgn.raw, ptr::null_mut(), ptr::null_mut(), ptr::null_mut()) },
        ILLEGAL_MOVE
    );

    assert_eq!(pgn.next(&game), 1);
    assert_eq!((game.moves().as_str(), pgn.tag("White")), ("e1g1", String::new()));
    assert_eq!(pgn.fault(), PgnFault::default());
    assert_eq!(pgn.next(&game), 0);
    assert_eq!(game.moves(), "e1g1", "at the end all stays");
    assert_eq!(pgn.next(&game), 0);
    // The game keeps its way to write castling.
    let pgn = Pgn::of(b"1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0");
    assert_eq!(game.set_chess960(1), OK);
    assert_eq!(pgn.next(&game), 1);
    assert!(game.moves().ends_with("e1h1"));
}

#[test]
fn a_record_is_made_and_written() {
    let (pgn, game) = (Pgn::new(), Game::with(None, "e2e4 e7e5"));
    assert_eq!(pgn.next(&game), 0, "no text, no games");
    assert_eq!(pgn.set_tag("White", Some("A")), OK);
    assert_eq!(pgn.set_tag("Black", Some("B")), OK);
    assert_eq!(pgn.set_tag("Black", None), OK);
    assert_eq!(pgn.set_tag("Bla ck", Some("B")), INVALID_ARGUMENT);
    assert_eq!(pgn.set_comment(1, Some("best\nby test")), OK);
    assert_eq!(pgn.comment(1), "best by test");
    assert_eq!(pgn.set_nags(1, &[1, 14, 1]), OK);
    assert_eq!(pgn.nags(1), [1, 14]);
    assert_eq!(unsafe { seajay_pgn_set_nags(pgn.raw, 2, ptr::null(), 0) }, OK);
    assert_eq!(pgn.add_variation(&game, 2, "1...c5 2. Nf3"), OK);
    assert_eq!(pgn.add_variation(&game, 2, "1...c5 2. Nf6"), ILLEGAL_MOVE);
    error_names("Nf6");
    assert_eq!(pgn.add_variation(&game, 2, "1...c5 {"), INVALID_PGN);
    assert_eq!(pgn.add_variation(&game, 3, "Nf3"), INVALID_ARGUMENT);
    assert_eq!(pgn.add_variation(&game, 0, "Nf3"), INVALID_ARGUMENT);
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
                    [Black \"?\"]\n[Result \"*\"]\n\n\
                    1. e4 $1 $14 {best by test} 1... e5 (1... c5 2. Nf3) *\n\n";
    assert_eq!(pgn.write(&game), expected);
    assert_eq!(pgn.set_comment(1, None), OK);
    assert_eq!(pgn.comment(1), "");
    unsafe { seajay_pgn_clear(pgn.raw) };
    assert_eq!((pgn.tag("White"), pgn.nags(1)), (String::new(), vec![]));
    assert!(pgn.write(&game).ends_with("\n\n1. e4 e5 *\n\n"));
}

#[test]
fn play_san_tells_moves_from_pgn() {
    let game = Game::new();
    for text in ["1. e4 {", "1. e4 (e5", "1. e4 )", "e4 [A \"b\"]", "[FEN \"x\"] e4"] {
        assert_eq!(game.play_san(text), INVALID_PGN, "{text}");
    }
    assert_eq!(game.play_san("1. e4 e4"), ILLEGAL_MOVE);
    assert_eq!(game.ply_count(), 0);
}

/// A text, and how much of it is given; every seventh call fails.
struct Given {
    at: usize,
    calls: usize,
}

unsafe extern "C" fn give(user_data: *mut c_void, buffer: *mut c_char, size: usize) -> i64 {
    let given = unsafe { &mut *user_data.cast::<Given>() };
    given.calls += 1;
    if given.calls.is_multiple_of(7) {
        return -5;
    }
    let piece = &TEXT[given.at..];
    let piece = &piece[..piece.len().min(20).min(size)];
    unsafe { ptr::copy_nonoverlapping(piece.as_ptr(), buffer.cast(), piece.len()) };
    given.at += piece.len();
    piece.len() as i64
}

unsafe extern "C" fn give_too_much(_: *mut c_void, _: *mut c_char, size: usize) -> i64 {
    size as i64 + 1
}

#[test]
fn a_callback_gives_the_text() {
    let (pgn, game) = (Pgn::new(), Game::new());
    let mut given = Given { at: 0, calls: 0 };
    let user_data = ptr::from_mut(&mut given).cast();
    assert_eq!(unsafe { seajay_pgn_set_reader(pgn.raw, Some(give), user_data) }, OK);
    let (mut read, mut failed) = (Vec::new(), 0);
    loop {
        match pgn.next(&game) {
            0 => break,
            1 => read.push(game.moves()),
            status => {
                assert_eq!(status, IO);
                error_names("-5");
                failed += 1;
            }
        }
    }
    assert_eq!((read, failed > 0), (vec!["e2e4 e7e5".to_owned(), "e1g1".to_owned()], true));
    assert_eq!(unsafe { seajay_pgn_set_reader(pgn.raw, Some(give_too_much), user_data) }, OK);
    assert_eq!(pgn.next(&game), IO);
    assert_eq!(game.moves(), "e1g1");
}

#[test]
fn files_are_opened_and_missing_ones_named() {
    let path = std::env::temp_dir().join(format!("seajay-ffi-{}.pgn", std::process::id()));
    std::fs::write(&path, TEXT).unwrap();
    let (pgn, game) = (Pgn::new(), Game::new());
    let name = c(path.to_str().unwrap());
    assert_eq!(unsafe { seajay_pgn_open(pgn.raw, name.as_ptr()) }, OK);
    assert_eq!(pgn.next(&game), 1);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(unsafe { seajay_pgn_open(pgn.raw, name.as_ptr()) }, IO);
    error_names("seajay-ffi-");
    assert_eq!(pgn.next(&game), 1, "the old file goes on");
    assert_eq!(game.moves(), "e1g1");
}

#[test]
fn calls_on_one_pgn_wait_for_each_other() {
    let text = b"1. e4 {x} *\n".repeat(2000);
    let pgn = Pgn::of(&text);
    let counts: Vec<usize> = thread::scope(|scope| {
        let readers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let game = Game::new();
                    let mut count = 0;
                    while pgn.next(&game) == 1 {
                        assert_eq!((game.moves().as_str(), pgn.comment(1).as_str()), ("e2e4", "x"));
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    assert_eq!(counts.iter().sum::<usize>(), 2000);
}

/// A move as shakmaty has it.
fn naive(position: &Chess, m: shakmaty::Move, mode: CastlingMode) -> SeajayMove {
    let role = |role: Option<Role>| role.map_or(0, |role| role as u8);
    let text = |text: String| {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(text.bytes()).for_each(|(to, from)| *to = from as c_char);
        bytes
    };
    let mut next = position.clone();
    next.play_unchecked(m);
    let turn = position.turn();
    let number = |square: Square| square.to_u32() as u8;
    let side = m.castling_side();
    SeajayMove {
        from: number(m.from().unwrap()),
        to: number(side.map_or(m.to(), |side| side.king_to(turn))),
        role: m.role() as u8,
        captured: role(m.capture()),
        promotion: role(m.promotion()),
        flags: u8::from(m.is_castle())
            | u8::from(m.is_en_passant()) << 1
            | u8::from(next.is_check()) << 2
            | u8::from(next.is_checkmate()) << 3,
        rook_from: side.map_or(64, |_| number(m.to())),
        rook_to: side.map_or(64, |side| number(side.rook_to(turn))),
        uci: text(m.to_uci(mode).to_string()),
        san: text(SanPlus::from_move(position.clone(), m).to_string()),
    }
}

/// Positions of all kinds, and what random games lead to.
#[test]
fn moves_as_data_are_what_the_rules_say() {
    let mut seen = [0; 16];
    for start in STARTS {
        let game = Game::at(start);
        for round in 0..40_usize {
            let mode = CastlingMode::from_chess960(game.board().chess960 != 0);
            let position: Chess = game
                .fen()
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Chess960)
                .or_else(shakmaty::PositionError::ignore_too_much_material)
                .or_else(shakmaty::PositionError::ignore_impossible_check)
                .unwrap();
            let key = |m: &SeajayMove| (m.from, m.to, m.promotion, m.rook_from);
            let mut expected: Vec<_> =
                position.legal_moves().iter().map(|&m| naive(&position, m, mode)).collect();
            let mut found = game.legal_move_list(None).unwrap();
            expected.sort_by_key(key);
            found.sort_by_key(key);
            assert_eq!(found, expected, "{}", game.fen());
            found.iter().for_each(|m| seen[usize::from(m.flags)] += 1);
            let Some(&m) = expected.get(round * 7 % expected.len().max(1)) else { break };
            let square = Square::new(m.from.into()).to_string();
            let mut of_square = game.legal_move_list(Some(&square)).unwrap();
            of_square.sort_by_key(key);
            expected.retain(|other| other.from == m.from);
            assert_eq!(of_square, expected, "{square} in {}", game.fen());
            for name in [
                text(m.uci.as_ptr()),
                text(m.san.as_ptr()),
                format!("1. {}!?", text(m.san.as_ptr())),
            ] {
                assert_eq!(game.parse_move(&name), Ok(m), "{name} in {}", game.fen());
            }
            let before = game.played_move_list();
            assert_eq!(game.play(&text(m.uci.as_ptr())), OK);
            assert_eq!(game.played_move_list(), [&before[..], &[m]].concat());
        }
    }
    assert!([0, 1, 2, 4, 12].iter().all(|&flags| seen[flags] > 0), "{seen:?}");
    let game = Game::new();
    for wrong in ["e5", "", "e4 e5", "e2e5", "1.", "O-O"] {
        assert_eq!(game.parse_move(wrong), Err(ILLEGAL_MOVE), "{wrong}");
    }
    assert_eq!(game.legal_move_list(Some("e9")), Err(INVALID_ARGUMENT));
    assert_eq!(game.legal_move_list(Some("e5")), Ok(vec![]));
    assert_eq!(size_of::<SeajayMove>(), 24);
}

/// Castling, promotions, en passant and captures, of chess and Chess960.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r4k1r/p4p1p/8/8/8/8/P4P1P/R4K1R w HAha - 0 1",
    "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w GBgb - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
];
