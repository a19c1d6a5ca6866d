//! The hosts in other languages of `examples/hosts`: each must print what the same calls give in
//! Rust. And a storm of calls from C#.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use ffi_tests::{is_installed, library_folder, root, run, skip};
use seajay::{Bound, Engine, Game, GameState, Info, InfoKind, Limits, ReportedScore, ScoreKind};

/// Where the hosts analyse.
const OPERA: &str = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

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

/// Twenty plies that the engine plays against itself.
fn play(engine: &mut Engine, game: &mut Game) {
    while game.ply_count() < 20 && game.state() == GameState::Ongoing {
        engine.set_game(game);
        let report = engine.search(&Limits::nodes(3000), |_| ControlFlow::Continue(())).unwrap();
        game.play(report.best_move.as_str()).unwrap();
    }
}

fn score_text(score: ReportedScore) -> String {
    match score.kind {
        ScoreKind::Centipawns => format!("{:+.2}", f64::from(score.value) / 100.0),
        ScoreKind::Mate => format!("#{:+}", score.value),
        ScoreKind::Tablebase => format!("TB{:+}", score.value),
    }
}

/// What a host has to print before the line of the stopped search.
fn expected() -> String {
    let (mut engine, mut game) = (Engine::new().unwrap(), Game::new());
    play(&mut engine, &mut game);
    let mut text = format!("game: {}\n", game.moves_san().unwrap());
    game.set(Some(OPERA), "").unwrap();
    engine.set_option("MultiPV", "3").unwrap();
    engine.set_game(&game);
    let show = |info: &Info<'_>| {
        if info.kind == InfoKind::Line && info.score.bound == Bound::Exact {
            let (score, san) = (score_text(info.score), game.to_san(info.pv).unwrap());
            writeln!(text, "depth {}, line {}: {score} {san}", info.depth, info.multipv).unwrap();
        }
        ControlFlow::Continue(())
    };
    engine.search(&Limits::depth(6), show).unwrap();
    text
}

/// Runs a host, and compares what it prints: a game, lines, a move of a stopped search, an error.
fn expect_a_host(command: &mut Command) {
    let text = run(command).expect_silent_success();
    let (version, rest) = text.split_once('\n').expect("lines");
    assert!(version.starts_with("seajay "), "{text}");
    let (before, after) = rest.split_once("stopped: ").expect("a stopped search");
    assert_eq!(before, expected());
    let (best_move, error) = after.split_once('\n').expect("an error after it");
    let game = Game::from_fen(Some(OPERA)).unwrap();
    game.from_san(best_move).expect("a legal move");
    let empty = Game::from_fen(Some("8/8/8/8/8/8/8/8 w - - 0 1")).expect_err("no kings");
    assert_eq!(error, format!("error: {empty}\n"));
}

/// Compiles C# into a folder, or returns `None` where there is no Mono.
fn compile_csharp(folder: &Path, main: &str, sources: &[PathBuf]) -> Option<PathBuf> {
    if !(is_installed("mcs") && is_installed("mono")) {
        return None;
    }
    let program = folder.join("host.exe");
    let mut compiler = Command::new("mcs");
    compiler.args(["-warn:4", "-warnaserror"]).arg(format!("-main:{main}"));
    compiler.arg(format!("-out:{}", program.display())).args(sources);
    run(&mut compiler).expect_silent_success();
    Some(program)
}

#[test]
fn csharp() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    if let Some(program) = compile_csharp(folder.path(), "Host", &[source("Host.cs")]) {
        expect_a_host(with_library("mono").arg(program));
    }
}

#[test]
fn a_storm_in_csharp() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [root().join("ffi-tests/hosts/Storm.cs"), source("Host.cs")];
    if let Some(program) = compile_csharp(folder.path(), "Storm", &sources) {
        let text = run(with_library("mono").arg(program).arg("5")).expect_silent_success();
        println!("{text}");
        assert!(text.ends_with(": well\n"), "{text}");
    }
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
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut compiler = Command::new("javac");
    compiler.args(["-Xlint:all", "-Werror", "-d"]).arg(folder.path()).arg("-cp").arg(jna);
    run(compiler.arg(source("Host.java"))).expect_silent_success();
    let mut java = Command::new("java");
    java.arg("-cp").arg(format!("{}:{}", jna.display(), folder.path().display()));
    java.arg(format!("-Djna.library.path={}", library_folder().display()));
    expect_a_host(java.arg("Host"));
}

#[test]
fn go() {
    if !has("go", "version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("host");
    let go = |arguments: &[&str]| {
        let mut go = Command::new("go");
        go.env("CGO_CFLAGS", format!("-I{}", root().join("include").display()));
        go.env("CGO_LDFLAGS", format!("-L{}", library_folder().display()));
        go.env("GOCACHE", folder.path().join("cache")).args(arguments);
        run(go.arg(source("host.go"))).expect_silent_success();
    };
    go(&["vet"]);
    go(&["build", "-o", program.to_str().expect("UTF-8")]);
    expect_a_host(&mut with_library(program.to_str().expect("UTF-8")));
}

#[test]
fn lua() {
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
        return skip("koffi is not in target/node: npm install --prefix target/node koffi@3.3.4");
    }
    // Node looks for packages beside the program.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("host.mjs");
    fs::copy(source("host.mjs"), &program).expect("it is writable");
    symlink(modules, folder.path().join("node_modules")).expect("it is writable");
    expect_a_host(with_library("node").arg(program));
}
