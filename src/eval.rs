//! The evaluation: what a quiet position is worth, in centipawns, by hand-written rules.
//!
//! Every term has a middlegame and an endgame value, and the material left on the board
//! mixes the two (Chess Programming Wiki: Tapered Eval). What a move changes by itself
//! (material, piece-square values) is summed move by move in an [`Accumulator`]; what depends
//! on the pawns alone is remembered in a [`PawnTable`]; the rest is computed from attack sets.
//! Only integers, so that every machine computes the same value; one code for both colours,
//! so that neither is favoured.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, Piece, Position as _, Role, Square};

use crate::position::Position;
use crate::score::Score;

/// A middlegame value and an endgame value, added and subtracted as one number.
///
/// The endgame value lies in the upper half of the word, the middlegame value in the lower.
/// A negative lower half borrows one from the upper half, and [`endgame`] gives it back.
type Packed = i32;

const fn pack(middlegame: i32, endgame: i32) -> Packed {
    (endgame << 16) + middlegame
}

const fn middlegame(packed: Packed) -> i32 {
    packed as i16 as i32
}

const fn endgame(packed: Packed) -> i32 {
    (packed + 0x8000) >> 16
}

/// The phase of a position with all pieces: pure middlegame. Without pieces it is 0.
const FULL_PHASE: i32 = 24;
/// What each role adds to the phase.
const PHASE: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];
/// The value of each role (the first entry is no role).
const MATERIAL: [(i32, i32); 7] =
    [(0, 0), (85, 105), (330, 290), (345, 305), (470, 530), (985, 980), (0, 0)];
/// The right to move, in any phase.
const TEMPO: i32 = 12;

/// Mobility: values at no square and at all squares, rising with the root of the share of
/// squares, because the first squares matter most.
const KNIGHT_MOBILITY: [Packed; 32] = mobility_curve(8, (-46, -46), (18, 18));
const BISHOP_MOBILITY: [Packed; 32] = mobility_curve(13, (-42, -50), (30, 36));
const ROOK_MOBILITY: [Packed; 32] = mobility_curve(14, (-28, -60), (16, 46));
const QUEEN_MOBILITY: [Packed; 32] = mobility_curve(27, (-24, -60), (16, 52));

/// Two bishops that cover the squares of both colours.
const BISHOP_PAIR: Packed = pack(24, 48);
/// A rook on a file without pawns, and on one without own pawns.
const ROOK_OPEN_FILE: Packed = pack(32, 10);
const ROOK_HALF_OPEN_FILE: Packed = pack(14, 6);

/// Per enemy piece attacked by a pawn.
const PAWN_THREAT: Packed = pack(44, 28);
/// Per enemy rook or queen attacked by a knight or a bishop.
const MINOR_THREAT: Packed = pack(28, 22);
/// Per enemy pawn or piece that is attacked by pieces and not defended at all.
const HANGING: Packed = pack(14, 18);

/// A pawn without own pawns on the neighbouring files.
const ISOLATED: Packed = pack(-10, -12);
/// A pawn with an own pawn before it on the same file.
const DOUBLED: Packed = pack(-6, -18);
/// A pawn that no own pawn can ever defend and that cannot safely advance.
const BACKWARD: Packed = pack(-9, -9);
/// A pawn defended by a pawn, and a pawn with a neighbour on its rank, by its own rank.
const SUPPORTED: [Packed; 8] =
    [0, 0, pack(12, 6), pack(10, 6), pack(12, 12), pack(24, 26), pack(50, 50), 0];
const PHALANX: [Packed; 8] =
    [0, pack(2, 0), pack(6, 4), pack(8, 8), pack(20, 20), pack(40, 48), pack(60, 80), 0];
/// A pawn that no enemy pawn can stop or capture any more, by rank.
const PASSED: [Packed; 8] =
    [0, pack(0, 8), pack(0, 12), pack(6, 26), pack(22, 50), pack(42, 82), pack(60, 120), 0];
/// A passed pawn with any piece on the square before it, by rank.
const PASSED_BLOCKED: [Packed; 8] =
    [0, 0, 0, pack(-2, -8), pack(-8, -20), pack(-18, -40), pack(-30, -64), 0];
/// The endgame weight, by rank, of the kings' distances to the square before a passed pawn:
/// the enemy king's counts double, the own king's counts against.
const PASSED_KINGS: [i32; 8] = [0, 0, 0, 2, 4, 5, 6, 0];
/// Kings further away than this are equally far.
const PASSED_KINGS_REACH: i32 = 5;

