//! The network in floating point: its value of a position, and the gradient of the parameters.
//!
//! (features -> N) x 2 -> 1: each side's active features choose rows of N weights, which are summed
//! (a sparse first layer); both sums go through a clipped square (SCReLU), side to move first,
//! and into one of B output rows, chosen by the number of pieces. The library defines the features;
//! the parameters here are in the order of its file.

use std::ops::Range;

use anyhow::{Result, ensure};
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use seajay::training::{
    self, ActiveFeatures, FEATURES, MAX_BUCKETS, MAX_OUTPUT_WEIGHT, MAX_WIDTH, PIECE_SQUARES, QA,
    QB, WIDTH_STEP,
};
use serde::{Deserialize, Serialize};

use crate::sample::Sample;

/// The largest magnitude of parameters, so that output weights are in bounds.
pub const MAX_PARAMETER: f32 = 1.98;
/// The largest magnitude of weights of relations, which have 8 bits.
pub const MAX_RELATION: f32 = 0.498;

/// The library accepts any parameters within these bounds.
const _: () = {
    assert!(rounded(MAX_PARAMETER, QB) <= MAX_OUTPUT_WEIGHT as usize);
    assert!(rounded(MAX_RELATION, QA) <= i8::MAX as usize);
    let sum = training::max_sum(rounded(MAX_PARAMETER, QA), rounded(MAX_RELATION, QA));
    assert!(sum <= i16::MAX as usize);
};

const fn rounded(parameter: f32, unit: i16) -> usize {
    (parameter * unit as f32 + 0.5) as usize
}

/// The loops process this many units at once; every width is a multiple of it.
const LANES: usize = WIDTH_STEP;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// The number N of hidden units of each side.
    pub width: usize,
    /// The number B of output rows.
    pub buckets: usize,
}

impl Shape {
    /// Rejects a size that the library would reject.
    pub fn check(self) -> Result<()> {
        let Shape { width, buckets } = self;
        let good_width = training::is_width(width);
        ensure!(good_width, "the width {width} is not a multiple of {LANES} up to {MAX_WIDTH}");
        let good_buckets = training::is_bucket_count(buckets);
        ensure!(good_buckets, "there are {buckets} buckets, not 1 to {MAX_BUCKETS}");
        Ok(())
    }

    /// The weights of the first layer: a row of N for each feature.
    pub fn weights(self) -> Range<usize> {
        0..FEATURES * self.width
    }

    /// The weights of pieces on squares.
    pub fn pieces(self) -> Range<usize> {
        0..PIECE_SQUARES * self.width
    }

    /// The weights of relations, which are all other features.
    pub fn relations(self) -> Range<usize> {
        self.pieces().end..self.weights().end
    }

    /// The biases of the first layer.
    pub fn biases(self) -> Range<usize> {
        let start = self.weights().end;
        start..start + self.width
    }

    /// The weights of the output: a row of 2N for each bucket, first for the side to move.
    pub fn outputs(self) -> Range<usize> {
        let start = self.biases().end;
        start..start + 2 * self.width * self.buckets
    }

    /// The biases of the output, one for each bucket.
    pub fn output_biases(self) -> Range<usize> {
        let start = self.outputs().end;
        start..start + self.buckets
    }

    /// The number of parameters.
    pub fn parameters(self) -> usize {
        self.output_biases().end
    }
}

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The size of the network.
    pub shape: Shape,
    /// The parameters, one part after the other.
    pub parameters: Vec<f32>,
}

/// Buffers for the sums of one position, reused because allocating them takes longer than filling
/// them.
pub struct Scratch {
    features: ActiveFeatures,
    own: Vec<f32>,
    other: Vec<f32>,
}

impl Scratch {
    /// Buffers for a network of this size.
    pub fn new(shape: Shape) -> Scratch {
        let sums = || vec![0.0; shape.width];
        Scratch { features: ActiveFeatures::new(), own: sums(), other: sums() }
    }
}

impl Model {
    /// An untrained network: small random weights of pieces on squares, so that hidden units
    /// differ, and zeros for biases and relations.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parameters = vec![0.0; shape.parameters()];
        // Uniform, with the variance 2 / inputs of a rectifying layer (He et al. 2015).
        for (range, inputs) in [(shape.pieces(), PIECE_SQUARES), (shape.outputs(), 2 * shape.width)]
        {
            let max = (6.0 / inputs as f32).sqrt().min(MAX_PARAMETER);
            parameters[range].fill_with(|| rng.random_range(-max..=max));
        }
        Model { shape, parameters }
    }

    /// A copy of the network with more hidden units. The new ones are random, with output weights
    /// of 0.
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

    /// Multiplies the value of every position, within the bounds of parameters.
    pub fn scale(&mut self, factor: f32) {
        for range in [self.shape.outputs(), self.shape.output_biases()] {
            self.parameters[range].iter_mut().for_each(|value| *value *= factor);
        }
        self.clip();
    }

    /// Clips all parameters to their bounds.
    pub fn clip(&mut self) {
        let (relations, all) = (self.shape.relations(), 0..self.shape.parameters());
        for (range, max) in [(relations, MAX_RELATION), (all, MAX_PARAMETER)] {
            self.parameters[range].iter_mut().for_each(|value| *value = value.clamp(-max, max));
        }
    }

    /// The value of a position from the side to move's point of view, in units of
    /// [`SCALE`](training::SCALE) centipawns.
    pub fn evaluate(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        let Scratch { features, own, other } = scratch;
        features.find(&sample.input);
        let weights = &self.parameters[self.shape.weights()];
        let biases = &self.parameters[self.shape.biases()];
        sum_rows(weights, biases, features.own(), own);
        sum_rows(weights, biases, features.other(), other);
        let bucket = training::bucket(sample.input.pieces(), self.shape.buckets);
        let (own_row, other_row) = self.output_rows(bucket);
        let bias = self.parameters[self.shape.output_biases()][bucket];
        bias + activated_dot(own, own_row) + activated_dot(other, other_row)
    }

    /// Adds the gradient of the loss to `gradient`, given its derivative `slope` with respect to
    /// the value of the position. Must follow [`Model::evaluate`] with the same scratch, which it
    /// overwrites.
    pub fn backward(
        &self,
        sample: &Sample,
        slope: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let shape = self.shape;
        let Scratch { features, own, other } = scratch;
        let bucket = training::bucket(sample.input.pieces(), shape.buckets);
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

    /// The output weights of a bucket: those of the side to move, and those of the other side.
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

/// Adds values to the rows of the active features.
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

/// Replaces the sums by the derivatives of the loss with respect to them, and adds the gradient of
/// the weights.
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
    fn a_scaled_network_says_so_much_more() {
        let model = Model::random(Shape { width: 16, buckets: 3 }, 1);
        let mut scaled = model.clone();
        scaled.scale(1.25);
        let mut scratch = Scratch::new(model.shape);
        for sample in random_samples(1) {
            let [one, more] = [&model, &scaled].map(|model| model.evaluate(&sample, &mut scratch));
            assert!((more - 1.25 * one).abs() < 1e-5, "{one} and {more}");
        }
    }

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
