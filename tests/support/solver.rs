//! Positions as shakmaty reads them, and mates by brute force.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, PositionError};

/// The position of a FEN, as shakmaty reads it.
pub fn chess(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position")
}

/// Whether the side to move can force mate in at most this many moves, before the fifty-move rule
/// draws. By brute force.
pub fn is_mate_within(position: &Chess, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|m| mates_within(position, m, moves))
}

/// Whether this move forces mate in at most this many moves, itself included, whatever the defence.
pub fn mates_within(position: &Chess, m: Move, moves: u32) -> bool {
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
}
