//! What the pieces do to each other, and what that adds to the sums of the hidden layer.
//!
//! A network of pieces on squares would have to learn anew for each pair of pieces on each pair of
//! squares that one attacks the other. Told so, it sees at once what hangs, who fights for what is
//! attacked, how far a piece reaches, which pawns are passed, what a king has to fear, and what the
//! next move may threaten; and a search is wrong less often where it stops. Evaluations by hand have
//! always counted these. One move can open and close lines all over the board, so they are found anew
//! for each position that is evaluated, not kept from move to move.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use crate::eval::features::{
    Contest, Danger, Feature, Force, MAX_OF_POSITION, Peril, Perspective, Stop, Threat,
};
use crate::movegen::piece_attacks;
use crate::position::{MAX_PIECES, Position};

/// The pieces that are neither pawns nor kings.
const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Room for the rows of a position as Black sees them, and as White does. A piece has at most three:
/// one for the danger it is in, one for those who fight for it, one for its role. Some belong to no
/// piece.
pub type Room = [[u16; MAX_ROWS]; 2];
const MAX_ROWS: usize = 3 * MAX_PIECES + MAX_OF_POSITION;

/// Room with no rows in it.
pub const EMPTY_ROOM: Room = [[0; MAX_ROWS]; 2];

/// The rows that the relations of the pieces add to the sums of both sides.
pub struct RelationRows<'a> {
    /// How Black and White see the board.
    views: [Perspective; 2],
    /// Borrowed: with an array in here, the compiler would keep their number in memory.
    rows: &'a mut Room,
    count: usize,
}

impl<'a> RelationRows<'a> {
    /// Those of a position, as Black and White see it.
    #[inline(always)]
    pub fn of(
        position: &Position,
        views: [Perspective; 2],
        room: &'a mut Room,
    ) -> RelationRows<'a> {
        let mut rows = RelationRows { views, rows: room, count: 0 };
        let board = position.board();
        let pawns = [Color::Black, Color::White].map(|color| PawnReach::of(board, color));
        let black = rows.add_officers(position, Color::Black, pawns);
        let white = rows.add_officers(position, Color::White, pawns);
        for (color, own, other) in [(Color::Black, &black, &white), (Color::White, &white, &black)]
        {
            let attacked = board.by_color(color) & other.all & !board.kings();
            let hanging = attacked & (!own.all | other.threatens(board));
            rows.add_attacked(board, color, own, other, (attacked, hanging));
            rows.add_passed_pawns(board, color, other);
            let peril = peril(position, color, own, other);
            rows.add(|view| view.peril_index(color, peril));
            rows.add_threats(position, !color, threats(board, !color, other, own, hanging));
            let wings = position.castling_wings(color);
            rows.add_if(wings > 0, |view| view.castling_index(color, wings));
        }
        rows
    }

    /// The rows as Black sees them, or as White does.
    #[inline(always)]
    pub fn of_side(&self, side: usize) -> &[u16] {
        &self.rows[side][..self.count]
    }

    #[inline(always)]
    fn add(&mut self, index: impl Fn(Perspective) -> usize) {
        for (rows, view) in self.rows.iter_mut().zip(self.views) {
            rows[self.count] = index(view) as u16;
        }
        self.count += 1;
    }

    /// Adds a row or not, without a branch: processors guess badly which. Its number is computed either
    /// way.
    #[inline(always)]
    fn add_if(&mut self, is_there: bool, index: impl Fn(Perspective) -> usize) {
        self.add(index);
        self.count -= usize::from(!is_there);
    }

    /// Adds what a side threatens: the numbers of each kind, 0 for nothing.
    #[inline(always)]
    fn add_threats(&mut self, position: &Position, color: Color, threats: [(Threat, usize); 4]) {
        for (kind, number) in threats {
            self.add_if(number > 0, |view| view.threat_index(color, position.turn(), kind, number));
        }
    }

    /// Adds the mobility of a side's officers, and returns what all its pieces attack.
    #[inline(always)]
    fn add_officers(&mut self, position: &Position, color: Color, pawns: [PawnReach; 2]) -> Reach {
        let board = position.board();
        let mut reach = Reach::of_pawns(pawns[color as usize]);
        let area = !board.by_color(color) & !pawns[!color as usize].all;
        let zone = king_zone(position.king(!color));
        for role in OFFICERS {
            let piece = role.of(color);
            for from in board.by_piece(piece) {
                let attacks = piece_attacks(role, from, board.occupied());
                reach.note(role, attacks);
                reach.besiegers += usize::from((attacks & zone).any());
                let mobility = (attacks & area).count();
                self.add(|view| view.mobility_index(piece, mobility));
            }
        }
        reach.note(Role::King, king_attacks(position.king(color)));
        reach
    }

    /// Adds the pieces of a side that stand attacked, kings aside, those of them that hang, and who fights
    /// for them.
    #[inline(always)]
    fn add_attacked(
        &mut self,
        board: &Board,
        color: Color,
        own: &Reach,
        other: &Reach,
        (attacked, hanging): (Bitboard, Bitboard),
    ) {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in board.by_piece(piece) & attacked {
                let hangs = hanging.contains(square);
                let danger = if hangs { Danger::Hangs } else { Danger::Attacked };
                self.add(|view| view.danger_index(Feature::new(piece, square), danger));
                let [attackers, defenders] = [other, own].map(|reach| reach.force(square));
                let contest = Contest { attackers, defenders };
                self.add(|view| view.contest_index(piece, contest));
            }
        }
    }

    /// Adds the pawns of a side that no pawn can stop any more.
    #[inline(always)]
    fn add_passed_pawns(&mut self, board: &Board, color: Color, other: &Reach) {
        let pawns = Role::Pawn.of(color);
        let (own, others) = (board.by_piece(pawns), board.by_piece(Role::Pawn.of(!color)));
        let stopped = behind(own | others | beside(others), color);
        for square in own & !stopped {
            let next = Bitboard::from_square(square).shift(color.fold_wb(8, -8));
            let stop = if (next & board.occupied()).any() {
                Stop::Blocked
            } else if (next & other.all).any() {
                Stop::Guarded
            } else {
                Stop::Free
            };
            self.add(|view| view.passed_index(Feature::new(pawns, square), stop));
        }
    }
}

