//! The limits of searches.

use std::time::Instant;

use seajay::ffi::*;
use testkit::ffi::*;

const DEPTH: i32 = SeajayStopReason::SEAJAY_STOP_DEPTH as i32;
const NODES: i32 = SeajayStopReason::SEAJAY_STOP_NODES as i32;
const TIME: i32 = SeajayStopReason::SEAJAY_STOP_TIME as i32;
const MATE: i32 = SeajayStopReason::SEAJAY_STOP_MATE as i32;

#[test]
fn endless_must_be_asked_for() {
    let handle = Handle::new();
    let nothing = [
        limits(),
        SeajayLimits { moves_to_go: 5, ..limits() },
        SeajayLimits { white_increment_ms: 1000, ..limits() },
        SeajayLimits { black_time_ms: 1000, ..limits() },
        SeajayLimits { search_moves: c"e2e4".as_ptr(), ..limits() },
    ];
    for limits in &nothing {
        assert_eq!(handle.search(limits).unwrap_err(), INVALID_ARGUMENT);
        assert!(last_error().contains("limit"), "{}", last_error());
        assert_eq!(handle.start(limits), INVALID_ARGUMENT);
    }
    assert!(handle.search(&depth(1)).is_ok(), "the handle is free after the errors");
}

#[test]
fn negative_limits_are_named() {
    let handle = Handle::new();
    let negative = [
        (SeajayLimits { depth: -1, ..limits() }, "depth"),
        (SeajayLimits { move_time_ms: -1, ..limits() }, "move_time_ms"),
        (SeajayLimits { mate: -1, ..limits() }, "mate"),
        (SeajayLimits { moves_to_go: -1, ..depth(1) }, "moves_to_go"),
        (SeajayLimits { white_increment_ms: i64::MIN, ..depth(1) }, "white_increment_ms"),
        (SeajayLimits { black_increment_ms: -1, ..depth(1) }, "black_increment_ms"),
        (SeajayLimits { infinite: -1, ..depth(1) }, "infinite"),
        (SeajayLimits { ponder: -1, ..depth(1) }, "ponder"),
    ];
    for (limits, name) in &negative {
        assert_eq!(handle.search(limits).unwrap_err(), INVALID_ARGUMENT, "{name}");
        assert!(last_error().contains(name), "{}", last_error());
    }
}

#[test]
fn a_clock_that_has_run_out_means_at_once() {
    let handle = Handle::new();
    for time in [-1, i64::MIN] {
        let at_once = || {
            let begun = Instant::now();
            let result = handle.search(&SeajayLimits { white_time_ms: time, ..limits() }).unwrap();
            assert_eq!(best_move(&result).len(), 4);
            assert_eq!(result.stop_reason, TIME);
            begun.elapsed() < ms(100)
        };
        assert!(once_in_time(at_once), "{time}");
    }
}

#[test]
fn the_largest_numbers_do_no_harm() {
    let handle = Handle::at("8/8/8/8/8/k7/p7/K7 w - - 0 1");
    assert_eq!(best_move(&handle.search(&depth(i32::MAX)).unwrap()), "");
    let handle = Handle::new();
    let largest = SeajayLimits {
        depth: 3,
        nodes: u64::MAX,
        move_time_ms: i64::MAX,
        mate: i32::MAX,
        moves_to_go: i32::MAX,
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
}

#[test]
fn each_limit_ends_the_search() {
    let handle = Handle::new();
    let result = handle.search(&depth(4)).unwrap();
    assert_eq!((result.stop_reason, result.depth), (DEPTH, 4));
    let result = handle.search(&SeajayLimits { nodes: 5000, ..limits() }).unwrap();
    assert_eq!((result.stop_reason, result.nodes), (NODES, 5000));
    let by_time = |limits: SeajayLimits, least, most| {
        let result = handle.search(&limits).unwrap();
        assert_eq!(result.stop_reason, TIME);
        assert!(result.time_ms >= least, "{}", result.time_ms);
        result.time_ms < most
    };
    assert!(once_in_time(|| by_time(SeajayLimits { move_time_ms: 60, ..limits() }, 60, 200)));
    assert!(once_in_time(|| by_time(SeajayLimits { white_time_ms: 500, ..limits() }, 0, 500)));
    let handle = Handle::at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let result = handle.search(&SeajayLimits { mate: 1, ..limits() }).unwrap();
    assert_eq!((result.stop_reason, best_move(&result).as_str()), (MATE, "a1a8"));
    assert_eq!(result.score.kind, SeajayScoreKind::SEAJAY_SCORE_MATE as i32);
    assert_eq!(result.score.value, 1);
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), ""), OK);
    for wanted in [c"a1a3 h2h4", c"a1a3"] {
        let limits = SeajayLimits { search_moves: wanted.as_ptr(), ..depth(4) };
        let best = best_move(&handle.search(&limits).unwrap());
        assert!(wanted.to_str().unwrap().split(' ').any(|m| m == best), "{best}");
    }
    let all = handle.search(&SeajayLimits { search_moves: c"".as_ptr(), ..depth(4) }).unwrap();
    assert_eq!(best_move(&all), "a1a8", "mate");
}

#[test]
fn equal_searches_are_equal() {
    let (one, other) = (Handle::new(), Handle::new());
    let search = |handle: &Handle| {
        let result = handle.search(&SeajayLimits { nodes: 20_000, ..limits() }).unwrap();
        (best_move(&result), result.score, result.depth, handle.stats().beta_cutoffs)
    };
    let first = search(&one);
    assert_eq!(search(&other), first);
    assert_eq!(one.clear_history(), OK);
    assert_eq!(search(&one), first);
}
