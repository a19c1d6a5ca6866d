//! `tune`: tunes the numbers of the search by games on all cores.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, bail};

use crate::commands::{Progress, threads};
use crate::duel::{Duel, knobs};
use crate::tuning::{Settings, Trial, Tuning};

/// The state is written after every this many pairs.
const KEEP_EVERY: u64 = 100;

/// Tune the numbers of the search by playing games
#[derive(clap::Args)]
pub struct Args {
    /// The file of the state; a tuning in it is continued
    #[arg(short, long, value_name = "FILE", default_value = "trainer/data/tuning.toml")]
    output: PathBuf,
    /// Stop when this many pairs of games have been played
    #[arg(short, long, value_name = "N")]
    pairs: u64,
    #[command(flatten)]
    settings: Settings,
    /// Pairs of games at the same time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// What the threads share.
struct Shared {
    tuning: Tuning,
    progress: Progress,
    stopped: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let mut tuning = Tuning::new(knobs(), args.settings.clone());
    tuning.resume(&args.output)?;
    if let Some(folder) = args.output.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    tuning.keep(&args.output)?;
    let duels = (0..threads(args.threads)?).map(|_| Duel::new(args.settings.nodes));
    let duels: Vec<Duel> = duels.collect::<Result<_>>()?;
    let progress = Progress::new(args.pairs, tuning.learned, "pairs");
    let shared = Arc::new(Mutex::new(Shared { tuning, progress, stopped: false }));
    let handler = Arc::clone(&shared);
    ctrlc::set_handler(move || lock(&handler).stopped = true).context("cannot catch Ctrl-C")?;
    let outcome = thread::scope(|scope| {
        let workers: Vec<_> =
            duels.into_iter().map(|duel| scope.spawn(|| work(duel, args, &shared))).collect();
        let join = |worker: ScopedJoinHandle<'_, Result<()>>| {
            worker.join().unwrap_or_else(|_| bail!("a search panicked"))
        };
        let results: Vec<Result<()>> = workers.into_iter().map(join).collect();
        results.into_iter().collect()
    });
    let Shared { tuning, progress, .. } = &mut *lock(&shared);
    progress.finish();
    let kept = tuning.keep(&args.output);
    show(tuning, &args.output);
    kept.and(outcome)
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the work of all threads when dropped, so that one thread's end is the end of all.
struct End<'a>(&'a Mutex<Shared>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        lock(self.0).stopped = true;
    }
}

/// Plays one pair after the other.
fn work(mut duel: Duel, args: &Args, shared: &Mutex<Shared>) -> Result<()> {
    let _end = End(shared);
    while let Some(mut trial) = next_trial(args, shared) {
        let surplus = duel.play(&trial.sides, &mut trial.rng)?;
        let Shared { tuning, progress, .. } = &mut *lock(shared);
        tuning.learn(&trial, surplus);
        if tuning.learned.is_multiple_of(KEEP_EVERY) {
            tuning.keep(&args.output)?;
        }
        progress.show(tuning.learned, || farthest(tuning));
    }
    Ok(())
}

fn next_trial(args: &Args, shared: &Mutex<Shared>) -> Option<Trial> {
    let mut shared = lock(shared);
    let goes_on = !shared.stopped && shared.tuning.begun < args.pairs;
    goes_on.then(|| shared.tuning.next_trial())
}

/// The number that has moved most.
fn farthest(tuning: &Tuning) -> String {
    let farthest = tuning.outcome().max_by(|(_, _, a), (_, _, b)| a.abs().total_cmp(&b.abs()));
    farthest.map_or_else(String::new, |(knob, value, steps)| {
        format!("{} {} -> {value:.0} ({steps:+.1} steps)", knob.name, knob.value)
    })
}

/// Prints the tuned numbers.
fn show(tuning: &Tuning, path: &Path) {
    println!("{}: {} pairs", path.display(), tuning.learned);
    for (knob, value, steps) in tuning.outcome() {
        println!("{:28} {:6} -> {value:8.1}  {steps:+5.1} steps", knob.name, knob.value);
    }
}
