//! The programs of `ffi-tests/c`: the whole API from C, plain, with sanitizers and under valgrind; the
//! search through each library; many engines and games in a storm of calls. They print nothing that is
//! not asked for, so nothing that the library might print goes unnoticed.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use ffi_tests::{Linkage, Program, Ran, is_installed, root, shared_library, skip};
use seajay::{Engine, Limits};

fn source(name: &str) -> PathBuf {
    root().join("ffi-tests/c").join(name)
}

/// Version 4 of the debug format: not every valgrind reads the next one.
fn api(linkage: Linkage) -> Program {
    Program::new(&source("api.c"), "c99", linkage, &["-gdwarf-4", "-pthread"])
}

fn expect_silence(ran: Ran) {
    assert_eq!(ran.expect_silent_success(), "");
}

/// The compiler refuses a case that is not called.
#[test]
fn every_function_is_called() {
    let text = fs::read_to_string(source("api.c")).unwrap();
    let is_called = |name: &String| text.contains(&format!("{name}("));
    let left_out: Vec<_> =
        abi::function_names().into_iter().filter(|name| !is_called(name)).collect();
    assert_eq!(left_out, [""; 0]);
}

#[test]
fn the_whole_api_with_either_library() {
    for linkage in [Linkage::Shared, Linkage::Static] {
        expect_silence(api(linkage).run(&[]));
    }
}

#[test]
fn the_whole_api_with_sanitizers() {
    let flags =
        ["-gdwarf-4", "-pthread", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    if let Err(ran) = Program::try_new(&source("header.c"), "c99", Linkage::None, &flags) {
        skip(format_args!("no sanitizers here: {}", ran.stderr));
        return;
    }
    expect_silence(Program::new(&source("api.c"), "c99", Linkage::Shared, &flags).run(&[]));
}

#[test]
fn the_whole_api_under_valgrind() {
    if is_installed("valgrind") {
        expect_silence(api(Linkage::Shared).run_under_valgrind(&[]));
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
fn the_library_can_be_loaded_and_closed_again() {
    let flags = ["-pthread", "-ldl"];
    let program = Program::new(&source("plugin.c"), "c99", Linkage::None, &flags);
    let library = shared_library();
    let text = program.run(&[library.to_str().unwrap()]).expect_silent_success();
    let moves: Vec<_> = text.lines().collect();
    assert!(moves.len() == 3 && moves.iter().all(|&m| m.len() == 4 && m == moves[0]), "{text}");
}

/// From Rust, shared and static.
#[test]
fn every_library_searches_the_same_tree() {
    const DEPTH: u32 = 5;
    let file = root().join("tests/data/bench.epd");
    let mut engine = Engine::new().unwrap();
    let mut expected = 0;
    for fen in fs::read_to_string(&file).unwrap().lines() {
        engine.set_position(Some(fen), "").unwrap();
        let limits = Limits::depth(DEPTH);
        expected += engine.search(&limits, |_| ControlFlow::Continue(())).unwrap().nodes;
    }
    for linkage in [Linkage::Shared, Linkage::Static] {
        let program = Program::new(&source("bench.c"), "c99", linkage, &["-pthread"]);
        let text = program.run(&[file.to_str().unwrap(), &DEPTH.to_string()]);
        assert_eq!(text.expect_silent_success().trim(), expected.to_string(), "{linkage:?}");
    }
}

/// Results as on a quiet machine; memory, threads and open files as before. The long form is in
/// `tools/robustness.sh`.
#[test]
#[cfg(target_os = "linux")]
fn a_storm_changes_no_result_and_leaves_nothing_behind() {
    let program = Program::new(&source("storm.c"), "c11", Linkage::Shared, &["-pthread"]);
    let text = program.run(&["6", "2000", "5000"]).expect_silent_success();
    println!("{text}");
    for kind in ["round ", "searches ", "games "] {
        assert_eq!(text.lines().filter(|line| line.starts_with(kind)).count(), 10, "{kind}");
    }
}
