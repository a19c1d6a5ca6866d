//! Games: start positions, and the visible state of a game.

use std::collections::HashMap;

use seajay::{Board, Game, GameState};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use super::play::{KIWIPETE, START};

/// Start positions of all kinds: castling, promotions, en passant, either side to move, high and
/// low counters, much and little material, no legal move, and Chess960.
pub const STARTS: [&str; 20] = [
    START,
    KIWIPETE,
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40",
    "2r3k1/1q3ppp/p3p3/1p1nP3/3N4/P3Q3/1P3PPP/2R3K1 b - - 3 24",
    "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
    "k7/1r6/8/8/8/8/6R1/K7 w - - 120 160",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 95 60",
    "7k/8/8/8/8/8/8/KB6 b - - 0 70",
    "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w GBgb - 0 1",
    "5k1r/8/8/8/8/8/8/5K1R b Hh - 0 30",
    "1k2r3/8/8/8/8/8/8/1K2R3 w Ee - 0 1",
];

/// The visible state of a game.
#[derive(PartialEq, Debug)]
pub struct Seen {
    pub start_fen: String,
    fen: String,
    pub moves: String,
    moves_san: String,
    legal_moves: String,
    ply_count: usize,
    key: u64,
    state: GameState,
    in_check: bool,
    board: Board,
}

impl Seen {
    pub fn of(game: &Game) -> Seen {
        Seen {
            start_fen: game.start_fen(),
            fen: game.fen(),
            moves: game.moves().unwrap(),
            moves_san: game.moves_san().unwrap(),
            legal_moves: game.legal_moves(None).unwrap(),
            ply_count: game.ply_count(),
            key: game.key(),
            state: game.state(),
            in_check: game.in_check(),
            board: game.board(),
        }
    }
}

/// A game from a FEN.
pub fn game_at(fen: &str) -> Game {
    Game::from_fen(Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A game from a FEN after some moves.
pub fn game_after(fen: &str, moves: &str) -> Game {
    let mut game = game_at(fen);
    game.play(moves).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
    game
}

/// Parses moves in UCI notation.
pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Plays a random move; returns whether there is one.
pub fn play_some(game: &mut Game, random: &mut impl FnMut(usize) -> usize) -> bool {
    let legal = game.legal_moves(None).unwrap();
    let legal = words(&legal);
    if legal.is_empty() {
        return false;
    }
    game.play(legal[random(legal.len())]).unwrap();
    true
}

/// Plays random moves, fewer if the game ends.
pub fn play_many(game: &mut Game, plies: usize, random: &mut impl FnMut(usize) -> usize) {
    for _ in 0..plies {
        if !play_some(game, random) {
            return;
        }
    }
}

/// Counts the occurrences of each position, by name.
pub type Occurrences = HashMap<String, usize>;

/// What two positions must share to be the same by the rules.
pub fn name(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The state of a game, computed naively.
pub fn naive_state(position: &Chess, seen: &Occurrences) -> GameState {
    let (clock, occurrences) = (position.halfmoves(), seen[&name(position)]);
    if position.is_checkmate() {
        GameState::Checkmate
    } else if position.is_stalemate() {
        GameState::Stalemate
    } else if position.is_insufficient_material() {
        GameState::Material
    } else if occurrences >= 5 {
        GameState::Fivefold
    } else if clock >= 150 {
        GameState::SeventyFive
    } else if occurrences >= 3 {
        GameState::Repetition
    } else if clock >= 100 {
        GameState::FiftyMoves
    } else {
        GameState::Ongoing
    }
}
