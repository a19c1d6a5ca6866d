//! The header alone, in every language that it promises.

use ffi_tests::{Linkage, Program, root};

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
