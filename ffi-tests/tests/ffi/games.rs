//! What games cost: a million of them must fit into a program.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root};

/// As promised: 4 KiB, and 24 bytes a ply.
const MAX_BYTES: u64 = (4 << 10) + 24 * 20;

#[test]
fn a_game_of_twenty_plies_takes_little_memory() {
    let source = root().join("bench/games.c");
    let program = Program::new(&source, "c99", Linkage::Shared, &[]);
    let text = program.run(&["10000"]).expect_silent_success();
    println!("{text}");
    let figure = |what: &str| -> u64 {
        let line = text.lines().find(|line| line.starts_with(what)).expect("it is in the table");
        line.rsplit(' ').next().expect("a number").parse().expect("a number")
    };
    let (new, deep) = (figure("new"), figure("20 plies deep"));
    assert!(0 < new && new < deep && deep <= MAX_BYTES, "{new} and {deep} bytes");
    assert!(text.lines().filter(|line| line.starts_with("seajay_game_")).count() >= 10, "{text}");
}
