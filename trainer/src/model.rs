//! The network in floating point: what it says of a position, and how each of its parameters
//! should change for it to say something better.
//!
//! (5602 -> N) x 2 -> 1: each side's active features choose rows of N weights, which are summed
//! (a sparse first layer); both sums go through a clipped square (SCReLU), side to move first,
//! and into one of B output rows, chosen by the number of pieces. 1.0 here is 255 in the first
//! layer of the quantised network, and 400 centipawns at the end.

use std::ops::Range;

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::features::{FEATURES, Features, MOST_PIECES, PIECE_SQUARES, Sample};

/// Parameters are kept within this on both sides, so that an output weight is at most 127. The sums
/// of the first layer fit 16 bits then: a bias and, for each of 32 pieces, four rows, three of
/// which are of relations, and ten more of these, 505 + 32 * (505 + 3 * 127) + 10 * 127 = 30,127.
pub const MOST_PARAMETER: f32 = 1.98;
/// Those of all features but pieces on squares within this: they have 8 bits.
pub const MOST_RELATION: f32 = 0.498;
/// Widths are multiples of this; the loops work on so many units at once.
pub const LANES: usize = 16;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Hidden units of each side, N: a multiple of [`LANES`].
    pub width: usize,
    /// Output rows, B.
    pub buckets: usize,
}

impl Shape {
    /// The weights of the first layer: a row of N for each feature.
    pub fn weights(self) -> Range<usize> {
        0..FEATURES * self.width
    }

    /// Those of them for pieces on squares.
    pub fn pieces(self) -> Range<usize> {
        0..PIECE_SQUARES * self.width
    }

    /// Those for all other features.
    pub fn relations(self) -> Range<usize> {
        self.pieces().end..self.weights().end
    }

    /// The biases of the first layer.
    pub fn biases(self) -> Range<usize> {
        let start = self.weights().end;
        start..start + self.width
    }

    /// The weights of the output: a row of 2N for each bucket, those of the side to move first.
    pub fn outputs(self) -> Range<usize> {
        let start = self.biases().end;
        start..start + 2 * self.width * self.buckets
    }

    /// The biases of the output, one for each bucket.
    pub fn output_biases(self) -> Range<usize> {
        let start = self.outputs().end;
        start..start + self.buckets
    }

    /// All parameters.
    pub fn parameters(self) -> usize {
        self.output_biases().end
    }

    /// The output row for so many pieces on the board.
    pub fn bucket(self, pieces: usize) -> usize {
        (pieces - 2) * self.buckets / MOST_PIECES
    }
}

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Its size.
    pub shape: Shape,
    /// All its parameters, one part after the other.
    pub parameters: Vec<f32>,
}

/// Room for the sums of one position: reused, since making it takes longer than filling it.
pub struct Scratch {
    features: Features,
    own: Vec<f32>,
    other: Vec<f32>,
}

impl Scratch {
    /// Room for a network of this size.
    pub fn new(shape: Shape) -> Scratch {
        let sums = || vec![0.0; shape.width];
        Scratch { features: Features::default(), own: sums(), other: sums() }
    }
}

