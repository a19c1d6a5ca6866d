//! What a network sees: for each side, every piece as own or foreign, on the board as that side
//! sees it. With the pieces come what danger each is in, who fights for it, how far an officer (neither
//! pawn nor king) reaches, what is before a passed pawn, and what a king has to fear; with the position
//! what each side threatens, and where it may castle.
//!
//! Each side looks from its own first rank, and mirrors the files when its king stands on the
//! left half: then the king is always on files e to h, and whatever is learnt for one wing is
//! learnt for the other.

use std::iter::StepBy;
use std::ops::Range;

use shakmaty::{Color, Piece, Role, Square};

/// How one side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    pub color: Color,
    /// The bits of a feature's number that this side sees the other way round.
    flip: u16,
}

impl Perspective {
    /// The view of a side with its king on a square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> Perspective {
        let files = if king.to_usize() % 8 < 4 { FILE_BITS } else { 0 };
        let color_and_ranks = if color.is_black() { COLOR_BIT | RANK_BITS } else { 0 };
        Perspective { color, flip: color_and_ranks | files }
    }

    /// As many views as a board can be seen in: by either side, with its king on either wing.
    pub const COUNT: usize = 4;

    /// The number of the view.
    pub fn number(self) -> usize {
        2 * self.color as usize + usize::from(self.flip & FILE_BITS != 0)
    }

    /// The number of the row of a piece on a square, among those of pieces.
    #[inline(always)]
    pub fn piece_index(self, feature: Feature) -> usize {
        usize::from(feature.0 ^ self.flip)
    }

    /// The number of the row of a piece that stands attacked on a square, among those of
    /// relations. So are the next ones.
    #[inline(always)]
    pub fn danger_index(self, feature: Feature, danger: Danger) -> usize {
        danger as usize * PIECE_SQUARES + self.piece_index(feature)
    }

    /// The number of the row of an attacked piece, wherever it stands, for those who fight for it.
    #[inline(always)]
    pub fn contest_index(self, piece: Piece, Contest { attackers, defenders }: Contest) -> usize {
        let first = first_contest(piece.role as usize - 1, self.foreign(piece.color));
        first + (attackers.0 - 1) * FORCES + defenders.0
    }

    /// The number of the row of a passed pawn on a square.
    #[inline(always)]
    pub fn passed_index(self, pawn: Feature, stop: Stop) -> usize {
        // Pawns are the first role: their numbers are below PASSED_SQUARES.
        PASSED + stop as usize * PASSED_SQUARES + self.piece_index(pawn)
    }

    /// The number of the row of an officer that reaches so many squares.
    #[inline(always)]
    pub fn mobility_index(self, piece: Piece, squares: usize) -> usize {
        let first = FIRST_MOBILITY[piece.role as usize - Role::Knight as usize];
        MOBILITY + self.foreign(piece.color) * MOBILITIES + first + squares
    }

    /// The number of the row of a side's king in peril.
    #[inline(always)]
    pub fn peril_index(self, color: Color, peril: Peril) -> usize {
        let Peril { checks, escapes, besiegers } = peril;
        PERIL + self.foreign(color) * PERILS + (besiegers.min(3) * 4 + escapes.min(3)) * 16 + checks
    }

    /// The number of the row of a side's threat; `turn` is the side to move. Threats are numbered from 1:
    /// what 0 gives is of another kind.
    #[inline(always)]
    pub fn threat_index(self, color: Color, turn: Color, kind: Threat, number: usize) -> usize {
        first_threat(self.foreign(color), usize::from(color == turn), kind) + number - 1
    }

    /// The number of the row of the wings to which a side may castle. What 0 gives is of another kind.
    #[inline(always)]
    pub fn castling_index(self, color: Color, wings: usize) -> usize {
        CASTLING + self.foreign(color) * CASTLINGS + wings - 1
    }

    #[inline(always)]
    fn foreign(self, color: Color) -> usize {
        usize::from(color != self.color)
    }
}

/// A piece on a square, numbered as White sees it with its king on files e to h; or none. The
/// number is made of role, colour (a bit), rank and file (three bits each), highest bits first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(u16);

impl Feature {
    /// No piece: the first of [`EMPTY_ROWS`], which it stays among whatever a view flips.
    pub const NONE: Feature = Feature(PIECE_SQUARES as u16);

