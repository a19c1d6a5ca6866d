//! The pieces on the board, as bitboards.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

/// The maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// What a piece is worth to the search, in centipawns of the evaluation: far more than in an exchange,
/// since half of the games are won at 255.
pub fn piece_value(role: Role) -> i32 {
    [143, 539, 569, 880, 1750, 0][role as usize - 1]
}

/// The pieces on the board, as bitboards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    by_role: [Bitboard; Role::ALL.len()],
    by_color: [Bitboard; 2],
}

impl Pieces {
    /// An empty board.
    pub const NONE: Pieces =
        Pieces { by_role: [Bitboard::EMPTY; Role::ALL.len()], by_color: [Bitboard::EMPTY; 2] };

    /// Those of these bitboards, by role, and black and white.
    #[cfg(feature = "training")]
    pub fn new(by_role: [Bitboard; Role::ALL.len()], by_color: [Bitboard; 2]) -> Pieces {
        Pieces { by_role, by_color }
    }

    /// Those of shakmaty's board.
    pub fn of(board: &shakmaty::Board) -> Pieces {
        Pieces {
            by_role: Role::ALL.map(|role| board.by_role(role)),
            by_color: [board.black(), board.white()],
        }
    }

    /// Adds a piece on a square, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        self.by_role[piece.role as usize - 1].toggle(square);
        self.by_color[piece.color as usize].toggle(square);
    }

    #[inline(always)]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize - 1]
    }

    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    #[inline(always)]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.black() | self.white()
    }

    #[inline(always)]
    pub fn black(&self) -> Bitboard {
        self.by_color(Color::Black)
    }

    #[inline(always)]
    pub fn white(&self) -> Bitboard {
        self.by_color(Color::White)
    }

    #[inline(always)]
    pub fn pawns(&self) -> Bitboard {
        self.by_role(Role::Pawn)
    }

    #[inline(always)]
    pub fn knights(&self) -> Bitboard {
        self.by_role(Role::Knight)
    }

    #[inline(always)]
    pub fn bishops(&self) -> Bitboard {
        self.by_role(Role::Bishop)
    }

    #[inline(always)]
    pub fn rooks(&self) -> Bitboard {
        self.by_role(Role::Rook)
    }

    #[inline(always)]
    pub fn queens(&self) -> Bitboard {
        self.by_role(Role::Queen)
    }

    #[inline(always)]
    pub fn kings(&self) -> Bitboard {
        self.by_role(Role::King)
    }

    #[inline(always)]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.rooks() | self.queens()
    }

    #[inline(always)]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.bishops() | self.queens()
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.by_piece(color.king()).first().expect("a legal position has both kings")
    }

    /// The pieces of both sides that attack a square.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        rook_attacks(square, occupied) & self.rooks_and_queens()
            | bishop_attacks(square, occupied) & self.bishops_and_queens()
            | knight_attacks(square) & self.knights()
            | king_attacks(square) & self.kings()
            | pawn_attacks(Color::White, square) & self.by_piece(Color::Black.pawn())
            | pawn_attacks(Color::Black, square) & self.by_piece(Color::White.pawn())
    }

    /// The pieces of a side that attack a square.
    #[inline(always)]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.by_color(color)
            & (rook_attacks(square, occupied) & self.rooks_and_queens()
                | bishop_attacks(square, occupied) & self.bishops_and_queens()
                | knight_attacks(square) & self.knights()
                | king_attacks(square) & self.kings()
                | pawn_attacks(!color, square) & self.pawns())
    }

    /// A side's sliders on the lines of a square, whatever stands between.
    #[inline(always)]
    pub fn snipers(&self, color: Color, square: Square) -> Bitboard {
        self.by_color(color)
            & (rook_attacks(square, Bitboard::EMPTY) & self.rooks_and_queens()
                | bishop_attacks(square, Bitboard::EMPTY) & self.bishops_and_queens())
    }

    /// The squares that a side's pawns attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        let pawns = self.by_piece(color.pawn());
        let (west, east) = color.fold_wb((7, 9), (-9, -7));
        (pawns & !Bitboard::from_file(File::A)).shift(west)
            | (pawns & !Bitboard::from_file(File::H)).shift(east)
    }
}

/// The squares that a piece other than a pawn or king attacks. Always inlined: it is quick where
/// the compiler knows the role, and the evaluation compiles it for its own instructions.
#[inline(always)]
pub fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    }
}
