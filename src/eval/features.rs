//! The features: what the network sees of a position. This is their one definition; the trainer
//! uses it too.
//!
//! Each side sees the board from its own first rank, every piece as its own or the enemy's, and the
//! files mirrored when its king stands on files a to d. So its king is always on files e to h, and
//! what the network learns for one half of the board holds for the other.
//!
//! The simplest features are a piece on a square. The others, the *relations*, say what the pieces
//! do to each other. Some belong to a piece:
//!
//! - an attacked piece, kings aside, by square: whether it is hanging;
//! - an attacked piece, wherever it stands: its least valuable attacker and defender, and whether
//!   there are several of either;
//! - a passed pawn, by square: what is on its stop square;
//! - a knight, bishop, rook or queen: its mobility;
//! - a king: the safe checks against it, its flight squares, and how many pieces attack its zone.
//!
//! Others belong to a side: up to four for its threats, numbered apart for the side to move and the
//! other side, and one for its castling rights.
//!
//! A feature chooses a row of weights, so the number of a feature is the number of its row. Pieces
//! on squares have a table of rows, numbered from 0, and relations have another.

use std::iter::StepBy;
use std::ops::Range;

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use crate::board::Position;
use crate::board::pieces::{MAX_PIECES, Pieces};

/// The version of the network and its file, raised whenever these features or the file change.
pub const VERSION: u32 = 6;

/// The part of a position that the features depend on.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub pieces: &'a Pieces,
    pub turn: Color,
    /// Black's and White's castling rights: 1 for the king's side, 2 for the queen's, their sum, or
    /// 0.
    pub castling: [u8; 2],
}

impl Input<'_> {
    #[inline(always)]
    pub fn of(position: &Position) -> Input<'_> {
        let castling = [Color::Black, Color::White].map(|color| position.castling_rights(color));
        Input { pieces: position.pieces(), turn: position.turn(), castling }
    }

    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.pieces.king(color)
    }

    /// How Black and White see the board.
    #[inline(always)]
    pub fn perspectives(&self) -> [Perspective; 2] {
        [Color::Black, Color::White].map(|color| Perspective::new(color, self.king(color)))
    }
}

/// How one side sees the board: it numbers the features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    pub color: Color,
    /// The bits of a [`PieceSquare`] that are flipped for this side.
    flip: u16,
}

impl Perspective {
    /// The perspective of a side with its king on a square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> Perspective {
        let files = if king.to_usize() % 8 < 4 { FILE_BITS } else { 0 };
        let color_and_ranks = if color.is_black() { COLOR_BIT | RANK_BITS } else { 0 };
        Perspective { color, flip: color_and_ranks | files }
    }

    /// This perspective, of a side that the compiler knows.
    #[inline(always)]
    pub fn of(self, color: Color) -> Perspective {
        debug_assert_eq!(color, self.color);
        Perspective { color, ..self }
    }

    /// The number of perspectives: of either side, with its king on either half of the board.
    pub const COUNT: usize = 4;

    /// The number of this perspective, below [`Perspective::COUNT`].
    pub fn index(self) -> usize {
        2 * self.color as usize + usize::from(self.flip & FILE_BITS != 0)
    }

    /// The feature of a piece on a square.
    #[inline(always)]
    pub fn piece_square(self, piece: PieceSquare) -> usize {
        usize::from(piece.0 ^ self.flip)
    }

    /// The relation of an attacked piece on a square.
    #[inline(always)]
    pub fn attacked(self, piece: PieceSquare, attacked: Attacked) -> usize {
        attacked as usize * PIECE_SQUARES + self.piece_square(piece)
    }

    /// The relation of an attacked piece, wherever it stands, for its attackers and defenders.
    #[inline(always)]
    pub fn attack_defence(self, piece: PieceSquare, against: AttackDefence) -> usize {
        let AttackDefence { attackers, defenders } = against;
        let piece = self.piece_square(piece) / SQUARES;
        let first = first_attack_defence(piece / SIDES, piece % SIDES);
        first + (attackers.0 - 1) * ATTACKERS + defenders.0
    }

    /// The relation of a passed pawn on a square.
    #[inline(always)]
    pub fn passed_pawn(self, pawn: PieceSquare, stop: StopSquare) -> usize {
        // Pawns are the first role: their numbers are below PAWN_SQUARES.
        PASSED_PAWN + stop as usize * PAWN_SQUARES + self.piece_square(pawn)
    }

    /// The relation of a knight, bishop, rook or queen with this mobility.
    #[inline(always)]
    pub fn mobility(self, piece: Piece, squares: usize) -> usize {
        let first = FIRST_MOBILITY[piece.role as usize - Role::Knight as usize];
        MOBILITY + self.enemy(piece.color) * MOBILITIES + first + squares
    }

    /// The relation of a side's king.
    #[inline(always)]
    pub fn king_safety(self, color: Color, safety: KingSafety) -> usize {
        let KingSafety { safe_checks, flight_squares, king_attackers } = safety;
        let number = (king_attackers.min(3) * 4 + flight_squares.min(3)) * 16 + safe_checks;
        KING_SAFETY + self.enemy(color) * KING_SAFETIES + number
    }

    /// The relation of a side's threat, numbered from 1. For 0 the result belongs to another kind.
    #[inline(always)]
    pub fn threat(self, color: Color, turn: Color, kind: Threat, number: usize) -> usize {
        first_threat(self.enemy(color), usize::from(color == turn), kind) + number - 1
    }

    /// The relation of a side's castling rights. For 0 the result belongs to another kind.
    #[inline(always)]
    pub fn castling(self, color: Color, rights: u8) -> usize {
        CASTLING + self.enemy(color) * CASTLINGS + usize::from(rights) - 1
    }

    #[inline(always)]
    fn enemy(self, color: Color) -> usize {
        usize::from(color != self.color)
    }
}

