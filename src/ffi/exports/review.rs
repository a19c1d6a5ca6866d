//! Reviews and tablebases

use std::ffi::{c_char, c_void};

use crate::ffi::call::{Call, attempt, number, status};
use crate::ffi::convert;
use crate::ffi::engine_handle::{SeajayEngine, lock};
use crate::ffi::failure::Failure;
use crate::ffi::handles::SeajayGame;
use crate::ffi::room::Room;
use crate::ffi::types::{SeajayLimits, SeajayReview, SeajayReviewCallback};
use crate::ffi::work::{Judged, ReviewRequest};
use crate::game::{Color, Game};
use crate::limits::Limits;
use crate::review::{Points, accuracy_of};

/// Reviews a game: judges each move by the expected points that it loses. Searches the position
/// before each move and the last one on this thread, once each and with the same limits, from the
/// last to the first. Returns how many moves were judged: all, or the last ones of the game if the
/// review was stopped by seajay_stop(), by the info callback or by callback, which may be NULL. So
/// it is no bound for a loop from the first move. A stop that comes before the review has begun is
/// lost: seajay_start_review() has no such moment.
///
/// moves: room for capacity moves, at least as many as the game has. The first is for the first
/// move of the game, and so on; judged is 0 in those that were not judged, and moves beyond the
/// game are not written. Those judged can be read in the callback, which may call what the info
/// callback may.
///
/// The game is copied. To other calls the review is one search of the engine, but each position has
/// a search_id of its own, and the info callback is called for each. The engine's position is kept,
/// and nothing is cleared; levels have no effect. The done callback is not called.
///
/// Errors: SEAJAY_ERR_INVALID_ARGUMENT if limits sets anything but depth, nodes, move_time_ms and
/// priority, or capacity is too small. If memory runs out on the way, what was judged stays in
/// moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_review(
    engine: *mut SeajayEngine,
    game: *const SeajayGame,
    limits: *const SeajayLimits,
    moves: *mut SeajayReview,
    capacity: usize,
    callback: SeajayReviewCallback,
    user_data: *mut c_void,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| {
        let request = request(&call, game, limits, moves, capacity, callback, user_data)?;
        Ok(handle.review(request)? as i64)
    }))
}

/// Begins a review as seajay_review() does it, on a thread of the engine or on its pool, and
/// returns at once. After SEAJAY_OK every later seajay_stop() reaches it. moves must stay until the
/// review has ended: until seajay_wait() returns SEAJAY_OK or SEAJAY_ERR_OUT_OF_MEMORY (memory ran
/// out on the way), the done callback is called, with the same status and NULL for the result, or
/// seajay_free() has returned. Errors are those of seajay_review().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_start_review(
    engine: *mut SeajayEngine,
    game: *const SeajayGame,
    limits: *const SeajayLimits,
    moves: *mut SeajayReview,
    capacity: usize,
    callback: SeajayReviewCallback,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let request = request(&call, game, limits, moves, capacity, callback, user_data)?;
        handle.start_review(request)
    }))
}

/// The review that a call asks for.
fn request(
    call: &Call,
    game: *const SeajayGame,
    limits: *const SeajayLimits,
    moves: *mut SeajayReview,
    capacity: usize,
    callback: SeajayReviewCallback,
    user_data: *mut c_void,
) -> Result<ReviewRequest, Failure> {
    let limits = Limits::read(call, limits)?;
    let game = call.game(game, "game")?.try_clone()?;
    let moves = room(call, &game, moves, capacity)?;
    Ok(ReviewRequest { game, limits, output: Judged { moves, callback, user_data } })
}

/// Room for the moves of a game, which the host leaves alone until the review has ended.
fn room(
    call: &Call,
    game: &Game,
    moves: *mut SeajayReview,
    capacity: usize,
) -> Result<Room<'static, SeajayReview>, Failure> {
    let needed = game.ply_count();
    if capacity < needed {
        return Err(Failure::Capacity { capacity, needed });
    }
    let room = call.room(moves, capacity, "moves")?;
    // SAFETY: the host leaves it alone until the review has ended, as the header says.
    Ok(unsafe { room.keep() })
}

/// Returns how many moves the running review has judged or, if none runs, the last review; 0 before
/// the first. They are the last moves of the game, and can be read in moves meanwhile. Other
/// searches do not change the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_review_count(engine: *const SeajayEngine) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| Ok(lock(&handle.snapshot).reviewed.judged as i64)))
}

/// Copies the line that the last review found best in the position before a move, in UCI notation.
/// It can be read from the callback for this move on, until the next search or review begins. 768
/// bytes hold any line. SEAJAY_ERR_INVALID_ARGUMENT if the move was not judged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_review_line(
    engine: *const SeajayEngine,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| {
        let snapshot = lock(&handle.snapshot);
        call.text_out(snapshot.reviewed.line(index)?, buffer, size, "buffer")
    }))
}

/// Computes the accuracy of White and of Black, from 0 to 100, over the moves that are judged; 100
/// for a side without any. percent is an array of two, White first. first_turn is the side that
/// played the first of the moves: SEAJAY_WHITE or SEAJAY_BLACK. Lichess publishes the formula;
/// docs/guide.md explains it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_review_accuracy(
    moves: *const SeajayReview,
    count: usize,
    first_turn: i32,
    percent: *mut f64,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(attempt(|| {
        let moves = call.list(moves, count, "moves")?;
        let percent = call.out(percent.cast::<[f64; 2]>(), "percent")?;
        let begins = convert::color("first_turn", first_turn)? == Color::White;
        let mut points = Vec::new();
        points.try_reserve_exact(count).map_err(|_| Failure::OutOfMemory("the accuracy"))?;
        let judged = moves.iter().enumerate().filter(|(_, m)| m.judged != 0);
        points.extend(judged.map(|(index, m)| Points {
            is_white: begins == index.is_multiple_of(2),
            before: m.expected_before.clamp(0, 1000),
            after: m.expected_after.clamp(0, 1000),
            loss: m.loss,
        }));
        percent.write(accuracy_of(points.len(), |index| points[index]));
        Ok(())
    }))
}

/// Asks the endgame tablebases of the option SyzygyPath for the position of a game. Returns 1 if
/// they have it, and 0, with nothing written, if no table has it. No table has positions with
/// castling rights. The halfmove clock of the game is ignored.
///
/// outcome: for the side to move, 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw, -1 a
/// loss that the rule saves, -2 a loss.
/// dtz: plies to the next capture or pawn move with best play, or to mate if that comes first;
/// negative if the side to move loses, 0 in a draw. It may be one too small, as the tables round.
///
/// Either may be NULL; dtz needs the tables of distances (.rtbz) too, and without them 0 is
/// returned even if the outcome is known. SEAJAY_ERR_IO if a table is damaged or cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_probe_tb(
    engine: *const SeajayEngine,
    game: *const SeajayGame,
    outcome: *mut i32,
    dtz: *mut i32,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| {
        let game = call.game(game, "game")?.fork();
        let settings = lock(&handle.snapshot).settings.clone();
        let Some(entry) = settings.probe_tb(&game)? else { return Ok(0) };
        if !dtz.is_null() && entry.dtz.is_none() {
            return Ok(0);
        }
        call.optional_out(outcome, entry.outcome);
        call.optional_out(dtz, entry.dtz.unwrap_or_default());
        Ok(1)
    }))
}
