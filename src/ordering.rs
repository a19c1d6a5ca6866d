//! The staged move picker: returns the moves of a node in the order in which they are likely to cut
//! it off: TT move, promotions, good captures, killers, quiets by history, bad captures.
//!
//! No stage is generated or scored before it is reached, because most cutoffs come from the first
//! move.

use shakmaty::{Bitboard, Role};

use crate::board::movegen::{CheckSquares, Generator, MoveKind};
use crate::board::moves::MAX_MOVES;
use crate::board::pieces::{piece_attacks, piece_value};
use crate::board::see::see_ge;
use crate::board::{Move, Position};
use crate::histories::history::{Context, History, PieceTo, QuietMove, QuietOrder};
use crate::tunables::numbers;

/// The stage of move ordering that a move came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The best move of an earlier visit, from the hash table.
    TtMove,
    /// A queen promotion.
    Promotion,
    /// A capture that loses no more than its victim and its history allow.
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
    pub stage: Stage,
}

/// The stage that the picker has reached; see [`Stage`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
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

/// The move list of one node; each ply has one, on the heap.
#[derive(Clone)]
pub struct MoveList {
    moves: [ScoredMove; MAX_MOVES],
    length: usize,
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList { moves: [ScoredMove { m: Move::NONE, score: 0 }; MAX_MOVES], length: 0 }
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

