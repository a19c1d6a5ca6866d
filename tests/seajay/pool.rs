//! Searches of many engines on a few threads.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use seajay::{Engine, Error, ErrorKind, Info, Limits, Pool, Report, StopReason, Stopper};
use testkit::play::{KIWIPETE, ORDINARY, START, bench_fens, chess, replay};
use testkit::{PATIENCE, in_time, ms, once_in_time};

/// Generous: the machine may be busy. The promise is 10 ms.
const AT_ONCE: Duration = ms(1000);

type Done = (usize, Engine, Report);

fn engine(fen: &str) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "1").unwrap();
    engine.set_position(Some(fen), "").unwrap();
    engine
}

fn go_on(_: &Info<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Begins a search that sends its number when it ends.
fn start(pool: &Pool, engine: Engine, limits: &Limits, number: usize, done: &Sender<Done>) {
    let done = done.clone();
    let tell = move |engine, report| drop(done.send((number, engine, report)));
    if let Err((_, error)) = pool.start(engine, limits, go_on, tell) {
        panic!("{error}");
    }
}

/// The next end of a search.
fn next(ends: &Receiver<Done>) -> Done {
    ends.recv_timeout(PATIENCE).expect("it ends")
}

/// Occupies a thread of a pool until it is stopped; returns once it does.
fn hold(pool: &Pool, done: &Sender<Done>, number: usize) -> Stopper {
    let engine = engine(KIWIPETE);
    let stopper = engine.stopper();
    let (begun, begins) = channel();
    let done = done.clone();
    let begin = move |_: &Info<'_>| {
        let _ = begun.send(());
        ControlFlow::Continue(())
    };
    let tell = move |engine, report| drop(done.send((number, engine, report)));
    let limits = Limits::move_time(PATIENCE);
    if let Err((_, error)) = pool.start(engine, &limits, begin, tell) {
        panic!("{error}");
    }
    begins.recv_timeout(PATIENCE).expect("it begins");
    stopper
}

fn assert_legal(fen: &str, report: &Report) {
    assert!(!report.best_move.is_empty(), "{report:?}");
    replay(&chess(fen), &format!("{} {}", report.best_move, report.ponder_move));
}

/// A report without its time.
fn signature(report: Report) -> impl PartialEq + std::fmt::Debug {
    let Report { stop_reason, best_move, ponder_move, score, depth, seldepth, nodes, .. } = report;
    (stop_reason, best_move, ponder_move, score, depth, seldepth, nodes)
}

#[test]
fn searches_on_a_pool_find_what_they_find_alone() {
    let fens: Vec<&str> = bench_fens().chain(ORDINARY).take(30).collect();
    let limits = |number: usize| Limits::nodes(2000 + 100 * number as u64);
    let alone = fens.iter().enumerate().map(|(number, fen)| {
        let mut engine = engine(fen);
        let first = engine.search(&limits(number), go_on).unwrap();
        let second = engine.search(&limits(number), go_on).unwrap();
        [signature(first), signature(second)]
    });
    let alone: Vec<_> = alone.collect();
    let pool = Pool::new(2).unwrap();
    let (done, ends) = channel();
    for (number, fen) in fens.iter().enumerate() {
        start(&pool, engine(fen), &limits(number), number, &done);
    }
    // Twice: the engine comes back with its histories.
    let mut rounds = vec![0; fens.len()];
    for _ in 0..2 * fens.len() {
        let (number, engine, report) = next(&ends);
        let round = &mut rounds[number];
        assert_eq!(signature(report), alone[number][*round], "{}", fens[number]);
        assert_eq!(engine.lines().get(0).unwrap().score, report.score);
        assert_eq!(engine.stats().nodes, report.nodes);
        *round += 1;
        if *round == 1 {
            start(&pool, engine, &limits(number), number, &done);
        }
    }
    assert!(rounds.iter().all(|&round| round == 2));
}

