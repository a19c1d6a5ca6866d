//! What the network sees of a position: for each side, which of 768 features are active.
//!
//! Each side sees the board as its own: Black with the ranks flipped, and with the files mirrored
//! when its own king stands on files a to d. So a king is always on files e to h, and every
//! position teaches about its mirror image too.

use shakmaty::{Chess, Color, Position as _, Square};

use crate::games::Outcome;

/// Features of one side: own and other pieces, by role and square.
pub const FEATURES: usize = 2 * ROLES * SQUARES;
/// More pieces are on no board.
pub const MOST_PIECES: usize = 32;

const ROLES: usize = 6;
const SQUARES: usize = 64;
/// Flips the ranks of a square.
const FLIP: u16 = 0b111_000;
/// Mirrors the files of a square.
const MIRROR: u8 = 0b000_111;
/// The first square of files e to h, in each rank.
const KING_SIDE: u8 = 4;

/// A position to learn from in 32 bytes, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Sample {
    occupied: u64,
    /// Side and role of the piece on each occupied square, in the order of squares, two in a
    /// byte.
    pieces: [u8; MOST_PIECES / 2],
    /// The score of the search in centipawns.
    pub score: i16,
    /// The result of the game in half points.
    pub half_points: u8,
    own_mirror: u8,
    other_mirror: u8,
}

impl Sample {
    /// Packs a position; `score` is from the view of the side to move.
    pub fn new(position: &Chess, score: i16, outcome: Outcome) -> Sample {
        let board = position.board();
        let mover = position.turn();
        let flip = |square: Square| if mover.is_white() { square } else { square.flip_vertical() };
        let mirror = |side: Color| {
            let king = board.king_of(side).expect("either side has a king");
            if king.file() as u8 >= KING_SIDE { 0 } else { MIRROR }
        };
        let mut pieces = [0; MOST_PIECES / 2];
        let occupied = board.occupied();
        let view = if mover.is_white() { occupied } else { occupied.flip_vertical() };
        for (index, square) in view.into_iter().enumerate() {
            let piece = board.piece_at(flip(square)).expect("the square is occupied");
            let side = u8::from(piece.color != mover);
            let code = side * ROLES as u8 + (piece.role as u8 - 1);
            pieces[index / 2] |= code << (4 * (index % 2));
        }
        let white = outcome as u8;
        Sample {
            occupied: view.into(),
            pieces,
            score,
            half_points: if mover.is_white() { white } else { 2 - white },
            own_mirror: mirror(mover),
            other_mirror: mirror(!mover),
        }
    }

    /// How many pieces are on the board, from 2 to 32.
    pub fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The active features.
    pub fn features(&self) -> Features {
        let mut features = Features { count: self.pieces(), ..Features::default() };
        let (own_mirror, other_mirror) =
            (u16::from(self.own_mirror), FLIP ^ u16::from(self.other_mirror));
        let mut occupied = self.occupied;
        for index in 0..features.count {
            let square = occupied.trailing_zeros() as u16;
            occupied &= occupied - 1;
            let code = u16::from(self.pieces[index / 2] >> (4 * (index % 2)) & 0xf);
            let roles = ROLES as u16;
            let swapped = if code < roles { code + roles } else { code - roles };
            features.own[index] = code * SQUARES as u16 + (square ^ own_mirror);
            features.other[index] = swapped * SQUARES as u16 + (square ^ other_mirror);
        }
        features
    }
}

/// The active features of a position, for the side to move and for the other one.
#[derive(Default)]
pub struct Features {
    own: [u16; MOST_PIECES],
    other: [u16; MOST_PIECES],
    count: usize,
}

impl Features {
    /// Those that the side to move sees.
    pub fn own(&self) -> &[u16] {
        &self.own[..self.count]
    }

    /// Those that the other side sees.
    pub fn other(&self) -> &[u16] {
        &self.other[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{Bitboard, Board, CastlingMode, FromSetup as _, Piece, Setup};

    use super::*;
    use crate::test_support::random_positions;

    /// The features of a side, as the description of the network has them, square by square.
    fn naive(board: &Board, side: Color) -> BTreeSet<usize> {
        let mut features = BTreeSet::new();
        let king = board.king_of(side).unwrap() as usize;
        for square in Square::ALL {
            let Some(Piece { color, role }) = board.piece_at(square) else { continue };
            let (mut rank, mut file) = (square as usize / 8, square as usize % 8);
            if side == Color::Black {
                rank = 7 - rank;
            }
            if king % 8 < 4 {
                file = 7 - file;
            }
            let whose = usize::from(color != side);
            features.insert((whose * 6 + (role as usize - 1)) * 64 + rank * 8 + file);
        }
        features
    }

    fn set(features: &[u16]) -> BTreeSet<usize> {
        features.iter().map(|&feature| feature.into()).collect()
    }

    fn sample(position: &Chess) -> Sample {
        Sample::new(position, 12, Outcome::White)
    }

    #[test]
    fn features_are_as_described() {
        for position in random_positions(50) {
            let sample = sample(&position);
            let features = sample.features();
            assert_eq!(set(features.own()), naive(position.board(), position.turn()));
            assert_eq!(set(features.other()), naive(position.board(), !position.turn()));
            assert_eq!(features.own().len(), position.board().occupied().count());
            assert_eq!(sample.pieces(), features.own().len());
        }
    }

    #[test]
    fn the_result_is_the_movers() {
        let start = Chess::default();
        let mut reply = start.clone();
        reply.play_unchecked(start.legal_moves()[0]);
        let points = |position, outcome| Sample::new(position, 0, outcome).half_points;
        assert_eq!(points(&start, Outcome::White), 2);
        assert_eq!(points(&reply, Outcome::White), 0);
        assert_eq!(points(&reply, Outcome::Black), 2);
        assert_eq!(points(&reply, Outcome::Draw), 1);
    }

    /// The position with its board changed and without castling rights; its mover may change.
    fn changed(position: &Chess, board: Board, turn: Color) -> Option<Chess> {
        let mut setup: Setup = position.to_setup(shakmaty::EnPassantMode::Legal);
        setup.board = board;
        setup.turn = turn;
        setup.castling_rights = Bitboard::EMPTY;
        setup.ep_square = None;
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    #[test]
    fn mirrored_and_colour_swapped_positions_have_the_same_features() {
        for position in random_positions(20) {
            let features = sample(&position).features();
            let mut mirrored = position.board().clone();
            mirrored.flip_horizontal();
            let mut swapped = position.board().clone();
            swapped.flip_vertical();
            swapped.swap_colors();
            let turn = position.turn();
            for (board, turn) in [(mirrored, turn), (swapped, !turn)] {
                let other = changed(&position, board, turn).unwrap();
                let other = sample(&other).features();
                assert_eq!(set(features.own()), set(other.own()));
                assert_eq!(set(features.other()), set(other.other()));
            }
        }
    }
}
