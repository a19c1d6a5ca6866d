//! The generator of legal moves, noisy or quiet, complete or by mask.
//!
//! shakmaty generates all moves at once. A search wants captures without the quiet moves, and the
//! legality of one TT move without generating any, so this generator takes masks of origin and
//! target squares: a mask of one square each is a legality test. The perft tests compare it with
//! published counts and with shakmaty itself.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Color, Move, Position as _, Rank, Role, Square};

use crate::moves::PackedMove;
use crate::position::Position;

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Captures and promotions.
    Noisy,
    /// All other moves, including castling.
    Quiet,
}

/// What a legality test needs to know of a position, computed once for all generations in a node.
#[derive(Clone, Copy)]
pub struct Generator {
    king: Square,
    /// Our pieces that shield the king from a slider.
    pinned: Bitboard,
    /// The squares where a piece other than the king answers all checks; empty in double check.
    evasions: Bitboard,
}

impl Generator {
    /// Prepares the generation of moves in `position`.
    pub fn new(position: &Position) -> Generator {
        let board = position.board();
        let us = position.turn();
        let king = position.king(us);
        let pinned = shields(position, king, !us) & board.by_color(us);
        let checkers = position.checkers();
        let evasions = match checkers.single_square() {
            Some(checker) => between(king, checker).with(checker),
            None if checkers.any() => Bitboard::EMPTY,
            None => Bitboard::FULL,
        };
        Generator { king, pinned, evasions }
    }

    /// Generates every legal move of a kind.
    pub fn generate(&self, position: &Position, kind: MoveKind, sink: &mut impl FnMut(Move)) {
        self.generate_masked(position, kind, Bitboard::FULL, Bitboard::FULL, sink);
    }

    /// The move that a packed move stands for, if it is legal here.
    pub fn unpack(&self, position: &Position, packed: PackedMove) -> Option<Move> {
        let board = position.board();
        let (from, to) = (packed.from(), packed.to());
        if !board.by_color(position.turn()).contains(from) {
            return None;
        }
        let noisy =
            packed.is_special_noisy() || !packed.is_castling() && board.occupied().contains(to);
        let kind = if noisy { MoveKind::Noisy } else { MoveKind::Quiet };
        let mut found = None;
        self.generate_masked(position, kind, from.into(), to.into(), &mut |m| {
            if PackedMove::new(m) == packed {
                found = Some(m);
            }
        });
        found
    }

    fn generate_masked(
        &self,
        position: &Position,
        kind: MoveKind,
        from: Bitboard,
        to: Bitboard,
        sink: &mut impl FnMut(Move),
    ) {
        let board = position.board();
        let us = position.turn();
        let occupied = board.occupied();
        let targets = to
            & match kind {
                MoveKind::Noisy => board.by_color(!us),
                MoveKind::Quiet => !occupied,
            };
        let ours = board.by_color(us) & from;
        self.pawn_moves(position, kind, ours, to, sink);
        let blocked_targets = targets & self.evasions;
        for (role, pieces) in [
            (Role::Knight, board.knights() & ours & !self.pinned),
            (Role::Bishop, board.bishops() & ours),
            (Role::Rook, board.rooks() & ours),
            (Role::Queen, board.queens() & ours),
        ] {
            for from in pieces {
                let mut reach = piece_attacks(role, from, occupied) & blocked_targets;
                if self.pinned.contains(from) {
                    reach &= ray(self.king, from);
                }
                for to in reach {
                    sink(normal(position, kind, role, from, to));
                }
            }
        }
        if ours.contains(self.king) {
            self.king_moves(position, kind, to, targets, sink);
        }
    }

    fn king_moves(
        &self,
        position: &Position,
        kind: MoveKind,
        mask: Bitboard,
        targets: Bitboard,
        sink: &mut impl FnMut(Move),
    ) {
        let us = position.turn();
        let board = position.board();
        let without_king = board.occupied().without(self.king);
        for to in king_attacks(self.king) & targets {
            if board.attacks_to(to, !us, without_king).is_empty() {
                sink(normal(position, kind, Role::King, self.king, to));
            }
        }
        let chess = position.chess();
        if kind == MoveKind::Quiet && !position.in_check() {
            // Tested before calling shakmaty, which copies its lists.
            let is_open = |side| {
                let castles = chess.castles();
                castles.has(us, side) && (castles.path(us, side) & board.occupied()).is_empty()
            };
            for side in CastlingSide::ALL.into_iter().filter(|&side| is_open(side)) {
                for m in chess.castling_moves(side) {
                    if mask.contains(m.to()) {
                        sink(m);
                    }
                }
            }
        }
    }

