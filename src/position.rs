//! The board: shakmaty's rules with the keys, checkers and evaluation sums that a search needs.
//!
//! Positions are copied and played, never taken back: `shakmaty::Chess` has no undo, and
//! its copy is cheaper than an undo record would be.

use shakmaty::fen::Fen;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Piece,
    Position as _, PositionError, Role, Square,
};

use crate::engine::{Error, ErrorKind, excerpt};
use crate::eval::Accumulator;

/// Fifty moves by each side without a capture or a pawn move are a draw.
const FIFTY_MOVES: u32 = 100;

/// A legal chess position with everything that is kept up to date move by move.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    key: u64,
    pawn_key: u64,
    checkers: Bitboard,
    accumulator: Accumulator,
    /// Plies since the last null move (or the start): repetitions are not sought beyond it.
    reversible: u32,
    after_null: bool,
}

impl Position {
    /// The start of a game of chess.
    pub fn start() -> Position {
        Position::from_chess(Chess::new())
    }

    /// Wraps a position and computes all sums from scratch.
    pub fn from_chess(chess: Chess) -> Position {
        let mut position = Position {
            key: scratch_key(&chess),
            pawn_key: 0,
            checkers: chess.checkers(),
            accumulator: Accumulator::default(),
            reversible: 0,
            after_null: false,
            chess,
        };
        for (square, piece) in position.chess.board().clone() {
            position.accumulator.add(piece, square);
            if piece.role == Role::Pawn {
                position.pawn_key ^= piece_key(piece, square);
            }
        }
        position
    }

    /// Reads a FEN of four to six fields, with castling rights in standard, Shredder or X-FEN form.
    ///
    /// Too much material and impossible checks are accepted with at most 16 pieces a side;
    /// every other defect is an error that names the field or the defect.
    pub fn from_fen(text: &str) -> Result<Position, Error> {
        let fen = parse_fen(text)?;
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        for color in Color::ALL {
            let count = setup.board.by_color(color).count();
            if count > 16 {
                return Err(Error::new(
                    ErrorKind::IllegalPosition,
                    format_args!(
                        "illegal position: {count} {color} pieces, at most 16 are possible"
                    ),
                ));
            }
        }
        let chess = setup
            .position::<Chess>(mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| Error::new(ErrorKind::IllegalPosition, format_args!("{error}")))?;
        Ok(Position::from_chess(chess))
    }

    /// The rules' view of this position.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// The Zobrist key of everything that matters for repetition.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of the pawns alone.
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The pieces giving check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The evaluation's running sums.
    pub fn accumulator(&self) -> &Accumulator {
        &self.accumulator
    }

    /// The square of a side's king.
    pub fn king(&self, color: Color) -> Square {
        self.board().king_of(color).expect("a legal position has both kings")
    }

