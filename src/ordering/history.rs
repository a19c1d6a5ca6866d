//! History: quiet moves that caused cutoffs anywhere in the tree tend to do so again
//! (Schaeffer, "The history heuristic", 1983).

use shakmaty::Color;

use crate::moves::PackedMove;
use crate::tunables::*;

/// How well quiet moves did, by side, origin and target.
pub struct History {
    table: Box<[[[i16; 64]; 64]; 2]>,
}

impl History {
    /// An empty history, or `None` when memory is exhausted.
    pub fn new() -> Option<History> {
        let mut rows = Vec::new();
        rows.try_reserve_exact(2).ok()?;
        rows.resize(2, [[0; 64]; 64]);
        Some(History { table: rows.into_boxed_slice().try_into().ok()? })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.table = [[[0; 64]; 64]; 2];
    }

    /// The score of a quiet move, within plus and minus [`HISTORY_MAX`].
    pub fn score(&self, side: Color, quiet: PackedMove) -> i32 {
        i32::from(self.table[side as usize][quiet.from() as usize][quiet.to() as usize])
    }

    /// A quiet move caused a cutoff after the `failed` quiet moves were tried in vain.
    pub fn reward(&mut self, side: Color, best: PackedMove, failed: &[PackedMove], depth: i32) {
        let bonus = (HISTORY_BONUS_PER_PLY * depth - HISTORY_BONUS_BASE).min(HISTORY_BONUS_MAX);
        self.update(side, best, bonus);
        for &quiet in failed {
            self.update(side, quiet, -bonus);
        }
    }

    /// Gravity: the nearer a score is to its bound, the less it moves on. The table stays
    /// bounded and forgets by itself, without a sweep between searches.
    fn update(&mut self, side: Color, quiet: PackedMove, bonus: i32) {
        let entry = &mut self.table[side as usize][quiet.from() as usize][quiet.to() as usize];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_bounded_and_follow_success() {
        let mut history = History::new().unwrap();
        let [good, bad] = [PackedMove(100), PackedMove(200)];
        for _ in 0..10_000 {
            history.reward(Color::White, good, &[bad], 30);
        }
        let (high, low) = (history.score(Color::White, good), history.score(Color::White, bad));
        assert!(high > HISTORY_MAX / 2 && high <= HISTORY_MAX, "{high}");
        assert!(low < -HISTORY_MAX / 2 && low >= -HISTORY_MAX, "{low}");
        assert_eq!(history.score(Color::Black, good), 0);
        for _ in 0..100 {
            history.reward(Color::White, bad, &[good], 30);
        }
        assert!(history.score(Color::White, good) < high, "old merit fades");
        history.clear();
        assert_eq!(history.score(Color::White, good), 0);
    }
}
