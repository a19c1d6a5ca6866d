//! Proves or refutes that a side mates within a number of plies. The search is complete: no move is
//! pruned or reduced.
//!
//! The method is depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR
//! trees and its applications", 2002; Allis, "Searching for solutions in games and artificial
//! intelligence", 1994; Chess Programming Wiki, "Proof-Number Search" and "Mate Search"). It goes
//! where the fewest positions remain to be decided, as solvers of composed problems need: the key
//! may be quiet, but the replies that are left to the defender are few. The last plies are searched
//! in full width, which decides them sooner than they can be weighed.
//!
//! The hash table key of a position includes the plies that are left, so no path can lead back to
//! it.

use crate::board::movegen::{CheckSquares, for_each_legal, has_legal_move, if_legal, is_checkmate};
use crate::board::position::FIFTY_MOVES;
use crate::board::{Move, Position};
use crate::report::StopReason;
use crate::score::{Bound, MAX_PLY, Score};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;

/// The last plies, searched in full width: a mate in two.
const FULL_WIDTH: usize = 3;

/// How hard it is for the side to move to reach its aim: for the attacker to mate in time, for the
/// defender to escape that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    /// The least number of positions that must still be decided before the side to move reaches its
    /// aim: the proof number of an attacker, the disproof number of a defender.
    phi: i32,
    /// The least number of positions that must still be decided before the other side reaches its
    /// aim.
    delta: i32,
}

impl Numbers {
    /// The number of an aim that cannot be reached.
    const INFINITE: i32 = 0x7fff;
    /// The largest finite number: greater sums are cut to it.
    const MAX: i32 = Numbers::INFINITE - 1;
    /// A limit that no number reaches before the node is decided.
    const UNLIMITED: Numbers = Numbers { phi: Numbers::INFINITE, delta: Numbers::INFINITE };

    /// The numbers of a decided node.
    fn decided(reached: bool) -> Numbers {
        let (phi, delta) = if reached { (0, Numbers::INFINITE) } else { (Numbers::INFINITE, 0) };
        Numbers { phi, delta }
    }

    /// The numbers in a hash table entry; `None` if another kind of search stored it.
    fn of_entry(entry: Entry) -> Option<Numbers> {
        let numbers = Numbers { phi: entry.score.0, delta: entry.raw_eval.0 };
        let range = 0..=Numbers::INFINITE;
        (range.contains(&numbers.phi) && range.contains(&numbers.delta)).then_some(numbers)
    }

    fn is_decided(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Packs the numbers into the score of a move in a list.
    fn pack(self) -> i32 {
        self.phi | self.delta << 16
    }

    fn unpack(score: i32) -> Numbers {
        Numbers { phi: score & 0xffff, delta: score >> 16 }
    }
}

/// The numbers of a node, computed from its moves.
struct Summary {
    numbers: Numbers,
    /// The most promising move.
    best: usize,
    /// The delta of the second most promising move.
    second: i32,
}

/// A proof search, with the memory of a worker: the move lists of its plies, and the hash table,
/// where its keys are different from all others.
pub struct Prover<'a, 'w> {
    pub worker: &'a mut Worker<'w>,
    /// The last reply that escaped, by ply: most likely it does so again.
    escapes: [Move; MAX_PLY],
    /// How many moves may still be tried; `None` is no limit.
    pub allowance: Option<u64>,
    /// Whether the moves count as nodes of the search.
    counted: bool,
}

impl<'a, 'w> Prover<'a, 'w> {
    /// A proof that is a part of the search: it counts nodes and keeps to the limits.
    pub fn new(worker: &'a mut Worker<'w>) -> Prover<'a, 'w> {
        Prover { worker, escapes: [Move::NONE; MAX_PLY], allowance: None, counted: true }
    }

    /// A proof that is a part of the search, and tries at most `moves` moves.
    pub fn with_allowance(worker: &'a mut Worker<'w>, moves: u64) -> Prover<'a, 'w> {
        Prover { allowance: Some(moves), ..Prover::new(worker) }
    }

