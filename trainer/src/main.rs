//! Makes a network from nothing by self-play, training and export, and tunes the search by games.
//! The README has the commands.

mod board;
mod checkpoint;
mod commands;
mod dataset;
#[cfg(feature = "tune")]
mod duel;
mod files;
mod games;
mod model;
mod optimiser;
mod quantise;
mod replay;
mod sample;
mod selfplay;
#[cfg(test)]
mod test_support;
mod training;
#[cfg(feature = "tune")]
mod tuning;

use std::process::ExitCode;

use clap::Parser;

/// Trains the evaluation network of seajay on its own games, and tunes its search with them
#[derive(Parser)]
#[command(name = "trainer")]
enum Command {
    Archive(commands::archive::Args),
    Generate(commands::generate::Args),
    Train(commands::train::Args),
    Export(commands::export::Args),
    Inspect(commands::inspect::Args),
    Chances(commands::chances::Args),
    #[cfg(feature = "tune")]
    Tune(commands::tune::Args),
}

fn main() -> ExitCode {
    let outcome = match Command::parse() {
        Command::Archive(args) => commands::archive::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Inspect(args) => commands::inspect::run(&args),
        Command::Chances(args) => commands::chances::run(&args),
        #[cfg(feature = "tune")]
        Command::Tune(args) => commands::tune::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
