//! How wrong the network is about a position.

use crate::features::Sample;
use crate::network::SCALE;

/// The square of the distance between the expected results that the network says, and that of
/// the search mixed with that of the game.
#[derive(Clone, Copy)]
pub struct Loss {
    /// How much the result of the game counts against the score of the search, from 0 to 1.
    pub lambda: f32,
}

impl Loss {
    /// The loss for what the network says of a position, and what a change of its word does to
    /// the loss.
    pub fn of(self, word: f32, sample: &Sample) -> (f32, f32) {
        let result = f32::from(sample.half_points) / 2.0;
        let search = sigmoid(f32::from(sample.score) / SCALE as f32);
        let target = self.lambda * result + (1.0 - self.lambda) * search;
        let expected = sigmoid(word);
        let error = expected - target;
        (error * error, 2.0 * error * expected * (1.0 - expected))
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
