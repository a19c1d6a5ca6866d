//! The Python package with the library that these tests have built, where Python has python-chess.
//! `.ci/run` installs all that its tests need and runs everything.

use std::process::Command;

use ffi_tests::{Ran, has_python_chess, root, run, shared_library, skip};

/// Runs Python with the package of this checkout.
fn python(arguments: &[&str]) -> Ran {
    let mut python = Command::new("python3");
    python.env("SEAJAY_LIBRARY", shared_library()).env("PYTHONDONTWRITEBYTECODE", "1");
    python.env("PYTHONPATH", root().join("python")).current_dir(root());
    run(python.args(arguments))
}

#[test]
fn a_storm() {
    if has_python_chess() {
        let text = python(&["python/tests/storm.py", "5"]).expect_silent_success();
        println!("{text}");
        assert!(text.ends_with(": well\n"), "{text}");
    }
}

#[test]
fn the_tests_of_the_package() {
    if !has_python_chess() {
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
    ran.stdout.lines().filter_map(|line| line.strip_prefix("SKIPPED ")).for_each(skip);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}
