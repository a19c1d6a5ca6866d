//! What self-play needs besides engines: openings, a board that knows the rules, and adjudication.

use std::collections::HashMap;

use anyhow::Result;
use rand::RngExt as _;
use rand::rngs::Xoshiro256PlusPlus;
use seajay::{Engine, ReportedScore, ScoreKind};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _};

use crate::games::{Game, MATE, Outcome};
use crate::replay::ply_number;

/// The minimum number of random plies of an opening; half of the openings have one more, so that
/// either side moves first.
pub const OPENING_PLIES: u32 = 8;
/// Openings with a score beyond this, in centipawns, are not played.
pub const OPENING_SCORE: u16 = 300;
/// A game is adjudicated as won when the scores of both sides agree on the winner for this many
/// plies.
pub const WIN_PLIES: u32 = 4;
/// A game is adjudicated as drawn when, from ply [`DRAW_FROM_PLY`] on, the scores of both sides are
/// at most this far from 0 for [`DRAW_PLIES`] plies.
pub const DRAW_SCORE: u16 = 10;
/// The number of plies with scores within [`DRAW_SCORE`] after which a game is drawn.
pub const DRAW_PLIES: u32 = 10;
/// The first ply at which a game is adjudicated as drawn.
pub const DRAW_FROM_PLY: u32 = 80;
/// The size of an engine's hash table: small searches fill no more, and a small table stays in the
/// processor's cache.
pub const HASH_MIB: u64 = 2;

/// A score in centipawns; mates are [`MATE`].
pub fn centipawns(score: ReportedScore) -> i16 {
    match score.kind {
        ScoreKind::Centipawns => score.value.clamp(-i32::from(MATE), MATE.into()) as i16,
        // There are no tablebase scores without tablebases.
        ScoreKind::Mate | ScoreKind::Tablebase => MATE * score.value.signum() as i16,
    }
}

/// A random legal move, if there is one.
pub fn random_move(position: &Chess, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
}

/// A position after random moves, if there are as many.
fn random_opening(rng: &mut Xoshiro256PlusPlus) -> Option<Chess> {
    let mut position = Chess::default();
    for _ in 0..OPENING_PLIES + rng.random_range(0..=1) {
        position.play_unchecked(random_move(&position, rng)?);
    }
    Some(position)
}

/// The position after a random move at a random ply of one of the games.
pub fn random_deviation(rng: &mut Xoshiro256PlusPlus, games: &[Game]) -> Option<Chess> {
    let game = &games[rng.random_range(0..games.len())];
    let mut position = game.start.clone();
    for ply in &game.plies[..rng.random_range(0..game.plies.len())] {
        position.play_unchecked(ply.played);
    }
    position.play_unchecked(random_move(&position, rng)?);
    Some(position)
}

/// The first of the positions from `draw` in which the game is not over and the score of a search
/// is at most `max_score` for either side, and the other result of that search.
pub fn first_undecided<T>(
    mut draw: impl FnMut() -> Option<Chess>,
    max_score: u16,
    mut search: impl FnMut(&Board) -> Result<(T, i16)>,
) -> Result<(Board, T, i16)> {
    loop {
        let Some(position) = draw() else { continue };
        let board = Board::new(position);
        if board.outcome().is_some() {
            continue;
        }
        let (found, score) = search(&board)?;
        if score.unsigned_abs() <= max_score {
            return Ok((board, found, score));
        }
    }
}

/// A random opening in which the score of a search is fair to both sides, and the other result of
/// that search.
pub fn fair_opening<T>(
    rng: &mut Xoshiro256PlusPlus,
    search: impl FnMut(&Board) -> Result<(T, i16)>,
) -> Result<(Board, T, i16)> {
    first_undecided(|| random_opening(rng), OPENING_SCORE, search)
}

/// The position of a game, also in text form for the engine.
#[derive(Clone)]
pub struct Board {
    /// The position.
    pub position: Chess,
    /// The position after the last capture or pawn move: no earlier one can occur again.
    base: String,
    /// The moves since `base`.
    line: String,
    /// How often each position since `base` occurred.
    seen: HashMap<Zobrist64, u32>,
}

impl Board {
    /// Begins a game.
    pub fn new(position: Chess) -> Board {
        let mut board =
            Board { base: fen(&position), position, line: String::new(), seen: HashMap::new() };
        board.see();
        board
    }

    /// The position as a FEN.
    pub fn fen(&self) -> String {
        fen(&self.position)
    }

    /// Sets the position of an engine.
    pub fn show_to(&self, engine: &mut Engine) -> Result<()> {
        Ok(engine.set_position(Some(&self.base), &self.line)?)
    }

    /// Parses the move in an engine's answer.
    pub fn read(&self, answer: &str) -> Result<Move> {
        Ok(answer.parse::<UciMove>()?.to_move(&self.position)?)
    }

