//! The whole API from C: plain, with sanitizers and under valgrind. What the programs print is
//! compared to the letter, so that nothing the library might print goes unnoticed.

use std::path::PathBuf;

use ffi_tests::{Linkage, Program, Ran, is_installed, root, shared_library, skip};

const CASES: [&str; 35] = [
    "about",
    "null_engine",
    "null_game",
    "null_arguments",
    "text_that_is_not_utf8",
    "options",
    "networks",
    "positions",
    "rules",
    "games",
    "moves_as_data",
    "records_in_pgn",
    "boards",
    "a_game_on_several_threads",
    "memory",
    "logs",
    "searches",
    "finished_games",
    "refused_limits",
    "callbacks",
    "several_lines",
    "limited_strength",
    "calls_from_the_callback",
    "started_searches",
    "pondering",
    "stopping_from_another_thread",
    "errors_of_threads",
    "chained_searches",
    "pools",
    "struct_sizes",
    "cut_texts",
    "repeatable_searches",
    "reviews",
    "many_engines",
    "several_threads",
];

/// How many times slower everything may be under valgrind, on a busy machine.
const SLOW: &str = "20";
const BUSY: &str = "5";

fn source(name: &str) -> PathBuf {
    root().join("ffi-tests/c").join(name)
}

/// Version 4 of the debug format: not every valgrind reads the next one.
fn api(linkage: Linkage) -> Program {
    Program::new(&source("api.c"), "c99", linkage, &["-gdwarf-4", "-pthread"])
}

fn expect_all_cases(ran: Ran) {
    let cases: String = CASES.iter().map(|case| format!("ok {case}\n")).collect();
    assert_eq!(ran.expect_silent_success(), cases);
}

#[test]
fn the_whole_api_with_the_shared_library() {
    expect_all_cases(api(Linkage::Shared).run(&[BUSY]));
}

#[test]
fn the_whole_api_with_the_static_library() {
    expect_all_cases(api(Linkage::Static).run(&[BUSY]));
}

#[test]
fn the_whole_api_with_sanitizers() {
    let flags =
        ["-gdwarf-4", "-pthread", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    if let Err(ran) = Program::try_new(&source("header.c"), "c99", Linkage::None, &flags) {
        skip(format_args!("no sanitizers here: {}", ran.stderr));
        return;
    }
    let program = Program::new(&source("api.c"), "c99", Linkage::Shared, &flags);
    expect_all_cases(program.run(&[SLOW]));
}

#[test]
fn the_whole_api_under_valgrind() {
    if is_installed("valgrind") {
        expect_all_cases(api(Linkage::Shared).run_under_valgrind(&[SLOW]));
    }
}

#[test]
fn the_examples_under_valgrind() {
    if !is_installed("valgrind") {
        return;
    }
    for (example, standard) in [("analyse.c", "c99"), ("analyse.cpp", "c++17")] {
        let source = root().join("examples").join(example);
        let program = Program::new(&source, standard, Linkage::Shared, &["-gdwarf-4"]);
        let text = program.run_under_valgrind(&["7k/8/5K2/6Q1/8/8/8/8 w - - 12 60", "3"]);
        assert!(text.expect_silent_success().contains("Qg7#"));
        let ran = program.run_under_valgrind(&["nonsense", "3"]);
        assert!(ran.code == Some(2) && !ran.stderr.contains("=="), "{ran:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn exhausted_memory_is_a_status() {
    let program = Program::new(&source("memory.c"), "c99", Linkage::Shared, &[]);
    let text = program.run(&[]).expect_silent_success();
    let cases = [
        "too large a hash table",
        "too many engines",
        "too many threads",
        "no memory for a thread",
    ];
    assert_eq!(text, cases.map(|case| format!("ok {case}\n")).concat());
}

#[test]
fn the_library_can_be_loaded_and_closed_again() {
    let flags = ["-pthread", "-ldl"];
    let program = Program::new(&source("plugin.c"), "c99", Linkage::None, &flags);
    let library = shared_library();
    let text = program.run(&[library.to_str().unwrap()]).expect_silent_success();
    let moves: Vec<_> = text.lines().collect();
    assert!(moves.len() == 3 && moves.iter().all(|&m| m.len() == 4 && m == moves[0]), "{text}");
}
