//! Tests the uci example as a chess GUI uses it.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{mem, thread};

use seajay::{Engine, Game};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use testkit::network::Network;
use testkit::play::chess;
use testkit::positions::{MATE_IN_ONE, STALEMATED, STARTS};
use testkit::{KIWIPETE, PATIENCE, START, ms, random_numbers};

/// A running UCI engine.
struct Uci {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Uci {
    fn new() -> Uci {
        let mut child = Command::new(testkit::example("uci"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|l| sender.send(l))
        });
        Uci { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
        self.send_bytes(b"\n");
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// All lines up to and including the first that begins with this.
    fn read_to(&self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        while !seen.last().is_some_and(|line: &String| line.starts_with(start)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("waiting for {start:?}: {error}; seen {seen:#?}"),
            }
        }
        seen
    }

    fn last_of(&self, start: &str) -> String {
        self.read_to(start).pop().unwrap()
    }

    fn ask(&mut self, line: &str, answer: &str) -> String {
        self.send(line);
        self.last_of(answer)
    }

    /// Reads up to a line that begins like this and has the texts after each `*` behind it; no
    /// `bestmove` may come before.
    fn expect(&self, wanted: &str) {
        let is_wanted = |line: &str| {
            let mut parts = wanted.split('*');
            let mut rest = parts.next().and_then(|begin| line.strip_prefix(begin));
            for part in parts {
                rest = rest.and_then(|rest| Some(rest.split_once(part)?.1));
            }
            rest.is_some()
        };
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect(wanted);
            if is_wanted(&line) {
                return;
            }
            assert!(!line.starts_with("bestmove"), "{line} instead of {wanted:?}");
        }
    }

    /// Checks that no line begins like this for a while.
    fn expect_silence(&self, unwanted: &str, time: Duration) {
        let end = Instant::now() + time;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => assert!(!line.starts_with(unwanted), "{line}"),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => panic!("it has exited"),
            }
        }
    }

    /// Sends `isready`, and returns everything before `readyok`.
    fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        self.read_to("readyok")
    }

    /// Closes the input and returns the remaining output; the process must end successfully.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let status = testkit::wait(&mut self.child);
        assert!(status.success(), "{status}");
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => return rest,
                Err(RecvTimeoutError::Timeout) => panic!("the output stays open"),
            }
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The whole output if these lines are sent at once, and the input is closed behind them.
fn pipe(lines: &[impl AsRef<str>]) -> Vec<String> {
    let mut uci = Uci::new();
    for line in lines {
        uci.send(line.as_ref());
    }
    uci.end()
}

/// An output without what may differ from run to run.
fn repeatable(lines: Vec<String>) -> Vec<String> {
    let without_times = |line: String| {
        let mut words = line.split(' ');
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "time" | "nps" => drop(words.next()),
                _ => kept.push(word),
            }
        }
        kept.join(" ")
    };
    let is_repeatable = |line: &String| line != "readyok" && !line.starts_with("info nodes ");
    lines.into_iter().filter(is_repeatable).map(without_times).collect()
}

fn all_of<'a>(start: &'a str, lines: &'a [String]) -> impl Iterator<Item = &'a str> {
    lines.iter().filter_map(move |line| line.strip_prefix(start))
}

/// Checks the move of a `bestmove` line and the ponder move after it.
fn assert_legal(best_move: &str, fen: Option<&str>, moves: &str) {
    let words: Vec<&str> = best_move.split(' ').collect();
    let line = match words[..] {
        ["bestmove", best] => best.to_owned(),
        ["bestmove", best, "ponder", reply] => format!("{best} {reply}"),
        _ => panic!("malformed: {best_move:?}"),
    };
    let mut game = Game::from_fen(fen).unwrap();
    game.play(moves).unwrap();
    game.play(&line).unwrap_or_else(|error| panic!("{best_move}: {error}"));
}

/// `tests/data/uci.txt` says what its steps mean.
#[test]
fn scenarios() {
    /// After this long, a line that has not come will not come.
    const SILENCE: Duration = ms(200);
    let mut uci = Uci::new();
    for line in include_str!("../data/uci.txt").lines() {
        println!("{line}");
        let (kind, text) = line.split_at(line.len().min(2));
        match kind.trim_end() {
            ">" => uci.send(text),
            "<" => uci.expect(text),
            "!" => uci.expect_silence(text, SILENCE),
            "$" => uci.input = None,
            "." => assert!(testkit::wait(&mut uci.child).success()),
            _ if line.starts_with('[') => {
                let rest = mem::replace(&mut uci, Uci::new()).end();
                assert_eq!(all_of("bestmove", &rest).next(), None);
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "{line:?}"),
        }
    }
    assert_eq!(all_of("bestmove", &uci.end()).next(), None);
}

