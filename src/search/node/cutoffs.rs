//! What cuts a whole node off before its moves are searched: one function for each rule.

use shakmaty_syzygy::Wdl;

use crate::board::movegen::if_legal;
use crate::board::see::exchange_units;
use crate::board::{Move, Position};
use crate::ordering::picker::Picker;
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node::state::{Node, NodeInfo, NonPv, settles};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
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

/// Razoring: the evaluation is so far below alpha that only captures could help, and quiescence
/// sees those (Chess Programming Wiki, "Razoring").
fn is_hopeless(node: &NodeInfo, alpha: Score) -> bool {
    let margin = razoring_base() + razoring_per_squared_ply() * node.depth * node.depth;
    node.eval + margin < alpha && !alpha.is_decided()
}

/// Reverse futility pruning: the evaluation is so far above beta that no quiet reply within the
/// depth will bring the score below it (Heinz, "Extended futility pruning", 1998, seen from the
/// other side). Returns the score. Not where a quiet move was best before, which a search will find
/// again, and only near the horizon where every move may be bad (zugzwang).
fn reverse_futility(position: &Position, node: &NodeInfo, beta: Score) -> Option<Score> {
    let miss = if node.tt.is_some() { 0 } else { reverse_futility_tt_miss() };
    let per_ply = reverse_futility_margin() - miss;
    let sooner = i32::from(node.improving) * reverse_futility_improving()
        + i32::from(node.worsening) * reverse_futility_worsening();
    let margin = per_ply * node.depth - sooner * per_ply / 1024
        + node.correction * reverse_futility_correction_percent() / 100;
    let is_futile = !node.tt_pv
        && node.depth <= reverse_futility_depth()
        && node.eval >= beta + margin.max(0)
        && (!node.tt_move.is_some() || node.tt_noisy)
        && !node.eval.is_decided()
        && !beta.is_loss()
        && (node.depth <= reverse_futility_zugzwang_depth() || !position.is_zugzwang_likely());
    is_futile.then(|| Score((2 * beta.0 + node.eval.0) / 3))
}

impl Worker<'_> {
    /// Prunes a node without searching its moves, if possible. Not in check, not in an open window,
    /// not while a move is excluded.
    pub fn prune_node(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if node.pv || node.in_check || node.is_excluding() {
            return Ok(None);
        }
        if is_hopeless(node, window.alpha) {
            return self.quiesce::<NonPv>(position, window, node.ply).map(Some);
        }
        if let Some(score) = reverse_futility(position, node, window.beta) {
            return Ok(Some(score));
        }
        self.null_move(position, node, window.beta)
    }
}

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
