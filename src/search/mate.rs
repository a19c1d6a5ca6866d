//! The complete mate search: for a mate that was asked for (`Limits::mate`), beside a search in a
//! won position, and to complete lines whose score promises a mate.

use crate::board::movegen::for_each_legal;
use crate::board::moves::MAX_MOVES;
use crate::board::{Move, Position};
use crate::report::StopReason;
use crate::score::{Bound, MAX_PLY, Score};
use crate::search::lines::Line;
use crate::search::proof::Prover;
use crate::search::worker::{Stopped, Worker};

/// The longest mate that is searched for, in moves: it must fit the maximum ply.
const MAX_MATE_MOVES: u32 = MAX_PLY as u32 / 2 - 1;
/// The depth of the ordinary search that comes first, so that there is a move if the mate search
/// runs out of time.
const FIRST_LOOK: i32 = 6;
/// From this score on, in centipawns, the game is won, and a mate is worth more than a better move.
const WON: Score = Score(700);
/// The main search gets at least this many nodes for each node of the mate search beside it.
const NODES_PER_PROOF: u64 = 3;
/// The mate search beside the main search does not start with fewer nodes.
const MIN_PROOF_NODES: u64 = 1000;
/// How many moves are tried to complete the lines of a search: a few milliseconds.
const ALLOWANCE: u64 = 20_000;

