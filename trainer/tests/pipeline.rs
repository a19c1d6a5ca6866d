//! From nothing to a network, with the commands of the README at a small scale.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};

use seajay::{Engine, Limits};

fn trainer(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trainer"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

/// What a command that succeeds prints, and its messages.
fn output(folder: &Path, arguments: &str) -> [String; 2] {
    let Output { status, stdout, stderr } = trainer(folder, arguments);
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(status.success(), "trainer {arguments}: {stderr}");
    [stdout, stderr]
}

fn stdout(folder: &Path, arguments: &str) -> String {
    let [stdout, _] = output(folder, arguments);
    stdout
}

/// The word that follows a mark in a text.
fn word_after<'a>(mark: &str, text: &'a str) -> &'a str {
    text.split(mark).nth(1).and_then(|rest| rest.split(' ').next()).unwrap()
}

fn refused(folder: &Path, arguments: &str) -> String {
    let output = trainer(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "trainer {arguments}");
    String::from_utf8(output.stderr).unwrap()
}

/// Checks what `inspect` says of a network.
fn check_network(folder: &Path, name: &str, parts: &[&str]) {
    let network = stdout(folder, &format!("inspect {name}"));
    for part in parts {
        assert!(network.contains(part), "{network}");
    }
}

/// Plays games, and short ones that leave them. Returns what `inspect` says of those.
fn play_games(folder: &Path) -> String {
    // Games, and more of them from the next seed.
    stdout(folder, "generate -o games --games 20 --nodes 50 --seed 1");
    stdout(folder, "generate -o games --games 300 --nodes 50 --seed 1");
    let games = stdout(folder, "inspect games");
    assert!(games.contains("games-1.sjg: 20 games") && games.contains("games-2.sjg: 280 games"));
    let record = fs::read_to_string(folder.join("games/games-2.toml")).unwrap();
    assert!(record.contains("seed = 2\nnodes = 50\n") && record.contains("games = 280\n"));
    // Short games that leave those.
    stdout(
        folder,
        "generate -o short --games 40 --nodes 50 --deviate-from games --plies 3 --seed 3",
    );
    let short = stdout(folder, "inspect short");
    let plies: u32 = word_after(" games, ", &short).parse().unwrap();
    assert!((40..=120).contains(&plies), "{short}");
    short
}

