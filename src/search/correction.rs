//! Correction history: how far searches have found the evaluation to be off in positions with the
//! same pawns, with the same pieces of one side, or after the same two moves (Chess Programming
//! Wiki, "Static Evaluation Correction History"; the last is known as continuation correction
//! history). An error of the evaluation is common to a whole subtree.

use crate::ordering::history::{CONTINUATIONS, PreviousMoves, gravitate};
use crate::position::{Position, STRUCTURES};
use crate::score::Score;
use crate::sys;
use crate::tunables::*;

/// How many bits of a key index the table of each kind; the side to move is added.
const KEY_BITS: u32 = 14;
/// The kinds of corrections: one for each structure, and one for the last two moves.
const KINDS: usize = STRUCTURES + 1;
const SIZE: usize = KINDS << (1 + KEY_BITS);

/// The correction history.
pub struct Corrections {
    /// Errors from the point of view of the side to move, within [`CORRECTION_MAX`].
    errors: Box<[i16]>,
}

impl Corrections {
    /// The size of the table in bytes.
    pub const BYTES: u64 = (SIZE * size_of::<i16>()) as u64;

    /// No corrections, or `None` when memory is exhausted.
    pub fn new() -> Option<Corrections> {
        Some(Corrections { errors: sys::zeroed_scores(SIZE)? })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.errors.fill(0);
    }

    /// The corrected evaluation of a position; `NONE` stays `NONE`.
    pub fn correct(
        &self,
        position: &Position,
        previous_moves: &PreviousMoves,
        eval: Score,
    ) -> Score {
        if eval == Score::NONE {
            return eval;
        }
        let errors = places(position, previous_moves).map(|place| i32::from(self.errors[place]));
        let [pawns, white, black, moves] = errors;
        let sum = pawns * correction_by_pawns()
            + (white + black) * correction_by_pieces()
            + moves * correction_by_moves();
        (eval + sum / CORRECTION_MAX).clamp_eval()
    }

    /// Updates the table after a search to `depth` whose score was `error` above the corrected
    /// evaluation.
    pub fn learn(
        &mut self,
        position: &Position,
        previous_moves: &PreviousMoves,
        error: i32,
        depth: i32,
    ) {
        let max = correction_step_max();
        let change = (error * depth / correction_divisor()).clamp(-max, max);
        for place in places(position, previous_moves) {
            gravitate(&mut self.errors[place], change, CORRECTION_MAX);
        }
    }
}

/// The indices for a position's structures, and for the moves that led to it.
fn places(position: &Position, previous_moves: &PreviousMoves) -> [usize; KINDS] {
    let side = position.turn() as usize;
    let [pawns, white, black] = position.structure_keys();
    let keys = [pawns, white, black, hash(previous_moves)];
    std::array::from_fn(|kind| {
        (kind * 2 + side) << KEY_BITS | (keys[kind] >> (u64::BITS - KEY_BITS)) as usize
    })
}

const _: () = assert!(CONTINUATIONS[0] == 1 && CONTINUATIONS[1] == 2);

/// The last two moves, as a key whose upper bits are evenly spread (Knuth's multiplicative
/// hashing).
fn hash(previous_moves: &PreviousMoves) -> u64 {
    let [last, before, ..] = previous_moves.map(|m| m.index() as u64);
    (last << 16 | before).wrapping_mul(crate::random::GOLDEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::history::PieceTo;
    use shakmaty::{Color, Move, Role, Square};

    const NOWHERE: PreviousMoves = [PieceTo::NONE; CONTINUATIONS.len()];

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal FEN")
    }

    #[test]
    fn corrections_follow_the_error_stay_bounded_and_are_forgotten() {
        let here = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let mut corrections = Corrections::new().expect("memory");
        assert_eq!(corrections.correct(&here, &NOWHERE, Score(10)), Score(10));
        for error in [200, -200] {
            for _ in 0..1000 {
                corrections.learn(&here, &NOWHERE, error, 20);
            }
            let max = correction_by_pawns() + 2 * correction_by_pieces() + correction_by_moves();
            let correction = corrections.correct(&here, &NOWHERE, Score(10)).0 - 10;
            assert!(correction.abs() <= max, "{correction}");
            assert!(correction.signum() == error.signum() && correction.abs() > max / 2);
        }
        corrections.clear();
        assert_eq!(corrections.correct(&here, &NOWHERE, Score(10)), Score(10));
        assert_eq!(corrections.correct(&here, &NOWHERE, Score::NONE), Score::NONE);
        assert_eq!(corrections.correct(&here, &NOWHERE, Score::EVAL_LIMIT), Score::EVAL_LIMIT);
    }

    #[test]
    fn positions_share_what_they_have_in_common() {
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            // The same position except for Black's knight, and with Black to move.
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3",
        ];
        let [here, neighbour, other] = fens.map(position);
        let same = |a: &Position, b: &Position| {
            let (a, b) = (places(a, &NOWHERE), places(b, &NOWHERE));
            std::array::from_fn(|kind| a[kind] == b[kind])
        };
        assert_eq!(same(&here, &neighbour), [true, true, false, true]);
        assert_eq!(same(&here, &other), [false, false, false, false]);
    }

    #[test]
    fn the_last_two_moves_have_a_place_and_earlier_ones_none() {
        let here = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let piece_to = |to| {
            let (role, from) = (Role::Queen, Square::A1);
            PieceTo::new(
                Color::White,
                Move::Normal { role, from, capture: None, to, promotion: None },
            )
        };
        let [a, b, c, d] = [Square::B1, Square::C1, Square::D1, Square::E1].map(piece_to);
        let place = |previous_moves: PreviousMoves| places(&here, &previous_moves)[STRUCTURES];
        assert_ne!(place([a, b, c]), place([d, b, c]));
        assert_ne!(place([a, b, c]), place([a, d, c]));
        assert_ne!(place([a, b, c]), place([b, a, c]));
        assert_eq!(place([a, b, c]), place([a, b, d]));
    }
}
