//! Training: epochs of shuffled batches, each shared by all threads.

use std::f64::consts::PI;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;
use seajay::training::NetworkFile;
use serde::{Deserialize, Serialize};

use crate::dataset::Dataset;
use crate::model::{Model, Scratch, Shape};
use crate::optimiser::AdamW;
use crate::quantise::dequantise;
use crate::sample::{Sample, loss};

/// Everything that a training depends on except its positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The size of the network.
    pub shape: Shape,
    /// How often each position is seen.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate. It falls to 0 along a cosine.
    pub rate: f64,
    /// How fast the parameters return to the network that the training started from, or to 0,
    /// relative to the learning rate.
    pub decay: f64,
    /// How much a position learns from later searches of its game, in addition to its own and the
    /// next, from 0 to 1.
    pub lambda: f32,
    /// The network that has a share in the targets.
    pub teacher: Option<Teacher>,
    /// The seed of the first parameters and of the order of the positions.
    pub seed: u32,
    /// The number of parts of a batch, one for each thread. Sums of floating-point numbers depend
    /// on it.
    pub threads: usize,
}

/// A network whose values are part of the targets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Teacher {
    /// The file of the network.
    pub file: PathBuf,
    /// Its share in each target, from 0 to 1.
    pub share: f32,
}

impl Settings {
    /// The learning rate after a number of epochs.
    fn rate_after(&self, epochs: f64) -> f64 {
        let progress = epochs / self.epochs as f64;
        self.rate * (1.0 + (PI * progress).cos()) / 2.0
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Losses {
    /// The mean training loss, measured at each position's step.
    pub training: f64,
    /// The mean loss of the validation positions after the epoch.
    pub validation: f64,
    /// The mean squared difference between the validation positions' values and the results of the
    /// games, which can be compared between trainings with different targets. Adjudicated games
    /// have the result that their last score predicts.
    pub results: f64,
}

/// A training between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// The settings.
    pub settings: Settings,
    /// The network so far.
    pub model: Model,
    /// The state of the optimiser.
    pub optimiser: AdamW,
    /// The losses of the epochs so far.
    pub history: Vec<Losses>,
}

impl Training {
    /// A new training.
    pub fn new(settings: Settings) -> Training {
        let model = Model::random(settings.shape, settings.seed.into());
        let zeros = vec![0.0; model.parameters.len()];
        Training::of(model, zeros, settings)
    }

    /// A training that starts from a network, widened if the settings ask for it.
    ///
    /// # Errors
    /// If the settings ask for fewer hidden units, or a different number of buckets.
    pub fn from_network(network: &NetworkFile, settings: Settings) -> Result<Training> {
        let model = dequantise(network);
        let (old, new) = (model.shape, settings.shape);
        ensure!(
            old.width <= new.width && old.buckets == new.buckets,
            "a network of width {} with {} buckets cannot become one of width {} with {}",
            old.width,
            old.buckets,
            new.width,
            new.buckets
        );
        let model = model.widened(new.width, settings.seed.into());
        let origin = model.parameters.clone();
        Ok(Training::of(model, origin, settings))
    }

    fn of(model: Model, origin: Vec<f32>, settings: Settings) -> Training {
        let optimiser = AdamW::new(origin);
        Training { settings, model, optimiser, history: Vec::new() }
    }

    /// Whether all epochs are done.
    pub fn is_finished(&self) -> bool {
        self.history.len() >= self.settings.epochs
    }

    /// Trains on every position once. `on_batch` is called with the number of positions done and
    /// their mean loss.
    pub fn run_epoch(&mut self, dataset: &Dataset, mut on_batch: impl FnMut(usize, f64)) {
        let samples = &dataset.training;
        let order = self.order(samples.len());
        let mut gradients =
            vec![vec![0.0; self.settings.shape.parameters()]; self.settings.threads];
        let (mut done, mut total) = (0, 0.0);
        for batch in order.chunks(self.settings.batch) {
            let progress = self.history.len() as f64 + done as f64 / samples.len() as f64;
            total += self.learn(samples, batch, progress, &mut gradients);
            done += batch.len();
            on_batch(done, total / done as f64);
        }
        let held_back = &dataset.validation;
        let validation = self.mean_loss(held_back, |sample| sample.target);
        let results = self.mean_loss(held_back, Sample::result);
        self.history.push(Losses { training: total / done as f64, validation, results });
    }

