//! Singular extensions, multi-cut and negative extensions: a search without the TT move decides.

use crate::board::{Move, Position};
use crate::score::{Bound, Score, Window};
use crate::search::node_info::NodeInfo;
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

/// What the search without the TT move decides.
pub enum Singular {
    /// The TT move is searched this many plies deeper, or shallower if negative.
    Extend(i32),
    /// The node is cut off with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Singular extension: a TT move that is clearly better than all others is searched deeper
    /// (Anantharaman, Campbell and Hsu, "Singular extensions", 1988), up to three plies where it is
    /// far better. The other moves are searched without it, to a lower depth, against a bound below
    /// its score. When one of them beats beta, the node most likely fails high whatever is played
    /// (multi-cut). A TT move with rivals whose score reaches beta, or at an expected cut node, is
    /// searched shallower. Not far beyond the depth of the iteration.
    pub fn singular(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Singular, Stopped> {
        let nothing = Ok(Singular::Extend(0));
        let Some(tt) = node.tt.filter(|_| !node.is_excluding()) else { return nothing };
        if node.depth < singular_depth() + i32::from(node.tt_pv)
            || tt.depth < node.depth - singular_tt_depth()
            || tt.bound == Bound::Upper
            || tt.score.is_decided()
            || node.ply as i32 >= 2 * self.depth
        {
            return nothing;
        }
        let was_pv = node.tt_pv && !node.pv;
        let margin = singular_margin() + if was_pv { singular_margin_tt_pv() } else { 0 };
        let singular_beta = tt.score - margin * node.depth / 100;
        let window = Window { alpha: singular_beta - 1, beta: singular_beta };
        // The search uses the list of moves of this ply, which nothing needs yet: the TT move is
        // picked before any move is generated.
        self.frames[node.ply].excluded = node.tt_move;
        let half = (node.depth - 1) / 2;
        let score = self.search::<NonPv>(position, window, half, node.ply, node.cut);
        self.frames[node.ply].excluded = Move::NONE;
        let score = score?;
        let history = &mut self.histories.history;
        Ok(if score < singular_beta {
            let is_below = |margin: i32| i32::from(score < singular_beta - margin);
            let [double, triple] = extension_margins(node, history.tt_move_score(), self.depth);
            Singular::Extend(1 + is_below(double) + is_below(triple))
        } else if score >= beta && !score.is_decided() {
            let malus = tt_move_rival_malus() + tt_move_rival_malus_per_ply() * node.depth;
            history.update_tt_move(-malus.min(tt_move_rival_malus_max()));
            Singular::Cut(score)
        } else if tt.score >= beta {
            Singular::Extend(-singular_reduction_above_beta())
        } else if node.cut {
            Singular::Extend(-singular_reduction_cut())
        } else {
            Singular::Extend(0)
        })
    }
}

/// How far the rivals of a TT move must stay below it for extensions of two and three plies. Off
/// the principal variation a quiet one gets them easily: its point lies beyond the horizon.
fn extension_margins(node: &NodeInfo, tt_move_score: i32, root_depth: i32) -> [i32; 2] {
    let when = |holds, margin| if holds { margin } else { 0 };
    let uncertain = node.correction * singular_correction_percent() / 100;
    let double = singular_double_margin() + when(node.pv, singular_double_pv())
        - when(!node.tt_noisy, singular_double_quiet())
        - uncertain
        - tt_move_score / singular_tt_history_divisor()
        - when(node.ply as i32 > root_depth, singular_deep_margin());
    let triple = singular_triple_margin()
        + when(node.pv, singular_triple_pv())
        + when(node.tt_pv, singular_triple_tt_pv())
        - when(!node.tt_noisy, singular_triple_quiet())
        - uncertain
        - when(2 * node.ply as i32 > 3 * root_depth, singular_deep_margin());
    [double, triple]
}
