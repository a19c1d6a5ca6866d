//! One node of the main search: principal variation search in numbered steps.
//!
//! ```text
//! search -> cutoffs: hash table, tablebases, razoring, reverse futility, null move, ProbCut
//!        -> move_loop -> moves: what is skipped, extended, reduced
//!        -> learn: what the histories take from the result
//! search, cutoffs, moves -> search, quiesce
//! ```
//!
//! This is what calls what: a node searches nodes, and so do the rules that look before they cut off
//! (null move, ProbCut, the singular search). `state` holds what is known of a node and of a move,
//! `stack` what a node leaves for those after it on the path.
//!
//! Negamax with a window: the first move is searched with the full window, later ones only to
//! see whether they are better (Marsland and Campbell 1982, "Parallel search of strongly
//! ordered game trees").

mod cutoffs;
mod learn;
mod moves;
mod quiesce;
pub mod stack;
mod state;

use crate::board::movegen::is_checkmate;
use crate::board::{Move, Position};
use crate::histories::history::{Context, QuietMove};
use crate::ordering::picker::{Picked, Picker, Stage};
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node::cutoffs::TbResult;
use crate::search::node::moves::{
    Singular, base_reduction, full_reduction, hindsight, internal_iterative_reduction,
    late_move_number, reduction, victim_history,
};
use crate::search::node::stack::TriedMoves;
use crate::search::node::state::{MoveInfo, Node, NodeInfo, NonPv, Root, Tally, blend};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