/// Per own pawn on the king's ring.
const SHELTER_PAWN: Packed = pack(9, 0);
/// Files without own pawns at the king: a bit each for the file on its left, its own and the one on
/// its right.
const KING_OPEN_FILES: [Packed; 8] = [
    0,
    pack(-9, 0),
    pack(-20, 4),
    pack(-32, 4),
    pack(-9, 0),
    pack(-20, 0),
    pack(-32, 4),
    pack(-46, 4),
];

/// What each role that attacks the king's ring adds to the attack.
const ATTACK_UNITS: [i32; 7] = [0, 0, 2, 2, 3, 4, 0];
/// Per ring square that is attacked and that only the king, or nothing, defends.
const WEAK_SQUARE_UNITS: i32 = 2;
/// An attack grows with the square of its units: one attacker is harmless, four mate
/// (Chess Programming Wiki: King Safety, Attack Units).
const KING_ATTACK: [Packed; 64] = king_attack_curve();

/// The endgame scale of an undiminished advantage.
const FULL_SCALE: i32 = 64;
/// Without pawns and with at most a minor piece more, few positions are won.
const PAWNLESS_SCALE: i32 = 10;
/// Bishops of opposite colours: alone, and with other pieces.
const OPPOSITE_BISHOPS_SCALE: i32 = 30;
const OPPOSITE_BISHOPS_WITH_PIECES_SCALE: i32 = 50;
/// The fewer pawns the stronger side has left, the closer the draw: the scale without
/// pawns, and what each adds.
const PAWN_SCALE_BASE: i32 = 40;
const PAWN_SCALE_STEP: i32 = 6;
/// Rough values in pawns for the endgame rules.
const MINOR_UNITS: i32 = 3;
const ROOK_UNITS: i32 = 5;
const QUEEN_UNITS: i32 = 9;
/// Against a bare king: per step of that king from the centre (or towards the mating
/// corner), and per step between the kings.
const MOP_UP_EDGE: i32 = 14;
const MOP_UP_KINGS: i32 = 6;
/// An advantage halves while this many plies pass without a capture or a pawn move, so
/// that the stronger side makes progress.
const FADE_PLIES: i32 = 100;

/// Piece-square values of one role from White's view: a row for each rank from the first, a
/// column for each file from the edge to the centre.
type HalfTable = [[(i32, i32); 4]; 8];

