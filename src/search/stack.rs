//! What belongs to one ply of the search path.

use shakmaty::Move;

use crate::moves::{NO_MOVE, PackedMove};
use crate::ordering::history::PieceTo;
use crate::ordering::picker::MoveList;
use crate::score::Score;
use crate::search::lines::Line;

/// The moves of a node that were tried and did not cut it off.
pub struct TriedMoves {
    moves: [Move; TriedMoves::MAX],
    length: usize,
}

impl Default for TriedMoves {
    fn default() -> TriedMoves {
        TriedMoves { moves: [NO_MOVE; TriedMoves::MAX], length: 0 }
    }
}

impl TriedMoves {
    /// Later ones are forgotten: a cutoff after so many moves teaches little about them.
    const MAX: usize = 32;

    /// Forgets all.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Notes a move.
    pub fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = m;
            self.length += 1;
        }
    }

    /// The moves, in the order they were tried.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

/// What belongs to one ply of the search path: large, therefore in the heap.
#[derive(Default)]
pub struct Frame {
    /// The static evaluation, or none in check.
    pub eval: Score,
    /// Is a search without a null move to confirm one at this node?
    pub verifying: bool,
    /// The move left out of a search of this node by another one.
    pub excluded: PackedMove,
    /// The move that is being searched.
    pub piece_to: PieceTo,
    /// Is it a quiet one? A null move is none.
    pub quiet: bool,
    /// How many plies less it is being searched than others: 0 in a second look.
    pub reduced: i32,
    pub list: MoveList,
    pub tried: TriedMoves,
    pub pv: Line,
}

impl Frame {
    /// A move is searched from here on, with nothing left from the one before.
    pub fn begin(&mut self, piece_to: PieceTo, quiet: bool) {
        (self.piece_to, self.quiet, self.reduced) = (piece_to, quiet, 0);
    }
}