impl Worker<'_> {
    /// Searches for a mate in at most `max_moves` moves, the shortest first. If there is none, the
    /// result is that of an ordinary search.
    pub fn search_mate(&mut self, max_moves: u32) -> Result<StopReason, Stopped> {
        let deepest = self.deepest().min(max_moves.min(MAX_PLY as u32) as i32);
        let max_moves = max_moves.min(MAX_MATE_MOVES).min((self.deepest() as u32).div_ceil(2));
        let reason = self.iterate(deepest.min(FIRST_LOOK))?;
        if reason != StopReason::Depth {
            return Ok(reason);
        }
        // No other worker finishes this iteration.
        self.depth = MAX_PLY as i32;
        for moves in 1..=max_moves as usize {
            let plies = 2 * moves - 1;
            self.seldepth = self.seldepth.max(plies);
            if let Some(m) = Prover::new(self).root_move(plies)? {
                self.take_mate(m, plies)?;
                return Ok(StopReason::Mate);
            }
        }
        self.iterate(deepest)
    }

    /// Searches for a mate beside the main search, where the game is won: the main search prunes
    /// the quiet moves and sacrifices that mates begin with, and anything else it could find there
    /// makes no difference. The shortest mate comes first, each time as far as a share of the nodes
    /// allows. Returns whether a mate is proven.
    pub fn prove_shortest_mate(&mut self) -> Result<bool, Stopped> {
        let best = self.lines.best().score;
        // A depth limit asks for an ordinary search. The proof ignores repetitions of game
        // positions.
        let is_wanted = best >= WON && self.limits.depth.is_none() && self.lines.is_single();
        let is_limited = self.job.handicap.is_some() || self.limits.mate_moves().is_some();
        if !is_wanted || is_limited || !self.is_main() || self.job.root.has_repetition() {
            return Ok(false);
        }
        let max_moves =
            best.moves_to_mate().map_or(MAX_MATE_MOVES as usize, |moves| moves as usize - 1);
        while self.proof.moves < max_moves {
            let share = (self.stats.nodes / NODES_PER_PROOF).saturating_sub(self.proof.nodes);
            if share < MIN_PROOF_NODES {
                return Ok(false);
            }
            let (begun, plies) = (self.stats.nodes, 2 * self.proof.moves + 1);
            // This iteration is finished: another worker's deeper one does not end the proof.
            self.depth = MAX_PLY as i32;
            let mut prover = Prover::with_allowance(self, share);
            let outcome = prover.root_move(plies);
            let is_spent = prover.allowance == Some(0);
            self.proof.nodes += self.stats.nodes - begun;
            match outcome {
                Ok(Some(m)) => return self.take_mate(m, plies).map(|()| true),
                Ok(None) => self.proof.moves += 1,
                // The proof continues after a later iteration.
                Err(Stopped(StopReason::Nodes)) if is_spent => return Ok(false),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(false)
    }

    /// Sets the best line to a move that is proven to mate in `plies` plies.
    fn take_mate(&mut self, m: Move, plies: usize) -> Result<(), Stopped> {
        let mut moves = Line::default();
        moves.push(m);
        let outcome = Prover::new(self).reach_mate(&mut moves, plies);
        self.line.moves = moves;
        (self.line.score, self.line.bound) = (Score::mate_in(plies), Bound::Exact);
        // The depths of reported lines never decrease.
        self.line.depth = self.lines.best().depth.max(plies as i32);
        self.lines.set_only(self.line);
        self.reported = false;
        match outcome {
            // A callback that has ended the search is not called again.
            Err(Stopped(StopReason::Callback)) => Err(Stopped(StopReason::Callback)),
            // The mate is proven, even if the rest of the line was not found.
            _ => Ok(()),
        }
    }

    /// Completes the lines whose score promises a mate that they do not reach: where the mate came
    /// from the hash table, the search did not go on. This takes a few milliseconds, and no nodes.
    /// What cannot be completed is reported as a bound.
    pub fn complete_mates(&mut self) {
        let mut allowance = ALLOWANCE;
        for index in 0..self.lines.as_slice().len() {
            let line = &self.lines.as_slice()[index];
            if line.bound() == line.bound || line.moves.first().is_none() {
                continue;
            }
            let plies = (Score::MATE.0 - line.score.0.abs()) as usize;
            let (mut moves, further) = (line.moves.clone(), line.further);
            // The entries of further lines have other keys.
            if further {
                self.swap_histories();
            }
            let mut prover = Prover::after_search(self, allowance);
            let mut reach = |moves: &mut Line, kept| {
                moves.truncate(kept);
                prover.reach_mate(moves, plies).is_ok_and(|found| found)
            };
            let is_whole =
                reach(&mut moves, plies) || moves.as_slice().len() > 1 && reach(&mut moves, 1);
            allowance = prover.allowance.unwrap_or(0);
            if further {
                self.swap_histories();
            }
            if is_whole && moves.as_slice() != self.lines.as_slice()[index].moves.as_slice() {
                self.lines.set_moves(index, &moves);
                self.reported = false;
            }
        }
    }
}

impl Prover<'_, '_> {
    /// Extends a line up to the mate, `plies` plies from the root; if that is not found, the line
    /// stays as it is. Where the mate is too far to be found by proof, the hash table's moves lead
    /// nearer.
    fn reach_mate(&mut self, line: &mut Line, plies: usize) -> Result<bool, Stopped> {
        let length = line.as_slice().len();
        let mut position = self.worker.root.clone();
        for &m in line.as_slice() {
            position = position.play(m);
        }
        let mut outcome = Ok(false);
        for left in (0..=plies - length).rev() {
            let reached = line.as_slice().len();
            outcome = self.with_share(|prover| prover.follow(&position, left, line));
            if matches!(outcome, Ok(true)) {
                return outcome;
            }
            line.truncate(reached);
            let known = self.worker.tt_answer(&position).filter(|_| outcome.is_ok());
            let Some(m) = known else { break };
            line.push(m);
            position = position.play(m);
        }
        line.truncate(length);
        outcome
    }

    /// Runs an attempt with a third of the allowance, if there is one; running out of it counts as
    /// failure.
    fn with_share(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let Some(whole) = self.allowance else { return attempt(self) };
        let share = whole / 3;
        self.allowance = Some(share);
        let found = attempt(self).is_ok_and(|found| found);
        let used = share - self.allowance.unwrap_or(0);
        self.allowance = Some(whole - used);
        Ok(found)
    }

    /// Extends a line from a position up to a mate in exactly `left` plies. Returns whether there
    /// is one.
    fn follow(
        &mut self,
        position: &Position,
        left: usize,
        line: &mut Line,
    ) -> Result<bool, Stopped> {
        if !self.mates_within(position, left)? {
            return Ok(false);
        }
        let mut position = position.clone();
        for left in (1..=left).rev() {
            let Some(m) = self.next_move(&position, left)? else { return Ok(false) };
            line.push(m);
            position = position.play(m);
        }
        Ok(true)
    }

    /// The move after which the mate takes exactly `left - 1` more plies, in a position known to be
    /// a mate in `left` plies or fewer.
    fn next_move(&mut self, position: &Position, left: usize) -> Result<Option<Move>, Stopped> {
        if let Some(m) = self.known_move(position, left)
            && self.takes(&position.play(m), left - 1)?
        {
            return Ok(Some(m));
        }
        let mut moves = [Move::NONE; MAX_MOVES];
        let mut count = 0;
        for_each_legal(position, |m| {
            moves[count] = m;
            count += 1;
        });
        for &m in &moves[..count] {
            if self.takes(&position.play(m), left - 1)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Whether the mate takes exactly `left` plies.
    fn takes(&mut self, position: &Position, left: usize) -> Result<bool, Stopped> {
        Ok((left < 2 || !self.mates_within(position, left - 2)?)
            && self.mates_within(position, left)?)
    }
}
