//! Pruning: nodes and moves that are not worth a search, one function for each rule.

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
    /// All of them.
    All,
    /// Those that give check.
    Checks(&'a CheckSquares),
    /// None.
    None,
}

/// Decides which moves of a node are searched.
#[derive(Default)]
pub struct MovePruner {
    /// Where checks come from, once somebody asked.
    checks: Option<CheckSquares>,
    /// Was a quiet move hopeless that came by history? Then those after it are, too, unless they give
    /// check: their history, as it was when they were ordered, is no better, so that they would be
    /// reduced by as much or more.
    no_more_quiets: bool,
}

impl MovePruner {
    /// Which of the quiet moves that are left are worth a search? `best` is the best score so far,
    /// `tried` counts the moves that were searched.
    pub fn quiets(
        &mut self,
        position: &Position,
        here: &NodeInfo,
        (best, alpha): (Score, Score),
        tried: usize,
    ) -> Quiets<'_> {
        if !may_skip(here, best) {
            Quiets::All
        } else if is_late(here, tried) {
            Quiets::None
        } else if self.no_more_quiets || is_futile(here.eval, alpha, here.depth - 1) {
            Quiets::Checks(self.checks(position))
        } else {
            Quiets::All
        }
    }

    fn checks(&mut self, position: &Position) -> &CheckSquares {
        self.checks.get_or_insert_with(|| CheckSquares::new(position))
    }

    /// Is this move not worth a search? `best` is the best score so far, `reduced` how many
    /// plies less the move would be searched first.
    pub fn skips(
        &mut self,
        position: &Position,
        here: &NodeInfo,
        late: &LateMove,
        (best, alpha, reduced): (Score, Score, i32),
    ) -> bool {
        if !may_skip(here, best) {
            return false;
        }
        let depth = here.depth - 1 - reduced;
        let no_more_quiets = if is_noisy(late.m) {
            is_futile_capture(here.eval, alpha, late, depth)
        } else {
            is_futile(here.eval, alpha, depth) || is_hopeless(late.history, depth)
        };
        if no_more_quiets && !self.checks(position).contain(late.m) {
            self.no_more_quiets |= late.origin == Origin::Quiet;
            return true;
        }
        is_losing_exchange(position, late, here.depth)
    }
}

/// Moves are skipped only where a mistake stays local, and when something is known that does
/// not lose.
fn may_skip(here: &NodeInfo, best: Score) -> bool {
    !here.pv && !here.in_check && !best.is_loss()
}

/// Reverse futility: so far above beta that no quiet reply within the depth will bring the
/// score back below it (Heinz, "Extended futility pruning", 1998, seen from the other side). Not as deep
/// where every reply may be bad (zugzwang).
pub fn is_reverse_futile(position: &Position, here: &NodeInfo, beta: Score) -> bool {
    let margin = reverse_futility_margin() * (here.depth - i32::from(here.improving));
    here.depth <= reverse_futility_depth()
        && !here.eval.is_decided()
        && !beta.is_loss()
        && here.eval >= beta + margin
        && (here.depth <= reverse_futility_zugzwang_depth() || !position.is_zugzwang_likely())
}

/// Late move pruning: near the horizon, quiet moves this far down the order hardly ever raise
/// alpha. `tried` counts the moves before this one.
fn is_late(here: &NodeInfo, tried: usize) -> bool {
    let most = (late_move_base() + here.depth * here.depth) / (2 - i32::from(here.improving));
    here.depth <= late_move_depth() && tried as i32 >= most
}

/// Futility: so far below alpha that a quiet move will not make it up near the horizon
/// (Heinz, "Extended futility pruning", 1998).
/// `depth` is the depth to which the move would be searched first.
fn is_futile(eval: Score, alpha: Score, depth: i32) -> bool {
    let margin = futility_base() + futility_per_ply() * depth;
    depth <= futility_depth() && !alpha.is_loss() && eval + margin <= alpha
}

/// The same for captures, with their victim (Chess Programming Wiki, "Futility Pruning").
fn is_futile_capture(eval: Score, alpha: Score, late: &LateMove, depth: i32) -> bool {
    let victim = late.m.capture().map_or(0, value);
    let margin = futility_capture_base() + futility_capture_per_ply() * depth + victim;
    depth <= futility_capture_depth()
        && !alpha.is_loss()
        && !late.m.is_promotion()
        && eval + margin <= alpha
}

