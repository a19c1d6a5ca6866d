//! How wrong the network is about a position.

use crate::network::SCALE;

/// So many centipawns more or less change the odds of a game by a factor of e: with this spread,
/// the results that the scores of a game foretell neither grow nor shrink on average as the game
/// goes on.
const SPREAD: f32 = 220.0;

/// The square of the distance between the expected result that the network says and the one to
/// learn, and what a change of the network's word does to it.
pub fn loss(word: f32, target: f32) -> (f32, f32) {
    const ODDS: f32 = SCALE as f32 / SPREAD;
    let expected = sigmoid(word * ODDS);
    let error = expected - target;
    (error * error, 2.0 * error * expected * (1.0 - expected) * ODDS)
}

/// The result, from 0 to 1, that a score in centipawns foretells.
pub fn expected_result(score: i16) -> f32 {
    sigmoid(f32::from(score) / SPREAD)
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
