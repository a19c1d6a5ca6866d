//! Started searches: waiting, stopping, pondering.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use seajay::ffi::*;
use testkit::ffi::*;

use crate::tablebase::copied_tables;

const TICK: i32 = SeajayInfoKind::SEAJAY_INFO_TICK as i32;

#[test]
fn a_result_is_waited_for_again_and_again() {
    let handle = Handle::new();
    assert_eq!(handle.wait(0).unwrap_err(), INVALID_ARGUMENT, "there never was a search");
    assert_eq!(handle.is_searching(), 0);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.is_searching(), 1);
    assert_eq!(handle.wait(0).unwrap_err(), TIMEOUT);
    let begun = Instant::now();
    assert_eq!(handle.wait(30).unwrap_err(), TIMEOUT);
    assert!(begun.elapsed() >= ms(30));
    assert!(last_error().contains("30 ms"), "{}", last_error());
    assert_eq!(handle.stop(), OK);
    let first = handle.wait(-1).unwrap();
    assert_eq!((first.stop_reason, first.search_id), (STOPPED, 1));
    assert_eq!(handle.is_searching(), 0);
    for timeout in [0, 5, -1, i64::MAX, i64::MIN] {
        let again = handle.wait(timeout).unwrap();
        assert_eq!((again.search_id, again.nodes), (1, first.nodes));
    }
    assert_eq!(unsafe { seajay_wait(handle.raw, -1, std::ptr::null_mut()) }, OK);
}

#[test]
fn the_longest_wait_ends_with_its_search() {
    let handle = Handle::new();
    for timeout in [i64::MAX, i64::MAX / 2, i64::MIN] {
        assert_eq!(handle.start(&infinite()), OK);
        thread::scope(|scope| {
            let waiter = scope.spawn(|| handle.wait(timeout));
            thread::sleep(ms(50));
            let waits = !waiter.is_finished();
            assert_eq!(handle.stop(), OK);
            assert_eq!(waiter.join().unwrap().unwrap().stop_reason, STOPPED);
            assert!(waits, "{timeout} ms are not over");
        });
    }
}

/// A slow disk: a pipe without a writer takes the place of a table.
#[cfg(unix)]
#[test]
fn a_start_does_not_wait_for_tablebases() {
    in_time(|| {
        let folder = copied_tables("slow");
        let handle = Handle::at("8/8/8/3k4/8/8/3K4/3Q4 w - - 0 1");
        assert_eq!(handle.set_option("SyzygyPath", folder.to_str().unwrap()), OK);
        let slow = folder.join("KQvK.rtbz");
        make_pipe(&slow);
        assert_eq!(handle.start(&depth(3)), OK);
        assert_eq!(handle.wait(50).unwrap_err(), TIMEOUT);
        // The thread that opens the other end writes nothing.
        drop(std::fs::OpenOptions::new().write(true).open(&slow).unwrap());
        assert_eq!(handle.wait(-1).unwrap().depth, 3);
    });
}

#[test]
fn a_stop_right_after_the_start_always_arrives() {
    let handle = Handle::new();
    for id in 1..=300 {
        assert_eq!(handle.start(&infinite()), OK, "{}", last_error());
        assert_eq!(handle.stop(), OK);
        let result = handle.wait(-1).unwrap();
        assert_eq!((result.search_id, best_move(&result).len()), (id, 4));
        // When the wait is over, so is the claim on the handle.
        assert_eq!(handle.set_position(None, "e2e4"), OK);
    }
}

/// Engines that search without end, and how long their first starts took.
fn searching(count: usize) -> (Vec<Handle>, Duration) {
    let handles: Vec<_> = (0..count).map(|_| Handle::new()).collect();
    let begun = Instant::now();
    for handle in &handles {
        assert_eq!(handle.start(&infinite()), OK);
    }
    (handles, begun.elapsed())
}

/// If starting waited for the new threads, each behind all those that search already, it would take
/// many times as long.
#[test]
fn first_starts_do_not_wait_for_their_threads() {
    let at_once = || {
        let (handles, taken) = searching(60);
        handles.iter().for_each(|handle| assert_eq!(handle.stop(), OK));
        taken < ms(1000)
    };
    assert!(once_in_time(at_once));
}

#[test]
fn engines_that_are_told_to_stop_first_are_soon_freed() {
    let soon = || {
        let (handles, _) = searching(30);
        thread::sleep(ms(100));
        let begun = Instant::now();
        handles.iter().for_each(|handle| assert_eq!(handle.stop(), OK));
        drop(handles);
        begun.elapsed() < ms(1000)
    };
    assert!(once_in_time(soon));
}

