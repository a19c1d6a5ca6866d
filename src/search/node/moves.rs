//! Which moves of a node are searched, and how deep: one function for each rule, with its numbers.

use shakmaty::Role;

use crate::board::pieces::piece_value;
use crate::board::see::see_ge;
use crate::board::{Move, Position};
use crate::histories::history::{PieceTo, QuietMove};
use crate::ordering::Picker;
use crate::score::{Bound, Score, Window};
use crate::search::node::state::{Arrival, MoveInfo, Node, NonPv};
use crate::search::worker::{Stopped, Worker};
use crate::tunables::numbers;

/// Whether a move is skipped, and if so, the most that it may have been worth.
pub enum Skip {
    /// It is searched.
    Keep,
    /// It is skipped.
    Move(Score),
    /// It is skipped, and so are all quiet moves that follow.
    Rest(Score),
}

impl Skip {
    /// Tells the picker which moves are not wanted. Returns what a skipped move may have been worth.
    pub fn apply(self, picker: &mut Picker) -> Option<Score> {
        match self {
            Skip::Keep => None,
            Skip::Move(hope) => Some(hope),
            Skip::Rest(hope) => {
                picker.skip_quiets();
                Some(hope)
            }
        }
    }
}

numbers! { late_moves:
    lmp_base = 3 in 1..=10 by 1;
}

/// Late move pruning: after this number in the order, quiet moves hardly ever raise alpha.
pub fn late_move_number(node: &Node) -> usize {
    ((lmp_base() + node.depth * node.depth) / (2 - i32::from(node.is_doing_well()))) as usize
}

/// The most that a noisy move is expected to reach from a position of this evaluation: its victim,
/// what it promotes to, and a margin. Never a win.
pub fn capture_hope(position: &Position, eval: Score, m: Move, margin: i32) -> Score {
    let promotion = m.promotion().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    (eval + margin + position.captured(m).map_or(0, piece_value) + promotion).clamp_eval()
}

numbers! { quiet_pruning:
    /// Quiet moves with a history below minus this per ply are skipped.
    history_pruning_per_ply = 4083 in 1000..=9000 by 500;
    /// The weight of main history in the depth that the other rules go by, in 32nds.
    pruning_main_share = 69;
    /// The history that is worth a ply of that depth.
    pruning_history_divisor = 3208 in 1000..=9000 by 400;
    /// The loss of material that is accepted, times the depth squared.
    see_quiet_per_squared_ply = 10 in 2..=40 by 2;
}

impl Worker<'_> {
    /// Whether a move is worth a search, by the depth of its first search with the base reduction
    /// alone: what makes a late move shallow must not also delete it.
    pub fn skip(&self, node: &Node, info: &MoveInfo) -> Skip {
        let lmr_depth = node.depth - 1 - info.base_reduction / LMR_UNIT;
        if info.noisy || info.gives_check {
            let history = self.history_before(node, info);
            let is_hopeless = is_capture_futile(node, info, lmr_depth, history)
                || loses_exchange(node, info, history);
            return if is_hopeless { Skip::Move(node.best) } else { Skip::Keep };
        }
        let quiet = QuietMove::of(node.position, info.m);
        let history = &self.histories.history;
        let score = history.pruning_score(&node.context, quiet);
        if score < -history_pruning_per_ply() * node.depth {
            return Skip::Move(node.best);
        }
        let main = history.main_score(&node.context, quiet) * pruning_main_share() / 32;
        let lmr_depth = lmr_depth + (score + main) / pruning_history_divisor();
        let hope = quiet_hope(node, lmr_depth);
        if !node.in_check && lmr_depth <= futility_max_depth() && hope <= node.window.alpha {
            return Skip::Move(hope);
        }
        let loss = see_quiet_per_squared_ply() * lmr_depth.max(0) * lmr_depth.max(0);
        if see_ge(node.position, info.m, -loss) { Skip::Keep } else { Skip::Move(node.best) }
    }
}

