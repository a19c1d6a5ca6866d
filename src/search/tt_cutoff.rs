//! Cutoffs by the hash table: a node whose score an earlier search has found needs none.

use crate::board::Position;
use crate::board::movegen::if_legal;
use crate::score::Score;
use crate::search::node_info::{NodeInfo, settles};
use crate::search::worker::Worker;
use crate::tunables::*;

impl Worker<'_> {
    /// The score of a node that the hash table settles. An entry must be as deep as the node, or
    /// deeper if its score is above beta; near the horizon it must say what is expected of the node.
    /// A cutoff teaches the histories as a search would. Late in the count of the fifty-move rule the
    /// path matters too much.
    pub fn tt_cutoff(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Option<Score> {
        let tt = node.tt.filter(|_| !node.pv && !node.is_excluding())?;
        let fails_high = tt.score >= beta;
        if tt.depth <= node.depth - i32::from(tt.score <= beta)
            || !settles(tt.bound, tt.score, beta)
            || node.cut != fails_high && node.depth < tt_cutoff_depth_any_kind()
        {
            return None;
        }
        if fails_high && node.tt_move.is_some() {
            self.reward_tt_cutoff(position, node);
        }
        let is_safe = position.halfmoves() < tt_cutoff_max_clock() as u32
            && !self.is_contradicted(position, node, fails_high, beta);
        self.stats.tt_cutoffs += u64::from(is_safe);
        is_safe.then_some(tt.score)
    }

    /// Whether the hash table has another opinion of a deep node after its best move.
    fn is_contradicted(
        &self,
        position: &Position,
        node: &NodeInfo,
        fails_high: bool,
        beta: Score,
    ) -> bool {
        let is_asked = node.depth >= tt_cutoff_checked_depth()
            && node.tt.is_some_and(|tt| !tt.score.is_decided());
        if !is_asked || !node.tt_move.is_some() {
            return false;
        }
        let Some(m) = if_legal(position, node.tt_move) else { return false };
        let after = self.tt_peek(&position.play(m));
        after
            .is_some_and(|entry| (-Score::from_tt(entry.score, node.ply + 1) >= beta) != fails_high)
    }
}
