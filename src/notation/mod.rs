//! Parses positions and moves: FEN, UCI notation, and algebraic notation as people and PGN files
//! write it.
//!
//! Parsing a move allocates nothing. A text that is not a legal move gets a [`Reason`], which, when
//! displayed, says why in the words of a chess player.

mod annotated_move;
mod fen;
mod lenient;
pub mod move_data;
mod movetext;
mod names;
mod reason;
mod tokens;

pub use annotated_move::AnnotatedMove;
pub use fen::{fen, from_setup, parse_fen};
pub use lenient::{fen_of_file, repair_fen};
pub use move_data::MoveData;
pub use movetext::Movetext;
pub use names::color_name;
pub use reason::Reason;
pub use tokens::{
    LOOKAHEAD, MAX_BAD_TAG, Outcome, Span, Token, decode, is_tag_letter, next_token, skip_moves,
};

use std::fmt::Display;

use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square,
};

use crate::board::{self, movegen};
use crate::error::{Error, ErrorKind, excerpt};
use crate::notation::names::PieceOn;

/// Parses a legal move in UCI notation. Castling may be given by the square of the rook, or by the
/// target square of the king if the king moves at all and no other move has that name.
pub fn parse_uci(position: &Chess, word: &str) -> Result<Move, Reason> {
    if word == "0000" {
        return Err(Reason::NullMove);
    }
    let (squares, promotion) = match word.as_bytes() {
        squares @ [_, _, _, _] => (squares, None),
        [squares @ .., letter @ (b'q' | b'r' | b'b' | b'n' | b'k' | b'p')] => {
            (squares, Role::from_char(char::from(*letter)))
        }
        _ => return Err(Reason::NotUci),
    };
    let [from, to] = [squares.get(..2), squares.get(2..)].map(|name| square(name?));
    let (Some(from), Some(to)) = (from, to) else { return Err(Reason::NotUci) };
    resolve(position, from, to, promotion)
}

/// Calls `visit` with every legal move. shakmaty's lists are too short for some positions.
pub fn for_each_legal(position: &Chess, mut visit: impl FnMut(Move)) {
    movegen::for_each_legal(&board::Position::new(position), |m| visit(m.on(position.board())));
}

/// The error for a word that is not a legal move; `label` says which word of the call it was.
pub fn illegal_move(label: impl Display, word: &str, reason: &Reason, position: &Chess) -> Error {
    let (quoted, turn, fen) = (excerpt(word), color_name(position.turn()), fen(position));
    Error::new(
        ErrorKind::IllegalMove,
        format_args!("{label} \"{quoted}\": {reason}, with {turn} to move in {fen}"),
    )
}

/// Parses the name of a square.
fn square(name: &[u8]) -> Option<Square> {
    Square::from_ascii(name).ok()
}

