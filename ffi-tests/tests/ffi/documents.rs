//! The programs in README.md and docs/guide.md, with the commands beside them, and the web pages that
//! are made of the guide and of the headers.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use ffi_tests::{
    Linkage, Program, Ran, has_python_chess, is_installed, library_folder, root, run,
    shared_library,
};
use shakmaty::Position;
use tempfile::TempDir;
use testkit::play::{chess, is_mate_within, mates_within};

/// The text of the first block of code in a language behind a heading of the README.
fn block(heading: &str, language: &str) -> String {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README is committed");
    let (_, section) = readme.split_once(&format!("\n## {heading}\n")).expect("the heading");
    let (_, rest) = section.split_once(&format!("\n```{language}\n")).expect("the block");
    let (text, _) = rest.split_once("\n```\n").expect("the end of the block");
    format!("{text}\n")
}

/// A folder that looks like the root of the repository after `cargo build --release`.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["include", "examples"] {
        symlink(root().join(name), folder.path().join(name)).expect("the folder is writable");
    }
    fs::create_dir(folder.path().join("target")).expect("the folder is writable");
    symlink(library_folder(), folder.path().join("target/release")).expect("it is writable");
    folder
}

/// Commands that build and install, which is done here in another way.
const BUILDS: [&str; 3] = [
    "cargo build --release",
    "python3 -m venv .venv && . .venv/bin/activate",
    "pip install ./python",
];

/// Saves the snippet of a section, and runs the section's commands.
fn follow(heading: &str, language: &str, file: &str) -> Ran {
    let folder = repository();
    fs::write(folder.path().join(file), block(heading, language)).expect("it is writable");
    let commands = block(heading, "sh");
    let (builds, commands): (Vec<_>, Vec<_>) =
        commands.lines().partition(|line| BUILDS.contains(line));
    assert!(!builds.is_empty(), "{commands:?}");
    let mut shell = Command::new("sh");
    shell.args(["-ec", &commands.join("\n")]).env("SEAJAY_LIBRARY", shared_library());
    shell.env("PYTHONPATH", root().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
    run(shell.current_dir(folder.path()))
}

#[test]
fn the_readmes_program_in_c_works() {
    let text = follow("From C", "c", "target/program.c").expect_silent_success();
    let lines: Vec<_> = text.lines().collect();
    let [best, line] = lines[..] else { panic!("{text}") };
    assert!(best.starts_with("best move: ") && best.len() == 15, "{text}");
    assert!(line.starts_with("line: ") && line.len() > 8, "{text}");
}

#[test]
fn the_readmes_program_in_python_works() {
    if has_python_chess() {
        let text = follow("From Python", "python", "target/program.py").expect_silent_success();
        assert_eq!(text, "best move: Qg7#\n");
    }
}

/// The blocks of code in a language of the guide.
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
    for language in ["c", "cpp"] {
        let programs = blocks(language);
        assert!(programs.len() >= 3, "programs in {language}");
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

/// The promises name the tests that hold them, and those move.
#[test]
fn the_files_that_documents_name_are_there() {
    let mut documents: Vec<_> = ["", "docs", "bench", "trainer", "nets"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder"))
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut count = 0;
    for document in documents {
        let text = fs::read_to_string(&document).expect("it is committed");
        for words in text.split('`').skip(1).step_by(2) {
            let path = words.split([' ', ':']).next().unwrap_or_default();
            let is_file = path.split_once('/').is_some_and(|(_, rest)| rest.contains('.'));
            let is_made = ["target/", "trainer/data/"].iter().any(|made| path.starts_with(made));
            if is_file
                && !is_made
                && path.chars().all(|c| c.is_alphanumeric() || "/-_.".contains(c))
            {
                let places = [root().join(path), root().join("src").join(path)];
                let found = places.iter().any(|place| place.exists());
                assert!(found, "{} names {path}", document.display());
                count += 1;
            }
        }
    }
    assert!(count > 80, "{count}");
}
