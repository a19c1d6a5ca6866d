//! The done callback of started searches.

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use seajay::ffi::*;
use testkit::ffi::*;

/// An engine on a thread of its own, and one on a pool.
fn both() -> [(&'static str, Handle, Option<Pool>); 2] {
    let pool = Pool::new(2);
    [("a thread of its own", Handle::new(), None), ("a pool", Handle::on(&pool), Some(pool))]
}

#[test]
fn it_comes_after_the_result_and_before_the_end_of_the_wait() {
    for (place, mut handle, _pool) in both() {
        let engine = handle.pointer();
        let [begun, may_return, returned] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let reported = Arc::new(Mutex::new(None));
        let flags = [&begun, &may_return, &returned].map(Arc::clone);
        let note = Arc::clone(&reported);
        handle.on_done(move |status, result| {
            flags[0].store(true, SeqCst);
            assert_eq!(status, OK);
            assert_eq!(unsafe { seajay_is_searching(engine.get()) }, 0, "it is idle");
            let mut stats: SeajayStats = init();
            assert_eq!(unsafe { seajay_stats(engine.get(), &mut stats) }, OK);
            assert_eq!(stats.nodes, result.unwrap().nodes, "and the results are stored");
            *note.lock().unwrap() = Some((*result.unwrap(), thread::current().id()));
            while !flags[1].load(SeqCst) {
                thread::yield_now();
            }
            thread::sleep(ms(60));
            flags[2].store(true, SeqCst);
        });
        assert_eq!(handle.start(&depth(5)), OK);
        while !begun.load(SeqCst) {
            thread::yield_now();
        }
        let (early, has_returned) = (handle.wait(0), returned.load(SeqCst));
        may_return.store(true, SeqCst);
        assert_eq!(early.unwrap_err(), TIMEOUT, "it has not returned yet");
        assert!(!has_returned);
        let result = handle.wait(-1).unwrap();
        assert!(returned.load(SeqCst), "{place}");
        let (reported, thread_id) = reported.lock().unwrap().take().unwrap();
        assert_eq!(format!("{reported:?}"), format!("{result:?}"));
        assert_eq!(reported.struct_size as usize, size_of::<SeajayResult>());
        assert_ne!(thread_id, thread::current().id());
    }
}

#[test]
fn a_blocking_search_does_not_call_it() {
    let calls = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&calls);
    let mut handle = Handle::new();
    handle.on_done(move |_, _| {
        count.fetch_add(1, SeqCst);
    });
    assert!(handle.search(&depth(3)).is_ok());
    assert_eq!(calls.load(SeqCst), 0);
    for reason in 1..=3 {
        assert_eq!(handle.start(&depth(3)), OK);
        assert!(handle.wait(-1).is_ok());
        assert_eq!(calls.load(SeqCst), reason);
    }
    assert_eq!(handle.start(&limits()), INVALID_ARGUMENT, "nothing was begun");
    assert_eq!(unsafe { seajay_set_done_callback(handle.raw, None, ptr::null_mut()) }, OK);
    assert_eq!(handle.start(&depth(3)), OK);
    assert!(handle.wait(-1).is_ok());
    assert_eq!(calls.load(SeqCst), 3);
}

#[test]
fn a_stop_and_the_info_callback_end_a_search_that_is_done_too() {
    for (place, mut handle, pool) in both() {
        let (send, reasons) = channel();
        handle.on_done(move |_, result| send.send(result.unwrap().stop_reason).unwrap());
        let endless = if pool.is_some() { nodes(u64::MAX) } else { infinite() };
        assert_eq!(handle.start(&endless), OK, "{}", last_error());
        assert_eq!(handle.stop(), OK);
        assert_eq!(reasons.recv_timeout(PATIENCE).unwrap(), STOPPED, "{place}");
        assert!(handle.wait(-1).is_ok());
        handle.on_info(|info| i32::from(info.depth > 3));
        assert_eq!(handle.start(&endless), OK);
        let callback = SeajayStopReason::SEAJAY_STOP_CALLBACK as i32;
        assert_eq!(reasons.recv_timeout(PATIENCE).unwrap(), callback, "{place}");
        assert!(handle.wait(-1).is_ok());
        assert_eq!(handle.set_position(Some(MATED), ""), OK);
        assert_eq!(handle.start(&depth(2)), OK);
        let over = SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32;
        assert_eq!(reasons.recv_timeout(PATIENCE).unwrap(), over, "{place}");
    }
}

