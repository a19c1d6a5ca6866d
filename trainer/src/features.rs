//! What the network sees of a position: for each side, which of 5602 features are active. A piece
//! on a square is one. Others come with it: one where it stands attacked, or another where it hangs
//! (it is not defended, or attacked by a lesser piece), kings aside; in either case one more for who
//! fights for it; and for its role
//!
//! - a pawn that is passed has one for its square and what is before it,
//! - an officer (neither pawn nor king) has one for how many squares it reaches,
//! - a king has one for what it has to fear.
//!
//! Each side has up to four for what it may do next (`relations::threats`) and one for its castling
//! rights, if there are any.
//!
//! Each side sees the board as its own: Black with the ranks flipped, and with the files mirrored
//! when its own king stands on files a to d. So a king is always on files e to h, and every
//! position teaches about its mirror image too.

use std::ops::Range;

use shakmaty::{CastlingSide, Chess, Color, Position as _, Square};

use crate::games::Outcome;
use crate::relations::{self, Danger, Reach};

/// Features of one side.
pub const FEATURES: usize = CASTLING + SIDES * CASTLINGS;
/// More pieces are on no board.
pub const MOST_PIECES: usize = 32;

/// So many features can be active at once.
const MOST_ACTIVE: usize = 4 * MOST_PIECES + SIDES * (relations::THREATS.len() + 1);
/// All pieces, by role, side (own first) and square. Three parts of the features have this size: all
/// pieces, those attacked, and those that hang.
pub const PIECE_SQUARES: usize = ROLES * SIDES * SQUARES;
const ROLES: usize = 6;
const SIDES: usize = 2;
pub const SQUARES: usize = 64;
/// Passed pawns, by what is on their stop square, side and square.
const PASSED: usize = 3 * PIECE_SQUARES;
const STOPS: usize = 3;
/// The roles of all pieces but officers.
const PAWN: usize = 0;
const KING: usize = 5;
/// Officers, by side, role and mobility.
const MOBILITY: usize = PASSED + STOPS * SIDES * SQUARES;
/// Where the mobilities of each role begin among those of a side, and how many these are: a knight
/// reaches 0 to 8 squares, a bishop up to 13, a rook 14, a queen 27.
const MOBILITIES: [usize; 5] = [0, 9, 9 + 14, 9 + 14 + 15, 9 + 14 + 15 + 28];
/// Kings, by side and peril.
const PERIL: usize = MOBILITY + SIDES * MOBILITIES[4];
/// Besiegers, escapes and checks.
const PERILS: usize = 4 * 4 * 16;
/// Attacked pieces, by side, role and contest; no kings.
const CONTEST: usize = PERIL + SIDES * PERILS;
const CONTESTS: usize = (ROLES - 1) * relations::CONTESTS;
/// Where the threats of each kind begin among those of a side, and how many these are.
const FIRST_THREAT: [usize; 4] = {
    let [hanging, chased, approached, _] = relations::THREATS;
    [0, hanging, hanging + chased, hanging + chased + approached]
};
const THREATS: usize = FIRST_THREAT[3] + relations::THREATS[3];
/// Threats, by side, whether it is to move, kind, and number.
const THREAT: usize = CONTEST + SIDES * CONTESTS;
/// Castling rights, by side: to the king's wing, to the queen's, to both.
const CASTLING: usize = THREAT + 2 * SIDES * THREATS;
const CASTLINGS: usize = 3;
/// Flips the ranks of a square.
const FLIP: u16 = 0b111_000;
/// Mirrors the files of a square.
const MIRROR: u8 = 0b000_111;
/// The first square of files e to h, in each rank.
const KING_SIDE: u8 = 4;

/// A position to learn from in 128 bytes, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(16))]
pub struct Sample {
    occupied: u64,
    /// Role and side of the piece on each occupied square, in the order of squares, two in a
    /// byte.
    pieces: [u8; MOST_PIECES / 2],
    /// The squares of attacked pieces, and of those that hang.
    attacked: u64,
    hanging: u64,
    /// What [`relations::of_role`] says of the piece on each occupied square.
    of_role: [u8; MOST_PIECES],
    /// What [`relations::contest`] says of it, if it is attacked.
    contest: [u8; MOST_PIECES],
    /// The result to learn, from 0 to 1.
    pub target: f32,
    half_points: u8,
    own_mirror: u8,
    other_mirror: u8,
    /// What [`relations::threats`] says of the side to move, and of the other one.
    threats: [[u8; relations::THREATS.len()]; SIDES],
    /// Their castling rights: 1 for the king's wing, 2 for the queen's.
    castling: [u8; SIDES],
}

