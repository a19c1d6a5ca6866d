//! `generate`: plays games on all cores and writes them to a new file in a folder.

use std::fs;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::board;
use crate::commands::{Progress, threads};
use crate::games::{EXTENSION, Game, Outcome, Writer, for_each_game};
use crate::replay::count_kept;
use crate::selfplay::{self, Plan, Player};

/// Play games of the engine against itself
#[derive(clap::Args)]
pub struct Args {
    /// The folder for the games; games already there count towards the goal
    #[arg(short, long, value_name = "FOLDER", default_value = "trainer/data")]
    output: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
    /// Nodes a move: a search ends after the iteration that passes them
    #[arg(short, long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// One game in N is played to its end; the others end with 14 pieces on the board, so that more
    /// of the positions have many pieces
    #[arg(short, long, value_name = "N", default_value = "1")]
    endings: NonZeroU32,
    /// Leave games of this file or folder by a random move at a random ply, instead of playing from
    /// openings
    #[arg(long, value_name = "GAMES", conflicts_with = "endings")]
    deviate_from: Option<PathBuf>,
    /// Plies played after that move
    #[arg(long, value_name = "N", default_value = "6", requires = "deviate_from")]
    plies: NonZeroUsize,
    /// The network to play with [default: the library's own evaluation]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The seed of the games, which decides their openings; if the folder already has it, the next
    /// free one is used [default: the time, so that no two runs play the same openings]
    #[arg(short, long, value_name = "N")]
    seed: Option<u32>,
    /// Engines playing at the same time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The goal; exactly one of the two is given.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Wanted {
    /// Go on until the folder has this many games
    #[arg(short, long, value_name = "N")]
    games: Option<u64>,
    /// Go on until the folder has this many positions to learn from
    #[arg(short, long, value_name = "N")]
    positions: Option<u64>,
}

/// The record stored beside a file of games.
#[derive(Serialize)]
struct Record<'a> {
    seed: u32,
    network: Option<&'a Path>,
    nodes: u64,
    hard_limit_nodes: u64,
    hash_mib: u64,
    endings: u32,
    deviate_from: Option<&'a Path>,
    plies: Option<NonZeroUsize>,
    ending_pieces: usize,
    ending_won_at_score: u16,
    random_plies: [u32; 2],
    opening_score_at_most: u16,
    won_at_score: u16,
    won_after_plies: u32,
    drawn_at_score: u16,
    drawn_after_plies: u32,
    drawn_from_ply: u32,
    /// The games of the file; absent while it is being written.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Counts>,
}

/// The counts of a folder or a run.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    games: u64,
    positions: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
}

impl Counts {
    fn add(&mut self, outcome: Outcome, positions: u64) {
        self.games += 1;
        self.positions += positions;
        *match outcome {
            Outcome::White => &mut self.white_wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Black => &mut self.black_wins,
        } += 1;
    }
}

/// The goal of a run.
#[derive(Clone, Copy)]
enum Goal {
    Games(u64),
    Positions(u64),
}

impl Goal {
    fn new(wanted: &Wanted) -> Goal {
        match (wanted.games, wanted.positions) {
            (Some(games), _) => Goal::Games(games),
            (None, positions) => Goal::Positions(positions.unwrap_or_default()),
        }
    }

    /// The goal, how much of it is done, and its unit.
    fn state(self, counts: &Counts) -> (u64, u64, &'static str) {
        match self {
            Goal::Games(goal) => (goal, counts.games, "games"),
            Goal::Positions(goal) => (goal, counts.positions, "positions"),
        }
    }
}

/// A finished game, and the number of its positions selected for training.
struct Finished {
    game: Game,
    kept: u64,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let folder = &args.output;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let goal = Goal::new(&args.wanted);
    let found = count(folder)?;
    let (wanted, done, unit) = goal.state(&found);
    if done >= wanted {
        eprintln!("{} has {done} {unit} already", folder.display());
        return Ok(());
    }
    let players = players(args)?;
    let seed = free_seed(folder, args.seed.map_or_else(seconds, Ok)?)?;
    let path = file_of(folder, seed);
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.store(true, Relaxed)).context("cannot catch Ctrl-C")?;
    let mut writer = Writer::create(&path)?;
    write_record(args, seed, None)?;
    let counts = play(players, seed, goal, found, &stop, &mut writer)?;
    write_record(args, seed, Some(counts))?;
    eprintln!("{}: {} games, {} positions", path.display(), counts.games, counts.positions);
    Ok(())
}

/// One player for each thread.
fn players(args: &Args) -> Result<Vec<Player>> {
    let plan = match &args.deviate_from {
        None => Plan::Openings(args.endings),
        Some(path) => Plan::Deviations(games_of(path)?, args.plies),
    };
    (0..threads(args.threads)?)
        .map(|_| Player::new(args.nodes, plan.clone(), args.network.as_deref()))
        .collect()
}

