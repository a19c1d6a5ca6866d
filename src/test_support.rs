//! Positions for the unit tests.

use shakmaty::{Chess, Position as _};

use crate::board::Position;
use crate::notation::parse_fen;

/// Start positions with much going on: castling, en passant, promotions, checks, pins, endgames.
const SEEDS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "8/8/4k3/8/2p5/8/1K1P4/6R1 w - - 0 1",
];

/// Pseudo-random numbers below the argument, reproducible for a non-zero seed (Marsaglia, "Xorshift
/// RNGs", 2003).
pub fn random_numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    }
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    Position::new(&parse_fen(fen).expect("a legal FEN"))
}

/// A few thousand positions from games of pseudo-random moves, always the same.
pub fn test_positions() -> Vec<Position> {
    test_games().iter().map(Position::new).collect()
}

/// [`test_positions`] in shakmaty's form.
pub fn test_games() -> Vec<Chess> {
    let mut random = random_numbers(0x2545_f491_4f6c_dd1d);
    let mut positions = Vec::new();
    for seed in SEEDS {
        let start = parse_fen(seed).expect("a legal seed");
        for _ in 0..8 {
            let mut position = start.clone();
            for _ in 0..40 {
                positions.push(position.clone());
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random(moves.len())]);
            }
        }
    }
    positions
}