/// The legal move between two squares; castling as in [`parse_uci`].
fn resolve(
    position: &Chess,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Reason> {
    let named = UciMove::Normal { from, to, promotion };
    let (mut exact, mut castling) = (None, None);
    if from != to {
        for_each_legal(position, |m| {
            if m.to_uci(CastlingMode::Chess960) == named {
                exact = Some(m);
            } else if m.is_castle() && m.to_uci(CastlingMode::Standard) == named {
                castling = Some(m);
            }
        });
    }
    exact.or(castling).ok_or_else(|| reason::explain(position, from, to, promotion))
}

/// Parses a legal move in algebraic notation, as people and PGN files write it.
///
/// Check signs are optional, and so is the `x` of a capture. The origin may be given in part, in
/// full (`Ng1-f3`, `e2e4`) or more fully than necessary. Capital letters are pieces, small letters
/// files: `bxc3` is a pawn move.
pub fn parse_san(position: &Chess, word: &str) -> Result<Move, Reason> {
    parse_annotated(position, AnnotatedMove::new(word, &mut [0; _]))
}

/// Parses a legal move in algebraic notation as [`parse_san`] does, its marks split off.
pub fn parse_annotated(position: &Chess, given: AnnotatedMove<'_>) -> Result<Move, Reason> {
    if given.is_null_move() {
        return Err(Reason::NullMove);
    }
    let text = given.text;
    if let Some(side) = castling_side(text) {
        return castle(position, side);
    }
    let named = Named::read(text).ok_or_else(|| unreadable(text))?;
    named.find(position).map_err(Reason::in_san)
}

/// The side of `O-O` and `O-O-O`, which many people write with zeros.
fn castling_side(text: &str) -> Option<CastlingSide> {
    let is_castling = text
        .bytes()
        .enumerate()
        .all(|(index, byte)| if index % 2 == 0 { b"O0o".contains(&byte) } else { byte == b'-' });
    match text.len() {
        3 if is_castling => Some(CastlingSide::KingSide),
        5 if is_castling => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn castle(position: &Chess, side: CastlingSide) -> Result<Move, Reason> {
    let found = position.castling_moves(side).first().copied();
    found.ok_or_else(|| reason::explain_castling(position, side))
}

/// The reason for a word that is not a move in algebraic notation at all.
fn unreadable(text: &str) -> Reason {
    match text.as_bytes() {
        [b'n' | b'r' | b'q' | b'k', rest @ ..] if Named::read_bytes(rest).is_some() => {
            Reason::SmallLetter
        }
        _ => Reason::NotSan,
    }
}

/// The parts of a move in algebraic notation.
#[derive(Clone, Copy)]
struct Named {
    /// `None` if the word begins with a square or a file.
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

impl Named {
    fn read(text: &str) -> Option<Named> {
        match text.as_bytes() {
            [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N' | b'P'), rest @ ..] => {
                let role = Role::from_char(char::from(*letter));
                Named::read_bytes(rest).map(|named| Named { role, ..named })
            }
            rest => Named::read_bytes(rest),
        }
    }

    /// Parses what follows the letter of a piece: `[file][rank][x|-]square[promotion]`.
    fn read_bytes(text: &[u8]) -> Option<Named> {
        let (text, promotion) = split_promotion(text)?;
        let (origin, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let (origin, captures) = match origin {
            [origin @ .., b'x' | b'X' | b':'] => (origin, true),
            [origin @ .., b'-'] => (origin, false),
            _ => (origin, false),
        };
        let file = |byte: u8| File::from_char(char::from(byte));
        let rank = |byte: u8| Rank::from_char(char::from(byte));
        let (file, rank) = match *origin {
            [] => (None, None),
            [byte] if byte.is_ascii_digit() => (None, Some(rank(byte)?)),
            [byte] => (Some(file(byte)?), None),
            [first, second] => (Some(file(first)?), Some(rank(second)?)),
            _ => return None,
        };
        Some(Named { role: None, file, rank, captures, to: square(to)?, promotion })
    }

    fn find(self, position: &Chess) -> Result<Move, Reason> {
        let m = match (self.file, self.rank) {
            (Some(file), Some(rank)) => self.find_from(position, Square::from_coords(file, rank)),
            _ => self.find_fitting(position),
        }?;
        if self.captures && !m.is_capture() {
            return Err(Reason::NothingToCapture(self.to));
        }
        Ok(m)
    }

    /// Finds the move whose origin is given in full.
    fn find_from(self, position: &Chess, from: Square) -> Result<Move, Reason> {
        let board = position.board();
        match (self.role, board.role_at(from)) {
            (Some(said), Some(role))
                if said != role && board.by_color(position.turn()).contains(from) =>
            {
                Err(Reason::OtherPiece { piece: PieceOn { role, square: from }, said })
            }
            _ => resolve(position, from, self.to, self.promotion),
        }
    }

    /// Finds the move whose origin is the only one that fits.
    fn find_fitting(self, position: &Chess) -> Result<Move, Reason> {
        let (role, origins) = (self.role.unwrap_or(Role::Pawn), self.origins());
        let (mut found, mut candidates) = (None, Bitboard::EMPTY);
        for m in position.san_candidates(role, self.to) {
            let Some(from) = m.from().filter(|&from| origins.contains(from)) else { continue };
            if m.promotion() == self.promotion {
                found = Some(m);
                candidates.add(from);
            }
        }
        if candidates.more_than_one() {
            return Err(Reason::Ambiguous { role, to: self.to, candidates });
        }
        found.ok_or_else(|| self.explain(position, role, origins))
    }

    /// The file of the origin, if the word says it: a pawn push stays on its file.
    fn origin_file(self) -> Option<File> {
        let is_push = matches!(self.role, None | Some(Role::Pawn)) && !self.captures;
        self.file.or(is_push.then_some(self.to.file()))
    }

    /// The squares that the piece may come from.
    fn origins(self) -> Bitboard {
        let file = self.origin_file().map_or(Bitboard::FULL, Bitboard::from_file);
        file & self.rank.map_or(Bitboard::FULL, Bitboard::from_rank)
    }

    /// The most helpful of the reasons why none of the pieces can go there.
    fn explain(self, position: &Chess, role: Role, origins: Bitboard) -> Reason {
        let (board, turn, to) = (position.board(), position.turn(), self.to);
        if let Some(from) = self.unnamed_capture(position, role) {
            return Reason::FileMissing { from, to };
        }
        let pieces = board.by_piece(role.of(turn));
        let reason = (pieces & origins)
            .into_iter()
            .map(|from| reason::explain(position, from, to, self.promotion))
            .max_by_key(Reason::weight);
        match reason {
            Some(Reason::NotItsWay(_)) if self.is_small_bishop() => Reason::SmallLetter,
            Some(Reason::NotItsWay(_) | Reason::SameSquare) => {
                Reason::NoneCanReach { role, file: self.file, rank: self.rank, to }
            }
            Some(reason) => reason,
            None => Reason::NoSuchPiece { turn, role, file: self.origin_file(), rank: self.rank },
        }
    }

    /// Whether a word such as `bf4` means a bishop rather than a pawn on the b-file.
    fn is_small_bishop(self) -> bool {
        self.role.is_none() && self.file == Some(File::B) && self.to.file() > File::C
    }

    /// The origin of a pawn that could capture, where a word without its file names a push.
    fn unnamed_capture(self, position: &Chess, role: Role) -> Option<Square> {
        if role != Role::Pawn || self.file.is_some() {
            return None;
        }
        let mut moves = position.san_candidates(role, self.to).into_iter();
        moves.find(|m| m.is_capture()).and_then(Move::from)
    }
}

/// Splits a move from its promotion: `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, also with small letters.
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<Role>)> {
    let (text, letter) = match text {
        [text @ .., b'(', letter, b')'] | [text @ .., b'=' | b'/', letter] => (text, letter),
        [.., b'1'..=b'8', letter] if letter.is_ascii_alphabetic() => {
            (&text[..text.len() - 1], letter)
        }
        _ => return Some((text, None)),
    };
    Some((text, Some(Role::from_char(char::from(*letter))?)))
}

#[cfg(test)]
mod tests;
