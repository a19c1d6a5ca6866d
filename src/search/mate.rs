//! The search for a mate that was asked for (`Limits::mate`), and the rest of lines that promise one.

use shakmaty::Move;

use crate::movegen::for_each_legal;
use crate::moves::{MAX_MOVES, NO_MOVE};
use crate::position::Position;
use crate::report::StopReason;
use crate::score::Bound;
use crate::score::{MAX_PLY, Score};
use crate::search::lines::Line;
use crate::search::proof::Prover;
use crate::search::worker::{Stopped, Worker};

/// The longest mate that is sought, in moves: so far the search can go.
const MAX_MATE_MOVES: u32 = MAX_PLY as u32 / 2 - 1;
/// So deep is the ordinary search that goes before: it has a move if the mate is not decided in time.
const FIRST_LOOK: i32 = 6;
/// From this score on the game is won, in centipawns, and a mate is worth more than a better move.
const WON: Score = Score(700);
/// So many nodes of the search, at most, for each one that looks for a mate beside it.
const NODES_PER_PROOF: u64 = 3;
/// With fewer it is not begun.
const MIN_PROOF_NODES: u64 = 1000;
/// So many moves are tried to complete the lines of a search: a few milliseconds.
const ALLOWANCE: u64 = 20_000;

impl Worker<'_> {
    /// Seeks a mate in at most so many moves, the shortest first. If there is none, the result is that
    /// of an ordinary search.
    pub fn search_mate(&mut self, most: u32) -> Result<StopReason, Stopped> {
        let deepest = self.deepest().min(most.min(MAX_PLY as u32) as i32);
        let most = most.min(MAX_MATE_MOVES).min((self.deepest() as u32).div_ceil(2));
        let reason = self.iterate(deepest.min(FIRST_LOOK))?;
        if reason != StopReason::Depth {
            return Ok(reason);
        }
        // No other worker finishes this.
        self.depth = MAX_PLY as i32;
        for moves in 1..=most as usize {
            let plies = 2 * moves - 1;
            self.seldepth = self.seldepth.max(plies);
            if let Some(m) = Prover::new(self).root_move(plies)? {
                self.take_mate(m, plies)?;
                return Ok(StopReason::Mate);
            }
        }
        self.iterate(deepest)
    }

    /// Looks for a mate beside the search, where the game is won: the search prunes the quiet moves and
    /// sacrifices that mates begin with, and what else it could find there makes no difference. The
    /// shortest first, each time as far as a share of the nodes allows. Is one proven?
    pub fn find_mate(&mut self) -> Result<bool, Stopped> {
        let best = self.lines.best().score;
        // A limit of depth asks for an ordinary search. To a proof all lines of play are new.
        let is_wanted = best >= WON && self.limits.depth.is_none() && self.lines.is_single();
        let is_limited = self.job.handicap.is_some() || self.limits.mate_moves().is_some();
        if !is_wanted || is_limited || !self.is_main() || self.job.root.has_repetition() {
            return Ok(false);
        }
        let most = best.moves_to_mate().map_or(MAX_MATE_MOVES as usize, |moves| moves as usize - 1);
        while self.proof.moves < most {
            let share = (self.stats.nodes / NODES_PER_PROOF).saturating_sub(self.proof.nodes);
            if share < MIN_PROOF_NODES {
                return Ok(false);
            }
            let (begun, plies) = (self.stats.nodes, 2 * self.proof.moves + 1);
            // This iteration is finished: a deeper one of another worker does not end the proof.
            self.depth = MAX_PLY as i32;
            let mut prover = Prover::with_allowance(self, share);
            let outcome = prover.root_move(plies);
            let is_spent = prover.allowance == Some(0);
            self.proof.nodes += self.stats.nodes - begun;
            match outcome {
                Ok(Some(m)) => return self.take_mate(m, plies).map(|()| true),
                Ok(None) => self.proof.moves += 1,
                // Later more.
                Err(Stopped(StopReason::Nodes)) if is_spent => return Ok(false),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(false)
    }

    /// Takes over a move that is proven to mate in so many plies.
    fn take_mate(&mut self, m: Move, plies: usize) -> Result<(), Stopped> {
        let mut moves = Line::default();
        moves.push(m);
        let outcome = Prover::new(self).reach_mate(&mut moves, plies);
        self.line.moves = moves;
        (self.line.score, self.line.bound) = (Score::mate_in(plies), Bound::Exact);
        // Lines come in the order of their depths.
        self.line.depth = self.line.depth.max(plies as i32);
        self.lines.begin_iteration();
        self.lines.find(self.line);
        self.reported = false;
        match outcome {
            // A callback that has ended the search is not called again.
            Err(Stopped(StopReason::Callback)) => Err(Stopped(StopReason::Callback)),
            // The mate is proven, however far the search came with the rest of the line.
            _ => Ok(()),
        }
    }

    /// Completes the lines whose score promises a mate that they do not reach: where the hash table
    /// knew it, the search did not look again. That costs a few milliseconds, and no nodes.
    pub fn complete_mates(&mut self) {
        let mut allowance = ALLOWANCE;
        for index in 0..self.lines.as_slice().len() {
            let line = &self.lines.as_slice()[index];
            let plies = (Score::MATE.0 - line.score.0.abs()) as usize;
            let is_whole = !line.score.is_mate() || line.moves.as_slice().len() >= plies;
            if is_whole || line.bound != Bound::Exact || line.moves.first().is_none() {
                continue;
            }
            let mut moves = line.moves.clone();
            // What the search for a further line knows lies elsewhere in the table.
            if index > 0 {
                self.change_memory();
            }
            let mut prover = Prover::after_search(self, allowance);
            let is_whole = prover.reach_mate(&mut moves, plies).is_ok_and(|found| found);
            allowance = prover.allowance.unwrap_or(0);
            if index > 0 {
                self.change_memory();
            }
            if is_whole {
                self.lines.set_moves(index, &moves);
                self.reported = false;
            }
        }
    }
}

impl Prover<'_, '_> {
    /// Adds to a line what follows up to the mate, so many plies from the root; if that is not found,
    /// nothing. Where it is too far to be found by proof, the best moves that the table remembers lead
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

    /// Tries something, if there is an allowance with a third of it: no more to spend means no success.
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

    /// Adds to a line the moves from a position up to a mate in exactly so many plies. Is there one?
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

    /// The move after which the mate comes in exactly so many plies less one, where it is known to come
    /// in no more.
    fn next_move(&mut self, position: &Position, left: usize) -> Result<Option<Move>, Stopped> {
        if let Some(m) = self.known_move(position, left)
            && self.takes(&position.play(m), left - 1)?
        {
            return Ok(Some(m));
        }
        let mut moves = [NO_MOVE; MAX_MOVES];
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

    /// Is it a mate in so many plies, and in no fewer?
    fn takes(&mut self, position: &Position, left: usize) -> Result<bool, Stopped> {
        Ok((left < 2 || !self.mates_within(position, left - 2)?)
            && self.mates_within(position, left)?)
    }
}
