//! PGN objects, and moves as structs. `tests/seajay/pgn.rs` has the rules of PGN; here are statuses,
//! lists and callbacks.

use std::ffi::{c_char, c_void};
use std::ptr;
use std::thread;

use seajay::ffi::*;
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
    let missing = last_error();
    assert_eq!((pgn.remove_variation(2, 1), last_error()), (INVALID_ARGUMENT, missing));
    error_names("variation 1");
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
    assert_eq!((game.set_chess960(1), pgn.next(&game)), (OK, 1));
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

/// `tests/seajay/moves.rs` has what the safe functions say.
#[test]
fn moves_are_structs_of_numbers_and_text() {
    let fen = "r3k2r/1P5p/8/3pP3/8/8/8/4K3 w kq d6 0 3";
    let (game, mut safe) = (Game::at(fen), seajay::Game::from_fen(Some(fen)).unwrap());
    let check = |found: &[SeajayMove], expected: &[seajay::MoveData]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let role = |role: Option<seajay::Role>| role.map_or(0, |role| role as u8);
            let (rook_from, rook_to) = expected.castling_rook.unwrap_or((64, 64));
            assert_eq!([found.from, found.to], [expected.from as u8, expected.to as u8]);
            let roles = [expected.role as u8, role(expected.captured), role(expected.promotion)];
            assert_eq!([found.role, found.captured, found.promotion], roles);
            let flags = u8::from(expected.castling_rook.is_some())
                | u8::from(expected.is_en_passant) << 1
                | u8::from(expected.is_check) << 2
                | u8::from(expected.is_mate) << 3;
            assert_eq!(found.flags, flags);
            assert_eq!([found.rook_from, found.rook_to], [rook_from as u8, rook_to as u8]);
            assert_eq!(text(found.uci.as_ptr()), expected.uci.as_str());
            assert_eq!(text(found.san.as_ptr()), expected.san.as_str());
        }
    };
    let legal = safe.legal_move_list(None).unwrap();
    check(&game.legal_move_list(None).unwrap(), &legal);
    check(&game.legal_move_list(Some("b7")).unwrap(), &safe.legal_move_list(Some("b7")).unwrap());
    for m in ["exd6", "O-O", "bxa8=Q", "Rxa8"] {
        check(&[game.parse_move(m).unwrap()], &[safe.parse_move(m).unwrap()]);
        assert_eq!((game.play_san(m), safe.play_san(m).is_ok()), (OK, true));
    }
    check(&game.played_move_list(), &safe.played_move_list().unwrap());
}

/// What a callback uses, and what the calls returned.
struct Used {
    pgn: *mut SeajayPgn,
    game: *mut SeajayGame,
    statuses: Vec<i64>,
}

unsafe extern "C" fn use_both(user_data: *mut c_void, _: *mut c_char, _: usize) -> i64 {
    let used = unsafe { &mut *user_data.cast::<Used>() };
    let (pgn, game) = (used.pgn, used.game);
    let (engine, other) = (Handle::new(), Game::new());
    unsafe {
        used.statuses = vec![
            seajay_pgn_skip(pgn).into(),
            seajay_pgn_next(pgn, other.raw).into(),
            seajay_pgn_offset(pgn),
            seajay_pgn_result(pgn, ptr::null_mut(), 0),
            seajay_pgn_set_tag(pgn, c"White".as_ptr(), ptr::null()).into(),
            seajay_pgn_copy(pgn, pgn).into(),
            seajay_pgn_next(Pgn::of(TEXT).raw, game).into(),
            seajay_game_ply_count(game),
            seajay_game_copy(other.raw, game).into(),
            seajay_game_set(game, ptr::null(), ptr::null()).into(),
            seajay_set_game(engine.raw, game).into(),
        ];
        assert_eq!(seajay_game_key(game), 0);
        seajay_pgn_clear(pgn);
        seajay_pgn_free(pgn);
        seajay_game_free(game);
    }
    error_names("read callback");
    assert_eq!(Pgn::of(TEXT).next(&other), 1, "others work");
    0
}