impl Sample {
    /// Packs a position; `target`, the result to learn, is from the view of the side to move.
    pub fn new(position: &Chess, target: f32, outcome: Outcome) -> Sample {
        let board = position.board();
        let mover = position.turn();
        let flip = |square: Square| if mover.is_white() { square } else { square.flip_vertical() };
        let mirror = |side: Color| {
            let king = board.king_of(side).expect("either side has a king");
            if king.file() as u8 >= KING_SIDE { 0 } else { MIRROR }
        };
        let mut pieces = [0; MOST_PIECES / 2];
        let (mut of_role, mut contest) = ([0; MOST_PIECES], [0; MOST_PIECES]);
        let reach = Reach::of_both(board);
        let (mut attacked, mut hanging) = (0, 0);
        let occupied = board.occupied();
        let view = if mover.is_white() { occupied } else { occupied.flip_vertical() };
        for (index, square) in view.into_iter().enumerate() {
            let at = flip(square);
            let piece = board.piece_at(at).expect("the square is occupied");
            let side = u8::from(piece.color != mover);
            let code = (piece.role as u8 - 1) * SIDES as u8 + side;
            pieces[index / 2] |= code << (4 * (index % 2));
            of_role[index] = relations::of_role(board, at, piece, &reach);
            let danger = relations::danger(board, at, piece);
            if danger != Danger::None {
                attacked |= 1 << square as u64;
                contest[index] = relations::contest(board, at, piece.color);
            }
            hanging |= u64::from(danger == Danger::Hangs) << square as u64;
        }
        let sides = [mover, !mover];
        let may_castle = |color, side| u8::from(position.castles().has(color, side));
        Sample {
            occupied: view.into(),
            pieces,
            attacked,
            hanging,
            of_role,
            contest,
            target,
            half_points: outcome.half_points(mover),
            own_mirror: mirror(mover),
            other_mirror: mirror(!mover),
            threats: sides.map(|side| relations::threats(board, side, &reach)),
            castling: sides.map(|side| {
                may_castle(side, CastlingSide::KingSide)
                    + 2 * may_castle(side, CastlingSide::QueenSide)
            }),
        }
    }

    /// The result of the game, from 0 to 1.
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// How many pieces are on the board, from 2 to 32.
    pub fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The active features.
    pub fn features(&self) -> Features {
        let mut features = Features::default();
        let mut extra = self.pieces();
        let (own_mirror, other_mirror) =
            (u16::from(self.own_mirror), FLIP ^ u16::from(self.other_mirror));
        let mut occupied = self.occupied;
        for index in 0..self.pieces() {
            let square = occupied.trailing_zeros() as u16;
            let bit = 1 << square;
            occupied &= occupied - 1;
            let code = usize::from(self.pieces[index / 2] >> (4 * (index % 2)) & 0xf);
            let own = (code, usize::from(square ^ own_mirror));
            // The lowest bit of a code is the side.
            let other = (code ^ 1, usize::from(square ^ other_mirror));
            let mut set = |index: usize, own: usize, other: usize| {
                features.own[index] = own as u16;
                features.other[index] = other as u16;
            };
            let [own_index, other_index] = [own, other].map(|(code, at)| code * SQUARES + at);
            set(index, own_index, other_index);
            if self.attacked & bit != 0 {
                let part = if self.hanging & bit != 0 { 2 } else { 1 };
                set(extra, own_index + part * PIECE_SQUARES, other_index + part * PIECE_SQUARES);
                let contest =
                    |code| contest_features(code).start + usize::from(self.contest[index]);
                set(extra + 1, contest(own.0), contest(other.0));
                extra += 2;
            }
            let feature = |(code, at)| role_feature(code, at, self.of_role[index]);
            if let (Some(own), Some(other)) = (feature(own), feature(other)) {
                set(extra, own, other);
                extra += 1;
            }
        }
        features.count = extra;
        self.add_of_position(&mut features);
        features
    }

    /// Adds what belongs to no piece.
    fn add_of_position(&self, features: &mut Features) {
        let mut add = |number: u8, own: usize, other: usize| {
            if let Some(row) = usize::from(number).checked_sub(1) {
                features.own[features.count] = (own + row) as u16;
                features.other[features.count] = (other + row) as u16;
                features.count += 1;
            }
        };
        for side in 0..SIDES {
            // The side to move comes first, and sees itself as its own.
            let is_mover = side == 0;
            for (kind, &number) in self.threats[side].iter().enumerate() {
                let [own, other] = [side, 1 - side].map(|side| threat(side, is_mover, kind));
                add(number, own, other);
            }
            let [own, other] = [side, 1 - side].map(|side| CASTLING + side * CASTLINGS);
            add(self.castling[side], own, other);
        }
    }
}

