//! The positions of all games, split into training and validation.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};

use crate::games::{Game, GameFile, Stored, files_of};
use crate::model::{Model, Scratch};
use crate::replay::for_each_kept;
use crate::sample::{Sample, expected_result, result_of_value};

/// One opening in this many is held out for validation. Openings, not positions: the positions of a
/// game are alike, and so are games from the same opening.
const VALIDATION_EVERY: u64 = 50;
/// Games that are decoded together: few enough that their positions are not long in memory twice.
const GAMES_AT_ONCE: usize = 10_000;

/// Positions for training and for validation.
#[derive(Default)]
pub struct Dataset {
    /// Positions for training.
    pub training: Vec<Sample>,
    /// Positions that are held out for validation.
    pub validation: Vec<Sample>,
}

impl Dataset {
    /// Reads the games of files and folders. If there are games to be `held_out`, they alone are
    /// for validation. Positions also learn from the scores of later positions of their game,
    /// weighted by `lambda` from 0 to 1.
    pub fn read(paths: &[PathBuf], held_out: &[PathBuf], lambda: f32) -> Result<Dataset> {
        let mut dataset = Dataset::split(paths, lambda)?;
        if !held_out.is_empty() {
            let Dataset { training, mut validation } = Dataset::split(held_out, lambda)?;
            validation.extend(training);
            dataset.validation = validation;
        }
        let enough = !dataset.training.is_empty() && !dataset.validation.is_empty();
        ensure!(enough, "there are too few games to learn from");
        Ok(dataset)
    }

    /// Moves the targets by a share from 0 to 1 towards what a network, the teacher, says of the
    /// positions. It knows less than a search, but what it says is free of the search's noise
    /// (Furlanello et al. 2018, "Born-again neural networks").
    pub fn add_teacher(&mut self, teacher: &Model, share: f32) {
        self.training.par_chunks_mut(GAMES_AT_ONCE).for_each(|samples| {
            let mut scratch = Scratch::new(teacher.shape);
            for sample in samples {
                let result = result_of_value(teacher.evaluate(sample, &mut scratch));
                sample.target += share * (result - sample.target);
            }
        });
    }

    fn split(paths: &[PathBuf], lambda: f32) -> Result<Dataset> {
        let mut dataset = Dataset::default();
        for path in files_of(paths)? {
            dataset.add(&path, lambda)?;
        }
        Ok(dataset)
    }

    fn add(&mut self, path: &Path, lambda: f32) -> Result<()> {
        let file = GameFile::open(path)?;
        for games in file.games()?.chunks(GAMES_AT_ONCE) {
            let samples: Vec<(bool, Vec<Sample>)> =
                games.par_iter().map(|stored| samples(stored, lambda)).collect::<Result<_>>()?;
            for (is_held_out, samples) in samples {
                let part = if is_held_out { &mut self.validation } else { &mut self.training };
                part.extend(samples);
            }
        }
        Ok(())
    }
}

/// Whether a game is held out, and its positions.
fn samples(stored: &Stored, lambda: f32) -> Result<(bool, Vec<Sample>)> {
    let game = stored.game()?;
    let Zobrist64(opening) = game.start.zobrist_hash(EnPassantMode::Legal);
    let targets = targets(&game, lambda);
    let mut samples = Vec::new();
    for_each_kept(&game, |position, index| {
        samples.push(Sample::new(position, targets[index], game.outcome));
    });
    Ok((opening.is_multiple_of(VALIDATION_EVERY), samples))
}

/// The target of each position of a game, from the side to move's point of view: the mean of the
/// predictions of the position and the next one. A short search flatters the side to move (by 42
/// centipawns at 100 nodes, 14 at 400) and the next one the other side, so the mean is fair.
fn targets(game: &Game, lambda: f32) -> Vec<f32> {
    let mut targets = predictions(game, lambda);
    for index in 1..targets.len() {
        targets[index - 1] = f32::midpoint(targets[index - 1], 1.0 - targets[index]);
    }
    targets
}

/// For each position of a game the mean of the results that its own search and the searches after
/// it predict. Each counts λ times as much as the one before, and the last one also for all that
/// would follow. This is TD(λ) (Sutton 1988, "Learning to predict by the methods of temporal
/// differences"): later searches know what came of the position, but other moves had a part in
/// that.
fn predictions(game: &Game, lambda: f32) -> Vec<f32> {
    let mut means: Vec<f32> = game.plies.iter().map(|ply| expected_result(ply.score)).collect();
    for index in (1..means.len()).rev() {
        let after = 1.0 - means[index];
        means[index - 1] += lambda * (after - means[index - 1]);
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{random_games, random_model, random_samples};
    use crate::training::model_gradient;

    /// The target by its definition: the mean of two predictions, but for the last position.
    fn naive_target(game: &Game, index: usize, lambda: f64) -> f64 {
        let own = naive_prediction(game, index, lambda);
        if index + 1 == game.plies.len() {
            own
        } else {
            (own + 1.0 - naive_prediction(game, index + 1, lambda)) / 2.0
        }
    }

    /// The weighted sum over all searches from a position on.
    fn naive_prediction(game: &Game, index: usize, lambda: f64) -> f64 {
        let later = &game.plies[index..];
        let predicted = |distance: usize| {
            let result = f64::from(expected_result(later[distance].score));
            if distance.is_multiple_of(2) { result } else { 1.0 - result }
        };
        let last = later.len() - 1;
        let share = |distance: usize| (1.0 - lambda) * lambda.powi(distance as i32);
        let before_last: f64 = (0..last).map(|at| share(at) * predicted(at)).sum();
        before_last + lambda.powi(last as i32) * predicted(last)
    }

    #[test]
    fn a_teacher_is_right_if_nothing_else_counts() {
        let teacher = random_model(1);
        let loss_of_teacher = |share| {
            let mut dataset = Dataset { training: random_samples(3), validation: Vec::new() };
            dataset.add_teacher(&teacher, share);
            let mut gradient = vec![0.0; teacher.shape.parameters()];
            model_gradient(&teacher, dataset.training.iter(), &mut gradient)
        };
        let alone = loss_of_teacher(0.0);
        assert!(alone > 1.0, "{alone}");
        for share in [0.25, 0.5, 1.0] {
            let (loss, rest) = (loss_of_teacher(share), 1.0 - f64::from(share));
            assert!((loss - alone * rest * rest).abs() < 1e-3 * alone, "{share}: {loss}");
        }
    }

    #[test]
    fn targets_are_weighted_means_of_predictions() {
        let mut checked = 0;
        for game in random_games(5, 60) {
            for lambda in [0.0, 0.7, 1.0] {
                for (index, target) in targets(&game, lambda).into_iter().enumerate() {
                    let naive = naive_target(&game, index, lambda.into());
                    assert!((f64::from(target) - naive).abs() < 1e-5, "{target} and {naive}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 500, "only {checked} positions");
    }
}
