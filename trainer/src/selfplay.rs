//! One engine plays against itself.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use seajay::{Bound, Engine, InfoKind, Limits, ReportedScore};
use shakmaty::{Move, Position as _};

use crate::board::{
    Board, HASH_MIB, Judge, centipawns, fair_opening, first_undecided, random_deviation, won_by,
};
use crate::games::{Game, Outcome, Ply};

/// The score at which a game is won: high, since there is something to learn from endings too.
pub const WIN_SCORE: u16 = 1500;
/// A search ends after the iteration that passes the node limit, but at the latest at this multiple
/// of it.
pub const HARD_LIMIT: u64 = 8;

/// A game that is not played to its end is adjudicated with this many pieces on the board.
pub const ENDING_PIECES: usize = 14;
/// A game with [`ENDING_PIECES`] is won at this score, in centipawns, and otherwise drawn.
pub const ENDING_WON: u16 = 220;

/// How games begin, and when they are adjudicated.
#[derive(Clone)]
pub enum Plan {
    /// From random openings. One game in this many is played to its end, the others until
    /// [`ENDING_PIECES`] are left.
    Openings(NonZeroU32),
    /// From a random move at a random ply of one of these games, for at most this many plies. A
    /// search mostly evaluates positions after moves that nobody would play, and positions of many
    /// short games have less in common than those of one long game.
    Deviations(Arc<[Game]>, NonZeroUsize),
}

impl Plan {
    /// Whether a game is adjudicated after so many plies, if it is not over by then.
    fn is_adjudicated(&self, number: u32, board: &Board, plies: usize) -> bool {
        match self {
            Plan::Openings(whole) => !number.is_multiple_of(whole.get()) && is_ending(board),
            Plan::Deviations(_, most) => plies >= most.get(),
        }
    }
}

/// A player of games.
pub struct Player {
    engine: Engine,
    nodes: NonZeroU64,
    plan: Plan,
}

impl Player {
    /// A player that searches `nodes` nodes a move, with the network of a file if one is given.
    pub fn new(nodes: NonZeroU64, plan: Plan, network: Option<&Path>) -> Result<Player> {
        let mut engine = Engine::new()?;
        engine.set_option("Hash", &HASH_MIB.to_string())?;
        if let Some(path) = network {
            let text = path.to_str().context("the name of the network is not a text")?;
            engine.set_option("EvalFile", text)?;
        }
        Ok(Player { engine, nodes, plan })
    }

    /// Plays the game of a seed and a number; the same ones always give the same game. Returns
    /// `None` if `stopped` returns true before the game is finished.
    pub fn play(
        &mut self,
        seed: u32,
        number: u32,
        stopped: impl Fn() -> bool,
    ) -> Result<Option<Game>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(seed) << 32 | u64::from(number));
        let (mut board, mut played, mut score) = self.open(&mut rng)?;
        let start = board.position.clone();
        let mut judge = Judge::new(WIN_SCORE);
        let mut plies = Vec::new();
        loop {
            plies.push(Ply { played, score });
            judge.note(&board.position, score);
            board.play(played);
            let is_adjudicated = self.plan.is_adjudicated(number, &board, plies.len());
            let early = || is_adjudicated.then(|| predicted(&board, -score));
            if let Some(outcome) = board.outcome().or_else(|| judge.outcome()).or_else(early) {
                return Ok(Some(Game { start, plies, outcome }));
            }
            if stopped() {
                return Ok(None);
            }
            (played, score) = self.search(&board)?;
        }
    }

    /// A start position, and the first move from there with its score.
    fn open(&mut self, rng: &mut Xoshiro256PlusPlus) -> Result<(Board, Move, i16)> {
        let plan = self.plan.clone();
        let search = |board: &Board| {
            self.engine.clear_history();
            self.search(board)
        };
        match plan {
            Plan::Openings(_) => fair_opening(rng, search),
            Plan::Deviations(games, _) => {
                first_undecided(|| random_deviation(rng, &games), WIN_SCORE - 1, search)
            }
        }
    }

    /// Searches until the iteration that passes the node limit is finished: an unfinished one would
    /// be useless, and its score may not be exact. If the hard limit stops an iteration
    /// nevertheless, the score is that of the iteration before.
    fn search(&mut self, board: &Board) -> Result<(Move, i16)> {
        let soft = self.nodes.get();
        board.show_to(&mut self.engine)?;
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
        Ok((board.read(report.best_move.as_str())?, centipawns(score)))
    }
}

