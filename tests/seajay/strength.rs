//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`): stronger levels win, choices are
//! reproducible, and nothing changes when it is off.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Engine, Limits, Report, ScoreKind, StopReason};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};
use testkit::play::{Host, KIWIPETE, ORDINARY, START, chess, replay, search_in};

const WEAKEST: u32 = 400;
const STRONGEST: u32 = 2800;
/// A position in which Rd8 is mate.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// An engine of this strength.
fn engine(elo: u32) -> Engine {
    let mut engine = Host::fixed().engine;
    engine.set_option("Hash", "1").unwrap();
    engine.set_option("UCI_LimitStrength", "true").unwrap();
    engine.set_option("UCI_Elo", &elo.to_string()).unwrap();
    engine
}

fn run(engine: &mut Engine, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

/// The engine's reply after a line of moves from the start position.
type Player = Box<dyn FnMut(&str, &Chess) -> String>;

fn level(elo: u32) -> Player {
    let mut engine = engine(elo);
    Box::new(move |line, _| {
        engine.set_position(None, line).unwrap();
        run(&mut engine, &Limits::depth(60)).best_move.to_string()
    })
}

fn random_mover() -> Player {
    let mut state = 1_u32;
    Box::new(move |_, position| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moves = position.legal_moves();
        let m = moves[(state >> 16) as usize % moves.len()];
        UciMove::from_standard(m).to_string()
    })
}

/// Plays a game from a line of moves, with White and Black in turn, and returns White's points, 0
/// to 2.
fn play(players: [&mut Player; 2], opening: &str) -> u32 {
    let mut line = opening.to_owned();
    let mut position: Chess = replay(&chess(START), opening).pop().unwrap();
    for _ in 0..300 {
        if position.is_checkmate() {
            return if position.turn() == Color::White { 0 } else { 2 };
        }
        if position.legal_moves().is_empty() || position.halfmoves() >= 100 {
            return 1;
        }
        let answer = players[position.turn().fold_wb(0, 1)](&line, &position);
        let uci: UciMove = answer.parse().unwrap();
        line = format!("{line} {uci}");
        position.play_unchecked(uci.to_move(&position).expect("a legal move"));
    }
    1
}

/// Plays a match of eight games. The weaker side wins a close match this clearly by chance only
/// rarely.
fn wins_clearly(mut strong: Player, mut weak: Player, names: &str) {
    let openings = ["e2e4 e7e5", "d2d4 g8f6", "c2c4 c7c5", "e2e4 c7c6"];
    let mut points = 0;
    for opening in openings {
        points += play([&mut strong, &mut weak], opening);
        points += 2 - play([&mut weak, &mut strong], opening);
    }
    let most = 4 * openings.len() as u32;
    println!("{names}: {points} of {most} half points");
    assert!(points * 4 >= most * 3, "{names}: {points} of {most} half points");
}

#[test]
fn stronger_levels_win() {
    for (strong, weak) in [(1000, WEAKEST), (1600, 1000)] {
        wins_clearly(level(strong), level(weak), &format!("{strong} against {weak}"));
    }
}

#[test]
fn the_weakest_level_beats_random_moves() {
    wins_clearly(level(WEAKEST), random_mover(), "the weakest against random moves");
}

#[test]
fn the_weakest_level_misses_some_mates_and_the_strongest_hardly_any() {
    let mates = |elo| {
        let mut engine = engine(elo);
        engine.set_position(Some(MATE_IN_ONE), "").unwrap();
        (0..100)
            .filter(|_| run(&mut engine, &Limits::depth(4)).best_move.as_str() == "d1d8")
            .count()
    };
    // Not seen at all are 69.6 % * (3 + 4) / 12 of such moves; some others are played because they
    // look good.
    let by_the_weakest = mates(WEAKEST);
    assert!((10..65).contains(&by_the_weakest), "{by_the_weakest}");
    assert!(mates(STRONGEST) >= 98);
}

#[test]
fn a_mate_that_is_announced_is_one() {
    let mut engine = engine(800);
    let mut announced = 0;
    for fen in [MATE_IN_ONE, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "k7/7R/2K5/8/8/8/8/8 w - - 0 1"] {
        engine.set_position(Some(fen), "").unwrap();
        for _ in 0..50 {
            let report = run(&mut engine, &Limits::depth(4));
            let after = replay(&chess(fen), report.best_move.as_str()).pop().unwrap();
            if (report.score.kind, report.score.value) == (ScoreKind::Mate, 1) {
                assert!(after.is_checkmate(), "{} in {fen}", report.best_move);
                announced += 1;
            }
        }
    }
    assert!(announced > 10, "{announced} of 150");
}

#[test]
fn choices_repeat_after_clearing_and_vary_otherwise() {
    let mut engine = engine(1000);
    let mut first = Vec::new();
    for round in 0..2 {
        engine.clear_history();
        let mut moves = Vec::new();
        for _ in 0..30 {
            moves.push(run(&mut engine, &Limits::depth(8)).best_move.to_string());
        }
        assert!(moves.iter().collect::<HashSet<_>>().len() > 1, "always {}", moves[0]);
        if round == 0 {
            first = moves;
        } else {
            assert_eq!(moves, first);
        }
    }
}

