//! The loss of a position.

use seajay::training::SCALE;

/// The centipawns that change the odds of a game by a factor of e: with this spread, the expected
/// results by the scores of a game are constant on average as the game goes on.
const SPREAD: f32 = 220.0;

/// The factor from a network's values to the logarithm of the odds.
const ODDS: f32 = SCALE as f32 / SPREAD;

/// The squared difference between the target and the expected result by the network's value of a
/// position, and its derivative with respect to that value.
pub fn loss(value: f32, target: f32) -> (f32, f32) {
    let expected = result_of_value(value);
    let error = expected - target;
    (error * error, 2.0 * error * expected * (1.0 - expected) * ODDS)
}

/// The expected result, from 0 to 1, by a network's value of a position.
pub fn result_of_value(value: f32) -> f32 {
    sigmoid(value * ODDS)
}

/// The expected result, from 0 to 1, for a score in centipawns.
pub fn expected_result(score: i16) -> f32 {
    sigmoid(f32::from(score) / SPREAD)
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
