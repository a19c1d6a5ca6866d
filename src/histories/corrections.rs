//! Correction history: how far searches have found the evaluation to be off in positions with the
//! same pawns, the same minor pieces, the same pieces of one side, or after the same moves (Chess
//! Programming Wiki, "Static Evaluation Correction History"; the last is known as continuation
//! correction history). An error of the evaluation is common to a whole subtree.

use crate::board::Position;
use crate::histories::history::{PieceTo, gravitate};
use crate::sys;
use crate::tunables::numbers;

/// The bound of the magnitude of the entries.
const CORRECTION_MAX: i32 = 1024;

/// How many bits of a key index the table of each kind; the side to move is added.
const KEY_BITS: u32 = 14;
/// The parts of a position that have corrections: pawns, minor pieces, each side's pieces.
const PARTS: usize = 4;
/// How many bits of a key index the table of pairs of moves.
const PAIR_BITS: u32 = 16;
/// The corrections by parts come first, then those by pairs of moves.
const PAIRS: usize = PARTS << (1 + KEY_BITS);
const SIZE: usize = PAIRS + (1 << PAIR_BITS);
/// The kinds of corrections: by parts, and by the last move with those two and four plies ago.
const KINDS: usize = PARTS + 2;

numbers! { corrections:
    /// The divisor of the error times its weight in an update.
    correction_divisor = 55;
    /// The largest change of an entry in one update.
    correction_step_max = 256;
    /// The largest correction by positions with the same pawns.
    correction_by_pawns = 56 in 0..=150 by 10;
    /// The largest correction by positions with the same minor pieces.
    correction_by_minors = 48 in 0..=150 by 10;
    /// The largest correction by positions with the same pieces of one side.
    correction_by_pieces = 63 in 0..=150 by 10;
    /// The largest correction by positions after the same pair of moves.
    correction_by_moves = 42 in 0..=150 by 10;
}

/// The last move, and those two and four plies ago.
pub type LastMoves = [PieceTo; 3];

/// The correction history.
pub struct Corrections {
    /// Errors from the point of view of the side to move, within [`CORRECTION_MAX`].
    errors: sys::Scores,
    /// Whether anything was learned since they were zero.
    written: bool,
}

impl Corrections {
    /// The size of the table in bytes.
    pub const BYTES: u64 = (SIZE * size_of::<i16>()) as u64;

    /// No corrections, or `None` when memory is exhausted.
    pub fn new() -> Option<Corrections> {
        Some(Corrections { errors: sys::Scores::new(SIZE)?, written: false })
    }

    pub fn clear(&mut self) {
        if self.written {
            self.errors.fill(0);
            self.written = false;
        }
    }

    /// What to add to the evaluation of a position, in centipawns.
    pub fn correction(&self, position: &Position, last_moves: LastMoves) -> i32 {
        let errors = places(position, last_moves).map(|place| i32::from(self.errors[place]));
        let [pawns, minors, white, black, two, four] = errors;
        let sum = pawns * correction_by_pawns()
            + minors * correction_by_minors()
            + (white + black) * correction_by_pieces()
            + (two + four) * correction_by_moves();
        sum / CORRECTION_MAX
    }

    /// Prefetches what a search of a position will ask for.
    #[inline]
    pub fn prefetch(&self, position: &Position, last_moves: LastMoves) {
        for place in places(position, last_moves) {
            sys::prefetch(&self.errors[place]);
        }
    }

    /// Updates the table after a search whose score was `error` centipawns above the corrected
    /// evaluation. `weight` grows with its depth.
    pub fn learn(&mut self, position: &Position, last_moves: LastMoves, error: i32, weight: i32) {
        /// How quickly each kind learns, in 128ths.
        const RATES: [i32; KINDS] = [128, 156, 178, 178, 127, 59];
        let max = correction_step_max();
        let change = (error * weight / correction_divisor()).clamp(-max, max);
        for (place, rate) in places(position, last_moves).into_iter().zip(RATES) {
            gravitate(&mut self.errors[place], change * rate / 128, CORRECTION_MAX);
        }
        self.written = true;
    }
}

/// The indices for a position's parts, and for the moves that led to it.
fn places(position: &Position, last_moves: LastMoves) -> [usize; KINDS] {
    let side = position.turn() as usize;
    let keys = position.part_keys();
    let part = |kind: usize, key: u64| {
        (kind * 2 + side) << KEY_BITS | (key >> (u64::BITS - KEY_BITS)) as usize
    };
    let [last, two, four] = last_moves.map(|m| m.index() as u64);
    // Knuth's multiplicative hashing spreads the pairs evenly.
    let pair = |before: u64| {
        let key = (last << 16 | before).wrapping_mul(crate::random::GOLDEN);
        PAIRS + (key >> (u64::BITS - PAIR_BITS)) as usize
    };
    let [black, white] = keys.pieces;
    [
        part(0, keys.pawns),
        part(1, keys.minors),
        part(2, white),
        part(3, black),
        pair(two),
        pair(four),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Color, Role, Square};

    use crate::test_support::position;

    const NOWHERE: LastMoves = [PieceTo::NONE; 3];

    #[test]
    fn corrections_follow_the_error_stay_bounded_and_are_forgotten() {
        let here = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let mut corrections = Corrections::new().expect("memory");
        assert_eq!(corrections.correction(&here, NOWHERE), 0);
        for error in [200, -200] {
            for _ in 0..1000 {
                corrections.learn(&here, NOWHERE, error, 20);
            }
            let max = correction_by_pawns()
                + correction_by_minors()
                + 2 * (correction_by_pieces() + correction_by_moves());
            let correction = corrections.correction(&here, NOWHERE);
            assert!(correction.abs() <= max, "{correction}");
            assert!(correction.signum() == error.signum() && correction.abs() > max / 2);
        }
        corrections.clear();
        assert_eq!(corrections.correction(&here, NOWHERE), 0);
    }

    #[test]
    fn positions_share_what_they_have_in_common() {
        let fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            // The same position except for Black's knight, Black's rook, and with Black to move.
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "1rbqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQk - 2 3",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3",
        ];
        let [here, knight, rook, other] = fens.map(position);
        let same = |there: &Position| {
            let (a, b) = (places(&here, NOWHERE), places(there, NOWHERE));
            std::array::from_fn(|part| a[part] == b[part])
        };
        assert_eq!(same(&knight), [true, false, true, false]);
        assert_eq!(same(&rook), [true, true, true, false]);
        assert_eq!(same(&other), [false; PARTS]);
    }

    #[test]
    fn the_last_move_has_places_with_those_two_and_four_plies_ago() {
        let here = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let piece_to = |to| PieceTo::new(Color::White, Role::Queen, to);
        let [a, b, c, d] = [Square::B1, Square::C1, Square::D1, Square::E1].map(piece_to);
        let same = |moves: LastMoves| {
            let (one, other) = (places(&here, [a, b, c]), places(&here, moves));
            [one[PARTS] == other[PARTS], one[PARTS + 1] == other[PARTS + 1]]
        };
        assert_eq!(same([d, b, c]), [false, false]);
        assert_eq!(same([a, d, c]), [false, true]);
        assert_eq!(same([a, b, d]), [true, false]);
        assert!(places(&here, [PieceTo::NONE; 3])[PARTS + 1] < SIZE);
    }
}