impl Worker<'_> {
    /// Searches the root position.
    pub fn search_root(&mut self, window: Window, depth: i32) -> Result<Score, Stopped> {
        let root = self.root;
        self.root_width = window.beta.0 - window.alpha.0;
        self.frames[1].cutoffs = 0;
        self.time_manager.begin_pass();
        let score = self.search::<Root>(root, window, depth, 0, false)?;
        self.time_manager.end_pass();
        Ok(score)
    }

    /// The score of a position within the window, searched to `depth` plies. `cut` says that the
    /// node is expected to fail high, because its parent is not.
    pub fn search<N: Node>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. Beyond the horizon, only captures.
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply);
        }
        self.enter::<N>(ply);
        // 2. Draws, the maximum ply, and mate distance pruning.
        if !N::ROOT {
            if let Some(score) = self.terminal(position, ply) {
                return Ok(score);
            }
            window = window.within_mates(ply);
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        // 3. What the hash table and the evaluation say, and how it has changed: deeper if the move
        // that led here was reduced too much, shallower if too little.
        let reduced = self.take_reduction_before(ply);
        let depth = depth.min(MAX_PLY as i32 - 1);
        let mut node = self.node_info::<N>(position, (depth, ply, cut));
        let loss = node.static_eval.0 + self.frames.before(ply, 1).static_eval.0;
        node.depth += hindsight(reduced, loss, depth);
        // 4. A cutoff by the hash table, or the tablebases.
        if let Some(score) = self.tt_cutoff(position, &node, window.beta) {
            return Ok(score);
        }
        let tb_window = match self.probe_tb::<N>(position, window, depth, ply) {
            TbResult::Score(score) => return Ok(score),
            TbResult::Within(tb_window) => tb_window,
        };
        window.alpha = window.alpha.max(tb_window.alpha);
        // 5. The change of the evaluation teaches what the last move was worth.
        self.reward_eval_change(position, &node, -loss);
        // 6. Prune the whole node: razoring, reverse futility, null move.
        if let Some(score) = self.prune_node(position, &node, window)? {
            return Ok(score);
        }
        // 7. Shallower without a TT move. ProbCut.
        if !node.in_check {
            node.improving |= node.static_eval >= window.beta;
            node.depth -= internal_iterative_reduction(&node, reduced);
        }
        if !N::ROOT
            && let Some(score) = self.probcut(position, &node, window.beta)?
        {
            return Ok(score);
        }
        // 8. The moves.
        self.move_loop::<N>(position, &mut node, window, tb_window)
    }

    /// The score of a position by its moves: the second half of [`Worker::search`]. The tablebases
    /// say that it lies within `tb_window`.
    fn move_loop<N: Node>(
        &mut self,
        position: &Position,
        node: &mut NodeInfo,
        window: Window,
        tb_window: Window,
    ) -> Result<Score, Stopped> {
        let ply = node.ply;
        // Killers are shared by positions with the same grandparent: clear those of another one.
        self.histories.killers.forget(ply + 2);
        let mut picker = Picker::new(position, node.tt_move, self.killers_at(ply));
        let context = self.context(position, ply);
        let worst = Score::mated_in(ply);
        let best = if N::PV { worst.max(tb_window.alpha) } else { worst };
        let (best_move, tried) = (None, TriedMoves::default());
        let mut tally = Tally { window, best, best_move, number: 0, tried };
        loop {
            let list = &mut self.lists[ply];
            let picked = picker.next(position, list, &self.histories.history, &context);
            let Some(Picked { m, stage }) = picked else { break };
            if N::ROOT && !self.may_begin_with(m) || m == node.excluded {
                continue;
            }
            self.prefetch_after(position, m);
            tally.number += 1;
            // 9. Skip moves that are not worth a search, once a move is known that does not lose.
            let mut info = MoveInfo {
                m,
                number: tally.number,
                noisy: position.is_noisy(m),
                gives_check: false,
                is_tt_move: stage == Stage::TtMove,
            };
            let width = (tally.window, self.root_width);
            let base = base_reduction(self.options, node, info.number, width);
            if !N::ROOT && !tally.best.is_loss() && position.has_pieces() {
                if info.number >= late_move_number(node) {
                    picker.skip_quiets();
                }
                info.gives_check = picker.gives_check(position, m);
                let depth = node.depth - 1 - base / LMR_UNIT;
                let known = (tally.window.alpha, tally.best_move.is_some(), depth);
                if let Some(hope) = self.pruned_score(position, node, &context, &info, known) {
                    tally.best = tally.best.max(hope);
                    continue;
                }
            }
            // 10. A singular TT move is extended, or the node is cut off (multi-cut).
            let mut below = node.depth - 1;
            let mut extension = 0;
            if info.is_tt_move && !N::ROOT {
                match self.singular(position, node, window.beta)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return Ok(score),
                }
                below += extension;
                node.depth += i32::from(extension > 0);
            }
            // 11. Search: the first move in the full window, the others as far as needed.
            let plies = (base, below);
            let score = self.play_move::<N>(position, node, &info, plies, &context, &tally)?;
            // 12. Is the move the best so far, does it raise alpha, does it fail high?
            if self.take_score::<N>(node, &mut tally, &info, (score, extension)) {
                self.count_cutoff(&info, stage, ply);
                break;
            }
        }
        // 13. No legal move: mate or stalemate, unless the only move is the excluded one.
        if tally.number == 0 {
            let stuck = if node.in_check { worst } else { Score::DRAW };
            return Ok(if node.is_excluding() { window.alpha } else { stuck });
        }
        // 14. Learn from the result, and store it.
        Ok(self.conclude::<N>(position, node, &context, &tally, (window.beta, tb_window)))
    }

    /// Plays a move, searches it, and takes it back.
    fn play_move<N: Node>(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        info: &MoveInfo,
        plies: (i32, i32),
        context: &Context,
        tally: &Tally,
    ) -> Result<Score, Stopped> {
        let begun = self.stats.nodes;
        self.count_node()?;
        let child = self.play(position, info.m, node.ply);
        self.frames[node.ply].number = info.number;
        let score = if N::ROOT && self.hides_replies(info.m) {
            self.score_without_replies(&child)
        } else {
            self.search_move::<N>(&child, node, info, plies, context, tally)?
        };
        self.undo();
        self.count_root_nodes::<N>(begun, score > tally.window.alpha);
        Ok(score)
    }

    /// Searches a move that has been played, to `below` plies: with a null window and, if it is
    /// late, to a reduced depth; deeper and wider only if that beats alpha.
    fn search_move<N: Node>(
        &mut self,
        child: &Position,
        node: &NodeInfo,
        info: &MoveInfo,
        (base, mut below): (i32, i32),
        context: &Context,
        tally: &Tally,
    ) -> Result<Score, Stopped> {
        let (ply, window) = (node.ply, tally.window);
        let (null, alpha) = (window.flip_null(), window.alpha);
        let history = self.move_history(info, context);
        self.frames[ply].history = history;
        let cutoffs = self.frames[ply + 1].cutoffs;
        let lmr = self.options.lmr;
        let r = if lmr { reduction(node, info, alpha, (base, history, cutoffs)) } else { 0 };
        if N::PV {
            // A null window writes no line: the one there is a sibling's.
            self.pvs[ply + 1].clear();
        }
        let is_late = lmr
            && node.depth >= self.options.lmr_min_depth
            && info.number >= self.options.lmr_min_move_number.max(2);
        let mut score = -Score::INFINITE;
        if is_late {
            let shallow = (below - r / LMR_UNIT).min(below + 2).max(1) + i32::from(N::PV);
            self.stats.reductions += u64::from(shallow < below);
            self.frames[ply].reduction = below - shallow;
            score = -self.search::<NonPv>(child, null, shallow, ply + 1, true)?;
            self.frames[ply].reduction = 0;
            if score > alpha {
                let reduced = shallow < below;
                let is_good = reduced && score > tally.best + lmr_deeper_margin();
                let is_doubtful = score < tally.best + lmr_shallower_margin();
                below += i32::from(is_good) - i32::from(is_doubtful);
                if below > shallow {
                    self.stats.re_searches += u64::from(reduced);
                    score = -self.search::<NonPv>(child, null, below, ply + 1, !node.cut)?;
                }
                let piece_to = self.frames[ply].piece_to;
                let history = &mut self.histories.history;
                history.update_continuations(context.previous, piece_to, re_search_bonus());
            }
        } else if !N::PV || info.number > 1 {
            let reduces = lmr && node.depth >= self.options.lmr_min_depth;
            let depth = below - if reduces { full_reduction(node, r, below) } else { 0 };
            score = -self.search::<NonPv>(child, null, depth, ply + 1, !node.cut)?;
        }
        if N::PV && (info.number == 1 || score > alpha && (score < window.beta || N::ROOT)) {
            // A TT move that was searched deeper before does not end at the horizon.
            let seen = node.tt.filter(|_| info.is_tt_move);
            if seen.is_some_and(|tt| tt.depth > i32::from(!tt.score.is_decided())) {
                below = below.max(1);
            }
            if N::ROOT {
                // A line has been searched as deep as it says.
                below = below.max(self.depth - 1);
            }
            score = -self.search::<N::Child>(child, window.flip(), below, ply + 1, false)?;
        }
        Ok(score)
    }

    /// Takes the score of a move: it may be the best so far, raise alpha, or fail high, which ends the
    /// node.
    fn take_score<N: Node>(
        &mut self,
        node: &mut NodeInfo,
        tally: &mut Tally,
        info: &MoveInfo,
        (score, extension): (Score, i32),
    ) -> bool {
        tally.best = tally.best.max(score);
        if score <= tally.window.alpha {
            tally.tried.push(info.m);
            return false;
        }
        if let Some(old) = tally.best_move.replace(info.m) {
            tally.tried.push(old);
        }
        self.update_pv::<N>(info.m, score, node.ply);
        if score >= tally.window.beta {
            self.frames[node.ply].cutoffs += i32::from(extension < 2 || N::PV);
            return true;
        }
        tally.window.alpha = score;
        // The other moves have to beat a better one now.
        let range = alpha_raised_min_depth()..=alpha_raised_max_depth();
        if !N::ROOT && range.contains(&node.depth) && !score.is_decided() {
            node.depth -= alpha_raised_reduction();
        }
        false
    }

    /// The score of a node by what its moves have brought, which the histories learn from and the
    /// hash table keeps.
    fn conclude<N: Node>(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        context: &Context,
        tally: &Tally,
        (beta, tb_window): (Score, Window),
    ) -> Score {
        let highest = if N::ROOT { Score::INFINITE } else { beta };
        let score = blend(tally.best, highest, node.depth).clamp(tb_window.alpha, tb_window.beta);
        let is_whole = !N::ROOT || !self.are_roots_restricted();
        self.learn(position, node, context, tally, score);
        if is_whole {
            self.correct_evaluations(position, node, tally, score);
        }
        let bound = match tally.best_move {
            Some(_) if score >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        if is_whole && !node.is_excluding() {
            let best_move = tally.best_move.unwrap_or_default();
            self.tt_store(position, node.ply, node.result(best_move, score, bound));
        }
        score
    }

    /// The history of a move that has been played, as reductions see it.
    fn move_history(&self, info: &MoveInfo, context: &Context) -> i32 {
        let (frame, history) = (&self.frames[context.ply], &self.histories.history);
        if info.noisy {
            victim_history(frame.captured) + history.capture_score(frame.piece_to, frame.captured)
        } else {
            history.reduction_score(context, QuietMove::new(info.m, frame.piece_to))
        }
    }

    /// The move that was best at an earlier visit. At the root it comes from the current line where
    /// that has one: the hash table has no entry for the further lines of MultiPV, nor for a root
    /// that leaves moves out.
    pub fn tt_move<N: Node>(&self, entry: Option<Entry>) -> Move {
        if N::ROOT && (self.line.depth > 0 || self.lines.found() > 0) {
            return self.line.moves.first().unwrap_or_default();
        }
        entry.map_or(Move::NONE, |e| e.best)
    }

    /// Whether a line from the root may begin with this move. The moves of better lines are taken.
    fn may_begin_with(&self, m: Move) -> bool {
        self.root_moves.contains(m) && !self.lines.have(m)
    }

    /// Whether the root leaves out some legal moves.
    fn are_roots_restricted(&self) -> bool {
        self.root_moves.are_restricted() || self.lines.found() > 0
    }

    /// Begins a node that may lie on the principal variation.
    pub fn enter<N: Node>(&mut self, ply: usize) {
        if N::PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
    }

    /// The score of a node that needs no search: a draw by rule, or the maximum ply.
    pub fn terminal(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if position.is_repetition(self.keys, ply) || position.is_insufficient_material() {
            return Some(Score::DRAW);
        }
        if position.is_fifty_moves() {
            // Mate on the hundredth ply comes before the draw.
            let mated = is_checkmate(position);
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(position))
    }

    fn killers_at(&self, ply: usize) -> [Move; 2] {
        if self.options.killers { self.histories.killers.at(ply) } else { [Move::NONE; 2] }
    }

    /// Counts the nodes of a root move that has been searched. `begun` is the node count before it.
    fn count_root_nodes<N: Node>(&mut self, begun: u64, is_best: bool) {
        if N::ROOT {
            self.time_manager.count(self.stats.nodes - begun, is_best);
        }
    }

    /// Sets the line of a PV node to a move and the best line after it.
    pub fn update_pv<N: Node>(&mut self, m: Move, score: Score, ply: usize) {
        if !N::PV {
            return;
        }
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        upper[ply].set(m, &lower[0]);
        if N::ROOT {
            self.line.moves.set(m, &lower[0]);
            self.line.score = score;
            // Until the other moves are searched too, the position may be worth more.
            self.line.bound = Bound::Lower;
            self.line.depth = self.depth;
            self.reported = false;
        }
    }

    /// Counts a move that cut its node off, and keeps it as a killer if it is quiet.
    fn count_cutoff(&mut self, info: &MoveInfo, stage: Stage, ply: usize) {
        self.stats.count_cutoff(stage, info.number == 1);
        if !info.noisy {
            self.histories.killers.store(ply, info.m);
        }
    }
}
