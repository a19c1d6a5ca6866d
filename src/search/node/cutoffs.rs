//! What cuts a whole node off before its moves are searched: one function for each rule, with its
//! numbers.

use shakmaty_syzygy::Wdl;

use crate::board::Move;
use crate::board::movegen::if_legal;
use crate::board::see::exchange_units;
use crate::ordering::Picker;
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node::state::{Node, NodeType, NonPv, TbResult};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::numbers;

numbers! { tt_cutoff:
    /// The least depth at which an entry may say what is not expected of the node.
    tt_cutoff_depth_any_kind = 6;
    /// The halfmove clock from which on nothing is cut off.
    tt_cutoff_max_clock = 96;
    /// The least depth at which the entry of the position after the best move is asked, too.
    tt_cutoff_checked_depth = 8;
}

impl Worker<'_> {
    /// The score of a node that the hash table settles: an earlier search has found it. An entry must
    /// be as deep as the node, or deeper if its score is above beta; near the horizon it must say what
    /// is expected of the node. What fails high teaches the histories as a search would, even where
    /// the cutoff is refused after all. Late in the count of the fifty-move rule the path matters too
    /// much.
    pub fn tt_cutoff(&mut self, node: &Node) -> Option<Score> {
        let beta = node.window.beta;
        let tt = node.tt.filter(|_| !node.pv && !node.is_excluding())?;
        let fails_high = tt.score >= beta;
        if tt.depth <= node.depth - i32::from(tt.score <= beta)
            || !tt.settles(beta)
            || node.cut != fails_high && node.depth < tt_cutoff_depth_any_kind()
        {
            return None;
        }
        if fails_high && node.tt_move.is_some() {
            self.reward_tt_cutoff(node);
        }
        let is_safe = node.position.halfmoves() < tt_cutoff_max_clock() as u32
            && !self.is_contradicted(node, tt);
        self.stats.tt_cutoffs += u64::from(is_safe);
        is_safe.then_some(tt.score)
    }

    /// Whether the hash table has another opinion of a deep node after its best move.
    fn is_contradicted(&self, node: &Node, tt: Entry) -> bool {
        let is_asked = node.depth >= tt_cutoff_checked_depth() && !tt.score.is_decided();
        if !is_asked || !node.tt_move.is_some() {
            return false;
        }
        let Some(m) = if_legal(node.position, node.tt_move) else { return false };
        let after = self.tt_peek(&node.position.play(m), node.ply + 1);
        let beta = node.window.beta;
        after.is_some_and(|after| (-after.score >= beta) != (tt.score >= beta))
    }
}

numbers! { tablebases:
    /// How many plies deeper than the node a result counts in the hash table.
    tb_depth = 6;
}

impl Worker<'_> {
    /// Probes the endgame tablebases, only after a capture or a pawn move: their results assume a
    /// halfmove clock of zero. A position that they cover needs no search, or a narrower one.
    pub fn probe_tb<N: NodeType>(&mut self, node: &Node) -> TbResult {
        let Node { position, ply, window, .. } = *node;
        let Some(tables) = self.tb else { return TbResult::Nothing };
        let is_whole = !N::ROOT && !node.is_excluding();
        if !is_whole || position.halfmoves() != 0 || !tables.covers(position) {
            return TbResult::Nothing;
        }
        let Some(result) = tables.probe(position) else { return TbResult::Nothing };
        self.stats.tb_hits += 1;
        let win = Score::TB_WIN - ply as i32;
        let (score, bound) = match result {
            // There may be a mate.
            Wdl::Win if win < window.beta => return TbResult::AtLeast(win),
            Wdl::Win => (win, Bound::Lower),
            Wdl::Loss if -win > window.alpha => return TbResult::AtMost(-win),
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::CursedWin => (Score(1), Bound::Exact),
            Wdl::BlessedLoss => (Score(-1), Bound::Exact),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
        };
        let depth = (node.depth + tb_depth()).min(MAX_PLY as i32 - 1);
        let (best, raw_eval) = (Move::NONE, Score::NONE);
        self.tt_store(position, ply, Entry { best, score, raw_eval, depth, bound, pv: N::PV });
        TbResult::Cut(score)
    }

    /// Cuts a node off by its evaluation, if possible. Not in check, not in an open window, not while
    /// a move is excluded.
    pub fn prune_node(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        if node.pv || node.in_check || node.is_excluding() {
            return Ok(None);
        }
        if is_hopeless(node) {
            return self.quiesce::<NonPv>(node.position, node.window, node.ply).map(Some);
        }
        if let Some(score) = reverse_futility(node) {
            return Ok(Some(score));
        }
        self.null_move(node)
    }
}

