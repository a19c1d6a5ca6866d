//! Computes the relations of a position: what its pieces do to each other.
//!
//! A network that only sees pieces on squares would have to learn for each pair of pieces on each
//! pair of squares that one attacks the other. Given the relations, it sees at once what is
//! hanging, what attacks and defends it, how mobile a piece is, which pawns are passed, how safe a
//! king is, and what the next move may threaten; so the search is wrong less often at its leaves.
//! Hand-written evaluations have always had such terms. One move can open and close lines all over
//! the board, so relations are recomputed for each position that is evaluated, not kept from move
//! to move.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use crate::eval::features::{
    AttackDefence, Attacked, Attackers, Input, KingSafety, MAX_ACTIVE_RELATIONS, Perspective,
    PieceSquare, StopSquare, Threat,
};
use crate::movegen::piece_attacks;

/// All roles except pawns and kings.
const PIECE_ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A buffer for the relations of a position as Black sees them, and as White does.
pub type Buffer = [[u16; MAX_ACTIVE_RELATIONS]; 2];

/// A buffer without relations.
pub const EMPTY_BUFFER: Buffer = [[0; MAX_ACTIVE_RELATIONS]; 2];

/// The relations of a position, as both sides see them.
pub struct ActiveRelations<'a> {
    /// The perspectives of Black and White.
    perspectives: [Perspective; 2],
    /// Borrowed: with an array in this struct, the compiler would keep `count` in memory.
    buffer: &'a mut Buffer,
    count: usize,
}

impl<'a> ActiveRelations<'a> {
    /// Finds the relations of a position, given how Black and White see the board.
    #[inline(always)]
    pub fn of(
        input: Input<'_>,
        perspectives: [Perspective; 2],
        buffer: &'a mut Buffer,
    ) -> ActiveRelations<'a> {
        let mut relations = ActiveRelations { perspectives, buffer, count: 0 };
        let board = input.board;
        let pawns = [Color::Black, Color::White].map(|color| PawnAttacks::of(board, color));
        let black = relations.add_mobility(input, Color::Black, pawns);
        let white = relations.add_mobility(input, Color::White, pawns);
        for (color, own, enemy) in [(Color::Black, &black, &white), (Color::White, &white, &black)]
        {
            let attacked = board.by_color(color) & enemy.all & !board.kings();
            let hanging = attacked & (!own.all | enemy.on_more_valuable(board));
            relations.add_attacked(board, color, own, enemy, (attacked, hanging));
            relations.add_passed_pawns(board, color, enemy);
            let safety = king_safety(input, color, own, enemy);
            relations.add(|view| view.king_safety(color, safety));
            relations.add_threats(input.turn, !color, threats(board, !color, enemy, own, hanging));
            let rights = input.castling[color as usize];
            relations.add_if(rights > 0, |view| view.castling(color, rights));
        }
        relations
    }

    /// The relations as Black sees them, or as White does.
    #[inline(always)]
    pub fn of_side(&self, side: usize) -> &[u16] {
        &self.buffer[side][..self.count]
    }

    #[inline(always)]
    fn add(&mut self, relation: impl Fn(Perspective) -> usize) {
        for (relations, view) in self.buffer.iter_mut().zip(self.perspectives) {
            relations[self.count] = relation(view) as u16;
        }
        self.count += 1;
    }

    /// Adds a relation if a condition holds, without a branch, which processors would predict
    /// badly. The number of the relation is computed either way.
    #[inline(always)]
    fn add_if(&mut self, is_there: bool, relation: impl Fn(Perspective) -> usize) {
        self.add(relation);
        self.count -= usize::from(!is_there);
    }

    /// Adds the threats of a side, given the number of each kind, 0 for none.
    #[inline(always)]
    fn add_threats(&mut self, turn: Color, color: Color, threats: [(Threat, usize); 4]) {
        for (kind, number) in threats {
            self.add_if(number > 0, |view| view.threat(color, turn, kind, number));
        }
    }

    /// Adds the mobility of a side's pieces, and returns what the side attacks.
    #[inline(always)]
    fn add_mobility(&mut self, input: Input<'_>, color: Color, pawns: [PawnAttacks; 2]) -> Attacks {
        let board = input.board;
        let mut attacks = Attacks::of_pawns(pawns[color as usize]);
        let area = !board.by_color(color) & !pawns[!color as usize].all;
        let zone = king_zone(input.king(!color));
        for role in PIECE_ROLES {
            let piece = role.of(color);
            for from in board.by_piece(piece) {
                let attacked = piece_attacks(role, from, board.occupied());
                attacks.add(role, attacked);
                attacks.king_attackers += usize::from((attacked & zone).any());
                let mobility = (attacked & area).count();
                self.add(|view| view.mobility(piece, mobility));
            }
        }
        attacks.add(Role::King, king_attacks(input.king(color)));
        attacks
    }

    /// Adds the attacked pieces of a side, except the king: whether each is hanging, and its
    /// attackers and defenders.
    #[inline(always)]
    fn add_attacked(
        &mut self,
        board: &Board,
        color: Color,
        own: &Attacks,
        enemy: &Attacks,
        (attacked, hanging): (Bitboard, Bitboard),
    ) {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in board.by_piece(piece) & attacked {
                let is_hanging = hanging.contains(square);
                let kind = if is_hanging { Attacked::Hanging } else { Attacked::Defended };
                self.add(|view| view.attacked(PieceSquare::new(piece, square), kind));
                let [attackers, defenders] = [enemy, own].map(|side| side.attackers(square));
                let against = AttackDefence { attackers, defenders };
                self.add(|view| view.attack_defence(piece, against));
            }
        }
    }

    /// Adds the passed pawns of a side.
    #[inline(always)]
    fn add_passed_pawns(&mut self, board: &Board, color: Color, enemy: &Attacks) {
        let pawns = Role::Pawn.of(color);
        let (own, others) = (board.by_piece(pawns), board.by_piece(Role::Pawn.of(!color)));
        let stopped = behind(own | others | beside(others), color);
        for square in own & !stopped {
            let next = Bitboard::from_square(square).shift(color.fold_wb(8, -8));
            let stop = if (next & board.occupied()).any() {
                StopSquare::Blocked
            } else if (next & enemy.all).any() {
                StopSquare::Attacked
            } else {
                StopSquare::Free
            };
            self.add(|view| view.passed_pawn(PieceSquare::new(pawns, square), stop));
        }
    }
}