    /// The key after a move, but for changes of castling and en passant rights: a guess early
    /// enough to load the table's memory while the move is being played.
    pub fn key_guess(&self, m: Move) -> u64 {
        let us = self.turn();
        let key = self.key ^ Zobrist64::zobrist_for_white_turn().0;
        let Move::Normal { role, from, capture, to, promotion } = m else { return key };
        let moved = piece_key(role.of(us), from) ^ piece_key(promotion.unwrap_or(role).of(us), to);
        key ^ moved ^ capture.map_or(0, |captured| piece_key(captured.of(!us), to))
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut next = self.clone();
        next.move_pieces(m);
        let rights = self.chess.castles().castling_rights();
        let old_ep = self.chess.legal_ep_square();
        next.chess.play_unchecked(m);
        next.key ^= Zobrist64::zobrist_for_white_turn().0;
        if let Some(square) = old_ep {
            next.key ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
        if let Some(square) = next.chess.legal_ep_square() {
            next.key ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
        if next.chess.castles().castling_rights() != rights {
            next.key ^= castling_key(&self.chess) ^ castling_key(&next.chess);
        }
        next.checkers = next.chess.checkers();
        next.reversible += 1;
        next.after_null = false;
        next
    }

    /// The position after passing the move; the side to move must not be in check.
    pub fn play_null(&self) -> Position {
        let chess = self
            .chess
            .clone()
            .swap_turn()
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .expect("passing is possible when not in check");
        let mut key = self.key ^ Zobrist64::zobrist_for_white_turn().0;
        if let Some(square) = self.chess.legal_ep_square() {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
        Position {
            key,
            checkers: Bitboard::EMPTY,
            reversible: 0,
            after_null: true,
            chess,
            ..self.clone()
        }
    }

    /// Was the last move a null move?
    pub fn is_after_null(&self) -> bool {
        self.after_null
    }

    /// Is the game drawn here by the fifty-move rule, given that there is no mate on the board?
    pub fn is_fifty_moves(&self) -> bool {
        self.chess.halfmoves() >= FIFTY_MOVES
    }

    /// Can neither side mate any more?
    pub fn is_insufficient_material(&self) -> bool {
        // Pawns are on the board in nearly every node: ask the cheap question first.
        self.board().pawns().is_empty() && self.chess.is_insufficient_material()
    }

    /// Has this position occurred before? `keys` holds the keys of the positions before
    /// this one, game first, path last; the last `ply` of them lie on the search path.
    ///
    /// A repetition inside the search is a draw at once, because whoever could avoid it had
    /// the same choice the first time; positions before the root must have occurred twice.
    pub fn is_repetition(&self, keys: &[u64], ply: usize) -> bool {
        let reach = (self.chess.halfmoves().min(self.reversible) as usize).min(keys.len());
        let mut before_root = 0;
        for back in (4..=reach).step_by(2) {
            if keys[keys.len() - back] == self.key {
                if back <= ply {
                    return true;
                }
                before_root += 1;
                if before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Does the side to move own more than king and pawns? Without pieces zugzwang is common.
    pub fn has_pieces(&self) -> bool {
        let ours = self.board().by_color(self.turn());
        (ours & !self.board().pawns() & !self.board().kings()).any()
    }

    /// The FEN of this position, castling rights in the form the castling mode asks for.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    fn move_pieces(&mut self, m: Move) {
        let us = self.turn();
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                self.remove(role.of(us), from);
                if let Some(captured) = capture {
                    self.remove(captured.of(!us), to);
                }
                self.add(promotion.unwrap_or(role).of(us), to);
            }
            Move::EnPassant { from, to } => {
                self.remove(us.pawn(), from);
                self.remove((!us).pawn(), Square::from_coords(to.file(), from.rank()));
                self.add(us.pawn(), to);
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.remove(us.king(), king);
                self.remove(us.rook(), rook);
                self.add(us.king(), side.king_to(us));
                self.add(us.rook(), side.rook_to(us));
            }
            Move::Put { .. } => unreachable!("no drops in chess"),
        }
    }

    fn add(&mut self, piece: Piece, square: Square) {
        self.toggle_key(piece, square);
        self.accumulator.add(piece, square);
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        self.toggle_key(piece, square);
        self.accumulator.remove(piece, square);
    }

    fn toggle_key(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        self.key ^= key;
        if piece.role == Role::Pawn {
            self.pawn_key ^= key;
        }
    }
}

fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

fn castling_key(chess: &Chess) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if chess.castles().has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key
}

/// The key computed from nothing but the position: the incremental key must equal it.
fn scratch_key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The names of the FEN's fields, for error texts, and the most bytes each may have.
const FEN_FIELDS: [(&str, usize); 6] = [
    ("piece placement", 71),
    ("side to move", 1),
    ("castling rights", 4),
    ("en passant square", 2),
    ("halfmove clock", 9),
    ("move number", 9),
];

/// Reads the fields of a FEN, each checked before shakmaty (which also reads the FENs of
/// variants) sees them, so that an error can name the field.
fn parse_fen(text: &str) -> Result<Fen, Error> {
    let mut fields: [&str; 6] = ["", "", "", "-", "0", "1"];
    let mut count = 0;
    for field in text.split_ascii_whitespace() {
        if let Some(slot) = fields.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    if !(4..=6).contains(&count) {
        return Err(Error::new(
            ErrorKind::InvalidFen,
            format_args!("FEN has {count} fields instead of 4 to 6: \"{}\"", excerpt(text)),
        ));
    }
    for (index, (field, (name, max))) in fields.iter().zip(FEN_FIELDS).enumerate() {
        let allowed = |byte: u8| match index {
            0 => b"12345678/pnbrqkPNBRQK".contains(&byte),
            1 => b"wb".contains(&byte),
            2 => b"-KQkqABCDEFGHabcdefgh".contains(&byte),
            3 => b"-abcdefgh36".contains(&byte),
            _ => byte.is_ascii_digit(),
        };
        if field.len() > max || !field.bytes().all(allowed) {
            return Err(field_error(name, field));
        }
    }
    Fen::from_ascii(fields.join(" ").as_bytes()).map_err(|error| {
        use shakmaty::fen::ParseFenError as E;
        let index = match error {
            E::InvalidTurn => 1,
            E::InvalidCastling => 2,
            E::InvalidEpSquare => 3,
            E::InvalidHalfmoveClock => 4,
            E::InvalidFullmoves => 5,
            _ => 0,
        };
        field_error(FEN_FIELDS[index].0, fields[index])
    })
}

fn field_error(name: &str, field: &str) -> Error {
    Error::new(
        ErrorKind::InvalidFen,
        format_args!("FEN field \"{name}\" is invalid: \"{}\"", excerpt(field)),
    )
}
