//! Training positions. The library defines what the network sees of them.

use seajay::training::NetworkInput;
use shakmaty::{Chess, Position as _};

use crate::games::Outcome;

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
