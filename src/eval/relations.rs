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
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

use crate::board::pieces::{Pieces, piece_attacks};
use crate::eval::features::{
    AttackDefence, Attacked, Attackers, BitPlanes, Input, KingSafety, MAX_ACTIVE_RELATIONS,
    Perspective, PieceSquare, StopSquare, Threat,
};

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
        // The colors again, as constants that the compiler sees.
        let perspectives = [Color::Black, Color::White].map(|c| perspectives[c as usize].of(c));
        let mut relations = ActiveRelations { perspectives, buffer, count: 0 };
        let pieces = input.pieces;
        let pawns = [Color::Black, Color::White].map(|color| PawnAttacks::of(pieces, color));
        let black = relations.add_mobility(input, Color::Black, pawns);
        let white = relations.add_mobility(input, Color::White, pawns);
        let attacked = attacked_pieces(pieces, [&black, &white]);
        let hanging = attacked & hanging_if_attacked(pieces, [&black, &white]);
        relations.add_attacked(pieces, [&black, &white], (attacked, hanging));
        // Not a loop, so that the compiler knows the side.
        relations.add_side(input, Color::Black, [&black, &white], hanging);
        relations.add_side(input, Color::White, [&white, &black], hanging);
        relations
    }

    /// The relations as Black sees them, or as White does.
    #[inline(always)]
    pub fn of_side(&self, side: usize) -> &[u16] {
        &self.buffer[side][..self.count]
    }

    #[inline(always)]
    fn add(&mut self, relation: impl Fn(Perspective) -> usize) {
        let [black, white] = self.perspectives;
        self.buffer[0][self.count] = relation(black) as u16;
        self.buffer[1][self.count] = relation(white) as u16;
        self.count += 1;
    }

    /// Adds the relations of a side's passed pawns and king, the threats against it, and its
    /// castling rights, given what the side and the enemy attack.
    #[inline(always)]
    fn add_side(
        &mut self,
        input: Input<'_>,
        color: Color,
        [own, enemy]: [&Attacks; 2],
        hanging: Bitboard,
    ) {
        let pieces = input.pieces;
        self.add_passed_pawns(pieces, color, enemy);
        let safety = king_safety(input, color, own, enemy);
        self.add(|view| view.king_safety(color, safety));
        let hanging = hanging & pieces.by_color(color);
        self.add_threats(input.turn, !color, threats(pieces, !color, enemy, own, hanging));
        let rights = input.castling[color as usize];
        self.add_if(rights > 0, |view| view.castling(color, rights));
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
        let pieces = input.pieces;
        let mut attacks = Attacks::of_pawns(pawns[color as usize]);
        let area = !pieces.by_color(color) & !pawns[!color as usize].all;
        let zone = king_zone(input.king(!color));
        // Not a loop, so that the compiler knows each role.
        self.add_mobility_of(pieces, color.knight(), (area, zone), &mut attacks);
        self.add_mobility_of(pieces, color.bishop(), (area, zone), &mut attacks);
        self.add_mobility_of(pieces, color.rook(), (area, zone), &mut attacks);
        self.add_mobility_of(pieces, color.queen(), (area, zone), &mut attacks);
        attacks.add(Role::King, king_attacks(input.king(color)));
        attacks
    }

    /// Adds the mobility of one kind of piece to the relations, and what it attacks to the attacks.
    #[inline(always)]
    fn add_mobility_of(
        &mut self,
        pieces: &Pieces,
        piece: Piece,
        (area, zone): (Bitboard, Bitboard),
        attacks: &mut Attacks,
    ) {
        for from in pieces.by_piece(piece) {
            let attacked = piece_attacks(piece.role, from, pieces.occupied());
            attacks.add(piece.role, attacked);
            attacks.king_attackers += usize::from((attacked & zone).any());
            let mobility = (attacked & area).count();
            self.add(|view| view.mobility(piece, mobility));
        }
    }

    /// Adds the attacked pieces, except kings: whether each is hanging, and its attackers and
    /// defenders.
    #[inline(always)]
    fn add_attacked(
        &mut self,
        pieces: &Pieces,
        attacks: [&Attacks; 2],
        (attacked, hanging): (Bitboard, Bitboard),
    ) {
        let [black, white] = attacks.map(|side| Attackers::everywhere(side.by_role, side.twice));
        let on_black = pieces.by_color(Color::Black);
        let attackers = white.where_else(on_black, &black);
        let defenders = black.where_else(on_black, &white);
        let roles = BitPlanes([
            pieces.knights() | pieces.rooks() | pieces.kings(),
            pieces.bishops() | pieces.rooks(),
            pieces.queens() | pieces.kings(),
        ]);
        for square in attacked {
            let kind =
                if hanging.contains(square) { Attacked::Hanging } else { Attacked::Defended };
            let piece = PieceSquare::of(roles.at(square), on_black.contains(square), square);
            self.add(|view| view.attacked(piece, kind));
            let attackers = Attackers::at(square, &attackers);
            let defenders = Attackers::at(square, &defenders);
            let against = AttackDefence { attackers, defenders };
            self.add(|view| view.attack_defence(piece, against));
        }
    }

    /// Adds the passed pawns of a side.
    #[inline(always)]
    fn add_passed_pawns(&mut self, pieces: &Pieces, color: Color, enemy: &Attacks) {
        let pawns = Role::Pawn.of(color);
        let (own, others) = (pieces.by_piece(pawns), pieces.by_piece(Role::Pawn.of(!color)));
        let stopped = behind(own | others | beside(others), color);
        for square in own & !stopped {
            let next = Bitboard::from_square(square).shift(color.fold_wb(8, -8));
            let stop = if (next & pieces.occupied()).any() {
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

/// The attacked pieces of both sides, except kings.
#[inline(always)]
fn attacked_pieces(pieces: &Pieces, [black, white]: [&Attacks; 2]) -> Bitboard {
    (pieces.black() & white.all | pieces.white() & black.all) & !pieces.kings()
}

/// The pieces that are [`Attacked::Hanging`] if they are attacked.
#[inline(always)]
fn hanging_if_attacked(pieces: &Pieces, [black, white]: [&Attacks; 2]) -> Bitboard {
    pieces.black() & (!black.all | white.on_more_valuable(pieces))
        | pieces.white() & (!white.all | black.on_more_valuable(pieces))
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
    fn of(pieces: &Pieces, color: Color) -> PawnAttacks {
        let ahead = pieces.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
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

    /// The pieces of either side that a less valuable piece attacks.
    #[inline(always)]
    fn on_more_valuable(&self, pieces: &Pieces) -> Bitboard {
        let minors = self.by(Role::Knight) | self.by(Role::Bishop);
        self.by(Role::Pawn) & !pieces.pawns()
            | minors & pieces.rooks_and_queens()
            | self.by(Role::Rook) & pieces.queens()
    }
}

/// The threats of a side, given the enemy's pieces that are hanging.
#[inline(always)]
fn threats(
    pieces: &Pieces,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    hanging: Bitboard,
) -> [(Threat, usize); 4] {
    let mobility_area = !pieces.by_color(color) & !enemy.by(Role::Pawn);
    let safe = mobility_area & (!enemy.all | own.twice & !enemy.twice);
    let [more_valuable, loose] = attacks_next(pieces, color, own, enemy, safe);
    [
        (Threat::Capture, captures(pieces, hanging)),
        (Threat::AttackMoreValuable, more_valuable),
        (Threat::AttackLoose, loose),
        (Threat::Fork, forks(pieces, color, own, enemy, mobility_area)),
    ]
}

/// [`Threat::Capture`].
#[inline(always)]
fn captures(pieces: &Pieces, hanging: Bitboard) -> usize {
    let (mut first, mut second) = (0, 0);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let of_role = hanging & pieces.by_role(role);
        if of_role.any() {
            second = if of_role.more_than_one() { role as usize } else { first };
            first = role as usize;
        }
    }
    6 * first + second
}

/// [`Threat::AttackMoreValuable`] and [`Threat::AttackLoose`].
#[inline(always)]
fn attacks_next(
    pieces: &Pieces,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    safe: Bitboard,
) -> [usize; 2] {
    let [knights, bishops, rooks, queens] = PIECE_ROLES.map(|role| own.by(role) & safe);
    // The pieces that could attack a square: a bit each for a knight, a bishop, a rook and a queen.
    let attackers = |square| {
        let diagonal = bishop_attacks(square, pieces.occupied());
        let straight = rook_attacks(square, pieces.occupied());
        usize::from((knight_attacks(square) & knights).any())
            | usize::from((diagonal & bishops).any()) << 1
            | usize::from((straight & rooks).any()) << 2
            | usize::from(((diagonal | straight) & queens).any()) << 3
    };
    let theirs = pieces.by_color(!color);
    let loose = theirs & !pieces.kings() & !enemy.all & !own.all;
    // A pawn is 0, a minor piece 1, a rook 2, a queen 3.
    let kinds = BitPlanes([
        pieces.knights() | pieces.bishops() | pieces.queens(),
        pieces.rooks_and_queens(),
    ]);
    let (mut on_more_valuable, mut on_loose) = (0, 0);
    for square in loose | theirs & pieces.rooks_and_queens() {
        let (by, kind) = (attackers(square), kinds.at(square));
        on_more_valuable |= (by & [0, 0, 3, 7][kind]) << [0, 0, 3, 0][kind];
        on_loose |= usize::from(by > 0 && loose.contains(square)) << kind;
    }
    [on_more_valuable, on_loose]
}

/// [`Threat::Fork`].
#[inline(always)]
fn forks(
    pieces: &Pieces,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    mobility_area: Bitboard,
) -> usize {
    let theirs = pieces.by_color(!color);
    let forkable = theirs & (pieces.rooks_and_queens() | pieces.kings());
    let forks = attacked_twice_by_knights(forkable) & own.by(Role::Knight) & mobility_area;
    let by_knight = usize::from(forks.any()) + usize::from((forks & !enemy.all).any());
    let ahead = pieces.by_piece(Role::Pawn.of(color)).shift(color.fold_wb(8, -8));
    let steps = ahead & !pieces.occupied() & mobility_area & (own.all | !enemy.all);
    let by_pawn = beside(steps.shift(color.fold_wb(8, -8))) & theirs;
    let on = |role: Role| usize::from((by_pawn & pieces.by_role(role)).any());
    32 * by_knight
        + on(Role::Knight)
        + 2 * on(Role::Bishop)
        + 4 * on(Role::Rook)
        + 8 * on(Role::Queen)
        + 16 * on(Role::King)
}

/// The squares that at least two of these squares are a knight's move away from.
#[inline(always)]
fn attacked_twice_by_knights(squares: Bitboard) -> Bitboard {
    let (west, east) = (west(squares), east(squares));
    let both = |west: Bitboard, east: Bitboard| (west | east, west & east);
    let (one, one_twice) = both(west, east);
    let (two, two_twice) = both(self::west(west), self::east(east));
    let up_and_down = |squares: Bitboard, by: i32| (squares.shift(by), squares.shift(-by));
    let ((a, b), (c, d)) = (up_and_down(one, 16), up_and_down(two, 8));
    let ((e, f), (g, h)) = (up_and_down(one_twice, 16), up_and_down(two_twice, 8));
    e | f | g | h | a & b | c & d | (a | b) & (c | d)
}

/// The safety of a side's king.
#[inline(always)]
fn king_safety(input: Input<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> KingSafety {
    let (pieces, king) = (input.pieces, input.king(color));
    let beside = king_attacks(king);
    // Where only the king defends, a second attacker makes a square safe.
    let undefended = !own.all | enemy.twice & beside & !own.twice;
    let safe = undefended & !pieces.by_color(!color);
    let (diagonal, straight) =
        (bishop_attacks(king, pieces.occupied()), rook_attacks(king, pieces.occupied()));
    let lines = [knight_attacks(king), diagonal, straight, diagonal | straight];
    let mut safe_checks = 0;
    for (bit, (role, line)) in PIECE_ROLES.into_iter().zip(lines).enumerate() {
        safe_checks |= usize::from((line & enemy.by(role) & safe).any()) << bit;
    }
    let flight_squares = (beside & !pieces.by_color(color) & !enemy.all).count();
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
