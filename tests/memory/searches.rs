//! Nothing is allocated once a search has begun.

use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Engine, Limits};
use testkit::positions::{CHESS960, KIWIPETE, MATE_IN_ONE, MATED, PROMOTIONS, QUEENS};

use crate::{alloc, alone};

/// Allocations between the first callback and the return of the search.
fn allocations(engine: &mut Engine, limits: &Limits, most_calls: usize) -> u64 {
    let (mut calls, mut before) = (0, 0);
    let report = engine.search(limits, |info| {
        if calls == 0 {
            before = alloc::allocations_here();
        }
        calls += 1;
        assert!(info.multipv >= 1);
        if calls < most_calls { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let after = alloc::allocations_here();
    report.expect("a search");
    assert!(calls > 0, "the callback was called");
    after - before
}

#[test]
fn the_counter_counts() {
    let _alone = alone();
    let before = (alloc::allocations(), alloc::allocations_here(), alloc::bytes_here());
    let text = std::hint::black_box(String::from("something"));
    assert_eq!(alloc::allocations_here(), before.1 + 1, "{text}");
    assert_eq!(alloc::bytes_here(), before.2 + 9);
    assert!(alloc::allocations() > before.0);
    drop(text);
    assert_eq!(alloc::bytes_here(), before.2);
}

#[test]
fn a_search_allocates_nothing() {
    let _alone = alone();
    let mut engine = Engine::new().unwrap();
    let long_game = "g1f3 g8f6 f3g1 f6g8 ".repeat(200);
    let positions = [
        (None, ""),
        (None, "e2e4 c7c5 g1f3"),
        (None, long_game.as_str()),
        (Some(KIWIPETE), ""),
        (Some(PROMOTIONS), ""),
        (Some(CHESS960), ""),
        (Some(QUEENS), ""),
        (Some(MATE_IN_ONE), ""),
        (Some(MATED), ""),
        (Some("8/8/p1p1p1p1/P1P1P1P1/8/8/8/K6k w - - 0 1"), ""),
    ];
    let some_moves = |moves: &str| Limits { search_moves: moves.to_string(), ..Limits::depth(6) };
    for (fen, moves) in positions {
        engine.set_position(fen, moves).unwrap();
        let clock = Some(Duration::from_millis(200));
        for limits in [
            Limits { depth: Some(1), ..Limits::nodes(50_000) },
            Limits { depth: Some(7), ..Limits::nodes(200_000) },
            Limits::nodes(30_000),
            Limits::move_time(Duration::from_millis(50)),
            Limits { white_time: clock, black_time: clock, ..Limits::default() },
            Limits { mate: Some(2), ..Limits::nodes(10_000) },
        ] {
            assert_eq!(allocations(&mut engine, &limits, usize::MAX), 0, "{fen:?} {limits:?}");
        }
        for limits in [Limits::infinite(), Limits { ponder: true, ..Limits::depth(3) }] {
            assert_eq!(allocations(&mut engine, &limits, 4), 0, "{fen:?} {limits:?}");
        }
    }
    engine.set_position(None, "").unwrap();
    assert_eq!(allocations(&mut engine, &some_moves("e2e4 d2d4"), usize::MAX), 0);
    for (name, value) in
        [("MultiPV", "5"), ("UCI_Chess960", "true"), ("LMREnabled", "false"), ("Hash", "1")]
    {
        engine.set_option(name, value).unwrap();
        assert_eq!(allocations(&mut engine, &Limits::nodes(30_000), usize::MAX), 0, "{name}");
    }
}

/// Tables are read when the option is set.
#[test]
fn a_search_that_asks_tablebases_allocates_nothing() {
    let _alone = alone();
    let mut engine = Engine::new().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    engine.set_option("SyzygyPath", folder).unwrap();
    for fen in ["8/8/8/3k4/8/3p4/3K4/3Q4 w - - 0 1", "8/2p5/8/3k4/8/8/3K1P2/8 w - - 0 1"] {
        engine.set_position(Some(fen), "").unwrap();
        assert_eq!(allocations(&mut engine, &Limits::nodes(30_000), usize::MAX), 0, "{fen}");
        assert!(engine.lines().get(0).unwrap().tb_hits > 0, "{fen}");
    }
}

#[test]
fn reports_of_the_longest_lines_allocate_nothing() {
    let _alone = alone();
    // Deep lines in a quiet endgame.
    let mut engine = Engine::new().unwrap();
    engine.set_position(Some("8/8/p1p1p1p1/P1P1P1P1/8/8/8/K6k w - - 0 1"), "").unwrap();
    let limits = Limits { depth: Some(127), ..Limits::nodes(200_000) };
    assert_eq!(allocations(&mut engine, &limits, usize::MAX), 0);
}
