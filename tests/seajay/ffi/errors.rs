//! Statuses, and the texts that name the offending part.

use std::collections::{BTreeSet, HashSet};
use std::ffi::c_char;
use std::ptr;
use std::sync::Barrier;
use std::thread;

use seajay::ffi::*;
use testkit::ffi::*;

const STATUSES: [i32; 15] = [0, -1, -2, -3, -10, -11, -12, -13, -20, -21, -30, -31, -40, -41, -50];

#[test]
fn every_status_has_a_text_of_its_own() {
    let texts: HashSet<String> = STATUSES.iter().map(|&s| text(seajay_strerror(s))).collect();
    assert_eq!(texts.len(), STATUSES.len());
    for other in [1, -4, -99, i32::MIN, i32::MAX] {
        assert_eq!(text(seajay_strerror(other)), "unknown status");
    }
}

#[test]
fn the_library_says_what_it_is() {
    assert_eq!(seajay_abi_version(), SEAJAY_ABI_VERSION);
    assert_eq!(text(seajay_version()), env!("CARGO_PKG_VERSION"));
    let info = text(seajay_build_info());
    assert!(info.contains(std::env::consts::ARCH), "{info}");
    assert!(info.contains(std::env::consts::OS), "{info}");
    let levels = ["SIMD baseline", "SIMD AVX2", "SIMD AVX-512", "SIMD NEON"];
    assert!(levels.iter().any(|level| info.contains(level)), "{info}");
    let length = u32::from_le_bytes(EMBEDDED[20..24].try_into().unwrap()) as usize;
    let description = std::str::from_utf8(&EMBEDDED[24..24 + length]).unwrap();
    assert!(info.ends_with(description), "{info}");
    assert_eq!(seajay_build_info(), seajay_build_info(), "static text");
}

#[test]
fn an_error_text_names_the_offending_part_and_stays() {
    let handle = Handle::new();
    assert_eq!(handle.set_option("Hsah", "1"), UNKNOWN_OPTION);
    assert!(last_error().contains("Hsah"));
    assert_eq!(handle.set_option("Move Overhead", "5001"), INVALID_VALUE);
    assert!(last_error().contains("5001") && last_error().contains("5000"));
    let text = last_error();
    assert_eq!(handle.set_option("Move Overhead", "5000"), OK);
    assert!(handle.search(&depth(1)).is_ok());
    assert_eq!(last_error(), text, "success does not clear it");
    assert_eq!(handle.set_position(None, "e2e4 e7e6 d7d5"), ILLEGAL_MOVE);
    assert!(last_error().contains("move 3") && last_error().contains("d7d5"));
    let search_moves = c("e2e4 a7a5");
    let limits = SeajayLimits { search_moves: search_moves.as_ptr(), ..depth(1) };
    assert_eq!(handle.search(&limits).unwrap_err(), ILLEGAL_MOVE);
    assert!(last_error().contains("a7a5"));
}

#[test]
fn a_thread_without_failures_has_no_error_text() {
    let text = thread::spawn(|| {
        let handle = Handle::new();
        assert_eq!(handle.set_option("Hash", "1"), OK);
        assert_eq!(Game::new().play("e2e4"), OK);
        last_error()
    });
    assert_eq!(text.join().unwrap(), "");
}

#[test]
fn an_error_text_belongs_to_the_thread_whose_call_failed() {
    let (handle, game, both) = (Handle::new(), Game::new(), Barrier::new(2));
    assert_eq!(handle.set_option("here", ""), UNKNOWN_OPTION);
    thread::scope(|scope| {
        let (handle, game, both) = (&handle, &game, &both);
        scope.spawn(move || {
            for number in 0..200 {
                let name = format!("option{number}");
                both.wait();
                assert_eq!(handle.set_option(&name, ""), UNKNOWN_OPTION);
                both.wait();
                error_names(&name);
            }
        });
        scope.spawn(move || {
            for number in 0..200 {
                let word = format!("word{number}");
                both.wait();
                assert_eq!(game.play(&word), ILLEGAL_MOVE);
                both.wait();
                error_names(&word);
            }
        });
    });
    error_names("here");
}