#[test]
fn a_stop_while_idle_does_not_reach_the_next_search() {
    let handle = Handle::new();
    assert_eq!(handle.stop(), OK);
    assert_eq!(handle.ponderhit(), OK);
    assert_eq!(handle.search(&depth(3)).unwrap().depth, 3);
    assert_eq!(handle.stop(), OK);
    assert_eq!(handle.start(&depth(3)), OK);
    assert_eq!(handle.wait(-1).unwrap().depth, 3);
}

#[test]
fn a_polled_handle_is_free_once_it_says_so() {
    let handle = Handle::new();
    for _ in 0..100 {
        assert_eq!(handle.start(&depth(1)), OK, "{}", last_error());
        while handle.is_searching() == 1 {
            thread::yield_now();
        }
        assert_eq!(handle.clear_history(), OK);
    }
}

#[test]
fn an_infinite_search_outlasts_its_tree() {
    for fen in [MATED, STALEMATED] {
        let result = Handle::at(fen).search(&infinite()).unwrap();
        assert_eq!(result.stop_reason, SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32, "{fen}");
    }
    // The depth is reached, and the game is drawn.
    let mut handle = Handle::at(KINGS);
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    handle.on_info(move |_| {
        count.fetch_add(1, SeqCst);
        0
    });
    assert_eq!(handle.start(&SeajayLimits { depth: 1, ..infinite() }), OK);
    let begun = Instant::now();
    while calls.load(SeqCst) < 4 {
        assert!(begun.elapsed() < PATIENCE, "it goes on ticking");
        assert_eq!(handle.wait(10).unwrap_err(), TIMEOUT);
    }
    handle.stop();
    assert_eq!(handle.wait(-1).unwrap().stop_reason, STOPPED);
}

#[test]
fn a_ponder_search_takes_up_its_limits_at_the_ponderhit() {
    let handle = Handle::new();
    let limits = SeajayLimits { ponder: 1, move_time_ms: 100, ..limits() };
    assert_eq!(handle.start(&limits), OK);
    assert_eq!(handle.wait(200).unwrap_err(), TIMEOUT, "the clock does not run yet");
    let hit = Instant::now();
    assert_eq!(handle.ponderhit(), OK);
    let result = handle.wait(-1).unwrap();
    assert!(hit.elapsed() >= ms(90), "it counts from the ponderhit");
    assert_eq!(result.stop_reason, SeajayStopReason::SEAJAY_STOP_TIME as i32);
    assert!(result.queue_ms + result.time_ms >= 290);
    // An exhausted ponder search ends with the ponderhit, and with a stop.
    let handle = Handle::at(MATED);
    for end in [Handle::ponderhit, Handle::stop] {
        assert_eq!(handle.start(&SeajayLimits { ponder: 1, ..depth(1) }), OK);
        assert_eq!(handle.wait(30).unwrap_err(), TIMEOUT);
        assert_eq!(end(&handle), OK);
        assert_eq!(best_move(&handle.wait(-1).unwrap()), "");
    }
    // A ponderhit right after the start reaches the search.
    assert_eq!(handle.start(&SeajayLimits { ponder: 1, ..depth(1) }), OK);
    assert_eq!(handle.ponderhit(), OK);
    assert!(handle.wait(-1).is_ok());
}

#[test]
fn a_search_reports_as_it_begins_and_then_regularly() {
    let in_time = || longest_silence().is_some_and(|gap| gap < ms(100));
    assert!(once_in_time(in_time), "at least one call in 100 ms");
}

/// Searches for a while, checks the calls of the callback, and returns the longest time between
/// two; `None` if the machine left the search no time for a line.
fn longest_silence() -> Option<Duration> {
    let mut handle = Handle::new();
    let calls = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&calls);
    handle.on_info(move |info| {
        assert_eq!(info.struct_size as usize, size_of::<SeajayInfo>());
        assert_eq!(info.wdl.iter().sum::<i32>(), 1000);
        assert_eq!(info.search_id, 1);
        assert!(info.depth > 0 || text(info.pv).is_empty());
        log.lock().unwrap().push((Instant::now(), info.kind, text(info.pv)));
        0
    });
    let mut times = vec![Instant::now()];
    assert!(handle.search(&SeajayLimits { move_time_ms: 300, ..limits() }).is_ok());
    let ended = Instant::now();
    thread::sleep(ms(60));
    let calls = calls.lock().unwrap();
    assert_eq!(calls[0].1, TICK, "it begins with a tick");
    times.extend(calls.iter().map(|(time, ..)| *time));
    assert!(times[times.len() - 1] <= ended, "nothing comes after the end");
    times.push(ended);
    let reported = calls.iter().any(|(_, kind, pv)| *kind != TICK && pv.contains(' '));
    times.windows(2).map(|pair| pair[1] - pair[0]).max().filter(|_| reported)
}