/// A piece on a square, numbered as White sees it with its king on files e to h; or none. The
/// number is made of role, colour (a bit), rank and file (three bits each), highest bits first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSquare(u16);

impl PieceSquare {
    /// No piece: the first of [`EMPTY_ROWS`], among which it stays whatever a perspective flips.
    pub const NONE: PieceSquare = PieceSquare(PIECE_SQUARES as u16);

    #[inline(always)]
    pub fn new(piece: Piece, square: Square) -> PieceSquare {
        PieceSquare::of(piece.role as usize - 1, piece.color.is_black(), square)
    }

    /// A piece, its role numbered from 0, on a square.
    #[inline(always)]
    pub fn of(role: usize, is_black: bool, square: Square) -> PieceSquare {
        let piece = role * SIDES + usize::from(is_black);
        PieceSquare((piece * SQUARES + square as usize) as u16)
    }
}

/// The state of an attacked piece, as far as its least valuable attacker decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attacked {
    /// It is defended, and no attacker is worth less.
    Defended,
    /// It is undefended, or attacked by a piece worth less.
    Hanging,
}

/// The attackers and defenders of an attacked piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackDefence {
    /// The enemy's pieces that attack it, never none.
    pub attackers: Attackers,
    /// The own pieces that defend it.
    pub defenders: Attackers,
}

/// The pieces of a side that attack a square, by the least valuable of them: 0 for none, 1 for a
/// pawn, 3 for a knight and so on up to 11 for a king, plus one if there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attackers(usize);

impl Attackers {
    /// The attackers of every square, given those that each role attacks and those that several
    /// pieces attack.
    #[inline(always)]
    pub fn everywhere(by_role: [Bitboard; Role::ALL.len()], several: Bitboard) -> BitPlanes<4> {
        let mut all = Bitboard::EMPTY;
        let least = by_role.map(|attacked| {
            let least = attacked & !all;
            all |= attacked;
            least
        });
        let [_, knight, bishop, rook, queen, king] = least;
        // The bits of the least valuable attacker, numbered from 0.
        let bits = [knight | rook | king, bishop | rook, queen | king];
        // The result is twice that number plus 1, or plus 2 if there are several.
        let carry = [several, several & bits[0], several & bits[0] & bits[1]];
        BitPlanes([all ^ several, bits[0] ^ carry[0], bits[1] ^ carry[1], bits[2] ^ carry[2]])
    }

    /// The attackers of a square, given those of every square.
    #[inline(always)]
    pub fn at(square: Square, everywhere: &BitPlanes<4>) -> Attackers {
        Attackers(everywhere.at(square))
    }
}

/// A number for every square, each of its bits in a bitboard, the lowest first.
pub struct BitPlanes<const BITS: usize>(pub [Bitboard; BITS]);

