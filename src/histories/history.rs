//! History heuristic: moves that caused cutoffs anywhere in the tree tend to do so again
//! (Schaeffer, "The history heuristic", 1983), the more so after the same earlier moves
//! (continuation history), with the same pawns (pawn history), near the root (low ply history),
//! and with the same captures (capture history: Chess Programming Wiki, "History Heuristic").
//!
//! Three sums are made of the tables, for three questions: which quiet move comes first, which is
//! not worth a search, and how deep a late one is searched.

use shakmaty::{Color, Role, Square};

use crate::board::{Move, Position};
use crate::sys;
use crate::tunables::numbers;

/// The distances, in plies, of the earlier moves that index the continuation history, and the
/// weights of its updates, in 1024ths.
const CONTINUATIONS: [(usize, i32); 6] =
    [(1, 1133), (2, 683), (3, 312), (4, 582), (5, 149), (6, 474)];
/// How many earlier moves index the continuation history.
pub const PREVIOUS_MOVES: usize = CONTINUATIONS.len();

/// A piece and its target square: what distinguishes moves in most of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

/// The number of pieces times squares.
pub const PIECE_TOS: usize = 12 * 64;
/// The kinds of captures: none, or one of six roles.
const CAPTURES: usize = 1 + 6;
/// The bound of the magnitude of main and low ply history.
const HISTORY_MAX: i32 = 7183;
/// The bound of the magnitude of pawn history.
const PAWN_HISTORY_MAX: i32 = 8192;
/// The bound of the magnitude of continuation history.
const CONTINUATION_MAX: i32 = 30_000;
/// The bound of the magnitude of capture history.
const CAPTURE_HISTORY_MAX: i32 = 10_692;
/// The bound of the magnitude of the history of TT moves.
const TT_MOVE_HISTORY_MAX: i32 = 8192;
/// The origins times targets of moves.
const FROM_TOS: usize = 64 * 64;
/// The plies from the root that have a low ply history.
const LOW_PLIES: usize = 5;
/// The groups of positions with the same pawns that have a pawn history of their own.
const PAWN_GROUPS: usize = 512;

impl PieceTo {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTo = PieceTo(PIECE_TOS as u16);

    /// An index up to [`PIECE_TOS`], which stands for [`PieceTo::NONE`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// A piece of `side` that goes to a square; one that castles, to the rook's.
    #[inline(always)]
    pub fn new(side: Color, role: Role, to: Square) -> PieceTo {
        let index = side as u16 * 6 + (role as u16 - 1);
        PieceTo(index * 64 + to as u16)
    }

    /// The piece and the target square of a move of a position.
    #[inline(always)]
    pub fn of(position: &Position, m: Move) -> PieceTo {
        PieceTo::new(position.turn(), position.moving_role(m), m.to())
    }

    /// Whether a pawn moves.
    pub fn is_pawn(self) -> bool {
        self.index() / 64 % 6 == Role::Pawn as usize - 1 && self != PieceTo::NONE
    }
}

/// An earlier move as a row of the continuation history: its piece and target, and whether it was
/// noisy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(u16);

const ROWS: usize = 2 * (PIECE_TOS + 1);

impl Row {
    /// The row of no move, which stays zero.
    pub const NONE: Row = Row(PIECE_TOS as u16);

    /// The row of a move.
    pub fn new(piece_to: PieceTo, noisy: bool) -> Row {
        Row(u16::from(noisy) * (PIECE_TOS as u16 + 1) + piece_to.0)
    }

    fn start(self) -> usize {
        usize::from(self.0) * PIECE_TOS
    }
}

/// The moves before a node.
#[derive(Clone, Copy, Debug)]
pub struct PreviousMoves {
    /// Whether the last one gave check.
    pub in_check: bool,
    /// The last one first.
    pub rows: [Row; PREVIOUS_MOVES],
}

