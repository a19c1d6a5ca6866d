//! What the network sees of a position: for each side, which of 2304 features are active. A piece
//! on a square is one; where it stands attacked a second one is active, or a third where it hangs:
//! where it is not defended, or attacked by a lesser piece. Kings do neither.
//!
//! Each side sees the board as its own: Black with the ranks flipped, and with the files mirrored
//! when its own king stands on files a to d. So a king is always on files e to h, and every
//! position teaches about its mirror image too.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position as _, Role, Square};

use crate::games::Outcome;

/// Features of one side: own and other pieces, by role and square, three times.
pub const FEATURES: usize = 3 * PIECE_SQUARES;
/// More pieces are on no board.
pub const MOST_PIECES: usize = 32;

/// So many features can be active at once.
const MOST_ACTIVE: usize = 2 * MOST_PIECES;
/// Own and other pieces, by role and square.
pub const PIECE_SQUARES: usize = 2 * ROLES * SQUARES;
const ROLES: usize = 6;
const SQUARES: usize = 64;
/// Flips the ranks of a square.
const FLIP: u16 = 0b111_000;
/// Mirrors the files of a square.
const MIRROR: u8 = 0b000_111;
/// The first square of files e to h, in each rank.
const KING_SIDE: u8 = 4;

/// A position to learn from in 48 bytes, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(16))]
pub struct Sample {
    occupied: u64,
    /// Side and role of the piece on each occupied square, in the order of squares, two in a
    /// byte.
    pieces: [u8; MOST_PIECES / 2],
    /// The squares of attacked pieces, and of those that hang.
    attacked: u64,
    hanging: u64,
    /// The result to learn, from 0 to 1.
    pub target: f32,
    half_points: u8,
    own_mirror: u8,
    other_mirror: u8,
}

impl Sample {
    /// Packs a position; `target`, the result to learn, is from the view of the side to move.
    pub fn new(position: &Chess, target: f32, outcome: Outcome) -> Sample {
        let board = position.board();
        let mover = position.turn();
        let flip = |square: Square| if mover.is_white() { square } else { square.flip_vertical() };
        let mirror = |side: Color| {
            let king = board.king_of(side).expect("either side has a king");
            if king.file() as u8 >= KING_SIDE { 0 } else { MIRROR }
        };
        let mut pieces = [0; MOST_PIECES / 2];
        let (mut attacked, mut hanging) = (0, 0);
        let occupied = board.occupied();
        let view = if mover.is_white() { occupied } else { occupied.flip_vertical() };
        for (index, square) in view.into_iter().enumerate() {
            let at = flip(square);
            let piece = board.piece_at(at).expect("the square is occupied");
            let side = u8::from(piece.color != mover);
            let code = side * ROLES as u8 + (piece.role as u8 - 1);
            pieces[index / 2] |= code << (4 * (index % 2));
            let danger = danger(board, at, piece);
            attacked |= u64::from(danger != Danger::None) << square as u64;
            hanging |= u64::from(danger == Danger::Hangs) << square as u64;
        }
        Sample {
            occupied: view.into(),
            pieces,
            attacked,
            hanging,
            target,
            half_points: outcome.half_points(mover),
            own_mirror: mirror(mover),
            other_mirror: mirror(!mover),
        }
    }

    /// The result of the game, from 0 to 1.
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// How many pieces are on the board, from 2 to 32.
    pub fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The active features.
    pub fn features(&self) -> Features {
        let mut features = Features::default();
        let mut extra = self.pieces();
        let (own_mirror, other_mirror) =
            (u16::from(self.own_mirror), FLIP ^ u16::from(self.other_mirror));
        let mut occupied = self.occupied;
        for index in 0..self.pieces() {
            let square = occupied.trailing_zeros() as u16;
            let bit = 1 << square;
            occupied &= occupied - 1;
            let code = u16::from(self.pieces[index / 2] >> (4 * (index % 2)) & 0xf);
            let roles = ROLES as u16;
            let swapped = if code < roles { code + roles } else { code - roles };
            features.own[index] = code * SQUARES as u16 + (square ^ own_mirror);
            features.other[index] = swapped * SQUARES as u16 + (square ^ other_mirror);
            if self.attacked & bit != 0 {
                let part = if self.hanging & bit != 0 { 2 } else { 1 };
                let danger = part * PIECE_SQUARES as u16;
                features.own[extra] = features.own[index] + danger;
                features.other[extra] = features.other[index] + danger;
                extra += 1;
            }
        }
        features.count = extra;
        features
    }
}

#[derive(PartialEq, Eq)]
enum Danger {
    None,
    /// The piece is attacked.
    Attacked,
    /// It is attacked, and not defended or the attacker is worth less.
    Hangs,
}

/// What a piece has to fear.
fn danger(board: &Board, at: Square, piece: Piece) -> Danger {
    let lesser = match piece.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight | Role::Bishop => board.pawns(),
        Role::Rook => board.pawns() | board.knights() | board.bishops(),
        Role::Queen => !board.queens() & !board.kings(),
        Role::King => return Danger::None,
    };
    let by = |color| board.attacks_to(at, color, board.occupied());
    let attackers = by(!piece.color);
    if attackers.is_empty() {
        Danger::None
    } else if by(piece.color).is_empty() || (attackers & lesser).any() {
        Danger::Hangs
    } else {
        Danger::Attacked
    }
}

/// The active features of a position, for the side to move and for the other one.
pub struct Features {
    own: [u16; MOST_ACTIVE],
    other: [u16; MOST_ACTIVE],
    count: usize,
}

impl Default for Features {
    fn default() -> Features {
        Features { own: [0; MOST_ACTIVE], other: [0; MOST_ACTIVE], count: 0 }
    }
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

    use shakmaty::{CastlingMode, FromSetup as _, Setup};

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
            let feature = (whose * 6 + (role as usize - 1)) * 64 + rank * 8 + file;
            features.insert(feature);
            let worth = |role: Role| [1, 3, 3, 5, 9, 99][role as usize - 1];
            let by = |color| {
                let pieces = board.by_color(color).into_iter();
                pieces.filter(|&from| board.attacks_from(from).contains(square))
            };
            let is_lesser = |from| worth(board.role_at(from).unwrap()) < worth(role);
            if role != Role::King && by(!color).next().is_some() {
                let hangs = by(color).next().is_none() || by(!color).any(is_lesser);
                features.insert(feature + if hangs { 1536 } else { 768 });
            }
        }
        features
    }

    fn set(features: &[u16]) -> BTreeSet<usize> {
        features.iter().map(|&feature| feature.into()).collect()
    }

    fn sample(position: &Chess) -> Sample {
        Sample::new(position, 0.6, Outcome::White)
    }

    #[test]
    fn features_are_as_described() {
        for position in random_positions(50) {
            let sample = sample(&position);
            let features = sample.features();
            assert_eq!(set(features.own()), naive(position.board(), position.turn()));
            assert_eq!(set(features.other()), naive(position.board(), !position.turn()));
            assert_eq!(features.own().len(), features.other().len());
            assert_eq!(sample.pieces(), position.board().occupied().count());
        }
    }

    #[test]
    fn the_result_is_the_movers() {
        let start = Chess::default();
        let mut reply = start.clone();
        reply.play_unchecked(start.legal_moves()[0]);
        let result = |position, outcome| Sample::new(position, 0.5, outcome).result();
        assert_eq!(result(&start, Outcome::White), 1.0);
        assert_eq!(result(&reply, Outcome::White), 0.0);
        assert_eq!(result(&reply, Outcome::Black), 1.0);
        assert_eq!(result(&reply, Outcome::Draw), 0.5);
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