impl<const BITS: usize> BitPlanes<BITS> {
    /// The number of a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> usize {
        let bit = |bit: usize| usize::from(self.0[bit].contains(square)) << bit;
        (0..BITS).map(bit).sum()
    }

    /// These numbers on some squares, and the others elsewhere.
    #[inline(always)]
    pub fn where_else(&self, squares: Bitboard, others: &BitPlanes<BITS>) -> BitPlanes<BITS> {
        let plane = |bit: usize| self.0[bit] & squares | others.0[bit] & !squares;
        BitPlanes(std::array::from_fn(plane))
    }
}

/// What is on the stop square of a passed pawn, the square in front of it. A pawn is passed if no
/// pawn is in front of it and no enemy pawn can come to capture it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopSquare {
    /// A piece.
    Blocked,
    /// Nothing, but the enemy attacks it.
    Attacked,
    /// Nothing.
    Free,
}

/// How safe a king is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingSafety {
    /// The pieces that could give check on a safe square: a bit each for knight, bishop, rook and
    /// queen. A square is safe if the king's side does not attack it, or the king alone does and
    /// two enemies attack it.
    pub safe_checks: usize,
    /// The squares beside the king that are neither taken by its own pieces nor attacked. More than
    /// 3 count as 3.
    pub flight_squares: usize,
    /// The knights, bishops, rooks and queens that attack the king or a square beside it. More than
    /// 3 count as 3.
    pub king_attackers: usize,
}

/// What a side threatens to do next. It has at most one threat of each kind, numbered from 1.
///
/// Its mobility area is where none of its own pieces stands and no enemy pawn attacks. A square of
/// the area is *safe* where nothing else attacks either, or where one enemy piece and two of its
/// own attack, including the one that goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Capture hanging pieces: 6 times the most valuable one plus the next one, 0 for none, 1 for a
    /// pawn to 5 for a queen.
    Capture,
    /// Attack a more valuable piece from a safe square: a bit each for knight, bishop and rook on a
    /// queen, and for knight and bishop on a rook.
    AttackMoreValuable,
    /// Attack a loose piece, which nothing attacks or defends, from a safe square with a knight,
    /// bishop, rook or queen: a bit each for a pawn, a minor piece, a rook and a queen.
    AttackLoose,
    /// Fork two of kings, queens and rooks with a knight in the mobility area: 32, or 64 where
    /// nothing attacks it there. Or attack with a pawn push to an empty square of the area that is
    /// defended or not attacked: a bit each for a knight, a bishop, a rook, a queen and the king.
    Fork,
}

impl Threat {
    const ALL: [Threat; 4] =
        [Threat::Capture, Threat::AttackMoreValuable, Threat::AttackLoose, Threat::Fork];
}

/// The pieces of either colour: by role, then own or enemy.
pub const PIECES: usize = Role::ALL.len() * SIDES;
const SIDES: usize = 2;
pub const SQUARES: usize = 64;
/// The number of features of pieces on squares.
pub const PIECE_SQUARES: usize = PIECES * SQUARES;
/// The number of rows of zeros behind the features of pieces: at least as many as
/// [`PieceSquare::NONE`] may have numbers.
pub const EMPTY_ROWS: usize = SIDES * SQUARES;
/// The bits of a piece on a square that hold its file.
const FILE_BITS: u16 = 0b000_111;
const RANK_BITS: u16 = 0b111_000;
const COLOR_BIT: u16 = 0b1_000_000;

