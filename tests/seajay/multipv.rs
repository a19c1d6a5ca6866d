//! Several lines (`MultiPV`): as many as there are, each with a different first move, best first,
//! and the lines of the result are those reported last.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Bound, Info, InfoKind, Limits, Report, ReportedScore, ScoreKind, StopReason};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use testkit::play::{Host, KIWIPETE, ORDINARY, START, bench_fens, chess, replay, search_in};
use testkit::random_numbers;

/// A line as it was reported or kept, without times.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    rank: u32,
    depth: u32,
    score: ReportedScore,
    wdl: [i32; 3],
    pv: String,
}

impl Line {
    fn new(info: &Info<'_>) -> Line {
        let Info { multipv: rank, depth, score, wdl, pv, .. } = *info;
        Line { rank, depth, score, wdl, pv: pv.to_owned() }
    }

    fn first_move(&self) -> &str {
        self.pv.split(' ').next().unwrap()
    }

    /// A number that increases with the score.
    fn worth(&self) -> i32 {
        let ReportedScore { kind, value, .. } = self.score;
        match kind {
            ScoreKind::Mate if value > 0 => 100_000 - value,
            ScoreKind::Mate => -100_000 - value,
            _ => value,
        }
    }
}

struct Found {
    report: Report,
    lines: Vec<Line>,
    /// The reported lines, in sets that begin with the first line.
    reported: Vec<Vec<Line>>,
}

fn engine(fen: &str, lines: usize) -> Host {
    with_lines(Host::at(fen), lines)
}

fn with_lines(mut engine: Host, lines: usize) -> Host {
    engine.set_option("MultiPV", &lines.to_string()).unwrap();
    engine
}

