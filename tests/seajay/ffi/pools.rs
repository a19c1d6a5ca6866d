//! Pools: the started searches of many engines on a few threads.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use seajay::ffi::*;
use testkit::ffi::*;

/// Longer than any test, but not without a limit.
fn endless() -> SeajayLimits {
    nodes(u64::MAX)
}

/// Occupies the only thread of a pool; returns the engine once its search runs.
fn occupy(pool: &Pool) -> Handle {
    let mut handle = Handle::on(pool);
    let (send, running) = channel();
    handle.on_info(move |_| {
        let _ = send.send(());
        0
    });
    assert_eq!(handle.start(&endless()), OK, "{}", last_error());
    running.recv_timeout(PATIENCE).unwrap();
    handle
}

#[test]
fn many_engines_search_on_few_threads() {
    let alone = Handle::new();
    assert_eq!(alone.set_option("Hash", "1"), OK);
    let openings = ["", "e2e4", "d2d4 g8f6", "c2c4 e7e5 b1c3"];
    let expected = openings.map(|moves| {
        assert_eq!(alone.set_position(None, moves), OK);
        assert_eq!(alone.clear_history(), OK);
        let result = alone.search(&nodes(3000)).unwrap();
        (best_move(&result), result.nodes, result.score)
    });
    let pool = Pool::new(2);
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let engines: Vec<_> = (0..64)
        .map(|index| {
            let mut handle = Handle::on(&pool);
            assert_eq!(handle.set_position(None, openings[index % 4]), OK);
            let (now, max) = (Arc::clone(&running), Arc::clone(&most));
            let of_info = AtomicU64::new(0);
            handle.on_info(move |info| {
                if of_info.swap(info.search_id, SeqCst) != info.search_id {
                    max.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
                }
                0
            });
            let now = Arc::clone(&running);
            handle.on_done(move |_, _| {
                now.fetch_sub(1, SeqCst);
            });
            handle
        })
        .collect();
    for round in 0..3 {
        for handle in &engines {
            assert_eq!(handle.clear_history(), OK);
            assert_eq!(handle.start(&nodes(3000)), OK);
        }
        for (index, handle) in engines.iter().enumerate() {
            let result = handle.wait(-1).unwrap();
            let found = (best_move(&result), result.nodes, result.score);
            assert_eq!(found, expected[index % 4], "engine {index} in round {round}");
        }
    }
    assert!(most.load(SeqCst) <= 2, "{} searches at a time", most.load(SeqCst));
}

#[test]
fn the_most_urgent_come_first_and_of_those_the_first() {
    const PRIORITIES: [i32; 12] = [0, 5, -5, 5, 5, -5, i32::MIN, 0, 0, -5, i32::MAX, -1];
    let (game, mut moves) = (Game::with(None, "e2e4"), [NO_REVIEW; PRIORITIES.len()]);
    let pool = Pool::new(1);
    let blocker = occupy(&pool);
    let (send, order) = channel();
    let engines: Vec<_> = (0..PRIORITIES.len())
        .map(|number| {
            let mut handle = Handle::on(&pool);
            let send = send.clone();
            handle.on_done(move |_, _| send.send(number).unwrap());
            handle
        })
        .collect();
    for (number, handle) in engines.iter().enumerate() {
        let limits = SeajayLimits { priority: PRIORITIES[number], ..nodes(500) };
        let status = if number % 4 == 3 {
            let (place, none) = (&raw mut moves[number], ptr::null_mut());
            unsafe { seajay_start_review(handle.raw, game.raw, &limits, place, 1, None, none) }
        } else {
            handle.start(&limits)
        };
        assert_eq!(status, OK);
        assert_eq!(handle.is_searching(), 1, "while it waits in the queue too");
        assert_eq!(handle.wait(0).unwrap_err(), TIMEOUT);
        assert_eq!(handle.set_option("Hash", "2"), BUSY);
        assert_eq!(handle.set_pool(None), BUSY);
    }
    blocker.stop();
    let order: Vec<_> = engines.iter().map(|_| order.recv_timeout(PATIENCE).unwrap()).collect();
    let mut expected: Vec<_> = (0..PRIORITIES.len()).collect();
    expected.sort_by_key(|&number| std::cmp::Reverse(PRIORITIES[number]));
    assert_eq!(order, expected);
}

