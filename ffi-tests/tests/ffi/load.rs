//! Many engines and games under load: results as on a quiet machine, memory, threads and open files
//! as before. The long forms are in tools/robustness.sh.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root};

/// Runs a program of ffi-tests/c, which must print ten lines of each kind.
fn expect_ten_lines(source: &str, arguments: &[&str], kinds: [&str; 2]) {
    let source = root().join("ffi-tests/c").join(source);
    let program = Program::new(&source, "c11", Linkage::Shared, &["-pthread"]);
    let text = program.run(arguments).expect_silent_success();
    println!("{text}");
    for kind in kinds {
        assert_eq!(text.lines().filter(|line| line.starts_with(kind)).count(), 10, "{kind}");
    }
}

#[test]
fn load_changes_no_result_and_leaves_nothing_behind() {
    expect_ten_lines("load.c", &["5", "2000"], ["round ", "searches "]);
}

#[test]
fn a_storm_on_a_pool_changes_no_result_and_leaves_nothing_behind() {
    expect_ten_lines("storm.c", &["3", "5000"], ["round ", "games "]);
}
