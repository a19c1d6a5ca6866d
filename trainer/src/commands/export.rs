//! `export`: converts the network of a checkpoint to integers, for the library.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::checkpoint::Checkpoint;
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
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let Checkpoint { training, positions } = Checkpoint::read(&args.checkpoint)?;
    let settings = &training.settings;
    let description = format!(
        "{}: {positions} positions, {} of {} epochs, lambda {}, rate {}, decay {}, batch {}, seed {}",
        args.description,
        training.history.len(),
        settings.epochs,
        settings.lambda,
        settings.rate,
        settings.decay,
        settings.batch,
        settings.seed,
    );
    let is_one_line = !description.contains(char::is_control);
    ensure!(is_one_line, "the description is not one line of text");
    fs::write(&args.network, quantise(&training.model, description)?.write()?)
        .with_context(|| format!("cannot write {}", args.network.display()))
}
