//! History: quiet moves that caused cutoffs anywhere in the tree tend to do so again
//! (Schaeffer, "The history heuristic", 1983), the more so after the same earlier moves
//! (continuation history: Chess Programming Wiki, "History Heuristic").

use shakmaty::{Color, Move, Piece};

use crate::moves::PackedMove;
use crate::sys;
use crate::tunables::*;

/// How many plies before a move lie the moves whose continuations are remembered.
pub const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// A piece and where it went: what a continuation is remembered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u16);

/// Pieces times squares.
const STEPS: usize = 12 * 64;

impl Step {
    /// No move: before the root, or a null move. It has a row in the table that stays zero.
    pub const NONE: Step = Step(STEPS as u16);

    /// The step that a move of `side` makes.
    pub fn new(side: Color, m: Move) -> Step {
        let piece = Piece { color: side, role: m.role() };
        let index = piece.color as usize * 6 + (piece.role as usize - 1);
        Step((index * 64 + m.to() as usize) as u16)
    }
}

impl Default for Step {
    fn default() -> Step {
        Step::NONE
    }
}

/// What the score of a quiet move depends on besides the move.
#[derive(Clone, Copy)]
pub struct Context {
    /// The side to move.
    pub side: Color,
    /// The steps so many plies back as [`CONTINUATIONS`] says.
    pub previous: [Step; CONTINUATIONS.len()],
}

/// How well quiet moves did.
pub struct History {
    /// Where not, nothing is learnt and every score is 0.
    pub enabled: bool,
    /// By side, origin and target.
    butterfly: Box<[i16]>,
    /// By an earlier step and the step now.
    continuation: Box<[i16]>,
}

impl History {
    /// An empty history, or `None` when memory is exhausted.
    pub fn new() -> Option<History> {
        Some(History {
            enabled: true,
            butterfly: sys::zeroed_scores(2 * 64 * 64)?,
            continuation: sys::zeroed_scores((STEPS + 1) * STEPS)?,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
    }

    /// The score of a quiet move: the one sum that ordering, pruning and reductions share.
    pub fn score(&self, context: &Context, m: Move) -> i32 {
        if !self.enabled {
            return 0;
        }
        let now = Step::new(context.side, m);
        let mut sum = i32::from(self.butterfly[butterfly(context.side, m)]);
        for &before in &context.previous {
            sum += i32::from(self.continuation[continuation(before, now)]);
        }
        sum
    }

    /// A quiet move caused a cutoff after the `failed` quiet moves were tried in vain.
    pub fn reward(&mut self, context: &Context, best: Move, failed: &[Move], depth: i32) {
        if !self.enabled {
            return;
        }
        let bonus = (HISTORY_BONUS_PER_PLY * depth - HISTORY_BONUS_BASE).min(HISTORY_BONUS_MAX);
        self.update(context, best, bonus);
        for &m in failed {
            self.update(context, m, -bonus);
        }
    }

    fn update(&mut self, context: &Context, m: Move, bonus: i32) {
        let now = Step::new(context.side, m);
        gravitate(&mut self.butterfly[butterfly(context.side, m)], bonus);
        for &before in context.previous.iter().filter(|&&step| step != Step::NONE) {
            gravitate(&mut self.continuation[continuation(before, now)], bonus);
        }
    }
}

/// Gravity: the nearer a score is to its bound, the less it moves on. The tables stay bounded
/// and forget by themselves, without a sweep between searches.
fn gravitate(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

fn butterfly(side: Color, m: Move) -> usize {
    let packed = PackedMove::new(m);
    (side as usize * 64 + packed.from() as usize) * 64 + packed.to() as usize
}

fn continuation(before: Step, now: Step) -> usize {
    usize::from(before.0) * STEPS + usize::from(now.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    fn quiet(from: Square, to: Square) -> Move {
        Move::Normal { role: Role::Knight, from, capture: None, to, promotion: None }
    }

    #[test]
    fn scores_stay_bounded_and_follow_success() {
        let mut history = History::new().unwrap();
        let [good, bad] = [quiet(Square::B1, Square::C3), quiet(Square::G1, Square::H3)];
        let before = Step::new(Color::Black, quiet(Square::B8, Square::C6));
        let context = Context { side: Color::White, previous: [before, Step::NONE, Step::NONE] };
        for _ in 0..10_000 {
            history.reward(&context, good, &[bad], 30);
        }
        let (high, low) = (history.score(&context, good), history.score(&context, bad));
        assert!((HISTORY_MAX + 1..=2 * HISTORY_MAX).contains(&high), "{high}: two tables know it");
        assert!((-2 * HISTORY_MAX..-HISTORY_MAX).contains(&low), "{low}");
        let elsewhere = Context { previous: [Step::NONE; 3], ..context };
        assert!(history.score(&elsewhere, good) <= HISTORY_MAX, "no continuation there");
        assert_eq!(history.score(&Context { side: Color::Black, ..elsewhere }, good), 0);
        for _ in 0..100 {
            history.reward(&context, bad, &[good], 30);
        }
        assert!(history.score(&context, good) < high, "old merit fades");
        history.clear();
        assert_eq!(history.score(&context, good), 0);
    }
}