    /// Plays a move.
    pub fn play(&mut self, m: Move) {
        self.line.push(' ');
        self.line.push_str(&m.to_uci(shakmaty::CastlingMode::Standard).to_string());
        self.position.play_unchecked(m);
        if self.position.halfmoves() == 0 {
            self.base = self.fen();
            self.line.clear();
            self.seen.clear();
        }
        self.see();
    }

    fn see(&mut self) {
        *self.seen.entry(self.key()).or_default() += 1;
    }

    fn key(&self) -> Zobrist64 {
        self.position.zobrist_hash(EnPassantMode::Legal)
    }

    /// The outcome of the game by the rules, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        const MAX_HALFMOVES: u32 = 100;
        if self.position.is_checkmate() {
            return Some(won_by(!self.position.turn()));
        }
        let drawn = self.position.is_stalemate()
            || self.position.is_insufficient_material()
            || self.position.halfmoves() >= MAX_HALFMOVES
            || self.seen[&self.key()] >= 3;
        drawn.then_some(Outcome::Draw)
    }
}

/// The FEN of a position.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The outcome of a game that a side wins.
pub fn won_by(color: Color) -> Outcome {
    color.fold_wb(Outcome::White, Outcome::Black)
}

/// Adjudicates games whose result is clear.
pub struct Judge {
    win_score: u16,
    white_wins: u32,
    black_wins: u32,
    equal: u32,
}

impl Judge {
    /// Scores of at least `win_score` centipawns count as won.
    pub fn new(win_score: u16) -> Judge {
        Judge { win_score, white_wins: 0, black_wins: 0, equal: 0 }
    }

    /// Records the score that the side to move gives a position.
    pub fn note(&mut self, position: &Chess, score: i16) {
        let count = |run: &mut u32, goes_on: bool| *run = if goes_on { *run + 1 } else { 0 };
        let clear = score.unsigned_abs() >= self.win_score;
        let white_better = (score > 0) == (position.turn() == Color::White);
        count(&mut self.white_wins, clear && white_better);
        count(&mut self.black_wins, clear && !white_better);
        let equal = score.unsigned_abs() <= DRAW_SCORE;
        count(&mut self.equal, equal && ply_number(position) >= DRAW_FROM_PLY);
    }

    /// The result, once it is clear.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.white_wins >= WIN_PLIES {
            Some(Outcome::White)
        } else if self.black_wins >= WIN_PLIES {
            Some(Outcome::Black)
        } else {
            (self.equal >= DRAW_PLIES).then_some(Outcome::Draw)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::position;

    #[test]
    fn the_rules_end_games() {
        let board = |fen: &str, line: &str| {
            let mut board = Board::new(position(fen));
            for text in line.split_whitespace() {
                board.play(board.read(text).unwrap());
            }
            board.outcome()
        };
        let start = fen(&Chess::default());
        assert_eq!(board(&start, "e2e4"), None);
        assert_eq!(board(&start, "f2f3 e7e5 g2g4 d8h4"), Some(Outcome::Black));
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(board(&start, shuffle), None);
        assert_eq!(board(&start, &shuffle.repeat(2)), Some(Outcome::Draw));
        assert_eq!(board("7k/8/6Q1/8/8/8/8/K7 w - - 99 90", "a1a2"), Some(Outcome::Draw));
        assert_eq!(board("7k/8/8/6Q1/8/8/8/K7 w - - 99 90", "g5g6"), Some(Outcome::Draw));
        assert_eq!(board("7k/8/8/8/8/8/1p6/K7 w - - 0 90", "a1b2"), Some(Outcome::Draw));
    }

    #[test]
    fn clear_results_are_agreed_on() {
        let judge = |scores: &[i16], ply: u32| {
            let mut judge = Judge::new(1500);
            let mut setup = Chess::default().to_setup(EnPassantMode::Legal);
            for (index, &score) in (ply..).zip(scores) {
                setup.turn = Color::from_white(index % 2 == 0);
                setup.fullmoves = (index / 2 + 1).try_into().unwrap();
                let position = shakmaty::FromSetup::from_setup(
                    setup.clone(),
                    shakmaty::CastlingMode::Standard,
                );
                judge.note(&position.unwrap(), score);
            }
            judge.outcome()
        };
        assert_eq!(judge(&[1500, -1500, 1500, -1500], 20), Some(Outcome::White));
        assert_eq!(judge(&[1500, -1500, 1500, -1500], 21), Some(Outcome::Black));
        assert_eq!(judge(&[1500, -1500, 1500, -1499], 20), None);
        assert_eq!(judge(&[1500, 1500, 1500, 1500], 20), None);
        assert_eq!(judge(&[10; 10], 80), Some(Outcome::Draw));
        assert_eq!(judge(&[10; 9], 80), None);
        assert_eq!(judge(&[10; 10], 79), None);
    }
}
