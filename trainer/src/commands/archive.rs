//! `archive`: merges files of games into one, which is checked, has no game twice, and says where
//! its games come from.

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use serde::Serialize;

use crate::commands::parse_share;
use crate::files;
use crate::games::{GameFile, MAGIC, files_of};
use crate::replay::count_kept;

/// Merge files of games into one
#[derive(clap::Args)]
pub struct Args {
    /// Files of games, and folders of them
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The new file of games; a record of its sources is written beside it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The share of the games to take, chosen at random
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = parse_share)]
    share: f32,
    /// The seed of the choice
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The record beside the file.
#[derive(Serialize)]
struct Record {
    share: f32,
    seed: u64,
    games: usize,
    positions: u64,
    /// Games that another source has, too.
    duplicates: usize,
    source: Vec<Source>,
}

/// A file of games, and the record beside it.
#[derive(Serialize)]
struct Source {
    file: PathBuf,
    games: usize,
    record: toml::Table,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let path = &args.output;
    ensure!(!path.exists(), "{} exists", path.display());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let Args { share, seed, .. } = *args;
    let mut record =
        Record { share, seed, games: 0, positions: 0, duplicates: 0, source: Vec::new() };
    let mut bytes = MAGIC.to_vec();
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut seen = HashSet::new();
    for source in files_of(&args.games)? {
        let file = GameFile::open(&source)?;
        let games = file.games()?;
        let kept: Vec<u64> = games
            .par_iter()
            .map(|stored| Ok(count_kept(&stored.game()?)))
            .collect::<Result<_>>()?;
        record.source.push(Source {
            record: record_of(&source)?,
            games: games.len(),
            file: source,
        });
        for (stored, kept) in games.iter().zip(kept) {
            if !seen.insert(hasher.hash_one(stored.bytes)) {
                record.duplicates += 1;
            } else if rng.random::<f32>() < share {
                record.games += 1;
                record.positions += kept;
                bytes.extend(stored.bytes);
            }
        }
    }
    files::replace(path, bytes)?;
    files::replace(&path.with_extension("toml"), toml::to_string(&record)?)?;
    let Record { games, positions, duplicates, .. } = record;
    eprintln!(
        "{}: {games} games, {positions} positions to learn from; {duplicates} duplicates",
        path.display()
    );
    Ok(())
}

/// The record beside a file of games, empty if there is none.
fn record_of(games: &Path) -> Result<toml::Table> {
    let path = games.with_extension("toml");
    if !path.exists() {
        return Ok(toml::Table::new());
    }
    let text = fs::read_to_string(&path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| format!("{} is not a record", path.display()))
}
