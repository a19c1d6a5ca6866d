//! Time management: a soft limit, after which no new iteration begins, and a hard limit, at which
//! the search ends at once.

use std::time::Duration;

use shakmaty::Color;

use crate::board::Move;
use crate::limits::Limits;
use crate::score::Score;

/// The soft limit without moves to go, in permille of the usable time.
const SOFT_TIME_PERMILLE: u32 = 60;
/// The hard limit without moves to go, in permille of the usable time.
const HARD_TIME_PERMILLE: u32 = 200;
/// The greatest number of moves to go among which the usable time is shared.
const MAX_MOVES_TO_GO: u32 = 40;
/// The soft limit with moves to go, in percent of a move's share.
const SOFT_SHARE_PERCENT: u32 = 75;
/// The hard limit with moves to go, in percent of a move's share.
const HARD_SHARE_PERCENT: u32 = 200;
/// The soft limit of the last move before the time control, in percent of the usable time: at least
/// half of the clock even for an obvious move.
const LAST_SOFT_PERCENT: u32 = 200;
/// The hard limit of that move, in percent of the usable time.
const LAST_HARD_PERCENT: u32 = 80;
/// The share of the increment that is spent at once, in percent.
const INCREMENT_PERCENT: u32 = 80;
/// No move takes more than this share of the usable time, in percent.
const MAX_CLOCK_PERCENT: u32 = 60;

/// A clock is capped at this time, so that no sum overflows.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// How long a search has run.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed {
    /// Since the search was asked for, pondering included.
    pub total: Duration,
    /// Since the search's own time began: when a thread took it, or at the ponderhit.
    pub own: Duration,
}

/// The time that a search may take; `None` means no limit. Limits from a clock count from when the
/// search was asked for, so that waiting for a thread and pondering use them up too. A time for the
/// move counts from when a thread took the search, or from the ponderhit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    soft: Option<Duration>,
    hard: Option<Duration>,
    move_time: Option<Duration>,
    /// Whether the search would have ended by now, had it not been pondering.
    pondered_enough: bool,
}

impl Budget {
    /// The time that the limits leave for a move of a side. `overhead_ms`, or half of the clock if
    /// that is less, is kept in reserve for delays.
    pub fn new(limits: &Limits, turn: Color, overhead_ms: u64) -> Budget {
        let overhead = Duration::from_millis(overhead_ms);
        let clock = limits.clock(turn).map(|(time, increment)| {
            let left = time.min(LONGEST);
            let usable = left - overhead.min(left / 2);
            Budget::for_clock(usable, increment.min(LONGEST), limits.moves_to_go)
        });
        Budget { move_time: limits.move_time, ..clock.unwrap_or_default() }
    }

    fn for_clock(usable: Duration, increment: Duration, moves_to_go: Option<u32>) -> Budget {
        let max = usable * MAX_CLOCK_PERCENT / 100;
        let bonus = increment * INCREMENT_PERCENT / 100;
        let (soft, hard) = match moves_to_go {
            // New time comes before the next move.
            Some(0 | 1) => {
                let percent = |percent| Some(usable * percent / 100);
                let (soft, hard) = (percent(LAST_SOFT_PERCENT), percent(LAST_HARD_PERCENT));
                return Budget { soft, hard, ..Budget::default() };
            }
            None => (usable * SOFT_TIME_PERMILLE / 1000, usable * HARD_TIME_PERMILLE / 1000),
            // With few moves to go a fair share of the time is more than the usual one.
            Some(moves) => {
                let share = usable / moves.min(MAX_MOVES_TO_GO);
                (share * SOFT_SHARE_PERCENT / 100, share * HARD_SHARE_PERCENT / 100)
            }
        };
        let (soft, hard) = (Some((soft + bonus).min(max)), Some((hard + bonus).min(max)));
        Budget { soft, hard, ..Budget::default() }
    }

    /// Updates the budget while the search ponders. Once the soft limit was reached, the search
    /// ends with the ponderhit, even if the best move has become doubtful since: a search on the
    /// clock would have ended too.
    pub fn ponder(&mut self, total: Duration, time_manager: &TimeManager) {
        self.pondered_enough |= time_manager.best.is_some() && self.is_enough(total, time_manager);
    }

