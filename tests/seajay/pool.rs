//! What pools are in Rust: engines that go in and come back, and pools that are cloned and dropped. How
//! their searches run is tested in `ffi/pools.rs`.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use seajay::{Engine, Error, ErrorKind, Info, Limits, Pool, Report, StopReason, Stopper};
use testkit::play::{KIWIPETE, ORDINARY, START, bench_fens, chess, replay};
use testkit::{PATIENCE, in_time, ms};

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

fn refused(pool: &Pool, engine: Engine, limits: &Limits) -> (Engine, Error) {
    let unexpected = |_, _: Report| panic!("it does not run");
    pool.start(engine, limits, go_on, unexpected).expect_err("it is refused")
}

#[test]
fn what_is_refused_comes_back() {
    let pool = Pool::new(1).unwrap();
    let mut engine = engine(START);
    let wrong = Limits { search_moves: "e2e5".to_owned(), ..Limits::depth(1) };
    for (limits, kind) in [
        (Limits::infinite(), ErrorKind::InvalidArgument),
        (Limits::default(), ErrorKind::InvalidArgument),
        (wrong, ErrorKind::IllegalMove),
    ] {
        let (back, error) = refused(&pool, engine, &limits);
        assert_eq!(error.kind(), kind, "{limits:?}");
        engine = back;
    }
    let (done, ends) = channel();
    start(&pool, engine, &Limits::depth(3), 7, &done);
    let (number, _, report) = next(&ends);
    assert_eq!((number, report.depth), (7, 3));
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