numbers! { razoring:
    razoring_base = 334 in 100..=800 by 60;
    razoring_per_squared_ply = 194 in 50..=500 by 35;
}

/// Razoring: the evaluation is so far below alpha that only captures could help, and quiescence
/// sees those (Chess Programming Wiki, "Razoring").
fn is_hopeless(node: &Node) -> bool {
    let margin = razoring_base() + razoring_per_squared_ply() * node.depth * node.depth;
    node.eval + margin < node.window.alpha && !node.window.alpha.is_decided()
}

numbers! { reverse_futility:
    reverse_futility_max_depth = 13;
    /// The greatest depth where zugzwang is likely.
    reverse_futility_zugzwang_depth = 2;
    /// The margin above beta per ply of depth.
    reverse_futility_margin = 52 in 20..=120 by 8;
    /// Subtracted from that for a position that the hash table does not know.
    reverse_futility_tt_miss = 15;
    /// The plies of margin that improving takes off, in 1024ths.
    reverse_futility_improving = 2474;
    /// The plies of margin that a worsening opponent takes off, in 1024ths.
    reverse_futility_worsening = 331;
    /// The share of the correction that is added to the margin.
    reverse_futility_correction_percent = 75;
}

/// Reverse futility pruning: the evaluation is so far above beta that no quiet reply within the
/// depth will bring the score below it (Heinz, "Extended futility pruning", 1998, seen from the
/// other side). Returns the score. Not where a quiet move was best before, which a search will find
/// again, and only near the horizon where every move may be bad (zugzwang).
fn reverse_futility(node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let miss = if node.tt.is_some() { 0 } else { reverse_futility_tt_miss() };
    let per_ply = reverse_futility_margin() - miss;
    let sooner = i32::from(node.improving) * reverse_futility_improving()
        + i32::from(node.worsening) * reverse_futility_worsening();
    let margin = per_ply * node.depth - sooner * per_ply / 1024
        + node.correction * reverse_futility_correction_percent() / 100;
    let may_be_zugzwang =
        || node.depth > reverse_futility_zugzwang_depth() && node.position.is_zugzwang_likely();
    let is_futile = !node.tt_pv
        && node.depth <= reverse_futility_max_depth()
        && node.eval >= beta + margin.max(0)
        && (!node.tt_move.is_some() || node.tt_noisy)
        && !node.eval.is_decided()
        && !beta.is_loss()
        && !may_be_zugzwang();
    is_futile.then(|| Score((2 * beta.0 + node.eval.0) / 3))
}

numbers! { null_move:
    /// The margin of the evaluation above beta at depth 0.
    null_move_margin = 241 in 0..=500 by 40;
    /// Subtracted from the margin per ply of depth.
    null_move_margin_per_ply = 12;
    null_move_base_reduction = 7;
    /// The reduction grows by one for each of this many plies of depth.
    null_move_depth_divisor = 3;
    /// The least depth at which every cutoff is verified.
    null_move_verified_depth = 16;
    /// The depth of the verification where zugzwang is likely, as a share of the node's.
    null_move_verification_percent = 60;
}

