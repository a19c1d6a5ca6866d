//! When a search ends: by depth, nodes, time, a signal, the callback, or not at all.

use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use seajay::{ErrorKind, Limits, Report, StopReason};
use shakmaty::{CastlingMode, Position};
use testkit::play::{
    Host, KIWIPETE, ORDINARY, bench_fens, chess, replay, search, search_in, search_with,
};
use testkit::positions::{MATE_IN_ONE, STALEMATED};
use testkit::{PATIENCE, mostly_within, ms, once_in_time};

fn engine(fen: &str) -> Host {
    Host::at(fen)
}

fn run(engine: &mut Host, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn a_depth_is_reached_and_not_exceeded() {
    for fen in ORDINARY {
        for depth in [1, 2, 5, 8] {
            let found = search(fen, &Limits::depth(depth));
            assert_eq!(found.report.stop_reason, StopReason::Depth);
            assert_eq!(found.report.depth, depth);
            assert!(found.report.seldepth >= depth, "{fen}: {:?}", found.report);
            let exact = found.lines().filter(|line| line.score.bound == seajay::Bound::Exact);
            assert_eq!(
                exact.map(|line| line.depth).collect::<Vec<_>>(),
                (1..=depth).collect::<Vec<_>>()
            );
            for line in found.lines() {
                assert!(line.seldepth >= line.depth, "{fen}: {line:?}");
            }
        }
    }
}

#[test]
fn a_search_cut_short_knows_the_answer_too() {
    let (mut lines, mut unanswered) = (0, 0);
    for fen in bench_fens() {
        let found = search_in(&mut Host::fixed_at(fen), &Limits::nodes(5_000));
        let after = replay(&chess(fen), found.report.best_move.as_str()).pop().unwrap();
        if after.legal_moves().is_empty() {
            continue;
        }
        assert!(!found.report.ponder_move.is_empty(), "{fen}: {:?}", found.report);
        for line in found.lines().filter(|line| line.depth > 1) {
            lines += 1;
            // A move that fails high may have refuted all replies: then the hash table has none.
            let is_open = line.score.bound == seajay::Bound::Lower;
            assert!(is_open || line.pv.contains(' '), "{fen}: {line:?}");
            unanswered += usize::from(!line.pv.contains(' '));
        }
    }
    assert!(lines > 300 && unanswered * 20 <= lines, "{unanswered} of {lines}");
}

#[test]
fn depth_zero_and_one_node_still_give_a_move() {
    for limits in [Limits::depth(0), Limits::nodes(0), Limits::nodes(1), Limits::move_time(ms(0))] {
        for fen in ORDINARY {
            let found = search(fen, &limits);
            assert!(!found.report.best_move.is_empty());
            assert!(found.report.nodes <= 1 || limits.move_time.is_some());
        }
    }
}

#[test]
fn nodes_are_counted_exactly() {
    for fen in ORDINARY {
        for nodes in [2, 3, 17, 63, 64, 65, 100, 1023, 1024, 1025, 4096, 20_011] {
            let found = search(fen, &Limits::nodes(nodes));
            assert_eq!(found.report.stop_reason, StopReason::Nodes, "{fen}");
            assert_eq!(found.report.nodes, nodes, "{fen}");
        }
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let limits = Limits { nodes: Some(1_000_000_000), ..Limits::depth(3) };
    assert_eq!(search(KIWIPETE, &limits).report.stop_reason, StopReason::Depth);
    let limits = Limits { depth: Some(100), ..Limits::nodes(500) };
    assert_eq!(search(KIWIPETE, &limits).report.stop_reason, StopReason::Nodes);
    let limits = Limits { move_time: Some(ms(30)), ..Limits::depth(100) };
    assert_eq!(search(KIWIPETE, &limits).report.stop_reason, StopReason::Time);
}

#[test]
fn a_search_without_a_limit_is_refused() {
    let mut engine = Host::new();
    let clock = Some(ms(1000));
    let none = "set a depth, nodes, a time, a clock, a mate, infinite or ponder";
    let other = "only Black's clock is set, and White is to move";
    for (limits, text) in [
        (Limits::default(), none),
        (Limits { moves_to_go: Some(10), ..Limits::default() }, none),
        (Limits { white_increment: ms(1), black_increment: ms(1), ..Limits::default() }, none),
        (Limits { search_moves: "e2e4".to_string(), ..Limits::default() }, none),
        (Limits { black_time: clock, ..Limits::default() }, other),
    ] {
        let error = engine.search(&limits, |_| panic!("no search")).unwrap_err();
        let text = format!("no limit for the search: {text}");
        assert_eq!((error.kind(), error.message()), (ErrorKind::InvalidArgument, &*text));
    }
    engine.set_position(None, "e2e4").unwrap();
    let white_only = Limits { white_time: clock, ..Limits::default() };
    assert!(engine.search(&white_only, |_| panic!("no search")).is_err());
    let both = Limits { black_time: clock, ..white_only };
    assert!(!run(&mut engine, &both).best_move.is_empty());
}

#[test]
fn time_that_is_up_means_a_move_at_once() {
    let mut engine = engine(KIWIPETE);
    let zero = Some(Duration::ZERO);
    for limits in [
        Limits { white_time: zero, ..Limits::default() },
        Limits { white_time: zero, white_increment: ms(10_000), ..Limits::default() },
        Limits { white_time: zero, moves_to_go: Some(1), ..Limits::default() },
        Limits { white_time: Some(ms(1)), black_time: zero, ..Limits::default() },
        Limits::move_time(Duration::ZERO),
    ] {
        let at_once = || {
            let started = Instant::now();
            let report = run(&mut engine, &limits);
            assert!(!report.best_move.is_empty());
            started.elapsed() < ms(100)
        };
        assert!(once_in_time(at_once), "{limits:?}");
    }
}

#[test]
fn a_time_for_the_move_is_kept() {
    let mut engine = engine(KIWIPETE);
    let kept = || {
        let report = run(&mut engine, &Limits::move_time(ms(100)));
        assert_eq!(report.stop_reason, StopReason::Time);
        assert!(report.time >= ms(100), "{:?}", report.time);
        report.time < ms(120)
    };
    assert!(once_in_time(kept));
}

#[test]
fn a_clock_is_never_overdrawn() {
    for (time, increment, moves_to_go) in [(300, 0, None), (300, 100, None), (300, 0, Some(1))] {
        let mut engine = engine(KIWIPETE);
        let limits = Limits {
            white_time: Some(ms(time)),
            white_increment: ms(increment),
            moves_to_go,
            ..Limits::default()
        };
        assert!(once_in_time(|| run(&mut engine, &limits).time < ms(time)), "{limits:?}");
    }
}

#[test]
fn a_forced_move_takes_no_thought() {
    let mut engine = engine("k7/8/8/8/8/8/1q6/K7 w - - 0 1");
    assert_eq!(engine.game.perft(1).unwrap(), 1);
    let limits = Limits { white_time: Some(ms(600_000)), ..Limits::default() };
    assert!(run(&mut engine, &limits).time < ms(2000));
}

#[test]
fn an_endless_search_ends_only_when_stopped() {
    for (fen, limits) in [
        (KIWIPETE, Limits::infinite()),
        (KIWIPETE, Limits { infinite: true, ..Limits::depth(1) }),
        (KIWIPETE, Limits { infinite: true, ..Limits::move_time(ms(1)) }),
        (KIWIPETE, Limits { infinite: true, mate: Some(1), ..Limits::default() }),
        (KIWIPETE, Limits { infinite: true, white_time: Some(ms(1)), ..Limits::default() }),
        (KIWIPETE, Limits { ponder: true, ..Limits::depth(1) }),
        (KIWIPETE, Limits { ponder: true, ..Limits::move_time(ms(1)) }),
        (MATE_IN_ONE, Limits::infinite()),
        (STALEMATED, Limits { ponder: true, ..Limits::depth(1) }),
    ] {
        let mut engine = engine(fen);
        let stopper = engine.stopper();
        let (sender, calls) = channel();
        thread::scope(|scope| {
            let search = scope.spawn(|| {
                let on_info = || sender.send(()).expect("received until the end");
                search_with(&mut engine, &limits, on_info)
            });
            thread::sleep(ms(120));
            // The first call reports the beginning, the second one is a tick.
            let is_alive = (0..2).all(|_| calls.recv_timeout(PATIENCE).is_ok());
            let is_over = search.is_finished();
            stopper.stop();
            let found = search.join().expect("a search");
            assert!(is_alive && !is_over, "{fen} {limits:?} ended by itself");
            assert_eq!(found.report.stop_reason, StopReason::Stopped, "{fen} {limits:?}");
        });
    }
}

#[test]
fn an_endless_search_outlives_its_node_limit() {
    for limits in [
        Limits { infinite: true, ..Limits::nodes(10) },
        Limits { ponder: true, ..Limits::nodes(10) },
    ] {
        let mut engine = engine(KIWIPETE);
        let stopper = engine.stopper();
        let prepared = engine.prepare(&limits).unwrap();
        thread::scope(|scope| {
            let search = scope.spawn(|| engine.run(prepared, |_| ControlFlow::Continue(())));
            thread::sleep(ms(100));
            assert!(!search.is_finished(), "{limits:?}");
            stopper.stop();
            assert!(!search.join().unwrap().best_move.is_empty());
        });
    }
}

#[test]
fn after_the_ponderhit_the_limits_count() {
    // By depth: reached long ago, so the search ends at once.
    // By time: move_time starts with the ponderhit; on a clock the 400 ms of pondering count, of
    // 810 ms at the least: a move takes between 1.8 and 20 % of a clock.
    for (limits, reason, least) in [
        (Limits::depth(2), StopReason::Depth, 0),
        (Limits::move_time(ms(150)), StopReason::Time, 150),
        (Limits { white_time: Some(ms(45_000)), ..Limits::default() }, StopReason::Time, 200),
    ] {
        let mut engine = engine(KIWIPETE);
        let stopper = engine.stopper();
        let prepared = engine.prepare(&Limits { ponder: true, ..limits.clone() }).unwrap();
        thread::scope(|scope| {
            let search = scope.spawn(|| engine.run(prepared, |_| ControlFlow::Continue(())));
            thread::sleep(ms(400));
            assert!(!search.is_finished(), "{limits:?}");
            let hit = Instant::now();
            stopper.ponderhit();
            let report = search.join().unwrap();
            assert_eq!(report.stop_reason, reason, "{limits:?}");
            assert!(hit.elapsed() >= ms(least), "{limits:?}: {:?}", hit.elapsed());
            assert!(hit.elapsed() < ms(10_000), "{limits:?}: {:?}", hit.elapsed());
        });
    }
}

/// The time after the ponderhit that a search takes on a clock, after this much pondering.
fn own_time(pondered: Option<Duration>) -> Duration {
    let mut engine = engine(KIWIPETE);
    let stopper = engine.stopper();
    let white_time = Some(ms(10_000));
    let limits = Limits { white_time, ponder: pondered.is_some(), ..Limits::default() };
    let mut begun = Instant::now();
    let prepared = engine.prepare(&limits).unwrap();
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            let report = engine.run(prepared, |_| ControlFlow::Continue(()));
            assert!(!report.best_move.is_empty());
            Instant::now()
        });
        if let Some(pondered) = pondered {
            thread::sleep(pondered);
            begun = Instant::now();
            stopper.ponderhit();
        }
        search.join().unwrap().saturating_duration_since(begun)
    })
}

