//! `inspect`: describes networks and files of games.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use seajay::training::NetworkFile;

use crate::games::{GameFile, Outcome, files_of};
use crate::quantise;
use crate::replay::for_each_kept;

/// Describe networks and files of games
#[derive(clap::Args)]
pub struct Args {
    /// Networks, files of games, and folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    for path in files_of(&args.files)? {
        let mut start = Vec::new();
        let refused = || format!("cannot read {}", path.display());
        File::open(&path)
            .and_then(|file| file.take(64).read_to_end(&mut start))
            .with_context(refused)?;
        if NetworkFile::recognises(&start) {
            inspect_network(&path)?;
        } else if GameFile::recognises(&start) {
            inspect_games(&path)?;
        } else {
            bail!("{} is neither a network nor a file of games", path.display());
        }
    }
    Ok(())
}

fn inspect_network(path: &Path) -> Result<()> {
    let network = quantise::read(path)?;
    println!("{}: network, {} bytes", path.display(), fs::metadata(path)?.len());
    println!("  {}", network.description);
    println!("  width {}, buckets {}", network.width, network.buckets);
    print_range("piece weights", &network.pieces);
    print_range("relation weights", &network.relations);
    print_range("biases", &network.biases);
    print_range("output weights", &network.output);
    print_range("output biases", &network.output_biases);
    Ok(())
}

fn print_range<T: Copy + Into<i32>>(name: &str, numbers: &[T]) {
    let numbers: Vec<i32> = numbers.iter().map(|&number| number.into()).collect();
    let least = numbers.iter().min().copied().unwrap_or_default();
    let most = numbers.iter().max().copied().unwrap_or_default();
    let total: f64 = numbers.iter().map(|&number| f64::from(number).abs()).sum();
    let mean = total / numbers.len() as f64;
    println!("  {name:<16} {least:>6} to {most:>6}, mean size {mean:.1}");
}

/// The step of the score histogram, in centipawns; scores beyond the last step are counted there.
const STEP: i32 = 100;
const STEPS: i32 = 10;
/// The longest bar, in characters.
const BAR: u64 = 50;

fn inspect_games(path: &Path) -> Result<()> {
    let (mut games, mut plies, mut kept) = (0, 0, 0_u64);
    let mut outcomes = [0; 3];
    let mut histogram = [0; 2 * STEPS as usize + 1];
    for stored in GameFile::open(path)?.games()? {
        let game = stored.game()?;
        games += 1;
        plies += game.plies.len();
        outcomes[game.outcome as usize] += 1;
        for_each_kept(&game, |_, index| {
            kept += 1;
            let step = (f64::from(game.plies[index].score) / f64::from(STEP)).round() as i32;
            histogram[(step.clamp(-STEPS, STEPS) + STEPS) as usize] += 1;
        });
    }
    println!("{}: {games} games, {plies} moves, {kept} positions to learn from", path.display());
    let of = |outcome: Outcome| outcomes[outcome as usize];
    let (white, draws, black) = (of(Outcome::White), of(Outcome::Draw), of(Outcome::Black));
    println!("  White won {white}, drawn {draws}, Black won {black}");
    println!("  scores of the positions, in centipawns from the mover's view:");
    let most = histogram.iter().copied().max().unwrap_or_default().max(1);
    for (step, count) in (-STEPS..=STEPS).zip(histogram) {
        let bar = "#".repeat((count * BAR / most) as usize);
        println!("  {:>6} {count:>9} {bar}", step * STEP);
    }
    Ok(())
}