impl Worker<'_> {
    /// Null move pruning: if the position is still too good for the opponent after passing, a real
    /// move will be too (Donninger, "Null move and deep search", 1993). Only where a cutoff is
    /// expected, and not without pieces, where passing may be better than every move (zugzwang).
    fn null_move(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        let margin = null_move_margin() - null_move_margin_per_ply() * node.depth;
        if !node.cut
            || node.static_eval < beta + margin
            || node.ply < self.null_move_min_ply
            || !node.position.has_pieces()
            || beta.is_loss()
        {
            return Ok(None);
        }
        self.stats.null_move_tries += 1;
        let reduced_depth =
            node.depth - null_move_base_reduction() - node.depth / null_move_depth_divisor();
        let child = self.play_null(node.position, node.ply);
        let window = Window::below(beta).flip();
        let score = -self.search::<NonPv>(&child, window, reduced_depth, node.ply + 1, false)?;
        self.undo();
        // A win found after passing is not proven.
        if score < beta || score.is_win() || !self.is_null_move_right(node, reduced_depth)? {
            return Ok(None);
        }
        self.stats.null_move_cutoffs += 1;
        Ok(Some(score))
    }

    /// Whether a search without the null move confirms the cutoff: at high depth, to the depth after
    /// it, and where zugzwang is likely, to one that shows it.
    fn is_null_move_right(&mut self, node: &Node, reduced_depth: i32) -> Result<bool, Stopped> {
        let depth = if node.position.is_zugzwang_likely() {
            node.depth * null_move_verification_percent() / 100
        } else if node.depth >= null_move_verified_depth() && self.null_move_min_ply == 0 {
            reduced_depth
        } else {
            return Ok(true);
        };
        let before = self.null_move_min_ply;
        self.null_move_min_ply = node.ply + 1 + (3 * depth.max(0) / 4) as usize;
        let window = Window::below(node.window.beta);
        let verified = self.search::<NonPv>(node.position, window, depth, node.ply, false);
        self.null_move_min_ply = before;
        Ok(verified? >= node.window.beta)
    }
}

numbers! { probcut:
    /// The margin above beta.
    probcut_margin = 162 in 60..=400 by 25;
    /// Subtracted from the margin when doing well.
    probcut_improving = 43;
    probcut_min_depth = 3;
    probcut_reduction = 5;
    /// The reduction grows by one for each of this many centipawns above beta.
    probcut_eval_divisor = 217;
    /// The margin by the hash table alone.
    probcut_tt_margin = 288;
    /// How many plies shallower than the node the entry may be, by the hash table alone.
    probcut_tt_depth = 4;
}

impl Worker<'_> {
    /// ProbCut: a capture that beats beta clearly at low depth will beat it at full depth (Buro,
    /// "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
    pub fn probcut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let score = self.probcut_by_captures(node)?;
        Ok(score.or_else(|| probcut_by_tt(node)))
    }

    /// The score of a node that a capture cuts off in a shallow search, against a bound above beta.
    /// Not where the hash table says that the bound is out of reach.
    fn probcut_by_captures(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        let margin = probcut_margin() - if node.is_doing_well() { probcut_improving() } else { 0 };
        let bound = beta + margin;
        if node.depth < probcut_min_depth()
            || node.in_check
            || beta.is_decided()
            || node.tt.is_some_and(|tt| tt.score < bound)
        {
            return Ok(None);
        }
        let above = (node.static_eval.0 - beta.0) / probcut_eval_divisor();
        let reduced_depth = (node.depth - probcut_reduction() - above).clamp(0, node.depth);
        let least = exchange_units(bound.0 - node.static_eval.0);
        let mut picker = Picker::winning(node.position, node.tt_move, least);
        while let Some(picked) = self.pick::<NonPv>(node, &mut picker) {
            let score = self.probcut_move(node, picked.m, bound, reduced_depth)?;
            if score < bound {
                continue;
            }
            if !node.is_excluding() {
                let entry = node.entry(picked.m, score, Bound::Lower);
                let entry = Entry { depth: reduced_depth + 1, ..entry };
                self.tt_store(node.position, node.ply, entry);
            }
            if !score.is_decided() {
                return Ok(Some(score - margin));
            }
        }
        Ok(None)
    }

    /// The score of a capture against a bound: quiescence looks first.
    fn probcut_move(
        &mut self,
        node: &Node,
        m: Move,
        bound: Score,
        reduced_depth: i32,
    ) -> Result<Score, Stopped> {
        let (window, ply) = (Window::below(bound).flip(), node.ply + 1);
        self.count_node()?;
        let child = self.play(node.position, m, node.ply);
        let mut score = -self.quiesce::<NonPv>(&child, window, ply)?;
        if score >= bound && reduced_depth > 0 {
            score = -self.search::<NonPv>(&child, window, reduced_depth, ply, !node.cut)?;
        }
        self.undo();
        Ok(score)
    }
}

/// ProbCut by the hash table alone: its score is so far above beta that a shallower entry will do.
fn probcut_by_tt(node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let bound = beta + probcut_tt_margin();
    let is_beaten = node.tt.is_some_and(|tt| {
        tt.bound != Bound::Upper
            && tt.depth >= node.depth - probcut_tt_depth()
            && tt.score >= bound
            && !tt.score.is_decided()
    });
    (is_beaten && !beta.is_decided()).then_some(bound)
}
