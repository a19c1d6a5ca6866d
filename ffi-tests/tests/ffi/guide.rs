//! The programs in docs/guide.md, and the web pages that are made of it and of the headers.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use ffi_tests::{Linkage, Program, is_installed, root, run};
use shakmaty::Position;
use testkit::solver::{chess, is_mate_within, mates_within};

/// The blocks of code in a language.
fn blocks(language: &str) -> Vec<String> {
    let guide = fs::read_to_string(root().join("docs/guide.md")).expect("it is committed");
    let opening = format!("\n```{language}\n");
    let parts = guide.split(&opening).skip(1);
    parts.map(|part| part.split("```\n").next().expect("its end").to_owned()).collect()
}

/// Compiles a block of code in C or C++.
fn compile(text: &str, language: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join(format!("program.{language}"));
    fs::write(&source, text).expect("the folder is writable");
    let standard = if language == "c" { "c99" } else { "c++17" };
    Program::new(&source, standard, Linkage::Shared, &[])
}

#[test]
fn every_program_of_the_guide_works() {
    for (language, count) in [("c", 11), ("cpp", 3)] {
        let programs = blocks(language);
        assert_eq!(programs.len(), count, "programs in {language}");
        for text in programs {
            let printed = compile(&text, language).run(&[]);
            assert!(!printed.expect_silent_success().is_empty(), "{text}");
        }
    }
}

/// As many as by brute force: one where the only legal move mates, several for a cooked problem.
#[test]
fn the_program_for_mates_finds_every_solution() {
    let programs = blocks("c");
    let program = programs.iter().find(|text| text.contains("limits.mate = 2")).expect("it");
    let program = compile(program, "c");
    let mut counts = Vec::new();
    for fen in [
        "n1N3br/2p1Bpkr/1pP2R1b/pP3Pp1/P5P1/1P1p4/p2P4/K7 w - -",
        "2Q3n1/3k1p2/7r/2Bp3p/P4r1q/4n1p1/2P5/1NN3K1 b - - 13 56",
        "2r1k3/3prR2/p2p2P1/1b6/4P3/2Q3Pp/n2K4/8 w - - 1 62",
        "4k3/2R4P/7R/p1p1n3/4P3/p1N3p1/8/1bK5 w - - 8 61",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    ] {
        let position = chess(fen);
        let shortest = (1..=2).find(|&moves| is_mate_within(&position, moves));
        let mates = |m| shortest.is_some_and(|moves| mates_within(&position, m, moves));
        let count = position.legal_moves().into_iter().filter(|&m| mates(m)).count();
        let text = program.run(&[fen]).expect_silent_success();
        let lines = shortest.map_or(0, |moves| text.matches(&format!("mate in {moves}: ")).count());
        assert_eq!(lines, count, "{fen}: {text}");
        assert!(text.ends_with(&format!("solutions: {count}\n")), "{fen}: {text}");
        counts.push(count);
        if position.legal_moves().len() == 1 {
            assert_eq!(count, 1, "{fen}: it is forced");
        }
    }
    assert_eq!(counts[..4], [1, 1, 2, 2]);
}

#[test]
fn the_web_pages_are_made_without_a_warning() {
    if !is_installed("doxygen") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = fs::read_to_string(root().join("docs/Doxyfile")).expect("it is committed");
    let settings = settings.replace("target/doxygen", folder.path().to_str().expect("UTF-8"));
    let path = folder.path().join("Doxyfile");
    fs::write(&path, settings).expect("the folder is writable");
    run(Command::new("doxygen").arg(&path).current_dir(root())).expect_silent_success();
    let page = fs::read_to_string(folder.path().join("html/index.html")).expect("a first page");
    assert!(page.contains("Determinism"));
    let page = fs::read_to_string(folder.path().join("html/seajay_8h.html")).expect("a page");
    assert!(page.contains("seajay_set_log_callback"));
}