/// The squares that a side's pawns attack.
#[derive(Clone, Copy)]
struct PawnReach {
    all: Bitboard,
    /// Those that two of them attack.
    twice: Bitboard,
}

impl PawnReach {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> PawnReach {
        let ahead = board.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
        let (west, east) = (west(ahead), east(ahead));
        PawnReach { all: west | east, twice: west & east }
    }
}

/// The squares that a side attacks, its own pieces among them.
struct Reach {
    /// By role.
    by: [Bitboard; Role::ALL.len()],
    all: Bitboard,
    /// Those that two pieces attack.
    twice: Bitboard,
    /// The officers that attack the other king or a square beside it.
    besiegers: usize,
}

impl Reach {
    #[inline(always)]
    fn of_pawns(PawnReach { all, twice }: PawnReach) -> Reach {
        let mut by = [Bitboard::EMPTY; Role::ALL.len()];
        by[Role::Pawn as usize - 1] = all;
        Reach { by, all, twice, besiegers: 0 }
    }

    #[inline(always)]
    fn note(&mut self, role: Role, attacks: Bitboard) {
        self.by[role as usize - 1] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }

    #[inline(always)]
    fn by(&self, role: Role) -> Bitboard {
        self.by[role as usize - 1]
    }

    /// Who attacks a square.
    #[inline(always)]
    fn force(&self, square: Square) -> Force {
        let roles = self.by.iter().enumerate();
        let roles = roles.map(|(bit, reach)| u32::from(reach.contains(square)) << bit);
        Force::new(roles.sum(), self.twice.contains(square))
    }

    /// The pieces of either side that stand attacked by a lesser one.
    #[inline(always)]
    fn threatens(&self, board: &Board) -> Bitboard {
        let minors = self.by(Role::Knight) | self.by(Role::Bishop);
        self.by(Role::Pawn) & !board.pawns()
            | minors & board.rooks_and_queens()
            | self.by(Role::Rook) & board.queens()
    }
}

/// What a side may do next, given the pieces of the other side that hang.
#[inline(always)]
fn threats(
    board: &Board,
    color: Color,
    own: &Reach,
    other: &Reach,
    hanging: Bitboard,
) -> [(Threat, usize); 4] {
    let may_go = !board.by_color(color) & !other.by(Role::Pawn);
    let safe = may_go & (!other.all | own.twice & !other.twice);
    let [chases, approaches] = chases_and_approaches(board, color, own, other, safe);
    [
        (Threat::Capture, captures(board, hanging)),
        (Threat::Chase, chases),
        (Threat::Approach, approaches),
        (Threat::Fork, forks(board, color, own, other, may_go)),
    ]
}

/// [`Threat::Capture`].
#[inline(always)]
fn captures(board: &Board, hanging: Bitboard) -> usize {
    let (mut greatest, mut next) = (0, 0);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let pieces = hanging & board.by_role(role);
        if pieces.any() {
            next = if pieces.more_than_one() { role as usize } else { greatest };
            greatest = role as usize;
        }
    }
    6 * greatest + next
}