numbers! { futility:
    futility_max_depth = 12;
    /// The margin at depth 0.
    futility_base = 29 in 0..=250 by 20;
    futility_per_ply = 88 in 20..=150 by 12;
    /// Added to the margin where no move has raised alpha.
    futility_no_best_move = 111 in 0..=250 by 20;
    /// Added to the margin where the evaluation is above alpha.
    futility_above_alpha = 59;
}

/// Futility pruning: the most that a quiet move is expected to reach (Heinz, "Extended futility
/// pruning", 1998).
fn quiet_hope(node: &Node, lmr_depth: i32) -> Score {
    let margin = futility_base()
        + futility_per_ply() * lmr_depth
        + if node.best_move.is_some() { 0 } else { futility_no_best_move() }
        + if node.static_eval > node.window.alpha { futility_above_alpha() } else { 0 };
    (node.static_eval + margin).clamp_eval()
}

numbers! { capture_pruning:
    futility_capture_max_depth = 6;
    /// The margin of futility pruning at depth 0, besides the victim.
    futility_capture_base = 160 in 0..=400 by 30;
    futility_capture_per_ply = 150 in 30..=300 by 25;
    /// The history of a capture is divided by this and added to the margin of futility pruning.
    futility_capture_history_divisor = 11;
    /// The loss of material that is accepted of captures and checks.
    see_noisy_per_ply = 66 in 30..=200 by 10;
    /// The history of a capture is divided by this and added to the loss that is accepted.
    see_noisy_history_divisor = 72;
}

impl Worker<'_> {
    /// The history of a capture or promotion that has not been played; none of other checks.
    fn history_before(&self, node: &Node, info: &MoveInfo) -> i32 {
        let (position, m) = (node.position, info.m);
        let (piece_to, captured) = (PieceTo::of(position, m), position.captured(m));
        if info.noisy { self.histories.history.capture_score(piece_to, captured) } else { 0 }
    }
}

/// Futility pruning of captures: not even with the victim is alpha in reach (Chess Programming Wiki,
/// "Futility Pruning").
fn is_capture_futile(node: &Node, info: &MoveInfo, lmr_depth: i32, history: i32) -> bool {
    let margin = futility_capture_base()
        + futility_capture_per_ply() * lmr_depth
        + history / futility_capture_history_divisor();
    !info.gives_check
        && lmr_depth <= futility_capture_max_depth()
        && capture_hope(node.position, node.static_eval, info.m, margin) <= node.window.alpha
}

/// SEE pruning of captures and checks: the exchange loses more than the depth is likely to win back.
/// The last piece may be given up where a draw would help: stalemate.
fn loses_exchange(node: &Node, info: &MoveInfo, history: i32) -> bool {
    let (position, m) = (node.position, info.m);
    let loss = see_noisy_per_ply() * node.depth + history / see_noisy_history_divisor();
    let is_last_piece = || position.is_only_piece(m.from());
    !see_ge(position, m, -loss.max(0)) && (node.window.alpha >= Score::DRAW || !is_last_piece())
}