/// Advancing pays most in the centre in the middlegame, and everywhere in the endgame.
const PAWN_SQUARES: HalfTable = [
    [(0, 0), (0, 0), (0, 0), (0, 0)],
    [(-14, 4), (2, 6), (-4, 4), (-12, 4)],
    [(-14, 0), (-2, 2), (-2, -2), (4, -2)],
    [(-14, 6), (-4, 4), (8, -2), (22, -6)],
    [(-6, 16), (4, 14), (12, 6), (26, 2)],
    [(6, 34), (14, 32), (26, 26), (32, 20)],
    [(40, 66), (44, 62), (48, 56), (52, 52)],
    [(0, 0), (0, 0), (0, 0), (0, 0)],
];
/// Knights belong in the centre, best beyond the middle of the board.
const KNIGHT_SQUARES: HalfTable = [
    [(-70, -40), (-24, -28), (-26, -18), (-18, -12)],
    [(-30, -26), (-22, -14), (-6, -10), (0, -4)],
    [(-22, -20), (-4, -8), (10, -2), (14, 10)],
    [(-10, -12), (4, 2), (16, 12), (22, 20)],
    [(-6, -12), (10, 4), (24, 14), (30, 20)],
    [(-24, -18), (14, -4), (30, 6), (36, 10)],
    [(-50, -24), (-24, -12), (24, -12), (20, -2)],
    [(-110, -50), (-60, -34), (-36, -18), (-24, -14)],
];
/// Bishops: off the first rank, and good in the fianchetto.
const BISHOP_SQUARES: HalfTable = [
    [(-16, -16), (-8, -10), (-14, -12), (-16, -6)],
    [(2, -12), (16, -10), (8, -6), (4, -2)],
    [(0, -8), (12, -2), (12, 4), (10, 8)],
    [(-4, -4), (6, 2), (12, 8), (18, 12)],
    [(-6, -2), (8, 4), (12, 6), (24, 10)],
    [(-6, 0), (12, 0), (20, 4), (18, 4)],
    [(-24, -6), (-6, -2), (-8, 0), (-10, -2)],
    [(-30, -12), (-16, -10), (-30, -8), (-24, -6)],
];
/// Rooks: on the central files, and deep in the enemy camp.
const ROOK_SQUARES: HalfTable = [
    [(-14, -6), (-10, -4), (-2, -2), (8, -6)],
    [(-30, -6), (-14, -6), (-10, -4), (-6, -6)],
    [(-28, -4), (-14, -4), (-12, -6), (-10, -6)],
    [(-22, 2), (-12, 2), (-8, 2), (-4, 0)],
    [(-12, 8), (-6, 6), (4, 8), (10, 4)],
    [(-4, 10), (8, 8), (12, 6), (18, 4)],
    [(14, 14), (16, 14), (26, 12), (32, 10)],
    [(18, 12), (18, 12), (16, 12), (22, 10)],
];
/// The queen keeps out of the way early and rules from the centre late.
const QUEEN_SQUARES: HalfTable = [
    [(-8, -34), (-10, -30), (-6, -26), (4, -24)],
    [(-14, -26), (-6, -22), (4, -18), (4, -10)],
    [(-10, -16), (-2, -4), (-4, 6), (-4, 6)],
    [(-8, -4), (-8, 12), (-6, 16), (-8, 28)],
    [(-8, 4), (-10, 18), (-6, 22), (-10, 34)],
    [(-4, 0), (-4, 14), (4, 24), (6, 30)],
    [(-8, 2), (-26, 20), (0, 26), (-4, 34)],
    [(4, 6), (10, 12), (16, 16), (20, 20)],
];
/// The king hides in a corner while there are pieces, and leads the endgame from the centre.
const KING_SQUARES: HalfTable = [
    [(18, -50), (36, -32), (8, -20), (-12, -24)],
    [(12, -26), (10, -12), (-16, 2), (-36, 8)],
    [(-20, -14), (-18, 2), (-34, 12), (-48, 18)],
    [(-34, -8), (-28, 12), (-44, 22), (-60, 28)],
    [(-34, 2), (-26, 22), (-40, 30), (-56, 34)],
    [(-24, 6), (-14, 28), (-26, 34), (-40, 34)],
    [(-20, -6), (-10, 20), (-16, 22), (-24, 22)],
    [(-30, -50), (-20, -22), (-16, -14), (-20, -12)],
];

/// Material and piece-square values by [colour][role][square], White's view: Black's are
/// negative.
static PIECE_SQUARES: [[[Packed; 64]; 7]; 2] = piece_squares();

const fn piece_squares() -> [[[Packed; 64]; 7]; 2] {
    let halves = [
        &PAWN_SQUARES,
        &KNIGHT_SQUARES,
        &BISHOP_SQUARES,
        &ROOK_SQUARES,
        &QUEEN_SQUARES,
        &KING_SQUARES,
    ];
    let mut tables = [[[0; 64]; 7]; 2];
    let mut role = 1;
    while role < 7 {
        let mut square = 0;
        while square < 64 {
            let file = square % 8;
            let column = if file < 4 { file } else { 7 - file };
            let (middle, end) = halves[role - 1][square / 8][column];
            let value = pack(MATERIAL[role].0 + middle, MATERIAL[role].1 + end);
            tables[Color::White as usize][role][square] = value;
            tables[Color::Black as usize][role][square ^ 56] = -value;
            square += 1;
        }
        role += 1;
    }
    tables
}

const fn mobility_curve(squares: i32, none: (i32, i32), all: (i32, i32)) -> [Packed; 32] {
    let mut curve = [0; 32];
    let mut count = 0;
    while count < 32 {
        let share = ((count as i32 * 10_000 / squares) as u32).isqrt() as i32;
        curve[count] =
            pack(none.0 + (all.0 - none.0) * share / 100, none.1 + (all.1 - none.1) * share / 100);
        count += 1;
    }
    curve
}

const fn king_attack_curve() -> [Packed; 64] {
    let mut curve = [0; 64];
    let mut units = 0;
    while units < 64 {
        let capped = if units < 32 { units as i32 } else { 32 };
        curve[units] = pack(capped * capped / 2, capped * capped / 16);
        units += 1;
    }
    curve
}

/// The sums that a move changes by itself: material with piece-square values, and the phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    sum: Packed,
    phase: i32,
}

