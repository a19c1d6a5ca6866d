//! The review of a game: every position is searched once, the last one first, and every move judged
//! by the expected points that it loses.

use std::ops::ControlFlow;

use shakmaty::Position as _;

use crate::board::moves::MoveText;
use crate::engine::{Engine, Prepared};
use crate::error::{Error, ErrorKind};
use crate::game::{Color, Game, GameState, RootPosition};
use crate::limits::Limits;
use crate::report::{Report, ReportedScore, StopReason};
use crate::sys;
use crate::wdl::expected_points;

/// The mark of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// ?!, an inaccuracy: at least 50 permille of expected points are lost.
    Inaccuracy,
    /// ?, a mistake: at least 100 permille.
    Mistake,
    /// ??, a blunder: at least 150 permille.
    Blunder,
}

impl Mark {
    /// The mark for a loss in permille. The thresholds are those of lichess: 0.1, 0.2 and 0.3 on its
    /// scale of winning chances, which goes from -1 to 1.
    fn of_loss(loss: i32) -> Option<Mark> {
        match loss {
            150.. => Some(Mark::Blunder),
            100.. => Some(Mark::Mistake),
            50.. => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// The numeric annotation glyph of PGN: 6 for `?!`, 2 for `?`, 4 for `??`.
    pub fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// A move of a game, judged. Scores and points are those of the side that played it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The index of the move in the game: 0 is the first.
    pub index: usize,
    /// The side that played it.
    pub turn: Color,
    /// The mark for its loss, if it is a bad move.
    pub mark: Option<Mark>,
    /// The score of the best move.
    pub before: ReportedScore,
    /// The score of the move played, from the search of the position after it. A move that mates is
    /// a mate in 1.
    pub after: ReportedScore,
    /// Expected points before the move, in permille.
    pub expected_before: i32,
    /// Expected points after the move, in permille: 500 after the last move of a game that ends in a
    /// draw by rule, also one that has to be claimed.
    pub expected_after: i32,
    /// Permille of expected points lost; 0 for the best move.
    pub loss: i32,
    /// The best move, in UCI notation.
    pub best_move: MoveText,
    /// The depth of the search that found it.
    pub depth: u32,
    /// The line that begins with the best move, in UCI notation.
    pub line: String,
}

impl Engine {
    /// Reviews a game: searches the position before each move and the last one, each once and with
    /// the same limits, from the last to the first, and calls `on_move` with each move as it is
    /// judged. If `on_move` breaks or the search is stopped, the moves judged until then, which are
    /// the last of the game, are returned. They are in the order of the game.
    ///
    /// Histories and the hash table are kept and used, the engine's own position stays, and
    /// `UCI_LimitStrength` has no effect.
    ///
    /// # Errors
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) unless the limits are depth, nodes and time
    /// for a move, [`OutOfMemory`](ErrorKind::OutOfMemory).
    pub fn review(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut on_move: impl FnMut(&Review) -> ControlFlow<()>,
    ) -> Result<Vec<Review>, Error> {
        let mut moves = Vec::new();
        moves.try_reserve_exact(game.ply_count()).map_err(|_| no_memory())?;
        let reviewer = Reviewer::begin(self, game.try_clone()?, limits)?;
        let search = |engine: &mut Engine, prepared| engine.run_for(prepared, None);
        let (_, result) = reviewer.run(self, search, |m| {
            let answer = on_move(&m);
            moves.push(m);
            answer
        });
        result?;
        moves.reverse();
        Ok(moves)
    }
}

/// A review under way.
pub(crate) struct Reviewer {
    limits: Limits,
    /// The game up to the position that is being searched.
    game: Game,
    root: RootPosition,
    /// The search of the last position, until it runs.
    first: Option<Prepared>,
    /// Whether the game ends in a draw by rule.
    is_drawn: bool,
    /// The move played after the position that is being searched.
    played: Option<Played>,
}

/// A move played, with what the search of the position after it found.
struct Played {
    m: MoveText,
    score: ReportedScore,
    expected: i32,
}

impl Reviewer {
    /// Begins the review of a game with the search of its last position.
    ///
    /// # Errors
    /// As for [`Engine::review`].
    pub fn begin(engine: &mut Engine, game: Game, limits: &Limits) -> Result<Reviewer, Error> {
        check(limits)?;
        let mut root = RootPosition::start();
        root.set(&game);
        let first = Some(engine.prepare_review(&root, limits, true)?);
        let is_drawn = !matches!(game.state(), GameState::Ongoing | GameState::Checkmate);
        let limits = Limits { search_moves: String::new(), ..*limits };
        Ok(Reviewer { limits, game, root, first, is_drawn, played: None })
    }

    /// Whether the review was stopped before it ran.
    pub fn is_stopped(&self) -> bool {
        self.first.as_ref().is_some_and(Prepared::is_stopped)
    }

    /// Its priority in the queue of a pool.
    pub fn priority(&self) -> i32 {
        self.limits.priority
    }

    /// Searches the positions with `search`, and calls `on_move` with each move as it is judged, until
    /// the review is finished or stopped. Returns the report of the last search too.
    pub fn run(
        mut self,
        engine: &mut Engine,
        mut search: impl FnMut(&mut Engine, Prepared) -> Report,
        mut on_move: impl FnMut(Review) -> ControlFlow<()>,
    ) -> (Report, Result<(), Error>) {
        let mut report = Report::default();
        let mut next = Ok(self.first.take());
        while let Ok(Some(prepared)) = next {
            report = search(engine, prepared);
            next = self.go_on(engine, &report, &mut on_move);
        }
        (report, next.map(|_| ()))
    }