#[test]
fn the_callback_can_stop_the_search() {
    let mut handle = Handle::new();
    let calls = Arc::new(AtomicU64::new(0));
    for last in [1, 4] {
        calls.store(0, SeqCst);
        let count = Arc::clone(&calls);
        handle.on_info(move |_| i32::from(count.fetch_add(1, SeqCst) + 1 == last) * -7);
        let result = handle.search(&infinite()).unwrap();
        assert_eq!(result.stop_reason, SeajayStopReason::SEAJAY_STOP_CALLBACK as i32);
        assert_eq!(calls.load(SeqCst), last, "no further call");
        assert_eq!(best_move(&result).len(), 4);
    }
}

#[test]
fn searches_are_counted_and_the_last_one_is_given() {
    let handle = Handle::new();
    assert_eq!(handle.search(&depth(1)).unwrap().search_id, 1);
    assert_eq!(handle.wait(0).unwrap().search_id, 1, "a blocking search has a result too");
    assert_eq!(handle.search(&limits()).unwrap_err(), INVALID_ARGUMENT);
    assert_eq!(handle.start(&depth(1)), OK);
    assert_eq!(handle.wait(-1).unwrap().search_id, 2);
    assert_eq!(Handle::new().search(&depth(1)).unwrap().search_id, 1);
}

#[test]
fn a_call_waits_for_a_search_that_was_told_to_stop_and_its_done_callback() {
    let mut handle = Handle::new();
    let (calls, raw) = (Arc::new(AtomicUsize::new(0)), handle.pointer());
    let ended = Arc::clone(&calls);
    handle.on_done(move |_, _| {
        thread::sleep(ms(30));
        // In a callback nothing waits.
        let other = Handle::new();
        assert_eq!((other.start(&infinite()), other.stop()), (OK, OK));
        assert_eq!(other.clear_history(), BUSY);
        let id = ended.fetch_add(1, SeqCst) + 1;
        if id == 3 {
            assert_eq!(unsafe { seajay_start(raw.get(), &infinite()) }, OK);
        }
    });
    assert_eq!(handle.stop(), OK, "a stop while idle counts for nothing");
    for id in 1..=3 {
        assert_eq!(handle.start(&infinite()), OK);
        assert_eq!(handle.set_position(None, "e2e4"), BUSY, "nobody has stopped it");
        assert_eq!(handle.stop(), OK);
        let status = handle.set_position(None, "e2e4");
        assert_eq!(calls.load(SeqCst), id, "the callback has returned");
        assert_eq!(status, if id < 3 { OK } else { BUSY }, "another search has begun in it");
    }
}

#[test]
fn a_callback_may_use_the_game_that_another_call_is_setting() {
    in_time(|| {
        let mut handle = Handle::new();
        let game = Arc::new(Game::new());
        let shown = Arc::clone(&game);
        handle.on_info(move |_| {
            assert_eq!(shown.fen(), START);
            0
        });
        for _ in 0..100 {
            assert_eq!((handle.start(&infinite()), handle.stop()), (OK, OK));
            assert_eq!(handle.set_game(&game), OK);
        }
    });
}

/// Stops the search of an engine, and starts another one of a new position without waiting.
fn stop_set_start(handle: &Handle, moves: &str) -> [i32; 3] {
    [handle.stop(), handle.set_position(None, moves), handle.start(&infinite())]
}

#[test]
fn stop_set_start_gives_the_move_of_the_new_position() {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let handle = Handle::new();
                assert_eq!(handle.set_option("Hash", "1"), OK);
                assert_eq!(handle.start(&infinite()), OK);
                for id in 1..=1250 {
                    for (moves, rank) in [("e2e4", '5'..='8'), ("", '1'..='4')] {
                        assert_eq!(stop_set_start(&handle, moves), [OK; 3], "{}", last_error());
                        if id % 10 == 0 {
                            assert_eq!(handle.stop(), OK);
                            let m = best_move(&handle.wait(-1).unwrap());
                            assert!(rank.contains(&m.chars().nth(3).unwrap()), "{moves}: {m}");
                        }
                    }
                }
            });
        }
    });
}

#[test]
fn threads_that_stop_set_and_start_one_engine_find_it_free_or_busy() {
    in_time(|| {
        let mut handle = Handle::new();
        let (calls, raw) = (AtomicUsize::new(0), handle.pointer());
        handle.on_done(move |_, _| {
            if calls.fetch_add(1, SeqCst).is_multiple_of(3) {
                let status = unsafe { seajay_start(raw.get(), &infinite()) };
                assert!(matches!(status, OK | BUSY));
            }
        });
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        for status in stop_set_start(&handle, "e2e4") {
                            assert!(matches!(status, OK | BUSY), "{status}: {}", last_error());
                        }
                    }
                });
            }
        });
    });
}
