//! Tests the analyse example through its input and output.

use std::process::{Command, Output, Stdio};

use testkit::positions::{MATED, STALEMATED};

fn analyse(arguments: &[&str]) -> Output {
    let mut child = Command::new(testkit::example("analyse"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The output fits into the pipe's buffer: it can be read at the end.
    testkit::wait(&mut child);
    child.wait_with_output().unwrap()
}

fn stdout_of(arguments: &[&str]) -> String {
    let output = analyse(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_built_in_position_is_analysed() {
    let text = stdout_of(&["--depth", "6"]);
    for part in ["a  b  c  d  e  f  g  h", "White to move", "Best move  10. ", "First-move cutoffs"]
    {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(!text.contains('\x1b'), "escape codes in a pipe:\n{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn a_position_may_be_given_as_one_argument_or_as_several() {
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60";
    let several: Vec<&str> = ["-d", "4"].into_iter().chain(fen.split(' ')).collect();
    for arguments in [vec!["--depth", "4", fen], several] {
        let text = stdout_of(&arguments);
        assert!(text.contains("Best move  60. Qg7#"), "{text}");
        assert!(text.contains("White mates in 1"), "{text}");
    }
}

#[test]
fn a_finished_game_is_recognised() {
    let text = stdout_of(&[MATED]);
    assert!(text.contains("Checkmate"), "{text}");
    let text = stdout_of(&[STALEMATED]);
    assert!(text.contains("Stalemate"), "{text}");
}

#[test]
fn bad_input_is_explained() {
    for (arguments, part) in [
        (&["8/8/8/8/8/8/8/8 x - - 0 1"][..], "side to move"),
        (&["8/8/8/8/8/8/8/K7 w - - 0 1"], "king"),
        (&["--depth", "many"], "--depth"),
        (&["--time", "-1"], "-1"),
        (&["--hash", "0"], "Hash"),
    ] {
        let output = analyse(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
}
