//! The Python package with the library that these tests have built. What needs python-chess, or
//! takes long, pytest runs where it is installed; `.ci/run` installs all of it and runs everything.

use std::process::Command;

use ffi_tests::{Ran, is_installed, root, run, shared_library, skip};

/// Runs Python with the package of this checkout.
fn python(arguments: &[&str]) -> Ran {
    let mut python = Command::new("python3");
    python.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONDONTWRITEBYTECODE", "1");
    python.env("PYTHONPATH", root().join("python")).current_dir(root());
    run(python.args(arguments))
}

#[test]
fn the_package_without_python_chess() {
    if is_installed("python3") {
        let text = python(&["python/tests/without_chess.py"]).expect_silent_success();
        assert_eq!(text, "well\n");
    }
}

#[test]
fn a_storm() {
    if is_installed("python3") {
        let text = python(&["python/tests/storm.py", "5"]).expect_silent_success();
        println!("{text}");
        assert!(text.ends_with(": well\n"), "{text}");
    }
}

#[test]
fn the_tests_of_the_package() {
    if !is_installed("python3") {
        return;
    }
    if python(&["-c", "import pytest"]).code != Some(0) {
        skip("there is no pytest here");
        return;
    }
    // The others need a release build, or minutes.
    let quick = ["capi", "engine", "rules", "pgn", "review", "aio", "server", "uci"]
        .map(|name| format!("python/tests/test_{name}.py"));
    let mut arguments = vec!["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"];
    arguments.extend(quick.iter().map(String::as_str));
    let ran = python(&arguments);
    // For want of python-chess perhaps.
    ran.stdout.lines().filter_map(|line| line.strip_prefix("SKIPPED ")).for_each(skip);
    // 5: all of it was skipped.
    assert!(matches!(ran.code, Some(0 | 5)), "{ran:#?}");
}
