//! Null move pruning.

use crate::position::Position;
use crate::score::{Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

impl Worker<'_> {
    /// Null move: if passing the move still is too good for the opponent, so is a real move
    /// (Donninger, "Null move and deep search", 1993). Not twice in a row, and not without
    /// pieces, where passing may be better than every move (zugzwang); with few pieces, a search
    /// without passing must confirm it.
    pub fn null_move(
        &mut self,
        position: &Position,
        here: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if here.depth < null_move_depth()
            || here.eval < beta
            || position.is_after_null()
            || !position.has_pieces()
            || beta.is_loss()
        {
            return Ok(None);
        }
        self.stats.null_move_tries += 1;
        let child = self.play_null(position, here.ply);
        let null = Window { alpha: -beta, beta: -beta + 1 };
        let reduced = here.depth - null_move_reduction(here.depth, here.eval, beta);
        let score = -self.search::<NonPv>(&child, null, reduced, here.ply + 1, !here.cut)?;
        self.undo();
        if score < beta {
            return Ok(None);
        }
        if position.is_zugzwang_likely() {
            let window = Window { alpha: beta - 1, beta };
            self.frames[here.ply].verifying = true;
            let depth = here.depth * null_move_verification_percent() / 100;
            let verified = self.search::<NonPv>(position, window, depth, here.ply, here.cut);
            self.frames[here.ply].verifying = false;
            if verified? < beta {
                return Ok(None);
            }
        }
        self.stats.null_move_cutoffs += 1;
        // A mate found after passing is not proven.
        Ok(Some(if score.is_win() { beta } else { score }))
    }
}

/// How many plies less a null move is searched: more when deep, more when far above beta.
fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let surplus = (eval.0 - beta.0) / null_move_surplus_per_ply();
    null_move_plies() + depth / null_move_depth_per_ply() + surplus.min(null_move_surplus_max())
}