    pub fn push(&mut self, m: Move, score: i32) {
        self.moves[self.length] = ScoredMove { m, score };
        self.length += 1;
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

/// Which noisy moves count as good.
#[derive(Clone, Copy)]
enum Good {
    /// Queen promotions, and captures that lose no more than their history makes up for.
    ByHistory,
    /// Queen promotions and all captures.
    All,
    /// Queen promotions and captures that win at least this much in the exchange.
    Winning(i32),
}

/// The staged iterator over the legal moves of one node.
pub struct Picker {
    generator: Generator,
    phase: Phase,
    tt_move: Move,
    killers: [Move; 2],
    good: Good,
    no_quiets: bool,
    /// The squares from which pieces give check, computed when first needed.
    checks: Option<CheckSquares>,
    /// The index of the next move in the list.
    index: usize,
    /// The number of bad captures; they wait at the front of the list, in place of moves already
    /// returned.
    bad: usize,
}

impl Picker {
    /// A picker of all legal moves. `tt_move` and `killers` may be [`Move::NONE`] or illegal
    /// here.
    pub fn new(position: &Position, tt_move: Move, killers: [Move; 2]) -> Picker {
        Picker {
            generator: Generator::new(position),
            phase: Phase::TtMove,
            tt_move,
            killers,
            good: Good::ByHistory,
            no_quiets: false,
            checks: None,
            index: 0,
            bad: 0,
        }
    }

    /// A picker for quiescence: captures, queen promotions, and the TT move if it is noisy.
    pub fn noisy(position: &Position, tt_move: Move) -> Picker {
        Picker { good: Good::All, ..Picker::new(position, tt_move, [Move::NONE; 2]) }
    }

    /// A picker of captures that win at least `least` in the exchange, queen promotions, and the TT
    /// move if it is noisy.
    pub fn winning(position: &Position, tt_move: Move, least: i32) -> Picker {
        Picker { good: Good::Winning(least), ..Picker::noisy(position, tt_move) }
    }

    /// The next move. `list` must be the same in every call.
    pub fn next(
        &mut self,
        position: &Position,
        list: &mut MoveList,
        history: &History,
        context: &Context,
    ) -> Option<Picked> {
        let picked = |m, stage| Some(Picked { m, stage });
        loop {
            match self.phase {
                Phase::TtMove => {
                    self.phase = Phase::GenerateNoisy;
                    if let Some(m) = self.tt_move(position) {
                        return picked(m, Stage::TtMove);
                    }
                }
                Phase::GenerateNoisy => {
                    self.generate_noisy(position, list, history);
                    self.phase = Phase::GoodNoisy;
                }
                Phase::GoodNoisy => match self.good_noisy(position, list) {
                    Some(found) => return Some(found),
                    None if self.is_noisy_only() => return None,
                    None if self.no_quiets => self.begin_bad_noisy(),
                    None => self.phase = Phase::Killer(0),
                },
                Phase::Killer(slot) => {
                    self.phase = if slot == 0 { Phase::Killer(1) } else { Phase::GenerateQuiets };
                    if let Some(m) = self.killer(position, slot) {
                        return picked(m, Stage::Killer);
                    }
                }
                Phase::GenerateQuiets => {
                    self.generate_quiets(position, list, history, context);
                    self.phase = Phase::Quiets;
                }
                Phase::Quiets => match list.select(self.index) {
                    Some(ScoredMove { m, .. }) => {
                        self.index += 1;
                        return picked(m, Stage::Quiet);
                    }
                    None => self.begin_bad_noisy(),
                },
                Phase::BadNoisy => {
                    if self.index == self.bad {
                        return None;
                    }
                    self.index += 1;
                    return picked(list.moves[self.index - 1].m, Stage::BadCapture);
                }
            }
        }
    }

    /// Skips the remaining quiet moves: they are not worth a search.
    pub fn skip_quiets(&mut self) {
        match self.phase {
            Phase::TtMove | Phase::GenerateNoisy | Phase::GoodNoisy => self.no_quiets = true,
            Phase::Killer(_) | Phase::GenerateQuiets | Phase::Quiets => self.begin_bad_noisy(),
            Phase::BadNoisy => {}
        }
    }

    /// Whether a move of this position gives check.
    pub fn gives_check(&mut self, position: &Position, m: Move) -> bool {
        let checks = self.checks.get_or_insert_with(|| CheckSquares::new(position));
        checks.contain(m, position.moving_role(m))
    }

    fn is_noisy_only(&self) -> bool {
        !matches!(self.good, Good::ByHistory)
    }

    fn begin_bad_noisy(&mut self) {
        self.phase = Phase::BadNoisy;
        self.index = 0;
    }

    /// The TT move, if it is legal: another position may share the key.
    fn tt_move(&mut self, position: &Position) -> Option<Move> {
        let m = self.tt_move;
        let is_wanted = match self.good {
            Good::ByHistory => m.is_some(),
            Good::All | Good::Winning(_) => m.is_some() && position.is_noisy(m),
        };
        // Only a legal move can be evaluated.
        let is_good = || match self.good {
            Good::ByHistory | Good::All => true,
            Good::Winning(least) => see_ge(position, m, least),
        };
        if is_wanted && self.generator.is_legal(position, m) && is_good() {
            return Some(m);
        }
        self.tt_move = Move::NONE;
        None
    }

    /// A killer, if it is a legal quiet move that has not been returned yet.
    fn killer(&mut self, position: &Position, slot: usize) -> Option<Move> {
        let killer = self.killers[slot];
        if !killer.is_some() || killer == self.tt_move {
            return None;
        }
        let is_offered = !position.is_noisy(killer) && self.generator.is_legal(position, killer);
        is_offered.then_some(killer)
    }

    /// Not inlined into [`Picker::next`], so that it stays quick to enter for each move. The same
    /// holds for [`Picker::generate_quiets`].
    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, list: &mut MoveList, history: &History) {
        let tt_move = self.tt_move;
        list.clear();
        self.generator.generate(position, MoveKind::Noisy, &mut |m| {
            if m != tt_move {
                list.push(m, noisy_order(position, m, history));
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
        let checks = self.checks.get_or_insert_with(|| CheckSquares::new(position));
        let scores = QuietScores::new(position, checks, history.quiet_order(context));
        self.generator.generate(position, MoveKind::Quiet, &mut |m| {
            if !skip.contains(&m) {
                list.push(m, scores.of(m));
            }
        });
    }

    /// The next queen promotion or good capture. Only captures that reach the front of the order
    /// pay for an exchange evaluation.
    fn good_noisy(&mut self, position: &Position, list: &mut MoveList) -> Option<Picked> {
        while let Some(found) = list.select(self.index) {
            self.index += 1;
            let ScoredMove { m, score } = found;
            let is_good = |m| match self.good {
                Good::ByHistory => see_ge(position, m, -score / good_capture_divisor()),
                Good::All => true,
                Good::Winning(least) => see_ge(position, m, least),
            };
            match m.promotion() {
                Some(Role::Queen) => return Some(Picked { m, stage: Stage::Promotion }),
                None if is_good(m) => return Some(Picked { m, stage: Stage::GoodCapture }),
                _ => {}
            }
            list.moves[self.bad] = found;
            self.bad += 1;
        }
        None
    }
}

numbers! { noisy_moves:
    /// The score of a victim, in percent of its value.
    victim_percent = 1015;
    /// A good capture may lose its score divided by this, in material.
    good_capture_divisor = 45;
}

/// Most valuable victim first, corrected by history, the queen promotions before all captures.
fn noisy_order(position: &Position, m: Move, history: &History) -> i32 {
    let captured = position.captured(m);
    let victim = captured.map_or(0, piece_value) * victim_percent() / 100;
    let score = match m.promotion() {
        Some(Role::Queen) => PROMOTION_SCORE + victim,
        Some(_) => UNDERPROMOTION_SCORE,
        None => victim,
    };
    score + history.capture_score(PieceTo::of(position, m), captured)
}

numbers! { quiet_moves:
    /// The material that a check may lose and still count as safe.
    safe_check_loss = 30;
    safe_check_bonus = 16_384;
    /// Added for a piece that leaves the attack of a lesser one, in percent of its value.
    leave_attack_percent = 2900;
    /// Subtracted for a piece that enters the attack of a lesser one, in percent of its value.
    enter_attack_percent = 2755;
}

/// What orders the quiet moves of a position.
struct QuietScores<'a> {
    position: &'a Position,
    history: QuietOrder<'a>,
    checks: &'a CheckSquares,
    /// For each role the squares where such a piece is attacked by a lesser one.
    attacked: [Bitboard; 7],
}

impl QuietScores<'_> {
    fn new<'a>(
        position: &'a Position,
        checks: &'a CheckSquares,
        history: QuietOrder<'a>,
    ) -> QuietScores<'a> {
        QuietScores { position, history, checks, attacked: attacked_by_lesser(position) }
    }