    fn pawn_moves(
        &self,
        position: &Position,
        kind: MoveKind,
        ours: Bitboard,
        to: Bitboard,
        sink: &mut impl FnMut(Move),
    ) {
        let board = position.board();
        let us = position.turn();
        let pawns = board.pawns() & ours;
        let (up, left, right) = us.fold_wb((8, 7, 9), (-8, -9, -7));
        let empty = !board.occupied();
        let single = pawns.shift(up) & empty;
        let pushed = single & Bitboard::from_rank(us.relative_rank(Rank::Third));
        let double = pushed.shift(up) & empty;
        let goal = to & self.evasions;
        match kind {
            MoveKind::Quiet => {
                self.pawn_targets(single & goal & !Bitboard::BACKRANKS, up, position, sink);
                self.pawn_targets(double & goal, 2 * up, position, sink);
            }
            MoveKind::Noisy => {
                let them = board.by_color(!us) & goal;
                let west = (pawns & !Bitboard::from_file(shakmaty::File::A)).shift(left) & them;
                let east = (pawns & !Bitboard::from_file(shakmaty::File::H)).shift(right) & them;
                self.pawn_targets(single & goal & Bitboard::BACKRANKS, up, position, sink);
                self.pawn_targets(west, left, position, sink);
                self.pawn_targets(east, right, position, sink);
                self.en_passant(position, pawns, to, sink);
            }
        }
    }

    /// Pawn moves to `targets`, all by the same `offset` from their origins.
    fn pawn_targets(
        &self,
        targets: Bitboard,
        offset: i32,
        position: &Position,
        sink: &mut impl FnMut(Move),
    ) {
        for to in targets {
            let from = to.offset(-offset).expect("a pawn came from the board");
            if self.pinned.contains(from) && !ray(self.king, from).contains(to) {
                continue;
            }
            let capture = position.board().role_at(to);
            if Bitboard::BACKRANKS.contains(to) {
                for promotion in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                    let promotion = Some(promotion);
                    sink(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
                }
            } else {
                sink(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
            }
        }
    }

    /// En passant removes two pawns from one rank: only the board after it shows whether the king
    /// is safe.
    fn en_passant(
        &self,
        position: &Position,
        pawns: Bitboard,
        mask: Bitboard,
        sink: &mut impl FnMut(Move),
    ) {
        let Some(to) = position.chess().maybe_ep_square().filter(|&to| mask.contains(to)) else {
            return;
        };
        let us = position.turn();
        for from in pawn_attacks(!us, to) & pawns {
            let captured = Square::from_coords(to.file(), from.rank());
            let occupied = position.board().occupied().without(from).without(captured).with(to);
            let attackers = position.board().attacks_to(self.king, !us, occupied);
            if attackers.without(captured).is_empty() {
                sink(Move::EnPassant { from, to });
            }
        }
    }
}

/// The squares from which pieces give check, computed once for all moves of a node.
#[derive(Clone, Copy)]
pub struct CheckSquares {
    king: Square,
    /// The squares from which a piece attacks the enemy king, by role.
    direct: [Bitboard; 7],
    /// Our pieces between one of our sliders and the enemy king.
    shields: Bitboard,
}

impl CheckSquares {
    /// The squares from which the side to move gives check.
    pub fn new(position: &Position) -> CheckSquares {
        let board = position.board();
        let us = position.turn();
        let king = position.king(!us);
        let diagonal = bishop_attacks(king, board.occupied());
        let straight = rook_attacks(king, board.occupied());
        let mut direct = [Bitboard::EMPTY; 7];
        direct[Role::Pawn as usize] = pawn_attacks(!us, king);
        direct[Role::Knight as usize] = knight_attacks(king);
        direct[Role::Bishop as usize] = diagonal;
        direct[Role::Rook as usize] = straight;
        direct[Role::Queen as usize] = diagonal | straight;
        CheckSquares { king, direct, shields: shields(position, king, us) & board.by_color(us) }
    }

    /// Whether a move gives check. Castling and en passant count as giving none.
    pub fn contain(&self, m: Move) -> bool {
        let Move::Normal { role, from, to, promotion, .. } = m else { return false };
        let is_aligned = || ray(self.king, from).contains(to);
        // A pawn that promotes no longer stands between the new piece and the king.
        let opens = |role| self.direct[role as usize].contains(from) && is_aligned();
        self.direct[promotion.unwrap_or(role) as usize].contains(to)
            || promotion.is_some_and(opens)
            || self.shields.contains(from) && !is_aligned()
    }
}

/// The single pieces between a king and the sliders of `attacker` on its lines.
fn shields(position: &Position, king: Square, attacker: Color) -> Bitboard {
    let board = position.board();
    let snipers = board.by_color(attacker)
        & (rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
            | bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut shields = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & board.occupied();
        if !blockers.more_than_one() {
            shields |= blockers;
        }
    }
    shields
}

/// A move of a kind that is neither a pawn's nor castling.
fn normal(position: &Position, kind: MoveKind, role: Role, from: Square, to: Square) -> Move {
    let capture = match kind {
        MoveKind::Noisy => position.board().role_at(to),
        MoveKind::Quiet => None,
    };
    Move::Normal { role, from, capture, to, promotion: None }
}

/// The squares that a piece other than a pawn or king attacks. Always inlined: it is quick where
/// the compiler knows the role, and the evaluation compiles it for its own instructions.
#[inline(always)]
pub fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    }
}

