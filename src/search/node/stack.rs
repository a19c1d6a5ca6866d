//! The search stack: the state of one ply of the search path, and of the plies before the root.

use std::ops::{Index, IndexMut};

use shakmaty::Role;

use crate::board::{Move, Position};
use crate::histories::history::{LastMove, PREVIOUS_MOVES, PieceTo, Row};
use crate::score::{MAX_PLY, Score};
use crate::search::lines::Moves;
use crate::sys::filled;

/// The state of one ply of the search path. It is small: nodes read those of the plies before.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The corrected static evaluation; in check, that of two plies before.
    pub static_eval: Score,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the hash table knew the position.
    pub tt_hit: bool,
    /// Whether the node is on the principal variation, or was at an earlier visit.
    pub tt_pv: bool,
    /// The move that the singular search at this node leaves out.
    pub excluded: Move,
    /// The move that is being searched; none if it is a null move.
    pub m: Move,
    /// The piece and the target of that move.
    pub piece_to: PieceTo,
    /// That move in the continuation history.
    pub row: Row,
    /// Whether that move is quiet. A null move is not.
    pub quiet: bool,
    /// What that move captures.
    pub captured: Option<Role>,
    /// The history of that move, as reductions see it.
    pub history: i32,
    /// The number of that move in the order, from 1.
    pub number: usize,
    /// The reduction of that move, in plies; 0 in a re-search.
    pub reduction: i32,
    /// How many nodes of this ply failed high since their grandparent was entered.
    pub cutoffs: i32,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            static_eval: Score::DRAW,
            in_check: false,
            tt_hit: false,
            tt_pv: false,
            excluded: Move::NONE,
            m: Move::NONE,
            piece_to: PieceTo::NONE,
            row: Row::NONE,
            quiet: false,
            captured: None,
            history: 0,
            number: 0,
            reduction: 0,
            cutoffs: 0,
        }
    }
}

impl Frame {
    /// Begins the search of a move of a position, and resets what belongs to the move before.
    #[inline]
    pub fn begin(&mut self, position: &Position, m: Move) {
        let (noisy, piece_to) = (position.is_noisy(m), PieceTo::of(position, m));
        self.m = m;
        self.piece_to = piece_to;
        self.row = Row::new(piece_to, noisy);
        (self.quiet, self.captured, self.reduction) = (!noisy, position.captured(m), 0);
    }

    /// Begins the search of a null move.
    pub fn begin_null(&mut self) {
        (self.m, self.piece_to, self.row) = (Move::NONE, PieceTo::NONE, Row::NONE);
        (self.quiet, self.captured, self.reduction) = (false, None, 0);
    }

    /// The move that is being searched, unless there is none or a null move.
    pub fn last_move(&self) -> Option<LastMove> {
        let Frame { m, piece_to, .. } = *self;
        m.is_some().then_some(LastMove { m, piece_to })
    }
}

/// How many plies before the root there are frames, all without moves.
const BEFORE_ROOT: usize = PREVIOUS_MOVES;

/// The frames of the search path, indexed by the distance from the root.
pub struct Stack(Vec<Frame>);

impl Stack {
    /// The number of frames.
    pub const LENGTH: usize = BEFORE_ROOT + MAX_PLY + 2;

    /// Empty frames, or `None` when memory is exhausted.
    pub fn new() -> Option<Stack> {
        filled(Stack::LENGTH, Frame::default()).map(Stack)
    }

    /// Begins a search. Before the root the evaluation was as it is there.
    pub fn begin(&mut self, eval: Score) {
        self.0[BEFORE_ROOT - 2].static_eval = eval;
        self.0[BEFORE_ROOT - 1].static_eval = -eval;
    }

    /// The frame some plies before another one; an empty frame before the root.
    pub fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.0[BEFORE_ROOT + ply - back]
    }

    /// By how many plies the move to a ply was reduced. It is told once, so that a second search at
    /// this ply, without a move or after none, does not count it again.
    pub fn take_reduction_before(&mut self, ply: usize) -> i32 {
        std::mem::take(&mut self.0[BEFORE_ROOT + ply - 1].reduction)
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    fn index(&self, ply: usize) -> &Frame {
        &self.0[BEFORE_ROOT + ply]
    }
}

impl IndexMut<usize> for Stack {
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE_ROOT + ply]
    }
}

/// The moves of a node that were tried and are not the best. There is room for 32: a cutoff after
/// that many says little about the later ones.
pub type TriedMoves = Moves<32>;
