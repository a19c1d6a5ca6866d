//! One engine plays against itself.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use seajay::{Bound, Engine, InfoKind, Limits, ReportedScore, ScoreKind};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _};

use crate::games::{Game, MATE, Outcome, Ply};
use crate::packed::PackedMove;
use crate::replay::ply_number;

/// The least number of random plies; half of the games have one more, so that either side
/// begins.
pub const OPENING_PLIES: u32 = 8;
/// An opening that gives a side more than this, in centipawns, is not played.
pub const OPENING_SCORE: u16 = 300;
/// A game is won when both sides agree for so many plies that the score is at least so high.
pub const WIN_SCORE: u16 = 1500;
/// See [`WIN_SCORE`].
pub const WIN_PLIES: u32 = 4;
/// A game is drawn when both sides agree for so many plies, from ply [`DRAW_FROM_PLY`] on, that
/// the score is at most so far from equal.
pub const DRAW_SCORE: u16 = 10;
/// See [`DRAW_SCORE`].
pub const DRAW_PLIES: u32 = 10;
/// See [`DRAW_SCORE`].
pub const DRAW_FROM_PLY: u32 = 80;
/// A search ends after the iteration that passes the node limit, and at so many times the
/// limit at the latest.
pub const HARD_LIMIT: u64 = 8;
/// The hash table of an engine: games of small searches fill no more, and a small one stays in
/// the processor's cache.
pub const HASH_MIB: u64 = 4;

/// A player of games.
pub struct Player {
    engine: Engine,
    nodes: NonZeroU64,
}

/// What a search found.
struct Found {
    played: Move,
    score: i16,
}

impl Player {
    /// A player that searches so many nodes a move, with the network of a file if one is given.
    pub fn new(nodes: NonZeroU64, network: Option<&Path>) -> Result<Player> {
        let mut engine = Engine::new()?;
        engine.set_option("Hash", &HASH_MIB.to_string())?;
        if let Some(path) = network {
            let text = path.to_str().context("the name of the network is not a text")?;
            engine.set_option("EvalFile", text)?;
        }
        Ok(Player { engine, nodes })
    }

