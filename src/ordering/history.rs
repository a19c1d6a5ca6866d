//! History heuristic: moves that caused cutoffs anywhere in the tree tend to do so again
//! (Schaeffer, "The history heuristic", 1983), the more so after the same earlier moves
//! (continuation history) and with the same captures (capture history: Chess Programming Wiki,
//! "History Heuristic").

use std::cell::OnceCell;

use shakmaty::{Bitboard, Color, Move, Role, Square};

use crate::moves::{PackedMove, is_noisy};
use crate::position::Position;
use crate::sys;
use crate::tunables::*;

/// The distances, in plies, of the earlier moves that index the continuation history.
pub const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// A piece and its target square: the index of the continuation history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

/// The number of pieces times squares.
const PIECE_TOS: usize = 12 * 64;
/// The kinds of captures: none, or one of six roles.
const CAPTURES: usize = 1 + 6;

impl PieceTo {
    /// No move: before the root, or a null move. Its row in the table stays zero.
    pub const NONE: PieceTo = PieceTo(PIECE_TOS as u16);

    /// An index up to [`PIECE_TOS`], which stands for [`PieceTo::NONE`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The piece and the target square of a move of `side`.
    #[inline]
    pub fn new(side: Color, m: Move) -> PieceTo {
        let (role, to) = match m {
            Move::Normal { role, to, .. } => (role, to),
            _ => special_piece_to(m),
        };
        let index = side as usize * 6 + (role as usize - 1);
        PieceTo((index * 64 + to as usize) as u16)
    }
}

/// The role and target of rare kinds of moves: see [`PackedMove::new`].
#[cold]
fn special_piece_to(m: Move) -> (Role, Square) {
    (m.role(), m.to())
}

/// The earlier moves, as many plies back as [`CONTINUATIONS`] says.
pub type PreviousMoves = [PieceTo; CONTINUATIONS.len()];

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}

/// What the history score of a move depends on besides the move.
pub struct Context<'a> {
    position: &'a Position,
    previous: PreviousMoves,
    /// The squares that the opponent attacks, computed when first needed.
    threats: OnceCell<Bitboard>,
}

impl<'a> Context<'a> {
    /// The context of the moves of a position, after the previous moves.
    pub fn new(position: &'a Position, previous: PreviousMoves) -> Context<'a> {
        Context { position, previous, threats: OnceCell::new() }
    }

    fn side(&self) -> Color {
        self.position.turn()
    }

    fn is_threatened(&self, square: Square) -> bool {
        let threats = || self.position.attacked_by(!self.side());
        self.threats.get_or_init(threats).contains(square)
    }
}

/// The history tables.
pub struct History {
    /// If `false`, nothing is updated and every score is 0.
    pub enabled: bool,
    /// Scores of quiet moves by side, threats, origin and target: whether a piece is attacked, or
    /// will be on its target square, says much about its move.
    butterfly: Box<[i16]>,
    /// Scores of quiet moves by an earlier move and the move itself.
    continuation: Box<[i16]>,
    /// Scores of noisy moves by piece, target and captured role.
    capture: Box<[i16]>,
}

/// The number of scores in each table.
const BUTTERFLY: usize = 2 * 4 * 64 * 64;
const CONTINUATION: usize = (PIECE_TOS + 1) * PIECE_TOS;
const CAPTURE: usize = PIECE_TOS * CAPTURES;

impl History {
    /// The size of the tables in bytes.
    pub const BYTES: u64 = ((BUTTERFLY + CONTINUATION + CAPTURE) * size_of::<i16>()) as u64;

    /// An empty history, or `None` when memory is exhausted.
    pub fn new() -> Option<History> {
        Some(History {
            enabled: true,
            butterfly: sys::zeroed_scores(BUTTERFLY)?,
            continuation: sys::zeroed_scores(CONTINUATION)?,
            capture: sys::zeroed_scores(CAPTURE)?,
        })
    }

    /// The address of the tables, which tells one history from another.
    #[cfg(test)]
    pub fn place(&self) -> *const i16 {
        self.butterfly.as_ptr()
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.capture.fill(0);
    }

    /// The score of a move: the one sum that ordering, pruning and reductions share.
    pub fn score(&self, context: &Context, m: Move) -> i32 {
        if !self.enabled {
            return 0;
        }
        let now = PieceTo::new(context.side(), m);
        if is_noisy(m) {
            return i32::from(self.capture[capture(now, m)]);
        }
        let mut sum = i32::from(self.butterfly[butterfly(context, m)]);
        for &before in &context.previous {
            sum += i32::from(self.continuation[continuation(before, now)]);
        }
        sum
    }

    /// Updates the tables after `best` caused a cutoff: a bonus for it, a malus for the moves that
    /// failed before. Quiet moves get no malus when the best move is noisy.
    pub fn reward(&mut self, context: &Context, best: Move, failed: &[Move], depth: i32) {
        if !self.enabled {
            return;
        }
        let bonus = (history_bonus_per_ply() * depth).min(history_bonus_max());
        self.update(context, best, bonus);
        for &m in failed {
            if is_noisy(m) || !is_noisy(best) {
                self.update(context, m, -bonus * history_malus_percent() / 100);
            }
        }
    }

    /// Updates the continuation history of a quiet move by a bonus or malus.
    pub fn reward_continuations(&mut self, previous: &PreviousMoves, now: PieceTo, bonus: i32) {
        if !self.enabled {
            return;
        }
        for &before in previous.iter().filter(|&&piece_to| piece_to != PieceTo::NONE) {
            gravitate(&mut self.continuation[continuation(before, now)], bonus, HISTORY_MAX);
        }
    }