numbers! { singular:
    /// The least depth, without having been on a principal variation.
    singular_min_depth = 6;
    /// How many plies shallower than the node the entry may be.
    singular_tt_depth = 3;
    /// How far below the TT score all other moves must stay, in hundredths of a centipawn for each
    /// ply of depth.
    singular_margin = 61 in 10..=200 by 10;
    /// Added to that where the node was on a principal variation.
    singular_margin_tt_pv = 86;
    /// The plies taken off a TT move with rivals whose score reaches beta.
    singular_reduction_above_beta = 3;
    /// The plies taken off a TT move with rivals at other expected cut nodes.
    singular_reduction_cut = 2;
    /// What the history of TT moves loses when one has rivals.
    tt_move_rival_malus = 400;
    tt_move_rival_malus_per_ply = 100;
    tt_move_rival_malus_max = 4000;
}

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
    pub fn singular(&mut self, node: &Node) -> Result<Singular, Stopped> {
        let nothing = Ok(Singular::Extend(0));
        let Some(tt) = node.tt.filter(|_| !node.is_excluding()) else { return nothing };
        if node.depth < singular_min_depth() + i32::from(node.tt_pv)
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
        // The search uses the list of moves of this ply, which nothing needs yet: the TT move is
        // picked before any move is generated.
        self.frames[node.ply].excluded = node.tt_move;
        let (window, half) = (Window::below(singular_beta), (node.depth - 1) / 2);
        let score = self.search::<NonPv>(node.position, window, half, node.ply, node.cut);
        self.frames[node.ply].excluded = Move::NONE;
        let (score, beta) = (score?, node.window.beta);
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

numbers! { extensions:
    singular_double_margin = -3;
    /// Added in open windows.
    singular_double_pv = 137;
    /// Subtracted for a quiet TT move.
    singular_double_quiet = 139;
    /// The history of TT moves is divided by this and subtracted.
    singular_tt_history_divisor = 206;
    singular_triple_margin = 50;
    /// Added in open windows.
    singular_triple_pv = 208;
    /// Added where the node was on a principal variation.
    singular_triple_tt_pv = 62;
    /// Subtracted for a quiet TT move.
    singular_triple_quiet = 171;
    /// Subtracted beyond the depth of the iteration.
    singular_deep_margin = 29;
    /// The share of the correction that is subtracted.
    singular_correction_percent = 57;
}

/// How far the rivals of a TT move must stay below it for extensions of two and three plies. Off
/// the principal variation a quiet one gets them easily: its point lies beyond the horizon.
fn extension_margins(node: &Node, tt_move_score: i32, root_depth: i32) -> [i32; 2] {
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

/// One ply, in the unit in which reductions are computed.
pub const LMR_UNIT: i32 = 1024;

numbers! { base_reductions:
    /// The weight of the logarithms that is added where the side to move is not doing well.
    lmr_not_improving_share = 476 in 0..=1000 by 60;
    /// Subtracted in the full width of the root's window.
    lmr_window = 608 in 0..=1500 by 120;
    /// Added at nodes that were on a principal variation.
    lmr_tt_pv_base = 946 in 0..=2500 by 180;
}

impl Worker<'_> {
    /// Late move reductions: with good move ordering, late moves rarely beat alpha, so a shallower
    /// search first is enough (Chess Programming Wiki, "Late Move Reductions").
    ///
    /// This is the base reduction of a node's next move, in [`LMR_UNIT`]s, which pruning goes by: by
    /// the logarithms of depth and number, less in a window that is wide beside the root's.
    #[inline(always)]
    pub fn base_reduction(&self, node: &Node) -> i32 {
        let ln = |n: usize| LN[n.min(LN_SIZE - 1)];
        let product = ln(node.depth as usize) * ln(node.number) / LMR_UNIT * 100
            / self.options.lmr_depth_factor;
        let not_improving = if node.is_doing_well() { 0 } else { lmr_not_improving_share() };
        let more = (i64::from(product) * i64::from(not_improving) / 1024) as i32;
        let width = (node.window.beta.0 - node.window.alpha.0).min(self.root_width);
        self.options.lmr_base_reduction * LMR_UNIT / 100 + product + more
            - lmr_window() * width / self.root_width.max(1)
            + if node.tt_pv { lmr_tt_pv_base() } else { 0 }
    }
}

numbers! { reductions:
    /// Added to the reduction of every move.
    lmr_offset = 714 in -1000..=2500 by 180;
    /// Subtracted for each move up to this one.
    lmr_per_move = 73;
    /// Subtracted for each centipawn of the correction, which says how uncertain the evaluation is;
    /// in hundredths.
    lmr_correction = 626 in 0..=2000 by 120;
    /// Subtracted for the history of the move, in 8192ths.
    lmr_history = 850 in 200..=2000 by 100;
    /// Subtracted at nodes that were on a principal variation.
    lmr_tt_pv = 2719 in 0..=5000 by 300;
    /// Subtracted there in open windows.
    lmr_pv = 983 in 0..=2500 by 180;
    /// Subtracted there where the hash table's score is above alpha.
    lmr_tt_pv_above_alpha = 922;
    /// Subtracted there where the hash table's score is as deep as the node.
    lmr_tt_pv_deep = 934;
    /// Subtracted besides at expected cut nodes.
    lmr_tt_pv_deep_cut = 1011;
    /// Added at expected cut nodes.
    lmr_cut_node = 3372 in 0..=6000 by 350;
    /// Added besides without a TT move.
    lmr_cut_node_no_tt_move = 997;
    /// Added where the TT move is noisy.
    lmr_tt_noisy = 1119 in 0..=2500 by 200;
    /// Added after two nodes of the next ply have failed high.
    lmr_child_cutoffs = 256;
    /// Added besides after more than two.
    lmr_many_child_cutoffs = 1024;
    /// Added besides at expected all nodes.
    lmr_child_cutoffs_all_node = 1024;
    /// Subtracted for the TT move.
    lmr_tt_move = 2151;
    /// Subtracted for a move that gives check.
    lmr_check = 1024 in 0..=3000 by 200;
    /// The history that a victim is worth, in percent of its value.
    lmr_victim_percent = 983;
}

impl Worker<'_> {
    /// The complete reduction of a move that has been played, in [`LMR_UNIT`]s. It adds what is known
    /// of node and move, and makes the difference: the alternatives of an expected cut node are
    /// searched many plies shallower, while those on a principal variation are hardly reduced.
    #[inline(always)]
    pub fn reduction(&self, node: &Node, info: &MoveInfo) -> i32 {
        let alpha = node.window.alpha;
        let mut r = info.base_reduction + lmr_offset()
            - lmr_per_move() * info.number as i32
            - lmr_correction() * node.correction / 100
            - self.frames[node.ply].history * lmr_history() / 8192;
        if node.tt_pv {
            let is_deep = node.tt.is_some_and(|tt| tt.depth >= node.depth);
            let is_above = node.tt.is_none_or(|tt| tt.score > alpha);
            r -= lmr_tt_pv()
                + if node.pv { lmr_pv() } else { 0 }
                + if is_above { lmr_tt_pv_above_alpha() } else { 0 }
                + if is_deep { lmr_tt_pv_deep() } else { 0 }
                + if is_deep && node.cut { lmr_tt_pv_deep_cut() } else { 0 };
        }
        if node.cut {
            r +=
                lmr_cut_node() + if node.tt_move.is_some() { 0 } else { lmr_cut_node_no_tt_move() };
        }
        if node.tt_noisy {
            r += lmr_tt_noisy();
        }
        let cutoffs = self.frames[node.ply + 1].cutoffs;
        if cutoffs > 1 {
            r += lmr_child_cutoffs()
                + if cutoffs > 2 { lmr_many_child_cutoffs() } else { 0 }
                + if node.is_all() { lmr_child_cutoffs_all_node() } else { 0 };
        }
        if info.is_tt_move() {
            r -= lmr_tt_move();
        }
        if info.gives_check {
            r -= lmr_check();
        }
        // Where no move is expected to be good, the later ones are even less likely to be.
        if node.is_all() { r + r / (node.depth + 1) } else { r }
    }

    /// The history of a move that has been played, as reductions see it.
    pub fn move_history(&self, node: &Node, info: &MoveInfo) -> i32 {
        let (frame, history) = (&self.frames[node.ply], &self.histories.history);
        if info.noisy {
            let victim = frame.captured.map_or(0, piece_value) * lmr_victim_percent() / 100;
            victim + history.capture_score(frame.piece_to, frame.captured)
        } else {
            history.reduction_score(&node.context, QuietMove::new(info.m, frame.piece_to))
        }
    }
}