    /// History, checks that are safe, and the danger that a piece leaves or enters.
    fn of(&self, m: Move) -> i32 {
        let role = self.position.moving_role(m);
        let piece_to = PieceTo::new(self.position.turn(), role, m.to());
        let mut score = self.history.score(QuietMove::new(m, piece_to));
        let attacked = self.attacked[role as usize];
        if attacked.contains(m.to()) {
            score -= piece_value(role) * enter_attack_percent() / 100;
        } else if attacked.contains(m.from()) {
            score += piece_value(role) * leave_attack_percent() / 100;
        }
        if self.checks.contain(m, role) && see_ge(self.position, m, -safe_check_loss()) {
            score += safe_check_bonus();
        }
        score
    }
}

/// For each role of the side to move the squares that enemy pieces of less value attack.
fn attacked_by_lesser(position: &Position) -> [Bitboard; 7] {
    let (pieces, them) = (position.pieces(), !position.turn());
    let attacks = |role: Role| {
        let squares = pieces.by_piece(role.of(them)).into_iter();
        let attacked = |square| piece_attacks(role, square, pieces.occupied());
        squares.fold(Bitboard::EMPTY, |all, square| all | attacked(square))
    };
    let by_pawns = pieces.pawn_attacks(them);
    let by_minors = by_pawns | attacks(Role::Knight) | attacks(Role::Bishop);
    let by_rooks = by_minors | attacks(Role::Rook);
    let mut attacked = [Bitboard::EMPTY; 7];
    attacked[Role::Knight as usize] = by_pawns;
    attacked[Role::Bishop as usize] = by_pawns;
    attacked[Role::Rook as usize] = by_minors;
    attacked[Role::Queen as usize] = by_rooks;
    attacked
}

