//! Positions that many tests use.

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// All kinds of moves, published with their numbers.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
pub const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
pub const EN_PASSANT: &str = "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1";
/// Kings and rooks stand where only Chess960 puts them.
pub const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

pub const MATE_IN_ONE: &str = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
pub const MATED: &str = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";
pub const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// A draw, which is evaluated without the network: small enough for Miri.
pub const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
/// Morphy: a mate in two by zugzwang.
pub const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// Everything is blocked, the kings move to and fro, and White, who seems to be better, avoids the
/// repetition: few positions and long lines.
pub const FORTRESS: &str = "k2b4/p1p1p1p1/P1P1P1Pp/8/8/p1p1p1p1/P1P1P1PP/1B1B1K2 w - - 0 1";
/// Very many captures: quiescence goes deep at once.
pub const QUEENS: &str = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

/// Start positions of all kinds: castling, promotions, en passant, either side to move, high and
/// low counters, much and little material, no legal move, and Chess960.
pub const STARTS: [&str; 20] = [
    START,
    KIWIPETE,
    PROMOTIONS,
    EN_PASSANT,
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40",
    "2r3k1/1q3ppp/p3p3/1p1nP3/3N4/P3Q3/1P3PPP/2R3K1 b - - 3 24",
    "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
    "k7/1r6/8/8/8/8/6R1/K7 w - - 120 160",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 95 60",
    "7k/8/8/8/8/8/8/KB6 b - - 0 70",
    MATED,
    STALEMATED,
    QUEENS,
    "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1",
    CHESS960,
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w GBgb - 0 1",
    "5k1r/8/8/8/8/8/8/5K1R b Hh - 0 30",
    "1k2r3/8/8/8/8/8/8/1K2R3 w Ee - 0 1",
];

/// Ordinary positions of all game phases, without a mate in sight.
pub const ORDINARY: [&str; 6] = [
    START,
    KIWIPETE,
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/1q3ppp/p3p3/1p1nP3/3N4/P3Q3/1P3PPP/2R3K1 b - - 3 24",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// The positions of the benchmark.
pub fn bench_fens() -> impl Iterator<Item = &'static str> {
    include_str!("../data/bench.epd").lines().filter(|line| !line.is_empty())
}