#[test]
fn the_handshake_lists_every_option() {
    let mut uci = Uci::new();
    uci.send("uci\r");
    let lines = uci.read_to("uciok");
    for option in Engine::options() {
        let start = format!("option name {} type ", option.name());
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{start}");
    }
    assert!(uci.end().is_empty());
}

#[test]
fn a_search_prints_its_lines_then_statistics_then_a_legal_move() {
    let mut uci = Uci::new();
    uci.send("position startpos moves e2e4 e7e5 g1f3");
    uci.send("go depth 1");
    assert!(!uci.read_to("bestmove").iter().any(|line| line.contains(" wdl ")));
    for option in ["UCI_ShowWDL value true", "multipv value 2", "move overhead value 20"] {
        uci.send(&format!("setoption name {option}"));
    }
    uci.send("go depth 6");
    let lines = uci.read_to("bestmove");
    let [.., first, second, stats, best] = &lines[..] else { panic!("{lines:?}") };
    assert_legal(best, None, "e2e4 e7e5 g1f3");
    assert!(stats.starts_with("info string lmr ") && stats.contains("first move"), "{stats}");
    for (rank, line) in [(1, first), (2, second)] {
        assert!(line.starts_with("info depth 6 seldepth "), "{line}");
        assert!(line.contains(&format!(" multipv {rank} score ")), "{line}");
        for word in [" nodes ", " nps ", " hashfull ", " tbhits ", " time "] {
            assert!(line.contains(word), "no {word:?} in {line}");
        }
        let chances = line.split_once(" wdl ").expect("on request").1.split(' ').take(3);
        assert_eq!(chances.map(|word| word.parse::<i32>().unwrap()).sum::<i32>(), 1000, "{line}");
    }
    let best = best.split(' ').nth(1).unwrap();
    assert!(first.contains(&format!(" pv {best}")), "{best} after {first}");
}

#[test]
fn each_command_has_its_answers() {
    let position = |fen: &str, more: &str| format!("position fen {fen}\n{more}");
    let cases = [
        (position(KIWIPETE, "go perft 3"), ["e1g1: 2059", "Nodes searched: 97862"]),
        (position(KIWIPETE, "go perft 0"), ["Nodes searched: 1", ""]),
        (position(KIWIPETE, "position startpos moves e2e5"), ["\"e2e5\"", KIWIPETE]),
        (position(STALEMATED, "go"), ["info depth 0 score cp 0", "bestmove (none)"]),
        (position(MATE_IN_ONE, "go depth 4"), [" score mate 1 ", "bestmove g5g7"]),
        ("go perft x".to_owned(), ["info string go: perft without a number", ""]),
        ("bench x".to_owned(), ["info string error: bench: \"x\" is not a depth", ""]),
        ("xyzzy".to_owned(), ["info string unknown command \"xyzzy\"", ""]),
    ];
    for (commands, answers) in cases {
        let lines = pipe(&[&commands]);
        let said = |answer: &&str| lines.iter().any(|line| line.contains(answer));
        assert!(answers.iter().all(said), "{commands}: {lines:#?}");
    }
}

