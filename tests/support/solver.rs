//! Mates by brute force.

use shakmaty::{Chess, Position};

/// Whether the side to move can force mate in at most this many moves, before the fifty-move rule
/// draws. By brute force.
pub fn is_mate_within(position: &Chess, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut child = position.clone();
        child.play_unchecked(m);
        let replies = child.legal_moves();
        if replies.is_empty() {
            return child.is_check();
        }
        child.halfmoves() < 100
            && moves > 1
            && replies.into_iter().all(|reply| {
                let mut next = child.clone();
                next.play_unchecked(reply);
                // With the attacker to move, only a mate on the board comes before the draw.
                next.halfmoves() < 100 && is_mate_within(&next, moves - 1)
            })
    })
}
