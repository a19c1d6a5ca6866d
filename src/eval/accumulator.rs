//! Evaluation along the path of a search.
//!
//! A move changes at most four pieces, so the sums of the pieces' rows (the *accumulators*, one
//! for each side) are not computed anew but changed by at most four rows of weights: that
//! is what makes the network efficiently updatable (Nasu, "Efficiently updatable
//! neural-network-based evaluation functions for computer shogi", 2018). Nothing is computed
//! before a position is evaluated, since many never are.

use std::sync::Arc;

use shakmaty::{Color, Role};

use crate::board::Position;
use crate::board::pieces::Pieces;
use crate::board::position::{Changes, PieceOnSquare};
use crate::error::Error;
use crate::eval::endings;
use crate::eval::features::{Input, Perspective, PieceSquare};
use crate::eval::file::MAX_ROW;
use crate::eval::network::Network;
use crate::eval::vector::Lanes;
use crate::score::{MAX_PLY, Score};
use crate::sys::{Kernel, Vectors, filled};

/// Evaluates the positions of a search, one path at a time.
pub struct Evaluator {
    network: Arc<Network>,
    /// The path from the root.
    path: Vec<AccumulatorState>,
    /// The last position of the path.
    top: usize,
    /// Two accumulators for each position of the path, Black's and White's.
    values: Vec<Lanes>,
    /// For each perspective, the board whose accumulator is cached.
    cached_boards: [Pieces; Perspective::COUNT],
    cached_values: Vec<Lanes>,
}

/// A position of the path.
#[derive(Clone, Copy)]
struct AccumulatorState {
    /// What the last move changed.
    changes: Changes,
    /// How Black and White see the board.
    perspectives: [Perspective; 2],
    /// Whether the accumulators of Black and White are computed.
    computed: [bool; 2],
    /// The value, once it is computed: the root is evaluated more than once.
    value: Score,
}

impl Evaluator {
    /// An evaluator for paths of up to [`MAX_PLY`] moves.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(network: Arc<Network>) -> Result<Evaluator, Error> {
        let exhausted = || Error::out_of_memory("the evaluation");
        let start = AccumulatorState::first(&Position::start());
        let values = filled(2 * (MAX_PLY + 1) * network.row(), Lanes::ZERO);
        Ok(Evaluator {
            path: filled(MAX_PLY + 1, start).ok_or_else(exhausted)?,
            top: 0,
            values: values.ok_or_else(exhausted)?,
            cached_boards: [Pieces::NONE; _],
            cached_values: values_of_empty_boards(&network).ok_or_else(exhausted)?,
            network,
        })
    }

    /// The memory of an evaluator in bytes, without that of its network.
    pub fn bytes(network: &Network) -> u64 {
        let row = network.row() * size_of::<Lanes>();
        ((MAX_PLY + 1) * (size_of::<AccumulatorState>() + 2 * row) + Perspective::COUNT * row)
            as u64
    }

    /// Begins a path at a root.
    pub fn begin(&mut self, root: &Position) {
        self.top = 0;
        self.path[0] = AccumulatorState::first(root);
    }

    /// Adds a move to the path, or a null move, given what it changes.
    #[inline]
    pub fn play(&mut self, changes: &Changes) {
        let mut next = self.path[self.top].next(changes);
        if let Some((king, square)) = changes.added[0]
            && king.role == Role::King
        {
            next.perspectives[king.color as usize] = Perspective::new(king.color, square);
        }
        self.top += 1;
        self.path[self.top] = next;
    }

    /// Removes the last move, or null move, from the path.
    #[inline]
    pub fn undo(&mut self) {
        self.top -= 1;
    }

    /// The value of the position at the end of the path, which `position` must be.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let cached = self.path[self.top].value;
        if cached != Score::NONE {
            return cached;
        }
        let level = self.network.level();
        let value = endings::evaluate(position)
            .unwrap_or_else(|| level.run(Incremental { evaluator: self, position }));
        self.path[self.top].value = value;
        #[cfg(test)]
        debug_assert_eq!(value, evaluate(&self.network, position), "{}", position.fen());
        value
    }

    /// Brings the accumulator of a side at the end of the path up to date: forward from the last
    /// one that is computed, unless the side's king changed its half of the board on the way.
    #[inline(always)]
    fn update(&mut self, color: Color, pieces: &Pieces) {
        let side = color as usize;
        let view = self.path[self.top].perspectives[side];
        let mut ply = self.top;
        while !self.path[ply].computed[side] {
            if ply == 0 || self.path[ply - 1].perspectives[side] != view {
                return self.refresh(view, pieces);
            }
            ply -= 1;
        }
        while ply < self.top {
            ply += 1;
            self.apply_changes(ply, view);
        }
    }

    /// Computes an accumulator from that of the position before.
    #[inline(always)]
    fn apply_changes(&mut self, ply: usize, view: Perspective) {
        let (side, row) = (view.color as usize, self.network.row());
        let (before, here) = self.values.split_at_mut(2 * ply * row);
        let from = &before[(2 * (ply - 1) + side) * row..][..row];
        let to = &mut here[side * row..][..row];
        let Changes { added, removed } = self.path[ply].changes;
        let weights = |change: Option<PieceOnSquare>| {
            let piece = change.map_or(PieceSquare::NONE, |(piece, at)| PieceSquare::new(piece, at));
            self.network.weights(view.piece_square(piece))
        };
        let removed = weights(removed[0]).iter().zip(weights(removed[1]));
        let changes = weights(added[0]).iter().zip(removed);
        for ((to, from), (added, (removed0, removed1))) in to.iter_mut().zip(from).zip(changes) {
            *to = from.plus(added).minus(removed0).minus(removed1);
        }
        // Only castling puts two pieces down.
        if added[1].is_some() {
            for (to, weights) in to.iter_mut().zip(weights(added[1])) {
                *to = to.plus(weights);
            }
        }
        self.path[ply].computed[side] = true;
    }

    /// Computes the accumulator of a side at the end of the path from the cached one of its
    /// perspective: from one search to the next, or until a king comes back to a half of the board,
    /// few pieces move.
    #[inline(always)]
    fn refresh(&mut self, view: Perspective, pieces: &Pieces) {
        let (side, row) = (view.color as usize, self.network.row());
        let cached = std::mem::replace(&mut self.cached_boards[view.index()], pieces.clone());
        let values = &mut self.cached_values[view.index() * row..][..row];
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let (before, now) = (cached.by_piece(piece), pieces.by_piece(piece));
                let weights = |square| {
                    self.network.weights(view.piece_square(PieceSquare::new(piece, square)))
                };
                // Loops, because the compiler does not inline closures into a kernel.
                for square in before & !now {
                    for (value, w) in values.iter_mut().zip(weights(square)) {
                        *value = value.minus(w);
                    }
                }
                for square in now & !before {
                    for (value, w) in values.iter_mut().zip(weights(square)) {
                        *value = value.plus(w);
                    }
                }
            }
        }
        self.values[(2 * self.top + side) * row..][..row].copy_from_slice(values);
        self.path[self.top].computed[side] = true;
    }
}