    /// A new order of the positions for each epoch. Neighbours in a game are alike: together in a
    /// batch they would bias the step.
    fn order(&self, samples: usize) -> Vec<u32> {
        let epoch = self.history.len() as u64 + 1;
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(epoch << 32 | u64::from(self.settings.seed));
        let count = u32::try_from(samples).expect("the positions fit into memory");
        let mut order: Vec<u32> = (0..count).collect();
        order.shuffle(&mut rng);
        order
    }

    /// Takes one step, after `progress` epochs. Returns the sum of the losses before it.
    fn learn(
        &mut self,
        samples: &[Sample],
        batch: &[u32],
        progress: f64,
        gradients: &mut [Vec<f32>],
    ) -> f64 {
        let model = &self.model;
        let part = batch.len().div_ceil(gradients.len());
        let losses: Vec<f64> = gradients
            .par_iter_mut()
            .enumerate()
            .map(|(index, gradient)| {
                let part = batch.chunks(part).nth(index).unwrap_or_default();
                let part = part.iter().map(|&sample| &samples[sample as usize]);
                model_gradient(model, part, gradient)
            })
            .collect();
        let share = 1.0 / batch.len() as f32;
        let rate = self.settings.rate_after(progress) as f32;
        let decay = self.settings.decay as f32;
        self.optimiser.step(&mut self.model.parameters, gradients, share, rate, decay);
        self.model.clip();
        losses.iter().sum()
    }