fn is_ending(board: &Board) -> bool {
    board.position.board().occupied().count() <= ENDING_PIECES
}

/// The outcome that a score for the side to move predicts.
fn predicted(board: &Board, score: i16) -> Outcome {
    if score.unsigned_abs() < ENDING_WON {
        Outcome::Draw
    } else if score > 0 {
        won_by(board.position.turn())
    } else {
        won_by(!board.position.turn())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::Color;

    use super::*;
    use crate::board::{OPENING_PLIES, OPENING_SCORE, fen};
    use crate::replay::ply_number;

    fn player_of(endings: NonZeroU32) -> Player {
        Player::new(NonZeroU64::new(50).unwrap(), Plan::Openings(endings), None).unwrap()
    }

    fn player() -> Player {
        player_of(NonZeroU32::MIN)
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
            assert!(game.plies[0].score.unsigned_abs() <= OPENING_SCORE);
            let position = &game.start;
            let opening = OPENING_PLIES..=OPENING_PLIES + 1;
            assert!(opening.contains(&ply_number(position)));
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
    fn games_that_end_early_are_the_first_part_of_whole_ones() {
        let (mut player, mut whole) = (player_of(NonZeroU32::new(3).unwrap()), player());
        let mut shorter = 0;
        for number in 0..24 {
            let (game, whole) = (play(&mut player, 4, number), play(&mut whole, 4, number));
            assert_eq!(game.start, whole.start);
            assert!(whole.plies.starts_with(&game.plies));
            if game.plies.len() == whole.plies.len() {
                continue;
            }
            assert_ne!(number % 3, 0);
            shorter += 1;
            let mut board = Board::new(game.start.clone());
            for ply in &game.plies {
                assert!(board.position.board().occupied().count() > ENDING_PIECES);
                board.play(ply.played);
            }
            assert_eq!(board.position.board().occupied().count(), ENDING_PIECES);
            let score = i32::from(game.plies.last().unwrap().score);
            let winner = !board.position.turn();
            assert_eq!(game.outcome == won_by(winner), score >= ENDING_WON.into());
            assert_eq!(game.outcome == won_by(!winner), -score >= ENDING_WON.into());
        }
        assert!(shorter >= 4, "only {shorter} games");
    }

    #[test]
    fn deviations_leave_a_game_by_one_move() {
        let mut player = player();
        let games: Arc<[Game]> = (0..3).map(|number| play(&mut player, 5, number)).collect();
        player.plan = Plan::Deviations(Arc::clone(&games), NonZeroUsize::new(4).unwrap());
        let mut begins = HashSet::new();
        for game in &games[..] {
            let mut position = game.start.clone();
            for ply in &game.plies {
                for m in position.legal_moves() {
                    begins.insert(fen(&position.clone().play(m).unwrap()));
                }
                position.play_unchecked(ply.played);
            }
        }
        let mut starts = HashSet::new();
        for number in 0..50 {
            let game = play(&mut player, 6, number);
            assert!(begins.contains(&fen(&game.start)));
            starts.insert(fen(&game.start));
            let end = game.plies.iter().fold(game.start, |at, ply| at.play(ply.played).unwrap());
            assert!(game.plies.len() == 4 || end.is_game_over() || end.halfmoves() >= 100);
        }
        assert!(starts.len() > 40, "{starts:?}");
    }
}
