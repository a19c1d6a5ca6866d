//! Zobrist keys (Zobrist, "A new hashing method with application for game playing", 1970), made of
//! shakmaty's numbers.

use shakmaty::zobrist::{Zobrist64, ZobristValue as _};
use shakmaty::{Bitboard, CastlingSide, Chess, Color, EnPassantMode, Piece, Position as _, Square};

/// Zobrist keys of parts of a position, the same for both sides to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartKeys {
    /// The pawns.
    pub pawns: u64,
    /// Knights and bishops.
    pub minors: u64,
    /// The pieces of each color other than pawns, the king included.
    pub pieces: [u64; 2],
}

/// For each role all bits if it is a pawn, or none.
static IS_PAWN: [u64; 6] = [u64::MAX, 0, 0, 0, 0, 0];
/// For each role all bits if it is a minor piece, or none.
static IS_MINOR: [u64; 6] = [0, u64::MAX, u64::MAX, 0, 0, 0];

impl PartKeys {
    /// Adds a piece, given its key on its square, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, key: u64) {
        // No branches: no processor could predict which piece moves.
        let (pawn, minor) = (IS_PAWN[piece.role as usize - 1], IS_MINOR[piece.role as usize - 1]);
        self.pawns ^= key & pawn;
        self.minors ^= key & minor;
        self.pieces[piece.color as usize] ^= key & !pawn;
    }
}

/// The key of everything that matters for repetition.
pub fn key_of(chess: &Chess) -> u64 {
    let rights = chess.castles().castling_rights();
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0 ^ inner_rooks_key(rights)
}

/// The key of a piece on a square.
#[inline(always)]
pub(super) fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

/// The key of the side to move.
#[inline(always)]
pub(super) fn turn_key() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}

/// The key of a capture en passant.
#[inline(always)]
pub(super) fn en_passant_key(square: Option<Square>) -> u64 {
    square.map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

/// The key of the castling rights of a side, given by its king and the rooks that may castle.
#[cold]
pub(super) fn castling_key(color: Color, king: Square, rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(inner_rooks_key(rooks), |key, rook| {
        let side = CastlingSide::from_queen_side(rook < king);
        key ^ Zobrist64::zobrist_for_castling_right(color, side).0
    })
}

/// A key of the rooks that castle in Chess960, where the side alone is not enough: each counts as a
/// pawn on a square where no pawn can stand.
fn inner_rooks_key(rooks: Bitboard) -> u64 {
    let inner = rooks.without(Bitboard::CORNERS);
    inner.into_iter().fold(0, |key, rook| key ^ piece_key(Color::White.pawn(), rook))
}