    /// A proof after the search, which counts no nodes and tries at most `moves` moves.
    pub fn after_search(worker: &'a mut Worker<'w>, moves: u64) -> Prover<'a, 'w> {
        Prover { counted: false, ..Prover::with_allowance(worker, moves) }
    }

    /// The root move that mates within `left` plies, an odd number.
    pub fn root_move(&mut self, left: usize) -> Result<Option<Move>, Stopped> {
        let root = self.worker.root;
        if left <= FULL_WIDTH {
            self.list_moves(root, 0);
            return self.attack_by_list(root, left, 0);
        }
        let won = self.prove(root, left, 0, Numbers::UNLIMITED)?.phi == 0;
        Ok(if won { self.deciding_move(0) } else { None })
    }

    /// Whether there is a mate within `left` plies of a position that is not the root. The attacker
    /// is to move if the number is odd.
    pub fn mates_within(&mut self, position: &Position, left: usize) -> Result<bool, Stopped> {
        let numbers = self.prove(position, left, 1, Numbers::UNLIMITED)?;
        Ok((numbers.phi == 0) == is_attacker(left))
    }

    /// The attacker's move that was found to mate within `left` plies.
    pub fn known_move(&self, position: &Position, left: usize) -> Option<Move> {
        let best = self.worker.tt.probe(key(position, left))?.best;
        if_legal(position, best)
    }

    /// Counts a move that is about to be tried.
    fn count(&mut self) -> Result<(), Stopped> {
        if let Some(left) = &mut self.allowance {
            *left = left.checked_sub(1).ok_or(Stopped(StopReason::Nodes))?;
        }
        if self.counted { self.worker.count_node() } else { Ok(()) }
    }

    /// Searches a node until it is decided, or one of its numbers reaches the limit: then another
    /// node is more promising.
    fn prove(
        &mut self,
        position: &Position,
        left: usize,
        ply: usize,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        if left <= FULL_WIDTH {
            return Ok(Numbers::decided(if is_attacker(left) {
                self.attack(position, left, ply)?
            } else {
                self.defend(position, left, ply)?
            }));
        }
        if let Some(numbers) = self.expand(position, left, ply)? {
            self.store(position, left, ply, numbers);
            return Ok(numbers);
        }
        loop {
            let Summary { numbers, best, second } = self.sum_up(ply);
            if numbers.is_decided() || numbers.phi >= limit.phi || numbers.delta >= limit.delta {
                self.store(position, left, ply, numbers);
                return Ok(numbers);
            }
            let chosen = self.worker.lists[ply].as_mut_slice()[best];
            let old = Numbers::unpack(chosen.score);
            // The threshold that the other moves set. Leaving a move late costs less than coming
            // back to it soon (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + ε trick",
            // 2007).
            let most = limit.phi.min(second + 1 + second / 4);
            let below = Numbers {
                phi: (limit.delta - (numbers.delta - old.phi))
                    .clamp(old.phi + 1, Numbers::INFINITE),
                delta: most.clamp(old.delta + 1, Numbers::INFINITE),
            };
            self.count()?;
            let mut new = self.prove(&position.play(chosen.m), left - 1, ply + 1, below)?;
            if !new.is_decided() {
                // Numbers that never fall guarantee an end, even when the hash table loses entries.
                new = Numbers { phi: new.phi.max(old.phi), delta: new.delta.max(old.delta) };
            }
            self.worker.lists[ply].as_mut_slice()[best].score = new.pack();
        }
    }

    /// Lists the moves of a node with their numbers, or returns the numbers of the node if they are
    /// decided without that.
    fn expand(
        &mut self,
        position: &Position,
        left: usize,
        ply: usize,
    ) -> Result<Option<Numbers>, Stopped> {
        let count = self.list_moves(position, ply);
        if let Some(reached) = reached_by_rule(position, left, ply, count) {
            return Ok(Some(Numbers::decided(reached)));
        }
        if !is_attacker(left) {
            self.put_first(ply, self.escapes[ply]);
        }
        for index in 0..count {
            let m = self.worker.lists[ply].as_mut_slice()[index].m;
            self.count()?;
            let numbers = self.look_at(&position.play(m), left - 1);
            self.worker.lists[ply].as_mut_slice()[index].score = numbers.pack();
            if numbers.delta == 0 {
                return Ok(Some(Numbers::decided(true)));
            }
        }
        Ok(None)
    }