#[test]
fn calls_without_a_handle_set_it_too() {
    let mut info: SeajayOptionInfo = init();
    assert_eq!(unsafe { seajay_option_info(12345, &mut info) }, INVALID_ARGUMENT);
    error_names("option 12345");
    assert_eq!(unsafe { seajay_option_info(0, ptr::null_mut()) }, NULL);
    error_names("info");
    assert_eq!(seajay_estimate_memory(1, 257), 0);
    error_names("257");
    assert!(seajay_pool_new(257).is_null());
    error_names("257");
    assert_eq!(unsafe { seajay_stop(ptr::null()) }, NULL);
    error_names("engine");
    assert_eq!(unsafe { seajay_game_state(ptr::null()) }, NULL);
    error_names("game");
}

/// A started search is refused by the start itself; a refused wait, by the wait.
#[test]
fn the_error_of_a_wait_is_that_of_the_waiting_thread() {
    let handle = Handle::new();
    assert_eq!(handle.set_option("before", ""), UNKNOWN_OPTION);
    assert_eq!(handle.start(&infinite()), OK);
    thread::scope(|scope| {
        let waiter = scope.spawn(|| {
            assert_eq!(handle.wait(5).unwrap_err(), TIMEOUT);
            last_error()
        });
        assert!(waiter.join().unwrap().contains("5 ms"));
    });
    error_names("before");
    handle.stop();
}

#[test]
fn an_error_text_is_cut_where_the_buffer_ends() {
    let handle = Handle::new();
    let name = "x".repeat(10_000);
    assert_eq!(handle.set_option(&name, "1"), UNKNOWN_OPTION);
    let full = last_error();
    assert!(full.len() <= 1024);
    let mut buffer = [0x55_u8; 8];
    let length = unsafe { seajay_last_error(buffer.as_mut_ptr().cast(), 8) };
    assert_eq!(length, full.len());
    assert_eq!(&buffer[..7], &full.as_bytes()[..7]);
    assert_eq!(buffer[7], 0);
    assert_eq!(unsafe { seajay_last_error(ptr::null_mut(), 8) }, full.len());
    assert_eq!(unsafe { seajay_last_error(ptr::null_mut(), 0) }, full.len());
}

/// Calls functions, and returns the name of each with its status or count.
macro_rules! calls {
    ($($function:ident($($argument:expr),*),)*) => {
        [$((stringify!($function), unsafe { $function($($argument),*) } as i64)),*]
    };
}

#[test]
fn a_null_handle_is_an_error_everywhere() {
    let none = ptr::null_mut::<SeajayEngine>();
    let nowhere = ptr::null_mut::<c_char>();
    let some: *const c_char = c"x".as_ptr();
    let limits = depth(1);
    let mut result: SeajayResult = init();
    let mut stats: SeajayStats = init();
    let calls = calls![
        seajay_set_option(none, some, some),
        seajay_get_option(none, some, nowhere, 0),
        seajay_load_network(none, some.cast(), 1),
        seajay_set_game(none, ptr::null()),
        seajay_set_position(none, some, some),
        seajay_set_info_callback(none, None, ptr::null_mut()),
        seajay_set_done_callback(none, None, ptr::null_mut()),
        seajay_set_log_callback(none, None, ptr::null_mut()),
        seajay_evaluate(none, &mut 0),
        seajay_memory_usage(none),
        seajay_search(none, &limits, &mut result),
        seajay_start(none, &limits),
        seajay_wait(none, 0, &mut result),
        seajay_is_searching(none),
        seajay_stop(none),
        seajay_ponderhit(none),
        seajay_clear_history(none),
        seajay_stats(none, &mut stats),
        seajay_line_count(none),
        seajay_line(none, 0, ptr::null_mut(), nowhere, 0),
        seajay_line_to_san(none, 0, nowhere, 0),
        seajay_set_pool(none, ptr::null_mut()),
        seajay_review(none, ptr::null(), &limits, ptr::null_mut(), 0, None, ptr::null_mut()),
        seajay_review_line(none, 0, nowhere, 0),
        seajay_probe_tb(none, ptr::null(), &mut 0, &mut 0),
    ];
    for (name, status) in calls {
        let counts = ["seajay_line_count", "seajay_memory_usage"].contains(&name);
        assert_eq!(status, if counts { 0 } else { i64::from(NULL) }, "{name}");
    }
    error_names("engine");
    unsafe { seajay_free(none) };
    let names = calls.iter().map(|(name, _)| *name).chain(["seajay_free"]);
    let names: BTreeSet<_> = names.map(str::to_owned).collect();
    assert_eq!(names, abi::functions_with("SeajayEngine *engine"));
}

