//! Structs whose size differs from the library's own.

use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

/// A struct with more fields at its end, as a later version might have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Larger<T> {
    known: T,
    tail: [u8; 24],
}

fn larger<T: Copy>(mut known: T, tail: u8) -> Larger<T> {
    unsafe { ptr::from_mut(&mut known).cast::<u32>().write(size_of::<Larger<T>>() as u32) };
    Larger { known, tail: [tail; 24] }
}

fn bytes<T>(value: &T) -> Vec<u8> {
    let value = ptr::from_ref(value).cast::<u8>();
    (0..size_of::<T>()).map(|offset| unsafe { value.add(offset).read() }).collect()
}

#[test]
fn larger_limits_need_a_zero_tail() {
    let handle = Handle::new();
    let limits = larger(depth(1), 0);
    assert_eq!(unsafe { seajay_search(handle.raw, &limits.known, ptr::null_mut()) }, OK);
    let mut limits = larger(depth(1), 0);
    limits.tail[23] = 1;
    let status = unsafe { seajay_search(handle.raw, &limits.known, ptr::null_mut()) };
    assert_eq!(status, INVALID_ARGUMENT);
    assert!(last_error().contains("SeajayLimits"), "{}", last_error());
}

#[test]
fn a_larger_result_is_zeroed_behind_what_is_known() {
    let handle = Handle::new();
    let mut result = larger(init::<SeajayResult>(), 0x55);
    assert_eq!(unsafe { seajay_search(handle.raw, &depth(2), &mut result.known) }, OK);
    assert_eq!(result.tail, [0; 24]);
    assert_eq!(result.known.struct_size as usize, size_of_val(&result), "the caller's own");
    assert_eq!(result.known.depth, 2);
    let mut stats = larger(init::<SeajayStats>(), 0x55);
    assert_eq!(unsafe { seajay_stats(handle.raw, &mut stats.known) }, OK);
    assert_eq!(stats.tail, [0; 24]);
    assert_eq!(stats.known.nodes, result.known.nodes);
}

#[test]
fn a_board_of_another_size_is_treated_as_other_structs() {
    let game = Game::with(None, "e2e4");
    let mut board = larger(empty_board(), 0x55);
    assert_eq!(unsafe { seajay_game_board(game.raw, &mut board.known) }, OK);
    assert_eq!(board.tail, [0; 24]);
    assert_eq!(board.known.struct_size as usize, size_of_val(&board), "the caller's own");
    let back = Game::new();
    assert_eq!(back.set_board(&board.known), OK);
    assert_eq!(back.fen(), game.fen());
    board.tail[23] = 1;
    assert_eq!(back.set_board(&board.known), INVALID_ARGUMENT);
    error_names("SeajayBoard");
    for struct_size in wrong_sizes(128) {
        let mut board = SeajayBoard { struct_size, ..game.board() };
        let before = bytes(&board);
        assert_eq!(back.set_board(&board), INVALID_ARGUMENT);
        assert_eq!(unsafe { seajay_game_board(game.raw, &mut board) }, INVALID_ARGUMENT);
        error_names("SeajayBoard");
        assert_eq!(bytes(&board), before);
    }
    assert_eq!(back.fen(), game.fen());
}

/// The largest accepted struct_size.
const LARGEST: usize = 1 << 16;

#[test]
fn the_largest_size_is_accepted() {
    const STRUCT_SIZE: u32 = LARGEST as u32;
    let handle = Handle::new();
    let (mut limits, mut result) = (vec![0_u64; LARGEST / 8], vec![u64::MAX; LARGEST / 8]);
    for (last, status) in [(1, INVALID_ARGUMENT), (0, OK)] {
        limits[LARGEST / 8 - 1] = last;
        let from = limits.as_mut_ptr().cast::<SeajayLimits>();
        let to = result.as_mut_ptr().cast::<SeajayResult>();
        unsafe {
            from.write(SeajayLimits { struct_size: STRUCT_SIZE, ..depth(2) });
            to.write(SeajayResult { struct_size: STRUCT_SIZE, ..init() });
            assert_eq!(seajay_search(handle.raw, from, to), status, "the last number is {last}");
        }
        let tail = &result[size_of::<SeajayResult>() / 8..];
        let expected = if status == OK { 0 } else { u64::MAX };
        assert!(tail.iter().all(|&number| number == expected));
    }
}

/// Sizes that no version of the struct had; its first one never changes.
fn wrong_sizes(first: u32) -> [u32; 7] {
    [0, 4, 16, first - 1, LARGEST as u32 + 1, 1 << 20, u32::MAX]
}

#[test]
fn a_size_that_never_was_is_an_error_and_nothing_is_written() {
    let handle = Handle::new();
    let named = |name| assert!(last_error().contains(name), "{}", last_error());
    for struct_size in wrong_sizes(88) {
        let mut result = SeajayResult { struct_size, nodes: 77, ..init() };
        let before = bytes(&result);
        unsafe {
            assert_eq!(seajay_search(handle.raw, &depth(1), &mut result), INVALID_ARGUMENT);
            assert_eq!(seajay_wait(handle.raw, 0, &mut result), INVALID_ARGUMENT);
        }
        named("SeajayResult");
        assert_eq!(bytes(&result), before);
    }
    for struct_size in wrong_sizes(88) {
        let limits = SeajayLimits { struct_size, ..depth(1) };
        assert_eq!(handle.search(&limits).unwrap_err(), INVALID_ARGUMENT);
        assert_eq!(handle.start(&limits), INVALID_ARGUMENT);
        named("SeajayLimits");
    }
    for struct_size in wrong_sizes(140) {
        let mut stats = SeajayStats { struct_size, ..init() };
        assert_eq!(unsafe { seajay_stats(handle.raw, &mut stats) }, INVALID_ARGUMENT);
        named("SeajayStats");
    }
    for struct_size in wrong_sizes(96) {
        assert!(handle.search(&depth(1)).is_ok());
        let mut info = SeajayInfo { struct_size, ..init() };
        let before = bytes(&info);
        let status = unsafe { seajay_line(handle.raw, 0, &mut info, ptr::null_mut(), 0) };
        assert_eq!(status, INVALID_ARGUMENT);
        named("SeajayInfo");
        assert_eq!(bytes(&info), before);
    }
    for struct_size in wrong_sizes(40) {
        let mut info = SeajayOptionInfo { struct_size, ..init() };
        let before = bytes(&info);
        assert_eq!(unsafe { seajay_option_info(0, &mut info) }, INVALID_ARGUMENT);
        assert_eq!(bytes(&info), before);
    }
}

#[test]
fn a_result_is_untouched_on_error() {
    let handle = Handle::new();
    let mut result = SeajayResult { nodes: 77, ..init() };
    let before = bytes(&result);
    unsafe {
        assert_eq!(seajay_search(handle.raw, &limits(), &mut result), INVALID_ARGUMENT);
        assert_eq!(seajay_wait(handle.raw, 0, &mut result), INVALID_ARGUMENT);
    }
    assert_eq!(bytes(&result), before);
}