#[test]
fn what_could_hold_a_thread_for_ever_is_refused() {
    let pool = Pool::new(1);
    let handle = Handle::on(&pool);
    let both = SeajayLimits { ponder: 1, ..infinite() };
    for (limits, name) in [
        (infinite(), "infinite"),
        (SeajayLimits { infinite: 1, ..depth(1) }, "infinite"),
        (SeajayLimits { ponder: 1, ..depth(1) }, "ponder"),
        (SeajayLimits { ponder: 7, move_time_ms: 10, ..limits() }, "ponder"),
        (both, "infinite"),
    ] {
        assert_eq!(handle.start(&limits), INVALID_ARGUMENT);
        error_names(name);
    }
    assert_eq!(handle.is_searching(), 0);
    assert_eq!(handle.set_option("Threads", "2"), OK);
    assert_eq!(handle.start(&depth(1)), INVALID_ARGUMENT);
    error_names("Threads");
    // A search on the caller's own thread is not affected.
    assert_eq!(handle.search(&depth(3)).unwrap().depth, 3);
    assert_eq!(handle.set_option("Threads", "1"), OK);
    assert_eq!(handle.start(&depth(3)), OK);
    assert_eq!(handle.wait(-1).unwrap().depth, 3);
    assert_eq!(handle.start(&limits()), INVALID_ARGUMENT, "no limit at all");
    assert_eq!(handle.set_pool(None), OK);
    assert_eq!(handle.start(&infinite()), OK, "on a thread of its own it may");
}

#[test]
fn a_pool_has_at_most_256_threads() {
    assert!(seajay_pool_new(257).is_null());
    error_names("257");
    assert!(seajay_pool_new(u32::MAX).is_null());
    drop(Pool::new(256));
    let by_default = Pool::new(0);
    let handle = Handle::on(&by_default);
    assert_eq!(handle.start(&depth(3)), OK);
    assert!(handle.wait(-1).is_ok());
    unsafe { seajay_pool_free(ptr::null_mut()) };
}

/// The median time in which a queued search ends, at most.
fn prints_and_is_within(what: &str, most: Duration, measure: impl FnMut(u64) -> Duration) {
    println!("{what}:");
    assert!(mostly_within(most, measure), "{what}");
}

#[test]
fn a_queued_search_is_stopped_at_once() {
    let pool = Pool::new(1);
    let blocker = occupy(&pool);
    let handle = Handle::on(&pool);
    prints_and_is_within("from the stop of a queued search to its result", ms(50), |_| {
        assert_eq!(handle.start(&endless()), OK);
        assert_eq!(handle.wait(2).unwrap_err(), TIMEOUT, "it waits");
        let stopped = Instant::now();
        assert_eq!(handle.stop(), OK);
        let result = handle.wait(-1).unwrap();
        let taken = stopped.elapsed();
        assert_eq!((result.stop_reason, best_move(&result).len()), (STOPPED, 4));
        assert_eq!(Game::new().play(&best_move(&result)), OK, "a legal move");
        taken
    });
    assert_eq!(blocker.is_searching(), 1, "which was none of the other's business");
}

#[test]
fn a_queued_search_ends_when_its_clock_is_up() {
    let pool = Pool::new(1);
    let blocker = occupy(&pool);
    let handle = Handle::on(&pool);
    let out_of_time = SeajayLimits { white_time_ms: -1, ..limits() };
    prints_and_is_within("a clock that has run out, in the queue", ms(50), |_| {
        let begun = Instant::now();
        assert_eq!(handle.start(&out_of_time), OK);
        let result = handle.wait(-1).unwrap();
        assert_eq!((result.stop_reason, best_move(&result).len()), (TIME, 4));
        begun.elapsed()
    });
    // A clock of 400 ms for the whole game: the search ends within it, not only when it has run
    // out.
    let on_clock = SeajayLimits { white_time_ms: 400, black_time_ms: 400, ..limits() };
    let in_time = || {
        let begun = Instant::now();
        assert_eq!(handle.start(&on_clock), OK);
        assert_eq!(best_move(&handle.wait(-1).unwrap()).len(), 4);
        begun.elapsed() < ms(400)
    };
    assert!(once_in_time(in_time));
    assert_eq!(blocker.is_searching(), 1);
}