#[test]
fn from_nothing_to_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let short = play_games(folder);
    // One file of all of them, even if they are named twice, or of a part.
    stdout(folder, "archive games games/games-1.sjg -o all.sjg");
    let record = fs::read_to_string(folder.join("all.toml")).unwrap();
    assert!(
        record.contains("\ngames = 300\n") && record.contains("\nduplicates = 20\n"),
        "{record}"
    );
    assert!(record.contains("\nseed = 2\n"), "{record}");
    assert!(stdout(folder, "inspect all.sjg").contains("all.sjg: 300 games"));
    assert!(refused(folder, "archive games -o all.sjg").contains("all.sjg exists"));
    stdout(folder, "archive all.sjg -o some.sjg --share 0.5");
    let record = fs::read_to_string(folder.join("some.toml")).unwrap();
    let games = record.lines().find_map(|line| line.strip_prefix("games = ")).unwrap();
    assert!((110..190).contains(&games.parse::<u32>().unwrap()), "{record}");
    assert!(stdout(folder, "inspect some.sjg").contains(&format!("some.sjg: {games} games")));
    // A training, and the same again.
    let settings = "--width 16 --buckets 2 --epochs 3 --batch 512 --threads 2";
    stdout(folder, &format!("train games -o first {settings}"));
    stdout(folder, &format!("train games -o second {settings}"));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read("first/checkpoint") == read("second/checkpoint"));
    let held_out = format!("train games -o third {settings} --held-out short");
    let [_, said] = output(folder, &held_out);
    assert!(said.contains(&format!("and {} held back", word_after(" moves, ", &short))), "{said}");
    assert!(read("first/loss.svg").starts_with(b"<svg"));
    let again = refused(folder, &format!("train games -o first {settings}"));
    assert!(again.contains("first has a training already"), "{again}");
    // The network.
    stdout(folder, "export first/checkpoint network.nn --description test");
    check_network(folder, "network.nn", &["\n  test: ", "decay 0.2, ", "width 16, buckets 2"]);
    stdout(folder, "export third/checkpoint third.nn --description test");
    assert!(read("third.nn") == read("network.nn"), "other games held out, the same network");
    stdout(folder, "export first/checkpoint more.nn --description test --scale 1.5");
    check_network(folder, "more.nn", &["scale 1.5"]);
    let error = refused(folder, "export first/checkpoint bad.nn --description a\u{1}b");
    assert!(error.contains("the description is not one line of text"), "{error}");
    // The library plays with it, also the next games.
    let mut engine = Engine::new().unwrap();
    engine.set_position(None, "e2e4 d7d5 g1f3 d5e4").unwrap();
    let evaluation = engine.evaluate();
    engine.load_network(&read("network.nn")).unwrap();
    assert_ne!(engine.evaluate(), evaluation, "another network, another opinion");
    let report = engine.search(&Limits::depth(5), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(report.best_move.as_str().len(), 4);
    stdout(folder, "generate -o next --games 3 --nodes 50 --network network.nn");
    let next = stdout(folder, "inspect next");
    assert!(next.contains(".sjg: 3 games") && !next.contains("games-1.sjg"), "a seed of its own");
    // The next training begins with it, and takes its size unless told otherwise.
    for (size, width) in [("", 16), ("--width 32", 32)] {
        let settings = "--epochs 1 --batch 512 --threads 2 --from network.nn";
        stdout(folder, &format!("train games next -o from{width} {settings} {size}"));
        stdout(folder, &format!("export from{width}/checkpoint from{width}.nn --description test"));
        let size = format!("width {width}, buckets 2");
        check_network(folder, &format!("from{width}.nn"), &["decay 8, ", &size]);
    }
    // Or has it as its teacher.
    let taught = "--teacher network.nn --teacher-share 0.25";
    stdout(folder, &format!("train games -o taught {settings} {taught}"));
    stdout(folder, "export taught/checkpoint taught.nn --description test");
    check_network(folder, "taught.nn", &["teacher 0.25, "]);
}

#[test]
fn chances_are_fitted_to_games() {
    let folder = tempfile::tempdir().unwrap();
    stdout(folder.path(), "generate -o games --games 20 --nodes 50 --seed 1");
    let chances = stdout(folder.path(), "chances games");
    assert!(chances.contains(" moves: half won at ") && chances.lines().count() == 11, "{chances}");
}

#[test]
fn bad_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    stdout(folder, "generate -o games --games 3 --nodes 20 --seed 1");
    let path = folder.join("games/games-1.sjg");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let commands = [
        "inspect games",
        "archive games -o all.sjg",
        "train games -o out",
        "generate -o games --games 4",
    ];
    for command in commands {
        let error = refused(folder, command);
        assert!(error.contains("games-1.sjg, game at byte "), "{error}");
        assert!(error.contains("the file is cut off"), "{error}");
    }
    let error = refused(folder, "inspect games/games-1.toml");
    assert!(error.contains("games-1.toml is neither a network nor a file of games"), "{error}");
}

#[test]
#[cfg(feature = "tune")]
fn a_tuning_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tune = |more: &str| stdout(folder, &format!("tune -o new/state --nodes 20 {more}"));
    assert!(tune("--pairs 3").starts_with("new/state: 3 pairs\n"));
    let ends = tune("--pairs 5 --threads 1");
    assert!(ends.starts_with("new/state: 5 pairs\n"), "{ends}");
    assert!(ends.contains("futility_base ") && ends.contains("LMRDepthFactor "), "{ends}");
    assert_eq!(tune("--pairs 5"), ends, "there is nothing left to do");
    let error = refused(folder, "tune --pairs 5 --rate nan");
    assert!(error.contains("not above 0"), "{error}");
}
