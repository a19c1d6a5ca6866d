//! The position inside the search: bitboards and a mailbox, with everything that is kept move by
//! move.
//!
//! Positions are copied and played, never undone: a copy is cheaper than a record to undo from.
//! Keys, checkers and legality are proven against shakmaty, from whose positions these are made.

use shakmaty::attacks::{between, knight_attacks, pawn_attacks};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, Piece,
    Position as _, PositionError, Role, Setup, Square,
};

use crate::board::moves::Move;
use crate::board::pieces::{Pieces, piece_attacks};
use crate::board::zobrist::{PartKeys, castling_key, en_passant_key, key_of, piece_key, turn_key};

/// Fifty moves by each side without a capture or a pawn move are a draw.
pub const FIFTY_MOVES: u32 = 100;

/// A piece and its square.
pub type PieceOnSquare = (Piece, Square);

/// The pieces that a move takes from squares and puts on squares, at most two each. They keep keys
/// and accumulators up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changes {
    /// The moving piece, and the captured one or the rook that castles.
    pub removed: [Option<PieceOnSquare>; 2],
    /// The moving piece, or what it becomes, and the rook that castles.
    pub added: [Option<PieceOnSquare>; 2],
}

impl Changes {
    /// Those of a null move.
    pub const NONE: Changes = Changes { removed: [None; 2], added: [None; 2] };
}

/// A legal chess position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: Pieces,
    /// What stands on each square.
    roles: [Option<Role>; 64],
    key: u64,
    part_keys: PartKeys,
    checkers: Bitboard,
    /// The pieces of the side to move that shield their king from a slider.
    pinned: Bitboard,
    /// The rooks that may castle.
    castling: Bitboard,
    halfmoves: u32,
    /// Plies since the last null move, or as many as matter: repetitions before it do not count.
    plies_from_null: u32,
    /// The square of a legal capture en passant.
    ep_square: Option<Square>,
    turn: Color,
}

// Making, and converting.
impl Position {
    /// The start of a game.
    pub fn start() -> Position {
        Position::new(&Chess::new())
    }

    /// A position of shakmaty's.
    pub fn new(chess: &Chess) -> Position {
        let (mut part_keys, mut roles) = (PartKeys::default(), [None; 64]);
        for (square, piece) in chess.board() {
            part_keys.toggle(piece, piece_key(piece, square));
            roles[square as usize] = Some(piece.role);
        }
        let mut position = Position {
            pieces: Pieces::of(chess.board()),
            roles,
            key: key_of(chess),
            part_keys,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: chess.castles().castling_rights(),
            halfmoves: chess.halfmoves(),
            plies_from_null: chess.halfmoves(),
            ep_square: chess.legal_ep_square(),
            turn: chess.turn(),
        };
        position.find_checks_and_pins();
        position
    }

    /// The position in shakmaty's form, at the first move of the game.
    pub fn to_chess(&self) -> Chess {
        let [pawn, knight, bishop, rook, queen, king] =
            Role::ALL.map(|role| self.pieces.by_role(role));
        let by_role = ByRole { pawn, knight, bishop, rook, queen, king };
        let by_color = ByColor { black: self.pieces.black(), white: self.pieces.white() };
        let setup = Setup {
            board: Board::try_from_bitboards(by_role, by_color).expect("one piece on a square"),
            turn: self.turn,
            castling_rights: self.castling,
            ep_square: self.ep_square,
            halfmoves: self.halfmoves,
            ..Setup::empty()
        };
        let mode = CastlingMode::detect(&setup);
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .expect("positions are legal")
    }

    /// The position as a FEN.
    #[cfg(test)]
    pub fn fen(&self) -> String {
        use shakmaty::{EnPassantMode, fen::Fen};

        Fen::from_position(&self.to_chess(), EnPassantMode::Legal).to_string()
    }
}

// Reading.
impl Position {
    #[inline(always)]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
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

    /// The pieces of the side to move that shield their king from a slider.
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The rooks that may castle.
    pub fn castling(&self) -> Bitboard {
        self.castling
    }

    /// A side's castling rights: 1 for the king's side, 2 for the queen's, their sum, or 0.
    #[inline(always)]
    pub fn castling_rights(&self, color: Color) -> u8 {
        let rooks = self.castling & self.pieces.by_color(color);
        let beyond = rooks.0 >> self.pieces.king(color) as u32;
        u8::from(beyond != 0) + 2 * u8::from(rooks.0 != beyond << self.pieces.king(color) as u32)
    }

