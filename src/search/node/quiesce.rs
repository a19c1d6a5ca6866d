//! Quiescence search: at the horizon, captures are played out before the position is evaluated,
//! because a hanging piece makes every evaluation wrong.

use crate::board::see::{exchange_units, see_ge};
use crate::board::{Move, Position};
use crate::ordering::{Picked, Picker};
use crate::score::{Bound, Score, Window};
use crate::search::node::moves::{Skip, capture_hope};
use crate::search::node::state::{NodeType, blend};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::numbers;

/// A node of quiescence while its moves are searched.
struct Quiescence<'p> {
    position: &'p Position,
    /// The distance from the root.
    ply: usize,
    in_check: bool,
    static_eval: Score,
    window: Window,
    best: Score,
    /// The move that raised alpha last.
    best_move: Move,
    /// How many moves have been picked.
    number: i32,
}

impl Worker<'_> {
    /// The score of a position once it is quiet. In check, quiet evasions are searched until one does
    /// not lose.
    pub fn quiesce<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.enter::<N>(ply);
        if let Some(score) = self.terminal(position, ply) {
            return Ok(score);
        }
        // Any entry that settles the score will do: none is shallower than this search.
        let tt = self.tt_probe(position, ply);
        if let Some(tt) = tt.filter(|tt| !N::PV && tt.settles(window.beta)) {
            self.stats.tt_cutoffs += 1;
            return Ok(tt.score);
        }
        // Stand pat: a side that is not forced to capture has at least the value of the position.
        let in_check = position.in_check();
        let raw_eval = self.raw_eval(position, tt);
        let (mut static_eval, mut best) = (Score::DRAW, Score::mated_in(ply));
        if !in_check {
            static_eval = (raw_eval + self.correction(position, ply)).clamp_eval();
            let refined = tt.map_or(static_eval, |tt| tt.refine(static_eval));
            best = if refined.is_decided() { static_eval } else { refined };
        }
        let pv = N::PV || tt.is_some_and(|tt| tt.pv);
        let entry = |best, score, bound| Entry { best, score, raw_eval, depth: 0, bound, pv };
        if best >= window.beta {
            let score = blend(best, window.beta, 1);
            if tt.is_none() {
                self.tt_store(position, ply, entry(Move::NONE, score, Bound::Lower));
            }
            return Ok(score);
        }
        window.alpha = window.alpha.max(best);
        let tt_move = tt.map_or(Move::NONE, |tt| tt.best);
        let best_move = Move::NONE;
        let mut node =
            Quiescence { position, ply, in_check, static_eval, window, best, best_move, number: 0 };
        let bound = self.play_out::<N>(&mut node, tt_move)?;
        let score = blend(node.best, window.beta, 1);
        self.tt_store(position, ply, entry(node.best_move, score, bound));
        Ok(score)
    }

    /// Searches the moves of a node of quiescence. Returns how the best score relates to the true one.
    fn play_out<N: NodeType>(
        &mut self,
        node: &mut Quiescence,
        tt_move: Move,
    ) -> Result<Bound, Stopped> {
        let (position, ply) = (node.position, node.ply);
        let context = self.context(position, ply);
        let mut picker = if node.in_check {
            Picker::new(position, tt_move, [Move::NONE; 2])
        } else {
            Picker::noisy(position, tt_move)
        };
        while let Some(Picked { m, .. }) =
            picker.next(position, &mut self.lists[ply], &self.histories.history, &context)
        {
            self.prefetch_after(position, m);
            node.number += 1;
            let skip = self.skip_in_quiescence(node, &mut picker, m);
            if let Some(hope) = skip.apply(&mut picker) {
                node.best = node.best.max(hope);
                continue;
            }
            self.count_node()?;
            let child = self.play(position, m, ply);
            self.stats.qnodes += 1;
            let score = -self.quiesce::<N::Child>(&child, node.window.flip(), ply + 1)?;
            self.undo();
            node.best = node.best.max(score);
            if score > node.window.alpha {
                node.best_move = m;
                self.update_pv::<N>(m, score, ply);
                if score >= node.window.beta {
                    return Ok(Bound::Lower);
                }
                node.window.alpha = score;
            }
        }
        Ok(if node.best_move.is_some() { Bound::Exact } else { Bound::Upper })
    }

    /// Whether a move is worth a search. One that does not check, promote or capture the piece that
    /// just moved must be among the first, win enough to reach alpha (delta pruning: Chess
    /// Programming Wiki), and win it in the exchange. In check, no quiet move is, once a move is known
    /// that does not lose. No move may lose much in the exchange.
    fn skip_in_quiescence(&self, node: &Quiescence, picker: &mut Picker, m: Move) -> Skip {
        let position = node.position;
        if node.best.is_loss() {
            return Skip::Keep;
        }
        let last = self.frames.before(node.ply, 1).last_move();
        let takes_back = last.is_some_and(|last| last.m.to() == m.to());
        if !node.in_check && !takes_back && !m.is_promotion() {
            // The cheapest question comes first; whether it gives check takes longest to find.
            let hope = node.futile_hope(m);
            if let Some(hope) = hope.filter(|_| !picker.gives_check(position, m)) {
                return Skip::Move(hope);
            }
        }
        if !position.is_noisy(m) {
            return Skip::Rest(node.best);
        }
        let loses = !see_ge(position, m, -quiescence_loss());
        if loses { Skip::Move(node.best) } else { Skip::Keep }
    }
}

numbers! { quiescence:
    /// The margin below alpha, besides the victim.
    quiescence_margin = 242 in 30..=600 by 35;
    /// The loss of material that is accepted.
    quiescence_loss = 32;
    /// After this many moves only checks, recaptures and promotions are searched.
    quiescence_moves = 2;
}

impl Quiescence<'_> {
    /// For a capture that comes late or cannot reach alpha: the most that it may be worth.
    fn futile_hope(&self, m: Move) -> Option<Score> {
        let (position, alpha) = (self.position, self.window.alpha);
        let hope = capture_hope(position, self.static_eval, m, quiescence_margin());
        let base = (self.static_eval + quiescence_margin()).clamp_eval();
        if self.number > quiescence_moves() {
            Some(self.best)
        } else if hope <= alpha {
            Some(hope)
        } else if !see_ge(position, m, exchange_units(alpha.0 - base.0)) {
            Some(alpha.min(base))
        } else {
            None
        }
    }
}