#[test]
fn the_time_for_a_move_counts_from_when_a_thread_takes_the_search() {
    let pool = Pool::new(1);
    let in_time = || {
        let blocker = occupy(&pool);
        let handle = Handle::on(&pool);
        assert_eq!(handle.start(&SeajayLimits { move_time_ms: 50, ..limits() }), OK);
        // Longer than the move may take: whoever ends what is over has looked at it meanwhile.
        assert_eq!(handle.wait(100).unwrap_err(), TIMEOUT);
        blocker.stop();
        let result = handle.wait(-1).unwrap();
        assert_eq!(result.stop_reason, TIME);
        assert!(result.queue_ms >= 100 && result.time_ms >= 50, "{result:?}");
        assert_eq!(blocker.wait(-1).unwrap().stop_reason, STOPPED);
        result.depth > 1 && result.time_ms < 100
    };
    assert!(once_in_time(in_time));
}

#[test]
fn a_pool_lives_on_until_its_last_engine_has_left() {
    for engines in [0, 1, 3] {
        let pool = Pool::new(2);
        let engines: Vec<_> = (0..engines).map(|_| Handle::on(&pool)).collect();
        for handle in &engines {
            assert_eq!(handle.start(&nodes(2000)), OK);
        }
        drop(pool);
        for handle in &engines {
            assert!(handle.wait(-1).is_ok());
            assert_eq!(handle.start(&nodes(2000)), OK, "it goes on");
            assert!(handle.wait(-1).is_ok());
        }
        // One leaves the pool, one is freed while idle, one during a search.
        if let [leaving, _, busy] = &engines[..] {
            assert_eq!(leaving.set_pool(None), OK);
            assert_eq!(leaving.start(&infinite()), OK);
            assert_eq!(busy.start(&endless()), OK);
        }
    }
}

#[test]
fn a_pool_is_freed_in_callbacks() {
    in_time(|| {
        for last_in_done in [false, true] {
            let mut handle = Handle::new();
            let pool = Pool::new(2);
            assert_eq!(handle.set_pool(Some(&pool)), OK);
            let (engine, raw) = (handle.pointer(), AtomicPtr::new(pool.raw));
            std::mem::forget(pool);
            let free = move || unsafe { seajay_pool_free(raw.swap(ptr::null_mut(), SeqCst)) };
            let (send, ends) = channel();
            if last_in_done {
                handle.on_done(move |_, _| {
                    free();
                    // The last engine leaves on a thread of the pool, which ends then.
                    assert_eq!(unsafe { seajay_set_pool(engine.get(), ptr::null_mut()) }, OK);
                    send.send(()).unwrap();
                });
            } else {
                handle.on_info(move |_| {
                    free();
                    0
                });
                handle.on_done(move |_, _| send.send(()).unwrap());
            }
            assert_eq!(handle.start(&depth(4)), OK);
            ends.recv().unwrap();
            assert!(handle.wait(-1).is_ok());
            assert_eq!(handle.start(&depth(4)), OK);
            assert!(handle.wait(-1).is_ok());
        }
    });
}

#[test]
fn an_engine_moves_between_pools() {
    let pools = [Pool::new(1), Pool::new(2)];
    let handle = Handle::on(&pools[0]);
    for next in [Some(&pools[1]), None, Some(&pools[0]), None] {
        assert_eq!(handle.start(&nodes(1000)), OK);
        assert_eq!(handle.wait(-1).unwrap().nodes, 1000);
        assert_eq!(handle.set_pool(next), OK);
    }
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.set_pool(Some(&pools[0])), BUSY);
    handle.stop();
    assert!(handle.wait(-1).is_ok());
}

#[test]
fn a_queued_engine_is_freed() {
    in_time(|| {
        let pool = Pool::new(1);
        let blocker = occupy(&pool);
        let done = Arc::new(AtomicUsize::new(0));
        for number in 1..=20 {
            let mut handle = Handle::on(&pool);
            let count = Arc::clone(&done);
            handle.on_done(move |status, _| {
                assert_eq!(status, OK);
                count.fetch_add(1, SeqCst);
            });
            assert_eq!(handle.start(&endless()), OK);
            drop(handle);
            assert_eq!(done.load(SeqCst), number, "the search was begun, so it has an end");
        }
        // The queue still works.
        let next = Handle::on(&pool);
        assert_eq!(next.start(&nodes(1000)), OK);
        blocker.stop();
        assert_eq!(next.wait(-1).unwrap().nodes, 1000);
    });
}

