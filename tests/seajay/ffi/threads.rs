//! Which calls are allowed when, and on which thread.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

use seajay::ffi::*;
use testkit::ffi::*;

/// Every call that changes the engine, with valid arguments.
fn changing_calls(raw: *mut SeajayEngine) -> [i32; 13] {
    let (limits, game, none) = (depth(1), Game::new(), ptr::null_mut());
    unsafe {
        [
            seajay_set_option(raw, c"Hash".as_ptr(), c"1".as_ptr()),
            seajay_load_network(raw, EMBEDDED.as_ptr().cast(), EMBEDDED.len()),
            seajay_set_game(raw, game.raw),
            seajay_set_position(raw, ptr::null(), ptr::null()),
            seajay_set_pool(raw, ptr::null_mut()),
            seajay_set_info_callback(raw, None, ptr::null_mut()),
            seajay_set_done_callback(raw, None, ptr::null_mut()),
            seajay_set_log_callback(raw, None, ptr::null_mut()),
            seajay_search(raw, &limits, ptr::null_mut()),
            seajay_review(raw, game.raw, &limits, ptr::null_mut(), 0, None, none) as i32,
            seajay_start(raw, &limits),
            seajay_clear_history(raw),
            seajay_start_review(raw, game.raw, &limits, ptr::null_mut(), 0, None, none),
        ]
    }
}

#[test]
fn changing_calls_are_busy_during_a_started_search() {
    let handle = Handle::at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(changing_calls(handle.raw), [BUSY; 13]);
    thread::scope(|scope| {
        let handle = &handle;
        let other = scope.spawn(move || changing_calls(handle.raw));
        assert_eq!(other.join().unwrap(), [BUSY; 13]);
    });
    let (error, meaning) = (last_error(), text(seajay_strerror(BUSY)));
    assert!(error.ends_with(&meaning) && meaning.contains("stop and wait"), "{error}");
    handle.stop();
    assert!(handle.wait(-1).is_ok());
    assert_eq!(handle.option("Hash").unwrap(), "16");
    let rook = Handle::at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(handle.evaluate(), rook.evaluate(), "nothing was changed");
    assert_eq!(changing_calls(handle.raw)[..10], [OK; 10]);
}

#[test]
fn readers_work_during_a_search() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(None, "e2e4"), OK);
    assert!(handle.search(&depth(3)).is_ok());
    let (nodes, line) = (handle.stats().nodes, handle.line_san(0).unwrap());
    let (evaluation, memory) = (handle.evaluate(), handle.memory_usage());
    assert_eq!(handle.start(&infinite()), OK);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!((handle.evaluate(), handle.memory_usage()), (evaluation, memory));
                    assert_eq!(handle.option("Hash").unwrap(), "16");
                    assert_eq!(handle.line_san(0).unwrap(), line);
                    assert_eq!(handle.stats().nodes, nodes, "of the last finished search");
                    assert_eq!(handle.is_searching(), 1);
                    assert_eq!(handle.wait(0).unwrap_err(), TIMEOUT);
                }
            });
        }
    });
    handle.stop();
    assert!(handle.wait(-1).is_ok());
}

#[test]
fn the_callback_may_read_and_stop_but_not_change() {
    let mut handle = Handle::new();
    let raw = AtomicPtr::new(handle.raw);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    handle.on_info(move |_| {
        let raw = raw.load(SeqCst);
        let mut seen = log.lock().unwrap();
        if seen.is_empty() {
            seen.extend(changing_calls(raw));
            unsafe {
                seen.push(seajay_wait(raw, -1, ptr::null_mut()));
                seen.push(seajay_wait(raw, 0, ptr::null_mut()));
                seajay_free(raw);
                assert_eq!(seajay_is_searching(raw), 1);
                assert!(seajay_get_option(raw, c"Hash".as_ptr(), ptr::null_mut(), 0) > 0);
                assert_eq!(seajay_stop(raw), OK);
            }
        }
        0
    });
    let stopped = SeajayStopReason::SEAJAY_STOP_STOPPED as i32;
    assert_eq!(handle.search(&infinite()).unwrap().stop_reason, stopped);
    assert_eq!(seen.lock().unwrap()[..], [BUSY; 15]);
    seen.lock().unwrap().clear();
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.wait(-1).unwrap().stop_reason, stopped);
    assert_eq!(seen.lock().unwrap()[..], [BUSY; 15]);
    assert_eq!(handle.clear_history(), OK, "free did nothing");
}

