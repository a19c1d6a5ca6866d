//! Limits as structs, and the result that each gives.

use seajay::ffi::*;
use testkit::ffi::*;

const DEPTH: i32 = SeajayStopReason::SEAJAY_STOP_DEPTH as i32;
const NODES: i32 = SeajayStopReason::SEAJAY_STOP_NODES as i32;
const TIME: i32 = SeajayStopReason::SEAJAY_STOP_TIME as i32;
const MATE: i32 = SeajayStopReason::SEAJAY_STOP_MATE as i32;
const STOPPED: i32 = SeajayStopReason::SEAJAY_STOP_STOPPED as i32;
const CALLBACK: i32 = SeajayStopReason::SEAJAY_STOP_CALLBACK as i32;
const GAME_OVER: i32 = SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32;

#[test]
fn refused_limits_are_named_and_leave_the_engine_free() {
    let handle = Handle::new();
    for (limits, part) in [
        (limits(), "limit"),
        (SeajayLimits { black_time_ms: 1000, ..limits() }, "limit"),
        (SeajayLimits { search_moves: c"e2e4".as_ptr(), ..limits() }, "limit"),
        (SeajayLimits { depth: -1, ..limits() }, "depth"),
        (SeajayLimits { move_time_ms: -1, ..limits() }, "move_time_ms"),
        (SeajayLimits { mate: -1, ..limits() }, "mate"),
        (SeajayLimits { moves_to_go: -1, ..depth(1) }, "moves_to_go"),
        (SeajayLimits { white_increment_ms: i64::MIN, ..depth(1) }, "white_increment_ms"),
        (SeajayLimits { black_increment_ms: -1, ..depth(1) }, "black_increment_ms"),
        (SeajayLimits { infinite: -1, ..depth(1) }, "infinite"),
        (SeajayLimits { infinite: 2, ..depth(1) }, "infinite"),
        (SeajayLimits { ponder: 2, ..depth(1) }, "ponder"),
        (SeajayLimits { ponder: -1, ..depth(1) }, "ponder"),
    ] {
        assert_eq!(handle.search(&limits).unwrap_err(), INVALID_ARGUMENT, "{part}");
        error_names(part);
        assert_eq!(handle.start(&limits), INVALID_ARGUMENT, "{part}");
    }
    assert!(handle.search(&depth(1)).is_ok());
}

#[test]
fn every_reason_for_the_end_has_its_number() {
    let mut handle = Handle::new();
    let stopped = |handle: &Handle, limits: &SeajayLimits| {
        let result = handle.search(limits).unwrap();
        assert_eq!(result.struct_size as usize, size_of::<SeajayResult>());
        result.stop_reason
    };
    assert_eq!(stopped(&handle, &depth(3)), DEPTH);
    assert_eq!(stopped(&handle, &SeajayLimits { nodes: 500, ..limits() }), NODES);
    assert_eq!(stopped(&handle, &SeajayLimits { move_time_ms: 20, ..limits() }), TIME);
    // A clock may be below 0, other times may not.
    assert_eq!(stopped(&handle, &SeajayLimits { white_time_ms: i64::MIN, ..limits() }), TIME);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.stop(), OK);
    assert_eq!(handle.wait(-1).unwrap().stop_reason, STOPPED);
    assert_eq!(handle.set_position(Some("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), ""), OK);
    let mate = handle.search(&SeajayLimits { mate: 1, ..limits() }).unwrap();
    assert_eq!((mate.stop_reason, best_move(&mate).as_str()), (MATE, "a1a8"));
    let kind = SeajayScoreKind::SEAJAY_SCORE_MATE as i32;
    assert_eq!((mate.score.kind, mate.score.value), (kind, 1));
    assert_eq!(handle.set_position(Some(STALEMATED), ""), OK);
    let over = handle.search(&depth(5)).unwrap();
    assert_eq!((over.stop_reason, over.best_move, over.ponder_move), (GAME_OVER, [0; 8], [0; 8]));
    handle.on_info(|_| 1);
    assert_eq!(handle.set_position(None, ""), OK);
    assert_eq!(stopped(&handle, &infinite()), CALLBACK);
}

#[test]
fn the_largest_numbers_do_no_harm() {
    let handle = Handle::new();
    let largest = SeajayLimits {
        depth: 3,
        nodes: u64::MAX,
        move_time_ms: i64::MAX,
        mate: i32::MAX,
        white_time_ms: i64::MAX,
        black_time_ms: i64::MAX,
        white_increment_ms: i64::MAX,
        black_increment_ms: i64::MAX,
        ..limits()
    };
    for moves_to_go in [0, 1, 2, i32::MAX] {
        let result = handle.search(&SeajayLimits { moves_to_go, ..largest }).unwrap();
        assert_eq!(result.stop_reason, DEPTH);
    }
    let none = Handle::at(MATED);
    assert_eq!(best_move(&none.search(&depth(i32::MAX)).unwrap()), "");
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let handle = Handle::at("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    for (wanted, best) in [(c"a1a3", "a1a3"), (c"", "a1a8")] {
        let limits = SeajayLimits { search_moves: wanted.as_ptr(), ..depth(4) };
        assert_eq!(best_move(&handle.search(&limits).unwrap()), best);
    }
}
