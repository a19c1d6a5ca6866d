//! The reasons why a text is not a legal move.

use std::fmt;

use shakmaty::attacks::{attacks, between, pawn_attacks};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Piece, Position as _, Rank, Role, Square,
};

use crate::notation::names::{PieceOn, color_name, role_name};

/// Why a text is not a legal move: small and without text until it is displayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The text does not look like UCI notation.
    NotUci,
    /// The text does not look like algebraic notation.
    NotSan,
    /// The text begins with the letter of a piece, but a small one.
    SmallLetter,
    /// The text is a null move.
    NullMove,
    /// The origin square is empty.
    NoPiece(Square),
    /// The piece is not what the text says.
    OtherPiece { piece: PieceOn, said: Role },
    /// The piece is the opponent's.
    OpponentsPiece { piece: PieceOn, turn: Color },
    /// Origin and target are the same.
    SameSquare,
    /// A piece of this kind does not move like that on any board.
    NotItsWay(Role),
    /// None of the side's pieces of a kind moves like that.
    NoneCanReach { role: Role, file: Option<File>, rank: Option<Rank>, to: Square },
    /// The side has no such piece.
    NoSuchPiece { turn: Color, role: Role, file: Option<File>, rank: Option<Rank> },
    /// Another piece is in the way.
    InTheWay { piece: PieceOn, to: Square, by: PieceOn },
    /// A piece of the same side is on the target.
    OwnPiece { piece: PieceOn, to: Square, own: Piece },
    /// A capture of nothing.
    NothingToCapture(Square),
    /// The pawn on this square cannot be taken en passant.
    NoEnPassant(Square),
    /// The text is a pawn push where a pawn could capture.
    FileMissing { from: Square, to: Square },
    /// The king would come into check.
    IntoCheck(PieceOn),
    /// The king would stay in check.
    StillInCheck(PieceOn),
    /// Castling is not possible.
    Castling(CastlingReason),
    /// The pawn reaches the last rank.
    PromotionMissing { from: Square, to: Square, san: bool },
    /// The piece is not a pawn, or does not reach the last rank.
    NoPromotion,
    /// Pawns do not become kings or pawns.
    PromotionTo(Role),
    /// Several legal moves fit.
    Ambiguous { role: Role, to: Square, candidates: Bitboard },
    /// None of the above, which would be a bug of the library.
    Illegal,
}

/// Why a king cannot castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingReason {
    /// The king or the rook has moved, or is not there.
    NoRight { turn: Color, side: CastlingSide },
    /// Something is between king and rook, or where they go.
    Blocked { side: CastlingSide, by: PieceOn },
    /// The king is in check.
    OutOfCheck(PieceOn),
    /// The king would pass an attacked square.
    ThroughCheck { through: Square, by: PieceOn },
    /// The king can castle, but the move is written differently.
    Name(CastlingSide),
}

impl Reason {
    /// The reason, with its examples in algebraic notation.
    pub(super) fn in_san(self) -> Reason {
        match self {
            Reason::PromotionMissing { from, to, .. } => {
                Reason::PromotionMissing { from, to, san: true }
            }
            other => other,
        }
    }

