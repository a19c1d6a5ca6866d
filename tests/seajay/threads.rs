//! Searches with more than one thread: as correct as with one, within the same limits, and no
//! thread that does anything once a search has returned.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Instant;

use seajay::{Bound, Info, InfoKind, Limits, StopReason};
use testkit::play::{Host, KIWIPETE, ORDINARY, START, search, search_in};
use testkit::positions::{MATED, STALEMATED};
use testkit::{mostly_within, ms};

use crate::limits::{check_that_a_stop_is_prompt, check_that_the_callback_ends_it};
use crate::mates::MATES;

/// A helper checks the limits at least once in this many nodes.
const NODES_AT_ONCE: u64 = 64;

fn engine(threads: usize, fen: &str) -> Host {
    let mut engine = Host::new();
    set_threads(&mut engine, threads);
    engine.set_position(Some(fen), "").unwrap();
    engine
}

fn set_threads(engine: &mut Host, threads: usize) {
    engine.set_option("Threads", &threads.to_string()).unwrap();
}

/// Setting one thread changes nothing.
#[test]
fn one_thread_is_the_default() {
    for fen in ORDINARY {
        let limits = Limits::nodes(30_000);
        let found = search_in(&mut engine(1, fen), &limits);
        assert_eq!(found.signature(), search(fen, &limits).signature());
    }
}

#[test]
fn reports_are_sound_with_any_number_of_threads() {
    for threads in [2, 3, 8] {
        for fen in ORDINARY {
            let mut engine = engine(threads, fen);
            for limits in [Limits::depth(1), Limits::depth(8), Limits::nodes(60_000)] {
                // `search_in` replays every line and checks every count.
                let found = search_in(&mut engine, &limits);
                if let Some(depth) = limits.depth {
                    let report = found.report;
                    assert_eq!((report.stop_reason, report.depth), (StopReason::Depth, depth));
                }
            }
        }
    }
}

#[test]
fn mates_are_found_with_more_threads_too() {
    for threads in [2, 4] {
        for (moves, fen) in MATES.into_iter().step_by(4) {
            let mut engine = engine(threads, fen);
            let limits = Limits { mate: Some(moves), ..Limits::nodes(4_000_000) };
            let found = search_in(&mut engine, &limits);
            assert_eq!(found.report.stop_reason, StopReason::Mate, "{fen} {:?}", found.report);
            assert_eq!(found.mate(), Some(moves as i32), "{fen}");
            // A helper may finish the iteration before the main worker, which has found its mate
            // but not tried the other moves: then it is a mate in at most as many moves.
            assert_ne!(found.report.score.bound, Bound::Upper);
        }
    }
}

#[test]
fn finished_games_are_reported_as_such() {
    for (fen, mate) in [(MATED, Some(0)), (STALEMATED, None)] {
        let found = search_in(&mut engine(3, fen), &Limits::depth(5));
        assert_eq!(found.report.stop_reason, StopReason::GameOver);
        assert_eq!((found.mate(), found.report.nodes), (mate, 0));
    }
}

#[test]
fn the_node_limit_is_that_of_all_threads_together() {
    for threads in [2, 4] {
        let mut engine = engine(threads, KIWIPETE);
        for nodes in [0, 1, 2, 7, 100, 1023, 5000, 50_000, 300_000] {
            engine.clear_history();
            // `search_in` checks that there are never more.
            let report = search_in(&mut engine, &Limits::nodes(nodes)).report;
            assert_eq!(report.stop_reason, StopReason::Nodes);
            // The nodes that helpers had taken but not used when the main worker had none left.
            let unused = nodes - report.nodes;
            assert!(unused <= NODES_AT_ONCE * (threads as u64 - 1), "{unused} of {nodes}");
        }
    }
}

#[test]
fn only_the_chosen_root_moves_are_played() {
    let mut engine = engine(4, KIWIPETE);
    for chosen in ["a2a3", "e1c1 e1g1", "h1g1 e5f7 a1b1"] {
        let limits = Limits { search_moves: chosen.to_string(), ..Limits::depth(9) };
        let found = search_in(&mut engine, &limits);
        for line in found.lines() {
            let first = line.pv.split(' ').next().unwrap();
            assert!(chosen.split(' ').any(|text| text == first), "{chosen}: {line:?}");
        }
        assert!(chosen.contains(found.report.best_move.as_str()));
    }
}

#[test]
fn a_stop_is_nearly_as_prompt_as_with_one_thread() {
    check_that_a_stop_is_prompt(&mut engine(4, KIWIPETE), ms(50));
}

#[test]
fn the_callback_can_end_the_search_at_any_time() {
    check_that_the_callback_ends_it(&mut engine(3, KIWIPETE));
}

