//! Two sides that differ by the numbers of their search play games in one thread.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use seajay::tuning;
use seajay::{Engine, Limits};
use shakmaty::{Color, Move, Position as _};

use crate::board::{Board, HASH_MIB, Judge, centipawns, fair_opening};
use crate::games::Outcome;
use crate::tuning::Knob;

/// The score at which a game is won: low, since many games teach more than well-played endings.
const WIN_SCORE: u16 = 600;

/// Options that are tuned like the numbers of the search, with their steps.
const OPTIONS: [(&str, i32); 2] = [("LMRBaseReduction", 10), ("LMRDepthFactor", 14)];

/// All numbers and options that can be tuned.
pub fn knobs() -> Vec<Knob> {
    let numbers = tuning::numbers().map(|number| Knob {
        name: number.name,
        value: number.value,
        range: number.range.clone(),
        step: number.step,
    });
    let options = OPTIONS.iter().map(|&(name, step)| {
        let mut options = Engine::options().iter();
        let info = options.find(|info| info.name() == name).expect("the option is there");
        Knob {
            name,
            value: info.default_value().parse().expect("a spin has a whole number"),
            range: info.min as i32..=info.max as i32,
            step,
        }
    });
    numbers.chain(options).collect()
}

/// An engine with numbers of its own.
struct Side {
    engine: Engine,
    limits: Limits,
    values: Vec<i32>,
}

impl Side {
    /// A side with the library's values.
    fn new(limits: Limits) -> Result<Side> {
        let mut engine = Engine::new()?;
        engine.set_option("Hash", &HASH_MIB.to_string())?;
        let values = knobs().iter().map(|knob| knob.value).collect();
        Ok(Side { engine, limits, values })
    }

    /// Sets all values, given in the order of [`knobs`].
    fn change(&mut self, values: &[i32]) -> Result<()> {
        for ((name, _), value) in OPTIONS.iter().zip(&values[tuning::numbers().count()..]) {
            self.engine.set_option(name, &value.to_string())?;
        }
        self.values = values.to_vec();
        Ok(())
    }

    /// The best move, and its score.
    fn search(&mut self, board: &Board) -> Result<(Move, i16)> {
        for (number, &value) in tuning::numbers().zip(&self.values) {
            number.set(value);
        }
        board.show_to(&mut self.engine)?;
        let report = self.engine.search(&self.limits, |_| ControlFlow::Continue(()))?;
        Ok((board.read(report.best_move.as_str())?, centipawns(report.score)))
    }
}

/// Two sides that play games, and a third with the library's values that chooses openings.
pub struct Duel {
    sides: [Side; 2],
    judge: Side,
}

impl Duel {
    /// Creates the sides, which search `nodes` nodes a move.
    pub fn new(nodes: NonZeroU64) -> Result<Duel> {
        let side = || Side::new(Limits::nodes(nodes.get()));
        Ok(Duel { sides: [side()?, side()?], judge: side()? })
    }

    /// Plays two games from a random opening, with colours swapped, and returns the wins of the
    /// first side minus its losses.
    pub fn play(&mut self, values: &[Vec<i32>; 2], rng: &mut Xoshiro256PlusPlus) -> Result<f64> {
        for (side, values) in self.sides.iter_mut().zip(values) {
            side.change(values)?;
        }
        let (start, ..) = fair_opening(rng, |board| {
            self.judge.engine.clear_history();
            self.judge.search(board)
        })?;
        let mut surplus = 0.0;
        for first in Color::ALL {
            surplus += match self.game(&start, first)? {
                Outcome::Draw => 0.0,
                Outcome::White => first.fold_wb(1.0, -1.0),
                Outcome::Black => first.fold_wb(-1.0, 1.0),
            };
        }
        Ok(surplus)
    }

    /// Plays a game, given the colour of the first side.
    fn game(&mut self, start: &Board, first: Color) -> Result<Outcome> {
        for side in &mut self.sides {
            side.engine.clear_history();
        }
        let (mut board, mut judge) = (start.clone(), Judge::new(WIN_SCORE));
        loop {
            let side = &mut self.sides[usize::from(board.position.turn() != first)];
            let (played, score) = side.search(&board)?;
            judge.note(&board.position, score);
            board.play(played);
            if let Some(outcome) = board.outcome().or_else(|| judge.outcome()) {
                return Ok(outcome);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    fn values() -> Vec<i32> {
        knobs().iter().map(|knob| knob.value).collect()
    }

    fn surplus_of(values: &[Vec<i32>; 2]) -> f64 {
        let mut duel = Duel::new(NonZeroU64::new(1500).unwrap()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..20).map(|_| duel.play(values, &mut rng).unwrap()).sum()
    }

    #[test]
    fn every_number_has_room_for_a_step_on_both_sides() {
        for knob in knobs() {
            let room = knob.range.start() + knob.step..=knob.range.end() - knob.step;
            assert!(knob.step > 0 && room.contains(&knob.value), "{}", knob.name);
        }
    }

    #[test]
    fn sides_that_are_the_same_play_the_same() {
        assert_eq!(surplus_of(&[values(), values()]), 0.0);
    }

    #[test]
    fn a_side_plays_with_its_own_numbers() {
        const HARMFUL: [(&str, i32); 14] = [
            ("futility_base", 0),
            ("futility_per_ply", 20),
            ("futility_capture_base", 0),
            ("futility_capture_per_ply", 30),
            ("history_pruning_per_ply", 1000),
            ("lmp_base", 1),
            ("lmr_cut_node", 6000),
            ("probcut_margin", 60),
            ("quiescence_margin", 30),
            ("razoring_base", 100),
            ("razoring_per_squared_ply", 50),
            ("reverse_futility_margin", 20),
            ("LMRBaseReduction", 400),
            ("LMRDepthFactor", 30),
        ];
        let mut blind = values();
        for (name, harmful) in HARMFUL {
            let index = knobs().iter().position(|knob| knob.name == name).unwrap();
            blind[index] = harmful;
        }
        let surplus = surplus_of(&[values(), blind.clone()]);
        assert!(surplus >= 10.0, "{surplus}");
        assert_eq!(surplus_of(&[blind, values()]), -surplus);
    }
}