/// Plays a game as a server does: each search begins the next.
#[test]
fn a_hundred_searches_are_chained() {
    const SEARCHES: usize = 100;
    // The results of searches one after the other.
    let alone = Handle::new();
    let game = Game::new();
    for _ in 0..SEARCHES {
        assert_eq!(alone.set_game(&game), OK);
        let result = alone.search(&nodes(300)).unwrap();
        assert_eq!(game.play(&best_move(&result)), OK);
    }
    for (place, mut handle, _pool) in both() {
        let (engine, chained) = (handle.pointer(), Arc::new(Game::new()));
        let (send, ends) = channel();
        let (calls, inside) = (AtomicUsize::new(0), AtomicBool::new(false));
        let board = Arc::clone(&chained);
        handle.on_done(move |status, result| {
            assert_eq!(status, OK);
            assert!(!inside.swap(true, SeqCst), "never twice at a time");
            assert_eq!(board.play(&best_move(result.unwrap())), OK);
            if calls.fetch_add(1, SeqCst) + 1 < SEARCHES {
                assert_eq!(unsafe { seajay_set_game(engine.get(), board.raw) }, OK);
                assert_eq!(unsafe { seajay_start(engine.get(), &nodes(300)) }, OK);
                // The search has begun, but does not run inside the callback.
                assert_eq!(unsafe { seajay_is_searching(engine.get()) }, 1);
                assert_eq!(unsafe { seajay_start(engine.get(), &nodes(300)) }, BUSY);
                assert_eq!(unsafe { seajay_clear_history(engine.get()) }, BUSY);
            } else {
                send.send(()).unwrap();
            }
            inside.store(false, SeqCst);
        });
        assert_eq!(handle.set_option("Hash", "16"), OK);
        assert_eq!(handle.start(&nodes(300)), OK);
        ends.recv_timeout(PATIENCE).unwrap();
        assert_eq!(handle.wait(-1).unwrap().search_id, SEARCHES as u64);
        assert_eq!(chained.moves(), game.moves(), "{place}");
    }
}

#[test]
fn a_search_that_is_started_inside_runs_after_the_return() {
    for (place, mut handle, _pool) in both() {
        let engine = handle.pointer();
        let (calls, events) = (AtomicU32::new(0), Arc::new(Mutex::new(Vec::new())));
        let (of_info, of_done) = (Arc::clone(&events), Arc::clone(&events));
        handle.on_info(move |info| {
            of_info.lock().unwrap().push(("search", info.search_id));
            0
        });
        handle.on_done(move |_, result| {
            let id = result.unwrap().search_id;
            if calls.fetch_add(1, SeqCst) == 0 {
                assert_eq!(unsafe { seajay_start(engine.get(), &depth(2)) }, OK);
                thread::sleep(ms(50));
            }
            of_done.lock().unwrap().push(("done", id));
        });
        assert_eq!(handle.start(&depth(2)), OK);
        while handle.wait(-1).unwrap().search_id < 2 {}
        let mut events = events.lock().unwrap().clone();
        events.dedup();
        let expected = [("search", 1), ("done", 1), ("search", 2), ("done", 2)];
        assert_eq!(events, expected, "{place}");
    }
}

/// A stop after seajay_start() reaches the search, also while it waits for the callback to return.
#[test]
fn a_search_that_is_started_inside_can_be_stopped_at_once() {
    for (place, mut handle, pool) in both() {
        let engine = handle.pointer();
        let on_pool = pool.is_some();
        let calls = AtomicU32::new(0);
        let (send, reasons) = channel();
        handle.on_done(move |_, result| {
            send.send(result.unwrap().stop_reason).unwrap();
            if calls.fetch_add(1, SeqCst) < 20 {
                let endless = if on_pool { nodes(u64::MAX) } else { infinite() };
                assert_eq!(unsafe { seajay_start(engine.get(), &endless) }, OK);
                assert_eq!(unsafe { seajay_stop(engine.get()) }, OK);
            }
        });
        assert_eq!(handle.start(&depth(1)), OK);
        assert_ne!(reasons.recv_timeout(PATIENCE).unwrap(), STOPPED);
        for _ in 0..20 {
            assert_eq!(reasons.recv_timeout(PATIENCE).unwrap(), STOPPED, "{place}");
        }
    }
}