impl Accumulator {
    /// Counts a piece that has come to a square.
    #[inline]
    pub fn add(&mut self, piece: Piece, square: Square) {
        self.sum += piece_square(piece, square);
        self.phase += PHASE[piece.role as usize];
    }

    /// Forgets a piece that has left a square.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: Square) {
        self.sum -= piece_square(piece, square);
        self.phase -= PHASE[piece.role as usize];
    }
}

#[inline]
fn piece_square(piece: Piece, square: Square) -> Packed {
    PIECE_SQUARES[piece.color as usize][piece.role as usize][square.to_usize()]
}

/// What the pawns alone determine.
#[derive(Clone, Copy, Default)]
struct PawnEntry {
    key: u64,
    /// The passed pawns of both sides.
    passed: Bitboard,
    /// The pawn structure's value, White's view.
    score: Packed,
    /// The files with pawns of each colour, one bit a file.
    files: [u8; 2],
}

/// Entries of the pawn table: structures change rarely, so a few thousand suffice.
const PAWN_ENTRIES: usize = 8192;

/// Remembers the evaluation of pawn structures, which most moves leave as they are
/// (Chess Programming Wiki: Pawn Hash Table).
pub struct PawnTable {
    entries: Box<[PawnEntry; PAWN_ENTRIES]>,
}

impl PawnTable {
    /// Allocates a table, or returns `None` without the memory for it.
    pub fn new() -> Option<PawnTable> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(PAWN_ENTRIES).ok()?;
        entries.resize(PAWN_ENTRIES, PawnEntry::default());
        let entries = entries.into_boxed_slice().try_into().ok()?;
        Some(PawnTable { entries })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(PawnEntry::default());
    }

    /// The entry of a position's pawns. An empty entry has the key of a board without
    /// pawns, and is right for it.
    #[inline]
    fn entry(&mut self, position: &Position) -> PawnEntry {
        let key = position.pawn_key();
        let slot = &mut self.entries[key as usize % PAWN_ENTRIES];
        if slot.key != key {
            *slot = evaluate_pawns(position.board(), key);
        }
        *slot
    }
}

/// The value of a position in centipawns from the side to move's view, pawn structures
/// remembered in `pawns`.
pub fn evaluate(position: &Position, pawns: &mut PawnTable) -> Score {
    let entry = pawns.entry(position);
    evaluate_with(position, &entry)
}

/// The same value as [`evaluate`] gives, computed without a table.
pub fn evaluate_uncached(position: &Position) -> Score {
    evaluate_with(position, &evaluate_pawns(position.board(), position.pawn_key()))
}

/// One side's pieces and what they reach.
struct Army {
    all: Bitboard,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    king: Square,
    /// The squares around the king and those before them.
    ring: Bitboard,
}

/// What one side's pieces do on the board.
struct Activity {
    score: Packed,
    /// Attacked by knights and bishops.
    minor_attacks: Bitboard,
    /// Attacked by pieces without the king.
    attacks: Bitboard,
    /// The strength of the attack on the enemy king.
    units: i32,
}

