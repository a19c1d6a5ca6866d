//! Tests the uci example as a chess GUI uses it.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use seajay::{Engine, Game};
use support::network::Network;
use support::{KIWIPETE, PATIENCE, ms, random_numbers};

/// A running UCI engine.
struct Uci {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Uci {
    fn new() -> Uci {
        let mut child = Command::new(support::example("uci"))
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

    /// Sends `isready`, and returns everything before `readyok`.
    fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        self.read_to("readyok")
    }

    /// Closes the input and returns the remaining output; the process must end successfully and
    /// soon.
    fn end(mut self) -> Vec<String> {
        let begun = Instant::now();
        self.input = None;
        let status = support::wait(&mut self.child);
        assert!(status.success(), "{status}");
        assert!(begun.elapsed() < ms(15_000), "slow to end: {:?}", begun.elapsed());
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

#[test]
fn the_handshake_lists_every_option() {
    let mut uci = Uci::new();
    uci.send("uci\r");
    let lines = uci.read_to("uciok");
    assert!(lines[0].starts_with("id name seajay"), "{lines:?}");
    assert!(lines[1].starts_with("id author"), "{lines:?}");
    assert!(lines.contains(&"option name Hash type spin default 16 min 1 max 1048576".to_owned()));
    assert!(lines.contains(&"option name Ponder type check default false".to_owned()));
    assert!(lines.contains(&"option name EvalFile type string default <empty>".to_owned()));
    for option in Engine::options() {
        let start = format!("option name {} type ", option.name());
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{start}");
    }
    assert_eq!(uci.sync(), ["readyok"]);
    assert!(uci.end().is_empty());
}

#[test]
fn a_search_prints_lines_then_statistics_then_a_legal_move() {
    let mut uci = Uci::new();
    uci.send("position startpos moves e2e4 e7e5 g1f3");
    uci.send("go depth 6");
    let lines = uci.read_to("bestmove");
    let [infos @ .., stats, best] = &lines[..] else { panic!("{lines:?}") };
    assert_legal(best, None, "e2e4 e7e5 g1f3");
    assert!(stats.starts_with("info string lmr ") && stats.contains("first move"), "{stats}");
    let last = infos.last().expect("there are lines");
    assert!(last.starts_with("info depth 6 seldepth "), "{last}");
    for word in [" multipv 1 ", " score ", " nodes ", " nps ", " hashfull ", " tbhits ", " time "] {
        assert!(last.contains(word), "no {word:?} in {last}");
    }
    let best = best.split(' ').nth(1).unwrap();
    assert!(last.contains(&format!(" pv {best}")), "{best} after {last}");
}

#[test]
fn chances_are_shown_on_request() {
    let mut uci = Uci::new();
    for (value, shown) in [("true", true), ("false", false)] {
        uci.send(&format!("setoption name UCI_ShowWDL value {value}"));
        uci.send("go depth 4");
        let lines = uci.read_to("bestmove");
        let mut infos = lines.iter().filter(|line| line.contains(" pv ")).peekable();
        assert!(infos.peek().is_some());
        for line in infos {
            let chances = line.split_once(" wdl ").map(|(_, rest)| rest.split(' ').take(3));
            let sum = chances.map(|words| words.map(|word| word.parse::<i32>().unwrap()).sum());
            assert_eq!(sum, shown.then_some(1000), "{line}");
        }
    }
}

#[test]
fn several_lines_are_printed_best_first() {
    let mut uci = Uci::new();
    uci.send("setoption name MultiPV value 3");
    uci.send("position startpos");
    uci.send("go depth 5");
    let lines = uci.read_to("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    let [.., first, second, third] = &infos[..] else { panic!("{lines:?}") };
    for (rank, line) in [first, second, third].into_iter().enumerate() {
        assert!(line.starts_with("info depth 5 "), "{line}");
        assert!(line.contains(&format!(" multipv {} score ", rank + 1)), "{line}");
    }
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(first.contains(&format!(" pv {best}")), "{best} after {first}");
}

#[test]
fn limits_of_every_kind_end_a_search() {
    let mut uci = Uci::new();
    uci.send(&format!("position fen {KIWIPETE} moves e1g1"));
    for limits in [
        "depth 3",
        "depth 0",
        "depth -7",
        "nodes 1000",
        "nodes 0",
        "movetime 20",
        "movetime -20",
        "mate 1 depth 3",
        "wtime 1000 btime 1000 winc 10 binc 10 movestogo 40",
        "wtime 100 btime 100 movestogo 0",
        "wtime 100",
        "btime 100 binc 10",
        "wtime -5 btime -5",
        "wtime 5 btime 99999999999999999999999999 depth 3 binc 99999999999999999999999999",
        "depth 99999999999999999999999999 nodes 500",
        "depth 3 searchmoves a6e2 e8g8",
        "searchmoves a6e2 e8g8 depth 3",
        "something new depth 3",
    ] {
        let best = uci.ask(&format!("go {limits}"), "bestmove");
        assert_legal(&best, Some(KIWIPETE), "e1g1");
        assert!(
            !limits.contains("searchmoves") || ["a6e2", "e8g8"].iter().any(|m| best.contains(m))
        );
    }
}

#[test]
fn bad_commands_are_answered_and_change_no_board() {
    let mut uci = Uci::new();
    uci.send("position startpos moves d2d4");
    let before = uci.ask("d", "Fen:");
    for command in [
        "go depth",
        "go depth x",
        "go nodes 1e6",
        "go perft",
        "go depth 1 searchmoves e2e4",
        "go btime",
        "bench x",
        "position",
        "position elsewhere",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e3",
        "setoption",
        "setoption name",
        "setoption name Nonsense value 1",
        "setoption name Hash value 0",
        "setoption name Hash value many",
    ] {
        let answer = uci.ask(command, "info string");
        assert!(answer.starts_with("info string error"), "{command}: {answer}");
        // The sender waits for a move.
        let begins = command.starts_with("go ") && command != "go perft";
        let more = ["bestmove 0000", "readyok"];
        assert_eq!(uci.sync(), more[usize::from(!begins)..], "{command}");
        assert_eq!(uci.ask("d", "Fen:"), before, "{command}");
    }
    let refused = "r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1";
    let answer = uci.ask(&format!("position fen {refused}"), "info string");
    assert!(answer.contains("castling"), "{answer}");
    // The search would use the previous position.
    assert_eq!(uci.ask("go depth 1", "bestmove"), "bestmove 0000");
    uci.send("position startpos");
    assert_ne!(uci.ask("go depth 1", "bestmove"), "bestmove 0000");
    assert!(uci.ask("xyzzy", "info string").contains("xyzzy"));
    uci.send("setoption name move overhead value 20");
    uci.send("ucinewgame");
    uci.send("debug on");
    uci.send("");
    assert_eq!(uci.sync(), ["readyok"]);
}

#[test]
fn perft_agrees_with_published_counts() {
    let mut uci = Uci::new();
    uci.send("go perft 4");
    let lines = uci.read_to("Nodes searched");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 197281");
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e2e4: 13160".to_owned()));
    uci.send(&format!("position fen {KIWIPETE}"));
    assert_eq!(uci.ask("go perft 3", "Nodes searched"), "Nodes searched: 97862");
    assert_eq!(uci.ask("go perft 1", "Nodes searched"), "Nodes searched: 48");
    assert_eq!(uci.ask("go perft 0", "Nodes searched"), "Nodes searched: 1");
}

#[test]
fn an_endless_search_ends_when_stopped() {
    let mut uci = Uci::new();
    for go in ["go infinite", "go", "go infinite depth 1", "go searchmoves e2e4 d2d4"] {
        uci.send(go);
        uci.send("stop");
        assert_legal(&uci.last_of("bestmove"), None, "");
        uci.send(go);
        assert!(!uci.sync().iter().any(|line| line.starts_with("bestmove")));
        thread::sleep(Duration::from_millis(50));
        assert_legal(&uci.ask("stop", "bestmove"), None, "");
    }
    uci.send("stop");
    uci.send("ponderhit");
    assert_eq!(uci.sync(), ["readyok"], "a stop without a search does nothing");
    uci.ask("go depth 2", "info depth 2");
}

#[test]
fn a_ponder_search_waits_for_the_ponderhit() {
    let mut uci = Uci::new();
    for (limits, end) in
        [("depth 2", "ponderhit"), ("wtime 100 btime 100", "ponderhit"), ("", "stop")]
    {
        uci.send(&format!("go ponder {limits}"));
        thread::sleep(Duration::from_millis(200));
        assert!(!uci.sync().iter().any(|line| line.starts_with("bestmove")), "{limits}");
        assert_legal(&uci.ask(end, "bestmove"), None, "");
    }
}

#[test]
fn commands_during_a_search_wait_for_its_end_in_order() {
    let mut uci = Uci::new();
    uci.send("go infinite");
    uci.send("position startpos moves e2e4");
    uci.send("setoption name Hash value 8");
    uci.send("go depth 3");
    assert_eq!(uci.sync().last().unwrap(), "readyok");
    uci.send("stop");
    assert_legal(&uci.last_of("bestmove"), None, "");
    assert_legal(&uci.last_of("bestmove"), None, "e2e4");
    assert!(uci.ask("d", "Fen:").contains("4P3"));
    // A stop also applies to the searches that wait before it, not to later ones.
    for command in ["go infinite", "go infinite", "go infinite", "stop", "go depth 2"] {
        uci.send(command);
    }
    for _ in 0..4 {
        assert_legal(&uci.last_of("bestmove"), None, "e2e4");
    }
    uci.send("position startpos");
    uci.send("go infinite");
    let diagram = uci.ask("d", "Fen:");
    assert!(diagram.starts_with("Fen: rnbqkbnr/pppppppp/8/8/8/8/"), "at once: {diagram}");
    uci.send("stop");
    uci.ask("eval", "Evaluation:");
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
fn the_end_of_the_input_ends_a_search() {
    for go in ["go infinite", "go ponder depth 1", "go wtime 9000000 btime 9000000", "go depth 127"]
    {
        let mut uci = Uci::new();
        uci.send(go);
        uci.send("go infinite");
        let best: Vec<_> = uci.end().into_iter().filter(|l| l.starts_with("bestmove")).collect();
        assert_eq!(best.len(), 2, "{go}: {best:?}");
        assert_legal(&best[0], None, "");
    }
}

#[test]
fn quit_ends_everything_at_once() {
    for commands in
        [&["quit"][..], &["go infinite", "quit"], &["go infinite", "go depth 9", "quit"]]
    {
        let mut uci = Uci::new();
        for command in commands {
            uci.send(command);
        }
        // The input stays open.
        assert!(support::wait(&mut uci.child).success(), "{commands:?}");
    }
}

#[test]
fn a_closed_output_does_no_harm() {
    let mut child = Command::new(support::example("uci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"uci\ngo depth 3\nd\n").unwrap();
    assert!(support::wait(&mut child).success());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_finished_game_has_no_move() {
    let mut uci = Uci::new();
    for (fen, score) in [
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        uci.send(&format!("position fen {fen}"));
        uci.send("go depth 5");
        let lines = uci.read_to("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)");
        assert!(lines.iter().any(|line| line.contains(score)), "{lines:?}");
    }
}

#[test]
fn a_mate_is_announced_in_moves() {
    let mut uci = Uci::new();
    uci.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    uci.send("go depth 4");
    let lines = uci.read_to("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove g5g7");
}

#[test]
fn garbage_never_ends_it() {
    let words: [&[u8]; 14] = [
        b"go",
        b"position",
        b"fen",
        b"startpos",
        b"moves",
        b"setoption",
        b"name",
        b"value",
        b"stop",
        b"depth 2",
        b"e2e4",
        b"-1",
        b"99999999999999999999",
        b"\xff\xfe\0",
    ];
    let mut uci = Uci::new();
    let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2000 {
        let mut line = Vec::new();
        for _ in 0..random(6) {
            match random(4) {
                0 => line.extend((0..random(12)).map(|_| random(256) as u8)),
                _ => line.extend_from_slice(words[random(words.len())]),
            }
            line.push(b' ');
        }
        line.extend_from_slice(if random(2) == 0 { b"\n" } else { b"\r\n" });
        uci.send_bytes(&line);
    }
    uci.send_bytes(&[b'x'; 3_000_000]);
    uci.send_bytes(b"\nposition startpos moves ");
    uci.send_bytes(&b"g1f3 g8f6 f3g1 f6g8 ".repeat(2000));
    uci.send_bytes(b"\nstop\nisready\n");
    uci.read_to("readyok");
    uci.end();
}

/// Inputs that the fuzzer found worth keeping; `fuzz/run.sh` searches for more.
#[test]
fn fuzzed_input_never_ends_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/uci");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        let mut uci = Uci::new();
        uci.send_bytes(&std::fs::read(path).unwrap());
        uci.end();
    }
}

#[test]
fn bench_ends_with_its_signature() {
    let output = Command::new(support::example("uci")).args(["bench", "3"]).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let signature = text.lines().last().unwrap();
    let words: Vec<&str> = signature.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else { panic!("{signature:?}") };
    assert!(nodes.parse::<u64>().unwrap() > 1000 && nps.parse::<u64>().is_ok(), "{signature}");

    let mut uci = Uci::new();
    assert_eq!(uci.ask("bench 3", &format!("{nodes} nodes ")).split(' ').next(), Some(nodes));
}
