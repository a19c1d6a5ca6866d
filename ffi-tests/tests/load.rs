//! Many engines and games under load: results as on a quiet machine, memory, threads and open files as
//! before. The long forms are in tools/robustness.sh.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root};

#[test]
fn load_changes_no_result_and_leaves_nothing_behind() {
    let source = root().join("ffi-tests/c/load.c");
    let program = Program::new(&source, "c11", Linkage::Shared, &["-pthread"]);
    let text = program.run(&["5", "2000"]).expect_silent_success();
    println!("{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("round ")).count(), 10);
    assert_eq!(text.lines().filter(|line| line.starts_with("searches ")).count(), 10);
}

#[test]
fn a_storm_on_a_pool_changes_no_result_and_leaves_nothing_behind() {
    let source = root().join("ffi-tests/c/storm.c");
    let program = Program::new(&source, "c11", Linkage::Shared, &["-pthread"]);
    let text = program.run(&["3", "5000"]).expect_silent_success();
    println!("{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("round ")).count(), 10);
    assert_eq!(text.lines().filter(|line| line.starts_with("games ")).count(), 10);
}
