//! Tests of the evaluation as a whole: move by move against from scratch, on every level of vector
//! instructions, for both colours, and mirrored.

use std::ops::ControlFlow;
use std::sync::Arc;

use shakmaty::{Bitboard, EnPassantMode, Position as _, Setup};

use super::*;
use crate::board::Position;
use crate::board::movegen::for_each_legal;
use crate::board::position::Changes;
use crate::notation;
use crate::score::Score;
use crate::sys::Level;
use crate::test_support::{self, random_numbers, test_positions};
use crate::{Engine, Limits};

/// The embedded network and random ones of several widths, some of which fill no row.
fn networks() -> Vec<Arc<Network>> {
    let random = [(16, 1), (32, 8), (48, 3), (128, 8), (176, 2), (1024, 8)];
    let random = random.map(|(width, buckets)| Arc::new(Network::random(width, buckets)));
    [Network::embedded()].into_iter().chain(random).collect()
}

/// Searches without pruning, and compares the value of some of the positions.
fn walk(
    evaluator: &mut Evaluator,
    network: &Network,
    position: &Position,
    depth: u32,
    random: &mut impl FnMut(usize) -> usize,
) {
    if depth == 0 || random(3) == 0 {
        let fen = position.fen();
        assert_eq!(evaluator.evaluate(position), evaluate(network, position), "{fen}");
    }
    if depth == 0 {
        return;
    }
    if !position.in_check() {
        evaluator.play(&Changes::NONE);
        walk(evaluator, network, &position.play_null(), depth - 1, random);
        evaluator.undo();
    }
    for_each_legal(position, |m| {
        let mut child = position.clone();
        evaluator.play(&child.make(m));
        walk(evaluator, network, &child, depth - 1, random);
        evaluator.undo();
    });
}

/// Castling, en passant, promotions with and without capture, kings that cross the board.
#[test]
fn incremental_values_equal_those_from_scratch() {
    let roots = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/3K1ppp/5N1N b - - 0 1",
        "8/3k4/8/2pP4/8/8/4K3/4R3 w - c6 0 1",
        "2r1k1r1/8/8/8/8/8/8/1R2K1R1 w GBgc - 0 1",
    ];
    let mut random = random_numbers(crate::random::GOLDEN);
    for network in networks() {
        let mut evaluator = Evaluator::new(Arc::clone(&network)).expect("memory");
        for root in roots {
            let root = test_support::position(root);
            evaluator.begin(&root);
            walk(&mut evaluator, &network, &root, 2, &mut random);
        }
    }
}

/// An assertion, which is compiled for unit tests alone, compares each evaluation of a search.
#[test]
fn searches_evaluate_as_from_scratch() {
    let mut engine = Engine::new().expect("memory");
    for (number, network) in networks().into_iter().enumerate() {
        engine.use_network(network).expect("memory");
        for position in test_positions().iter().skip(number).step_by(40) {
            engine.set_position(Some(&position.fen()), "").expect("a legal position");
            let search = engine.search(&Limits::nodes(500), |_| ControlFlow::Continue(()));
            assert!(search.expect("a search").nodes <= 500);
        }
    }
}

#[test]
fn a_long_path_is_evaluated_at_its_end() {
    let network = Network::embedded();
    let mut evaluator = Evaluator::new(Arc::clone(&network)).expect("memory");
    let mut random = random_numbers(88);
    for root in test_positions().iter().step_by(200) {
        let mut position = root.clone();
        evaluator.begin(&position);
        for _ in 0..crate::score::MAX_PLY {
            let mut moves = Vec::new();
            for_each_legal(&position, |m| moves.push(m));
            if moves.is_empty() {
                break;
            }
            evaluator.play(&position.make(moves[random(moves.len())]));
        }
        assert_eq!(evaluator.evaluate(&position), evaluate(&network, &position));
    }
}

#[test]
fn every_level_computes_the_same() {
    let positions = test_positions();
    for network in networks() {
        let expected: Vec<Score> = positions.iter().map(|p| evaluate(&network, p)).collect();
        for level in Level::available() {
            let network = Arc::new(network.with_level(level));
            let mut evaluator = Evaluator::new(Arc::clone(&network)).expect("memory");
            for (position, &expected) in positions.iter().zip(&expected) {
                assert_eq!(evaluate(&network, position), expected, "{level:?}");
                evaluator.begin(position);
                assert_eq!(evaluator.evaluate(position), expected, "{level:?}");
            }
        }
    }
}

#[test]
fn every_level_searches_the_same_tree() {
    const POSITIONS: &str = include_str!("../../tests/data/bench.epd");
    let network = Network::embedded();
    let nodes = Level::available().map(|level| {
        let mut engine = Engine::new().expect("memory");
        engine.use_network(Arc::new(network.with_level(level))).expect("memory");
        let nodes_of = |fen| {
            engine.set_position(Some(fen), "").expect("a legal FEN");
            let search = engine.search(&Limits::depth(5), |_| ControlFlow::Continue(()));
            search.expect("a search").nodes
        };
        POSITIONS.lines().map(nodes_of).collect::<Vec<_>>()
    });
    let nodes: Vec<_> = nodes.collect();
    assert!(nodes.iter().all(|level| *level == nodes[0]), "{nodes:?}");
}

fn position(setup: Setup) -> Position {
    Position::new(&notation::from_setup(setup).expect("the mirror of a legal position"))
}

#[test]
fn colours_are_treated_alike() {
    for network in networks() {
        for original in test_positions() {
            let setup = original.to_chess().to_setup(EnPassantMode::Legal).into_mirrored();
            let mirrored = evaluate(&network, &position(setup));
            assert_eq!(evaluate(&network, &original), mirrored, "{}", original.fen());
        }
    }
}

#[test]
fn mirrored_files_are_treated_alike() {
    for network in networks() {
        for original in test_positions() {
            let mut setup = original.to_chess().to_setup(EnPassantMode::Legal);
            // Castling is not symmetric left to right.
            setup.castling_rights = Bitboard::EMPTY;
            setup.ep_square = None;
            let plain = evaluate(&network, &position(setup.clone()));
            setup.board.flip_horizontal();
            let mirrored = evaluate(&network, &position(setup));
            assert_eq!(plain, mirrored, "{}", original.fen());
        }
    }
}

#[test]
fn material_decides() {
    let value = |fen: &str| {
        let network = Network::embedded();
        evaluate(&network, &test_support::position(fen)).0
    };
    assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 150);
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(value(&format!("{queen_up} w KQkq - 0 1")) > 300);
    assert!(value(&format!("{queen_up} b KQkq - 0 1")) < -300);
}
