//! The same search gives the same result: in a new engine, in a cleared one, beside other searches, and
//! on every machine.

#[path = "../../bench/bench.rs"]
mod benchmark;

use std::thread;

use seajay::{Engine, Limits};
use testkit::play::{Found, Host, KIWIPETE, ORDINARY, START, search, search_in};

/// How deep the benchmark searches here.
const DEPTH: u32 = 5;
const _: () = assert!(DEPTH < benchmark::DEFAULT_DEPTH);
/// The nodes of the benchmark are the signature of the search. A change that is meant to alter the
/// search records its new number here; no other change may alter it.
const SIGNATURE: u64 = 70_249;

fn all_limits() -> [Limits; 4] {
    [Limits::depth(7), Limits::depth(10), Limits::nodes(5_000), Limits::nodes(40_000)]
}

/// Everything in the results except the times.
fn play_all(engine: &mut Host) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    let mut signatures = Vec::new();
    for fen in ORDINARY {
        engine.set_position(Some(fen), "").unwrap();
        signatures.push(search_in(engine, &Limits::nodes(20_000)).signature());
    }
    signatures
}

fn lines(found: &Found) -> Vec<(u32, u64, String)> {
    found.lines().map(|line| (line.depth, line.nodes, line.pv.clone())).collect()
}

#[test]
fn two_new_engines_agree() {
    for fen in ORDINARY {
        for limits in all_limits() {
            let [one, two] = [search(fen, &limits), search(fen, &limits)];
            assert_eq!(one.signature(), two.signature(), "{fen} {limits:?}");
            assert_eq!(lines(&one), lines(&two), "{fen} {limits:?}");
        }
    }
}

#[test]
fn a_cleared_engine_is_a_new_one() {
    let mut used = Host::new();
    for limits in all_limits() {
        for fen in ORDINARY {
            // Whatever the engine did before, and however that ended.
            used.set_position(Some(KIWIPETE), "e1g1 e8c8").unwrap();
            search_in(&mut used, &Limits::nodes(3000));
            used.set_position(Some(START), "e2e4").unwrap();
            search_in(&mut used, &Limits::depth(6));
            used.clear_history();
            used.set_position(Some(fen), "").unwrap();
            let found = search_in(&mut used, &limits);
            assert_eq!(found.signature(), search(fen, &limits).signature(), "{fen} {limits:?}");
        }
    }
}

#[test]
fn games_repeat_move_by_move() {
    // What the histories carry over to the next search is the same every time, too.
    let [mut one, mut two] = [Host::new(), Host::new()];
    assert_eq!(play_all(&mut one), play_all(&mut two));
    one.clear_history();
    two.clear_history();
    assert_eq!(play_all(&mut one), play_all(&mut two));
}

#[test]
fn history_is_kept_between_searches_until_it_is_cleared() {
    let mut engine = Host::fixed_at(KIWIPETE);
    let first = search_in(&mut engine, &Limits::depth(9));
    let second = search_in(&mut engine, &Limits::depth(9));
    assert!(second.report.nodes < first.report.nodes, "the table remembers");
    engine.clear_history();
    let third = search_in(&mut engine, &Limits::depth(9));
    assert_eq!(third.signature(), first.signature());
}

#[test]
fn engines_in_other_threads_change_nothing() {
    let alone = play_all(&mut Host::new());
    thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| play_all(&mut Host::new()))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn an_engine_may_move_to_another_thread() {
    let expected = search(KIWIPETE, &Limits::depth(8)).signature();
    let mut engine = Host::new();
    engine.set_position(Some(KIWIPETE), "").unwrap();
    let found = thread::spawn(move || search_in(&mut engine, &Limits::depth(8))).join().unwrap();
    assert_eq!(found.signature(), expected);
}

#[test]
fn an_aborted_search_spoils_nothing() {
    // Stopped by nodes at any place, cleared, searched again.
    let expected = search(KIWIPETE, &Limits::depth(7)).signature();
    let mut engine = Host::new();
    engine.set_position(Some(KIWIPETE), "").unwrap();
    for nodes in (1..2000).step_by(131) {
        search_in(&mut engine, &Limits::nodes(nodes));
        engine.clear_history();
        assert_eq!(search_in(&mut engine, &Limits::depth(7)).signature(), expected, "{nodes}");
        engine.clear_history();
    }
}

#[test]
fn the_search_is_the_recorded_one_and_forgets_on_request() {
    let mut engine = Engine::new().unwrap();
    for run in ["first", "second"] {
        let mut positions = 0;
        let totals = benchmark::run(&mut engine, DEPTH, |_, report| {
            positions += 1;
            assert!(!report.best_move.is_empty());
        })
        .unwrap();
        assert_eq!(positions, benchmark::position_count());
        assert_eq!(totals.nodes, SIGNATURE, "{run} run");
    }
}