/// Searches with a new handle whose callback does the same with another one, `depth` levels deep.
/// Returns the results.
fn search_nested(levels: usize) -> Vec<(String, u64)> {
    let mut handle = Handle::new();
    let raw = AtomicPtr::new(handle.raw);
    let inner = Arc::new(Mutex::new(Vec::new()));
    let (found, mut last) = (Arc::clone(&inner), 0);
    handle.on_info(move |info| {
        // Once in each search.
        if levels > 1 && info.search_id > last {
            last = info.search_id;
            *found.lock().unwrap() = search_nested(levels - 1);
            // The callback of this handle is still running.
            assert_eq!(unsafe { seajay_wait(raw.load(SeqCst), -1, ptr::null_mut()) }, BUSY);
            assert_eq!(unsafe { seajay_clear_history(raw.load(SeqCst)) }, BUSY);
        }
        0
    });
    assert_eq!(handle.set_option("Hash", "1"), OK);
    assert_eq!(handle.set_option("nonsense", "1"), UNKNOWN_OPTION);
    assert_eq!(handle.start(&depth(1)), OK);
    assert!(handle.wait(-1).is_ok());
    assert_eq!(handle.clear_history(), OK);
    let result = handle.search(&depth(4)).unwrap();
    assert!(last_error().contains(if levels > 1 { "callback" } else { "nonsense" }));
    drop(handle);
    let mut all = vec![(best_move(&result), result.nodes)];
    all.append(&mut inner.lock().unwrap());
    all
}

#[test]
fn a_callback_may_make_use_and_free_other_handles() {
    let alone = search_nested(1);
    assert_eq!(search_nested(4), [&alone[..]; 4].concat());
}

#[test]
fn a_handle_is_freed_in_mid_search() {
    for wait in [0, 1, 20] {
        let mut handle = Handle::new();
        let calls = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&calls);
        handle.on_info(move |_| {
            count.fetch_add(1, SeqCst);
            0
        });
        assert_eq!(handle.start(&infinite()), OK);
        thread::sleep(ms(wait));
        let callbacks = handle.free();
        let before = calls.load(SeqCst);
        thread::sleep(ms(60));
        assert_eq!(calls.load(SeqCst), before, "the search has ended");
        drop(callbacks);
    }
}

#[test]
fn of_concurrent_searches_all_but_one_are_busy() {
    let handle = Handle::new();
    let statuses = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let status = handle.search(&infinite()).map_or_else(|status| status, |_| OK);
                statuses.lock().unwrap().push(status);
            });
        }
        // Repeated, because a stop before the search has begun has no effect.
        while statuses.lock().unwrap().len() < 4 {
            if statuses.lock().unwrap().len() == 3 {
                handle.stop();
            }
            thread::yield_now();
        }
    });
    assert_eq!(statuses.into_inner().unwrap(), [BUSY, BUSY, BUSY, OK]);
}

#[test]
fn a_blocking_search_is_stopped_and_waited_for_from_another_thread() {
    let handle = Handle::new();
    thread::scope(|scope| {
        let search = scope.spawn(|| handle.search(&infinite()).unwrap().nodes);
        while handle.is_searching() == 0 {
            thread::yield_now();
        }
        assert_eq!(handle.wait(10).unwrap_err(), TIMEOUT);
        let waiters: Vec<_> =
            (0..3).map(|_| scope.spawn(|| handle.wait(-1).unwrap().nodes)).collect();
        thread::sleep(ms(20));
        handle.stop();
        let nodes = search.join().unwrap();
        for waiter in waiters {
            assert_eq!(waiter.join().unwrap(), nodes);
        }
    });
}

#[test]
fn handles_do_not_disturb_each_other() {
    let alone = search_three_positions();
    let results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(search_three_positions)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for result in results {
        assert_eq!(result, alone);
    }
}

fn search_three_positions() -> Vec<(String, u64, i32)> {
    let handle = Handle::new();
    let search = |moves: &&str| {
        assert_eq!(handle.set_position(None, moves), OK);
        let result = handle.search(&depth(5)).unwrap();
        (best_move(&result), result.nodes, result.score.value)
    };
    ["", "e2e4", "d2d4 g8f6"].iter().map(search).collect()
}

#[test]
fn there_may_be_hundreds_of_handles() {
    let handles: Vec<_> = (0..200).map(|_| Handle::new()).collect();
    for handle in &handles {
        assert_eq!(handle.start(&depth(1)), OK);
    }
    for handle in &handles {
        assert_eq!(best_move(&handle.wait(-1).unwrap()).len(), 4);
    }
}

#[test]
fn no_callback_is_a_callback_too() {
    let mut handle = Handle::new();
    handle.on_info(|_| 1);
    assert_eq!(handle.search(&depth(3)).unwrap().depth, 0);
    assert_eq!(unsafe { seajay_set_info_callback(handle.raw, None, ptr::null_mut()) }, OK);
    assert_eq!(handle.search(&depth(3)).unwrap().depth, 3);
}

#[test]
fn handles_with_several_threads_search_and_end_as_others_do() {
    let handles: Vec<_> = (0..8).map(|_| Handle::new()).collect();
    for handle in &handles {
        assert_eq!(handle.set_option("Threads", "3"), OK);
        assert_eq!(handle.start(&infinite()), OK);
    }
    assert_eq!(handles[0].set_option("Threads", "1"), BUSY);
    thread::sleep(ms(20));
    for handle in &handles[..4] {
        handle.stop();
        assert!(handle.wait(-1).is_ok());
        assert_eq!(handle.stats().nodes, handle.wait(0).unwrap().nodes);
        let result = handle.search(&depth(5)).unwrap();
        assert_eq!((best_move(&result).len(), result.depth), (4, 5));
    }
    // Half of them are freed during a search, all with idle or busy threads.
    drop(handles);
}