/// The first six plies of a game that an engine of this level and seed plays against itself.
fn opening(elo: u32, seed: u32) -> String {
    let mut engine = engine(elo);
    engine.set_option("Seed", &seed.to_string()).unwrap();
    (0..6).fold(String::new(), |line, _| {
        engine.set_position(None, &line).unwrap();
        format!("{line} {}", run(&mut engine, &Limits::depth(127)).best_move)
    })
}

#[test]
fn games_with_different_seeds_differ_and_with_the_same_do_not() {
    for (elo, least) in [(WEAKEST, 15), (800, 15), (1500, 10)] {
        let openings: Vec<String> = (0..20).map(|seed| opening(elo, seed)).collect();
        let different = openings.iter().collect::<HashSet<_>>().len();
        println!("{elo}: {different} of 20");
        assert!(different >= least, "{elo}: {openings:#?}");
        assert_eq!(opening(elo, 7), openings[7]);
    }
    assert_eq!(opening(800, u32::MAX), opening(800, u32::MAX));
}

#[test]
fn full_strength_does_not_depend_on_the_seed() {
    let search = |seed| {
        let mut engine = Host::fixed_at(KIWIPETE);
        engine.set_option("Seed", seed).unwrap();
        search_in(&mut engine, &Limits::depth(8)).report.nodes
    };
    assert_eq!(search("0"), search("12345"));
}

#[test]
fn the_move_is_that_of_the_best_line() {
    for (fen, elo) in ORDINARY.iter().flat_map(|fen| [(fen, WEAKEST), (fen, 1200)]) {
        let mut engine = engine(elo);
        engine.set_position(Some(fen), "").unwrap();
        for lines in ["1", "5"] {
            engine.set_option("MultiPV", lines).unwrap();
            let report = run(&mut engine, &Limits::depth(10));
            let best = engine.lines().iter().next().unwrap();
            assert!(best.pv.starts_with(report.best_move.as_str()));
            assert_eq!((best.score, best.depth), (report.score, report.depth));
            for line in engine.lines().iter() {
                replay(&chess(fen), line.pv);
            }
        }
    }
}

#[test]
fn a_search_ends_by_itself_after_as_many_positions_as_the_level_allows() {
    for (elo, nodes) in [(WEAKEST, 150), (500, 225), (1400, 4800), (1500, 7200)] {
        let report = run(&mut engine(elo), &Limits::depth(100));
        assert_eq!((report.stop_reason, report.nodes), (StopReason::Nodes, nodes), "{elo}");
    }
}

#[test]
fn an_endless_search_waits_for_its_end() {
    let enough = Duration::from_millis(200);
    let report = engine(WEAKEST)
        .search(&Limits::infinite(), |info| {
            if info.time < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!(report.stop_reason, StopReason::Callback);
    assert!(report.time >= enough && report.nodes <= 150);
}

#[test]
fn the_callers_limits_hold_too() {
    let mut engine = engine(2200);
    assert_eq!(engine.lines().len(), 0);
    for nodes in [1, 100, 1000] {
        assert!(run(&mut engine, &Limits::nodes(nodes)).nodes <= nodes);
    }
    assert_eq!(run(&mut engine, &Limits::depth(2)).depth, 2);
    assert_eq!(engine.lines().len(), 1);
}

#[test]
fn a_level_keeps_to_the_moves_it_is_given() {
    let mut engine = engine(WEAKEST);
    let limits = Limits { search_moves: "a2a3 h2h4".into(), ..Limits::depth(5) };
    let moves: HashSet<_> =
        (0..50).map(|_| run(&mut engine, &limits).best_move.to_string()).collect();
    assert_eq!(moves, HashSet::from(["a2a3".into(), "h2h4".into()]));
    let limits = Limits { search_moves: "a2a3".into(), ..Limits::depth(5) };
    assert!((0..50).all(|_| run(&mut engine, &limits).best_move.as_str() == "a2a3"));
}

#[test]
fn nothing_is_left_of_a_level_once_it_is_off() {
    let mut engine = engine(WEAKEST);
    engine.set_position(Some(MATE_IN_ONE), "").unwrap();
    for _ in 0..50 {
        run(&mut engine, &Limits::depth(4));
    }
    engine.set_option("UCI_LimitStrength", "false").unwrap();
    let report = run(&mut engine, &Limits::depth(4));
    assert_eq!(report.best_move.as_str(), "d1d8");
    assert_eq!((report.score.kind, report.score.value), (ScoreKind::Mate, 1));
}

#[test]
fn the_number_alone_changes_nothing() {
    let mut engine = engine(1000);
    engine.set_option("UCI_LimitStrength", "false").unwrap();
    engine.set_option("Hash", "16").unwrap();
    engine.set_position(Some(KIWIPETE), "").unwrap();
    let report = run(&mut engine, &Limits::depth(8));
    let without = search_in(&mut Host::fixed_at(KIWIPETE), &Limits::depth(8)).report;
    assert_eq!(report.nodes, without.nodes);
}
