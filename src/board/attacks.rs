//! What sliders attack, with two kilobytes of tables. Those of every occupancy of every line have
//! 700 and would drive what the network and the histories need out of the cache.
//!
//! On files and diagonals by subtraction, once upwards and once on the mirrored board (Chess
//! Programming Wiki, "Hyperbola Quintessence"); on ranks, which mirroring leaves as they are, by a
//! table of their occupancies.

use shakmaty::{Bitboard, Square, attacks};

/// The lines through a square, without the square.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = Lines {
            file: line_through(square as i32, 1, 0),
            diagonal: line_through(square as i32, 1, 1),
            antidiagonal: line_through(square as i32, 1, -1),
        };
        square += 1;
    }
    lines
};

/// The squares on a line through a square, given by its steps up and to the right.
const fn line_through(square: i32, up: i32, right: i32) -> u64 {
    let (rank, file) = (square / 8, square % 8);
    let (mut squares, mut steps) = (0, -7);
    while steps <= 7 {
        let (rank, file) = (rank + steps * up, file + steps * right);
        if steps != 0 && rank >= 0 && rank < 8 && file >= 0 && file < 8 {
            squares |= 1 << (8 * rank + file);
        }
        steps += 1;
    }
    squares
}

/// The attacks on a rank, by the six squares in its middle that are occupied, and the file.
static RANK_ATTACKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut occupied = 0;
    while occupied < 64 {
        let mut file = 0;
        while file < 8 {
            let attacks =
                attacks::rook_attacks(Square::new(file as u32), Bitboard(2 * occupied as u64));
            table[occupied][file] = attacks.0 as u8;
            file += 1;
        }
        occupied += 1;
    }
    table
};

/// The attacks on a line with no two squares on a rank.
#[inline(always)]
fn line_attacks(square: u64, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(square);
    let down = blockers.swap_bytes().wrapping_sub(square.swap_bytes());
    (up ^ down.swap_bytes()) & line
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let Lines { diagonal, antidiagonal, .. } = LINES[square as usize];
    let on = |line| line_attacks(1 << square as u32, line, occupied.0);
    Bitboard(on(diagonal) | on(antidiagonal))
}

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = (square as usize & 0o70, square as usize & 0o7);
    let middle = (occupied.0 >> rank) as usize >> 1 & 63;
    let on_file = line_attacks(1 << square as u32, LINES[square as usize].file, occupied.0);
    Bitboard(on_file | u64::from(RANK_ATTACKS[middle][file]) << rank)
}

/// The squares that a queen attacks.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The diagonals of a square.
#[inline(always)]
pub fn diagonals(square: Square) -> Bitboard {
    let Lines { diagonal, antidiagonal, .. } = LINES[square as usize];
    Bitboard(diagonal | antidiagonal)
}

/// The file and the rank of a square, without the square.
#[inline(always)]
pub fn file_and_rank(square: Square) -> Bitboard {
    Bitboard(LINES[square as usize].file) | Bitboard::from_rank(square.rank()).without(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_numbers;

    #[test]
    fn sliders_attack_what_shakmaty_says() {
        let mut random = random_numbers(5);
        let mut word = || (0..4).fold(0, |word, _| word << 16 | random(1 << 16) as u64);
        for square in Square::ALL {
            assert_eq!(diagonals(square), attacks::bishop_attacks(square, Bitboard::EMPTY));
            assert_eq!(file_and_rank(square), attacks::rook_attacks(square, Bitboard::EMPTY));
            for _ in 0..3000 {
                // Few, some and many pieces.
                let (a, b) = (word(), word());
                for occupied in [a & b & word(), a & b, a, a | b].map(Bitboard) {
                    let bishop = attacks::bishop_attacks(square, occupied);
                    let rook = attacks::rook_attacks(square, occupied);
                    assert_eq!(bishop_attacks(square, occupied), bishop, "{square} {occupied:?}");
                    assert_eq!(rook_attacks(square, occupied), rook, "{square} {occupied:?}");
                    assert_eq!(queen_attacks(square, occupied), bishop | rook);
                }
            }
        }
    }
}