    /// How helpful the reason is if several pieces of a kind could be meant: most for a piece that
    /// moves like that, least for one that does not or is there already.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Reason::NotItsWay(_) | Reason::SameSquare => 0,
            Reason::InTheWay { .. } | Reason::OwnPiece { .. } => 1,
            Reason::NothingToCapture(_) | Reason::NoEnPassant(_) => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::NotUci => f.write_str("not a move in UCI notation such as e2e4 or e7e8q"),
            Reason::NotSan => f.write_str("not a move such as e4, Nf3, exd5, O-O or e8=Q"),
            Reason::SmallLetter => f.write_str("write pieces as capital letters: K, Q, R, B, N"),
            Reason::NullMove => f.write_str("a null move: passing is not allowed"),
            Reason::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Reason::OtherPiece { piece, said } => {
                let (square, role) = (piece.square, role_name(piece.role));
                write!(f, "the piece on {square} is a {role}, not a {}", role_name(said))
            }
            Reason::OpponentsPiece { piece, turn } => {
                write!(f, "the {piece} is {}'s", color_name(!turn))
            }
            Reason::SameSquare => f.write_str("a move must lead to another square"),
            Reason::NotItsWay(role) => write!(f, "a {} does not move like that", role_name(role)),
            Reason::NoneCanReach { role, file, rank, to } => {
                write!(f, "no {}{} can go to {to}", role_name(role), Origin(file, rank))
            }
            Reason::NoSuchPiece { turn, role, file, rank } => {
                let (side, role) = (color_name(turn), role_name(role));
                write!(f, "{side} has no {role}{}", Origin(file, rank))
            }
            Reason::InTheWay { piece, to, by } => {
                write!(f, "the {piece} cannot go to {to}: the {by} is in the way")
            }
            Reason::OwnPiece { piece, to, own } => {
                let (side, role) = (color_name(own.color), role_name(own.role));
                write!(f, "the {piece} cannot go to {to}: {side}'s own {role} is there")
            }
            Reason::NothingToCapture(square) => {
                write!(f, "there is nothing to capture on {square}")
            }
            Reason::NoEnPassant(pawn) => {
                write!(f, "no en passant: the pawn on {pawn} did not just advance two squares")
            }
            Reason::FileMissing { from, to } => {
                write!(f, "a pawn capture starts with the pawn's file: {}x{to}", from.file().char())
            }
            Reason::IntoCheck(by) => write!(f, "the king would be in check from the {by}"),
            Reason::StillInCheck(by) => write!(f, "the king would still be in check from the {by}"),
            Reason::Castling(reason) => reason.fmt(f),
            Reason::PromotionMissing { from, to, san: false } => {
                write!(f, "say what the pawn becomes: {from}{to}q")
            }
            Reason::PromotionMissing { from, to, san: true } => {
                f.write_str("say what the pawn becomes: ")?;
                if from.file() != to.file() {
                    write!(f, "{}x", from.file().char())?;
                }
                write!(f, "{to}=Q")
            }
            Reason::NoPromotion => f.write_str("only a pawn that reaches the last rank promotes"),
            Reason::PromotionTo(role) => {
                let role = role_name(role);
                write!(f, "a pawn becomes a queen, rook, bishop or knight, not a {role}")
            }
            Reason::Ambiguous { role, to, candidates } => ambiguous(f, role, to, candidates),
            Reason::Illegal => f.write_str("not a legal move"),
        }
    }
}

impl fmt::Display for CastlingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CastlingReason::NoRight { turn, side } => {
                write!(f, "{} has no right to castle {}", color_name(turn), wing(side))
            }
            CastlingReason::Blocked { side, by } => {
                write!(f, "cannot castle {}: the {by} is in the way", wing(side))
            }
            CastlingReason::OutOfCheck(by) => {
                write!(f, "cannot castle out of check: the {by} attacks the king")
            }
            CastlingReason::ThroughCheck { through, by } => {
                write!(f, "cannot castle through check: the {by} attacks {through}")
            }
            CastlingReason::Name(side) => {
                let name = if side.is_king_side() { "O-O" } else { "O-O-O" };
                write!(f, "castling {} is written {name}", wing(side))
            }
        }
    }
}

/// The origin as an algebraic move gives it, in words.
struct Origin(Option<File>, Option<Rank>);

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Origin(Some(file), _) => write!(f, " on the {}-file", file.char()),
            Origin(None, Some(rank)) => write!(f, " on rank {}", rank.char()),
            Origin(None, None) => Ok(()),
        }
    }
}