/// Small enough for Miri.
#[test]
fn an_engine_is_freed_in_the_queue_behind_a_callback() {
    in_time(|| {
        let pool = Pool::new(1);
        let [mut busy, mut waiting] = [0; 2].map(|_| Handle::on(&pool));
        let ((enter, entered), (send, ends)) = (channel(), channel());
        let (end, ended) = channel::<()>();
        let ended = Mutex::new(ended);
        busy.on_done(move |_, _| {
            enter.send(()).unwrap();
            assert!(ended.lock().unwrap().recv().is_err());
        });
        waiting.on_done(move |status, _| send.send(status).unwrap());
        for handle in [&busy, &waiting] {
            assert_eq!(handle.set_position(Some(KINGS), ""), OK);
            assert_eq!(handle.start(&depth(1)), OK);
        }
        entered.recv().unwrap();
        drop(waiting);
        drop(end);
        assert!(busy.wait(-1).is_ok());
        assert_eq!(ends.iter().collect::<Vec<_>>(), [OK]);
    });
}

/// A queued search ends whatever the only thread is busy with.
#[cfg(target_os = "linux")]
#[test]
fn a_queued_engine_that_is_freed_leaves_no_memory_behind() {
    const HASH: usize = 256 << 20;
    let pool = Pool::new(1);
    let _blocker = occupy(&pool);
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let addresses = || pages().0 * page;
    let before = addresses();
    for _ in 0..8 {
        let handle = Handle::on(&pool);
        assert_eq!(handle.set_option("Hash", "256"), OK);
        assert_eq!(handle.start(&endless()), OK);
    }
    let begun = Instant::now();
    while addresses() > before + 3 * HASH {
        let left = (addresses() - before) >> 20;
        assert!(begun.elapsed() < Duration::from_secs(2), "{left} MiB of 2048 are still taken");
        thread::sleep(ms(10));
    }
}

/// The thread that ends a stopped search in the queue also calls its callbacks.
#[test]
fn a_slow_callback_of_a_stopped_search_delays_no_other() {
    let pool = Pool::new(1);
    let _blocker = occupy(&pool);
    let in_time = || {
        let (mut slow, other) = (Handle::on(&pool), Handle::on(&pool));
        let (send, inside) = channel();
        slow.on_done(move |_, _| {
            send.send(()).unwrap();
            thread::sleep(ms(400));
        });
        for handle in [&slow, &other] {
            assert_eq!(handle.start(&endless()), OK);
        }
        slow.stop();
        inside.recv_timeout(PATIENCE).unwrap();
        let stopped = Instant::now();
        other.stop();
        assert!(other.wait(-1).is_ok());
        stopped.elapsed() < ms(200)
    };
    assert!((0..3).any(|_| in_time()));
}

/// An engine whose search runs or waits is freed in a callback of another engine, on a thread of
/// the pool.
#[test]
fn an_engine_is_freed_in_a_callback_of_another() {
    in_time(|| {
        for threads in [1, 2] {
            let pool = Pool::new(threads);
            let victim = Handle::on(&pool);
            let (mut handle, raw) = (Handle::on(&pool), AtomicPtr::new(victim.raw));
            let (send, ends) = channel();
            handle.on_done(move |_, _| {
                unsafe { seajay_free(raw.swap(ptr::null_mut(), SeqCst)) };
                send.send(()).unwrap();
            });
            assert_eq!(handle.start(&endless()), OK);
            assert_eq!(victim.start(&endless()), OK);
            std::mem::forget(victim);
            assert_eq!(handle.stop(), OK);
            ends.recv().unwrap();
            assert!(handle.wait(-1).is_ok());
        }
    });
}

/// Another thread frees the engine while it waits in the queue, and a third waits for the pool's
/// thread.
#[test]
fn a_stop_reaches_only_its_own_engine() {
    let pool = Pool::new(1);
    let blocker = occupy(&pool);
    let engines: Vec<_> = (0..8).map(|_| Handle::on(&pool)).collect();
    for handle in &engines {
        assert_eq!(handle.start(&nodes(1000)), OK);
    }
    for (index, handle) in engines.iter().enumerate() {
        if index % 2 == 0 {
            assert_eq!(handle.stop(), OK);
            assert_eq!(handle.wait(-1).unwrap().stop_reason, STOPPED);
        }
    }
    blocker.stop();
    for handle in engines.iter().skip(1).step_by(2) {
        assert_eq!(handle.wait(-1).unwrap().nodes, 1000);
    }
}