    #[inline(always)]
    pub fn new(piece: Piece, square: Square) -> Feature {
        let black = u16::from(piece.color.is_black());
        Feature(((piece.role as u16 - 1) * SIDES as u16 + black) * SQUARES as u16 + square as u16)
    }
}

/// What an attacked piece has to fear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// It is defended, and the attackers are worth as much or more.
    Attacked,
    /// It is not defended, or attacked by a lesser piece.
    Hangs,
}

/// Who fights for an attacked piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The other side's pieces that attack it, never none.
    pub attackers: Force,
    /// Its own side's that defend it.
    pub defenders: Force,
}

/// The pieces of a side that attack a square: 0 for none, else 1 for a pawn as the least of them, 3 for a
/// knight and so on up to 11 for a king, and one more where there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force(usize);

impl Force {
    /// That of pieces whose roles are bits, a pawn's the lowest.
    #[inline(always)]
    pub fn new(roles: u32, are_several: bool) -> Force {
        let least = roles.trailing_zeros() as usize;
        Force(if roles == 0 { 0 } else { 1 + 2 * least + usize::from(are_several) })
    }
}

/// What is on the stop square, the one before a pawn that is passed: no pawn stands before it, nor
/// can come to capture it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A piece.
    Blocked,
    /// Nothing, but a piece of the other side attacks it.
    Guarded,
    /// Nothing.
    Free,
}

/// What a king has to fear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peril {
    /// Who could give check on a safe square: a bit each for knight, bishop, rook and queen. It is
    /// safe if the king's side does not attack it, or the king alone does and two others attack it.
    pub checks: usize,
    /// The squares beside it that are neither taken by its own pieces nor attacked. More than 3
    /// are as good as 3.
    pub escapes: usize,
    /// The pieces that attack it or a square beside it, pawns and king aside. More than 3 are as
    /// bad as 3.
    pub besiegers: usize,
}

/// What a side may do next. Of each kind it has one threat or none, numbered from 1.
///
/// Its pieces may go where none of its own stands and no pawn attacks. A square is *safe* where they
/// may go and nothing else attacks either, or one piece does and two of its own do, the one that goes
/// there among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// To capture: 6 times the greatest of the other side's pieces that hang, and the next one: 0 for
    /// none, 1 for a pawn to 5 for a queen.
    Capture,
    /// To attack a greater piece from a safe square: a bit each for knight, bishop and rook on a queen,
    /// and for knight and bishop on a rook.
    Chase,
    /// To attack by an officer, from a safe square, a piece that nobody attacks or defends: a bit each
    /// for a pawn, a minor piece, a rook and a queen.
    Approach,
    /// To attack two of kings, queens and rooks by a knight that may go there: 32, or 64 where nothing
    /// attacks it there. To attack by a pawn's step to an empty square where no pawn attacks it, and
    /// where it is defended or not attacked: a bit each for a knight, a bishop, a rook, a queen and the
    /// king.
    Fork,
}

/// A piece of either colour: by role, then own or foreign.
pub const PIECES: usize = Role::ALL.len() * SIDES;
pub const SIDES: usize = 2;
pub const SQUARES: usize = 64;
/// The rows of pieces of either colour on all squares.
pub const PIECE_SQUARES: usize = PIECES * SQUARES;
/// The rows of zeros behind them: as many as there are views of [`Feature::NONE`], and more.
pub const EMPTY_ROWS: usize = SIDES * SQUARES;
/// The parts of a feature's number.
const FILE_BITS: u16 = 0b000_111;
const RANK_BITS: u16 = 0b111_000;
const COLOR_BIT: u16 = 0b1_000_000;