    /// The square where a capture en passant is legal.
    pub fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.roles[square as usize]
    }

    /// What a move of this position moves.
    #[inline(always)]
    pub fn moving_role(&self, m: Move) -> Role {
        self.role_at(m.from()).expect("a move moves a piece")
    }

    /// What a move of this position captures.
    #[inline(always)]
    pub fn captured(&self, m: Move) -> Option<Role> {
        if m.is_castling() {
            None
        } else if m.is_en_passant() {
            Some(Role::Pawn)
        } else {
            self.role_at(m.to())
        }
    }

    /// Whether a move of this position changes the material: a capture or a promotion.
    #[inline(always)]
    pub fn is_noisy(&self, m: Move) -> bool {
        m.is_special_noisy() || self.pieces.by_color(!self.turn).contains(m.to())
    }

    /// Whether the fifty-move rule makes a draw here, given that there is no mate on the board.
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmoves >= FIFTY_MOVES
    }

    /// Whether neither side can mate any more: a single minor piece is left, or bishops on squares
    /// of one color.
    pub fn is_insufficient_material(&self) -> bool {
        let pieces = &self.pieces;
        if (pieces.pawns() | pieces.rooks_and_queens()).any() {
            return false;
        }
        if pieces.knights().any() {
            return pieces.occupied().count() == 3;
        }
        let on = |squares| (pieces.bishops() & squares).any();
        !(on(Bitboard::LIGHT_SQUARES) && on(Bitboard::DARK_SQUARES))
    }

    /// Whether the position is a draw by repetition. `keys` holds the keys of the positions before
    /// this one, game first, path last; in the last `unrestricted` of them all moves were open to the
    /// search.
    ///
    /// A repetition of one of these is a draw at once, because the side that could avoid it had the
    /// same choice the first time; the others must have occurred twice.
    pub fn is_repetition(&self, keys: &[u64], unrestricted: usize) -> bool {
        let reach = (self.halfmoves.min(self.plies_from_null) as usize).min(keys.len());
        let mut others = 0;
        for back in (4..=reach).step_by(2) {
            if keys[keys.len() - back] == self.key {
                if back <= unrestricted {
                    return true;
                }
                others += 1;
                if others == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// A side's pieces other than king and pawns.
    fn non_pawns(&self, color: Color) -> Bitboard {
        self.pieces.by_color(color) & !self.pieces.pawns() & !self.pieces.kings()
    }

    /// Whether the side to move has more than king and pawns.
    pub fn has_pieces(&self) -> bool {
        self.non_pawns(self.turn).any()
    }

    /// Whether this is the only piece of the side to move besides king and pawns.
    pub fn is_only_piece(&self, square: Square) -> bool {
        self.non_pawns(self.turn).single_square() == Some(square)
    }

    /// Whether zugzwang is likely: the side to move has few pieces, or pieces that can hardly move.
    /// With a heavy piece or two minor ones that are free there nearly always is a harmless move.
    pub fn is_zugzwang_likely(&self) -> bool {
        /// With more free squares than this, a side is not short of moves.
        const FEW_SQUARES: usize = 6;
        let (us, occupied) = (self.turn, self.pieces.occupied());
        let non_pawns = self.non_pawns(us);
        if (non_pawns & self.pieces.rooks_and_queens()).is_empty() && !non_pawns.more_than_one() {
            return true;
        }
        let free = !self.pieces.by_color(us) & !self.pieces.pawn_attacks(!us);
        let mut squares = 0;
        for square in non_pawns {
            let role = self.role_at(square).expect("a piece");
            squares += (piece_attacks(role, square, occupied) & free).count();
            if squares > FEW_SQUARES {
                return false;
            }
        }
        true
    }

    /// Whether a pawn of the side to move may capture en passant. Two pawns leave one rank: only the
    /// board after it shows whether the king is safe.
    pub(super) fn is_en_passant_safe(&self, from: Square, to: Square) -> bool {
        let (us, pieces) = (self.turn, &self.pieces);
        let captured = Square::from_coords(to.file(), from.rank());
        let occupied = pieces.occupied().without(from).without(captured).with(to);
        pieces.attackers_of(!us, pieces.king(us), occupied).without(captured).is_empty()
    }
}

// Playing.
impl Position {
    /// The key after a move, but for what rare kinds of moves and lost rights change: early enough to
    /// prefetch the hash table's entry before it is known whether the move is worth a search.
    #[inline]
    pub fn key_guess(&self, m: Move) -> u64 {
        let (us, piece) = (self.turn, self.moving_role(m).of(self.turn));
        let captured = self.role_at(m.to()).map_or(0, |role| piece_key(role.of(!us), m.to()));
        let moved = piece_key(piece, m.from()) ^ piece_key(piece, m.to());
        self.key ^ turn_key() ^ moved ^ captured
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut next = self.clone();
        next.make(m);
        next
    }

    /// Makes this the position after a legal move, and returns what changes.
    #[inline]
    pub fn make(&mut self, m: Move) -> Changes {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let role = self.moving_role(m);
        let moved = (role.of(us), from);
        let (mut placed, mut rook) = ((m.promotion().unwrap_or(role).of(us), to), None);
        let mut taken = self.role_at(to).map(|role| (role.of(!us), to));
        if m.is_castling() {
            let side = m.castling_side();
            (placed.1, taken) = (side.king_to(us), Some((us.rook(), to)));
            rook = Some((us.rook(), side.rook_to(us)));
        } else if m.is_en_passant() {
            taken = Some(((!us).pawn(), Square::from_coords(to.file(), from.rank())));
        }
        self.lose_castling(us, role, m);
        let is_capture = taken.is_some() && rook.is_none();
        self.halfmoves =
            if is_capture || role == Role::Pawn { 0 } else { self.halfmoves.saturating_add(1) };
        self.remove(moved);
        if let Some(taken) = taken {
            self.remove(taken);
        }
        self.add(placed);
        if let Some(rook) = rook {
            self.add(rook);
        }
        self.key ^= turn_key() ^ en_passant_key(self.ep_square.take());
        self.turn = !us;
        self.plies_from_null = self.plies_from_null.saturating_add(1);
        if role == Role::Pawn && from as u8 ^ to as u8 == 16 {
            self.allow_en_passant(from, to);
        }
        self.find_checks_and_pins();
        Changes { removed: [Some(moved), taken], added: [Some(placed), rook] }
    }

    /// The position after passing the move; the side to move must not be in check.
    pub fn play_null(&self) -> Position {
        let mut next = self.clone();
        next.key ^= turn_key() ^ en_passant_key(next.ep_square.take());
        next.turn = !self.turn;
        next.plies_from_null = 0;
        next.find_checks_and_pins();
        next
    }

    #[inline(always)]
    fn remove(&mut self, (piece, square): PieceOnSquare) {
        self.toggle(piece, square);
        self.roles[square as usize] = None;
    }

    #[inline(always)]
    fn add(&mut self, (piece, square): PieceOnSquare) {
        self.toggle(piece, square);
        self.roles[square as usize] = Some(piece.role);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        self.pieces.toggle(piece, square);
        self.key ^= key;
        self.part_keys.toggle(piece, key);
    }

    /// Finds what gives check to the side to move, and what shields its king.
    #[inline(always)]
    fn find_checks_and_pins(&mut self) {
        let (us, pieces, king) = (self.turn, &self.pieces, self.pieces.king(self.turn));
        let mut shields = Bitboard::EMPTY;
        let mut checkers = pieces.by_color(!us)
            & (knight_attacks(king) & pieces.knights() | pawn_attacks(us, king) & pieces.pawns());
        for sniper in pieces.snipers(!us, king) {
            let blockers = between(king, sniper) & pieces.occupied();
            if blockers.is_empty() {
                checkers.add(sniper);
            } else if !blockers.more_than_one() {
                shields |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = shields & pieces.by_color(us);
    }

    /// Takes the castling rights that end with a move of a side, which has not been made yet: those
    /// of its king or rook, or of a rook that it captures.
    #[inline(always)]
    fn lose_castling(&mut self, us: Color, role: Role, m: Move) {
        let mut squares = Bitboard::from(m.from()).with(m.to());
        if role == Role::King {
            squares |= self.pieces.by_color(us);
        }
        let lost = self.castling & squares;
        if lost.any() {
            for color in Color::ALL {
                let rooks = lost & self.pieces.by_color(color);
                self.key ^= castling_key(color, self.pieces.king(color), rooks);
            }
            self.castling ^= lost;
        }
    }

    /// Sets the en passant square behind a pawn that has just moved two squares, if a capture there
    /// is legal.
    fn allow_en_passant(&mut self, from: Square, to: Square) {
        let (us, passed) = (self.turn, Square::new((from as u32 + to as u32) / 2));
        let pawns = pawn_attacks(!us, passed) & self.pieces.by_piece(us.pawn());
        if pawns.into_iter().any(|pawn| self.is_en_passant_safe(pawn, passed)) {
            self.ep_square = Some(passed);
            self.key ^= en_passant_key(self.ep_square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::movegen::for_each_legal;
    use crate::test_support::{position, random_numbers, test_positions};

    /// Games of pseudo-random moves from a FEN, null moves among them where they are legal.
    fn games(fen: &str, count: usize, plies: usize, mut visit: impl FnMut(&[Position])) {
        let mut random = random_numbers(crate::random::GOLDEN);
        for _ in 0..count {
            let mut game = vec![position(fen)];
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

    /// Whole positions against shakmaty's: pieces, mailbox, keys, checkers, rights and counters.
    #[test]
    fn every_move_leads_to_the_position_that_shakmaty_reaches() {
        let (mut castled, mut en_passant, mut promoted) = (0, 0, 0);
        for root in ROOTS {
            games(root, 150, 80, |game| {
                for position in game {
                    let chess = position.to_chess();
                    let from_scratch = Position::new(&chess);
                    assert_eq!(position.checkers, chess.checkers());
                    let plies_from_null = position.plies_from_null;
                    assert_eq!(*position, Position { plies_from_null, ..from_scratch });
                    for_each_legal(position, |m| {
                        let mut expected = chess.clone();
                        expected.play_unchecked(m.on(chess.board()));
                        let plies_from_null = plies_from_null.saturating_add(1);
                        let expected = Position { plies_from_null, ..Position::new(&expected) };
                        assert_eq!(position.play(m), expected, "{m:?} in {}", position.fen());
                        castled += usize::from(m.is_castling());
                        en_passant += usize::from(m.is_en_passant());
                        promoted += usize::from(m.is_promotion());
                    });
                }
            });
        }
        for (what, count) in
            [("castling", castled), ("en passant", en_passant), ("promotion", promoted)]
        {
            assert!(count > 500, "{what} happened {count} times");
        }
    }

    #[test]
    fn changes_lead_from_the_pieces_before_a_move_to_those_after_it() {
        for position in test_positions() {
            for_each_legal(&position, |m| {
                let (mut child, mut pieces) = (position.clone(), position.pieces.clone());
                let changes = child.make(m);
                for (piece, square) in changes.removed.into_iter().flatten() {
                    assert!(pieces.by_piece(piece).contains(square), "{m:?}");
                    pieces.toggle(piece, square);
                }
                for (piece, square) in changes.added.into_iter().flatten() {
                    assert!(!pieces.occupied().contains(square), "{m:?}");
                    pieces.toggle(piece, square);
                }
                assert_eq!(pieces, child.pieces, "{m:?} in {}", position.fen());
            });
        }
    }

    #[test]
    fn keys_tell_which_rook_castles() {
        let [inner, outer, none] = ["F", "H", "-"]
            .map(|rights| position(&format!("4k3/8/8/8/8/8/8/1K3R1R w {rights} - 0 1")).key);
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
        let key = |fen: &str| position(fen).key();
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
        for before in test_positions().iter().filter(|before| !before.in_check()) {
            let (passed, fen) = (before.play_null(), before.fen());
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields[1] = if fields[1] == "w" { "b" } else { "w" };
            fields[3] = "-";
            let fields = fields.join(" ");
            let expected = Position { plies_from_null: 0, ..position(&fields) };
            assert_eq!(passed, expected, "{fen}");
        }
    }

    /// The rule as it is written: counts the earlier occurrences of the position, back to the last
    /// irreversible move.
    fn naive_repetition(game: &[Position], unrestricted: usize) -> bool {
        let last = game.len() - 1;
        let name = |position: &Position| {
            let fen = position.fen();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        };
        let mut others = 0;
        for back in 1..=last {
            if game[last + 1 - back].plies_from_null == 0 || game[last + 1 - back].halfmoves == 0 {
                break;
            }
            if name(&game[last - back]) == name(&game[last]) {
                if back <= unrestricted {
                    return true;
                }
                others += 1;
            }
        }
        others >= 2
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
                    for unrestricted in [0, 1, 4, 5, 12, length - 1] {
                        let expected = naive_repetition(game, unrestricted);
                        let position = game.last().expect("not empty");
                        let found = position.is_repetition(&keys, unrestricted);
                        assert_eq!(found, expected, "the last {unrestricted}");
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
            let position = position(&fen);
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
            let position = position(&fen);
            assert_eq!(position.is_insufficient_material(), insufficient, "{fen}");
            assert_eq!(position.to_chess().is_insufficient_material(), insufficient, "{fen}");
        }
    }
}
