//! How long a search still runs after `seajay_stop`: milliseconds. What it takes on a quiet
//! machine is in docs/measurements.md.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root};

/// In microseconds. The median: on a busy machine single threads wait for a core now and then.
const MOST: u64 = 10_000;

#[test]
fn a_stop_is_obeyed_within_milliseconds() {
    let source = root().join("ffi-tests/c/latency.c");
    let program = Program::new(&source, "c99", Linkage::Shared, &["-pthread"]);
    // A machine that is busy otherwise may be late; not always.
    let in_time = (0..20).any(|_| {
        let text = program.run(&[]).expect_silent_success();
        let figures: Vec<u64> =
            text.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let &[median, p99, longest] = &figures[..] else { panic!("three figures, not {text}") };
        println!("stop to return: median {median} us, 99 of 100 {p99} us, longest {longest} us");
        median <= MOST
    });
    assert!(in_time, "half of the stops within {MOST} us");
}
