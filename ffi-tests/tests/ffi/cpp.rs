//! The C++ header: all of it, strictly compiled, plain, with sanitizers and under valgrind.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use ffi_tests::{Linkage, Program, Ran, is_installed, root, skip};

const STRICTER: [&str; 3] = ["-Wconversion", "-Wshadow", "-Wextra-semi"];

fn source(name: &str) -> PathBuf {
    root().join("ffi-tests/cpp").join(name)
}

fn engine(standard: &str, linkage: Linkage, flags: &[&str]) -> Program {
    // The header in two translation units.
    let games = source("games.cpp");
    let games = games.to_str().expect("UTF-8");
    let flags: Vec<_> =
        flags.iter().chain(&STRICTER).chain(&["-pthread", games]).copied().collect();
    Program::new(&source("engine.cpp"), standard, linkage, &flags)
}

fn expect_silence(ran: Ran) {
    assert_eq!(ran.expect_silent_success(), "");
}

#[test]
fn all_of_it_works() {
    expect_silence(engine("c++17", Linkage::Shared, &[]).run(&[]));
    expect_silence(engine("c++20", Linkage::Static, &[]).run(&[]));
}

#[test]
fn all_of_it_works_with_sanitizers() {
    let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let header = root().join("ffi-tests/c/header.c");
    if let Err(ran) = Program::try_new(&header, "c99", Linkage::None, &flags) {
        skip(format_args!("no sanitizers here: {}", ran.stderr));
        return;
    }
    expect_silence(engine("c++17", Linkage::Shared, &flags).run(&[]));
}

#[test]
fn all_of_it_works_under_valgrind() {
    if is_installed("valgrind") {
        let program = engine("c++17", Linkage::Shared, &["-gdwarf-4"]);
        expect_silence(program.run_under_valgrind(&[]));
    }
}

#[test]
fn wrong_types_do_not_compile() {
    let path = source("wrong.cpp");
    let text = fs::read_to_string(&path).expect("it is committed");
    let lines = text.lines().enumerate();
    let marked: BTreeSet<usize> =
        lines.filter_map(|(index, line)| line.ends_with("// wrong").then_some(index + 1)).collect();
    let flags = ["-fsyntax-only", "-fmax-errors=0"];
    let ran = Program::try_new(&path, "c++17", Linkage::None, &flags).err().expect("errors");
    let errors = ran.stderr.lines().filter(|line| line.contains(" error: "));
    let refused = errors.filter_map(|line| {
        let place = line.strip_prefix(path.to_str().expect("UTF-8"))?;
        place.split(':').nth(1)?.parse().ok()
    });
    assert_eq!(refused.collect::<BTreeSet<usize>>(), marked, "{}", ran.stderr);
    assert!(marked.len() > 40);
}

#[test]
fn the_program_in_the_header_works() {
    let header = fs::read_to_string(root().join("include/seajay.hpp")).expect("it is committed");
    let program: Vec<_> =
        header.lines().skip_while(|line| !line.contains("    #include")).collect();
    let program = program.iter().take_while(|line| !line.starts_with("// Errors."));
    let program: Vec<_> = program.map(|line| line.trim_start_matches("//     ")).collect();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.cpp");
    fs::write(&source, program.join("\n").replace("\n//\n", "\n") + "\n").unwrap();
    let program = Program::new(&source, "c++17", Linkage::Shared, &[]);
    let text = program.run(&[]).expect_silent_success();
    assert!(text.starts_with("1 ") && text.contains("\nbest move: "), "{text}");
}

/// Which thread of the pool searches makes no difference to the games.
#[test]
fn the_server_plays_the_same_games_on_any_number_of_threads() {
    let source = root().join("examples/server.cpp");
    let program = Program::new(&source, "c++17", Linkage::Shared, &["-pthread"]);
    let games = |threads: &str| {
        let text = program.run(&["3", threads]).expect_silent_success();
        let (games, summary) = text.trim_end().rsplit_once("\n\n").expect("a line after the games");
        assert!(summary.starts_with("3 games, "), "{text}");
        assert_eq!(games.lines().filter(|line| line.starts_with("1. ")).count(), 3, "{text}");
        games.to_owned()
    };
    assert_eq!(games("1"), games("2"));
    for arguments in [&["0"][..], &["many"], &["1", "2", "3"]] {
        let ran = program.run(arguments);
        assert!(ran.code == Some(2) && ran.stderr.starts_with("usage: "), "{ran:?}");
    }
    let ran = program.run(&["1", "300"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("300"), "{ran:?}");
}
