//! Counts of the whole process: its threads, and the allocations of all of them.
#![cfg(target_os = "linux")]

use std::fs;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use seajay::{Engine, Limits};
use testkit::ffi::{Handle, KIWIPETE, OK, PATIENCE, Pool, depth, pages};

use crate::{alloc, alone};

/// The number of threads in this process whose names begin with this.
fn threads_named(begin: &str) -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("the system lists threads");
    let name = |task: fs::DirEntry| fs::read_to_string(task.path().join("comm"));
    // A thread may end between the listing and the reading.
    let names = tasks.filter_map(|task| name(task.ok()?).ok());
    names.filter(|name| name.starts_with(begin)).count()
}

fn helper_count() -> usize {
    threads_named("seajay-helper")
}

/// The system lists an ended thread for a moment longer, and names a new one a moment late.
fn expect_helpers(count: usize) {
    let deadline = Instant::now() + PATIENCE;
    while helper_count() != count && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(helper_count(), count);
}

/// Allocations of all threads between the first and the last call of the callback.
fn allocations(engine: &mut Engine, limits: &Limits) -> u64 {
    let mut span: Option<(u64, u64)> = None;
    engine
        .search(limits, |_| {
            let now = alloc::allocations();
            span = Some((span.map_or(now, |(first, _)| first), now));
            ControlFlow::Continue(())
        })
        .expect("a search");
    let (first, last) = span.expect("the callback was called");
    last - first
}

#[test]
fn helpers_allocate_nothing() {
    let _alone = alone();
    let mut engine = Engine::new().expect("memory");
    engine.set_option("Threads", "4").expect("threads");
    for (fen, moves) in [
        (None, "g1f3 g8f6 f3g1 f6g8 ".repeat(60)),
        (Some(KIWIPETE), String::new()),
        (Some("8/8/p1p1p1p1/P1P1P1P1/8/8/8/K6k w - - 0 1"), String::new()),
    ] {
        engine.set_position(fen, &moves).expect("a position");
        for limits in [Limits::nodes(200_000), Limits::move_time(Duration::from_millis(100))] {
            // The test harness may allocate meanwhile, once or twice.
            let least = (0..5).map(|_| allocations(&mut engine, &limits)).min();
            assert_eq!(least, Some(0), "{fen:?} {limits:?}");
        }
    }
}

#[test]
fn there_are_as_many_threads_as_were_asked_for() {
    let _alone = alone();
    expect_helpers(0);
    let mut engine = Engine::new().expect("memory");
    let limits = Limits::depth(4);
    for threads in [1, 4, 2, 9, 1, 3] {
        engine.set_option("Threads", &threads.to_string()).expect("threads");
        expect_helpers(threads - 1);
        engine.search(&limits, |_| ControlFlow::Continue(())).expect("a search");
        assert_eq!(helper_count(), threads - 1, "they are kept between searches");
        engine.set_option("Threads", "257").expect_err("out of range");
        assert_eq!(helper_count(), threads - 1);
    }
    let mut others: Vec<_> = (0..5).map(|_| Engine::new().expect("memory")).collect();
    for other in &mut others {
        other.set_option("Threads", "2").expect("threads");
    }
    expect_helpers(2 + 5);
    drop(engine);
    expect_helpers(5);
    drop(others);
    expect_helpers(0);
}

#[test]
fn the_threads_of_a_pool_end() {
    let _alone = alone();
    let threads = || threads_named("seajay-pool");
    let pool = Pool::new(3);
    let handle = Handle::on(&pool);
    assert_eq!(handle.start(&depth(2)), OK);
    assert!(handle.wait(-1).is_ok());
    assert!(threads() >= 3, "{}", threads());
    drop(pool);
    assert!(threads() >= 3, "the engine still uses it");
    assert_eq!(handle.set_pool(None), OK);
    assert_eq!(threads(), 0);
    let first = Pool::new(2);
    let of_one = threads();
    let second = Pool::new(2);
    assert_eq!(threads(), 2 * of_one);
    assert_eq!(handle.set_pool(Some(&first)), OK);
    assert_eq!(handle.set_pool(Some(&second)), OK);
    assert_eq!(handle.set_pool(Some(&second)), OK, "the same again");
    drop((first, second));
    assert_eq!(threads(), of_one, "those of the second");
    drop(handle);
    assert_eq!(threads(), 0);
}

/// How many pages a search makes resident, and its nodes.
fn pages_taken(engine: &mut Engine, limits: &Limits) -> (usize, usize) {
    let before = pages().1;
    let report = engine.search(limits, |_| ControlFlow::Continue(())).expect("a search");
    (pages().1.saturating_sub(before), report.nodes as usize)
}

#[test]
fn a_search_of_few_nodes_takes_little_memory() {
    // 1.5 MiB in pages of 4 KiB: less than one huge page.
    const MAX: usize = 384;
    let _alone = alone();
    for hash in ["16", "256"] {
        for limits in [Limits::nodes(1), Limits::depth(1)] {
            let mut engine = Engine::new().expect("memory");
            engine.set_option("Hash", hash).expect("memory");
            let (taken, _) = pages_taken(&mut engine, &limits);
            assert!(taken < MAX, "Hash {hash}, {limits:?}: {taken} pages");
        }
    }
}

#[test]
fn a_search_of_little_time_takes_little_memory() {
    let _alone = alone();
    let mut engine = Engine::new().expect("memory");
    engine.set_option("Hash", "256").expect("memory");
    let (taken, nodes) = pages_taken(&mut engine, &Limits::move_time(Duration::from_millis(5)));
    // A node touches a line of the hash table, and few others that no node before it has touched.
    // Huge pages would be 512 for each.
    assert!(taken < 4096 + 4 * nodes, "{taken} pages, {nodes} nodes");
}

#[test]
fn clearing_a_table_that_was_not_used_takes_no_memory() {
    let _alone = alone();
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "256").unwrap();
    // The table has 65536 pages of 4 KiB, or 4096 of 64 KiB.
    let most = pages().1 + 1024;
    engine.clear_history();
    assert!(pages().1 < most, "{} pages, not {most}", pages().1);
}

/// Pages that are mapped, and files that are open.
fn held() -> (usize, usize) {
    (pages().0, fs::read_dir("/proc/self/fd").expect("the system lists files").count())
}

#[test]
fn options_free_what_the_last_search_used() {
    // The pages of a table of 256 MiB in place of one of 16 MiB.
    const MORE: usize = 65536 - 4096;
    let _alone = alone();
    let mut engine = Engine::new().unwrap();
    let (pages, files) = held();
    engine.set_option("Hash", "256").unwrap();
    engine.set_option("SyzygyPath", "tests/data/syzygy").unwrap();
    // The tablebases are probed, which opens their files.
    engine.set_position(Some("8/8/8/3k4/8/3p4/3K4/3Q4 w - - 0 1"), "").unwrap();
    engine.search(&Limits::depth(8), |_| ControlFlow::Continue(())).unwrap();
    assert!(held().0 >= pages + MORE && held().1 > files);
    engine.set_option("Hash", "16").unwrap();
    assert!(held().0 < pages + MORE / 2, "the old table is still there");
    engine.set_option("SyzygyPath", "").unwrap();
    assert_eq!(held().1, files, "tablebases are still open");
}
