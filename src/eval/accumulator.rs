//! Evaluation along the path of a search.
//!
//! A move changes at most four pieces, so the sums of the pieces' rows (the *accumulators*, one
//! for each side's view) are not computed anew but changed by at most four rows of weights: that
//! is what makes the network efficiently updatable (Nasu, "Efficiently updatable
//! neural-network-based evaluation functions for computer shogi", 2018). Nothing is computed
//! before a position is evaluated, since many never are.

use std::sync::Arc;

use shakmaty::{Board, Color, Move, Role};

use crate::error::Error;
use crate::eval::features::{Feature, Perspective};
use crate::eval::network::{MAX_ROW, Network};
use crate::eval::vector::{Lanes, zeros};
use crate::position::{Change, Position, for_each_change};
use crate::score::{MAX_PLY, Score};
use crate::sys::Kernel;

/// Evaluates the positions of a search, one path at a time.
pub struct Evaluator {
    network: Arc<Network>,
    /// The path from the root.
    steps: Box<[Step]>,
    /// The last position of the path.
    top: usize,
    /// Two accumulators for each step, Black's and White's.
    values: Box<[Lanes]>,
    /// For each view the board it last saw from the beginning, and the accumulator of that.
    seen: [Board; Perspective::COUNT],
    seen_values: Box<[Lanes]>,
}

/// A position of the path.
#[derive(Clone, Copy)]
struct Step {
    /// What the last move changed.
    changes: Changes,
    /// How Black and White see the board.
    views: [Perspective; 2],
    /// Are their accumulators computed?
    ready: [bool; 2],
    /// The value, once it is computed: the root's is asked for more than once.
    value: Score,
}

/// The features that come and go with a move.
#[derive(Clone, Copy)]
struct Changes {
    come: [Feature; 2],
    go: [Feature; 2],
}

impl Evaluator {
    /// An evaluator for paths of up to [`MAX_PLY`] moves.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(network: Arc<Network>) -> Result<Evaluator, Error> {
        let exhausted = || Error::out_of_memory("the evaluation");
        let mut steps = Vec::new();
        steps.try_reserve_exact(MAX_PLY + 1).map_err(|_| exhausted())?;
        steps.resize(MAX_PLY + 1, Step::first(&Position::start()));
        Ok(Evaluator {
            steps: steps.into_boxed_slice(),
            top: 0,
            values: zeros(2 * (MAX_PLY + 1) * network.row()).ok_or_else(exhausted)?,
            seen: [const { Board::empty() }; _],
            seen_values: boards_unseen(&network).ok_or_else(exhausted)?,
            network,
        })
    }

    /// The bytes of an evaluator with a network, which is not counted.
    pub fn bytes(network: &Network) -> u64 {
        let row = network.row() * size_of::<Lanes>();
        ((MAX_PLY + 1) * (size_of::<Step>() + 2 * row) + Perspective::COUNT * row) as u64
    }

    /// Begins a path.
    pub fn begin(&mut self, root: &Position) {
        self.top = 0;
        self.steps[0] = Step::first(root);
    }

    /// A side plays a move.
    #[inline]
    pub fn play(&mut self, us: Color, m: Move) {
        let mut step = self.steps[self.top].next();
        for_each_change(us, m, |change, piece, square| {
            step.changes.note(change, Feature::new(piece, square));
            if change == Change::Comes && piece.role == Role::King {
                step.views[us as usize] = Perspective::new(us, square);
            }
        });
        self.top += 1;
        self.steps[self.top] = step;
    }

    /// A side passes.
    pub fn play_null(&mut self) {
        let step = self.steps[self.top].next();
        self.top += 1;
        self.steps[self.top] = step;
    }

    /// Back to the position before.
    #[inline]
    pub fn take_back(&mut self) {
        self.top -= 1;
    }

    /// The value of the position at the end of the path, which `position` must be.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let known = self.steps[self.top].value;
        if known != Score::NONE {
            return known;
        }
        let level = self.network.level();
        let value = level.run(Incremental { evaluator: self, position });
        self.steps[self.top].value = value;
        debug_assert_eq!(value, evaluate(&self.network, position), "{}", position.fen());
        value
    }

    /// Brings the accumulator of a side at the end of the path up to date: forward from the last
    /// one that is computed, unless the side's king changed wings on the way.
    #[inline(always)]
    fn update(&mut self, color: Color, board: &Board) {
        let side = color as usize;
        let view = self.steps[self.top].views[side];
        let mut ply = self.top;
        while !self.steps[ply].ready[side] {
            if ply == 0 || self.steps[ply - 1].views[side] != view {
                return self.refresh(view, board);
            }
            ply -= 1;
        }
        while ply < self.top {
            ply += 1;
            self.step(ply, view);
        }
    }

    /// Computes an accumulator from that of the position before.
    #[inline(always)]
    fn step(&mut self, ply: usize, view: Perspective) {
        let (side, row) = (view.color as usize, self.network.row());
        let (before, here) = self.values.split_at_mut(2 * ply * row);
        let from = &before[(2 * (ply - 1) + side) * row..][..row];
        let to = &mut here[side * row..][..row];
        let Changes { come, go } = self.steps[ply].changes;
        let weights = |feature| self.network.weights(view.piece_index(feature));
        let (come0, go0, go1) = (weights(come[0]), weights(go[0]), weights(go[1]));
        for (i, to) in to.iter_mut().enumerate() {
            *to = from[i].plus(&come0[i]).minus(&go0[i]).minus(&go1[i]);
        }
        // Only castling puts two pieces down.
        if come[1] != Feature::NONE {
            for (to, weights) in to.iter_mut().zip(weights(come[1])) {
                *to = to.plus(weights);
            }
        }
        self.steps[ply].ready[side] = true;
    }

    /// Computes the accumulator of a side at the end of the path from that of the board which its view
    /// saw last: of one search after the other, or of a king that comes back to a wing, few pieces
    /// have moved since.
    #[inline(always)]
    fn refresh(&mut self, view: Perspective, board: &Board) {
        let (side, row) = (view.color as usize, self.network.row());
        let seen = std::mem::replace(&mut self.seen[view.number()], board.clone());
        let values = &mut self.seen_values[view.number() * row..][..row];
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let (before, now) = (seen.by_piece(piece), board.by_piece(piece));
                let weights =
                    |square| self.network.weights(view.piece_index(Feature::new(piece, square)));
                for square in before & !now {
                    let gone = values.iter_mut().zip(weights(square));
                    gone.for_each(|(value, w)| *value = value.minus(w));
                }
                for square in now & !before {
                    let new = values.iter_mut().zip(weights(square));
                    new.for_each(|(value, w)| *value = value.plus(w));
                }
            }
        }
        self.values[(2 * self.top + side) * row..][..row].copy_from_slice(values);
        self.steps[self.top].ready[side] = true;
    }
}