#[test]
fn a_bad_parameter_is_named_and_the_others_count() {
    let mut uci = Uci::new();
    let mut search = |go: &str| {
        uci.send("ucinewgame");
        uci.send(&format!("go {go}"));
        repeatable(uci.read_to("bestmove"))
    };
    for (odd, named, plain) in [
        ("depth 3.9", "depth 3.9 is taken as 3", "depth 3"),
        ("depth -7", "depth -7 is taken as 0", "depth 0"),
        ("nodes 1e3", "nodes 1e3 is taken as 1000", "nodes 1000"),
        ("depth 3 movetime inf", "movetime inf is taken as 18446744073709551615", "depth 3"),
        ("depth 1e99 nodes 500", "depth 1e99 is taken as 18446744073709551615", "nodes 500"),
        ("depth nodes 500", "depth without a number", "nodes 500"),
        ("depth 3 nodes x", "nodes without a number", "depth 3"),
        ("depth 3 nodes x", "unknown parameter \"x\"", "depth 3"),
        ("nodes nan depth 3", "unknown parameter \"nan\"", "depth 3"),
        ("depth\u{a0}2 depth 3", "unknown parameter \"depth\\u{a0}2\"", "depth 3"),
        ("depth 3 wtime", "wtime without a number", "depth 3"),
        ("depth 3 searchmoves e2e4 e2e5", "move 1 \"e2e5\"", "depth 3 searchmoves e2e4"),
        ("nodes 731.25", "nodes 731.25 is taken as 731", "nodes 731"),
    ] {
        let (said, found): (Vec<_>, Vec<_>) =
            search(odd).into_iter().partition(|line| line.starts_with("info string go: "));
        assert!(said.iter().any(|line| line.contains(named)), "{odd}: {said:?}");
        assert_eq!(found, search(plain), "{odd}");
    }
}

#[test]
fn each_game_of_a_level_is_another_one_unless_a_seed_is_set() {
    let mut uci = Uci::new();
    uci.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 400");
    let mut different_games = |seed: &str| {
        uci.send(&format!("setoption name seed value {seed}"));
        let mut games = HashSet::new();
        for _ in 0..10 {
            uci.send("ucinewgame");
            let mut moves = String::from("position startpos moves");
            for _ in 0..6 {
                uci.send(&moves);
                let answer = uci.ask("go depth 127", "bestmove");
                moves += &format!(" {}", answer.split(' ').nth(1).unwrap());
            }
            games.insert(moves);
        }
        games.len()
    };
    assert!(different_games("0") > 5);
    assert_eq!(different_games("7"), 1);
    assert!(different_games("0") > 5);
}

#[test]
fn another_network_evaluates_from_the_next_command_on() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/all  value zeros.sjnn");
    std::fs::write(path, Network::new(16, 1, |_| 0).file()).unwrap();
    let mut uci = Uci::new();
    let own = uci.ask("eval", "Evaluation:");
    let mut eval_after = |value: &str| {
        uci.send(&format!("setoption name EvalFile value {value}"));
        uci.ask("eval", "Evaluation:")
    };
    let other = eval_after(path);
    assert!(other.contains("-7.35"), "the bias of -30,000: {other}");
    assert_eq!(eval_after("/no/such/file"), other, "the old one stays");
    assert_eq!(eval_after("<empty>"), own);
    eval_after(path);
    assert_eq!(eval_after(""), own);
}