impl Model {
    /// A network that knows nothing: small random weights of the pieces, which differ so that
    /// hidden units come to differ, no biases, and nothing yet for what else is said of them.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parameters = vec![0.0; shape.parameters()];
        // Uniform with the variance 2 / inputs of a rectifying layer (He et al. 2015).
        for (range, inputs) in [(shape.pieces(), PIECE_SQUARES), (shape.outputs(), 2 * shape.width)]
        {
            let most = (6.0 / inputs as f32).sqrt().min(MOST_PARAMETER);
            parameters[range].fill_with(|| rng.random_range(-most..=most));
        }
        Model { shape, parameters }
    }

    /// The same network with more hidden units. The new ones are random and, at first, without
    /// a word in the output.
    pub fn widened(&self, width: usize, seed: u64) -> Model {
        let (old, shape) = (self.shape, Shape { width, ..self.shape });
        let mut wide = Model::random(shape, seed);
        wide.parameters[shape.outputs()].fill(0.0);
        let rows = |shape: Shape| [shape.weights(), shape.biases(), shape.outputs()];
        for (from, to) in rows(old).into_iter().zip(rows(shape)) {
            let from = self.parameters[from].chunks(old.width);
            for (from, to) in from.zip(wide.parameters[to].chunks_mut(width)) {
                to[..old.width].copy_from_slice(from);
            }
        }
        let biases = &self.parameters[old.output_biases()];
        wide.parameters[shape.output_biases()].copy_from_slice(biases);
        wide
    }

    /// Keeps all parameters within their bounds.
    pub fn clip(&mut self) {
        let (relations, all) = (self.shape.relations(), 0..self.shape.parameters());
        for (range, most) in [(relations, MOST_RELATION), (all, MOST_PARAMETER)] {
            self.parameters[range].iter_mut().for_each(|value| *value = value.clamp(-most, most));
        }
    }

    /// What the network says of a position, from the view of the side to move, in units of 400
    /// centipawns.
    pub fn evaluate(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        let Scratch { features, own, other } = scratch;
        *features = sample.features();
        let weights = &self.parameters[self.shape.weights()];
        let biases = &self.parameters[self.shape.biases()];
        sum_rows(weights, biases, features.own(), own);
        sum_rows(weights, biases, features.other(), other);
        let bucket = self.shape.bucket(sample.pieces());
        let (own_row, other_row) = self.output_rows(bucket);
        let bias = self.parameters[self.shape.output_biases()][bucket];
        bias + activated_dot(own, own_row) + activated_dot(other, other_row)
    }

    /// Adds to `gradient` what a change of each parameter does to the loss, given what a change
    /// of the network's word on `sample` does to it, `slope`. Comes after [`Model::evaluate`]
    /// with the same scratch, and uses it up.
    pub fn backward(
        &self,
        sample: &Sample,
        slope: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let shape = self.shape;
        let Scratch { features, own, other } = scratch;
        let bucket = shape.bucket(sample.pieces());
        gradient[shape.output_biases()][bucket] += slope;
        let (own_row, other_row) = self.output_rows(bucket);
        let (own_slopes, other_slopes) =
            gradient[self.output_range(bucket)].split_at_mut(shape.width);
        activation_backward(own, own_row, own_slopes, slope);
        activation_backward(other, other_row, other_slopes, slope);
        for (features, slopes) in [(features.own(), own), (features.other(), other)] {
            add(&mut gradient[shape.biases()], slopes);
            add_to_rows(&mut gradient[shape.weights()], features, slopes);
        }
    }

    fn output_range(&self, bucket: usize) -> Range<usize> {
        let row = 2 * self.shape.width;
        let start = self.shape.outputs().start + bucket * row;
        start..start + row
    }

    /// The output weights of a bucket: those of the side to move, and of the other one.
    fn output_rows(&self, bucket: usize) -> (&[f32], &[f32]) {
        self.parameters[self.output_range(bucket)].split_at(self.shape.width)
    }
}

/// A slice as groups of lanes.
fn lanes(values: &[f32]) -> &[[f32; LANES]] {
    values.as_chunks().0
}

fn lanes_mut(values: &mut [f32]) -> &mut [[f32; LANES]] {
    values.as_chunks_mut().0
}

/// The biases and the rows of the active features, summed.
fn sum_rows(weights: &[f32], biases: &[f32], features: &[u16], sums: &mut [f32]) {
    let groups = sums.len() / LANES;
    let weights = lanes(weights);
    for (group, (sums, biases)) in lanes_mut(sums).iter_mut().zip(lanes(biases)).enumerate() {
        let mut sum = *biases;
        for &feature in features {
            let row = &weights[usize::from(feature) * groups + group];
            for lane in 0..LANES {
                sum[lane] += row[lane];
            }
        }
        *sums = sum;
    }
}

/// Adds the same to the rows of the active features.
fn add_to_rows(weights: &mut [f32], features: &[u16], values: &[f32]) {
    let width = values.len();
    for &feature in features {
        let start = usize::from(feature) * width;
        add(&mut weights[start..start + width], values);
    }
}

fn add(to: &mut [f32], values: &[f32]) {
    for (to, value) in to.iter_mut().zip(values) {
        *to += value;
    }
}

/// The clipped squares of the sums, times the weights, summed.
fn activated_dot(sums: &[f32], weights: &[f32]) -> f32 {
    let mut totals = [0.0; LANES];
    for (sums, weights) in lanes(sums).iter().zip(lanes(weights)) {
        for lane in 0..LANES {
            let x = sums[lane].clamp(0.0, 1.0);
            totals[lane] += x * x * weights[lane];
        }
    }
    totals.iter().sum()
}

/// Turns the sums into what a change of each does to the loss, and adds what a change of each
/// weight does to it.
fn activation_backward(sums: &mut [f32], weights: &[f32], gradient: &mut [f32], slope: f32) {
    let groups = lanes_mut(sums).iter_mut().zip(lanes(weights)).zip(lanes_mut(gradient));
    for ((sums, weights), gradient) in groups {
        for lane in 0..LANES {
            let x = sums[lane].clamp(0.0, 1.0);
            gradient[lane] += slope * x * x;
            let steepness = if x < 1.0 { 2.0 * x } else { 0.0 };
            sums[lane] = slope * weights[lane] * steepness;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_samples;

    #[test]
    fn a_widened_network_says_the_same() {
        let narrow = Model::random(Shape { width: 16, buckets: 3 }, 1);
        let wide = narrow.widened(48, 2);
        assert_eq!(wide.shape, Shape { width: 48, buckets: 3 });
        assert_eq!(wide.parameters.len(), wide.shape.parameters());
        let [mut few, mut many] = [&narrow, &wide].map(|model| Scratch::new(model.shape));
        for sample in random_samples(1) {
            let distance = narrow.evaluate(&sample, &mut few) - wide.evaluate(&sample, &mut many);
            assert!(distance.abs() < 1e-5, "{distance}");
        }
    }
}
