//! How long a search still runs after `seajay_stop`, and how long `seajay_free` takes:
//! milliseconds. What they take on a quiet machine, which is less than is allowed here, is in
//! bench/README.md.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root};

/// In microseconds, for 99 of 100.
const MOST: u64 = 50_000;

#[test]
fn a_stop_is_obeyed_within_milliseconds_and_idle_threads_end_as_soon() {
    let source = root().join("bench/latency.c");
    let program = Program::new(&source, "c99", Linkage::Shared, &["-pthread"]);
    for threads in ["1", "2"] {
        // A machine that is busy otherwise may be late; not always.
        let in_time = (0..20).any(|_| {
            let text = program.run(&[threads]).expect_silent_success();
            let lines: Vec<_> = text.lines().collect();
            let &[stop, free] = &lines[..] else { panic!("two lines, not {text}") };
            println!("{threads} threads: {stop} us from stop to return, {free} us to free");
            [stop, free].iter().all(|line| {
                let most = line.split(' ').nth(1).expect("three figures");
                most.parse::<u64>().expect("a number") <= MOST
            })
        });
        assert!(in_time, "{threads} threads: 99 of 100 within {MOST} us");
    }
}
