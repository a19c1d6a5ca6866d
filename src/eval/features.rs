//! What a network sees: for each side, every piece as own or foreign, on the board as that side
//! sees it, and whether it stands attacked.
//!
//! Each side looks from its own first rank, and mirrors the files when its king stands on the
//! left half: then the king is always on files e to h, and whatever is learnt for one wing is
//! learnt for the other.

use shakmaty::{Color, Piece, Square};

/// How one side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    pub color: Color,
    pub mirrored: bool,
}

impl Perspective {
    /// The view of a side with its king on a square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> Perspective {
        Perspective { color, mirrored: king.to_usize() % 8 < 4 }
    }

    /// The number of the row of a piece on a square.
    #[inline(always)]
    pub fn index(self, feature: Feature) -> usize {
        let index = usize::from(feature.0);
        if feature == Feature::NONE {
            return index;
        }
        let files = if self.mirrored { 7 } else { 0 };
        match self.color {
            Color::White => index ^ files,
            Color::Black => ((index + PIECE_SQUARES / 2) % PIECE_SQUARES) ^ 56 ^ files,
        }
    }

    /// The number of the row of a piece that stands attacked on a square.
    #[inline(always)]
    pub fn danger_index(self, feature: Feature, danger: Danger) -> usize {
        danger as usize * PIECE_SQUARES + self.index(feature)
    }
}

/// A piece on a square, numbered as White sees it with its king on files e to h; or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(u16);

impl Feature {
    /// No piece: a row of zeros behind all others.
    pub const NONE: Feature = Feature(ROWS as u16);

    #[inline(always)]
    pub fn new(piece: Piece, square: Square) -> Feature {
        let foreign = u16::from(piece.color.is_black());
        Feature((foreign * 6 + piece.role as u16 - 1) * 64 + square as u16)
    }
}

/// What an attacked piece has to fear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// It is defended, and the attackers are worth as much or more.
    Attacked = 1,
    /// It is not defended, or attacked by a lesser piece.
    Hangs = 2,
}

/// Pieces of either colour on all squares: 2 * 6 * 64.
pub const PIECE_SQUARES: usize = 768;
/// The rows of a network: for each piece square one wherever the piece stands there, one for when it
/// stands attacked, and one for when it hangs.
pub const ROWS: usize = 3 * PIECE_SQUARES;
/// As many pieces as can stand on a board.
pub const MAX_PIECES: usize = 32;