#[test]
fn inside_it_every_function_works_but_wait_and_free() {
    for (place, mut handle, pool) in both() {
        let (engine, calls) = (handle.pointer(), Arc::new(AtomicI32::new(0)));
        let count = Arc::clone(&calls);
        let log = Arc::new(Mutex::new(Vec::<String>::new()));
        unsafe extern "C" fn note(
            user_data: *mut std::ffi::c_void,
            _: i32,
            line: *const std::ffi::c_char,
        ) {
            let log = unsafe { &*user_data.cast::<Mutex<Vec<String>>>() };
            log.lock().unwrap().push(text(line));
        }
        handle.on_done(move |_, result| {
            let game = Game::with(None, "d2d4");
            let raw = engine.get();
            unsafe {
                assert_eq!(seajay_wait(raw, -1, ptr::null_mut()), BUSY);
                assert_eq!(seajay_wait(raw, 0, ptr::null_mut()), BUSY);
                error_names("callback");
                seajay_free(raw);
                assert_eq!(seajay_set_option(raw, c"MultiPV".as_ptr(), c"2".as_ptr()), OK);
                assert_eq!(seajay_set_game(raw, game.raw), OK);
                assert_eq!(seajay_stop(raw), OK);
                assert_eq!(seajay_ponderhit(raw), OK);
                assert_eq!(seajay_line_count(raw), 1);
                let mut info: SeajayInfo = init();
                assert_eq!(seajay_line(raw, 0, &mut info, ptr::null_mut(), 0), OK);
                assert_eq!(info.search_id, result.unwrap().search_id);
                assert!(seajay_line_to_san(raw, 0, ptr::null_mut(), 0) > 0);
                assert!(seajay_memory_usage(raw) > 0);
                // A search inside the callback, which does not call the callback.
                let within = search(engine, &depth(4)).unwrap();
                assert_eq!((within.depth, within.search_id), (4, result.unwrap().search_id + 1));
                assert_eq!(seajay_line_count(raw), 2);
                assert_eq!(seajay_clear_history(raw), OK);
                assert_eq!(seajay_set_info_callback(raw, None, ptr::null_mut()), OK);
                let user_data = ptr::null_mut();
                assert_eq!(seajay_set_option(raw, c"Hsah".as_ptr(), c"".as_ptr()), UNKNOWN_OPTION);
                error_names("Hsah");
                assert_eq!(seajay_set_position(raw, ptr::null(), user_data), OK);
                assert_eq!(seajay_set_option(raw, c"MultiPV".as_ptr(), c"1".as_ptr()), OK);
            }
            count.fetch_add(1, SeqCst);
        });
        let user_data = Arc::as_ptr(&log).cast_mut().cast();
        assert_eq!(unsafe { seajay_set_log_callback(handle.raw, Some(note), user_data) }, OK);
        for round in 1..=3 {
            assert_eq!(handle.start(&depth(2)), OK);
            let result = handle.wait(-1).unwrap();
            assert_eq!((result.depth, result.search_id), (4, 2 * round), "the last one counts");
            assert_eq!(calls.load(SeqCst), round as i32, "{place}");
        }
        let log = log.lock().unwrap();
        let ignored = log.iter().filter(|line| line.contains("seajay_free()")).count();
        assert_eq!(ignored, 3, "free is ignored, and logged: {log:?}");
        drop((handle, pool));
    }
}

