//! The hosts in other languages of `examples/hosts`: each plays, analyses, stops a search from elsewhere and
//! reads the text of an error.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

use ffi_tests::{is_installed, library_folder, root, run, skip};
use seajay::Game;

fn source(name: &str) -> PathBuf {
    root().join("examples/hosts").join(name)
}

/// Whether a program is there that has its own way to print its version.
fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).output().is_ok_and(|out| out.status.success());
    if !found {
        skip(format_args!("there is no {program} here"));
    }
    found
}

/// A program that finds the library.
fn with_library(program: &str) -> Command {
    let mut command = Command::new("env");
    command.arg(format!("LD_LIBRARY_PATH={}", library_folder().display())).arg(program);
    command
}

/// Runs a host, and looks at what it prints: a game of six plies, three lines, a move and an error.
fn expect_a_host(command: &mut Command) {
    let text = run(command).expect_success().stdout;
    let lines: Vec<&str> = text.lines().collect();
    let after = |index: usize, word: &str| {
        lines[index].strip_prefix(word).unwrap_or_else(|| panic!("no {word}: {text}"))
    };
    assert_eq!(lines.len(), 6, "{text}");
    let mut game = Game::new();
    game.play_san(after(0, "game: ")).expect("legal moves");
    assert_eq!(game.ply_count(), 6);
    for number in 1..=3 {
        // Some print the score too.
        let line = after(number, &format!("line {number}: "));
        let score = line.find(|c: char| c.is_ascii_alphabetic()).expect("a move");
        game.from_san(&line[score..]).expect("legal moves");
    }
    game.play(after(4, "stopped: ")).expect("a legal move");
    assert_eq!(after(5, "error: "), "FEN field 1 (pieces): the board is empty");
}

#[test]
fn csharp() {
    if !(is_installed("mcs") && is_installed("mono")) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("host.exe");
    let mut compiler = Command::new("mcs");
    run(compiler.arg(format!("-out:{}", program.display())).arg(source("Host.cs")))
        .expect_success();
    expect_a_host(with_library("mono").arg(program));
}

#[test]
fn java() {
    let jna = Path::new("/usr/share/java/jna.jar");
    if !is_installed("javac") {
        return;
    }
    if !jna.exists() {
        return skip("libjna-java is not installed");
    }
    let mut java = with_library("java");
    java.arg("-cp").arg(jna).arg(format!("-Djna.library.path={}", library_folder().display()));
    expect_a_host(java.arg(source("Host.java")));
}

#[test]
fn go() {
    if !has("go", "version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut go = with_library("go");
    go.env("CGO_CFLAGS", format!("-I{}", root().join("include").display()));
    go.env("CGO_LDFLAGS", format!("-L{} -lseajay", library_folder().display()));
    go.env("GOCACHE", folder.path()).env("GOFLAGS", "-mod=mod");
    expect_a_host(go.arg("run").arg(source("host.go")));
}

#[test]
fn luajit() {
    if has("luajit", "-v") {
        expect_a_host(with_library("luajit").arg(source("host.lua")));
    }
}

#[test]
fn node() {
    if !is_installed("node") {
        return;
    }
    let modules = root().join("target/node/node_modules");
    if !modules.join("koffi").exists() {
        return skip("koffi is not in target/node: npm install --prefix target/node koffi");
    }
    let mut node = with_library("node");
    expect_a_host(node.env("NODE_PATH", modules).arg(source("host.mjs")));
}