    /// Judges the move after the position that was searched, and prepares the search of the position
    /// before; `None` at the end.
    fn go_on(
        &mut self,
        engine: &mut Engine,
        report: &Report,
        on_move: &mut impl FnMut(Review) -> ControlFlow<()>,
    ) -> Result<Option<Prepared>, Error> {
        if matches!(report.stop_reason, StopReason::Stopped | StopReason::Callback) {
            return Ok(None);
        }
        let is_last = self.played.is_none();
        if let Some(played) = self.played.take()
            && on_move(self.judge(&played, report, engine)?).is_break()
        {
            return Ok(None);
        }
        let Some(m) = self.game.undo_last() else { return Ok(None) };
        let is_drawn = is_last && self.is_drawn;
        let expected = if is_drawn { 500 } else { 1000 - expected_points(report.wdl) };
        self.played = Some(Played { m, score: report.score.of_move_to(), expected });
        if engine.is_stopped() {
            return Ok(None);
        }
        self.root.set(&self.game);
        engine.prepare_review(&self.root, &self.limits, false).map(Some)
    }

    /// Judges a move by the search of the position before it.
    fn judge(&self, played: &Played, before: &Report, engine: &Engine) -> Result<Review, Error> {
        let found = engine.lines().get(0).map_or("", |line| line.pv);
        let line = sys::copied(found).ok_or_else(no_memory)?;
        let expected_before = expected_points(before.wdl);
        let is_best = played.m == before.best_move;
        let loss = if is_best { 0 } else { (expected_before - played.expected).max(0) };
        Ok(Review {
            index: self.game.ply_count(),
            turn: self.game.position().turn().fold_wb(Color::White, Color::Black),
            mark: Mark::of_loss(loss),
            before: before.score,
            after: played.score,
            expected_before,
            expected_after: played.expected,
            loss,
            best_move: before.best_move,
            depth: before.depth,
            line,
        })
    }
}

/// Refuses limits that do not suit every position alike, and none.
fn check(limits: &Limits) -> Result<(), Error> {
    let has_clock = limits.white_time.is_some()
        || limits.black_time.is_some()
        || !limits.white_increment.is_zero()
        || !limits.black_increment.is_zero()
        || limits.moves_to_go.is_some();
    let unsuitable = [
        (limits.infinite, "infinite"),
        (limits.ponder, "ponder"),
        (has_clock, "a clock"),
        (limits.mate_moves().is_some(), "a mate"),
        (!limits.search_moves.trim_ascii().is_empty(), "search moves"),
    ];
    let wrong = |why| Err(Error::new(ErrorKind::InvalidArgument, why));
    if let Some((_, what)) = unsuitable.iter().find(|(is_set, _)| *is_set) {
        return wrong(format_args!(
            "{what} cannot limit a review: set a depth, nodes or a time for each position"
        ));
    }
    if limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
        return wrong(format_args!("no limit for the review: set a depth, nodes or a time"));
    }
    Ok(())
}

fn no_memory() -> Error {
    Error::out_of_memory("the review")
}

/// The accuracy of the moves of a game, in percent: 100 for a side without any.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// That of White's moves.
    pub white: f64,
    /// That of Black's moves.
    pub black: f64,
}

/// The accuracy of both sides, from the moves of a review.
///
/// The formulas are those that lichess publishes, fed with the engine's own expected points: the accuracy
/// of a move falls exponentially with its loss (<https://lichess.org/page/accuracy>), and that of a game is
/// half a mean of its moves, in which those count more around which expected points vary, and half
/// their harmonic mean, in which bad moves do.
pub fn accuracy(moves: &[Review]) -> Accuracy {
    let [white, black] = accuracy_of(moves.len(), |index| {
        let Review { turn, expected_before: before, expected_after: after, loss, .. } =
            moves[index];
        Points { is_white: turn == Color::White, before, after, loss }
    });
    Accuracy { white, black }
}

/// What the accuracy of a side depends on: the side that moved, and its points in permille.
#[derive(Clone, Copy)]
pub(crate) struct Points {
    pub is_white: bool,
    pub before: i32,
    pub after: i32,
    pub loss: i32,
}

/// The accuracy of White and of Black over moves in the order of the game.
pub(crate) fn accuracy_of(count: usize, at: impl Fn(usize) -> Points) -> [f64; 2] {
    let window = (count / 10).clamp(2, 8);
    let white = |points: Points, permille: i32| {
        f64::from(if points.is_white { permille } else { 1000 - permille }) / 10.0
    };
    // White's points in percent at a position: before a move, or after the last.
    let percent = |index: usize| {
        let points = at(index.min(count - 1));
        white(points, if index < count { points.before } else { points.after })
    };
    [true, false].map(|is_white| {
        let (mut moves, mut weights, mut weighted, mut reciprocals) = (0.0, 0.0, 0.0, 0.0);
        for index in (0..count).filter(|&index| at(index).is_white == is_white) {
            let accuracy = accuracy_of_move(at(index).loss);
            // The last positions up to that after the move; near the beginning the first ones.
            let begin = (index + 2).saturating_sub(window);
            let weight = deviation((begin..begin + window).map(percent)).clamp(0.5, 12.0);
            moves += 1.0;
            weights += weight;
            weighted += weight * accuracy;
            reciprocals += 1.0 / accuracy.max(1.0);
        }
        if moves == 0.0 { 100.0 } else { (weighted / weights + moves / reciprocals) / 2.0 }
    })
}

/// The accuracy of a move in percent, by its loss in permille.
fn accuracy_of_move(loss: i32) -> f64 {
    if loss <= 0 {
        return 100.0;
    }
    let percent = f64::from(loss) / 10.0;
    (103.1668 * (-0.04354 * percent).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The standard deviation of some numbers.
fn deviation(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    (numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}