impl PreviousMoves {
    /// No moves.
    #[cfg(test)]
    pub const NONE: PreviousMoves =
        PreviousMoves { in_check: false, rows: [Row::NONE; PREVIOUS_MOVES] };
}

/// What the history of a move depends on besides the move.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    side: Color,
    /// The distance from the root.
    pub ply: usize,
    /// Where the pawn history of these pawns begins.
    pawns: usize,
    /// The moves before.
    pub previous: PreviousMoves,
}

impl Context {
    /// The context of the moves of a position at a ply, after the previous moves.
    pub fn new(position: &Position, ply: usize, previous: PreviousMoves) -> Context {
        Context { side: position.turn(), ply, pawns: pawn_group(position), previous }
    }
}

fn pawn_group(position: &Position) -> usize {
    (position.part_keys().pawns >> 32) as usize % PAWN_GROUPS * PIECE_TOS
}

/// The indices of a quiet move.
#[derive(Clone, Copy)]
pub struct QuietMove {
    from_to: usize,
    piece_to: PieceTo,
}

impl QuietMove {
    /// The indices of a move, given its piece and target.
    #[inline(always)]
    pub fn new(m: Move, piece_to: PieceTo) -> QuietMove {
        QuietMove { from_to: from_to(m), piece_to }
    }

    /// The indices of a move of a position.
    pub fn of(position: &Position, m: Move) -> QuietMove {
        QuietMove::new(m, PieceTo::of(position, m))
    }
}

fn from_to(m: Move) -> usize {
    usize::from(m.0) % FROM_TOS
}

/// A table of scores that begins at zero, its pages untouched.
struct Scores {
    scores: sys::Scores,
    max: i32,
}

impl Scores {
    fn new(count: usize, max: i32) -> Option<Scores> {
        Some(Scores { scores: sys::Scores::new(count)?, max })
    }

    #[inline]
    fn at(&self, index: usize) -> i32 {
        i32::from(self.scores[index])
    }

    /// The scores from one on.
    fn row<const LENGTH: usize>(&self, start: usize) -> &[i16; LENGTH] {
        self.scores[start..].first_chunk().expect("whole rows")
    }

    #[inline]
    fn add(&mut self, index: usize, bonus: i32) {
        gravitate(&mut self.scores[index], bonus, self.max);
    }
}