#[cfg(test)]
mod tests {
    use shakmaty::{Position as _, Square};

    use super::*;
    use crate::board::movegen::for_each_legal;
    use crate::histories::history::PreviousMoves;
    use crate::test_support::{self, test_positions};

    fn legal(position: &Position) -> Vec<Move> {
        position.to_chess().legal_moves().into_iter().map(Move::of).collect()
    }

    fn pick_all(picker: Picker, position: &Position, history: &History) -> Vec<(Move, Stage, i32)> {
        pick(picker, position, history, usize::MAX)
    }

    fn context(position: &Position) -> Context {
        Context::new(position, 2, PreviousMoves::NONE)
    }

    /// A history in which every second move of a position is good, the others bad.
    fn learn(history: &mut History, position: &Position) {
        let context = context(position);
        for (pair, bonus) in legal(position).chunks_exact(2).zip([10, 7, 4].into_iter().cycle()) {
            history.reward(position, &context, pair[0], bonus * 100);
            history.punish(position, &context, &pair[1..], pair[0], bonus * 80);
        }
    }

    /// All moves, each with the score that orders the moves of its stage. After some moves no
    /// quiet ones are wanted.
    fn pick(
        mut picker: Picker,
        position: &Position,
        history: &History,
        quiet: usize,
    ) -> Vec<(Move, Stage, i32)> {
        let (mut list, context) = (MoveList::default(), context(position));
        let mut count = 0;
        let next = || {
            if count >= quiet {
                picker.skip_quiets();
            }
            count += 1;
            picker.next(position, &mut list, history, &context)
        };
        let checks = CheckSquares::new(position);
        let quiets = QuietScores::new(position, &checks, history.quiet_order(&context));
        let score = |m| {
            if position.is_noisy(m) { noisy_order(position, m, history) } else { quiets.of(m) }
        };
        std::iter::from_fn(next).map(|Picked { m, stage }| (m, stage, score(m))).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<u16> {
        moves.sort_by_key(|&m| m.0);
        moves.into_iter().map(|m| m.0).collect()
    }

    #[test]
    fn every_legal_move_comes_once_and_in_order() {
        let mut history = History::new().unwrap();
        for (n, position) in test_positions().into_iter().enumerate() {
            learn(&mut history, &position);
            let moves = legal(&position);
            // TT moves: from here, from elsewhere, none; legal or not.
            let remembered = |k: usize| match k % 4 {
                0 => Move::NONE,
                1 => Move((n as u16).wrapping_mul(40_503)),
                _ => moves.get(n * k % moves.len().max(1)).copied().unwrap_or_default(),
            };
            let killers = [remembered(n + 1), remembered(n + 2)];
            let killers = if killers[0] == killers[1] { [killers[0], Move::NONE] } else { killers };
            let picker = Picker::new(&position, remembered(n), killers);
            let picked = pick_all(picker, &position, &history);
            let all: Vec<Move> = picked.iter().map(|&(m, ..)| m).collect();
            assert_eq!(sorted(all), sorted(moves.clone()), "{}", position.fen());
            assert!(picked.is_sorted_by_key(|&(_, stage, _)| stage), "{picked:?}");
            for same in picked.chunk_by(|a, b| a.1 == b.1).filter(|same| same[0].1 != Stage::Killer)
            {
                assert!(same.is_sorted_by(|a, b| a.2 >= b.2), "{same:?}");
            }
            for &(m, stage, score) in &picked {
                let good = see_ge(&position, m, -score / good_capture_divisor());
                let captures = position.captured(m).is_some();
                let underpromotion = m.promotion().is_some_and(|role| role != Role::Queen);
                match stage {
                    Stage::TtMove => assert_eq!(m, remembered(n)),
                    Stage::Promotion => assert_eq!(m.promotion(), Some(Role::Queen)),
                    Stage::GoodCapture => assert!(captures && good && !m.is_promotion()),
                    Stage::Killer => {
                        assert!(!position.is_noisy(m) && killers.contains(&m))
                    }
                    Stage::Quiet => assert!(!position.is_noisy(m)),
                    Stage::BadCapture => assert!(underpromotion || captures && !good),
                }
            }
        }
    }

    #[test]
    fn quiet_moves_can_be_left_out_at_any_time() {
        let mut history = History::new().unwrap();
        // From different places of the walks, which have 40 positions each.
        for position in test_positions().iter().step_by(79) {
            let killers = legal(position).into_iter().filter(|&m| !position.is_noisy(m));
            let mut killers = killers.skip(1).step_by(3).chain([Move::NONE; 2]);
            let killers = [(); 2].map(|()| killers.next().expect("there are two of none"));
            let picker = || Picker::new(position, Move::NONE, killers);
            learn(&mut history, position);
            let every = pick_all(picker(), position, &history);
            for quiet in 0..=every.len() {
                let mut count = 0;
                let wanted = |&(m, ..): &(Move, Stage, i32)| {
                    let wanted = count < quiet || position.is_noisy(m);
                    count += usize::from(wanted);
                    wanted
                };
                let expected: Vec<_> = every.iter().copied().filter(wanted).collect();
                let picked = pick(picker(), position, &history, quiet);
                assert_eq!(picked, expected, "{quiet} of {}", position.fen());
            }
        }
    }

    #[test]
    fn quiescence_and_probcut_see_the_noisy_moves_that_they_want() {
        let history = History::new().unwrap();
        for position in test_positions() {
            for least in [None, Some(-100), Some(0), Some(150)] {
                let is_wanted = |m: Move| match m.promotion() {
                    Some(role) => role == Role::Queen,
                    None => {
                        position.captured(m).is_some()
                            && least.is_none_or(|least| see_ge(&position, m, least))
                    }
                };
                let mut wanted = Vec::new();
                for_each_legal(&position, |m| wanted.extend(is_wanted(m).then_some(m)));
                // A TT move that is quiet, wanted, or an underpromotion.
                let moves = legal(&position);
                let tests: [&dyn Fn(Move) -> bool; 3] =
                    [&|m| !position.is_noisy(m), &is_wanted, &|m| {
                        position.is_noisy(m) && !is_wanted(m)
                    }];
                for test in tests {
                    let tt_move = moves.iter().copied().find(|&m| test(m));
                    let first = tt_move.unwrap_or_default();
                    let picker = match least {
                        None => Picker::noisy(&position, first),
                        Some(least) => Picker::winning(&position, first, least),
                    };
                    let picked = pick_all(picker, &position, &history);
                    let picked = picked.into_iter().map(|(m, ..)| m).collect();
                    // It comes whatever it promotes to.
                    let also = tt_move.filter(|&m| {
                        position.is_noisy(m)
                            && !is_wanted(m)
                            && least.is_none_or(|least| see_ge(&position, m, least))
                    });
                    let expected = wanted.iter().copied().chain(also).collect();
                    assert_eq!(sorted(picked), sorted(expected), "{}", position.fen());
                }
            }
        }
    }

    #[test]
    fn pieces_leave_attacks_of_lesser_ones_first_and_checks_come_early() {
        // Black's pawn attacks the rook; its knight attacks c3, and its king is on an open line.
        let position = test_support::position("3k4/8/8/2p5/1R1n4/8/1B6/4K3 w - - 0 1");
        let (history, context) = (History::new().unwrap(), context(&position));
        let checks = CheckSquares::new(&position);
        let quiets = QuietScores::new(&position, &checks, history.quiet_order(&context));
        let score = |uci: &str| {
            let found =
                legal(&position).into_iter().find(|m| format!("{}{}", m.from(), m.to()) == uci);
            quiets.of(found.expect("a legal move"))
        };
        assert!(score("b4a4") > 0 && score("b4b8") > score("b4a4"), "a check besides");
        assert!(score("b4b5") < 0, "the knight attacks b5");
        assert_eq!(score("b2a3"), 0);
        assert_eq!(quiets.attacked[Role::Pawn as usize], Bitboard::EMPTY);
        assert!(quiets.attacked[Role::Knight as usize].contains(Square::B4));
    }
}
