//! Which pieces stand attacked, and what that adds to the sums of the hidden layer.
//!
//! A network of pieces on squares would have to learn anew for each pair of pieces on each pair of
//! squares that one attacks the other. Told so, it sees at once what hangs, and a search is wrong
//! less often where it stops. What is attacked changes with every move of a slider's ray: it is
//! computed for each position that is evaluated, not kept from move to move.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::eval::features::{Danger, Feature, Perspective};
use crate::eval::network::MAX_PIECES;

/// The pieces that the other side attacks, kings aside.
struct Threats {
    attacked: Bitboard,
    /// Those of them that stand to lose: not defended, or attacked by a lesser piece.
    hanging: Bitboard,
}

/// The squares that a side attacks, its own pieces among them.
struct Reach {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    all: Bitboard,
}

impl Threats {
    /// Those of a board.
    #[inline(always)]
    fn of(board: &Board) -> Threats {
        let (black, white) = (Reach::of(board, Color::Black), Reach::of(board, Color::White));
        let of_white = Threats::to(board, Color::White, &white, &black);
        let of_black = Threats::to(board, Color::Black, &black, &white);
        Threats {
            attacked: of_white.attacked | of_black.attacked,
            hanging: of_white.hanging | of_black.hanging,
        }
    }

    /// Those to the pieces of a side.
    #[inline(always)]
    fn to(board: &Board, color: Color, own: &Reach, other: &Reach) -> Threats {
        let attacked = board.by_color(color) & other.all & !board.kings();
        let by_lesser = other.pawns & !board.pawns()
            | other.minors & board.rooks_and_queens()
            | other.rooks & board.queens();
        Threats { attacked, hanging: attacked & (!own.all | by_lesser) }
    }
}

/// The rows that attacked pieces add to the sums of both sides.
pub struct Dangers {
    /// As Black sees them, and as White does.
    rows: [[u16; MAX_PIECES]; 2],
    count: usize,
}

impl Dangers {
    /// Those of a board, as Black and White see it.
    #[inline(always)]
    pub fn of(board: &Board, views: [Perspective; 2]) -> Dangers {
        let Threats { attacked, hanging } = Threats::of(board);
        let mut dangers = Dangers { rows: [[0; MAX_PIECES]; 2], count: 0 };
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                for square in board.by_piece(piece) & attacked {
                    let hangs = hanging.contains(square);
                    let danger = if hangs { Danger::Hangs } else { Danger::Attacked };
                    for (rows, view) in dangers.rows.iter_mut().zip(views) {
                        let row = view.danger_index(Feature::new(piece, square), danger);
                        rows[dangers.count] = row as u16;
                    }
                    dangers.count += 1;
                }
            }
        }
        dangers
    }

    /// The rows as Black sees them, or as White does.
    #[inline(always)]
    pub fn rows(&self, side: usize) -> &[u16] {
        &self.rows[side][..self.count]
    }
}

impl Reach {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Reach {
        let side = board.by_color(color);
        let occupied = board.occupied();
        let pawns = reach(side & board.pawns(), |from| pawn_attacks(color, from));
        let minors = reach(side & board.knights(), knight_attacks)
            | reach(side & board.bishops(), |from| bishop_attacks(from, occupied));
        let rooks = reach(side & board.rooks(), |from| rook_attacks(from, occupied));
        let queens = reach(side & board.queens(), |from| queen_attacks(from, occupied));
        let king = reach(side & board.kings(), king_attacks);
        Reach { pawns, minors, rooks, all: pawns | minors | rooks | queens | king }
    }
}

/// The squares that pieces attack.
#[inline(always)]
fn reach(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}
