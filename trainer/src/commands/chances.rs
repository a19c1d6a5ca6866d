//! `chances`: fits the chances of win, draw and loss to games.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use shakmaty::Position as _;

use crate::games::{Game, for_each_game};

/// Moves are counted by their scores in steps of this, in centipawns.
const STEP: i32 = 5;
/// Scores beyond this say nothing about the curve.
const MAX_SCORE: i32 = 1500;

/// Fit the two numbers of src/wdl.rs to whole games
#[derive(clap::Args)]
pub struct Args {
    /// Files of games, and folders of them, generated without --endings
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// How many moves with a score led to a loss, a draw and a win of their side.
type Counts = BTreeMap<i32, [u64; 3]>;

/// Logistic curves of the score.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Curve {
    /// The score from which half of the games are won, in centipawns.
    half: i32,
    /// The centipawns that change the odds by a factor of e.
    spread: i32,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let counts = count(&args.games)?;
    let moves: u64 = counts.values().flatten().sum();
    ensure!(moves > 0, "there are no games");
    let curve = fit(&counts);
    let surprise = curve.surprise(&counts);
    let Curve { half, spread } = curve;
    println!("{moves} moves: half won at {half}, spread {spread}, surprise {surprise:.4}");
    println!("score: win, draw, loss in percent, as they were and as the curves say");
    for score in (-400..=400).step_by(100) {
        let near = counts.range(score - 4 * STEP..=score + 4 * STEP).map(|(_, counts)| counts);
        let [loss, draw, win] =
            near.fold([0, 0, 0], |sum: [u64; 3], more| [0, 1, 2].map(|i| sum[i] + more[i]));
        let share = |part: u64| 100.0 * part as f64 / (loss + draw + win).max(1) as f64;
        let were = [win, draw, loss].map(share);
        let said = curve.chances(score);
        let row = |[win, draw, loss]: [f64; 3]| format!("{win:5.1} {draw:5.1} {loss:5.1}");
        println!("{score:5}: {}  {}", row(were), row([2, 1, 0].map(|i| 100.0 * said[i])));
    }
    Ok(())
}

fn count(paths: &[PathBuf]) -> Result<Counts> {
    let mut counts = Counts::new();
    for_each_game(paths, |game| add(&mut counts, &game))?;
    Ok(counts)
}

/// Counts the moves of a game.
fn add(counts: &mut Counts, game: &Game) {
    let mut side = game.start.turn();
    for ply in &game.plies {
        let score = i32::from(ply.score);
        if score.abs() <= MAX_SCORE {
            let step = (f64::from(score) / f64::from(STEP)).round() as i32 * STEP;
            counts.entry(step).or_default()[usize::from(game.outcome.half_points(side))] += 1;
        }
        side = !side;
    }
}

/// The curve under which the results are most likely, found by steps that get smaller.
fn fit(counts: &Counts) -> Curve {
    let mut best = Curve { half: 200, spread: 80 };
    let mut step = 64;
    while step >= 1 {
        let moves = [-step, 0, step];
        let near = moves.into_iter().flat_map(|a| moves.map(|b| (a, b)));
        let near = near.map(|(a, b)| Curve { half: best.half + a, spread: best.spread + b });
        let better = near
            .filter(|curve| curve.half > 0 && curve.spread > 4)
            .min_by(|a, b| a.surprise(counts).total_cmp(&b.surprise(counts)))
            .expect("the best one so far is among them");
        if better == best {
            step /= 2;
        }
        best = better;
    }
    best
}

impl Curve {
    /// The chances of loss, draw and win.
    fn chances(self, score: i32) -> [f64; 3] {
        let Curve { half, spread } = self;
        let logistic = |x: i32| 1.0 / (1.0 + (-f64::from(x) / f64::from(spread)).exp());
        let (win, loss) = (logistic(score - half), logistic(-score - half));
        [loss, 1.0 - win - loss, win]
    }

    /// The mean logarithm of the chance that was given to what happened, negated.
    fn surprise(self, counts: &Counts) -> f64 {
        let (mut total, mut moves) = (0.0, 0);
        for (&score, results) in counts {
            for (chance, &count) in self.chances(score).into_iter().zip(results) {
                total -= count as f64 * chance.max(1e-9).ln();
                moves += count;
            }
        }
        total / moves as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Outcome;
    use crate::test_support::random_games;

    #[test]
    fn each_score_counts_for_its_own_side() {
        let mut game = random_games(1, 3).remove(0);
        game.outcome = Outcome::White;
        for (ply, score) in game.plies.iter_mut().zip([12, -13, 1501]) {
            ply.score = score;
        }
        let mut counts = Counts::new();
        add(&mut counts, &game);
        assert_eq!(counts, Counts::from([(10, [0, 0, 1]), (-15, [1, 0, 0])]));
    }

    #[test]
    fn the_curve_behind_the_results_is_found() {
        for curve in [Curve { half: 254, spread: 189 }, Curve { half: 90, spread: 40 }] {
            let count = |score| curve.chances(score).map(|chance| (chance * 1e6).round() as u64);
            let counts = (-200..=200).map(|step| (step * STEP, count(step * STEP))).collect();
            assert_eq!(fit(&counts), curve);
        }
    }
}