/// The first relation of passed pawns, numbered by stop square, own or enemy, and square. The
/// relations of attacked pieces on squares come before it, first all, then hanging ones.
const PASSED_PAWN: usize = 2 * PIECE_SQUARES;
const PAWN_SQUARES: usize = SIDES * SQUARES;
/// The first relation of mobility, numbered by own or enemy, role, and squares.
const MOBILITY: usize = PASSED_PAWN + 3 * PAWN_SQUARES;
/// Where the mobilities of the roles begin: a knight reaches 0 to 8 squares, a bishop up to 13, a
/// rook 14, a queen 27.
const FIRST_MOBILITY: [usize; 5] = [0, 9, 9 + 14, 9 + 14 + 15, MOBILITIES];
const MOBILITIES: usize = 9 + 14 + 15 + 28;
/// The first relation of kings, numbered by own or enemy, attackers, flight squares, and safe
/// checks.
const KING_SAFETY: usize = MOBILITY + SIDES * MOBILITIES;
const KING_SAFETIES: usize = 4 * 4 * 16;
/// The first relation of attackers and defenders, numbered by own or enemy, role of the attacked
/// piece, attackers, and defenders.
const ATTACK_DEFENCE: usize = KING_SAFETY + SIDES * KING_SAFETIES;
const ATTACK_DEFENCES: usize = (Role::ALL.len() - 1) * ATTACK_DEFENCES_OF_ROLE;
const ATTACK_DEFENCES_OF_ROLE: usize = (ATTACKERS - 1) * ATTACKERS;
/// The number of values of [`Attackers`].
const ATTACKERS: usize = 1 + 2 * Role::ALL.len();
/// The first relation of threats, numbered by own or enemy, of the side not to move or to move,
/// kind, and number.
const THREAT: usize = ATTACK_DEFENCE + SIDES * ATTACK_DEFENCES;
/// The number of threats of each kind.
const THREATS_OF_KIND: [usize; 4] = [6 * 5 + 5, 31, 15, 2 * 32 + 31];
const FIRST_OF_KIND: [usize; 4] = {
    let [capture, more_valuable, loose, _] = THREATS_OF_KIND;
    [0, capture, capture + more_valuable, capture + more_valuable + loose]
};
const THREATS: usize = FIRST_OF_KIND[3] + THREATS_OF_KIND[3];
/// The first relation of castling rights, numbered by own or enemy, then to the king's side, the
/// queen's, or both.
const CASTLING: usize = THREAT + SIDES * 2 * THREATS;
const CASTLINGS: usize = 3;
/// The number of relations.
pub const RELATIONS: usize = CASTLING + SIDES * CASTLINGS;

/// The maximum number of relations of a position: a piece has at most one for being attacked, one
/// for its attackers and defenders, and one for its role; the others belong to a side.
pub const MAX_ACTIVE_RELATIONS: usize = 3 * MAX_PIECES + SIDES * (Threat::ALL.len() + 1);

/// The first relation for attackers and defenders of a role, numbered from 0, own or enemy.
#[inline(always)]
fn first_attack_defence(role: usize, enemy: usize) -> usize {
    ATTACK_DEFENCE + enemy * ATTACK_DEFENCES + role * ATTACK_DEFENCES_OF_ROLE
}

/// The first relation for a kind of threats, own or enemy, of the side to move or not.
#[inline(always)]
fn first_threat(enemy: usize, to_move: usize, kind: Threat) -> usize {
    THREAT + (enemy * 2 + to_move) * THREATS + FIRST_OF_KIND[kind as usize]
}

/// The groups of relations that a piece, numbered below [`PIECES`], may have on any square: it has
/// at most one relation of each group.
pub fn groups_of_piece(piece: usize) -> [Range<usize>; 2] {
    let (role, enemy) = (piece / SIDES, piece % SIDES);
    let first = first_attack_defence(role, enemy);
    let attack_defence = first..first + ATTACK_DEFENCES_OF_ROLE;
    match Role::ALL[role] {
        Role::Pawn => [attack_defence, 0..0],
        Role::King => {
            let first = KING_SAFETY + enemy * KING_SAFETIES;
            [0..0, first..first + KING_SAFETIES]
        }
        role => {
            let bound = |role: usize| FIRST_MOBILITY[role - Role::Knight as usize];
            let mobilities = bound(role as usize)..bound(role as usize + 1);
            let first = MOBILITY + enemy * MOBILITIES;
            [attack_defence, first + mobilities.start..first + mobilities.end]
        }
    }
}

/// The groups of relations that a piece may have on one square only: it has at most one relation of
/// each group.
pub fn groups_of_piece_square(piece: usize, square: usize) -> [StepBy<Range<usize>>; 2] {
    let attacked = (piece * SQUARES + square..PASSED_PAWN).step_by(PIECE_SQUARES);
    let passed_pawns = match Role::ALL[piece / SIDES] {
        Role::Pawn => PASSED_PAWN + piece % SIDES * SQUARES + square..MOBILITY,
        _ => 0..0,
    };
    [attacked, passed_pawns.step_by(PAWN_SQUARES)]
}

/// Calls a function with each group of the relations that belong to a side, in two ranges: a
/// position has at most one relation of each group.
pub fn for_each_group_of_sides(mut visit: impl FnMut([Range<usize>; 2])) {
    for enemy in 0..SIDES {
        for kind in Threat::ALL {
            visit([0, 1].map(|to_move| {
                let first = first_threat(enemy, to_move, kind);
                first..first + THREATS_OF_KIND[kind as usize]
            }));
        }
        let first = CASTLING + enemy * CASTLINGS;
        visit([first..first + CASTLINGS, 0..0]);
    }
}
