//! Statuses, and the texts that name the offending part.

use std::collections::HashSet;
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

#[test]
fn text_in_limits_that_is_not_utf8_is_named() {
    let (handle, bad) = (Handle::new(), c"e2e4 \xff");
    let limits = SeajayLimits { search_moves: bad.as_ptr(), ..depth(1) };
    for status in unsafe {
        [seajay_search(handle.raw, &limits, ptr::null_mut()), seajay_start(handle.raw, &limits)]
    } {
        assert_eq!(status, INVALID_UTF8);
        error_names("limits.search_moves");
        error_names("byte 5");
    }
}