#[test]
fn pondering_spares_the_clock() {
    const TOLERANCE: Duration = ms(60);
    for pondered in [0, 100, 500, 1500] {
        let spared = || own_time(Some(ms(pondered))) <= own_time(None) + TOLERANCE;
        assert!(once_in_time(spared), "after {pondered} ms");
    }
    // A sixth of the clock is used: the soft limit is reached.
    assert!(once_in_time(|| own_time(Some(ms(1500))) <= TOLERANCE));
}

#[test]
fn a_signal_between_searches_is_forgotten() {
    let mut engine = engine(KIWIPETE);
    let stopper = engine.stopper();
    stopper.stop();
    stopper.ponderhit();
    let report = run(&mut engine, &Limits::depth(4));
    assert_eq!((report.stop_reason, report.depth), (StopReason::Depth, 4));
    // A ponderhit without pondering changes nothing in a running search either.
    let report = engine
        .search(&Limits::depth(4), |_| {
            stopper.ponderhit();
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((report.stop_reason, report.depth), (StopReason::Depth, 4));
}

#[test]
fn a_stop_counts_from_the_preparation_on() {
    let mut engine = engine(KIWIPETE);
    let stopper = engine.stopper();
    let prepared = engine.prepare(&Limits::infinite()).unwrap();
    stopper.stop();
    let report = engine.run(prepared, |_| ControlFlow::Continue(()));
    assert_eq!(report.stop_reason, StopReason::Stopped);
    assert!(!report.best_move.is_empty());
    // Also from the first call of the callback.
    let report = engine
        .search(&Limits::infinite(), |_| {
            stopper.stop();
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(report.stop_reason, StopReason::Stopped);
    assert!(!report.best_move.is_empty());
}

#[test]
fn a_stop_from_another_thread_is_prompt() {
    check_that_a_stop_is_prompt(&mut engine(KIWIPETE), ms(20));
}

/// Also with several threads.
pub fn check_that_a_stop_is_prompt(engine: &mut Host, most: Duration) {
    let stopper = engine.stopper();
    let wait = |number| {
        let prepared = engine.prepare(&Limits::infinite()).unwrap();
        thread::scope(|scope| {
            let engine = &mut *engine;
            let search = scope.spawn(move || {
                let report = engine.run(prepared, |_| ControlFlow::Continue(()));
                (report.stop_reason, Instant::now())
            });
            thread::sleep(ms(20 + number * 3));
            let stopped = Instant::now();
            stopper.stop();
            let (reason, ended) = search.join().unwrap();
            assert_eq!(reason, StopReason::Stopped);
            ended.saturating_duration_since(stopped)
        })
    };
    assert!(mostly_within(most, wait));
}

#[test]
fn the_callback_can_end_the_search_at_any_time() {
    check_that_the_callback_ends_it(&mut engine(KIWIPETE));
}

/// Also with several threads.
pub fn check_that_the_callback_ends_it(engine: &mut Host) {
    for calls in [1, 2, 3, 7] {
        let mut seen = 0;
        let report = engine
            .search(&Limits::infinite(), |_| {
                seen += 1;
                if seen == calls { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        assert_eq!(seen, calls, "none comes after it");
        assert_eq!(report.stop_reason, StopReason::Callback);
        assert!(!report.best_move.is_empty());
    }
}

#[test]
fn signs_of_life_come_every_fifty_milliseconds() {
    let regular = || {
        let mut engine = engine(KIWIPETE);
        let mut times = Vec::new();
        let started = Instant::now();
        engine
            .search(&Limits::move_time(ms(400)), |_| {
                times.push(started.elapsed());
                ControlFlow::Continue(())
            })
            .unwrap();
        let comes_at_once = times[0] < ms(50);
        times.push(started.elapsed());
        comes_at_once && times.windows(2).all(|pair| pair[1] - pair[0] <= ms(100))
    };
    assert!(once_in_time(regular));
}

#[test]
fn only_the_chosen_root_moves_are_played() {
    let mut engine = engine(KIWIPETE);
    for chosen in ["a2a3", "e1c1 e1g1", "h1g1\te5f7 \n a1b1", "e5d7 e5d7", "e1h1"] {
        let limits = Limits { search_moves: chosen.to_string(), ..Limits::depth(7) };
        let found = search_in(&mut engine, &limits);
        let chosen = chosen.replace("e1h1", "e1g1");
        let is_chosen = |m: &str| chosen.split_ascii_whitespace().any(|text| text == m);
        assert!(is_chosen(found.report.best_move.as_str()), "{chosen}: {:?}", found.report);
        for line in found.lines() {
            assert!(is_chosen(line.pv.split(' ').next().unwrap()), "{chosen}: {line:?}");
        }
    }
    // Two move orders, one result: one wins a bishop, the other loses the queen.
    for chosen in ["e2a6 f3h3", "f3h3 e2a6"] {
        engine.clear_history();
        let limits = Limits { search_moves: chosen.to_string(), ..Limits::depth(6) };
        assert_eq!(search_in(&mut engine, &limits).report.best_move.as_str(), "e2a6");
    }
}

/// As deep, and with the best move first: what differs is the rule for returns to the root.
#[test]
fn a_choice_of_all_moves_takes_about_as_many_nodes_as_none() {
    let nodes = |fen: &str, all: bool| {
        let names = chess(fen).legal_moves().into_iter();
        let names = names.map(|m| m.to_uci(CastlingMode::Standard).to_string());
        let search_moves = if all { names.collect::<Vec<_>>().join(" ") } else { String::new() };
        let limits = Limits { search_moves, ..Limits::depth(8) };
        search_in(&mut Host::fixed_at(fen), &limits).report.nodes as f64
    };
    // Many positions, since single trees differ by chance.
    let total = |all| bench_fens().map(|fen| nodes(fen, all)).sum::<f64>();
    let ratio = total(true) / total(false);
    assert!((0.85..1.15).contains(&ratio), "{ratio}");
}

#[test]
fn illegal_root_moves_are_refused() {
    let mut engine = engine(KIWIPETE);
    for wrong in ["e2e4 a2a3", "a2a3 xyz", "0000", "a7a6", "\u{2654}"] {
        let limits = Limits { search_moves: wrong.to_string(), ..Limits::depth(3) };
        let error = engine.search(&limits, |_| panic!("no search")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{wrong}");
    }
    let blank = Limits { search_moves: " \n".to_string(), ..Limits::depth(3) };
    assert!(!run(&mut engine, &blank).best_move.is_empty());
}

#[test]
fn searches_are_numbered() {
    let mut engine = Host::new();
    for id in 1..=3 {
        let mut ids = Vec::new();
        let report = engine
            .search(&Limits::depth(3), |info| {
                ids.push(info.search_id);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(report.search_id, id);
        assert!(ids.iter().all(|&reported| reported == id));
    }
}

#[test]
fn absurd_limits_do_no_harm() {
    let mut engine = engine(KIWIPETE);
    let forever = Some(Duration::MAX);
    let few = Limits::nodes(2000);
    for limits in [
        Limits { depth: Some(u32::MAX), ..few.clone() },
        Limits { move_time: forever, ..few.clone() },
        Limits { white_time: forever, black_time: forever, ..few.clone() },
        Limits { white_time: forever, white_increment: Duration::MAX, ..few.clone() },
        Limits { white_time: Some(ms(1)), white_increment: Duration::MAX, ..few.clone() },
        Limits { white_time: forever, moves_to_go: Some(0), ..few.clone() },
        Limits { white_time: forever, moves_to_go: Some(u32::MAX), ..few.clone() },
        Limits { mate: Some(0), ..few.clone() },
        Limits { mate: Some(u32::MAX), ..few.clone() },
        Limits { nodes: Some(u64::MAX), ..Limits::depth(2) },
    ] {
        let found = search_in(&mut engine, &limits);
        assert!(!found.report.best_move.is_empty(), "{limits:?}");
    }
    // The greatest numbers are no limit in practice: these searches end by the other limit.
    for limits in [Limits { mate: Some(u32::MAX), ..few.clone() }, Limits { mate: Some(0), ..few }]
    {
        assert_eq!(run(&mut engine, &limits).stop_reason, StopReason::Nodes, "{limits:?}");
    }
}
