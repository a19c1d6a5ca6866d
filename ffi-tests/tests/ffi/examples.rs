//! The examples in C, C++ and Python, as their users compile and run them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use ffi_tests::{Linkage, Program, Ran, is_installed, library_folder, root, run, shared_library};

fn source(name: &str) -> PathBuf {
    root().join("examples").join(name)
}

/// What all three programs do, whatever the language.
fn check(analyse: impl Fn(&[&str]) -> Ran) {
    let mate = "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60";
    let text = analyse(&[mate, "4"]).expect_silent_success();
    for part in [mate, " . . . . . K . .\n", "#+1", "Best move            Qg7#", "cutoffs"] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    let text = analyse(&["k7/8/8/8/8/8/8/KQ6 b - - 0 1", "5"]).expect_silent_success();
    let depths = text.lines().filter(|line| line.contains(" Ka7 ")).count();
    assert!(depths >= 3, "a line per depth in\n{text}");
    let text = analyse(&["7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "4"]).expect_silent_success();
    assert!(text.contains("Checkmate"), "{text}");
    let text = analyse(&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4"]).expect_silent_success();
    assert!(text.contains("Stalemate"), "{text}");
    for (arguments, part) in [
        (&["8/8/8/8/8/8/8/8 x - - 0 1", "1"][..], "error: "),
        (&["8/8/8/8/8/8/8/8 x - - 0 1", "1"], "side to move"),
        (&["8/8/8/8/8/8/8/K7 w - - 0 1", "1"], "king"),
        (&[mate, "many"], "usage: "),
        (&[mate, "0"], "usage: "),
        (&[mate, "1", "2"], "usage: "),
    ] {
        let ran = analyse(arguments);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stdout.is_empty() && ran.stderr.contains(part), "{ran:?}");
    }
}

#[test]
fn the_c_example_with_the_shared_library() {
    let program = Program::new(&source("analyse.c"), "c99", Linkage::Shared, &[]);
    check(|arguments| program.run(arguments));
}

#[test]
fn the_c_example_with_the_static_library() {
    let program = Program::new(&source("analyse.c"), "c99", Linkage::Static, &[]);
    check(|arguments| program.run(arguments));
}

#[test]
fn the_cpp_example_with_the_shared_library() {
    let program = Program::new(&source("analyse.cpp"), "c++17", Linkage::Shared, &[]);
    check(|arguments| program.run(arguments));
}

#[test]
fn the_cpp_example_with_the_static_library() {
    let program = Program::new(&source("analyse.cpp"), "c++17", Linkage::Static, &[]);
    check(|arguments| program.run(arguments));
}

#[test]
fn the_python_example() {
    if is_installed("python3") {
        check(|arguments| {
            let mut python = Command::new("python3");
            python.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONPATH", root().join("python"));
            run(python.arg(source("analyse.py")).args(arguments))
        });
    }
}

/// Ctrl-C ends the Python example, whose search would go on forever.
#[test]
fn the_python_example_can_be_interrupted() {
    if !is_installed("python3") {
        return;
    }
    let mut timeout = Command::new("timeout");
    timeout.args(["--preserve-status", "--signal=INT", "3", "env", "--default-signal=INT"]);
    timeout.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONPATH", root().join("python"));
    timeout.arg("python3").arg(source("analyse.py"));
    let ran = run(timeout.args(["4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "127"]));
    assert!(ran.code == Some(130) && ran.stderr.is_empty(), "{ran:?}");
}

/// The command in the first comment of an example, with other folders.
fn documented_command(example: &str, program: &str, compiled: &str) -> String {
    let text = fs::read_to_string(source(example)).expect("readable");
    let lines: Vec<_> = text.lines().take_while(|line| !line.starts_with("#include")).collect();
    let lines = lines.iter().map(|line| line.trim_start_matches([' ', '*']));
    let lines = lines.skip_while(|line| !line.contains(" -std="));
    let command: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    command
        .join("\n")
        .replace("target/release", library_folder().to_str().expect("UTF-8"))
        .replace(program, compiled)
}

#[test]
fn the_documented_commands_work() {
    for (example, program) in
        [("analyse.c", "target/analyse-c"), ("analyse.cpp", "target/analyse-cpp")]
    {
        let folder = tempfile::tempdir().unwrap();
        let compiled = folder.path().join("program");
        let compiled = compiled.to_str().unwrap();
        let command = documented_command(example, program, compiled);
        assert!(command.contains(&format!("&& {compiled}")), "{command}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{command} '7k/8/5K2/6Q1/8/8/8/8 w - - 12 60' 2")]);
        let text = run(shell.current_dir(root())).expect_silent_success();
        assert!(text.contains("Qg7#"), "{text}");
    }
}