/// What a capture can bring at the horizon at most, by all experience: its victim and a margin. Not
/// worth a look below alpha (delta pruning: Chess Programming Wiki). Hope proves no win.
pub fn capture_hope(stand_pat: Score, m: Move) -> Score {
    let hope = stand_pat + quiescence_margin() + m.capture().map_or(0, value);
    hope.min(stand_pat.best_alike())
}

/// Moves that lose more material in the exchange on their target than the remaining depth is
/// likely to win back. Captures known to be good need no second look.
fn is_losing_exchange(position: &Position, late: &LateMove, depth: i32) -> bool {
    let worst = match late.origin {
        Origin::Quiet | Origin::Killer => -see_quiet_per_squared_ply() * depth * depth,
        Origin::BadCapture => -see_noisy_per_ply() * depth,
        _ => return false,
    };
    depth <= see_pruning_depth() && !see_ge(position, late.m, worst)
}

/// Quiet moves that failed again and again elsewhere will fail here too. `depth` is the depth to
/// which the move would be searched first.
fn is_hopeless(history: i32, depth: i32) -> bool {
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

    /// A node that is worth 0.
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
        let (here, best, alpha) = (equal(2), Score(-5), Score(0));
        for (origin, history, skipped, checks) in [
            (Origin::Quiet, 0, false, false),
            (Origin::Killer, -4 * HISTORY_MAX, true, false),
            (Origin::Quiet, -4 * HISTORY_MAX, true, true),
        ] {
            let mut pruner = MovePruner::default();
            let late = LateMove { m, origin, number: 2, history, tt_capture: false };
            assert_eq!(pruner.skips(&position, &here, &late, (best, alpha, 0)), skipped);
            let left = pruner.quiets(&position, &here, (best, alpha), 1);
            assert_eq!(matches!(left, Quiets::Checks(_)), checks, "{origin:?} {history}");
            assert_eq!(matches!(left, Quiets::All), !checks);
        }
        let mut pruner = MovePruner::default();
        let far = Score(futility_base() + futility_per_ply());
        assert!(matches!(pruner.quiets(&position, &here, (best, far), 1), Quiets::Checks(_)));
        assert!(matches!(pruner.quiets(&position, &here, (best, far + -1), 1), Quiets::All));
        assert!(matches!(pruner.quiets(&position, &here, (best, far), 50), Quiets::None));
        let lost = Score::mated_in(3);
        assert!(matches!(pruner.quiets(&position, &here, (lost, far), 50), Quiets::All));
    }

    #[test]
    fn behind_a_hopeless_quiet_move_all_are() {
        let options = Options::default();
        let (role, from, to) = (Role::Knight, Square::B1, Square::C3);
        let m = Move::Normal { role, from, to, capture: None, promotion: None };
        let mut random = random_numbers(7);
        let mut count = 0;
        for _ in 0..200_000 {
            let mut here = equal(1 + random(14) as i32);
            here.tt_pv = random(2) == 0;
            here.cut = random(2) == 0;
            here.improving = random(2) == 0;
            let eval = here.eval;
            let (number, tt_capture) = (2 + random(20), random(2) == 0);
            let is_hopeless_one = |number, history, alpha| {
                let late = LateMove { m, origin: Origin::Quiet, number, history, tt_capture };
                let depth = here.depth - 1 - reduction(&options, &here, &late);
                is_futile(eval, alpha, depth) || is_hopeless(history, depth)
            };
            let history = random(4 * HISTORY_MAX as usize) as i32 - 3 * HISTORY_MAX;
            let alpha = Score(random(1200) as i32);
            let [number_after, worse] = [number + random(5), random(5000)];
            let (history_after, alpha_after) = (history - worse as i32, alpha + random(50) as i32);
            if is_hopeless_one(number, history, alpha) {
                assert!(
                    is_hopeless_one(number_after, history_after, alpha_after),
                    "depth {}",
                    here.depth
                );
                count += 1;
            }
            if is_futile(eval, alpha, here.depth - 1) {
                assert!(is_hopeless_one(number, history, alpha));
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
