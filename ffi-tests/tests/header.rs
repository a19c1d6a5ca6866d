//! The header alone, in every language that it promises.

use std::fs;

use ffi_tests::{Linkage, Program, header, root};

const STRICTER: [&str; 6] = [
    "-Wmissing-field-initializers",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Wundef",
    "-Wno-unused-variable",
];

fn compile(standard: &str) {
    let language = if standard.starts_with("c++") { "-xc++" } else { "-xc" };
    let flags: Vec<_> = STRICTER.into_iter().chain(["-pedantic-errors", language]).collect();
    let source = root().join("ffi-tests/c/header.c");
    let program = Program::new(&source, standard, Linkage::None, &flags);
    assert_eq!(program.run(&[]).expect_silent_success(), "");
}

#[test]
fn the_header_is_c99() {
    compile("c99");
}

#[test]
fn the_header_is_newer_c() {
    compile("c11");
    compile("c17");
}

#[test]
fn the_header_is_cpp17() {
    compile("c++17");
}

#[test]
fn the_header_is_newer_cpp() {
    compile("c++20");
}

#[test]
fn the_program_in_the_header_works() {
    let header = header();
    let program: Vec<_> = header.lines().skip_while(|line| !line.contains("#include")).collect();
    let program = program.iter().take_while(|line| !line.starts_with("// Threads"));
    let program: Vec<_> = program.map(|line| line.trim_start_matches("//")).collect();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.c");
    fs::write(&source, program.join("\n") + "\n").unwrap();
    for standard in ["c99", "c++17"] {
        let language = if standard == "c99" { "-xc" } else { "-xc++" };
        let program = Program::new(&source, standard, Linkage::Shared, &[language]);
        let text = program.run(&[]).expect_silent_success();
        assert!(text.starts_with("depth 1: ") && text.contains("\nbest move: "), "{text}");
    }
}
