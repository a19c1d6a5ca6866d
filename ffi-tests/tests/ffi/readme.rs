//! The snippets of the README in C and Python, with the commands beside them.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use ffi_tests::{Ran, has_python_chess, library_folder, root, run, shared_library};
use tempfile::TempDir;

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
fn the_c_program_works() {
    let text = follow("From C", "c", "target/program.c").expect_silent_success();
    let lines: Vec<_> = text.lines().collect();
    let [best, line] = lines[..] else { panic!("{text}") };
    assert!(best.starts_with("best move: ") && best.len() == 15, "{text}");
    assert!(line.starts_with("line: ") && line.len() > 8, "{text}");
}

#[test]
fn the_python_program_works() {
    if has_python_chess() {
        let text = follow("From Python", "python", "target/program.py").expect_silent_success();
        assert_eq!(text, "best move: Qg7#\n");
    }
}
