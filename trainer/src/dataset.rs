//! The positions of all games, apart for training and for validation.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;

use crate::features::Sample;
use crate::games::{Reader, Stored, files_of, place};
use crate::replay::for_each_kept;

/// One opening of so many is held back. Openings, not positions: those of a game are alike, and
/// so are games from the same opening.
const VALIDATION_EVERY: u32 = 50;

/// Positions to learn from, and others to see how much was learnt.
#[derive(Default)]
pub struct Dataset {
    /// Positions to learn from.
    pub training: Vec<Sample>,
    /// Positions that are held back.
    pub validation: Vec<Sample>,
}

impl Dataset {
    /// Reads the games of files and folders.
    pub fn read(paths: &[PathBuf]) -> Result<Dataset> {
        let mut dataset = Dataset::default();
        for path in files_of(paths)? {
            dataset.add(&path)?;
        }
        let enough = !dataset.training.is_empty() && !dataset.validation.is_empty();
        ensure!(enough, "there are too few games to learn from");
        Ok(dataset)
    }

    fn add(&mut self, path: &Path) -> Result<()> {
        let games: Vec<Stored> = Reader::open(path)?.collect::<Result<_>>()?;
        let samples: Vec<Vec<Sample>> = games
            .par_iter()
            .map(|stored| samples(stored).with_context(|| place(path, stored.offset)))
            .collect::<Result<_>>()?;
        for (stored, samples) in games.iter().zip(samples) {
            let opening = crc32fast::hash(stored.game.start.as_bytes());
            let held_back = opening.is_multiple_of(VALIDATION_EVERY);
            let part = if held_back { &mut self.validation } else { &mut self.training };
            part.extend(samples);
        }
        Ok(())
    }
}

fn samples(stored: &Stored) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for_each_kept(&stored.game, |position, ply| {
        samples.push(Sample::new(position, ply.score, stored.game.outcome));
    })?;
    Ok(samples)
}