    /// The time on the clock after which a search that does not ponder ends at once.
    pub fn on_clock(&self) -> Option<Duration> {
        self.hard
    }

    /// The time that is left.
    pub fn left(&self, elapsed: Elapsed) -> Option<Duration> {
        let on_clock = self.hard.map(|hard| hard.saturating_sub(elapsed.total));
        let own = self.move_time.map(|time| time.saturating_sub(elapsed.own));
        [on_clock, own].into_iter().flatten().min()
    }

    /// Whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        self.hard.is_none() && self.move_time.is_none()
    }

    /// Whether the search must end. On a clock, a forced move is played at once.
    pub fn is_spent(&self, elapsed: Elapsed, is_forced: bool) -> bool {
        self.hard.is_some_and(|hard| elapsed.total >= hard)
            || self.move_time.is_some_and(|time| elapsed.own >= time)
            || is_forced && self.soft.is_some()
            || self.pondered_enough
    }

    /// Whether the soft limit is reached, so that no new iteration should begin. An obvious move
    /// gets less time than others.
    pub fn is_enough(&self, total: Duration, time_manager: &TimeManager) -> bool {
        self.soft.is_some_and(|soft| total >= soft * time_manager.soft_limit_percent() / 100)
    }
}

/// The node share factor of the soft limit where the best move took no nodes, in percent.
const MAX_NODE_SHARE_PERCENT: u32 = 200;
/// How much lower the node share factor is where the best move took all nodes, in percent.
const NODE_SHARE_PERCENT: u32 = 140;
/// The stability factor of the soft limit where the best move has not changed, in percent.
const MIN_CHANGES_PERCENT: u32 = 72;
/// How much higher the stability factor is where the last iteration changed the best move, in
/// percent; half as much after every further iteration.
const CHANGES_PERCENT: u32 = 120;
/// The falling score factor of the soft limit where the score has not fallen, in percent.
const FALL_PERCENT: i32 = 90;
/// How much higher the falling score factor is for each centipawn of the fall, in percent.
const FALL_PER_CENTIPAWN_PERCENT: i32 = 3;
/// The least falling score factor, in percent.
const MIN_FALL_PERCENT: i32 = 70;
/// The greatest falling score factor, in percent.
const MAX_FALL_PERCENT: i32 = 200;
/// Scores are capped at this, in centipawns, when their fall is measured.
const MAX_FALL_SCORE: i32 = 1500;

/// Scales the soft limit by how obvious the best move is. A move that took most of the nodes has no
/// rival; one that was best for many iterations will most likely stay so; and a falling score means
/// that there is something to be found (Chess Programming Wiki, "Time Management").
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeManager {
    /// Nodes of this search of the root.
    nodes: u64,
    /// Nodes of this search of the root that were spent on the best move.
    best_nodes: u64,
    /// The best move's share of the nodes in the last finished search of the root, in percent.
    share: u32,
    best: Option<Move>,
    /// How often the best move changed, in percent: each change counts half as much after every
    /// further iteration.
    changes: u32,
    /// The mean of the scores so far, in centipawns: a score counts half as much after every
    /// further iteration.
    mean_score: i32,
    /// How far the last score was below the mean of those before.
    fall: i32,
}

impl TimeManager {
    /// Begins a search of the root.
    pub fn begin_pass(&mut self) {
        (self.nodes, self.best_nodes) = (0, 0);
    }

    /// Counts the nodes of a root move. `is_best` says that it is the best so far.
    pub fn count(&mut self, nodes: u64, is_best: bool) {
        self.nodes += nodes;
        if is_best {
            self.best_nodes = nodes;
        }
    }

    /// Ends a search of the root: all moves have been searched, or one failed high.
    pub fn end_pass(&mut self) {
        self.share = (self.best_nodes * 100 / self.nodes.max(1)) as u32;
    }

    /// Updates the statistics after an iteration.
    pub fn end_iteration(&mut self, best: Option<Move>, score: Score) {
        self.changes = self.changes / 2 + if best == self.best { 0 } else { 100 };
        let score = score.0.clamp(-MAX_FALL_SCORE, MAX_FALL_SCORE);
        let before = self.best.map_or(score, |_| self.mean_score);
        self.fall = before - score;
        self.mean_score = (before + score) / 2;
        self.best = best;
    }

