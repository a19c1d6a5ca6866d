//! The hosts in other languages of `examples/hosts`: each must print what the same calls give in
//! Rust.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use ffi_tests::{library_folder, root, run, skip};
use seajay::{Bound, Engine, Game, GameState, Info, InfoKind, Limits, ReportedScore, ScoreKind};

/// Where the hosts analyse.
const OPERA: &str = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

fn source(name: &str) -> PathBuf {
    root().join("examples/hosts").join(name)
}

/// Whether a host can run. `.ci/run` installs what all of them need, and sets SEAJAY_ALL_HOSTS.
fn can_run(host: &str, needs: &str, is_there: bool) -> bool {
    if !is_there {
        assert!(env::var_os("SEAJAY_ALL_HOSTS").is_none(), "the host in {host} needs {needs}");
        skip(format_args!("the host in {host}, which needs {needs}"));
    }
    is_there
}

/// Whether a program is there, which prints its version after this argument.
fn has(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|out| out.status.success())
}

/// A program that finds the library.
fn with_library(program: &str) -> Command {
    let mut command = Command::new("env");
    command.arg(format!("LD_LIBRARY_PATH={}", library_folder().display())).arg(program);
    command
}

/// Twenty plies that the engine plays against itself, and what it says of the last.
fn play(engine: &mut Engine, game: &mut Game) -> String {
    let mut last = String::new();
    while game.ply_count() < 20 && game.state() == GameState::Ongoing {
        engine.set_game(game);
        let report = engine.search(&Limits::nodes(3000), |_| ControlFlow::Continue(())).unwrap();
        game.play(report.best_move.as_str()).unwrap();
        let [win, draw, loss] = report.wdl;
        last = format!("chances: {win} {draw} {loss}, nodes: {}\n", report.nodes);
    }
    last
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
    let last = play(&mut engine, &mut game);
    let mut text = format!("game: {}\n{last}", game.moves_san().unwrap());
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

#[test]
fn csharp() {
    if !can_run("C#", "mcs and mono", has("mcs", "--version") && has("mono", "--version")) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("host.exe");
    let mut compiler = Command::new("mcs");
    compiler.args(["-warn:4", "-warnaserror"]).arg(format!("-out:{}", program.display()));
    run(compiler.arg(source("Host.cs"))).expect_silent_success();
    expect_a_host(with_library("mono").arg(program));
}

#[test]
fn java() {
    let jna = Path::new("/usr/share/java/jna.jar");
    if !can_run("Java", "a JDK and libjna-java", has("javac", "--version") && jna.exists()) {
        return;
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
    if !can_run("Go", "go", has("go", "version")) {
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
    if can_run("Lua", "luajit", has("luajit", "-v")) {
        expect_a_host(with_library("luajit").arg(source("host.lua")));
    }
}

#[test]
fn node() {
    let modules = root().join("target/node/node_modules");
    let is_there = has("node", "--version") && modules.join("koffi").exists();
    if !can_run("JavaScript", "node and koffi in target/node", is_there) {
        return;
    }
    // Node looks for packages beside the program.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("host.mjs");
    fs::copy(source("host.mjs"), &program).expect("it is writable");
    symlink(modules, folder.path().join("node_modules")).expect("it is writable");
    expect_a_host(with_library("node").arg(program));
}