/// Calls `sink` with every legal move.
pub fn for_each_legal(position: &Position, mut sink: impl FnMut(Move)) {
    let generator = Generator::new(position);
    generator.generate(position, MoveKind::Noisy, &mut sink);
    generator.generate(position, MoveKind::Quiet, &mut sink);
}

/// Whether there is a legal move.
pub fn has_legal_move(position: &Position) -> bool {
    let mut found = false;
    for_each_legal(position, |_| found = true);
    found
}

/// Counts the leaf nodes `depth` plies ahead: the standard test of a move generator.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for_each_legal(position, |m| {
        nodes += if depth == 1 { 1 } else { perft(&position.play(m), depth - 1) };
    });
    nodes
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::moves::{MoveText, is_noisy};
    use crate::test_positions;

    fn ours(position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for_each_legal(position, |m| moves.push(m));
        moves
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut packed: Vec<u16> = moves.into_iter().map(|m| PackedMove::new(m).0).collect();
        packed.sort_unstable();
        packed
    }

    #[test]
    fn the_generator_agrees_with_shakmaty() {
        for position in test_positions() {
            let expected = position.chess().legal_moves();
            let fen = position.fen();
            assert_eq!(sorted(ours(&position)), sorted(expected.iter().copied()), "{fen}");
            assert!(ours(&position).iter().all(|m| expected.contains(m)), "{fen}");
        }
    }

    #[test]
    fn noisy_and_quiet_moves_are_told_apart() {
        for position in test_positions() {
            let generator = Generator::new(&position);
            generator.generate(&position, MoveKind::Noisy, &mut |m| assert!(is_noisy(m), "{m}"));
            generator.generate(&position, MoveKind::Quiet, &mut |m| assert!(!is_noisy(m), "{m}"));
        }
    }

    #[test]
    fn the_moves_that_give_check_are_those_after_which_there_is_one() {
        let promotions = [
            "K7/2k5/8/8/8/8/p7/8 b - - 0 1",
            "2n5/1P6/K1k5/8/8/8/8/8 w - - 0 1",
            "2n5/1P6/k1K5/8/8/8/8/8 w - - 0 1",
            "3n4/2P5/1k6/8/8/8/8/2K5 w - - 0 1",
            "8/2P5/8/8/2k5/8/8/2K5 w - - 0 1",
        ];
        let promotions = promotions.map(|fen| Position::from_fen(fen).expect("a legal position"));
        for position in test_positions().into_iter().chain(promotions) {
            let checks = CheckSquares::new(&position);
            for m in ours(&position).into_iter().filter(|m| !m.is_castle() && !m.is_en_passant()) {
                let gives_check = position.play(m).in_check();
                assert_eq!(checks.contain(m), gives_check, "{m} in {}", position.fen());
            }
        }
    }

    #[test]
    fn exactly_the_legal_moves_of_all_16_bit_patterns_unpack() {
        for position in test_positions().iter().step_by(13) {
            let generator = Generator::new(position);
            let legal: std::collections::HashMap<u16, Move> =
                ours(position).into_iter().map(|m| (PackedMove::new(m).0, m)).collect();
            for bits in 0..=u16::MAX {
                let unpacked = generator.unpack(position, PackedMove(bits));
                assert_eq!(unpacked, legal.get(&bits).copied(), "{bits:#x} in {}", position.fen());
            }
        }
    }

    #[test]
    fn packing_loses_nothing() {
        for position in test_positions() {
            for m in ours(&position) {
                let packed = PackedMove::new(m);
                assert!(packed.is_some());
                assert_eq!(Some(packed.from()), m.from());
                assert_eq!(packed.to(), m.to());
                assert_eq!(packed.of_legal(position.board()), m);
            }
        }
        assert!(!PackedMove::NONE.is_some());
    }

    #[test]
    fn the_text_of_a_move_is_what_uci_writes() {
        for position in test_positions() {
            for m in ours(&position) {
                for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                    let text = MoveText::new(m, mode);
                    assert_eq!(text.as_str(), UciMove::from_move(m, mode).to_string());
                    assert_eq!(text.to_bytes()[7], 0);
                    assert!(!text.is_empty());
                }
            }
        }
        assert_eq!(MoveText::default().as_str(), "");
    }
}