    /// The numbers of a node before it is searched: those in the hash table, or as many positions
    /// for the attacker to decide as there are replies.
    fn look_at(&self, position: &Position, left: usize) -> Numbers {
        let known = self.worker.tt.probe(key(position, left)).and_then(Numbers::of_entry);
        if let Some(numbers) = known {
            return numbers;
        }
        if is_attacker(left) {
            return Numbers { phi: 1, delta: 1 };
        }
        let mut replies = 0;
        for_each_legal(position, |_| replies += 1);
        match reached_by_rule(position, left, MAX_PLY, replies) {
            Some(reached) => Numbers::decided(reached),
            None => Numbers { phi: 1, delta: replies as i32 },
        }
    }

    /// Sums up the numbers of a node's moves. The side to move needs one move after which the other
    /// side fails; the other side has to answer them all.
    fn sum_up(&mut self, ply: usize) -> Summary {
        let mut summary =
            Summary { numbers: Numbers::decided(false), best: 0, second: Numbers::INFINITE };
        for (index, child) in self.worker.lists[ply].as_mut_slice().iter().enumerate() {
            let Numbers { phi, delta } = Numbers::unpack(child.score);
            if delta < summary.numbers.phi {
                summary.second = summary.numbers.phi;
                summary.numbers.phi = delta;
                summary.best = index;
            } else {
                summary.second = summary.second.min(delta);
            }
            let sum = summary.numbers.delta + phi;
            let decided = phi == Numbers::INFINITE || summary.numbers.delta == Numbers::INFINITE;
            summary.numbers.delta = if decided { Numbers::INFINITE } else { sum.min(Numbers::MAX) };
        }
        summary
    }

    /// Stores the numbers of a node and the move that decides it, except for the root, which may
    /// leave moves out.
    fn store(&mut self, position: &Position, left: usize, ply: usize, numbers: Numbers) {
        if ply == 0 {
            return;
        }
        let m = if numbers.phi == 0 { self.deciding_move(ply) } else { None };
        let best = m.unwrap_or_default();
        if !is_attacker(left) && best.is_some() {
            self.escapes[ply] = best;
        }
        self.remember(position, left, numbers, best);
    }

    fn remember(&self, position: &Position, left: usize, numbers: Numbers, best: Move) {
        let (score, raw_eval) = (Score(numbers.phi), Score(numbers.delta));
        let (depth, bound) = (left as i32, Bound::Exact);
        self.worker
            .tt
            .store(key(position, left), Entry { best, score, raw_eval, depth, bound, pv: false });
    }

    /// The move of a list after which the other side fails.
    fn deciding_move(&mut self, ply: usize) -> Option<Move> {
        let list = self.worker.lists[ply].as_mut_slice();
        list.iter().find(|child| Numbers::unpack(child.score).delta == 0).map(|child| child.m)
    }

    /// Lists the moves of a node, all with the same score, and returns their number.
    fn list_moves(&mut self, position: &Position, ply: usize) -> usize {
        let root_moves = self.worker.root_moves;
        let list = &mut self.worker.lists[ply];
        list.clear();
        let open = Numbers { phi: 1, delta: 1 }.pack();
        for_each_legal(position, |m| {
            if ply > 0 || root_moves.contains(m) {
                list.push(m, open);
            }
        });
        list.as_mut_slice().len()
    }

    /// Moves a move to the front of a list, if it is there.
    fn put_first(&mut self, ply: usize, m: Move) {
        let list = self.worker.lists[ply].as_mut_slice();
        if let Some(at) = list.iter().position(|child| child.m == m) {
            list[..=at].rotate_right(1);
        }
    }

