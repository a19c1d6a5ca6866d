//! Null move pruning, with a verification search where zugzwang is likely.

use crate::board::Position;
use crate::score::{Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

impl Worker<'_> {
    /// Null move pruning: if the position is still too good for the opponent after passing, a real
    /// move will be too (Donninger, "Null move and deep search", 1993). Only where a cutoff is
    /// expected, and not without pieces, where passing may be better than every move (zugzwang).
    pub fn null_move(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let margin = null_move_margin() - null_move_margin_per_ply() * node.depth;
        if !node.cut
            || node.static_eval < beta + margin
            || node.ply < self.null_move_min_ply
            || !position.has_pieces()
            || beta.is_loss()
        {
            return Ok(None);
        }
        self.stats.null_move_tries += 1;
        let depth = node.depth - null_move_base() - node.depth / null_move_depth_divisor();
        let child = self.play_null(position, node.ply);
        let null = Window { alpha: -beta, beta: -beta + 1 };
        let score = -self.search::<NonPv>(&child, null, depth, node.ply + 1, false)?;
        self.undo();
        // A win found after passing is not proven.
        if score < beta
            || score.is_win()
            || !self.is_null_move_right(position, node, beta, depth)?
        {
            return Ok(None);
        }
        self.stats.null_move_cutoffs += 1;
        Ok(Some(score))
    }

    /// Whether a search without the null move confirms the cutoff: at high depth, and where
    /// zugzwang is likely, to a depth that shows it.
    fn is_null_move_right(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
        depth: i32,
    ) -> Result<bool, Stopped> {
        let depth = if position.is_zugzwang_likely() {
            node.depth * null_move_verification_percent() / 100
        } else if node.depth >= null_move_verified_depth() && self.null_move_min_ply == 0 {
            depth
        } else {
            return Ok(true);
        };
        let before = self.null_move_min_ply;
        self.null_move_min_ply = node.ply + 1 + (3 * depth.max(0) / 4) as usize;
        let window = Window { alpha: beta - 1, beta };
        let verified = self.search::<NonPv>(position, window, depth, node.ply, false);
        self.null_move_min_ply = before;
        Ok(verified? >= beta)
    }
}
