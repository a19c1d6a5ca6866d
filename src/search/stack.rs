//! The search stack: the state of one ply of the search path.

use shakmaty::Move;

use crate::moves::{NO_MOVE, PackedMove};
use crate::ordering::history::PieceTo;
use crate::ordering::picker::MoveList;
use crate::score::Score;
use crate::search::lines::Line;

/// The moves of a node that were tried and did not cut it off.
#[derive(Clone)]
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
    /// How many moves are kept: a cutoff after that many says little about the later ones.
    const MAX: usize = 32;

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds a move, if there is room.
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

/// The state of one ply of the search path. It is large and therefore on the heap.
#[derive(Clone, Default)]
pub struct Frame {
    /// The corrected static evaluation; `NONE` in check.
    pub static_eval: Score,
    /// Whether this node is searched without a null move, to verify one.
    pub verifying: bool,
    /// The move that the singular search at this node leaves out.
    pub excluded: PackedMove,
    /// The move that is being searched.
    pub piece_to: PieceTo,
    /// Whether that move is quiet. A null move is not.
    pub quiet: bool,
    /// The reduction of the move being searched, in plies; 0 in a re-search.
    pub reduction: i32,
    /// The moves of the node's picker. A search of another kind at the same ply uses it too, so it
    /// may begin only before the picker has filled it: see [`singular`](super::singular).
    pub list: MoveList,
    pub tried: TriedMoves,
    pub pv: Line,
}

impl Frame {
    /// Begins the search of a move, and resets what belongs to the move before.
    pub fn begin(&mut self, piece_to: PieceTo, quiet: bool) {
        (self.piece_to, self.quiet, self.reduction) = (piece_to, quiet, 0);
    }
}