/// The squares that a side's pawns attack.
#[derive(Clone, Copy)]
struct PawnAttacks {
    all: Bitboard,
    /// The squares that two pawns attack.
    twice: Bitboard,
}

impl PawnAttacks {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> PawnAttacks {
        let ahead = board.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
        let (west, east) = (west(ahead), east(ahead));
        PawnAttacks { all: west | east, twice: west & east }
    }
}

/// The squares that a side attacks, those of its own pieces included.
struct Attacks {
    by_role: [Bitboard; Role::ALL.len()],
    all: Bitboard,
    /// The squares that at least two pieces attack.
    twice: Bitboard,
    /// The number of pieces, pawns and king excluded, that attack the enemy king's zone.
    king_attackers: usize,
}

impl Attacks {
    #[inline(always)]
    fn of_pawns(PawnAttacks { all, twice }: PawnAttacks) -> Attacks {
        let mut by_role = [Bitboard::EMPTY; Role::ALL.len()];
        by_role[Role::Pawn as usize - 1] = all;
        Attacks { by_role, all, twice, king_attackers: 0 }
    }

    #[inline(always)]
    fn add(&mut self, role: Role, attacked: Bitboard) {
        self.by_role[role as usize - 1] |= attacked;
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }

    #[inline(always)]
    fn by(&self, role: Role) -> Bitboard {
        self.by_role[role as usize - 1]
    }

    /// The attackers of a square.
    #[inline(always)]
    fn attackers(&self, square: Square) -> Attackers {
        let roles = self.by_role.iter().enumerate();
        let roles = roles.map(|(bit, attacked)| u32::from(attacked.contains(square)) << bit);
        Attackers::new(roles.sum(), self.twice.contains(square))
    }

    /// The pieces of either side that a less valuable piece attacks.
    #[inline(always)]
    fn on_more_valuable(&self, board: &Board) -> Bitboard {
        let minors = self.by(Role::Knight) | self.by(Role::Bishop);
        self.by(Role::Pawn) & !board.pawns()
            | minors & board.rooks_and_queens()
            | self.by(Role::Rook) & board.queens()
    }
}

/// The threats of a side, given the enemy's pieces that are hanging.
#[inline(always)]
fn threats(
    board: &Board,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    hanging: Bitboard,
) -> [(Threat, usize); 4] {
    let mobility_area = !board.by_color(color) & !enemy.by(Role::Pawn);
    let safe = mobility_area & (!enemy.all | own.twice & !enemy.twice);
    let [more_valuable, loose] = attacks_next(board, color, own, enemy, safe);
    [
        (Threat::Capture, captures(board, hanging)),
        (Threat::AttackMoreValuable, more_valuable),
        (Threat::AttackLoose, loose),
        (Threat::Fork, forks(board, color, own, enemy, mobility_area)),
    ]
}