fn evaluate_with(position: &Position, entry: &PawnEntry) -> Score {
    let board = position.board();
    let white = Army::new::<true>(position);
    let black = Army::new::<false>(position);
    let white_activity = activity::<true>(board, &white, &black, entry);
    let black_activity = activity::<false>(board, &black, &white, entry);

    let mut sum = position.accumulator().sum + entry.score;
    sum += white_activity.score - black_activity.score;
    sum += threats(board, &white_activity, &white, &black_activity, &black)
        - threats(board, &black_activity, &black, &white_activity, &white);
    sum += shelter(&white, entry.files[Color::White as usize])
        - shelter(&black, entry.files[Color::Black as usize]);
    if entry.passed.any() {
        sum += passed_pawns::<true>(board, entry.passed, &white, &black)
            - passed_pawns::<false>(board, entry.passed, &black, &white);
    }

    let mut end = endgame(sum);
    let (strong, weak, sign) = if end > 0 { (&white, &black, 1) } else { (&black, &white, -1) };
    let scale = endgame_scale(board, strong, weak);
    end = end * scale / FULL_SCALE;
    if scale > 0 && is_bare(weak) {
        end += sign * mop_up(board, strong, weak);
    }

    let phase = position.accumulator().phase.min(FULL_PHASE);
    let value = (middlegame(sum) * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let faded = value - value * fade(position) / (2 * FADE_PLIES);
    let own = if position.turn().is_white() { faded } else { -faded };
    Score(own + TEMPO).clamp_eval()
}

#[inline]
fn fade(position: &Position) -> i32 {
    position.chess().halfmoves().min(FADE_PLIES as u32) as i32
}

impl Army {
    #[inline]
    fn new<const WHITE: bool>(position: &Position) -> Army {
        let board = position.board();
        let all = board.by_color(Color::from_white(WHITE));
        let pawns = all & board.pawns();
        let king = position.king(Color::from_white(WHITE));
        let around = king_attacks(king);
        Army {
            all,
            pawns,
            pawn_attacks: pawn_attacks::<WHITE>(pawns),
            king,
            ring: around | forward::<WHITE>(around),
        }
    }
}

/// Mobility, bishop pair, rooks on open files, and how hard the enemy king is attacked.
///
/// Mobility counts the attacked squares that are free of own pieces and of enemy pawns'
/// attacks. Sliders look through own sliders of their kind, which support them.
#[inline]
fn activity<const WHITE: bool>(
    board: &Board,
    us: &Army,
    them: &Army,
    entry: &PawnEntry,
) -> Activity {
    let color = Color::from_white(WHITE);
    let area = !us.all & !them.pawn_attacks;
    let queens = us.all & board.queens();
    let diagonal = board.occupied() ^ queens;
    let straight = diagonal ^ (us.all & board.rooks());
    let mut side =
        Activity { score: 0, minor_attacks: Bitboard::EMPTY, attacks: Bitboard::EMPTY, units: 0 };

    for square in us.all & board.knights() {
        let attacks = knight_attacks(square);
        side.score += KNIGHT_MOBILITY[(attacks & area).count() % 32];
        side.count(attacks, Role::Knight, them);
    }
    let bishops = us.all & board.bishops();
    for square in bishops {
        let attacks = bishop_attacks(square, diagonal);
        side.score += BISHOP_MOBILITY[(attacks & area).count() % 32];
        side.count(attacks, Role::Bishop, them);
    }
    if (bishops & Bitboard::DARK_SQUARES).any() && (bishops & Bitboard::LIGHT_SQUARES).any() {
        side.score += BISHOP_PAIR;
    }
    side.minor_attacks = side.attacks;
    for square in us.all & board.rooks() {
        let attacks = rook_attacks(square, straight);
        side.score += ROOK_MOBILITY[(attacks & area).count() % 32];
        side.score += rook_file(square, entry.files, color);
        side.count(attacks, Role::Rook, them);
    }
    for square in queens {
        let attacks =
            rook_attacks(square, board.occupied()) | bishop_attacks(square, board.occupied());
        side.score += QUEEN_MOBILITY[(attacks & area).count() % 32];
        side.count(attacks, Role::Queen, them);
    }
    side
}

impl Activity {
    #[inline]
    fn count(&mut self, attacks: Bitboard, role: Role, them: &Army) {
        self.attacks |= attacks;
        self.units += ATTACK_UNITS[role as usize] * i32::from((attacks & them.ring).any());
    }
}

#[inline]
fn rook_file(square: Square, files: [u8; 2], color: Color) -> Packed {
    let own = files[color as usize] >> (square.to_u32() % 8) & 1;
    let any = (files[0] | files[1]) >> (square.to_u32() % 8) & 1;
    const BY_PAWNS: [Packed; 4] = [ROOK_OPEN_FILE, ROOK_HALF_OPEN_FILE, 0, 0];
    BY_PAWNS[usize::from(own * 2 + any) % 4]
}

/// What we attack to effect: enemy pieces, and the squares around the enemy king.
#[inline]
fn threats(board: &Board, ours: &Activity, us: &Army, theirs: &Activity, them: &Army) -> Packed {
    let pieces = them.all & !them.pawns;
    let defended = theirs.attacks | them.pawn_attacks;
    let attacked = ours.attacks & !defended;
    let hanging = attacked & !king_attacks(them.king) & them.all;
    let heavy = them.all & board.rooks_and_queens();
    let weak = attacked & them.ring;
    let units = ours.units + WEAK_SQUARE_UNITS * weak.count() as i32;
    PAWN_THREAT * (us.pawn_attacks & pieces).count() as i32
        + MINOR_THREAT * (ours.minor_attacks & heavy).count() as i32
        + HANGING * hanging.count() as i32
        + KING_ATTACK[(units as usize).min(63)]
}

/// The king's cover: pawns around it, and files that heavy pieces could use against it.
#[inline]
fn shelter(us: &Army, files: u8) -> Packed {
    // Beyond the edge of the board no file is open.
    let open = u32::from(!files) << 1;
    let near = open >> (us.king.to_u32() % 8) & 7;
    SHELTER_PAWN * (us.pawns & us.ring).count() as i32 + KING_OPEN_FILES[near as usize]
}

/// What passed pawns are worth beyond the pawn structure: is the way free, which king is nearer?
#[inline]
fn passed_pawns<const WHITE: bool>(
    board: &Board,
    passed: Bitboard,
    us: &Army,
    them: &Army,
) -> Packed {
    let mut score = 0;
    for square in passed & us.pawns {
        let rank = relative_rank::<WHITE>(square);
        // Pawns never stand on the last rank: the mask only tells the compiler so.
        let index = square.to_u32();
        let stop = Square::new((if WHITE { index + 8 } else { index.wrapping_sub(8) }) & 63);
        if board.occupied().contains(stop) {
            score += PASSED_BLOCKED[rank];
        }
        let ours = (us.king.distance(stop) as i32).min(PASSED_KINGS_REACH);
        let theirs = (them.king.distance(stop) as i32).min(PASSED_KINGS_REACH);
        score += pack(0, PASSED_KINGS[rank] * (2 * theirs - ours));
    }
    score
}

/// How much of an endgame advantage is likely to win, in parts of [`FULL_SCALE`].
#[inline]
fn endgame_scale(board: &Board, strong: &Army, weak: &Army) -> i32 {
    if strong.pawns.is_empty() {
        return pawnless_scale(board, strong, weak);
    }
    let ours = strong.all & board.bishops();
    let theirs = weak.all & board.bishops();
    let opposite = ours.any()
        && theirs.any()
        && !ours.more_than_one()
        && !theirs.more_than_one()
        && (board.bishops() & Bitboard::DARK_SQUARES).any()
        && (board.bishops() & Bitboard::LIGHT_SQUARES).any();
    if opposite {
        return if (board.knights() | board.rooks_and_queens()).is_empty() {
            OPPOSITE_BISHOPS_SCALE
        } else {
            OPPOSITE_BISHOPS_WITH_PIECES_SCALE
        };
    }
    (PAWN_SCALE_BASE + PAWN_SCALE_STEP * strong.pawns.count() as i32).min(FULL_SCALE)
}

/// Without pawns a side needs the pieces to force mate: more than a minor piece ahead, and
/// more than a minor piece or two knights.
#[cold]
fn pawnless_scale(board: &Board, strong: &Army, weak: &Army) -> i32 {
    let ours = piece_units(board, strong);
    let only_knights = (strong.all & !board.knights() & !board.kings()).is_empty();
    if ours <= MINOR_UNITS || only_knights && ours <= 2 * MINOR_UNITS {
        0
    } else if ours - piece_units(board, weak) <= MINOR_UNITS {
        PAWNLESS_SCALE
    } else {
        FULL_SCALE
    }
}

fn piece_units(board: &Board, side: &Army) -> i32 {
    let count = |role| (side.all & board.by_role(role)).count() as i32;
    MINOR_UNITS * (count(Role::Knight) + count(Role::Bishop))
        + ROOK_UNITS * count(Role::Rook)
        + QUEEN_UNITS * count(Role::Queen)
}

#[inline]
fn is_bare(side: &Army) -> bool {
    !side.all.more_than_one()
}

/// Drives a bare king to where it is mated, with the own king near (Chess Programming Wiki:
/// Mop-up Evaluation). Bishop and knight mate only in the corners of the bishop's colour; all
/// else mates at any edge.
#[cold]
fn mop_up(board: &Board, strong: &Army, weak: &Army) -> i32 {
    if piece_units(board, strong) < ROOK_UNITS {
        return 0;
    }
    let bishops = strong.all & board.bishops();
    let only_minors = (strong.pawns | strong.all & board.rooks_and_queens()).is_empty();
    let (file, rank) = (weak.king.to_u32() as i32 % 8, weak.king.to_u32() as i32 / 8);
    let driven = if only_minors && !bishops.more_than_one() {
        // Diagonals run from dark corner to dark corner, anti-diagonals from light to light.
        let dark = bishops.is_disjoint(Bitboard::LIGHT_SQUARES);
        if dark { (file + rank - 7).abs() } else { (file - rank).abs() }
    } else {
        (2 * file - 7).abs() / 2 + (2 * rank - 7).abs() / 2
    };
    let apart = strong.king.distance(weak.king) as i32;
    MOP_UP_EDGE * driven + MOP_UP_KINGS * (7 - apart)
}

/// The pawn structure from scratch.
#[cold]
fn evaluate_pawns(board: &Board, key: u64) -> PawnEntry {
    let white = board.pawns() & board.white();
    let black = board.pawns() & board.black();
    let (white_score, white_passed) = pawn_structure::<true>(white, black);
    let (black_score, black_passed) = pawn_structure::<false>(black, white);
    PawnEntry {
        key,
        passed: white_passed | black_passed,
        score: white_score - black_score,
        files: [file_set(black), file_set(white)],
    }
}

/// The value of one side's pawns, and those of them that have passed the enemy's.
fn pawn_structure<const WHITE: bool>(ours: Bitboard, theirs: Bitboard) -> (Packed, Bitboard) {
    let attacks = pawn_attacks::<WHITE>(ours);
    let files = fill::<true>(ours) | fill::<false>(ours);
    let isolated = ours & !sideways(files);
    let doubled = ours & back::<WHITE>(fill_back::<WHITE>(ours));
    // Squares that an own pawn attacks now or after advancing.
    let guardable = fill_front::<WHITE>(attacks);
    let their_attacks = match WHITE {
        true => pawn_attacks::<false>(theirs),
        false => pawn_attacks::<true>(theirs),
    };
    let held = back::<WHITE>(their_attacks & !guardable);
    let backward = ours & held & !guardable & !isolated;
    let their_way = fill_back::<WHITE>(back::<WHITE>(theirs) | their_attacks);
    let passed = ours & !their_way & !doubled;

    let mut score = ISOLATED * isolated.count() as i32
        + DOUBLED * doubled.count() as i32
        + BACKWARD * backward.count() as i32;
    for square in ours & attacks {
        score += SUPPORTED[relative_rank::<WHITE>(square)];
    }
    for square in ours & sideways(ours) {
        score += PHALANX[relative_rank::<WHITE>(square)];
    }
    for square in passed {
        score += PASSED[relative_rank::<WHITE>(square)];
    }
    (score, passed)
}

/// The files on which a set has squares, one bit a file.
fn file_set(set: Bitboard) -> u8 {
    fill::<false>(set).0 as u8
}

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The neighbours on both sides.
#[inline]
fn sideways(set: Bitboard) -> Bitboard {
    Bitboard(set.0 << 1 & NOT_FILE_A | set.0 >> 1 & NOT_FILE_H)
}

/// One step forward from a side's view.
#[inline]
fn forward<const WHITE: bool>(set: Bitboard) -> Bitboard {
    Bitboard(if WHITE { set.0 << 8 } else { set.0 >> 8 })
}

/// One step back from a side's view.
#[inline]
fn back<const WHITE: bool>(set: Bitboard) -> Bitboard {
    Bitboard(if WHITE { set.0 >> 8 } else { set.0 << 8 })
}

/// The squares that a set of pawns attacks.
#[inline]
fn pawn_attacks<const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    forward::<WHITE>(sideways(pawns))
}