numbers! { full_reductions:
    /// Added without a TT move.
    lmr_full_no_tt_move = 1140;
    /// The reduction from which on a move loses one ply.
    lmr_full_one_ply = 3957;
    /// The reduction from which on a move loses two plies.
    lmr_full_two_plies = 5654;
}

/// The plies by which a move is searched shallower that is not reduced for being late.
pub fn full_reduction(node: &Node, info: &MoveInfo, reduction: i32) -> i32 {
    let r = reduction + if node.tt_move.is_some() { 0 } else { lmr_full_no_tt_move() };
    i32::from(r > lmr_full_one_ply()) + i32::from(r > lmr_full_two_plies() && info.new_depth > 2)
}

numbers! { hindsights:
    /// The least reduction after which a node is searched deeper if its move lost nothing.
    hindsight_reduction = 3;
    /// The least reduction after which a node is searched shallower if its move lost much.
    hindsight_shallower_reduction = 2;
    /// A move that loses more than this has lost much.
    hindsight_loss = 119 in 50..=500 by 30;
}

impl Arrival {
    /// The change of depth, in plies, of a node after a reduced move: the move was reduced too much
    /// if the position is no worse for its side than before, too little if it lost much (Stockfish's
    /// "hindsight" adjustments).
    pub fn hindsight(&self, depth: i32) -> i32 {
        let deeper = self.reduced >= hindsight_reduction() && self.loss <= 0;
        let shallower = self.reduced >= hindsight_shallower_reduction()
            && self.loss > hindsight_loss()
            && depth > 1;
        i32::from(deeper) - i32::from(shallower)
    }
}

