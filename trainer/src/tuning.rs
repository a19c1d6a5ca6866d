//! Tunes many numbers at once by simultaneous perturbation stochastic approximation, SPSA (Spall
//! 1992; Stockfish is tuned this way). In a trial every number is about a step above its value for
//! one side and as far below it for the other, chosen at random; the result moves every number
//! towards the winning side. So each trial says something about all numbers, however many there
//! are.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use crate::files;

/// Steps shrink with (1 + trials / [`STEP_TRIALS`]) to the power of [`STEP_POWER`].
const STEP_TRIALS: f64 = 4000.0;
/// The exponent of the step size, as Spall recommends.
const STEP_POWER: f64 = -0.101;
/// The learning rate shrinks with (1 + trials / [`RATE_TRIALS`]) to the power of [`RATE_POWER`].
const RATE_TRIALS: f64 = 3000.0;
/// The exponent of the learning rate. Spall's gain falls with the power of -0.602; this is what
/// remains of it without the two step sizes, that of the sides and that of the learning.
const RATE_POWER: f64 = -0.602 - 2.0 * STEP_POWER;

/// A number to tune.
#[derive(Clone)]
pub struct Knob {
    /// The name of the number.
    pub name: &'static str,
    /// The value before tuning.
    pub value: i32,
    /// The allowed values.
    pub range: RangeInclusive<i32>,
    /// The initial distance of a trial's sides from the value.
    pub step: i32,
}

impl Knob {
    /// Keeps a value a step away from the ends of the range, so that the sides of a trial lie
    /// around it.
    fn clamp(&self, value: f64) -> f64 {
        let (least, most) = (self.range.start() + self.step, self.range.end() - self.step);
        value.clamp(f64::from(least), f64::from(most))
    }
}

/// The values of the two sides of a trial, and the signs of their difference.
pub struct Trial {
    number: u64,
    signs: Vec<f64>,
    /// The values of each side, in the order of the knobs.
    pub sides: [Vec<i32>; 2],
    /// The random numbers for the rest of the trial.
    pub rng: Xoshiro256PlusPlus,
}

/// The settings that stay the same during a tuning.
#[derive(clap::Args, Serialize, Deserialize, Clone, PartialEq)]
pub struct Settings {
    /// Nodes a move
    #[arg(short, long, value_name = "N", default_value = "8000")]
    pub nodes: NonZeroU64,
    /// By how many steps a game won moves the numbers at the beginning
    #[arg(short, long, value_name = "STEPS", default_value_t = 0.02, value_parser = parse_rate)]
    pub rate: f64,
    /// The seed of the openings and of the steps
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub seed: u32,
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().map_err(|_| "not a number".to_owned())?;
    if rate > 0.0 && rate <= 1.0 { Ok(rate) } else { Err("not above 0, up to 1".to_owned()) }
}

/// The state of a tuning.
pub struct Tuning {
    knobs: Vec<Knob>,
    settings: Settings,
    /// The number of trials that have begun.
    pub begun: u64,
    /// The number of trials whose results have been used.
    pub learned: u64,
    values: Vec<f64>,
}

/// The state as stored in a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    trials: u64,
    settings: Settings,
    before: BTreeMap<String, i32>,
    values: BTreeMap<String, f64>,
}

impl Tuning {
    /// A new tuning that begins with the values of the knobs.
    pub fn new(knobs: Vec<Knob>, settings: Settings) -> Tuning {
        let values = knobs.iter().map(|knob| f64::from(knob.value)).collect();
        Tuning { knobs, settings, begun: 0, learned: 0, values }
    }

