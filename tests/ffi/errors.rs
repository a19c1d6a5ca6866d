//! Statuses, and the texts that name the offending part.

use std::collections::{BTreeSet, HashSet};
use std::ffi::c_char;
use std::ptr;

use seajay::ffi::*;

use crate::header::functions_of_a_handle;
use crate::support::*;

const STATUSES: [i32; 14] = [0, -1, -2, -3, -10, -11, -12, -20, -21, -30, -31, -40, -41, -50];

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
    assert_eq!(handle.last_error(), "");
    assert_eq!(handle.set_option("Hsah", "1"), UNKNOWN_OPTION);
    assert!(handle.last_error().contains("Hsah"));
    assert_eq!(handle.set_option("Move Overhead", "5001"), INVALID_VALUE);
    assert!(handle.last_error().contains("5001") && handle.last_error().contains("5000"));
    let text = handle.last_error();
    assert_eq!(handle.set_option("Move Overhead", "5000"), OK);
    assert!(handle.search(&depth(1)).is_ok());
    assert_eq!(handle.last_error(), text, "success does not clear it");
    assert_eq!(handle.set_position(None, "e2e4 e7e6 d7d5"), ILLEGAL_MOVE);
    assert!(handle.last_error().contains("move 3") && handle.last_error().contains("d7d5"));
    let search_moves = c("e2e4 a7a5");
    let limits = SeajayLimits { search_moves: search_moves.as_ptr(), ..depth(1) };
    assert_eq!(handle.search(&limits).unwrap_err(), ILLEGAL_MOVE);
    assert!(handle.last_error().contains("a7a5"));
}

#[test]
fn error_texts_belong_to_their_handle() {
    let (one, other) = (Handle::new(), Handle::new());
    assert_eq!(one.set_option("nonsense", ""), UNKNOWN_OPTION);
    assert_eq!(other.last_error(), "");
}

#[test]
fn an_error_text_is_cut_where_the_buffer_ends() {
    let handle = Handle::new();
    let name = "x".repeat(10_000);
    assert_eq!(handle.set_option(&name, "1"), UNKNOWN_OPTION);
    let full = handle.last_error();
    assert!(full.len() <= 1024);
    let mut buffer = [0x55_u8; 8];
    let length = unsafe { seajay_last_error(handle.raw, buffer.as_mut_ptr().cast(), 8) };
    assert_eq!(length, full.len());
    assert_eq!(&buffer[..7], &full.as_bytes()[..7]);
    assert_eq!(buffer[7], 0);
    assert_eq!(unsafe { seajay_last_error(handle.raw, ptr::null_mut(), 8) }, full.len());
    assert_eq!(unsafe { seajay_last_error(ptr::null(), buffer.as_mut_ptr().cast(), 8) }, 0);
}

/// Calls functions, and gives the name of each with its status, or its count.
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
        seajay_set_position(none, some, some),
        seajay_play(none, some),
        seajay_set_info_callback(none, None, ptr::null_mut()),
        seajay_set_log_callback(none, None, ptr::null_mut()),
        seajay_game_state(none),
        seajay_in_check(none),
        seajay_legal_moves(none, nowhere, 0),
        seajay_move_to_san(none, some, nowhere, 0),
        seajay_san_to_move(none, some, nowhere, 0),
        seajay_perft(none, 1, &mut 0),
        seajay_evaluate(none, &mut 0),
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
        seajay_fen(none, nowhere, 0),
        seajay_memory_usage(none),
        seajay_last_error(none, nowhere, 0),
    ];
    for (name, status) in calls {
        let counts = ["seajay_line_count", "seajay_memory_usage", "seajay_last_error"];
        let expected = if counts.contains(&name) { 0 } else { NULL.into() };
        assert_eq!(status, expected, "{name}");
    }
    unsafe { seajay_free(none) };
    let names = calls.iter().map(|(name, _)| *name).chain(["seajay_free"]);
    assert_eq!(names.collect::<BTreeSet<_>>(), functions_of_a_handle());
}

#[test]
fn a_null_argument_is_named() {
    let handle = Handle::new();
    let some = c("Hash");
    let some: *const c_char = some.as_ptr();
    let none = ptr::null();
    let named = |status: i64, argument: &str| {
        assert_eq!(status, i64::from(NULL), "{argument}");
        assert!(handle.last_error().contains(argument), "{}", handle.last_error());
    };
    unsafe {
        named(seajay_set_option(handle.raw, none, some).into(), "name");
        named(seajay_set_option(handle.raw, some, none).into(), "value");
        named(seajay_get_option(handle.raw, none, ptr::null_mut(), 0), "name");
        named(seajay_get_option(handle.raw, some, ptr::null_mut(), 1), "buffer");
        named(seajay_load_network(handle.raw, ptr::null(), 0).into(), "data");
        named(seajay_fen(handle.raw, ptr::null_mut(), 9), "buffer");
        named(seajay_move_to_san(handle.raw, none, ptr::null_mut(), 0), "moves");
        named(seajay_play(handle.raw, none).into(), "move");
        named(seajay_legal_moves(handle.raw, ptr::null_mut(), 9), "buffer");
        named(seajay_san_to_move(handle.raw, none, ptr::null_mut(), 0), "moves");
        named(seajay_perft(handle.raw, 1, ptr::null_mut()).into(), "nodes");
        named(seajay_evaluate(handle.raw, ptr::null_mut()).into(), "centipawns");
        named(seajay_search(handle.raw, ptr::null(), ptr::null_mut()).into(), "limits");
        named(seajay_start(handle.raw, ptr::null()).into(), "limits");
        named(seajay_stats(handle.raw, ptr::null_mut()).into(), "stats");
        assert_eq!(seajay_option_info(0, ptr::null_mut()), NULL);
    }
}

#[test]
fn text_that_is_not_utf8_is_named() {
    let handle = Handle::new();
    let bad = c"e2e4 \xff";
    let bad: *const c_char = bad.as_ptr();
    let some: *const c_char = c"Hash".as_ptr();
    let named = |status: i64, argument: &str| {
        assert_eq!(status, i64::from(INVALID_UTF8), "{argument}");
        assert!(handle.last_error().contains(argument), "{}", handle.last_error());
        assert!(handle.last_error().contains("byte 5"), "{}", handle.last_error());
    };
    let limits = SeajayLimits { search_moves: bad, ..depth(1) };
    unsafe {
        named(seajay_set_option(handle.raw, bad, some).into(), "name");
        named(seajay_set_option(handle.raw, some, bad).into(), "value");
        named(seajay_get_option(handle.raw, bad, ptr::null_mut(), 0), "name");
        named(seajay_set_position(handle.raw, bad, some).into(), "fen");
        named(seajay_set_position(handle.raw, ptr::null(), bad).into(), "moves");
        named(seajay_move_to_san(handle.raw, bad, ptr::null_mut(), 0), "moves");
        named(seajay_san_to_move(handle.raw, bad, ptr::null_mut(), 0), "moves");
        named(seajay_play(handle.raw, bad).into(), "move");
        named(seajay_search(handle.raw, &limits, ptr::null_mut()).into(), "limits.search_moves");
        named(seajay_start(handle.raw, &limits).into(), "limits.search_moves");
    }
}
