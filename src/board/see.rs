//! Static exchange evaluation: which side wins material when all captures on a square are played
//! out?
//!
//! Both sides capture with their least valuable piece and may stop at any time
//! (Chess Programming Wiki, "Static Exchange Evaluation"). Pieces that stand behind others on
//! a line join in when the line opens. Pins are not seen.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role, Square};

use crate::board::moves::Move;
use crate::board::pieces::Pieces;
use crate::board::position::Position;

/// What a piece is worth in an exchange, in centipawns. Losing the king ends every exchange.
fn exchange_value(role: Role) -> i32 {
    [100, 320, 330, 500, 950, 20_000][role as usize - 1]
}

/// A difference of evaluations in the units of exchanges.
pub fn exchange_units(centipawns: i32) -> i32 {
    const PERCENT: i32 = 58;
    centipawns * PERCENT / 100
}

/// Whether the exchange that this move begins is worth at least `threshold` centipawns to the
/// mover.
pub fn see_ge(position: &Position, m: Move, threshold: i32) -> bool {
    let Some(exchange) = Exchange::new(position, m) else {
        return threshold <= 0; // castling exchanges nothing
    };
    exchange.at_least(threshold)
}

struct Exchange<'a> {
    pieces: &'a Pieces,
    us: Color,
    target: Square,
    occupied: Bitboard,
    /// The material that the move itself wins.
    gain: i32,
    /// The value of the piece on the target square after the move.
    on_target: i32,
}

impl Exchange<'_> {
    fn new(position: &Position, m: Move) -> Option<Exchange<'_>> {
        if m.is_castling() {
            return None;
        }
        let (pieces, from, target) = (position.pieces(), m.from(), m.to());
        let mut occupied = pieces.occupied().without(from).with(target);
        if m.is_en_passant() {
            occupied.discard(Square::from_coords(target.file(), from.rank()));
        }
        let moved = exchange_value(position.moving_role(m));
        let on_target = m.promotion().map_or(moved, exchange_value);
        let gain = position.captured(m).map_or(0, exchange_value) + on_target - moved;
        Some(Exchange { pieces, us: position.turn(), target, occupied, gain, on_target })
    }

    /// Plays the exchange out, keeping a running balance against the threshold.
    fn at_least(mut self, threshold: i32) -> bool {
        let mut balance = self.gain - threshold;
        if balance < 0 {
            return false; // not even if nothing takes back
        }
        balance -= self.on_target;
        if balance >= 0 {
            return true; // even if the piece is lost for nothing
        }
        let pieces = self.pieces;
        let straight = pieces.rooks_and_queens();
        let diagonal = pieces.bishops_and_queens();
        let mut attackers = pieces.attackers(self.target, self.occupied);
        let mut side = !self.us;
        // `balance` is the result for the side that moved last, if the side to move captures now
        // and nothing recaptures; below zero, the side to move wins by capturing.
        loop {
            attackers &= self.occupied;
            let ours = attackers & pieces.by_color(side);
            let Some((role, from)) = least_valuable(pieces, ours) else { break };
            self.occupied.discard(from);
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen | Role::King) {
                attackers |= bishop_attacks(self.target, self.occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen | Role::King) {
                attackers |= rook_attacks(self.target, self.occupied) & straight;
            }
            let defenders = attackers & pieces.by_color(!side) & self.occupied;
            if role == Role::King && defenders.any() {
                break; // the king may not step into an attack
            }
            side = !side;
            balance = -balance - 1 - exchange_value(role);
            if balance >= 0 {
                break;
            }
        }
        // The side to move cannot, or need not, go on: the other side has won.
        side != self.us
    }
}

fn least_valuable(pieces: &Pieces, among: Bitboard) -> Option<(Role, Square)> {
    Role::ALL
        .into_iter()
        .find_map(|role| (among & pieces.by_role(role)).first().map(|square| (role, square)))
}

#[cfg(test)]
mod tests {
    use shakmaty::Board;

    use super::*;
    use crate::board::movegen::for_each_legal;
    use crate::test_support::test_positions;

    /// The exchange by plain minimax over copies of the board: the mover's least valuable attacker
    /// captures, or stops.
    fn brute_force(board: &Board, target: Square, side: Color, on_target: i32) -> i32 {
        let attackers = board.attacks_to(target, side, board.occupied());
        let least = attackers.into_iter().min_by_key(|&square| board.role_at(square));
        let Some(from) = least else { return 0 };
        let role = board.role_at(from).expect("an attacker");
        let mut next = board.clone();
        next.discard_piece_at(from);
        next.set_piece_at(target, role.of(side));
        let defended = next.attacks_to(target, !side, next.occupied()).any();
        if role == Role::King && defended {
            return 0;
        }
        (on_target - brute_force(&next, target, !side, exchange_value(role))).max(0)
    }

    fn brute_force_move(position: &Position, m: Move) -> i32 {
        use shakmaty::Position as _;
        let exchange = Exchange::new(position, m).expect("not castling");
        let mut chess = position.to_chess();
        chess.play_unchecked(m.on(chess.board()));
        exchange.gain - brute_force(chess.board(), m.to(), !position.turn(), exchange.on_target)
    }

    #[test]
    fn agrees_with_minimax_over_boards() {
        let mut compared = 0;
        for position in test_positions() {
            for_each_legal(&position, |m| {
                if m.is_castling() {
                    return;
                }
                let exact = brute_force_move(&position, m);
                for threshold in [exact, exact + 1, 0, -100, 100] {
                    assert_eq!(
                        see_ge(&position, m, threshold),
                        exact >= threshold,
                        "{} {m:?} exact {exact} threshold {threshold}",
                        position.fen()
                    );
                }
                compared += 1;
            });
        }
        assert!(compared > 10_000, "{compared} moves");
    }
}
