//! Quiescence search: at the horizon, captures are played out before the position is evaluated,
//! because a hanging piece makes every evaluation wrong.

use crate::moves::PackedMove;
use crate::ordering::picker::{Picked, Picker};
use crate::position::Position;
use crate::score::{Bound, Score, Window};
use crate::search::node_info::{refine_by_tt, tt_cutoff_score};
use crate::search::node_type::Node;
use crate::search::prune::capture_hope;
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;

impl Worker<'_> {
    /// The score of a position once it is quiet. In check every evasion is searched.
    #[expect(clippy::too_many_lines, reason = "the whole quiescence search")]
    pub fn quiesce<N: Node>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.enter::<N>(ply);
        if let Some(score) = self.terminal(position, ply) {
            return Ok(score);
        }
        let entry = self.tt_probe(position);
        if let Some(score) =
            entry.and_then(|e| tt_cutoff_score(e, window, 0, ply)).filter(|_| !N::PV)
        {
            self.stats.tt_cutoffs += 1;
            return Ok(score);
        }
        let pv = N::PV || entry.is_some_and(|e| e.pv);
        // Stand pat: a side that is not forced to capture has at least the value of the position.
        let in_check = position.in_check();
        let raw_eval = self.raw_eval(position, entry);
        let static_eval = self.static_eval(position, raw_eval, ply);
        let mut best =
            if in_check { Score::mated_in(ply) } else { refine_by_tt(static_eval, entry, ply) };
        let mut bound = Bound::Upper;
        let result = |best, score, bound| Entry { best, score, raw_eval, depth: 0, bound, pv };
        if best >= window.beta {
            self.tt_store(position, ply, result(PackedMove::NONE, best, Bound::Lower));
            return Ok(best);
        }
        window.alpha = window.alpha.max(best);
        let tt_move = entry.map_or(PackedMove::NONE, |e| e.best);
        let mut picker = if in_check {
            Picker::new(position, tt_move, [PackedMove::NONE; 2])
        } else {
            Picker::noisy(position, tt_move)
        };
        let stand_pat = best;
        let mut best_move = PackedMove::NONE;
        let context = self.context(position, ply);
        while let Some(Picked { m, .. }) =
            picker.next(position, &mut self.frames[ply].list, &self.histories.history, &context)
        {
            let best_hope = capture_hope(stand_pat, m);
            if !in_check && !m.is_promotion() && best_hope <= window.alpha {
                best = best.max(best_hope);
                continue;
            }
            self.prefetch_after(position, m);
            self.count_node()?;
            let child = self.play(position, m, ply);
            self.stats.qnodes += 1;
            let score = -self.quiesce::<N::Child>(&child, window.flip(), ply + 1)?;
            self.undo();
            best = best.max(score);
            if score > window.alpha {
                best_move = PackedMove::new(m);
                bound = Bound::Exact;
                self.update_pv::<N>(m, score, ply);
                if score >= window.beta {
                    bound = Bound::Lower;
                    break;
                }
                window.alpha = score;
            }
        }
        self.tt_store(position, ply, result(best_move, best, bound));
        Ok(best)
    }
}
