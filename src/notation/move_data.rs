//! Moves as data: squares, pieces and both notations of a legal move.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingMode, Chess, Move, MoveList, Position as _};

use crate::board::moves::{MAX_MOVES, MoveText};
use crate::board::{self, movegen};

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A pawn.
    Pawn = 1,
    /// A knight.
    Knight = 2,
    /// A bishop.
    Bishop = 3,
    /// A rook.
    Rook = 4,
    /// A queen.
    Queen = 5,
    /// A king.
    King = 6,
}

impl Role {
    fn of(role: shakmaty::Role) -> Role {
        match role {
            shakmaty::Role::Pawn => Role::Pawn,
            shakmaty::Role::Knight => Role::Knight,
            shakmaty::Role::Bishop => Role::Bishop,
            shakmaty::Role::Rook => Role::Rook,
            shakmaty::Role::Queen => Role::Queen,
            shakmaty::Role::King => Role::King,
        }
    }
}

/// A legal move as data, for programs that draw, speak or list moves. Squares are numbered from 0
/// (a1), 1 (b1) to 63 (h8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveData {
    /// The square that the piece leaves.
    pub from: u32,
    /// The square that it goes to: the king's own when castling.
    pub to: u32,
    /// The piece that moves.
    pub role: Role,
    /// The piece that is taken.
    pub captured: Option<Role>,
    /// The piece that a pawn becomes.
    pub promotion: Option<Role>,
    /// When castling, the squares of the rook before and after.
    pub castling_rook: Option<(u32, u32)>,
    /// Whether a pawn is taken en passant.
    pub is_en_passant: bool,
    /// Whether the move gives check; mate is check too.
    pub is_check: bool,
    /// Whether the move mates.
    pub is_mate: bool,
    /// The move in UCI notation, castling as its game writes it.
    pub uci: MoveText,
    /// The move in SAN, with `+` or `#`.
    pub san: MoveText,
}

impl MoveData {
    /// Describes a legal move.
    pub(crate) fn new(position: &Chess, m: Move, mode: CastlingMode) -> MoveData {
        MoveData::with_san(position, m, San::from_move(position, m), mode, &mut Vec::new())
    }

    /// Describes all legal moves.
    pub(crate) fn for_each_legal(
        position: &Chess,
        mode: CastlingMode,
        mut sink: impl FnMut(MoveData),
    ) {
        let (mut legal, mut count) = ([board::Move::NONE; MAX_MOVES], 0);
        movegen::for_each_legal(&board::Position::new(position), |m| {
            legal[count] = m;
            count += 1;
        });
        let (legal, board, mut text) = (&legal[..count], position.board(), Vec::new());
        for &packed in legal {
            let m = packed.on(board);
            // Only these decide how much of the origin the notation gives.
            let is_same = |other: &&board::Move| {
                other.to() == packed.to() && board.role_at(other.from()) == Some(m.role())
            };
            let same: MoveList =
                legal.iter().filter(is_same).map(|other| other.on(board)).collect();
            sink(MoveData::with_san(position, m, San::disambiguate(m, &same), mode, &mut text));
        }
    }

    /// Describes a legal move whose notation is known; `text` is a buffer.
    fn with_san(
        position: &Chess,
        m: Move,
        san: San,
        mode: CastlingMode,
        text: &mut Vec<u8>,
    ) -> MoveData {
        let mut next = position.clone();
        next.play_unchecked(m);
        let is_mate = next.is_check() && next.legal_moves().is_empty();
        let sign = if is_mate { Suffix::Checkmate } else { Suffix::Check };
        let suffix = next.is_check().then_some(sign);
        text.clear();
        SanPlus { san, suffix }.append_ascii_to(text);

        let turn = position.turn();
        let (from, mut to, mut castling_rook) = (m.from().expect("no drops"), m.to(), None);
        if let (Some(side), Move::Castle { rook, .. }) = (m.castling_side(), m) {
            to = side.king_to(turn);
            castling_rook = Some((rook.to_u32(), side.rook_to(turn).to_u32()));
        }
        MoveData {
            from: from.to_u32(),
            to: to.to_u32(),
            role: Role::of(m.role()),
            captured: m.capture().map(Role::of),
            promotion: m.promotion().map(Role::of),
            castling_rook,
            is_en_passant: m.is_en_passant(),
            is_check: suffix.is_some(),
            is_mate,
            uci: MoveText::new(board::Move::of(m), mode),
            san: MoveText::of(text),
        }
    }
}