    /// The mean loss of positions against the result that `target` gives.
    fn mean_loss(&self, samples: &[Sample], target: impl Fn(&Sample) -> f32 + Sync) -> f64 {
        let part = samples.len().div_ceil(self.settings.threads).max(1);
        let losses: Vec<f64> = samples
            .par_chunks(part)
            .map(|part| {
                let mut scratch = Scratch::new(self.settings.shape);
                let of = |sample| loss(self.model.evaluate(sample, &mut scratch), target(sample)).0;
                part.iter().map(of).map(f64::from).sum()
            })
            .collect();
        losses.iter().sum::<f64>() / samples.len() as f64
    }
}

/// Sets `gradient` to the gradient of the summed loss of positions, and returns that loss.
pub fn model_gradient<'a>(
    model: &Model,
    samples: impl Iterator<Item = &'a Sample>,
    gradient: &mut [f32],
) -> f64 {
    let mut scratch = Scratch::new(model.shape);
    let mut total = 0.0;
    gradient.fill(0.0);
    for sample in samples {
        let value = model.evaluate(sample, &mut scratch);
        let (loss, slope) = loss(value, sample.target);
        model.backward(sample, slope, &mut scratch, gradient);
        total += f64::from(loss);
    }
    total
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use seajay::training::ActiveFeatures;

    use super::*;
    use crate::model::{MAX_PARAMETER, MAX_RELATION};
    use crate::quantise::quantise;
    use crate::test_support::random_samples;

    fn settings() -> Settings {
        Settings {
            shape: Shape { width: 16, buckets: 2 },
            epochs: 6,
            batch: 256,
            rate: 0.01,
            decay: 0.01,
            lambda: 0.1,
            teacher: None,
            seed: 1,
            threads: 3,
        }
    }

    fn dataset() -> Dataset {
        Dataset { training: random_samples(40), validation: random_samples(1) }
    }

    /// The loss summed over samples, in double precision and over all features: an independent
    /// computation.
    fn naive_loss(shape: Shape, parameters: &[f64], samples: &[Sample]) -> f64 {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let row = |start: usize, index: usize| &parameters[start + index * shape.width..];
        let mut features = ActiveFeatures::new();
        let mut total = 0.0;
        for sample in samples {
            let bucket = (sample.input.pieces() - 2) * shape.buckets / 32;
            features.find(&sample.input);
            let mut value = parameters[shape.output_biases().start + bucket];
            for (side, features) in [features.own(), features.other()].into_iter().enumerate() {
                for unit in 0..shape.width {
                    let mut sum = row(shape.biases().start, 0)[unit];
                    sum += features.iter().map(|&f| row(0, f.into())[unit]).sum::<f64>();
                    let weight = row(shape.outputs().start, 2 * bucket + side)[unit];
                    value += sum.clamp(0.0, 1.0).powi(2) * weight;
                }
            }
            total += (sigmoid(value * 400.0 / 220.0) - f64::from(sample.target)).powi(2);
        }
        total
    }

    #[test]
    fn the_gradient_is_that_of_numerical_differences() {
        const STEP: f64 = 1e-5;
        let shape = Shape { width: 16, buckets: 3 };
        let mut model = Model::random(shape, 7);
        // Larger than at first, so that units are clipped at both ends.
        for parameter in &mut model.parameters {
            *parameter *= 4.0;
        }
        let samples: Vec<Sample> = random_samples(1).into_iter().step_by(25).collect();
        let mut gradient = vec![0.0; shape.parameters()];
        let total = model_gradient(&model, samples.iter(), &mut gradient);
        let mut parameters: Vec<f64> = model.parameters.iter().map(|&p| p.into()).collect();
        let naive = naive_loss(shape, &parameters, &samples);
        assert!((total - naive).abs() < 1e-4, "{total} against {naive}");
        let mut checked = 0;
        for (index, &slope) in gradient.iter().enumerate() {
            let mut at = |step: f64| {
                let old = parameters[index];
                parameters[index] += step;
                let loss = naive_loss(shape, &parameters, &samples);
                parameters[index] = old;
                loss
            };
            let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            let distance = (f64::from(slope) - difference).abs();
            assert!(distance < 1e-4, "parameter {index}: {slope} against {difference}");
            checked += usize::from(difference.abs() > 1e-3);
        }
        assert!(checked > 500, "only {checked} parameters matter");
    }

    #[test]
    fn parameters_stay_within_their_bounds() {
        let steep = Settings { rate: 1.0, ..settings() };
        let mut training = Training::new(steep);
        training.run_epoch(&dataset(), |_, _| {});
        let Model { shape, parameters } = &training.model;
        let largest =
            |range: Range<usize>| parameters[range].iter().fold(0_f32, |a, b| a.max(b.abs()));
        assert_eq!(largest(shape.relations()), MAX_RELATION);
        assert_eq!(largest(shape.weights()), MAX_PARAMETER);
        assert_eq!(largest(shape.outputs()), MAX_PARAMETER);
    }

    #[test]
    fn it_goes_on_from_a_network() {
        let dataset = dataset();
        let mut training = Training::new(settings());
        training.run_epoch(&dataset, |_, _| {});
        let network = quantise(&training.model, String::new()).unwrap();
        let wider = Settings { shape: Shape { width: 32, buckets: 2 }, ..settings() };
        for settings in [settings(), wider.clone()] {
            let mut later = Training::from_network(&network, settings).unwrap();
            assert_eq!(later.optimiser.origin, later.model.parameters);
            later.run_epoch(&dataset, |_, _| {});
            let [first, second] = [&training, &later].map(|training| training.history[0]);
            assert!(second.training < first.training, "{first:?} {second:?}");
        }
        let later = Training::from_network(&network, wider).unwrap();
        let wide = quantise(&later.model, String::new()).unwrap();
        let refused = Training::from_network(&wide, settings()).unwrap_err().to_string();
        assert!(refused.contains("of width 32 with 2 buckets cannot become"), "{refused}");
    }

    #[test]
    fn it_learns_and_the_same_seed_gives_the_same_network() {
        let dataset = dataset();
        let run = || {
            let mut training = Training::new(settings());
            while !training.is_finished() {
                training.run_epoch(&dataset, |_, _| {});
            }
            training
        };
        let training = run();
        let (first, last) = (training.history[0], training.history[5]);
        assert!(last.training < first.training / 2.0, "{first:?} {last:?}");
        assert!(last.validation < first.validation / 2.0, "{first:?} {last:?}");
        assert!(training == run());
    }
}
