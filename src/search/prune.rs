//! Pruning: nodes and moves that are not worth a search, one function for each rule.

use shakmaty::Move;

use crate::moves::{CheckSquares, is_noisy};
use crate::ordering::picker::Origin;
use crate::ordering::see::{see_ge, value};
use crate::position::Position;
use crate::score::Score;
use crate::search::node::Here;
use crate::search::reduce::LateMove;
use crate::tunables::*;

/// Decides which moves of a node are searched.
#[derive(Default)]
pub struct Judge {
    /// Where checks come from, once somebody asked.
    checks: Option<CheckSquares>,
}

impl Judge {
    /// Are the rest of the quiet moves not worth a search?
    pub fn skips_quiets(&self, here: &Here, best: Score, tried: usize) -> bool {
        may_skip(here, best) && is_late(here, tried)
    }

    /// Is this move not worth a search? `best` is the best score so far, `reduced` how many
    /// plies less the move would be searched first.
    pub fn skips(
        &mut self,
        position: &Position,
        here: &Here,
        late: &LateMove,
        (best, alpha, reduced): (Score, Score, i32),
    ) -> bool {
        if !may_skip(here, best) {
            return false;
        }
        let depth = here.depth - 1 - reduced;
        let hopeless = if is_noisy(late.m) {
            is_futile_capture(here.eval, alpha, late, depth)
        } else {
            is_futile(here.eval, alpha, depth) || is_hopeless(late.history, depth)
        };
        if hopeless
            && !self.checks.get_or_insert_with(|| CheckSquares::new(position)).contain(late.m)
        {
            return true;
        }
        is_losing_exchange(position, late, here.depth)
    }
}

/// Moves are skipped only where a mistake stays local, and when something is known that does
/// not lose.
fn may_skip(here: &Here, best: Score) -> bool {
    !here.pv && !here.in_check && !best.is_loss()
}

/// Reverse futility: so far above beta that no quiet reply within the depth will bring the
/// score back below it (Heinz, "Extended futility pruning", 1998, seen from the other side). Not as deep
/// where every reply may be bad (zugzwang).
pub fn is_reverse_futile(position: &Position, here: &Here, beta: Score) -> bool {
    let margin = REVERSE_FUTILITY_MARGIN * (here.depth - i32::from(here.improving));
    here.depth <= REVERSE_FUTILITY_DEPTH
        && !here.eval.is_decided()
        && !beta.is_loss()
        && here.eval >= beta + margin
        && (here.depth <= REVERSE_FUTILITY_ZUGZWANG_DEPTH || !position.is_zugzwang_likely())
}

/// How many plies less a null move is searched: more when deep, more when far above beta.
pub fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let surplus = (eval.0 - beta.0) / NULL_MOVE_SURPLUS_PER_PLY;
    NULL_MOVE_REDUCTION + depth / NULL_MOVE_DEPTH_PER_PLY + surplus.min(NULL_MOVE_SURPLUS_MAX)
}

/// Late move pruning: near the horizon, quiet moves this far down the order hardly ever raise
/// alpha. `tried` counts the moves before this one.
fn is_late(here: &Here, tried: usize) -> bool {
    let most = (LATE_MOVE_BASE + here.depth * here.depth) / (2 - i32::from(here.improving));
    here.depth <= LATE_MOVE_DEPTH && tried as i32 >= most
}

/// Futility: so far below alpha that a quiet move will not make it up near the horizon
/// (Heinz, "Extended futility pruning", 1998).
/// `depth` is the depth to which the move would be searched first.
fn is_futile(eval: Score, alpha: Score, depth: i32) -> bool {
    let margin = FUTILITY_BASE + FUTILITY_PER_PLY * depth;
    depth <= FUTILITY_DEPTH && !alpha.is_loss() && eval + margin <= alpha
}

/// The same for captures, with their victim (Chess Programming Wiki, "Futility Pruning").
fn is_futile_capture(eval: Score, alpha: Score, late: &LateMove, depth: i32) -> bool {
    let victim = late.m.capture().map_or(0, value);
    let margin = FUTILITY_CAPTURE_BASE + FUTILITY_CAPTURE_PER_PLY * depth + victim;
    depth <= FUTILITY_CAPTURE_DEPTH
        && !alpha.is_loss()
        && !late.m.is_promotion()
        && eval + margin <= alpha
}

/// What a capture can bring at the horizon at most, by all experience: its victim and a margin. Not
/// worth a look below alpha (delta pruning: Chess Programming Wiki). Hope proves no win.
pub fn capture_hope(stand_pat: Score, m: Move) -> Score {
    let hope = stand_pat + QUIESCENCE_MARGIN + m.capture().map_or(0, value);
    hope.min(stand_pat.best_alike())
}

/// Moves that lose more material in the exchange on their target than the remaining depth is
/// likely to win back. Captures known to be good need no second look.
fn is_losing_exchange(position: &Position, late: &LateMove, depth: i32) -> bool {
    let worst = match late.origin {
        Origin::Quiet | Origin::Killer => -SEE_QUIET_PER_SQUARED_PLY * depth * depth,
        Origin::BadCapture => -SEE_NOISY_PER_PLY * depth,
        _ => return false,
    };
    depth <= SEE_PRUNING_DEPTH && !see_ge(position, late.m, worst)
}

/// Quiet moves that failed again and again elsewhere will fail here too. `depth` is the depth to
/// which the move would be searched first.
fn is_hopeless(history: i32, depth: i32) -> bool {
    depth <= HISTORY_PRUNING_DEPTH && history < -HISTORY_PRUNING_PER_PLY * (depth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    #[test]
    fn captures_are_futile_where_even_their_victim_does_not_reach_alpha() {
        let (alpha, deepest) = (Score(20), FUTILITY_CAPTURE_DEPTH);
        let is_futile = |eval, victim, promotion, depth| {
            let (role, from, to) = (Role::Rook, Square::A1, Square::A8);
            let m = Move::Normal { role, from, to, capture: Some(victim), promotion };
            let origin = Origin::GoodCapture;
            let late = LateMove { m, origin, number: 2, history: 0, tt_capture: false };
            is_futile_capture(eval, alpha, &late, depth)
        };
        for depth in 0..=deepest {
            let margin = FUTILITY_CAPTURE_BASE + FUTILITY_CAPTURE_PER_PLY * depth;
            let eval = alpha - margin - value(Role::Knight);
            assert!(is_futile(eval, Role::Knight, None, depth));
            assert!(!is_futile(eval + 1, Role::Knight, None, depth));
            assert!(!is_futile(eval, Role::Queen, None, depth));
            assert!(!is_futile(eval, Role::Knight, Some(Role::Queen), depth));
        }
        assert!(!is_futile(Score(-3000), Role::Pawn, None, deepest + 1));
    }
}