#[test]
fn the_first_to_come_is_the_first_served() {
    let pool = Pool::new(1).unwrap();
    let (done, ends) = channel();
    let holder = hold(&pool, &done, 0);
    for number in 1..=20 {
        // Later searches are shorter.
        start(&pool, engine(START), &Limits::nodes(3000 / number as u64), number, &done);
    }
    assert!(ends.try_recv().is_err(), "the only thread is taken");
    holder.stop();
    let order: Vec<usize> = (0..=20).map(|_| next(&ends).0).collect();
    assert_eq!(order, (0..=20).collect::<Vec<_>>());
}

#[test]
fn callbacks_run_on_a_thread_of_the_pool() {
    let (pool, here) = (Pool::new(1).unwrap(), thread::current().id());
    let (sender, threads) = channel();
    let tell = sender.clone();
    let on_info = move |info: &Info<'_>| {
        assert!(info.nodes <= 3000);
        tell.send(thread::current().id()).unwrap();
        ControlFlow::Continue(())
    };
    let on_done = move |_, _| sender.send(thread::current().id()).unwrap();
    assert!(pool.start(engine(START), &Limits::nodes(3000), on_info, on_done).is_ok());
    let threads: Vec<_> = threads.iter().collect();
    assert!(threads.len() >= 3, "the begin, a line and the end: {}", threads.len());
    assert!(threads.iter().all(|&thread| thread == threads[0] && thread != here));
}

#[test]
fn a_callback_ends_its_search() {
    let pool = Pool::new(1).unwrap();
    let (done, ends) = channel();
    let tell = move |engine, report| drop(done.send((0, engine, report)));
    let limits = Limits::move_time(PATIENCE);
    assert!(pool.start(engine(KIWIPETE), &limits, |_| ControlFlow::Break(()), tell).is_ok());
    let report = next(&ends).2;
    assert_eq!(report.stop_reason, StopReason::Callback);
    assert_legal(KIWIPETE, &report);
}

/// How long a search in the queue, behind another one, goes on after it should end: `end` ends it
/// and returns the time.
fn lag(limits: &Limits, end: impl FnOnce(&Stopper) -> Instant) -> (Duration, Report) {
    let pool = Pool::new(1).unwrap();
    let (done, ends) = channel();
    let holder = hold(&pool, &done, 0);
    let waiting = engine(KIWIPETE);
    let stopper = waiting.stopper();
    start(&pool, waiting, limits, 1, &done);
    let due = end(&stopper);
    // With a limit, so that a failure is reported even if the end comes too late.
    let first = ends.recv_timeout(ms(5000));
    let late = Instant::now().saturating_duration_since(due);
    holder.stop();
    let (number, _, report) = match first {
        Ok(end) => end,
        Err(RecvTimeoutError::Timeout) => panic!("it waits for a thread"),
        Err(RecvTimeoutError::Disconnected) => unreachable!("the test has a sender"),
    };
    assert_eq!(number, 1);
    assert_legal(KIWIPETE, &report);
    assert_eq!(next(&ends).0, 0, "the other one was not disturbed");
    (late, report)
}

#[test]
fn a_search_that_is_stopped_while_it_waits_ends_at_once() {
    for delay in [0, 30] {
        assert!(once_in_time(|| {
            let (late, report) = lag(&Limits::move_time(PATIENCE), |stopper| {
                thread::sleep(ms(delay));
                stopper.stop();
                Instant::now()
            });
            assert_eq!(report.stop_reason, StopReason::Stopped);
            println!("stopped after {delay} ms in the queue: {late:?} late");
            late < AT_ONCE
        }));
    }
}

#[test]
fn a_search_whose_time_is_up_while_it_waits_ends_at_once() {
    let clock =
        Limits { white_time: Some(ms(100)), black_time: Some(ms(100)), ..Limits::default() };
    let no_time = Limits { white_time: Some(ms(0)), ..Limits::default() };
    for (limits, time) in
        [(Limits::move_time(ms(50)), 50), (Limits::move_time(ms(0)), 0), (clock, 100), (no_time, 0)]
    {
        assert!(once_in_time(|| {
            let (late, report) = lag(&limits, |_| Instant::now() + ms(time));
            assert_eq!(report.stop_reason, StopReason::Time, "{limits:?}");
            println!("{limits:?}: {late:?} late");
            late < AT_ONCE
        }));
    }
}

