//! Pruning of nodes and moves that are not worth a search: one function for each rule.

use shakmaty::Move;

use crate::movegen::CheckSquares;
use crate::moves::is_noisy;
use crate::ordering::picker::Origin;
use crate::ordering::see::{see_ge, value};
use crate::position::Position;
use crate::score::Score;
use crate::search::node_info::NodeInfo;
use crate::search::reduce::LateMove;
use crate::tunables::*;

/// Which quiet moves are worth a search.
pub enum Quiets<'a> {
    /// All quiet moves.
    All,
    /// Quiet moves that give check.
    Checks(&'a CheckSquares),
    /// No quiet move.
    None,
}

/// Decides which moves of a node are searched.
#[derive(Default)]
pub struct MovePruner {
    /// The squares from which pieces give check, computed when first needed.
    checks: Option<CheckSquares>,
    /// Whether a quiet move was pruned that was ordered by history. Then all after it are pruned
    /// too, unless they give check: when they were ordered, their history was no better, so they
    /// would be reduced by as much or more.
    no_more_quiets: bool,
}

impl MovePruner {
    /// Which of the remaining quiet moves are worth a search. `best` is the best score so far,
    /// `tried` the number of moves searched so far.
    pub fn quiets(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        (best, alpha): (Score, Score),
        tried: usize,
    ) -> Quiets<'_> {
        if !may_skip(node, best) {
            Quiets::All
        } else if is_late(node, tried) {
            Quiets::None
        } else if self.no_more_quiets || is_futile(node.eval, alpha, node.depth - 1) {
            Quiets::Checks(self.checks(position))
        } else {
            Quiets::All
        }
    }

    fn checks(&mut self, position: &Position) -> &CheckSquares {
        self.checks.get_or_insert_with(|| CheckSquares::new(position))
    }

    /// Whether this move is not worth a search. `best` is the best score so far, and
    /// `reduction` is in plies, that of the first search of the move.
    pub fn skips(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        late: &LateMove,
        (best, alpha, reduction): (Score, Score, i32),
    ) -> bool {
        if !may_skip(node, best) {
            return false;
        }
        let depth = node.depth - 1 - reduction;
        let is_hopeless = if is_noisy(late.m) {
            is_futile_capture(node.eval, alpha, late, depth)
        } else {
            is_futile(node.eval, alpha, depth) || is_bad_by_history(late.history, depth)
        };
        if is_hopeless && !self.checks(position).contain(late.m) {
            self.no_more_quiets |= late.origin == Origin::Quiet;
            return true;
        }
        is_losing_exchange(position, late, node.depth)
    }
}

/// Whether moves may be skipped: only where a mistake stays local, and once a move is known that
/// does not lose.
fn may_skip(node: &NodeInfo, best: Score) -> bool {
    !node.pv && !node.in_check && !best.is_loss()
}

/// Reverse futility pruning: the evaluation is so far above beta that no quiet reply within the
/// depth will bring the score below it (Heinz, "Extended futility pruning", 1998, seen from the
/// other side). The depth limit is lower where every move may be bad (zugzwang).
pub fn is_reverse_futile(position: &Position, node: &NodeInfo, beta: Score) -> bool {
    let margin = reverse_futility_margin() * (node.depth - i32::from(node.improving));
    node.depth <= reverse_futility_depth()
        && !node.eval.is_decided()
        && !beta.is_loss()
        && node.eval >= beta + margin
        && (node.depth <= reverse_futility_zugzwang_depth() || !position.is_zugzwang_likely())
}

/// Late move pruning: near the horizon, quiet moves this late in the order hardly ever raise alpha.
/// `tried` is the number of moves before this one.
fn is_late(node: &NodeInfo, tried: usize) -> bool {
    let max = (lmp_base() + node.depth * node.depth) / (2 - i32::from(node.improving));
    node.depth <= lmp_depth() && tried as i32 >= max
}

/// Futility pruning: the evaluation is so far below alpha that a quiet move near the horizon will
/// not make up for it (Heinz, "Extended futility pruning", 1998).
/// `depth` is the depth to which the move would be searched first.
fn is_futile(eval: Score, alpha: Score, depth: i32) -> bool {
    let margin = futility_base() + futility_per_ply() * depth;
    depth <= futility_depth() && !alpha.is_loss() && eval + margin <= alpha
}

/// Futility pruning of captures: the captured piece counts in the margin (Chess Programming Wiki,
/// "Futility Pruning").
fn is_futile_capture(eval: Score, alpha: Score, late: &LateMove, depth: i32) -> bool {
    let victim = late.m.capture().map_or(0, value);
    let margin = futility_capture_base() + futility_capture_per_ply() * depth + victim;
    depth <= futility_capture_depth()
        && !alpha.is_loss()
        && !late.m.is_promotion()
        && eval + margin <= alpha
}

/// Delta pruning: the most that a capture in quiescence is expected to reach, its victim and a
/// margin. A capture that stays below alpha even so is skipped (Chess Programming Wiki, "Delta
/// Pruning"). It is never a win unless stand pat already is one.
pub fn capture_hope(stand_pat: Score, m: Move) -> Score {
    let hope = stand_pat + quiescence_margin() + m.capture().map_or(0, value);
    hope.min(stand_pat.best_of_kind())
}