#[test]
fn a_closed_output_does_no_harm() {
    let mut child = Command::new(testkit::example("uci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // No one waits for the last search.
    child.stdin.take().unwrap().write_all(b"uci\ngo depth 3\nd\ngo depth 127\n").unwrap();
    assert!(testkit::wait(&mut child).success());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// Generated commands, and what must come of them by shakmaty's rules.
struct Script {
    random: Box<dyn FnMut(usize) -> usize>,
    lines: Vec<String>,
    /// The position after these lines.
    position: Chess,
    /// The position at each `go`, and the moves to choose from.
    searches: Vec<(Chess, Vec<Move>)>,
    /// The position at each `d`.
    fens: Vec<String>,
    /// The number of positions and options that must be refused.
    refused: usize,
}

/// Limits that give the same result every time.
const FIXED: [&str; 9] = [
    "depth 1 nodes 300",
    "depth 3 nodes 300",
    "nodes 200",
    "mate 1 nodes 300",
    "depth -3 nodes 300",
    "depth 2.5 nodes 1e2",
    "depth nodes 50",
    "something new depth 2 nodes 300",
    "nodes 300 wtime 9000000 btime",
];
const OTHERS: [&str; 15] = [
    "",
    "depth 0",
    "nodes 0",
    "mate 1 depth 3",
    "depth 99999999999999999999999999 nodes 50",
    "wtime 20 btime 20 movestogo 0",
    "wtime 20 btime 99999999999999999999999999 winc 1 binc 1 movestogo 40",
    "infinite",
    "ponder",
    "ponder depth 1",
    "ponder wtime 20 btime 20",
    "movetime x",
    "movetime 2",
    "movetime -1",
    "wtime 20 btime 20.5 winc 1",
];
const NO_MOVES: [&str; 6] = ["0000", "e2", "i2i4", "e2e9", "a7a8x", "e2-e4"];
const NO_POSITIONS: [&str; 7] = [
    "",
    "elsewhere",
    "startpos e2e4",
    "fen",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
];
const OPTIONS: [&str; 8] = [
    "name MultiPV value 1",
    "name MultiPV value 3",
    "name move overhead value 50",
    "name Hash value 2",
    "name UCI_ShowWDL value true",
    "name SyzygyPath value",
    "name EvalFile value <empty>",
    "name Ponder value false",
];
const NO_OPTIONS: [&str; 4] =
    ["MultiPV 2", "name", "name MultiPV value 0", "name Some Thing value 1"];
const REST: [&str; 7] = ["isready", "ucinewgame", "eval", "xyzzy", "debug on", "", "go perft 1"];

impl Script {
    fn new(seed: u64) -> Script {
        Script {
            random: Box::new(random_numbers(seed)),
            lines: Vec::new(),
            position: Chess::default(),
            searches: Vec::new(),
            fens: Vec::new(),
            refused: 0,
        }
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[(self.random)(choices.len())].clone()
    }

    /// Adds commands other than `stop`, `ponderhit` and `quit`, with these limits of searches.
    fn extend(&mut self, count: usize, limits: &[&str]) {
        for _ in 0..count {
            let line = match (self.random)(10) {
                0 | 1 => self.position_and_moves(),
                2 => self.refuse("position", &NO_POSITIONS),
                3 | 4 => self.go(limits),
                5 => format!("setoption {}", self.pick(&OPTIONS)),
                6 => self.refuse("setoption", &NO_OPTIONS),
                7 => {
                    let fen = Fen::from_position(&self.position, EnPassantMode::Legal);
                    self.fens.push(fen.to_string());
                    "d".to_owned()
                }
                _ => self.pick(&REST).to_owned(),
            };
            self.lines.push(line);
        }
    }

    fn refuse(&mut self, command: &str, wrong: &[&str]) -> String {
        self.refused += 1;
        format!("{command} {}", self.pick(wrong))
    }

    fn position_and_moves(&mut self) -> String {
        let start = self.pick(&STARTS);
        let mut reached = chess(start);
        let mut words = vec![format!("position fen {start} moves")];
        for _ in 0..(self.random)(20) {
            let Some(m) = self.pick_move(&reached) else { break };
            words.push(m.to_uci(CastlingMode::Chess960).to_string());
            reached = reached.play(m).unwrap();
        }
        if (self.random)(4) == 0 {
            let at = 1 + (self.random)(words.len());
            words.insert(at, self.pick(&NO_MOVES).to_owned());
            self.refused += 1;
        } else {
            self.position = reached;
        }
        words.join(" ").replace(&format!("fen {START}"), "startpos")
    }

    fn pick_move(&mut self, position: &Chess) -> Option<Move> {
        let legal = position.legal_moves();
        (!legal.is_empty()).then(|| self.pick(&legal))
    }

    fn go(&mut self, limits: &[&str]) -> String {
        let mut line = format!("go {}", self.pick(limits));
        let mut choices = self.position.legal_moves().to_vec();
        if let Some(only) = self.pick_move(&self.position.clone())
            && (self.random)(3) == 0
        {
            line += &format!(" searchmoves {} a1a9", only.to_uci(CastlingMode::Chess960));
            choices = vec![only];
        }
        self.searches.push((self.position.clone(), choices));
        line
    }

    /// Checks what the engine prints.
    fn check(&self, output: &[String]) {
        assert_eq!(all_of("info string error: ", output).count(), self.refused);
        assert!(all_of("Fen: ", output).eq(self.fens.iter().map(String::as_str)));
        let asked = self.lines.iter().filter(|line| *line == "isready").count();
        assert_eq!(all_of("readyok", output).count(), asked);
        assert_eq!(all_of("bestmove ", output).count(), self.searches.len());
        for (best, (position, choices)) in all_of("bestmove ", output).zip(&self.searches) {
            let word = best.split(' ').next().unwrap();
            let found = word.parse::<UciMove>().ok().map(|uci| uci.to_move(position).unwrap());
            match found {
                Some(m) => assert!(choices.contains(&m), "{best}: {choices:?}"),
                None => assert!(best == "(none)" && choices.is_empty(), "{best}: {choices:?}"),
            }
        }
    }
}

/// A line with other white space, and moves in capital letters.
fn disguise(line: &str, random: &mut impl FnMut(usize) -> usize) -> String {
    let mut disguised = String::new();
    for word in line.split_whitespace() {
        disguised += [" ", "  ", "\t", " \t ", "\x0c"][random(5)];
        let is_move = word.parse::<UciMove>().is_ok();
        disguised += &if is_move && random(2) == 0 { word.to_uppercase() } else { word.to_owned() };
    }
    disguised + ["", "\r", "\t", "  "][random(4)]
}

/// Nor does it matter whether a command is sent before the one before it is done.
#[test]
fn white_space_and_capital_letters_change_nothing() {
    let mut script = Script::new(0x510e_527f_ade6_82d1);
    script.extend(4000, &FIXED);
    let plain = pipe(&script.lines);
    script.check(&plain);
    let (mut uci, mut disguised) = (Uci::new(), Vec::new());
    for line in &script.lines {
        uci.send(&disguise(line, &mut script.random));
        disguised.extend(match line.as_str() {
            "isready" => uci.read_to("readyok"),
            "go perft 1" => uci.read_to("Nodes searched: "),
            line if line.starts_with("go ") => uci.read_to("bestmove"),
            _ => uci.sync(),
        });
    }
    assert!(uci.end().is_empty());
    let (plain, disguised) = (repeatable(plain), repeatable(disguised));
    for (plain, disguised) in plain.iter().zip(&disguised) {
        assert_eq!(disguised, plain);
    }
    assert_eq!(disguised.len(), plain.len());
}

#[test]
fn every_search_has_one_answer_whatever_comes_meanwhile() {
    let mut script = Script::new(0x9b05_688c_2b3e_6c1f);
    let limits = [&FIXED[..], &OTHERS].concat();
    let (mut uci, mut output) = (Uci::new(), Vec::new());
    for _ in 0..200 {
        let (lines, searches) = (script.lines.len(), script.searches.len());
        script.extend(8, &limits);
        for line in &script.lines[lines..] {
            uci.send(line);
            let signals = ["stop", "stop\nstop", "ponderhit", "ponderhit", "", "", "", ""];
            uci.send(signals[(script.random)(signals.len())]);
        }
        thread::sleep(ms((script.random)(4) as u64));
        // Early or late.
        uci.send("stop");
        for _ in searches..script.searches.len() {
            output.extend(uci.read_to("bestmove"));
        }
    }
    output.extend(uci.end());
    script.check(&output);
}

/// Random words and bytes, and the inputs that the fuzzer found worth keeping.
#[test]
fn garbage_never_ends_it() {
    let words = "go position fen startpos moves setoption name value stop depth e2e4 -1 2 \
                 99999999999999999999 \u{0} \u{a0} \t";
    let words: Vec<&str> = words.split(' ').collect();
    let mut uci = Uci::new();
    let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2000 {
        for _ in 0..random(6) {
            match random(4) {
                0 => uci.send_bytes(&[random(256) as u8, random(256) as u8]),
                _ => uci.send_bytes(words[random(words.len())].as_bytes()),
            }
            uci.send_bytes(b" ");
        }
        uci.send_bytes(if random(2) == 0 { b"\n" } else { b"\r\n" });
    }
    uci.send_bytes(&[b'x'; 3_000_000]);
    uci.send_bytes(b"\nposition startpos moves ");
    uci.send_bytes(&b"g1f3 g8f6 f3g1 f6g8 ".repeat(2000));
    uci.send_bytes(b"\nstop\nisready\n");
    uci.read_to("readyok");
    uci.end();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/uci");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        let mut uci = Uci::new();
        uci.send_bytes(&std::fs::read(path).unwrap());
        uci.send("\nstop");
        uci.end();
    }
}

#[test]
fn bench_ends_with_its_signature() {
    let output = Command::new(testkit::example("uci")).args(["bench", "3"]).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let signature = text.lines().last().unwrap();
    let words: Vec<&str> = signature.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else { panic!("{signature:?}") };
    assert!(nodes.parse::<u64>().unwrap() > 1000 && nps.parse::<u64>().is_ok(), "{signature}");

    let mut uci = Uci::new();
    assert_eq!(uci.ask("bench 3", &format!("{nodes} nodes ")).split(' ').next(), Some(nodes));
}