/// Updates a score with gravity: the nearer the score is to its bound, the less it moves towards
/// it. So the tables stay bounded and old results fade without a sweep between searches.
pub fn gravitate(entry: &mut i16, bonus: i32, max: i32) {
    let (old, bonus) = (i32::from(*entry), bonus.clamp(-max, max));
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

numbers! { updates:
    /// The share of a bonus that a quiet best move gets.
    best_quiet_share = 910;
    /// The share of a bonus that a noisy best move gets.
    best_noisy_share = 1395;
    /// The share of a malus that quiet moves get.
    malus_quiet_share = 1085;
    /// The share of a malus that noisy moves get.
    malus_noisy_share = 1448;
    /// The malus of quiet moves falls after this many of them.
    malus_full_quiets = 5;
    /// The share of updates that reaches low ply history.
    low_ply_share = 805;
    /// The weight of low ply history in the order of quiet moves at the root. It falls with the ply.
    low_ply_weight = 8;
    /// The share of updates that reaches continuation history.
    continuation_share = 896;
    /// Added to updates of the continuation history after the last move: it favours moves that were
    /// searched after this one.
    continuation_last_bonus = 88;
    /// The share of a bonus that reaches pawn history.
    pawn_bonus_share = 905;
    /// The share of a malus that reaches pawn history.
    pawn_malus_share = 505;
}

/// The history tables. The bounds of continuation and pawn history are wide, so that each update
/// moves them little and they remember long.
pub struct History {
    /// If `false`, nothing is updated and every score is 0.
    pub enabled: bool,
    /// Quiet moves by side, origin and target.
    main: Scores,
    /// Quiet moves near the root, by ply, origin and target.
    low_ply: Scores,
    /// Quiet moves by the pawns, piece and target.
    pawn: Scores,
    /// Moves by an earlier move, piece and target.
    continuation: Scores,
    /// Noisy moves by piece, target and captured role.
    capture: Scores,
    /// How often TT moves turned out best: one score.
    tt_move: i16,
    /// Whether anything was stored since the tables were zero, and since the low plies were.
    written: bool,
    low_ply_written: bool,
}

const MAIN: usize = 2 * FROM_TOS;
const LOW_PLY: usize = LOW_PLIES * FROM_TOS;
const PAWN: usize = PAWN_GROUPS * PIECE_TOS;
const CONTINUATION: usize = ROWS * PIECE_TOS;
const CAPTURE: usize = PIECE_TOS * CAPTURES;

impl History {
    /// The size of the tables in bytes.
    pub const BYTES: u64 =
        ((MAIN + LOW_PLY + PAWN + CONTINUATION + CAPTURE) * size_of::<i16>()) as u64;

    /// An empty history, or `None` when memory is exhausted.
    pub fn new() -> Option<History> {
        Some(History {
            enabled: true,
            main: Scores::new(MAIN, HISTORY_MAX)?,
            low_ply: Scores::new(LOW_PLY, HISTORY_MAX)?,
            pawn: Scores::new(PAWN, PAWN_HISTORY_MAX)?,
            continuation: Scores::new(CONTINUATION, CONTINUATION_MAX)?,
            capture: Scores::new(CAPTURE, CAPTURE_HISTORY_MAX)?,
            tt_move: 0,
            written: false,
            low_ply_written: false,
        })
    }

    /// The address of the tables, which tells one history from another.
    #[cfg(test)]
    pub fn place(&self) -> *const i16 {
        self.main.scores.as_ptr()
    }

    pub fn clear(&mut self) {
        self.begin_search();
        if self.written {
            let History { main, pawn, continuation, capture, .. } = self;
            for table in [main, pawn, continuation, capture] {
                table.scores.fill(0);
            }
            (self.tt_move, self.written) = (0, false);
        }
    }

    /// Clears what belongs to the root of the last search.
    pub fn begin_search(&mut self) {
        if self.low_ply_written {
            self.low_ply.scores.fill(0);
            self.low_ply_written = false;
        }
    }

    /// The sums that order the quiet moves of a position.
    pub fn quiet_order(&self, context: &Context) -> QuietOrder<'_> {
        let [one, two, three, four, _, six] = context.previous.rows;
        let low_ply = LOW_PLIES.min(context.ply);
        QuietOrder {
            enabled: self.enabled,
            main: self.main.row(context.side as usize * FROM_TOS),
            pawn: self.pawn.row(context.pawns),
            continuations: [one, two, three, four, six]
                .map(|row| self.continuation.row(row.start())),
            low_ply: (low_ply < LOW_PLIES).then(|| self.low_ply.row(low_ply * FROM_TOS)),
            plies: 1 + low_ply as i32,
        }
    }

    /// The sum that says whether a quiet move is worth a search.
    pub fn pruning_score(&self, context: &Context, m: QuietMove) -> i32 {
        if !self.enabled {
            return 0;
        }
        self.last_two(context, m) + self.pawn.at(context.pawns + m.piece_to.index())
    }

    /// The sum that says how deep a late quiet move is searched.
    pub fn reduction_score(&self, context: &Context, m: QuietMove) -> i32 {
        if !self.enabled {
            return 0;
        }
        2 * self.main_score(context, m) + self.last_two(context, m)
    }

    /// The score of a quiet move by its squares alone.
    pub fn main_score(&self, context: &Context, m: QuietMove) -> i32 {
        if self.enabled { self.main.at(context.side as usize * FROM_TOS + m.from_to) } else { 0 }
    }

    /// The continuation history of a move after the last two.
    fn last_two(&self, context: &Context, m: QuietMove) -> i32 {
        let [one, two, ..] = context.previous.rows;
        [one, two].map(|row| self.continuation.at(row.start() + m.piece_to.index())).iter().sum()
    }

    /// The score of a noisy move, given what it captures.
    #[inline]
    pub fn capture_score(&self, m: PieceTo, captured: Option<Role>) -> i32 {
        if self.enabled { self.capture.at(capture(m, captured)) } else { 0 }
    }

    /// How often TT moves turned out best.
    pub fn tt_move_score(&self) -> i32 {
        if self.enabled { i32::from(self.tt_move) } else { 0 }
    }

    /// Updates how often TT moves turn out best.
    pub fn update_tt_move(&mut self, bonus: i32) {
        if self.enabled {
            gravitate(&mut self.tt_move, bonus, TT_MOVE_HISTORY_MAX);
            self.written = true;
        }
    }

    /// Rewards the best move of a position.
    pub fn reward(&mut self, position: &Position, context: &Context, best: Move, bonus: i32) {
        if position.is_noisy(best) {
            let bonus = share_of(bonus, best_noisy_share());
            self.update_capture(PieceTo::of(position, best), position.captured(best), bonus);
        } else {
            let bonus = share_of(bonus, best_quiet_share());
            self.update_quiet(context, QuietMove::of(position, best), bonus);
        }
    }

    /// Punishes the moves of a position that were tried before the best. Quiet moves get no malus
    /// when the best is noisy.
    pub fn punish(
        &mut self,
        position: &Position,
        context: &Context,
        tried: &[Move],
        best: Move,
        malus: i32,
    ) {
        let is_best_noisy = position.is_noisy(best);
        let mut quiets = 0;
        for &m in tried {
            if position.is_noisy(m) {
                let malus = share_of(malus, malus_noisy_share());
                self.update_capture(PieceTo::of(position, m), position.captured(m), -malus);
            } else if !is_best_noisy {
                quiets += 1;
                // The later a move came, the less was expected of it.
                let malus = share_of(malus, malus_quiet_share());
                let malus = malus * quiets.min(malus_full_quiets()) / quiets;
                self.update_quiet(context, QuietMove::of(position, m), -malus);
            }
        }
    }

    /// Updates all that is known of a quiet move.
    pub fn update_quiet(&mut self, context: &Context, m: QuietMove, bonus: i32) {
        if !self.enabled {
            return;
        }
        self.update_main(context.side, m.from_to, bonus);
        if context.ply < LOW_PLIES {
            self.low_ply.add(context.ply * FROM_TOS + m.from_to, share_of(bonus, low_ply_share()));
            self.low_ply_written = true;
        }
        let continuation = share_of(bonus, continuation_share());
        self.update_continuations(context.previous, m.piece_to, continuation);
        let share = if bonus > 0 { pawn_bonus_share() } else { pawn_malus_share() };
        self.pawn.add(context.pawns + m.piece_to.index(), share_of(bonus, share));
    }

    /// Updates the score of a quiet move of `side` by its squares.
    fn update_main(&mut self, side: Color, from_to: usize, bonus: i32) {
        self.main.add(side as usize * FROM_TOS + from_to, bonus);
        self.written = true;
    }

    /// Updates the continuation history of a move after the previous moves. In check, where any move
    /// that answers it is good, only after the last two.
    pub fn update_continuations(&mut self, after: PreviousMoves, now: PieceTo, bonus: i32) {
        if !self.enabled {
            return;
        }
        self.written = true;
        let reach = if after.in_check { 2 } else { PREVIOUS_MOVES };
        for (row, (back, weight)) in after.rows.into_iter().zip(CONTINUATIONS).take(reach) {
            if row != Row::NONE {
                let favour = if back == 1 { continuation_last_bonus() } else { 0 };
                let bonus = share_of(bonus, weight) + favour;
                self.continuation.add(row.start() + now.index(), bonus);
            }
        }
    }

    /// Updates the score of a noisy move.
    pub fn update_capture(&mut self, now: PieceTo, captured: Option<Role>, bonus: i32) {
        if self.enabled {
            self.capture.add(capture(now, captured), bonus);
            self.written = true;
        }
    }

    /// Updates the quiet move that led to a node by its squares. The context is that of the node.
    pub fn update_last_main(&mut self, context: &Context, last: LastMove, bonus: i32) {
        if self.enabled {
            self.update_main(!context.side, from_to(last.m), bonus);
        }
    }

    /// Updates the quiet move that led to a node by the pawns, unless it is a pawn's.
    pub fn update_last_pawn(&mut self, context: &Context, last: LastMove, bonus: i32) {
        if self.enabled && !last.piece_to.is_pawn() {
            self.pawn.add(context.pawns + last.piece_to.index(), bonus);
            self.written = true;
        }
    }
}