#[test]
fn a_null_game_is_an_error_everywhere() {
    let none = ptr::null_mut::<SeajayGame>();
    let nowhere = ptr::null_mut::<c_char>();
    let some: *const c_char = c"e2e4".as_ptr();
    let mut board = empty_board();
    let calls = calls![
        seajay_game_set(none, ptr::null(), ptr::null()),
        seajay_game_set_board(none, &board),
        seajay_game_board(none, &mut board),
        seajay_game_play(none, some),
        seajay_game_play_san(none, some),
        seajay_game_undo(none, 0),
        seajay_game_set_chess960(none, 1),
        seajay_game_moves(none, nowhere, 0),
        seajay_game_moves_san(none, nowhere, 0),
        seajay_game_start_fen(none, nowhere, 0),
        seajay_game_ply_count(none),
        seajay_game_legal_moves(none, ptr::null(), nowhere, 0),
        seajay_game_to_san(none, some, nowhere, 0),
        seajay_game_from_san(none, some, nowhere, 0),
        seajay_game_fen(none, nowhere, 0),
        seajay_game_state(none),
        seajay_game_in_check(none),
        seajay_game_can_win(none, 0),
        seajay_game_key(none),
        seajay_game_perft(none, 1, &mut 0),
        seajay_game_parse_move(none, some, &mut { NO_MOVE }),
        seajay_game_legal_move_list(none, ptr::null(), ptr::null_mut(), 0),
        seajay_game_played_move_list(none, ptr::null_mut(), 0),
    ];
    for (name, status) in calls {
        assert_eq!(status, if name == "seajay_game_key" { 0 } else { i64::from(NULL) }, "{name}");
    }
    error_names("game");
    let game = Game::new();
    unsafe {
        assert_eq!(seajay_game_copy(none, game.raw), NULL);
        error_names("to");
        assert_eq!(seajay_game_copy(game.raw, none), NULL);
        error_names("from");
        assert_eq!(seajay_set_game(Handle::new().raw, none), NULL);
        error_names("game");
        seajay_game_free(none);
        seajay_pool_free(ptr::null_mut());
    }
    let names = calls.iter().map(|(name, _)| *name).chain(["seajay_game_free"]);
    let names: BTreeSet<_> = names.map(str::to_owned).collect();
    let mut all = abi::functions_with("SeajayGame *game");
    all.retain(|name| name.starts_with("seajay_game_"));
    assert_eq!(names, all);
}

#[test]
fn a_null_pgn_is_an_error_everywhere() {
    let none = ptr::null_mut::<SeajayPgn>();
    let nowhere = ptr::null_mut::<c_char>();
    let some: *const c_char = c"e4".as_ptr();
    let game = Game::new();
    let calls = calls![
        seajay_pgn_open(none, some),
        seajay_pgn_set_text(none, some, 2),
        seajay_pgn_set_reader(none, None, ptr::null_mut()),
        seajay_pgn_next(none, game.raw),
        seajay_pgn_error(none, ptr::null_mut(), ptr::null_mut(), ptr::null_mut()),
        seajay_pgn_error_text(none, nowhere, 0),
        seajay_pgn_tag(none, some, nowhere, 0),
        seajay_pgn_tag_name(none, 0, nowhere, 0),
        seajay_pgn_result(none, nowhere, 0),
        seajay_pgn_set_tag(none, some, some),
        seajay_pgn_comment(none, 0, nowhere, 0),
        seajay_pgn_set_comment(none, 0, some),
        seajay_pgn_nags(none, 0, ptr::null_mut(), 0),
        seajay_pgn_set_nags(none, 0, ptr::null(), 0),
        seajay_pgn_variation(none, 0, 0, nowhere, 0),
        seajay_pgn_add_variation(none, game.raw, 1, some),
        seajay_pgn_write(none, game.raw, nowhere, 0),
    ];
    for (name, status) in calls {
        assert_eq!(status, i64::from(NULL), "{name}");
    }
    error_names("pgn");
    unsafe {
        seajay_pgn_clear(none);
        seajay_pgn_free(none);
    }
    let names = calls.iter().map(|(name, _)| *name).chain(["seajay_pgn_clear", "seajay_pgn_free"]);
    let names: BTreeSet<_> = names.map(str::to_owned).collect();
    assert_eq!(names, abi::functions_with("SeajayPgn *pgn"));
}