    fn update(&mut self, context: &Context, m: Move, bonus: i32) {
        let now = PieceTo::new(context.side(), m);
        if is_noisy(m) {
            gravitate(&mut self.capture[capture(now, m)], bonus, HISTORY_MAX);
            return;
        }
        gravitate(&mut self.butterfly[butterfly(context, m)], bonus, HISTORY_MAX);
        self.reward_continuations(&context.previous, now, bonus);
    }
}

/// Updates a score with gravity: the nearer the score is to its bound, the less it moves towards
/// it. So the tables stay bounded and old results fade without a sweep between searches.
pub fn gravitate(entry: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

fn butterfly(context: &Context, m: Move) -> usize {
    let packed = PackedMove::new(m);
    let [from, to] = [packed.from(), packed.to()];
    let [leaves, enters] = [from, to].map(|square| usize::from(context.is_threatened(square)));
    let group = context.side() as usize * 4 + leaves * 2 + enters;
    (group * 64 + from as usize) * 64 + to as usize
}

fn capture(now: PieceTo, m: Move) -> usize {
    now.index() * CAPTURES + m.capture().map_or(0, |role| role as usize)
}

fn continuation(before: PieceTo, now: PieceTo) -> usize {
    before.index() * PIECE_TOS + now.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(from: Square, to: Square) -> Move {
        Move::Normal { role: Role::Knight, from, capture: None, to, promotion: None }
    }

    /// White to move, and Black.
    fn positions() -> [Position; 2] {
        let fens = ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"];
        fens.map(|fen| Position::from_fen(fen).unwrap())
    }

    #[test]
    fn scores_stay_bounded_and_follow_success() {
        let mut history = History::new().unwrap();
        let [good, bad] = [quiet(Square::B1, Square::C3), quiet(Square::G1, Square::H3)];
        let before = PieceTo::new(Color::Black, quiet(Square::B8, Square::C6));
        let [white, black] = positions();
        let context = Context::new(&white, [before, PieceTo::NONE, PieceTo::NONE]);
        for _ in 0..10_000 {
            history.reward(&context, good, &[bad], 30);
        }
        let (high, low) = (history.score(&context, good), history.score(&context, bad));
        assert!((HISTORY_MAX + 1..=2 * HISTORY_MAX).contains(&high), "{high}: two tables know it");
        assert!((-2 * HISTORY_MAX..-HISTORY_MAX).contains(&low), "{low}");
        let elsewhere = Context::new(&white, [PieceTo::NONE; 3]);
        assert!(history.score(&elsewhere, good) <= HISTORY_MAX, "no continuation there");
        assert_eq!(history.score(&Context::new(&black, [PieceTo::NONE; 3]), good), 0);
        for _ in 0..100 {
            history.reward(&context, bad, &[good], 30);
        }
        assert!(history.score(&context, good) < high, "old merit fades");
        history.clear();
        assert_eq!(history.score(&context, good), 0);
    }

    #[test]
    fn continuations_are_rewarded_alone_and_only_after_moves() {
        let mut history = History::new().unwrap();
        let [white, _] = positions();
        let [m, other] = [quiet(Square::B1, Square::C3), quiet(Square::G1, Square::H3)];
        let before = PieceTo::new(Color::Black, quiet(Square::B8, Square::C6));
        let after = |previous| Context::new(&white, previous);
        let (some, none) = ([before, PieceTo::NONE, PieceTo::NONE], [PieceTo::NONE; 3]);
        history.reward_continuations(&none, PieceTo::new(Color::White, m), 500);
        assert_eq!(history.score(&after(none), m), 0);
        history.reward_continuations(&some, PieceTo::new(Color::White, m), 500);
        assert_eq!(history.score(&after(some), m), 500);
        assert_eq!(history.score(&after(some), other), 0);
        assert_eq!(history.score(&after(none), m), 0, "it is good after that move");
        history.enabled = false;
        history.reward_continuations(&some, PieceTo::new(Color::White, m), -900);
        history.enabled = true;
        assert_eq!(history.score(&after(some), m), 500);
    }

    #[test]
    fn captures_have_their_own_history_by_victim() {
        let mut history = History::new().unwrap();
        let [white, _] = positions();
        let context = Context::new(&white, [PieceTo::NONE; 3]);
        let [from, to] = [Square::B1, Square::C3];
        let capture = |victim| Move::Normal {
            role: Role::Knight,
            from,
            capture: Some(victim),
            to,
            promotion: None,
        };
        history.reward(&context, capture(Role::Rook), &[capture(Role::Pawn), quiet(from, to)], 5);
        assert!(history.score(&context, capture(Role::Rook)) > 0);
        assert!(history.score(&context, capture(Role::Pawn)) < 0);
        assert_eq!(history.score(&context, quiet(from, to)), 0, "captures come first anyway");
        assert_eq!(history.score(&context, capture(Role::Queen)), 0);
    }

    #[test]
    fn a_move_out_of_an_attack_is_another_than_one_without() {
        let mut history = History::new().unwrap();
        let [white, _] = positions();
        let attacked = Position::from_fen("1r2k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let previous = [PieceTo::NONE; 3];
        let [calm, escape] = [Context::new(&white, previous), Context::new(&attacked, previous)];
        history.reward(&escape, quiet(Square::B1, Square::C3), &[], 5);
        assert!(history.score(&escape, quiet(Square::B1, Square::C3)) > 0);
        assert_eq!(history.score(&calm, quiet(Square::B1, Square::C3)), 0);
    }
}
