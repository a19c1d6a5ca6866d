//! `train`: trains on games, with a checkpoint and a plot after every epoch.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use plotters::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::checkpoint::Checkpoint;
use crate::commands::{Progress, parse_positive, parse_share, threads};
use crate::dataset::Dataset;
use crate::model::Shape;
use crate::quantise;
use crate::training::{Losses, Settings, Teacher, Training};

/// The default size of a network.
const SHAPE: Shape = Shape { width: 128, buckets: 8 };
/// The default decay of a training from random weights.
const DECAY_TO_ZERO: f64 = 0.2;
/// The default decay of a training that starts from a network.
const DECAY_TO_NETWORK: f64 = 8.0;

/// The size of the plot.
const SIZE: (u32, u32) = (960, 540);
/// The margin above and below its lines, as a share of their range.
const MARGIN: f64 = 0.05;

/// Train a network on games
#[derive(clap::Args)]
pub struct Args {
    /// Files of games, and folders of them
    #[arg(value_name = "GAMES", default_value = "trainer/data")]
    games: Vec<PathBuf>,
    /// The folder for the checkpoint and the plot of the losses
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Continue from the checkpoint in the folder, with its settings
    #[arg(long, conflicts_with = "SettingsArgs")]
    resume: bool,
    /// Start from this network instead of random weights; a larger width adds hidden units
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Measure the losses on these games instead of one opening in 50 of the others
    #[arg(long, value_name = "GAMES")]
    held_out: Vec<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(clap::Args)]
struct SettingsArgs {
    /// Hidden units for each side, a multiple of 16 [default: as --from has, or 128]
    #[arg(short, long, value_name = "N")]
    width: Option<usize>,
    /// Output buckets by number of pieces [default: as --from has, or 8]
    #[arg(short, long, value_name = "N")]
    buckets: Option<usize>,
    /// Epochs: how often each position is seen
    #[arg(short, long, value_name = "N", default_value = "5")]
    epochs: NonZeroUsize,
    /// How much a position learns from later searches of its game, in addition to its own and the
    /// next, from 0 to 1: the lambda of TD(lambda)
    #[arg(short, long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_share)]
    lambda: f32,
    /// Mix the values of this network into what the positions teach
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// The share of --teacher, from 0 to 1
    #[arg(long, value_name = "SHARE", requires = "teacher")]
    #[arg(default_value_t = 0.4, value_parser = parse_share)]
    teacher_share: f32,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value = "2048")]
    batch: NonZeroUsize,
    /// The learning rate at the beginning; it falls to 0
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = parse_positive)]
    rate: f64,
    /// How fast the weights return to those of --from (added units to their random ones), or to 0,
    /// relative to the learning rate
    /// [default: 8 with --from, 0.2 without]
    #[arg(long, value_name = "DECAY", value_parser = parse_positive)]
    decay: Option<f64>,
    /// The seed of the first weights and of the order of the positions
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Threads [default: one for each core]; the same number gives the same network
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let folder = &args.output;
    let path = folder.join("checkpoint");
    let begun = if args.resume {
        Some(Checkpoint::read(&path)?)
    } else {
        let free = !path.exists();
        ensure!(free, "{} has a training already; --resume goes on with it", folder.display());
        None
    };
    let positions_before = begun.as_ref().map(|checkpoint| checkpoint.positions);
    let training = begun.map_or_else(|| begin(args), |checkpoint| Ok(checkpoint.training))?;
    ThreadPoolBuilder::new().num_threads(training.settings.threads).build_global()?;
    let dataset = read(args, &training.settings)?;
    let positions = dataset.training.len();
    if let Some(before) = positions_before {
        ensure!(before == positions, "the training had {before} positions, not {positions}");
    }
    eprintln!("{positions} positions, and {} held back", dataset.validation.len());
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    learn(Checkpoint { training, positions }, &dataset, args)
}