#[test]
fn it_may_leave_or_join_a_pool_and_forget_itself() {
    let pool = Arc::new(Pool::new(1));
    let mut handle = Handle::on(&pool);
    let (engine, other) = (handle.pointer(), Arc::clone(&pool));
    let (calls, (send, threads)) = (AtomicUsize::new(0), channel());
    handle.on_done(move |_, _| {
        let raw = engine.get();
        send.send(thread::current().id()).unwrap();
        let next = match calls.fetch_add(1, SeqCst) {
            0 => ptr::null_mut(),
            1 => other.raw,
            2 => {
                return assert_eq!(
                    unsafe { seajay_set_done_callback(raw, None, ptr::null_mut()) },
                    OK
                );
            }
            _ => panic!("it is forgotten"),
        };
        assert_eq!(unsafe { seajay_set_pool(raw, next) }, OK);
        assert_eq!(unsafe { seajay_start(raw, &depth(2)) }, OK);
    });
    assert_eq!(handle.start(&depth(2)), OK);
    let [first, second, third] = [0; 3].map(|_| threads.recv_timeout(PATIENCE).unwrap());
    assert_eq!(first, third, "the thread of the pool");
    assert_ne!(first, second, "and the engine's own");
    assert!(handle.wait(-1).is_ok());
    assert_eq!(handle.start(&depth(2)), OK);
    assert_eq!(handle.wait(-1).unwrap().search_id, 4);
}

/// A done callback for one or more searches.
#[derive(Default)]
struct Round {
    engine: AtomicUsize,
    /// How many more searches it starts.
    chain: AtomicUsize,
    calls: AtomicUsize,
    is_replaced: AtomicBool,
    ran_too_late: AtomicBool,
}

impl Round {
    unsafe extern "C" fn end(round: *mut std::ffi::c_void, _: i32, _: *const SeajayResult) {
        let round = unsafe { &*round.cast::<Round>() };
        round.calls.fetch_add(1, SeqCst);
        if round.chain.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
            let engine = round.engine.load(SeqCst) as *mut SeajayEngine;
            let status = unsafe { seajay_start(engine, &nodes(1)) };
            assert!(status == OK || status == BUSY, "the host may be replacing this");
        }
        (0..3).for_each(|_| thread::yield_now());
        round.ran_too_late.fetch_or(round.is_replaced.load(SeqCst), SeqCst);
    }

    fn set(&self, handle: &Handle) -> i32 {
        self.engine.store(handle.raw as usize, SeqCst);
        let user_data = ptr::from_ref(self).cast_mut().cast();
        unsafe { seajay_set_done_callback(handle.raw, Some(Round::end), user_data) }
    }
}

/// Replaced while its search ends, in the midst of a chain of searches too.
#[test]
fn it_never_runs_after_it_was_replaced() {
    for chain in [0, 3] {
        for (place, handle, _pool) in both() {
            let rounds: Vec<Round> = (0..300).map(|_| Round::default()).collect();
            assert_eq!(rounds[0].set(&handle), OK);
            for pair in rounds.windows(2) {
                let [old, new] = pair else { unreachable!() };
                old.chain.store(chain, SeqCst);
                assert_eq!(handle.start(&nodes(1)), OK);
                let mut status = BUSY;
                while status == BUSY {
                    thread::yield_now();
                    status = new.set(&handle);
                }
                old.is_replaced.store(true, SeqCst);
                assert_eq!(status, OK);
                // One that the old callback has started as its last.
                assert!(handle.wait(-1).is_ok());
            }
            drop(handle);
            assert!(!rounds.iter().any(|round| round.ran_too_late.load(SeqCst)), "{place}");
            let calls: usize = rounds.iter().map(|round| round.calls.load(SeqCst)).sum();
            assert!(calls >= rounds.len() - 1, "{place}: {calls} calls");
        }
    }
}