/// [`Threat::Chase`] and [`Threat::Approach`].
#[inline(always)]
fn chases_and_approaches(
    board: &Board,
    color: Color,
    own: &Reach,
    other: &Reach,
    safe: Bitboard,
) -> [usize; 2] {
    let [knights, bishops, rooks, queens] = OFFICERS.map(|role| own.by(role) & safe);
    // Who could attack a square: a bit each for a knight, a bishop, a rook and a queen.
    let attackers = |square| {
        let diagonal = bishop_attacks(square, board.occupied());
        let straight = rook_attacks(square, board.occupied());
        usize::from((knight_attacks(square) & knights).any())
            | usize::from((diagonal & bishops).any()) << 1
            | usize::from((straight & rooks).any()) << 2
            | usize::from(((diagonal | straight) & queens).any()) << 3
    };
    let theirs = board.by_color(!color);
    let loose = theirs & !other.all & !own.all;
    let (mut chases, mut approaches) = (0, 0);
    for square in loose & board.pawns() {
        approaches |= usize::from(attackers(square) > 0);
    }
    for square in loose & (board.knights() | board.bishops()) {
        approaches |= usize::from(attackers(square) > 0) << 1;
    }
    for square in theirs & board.rooks() {
        let by = attackers(square);
        chases |= (by & 3) << 3;
        approaches |= usize::from(by > 0 && loose.contains(square)) << 2;
    }
    for square in theirs & board.queens() {
        let by = attackers(square);
        chases |= by & 7;
        approaches |= usize::from(by > 0 && loose.contains(square)) << 3;
    }
    [chases, approaches]
}

/// [`Threat::Fork`].
#[inline(always)]
fn forks(board: &Board, color: Color, own: &Reach, other: &Reach, may_go: Bitboard) -> usize {
    let theirs = board.by_color(!color);
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in theirs & (board.rooks_and_queens() | board.kings()) {
        let attacks = knight_attacks(square);
        twice |= once & attacks;
        once |= attacks;
    }
    let forks = twice & own.by(Role::Knight) & may_go;
    let fork = usize::from(forks.any()) + usize::from((forks & !other.all).any());
    let ahead = board.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
    let steps = ahead & !board.occupied() & may_go & (own.all | !other.all);
    let hit = beside(steps.shift(color.fold_wb(8, -8))) & theirs;
    let mut bits = 32 * fork;
    for (bit, role) in OFFICERS.into_iter().chain([Role::King]).enumerate() {
        bits |= usize::from((hit & board.by_role(role)).any()) << bit;
    }
    bits
}

/// What the king of a side has to fear.
#[inline(always)]
fn peril(position: &Position, color: Color, own: &Reach, other: &Reach) -> Peril {
    let (board, king) = (position.board(), position.king(color));
    let beside = king_attacks(king);
    // Where only the king defends, a second attacker makes a square safe.
    let undefended = !own.all | other.twice & beside & !own.twice;
    let safe = undefended & !board.by_color(!color);
    let (diagonal, straight) =
        (bishop_attacks(king, board.occupied()), rook_attacks(king, board.occupied()));
    let lines = [knight_attacks(king), diagonal, straight, diagonal | straight];
    let mut checks = 0;
    for (bit, (role, line)) in OFFICERS.into_iter().zip(lines).enumerate() {
        checks |= usize::from((line & other.by(role) & safe).any()) << bit;
    }
    let escapes = (beside & !board.by_color(color) & !other.all).count();
    Peril { checks, escapes, besiegers: other.besiegers }
}

/// The king's square and those beside it.
#[inline(always)]
fn king_zone(king: Square) -> Bitboard {
    king_attacks(king) | Bitboard::from_square(king)
}

/// The squares behind others, as a side sees them, up to its own first rank.
#[inline(always)]
fn behind(squares: Bitboard, color: Color) -> Bitboard {
    let towards = |squares: Bitboard, ranks: i32| squares.shift(color.fold_wb(-8, 8) * ranks);
    let one = towards(squares, 1);
    let two = one | towards(one, 1);
    let four = two | towards(two, 2);
    four | towards(four, 4)
}

/// The squares left and right of others.
#[inline(always)]
fn beside(squares: Bitboard) -> Bitboard {
    west(squares) | east(squares)
}

#[inline(always)]
fn west(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from_file(File::A)).shift(-1)
}

#[inline(always)]
fn east(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from_file(File::H)).shift(1)
}