/// "Nd2 could be the knight on b1 or the one on f3".
fn ambiguous(
    f: &mut fmt::Formatter<'_>,
    role: Role,
    to: Square,
    candidates: Bitboard,
) -> fmt::Result {
    if role != Role::Pawn {
        write!(f, "{}", role.upper_char())?;
    }
    write!(f, "{to} could be the {}", role_name(role))?;
    for (index, from) in candidates.into_iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " or the one" })?;
        write!(f, " on {from}")?;
    }
    Ok(())
}

fn wing(side: CastlingSide) -> &'static str {
    if side.is_king_side() { "kingside" } else { "queenside" }
}

/// Why the move between two squares is not legal.
pub(super) fn explain(
    position: &Chess,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Reason {
    let (board, turn) = (position.board(), position.turn());
    let Some(Piece { role, color }) = board.piece_at(from) else { return Reason::NoPiece(from) };
    let piece = PieceOn { role, square: from };
    if color != turn {
        return Reason::OpponentsPiece { piece, turn };
    }
    if from == to {
        return Reason::SameSquare;
    }
    if promotion.is_some() && role != Role::Pawn {
        return Reason::NoPromotion;
    }
    if let Some(side) = castling_attempt(position, piece, to) {
        return explain_castling(position, side);
    }
    let obstacle = match role {
        Role::Pawn => pawn_obstacle(position, piece, to),
        _ => obstacle(position, piece, to),
    };
    obstacle
        .or_else(|| promotion_mistake(piece, to, turn, promotion))
        .or_else(|| danger(position, piece, to))
        .unwrap_or(Reason::Illegal)
}

/// The side to which a king's move would castle: onto a rook, or two or more squares to the target
/// of castling.
fn castling_attempt(position: &Chess, piece: PieceOn, to: Square) -> Option<CastlingSide> {
    let (board, turn, king) = (position.board(), position.turn(), piece.square);
    if piece.role != Role::King || king.rank() != to.rank() || king.rank() != turn.backrank() {
        return None;
    }
    if board.by_piece(turn.rook()).contains(to) {
        return Some(CastlingSide::from_king_side(king < to));
    }
    let is_far = king.distance(to) > 1;
    CastlingSide::ALL.into_iter().find(|side| is_far && side.king_to(turn) == to)
}

/// Why castling to a side is not legal.
pub(super) fn explain_castling(position: &Chess, side: CastlingSide) -> Reason {
    let (board, turn) = (position.board(), position.turn());
    let castles = position.castles();
    let Some(rook) = castles.rook(turn, side) else {
        return Reason::Castling(CastlingReason::NoRight { turn, side });
    };
    if let Some(by) = first_of(position, position.checkers()) {
        return Reason::Castling(CastlingReason::OutOfCheck(by));
    }
    let king = king(position);
    let blockers = castles.path(turn, side) & board.occupied();
    if let Some(by) = nearest(position, king, blockers) {
        return Reason::Castling(CastlingReason::Blocked { side, by });
    }
    let (king_to, rook_to) = (side.king_to(turn), side.rook_to(turn));
    let occupied = board.occupied().without(king);
    for through in between(king, king_to) {
        let attackers = board.attacks_to(through, !turn, occupied);
        if let Some(by) = first_of(position, attackers) {
            return Reason::Castling(CastlingReason::ThroughCheck { through, by });
        }
    }
    let occupied = occupied.without(rook).with(king_to).with(rook_to);
    let attackers = board.attacks_to(king_to, !turn, occupied);
    first_of(position, attackers)
        .map_or(Reason::Castling(CastlingReason::Name(side)), Reason::IntoCheck)
}

/// What prevents a piece or a king from moving like that, regardless of check.
fn obstacle(position: &Chess, piece: PieceOn, to: Square) -> Option<Reason> {
    let (board, turn) = (position.board(), position.turn());
    let reach = attacks(piece.square, piece.role.of(turn), Bitboard::EMPTY);
    if !reach.contains(to) {
        return Some(Reason::NotItsWay(piece.role));
    }
    // This holds for knights too: no square is between origin and target.
    let blockers = between(piece.square, to) & board.occupied();
    if let Some(by) = nearest(position, piece.square, blockers) {
        return Some(Reason::InTheWay { piece, to, by });
    }
    let own = board.piece_at(to).filter(|own| own.color == turn)?;
    Some(Reason::OwnPiece { piece, to, own })
}

/// What prevents a pawn from moving like that, regardless of check.
fn pawn_obstacle(position: &Chess, piece: PieceOn, to: Square) -> Option<Reason> {
    let (board, turn, from) = (position.board(), position.turn(), piece.square);
    if pawn_attacks(turn, from).contains(to) {
        return match board.piece_at(to) {
            Some(own) if own.color == turn => Some(Reason::OwnPiece { piece, to, own }),
            Some(_) => None,
            None if position.maybe_ep_square() == Some(to) => None,
            None => {
                let beside = Square::from_coords(to.file(), from.rank());
                let is_pawn = board.by_piece((!turn).pawn()).contains(beside);
                let is_fifth = from.rank() == turn.relative_rank(Rank::Fifth);
                Some(if is_pawn && is_fifth {
                    Reason::NoEnPassant(beside)
                } else {
                    Reason::NothingToCapture(to)
                })
            }
        };
    }
    let up = turn.fold_wb(8, -8);
    let may_double = from.rank() == turn.relative_rank(Rank::Second);
    let is_push = from.offset(up) == Some(to) || may_double && from.offset(2 * up) == Some(to);
    if !is_push {
        return Some(Reason::NotItsWay(Role::Pawn));
    }
    let by = nearest(position, from, between(from, to).with(to) & board.occupied())?;
    Some(Reason::InTheWay { piece, to, by })
}

/// The mistake in a promotion: the piece is missing or wrong, or there is no promotion.
fn promotion_mistake(
    piece: PieceOn,
    to: Square,
    turn: Color,
    promotion: Option<Role>,
) -> Option<Reason> {
    let promotes = piece.role == Role::Pawn && to.rank() == turn.relative_rank(Rank::Eighth);
    match promotion {
        None if promotes => Some(Reason::PromotionMissing { from: piece.square, to, san: false }),
        Some(role @ (Role::King | Role::Pawn)) if promotes => Some(Reason::PromotionTo(role)),
        Some(_) if !promotes => Some(Reason::NoPromotion),
        _ => None,
    }
}

/// The check that the king would be in after a move that is otherwise possible.
fn danger(position: &Chess, piece: PieceOn, to: Square) -> Option<Reason> {
    let (board, turn, from) = (position.board(), position.turn(), piece.square);
    let is_en_passant =
        piece.role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to);
    let captured = if is_en_passant { Square::from_coords(to.file(), from.rank()) } else { to };
    let occupied = board.occupied().without(from).without(captured).with(to);
    let king = if piece.role == Role::King { to } else { king(position) };
    let attackers = board.attacks_to(king, !turn, occupied).without(captured);
    first_of(position, attackers & position.checkers())
        .map(Reason::StillInCheck)
        .or_else(|| first_of(position, attackers).map(Reason::IntoCheck))
}

/// The square of the king of the side to move.
fn king(position: &Chess) -> Square {
    position.board().king_of(position.turn()).expect("a legal position has both kings")
}

/// The first of several pieces.
fn first_of(position: &Chess, pieces: Bitboard) -> Option<PieceOn> {
    let square = pieces.first()?;
    Some(PieceOn { role: position.board().role_at(square)?, square })
}

/// The piece that is nearest to a square.
fn nearest(position: &Chess, from: Square, pieces: Bitboard) -> Option<PieceOn> {
    let square = pieces.into_iter().min_by_key(|&square| from.distance(square))?;
    Some(PieceOn { role: position.board().role_at(square)?, square })
}
