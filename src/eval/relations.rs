//! Which pieces stand attacked, and what that adds to the sums of the hidden layer.
//!
//! A network of pieces on squares would have to learn anew for each pair of pieces on each pair of
//! squares that one attacks the other. Told so, it sees at once what hangs, and a search is wrong
//! less often where it stops. One move can open and close lines all over the board, so attacks are
//! computed for each position that is evaluated, not kept from move to move.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::eval::features::{Danger, Feature, MAX_PIECES, Perspective};

/// The rows that attacked pieces add to the sums of both sides.
pub struct DangerRows {
    /// As Black sees them, and as White does.
    rows: [[u16; MAX_PIECES]; 2],
    count: usize,
}

impl DangerRows {
    /// Those of a board, as Black and White see it.
    #[inline(always)]
    pub fn of(board: &Board, views: [Perspective; 2]) -> DangerRows {
        let (attacked, hanging) = attacked_and_hanging(board);
        let mut dangers = DangerRows { rows: [[0; MAX_PIECES]; 2], count: 0 };
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
    pub fn of_side(&self, side: usize) -> &[u16] {
        &self.rows[side][..self.count]
    }
}

/// The pieces of both sides that stand attacked, kings aside, and those of them that hang.
#[inline(always)]
fn attacked_and_hanging(board: &Board) -> (Bitboard, Bitboard) {
    let (black, white) = (Reach::of(board, Color::Black), Reach::of(board, Color::White));
    let [of_black, of_white] = [board.black(), board.white()];
    let attacked = (of_white & black.all | of_black & white.all) & !board.kings();
    let defended = of_white & white.all | of_black & black.all;
    let by_lesser = of_white & black.threatens(board) | of_black & white.threatens(board);
    (attacked, attacked & (!defended | by_lesser))
}

/// The squares that a side attacks, its own pieces among them, by how much the attackers are worth.
struct Reach {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    all: Bitboard,
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

    /// The pieces of either side that stand attacked by a lesser one.
    #[inline(always)]
    fn threatens(&self, board: &Board) -> Bitboard {
        self.pawns & !board.pawns()
            | self.minors & board.rooks_and_queens()
            | self.rooks & board.queens()
    }
}

/// The squares that pieces attack.
#[inline(always)]
fn reach(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}
