//! What engines cost a program: time of short searches and of the first one, memory, and nothing at
//! all in their results. The figures of a release build are in bench/README.md.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root, shared_library};

/// Far from what a release build does.
const MAX_MICROSECONDS: u64 = 200_000;
const LEAST_SEARCHES: u64 = 5_000;
/// As promised.
const MAX_KIB: u64 = 3 << 10;

#[test]
fn engines_cost_little_and_do_not_disturb_each_other() {
    let source = root().join("bench/figures.c");
    let program = Program::new(&source, "c99", Linkage::None, &["-pthread", "-ldl"]);
    let library = shared_library();
    let text = program.run(&[library.to_str().expect("UTF-8")]).expect_silent_success();
    let figures: Vec<u64> = text.lines().map(|line| line.parse().expect("a number")).collect();
    let &[microseconds, searches, kib, differences] = &figures[..] else { panic!("{text}") };
    assert!(microseconds <= MAX_MICROSECONDS, "{microseconds} us to the first move");
    assert!(searches >= LEAST_SEARCHES, "{searches} searches a second");
    assert!(kib <= MAX_KIB, "{kib} KiB for an engine");
    assert_eq!(differences, 0, "results differ");
}