/// The first feature of a side, own or foreign, for a kind of threats.
fn threat(side: usize, is_mover: bool, kind: usize) -> usize {
    THREAT + (side * 2 + usize::from(is_mover)) * THREATS + FIRST_THREAT[kind]
}

/// The features that belong to no piece, in groups: a position has at most one of each.
pub fn features_of_position() -> impl Iterator<Item = Vec<usize>> {
    let kinds =
        (0..SIDES).flat_map(|side| (0..relations::THREATS.len()).map(move |kind| (side, kind)));
    let threats = kinds.map(|(side, kind)| {
        let of_turn = |is_mover| {
            let first = threat(side, is_mover, kind);
            first..first + relations::THREATS[kind]
        };
        of_turn(false).chain(of_turn(true)).collect()
    });
    let castling = (0..SIDES).map(|side| {
        let first = CASTLING + side * CASTLINGS;
        (first..first + CASTLINGS).collect()
    });
    threats.chain(castling)
}

/// The feature that a piece on a square has for its role, given [`relations::of_role`].
fn role_feature(code: usize, square: usize, of_role: u8) -> Option<usize> {
    let (side, of_role) = (code % SIDES, usize::from(of_role));
    match code / SIDES {
        PAWN => {
            of_role.checked_sub(1).map(|stop| PASSED + (stop * SIDES + side) * SQUARES + square)
        }
        KING => Some(PERIL + side * PERILS + of_role),
        officer => Some(MOBILITY + side * MOBILITIES[4] + MOBILITIES[officer - 1] + of_role),
    }
}

/// All features that such a piece can have for who fights for it, of which it has at most one.
pub fn contest_features(code: usize) -> Range<usize> {
    let (role, side) = (code / SIDES, code % SIDES);
    if role == KING {
        return 0..0;
    }
    let start = CONTEST + side * CONTESTS + role * relations::CONTESTS;
    start..start + relations::CONTESTS
}

/// All features that such a piece can have for its role, of which it has one at a time.
pub fn role_features(code: usize, square: usize) -> impl Iterator<Item = usize> {
    let all = match code / SIDES {
        PAWN => 1..STOPS + 1,
        KING => 0..PERILS,
        officer => 0..MOBILITIES[officer] - MOBILITIES[officer - 1],
    };
    all.filter_map(move |of_role| role_feature(code, square, of_role as u8))
}

/// The active features of a position, for the side to move and for the other one.
pub struct Features {
    own: [u16; MOST_ACTIVE],
    other: [u16; MOST_ACTIVE],
    count: usize,
}

impl Default for Features {
    fn default() -> Features {
        Features { own: [0; MOST_ACTIVE], other: [0; MOST_ACTIVE], count: 0 }
    }
}

impl Features {
    /// Those that the side to move sees.
    pub fn own(&self) -> &[u16] {
        &self.own[..self.count]
    }

