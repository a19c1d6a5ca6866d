//! The generator of legal moves, noisy or quiet, of all pieces or by mask.
//!
//! A search wants captures without the quiet moves, and the legality of one TT move without
//! generating any, so this generator takes masks of origin and target squares: a mask of one square
//! each is a legality test. The tests compare it with published counts and with shakmaty.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square};

use crate::board::moves::Move;
use crate::board::pieces::piece_attacks;
use crate::board::position::Position;

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

/// The squares that moves may begin and end on.
#[derive(Clone, Copy)]
struct Mask {
    from: Bitboard,
    to: Bitboard,
}

impl Generator {
    /// Prepares the generation of moves in `position`.
    pub fn new(position: &Position) -> Generator {
        let (pieces, us) = (position.pieces(), position.turn());
        let king = pieces.king(us);
        let checkers = position.checkers();
        let evasions = match checkers.single_square() {
            Some(checker) => between(king, checker).with(checker),
            None if checkers.any() => Bitboard::EMPTY,
            None => Bitboard::FULL,
        };
        Generator { king, pinned: position.pinned(), evasions }
    }

    /// Generates every legal move of a kind.
    pub fn generate(&self, position: &Position, kind: MoveKind, sink: &mut impl FnMut(Move)) {
        let mask = Mask { from: position.pieces().by_color(position.turn()), to: Bitboard::FULL };
        self.pawn_moves(position, kind, mask, sink);
        // Not a loop, so that the compiler knows each role.
        self.piece_moves(position, kind, Role::Knight, mask, sink);
        self.piece_moves(position, kind, Role::Bishop, mask, sink);
        self.piece_moves(position, kind, Role::Rook, mask, sink);
        self.piece_moves(position, kind, Role::Queen, mask, sink);
        self.king_moves(position, kind, mask, sink);
    }

    /// Whether a move, which may come from another position, is legal in this one.
    pub fn is_legal(&self, position: &Position, m: Move) -> bool {
        let ours = position.pieces().by_color(position.turn());
        let Some(role) = position.role_at(m.from()).filter(|_| ours.contains(m.from())) else {
            return false;
        };
        let kind = if position.is_noisy(m) { MoveKind::Noisy } else { MoveKind::Quiet };
        let mask = Mask { from: m.from().into(), to: m.to().into() };
        let mut found = false;
        let mut sink = |legal| found |= legal == m;
        match role {
            Role::Pawn => self.pawn_moves(position, kind, mask, &mut sink),
            Role::King => self.king_moves(position, kind, mask, &mut sink),
            role => self.piece_moves(position, kind, role, mask, &mut sink),
        }
        found
    }

    /// The moves of knights, bishops, rooks or queens.
    #[inline(always)]
    fn piece_moves(
        &self,
        position: &Position,
        kind: MoveKind,
        role: Role,
        mask: Mask,
        sink: &mut impl FnMut(Move),
    ) {
        let pieces = position.pieces();
        let targets = targets(position, kind) & mask.to & self.evasions;
        let mut origins = pieces.by_role(role) & mask.from;
        if role == Role::Knight {
            origins &= !self.pinned;
        }
        for from in origins {
            let mut reach = piece_attacks(role, from, pieces.occupied()) & targets;
            if self.pinned.contains(from) {
                reach &= ray(self.king, from);
            }
            for to in reach {
                sink(Move::normal(from, to));
            }
        }
    }

    fn king_moves(
        &self,
        position: &Position,
        kind: MoveKind,
        mask: Mask,
        sink: &mut impl FnMut(Move),
    ) {
        if !mask.from.contains(self.king) {
            return;
        }
        let (us, pieces) = (position.turn(), position.pieces());
        let without_king = pieces.occupied().without(self.king);
        for to in king_attacks(self.king) & targets(position, kind) & mask.to {
            if pieces.attackers_of(!us, to, without_king).is_empty() {
                sink(Move::normal(self.king, to));
            }
        }
        let rooks = position.castling() & pieces.by_color(us);
        if kind == MoveKind::Quiet && !position.in_check() && rooks.any() {
            for side in CastlingSide::ALL {
                // The rook's side of the king.
                let rook = if side.is_king_side() { rooks.last() } else { rooks.first() };
                let rook = rook.filter(|&rook| (rook < self.king) == side.is_queen_side());
                let rook = rook.filter(|&rook| mask.to.contains(rook));
                if let Some(rook) = rook
                    && self.may_castle(position, side, rook)
                {
                    sink(Move::castling(self.king, rook));
                }
            }
        }
    }