#[test]
fn a_read_callback_cannot_use_what_is_read() {
    let (pgn, game) = (Pgn::of(TEXT), Game::with(None, "e2e4"));
    let mut used = Used { pgn: pgn.raw, game: game.raw, statuses: Vec::new() };
    assert_eq!(pgn.next(&game), 1);
    let user_data = ptr::from_mut(&mut used).cast();
    assert_eq!(unsafe { seajay_pgn_set_reader(pgn.raw, Some(use_both), user_data) }, OK);
    assert_eq!(pgn.next(&game), 0);
    assert_eq!(used.statuses, vec![i64::from(BUSY); 11]);
    assert_eq!((pgn.tag("White"), game.ply_count()), ("A".to_owned(), 2), "nothing has changed");
}

#[test]
fn games_are_listed_and_one_is_opened() {
    let (pgn, game) = (Pgn::new(), Game::with(None, "e2e4"));
    assert_eq!((pgn.offset(), pgn.seek(0)), (i64::from(INVALID_ARGUMENT), INVALID_ARGUMENT));
    let pgn = Pgn::of(TEXT);
    assert_eq!(pgn.offset(), i64::from(INVALID_ARGUMENT));
    assert_eq!((pgn.skip(), pgn.offset(), pgn.tag("White")), (1, 0, "A".to_owned()));
    assert_eq!((pgn.skip(), pgn.offset(), pgn.tag("White")), (1, 52, String::new()));
    assert_eq!((pgn.skip(), pgn.offset(), game.moves()), (0, 52, "e2e4".to_owned()));
    // The last line may end with the text.
    let ended = Pgn::of(b"1. e4 e5\n2. Nf3");
    assert_eq!((ended.skip(), ended.skip()), (1, 0));
    assert_eq!((pgn.seek(-1), pgn.seek(i64::MAX), pgn.next(&game)), (INVALID_ARGUMENT, OK, 0));
    assert_eq!((pgn.seek(52), pgn.next(&game), game.moves()), (OK, 1, "e1g1".to_owned()));
    assert_eq!(unsafe { seajay_pgn_set_reader(pgn.raw, Some(give_too_much), ptr::null_mut()) }, OK);
    assert_eq!(pgn.seek(0), INVALID_ARGUMENT);
}

#[test]
fn records_are_copied_in_both_directions_at_once() {
    let pgns = [Pgn::of(TEXT), Pgn::of(TEXT)];
    for pgn in &pgns {
        assert_eq!(pgn.next(&Game::new()), 1);
    }
    let times = if cfg!(miri) { 20 } else { 2000 };
    thread::scope(|scope| {
        for [to, from] in [[0, 1], [1, 0]] {
            let (to, from) = (&pgns[to], &pgns[from]);
            scope.spawn(move || {
                for _ in 0..times {
                    assert_eq!(unsafe { seajay_pgn_copy(to.raw, from.raw) }, OK);
                }
            });
        }
    });
    for pgn in &pgns {
        assert_eq!(unsafe { seajay_pgn_copy(pgn.raw, pgn.raw) }, OK);
        assert_eq!((pgn.comment(1), pgn.remove_variation(2, 0)), ("best".to_owned(), OK));
        assert_eq!(pgn.remove_variation(2, 0), INVALID_ARGUMENT);
    }
}

#[test]
fn fens_of_people_are_taken() {
    let game = Game::new();
    assert_eq!(game.set_lenient("fen 4k3/8/8/8/8/8/8/4K2R w KQ"), 1);
    assert_eq!(
        (game.set_lenient(&game.fen()), game.fen()),
        (0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned())
    );
    assert_eq!(
        (game.set_lenient("8/8"), game.set_lenient("8/8/8/8/8/8/8/8")),
        (INVALID_FEN, ILLEGAL_POSITION)
    );
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}
