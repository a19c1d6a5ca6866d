//! `export`: converts the network of a checkpoint to integers, for the library.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::checkpoint::Checkpoint;
use crate::commands::parse_positive;
use crate::quantise::quantise;

/// Write the network of a training for the library
#[derive(clap::Args)]
pub struct Args {
    /// The checkpoint of a training
    checkpoint: PathBuf,
    /// The network to write
    network: PathBuf,
    /// The description in the network's file, before the settings of its training
    #[arg(short, long, value_name = "TEXT", default_value = "seajay")]
    description: String,
    /// Multiply all values: games of few nodes end less surely, and make them smaller than the
    /// margins of the search expect
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_positive)]
    scale: f64,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let Checkpoint { mut training, positions } = Checkpoint::read(&args.checkpoint)?;
    training.model.scale(args.scale as f32);
    let settings = &training.settings;
    let description = format!(
        "{}: {positions} positions, {} of {} epochs, lambda {}, teacher {}, rate {}, decay {}, \
         batch {}, seed {}, scale {}",
        args.description,
        training.history.len(),
        settings.epochs,
        settings.lambda,
        settings.teacher.as_ref().map_or(0.0, |teacher| teacher.share),
        settings.rate,
        settings.decay,
        settings.batch,
        settings.seed,
        args.scale,
    );
    let is_one_line = !description.contains(char::is_control);
    ensure!(is_one_line, "the description is not one line of text");
    fs::write(&args.network, quantise(&training.model, description)?.write()?)
        .with_context(|| format!("cannot write {}", args.network.display()))
}
