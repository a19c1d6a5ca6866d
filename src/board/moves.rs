//! Moves in 16 bits, and their text.

use std::fmt;

use shakmaty::{CastlingMode, CastlingSide, Role, Square};

/// The maximum number of legal moves in any position that a FEN can describe.
pub const MAX_MOVES: usize = 320;

/// A move in 16 bits: origin (6), target (6), kind (4). Castling targets the rook's square.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Move(pub u16);

const KIND_CASTLING: u16 = 1;
const KIND_EN_PASSANT: u16 = 2;
/// The kind of a promotion is this plus the role.
const KIND_PROMOTION: u16 = 8;

impl Move {
    /// No move: a1a1.
    pub const NONE: Move = Move(0);

    /// A move that is neither castling nor en passant nor a promotion.
    #[inline(always)]
    pub fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// A pawn's move to the last rank.
    #[inline(always)]
    pub fn promoting(from: Square, to: Square, role: Role) -> Move {
        Move::pack(from, to, KIND_PROMOTION + role as u16)
    }

    /// Castling, as king takes rook.
    pub fn castling(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, KIND_CASTLING)
    }

    pub fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, KIND_EN_PASSANT)
    }

    #[inline(always)]
    fn pack(from: Square, to: Square, kind: u16) -> Move {
        Move(from as u16 | (to as u16) << 6 | kind << 12)
    }

    /// Whether there is a move.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != Move::NONE
    }

    #[inline(always)]
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0) & 63)
    }

    /// The target square; the rook's for castling.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0) >> 6 & 63)
    }

    #[inline(always)]
    fn kind(self) -> u16 {
        self.0 >> 12
    }

    /// Whether this is castling, en passant or a promotion.
    #[inline(always)]
    pub fn is_special(self) -> bool {
        self.kind() != 0
    }

    #[inline(always)]
    pub fn is_castling(self) -> bool {
        self.kind() == KIND_CASTLING
    }

    #[inline(always)]
    pub fn is_en_passant(self) -> bool {
        self.kind() == KIND_EN_PASSANT
    }

    /// Whether this is a promotion or en passant, which are noisy on any board.
    #[inline(always)]
    pub fn is_special_noisy(self) -> bool {
        self.kind() >= KIND_EN_PASSANT
    }

    #[inline(always)]
    pub fn is_promotion(self) -> bool {
        self.kind() >= KIND_PROMOTION
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub fn promotion(self) -> Option<Role> {
        /// By kind. Elsewhere a match would become a jump table.
        static PROMOTIONS: [Option<Role>; 16] = {
            let mut roles = [None; 16];
            roles[KIND_PROMOTION as usize + Role::Knight as usize] = Some(Role::Knight);
            roles[KIND_PROMOTION as usize + Role::Bishop as usize] = Some(Role::Bishop);
            roles[KIND_PROMOTION as usize + Role::Rook as usize] = Some(Role::Rook);
            roles[KIND_PROMOTION as usize + Role::Queen as usize] = Some(Role::Queen);
            roles
        };
        PROMOTIONS[usize::from(self.kind())]
    }

    /// The side to which a castling move castles.
    pub fn castling_side(self) -> CastlingSide {
        CastlingSide::from_queen_side(self.to() < self.from())
    }

    /// A move of shakmaty's.
    pub fn of(m: shakmaty::Move) -> Move {
        match m {
            shakmaty::Move::Normal { from, to, promotion: None, .. } => Move::normal(from, to),
            shakmaty::Move::Normal { from, to, promotion: Some(role), .. } => {
                Move::promoting(from, to, role)
            }
            shakmaty::Move::EnPassant { from, to } => Move::en_passant(from, to),
            shakmaty::Move::Castle { king, rook } => Move::castling(king, rook),
            shakmaty::Move::Put { .. } => unreachable!("no drops in chess"),
        }
    }

    /// This move in shakmaty's form, on a board where it is legal.
    pub fn on(self, board: &shakmaty::Board) -> shakmaty::Move {
        let (from, to) = (self.from(), self.to());
        match self.kind() {
            KIND_CASTLING => shakmaty::Move::Castle { king: from, rook: to },
            KIND_EN_PASSANT => shakmaty::Move::EnPassant { from, to },
            _ => shakmaty::Move::Normal {
                role: board.role_at(from).expect("a legal move moves a piece"),
                from,
                capture: board.role_at(to),
                to,
                promotion: self.promotion(),
            },
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&MoveText::new(*self, CastlingMode::Chess960), f)
    }
}

/// The text of a move, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveText {
    bytes: [u8; 8],
}

impl MoveText {
    /// A text of ASCII letters, at most seven: `Qa1xb2+` is the longest move in either notation.
    pub(crate) fn of(text: &[u8]) -> MoveText {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text);
        MoveText { bytes }
    }

    /// Writes a move in UCI notation, with castling in the form of the mode.
    pub(crate) fn new(m: Move, mode: CastlingMode) -> MoveText {
        let mut bytes = [0; 8];
        let (from, mut to) = (m.from(), m.to());
        if m.is_castling() && !mode.is_chess960() {
            to = Square::from_coords(m.castling_side().king_to_file(), from.rank());
        }
        for (slot, square) in [from, to].into_iter().enumerate() {
            bytes[slot * 2] = square.file().char() as u8;
            bytes[slot * 2 + 1] = square.rank().char() as u8;
        }
        if let Some(role) = m.promotion() {
            bytes[4] = role.char() as u8;
        }
        MoveText { bytes }
    }

    /// The text, empty for "no move".
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|&b| b == 0).unwrap_or(self.bytes.len());
        std::str::from_utf8(&self.bytes[..length]).expect("moves are ASCII")
    }

    /// The text, padded with NUL bytes.
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        self.bytes
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.bytes[0] == 0
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;
    use shakmaty::{Chess, Position as _};

    use super::*;
    use crate::test_support::test_games;

    fn for_each_move(mut visit: impl FnMut(&Chess, shakmaty::Move)) {
        for chess in test_games() {
            chess.legal_moves().into_iter().for_each(|m| visit(&chess, m));
        }
    }

    #[test]
    fn packing_loses_nothing() {
        for_each_move(|chess, m| {
            let packed = Move::of(m);
            assert!(packed.is_some());
            assert_eq!((Some(packed.from()), packed.to()), (m.from(), m.to()));
            assert_eq!(
                (packed.promotion(), packed.is_promotion()),
                (m.promotion(), m.is_promotion())
            );
            assert_eq!(packed.is_castling().then(|| packed.castling_side()), m.castling_side());
            assert_eq!(packed.is_en_passant(), m.is_en_passant());
            assert_eq!(packed.on(chess.board()), m);
        });
        assert!(!Move::NONE.is_some());
    }

    #[test]
    fn the_text_of_a_move_is_what_uci_writes() {
        for_each_move(|_, m| {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let text = MoveText::new(Move::of(m), mode);
                assert_eq!(text.as_str(), UciMove::from_move(m, mode).to_string());
                assert_eq!(text.to_bytes()[7], 0);
                assert!(!text.is_empty());
            }
        });
        assert_eq!(MoveText::default().as_str(), "");
    }
}
