//! The examples in C, C++ and Python, as their users compile and run them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use ffi_tests::{
    Linkage, Program, Ran, has_python_chess, library_folder, root, run, shared_library,
};

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

/// The documented commands link the shared library.
#[test]
fn the_c_and_cpp_examples_with_the_static_library() {
    for (name, standard) in [("analyse.c", "c99"), ("analyse.cpp", "c++17")] {
        let program = Program::new(&source(name), standard, Linkage::Static, &[]);
        check(|arguments| program.run(arguments));
    }
}

#[test]
fn the_python_example() {
    if has_python_chess() {
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
    if !has_python_chess() {
        return;
    }
    let mut timeout = Command::new("timeout");
    timeout.args(["--preserve-status", "--signal=INT", "3", "env", "--default-signal=INT"]);
    timeout.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONPATH", root().join("python"));
    timeout.arg("python3").arg(source("analyse.py"));
    let ran = run(timeout.args(["4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "127"]));
    assert!(ran.code == Some(130) && ran.stderr.is_empty(), "{ran:?}");
}

/// The programs that review a PGN print the same in every language.
#[test]
fn the_review_examples() {
    const GAMES: &str = "[White \"Morphy\"]\n[Black \"The Duke\"]\n\n1. e4 e5 2. Nf3 d6 {Philidor} 3. d4 Bg4 \
                         4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 1-0\n\n\
                         [White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 3. e4 *\n\n\
                         [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 20\"]\n\n20... Kd7 21. e4 1/2-1/2\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let arguments = [file.to_str().unwrap(), "2000"];
    let review = |name, standard| {
        let program = Program::new(&source(name), standard, Linkage::Shared, &[]);
        program.run(&arguments).expect_silent_success()
    };
    let text = review("review.c", "c99");
    for part in [
        "Morphy - The Duke 1-0\n",
        "\nA -  *\n  line 8: move 3. \"e4\": ",
        "   2.  g4??     loses ",
        "   better: ",
        "  accuracy: White ",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert_eq!(text.matches("accuracy").count(), 3, "{text}");
    assert_eq!(review("review.cpp", "c++17"), text);
    if has_python_chess() {
        let mut python = Command::new("python3");
        python.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONPATH", root().join("python"));
        let ran = run(python.arg(source("review.py")).args(arguments));
        assert_eq!(ran.expect_silent_success(), text);
    }
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
        check(|arguments| run(Command::new(compiled).args(arguments)));
    }
}