    /// Whether the attacker, who is to move, mates within `left` plies. A full-width search.
    fn attack(&mut self, position: &Position, left: usize, ply: usize) -> Result<bool, Stopped> {
        if left == 1 {
            return self.mate_at_once(position, ply);
        }
        if let Some(entry) = self.worker.tt.probe(key(position, left)) {
            return Ok(entry.score.0 == 0);
        }
        let count = self.list_moves(position, ply);
        let mut won = None;
        if reached_by_rule(position, left, ply, count).is_none() {
            won = self.attack_by_list(position, left, ply)?;
        }
        let best = won.unwrap_or_default();
        self.remember(position, left, Numbers::decided(won.is_some()), best);
        Ok(won.is_some())
    }

    /// The first move of a list that mates within `left` plies. Checks come first.
    fn attack_by_list(
        &mut self,
        position: &Position,
        left: usize,
        ply: usize,
    ) -> Result<Option<Move>, Stopped> {
        let checks = CheckSquares::new(position);
        for child in self.worker.lists[ply].as_mut_slice() {
            child.score = i32::from(checks.contain(child.m, position.moving_role(child.m)));
        }
        let mut index = 0;
        while let Some(chosen) = self.worker.lists[ply].select(index) {
            index += 1;
            self.count()?;
            if !self.defend(&position.play(chosen.m), left - 1, ply + 1)? {
                return Ok(Some(chosen.m));
            }
        }
        Ok(None)
    }

    /// Whether the defender, who is to move, escapes mate for `left` plies. A full-width search.
    fn defend(&mut self, position: &Position, left: usize, ply: usize) -> Result<bool, Stopped> {
        if left == 0 {
            return Ok(!position.in_check() || has_legal_move(position));
        }
        let count = self.list_moves(position, ply);
        if let Some(reached) = reached_by_rule(position, left, ply, count) {
            return Ok(reached);
        }
        self.put_first(ply, self.escapes[ply]);
        for index in 0..count {
            let m = self.worker.lists[ply].as_mut_slice()[index].m;
            self.count()?;
            if !self.attack(&position.play(m), left - 1, ply + 1)? {
                self.escapes[ply] = m;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move gives mate with its next move. Only checks are tried.
    fn mate_at_once(&mut self, position: &Position, ply: usize) -> Result<bool, Stopped> {
        if reached_by_rule(position, 1, ply, 1).is_some() {
            return Ok(false);
        }
        let checks = CheckSquares::new(position);
        let (mut tried, mut mates) = (0, false);
        for_each_legal(position, |m| {
            let may_check =
                m.is_castling() || m.is_en_passant() || checks.contain(m, position.moving_role(m));
            if may_check && !mates {
                tried += 1;
                mates = is_checkmate(&position.play(m));
            }
        });
        for _ in 0..tried {
            self.count()?;
        }
        Ok(mates)
    }
}

/// Whether the attacker is to move when `left` plies are left.
fn is_attacker(left: usize) -> bool {
    left % 2 == 1
}

/// Whether the side to move, with `moves` legal moves, has reached its aim or failed by the rules
/// alone. A mate on the hundredth ply without a capture or a pawn move counts; then the game is
/// drawn, except at the root.
fn reached_by_rule(position: &Position, left: usize, ply: usize, moves: usize) -> Option<bool> {
    let attacks = is_attacker(left);
    if moves == 0 {
        return Some(!attacks && !position.in_check());
    }
    (ply > 0 && position.is_fifty_moves()).then_some(!attacks)
}

/// The hash table key of a node: its position, the plies that are left and, if the fifty-move rule
/// may apply before they are played, the halfmove clock.
fn key(position: &Position, left: usize) -> u64 {
    // An odd number without a pattern: keys that differ in their low bits lie far apart.
    const SPREAD: u64 = crate::random::GOLDEN;
    let clock = position.halfmoves().min(FIFTY_MOVES);
    let may_end = clock as usize + left >= FIFTY_MOVES as usize;
    let clock = if may_end { u64::from(clock) + 1 } else { 0 };
    position.key() ^ (clock * MAX_PLY as u64 + left as u64 + 1).wrapping_mul(SPREAD)
}