#[test]
fn a_null_argument_is_named() {
    let handle = Handle::new();
    let some = c("Hash");
    let some: *const c_char = some.as_ptr();
    let none = ptr::null();
    let named = |status: i64, argument: &str| {
        assert_eq!(status, i64::from(NULL), "{argument}");
        error_names(argument);
    };
    let game = Game::new();
    let nowhere = ptr::null_mut();
    unsafe {
        named(seajay_set_option(handle.raw, none, some).into(), "name");
        named(seajay_set_option(handle.raw, some, none).into(), "value");
        named(seajay_get_option(handle.raw, none, nowhere, 0), "name");
        named(seajay_get_option(handle.raw, some, nowhere, 1), "buffer");
        named(seajay_load_network(handle.raw, ptr::null(), 0).into(), "data");
        named(seajay_evaluate(handle.raw, ptr::null_mut()).into(), "centipawns");
        named(seajay_search(handle.raw, ptr::null(), ptr::null_mut()).into(), "limits");
        named(seajay_start(handle.raw, ptr::null()).into(), "limits");
        named(seajay_stats(handle.raw, ptr::null_mut()).into(), "stats");
        assert_eq!(seajay_option_info(0, ptr::null_mut()), NULL);
        named(seajay_game_set_board(game.raw, ptr::null()).into(), "board");
        named(seajay_game_board(game.raw, ptr::null_mut()).into(), "board");
        named(seajay_game_play(game.raw, none).into(), "moves");
        named(seajay_game_play_san(game.raw, none).into(), "movetext");
        named(seajay_game_moves(game.raw, nowhere, 9), "buffer");
        named(seajay_game_moves_san(game.raw, nowhere, 9), "buffer");
        named(seajay_game_start_fen(game.raw, nowhere, 9), "buffer");
        named(seajay_game_legal_moves(game.raw, none, nowhere, 9), "buffer");
        named(seajay_game_to_san(game.raw, none, nowhere, 0), "moves");
        named(seajay_game_to_san(game.raw, c"e2e4".as_ptr(), nowhere, 9), "buffer");
        named(seajay_game_from_san(game.raw, none, nowhere, 0), "san");
        named(seajay_game_from_san(game.raw, c"e4".as_ptr(), nowhere, 9), "buffer");
        named(seajay_game_fen(game.raw, nowhere, 9), "buffer");
        named(seajay_game_perft(game.raw, 1, ptr::null_mut()).into(), "nodes");
        // There was no search, but the error is another one.
        assert!(handle.search(&depth(1)).is_ok());
        named(seajay_line(handle.raw, 0, ptr::null_mut(), nowhere, 9).into(), "pv");
        named(seajay_line_to_san(handle.raw, 0, nowhere, 9), "buffer");
        let (nobody, nothing, no_data) = (ptr::null(), ptr::null_mut(), ptr::null_mut());
        let review =
            |game, limits| seajay_review(handle.raw, game, limits, nothing, 0, None, no_data);
        named(review(nobody, &depth(1)), "game");
        named(review(game.raw, ptr::null()), "limits");
        named(seajay_probe_tb(handle.raw, nobody, &mut 0, &mut 0).into(), "game");
        // These may be NULL.
        assert_eq!(seajay_set_position(handle.raw, none, none), OK);
        assert_eq!(seajay_game_set(game.raw, none, none), OK);
        assert_eq!(seajay_set_pool(handle.raw, ptr::null_mut()), OK);
        assert_eq!(seajay_search(handle.raw, &depth(1), ptr::null_mut()), OK);
        assert!(seajay_game_legal_moves(game.raw, none, nowhere, 0) > 0);
    }
}

