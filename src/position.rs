//! The board: shakmaty's rules, with the Zobrist key and the checkers that a search needs.
//!
//! Positions are copied and played, never undone: `shakmaty::Chess` has no undo, and copying it is
//! cheaper than an undo record would be.

mod setup;

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, File, Move, Piece, Position as _,
    PositionError, Role, Square,
};

/// Fifty moves by each side without a capture or a pawn move are a draw.
pub const FIFTY_MOVES: u32 = 100;

/// What a move does to a piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The piece appears on the square.
    Added,
    /// The piece leaves the square.
    Removed,
}

/// Calls a function with each change that a move of a side makes on the board: at most four.
#[inline(always)]
pub fn for_each_change(us: Color, m: Move, mut visit: impl FnMut(Change, Piece, Square)) {
    use Change::{Added, Removed};
    match m {
        Move::Normal { role, from, capture, to, promotion } => {
            visit(Removed, role.of(us), from);
            if let Some(captured) = capture {
                visit(Removed, captured.of(!us), to);
            }
            visit(Added, promotion.unwrap_or(role).of(us), to);
        }
        Move::EnPassant { from, to } => {
            visit(Removed, us.pawn(), from);
            visit(Removed, (!us).pawn(), Square::from_coords(to.file(), from.rank()));
            visit(Added, us.pawn(), to);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            visit(Removed, us.king(), king);
            visit(Removed, us.rook(), rook);
            visit(Added, us.king(), side.king_to(us));
            visit(Added, us.rook(), side.rook_to(us));
        }
        Move::Put { .. } => unreachable!("no drops in chess"),
    }
}

/// A piece on its square, in words: "knight on b8".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceOn {
    /// The role of the piece.
    pub role: Role,
    /// The square of the piece.
    pub square: Square,
}

impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", role_name(self.role), self.square)
    }
}

/// The name of a role.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Zobrist keys of parts of a position, the same for both sides to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartKeys {
    /// The pawns.
    pub pawns: u64,
    /// Knights and bishops.
    pub minors: u64,
    /// The pieces of each color other than pawns, the king included.
    pub pieces: [u64; 2],
}

impl PartKeys {
    /// Adds a piece on a square, or removes it.
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        if piece.role == Role::Pawn {
            self.pawns ^= key;
            return;
        }
        self.pieces[piece.color as usize] ^= key;
        if matches!(piece.role, Role::Knight | Role::Bishop) {
            self.minors ^= key;
        }
    }
}

/// The maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// A legal chess position with everything that is updated move by move.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    key: u64,
    part_keys: PartKeys,
    checkers: Bitboard,
    /// Plies since the last null move (or the start): repetitions before it do not count.
    plies_from_null: u32,
}

impl Position {
    /// The start position of chess.
    pub fn start() -> Position {
        Position::from_chess(Chess::new())
    }

    /// Wraps a position and computes everything from scratch.
    pub fn from_chess(chess: Chess) -> Position {
        Position {
            key: scratch_key(&chess),
            part_keys: scratch_part_keys(&chess),
            checkers: chess.checkers(),
            plies_from_null: 0,
            chess,
        }
    }

    /// The position as shakmaty's type.
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

    /// The keys of its parts: pawns, minor pieces, each side's pieces.
    pub fn part_keys(&self) -> &PartKeys {
        &self.part_keys
    }

    /// The pieces giving check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The square of a side's king.
    pub fn king(&self, color: Color) -> Square {
        self.board().king_of(color).expect("a legal position has both kings")
    }