impl Step {
    fn first(root: &Position) -> Step {
        Step { changes: Changes::NONE, views: views(root), ready: [false; 2], value: Score::NONE }
    }

    /// The next one, before anything has changed.
    #[inline]
    fn next(&self) -> Step {
        Step { changes: Changes::NONE, ready: [false; 2], value: Score::NONE, ..*self }
    }
}

impl Changes {
    const NONE: Changes = Changes { come: [Feature::NONE; 2], go: [Feature::NONE; 2] };

    #[inline(always)]
    fn note(&mut self, change: Change, feature: Feature) {
        let features = match change {
            Change::Comes => &mut self.come,
            Change::Goes => &mut self.go,
        };
        let place = usize::from(features[0] != Feature::NONE);
        features[place] = feature;
    }
}

/// For each view the accumulator of an empty board, or `None` when memory is exhausted.
fn boards_unseen(network: &Network) -> Option<Box<[Lanes]>> {
    let mut values = zeros::<Lanes>(Perspective::COUNT * network.row())?;
    for values in values.chunks_exact_mut(network.row()) {
        values.copy_from_slice(network.biases());
    }
    Some(values)
}

/// How Black and White see a position.
fn views(position: &Position) -> [Perspective; 2] {
    [Color::Black, Color::White].map(|color| Perspective::new(color, position.king(color)))
}

/// Computes the accumulator of a board.
#[inline(always)]
fn fill(network: &Network, view: Perspective, values: &mut [Lanes], board: &Board) {
    values.copy_from_slice(network.biases());
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in board.by_piece(piece) {
                let weights = network.weights(view.piece_index(Feature::new(piece, square)));
                values.iter_mut().zip(weights).for_each(|(value, w)| *value = value.plus(w));
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
    fn run(self) -> Score {
        let Incremental { evaluator, position } = self;
        evaluator.update(Color::Black, position.board());
        evaluator.update(Color::White, position.board());
        let row = evaluator.network.row();
        let values = &evaluator.values[2 * evaluator.top * row..][..2 * row];
        evaluator.network.output(values, evaluator.steps[evaluator.top].views, position)
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
    fn run(self) -> Score {
        let Fresh { network, position } = self;
        let row = network.row();
        let mut values = [Lanes::ZERO; 2 * MAX_ROW];
        let values = &mut values[..2 * row];
        let views = views(position);
        for (values, view) in values.chunks_exact_mut(row).zip(views) {
            fill(network, view, values, position.board());
        }
        network.output(values, views, position)
    }
}

/// The value of a position, computed from nothing.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    network.level().run(Fresh { network, position })
}
