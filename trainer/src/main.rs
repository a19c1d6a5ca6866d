//! From nothing to a network: self-play, training, export. The README has the commands.

mod commands;
mod games;
mod packed;
mod progress;
mod replay;
mod selfplay;

use std::process::ExitCode;

use clap::Parser;

/// Makes the evaluation network of seajay out of its own games
#[derive(Parser)]
#[command(name = "trainer")]
enum Command {
    Generate(commands::generate::Args),
}

fn main() -> ExitCode {
    let outcome = match Command::parse() {
        Command::Generate(args) => commands::generate::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