/// The games of a file or folder.
fn games_of(path: &PathBuf) -> Result<Arc<[Game]>> {
    let mut games = Vec::new();
    for_each_game(slice::from_ref(path), |game| games.push(game))?;
    ensure!(!games.is_empty(), "{} has no games", path.display());
    Ok(games.into())
}

/// Plays on all threads until the goal is reached or the run is stopped.
fn play(
    players: Vec<Player>,
    seed: u32,
    goal: Goal,
    found: Counts,
    stop: &AtomicBool,
    writer: &mut Writer,
) -> Result<Counts> {
    // With a goal of games, exactly these games are played, however fast each thread is.
    let max = match goal {
        Goal::Games(games) => games - found.games,
        Goal::Positions(_) => u64::MAX,
    };
    let next = AtomicU32::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for player in players {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(player, seed, max, next, stop, &sender));
        }
        drop(sender);
        let outcome = collect(goal, found, &receiver, stop, writer);
        stop.store(true, Relaxed);
        outcome
    })
}

/// Plays one game after the other.
fn work(
    mut player: Player,
    seed: u32,
    max: u64,
    next: &AtomicU32,
    stop: &AtomicBool,
    sender: &mpsc::Sender<Result<Finished>>,
) {
    let stopped = || stop.load(Relaxed);
    loop {
        let number = next.fetch_add(1, Relaxed);
        if u64::from(number) >= max || stopped() {
            return;
        }
        let finished = match player.play(seed, number, stopped) {
            Ok(Some(game)) => Ok(Finished { kept: count_kept(&game), game }),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        // A closed channel means that the run is ending.
        let _ = sender.send(finished);
    }
}

/// Writes the games as they are finished. Returns the counts of the run.
fn collect(
    goal: Goal,
    found: Counts,
    receiver: &mpsc::Receiver<Result<Finished>>,
    stop: &AtomicBool,
    writer: &mut Writer,
) -> Result<Counts> {
    const PATIENCE: Duration = Duration::from_millis(500);
    let (wanted, done, unit) = goal.state(&found);
    let mut progress = Progress::new(wanted, done, unit);
    let (mut all, mut played) = (found, Counts::default());
    let started = Instant::now();
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(finished) => {
                let Finished { game, kept } = finished?;
                writer.write(&game)?;
                all.add(game.outcome, kept);
                played.add(game.outcome, kept);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        let (wanted, done, _) = goal.state(&all);
        if done >= wanted {
            stop.store(true, Relaxed);
        }
        progress.show(done, || {
            let speed = played.positions as f64 / started.elapsed().as_secs_f64();
            format!("{} games, {speed:.0} positions/s", all.games)
        });
    }
    progress.finish();
    Ok(played)
}

/// The counts of a folder. Bad files are rejected before hours are spent.
fn count(folder: &PathBuf) -> Result<Counts> {
    let mut counts = Counts::default();
    for_each_game(slice::from_ref(folder), |game| counts.add(game.outcome, count_kept(&game)))?;
    Ok(counts)
}

fn file_of(folder: &Path, seed: u32) -> PathBuf {
    folder.join(format!("games-{seed}.{EXTENSION}"))
}

/// The seconds since 1970.
fn seconds() -> Result<u32> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as u32)
}

/// The first seed from the given one on that has no file yet.
fn free_seed(folder: &Path, seed: u32) -> Result<u32> {
    (seed..=u32::MAX).find(|&seed| !file_of(folder, seed).exists()).context("no seed is left")
}

/// Writes the settings, and later the result, beside the games.
fn write_record(args: &Args, seed: u32, result: Option<Counts>) -> Result<()> {
    let record = Record {
        seed,
        network: args.network.as_deref(),
        nodes: args.nodes.get(),
        hard_limit_nodes: args.nodes.get().saturating_mul(selfplay::HARD_LIMIT),
        hash_mib: board::HASH_MIB,
        endings: args.endings.get(),
        deviate_from: args.deviate_from.as_deref(),
        plies: args.deviate_from.as_ref().map(|_| args.plies),
        ending_pieces: selfplay::ENDING_PIECES,
        ending_won_at_score: selfplay::ENDING_WON,
        random_plies: [board::OPENING_PLIES, board::OPENING_PLIES + 1],
        opening_score_at_most: board::OPENING_SCORE,
        won_at_score: selfplay::WIN_SCORE,
        won_after_plies: board::WIN_PLIES,
        drawn_at_score: board::DRAW_SCORE,
        drawn_after_plies: board::DRAW_PLIES,
        drawn_from_ply: board::DRAW_FROM_PLY,
        result,
    };
    let path = file_of(&args.output, seed).with_extension("toml");
    fs::write(&path, toml::to_string(&record)?)
        .with_context(|| format!("cannot write {}", path.display()))
}