    /// Whether castling with a rook that has the right to it is legal, when not in check.
    fn may_castle(&self, position: &Position, side: CastlingSide, rook: Square) -> bool {
        let (us, pieces) = (position.turn(), position.pieces());
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let passed = between(self.king, king_to);
        let path = (passed | between(rook, rook_to)).with(king_to).with(rook_to);
        let others = pieces.occupied().without(self.king).without(rook);
        let is_safe = |square, occupied| pieces.attackers_of(!us, square, occupied).is_empty();
        // While the king passes, the rook still stands where it was.
        (path & others).is_empty()
            && is_safe(king_to, others.with(rook_to))
            && passed.into_iter().all(|square| is_safe(square, others.with(rook)))
    }

    fn pawn_moves(
        &self,
        position: &Position,
        kind: MoveKind,
        mask: Mask,
        sink: &mut impl FnMut(Move),
    ) {
        let (us, pieces) = (position.turn(), position.pieces());
        let pawns = pieces.pawns() & mask.from;
        let (up, left, right) = us.fold_wb((8, 7, 9), (-8, -9, -7));
        let empty = !pieces.occupied();
        let single = pawns.shift(up) & empty;
        let goal = mask.to & self.evasions;
        match kind {
            MoveKind::Quiet => {
                let pushed = single & Bitboard::from_rank(us.relative_rank(Rank::Third));
                let double = pushed.shift(up) & empty;
                self.pawn_targets(single & goal & !Bitboard::BACKRANKS, up, sink);
                self.pawn_targets(double & goal, 2 * up, sink);
            }
            MoveKind::Noisy => {
                let them = pieces.by_color(!us) & goal;
                let west = (pawns & !Bitboard::from_file(File::A)).shift(left) & them;
                let east = (pawns & !Bitboard::from_file(File::H)).shift(right) & them;
                self.pawn_targets(single & goal & Bitboard::BACKRANKS, up, sink);
                self.pawn_targets(west, left, sink);
                self.pawn_targets(east, right, sink);
                self.en_passant(position, pawns, mask.to, sink);
            }
        }
    }

    /// Pawn moves to `targets`, all by the same `offset` from their origins.
    #[inline(always)]
    fn pawn_targets(&self, targets: Bitboard, offset: i32, sink: &mut impl FnMut(Move)) {
        for to in targets {
            let from = to.offset(-offset).expect("a pawn came from the board");
            if self.pinned.contains(from) && !ray(self.king, from).contains(to) {
                continue;
            }
            if Bitboard::BACKRANKS.contains(to) {
                for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                    sink(Move::promoting(from, to, role));
                }
            } else {
                sink(Move::normal(from, to));
            }
        }
    }

    fn en_passant(
        &self,
        position: &Position,
        pawns: Bitboard,
        mask: Bitboard,
        sink: &mut impl FnMut(Move),
    ) {
        let Some(to) = position.ep_square().filter(|&to| mask.contains(to)) else { return };
        for from in pawn_attacks(!position.turn(), to) & pawns {
            if position.is_en_passant_safe(from, to) {
                sink(Move::en_passant(from, to));
            }
        }
    }
}

