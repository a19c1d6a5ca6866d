//! Singular extensions, and what else the search without the best move so far tells.

use crate::moves::PackedMove;
use crate::position::Position;
use crate::score::{Bound, Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

/// What the remembered move deserves.
pub enum Singular {
    /// So many plies more.
    Extend(i32),
    /// The node is cut off with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Singular extension: a remembered move that no other comes near is worth a deeper look
    /// (Anantharaman, Campbell and Hsu, "Singular extensions", 1988). The others are searched
    /// without it, shallower, against a bound below its score; when one of them beats beta too,
    /// the node most likely fails high whatever is played (multi-cut). A remembered move with rivals, at
    /// a node that will most likely fail high, is searched shallower.
    pub fn singular(
        &mut self,
        position: &Position,
        here: &NodeInfo,
        entry: Option<Entry>,
        beta: Score,
    ) -> Result<Singular, Stopped> {
        let Some(entry) = entry else { return Ok(Singular::Extend(0)) };
        let tt_score = Score::from_tt(entry.score, here.ply);
        if here.depth < singular_depth()
            || entry.depth < here.depth - singular_tt_depth()
            || entry.bound == Bound::Upper
            || tt_score.is_decided()
            || here.ply as i32 >= 2 * self.depth
        {
            return Ok(Singular::Extend(0));
        }
        let bar = tt_score - singular_margin_per_ply() * here.depth;
        self.frames[here.ply].excluded = entry.best;
        let window = Window { alpha: bar - 1, beta: bar };
        // A check extends this search too.
        let half = (here.depth - 1) / 2 - i32::from(here.in_check);
        let score = self.search::<NonPv>(position, window, half, here.ply, here.cut);
        self.frames[here.ply].excluded = PackedMove::NONE;
        let score = score?;
        self.frames[here.ply].tried.clear();
        Ok(if score < bar {
            Singular::Extend(1 + i32::from(!here.pv && score < bar - singular_double_margin()))
        } else if bar >= beta {
            Singular::Cut(bar)
        } else if tt_score >= beta {
            Singular::Extend(-singular_reduction_above_beta())
        } else {
            Singular::Extend(-i32::from(here.cut))
        })
    }
}
