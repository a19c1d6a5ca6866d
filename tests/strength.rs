//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`): stronger levels win, choices repeat where they
//! must, and nothing changes where it is off.

mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;

use seajay::{Engine, Limits, Report};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};
use support::play::{KIWIPETE, ORDINARY, START, chess, replay, search};

/// An engine of so much strength.
fn engine(elo: u32) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "1").unwrap();
    engine.set_option("UCI_LimitStrength", "true").unwrap();
    engine.set_option("UCI_Elo", &elo.to_string()).unwrap();
    engine
}

fn run(engine: &mut Engine, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

/// Plays a game from a line of moves, White and Black in turn, and gives White's points, 0 to 2.
fn play(players: &mut [Engine; 2], opening: &str) -> u32 {
    let mut line = opening.to_owned();
    let mut position: Chess = replay(&chess(START), opening).pop().unwrap();
    for _ in 0..300 {
        if position.is_checkmate() {
            return if position.turn() == Color::White { 0 } else { 2 };
        }
        if position.legal_moves().is_empty() || position.halfmoves() >= 100 {
            return 1;
        }
        let player = &mut players[position.turn().fold_wb(0, 1)];
        player.set_position(None, &line).unwrap();
        let report = run(player, &Limits::depth(20));
        let uci: UciMove = report.best_move.as_str().parse().unwrap();
        line = format!("{line} {uci}");
        position.play_unchecked(uci.to_move(&position).unwrap());
    }
    1
}

#[test]
fn stronger_levels_win() {
    let openings = ["e2e4 e7e5", "d2d4 g8f6", "c2c4 c7c5", "e2e4 c7c6"];
    for (strong, weak) in [(1500, 1000), (2200, 1500)] {
        let mut points = 0;
        for opening in openings {
            points += play(&mut [engine(strong), engine(weak)], opening);
            points += 2 - play(&mut [engine(weak), engine(strong)], opening);
        }
        let most = 4 * openings.len() as u32;
        println!("{strong} against {weak}: {points} of {most} half points");
        assert!(points * 4 >= most * 3, "{strong} against {weak}: {points} of {most} half points");
    }
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

#[test]
fn the_move_is_that_of_one_of_the_best_lines() {
    for fen in ORDINARY {
        let mut engine = engine(1200);
        engine.set_option("MultiPV", "5").unwrap();
        engine.set_position(Some(fen), "").unwrap();
        let report = run(&mut engine, &Limits::depth(10));
        let chosen =
            engine.lines().iter().find(|line| line.pv.starts_with(report.best_move.as_str()));
        let chosen = chosen.unwrap();
        assert_eq!((chosen.score, chosen.depth), (report.score, report.depth));
        replay(&chess(fen), &format!("{} {}", report.best_move, report.ponder_move));
    }
}

#[test]
fn the_callers_limits_hold_too() {
    let mut engine = engine(2200);
    assert_eq!(engine.lines().len(), 0);
    for nodes in [1, 100, 1000] {
        assert!(run(&mut engine, &Limits::nodes(nodes)).nodes <= nodes);
    }
    assert_eq!(run(&mut engine, &Limits::depth(2)).depth, 2);
    assert_eq!(engine.lines().len(), 1, "the other candidates are not told");
    let all = run(&mut engine, &Limits::depth(100)).nodes;
    assert!((1000..100_000).contains(&all), "{all}");
}

#[test]
fn the_number_alone_changes_nothing() {
    let mut engine = engine(1000);
    engine.set_option("UCI_LimitStrength", "false").unwrap();
    engine.set_option("Hash", "16").unwrap();
    engine.set_position(Some(KIWIPETE), "").unwrap();
    let report = run(&mut engine, &Limits::depth(8));
    assert_eq!(report.nodes, search(KIWIPETE, &Limits::depth(8)).report.nodes);
}