    /// Continues from a file, if it exists.
    pub fn resume(&mut self, path: &Path) -> Result<()> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let kept: Kept = toml::from_str(&text).with_context(|| path.display().to_string())?;
        ensure!(
            kept.settings == self.settings,
            "{} is of a tuning with other settings",
            path.display()
        );
        ensure!(
            kept.before == self.before() && kept.values.keys().eq(kept.before.keys()),
            "{} is of a tuning that began with other numbers",
            path.display()
        );
        for (knob, value) in self.knobs.iter().zip(&mut self.values) {
            let known = kept.values[knob.name];
            ensure!(
                known == knob.clamp(known),
                "{}: {} = {known} is not a step within its range",
                path.display(),
                knob.name
            );
            *value = known;
        }
        (self.begun, self.learned) = (kept.trials, kept.trials);
        Ok(())
    }

    /// Writes the state to a file.
    pub fn keep(&self, path: &Path) -> Result<()> {
        let names = self.knobs.iter().map(|knob| knob.name.to_owned());
        let values = names.zip(self.values.iter().copied()).collect();
        let kept = Kept {
            trials: self.learned,
            settings: self.settings.clone(),
            before: self.before(),
            values,
        };
        files::replace(path, toml::to_string(&kept)?)
    }

    /// The values before tuning.
    fn before(&self) -> BTreeMap<String, i32> {
        self.knobs.iter().map(|knob| (knob.name.to_owned(), knob.value)).collect()
    }

    /// The next trial. Values between two integers are rounded at random, more often to the nearer
    /// one.
    pub fn next_trial(&mut self) -> Trial {
        self.begun += 1;
        let number = self.begun;
        let rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(self.settings.seed) << 32 | number);
        let mut trial = Trial { number, signs: Vec::new(), sides: Default::default(), rng };
        for index in 0..self.knobs.len() {
            let sign = if trial.rng.random() { 1.0 } else { -1.0 };
            for (side, sign) in trial.sides.iter_mut().zip([sign, -sign]) {
                let wanted = self.values[index] + sign * self.step(index, number);
                side.push((wanted + trial.rng.random::<f64>()).floor() as i32);
            }
            trial.signs.push(sign);
        }
        trial
    }

    /// Updates the numbers after a trial: `surplus` is the wins of the first side minus its losses.
    pub fn learn(&mut self, trial: &Trial, surplus: f64) {
        let rate = self.settings.rate * (1.0 + trial.number as f64 / RATE_TRIALS).powf(RATE_POWER);
        for (index, sign) in trial.signs.iter().enumerate() {
            let change = rate * surplus * sign * self.step(index, trial.number);
            self.values[index] = self.knobs[index].clamp(self.values[index] + change);
        }
        self.learned += 1;
    }

    /// The distance of a trial's sides from the value.
    fn step(&self, index: usize, trial: u64) -> f64 {
        f64::from(self.knobs[index].step) * (1.0 + trial as f64 / STEP_TRIALS).powf(STEP_POWER)
    }

    /// Each knob with its current value, and the number of steps from its first value.
    pub fn outcome(&self) -> impl Iterator<Item = (&Knob, f64, f64)> {
        self.knobs.iter().zip(&self.values).map(|(knob, &value)| {
            (knob, value, (value - f64::from(knob.value)) / f64::from(knob.step))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knobs() -> Vec<Knob> {
        vec![
            Knob { name: "low", value: 20, range: 0..=100, step: 5 },
            Knob { name: "high", value: 900, range: 0..=1000, step: 60 },
            Knob { name: "right", value: 3, range: 0..=8, step: 1 },
        ]
    }

    fn settings(seed: u32) -> Settings {
        Settings { nodes: NonZeroU64::MIN, rate: 0.05, seed }
    }

    fn values(tuning: &Tuning) -> Vec<f64> {
        tuning.outcome().map(|(_, value, _)| value).collect()
    }

    #[test]
    fn finds_the_best_values_by_results_alone() {
        // The last value is as near to the end of its range as possible.
        const BEST: [f64; 3] = [60.0, 500.0, 1.0];
        let mut tuning = Tuning::new(knobs(), settings(1));
        let distance = |side: &[i32]| -> f64 {
            let steps = knobs().into_iter().map(|knob| f64::from(knob.step));
            let far = side.iter().zip(BEST).map(|(&value, best)| f64::from(value) - best);
            far.zip(steps).map(|(far, step)| (far / step).powi(2)).sum()
        };
        for _ in 0..20_000 {
            let mut trial = tuning.next_trial();
            // The nearer side wins more often, the greater the difference.
            let nearer = distance(&trial.sides[1]) - distance(&trial.sides[0]);
            let wins = trial.rng.random::<f64>() < 1.0 / (1.0 + (-nearer / 20.0).exp());
            tuning.learn(&trial, if wins { 1.0 } else { -1.0 });
        }
        for ((value, best), knob) in values(&tuning).into_iter().zip(BEST).zip(knobs()) {
            let far = (value - best).abs() / f64::from(knob.step);
            assert!(far < 1.0, "{}: {value}, not {best}", knob.name);
        }
    }

    #[test]
    fn sides_lie_a_step_around_the_values() {
        let mut tuning = Tuning::new(knobs(), settings(7));
        for _ in 0..100 {
            let Trial { sides: [one, other], .. } = tuning.next_trial();
            for (index, knob) in knobs().iter().enumerate() {
                let middle = f64::from(one[index] + other[index]) / 2.0;
                assert!((middle - f64::from(knob.value)).abs() <= 1.0, "{}", knob.name);
                let apart = (one[index] - other[index]).abs();
                assert!((2 * knob.step - 2..=2 * knob.step + 1).contains(&apart), "{apart}");
            }
        }
    }

    #[test]
    fn a_file_keeps_the_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.toml");
        let mut tuning = Tuning::new(knobs(), settings(1));
        tuning.resume(&path).unwrap();
        for surplus in [2.0, -1.0, 0.5] {
            let trial = tuning.next_trial();
            tuning.learn(&trial, surplus);
        }
        tuning.keep(&path).unwrap();
        let mut resumed = Tuning::new(knobs(), settings(1));
        resumed.resume(&path).unwrap();
        assert_eq!((resumed.learned, values(&resumed)), (3, values(&tuning)));
        assert_eq!(resumed.next_trial().sides, tuning.next_trial().sides);

        let text = fs::read_to_string(&path).unwrap();
        let refused = |old: &str, new: &str| {
            assert!(text.contains(old));
            fs::write(&path, text.replacen(old, new, 1)).unwrap();
            format!("{:#}", Tuning::new(knobs(), settings(1)).resume(&path).unwrap_err())
        };
        assert!(refused("[before]", "[after]").contains("before"));
        assert!(refused("nodes = 1", "nodes = 2").contains("other settings"));
        assert!(refused("low = 20", "low = 21").contains("other numbers"));
        assert!(refused("low = 20\n", "").contains("other numbers"));
        let line = text.lines().rfind(|line| line.starts_with("low")).unwrap();
        assert!(refused(line, "low = 96.0").contains("low = 96"));
        assert!(refused(line, "low = nan").contains("low = NaN"));
        assert!(refused(line, "").contains("other numbers"));
    }
}