#[test]
fn free_waits_for_it() {
    for (place, mut handle, _pool) in both() {
        let (inside, returned) =
            (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let flags = (Arc::clone(&inside), Arc::clone(&returned));
        handle.on_done(move |_, _| {
            flags.0.store(true, SeqCst);
            thread::sleep(ms(100));
            flags.1.store(true, SeqCst);
        });
        assert_eq!(handle.start(&depth(2)), OK);
        while !inside.load(SeqCst) {
            thread::yield_now();
        }
        let callbacks = handle.free();
        assert!(returned.load(SeqCst), "{place}");
        drop(callbacks);
    }
}

/// The callback begins a search and continues, while another thread frees the engine.
#[test]
fn free_waits_for_it_also_where_it_has_started_a_search() {
    for (place, mut handle, _pool) in both() {
        let engine = handle.pointer();
        let (inside, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (now, max) = (Arc::clone(&inside), Arc::clone(&most));
        let (send, started) = channel();
        let calls = AtomicUsize::new(0);
        handle.on_done(move |_, _| {
            max.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
            if calls.fetch_add(1, SeqCst) == 0 {
                assert_eq!(unsafe { seajay_start(engine.get(), &depth(20)) }, OK);
                send.send(()).unwrap();
                thread::sleep(ms(150));
                assert_eq!(unsafe { seajay_wait(engine.get(), 0, ptr::null_mut()) }, BUSY);
            }
            now.fetch_sub(1, SeqCst);
        });
        assert_eq!(handle.start(&depth(2)), OK);
        started.recv_timeout(PATIENCE).unwrap();
        let callbacks = handle.free();
        let still_inside = inside.load(SeqCst);
        thread::sleep(ms(200));
        drop(callbacks);
        assert_eq!(still_inside, 0, "{place}: free returned before the callback");
        assert_eq!(most.load(SeqCst), 1, "{place}: twice at a time");
    }
}

/// The callback begins a search while another thread frees the engine; the search, perhaps too
/// late, gets a new thread of the engine's own.
#[test]
fn free_ends_a_search_that_was_started_off_the_pool() {
    in_time(|| {
        let pool = Pool::new(1);
        for round in 0..400 {
            let mut handle = Handle::on(&pool);
            let engine = handle.pointer();
            let (send, now) = channel();
            let calls = AtomicUsize::new(0);
            handle.on_done(move |_, _| {
                if calls.fetch_add(1, SeqCst) > 0 {
                    return;
                }
                let early = round % 2 == 0;
                assert_eq!(unsafe { seajay_set_pool(engine.get(), ptr::null_mut()) }, OK);
                if early {
                    send.send(()).unwrap();
                }
                let status = unsafe { seajay_start(engine.get(), &infinite()) };
                assert!(status == OK || early && status == BUSY, "{status}");
                if !early {
                    send.send(()).unwrap();
                    thread::sleep(ms(1));
                }
            });
            assert_eq!(handle.start(&depth(1)), OK);
            now.recv_timeout(PATIENCE).unwrap();
            drop(handle);
        }
    });
}

#[test]
fn waits_on_other_threads_end_when_it_has_returned() {
    for (place, mut handle, _pool) in both() {
        let returned = Arc::new(Mutex::new(None));
        let note = Arc::clone(&returned);
        handle.on_done(move |_, _| {
            thread::sleep(ms(50));
            *note.lock().unwrap() = Some(Instant::now());
        });
        assert_eq!(handle.start(&depth(3)), OK);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    assert!(handle.wait(-1).is_ok());
                    let end = returned.lock().unwrap().expect("it has returned");
                    assert!(end <= Instant::now(), "{place}");
                });
            }
        });
        assert!(handle.wait(0).is_ok());
    }
}

/// The last error of the callback's thread and that of the host's are separate.
#[test]
fn errors_inside_it_belong_to_its_thread() {
    let mut handle = Handle::new();
    let engine = handle.pointer();
    handle.on_done(move |_, _| {
        let name = c"inside".as_ptr();
        assert_eq!(unsafe { seajay_set_option(engine.get(), name, name) }, UNKNOWN_OPTION);
        error_names("inside");
    });
    assert_eq!(handle.set_option("outside", ""), UNKNOWN_OPTION);
    assert_eq!(handle.start(&depth(1)), OK);
    assert!(handle.wait(-1).is_ok());
    error_names("outside");
}

#[test]
fn a_slow_callback_of_one_engine_delays_no_other() {
    let mut slow = Handle::new();
    slow.on_done(|_, _| thread::sleep(Duration::from_millis(300)));
    assert_eq!(slow.start(&depth(1)), OK);
    let quick = || {
        let handle = Handle::new();
        let begun = Instant::now();
        assert_eq!(handle.start(&depth(1)), OK);
        assert!(handle.wait(-1).is_ok());
        begun.elapsed() < ms(200)
    };
    assert!(once_in_time(quick));
    assert!(slow.wait(-1).is_ok());
}
