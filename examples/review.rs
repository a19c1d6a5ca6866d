//! Reviews the games of a PGN file and prints what was wrong with them:
//!
//! ```text
//! cargo run --release --example review -- games.pgn
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Parser;
use seajay::pgn::{Reader, Record};
use seajay::{Accuracy, Color, Engine, Game, Limits, Mark, Review, accuracy};

/// Reviews the games of a PGN file
#[derive(Parser)]
#[command(name = "review")]
struct Args {
    /// The file with the games
    file: String,
    /// The effort for each position
    #[arg(default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

fn main() -> ExitCode {
    match review_file(&Args::parse(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn review_file(args: &Args, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new()?;
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    let mut reader = Reader::open(&args.file)?;
    let (mut game, mut record) = (Game::new(), Record::new());
    while reader.read(&mut game, &mut record)? {
        let [white, black] = ["White", "Black"].map(|name| record.tag(name).unwrap_or_default());
        writeln!(out, "{white} - {black} {}", record.result())?;
        if let Some(fault) = record.fault() {
            writeln!(out, "  {}", fault.error)?;
        }
        let moves = engine.review(&game, &limits, |_| ControlFlow::Continue(()))?;
        print_moves(&game, &moves, out)?;
        let Accuracy { white, black } = accuracy(&moves);
        writeln!(out, "  accuracy: White {white:.1} %, Black {black:.1} %\n")?;
    }
    Ok(())
}

/// Prints the bad moves of a game, and the lines that were better.
fn print_moves(game: &Game, moves: &[Review], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut before = game.clone();
    before.undo(moves.len())?;
    for (judged, played) in moves.iter().zip(game.played_move_list()?) {
        if let Some(mark) = judged.mark {
            let number = before.board().fullmove_number;
            let dots = if judged.turn == Color::White { ". " } else { ".." };
            let san = format!("{}{}", played.san, text(mark));
            let loss = f64::from(judged.loss) / 10.0;
            let better = before.to_san(&judged.line)?;
            writeln!(out, "  {number:3}{dots} {san:8} loses {loss:4.1} %   better: {better}")?;
        }
        before.play(played.uci.as_str())?;
    }
    Ok(())
}

fn text(mark: Mark) -> &'static str {
    match mark {
        Mark::Blunder => "??",
        Mark::Mistake => "?",
        _ => "?!",
    }
}
