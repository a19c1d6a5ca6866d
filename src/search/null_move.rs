//! Null move pruning, with a verification search where zugzwang is likely.

use crate::position::Position;
use crate::score::{Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

impl Worker<'_> {
    /// Null move pruning: if the position is still too good for the opponent after passing, a real
    /// move will be too (Donninger, "Null move and deep search", 1993). Not twice in a row, and not
    /// without pieces, where passing may be better than every move (zugzwang). With few pieces a
    /// search without the null move must confirm the cutoff.
    pub fn null_move(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if node.depth < null_move_depth()
            || node.eval < beta
            || position.is_after_null()
            || !position.has_pieces()
            || beta.is_loss()
        {
            return Ok(None);
        }
        self.stats.null_move_tries += 1;
        let child = self.play_null(position, node.ply);
        let null = Window { alpha: -beta, beta: -beta + 1 };
        let depth = node.depth - null_move_reduction(node.depth, node.eval, beta);
        let score = -self.search::<NonPv>(&child, null, depth, node.ply + 1, !node.cut)?;
        self.undo();
        if score < beta {
            return Ok(None);
        }
        if position.is_zugzwang_likely() {
            let window = Window { alpha: beta - 1, beta };
            self.frames[node.ply].verifying = true;
            let depth = node.depth * null_move_verification_percent() / 100;
            let verified = self.search::<NonPv>(position, window, depth, node.ply, node.cut);
            self.frames[node.ply].verifying = false;
            if verified? < beta {
                return Ok(None);
            }
        }
        self.stats.null_move_cutoffs += 1;
        // A mate found after passing is not proven.
        Ok(Some(if score.is_win() { beta } else { score }))
    }
}

/// The reduction of a null move search, in plies: more at high depth and far above beta.
fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let surplus = (eval.0 - beta.0) / null_move_eval_divisor();
    null_move_base() + depth / null_move_depth_divisor() + surplus.min(null_move_eval_max())
}