/// SEE pruning: the move loses more material in the exchange on its target square than the
/// remaining depth is likely to win back. Captures that were ordered as good are not tested again.
fn is_losing_exchange(position: &Position, late: &LateMove, depth: i32) -> bool {
    let worst = match late.origin {
        Origin::Quiet | Origin::Killer => -see_quiet_per_squared_ply() * depth * depth,
        Origin::BadCapture => -see_noisy_per_ply() * depth,
        _ => return false,
    };
    depth <= see_pruning_depth() && !see_ge(position, late.m, worst)
}

/// History pruning: quiet moves that failed again and again elsewhere will fail here too. `depth`
/// is the depth to which the move would be searched first.
fn is_bad_by_history(history: i32, depth: i32) -> bool {
    depth <= history_pruning_depth() && history < -history_pruning_per_ply() * (depth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::search::reduce::reduction;
    use crate::test_support::random_numbers;
    use shakmaty::{Role, Square};

    #[test]
    fn captures_are_futile_where_even_their_victim_does_not_reach_alpha() {
        let (alpha, deepest) = (Score(20), futility_capture_depth());
        let is_futile = |eval, victim, promotion, depth| {
            let (role, from, to) = (Role::Rook, Square::A1, Square::A8);
            let m = Move::Normal { role, from, to, capture: Some(victim), promotion };
            let origin = Origin::GoodCapture;
            let late = LateMove { m, origin, number: 2, history: 0, tt_capture: false };
            is_futile_capture(eval, alpha, &late, depth)
        };
        for depth in 0..=deepest {
            let margin = futility_capture_base() + futility_capture_per_ply() * depth;
            let eval = alpha - margin - value(Role::Knight);
            assert!(is_futile(eval, Role::Knight, None, depth));
            assert!(!is_futile(eval + 1, Role::Knight, None, depth));
            assert!(!is_futile(eval, Role::Queen, None, depth));
            assert!(!is_futile(eval, Role::Knight, Some(Role::Queen), depth));
        }
        assert!(!is_futile(Score(-3000), Role::Pawn, None, deepest + 1));
    }

    /// A node with an evaluation of 0.
    fn equal(depth: i32) -> NodeInfo {
        let eval = Score(0);
        NodeInfo {
            ply: 5,
            depth,
            pv: false,
            tt_pv: false,
            cut: false,
            in_check: false,
            raw_eval: eval,
            static_eval: eval,
            eval,
            improving: false,
        }
    }

    #[test]
    fn only_checks_are_left_behind_a_hopeless_move_that_came_by_history() {
        let position = Position::start();
        let (role, from, to) = (Role::Knight, Square::B1, Square::C3);
        let m = Move::Normal { role, from, to, capture: None, promotion: None };
        let (node, best, alpha) = (equal(2), Score(-5), Score(0));
        for (origin, history, skipped, checks) in [
            (Origin::Quiet, 0, false, false),
            (Origin::Killer, -4 * HISTORY_MAX, true, false),
            (Origin::Quiet, -4 * HISTORY_MAX, true, true),
        ] {
            let mut pruner = MovePruner::default();
            let late = LateMove { m, origin, number: 2, history, tt_capture: false };
            assert_eq!(pruner.skips(&position, &node, &late, (best, alpha, 0)), skipped);
            let left = pruner.quiets(&position, &node, (best, alpha), 1);
            assert_eq!(matches!(left, Quiets::Checks(_)), checks, "{origin:?} {history}");
            assert_eq!(matches!(left, Quiets::All), !checks);
        }
        let mut pruner = MovePruner::default();
        let far = Score(futility_base() + futility_per_ply());
        assert!(matches!(pruner.quiets(&position, &node, (best, far), 1), Quiets::Checks(_)));
        assert!(matches!(pruner.quiets(&position, &node, (best, far + -1), 1), Quiets::All));
        assert!(matches!(pruner.quiets(&position, &node, (best, far), 50), Quiets::None));
        let lost = Score::mated_in(3);
        assert!(matches!(pruner.quiets(&position, &node, (lost, far), 50), Quiets::All));
    }

    #[test]
    fn behind_a_hopeless_quiet_move_all_are() {
        let options = Options::default();
        let (role, from, to) = (Role::Knight, Square::B1, Square::C3);
        let m = Move::Normal { role, from, to, capture: None, promotion: None };
        let mut random = random_numbers(7);
        let mut count = 0;
        for _ in 0..200_000 {
            let mut node = equal(1 + random(14) as i32);
            node.tt_pv = random(2) == 0;
            node.cut = random(2) == 0;
            node.improving = random(2) == 0;
            let eval = node.eval;
            let (number, tt_capture) = (2 + random(20), random(2) == 0);
            let is_hopeless_one = |number, history, alpha| {
                let late = LateMove { m, origin: Origin::Quiet, number, history, tt_capture };
                let depth = node.depth - 1 - reduction(&options, &node, &late);
                is_futile(eval, alpha, depth) || is_bad_by_history(history, depth)
            };
            let history = random(4 * HISTORY_MAX as usize) as i32 - 3 * HISTORY_MAX;
            let alpha = Score(random(1200) as i32);
            let [number_after, worse] = [number + random(5), random(5000)];
            let (history_after, alpha_after) = (history - worse as i32, alpha + random(50) as i32);
            if is_hopeless_one(number, history, alpha) {
                assert!(
                    is_hopeless_one(number_after, history_after, alpha_after),
                    "depth {}",
                    node.depth
                );
                count += 1;
            }
            if is_futile(eval, alpha, node.depth - 1) {
                assert!(is_hopeless_one(number, history, alpha));
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
