//! The whole API from C: plain, with sanitizers and under valgrind. The programs print nothing, so
//! nothing that the library might print goes unnoticed.

use std::fs;
use std::path::PathBuf;

use ffi_tests::{Linkage, Program, Ran, is_installed, root, shared_library, skip};

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
