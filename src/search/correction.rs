//! Corrections of the evaluation: what searches have found it to be wrong by in positions with the
//! same pawns, or with the same pieces of one side (Chess Programming Wiki, "Static Evaluation
//! Correction History"). What an evaluation misjudges, it misjudges all over a subtree.

use crate::ordering::history::gravitate;
use crate::position::{Position, STRUCTURES};
use crate::score::Score;
use crate::sys;
use crate::tunables::*;

/// Each structure is remembered by so many bits of its key, and by the side to move.
const KEY_BITS: u32 = 14;
const SIZE: usize = STRUCTURES << (1 + KEY_BITS);

/// The errors of the evaluation.
pub struct Corrections {
    /// From the view of the side to move, within [`CORRECTION_MAX`].
    errors: Box<[i16]>,
}

impl Corrections {
    /// The bytes of the table.
    pub const BYTES: u64 = (SIZE * size_of::<i16>()) as u64;

    /// No corrections, or `None` when memory is exhausted.
    pub fn new() -> Option<Corrections> {
        Some(Corrections { errors: sys::zeroed_scores(SIZE)? })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.errors.fill(0);
    }

    /// The evaluation of a position, corrected; none stays none.
    pub fn correct(&self, position: &Position, eval: Score) -> Score {
        if eval == Score::NONE {
            return eval;
        }
        let [pawns, white, black] = places(position).map(|place| i32::from(self.errors[place]));
        let sum = pawns * CORRECTION_BY_PAWNS + (white + black) * CORRECTION_BY_PIECES;
        (eval + sum / CORRECTION_MAX).clamp_eval()
    }

    /// A search to `depth` has found this much more, or less, than the corrected evaluation.
    pub fn learn(&mut self, position: &Position, error: i32, depth: i32) {
        let most = CORRECTION_MAX / 4;
        let step = (error * depth / CORRECTION_DIVISOR).clamp(-most, most);
        for place in places(position) {
            gravitate(&mut self.errors[place], step, CORRECTION_MAX);
        }
    }
}

/// Where the errors of a position's structures are kept.
fn places(position: &Position) -> [usize; STRUCTURES] {
    let side = position.turn() as usize;
    let keys = position.structure_keys().map(|key| (key >> (u64::BITS - KEY_BITS)) as usize);
    std::array::from_fn(|structure| (structure * 2 + side) << KEY_BITS | keys[structure])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal FEN")
    }

    #[test]
    fn corrections_follow_the_error_stay_bounded_and_are_forgotten() {
        let here = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let mut corrections = Corrections::new().expect("memory");
        assert_eq!(corrections.correct(&here, Score(10)), Score(10));
        for error in [200, -200] {
            for _ in 0..1000 {
                corrections.learn(&here, error, 20);
            }
            let most = CORRECTION_BY_PAWNS + 2 * CORRECTION_BY_PIECES;
            let correction = corrections.correct(&here, Score(10)).0 - 10;
            assert!(correction.abs() <= most, "{correction}");
            assert!(correction.signum() == error.signum() && correction.abs() > most / 2);
        }
        corrections.clear();
        assert_eq!(corrections.correct(&here, Score(10)), Score(10));
        assert_eq!(corrections.correct(&here, Score::NONE), Score::NONE);
        assert_eq!(corrections.correct(&here, Score::EVAL_LIMIT), Score::EVAL_LIMIT);
    }

    #[test]
    fn positions_share_what_they_have_in_common() {
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            // The same but for Black's knight, and with Black to move.
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3",
        ];
        let [here, neighbour, other] = fens.map(position);
        let same = |a: &Position, b: &Position| {
            let (a, b) = (places(a), places(b));
            std::array::from_fn(|kind| a[kind] == b[kind])
        };
        assert_eq!(same(&here, &neighbour), [true, true, false]);
        assert_eq!(same(&here, &other), [false, false, false]);
    }
}