    /// Those that the other side sees.
    pub fn other(&self) -> &[u16] {
        &self.other[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{Bitboard, Board, CastlingMode, FromSetup as _, Piece, Role, Setup};

    use super::*;
    use crate::test_support::random_positions;

    /// The features of a side, as the description of the network has them, square by square.
    fn naive(position: &Chess, side: Color) -> BTreeSet<usize> {
        let board = position.board();
        let mut features = naive_of_position(position, side);
        let king = board.king_of(side).unwrap() as usize;
        for square in Square::ALL {
            let Some(Piece { color, role }) = board.piece_at(square) else { continue };
            let (mut rank, mut file) = (square as usize / 8, square as usize % 8);
            if side == Color::Black {
                rank = 7 - rank;
            }
            if king % 8 < 4 {
                file = 7 - file;
            }
            let whose = usize::from(color != side);
            let feature = ((role as usize - 1) * 2 + whose) * 64 + rank * 8 + file;
            features.insert(feature);
            let worth = |role: Role| [1, 3, 3, 5, 9, 99][role as usize - 1];
            let by = |color| {
                let pieces = board.by_color(color).into_iter();
                pieces.filter(|&from| board.attacks_from(from).contains(square))
            };
            let is_lesser = |from| worth(board.role_at(from).unwrap()) < worth(role);
            if role != Role::King && by(!color).next().is_some() {
                let hangs = by(color).next().is_none() || by(!color).any(is_lesser);
                features.insert(feature + if hangs { 1536 } else { 768 });
                let contest = usize::from(relations::contest(board, square, color));
                features.insert(3332 + whose * 780 + (role as usize - 1) * 156 + contest);
            }
            features.extend(naive_of_role(board, square, feature));
        }
        features
    }

    /// Those that belong to no piece. That the numbers of threats are right is tested where they come
    /// from.
    fn naive_of_position(position: &Chess, side: Color) -> BTreeSet<usize> {
        let (board, reach) = (position.board(), Reach::of_both(position.board()));
        let mut features = BTreeSet::new();
        for color in Color::ALL {
            let (whose, mover) =
                (usize::from(color != side), usize::from(color == position.turn()));
            let first = 4892 + (2 * whose + mover) * 176;
            for (number, kind) in
                relations::threats(board, color, &reach).into_iter().zip([0, 35, 66, 81])
            {
                features.extend((number > 0).then(|| first + kind + usize::from(number) - 1));
            }
            let wings =
                position.castles().castling_rights() & Bitboard::from_rank(color.backrank());
            let king = board.king_of(color).unwrap();
            let rights: usize = wings.into_iter().map(|rook| if rook > king { 1 } else { 2 }).sum();
            features.extend((rights > 0).then(|| 5596 + whose * 3 + rights - 1));
        }
        features
    }

    /// The number of what a piece has for its role, given the feature of its square. That the role's
    /// own number is right is tested where it comes from, as is that of a contest.
    fn naive_of_role(board: &Board, at: Square, feature: usize) -> Option<usize> {
        let piece = board.piece_at(at).unwrap();
        let of_role = relations::of_role(board, at, piece, &Reach::of_both(board));
        let (foreign, of_role) = (feature / 64 % 2, usize::from(of_role));
        match piece.role {
            Role::Pawn if of_role == 0 => None,
            Role::Pawn => Some(2304 + (of_role - 1) * 128 + foreign * 64 + feature % 64),
            Role::Knight => Some(2688 + foreign * 66 + of_role),
            Role::Bishop => Some(2688 + foreign * 66 + 9 + of_role),
            Role::Rook => Some(2688 + foreign * 66 + 23 + of_role),
            Role::Queen => Some(2688 + foreign * 66 + 38 + of_role),
            Role::King => Some(2820 + foreign * 256 + of_role),
        }
    }

    fn set(features: &[u16]) -> BTreeSet<usize> {
        features.iter().map(|&feature| feature.into()).collect()
    }

    fn sample(position: &Chess) -> Sample {
        Sample::new(position, 0.6, Outcome::White)
    }

    #[test]
    fn features_are_as_described() {
        for position in random_positions(50) {
            let sample = sample(&position);
            let features = sample.features();
            assert_eq!(set(features.own()), naive(&position, position.turn()));
            assert_eq!(set(features.other()), naive(&position, !position.turn()));
            assert_eq!(features.own().len(), features.other().len());
            assert_eq!(sample.pieces(), position.board().occupied().count());
        }
    }

    #[test]
    fn the_result_is_the_movers() {
        let start = Chess::default();
        let mut reply = start.clone();
        reply.play_unchecked(start.legal_moves()[0]);
        let result = |position, outcome| Sample::new(position, 0.5, outcome).result();
        assert_eq!(result(&start, Outcome::White), 1.0);
        assert_eq!(result(&reply, Outcome::White), 0.0);
        assert_eq!(result(&reply, Outcome::Black), 1.0);
        assert_eq!(result(&reply, Outcome::Draw), 0.5);
    }

    /// The position with its board changed and without castling rights; its mover may change.
    fn changed(position: &Chess, board: Board, turn: Color) -> Option<Chess> {
        let mut setup: Setup = position.to_setup(shakmaty::EnPassantMode::Legal);
        setup.board = board;
        setup.turn = turn;
        setup.castling_rights = Bitboard::EMPTY;
        setup.ep_square = None;
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    #[test]
    fn mirrored_and_colour_swapped_positions_have_the_same_features() {
        for position in random_positions(20) {
            let plain = changed(&position, position.board().clone(), position.turn()).unwrap();
            let features = sample(&plain).features();
            let mut mirrored = position.board().clone();
            mirrored.flip_horizontal();
            let mut swapped = position.board().clone();
            swapped.flip_vertical();
            swapped.swap_colors();
            let turn = position.turn();
            for (board, turn) in [(mirrored, turn), (swapped, !turn)] {
                let other = changed(&position, board, turn).unwrap();
                let other = sample(&other).features();
                assert_eq!(set(features.own()), set(other.own()));
                assert_eq!(set(features.other()), set(other.other()));
            }
        }
    }
}