/// The rows of relations are numbered from 0 again. First those of all pieces on all squares that
/// stand attacked, and of all that hang; then those of passed pawns: by stop square, own or foreign,
/// and square;
const PASSED: usize = 2 * PIECE_SQUARES;
const PASSED_SQUARES: usize = SIDES * SQUARES;
/// those of officers: own or foreign, role, mobility;
const MOBILITY: usize = PASSED + 3 * PASSED_SQUARES;
/// those of kings: own or foreign, besiegers, escapes, checks;
const PERIL: usize = MOBILITY + SIDES * MOBILITIES;
const PERILS: usize = 4 * 4 * 16;
/// those of attacked pieces: own or foreign, role, attackers, defenders;
const CONTEST: usize = PERIL + SIDES * PERILS;
const CONTESTS: usize = (Role::ALL.len() - 1) * CONTESTS_OF_ROLE;
const CONTESTS_OF_ROLE: usize = (FORCES - 1) * FORCES;
/// The numbers of a [`Force`].
const FORCES: usize = 1 + 2 * Role::ALL.len();
/// those of threats: own or foreign, of the side not to move or to move, kind, number;
const THREAT: usize = CONTEST + SIDES * CONTESTS;
/// The numbers of the threats of each kind, and where the kinds begin.
const THREATS_OF_KIND: [usize; 4] = [6 * 5 + 5, 31, 15, 2 * 32 + 31];
const FIRST_OF_KIND: [usize; 4] = {
    let [capture, chase, approach, _] = THREATS_OF_KIND;
    [0, capture, capture + chase, capture + chase + approach]
};
const THREATS: usize = FIRST_OF_KIND[3] + THREATS_OF_KIND[3];
/// Last those of castling rights: own or foreign, to the king's wing, the queen's, or both.
const CASTLING: usize = THREAT + SIDES * 2 * THREATS;
const CASTLINGS: usize = 3;
/// All rows of relations.
pub const RELATIONS: usize = CASTLING + SIDES * CASTLINGS;
/// A position has at most so many rows that belong to no piece.
pub const MAX_OF_POSITION: usize = SIDES * (THREATS_OF_KIND.len() + 1);

/// Where the mobilities of the officers begin: a knight reaches 0 to 8 squares, a bishop up to 13,
/// a rook 14, a queen 27.
const FIRST_MOBILITY: [usize; 5] = [0, 9, 9 + 14, 9 + 14 + 15, MOBILITIES];
const MOBILITIES: usize = 9 + 14 + 15 + 28;

/// Is a piece, numbered up to [`PIECES`], a pawn?
pub fn is_pawn(piece: usize) -> bool {
    Role::ALL[piece / SIDES] == Role::Pawn
}

/// The rows that such a piece may have for those who fight for it, of which it has at most one.
pub fn contest_rows(piece: usize) -> Range<usize> {
    let (role, foreign) = (piece / SIDES, piece % SIDES);
    if Role::ALL[role] == Role::King {
        return 0..0;
    }
    let first = first_contest(role, foreign);
    first..first + CONTESTS_OF_ROLE
}

/// The first row of attacked pieces of a role, numbered from 0, own or foreign.
#[inline(always)]
fn first_contest(role: usize, foreign: usize) -> usize {
    CONTEST + foreign * CONTESTS + role * CONTESTS_OF_ROLE
}

/// The first row of a kind of threats, own or foreign, of the side to move or not.
#[inline(always)]
fn first_threat(foreign: usize, to_move: usize, kind: Threat) -> usize {
    THREAT + (foreign * 2 + to_move) * THREATS + FIRST_OF_KIND[kind as usize]
}

/// Calls a function with the rows that belong to no piece, in groups: a position has at most one of
/// each, from either range.
pub fn for_each_group_of_position(mut visit: impl FnMut([Range<usize>; 2])) {
    for foreign in 0..SIDES {
        for kind in [Threat::Capture, Threat::Chase, Threat::Approach, Threat::Fork] {
            visit([0, 1].map(|to_move| {
                let first = first_threat(foreign, to_move, kind);
                first..first + THREATS_OF_KIND[kind as usize]
            }));
        }
        let first = CASTLING + foreign * CASTLINGS;
        visit([first..first + CASTLINGS, 0..0]);
    }
}

/// The rows that such a piece on a square may have for its role, of which it has at most one.
pub fn role_rows(piece: usize, square: usize) -> StepBy<Range<usize>> {
    let foreign = piece % SIDES;
    match Role::ALL[piece / SIDES] {
        Role::Pawn => (PASSED + foreign * SQUARES + square..MOBILITY).step_by(PASSED_SQUARES),
        Role::King => {
            let first = PERIL + foreign * PERILS;
            (first..first + PERILS).step_by(1)
        }
        officer => {
            let mobilities = MOBILITY + foreign * MOBILITIES;
            let bound = |role: usize| mobilities + FIRST_MOBILITY[role - Role::Knight as usize];
            (bound(officer as usize)..bound(officer as usize + 1)).step_by(1)
        }
    }
}