impl AccumulatorState {
    fn first(root: &Position) -> AccumulatorState {
        AccumulatorState {
            changes: Changes::NONE,
            perspectives: Input::of(root).perspectives(),
            computed: [false; 2],
            value: Score::NONE,
        }
    }

    /// The state after some changes, with the kings where they were.
    #[inline]
    fn next(&self, changes: &Changes) -> AccumulatorState {
        let (changes, computed, value) = (*changes, [false; 2], Score::NONE);
        AccumulatorState { changes, computed, value, ..*self }
    }
}

/// For each perspective the accumulator of an empty board, or `None` when memory is exhausted.
fn values_of_empty_boards(network: &Network) -> Option<Vec<Lanes>> {
    let mut values = filled(Perspective::COUNT * network.row(), Lanes::ZERO)?;
    for values in values.chunks_exact_mut(network.row()) {
        values.copy_from_slice(network.biases());
    }
    Some(values)
}

/// Computes the accumulator of a board.
#[inline(always)]
fn fill(network: &Network, view: Perspective, values: &mut [Lanes], pieces: &Pieces) {
    values.copy_from_slice(network.biases());
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in pieces.by_piece(piece) {
                let weights = network.weights(view.piece_square(PieceSquare::new(piece, square)));
                for (value, w) in values.iter_mut().zip(weights) {
                    *value = value.plus(w);
                }
            }
        }
    }
}

/// [`Evaluator::evaluate`].
struct Incremental<'a> {
    evaluator: &'a mut Evaluator,
    position: &'a Position,
}

impl Kernel for Incremental<'_> {
    type Output = Score;

    #[inline(always)]
    fn run<V: Vectors>(self) -> Score {
        let Incremental { evaluator, position } = self;
        evaluator.update(Color::Black, position.pieces());
        evaluator.update(Color::White, position.pieces());
        let row = evaluator.network.row();
        let values = &evaluator.values[2 * evaluator.top * row..][..2 * row];
        let perspectives = evaluator.path[evaluator.top].perspectives;
        evaluator.network.output::<V>(values, perspectives, Input::of(position))
    }
}

/// [`evaluate`].
struct Fresh<'a> {
    network: &'a Network,
    position: &'a Position,
}

impl Kernel for Fresh<'_> {
    type Output = Score;

    #[inline(always)]
    fn run<V: Vectors>(self) -> Score {
        let Fresh { network, position } = self;
        let row = network.row();
        let mut values = [Lanes::ZERO; 2 * MAX_ROW];
        let values = &mut values[..2 * row];
        let input = Input::of(position);
        let perspectives = input.perspectives();
        for (values, view) in values.chunks_exact_mut(row).zip(perspectives) {
            fill(network, view, values, input.pieces);
        }
        network.output::<V>(values, perspectives, input)
    }
}

/// The value of a position, computed from scratch.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    endings::evaluate(position).unwrap_or_else(|| network.level().run(Fresh { network, position }))
}