    /// Plays the game of a seed and a number; the same ones always give the same game. `None`
    /// when `stopped` says so before the game is finished.
    pub fn play(
        &mut self,
        seed: u32,
        number: u32,
        stopped: impl Fn() -> bool,
    ) -> Result<Option<Game>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(seed) << 32 | u64::from(number));
        let (mut board, mut found) = self.open(&mut rng)?;
        let start = board.fen();
        let mut judge = Judge::default();
        let mut plies = Vec::new();
        loop {
            plies.push(Ply { played: PackedMove::new(found.played), score: found.score });
            judge.note(&board.position, found.score);
            board.play(found.played);
            if let Some(outcome) = board.outcome().or_else(|| judge.outcome()) {
                return Ok(Some(Game { start, plies, outcome }));
            }
            if stopped() {
                return Ok(None);
            }
            found = self.search(&board)?;
        }
    }

    /// A random opening that gives no side too much, and the first search after it.
    fn open(&mut self, rng: &mut Xoshiro256PlusPlus) -> Result<(Board, Found)> {
        loop {
            let Some(position) = random_opening(rng) else { continue };
            let board = Board::new(position);
            self.engine.clear_history();
            let found = self.search(&board)?;
            if found.score.unsigned_abs() <= OPENING_SCORE {
                return Ok((board, found));
            }
        }
    }

    /// Searches until the iteration that passes the node limit is finished: what is left of a
    /// broken-off iteration would be of no use, and its score may not be exact. Where the hard limit
    /// breaks one off all the same, the score is that of the one before.
    fn search(&mut self, board: &Board) -> Result<Found> {
        let soft = self.nodes.get();
        self.engine.set_position(Some(&board.base), &board.line)?;
        let limits = Limits::nodes(soft.saturating_mul(HARD_LIMIT));
        let mut score = ReportedScore::default();
        let report = self.engine.search(&limits, |info| {
            let finished = info.kind == InfoKind::Line && info.score.bound == Bound::Exact;
            if finished {
                score = info.score;
            }
            if finished && info.nodes >= soft {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        let played: UciMove = report.best_move.as_str().parse()?;
        let score = match score.kind {
            ScoreKind::Centipawns => score.value.clamp(-i32::from(MATE), MATE.into()) as i16,
            // Without tablebases there are no scores of theirs.
            ScoreKind::Mate | ScoreKind::Tablebase => MATE * score.value.signum() as i16,
        };
        Ok(Found { played: played.to_move(&board.position)?, score })
    }
}

/// A position after random moves, if the game is not over by then.
fn random_opening(rng: &mut Xoshiro256PlusPlus) -> Option<Chess> {
    let mut position = Chess::default();
    for _ in 0..OPENING_PLIES + rng.random_range(0..=1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
    (!position.is_game_over()).then_some(position)
}

/// The position of a game, in the words of the engine too.
struct Board {
    position: Chess,
    /// The position after the last capture or pawn move: no earlier one can come again.
    base: String,
    /// The moves since.
    line: String,
    /// How often each position since was there.
    seen: HashMap<Zobrist64, u32>,
}

impl Board {
    fn new(position: Chess) -> Board {
        let mut board =
            Board { base: fen(&position), position, line: String::new(), seen: HashMap::new() };
        board.see();
        board
    }

    fn fen(&self) -> String {
        fen(&self.position)
    }

    fn play(&mut self, m: Move) {
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

    /// The end of the game by the rules.
    fn outcome(&self) -> Option<Outcome> {
        const MOST_HALFMOVES: u32 = 100;
        if self.position.is_checkmate() {
            return Some(won_by(!self.position.turn()));
        }
        let drawn = self.position.is_stalemate()
            || self.position.is_insufficient_material()
            || self.position.halfmoves() >= MOST_HALFMOVES
            || self.seen[&self.key()] >= 3;
        drawn.then_some(Outcome::Draw)
    }
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn won_by(color: Color) -> Outcome {
    color.fold_wb(Outcome::White, Outcome::Black)
}

/// Ends games of which the result is clear.
#[derive(Default)]
struct Judge {
    white_wins: u32,
    black_wins: u32,
    equal: u32,
}

impl Judge {
    /// Looks at the score that the side to move gives a position.
    fn note(&mut self, position: &Chess, score: i16) {
        let count = |run: &mut u32, goes_on: bool| *run = if goes_on { *run + 1 } else { 0 };
        let clear = score.unsigned_abs() >= WIN_SCORE;
        let white_better = (score > 0) == (position.turn() == Color::White);
        count(&mut self.white_wins, clear && white_better);
        count(&mut self.black_wins, clear && !white_better);
        let equal = score.unsigned_abs() <= DRAW_SCORE;
        count(&mut self.equal, equal && ply_number(position) >= DRAW_FROM_PLY);
    }

    fn outcome(&self) -> Option<Outcome> {
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
    use crate::replay::count_kept;
    use crate::test_support::position;

    fn player() -> Player {
        Player::new(NonZeroU64::new(50).unwrap(), None).unwrap()
    }

    fn play(player: &mut Player, seed: u32, number: u32) -> Game {
        player.play(seed, number, || false).unwrap().unwrap()
    }

    #[test]
    fn a_game_depends_on_its_seed_and_number_alone() {
        let mut fresh = player();
        let games = [(1, 0), (1, 1), (2, 0)].map(|(seed, number)| play(&mut fresh, seed, number));
        assert_ne!(games[0], games[1]);
        assert_ne!(games[0], games[2]);
        assert_eq!(play(&mut player(), 2, 0), games[2]);
        assert_eq!(player().play(2, 0, || true).unwrap(), None);
    }

    #[test]
    fn games_begin_about_equal_and_end_as_they_say() {
        let mut player = player();
        for number in 0..20 {
            let game = play(&mut player, 3, number);
            count_kept(&game).unwrap();
            assert!(game.plies[0].score.unsigned_abs() <= OPENING_SCORE);
            let position = position(&game.start);
            let opening = OPENING_PLIES..=OPENING_PLIES + 1;
            assert!(opening.contains(&ply_number(&position)));
            let last_mover_is_white =
                (position.turn() == Color::White) == (game.plies.len() % 2 == 1);
            let score = game.plies.last().unwrap().score;
            let white_score = if last_mover_is_white { score } else { -score };
            match game.outcome {
                Outcome::White => assert!(white_score >= 0, "{game:?}"),
                Outcome::Black => assert!(white_score <= 0, "{game:?}"),
                Outcome::Draw => {}
            }
        }
    }

    #[test]
    fn the_rules_end_games() {
        let board = |fen: &str, line: &str| {
            let mut position = position(fen);
            let mut board = Board::new(position.clone());
            for text in line.split_whitespace() {
                let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(m);
                board.play(m);
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
            let mut judge = Judge::default();
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
