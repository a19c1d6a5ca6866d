//! What no game reaches: more material than a game can have is accepted, and every list has room for
//! its moves; the deepest possible searches fit into a small stack, even without optimisation. For what
//! is installed, `ffi-tests/tests/ffi/packages.rs` tests the smaller one that the header promises.

use std::ops::ControlFlow;
use std::thread;

use seajay::Limits;
use shakmaty::Position;
use testkit::play::{Host, chess, search, search_in};
use testkit::{FORTRESS, LAST_PLY, QUEENS};

/// The most moves that a long random search found for 16 pieces against 16.
const RECORD_MOVES: (&str, u64) = ("kBQ4Q/rr2Q3/1Q4Q1/3Q4/Q4Q2/Q1Q4Q/4Q3/1Q4QK w - - 0 1", 241);

const FULL: [&str; 4] = [
    RECORD_MOVES.0,
    QUEENS,
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
    "Q2Q2Q1/1Q2Q2Q/8/Q6Q/8/1Q4Q1/2QQ1QQ1/K6k b - - 0 1",
];

#[test]
fn the_most_moves_are_all_generated() {
    let (fen, moves) = RECORD_MOVES;
    let mut engine = Host::at(fen);
    assert_eq!(engine.game.perft(1).unwrap(), moves);
    assert_eq!(chess(fen).legal_moves().len() as u64, moves);
    // Every one of them can be played, named and chosen.
    for m in chess(fen).legal_moves() {
        let text = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
        assert!(!engine.game.to_san(&text).unwrap().is_empty());
        engine.set_position(Some(fen), &text).unwrap();
        engine.set_position(Some(fen), "").unwrap();
    }
}

#[test]
fn boards_full_of_queens_are_searched() {
    for fen in FULL {
        let mut engine = Host::new();
        engine.set_position(Some(fen), "").unwrap_or_else(|error| panic!("{fen}: {error}"));
        let moves = engine.game.perft(1).unwrap();
        assert_eq!(moves, chess(fen).legal_moves().len() as u64, "{fen}");
        let found = search_in(&mut engine, &Limits::nodes(100_000));
        assert_eq!(found.report.best_move.is_empty(), moves == 0, "{fen}");
        for technique in ["LMREnabled", "HistoryEnabled", "KillersEnabled"] {
            engine.set_option(technique, "false").unwrap();
            search_in(&mut engine, &Limits::nodes(50_000));
        }
    }
}

#[test]
fn impossible_checks_are_answered() {
    for fen in [
        "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1",
        "4k3/8/8/1b6/4r2b/8/8/4K2r w - - 0 1",
        "4k3/8/8/4r3/4K3/4r3/8/8 w - - 0 1",
        "4k3/8/2n1n3/1n3n2/3K4/1n3n2/2n1n3/8 w - - 0 1",
    ] {
        let engine = Host::at(fen);
        for depth in 1..=3 {
            assert_eq!(
                engine.game.perft(depth).unwrap(),
                shakmaty::perft(&chess(fen), depth),
                "{fen}"
            );
        }
        search(fen, &Limits::depth(5));
    }
}

/// Half of what the library gives its own threads.
const STACK: usize = 2 << 20;

/// Searches in a thread with little stack until the last ply is reached, and returns the deepest
/// ply.
fn deepest_ply(fen: &'static str, nodes: u64) -> u32 {
    let search = move || {
        let mut engine = Host::fixed_at(fen);
        let limits = Limits { depth: Some(LAST_PLY), ..Limits::nodes(nodes) };
        let report = engine.search(&limits, |info| {
            if info.seldepth >= LAST_PLY {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        report.expect("a search").seldepth
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(search).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn a_deep_search_needs_little_stack() {
    let deepest = deepest_ply(FORTRESS, 15_000_000);
    println!("ply {deepest} with {} KiB of stack", STACK >> 10);
    assert_eq!(deepest, LAST_PLY);
}

#[test]
fn endless_captures_need_no_more() {
    let deepest = deepest_ply(QUEENS, 300_000);
    println!("ply {deepest} with {} KiB of stack", STACK >> 10);
    assert!((20..=LAST_PLY).contains(&deepest), "only ply {deepest}");
}