/// Searches, and checks what is true of every search.
fn find(engine: &mut Host, limits: &Limits) -> Found {
    let start = chess(&engine.game.fen());
    let wanted: usize = engine.option("MultiPV").unwrap().parse().unwrap();
    let moves = match limits.search_moves.split_whitespace().count() {
        0 => start.legal_moves().len(),
        some => some,
    };
    let mut reported: Vec<Vec<Line>> = Vec::new();
    let mut before = (0, Duration::ZERO);
    let report = engine.search(limits, |info| {
        assert!((info.nodes, info.time) >= before, "counters go back");
        before = (info.nodes, info.time);
        if info.kind == InfoKind::Line {
            if info.multipv == 1 {
                reported.push(Vec::new());
            }
            reported.last_mut().expect("the first line comes first").push(Line::new(info));
        } else if let Some(set) = reported.last() {
            assert_eq!(Line::new(info), set[0], "a sign of life repeats the first line");
        }
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    let lines: Vec<Line> = engine.lines().iter().map(|info| Line::new(&info)).collect();
    for set in reported.iter().chain([&lines]) {
        let is_whole = set.len() == wanted.min(moves);
        assert!(is_whole || set.iter().all(|line| line.depth == 1), "{set:?}");
        let firsts: HashSet<&str> = set.iter().map(Line::first_move).collect();
        assert_eq!(firsts.len(), set.len(), "{set:?}");
        assert!(set.is_sorted_by(|a, b| a.worth() >= b.worth()), "{set:?}");
        for (index, line) in set.iter().enumerate() {
            assert_eq!(line.rank as usize, index + 1);
            check_line(&start, line);
        }
    }
    if let Some(last) = reported.last() {
        assert_eq!(*last, lines, "the result is what was reported last");
    }
    if let Some(best) = lines.first() {
        assert_eq!((best.first_move(), best.score), (report.best_move.as_str(), report.score));
    }
    assert_eq!(lines.first().map_or(0, |best| best.depth), report.depth);
    for line in engine.lines().iter() {
        assert_eq!((line.nodes, line.search_id), (report.nodes, report.search_id));
    }
    Found { report, lines, reported }
}

/// A line has been searched and is legal, its score is one that can be, and where it is exactly a
/// mate the line ends in it.
fn check_line(start: &Chess, line: &Line) {
    assert!(line.depth >= 1, "{line:?}");
    let end = replay(start, &line.pv).pop().expect("the start at least");
    let ReportedScore { kind, value, bound } = line.score;
    match kind {
        ScoreKind::Centipawns => assert!(value.abs() <= 15_000, "{line:?}"),
        ScoreKind::Mate if bound == Bound::Exact => {
            let plies = 2 * value.abs() - i32::from(value > 0);
            assert_eq!(line.pv.split(' ').count(), plies as usize, "{line:?}");
            assert!(end.is_checkmate(), "{line:?}");
        }
        _ => {}
    }
}

/// What is true of every search, in thousands of different ones.
#[test]
fn every_search_tells_the_truth() {
    let mut random = random_numbers(7);
    let mut positions: Vec<String> = Vec::new();
    for fen in bench_fens() {
        let mut game = chess(fen);
        for _ in 0..30 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            positions.push(Fen::from_position(&game, EnPassantMode::Legal).to_string());
            let m = legal[random(legal.len())];
            game = game.play(m).expect("legal");
        }
    }
    let mut engines = [1, 1, 2, 4].map(|threads| {
        let mut engine = Host::new();
        engine.set_option("Hash", "1").unwrap();
        engine.set_option("Threads", &threads.to_string()).unwrap();
        engine
    });
    let (mut neighbours, mut equal, mut mates, mut exact) = (0, 0, 0, 0);
    for round in 0..2500 {
        let engine = &mut engines[round % 4];
        let fen = &positions[random(positions.len())];
        engine.set_position(Some(fen), "").unwrap();
        engine.set_option("MultiPV", &(1 + random(4)).to_string()).unwrap();
        let nodes = match random(20) {
            0 => 1 + random(50_000),
            1..5 => 1 + random(10_000),
            5..12 => 1 + random(1000),
            _ => 1 + random(100),
        };
        let found = find(engine, &Limits::nodes(nodes as u64));
        for pair in found.lines.windows(2) {
            let [a, b] = [&pair[0].score, &pair[1].score];
            let is_exact = a.bound == Bound::Exact && b.bound == Bound::Exact;
            let is_plain = a.kind == ScoreKind::Centipawns && a.value != 0;
            neighbours += usize::from(is_exact && is_plain);
            equal += usize::from(is_exact && is_plain && a == b);
        }
        // A search that is stopped amid its first iteration may have no more than a bound.
        let is_mate = found.report.score.kind == ScoreKind::Mate && found.report.score.value != 0;
        if is_mate && nodes > 300 {
            mates += 1;
            exact += usize::from(found.report.score.bound == Bound::Exact);
        }
        // Enough for a first iteration, whatever the helpers do.
        let legal = chess(fen).legal_moves().len();
        assert!(
            nodes < 100 * (legal + 1) || legal == 0 || found.report.depth >= 1,
            "{fen} {nodes}"
        );
    }
    println!("{equal} of {neighbours} neighbours are equal, {exact} of {mates} mates are exact");
    assert!(neighbours > 500 && equal * 20 < neighbours, "{equal} of {neighbours}");
    assert!(mates > 20 && exact * 20 >= mates * 19, "{exact} of {mates}");
}

fn run(engine: &mut Host, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

/// The best move of a search for one line nearly always has one of four lines, and most often the
/// first: each line has a window of its own, and may turn out better than those found before it.
fn check_agreement(engine_at: fn(&str) -> Host, positions: &[String], depth: u32) {
    let (mut agreed, mut present) = (0, 0);
    for fen in positions {
        let found = find(&mut with_lines(engine_at(fen), 4), &Limits::depth(depth));
        assert!(found.lines.iter().all(|line| line.score.bound == Bound::Exact));
        assert!(found.lines.iter().all(|line| line.depth == depth));
        assert_eq!(found.reported.len(), depth as usize);
        let alone = search_in(&mut engine_at(fen), &Limits::depth(depth)).report;
        agreed += usize::from(alone.best_move == found.report.best_move);
        let has_it = |line: &Line| line.first_move() == alone.best_move.as_str();
        present += usize::from(found.lines.iter().any(has_it));
    }
    let of = positions.len();
    println!(
        "the same best move in {agreed} of {of} positions, in {present} a line of it, depth {depth}"
    );
    assert!(agreed * 2 >= of && present * 10 >= of * 8, "{agreed}, {present} of {of}");
}

/// The positions of the benchmark, and positions some moves after them.
fn positions(mut engine: Host) -> Vec<String> {
    let mut positions = Vec::new();
    for fen in bench_fens() {
        let mut line = String::new();
        for _ in 0..6 {
            engine.set_position(Some(fen), &line).unwrap();
            let report = run(&mut engine, &Limits::depth(4));
            line = format!("{line} {}", report.best_move);
        }
        engine.set_position(Some(fen), &line).unwrap();
        let later = engine.game.fen();
        let is_open = |fen: &String| chess(fen).legal_moves().len() > 1;
        positions.extend([fen.to_owned(), later].into_iter().filter(is_open));
    }
    positions
}

#[test]
fn four_lines_are_sorted_and_the_first_is_the_best() {
    let positions = positions(Host::fixed());
    check_agreement(Host::fixed_at, &positions.into_iter().step_by(3).collect::<Vec<_>>(), 6);
}

#[test]
#[ignore = "takes minutes; a figure of bench/README.md"]
fn four_lines_at_depth_12() {
    let positions = positions(Host::new());
    check_agreement(Host::at, &positions[positions.len().saturating_sub(100)..], 12);
}

/// Every move has its line, and exactly the mating moves are mates in one.
#[test]
fn all_moves_are_told_apart() {
    for fen in [
        "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60",
        "k7/8/1K6/8/8/8/8/2Q4R w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1",
        "7k/R7/5KP1/8/8/8/8/1Q6 w - - 0 1",
    ] {
        let start = chess(fen);
        let legal = start.legal_moves().len();
        let found = find(&mut engine(fen, 256), &Limits::depth(3));
        assert_eq!(found.lines.len(), legal);
        for line in found.lines {
            let uci: UciMove = line.first_move().parse().unwrap();
            let mates = start.clone().play(uci.to_move(&start).unwrap()).unwrap().is_checkmate();
            let is_mate_in_one = line.score.kind == ScoreKind::Mate && line.score.value == 1;
            assert_eq!(is_mate_in_one, mates, "{fen} {line:?}");
        }
    }
}

#[test]
fn only_the_moves_asked_for_have_lines() {
    for (lines, wanted) in [(2, 3), (3, 3), (9, 3)] {
        let mut engine = engine(START, lines);
        let limits = Limits { search_moves: "a2a3 h2h4 g1h3".into(), ..Limits::depth(6) };
        let found = find(&mut engine, &limits);
        assert_eq!(found.lines.len(), lines.min(wanted));
        assert!(found.lines.iter().all(|line| limits.search_moves.contains(line.first_move())));
    }
}

#[test]
fn a_search_may_be_stopped_amid_its_lines() {
    for fen in [START, KIWIPETE, ORDINARY[5]] {
        for nodes in (0..10_000).step_by(397) {
            let found = find(&mut with_lines(Host::fixed_at(fen), 5), &Limits::nodes(nodes));
            assert!(found.report.nodes <= nodes);
            let depth = found.report.depth;
            assert!(found.lines.iter().all(|line| line.depth == depth), "{:?}", found.lines);
        }
    }
    let limits = Limits::move_time(Duration::from_millis(30));
    let found = find(&mut engine(KIWIPETE, 20), &limits);
    assert_eq!(found.report.stop_reason, StopReason::Time);
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";
    let limits = Limits { mate: Some(2), ..Limits::nodes(4_000_000) };
    let mut engine = engine(fen, 3);
    let report = run(&mut engine, &limits);
    assert_eq!((report.stop_reason, report.score.value), (StopReason::Mate, 2));
    assert_eq!(engine.lines().len(), 1, "there is one answer to the question");
}

#[test]
fn several_threads_find_several_lines() {
    for threads in ["2", "4"] {
        for fen in ORDINARY {
            let mut engine = engine(fen, 4);
            engine.set_option("Threads", threads).unwrap();
            let found = find(&mut engine, &Limits::depth(8));
            assert!(found.lines.iter().all(|line| line.score.bound == Bound::Exact));
            assert_eq!(found.report.depth, 8);
            find(&mut engine, &Limits::nodes(50_000));
        }
    }
}

#[test]
fn castling_is_written_as_the_option_says() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (value, text) in [("false", "e1g1"), ("true", "e1h1")] {
        let mut engine = engine(fen, 256);
        engine.set_option("UCI_Chess960", value).unwrap();
        run(&mut engine, &Limits::depth(2));
        let mode = CastlingMode::from_chess960(value == "true");
        let legal = chess(fen).legal_moves();
        let legal: HashSet<String> = legal.iter().map(|m| m.to_uci(mode).to_string()).collect();
        let firsts =
            engine.lines().iter().map(|line| line.pv.split(' ').next().unwrap().to_owned());
        assert_eq!(firsts.collect::<HashSet<_>>(), legal);
        assert!(legal.contains(text));
    }
}