/// [`Threat::Capture`].
#[inline(always)]
fn captures(board: &Board, hanging: Bitboard) -> usize {
    let (mut first, mut second) = (0, 0);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let pieces = hanging & board.by_role(role);
        if pieces.any() {
            second = if pieces.more_than_one() { role as usize } else { first };
            first = role as usize;
        }
    }
    6 * first + second
}

/// [`Threat::AttackMoreValuable`] and [`Threat::AttackLoose`].
#[inline(always)]
fn attacks_next(
    board: &Board,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    safe: Bitboard,
) -> [usize; 2] {
    let [knights, bishops, rooks, queens] = PIECE_ROLES.map(|role| own.by(role) & safe);
    // The pieces that could attack a square: a bit each for a knight, a bishop, a rook and a queen.
    let attackers = |square| {
        let diagonal = bishop_attacks(square, board.occupied());
        let straight = rook_attacks(square, board.occupied());
        usize::from((knight_attacks(square) & knights).any())
            | usize::from((diagonal & bishops).any()) << 1
            | usize::from((straight & rooks).any()) << 2
            | usize::from(((diagonal | straight) & queens).any()) << 3
    };
    let theirs = board.by_color(!color);
    let loose = theirs & !enemy.all & !own.all;
    let (mut on_more_valuable, mut on_loose) = (0, 0);
    for square in loose & board.pawns() {
        on_loose |= usize::from(attackers(square) > 0);
    }
    for square in loose & (board.knights() | board.bishops()) {
        on_loose |= usize::from(attackers(square) > 0) << 1;
    }
    for square in theirs & board.rooks() {
        let by = attackers(square);
        on_more_valuable |= (by & 3) << 3;
        on_loose |= usize::from(by > 0 && loose.contains(square)) << 2;
    }
    for square in theirs & board.queens() {
        let by = attackers(square);
        on_more_valuable |= by & 7;
        on_loose |= usize::from(by > 0 && loose.contains(square)) << 3;
    }
    [on_more_valuable, on_loose]
}

/// [`Threat::Fork`].
#[inline(always)]
fn forks(
    board: &Board,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    mobility_area: Bitboard,
) -> usize {
    let theirs = board.by_color(!color);
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in theirs & (board.rooks_and_queens() | board.kings()) {
        let from = knight_attacks(square);
        twice |= once & from;
        once |= from;
    }
    let forks = twice & own.by(Role::Knight) & mobility_area;
    let by_knight = usize::from(forks.any()) + usize::from((forks & !enemy.all).any());
    let ahead = board.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
    let steps = ahead & !board.occupied() & mobility_area & (own.all | !enemy.all);
    let by_pawn = beside(steps.shift(color.fold_wb(8, -8))) & theirs;
    let mut bits = 32 * by_knight;
    for (bit, role) in PIECE_ROLES.into_iter().chain([Role::King]).enumerate() {
        bits |= usize::from((by_pawn & board.by_role(role)).any()) << bit;
    }
    bits
}

/// The safety of a side's king.
#[inline(always)]
fn king_safety(input: Input<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> KingSafety {
    let (board, king) = (input.board, input.king(color));
    let beside = king_attacks(king);
    // Where only the king defends, a second attacker makes a square safe.
    let undefended = !own.all | enemy.twice & beside & !own.twice;
    let safe = undefended & !board.by_color(!color);
    let (diagonal, straight) =
        (bishop_attacks(king, board.occupied()), rook_attacks(king, board.occupied()));
    let lines = [knight_attacks(king), diagonal, straight, diagonal | straight];
    let mut safe_checks = 0;
    for (bit, (role, line)) in PIECE_ROLES.into_iter().zip(lines).enumerate() {
        safe_checks |= usize::from((line & enemy.by(role) & safe).any()) << bit;
    }
    let flight_squares = (beside & !board.by_color(color) & !enemy.all).count();
    KingSafety { safe_checks, flight_squares, king_attackers: enemy.king_attackers }
}

/// The king's square and those beside it.
#[inline(always)]
fn king_zone(king: Square) -> Bitboard {
    king_attacks(king) | Bitboard::from_square(king)
}

/// The squares behind others, as a side sees them, down to its own first rank.
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
