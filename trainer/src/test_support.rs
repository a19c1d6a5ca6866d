//! Positions and games for the tests of this crate.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, Role};

use crate::board::random_move;
use crate::games::{Game, Outcome, Ply};
use crate::model::{Model, Shape};
use crate::sample::{Sample, expected_result};

/// The position of a FEN.
pub fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// Random games, as far as `plies` moves, with scores that count the material.
pub fn random_games(count: u64, plies: usize) -> Vec<Game> {
    (0..count).map(|seed| random_game(seed, plies)).collect()
}

fn random_game(seed: u64, plies: usize) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Chess::default();
    let start = position.clone();
    let mut moves = Vec::new();
    while moves.len() < plies && !position.is_game_over() {
        let played = random_move(&position, &mut rng).expect("the game is not over");
        moves.push(Ply { played, score: material(&position) });
        position.play_unchecked(played);
    }
    let outcome = [Outcome::Black, Outcome::Draw, Outcome::White][rng.random_range(0..3)];
    Game { start, plies: moves, outcome }
}

/// A small network with random parameters over the whole range of magnitudes.
pub fn random_model(seed: u64) -> Model {
    let shape = Shape { width: 16, buckets: 3 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let parameters = (0..shape.parameters()).map(|_| rng.random_range(-2.0..=2.0)).collect();
    let mut model = Model { shape, parameters };
    model.clip();
    model
}

/// The positions of random games.
pub fn random_positions(games: u64) -> Vec<Chess> {
    let mut positions = Vec::new();
    for game in random_games(games, 200) {
        let mut position = Chess::default();
        for ply in game.plies {
            position.play_unchecked(ply.played);
            positions.push(position.clone());
        }
    }
    positions
}

/// Samples from the positions of random games: the score is the material.
pub fn random_samples(games: u64) -> Vec<Sample> {
    let positions = random_positions(games);
    let sample = |at| Sample::new(at, expected_result(material(at)), Outcome::Draw);
    positions.iter().map(sample).collect()
}

/// The material balance from the side to move's point of view, in centipawns.
fn material(position: &Chess) -> i16 {
    let value = |role| match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    };
    let board = position.board();
    let of = |color| -> i16 {
        board.by_color(color).into_iter().filter_map(|at| board.role_at(at)).map(value).sum()
    };
    of(position.turn()) - of(!position.turn())
}
