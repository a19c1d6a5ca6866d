//! The staged move picker: returns the moves of a node in the order in which they are likely to cut
//! it off: TT move, promotions, good captures, killers, quiets by history, bad captures.
//!
//! No stage is generated or scored before it is reached, because most cutoffs come from the first
//! move.

use shakmaty::{Move, Role};

use crate::movegen::{CheckSquares, Generator, MoveKind};
use crate::moves::{MAX_MOVES, NO_MOVE, PackedMove, is_noisy};
use crate::ordering::history::{Context, History};
use crate::ordering::see::{see_ge, value};
use crate::position::Position;

/// The stage of move ordering that a move came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// The best move of an earlier visit, from the hash table.
    TtMove,
    /// A queen promotion.
    Promotion,
    /// A capture that loses no material.
    GoodCapture,
    /// A quiet move that refuted a sibling.
    Killer,
    /// A quiet move, by history.
    Quiet,
    /// A capture that loses material, or an underpromotion.
    BadCapture,
}

/// A move returned by the picker.
#[derive(Clone, Copy)]
pub struct Picked {
    /// The move.
    pub m: Move,
    /// The stage of move ordering that the move came from.
    pub origin: Origin,
    /// The history score of the move when it was ordered; 0 for noisy moves.
    pub history: i32,
}

impl Picked {
    fn noisy(m: Move, origin: Origin) -> Picked {
        Picked { m, origin, history: 0 }
    }

    /// A move that is returned before moves of its kind are scored.
    fn early(m: Move, origin: Origin, history: &History, context: &Context) -> Picked {
        let history = if is_noisy(m) { 0 } else { history.score(context, m) };
        Picked { m, origin, history }
    }
}

/// The stage that the picker has reached; see [`Origin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    Killer(usize),
    GenerateQuiets,
    Quiets,
    BadNoisy,
}

/// A move and its score for ordering.
#[derive(Clone, Copy)]
pub struct ScoredMove {
    pub m: Move,
    pub score: i32,
}

/// The move list of one node; it is kept on the heap, in the node's frame.
#[derive(Clone)]
pub struct MoveList {
    moves: [ScoredMove; MAX_MOVES],
    length: usize,
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList { moves: [ScoredMove { m: NO_MOVE, score: 0 }; MAX_MOVES], length: 0 }
    }
}

impl MoveList {
    /// Removes all moves.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// The moves, for example to set their scores.
    pub fn as_mut_slice(&mut self) -> &mut [ScoredMove] {
        &mut self.moves[..self.length]
    }

    /// Adds a move.
    pub fn push(&mut self, m: Move, score: i32) {
        self.moves[self.length] = ScoredMove { m, score };
        self.length += 1;
    }

    /// From `index` on, keeps the moves that pass a test.
    fn retain(&mut self, index: usize, passes: impl Fn(Move) -> bool) {
        let mut length = index;
        for place in index..self.length {
            if passes(self.moves[place].m) {
                self.moves[length] = self.moves[place];
                length += 1;
            }
        }
        self.length = length;
    }

