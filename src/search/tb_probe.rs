//! Endgame tablebases in the search: after a capture or a pawn move, a position that they cover
//! needs no search, or a narrower one.

use shakmaty_syzygy::Wdl;

use crate::board::{Move, Position};
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node_type::Node;
use crate::search::worker::Worker;
use crate::tt::Entry;
use crate::tunables::tb_depth;

/// What the tablebases say about a node.
pub enum TbResult {
    /// This is its score.
    Score(Score),
    /// Its score lies within this window.
    Within(Window),
}

impl Worker<'_> {
    /// Probes the tablebases, only after a capture or a pawn move: their results assume a halfmove
    /// clock of zero.
    pub fn probe_tb<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> TbResult {
        let nothing = TbResult::Within(Window::FULL);
        let Some(tables) = self.tb else { return nothing };
        let is_whole = !N::ROOT && !self.frames[ply].excluded.is_some();
        if !is_whole || position.halfmoves() != 0 || !tables.covers(position) {
            return nothing;
        }
        let Some(result) = tables.probe(position) else { return nothing };
        self.stats.tb_hits += 1;
        let win = Score::TB_WIN - ply as i32;
        let (score, bound) = match result {
            // There may be a mate.
            Wdl::Win => (win, Bound::Lower),
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::CursedWin => (Score(1), Bound::Exact),
            Wdl::BlessedLoss => (Score(-1), Bound::Exact),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
        };
        let depth = (depth + tb_depth()).min(MAX_PLY as i32 - 1);
        let (best, raw_eval) = (Move::NONE, Score::NONE);
        let range = match bound {
            Bound::Lower if score < window.beta => Window { alpha: score, ..Window::FULL },
            Bound::Upper if score > window.alpha => Window { beta: score, ..Window::FULL },
            _ => {
                self.tt_store(
                    position,
                    ply,
                    Entry { best, score, raw_eval, depth, bound, pv: N::PV },
                );
                return TbResult::Score(score);
            }
        };
        TbResult::Within(range)
    }
}