#[test]
fn those_that_are_over_pass_those_that_wait() {
    let pool = Pool::new(1).unwrap();
    let (done, ends) = channel();
    let holder = hold(&pool, &done, 0);
    let mut stoppers = Vec::new();
    for number in 1..=30 {
        let waiting = engine(START);
        stoppers.push(waiting.stopper());
        let limits = match number % 3 {
            0 => Limits::move_time(ms(40)),
            1 => Limits::nodes(500),
            _ => Limits::move_time(PATIENCE),
        };
        start(&pool, waiting, &limits, number, &done);
    }
    for (index, stopper) in stoppers.iter().enumerate() {
        if (index + 1) % 3 == 2 {
            stopper.stop();
        }
    }
    for _ in 0..20 {
        let (number, _, report) = next(&ends);
        assert_ne!(number % 3, 1, "this one had to wait");
        assert_legal(START, &report);
    }
    holder.stop();
    let rest: Vec<usize> = (0..11).map(|_| next(&ends).0).collect();
    let expected: Vec<usize> = [0].into_iter().chain((1..=30).step_by(3)).collect();
    assert_eq!(rest, expected, "in their order");
}

fn refused(pool: &Pool, engine: Engine, limits: &Limits) -> (Engine, Error) {
    let unexpected = |_, _: Report| panic!("it does not run");
    pool.start(engine, limits, go_on, unexpected).expect_err("it is refused")
}

#[test]
fn what_could_hold_a_thread_for_ever_is_refused() {
    let pool = Pool::new(1).unwrap();
    let mut engine = engine(START);
    for (limits, name) in [
        (Limits::infinite(), "infinite"),
        (Limits { infinite: true, ..Limits::depth(1) }, "infinite"),
        (Limits { ponder: true, ..Limits::nodes(1) }, "ponder"),
    ] {
        let (back, error) = refused(&pool, engine, &limits);
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{limits:?}");
        assert!(error.message().contains(name), "{error}");
        engine = back;
    }
    engine.set_option("Threads", "2").unwrap();
    let (mut engine, error) = refused(&pool, engine, &Limits::depth(1));
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.message().contains("Threads"), "{error}");
    engine.set_option("Threads", "1").unwrap();
    // The errors of any search.
    let (engine, error) = refused(&pool, engine, &Limits::default());
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let wrong = Limits { search_moves: "e2e5".to_owned(), ..Limits::depth(1) };
    let (engine, error) = refused(&pool, engine, &wrong);
    assert_eq!(error.kind(), ErrorKind::IllegalMove);
    // The engine still searches as before.
    let (done, ends) = channel();
    start(&pool, engine, &Limits::depth(3), 7, &done);
    let (number, _, report) = next(&ends);
    assert_eq!((number, report.depth), (7, 3));
}

#[test]
fn too_many_threads_are_refused() {
    for threads in [257, 100_000, usize::MAX] {
        assert_eq!(Pool::new(threads).err().unwrap().kind(), ErrorKind::InvalidArgument);
    }
    // One thread for each processor.
    let (done, ends) = channel();
    start(&Pool::new(0).unwrap(), engine(START), &Limits::depth(2), 0, &done);
    next(&ends);
}

#[test]
fn a_pool_that_is_dropped_runs_what_waits() {
    in_time(|| {
        let (done, ends) = channel();
        let pool = Pool::new(2).unwrap();
        for number in 0..12 {
            start(&pool, engine(START), &Limits::nodes(1000), number, &done);
        }
        drop(pool);
        let mut numbers: Vec<usize> = ends.try_iter().map(|end| end.0).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..12).collect::<Vec<_>>(), "all have ended");
    });
}

#[test]
fn a_pool_is_dropped_in_a_callback() {
    for threads in [1, 2, 5] {
        in_time(move || {
            let (done, ends) = channel();
            let pool = Pool::new(threads).unwrap();
            let (theirs, (dropped, is_dropped)) = (pool.clone(), channel());
            let end = done.clone();
            let drop_it = move |engine, report| {
                // The callback holds the last clone of the pool, while other searches wait.
                is_dropped.recv_timeout(PATIENCE).expect("the test drops it");
                drop(theirs);
                end.send((0, engine, report)).unwrap();
            };
            assert!(pool.start(engine(START), &Limits::nodes(1000), go_on, drop_it).is_ok());
            for number in 1..10 {
                start(&pool, engine(START), &Limits::nodes(1000), number, &done);
            }
            drop(pool);
            dropped.send(()).unwrap();
            let mut numbers: Vec<usize> = (0..10).map(|_| next(&ends).0).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..10).collect::<Vec<_>>());
        });
    }
}

