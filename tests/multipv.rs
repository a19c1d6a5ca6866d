//! Several lines (`MultiPV`): as many as there are, each with a different first move, best first,
//! and the lines of the result are those reported last.

mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Bound, Info, InfoKind, Limits, Report, ReportedScore, ScoreKind, StopReason};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};
use support::play::{
    Host, KIWIPETE, ORDINARY, START, bench_fens, chess, replay, search, search_in,
};

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

/// Searches, and checks what is true of every search with several lines.
fn find(engine: &mut Host, limits: &Limits) -> Found {
    let start = chess(&engine.game.fen());
    let wanted: usize = engine.option("MultiPV").unwrap().parse().unwrap();
    let moves = match limits.search_moves.split_whitespace().count() {
        0 => start.legal_moves().len(),
        some => some,
    };
    let mut reported: Vec<Vec<Line>> = Vec::new();
    let report = engine.search(limits, |info| {
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
        assert_eq!(set.len(), wanted.min(moves), "{set:?}");
        let firsts: HashSet<&str> = set.iter().map(Line::first_move).collect();
        assert_eq!(firsts.len(), set.len(), "{set:?}");
        assert!(set.is_sorted_by(|a, b| a.worth() >= b.worth()), "{set:?}");
        assert!(set.is_sorted_by(|a, b| a.depth >= b.depth), "{set:?}");
        for (index, line) in set.iter().enumerate() {
            assert_eq!(line.rank as usize, index + 1);
            replay(&start, &line.pv);
        }
    }
    if let Some(last) = reported.last() {
        assert_eq!(*last, lines, "the result is what was reported last");
    }
    let best = &lines[0];
    assert_eq!((best.first_move(), best.score), (report.best_move.as_str(), report.score));
    assert_eq!(best.depth, report.depth);
    for line in engine.lines().iter() {
        assert_eq!((line.nodes, line.search_id), (report.nodes, report.search_id));
    }
    Found { report, lines, reported }
}

fn run(engine: &mut Host, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn one_line_is_the_default() {
    for fen in ORDINARY {
        let mut engine = engine(fen, 1);
        let report = run(&mut engine, &Limits::depth(8));
        assert_eq!(report.nodes, search(fen, &Limits::depth(8)).report.nodes);
        let line = engine.lines().get(0).unwrap();
        assert_eq!((engine.lines().len(), line.score), (1, report.score));
        assert!(line.pv.starts_with(report.best_move.as_str()));
        assert!(engine.lines().get(1).is_none());
    }
}

/// The best move of four lines is nearly always that of a search for one line.
fn check_agreement(engine_at: fn(&str) -> Host, positions: &[String], depth: u32) {
    let mut agreed = 0;
    for fen in positions {
        let found = find(&mut with_lines(engine_at(fen), 4), &Limits::depth(depth));
        assert!(found.lines.iter().all(|line| line.score.bound == Bound::Exact));
        assert!(found.lines.iter().all(|line| line.depth == depth));
        assert_eq!(found.reported.len(), depth as usize);
        let alone = search_in(&mut engine_at(fen), &Limits::depth(depth)).report;
        agreed += usize::from(alone.best_move == found.report.best_move);
    }
    println!("the same best move in {agreed} of {} positions, depth {depth}", positions.len());
    assert!(agreed * 10 >= positions.len() * 9, "{agreed} of {}", positions.len());
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
fn there_are_no_more_lines_than_moves() {
    for (fen, moves) in [("7k/8/8/8/8/8/r7/6K1 w - - 0 1", 2), ("7k/8/8/8/8/r7/8/r6K w - - 0 1", 0)]
    {
        let legal = chess(fen).legal_moves();
        assert!(moves == 0 || legal.len() >= moves);
        let mut engine = engine(fen, 10);
        run(&mut engine, &Limits::depth(5));
        assert_eq!(engine.lines().len(), legal.len().min(10));
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
        let mut depths = HashSet::new();
        for nodes in (0..30_000).step_by(1177) {
            let found = find(&mut with_lines(Host::fixed_at(fen), 5), &Limits::nodes(nodes));
            assert!(found.report.nodes <= nodes);
            depths.insert(found.lines.iter().map(|line| line.depth).collect::<Vec<_>>());
        }
        assert!(depths.iter().any(|depths| depths[0] > depths[4]), "{depths:?}");
    }
    // A first line that is worse than the lines before it is kept, and they are worth no more.
    let is_worse = |fen: &str, nodes| {
        let mut engine = with_lines(Host::fixed_at(fen), 2);
        let lines = find(&mut engine, &Limits::nodes(nodes)).lines;
        lines[0].depth > lines[1].depth && lines[1].score.bound == Bound::Upper
    };
    let happens = |fen: &&str| (1000..20_000).step_by(211).any(|nodes| is_worse(fen, nodes));
    assert!(ORDINARY.iter().any(happens));
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