    /// The key after a move, except for changes of castling and en passant rights: a guess early
    /// enough to prefetch the hash table entry before the move is played.
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
        for_each_change(self.turn(), m, |_, piece, square| {
            next.key ^= piece_key(piece, square);
            next.part_keys.toggle(piece, square);
        });
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
        next.plies_from_null += 1;
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
            chess,
            key,
            part_keys: self.part_keys,
            checkers: Bitboard::EMPTY,
            plies_from_null: 0,
        }
    }

    /// Whether the fifty-move rule makes a draw here, given that there is no mate on the board.
    pub fn is_fifty_moves(&self) -> bool {
        self.chess.halfmoves() >= FIFTY_MOVES
    }

    /// Whether neither side can mate any more.
    pub fn is_insufficient_material(&self) -> bool {
        // There are pawns in nearly every node: the cheap test comes first.
        self.board().pawns().is_empty() && self.chess.is_insufficient_material()
    }

    /// Whether the position is a draw by repetition. `keys` holds the keys of the positions before
    /// this one, game first, path last; the last `ply` of them are on the search path.
    ///
    /// A repetition inside the search is a draw at once, because the side that could avoid it had
    /// the same choice the first time; positions before the root must have occurred twice.
    pub fn is_repetition(&self, keys: &[u64], ply: usize) -> bool {
        let reach = (self.chess.halfmoves().min(self.plies_from_null) as usize).min(keys.len());
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

    /// How often this position occurred in a game. `keys` are those of the positions before it.
    pub fn count_repetitions(&self, keys: &[u64]) -> usize {
        let reach = (self.chess.halfmoves() as usize).min(keys.len());
        keys[keys.len() - reach..].iter().filter(|&&key| key == self.key).count()
    }

    /// Whether a side has a castling right that only exists in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess.castles().mode().is_chess960()
    }

    /// Whether the side to move has more than king and pawns.
    pub fn has_pieces(&self) -> bool {
        let ours = self.board().by_color(self.turn());
        (ours & !self.board().pawns() & !self.board().kings()).any()
    }

    /// Whether this is the only piece of the side to move besides king and pawns.
    pub fn is_only_piece(&self, square: Square) -> bool {
        let board = self.board();
        let ours = board.by_color(self.turn()) & !board.pawns() & !board.kings();
        ours.single_square() == Some(square)
    }

    /// The squares that a side's pawns attack.
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        let pawns = self.board().pawns() & self.board().by_color(color);
        let (west, east) = color.fold_wb((7, 9), (-9, -7));
        (pawns & !Bitboard::from_file(File::A)).shift(west)
            | (pawns & !Bitboard::from_file(File::H)).shift(east)
    }

    /// Whether zugzwang is likely: the side to move has few pieces, or pieces that can hardly move.
    /// With a heavy piece or two minor ones that are free there nearly always is a harmless move.
    pub fn is_zugzwang_likely(&self) -> bool {
        /// With more free squares than this, a side is not short of moves.
        const FEW_SQUARES: usize = 6;
        let board = self.board();
        let us = self.turn();
        let pieces = board.by_color(us) & !board.pawns() & !board.kings();
        if (pieces & board.rooks_and_queens()).is_empty() && !pieces.more_than_one() {
            return true;
        }
        let free = !board.by_color(us) & !self.pawn_attacks(!us);
        let mut squares = 0;
        for square in pieces {
            squares += (board.attacks_from(square) & free).count();
            if squares > FEW_SQUARES {
                return false;
            }
        }
        true
    }

    /// The FEN of this position, with castling rights in the form that the castling mode asks for.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }
}

fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

fn castling_key(chess: &Chess) -> u64 {
    let mut key = inner_rooks_key(chess);
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if chess.castles().has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key
}

/// A key of the rooks that castle in Chess960, where the side alone is not enough: each counts as a
/// pawn on a square where no pawn can stand.
fn inner_rooks_key(chess: &Chess) -> u64 {
    let inner = chess.castles().castling_rights().without(Bitboard::CORNERS);
    inner.into_iter().fold(0, |key, rook| key ^ piece_key(Color::White.pawn(), rook))
}

/// The key computed from scratch: the incremental key must equal it.
fn scratch_key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0 ^ inner_rooks_key(chess)
}