/// A set with everything above it (`UP`) or below it on the same files.
fn fill<const UP: bool>(set: Bitboard) -> Bitboard {
    let mut filled = set.0;
    for shift in [8, 16, 32] {
        filled |= if UP { filled << shift } else { filled >> shift };
    }
    Bitboard(filled)
}

/// A set with everything before it from a side's view.
fn fill_front<const WHITE: bool>(set: Bitboard) -> Bitboard {
    if WHITE { fill::<true>(set) } else { fill::<false>(set) }
}

/// A set with everything behind it from a side's view.
fn fill_back<const WHITE: bool>(set: Bitboard) -> Bitboard {
    if WHITE { fill::<false>(set) } else { fill::<true>(set) }
}

/// The rank from a side's view, the first being 0.
#[inline]
fn relative_rank<const WHITE: bool>(square: Square) -> usize {
    let rank = square.to_usize() / 8;
    if WHITE { rank } else { 7 - rank }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_numbers;
    use shakmaty::{CastlingMode, Chess, EnPassantMode};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROOTS: [&str; 10] = [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
        "4k3/1P2P3/8/8/8/8/2p4p/4K3 b - - 0 1",
        "8/4k3/3b4/8/2B5/8/5PPP/6K1 w - - 12 40",
        "8/8/4k3/8/8/2BN4/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/2NN4/4K3/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
        "2r2rk1/pp3ppp/8/3R4/8/8/PP3PPP/3R2K1 b - - 0 20",
    ];

    fn value(fen: &str) -> i32 {
        evaluate_uncached(&Position::from_fen(fen).expect("valid FEN")).0
    }

    /// Calls `check` on the positions of pseudo-random games from all roots.
    fn walk(mut check: impl FnMut(&Position)) {
        let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
        for root in ROOTS {
            for _ in 0..20 {
                let mut position = Position::from_fen(root).expect("valid FEN");
                for _ in 0..120 {
                    check(&position);
                    let moves = position.chess().legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[random(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn colours_are_treated_alike() {
        walk(|position| {
            let setup = position.chess().to_setup(EnPassantMode::Legal).into_mirrored();
            let mirrored: Chess = setup
                .position(CastlingMode::Standard)
                .or_else(shakmaty::PositionError::ignore_too_much_material)
                .expect("the mirror of a legal position");
            let mirrored = Position::from_chess(mirrored);
            let fen = position.fen();
            assert_eq!(evaluate_uncached(position), evaluate_uncached(&mirrored), "{fen}");
        });
    }

    #[test]
    fn the_pawn_table_changes_no_value() {
        let mut pawns = PawnTable::new().expect("memory");
        walk(|position| {
            let value = evaluate_uncached(position);
            assert_eq!(evaluate(position, &mut pawns), value, "{}", position.fen());
            assert_eq!(evaluate(position, &mut pawns), value, "{}", position.fen());
        });
        pawns.clear();
        walk(|position| {
            assert_eq!(evaluate(position, &mut pawns), evaluate_uncached(position));
        });
    }

    #[test]
    fn sums_by_move_equal_sums_from_scratch() {
        walk(|position| {
            let scratch = Position::from_chess(position.chess().clone());
            assert_eq!(position.accumulator(), scratch.accumulator(), "{}", position.fen());
        });
    }

    #[test]
    fn packed_halves_come_apart_again() {
        for middle in [-30_000, -1, 0, 1, 257, 30_000] {
            for end in [-30_000, -1, 0, 1, 257, 30_000] {
                let packed = pack(middle, end);
                assert_eq!((middlegame(packed), endgame(packed)), (middle, end));
            }
        }
    }

    #[test]
    fn material_decides() {
        assert!(value(START).abs() <= 50);
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert!(value(&format!("{queen_up} w KQkq - 0 1")) > 500);
        assert!(value(&format!("{queen_up} b KQkq - 0 1")) < -500);
        assert!(value("8/8/4k3/8/8/8/4K3/3R4 w - - 0 1") > 300);
    }

    #[test]
    fn passed_pawns_are_those_that_no_pawn_can_stop() {
        let position = Position::from_fen("4k3/8/p6p/3P4/1P3p2/8/5P1P/4K3 w - - 0 1").unwrap();
        let entry = evaluate_pawns(position.board(), position.pawn_key());
        assert_eq!(entry.passed, Bitboard::from(Square::D5));
        assert_eq!(entry.files, [0b1010_0001, 0b1010_1010]);
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let centre = value("8/8/8/3k4/8/3K4/8/7R w - - 0 1");
        let edge = value("3k4/8/3K4/8/8/8/8/7R w - - 0 1");
        assert!(edge > centre + 50, "{edge} {centre}");
        let wrong_corner = value("k7/8/1K6/8/8/8/8/2BN4 w - - 0 1");
        let right_corner = value("7k/8/6K1/8/8/8/8/2BN4 w - - 0 1");
        assert!(right_corner > wrong_corner + 50, "{right_corner} {wrong_corner}");
    }

    #[test]
    fn drawish_material_is_worth_little() {
        assert!(value("8/8/4k3/8/8/2NN4/4K3/8 w - - 0 1") < 100);
        assert!(value("8/4b3/4k3/8/8/8/4K3/3R4 w - - 0 1") < 100);
        let same = value("8/4k3/3b4/8/3B4/8/2P2PPP/6K1 w - - 0 1");
        let opposite = value("8/4k3/3b4/8/2B5/8/2P2PPP/6K1 w - - 0 1");
        assert!(opposite < same * 3 / 4, "{opposite} {same}");
    }
}