/// When nothing is left to search, no worker searches: the node count stands still.
#[test]
fn helpers_rest_while_an_endless_search_waits() {
    for limits in [
        Limits { infinite: true, ..Limits::depth(4) },
        Limits { infinite: true, ..Limits::nodes(5000) },
        Limits { ponder: true, ..Limits::depth(4) },
    ] {
        let mut engine = engine(4, KIWIPETE);
        let mut counts = Vec::new();
        let report = engine
            .search(&limits, |info| {
                if info.kind == InfoKind::Tick && info.depth == 4 || info.nodes >= 1000 {
                    counts.push(info.nodes);
                }
                if counts.len() < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
        assert_eq!(report.stop_reason, StopReason::Callback, "{limits:?}");
        let last = *counts.last().unwrap();
        assert_eq!(report.nodes, last);
        assert!(counts.iter().filter(|&&nodes| nodes == last).count() >= 5, "{counts:?}");
    }
}

/// Any worker may finish the last iteration.
#[test]
fn an_endless_search_ends_by_its_last_line() {
    let mut engine = engine(4, KIWIPETE);
    for depth in [1, 2, 3, 4, 5].repeat(8) {
        engine.clear_history();
        let limits = Limits { infinite: true, ..Limits::depth(depth) };
        let is_last = |info: &Info<'_>| info.kind == InfoKind::Line && info.depth == depth;
        let last = |info: &Info<'_>| match is_last(info) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let report = engine.search(&limits, last).unwrap();
        assert_eq!((report.stop_reason, report.depth), (StopReason::Callback, depth));
    }
}

#[test]
fn a_ponder_search_ends_by_its_limits_after_the_ponderhit() {
    let mut engine = engine(3, KIWIPETE);
    let stopper = engine.stopper();
    for limits in [Limits::depth(3), Limits::move_time(ms(30)), Limits::nodes(2000)] {
        let prepared = engine.prepare(&Limits { ponder: true, ..limits }).unwrap();
        thread::scope(|scope| {
            let search = scope.spawn(|| engine.run(prepared, |_| ControlFlow::Continue(())));
            thread::sleep(ms(50));
            assert!(!search.is_finished());
            stopper.ponderhit();
            assert!(!search.join().unwrap().best_move.is_empty());
        });
    }
}

#[test]
fn many_engines_have_threads_at_the_same_time() {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut engines: Vec<_> = ORDINARY.iter().map(|fen| engine(3, fen)).collect();
                for engine in &mut engines {
                    assert_eq!(search_in(engine, &Limits::depth(6)).report.depth, 6);
                }
            });
        }
    });
}

#[test]
fn the_number_of_threads_may_change_between_searches() {
    let limits = Limits::depth(7);
    let expected = search(KIWIPETE, &limits).signature();
    let mut engine = engine(1, KIWIPETE);
    for threads in [3, 2, 2, 17, 1, 4, 1] {
        set_threads(&mut engine, threads);
        assert_eq!(engine.option("Threads").unwrap(), threads.to_string());
        engine.clear_history();
        let found = search_in(&mut engine, &limits);
        assert_eq!(found.report.depth, 7);
        if threads == 1 {
            assert_eq!(found.signature(), expected, "nothing is left of the others");
        }
    }
    // A search that was prepared before runs with the current threads.
    let prepared = engine.prepare(&limits).unwrap();
    set_threads(&mut engine, 2);
    engine.set_option("Hash", "1").unwrap();
    assert_eq!(engine.run(prepared, |_| ControlFlow::Continue(())).depth, 7);
}

#[test]
fn the_greatest_number_of_threads_works() {
    let mut engine = engine(256, KIWIPETE);
    for limits in [Limits::depth(6), Limits::nodes(100_000), Limits::move_time(ms(50))] {
        assert!(!search_in(&mut engine, &limits).report.best_move.is_empty());
    }
}

#[test]
fn engines_are_dropped_at_any_time() {
    for threads in [2, 5] {
        // Idle before the first search, after one, and with one prepared.
        drop(engine(threads, START));
        let mut used = engine(threads, START);
        search_in(&mut used, &Limits::depth(3));
        drop(used);
        let mut promising = engine(threads, START);
        let prepared = promising.prepare(&Limits::infinite()).unwrap();
        drop(promising);
        drop(prepared);
    }
}

#[test]
fn idle_threads_end_at_once() {
    let end = |number: u64| {
        let mut engine = engine(4, START);
        search_in(&mut engine, &Limits::depth(1 + number as u32 % 3));
        let begun = Instant::now();
        drop(engine);
        begun.elapsed()
    };
    assert!(mostly_within(ms(50), end));
}

#[test]
fn a_panic_of_the_callback_leaves_no_helper_at_work() {
    let mut engine = engine(4, KIWIPETE);
    let limits = Limits::infinite();
    for calls in [1, 4] {
        let mut seen = 0;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            engine.search(&limits, |_| {
                seen += 1;
                if seen == calls {
                    std::panic::resume_unwind(Box::new("the callback's own"));
                }
                ControlFlow::Continue(())
            })
        }));
        let payload = outcome.expect_err("the panic goes on");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"the callback's own"));
        assert_eq!(search_in(&mut engine, &Limits::depth(6)).report.depth, 6);
    }
}

#[test]
fn a_panic_of_the_callback_amid_the_tree_leaves_nothing_that_is_not_forgotten() {
    let limits = Limits::depth(9);
    let expected = search_in(&mut engine(1, KIWIPETE), &limits).report;
    for ticks in [3, 5, 7, 9, 11] {
        let mut engine = engine(1, KIWIPETE);
        let mut seen = 0;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            engine.search(&Limits::infinite(), |info| {
                seen += u32::from(info.kind == InfoKind::Tick);
                if seen == ticks {
                    std::panic::resume_unwind(Box::new("the callback's own"));
                }
                ControlFlow::Continue(())
            })
        }));
        assert!(outcome.is_err());
        engine.clear_history();
        let report = search_in(&mut engine, &limits).report;
        assert_eq!((report.nodes, report.score), (expected.nodes, expected.score), "{ticks}");
    }
}