/// The keys of the parts computed from scratch: the incremental keys must equal them.
fn scratch_part_keys(chess: &Chess) -> PartKeys {
    let mut keys = PartKeys::default();
    for (square, piece) in chess.board() {
        keys.toggle(piece, square);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::for_each_legal;
    use crate::test_support::random_numbers;
    use crate::{Game, test_positions};

    /// Games of pseudo-random moves from a FEN, null moves among them where they are legal.
    fn games(fen: &str, count: usize, plies: usize, mut visit: impl FnMut(&[Position])) {
        let mut random = random_numbers(crate::random::GOLDEN);
        for _ in 0..count {
            let mut game = vec![Position::from_fen(fen).expect("a legal FEN")];
            for _ in 0..plies {
                let position = game.last().expect("not empty");
                let mut moves = Vec::new();
                for_each_legal(position, |m| moves.push(m));
                if moves.is_empty() {
                    break;
                }
                let null = !position.in_check() && random(12) == 0;
                let next = if null {
                    position.play_null()
                } else {
                    position.play(moves[random(moves.len())])
                };
                game.push(next);
            }
            visit(&game);
        }
    }

    const ROOTS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        "2r1k1r1/8/8/8/8/8/8/1R2K1R1 w GBgc - 0 1",
    ];

    #[test]
    fn what_is_kept_move_by_move_equals_what_is_computed_from_scratch() {
        let (mut castled, mut en_passant, mut promoted, mut nulls) = (0, 0, 0, 0);
        for root in ROOTS {
            games(root, 150, 80, |game| {
                for pair in game.windows(2) {
                    let position = &pair[1];
                    let fresh = Position::from_chess(position.chess.clone());
                    let fen = position.fen();
                    assert_eq!(position.key, fresh.key, "{fen}");
                    assert_eq!(position.part_keys, fresh.part_keys, "{fen}");
                    assert_eq!(position.checkers, fresh.checkers, "{fen}");
                    nulls += usize::from(position.plies_from_null == 0);
                    let king = |p: &Position| p.king(pair[0].turn());
                    castled += usize::from(king(&pair[0]).distance(king(position)) > 1);
                }
                for position in game {
                    for_each_legal(position, |m| {
                        en_passant += usize::from(m.is_en_passant());
                        promoted += usize::from(m.is_promotion());
                    });
                }
            });
        }
        for (what, count) in
            [("castling", castled), ("en passant", en_passant), ("promotion", promoted)]
        {
            assert!(count > 20, "{what} happened {count} times");
        }
        assert!(nulls > 1000, "{nulls} null moves");
    }

    #[test]
    fn keys_tell_which_rook_castles() {
        let [inner, outer, none] = ["F", "H", "-"].map(|rights| {
            Position::from_fen(&format!("4k3/8/8/8/8/8/8/1K3R1R w {rights} - 0 1")).unwrap().key
        });
        assert!(inner != outer && inner != none && outer != none);
    }

    #[test]
    fn keys_tell_positions_apart_and_nothing_else() {
        let mut seen = std::collections::HashMap::new();
        for position in test_positions() {
            // The four fields that matter: the counters do not.
            let fen = position.fen();
            let name = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let key = *seen.entry(name).or_insert(position.key());
            assert_eq!(key, position.key(), "{fen}");
        }
        let mut keys: Vec<u64> = seen.values().copied().collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), seen.len(), "two positions share a key");
        // An en passant square that no pawn can use makes no difference.
        let key = |fen: &str| Position::from_fen(fen).expect("a legal FEN").key();
        assert_eq!(
            key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        );
        assert_ne!(
            key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
            key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")
        );
        // Both notations of the same castling rights.
        assert_eq!(
            key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            key("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
        );
    }

    /// A null move leads to the position whose FEN has the other side to move.
    #[test]
    fn a_null_move_is_the_other_side_to_move() {
        for position in test_positions().iter().filter(|position| !position.in_check()) {
            let passed = position.play_null();
            let fen = position.fen();
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields[1] = if fields[1] == "w" { "b" } else { "w" };
            fields[3] = "-";
            let fields = fields.join(" ");
            let expected = Position::from_fen(&fields).expect("legal: nobody is in check");
            assert_eq!(passed.key, expected.key, "{fen}");
            assert_eq!(passed.checkers, expected.checkers, "{fen}");
            assert_eq!(passed.plies_from_null, 0);
        }
    }

    /// The rule as it is written: counts the earlier occurrences of the position, back to the last
    /// irreversible move.
    fn naive_repetition(game: &[Position], ply: usize) -> bool {
        let last = game.len() - 1;
        let name = |position: &Position| {
            let fen = position.fen();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        };
        let mut before_root = 0;
        for back in 1..=last {
            if game[last + 1 - back].plies_from_null == 0
                || game[last + 1 - back].chess.halfmoves() == 0
            {
                break;
            }
            if name(&game[last - back]) == name(&game[last]) {
                if back <= ply {
                    return true;
                }
                before_root += 1;
            }
        }
        before_root >= 2
    }

    #[test]
    fn repetitions_are_those_of_a_naive_count() {
        let roots = [
            "8/8/1k6/8/8/1K6/8/8 w - - 0 1",
            "7k/5K2/8/8/8/8/8/R7 b - - 3 9",
            "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        ];
        let (mut repeated, mut not) = (0, 0);
        for root in roots {
            games(root, 60, 120, |game| {
                for length in 1..=game.len() {
                    let game = &game[..length];
                    let keys: Vec<u64> = game[..length - 1].iter().map(Position::key).collect();
                    for ply in [0, 1, 4, 5, 12, length - 1].into_iter().filter(|&ply| ply < length)
                    {
                        let expected = naive_repetition(game, ply);
                        let position = game.last().expect("not empty");
                        assert_eq!(position.is_repetition(&keys, ply), expected, "ply {ply}");
                        *(if expected { &mut repeated } else { &mut not }) += 1;
                    }
                }
            });
        }
        assert!(repeated > 1000 && not > 1000, "{repeated} repetitions, {not} others");
    }

    #[test]
    fn fifty_moves_are_a_hundred_plies() {
        for (halfmoves, expected) in [(0, false), (99, false), (100, true), (4000, true)] {
            let fen = format!("7k/8/5K2/8/8/8/8/R7 w - - {halfmoves} 90");
            let position = Position::from_fen(&fen).expect("a legal FEN");
            assert_eq!(position.is_fifty_moves(), expected, "{halfmoves}");
        }
    }

    #[test]
    fn material_is_insufficient_where_no_mate_exists() {
        for (pieces, insufficient) in [
            ("7k/8/8/8/8/8/8/K7", true),
            ("7k/8/8/8/8/8/8/KN6", true),
            ("7k/8/8/8/8/8/8/KB6", true),
            ("6bk/8/8/8/8/8/8/KB6", true), // both on light squares
            ("5b1k/8/8/8/8/8/8/KB6", false),
            ("7k/8/8/8/8/8/8/KNN5", false),
            ("6nk/8/8/8/8/8/8/KN6", false),
            ("7k/8/8/8/8/8/8/KNB5", false),
            ("7k/8/8/8/8/8/P7/K7", false),
            ("7k/8/8/8/8/8/8/KR6", false),
            ("7k/8/8/8/8/8/8/KQ6", false),
        ] {
            let fen = format!("{pieces} b - - 0 1");
            let position = Position::from_fen(&fen).expect("a legal FEN");
            assert_eq!(position.is_insufficient_material(), insufficient, "{fen}");
        }
    }

    #[test]
    fn the_fen_written_is_the_position_read() {
        for position in test_positions() {
            let fen = position.fen();
            let again = Position::from_fen(&fen).expect("our own FEN");
            assert_eq!(again.fen(), fen);
            assert_eq!(again.key(), position.key(), "{fen}");
        }
    }

    #[test]
    fn a_game_takes_every_test_position() {
        let mut game = Game::new();
        for position in test_positions().iter().step_by(97) {
            game.set(Some(&position.fen()), "").expect("a legal FEN");
            assert_eq!(game.fen(), position.fen());
        }
    }
}