    /// Swaps the best of the moves from `index` on to `index`, and returns it.
    pub fn select(&mut self, index: usize) -> Option<ScoredMove> {
        let rest = &mut self.moves[index..self.length];
        let mut best = 0;
        let mut score = rest.first()?.score;
        for (i, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > score {
                (best, score) = (i, candidate.score);
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}

/// Promotions come before all captures, whatever they capture.
const PROMOTION_SCORE: i32 = 1 << 20;
/// Underpromotions come last among the noisy moves.
const UNDERPROMOTION_SCORE: i32 = -PROMOTION_SCORE;

/// The staged iterator over the legal moves of one node.
pub struct Picker {
    generator: Generator,
    stage: Stage,
    tt_move: PackedMove,
    killers: [PackedMove; 2],
    noisy_only: bool,
    no_quiets: bool,
    /// If set, only quiet moves that give check are returned.
    checks: Option<CheckSquares>,
    /// The index of the next move in the list.
    index: usize,
    /// The number of bad captures; they wait at the front of the list, in place of moves already
    /// returned.
    bad: usize,
}

impl Picker {
    /// A picker of all legal moves. `tt_move` and `killers` may be [`PackedMove::NONE`] or illegal
    /// here.
    pub fn new(position: &Position, tt_move: PackedMove, killers: [PackedMove; 2]) -> Picker {
        Picker {
            generator: Generator::new(position),
            stage: Stage::TtMove,
            tt_move,
            killers,
            noisy_only: false,
            no_quiets: false,
            checks: None,
            index: 0,
            bad: 0,
        }
    }

    /// A picker for quiescence: queen promotions, captures that lose nothing, and the TT move if it
    /// is noisy.
    pub fn noisy(position: &Position, tt_move: PackedMove) -> Picker {
        Picker { noisy_only: true, ..Picker::new(position, tt_move, [PackedMove::NONE; 2]) }
    }

    /// The next move. `list` must be the same in every call.
    pub fn next(
        &mut self,
        position: &Position,
        list: &mut MoveList,
        history: &History,
        context: &Context,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(m) = self.tt_move(position) {
                        return Some(Picked::early(m, Origin::TtMove, history, context));
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, list, history, context);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(position, list) {
                    Some(found) => return Some(found),
                    None if self.noisy_only => return None,
                    None if self.no_quiets => self.begin_bad_noisy(),
                    None => self.stage = Stage::Killer(0),
                },
                Stage::Killer(slot) => {
                    self.stage = if slot == 0 { Stage::Killer(1) } else { Stage::GenerateQuiets };
                    if let Some(m) = self.killer(position, slot) {
                        return Some(Picked::early(m, Origin::Killer, history, context));
                    }
                }
                Stage::GenerateQuiets => {
                    self.generate_quiets(position, list, history, context);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match list.select(self.index) {
                    Some(ScoredMove { m, score }) => {
                        self.index += 1;
                        return Some(Picked { m, origin: Origin::Quiet, history: score });
                    }
                    None => self.begin_bad_noisy(),
                },
                Stage::BadNoisy => {
                    if self.index == self.bad {
                        return None;
                    }
                    self.index += 1;
                    let m = list.moves[self.index - 1].m;
                    return Some(Picked::noisy(m, Origin::BadCapture));
                }
            }
        }
    }

    /// Skips the remaining quiet moves: they are not worth a search.
    pub fn skip_quiets(&mut self) {
        match self.stage {
            Stage::TtMove | Stage::GenerateNoisy | Stage::GoodNoisy => self.no_quiets = true,
            Stage::Killer(_) | Stage::GenerateQuiets | Stage::Quiets => self.begin_bad_noisy(),
            Stage::BadNoisy => {}
        }
    }

    /// Skips the remaining quiet moves that do not give check, except killers.
    pub fn keep_checks(&mut self, list: &mut MoveList, checks: &CheckSquares) {
        if self.checks.is_some() {
            return;
        }
        self.checks = Some(*checks);
        if self.stage == Stage::Quiets {
            list.retain(self.index, |m| checks.contain(m));
        }
    }

    fn begin_bad_noisy(&mut self) {
        self.stage = Stage::BadNoisy;
        self.index = 0;
    }

    /// The TT move, if it is legal: another position may share the key.
    fn tt_move(&mut self, position: &Position) -> Option<Move> {
        let legal = self.tt_move.is_some().then(|| self.generator.unpack(position, self.tt_move));
        let m = legal.flatten().filter(|&m| !self.noisy_only || is_noisy(m));
        if m.is_none() {
            self.tt_move = PackedMove::NONE;
        }
        m
    }

    /// A killer, if it is a legal quiet move that has not been returned yet.
    fn killer(&mut self, position: &Position, slot: usize) -> Option<Move> {
        let killer = self.killers[slot];
        if !killer.is_some() || killer == self.tt_move {
            return None;
        }
        let legal = self.generator.unpack(position, killer);
        legal.filter(|&m| !is_noisy(m))
    }

    /// Not inlined into [`Picker::next`], so that it stays quick to enter for each move. The same
    /// holds for [`Picker::generate_quiets`].
    #[inline(never)]
    fn generate_noisy(
        &mut self,
        position: &Position,
        list: &mut MoveList,
        history: &History,
        context: &Context,
    ) {
        let tt_move = self.tt_move;
        list.clear();
        self.generator.generate(position, MoveKind::Noisy, &mut |m| {
            if PackedMove::new(m) != tt_move {
                list.push(m, noisy_score(m) + history.score(context, m));
            }
        });
    }

    #[inline(never)]
    fn generate_quiets(
        &mut self,
        position: &Position,
        list: &mut MoveList,
        history: &History,
        context: &Context,
    ) {
        let skip = [self.tt_move, self.killers[0], self.killers[1]];
        self.index = self.bad;
        list.length = self.bad;
        self.generator.generate(position, MoveKind::Quiet, &mut |m| {
            if self.checks.as_ref().is_none_or(|checks| checks.contain(m))
                && !skip.contains(&PackedMove::new(m))
            {
                list.push(m, history.score(context, m));
            }
        });
    }

    /// The next queen promotion or good capture. Only captures that reach the front of the order
    /// pay for an exchange evaluation.
    fn good_noisy(&mut self, position: &Position, list: &mut MoveList) -> Option<Picked> {
        while let Some(found) = list.select(self.index) {
            self.index += 1;
            match found.m.promotion() {
                Some(Role::Queen) => return Some(Picked::noisy(found.m, Origin::Promotion)),
                None if see_ge(position, found.m, 0) => {
                    return Some(Picked::noisy(found.m, Origin::GoodCapture));
                }
                _ => {}
            }
            list.moves[self.bad] = found;
            self.bad += 1;
        }
        None
    }
}

/// MVV-LVA: most valuable victim first, then least valuable attacker, with the king as the most
/// valuable.
fn noisy_score(m: Move) -> i32 {
    const KING: i32 = 1000;
    let victim = m.capture().map_or(0, value);
    match m.promotion() {
        Some(Role::Queen) => PROMOTION_SCORE + victim,
        Some(_) => UNDERPROMOTION_SCORE,
        None => 16 * victim - value(m.role()).min(KING),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::for_each_legal;
    use crate::ordering::history::{CONTINUATIONS, PieceTo};
    use crate::test_positions;
    use shakmaty::Position as _;

    fn legal(position: &Position) -> Vec<Move> {
        position.chess().legal_moves().to_vec()
    }

    fn pick_all(picker: Picker, position: &Position) -> Vec<(Move, Origin, i32)> {
        pick(picker, position, [usize::MAX; 2])
    }

    /// Every second move has a good history, the others a bad one. Each move comes with the score
    /// that orders the moves of its origin. After the given numbers of moves, only checks, and then
    /// none, of the quiet moves are wanted.
    fn pick(
        mut picker: Picker,
        position: &Position,
        [all, checks]: [usize; 2],
    ) -> Vec<(Move, Origin, i32)> {
        let mut list = MoveList::default();
        let mut history = History::new().unwrap();
        let previous = [PieceTo::NONE; CONTINUATIONS.len()];
        let context = Context::new(position, previous);
        for (pair, depth) in legal(position).chunks_exact(2).zip([10, 7, 4].into_iter().cycle()) {
            history.reward(&context, pair[0], &pair[1..], depth);
        }
        let mut count = 0;
        let next = || {
            if count >= checks {
                picker.skip_quiets();
            } else if count >= all {
                picker.keep_checks(&mut list, &CheckSquares::new(position));
            }
            count += 1;
            picker.next(position, &mut list, &history, &context)
        };
        let score = |m| history.score(&context, m) + if is_noisy(m) { noisy_score(m) } else { 0 };
        let check = |Picked { m, origin, history }| {
            assert_eq!(history, if is_noisy(m) { 0 } else { score(m) }, "{m}");
            (m, origin, score(m))
        };
        std::iter::from_fn(next).map(check).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<u16> {
        moves.sort_by_key(|&m| PackedMove::new(m).0);
        moves.into_iter().map(|m| PackedMove::new(m).0).collect()
    }

    #[test]
    fn every_legal_move_comes_once_and_in_order() {
        for (n, position) in test_positions().into_iter().enumerate() {
            let moves = legal(&position);
            // TT moves: from here, from elsewhere, none; legal or not.
            let remembered = |k: usize| match k % 4 {
                0 => PackedMove::NONE,
                1 => PackedMove((n as u16).wrapping_mul(40_503)),
                _ => moves
                    .get(n * k % moves.len().max(1))
                    .map_or(PackedMove::NONE, |&m| PackedMove::new(m)),
            };
            let killers = [remembered(n + 1), remembered(n + 2)];
            let killers =
                if killers[0] == killers[1] { [killers[0], PackedMove::NONE] } else { killers };
            let picked = pick_all(Picker::new(&position, remembered(n), killers), &position);
            let all: Vec<Move> = picked.iter().map(|&(m, ..)| m).collect();
            assert_eq!(sorted(all), sorted(moves.clone()), "{}", position.fen());
            assert!(picked.is_sorted_by_key(|&(_, origin, _)| origin), "{picked:?}");
            for same in
                picked.chunk_by(|a, b| a.1 == b.1).filter(|same| same[0].1 != Origin::Killer)
            {
                assert!(same.is_sorted_by(|a, b| a.2 >= b.2), "{same:?}");
            }
            for &(m, origin, _) in &picked {
                let good = see_ge(&position, m, 0);
                let underpromotion = m.promotion().is_some_and(|role| role != Role::Queen);
                match origin {
                    Origin::TtMove => assert_eq!(PackedMove::new(m), remembered(n)),
                    Origin::Promotion => assert_eq!(m.promotion(), Some(Role::Queen)),
                    Origin::GoodCapture => assert!(m.is_capture() && good && !m.is_promotion()),
                    Origin::Killer => {
                        assert!(!is_noisy(m) && killers.contains(&PackedMove::new(m)))
                    }
                    Origin::Quiet => assert!(!is_noisy(m)),
                    Origin::BadCapture => assert!(underpromotion || m.is_capture() && !good),
                }
            }
        }
    }

    #[test]
    fn quiet_moves_can_be_left_to_checks_and_then_out_at_any_time() {
        let mut left_out = 0;
        // From different places of the walks, which have 40 positions each.
        for position in test_positions().iter().step_by(79) {
            let squares = CheckSquares::new(position);
            let killers =
                legal(position).into_iter().filter(|&m| !is_noisy(m)).map(PackedMove::new);
            let mut killers = killers.skip(1).step_by(3).chain([PackedMove::NONE; 2]);
            let killers = [(); 2].map(|()| killers.next().expect("there are two of none"));
            let picker = || Picker::new(position, PackedMove::NONE, killers);
            let every = pick_all(picker(), position);
            let bounds = (0..=every.len())
                .flat_map(|all| [0, 1, usize::MAX].map(|n| [all, all.saturating_add(n)]));
            for [all, checks] in bounds {
                let mut count = 0;
                let wanted = |&(m, origin, _): &(Move, Origin, i32)| {
                    let wanted = count < checks && (count < all || squares.contain(m))
                        || is_noisy(m)
                        || count < checks && origin != Origin::Quiet;
                    count += usize::from(wanted);
                    wanted
                };
                let expected: Vec<_> = every.iter().copied().filter(wanted).collect();
                let picked = pick(picker(), position, [all, checks]);
                let moves =
                    |picked: &[(Move, Origin, i32)]| sorted(picked.iter().map(|p| p.0).collect());
                // Of checks that are equally good, either may be the last.
                if checks > every.len() {
                    assert_eq!(moves(&picked), moves(&expected), "{all} of {}", position.fen());
                    left_out += every.len() - picked.len();
                }
                let spared = |&(m, origin, _): &(Move, Origin, i32)| {
                    is_noisy(m) || origin != Origin::Quiet || squares.contain(m)
                };
                assert!(
                    picked.iter().skip(all).all(spared),
                    "{all}, {checks} of {}",
                    position.fen()
                );
                assert_eq!(
                    picked.iter().map(|p| (p.1, p.2)).collect::<Vec<_>>(),
                    expected.iter().map(|p| (p.1, p.2)).collect::<Vec<_>>(),
                    "{all}, {checks} of {}",
                    position.fen()
                );
            }
        }
        assert!(left_out > 1_000, "{left_out}");
    }

    #[test]
    fn quiescence_sees_noisy_moves_that_lose_nothing_and_the_tables() {
        for position in test_positions() {
            let mut expected = Vec::new();
            for_each_legal(&position, |m| {
                let wanted = match m.promotion() {
                    Some(role) => role == Role::Queen,
                    None => m.is_capture() && see_ge(&position, m, 0),
                };
                if wanted {
                    expected.push(m);
                }
            });
            // The TT move comes whatever it loses, unless it is quiet.
            let remembered = |m: &Move| is_noisy(*m) && !expected.contains(m);
            let other = legal(&position).into_iter().find(remembered);
            for tt_move in [None, other, legal(&position).into_iter().find(|&m| !is_noisy(m))] {
                let packed = tt_move.map_or(PackedMove::NONE, PackedMove::new);
                let picked = pick_all(Picker::noisy(&position, packed), &position);
                let picked = picked.into_iter().map(|(m, ..)| m).collect();
                let also = tt_move.filter(|&m| is_noisy(m));
                let expected = expected.iter().copied().chain(also).collect();
                assert_eq!(sorted(picked), sorted(expected), "{}", position.fen());
            }
        }
    }
}