/// A new training.
fn begin(args: &Args) -> Result<Training> {
    let Some(path) = &args.from else {
        return Ok(Training::new(settings(&args.settings, SHAPE, DECAY_TO_ZERO)?));
    };
    let network = quantise::read(path)?;
    let size = Shape { width: network.width, buckets: network.buckets };
    Training::from_network(&network, settings(&args.settings, size, DECAY_TO_NETWORK)?)
}

/// The settings from the arguments, with a default size and decay.
fn settings(args: &SettingsArgs, size: Shape, decay: f64) -> Result<Settings> {
    let width = args.width.unwrap_or(size.width);
    let shape = Shape { width, buckets: args.buckets.unwrap_or(size.buckets) };
    shape.check()?;
    Ok(Settings {
        shape,
        epochs: args.epochs.get(),
        batch: args.batch.get(),
        rate: args.rate,
        decay: args.decay.unwrap_or(decay),
        lambda: args.lambda,
        teacher: args.teacher.clone().map(|file| Teacher { file, share: args.teacher_share }),
        seed: args.seed,
        threads: threads(args.threads)?,
    })
}

/// The positions and what they teach.
fn read(args: &Args, settings: &Settings) -> Result<Dataset> {
    // Before the games, which take minutes to read.
    let teacher = match &settings.teacher {
        Some(Teacher { file, share }) => {
            Some((quantise::dequantise(&quantise::read(file)?), *share))
        }
        None => None,
    };
    let mut dataset = Dataset::read(&args.games, &args.held_out, settings.lambda)?;
    if let Some((network, share)) = teacher {
        dataset.add_teacher(&network, share);
    }
    Ok(dataset)
}

/// Runs the remaining epochs.
fn learn(mut checkpoint: Checkpoint, dataset: &Dataset, args: &Args) -> Result<()> {
    let positions = checkpoint.positions;
    let epochs = checkpoint.training.settings.epochs;
    let before = checkpoint.training.history.len() * positions;
    let mut progress = Progress::new((epochs * positions) as u64, before as u64, "samples");
    let started = Instant::now();
    while !checkpoint.training.is_finished() {
        let epoch = checkpoint.training.history.len() + 1;
        checkpoint.training.run_epoch(dataset, |done, loss| {
            let done = (epoch - 1) * positions + done;
            progress.show(done as u64, || {
                let speed = (done - before) as f64 / started.elapsed().as_secs_f64() / 1e6;
                format!("epoch {epoch} of {epochs}, loss {loss:.6}, {speed:.2} M samples/s")
            });
        });
        checkpoint.write(&args.output.join("checkpoint"))?;
        let history = &checkpoint.training.history;
        draw(history, &args.output.join("loss.svg"))?;
        let losses = history[epoch - 1];
        progress.say(&format!(
            "epoch {epoch:>3}: loss {:.6}, validation {:.6}, of results {:.6}",
            losses.training, losses.validation, losses.results
        ));
    }
    progress.finish();
    Ok(())
}

/// Draws the loss of each epoch as SVG.
fn draw(history: &[Losses], path: &Path) -> Result<()> {
    try_draw(history, path)
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| format!("cannot draw {}", path.display()))
}

fn try_draw(history: &[Losses], path: &Path) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let points = |loss: fn(&Losses) -> f64| (1..).zip(history.iter().map(loss)).collect::<Vec<_>>();
    let validation = points(|losses| losses.validation);
    let mut training = points(|losses| losses.training);
    // The first training loss is mostly that of an untrained network, and would dwarf the others.
    training.remove(0);
    let all = || validation.iter().chain(&training).map(|&(_, loss)| loss);
    let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let margin = (most - least).max(most * MARGIN) * MARGIN;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Loss", ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(80)
        .build_cartesian_2d(0..history.len() + 1, least - margin..most + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (name, color, points) in [("training", BLUE, training), ("validation", RED, validation)] {
        let last = points.last().map(|(_, loss)| format!(", at last {loss:.6}"));
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(format!("{name}{}", last.unwrap_or_default()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(32)
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    root.present()
}