/// The squares where moves of a kind may end, those of pawns aside.
#[inline(always)]
fn targets(position: &Position, kind: MoveKind) -> Bitboard {
    match kind {
        MoveKind::Noisy => position.pieces().by_color(!position.turn()),
        MoveKind::Quiet => !position.pieces().occupied(),
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
        let (us, pieces) = (position.turn(), position.pieces());
        let king = pieces.king(!us);
        let diagonal = bishop_attacks(king, pieces.occupied());
        let straight = rook_attacks(king, pieces.occupied());
        let mut direct = [Bitboard::EMPTY; 7];
        direct[Role::Pawn as usize] = pawn_attacks(!us, king);
        direct[Role::Knight as usize] = knight_attacks(king);
        direct[Role::Bishop as usize] = diagonal;
        direct[Role::Rook as usize] = straight;
        direct[Role::Queen as usize] = diagonal | straight;
        let mut shields = Bitboard::EMPTY;
        for sniper in pieces.snipers(us, king) {
            let blockers = between(king, sniper) & pieces.occupied();
            if !blockers.more_than_one() {
                shields |= blockers & pieces.by_color(us);
            }
        }
        CheckSquares { king, direct, shields }
    }

    /// Whether a move of a piece gives check. Castling and en passant count as giving none.
    #[inline(always)]
    pub fn contain(&self, m: Move, role: Role) -> bool {
        let (from, to) = (m.from(), m.to());
        if m.is_special() {
            return self.contain_promotion(m);
        }
        self.direct[role as usize].contains(to)
            || self.shields.contains(from) && !ray(self.king, from).contains(to)
    }

    /// Whether a promotion gives check: the pawn no longer stands between the new piece and the king.
    #[cold]
    fn contain_promotion(&self, m: Move) -> bool {
        let Some(role) = m.promotion() else { return false };
        let (from, to) = (m.from(), m.to());
        let (reached, is_aligned) = (self.direct[role as usize], ray(self.king, from).contains(to));
        reached.contains(to)
            || reached.contains(from) && is_aligned
            || self.shields.contains(from) && !is_aligned
    }
}

/// Calls `sink` with every legal move.
pub fn for_each_legal(position: &Position, mut sink: impl FnMut(Move)) {
    let generator = Generator::new(position);
    generator.generate(position, MoveKind::Noisy, &mut sink);
    generator.generate(position, MoveKind::Quiet, &mut sink);
}

/// A move, which may come from another position, if it is legal in this one.
pub fn if_legal(position: &Position, m: Move) -> Option<Move> {
    Generator::new(position).is_legal(position, m).then_some(m)
}

/// Whether the side to move is mated. Most often the king can move, which is tested first.
pub fn is_checkmate(position: &Position) -> bool {
    let (pieces, us) = (position.pieces(), position.turn());
    let king = pieces.king(us);
    let without_king = pieces.occupied().without(king);
    let is_safe = |to| pieces.attackers_of(!us, to, without_king).is_empty();
    position.in_check()
        && !(king_attacks(king) & !pieces.by_color(us)).into_iter().any(is_safe)
        && !has_legal_move(position)
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
    use shakmaty::Position as _;

    use super::*;
    use crate::test_support::{position, test_positions};

    fn legal(position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for_each_legal(position, |m| moves.push(m));
        moves
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<u16> {
        moves.sort_unstable_by_key(|m| m.0);
        moves.into_iter().map(|m| m.0).collect()
    }

    #[test]
    fn the_generator_agrees_with_shakmaty() {
        for position in test_positions() {
            let expected = position.to_chess().legal_moves().into_iter().map(Move::of).collect();
            assert_eq!(sorted(legal(&position)), sorted(expected), "{}", position.fen());
        }
    }

    #[test]
    fn noisy_and_quiet_moves_are_told_apart() {
        for position in test_positions() {
            let board = position.to_chess().board().clone();
            let generator = Generator::new(&position);
            for (kind, is_noisy) in [(MoveKind::Noisy, true), (MoveKind::Quiet, false)] {
                generator.generate(&position, kind, &mut |m| {
                    let full = m.on(&board);
                    assert_eq!(full.is_capture() || full.is_promotion(), is_noisy, "{m:?}");
                    assert_eq!(position.is_noisy(m), is_noisy, "{m:?}");
                    assert_eq!(position.captured(m), full.capture(), "{m:?}");
                    assert_eq!(position.moving_role(m), full.role(), "{m:?}");
                });
            }
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
        for position in test_positions().into_iter().chain(promotions.map(position)) {
            let checks = CheckSquares::new(&position);
            let unseen = |m: &Move| m.is_castling() || m.is_en_passant();
            for m in legal(&position).into_iter().filter(|m| !unseen(m)) {
                let (gives_check, role) = (position.play(m).in_check(), position.moving_role(m));
                assert_eq!(checks.contain(m, role), gives_check, "{m:?} in {}", position.fen());
            }
        }
    }

    #[test]
    fn exactly_the_legal_moves_of_all_16_bit_patterns_are_legal() {
        for position in test_positions().iter().step_by(13) {
            let (generator, expected) = (Generator::new(position), legal(position));
            for m in (0..=u16::MAX).map(Move) {
                let is_legal = generator.is_legal(position, m);
                assert_eq!(is_legal, expected.contains(&m), "{m:?} in {}", position.fen());
            }
        }
    }
}