#[test]
fn a_clone_is_the_same_pool() {
    let pool = Pool::new(1).unwrap();
    let clone = pool.clone();
    let (done, ends) = channel();
    let holder = hold(&pool, &done, 0);
    start(&clone, engine(START), &Limits::depth(1), 1, &done);
    thread::sleep(ms(30));
    assert!(ends.try_recv().is_err(), "the only thread is taken");
    drop(pool);
    start(&clone, engine(START), &Limits::depth(1), 2, &done);
    holder.stop();
    assert_eq!([0; 3].map(|_| next(&ends).0), [0, 1, 2]);
}

/// Plays a game against itself: each search begins the next one.
fn play_on(pool: Pool, engine: Engine, mut moves: String, done: Sender<(Engine, String)>) {
    let again = pool.clone();
    let on_done = move |mut engine: Engine, report: Report| {
        moves.push_str(report.best_move.as_str());
        moves.push(' ');
        if moves.split_whitespace().count() == 16 {
            done.send((engine, moves)).unwrap();
            return;
        }
        engine.set_position(None, &moves).unwrap();
        play_on(again, engine, moves, done);
    };
    assert!(pool.start(engine, &Limits::nodes(300), go_on, on_done).is_ok());
}

#[test]
fn a_callback_begins_the_next_search() {
    let (done, ends) = channel();
    let pool = Pool::new(1).unwrap();
    for _ in 0..4 {
        play_on(pool.clone(), engine(START), String::new(), done.clone());
    }
    drop((pool, done));
    let games: Vec<String> = ends.iter().map(|(_, moves)| moves).collect();
    assert_eq!(games.len(), 4);
    assert_eq!(replay(&chess(START), &games[0]).len(), 17);
    assert!(games.iter().all(|game| *game == games[0]), "{games:?}");
}

#[test]
fn hundreds_of_engines_share_a_few_threads() {
    const COUNT: usize = 200;
    let pool = Pool::new(3).unwrap();
    let (done, ends) = channel();
    for number in 0..COUNT {
        let fen = ORDINARY[number % ORDINARY.len()];
        let limits = [Limits::nodes(200), Limits::depth(2), Limits::move_time(ms(1))];
        start(&pool, engine(fen), &limits[number % 3], number, &done);
    }
    let mut seen = [false; COUNT];
    for _ in 0..COUNT {
        let (number, _, report) = next(&ends);
        assert_legal(ORDINARY[number % ORDINARY.len()], &report);
        assert!(!std::mem::replace(&mut seen[number], true), "once each");
    }
}

#[test]
fn many_threads_use_a_pool_at_once() {
    in_time(|| {
        let pool = Pool::new(2).unwrap();
        let (done, ends) = channel();
        thread::scope(|scope| {
            for number in 0..8 {
                let (pool, done) = (&pool, done.clone());
                scope.spawn(move || {
                    for round in 0..8 {
                        let engine = engine(ORDINARY[number % ORDINARY.len()]);
                        let stopper = engine.stopper();
                        start(pool, engine, &Limits::nodes(2000), number, &done);
                        if round % 2 == 0 {
                            stopper.stop();
                        }
                    }
                });
            }
        });
        for _ in 0..64 {
            let (number, _, report) = next(&ends);
            assert_legal(ORDINARY[number % ORDINARY.len()], &report);
        }
    });
}

#[test]
fn without_a_legal_move_there_is_none() {
    let pool = Pool::new(1).unwrap();
    let (done, ends) = channel();
    let mated = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";
    start(&pool, engine(mated), &Limits::move_time(PATIENCE), 0, &done);
    let report = next(&ends).2;
    assert!(report.best_move.is_empty());
    assert_eq!(report.stop_reason, StopReason::GameOver);
}
