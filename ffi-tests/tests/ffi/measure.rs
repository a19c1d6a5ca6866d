//! What the library costs a program, as `bench/measure.c` measures it: far from what a release build
//! needs on a quiet machine, which is in bench/README.md.
#![cfg(target_os = "linux")]

use ffi_tests::{Linkage, Program, root, shared_library};

/// Linked with the static library, so that the shared one can be loaded.
fn measure() -> Program {
    let source = root().join("bench/measure.c");
    Program::new(&source, "c99", Linkage::Static, &["-pthread", "-ldl"])
}

/// The numbers that a command prints.
fn figures(text: &str) -> Vec<u64> {
    let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.collect()
}

#[test]
fn engines_cost_little() {
    let (program, library) = (measure(), shared_library());
    let library = library.to_str().expect("UTF-8");
    let text = program.run(&["figures", library]).expect_silent_success();
    let [microseconds, kib] = figures(&text)[..] else { panic!("{text}") };
    assert!(microseconds <= 200_000, "{microseconds} us to the first move");
    assert!(kib <= 3 << 10, "{kib} KiB for an engine");
    let text = program.run(&["small", "20000"]).expect_silent_success();
    assert!(figures(&text)[0] >= 5_000, "{text}");
}

#[test]
fn a_game_of_twenty_plies_takes_little_memory() {
    let text = measure().run(&["games", "10000"]).expect_silent_success();
    println!("{text}");
    let figure = |what: &str| {
        let line = text.lines().find(|line| line.starts_with(what)).expect("it is in the table");
        *figures(line).last().expect("a number")
    };
    let (new, deep) = (figure("new"), figure("20 plies deep"));
    assert!(0 < new && new < deep && deep <= (4 << 10) + 24 * 20, "{new} and {deep} bytes");
}

#[test]
fn a_stop_is_obeyed_within_milliseconds_and_idle_threads_end_as_soon() {
    let program = measure();
    for threads in ["1", "2"] {
        // A machine that is busy otherwise may be late; not always.
        let in_time = (0..20).any(|_| {
            let ran = program.run(&["latency", threads, "50"]);
            println!("{threads} threads: {}", ran.stdout);
            assert!(matches!(ran.code, Some(0 | 2)) && figures(&ran.stdout).len() == 6, "{ran:?}");
            ran.code == Some(0)
        });
        assert!(in_time, "{threads} threads: 99 of 100 within 50 ms");
    }
}