/// The tables that order the quiet moves of a position, where they begin for it.
pub struct QuietOrder<'a> {
    enabled: bool,
    main: &'a [i16; FROM_TOS],
    pawn: &'a [i16; PIECE_TOS],
    continuations: [&'a [i16; PIECE_TOS]; 5],
    low_ply: Option<&'a [i16; FROM_TOS]>,
    /// What the scores of the low plies are divided by.
    plies: i32,
}

impl QuietOrder<'_> {
    /// The sum that orders a move.
    #[inline]
    pub fn score(&self, m: QuietMove) -> i32 {
        if !self.enabled {
            return 0;
        }
        let QuietMove { from_to, piece_to } = m;
        let to = piece_to.index();
        let low_ply =
            self.low_ply.map_or(0, |row| low_ply_weight() * i32::from(row[from_to]) / self.plies);
        2 * (i32::from(self.main[from_to]) + i32::from(self.pawn[to]))
            + self.continuations.iter().map(|row| i32::from(row[to])).sum::<i32>()
            + low_ply
    }
}

/// The move that led to a position.
#[derive(Clone, Copy)]
pub struct LastMove {
    pub m: Move,
    pub piece_to: PieceTo,
}

/// A share of a bonus, in 1024ths.
pub fn share_of(bonus: i32, share: i32) -> i32 {
    bonus * share / 1024
}

