//! Moves packed into 16 bits, their kinds, and their text.

use std::fmt;

use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, Move, Role, Square};

/// The maximum number of legal moves in any position that a FEN can describe.
pub const MAX_MOVES: usize = 320;

/// A placeholder in move lists; never played.
pub const NO_MOVE: Move = Move::Put { role: Role::Pawn, to: Square::A1 };

/// A move in 16 bits: origin (6), target (6), kind (4). Castling targets the rook's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackedMove(pub u16);

const KIND_CASTLE: u16 = 1;
const KIND_EN_PASSANT: u16 = 2;
const KIND_PROMOTION: u16 = 8;

impl PackedMove {
    /// No move: a1a1.
    pub const NONE: PackedMove = PackedMove(0);

    /// Packs a move.
    #[inline]
    pub fn new(m: Move) -> PackedMove {
        match m {
            Move::Normal { from, to, promotion: None, .. } => PackedMove::pack(from, to, 0),
            _ => PackedMove::of_special(m),
        }
    }

    /// Packs the rare kinds of moves. Out of line, here and below, so that the common kind needs
    /// one predictable branch instead of a jump table.
    #[cold]
    fn of_special(m: Move) -> PackedMove {
        match m {
            Move::Normal { from, to, promotion, .. } => {
                PackedMove::pack(from, to, promotion.map_or(0, |role| KIND_PROMOTION + role as u16))
            }
            Move::EnPassant { from, to } => PackedMove::pack(from, to, KIND_EN_PASSANT),
            Move::Castle { king, rook } => PackedMove::pack(king, rook, KIND_CASTLE),
            Move::Put { .. } => unreachable!("no drops in chess"),
        }
    }

    fn pack(from: Square, to: Square, kind: u16) -> PackedMove {
        PackedMove(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | kind << 12)
    }

    /// Whether there is a move.
    pub fn is_some(self) -> bool {
        self != PackedMove::NONE
    }

    /// The origin square.
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0) & 63)
    }

    /// The target square; the rook's for castling.
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0) >> 6 & 63)
    }

    fn kind(self) -> u16 {
        self.0 >> 12
    }

    /// Whether this is a promotion or en passant.
    pub fn is_special_noisy(self) -> bool {
        self.kind() >= KIND_EN_PASSANT
    }

    /// Whether this is castling.
    pub fn is_castling(self) -> bool {
        self.kind() == KIND_CASTLE
    }

    /// Unpacks a move that is known to be legal on the board.
    pub fn of_legal(self, board: &Board) -> Move {
        let (from, to) = (self.from(), self.to());
        match self.kind() {
            KIND_CASTLE => Move::Castle { king: from, rook: to },
            KIND_EN_PASSANT => Move::EnPassant { from, to },
            kind => Move::Normal {
                role: board.role_at(from).expect("a legal move moves a piece"),
                from,
                capture: board.role_at(to),
                to,
                promotion: Role::ALL.into_iter().find(|&role| KIND_PROMOTION + role as u16 == kind),
            },
        }
    }
}

/// Whether a move changes the material: a capture or a promotion.
#[inline]
pub fn is_noisy(m: Move) -> bool {
    match m {
        Move::Normal { capture, promotion, .. } => capture.is_some() || promotion.is_some(),
        _ => is_en_passant(m),
    }
}

/// Whether a rare kind of move is noisy: see [`PackedMove::new`].
#[cold]
fn is_en_passant(m: Move) -> bool {
    m.is_en_passant()
}

/// The text of a move, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveText {
    bytes: [u8; 8],
}

impl MoveText {
    /// A text of ASCII letters, at most seven: `Qa1xb2+` is the longest move in either notation.
    pub fn of(text: &[u8]) -> MoveText {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text);
        MoveText { bytes }
    }

    /// Writes a move in UCI notation, with castling in the form of the mode.
    pub fn new(m: Move, mode: CastlingMode) -> MoveText {
        let mut bytes = [0; 8];
        if let UciMove::Normal { from, to, promotion } = UciMove::from_move(m, mode) {
            for (slot, square) in [from, to].into_iter().enumerate() {
                bytes[slot * 2] = square.file().char() as u8;
                bytes[slot * 2 + 1] = square.rank().char() as u8;
            }
            if let Some(role) = promotion {
                bytes[4] = role.char() as u8;
            }
        }
        MoveText { bytes }
    }

    /// The text, empty for "no move".
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|&b| b == 0).unwrap_or(self.bytes.len());
        std::str::from_utf8(&self.bytes[..length]).expect("moves are ASCII")
    }

    /// The text, padded with NUL bytes.
    pub fn to_bytes(self) -> [u8; 8] {
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
