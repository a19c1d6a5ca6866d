//! Games: start positions, and the visible state of a game.

use std::collections::HashMap;

use seajay::{Board, Game, GameState};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

pub use super::positions::STARTS;

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