fn capture(now: PieceTo, captured: Option<Role>) -> usize {
    now.index() * CAPTURES + captured.map_or(0, |role| role as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::position;

    /// White to move, and Black.
    fn positions() -> [Position; 2] {
        let pieces = "1n2k3/8/8/8/8/2pr4/8/1N2K1N1";
        ["w", "b"].map(|turn| position(&format!("{pieces} {turn} - - 0 1")))
    }

    /// White's knight goes from b1 to a square.
    fn to(to: Square) -> Move {
        Move::normal(Square::B1, to)
    }

    fn white(m: Move) -> QuietMove {
        QuietMove::of(&positions()[0], m)
    }

    /// After Black's knight went to c6, six times.
    fn after_knight() -> PreviousMoves {
        let knight = PieceTo::new(Color::Black, Role::Knight, Square::C6);
        PreviousMoves { in_check: false, rows: [Row::new(knight, false); PREVIOUS_MOVES] }
    }

    #[test]
    fn scores_stay_bounded_and_follow_success() {
        let mut history = History::new().unwrap();
        let [good, bad] = [to(Square::A3), Move::normal(Square::G1, Square::H3)];
        let [position, _] = positions();
        let context = Context::new(&position, 0, after_knight());
        for _ in 0..10_000 {
            history.reward(&position, &context, good, 1500);
            history.punish(&position, &context, &[bad], good, 2000);
        }
        let score = |history: &History, m| history.quiet_order(&context).score(white(m));
        let all = 10 * HISTORY_MAX + 2 * PAWN_HISTORY_MAX + 5 * CONTINUATION_MAX;
        let (high, low) = (score(&history, good), score(&history, bad));
        assert!((all / 2..=all).contains(&high), "{high}");
        assert!((-all..-all / 2).contains(&low), "{low}");
        for _ in 0..100 {
            history.reward(&position, &context, bad, 1500);
            history.punish(&position, &context, &[good], bad, 2000);
        }
        assert!(score(&history, good) < high, "old merit fades");
        history.begin_search();
        assert!(score(&history, good).abs() < high, "low plies are those of another root");
        history.clear();
        assert_eq!(score(&history, good), 0);
    }

    #[test]
    fn each_sum_has_its_tables() {
        let mut history = History::new().unwrap();
        let [position, black] = positions();
        let m = white(to(Square::A3));
        let context = |previous| Context::new(&position, 9, previous);
        let [after, first] = [after_knight(), PreviousMoves::NONE].map(context);
        history.update_continuations(after.previous, m.piece_to, 500);
        assert_eq!(history.main_score(&after, m), 0);
        assert!(history.pruning_score(&after, m) > 0);
        assert_eq!(history.pruning_score(&after, m), history.reduction_score(&after, m));
        assert!(
            history.quiet_order(&after).score(m) > history.pruning_score(&after, m),
            "five of six"
        );
        assert_eq!(history.quiet_order(&first).score(m), 0, "it is good after that move");
        let last = LastMove { m: to(Square::A3), piece_to: m.piece_to };
        let reply = Context::new(&black, 9, PreviousMoves::NONE);
        history.update_last_main(&reply, last, 300);
        history.update_last_pawn(&reply, last, 200);
        assert_eq!(history.main_score(&first, m), 300);
        assert_eq!(history.pruning_score(&first, m), 200);
        assert_eq!(history.reduction_score(&first, m), 600);
        assert_eq!(history.quiet_order(&first).score(m), 1000);
        history.enabled = false;
        assert_eq!(history.quiet_order(&first).score(m), 0);
        history.update_quiet(&first, m, 900);
        history.update_tt_move(900);
        history.enabled = true;
        assert_eq!(history.tt_move_score(), 0);
        assert_eq!(history.main_score(&first, m), 300);
    }

    #[test]
    fn captures_have_their_own_history_by_victim() {
        let mut history = History::new().unwrap();
        let [position, _] = positions();
        let context = Context::new(&position, 0, PreviousMoves::NONE);
        let (knight, tried) =
            (PieceTo::of(&position, to(Square::C3)), [to(Square::C3), to(Square::A3)]);
        let rook = PieceTo::new(Color::White, Role::Knight, Square::D3);
        let best = Move::normal(Square::B1, Square::D3);
        history.reward(&position, &context, best, 500);
        history.punish(&position, &context, &tried, best, 500);
        let score = |m, victim| history.capture_score(m, Some(victim));
        assert!(score(rook, Role::Rook) > 0 && score(knight, Role::Pawn) < 0);
        assert_eq!((score(rook, Role::Queen), score(knight, Role::Rook)), (0, 0));
        let left = history.quiet_order(&context).score(white(to(Square::A3)));
        assert_eq!(left, 0, "captures come first anyway");
    }

    #[test]
    fn rows_and_pieces_are_distinct() {
        let pieces: Vec<_> = [Role::Pawn, Role::Knight, Role::King]
            .into_iter()
            .flat_map(|role| [Color::White, Color::Black].map(|side| (side, role)))
            .map(|(side, role)| {
                let piece_to = PieceTo::new(side, role, Square::B3);
                assert_eq!(piece_to.is_pawn(), role == Role::Pawn);
                piece_to
            })
            .collect();
        let with_none = pieces.into_iter().chain([PieceTo::NONE]);
        let mut rows: Vec<_> =
            with_none.flat_map(|p| [false, true].map(|noisy| Row::new(p, noisy).0)).collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), 14);
        assert!(usize::from(rows[13]) < ROWS && !PieceTo::NONE.is_pawn());
    }
}
