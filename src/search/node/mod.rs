//! One node of the main search: principal variation search in numbered steps.
//!
//! ```text
//! search -> cutoffs: hash table, tablebases, razoring, reverse futility, null move, ProbCut
//!        -> move_loop -> moves: what is skipped, extended, reduced
//!        -> learn: what the histories take from the result
//! search, cutoffs, moves -> search, quiesce
//! ```
//!
//! A node searches nodes, and so do the rules that search before they decide (null move, ProbCut,
//! singular). `state` holds what is known of a node and of a move,
//! `stack` what a node leaves for those after it on the path.
//!
//! Negamax with a window: the first move is searched with the full window, later ones only to
//! see whether they are better (Marsland and Campbell 1982, "Parallel search of strongly
//! ordered game trees").

pub mod cutoffs;
pub mod learn;
pub mod moves;
pub mod quiesce;
pub mod stack;
mod state;

use crate::board::movegen::is_checkmate;
use crate::board::{Move, Position};
use crate::eval::endings;
use crate::ordering::{Picked, Picker};
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node::moves::{
    LMR_UNIT, Singular, full_reduction, internal_iterative_reduction, late_move_number,
};
use crate::search::node::state::{MoveInfo, Node, NodeType, NonPv, Root, TbResult, blend};
use crate::search::worker::{Stopped, Worker};
use crate::tunables::numbers;

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
    /// node is expected to fail high, because its parent is expected to fail low.
    pub fn search<N: NodeType>(
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
        let mut node = self.begin_node::<N>(position, window, depth, ply, cut);
        node.depth += node.arrival.hindsight(node.depth);
        // 4. A cutoff by the hash table, or the tablebases.
        if let Some(score) = self.tt_cutoff(&node) {
            return Ok(score);
        }
        node.tb = self.probe_tb::<N>(&node);
        if let TbResult::Cut(score) = node.tb {
            return Ok(score);
        }
        node.window.alpha = node.tb.raise(node.window.alpha);
        // 5. The change of the evaluation teaches what the last move was worth.
        self.reward_eval_change(&node);
        // 6. Prune the whole node: razoring, reverse futility, null move.
        if let Some(score) = self.prune_node(&node)? {
            return Ok(score);
        }
        // 7. Shallower without a TT move. ProbCut.
        node.depth -= internal_iterative_reduction(&node);
        if !N::ROOT
            && let Some(score) = self.probcut(&node)?
        {
            return Ok(score);
        }
        // 8. The moves.
        self.move_loop::<N>(&mut node)
    }

    /// The score of a node by its moves: the second half of [`Worker::search`].
    fn move_loop<N: NodeType>(&mut self, node: &mut Node) -> Result<Score, Stopped> {
        // Killers are shared by positions with the same grandparent: clear those of another one.
        self.histories.killers.forget(node.ply + 2);
        let mut picker = Picker::new(node.position, node.tt_move, self.killers_at(node.ply));
        if N::PV {
            node.best = node.tb.raise(node.best);
        }
        while let Some(picked) = self.pick::<N>(node, &mut picker) {
            node.number += 1;
            let mut info = self.move_info(node, picked);
            // 9. Skip moves that are not worth a search, once a move is known that does not lose.
            if !N::ROOT && node.may_skip() {
                if node.number >= late_move_number(node) {
                    picker.skip_quiets();
                }
                info.gives_check = picker.gives_check(node.position, info.m);
                if let Some(hope) = self.skip(node, &info).apply(&mut picker) {
                    node.best = node.best.max(hope);
                    continue;
                }
            }
            // 10. A singular TT move is extended, or the node is cut off (multi-cut).
            if info.is_tt_move() && !N::ROOT {
                match self.singular(node)? {
                    Singular::Extend(plies) => node.extend(&mut info, plies),
                    Singular::Cut(score) => return Ok(score),
                }
            }
            // 11. Search: the first move in the full window, the others as far as needed.
            let score = self.play_move::<N>(node, &info)?;
            // 12. Is the move the best so far, does it raise alpha, does it fail high?
            if self.take_score::<N>(node, &info, score) {
                break;
            }
        }
        // 13. No legal move: mate or stalemate, unless the only move is the excluded one.
        if node.number == 0 {
            return Ok(node.score_without_moves());
        }
        // 14. Learn from the result, and store it.
        Ok(self.conclude::<N>(node))
    }

    /// The next move of a node that may be searched.
    #[inline(always)]
    fn pick<N: NodeType>(&mut self, node: &Node, picker: &mut Picker) -> Option<Picked> {
        loop {
            let list = &mut self.lists[node.ply];
            let history = &self.histories.history;
            let picked = picker.next(node.position, list, history, &node.context)?;
            if picked.m != node.excluded && (!N::ROOT || self.may_begin_with(picked.m)) {
                self.prefetch_after(node.position, picked.m);
                return Some(picked);
            }
        }
    }

    /// What is known of a move that has been picked.
    #[inline(always)]
    fn move_info(&self, node: &Node, Picked { m, stage }: Picked) -> MoveInfo {
        MoveInfo {
            m,
            stage,
            number: node.number,
            noisy: node.position.is_noisy(m),
            gives_check: false,
            base_reduction: self.base_reduction(node),
            extension: 0,
            new_depth: node.depth - 1,
        }
    }

    /// Plays a move, searches it, and takes it back.
    fn play_move<N: NodeType>(&mut self, node: &Node, info: &MoveInfo) -> Result<Score, Stopped> {
        let begun = self.stats.nodes;
        self.count_node()?;
        let child = self.play(node.position, info.m, node.ply);
        let history = self.move_history(node, info);
        let frame = &mut self.frames[node.ply];
        (frame.number, frame.history) = (info.number, history);
        let mut score = if N::ROOT && self.hides_replies(info.m) {
            self.score_without_replies(&child)
        } else {
            self.search_move::<N>(node, info, &child)?
        };
        self.undo();
        if N::ROOT {
            score = self.root_score(info, score);
            self.time_manager.count(self.stats.nodes - begun, score > node.window.alpha);
        }
        Ok(score)
    }

    /// Searches a move that has been played: with a null window and, if it is late, to a reduced
    /// depth; deeper and wider only if that beats alpha.
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        info: &MoveInfo,
        child: &Position,
    ) -> Result<Score, Stopped> {
        let (ply, alpha) = (node.ply + 1, node.window.alpha);
        let null = Window::below(alpha + 1).flip();
        let reduces = self.options.lmr && node.depth >= self.options.lmr_min_depth;
        let reduction = if self.options.lmr { self.reduction(node, info) } else { 0 };
        if N::PV {
            // A null window writes no line: the one there is a sibling's.
            self.pvs[ply].clear();
        }
        let mut new_depth = info.new_depth;
        let mut score = -Score::INFINITE;
        if reduces && info.number >= self.options.lmr_min_move_number.max(2) {
            let reduced_depth =
                (new_depth - reduction / LMR_UNIT).min(new_depth + 2).max(1) + i32::from(N::PV);
            self.stats.reductions += u64::from(reduced_depth < new_depth);
            self.frames[node.ply].reduction = new_depth - reduced_depth;
            score = -self.search::<NonPv>(child, null, reduced_depth, ply, true)?;
            self.frames[node.ply].reduction = 0;
            if score > alpha {
                new_depth += re_search_change(node, score, reduced_depth < new_depth);
                if new_depth > reduced_depth {
                    self.stats.re_searches += u64::from(reduced_depth < info.new_depth);
                    score = -self.search::<NonPv>(child, null, new_depth, ply, !node.cut)?;
                }
                let (previous, moved) = (node.context.previous, self.frames[node.ply].piece_to);
                let history = &mut self.histories.history;
                history.update_continuations(previous, moved, re_search_bonus());
            }
        } else if !N::PV || info.number > 1 {
            let depth = new_depth - if reduces { full_reduction(node, info, reduction) } else { 0 };
            score = -self.search::<NonPv>(child, null, depth, ply, !node.cut)?;
        }
        if N::PV && (info.number == 1 || score > alpha && (score < node.window.beta || N::ROOT)) {
            let depth = self.open_depth::<N>(node, info, new_depth);
            score = -self.search::<N::Child>(child, node.window.flip(), depth, ply, false)?;
        }
        Ok(score)
    }

    /// The depth of a search in the open window.
    fn open_depth<N: NodeType>(&self, node: &Node, info: &MoveInfo, new_depth: i32) -> i32 {
        // A TT move that was searched deeper before does not end at the horizon.
        let seen = node.tt.filter(|_| info.is_tt_move());
        let is_deep = seen.is_some_and(|tt| tt.depth > i32::from(!tt.score.is_decided()));
        // A line from the root has been searched as deep as it says.
        let least = if N::ROOT { self.depth - 1 } else { 0 };
        new_depth.max(i32::from(is_deep)).max(least)
    }

    /// Takes the score of a move: it may be the best so far, raise alpha, or fail high, which ends the
    /// node.
    fn take_score<N: NodeType>(&mut self, node: &mut Node, info: &MoveInfo, score: Score) -> bool {
        node.best = node.best.max(score);
        if score <= node.window.alpha {
            node.tried.push(info.m);
            return false;
        }
        if let Some(old) = node.best_move.replace(info.m) {
            node.tried.push(old);
        }
        self.update_pv::<N>(info.m, score, node.ply);
        if score >= node.window.beta {
            self.frames[node.ply].cutoffs += i32::from(info.extension < 2 || N::PV);
            self.stats.count_cutoff(info.stage, info.number == 1);
            if !info.noisy {
                self.histories.killers.store(node.ply, info.m);
            }
            return true;
        }
        node.window.alpha = score;
        // The other moves have to beat a better one now.
        let range = alpha_raised_min_depth()..=alpha_raised_max_depth();
        if !N::ROOT && range.contains(&node.depth) && !score.is_decided() {
            node.depth -= alpha_raised_reduction();
        }
        false
    }

    /// The score of a node by what its moves have brought, which the histories learn from and the
    /// hash table keeps.
    fn conclude<N: NodeType>(&mut self, node: &Node) -> Score {
        let beta = node.window.beta;
        let best = if N::ROOT { node.best } else { blend(node.best, beta, node.depth) };
        let score = node.tb.limit(best);
        let is_whole = !N::ROOT || !self.are_roots_restricted();
        self.learn(node, score);
        if is_whole {
            self.correct_evaluations(node, score);
        }
        let bound = match node.best_move {
            Some(_) if score >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        if is_whole && !node.is_excluding() {
            let entry = node.entry(node.best_move.unwrap_or_default(), score, bound);
            self.tt_store(node.position, node.ply, entry);
        }
        score
    }

    /// The score of a root move. The first of those that win by the tablebases makes the most
    /// progress: only a mate is better.
    fn root_score(&self, info: &MoveInfo, score: Score) -> Score {
        let verdict = self.root_moves.verdict().filter(|v| v.is_ordered() && info.number == 1);
        verdict.map_or(score, |verdict| verdict.correct(score))
    }

    /// Whether a line from the root may begin with this move. The moves of better lines are taken.
    fn may_begin_with(&self, m: Move) -> bool {
        self.root_moves.contains(m) && !self.lines.have(m)
    }

    /// Whether the root may leave out some legal moves.
    fn are_roots_restricted(&self) -> bool {
        self.root_moves.are_restricted() || self.lines.found() > 0
    }

    /// Begins a node that may lie on the principal variation.
    pub fn enter<N: NodeType>(&mut self, ply: usize) {
        if N::PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
    }

    /// The score of a node that needs no search: a draw by rule, a drawn ending, or the maximum ply.
    pub fn terminal(&mut self, position: &Position, ply: usize) -> Option<Score> {
        // With root moves left out, a return to the root may find what the first time was not allowed.
        let unrestricted = ply.saturating_sub(self.are_roots_restricted().into());
        if endings::is_draw(position) || position.is_repetition(self.keys, unrestricted) {
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

    /// Sets the line of a PV node to a move and the best line after it.
    pub fn update_pv<N: NodeType>(&mut self, m: Move, score: Score, ply: usize) {
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
}

numbers! { re_searches:
    /// A reduced move this far above the best is searched deeper than the others.
    lmr_deeper_margin = 34;
    /// A reduced move less than this above the best is searched shallower again.
    lmr_shallower_margin = 6;
    /// The bonus of a reduced move that turned out better than expected, in continuation history.
    re_search_bonus = 1365;
}

/// The change of depth, in plies, of a move that beat alpha when it was searched first.
fn re_search_change(node: &Node, score: Score, was_reduced: bool) -> i32 {
    let is_good = was_reduced && score > node.best + lmr_deeper_margin();
    let is_doubtful = score < node.best + lmr_shallower_margin();
    i32::from(is_good) - i32::from(is_doubtful)
}

numbers! { raised_alpha:
    alpha_raised_min_depth = 3;
    alpha_raised_max_depth = 13;
    /// By how many plies the other moves are searched shallower.
    alpha_raised_reduction = 2;
}