numbers! { internal_reductions:
    iir_min_depth = 6;
    /// The greatest reduction of the move that led to the node.
    iir_max_reduced = 3;
}

/// The plies by which a whole node is reduced: one without a TT move. Its moves are poorly ordered,
/// and a shallower search finds a TT move for the next visit (internal iterative reduction,
/// Schröder 2020).
pub fn internal_iterative_reduction(node: &Node) -> i32 {
    let applies = !node.in_check
        && !node.is_all()
        && node.depth >= iir_min_depth()
        && !node.tt_move.is_some()
        && node.arrival.reduced <= iir_max_reduced();
    i32::from(applies)
}

const LN_SIZE: usize = 128;
/// Natural logarithms in [`LMR_UNIT`]s, as integers so that they are the same on every machine.
static LN: [i32; LN_SIZE] = natural_logarithms();

/// ln n = ln (n - 1) + 2 artanh (1 / (2n - 1)), with the first terms of the series.
const fn natural_logarithms() -> [i32; LN_SIZE] {
    const ONE: i64 = 1 << 30;
    let mut table = [0; LN_SIZE];
    let mut sum = 0;
    let mut n = 2;
    while n < LN_SIZE {
        let x = ONE / (2 * n as i64 - 1);
        let square = x * x / ONE;
        let (mut power, mut k) = (x, 1);
        while k < 30 {
            sum += 2 * power / k;
            power = power * square / ONE;
            k += 2;
        }
        table[n] = (sum * LMR_UNIT as i64 / ONE) as i32;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hindsight_corrects_reductions_alone() {
        let (much, loss) = (hindsight_reduction(), hindsight_loss());
        let cases = [
            ((much, 0, 5), 1),
            ((much, 1, 5), 0),
            ((much - 1, -500, 5), 0),
            ((much - 1, loss, 5), 0),
            ((much - 1, loss + 1, 5), -1),
            ((much - 1, loss + 1, 1), 0),
            ((0, loss + 1, 5), 0),
        ];
        for ((reduced, loss, depth), plies) in cases {
            let arrival = Arrival { reduced, loss };
            assert_eq!(arrival.hindsight(depth), plies, "{reduced} {loss} {depth}");
        }
    }

    #[test]
    fn logarithms_are_right() {
        for (n, &ln) in LN.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * f64::from(LMR_UNIT);
            assert!((f64::from(ln) - exact).abs() <= 1.0, "ln {n}: {ln}, not {exact}");
        }
    }
}
