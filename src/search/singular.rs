//! Singular extensions, multi-cut and negative extensions: a search without the TT move decides.

use crate::moves::PackedMove;
use crate::position::Position;
use crate::score::{Bound, Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

/// What the search without the TT move decides.
pub enum Singular {
    /// The TT move is searched this many plies deeper.
    Extend(i32),
    /// The node is cut off with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Singular extension: a TT move that is clearly better than all others is searched deeper
    /// (Anantharaman, Campbell and Hsu, "Singular extensions", 1988). The other moves are searched
    /// without it, to a lower depth, against a bound below its score. When one of them beats beta
    /// too, the node most likely fails high whatever is played (multi-cut). A TT move with rivals,
    /// at a node that will most likely fail high, is reduced.
    pub fn singular(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        entry: Option<Entry>,
        beta: Score,
    ) -> Result<Singular, Stopped> {
        let Some(entry) = entry else { return Ok(Singular::Extend(0)) };
        let tt_score = Score::from_tt(entry.score, node.ply);
        if node.depth < singular_depth()
            || entry.depth < node.depth - singular_tt_depth()
            || entry.bound == Bound::Upper
            || tt_score.is_decided()
            || node.ply as i32 >= 2 * self.depth
        {
            return Ok(Singular::Extend(0));
        }
        let singular_beta = tt_score - singular_margin_per_ply() * node.depth;
        // The search uses the list of moves of this ply, which nothing needs yet: the TT move is
        // picked before any move is generated.
        self.frames[node.ply].excluded = entry.best;
        let window = Window { alpha: singular_beta - 1, beta: singular_beta };
        // The check extension applies to this search too.
        let half = (node.depth - 1) / 2 - i32::from(node.in_check);
        let score = self.search::<NonPv>(position, window, half, node.ply, node.cut);
        self.frames[node.ply].excluded = PackedMove::NONE;
        let score = score?;
        self.frames[node.ply].tried.clear();
        Ok(if score < singular_beta {
            Singular::Extend(
                1 + i32::from(!node.pv && score < singular_beta - singular_double_margin()),
            )
        } else if singular_beta >= beta {
            Singular::Cut(singular_beta)
        } else if tt_score >= beta {
            Singular::Extend(-singular_reduction_above_beta())
        } else {
            Singular::Extend(-i32::from(node.cut))
        })
    }
}
