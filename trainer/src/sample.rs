//! Training positions, and the loss of one. The library defines what the network sees of them.

use seajay::training::{NetworkInput, SCALE};
use shakmaty::{Chess, Position as _};

use crate::games::Outcome;

/// The centipawns that change the odds of a game by a factor of e: with this spread, the expected
/// results by the scores of a game are constant on average as the game goes on.
const SPREAD: f32 = 220.0;

/// The factor from a network's values to the logarithm of the odds.
const ODDS: f32 = SCALE as f32 / SPREAD;

/// A training position.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// What the network sees of it.
    pub input: NetworkInput,
    /// The target, a result from 0 to 1, from the side to move's point of view.
    pub target: f32,
    half_points: u8,
}

impl Sample {
    /// Makes a sample from a position, its target from the side to move's point of view, and the
    /// outcome of the game.
    pub fn new(position: &Chess, target: f32, outcome: Outcome) -> Sample {
        let half_points = outcome.half_points(position.turn());
        Sample { input: NetworkInput::of(position), target, half_points }
    }

    /// The result of the game, from 0 to 1.
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_the_movers() {
        let start = Chess::default();
        let mut reply = start.clone();
        reply.play_unchecked(start.legal_moves()[0]);
        let result = |position, outcome| Sample::new(position, 0.5, outcome).result();
        assert_eq!(result(&start, Outcome::White), 1.0);
        assert_eq!(result(&reply, Outcome::White), 0.0);
        assert_eq!(result(&reply, Outcome::Black), 1.0);
        assert_eq!(result(&reply, Outcome::Draw), 0.5);
    }
}