#[test]
fn a_null_argument_of_pgn_and_moves_is_named() {
    let named = |status: i64, argument: &str| {
        assert_eq!(status, i64::from(NULL), "{argument}");
        error_names(argument);
    };
    let (game, pgn) = (Game::new(), Pgn::new());
    let (some, none, nowhere) = (c"White".as_ptr(), ptr::null(), ptr::null_mut());
    unsafe {
        named(seajay_game_parse_move(game.raw, none, &mut { NO_MOVE }).into(), "move");
        named(seajay_game_parse_move(game.raw, c"e4".as_ptr(), ptr::null_mut()).into(), "out");
        named(seajay_game_legal_move_list(game.raw, none, ptr::null_mut(), 1), "moves");
        named(seajay_game_played_move_list(game.raw, ptr::null_mut(), 1), "moves");
        named(seajay_pgn_open(pgn.raw, none).into(), "path");
        named(seajay_pgn_set_text(pgn.raw, none, 0).into(), "text");
        named(seajay_pgn_set_reader(pgn.raw, None, ptr::null_mut()).into(), "callback");
        named(seajay_pgn_next(pgn.raw, ptr::null_mut()).into(), "game");
        named(seajay_pgn_tag(pgn.raw, none, nowhere, 0), "name");
        named(seajay_pgn_result(pgn.raw, nowhere, 1), "buffer");
        named(seajay_pgn_set_tag(pgn.raw, none, some).into(), "name");
        named(seajay_pgn_nags(pgn.raw, 0, ptr::null_mut(), 1), "nags");
        named(seajay_pgn_set_nags(pgn.raw, 0, ptr::null(), 1).into(), "nags");
        named(seajay_pgn_add_variation(pgn.raw, ptr::null(), 1, some).into(), "game");
        named(seajay_pgn_add_variation(pgn.raw, game.raw, 1, none).into(), "movetext");
        named(seajay_pgn_write(pgn.raw, ptr::null(), nowhere, 0), "game");
    }
}

#[test]
fn text_that_is_not_utf8_is_named() {
    let (handle, game, pgn) = (Handle::new(), Game::new(), Pgn::new());
    let bad = c"e2e4 \xff";
    let bad: *const c_char = bad.as_ptr();
    let some: *const c_char = c"Hash".as_ptr();
    let (none, nowhere) = (ptr::null(), ptr::null_mut());
    let named = |status: i64, argument: &str| {
        assert_eq!(status, i64::from(INVALID_UTF8), "{argument}");
        error_names(argument);
        error_names("byte 5");
    };
    let limits = SeajayLimits { search_moves: bad, ..depth(1) };
    unsafe {
        named(seajay_set_option(handle.raw, bad, some).into(), "name");
        named(seajay_set_option(handle.raw, some, bad).into(), "value");
        named(seajay_get_option(handle.raw, bad, nowhere, 0), "name");
        named(seajay_set_position(handle.raw, bad, some).into(), "fen");
        named(seajay_set_position(handle.raw, none, bad).into(), "moves");
        named(seajay_search(handle.raw, &limits, ptr::null_mut()).into(), "limits.search_moves");
        named(seajay_start(handle.raw, &limits).into(), "limits.search_moves");
        named(seajay_game_set(game.raw, bad, none).into(), "fen");
        named(seajay_game_set(game.raw, none, bad).into(), "moves");
        named(seajay_game_play(game.raw, bad).into(), "moves");
        named(seajay_game_play_san(game.raw, bad).into(), "movetext");
        named(seajay_game_legal_moves(game.raw, bad, nowhere, 0), "from");
        named(seajay_game_to_san(game.raw, bad, nowhere, 0), "moves");
        named(seajay_game_from_san(game.raw, bad, nowhere, 0), "san");
        named(seajay_game_parse_move(game.raw, bad, &mut { NO_MOVE }).into(), "move");
        named(seajay_game_legal_move_list(game.raw, bad, ptr::null_mut(), 0), "from");
        named(seajay_pgn_open(pgn.raw, bad).into(), "path");
        named(seajay_pgn_tag(pgn.raw, bad, nowhere, 0), "name");
        named(seajay_pgn_set_tag(pgn.raw, bad, some).into(), "name");
        named(seajay_pgn_set_tag(pgn.raw, some, bad).into(), "value");
        named(seajay_pgn_set_comment(pgn.raw, 0, bad).into(), "text");
        named(seajay_pgn_add_variation(pgn.raw, game.raw, 1, bad).into(), "movetext");
    }
    assert_eq!((game.ply_count(), game.fen().as_str()), (0, START));
}