    /// The factor for the soft limit, in percent.
    fn soft_limit_percent(&self) -> u32 {
        let by_share = MAX_NODE_SHARE_PERCENT - NODE_SHARE_PERCENT * self.share / 100;
        let by_changes = MIN_CHANGES_PERCENT + CHANGES_PERCENT * self.changes / 100;
        let by_fall = FALL_PERCENT + FALL_PER_CENTIPAWN_PERCENT * self.fall;
        let by_fall = by_fall.clamp(MIN_FALL_PERCENT, MAX_FALL_PERCENT) as u32;
        by_share * by_changes / 100 * by_fall / 100
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    fn budget(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let limits = Limits {
            white_time: Some(Duration::from_millis(time_ms)),
            white_increment: Duration::from_millis(increment_ms),
            moves_to_go,
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Color::White, 20);
        (budget.soft.unwrap(), budget.hard.unwrap())
    }

    #[test]
    fn budgets_are_ordered_and_never_exceed_the_clock() {
        for time in [0, 1, 20, 40, 41, 100, 1000, 60_000, 36_000_000, u64::MAX] {
            for increment in [0, 10, 5000, 600_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = budget(time, increment, moves_to_go);
                    let is_last = matches!(moves_to_go, Some(0 | 1));
                    assert!(is_last || soft <= hard, "{time}+{increment} {moves_to_go:?}");
                    let left = Duration::from_millis(time);
                    let reserve = Duration::from_millis(20).min(left / 2);
                    assert!(
                        left.saturating_sub(hard) >= reserve,
                        "{time}+{increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_where_there_is_more() {
        let less = budget(1000, 0, Some(40));
        let more = [(60_000, 0, Some(40)), (1000, 100, Some(40)), (1000, 0, Some(5))];
        for (time, increment, moves_to_go) in more {
            let more = budget(time, increment, moves_to_go);
            assert!(more.0 > less.0 && more.1 > less.1, "{more:?}");
        }
        assert!(budget(60_000, 0, None).0 > budget(1000, 0, None).0);
    }

    /// A time manager after a search of the root with this share of the nodes below the best move,
    /// in permille, and an iteration for each best move and score.
    fn after(best_nodes: u64, iterations: &[(Move, i32)]) -> TimeManager {
        let mut time_manager = TimeManager::default();
        time_manager.begin_pass();
        time_manager.count(best_nodes, true);
        time_manager.count(1000 - best_nodes, false);
        time_manager.end_pass();
        // An unfinished search of the root does not count.
        time_manager.begin_pass();
        time_manager.count(1, true);
        for &(best, score) in iterations {
            time_manager.end_iteration(Some(best), Score(score));
        }
        time_manager
    }

    #[test]
    fn an_obvious_move_takes_less_time_than_a_close_choice() {
        let percent = |best_nodes, iterations| {
            after(best_nodes, &vec![(Move::NONE, 0); iterations]).soft_limit_percent()
        };
        assert!(percent(900, 10) < percent(900, 1) && percent(900, 1) < percent(300, 1));
        assert!(percent(1000, 100) >= 30 && percent(0, 1) <= 400);
        let budget = Budget { soft: Some(Duration::from_millis(100)), ..Budget::default() };
        let clock = Duration::from_millis(100);
        assert!(budget.is_enough(clock, &after(950, &[(Move::NONE, 0); 10])));
        assert!(!budget.is_enough(clock, &after(300, &[(Move::NONE, 0)])));
    }

    #[test]
    fn the_last_move_before_the_time_control_takes_most_of_the_clock() {
        let obvious = after(1000, &[(Move::NONE, 0); 100]);
        let gaining: Vec<_> = (-10..10).map(|score| (Move::NONE, 100 * score)).collect();
        for time_manager in [obvious, after(1000, &gaining)] {
            for (time, increment) in [(3000, 0), (3000, 60_000), (600_000, 0)] {
                let clock = Duration::from_millis(time);
                let (soft, hard) = budget(time, increment, Some(1));
                let soft = soft * time_manager.soft_limit_percent() / 100;
                assert!(
                    soft.min(hard) >= clock / 2 && hard <= clock * 85 / 100,
                    "{soft:?} {hard:?}"
                );
            }
        }
    }

    #[test]
    fn doubts_take_time() {
        let (one, other) = (Move::NONE, Move::en_passant(Square::E5, Square::D6));
        let percent = |last: &[(Move, i32)]| {
            let iterations = [&[(one, 20); 10], last].concat();
            after(700, &iterations).soft_limit_percent()
        };
        let calm = percent(&[(one, 20)]);
        assert!(percent(&[(other, 20), (other, 20)]) > calm);
        assert!(percent(&[(other, 20)]) > percent(&[(other, 20), (other, 20)]));
        assert!(percent(&[(one, 0)]) > calm && percent(&[(one, 30)]) < calm);
        assert!(percent(&[(one, 0)]) > percent(&[(one, 0), (one, 0)]));
        // A mate found or lost counts as no more than any great change.
        let [lost, gained] = [-1, 1].map(|sign| percent(&[(one, sign * Score::MATE.0)]));
        assert_eq!(lost, percent(&[(one, -1000)]));
        assert_eq!(gained, percent(&[(one, 1000)]));
        assert!(lost <= 3 * calm && 2 * gained >= calm);
    }

    #[test]
    fn a_forced_move_takes_no_time_of_a_clock() {
        let (short, long) = (Duration::ZERO, Duration::from_secs(1));
        let on_clock = Budget { soft: Some(short), hard: Some(long), ..Budget::default() };
        let [short, long] = [short, long].map(|time| Elapsed { total: time, own: time });
        assert!(on_clock.is_spent(short, true) && !on_clock.is_spent(short, false));
        assert!(on_clock.is_spent(long, false));
        let for_move = Budget { move_time: Some(long.own), ..Budget::default() };
        assert!(!for_move.is_spent(short, true) && for_move.is_spent(long, true));
    }

    /// The total time and the time after the ponderhit, in milliseconds.
    fn elapsed(total: u64, own: u64) -> Elapsed {
        Elapsed { total: Duration::from_millis(total), own: Duration::from_millis(own) }
    }

    #[test]
    fn pondering_leaves_less_of_the_clock_and_all_of_a_time_for_the_move() {
        let time = |ms| Some(Duration::from_millis(ms));
        let on_clock = Budget { soft: time(100), hard: time(500), ..Budget::default() };
        assert!(!on_clock.is_spent(elapsed(499, 100), false));
        assert!(on_clock.is_spent(elapsed(500, 100), false));
        let for_move = Budget { move_time: time(500), ..Budget::default() };
        assert!(!for_move.is_spent(elapsed(9000, 499), false));
        assert!(for_move.is_spent(elapsed(500, 500), false));
    }

    #[test]
    fn enough_pondering_ends_the_search_with_the_ponderhit() {
        let soft = Duration::from_millis(100);
        let fresh = Budget { soft: Some(soft), hard: Some(10 * soft), ..Budget::default() };
        let (calm, doubtful) = (after(950, &[(Move::NONE, 0); 10]), after(300, &[(Move::NONE, 0)]));
        let enough = (0..1000).find(|&ms| fresh.is_enough(Duration::from_millis(ms), &calm));
        let enough = enough.expect("a second is enough");
        let ends_after = |pondered: &[(u64, &TimeManager)]| {
            let mut budget = fresh;
            for &(ms, time_manager) in pondered {
                budget.ponder(Duration::from_millis(ms), time_manager);
            }
            budget.is_spent(elapsed(enough, 0), false)
        };
        assert!(ends_after(&[(enough, &calm)]));
        assert!(!ends_after(&[]) && !ends_after(&[(enough - 1, &calm)]));
        assert!(!ends_after(&[(enough, &doubtful)]));
        // A search on the clock would have ended before the doubt.
        assert!(ends_after(&[(enough, &calm), (enough, &doubtful)]));
        // Without a finished iteration there is no move yet, and without a clock no hurry.
        assert!(!ends_after(&[(900, &TimeManager::default())]));
        let mut for_move = Budget { move_time: Some(soft), ..Budget::default() };
        for_move.ponder(100 * soft, &calm);
        assert!(!for_move.is_spent(elapsed(10_000, 99), false));
    }

    #[test]
    fn a_time_for_the_move_is_used_up() {
        let limits = Limits::move_time(Duration::from_millis(500));
        let budget = Budget::new(&limits, Color::White, 10);
        let move_time = Some(Duration::from_millis(500));
        assert_eq!(budget, Budget { move_time, ..Budget::default() });
    }
}
