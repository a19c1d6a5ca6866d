//! Moves in 16 bits, as game files store them.

use shakmaty::{Move, Role};

/// A move in 16 bits: origin (6), target (6), promotion (4; 0 for none, 2 to 5 from knight to
/// queen). Castling targets the rook's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// Packs a move. Different legal moves of a position stay different.
    pub fn new(m: Move) -> PackedMove {
        let (from, to, promotion) = match m {
            Move::Normal { from, to, promotion, .. } => (from, to, promotion),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Castle { king, rook } => (king, rook, None),
            Move::Put { .. } => unreachable!("no drops in chess"),
        };
        let promotion = promotion.map_or(0, |role: Role| role as u16);
        PackedMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::Position as _;

    use super::*;
    use crate::test_support::random_positions;

    #[test]
    fn no_two_legal_moves_look_the_same() {
        for position in random_positions(20) {
            let legal = position.legal_moves();
            let packed: HashSet<u16> = legal.iter().map(|&m| PackedMove::new(m).0).collect();
            assert_eq!(packed.len(), legal.len());
        }
    }
}
