//! ProbCut: a capture that beats beta clearly at low depth will beat it at full depth (Buro,
//! "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).

use crate::board::Position;
use crate::board::see::exchange_units;
use crate::ordering::picker::Picker;
use crate::score::{Bound, Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

impl Worker<'_> {
    /// The score of a node that a capture or the hash table cuts off.
    pub fn probcut(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let score = self.probcut_by_captures(position, node, beta)?;
        Ok(score.or_else(|| probcut_by_tt(node, beta)))
    }

    /// The score of a node that a capture cuts off in a shallow search, against a bound above beta.
    /// Quiescence looks first. Not where the hash table says that the bound is out of reach.
    fn probcut_by_captures(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let margin = probcut_margin() - if node.improving { probcut_improving() } else { 0 };
        let bound = beta + margin;
        if node.depth < probcut_depth()
            || node.in_check
            || beta.is_decided()
            || node.tt.is_some_and(|tt| tt.score < bound)
        {
            return Ok(None);
        }
        let above = (node.static_eval.0 - beta.0) / probcut_eval_divisor();
        let depth = (node.depth - probcut_reduction() - above).clamp(0, node.depth);
        let least = exchange_units(bound.0 - node.static_eval.0);
        let mut picker = Picker::winning(position, node.tt_move, least);
        let context = self.context(position, node.ply);
        let null = Window { alpha: -bound, beta: -bound + 1 };
        loop {
            let list = &mut self.lists[node.ply];
            let picked = picker.next(position, list, &self.histories.history, &context);
            let Some(picked) = picked else { return Ok(None) };
            if picked.m == node.excluded {
                continue;
            }
            self.prefetch_after(position, picked.m);
            self.count_node()?;
            let child = self.play(position, picked.m, node.ply);
            let mut score = -self.quiesce::<NonPv>(&child, null, node.ply + 1)?;
            if score >= bound && depth > 0 {
                score = -self.search::<NonPv>(&child, null, depth, node.ply + 1, !node.cut)?;
            }
            self.undo();
            if score < bound {
                continue;
            }
            let best = picked.m;
            if !node.is_excluding() {
                let entry = node.result(best, score, Bound::Lower);
                self.tt_store(position, node.ply, Entry { depth: depth + 1, ..entry });
            }
            if !score.is_decided() {
                return Ok(Some(score - margin));
            }
        }
    }
}

/// ProbCut by the hash table alone: its score is so far above beta that a shallower entry will do.
fn probcut_by_tt(node: &NodeInfo, beta: Score) -> Option<Score> {
    let bound = beta + probcut_tt_margin();
    let is_beaten = node.tt.is_some_and(|tt| {
        tt.bound != Bound::Upper
            && tt.depth >= node.depth - probcut_tt_depth()
            && tt.score >= bound
            && !tt.score.is_decided()
    });
    (is_beaten && !beta.is_decided()).then_some(bound)
}
