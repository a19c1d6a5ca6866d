//! Reviews through the C functions: what is written, by what they are stopped, and what the engine
//! and other threads see meanwhile.

use std::ffi::c_void;
use std::ops::Range;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;

use seajay::ffi::*;
use testkit::ffi::*;

use crate::tablebase::{copied_tables, cut, small_tables};

const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6";
const PLIES: usize = 8;

/// An engine that is the same whatever ran before.
fn cleared() -> Handle {
    let handle = Handle::new();
    assert_eq!(handle.set_option("Hash", "1"), OK);
    handle
}

type OnMove<'a> = &'a mut dyn FnMut(usize, &SeajayReview) -> i32;

unsafe extern "C" fn call_move(
    user_data: *mut c_void,
    index: usize,
    review: *const SeajayReview,
) -> i32 {
    let function = unsafe { &mut *user_data.cast::<OnMove<'_>>() };
    function(index, unsafe { &*review })
}

/// Reviews a game into an array with room for more, and returns what the call returned and the array.
fn review_with(
    engine: Raw,
    game: &Game,
    limits: &SeajayLimits,
    mut on_move: OnMove<'_>,
) -> (i64, Vec<SeajayReview>) {
    let mut moves = vec![NO_REVIEW; game.ply_count() as usize + 2];
    let user_data = ptr::from_mut(&mut on_move).cast();
    let (place, room) = (moves.as_mut_ptr(), moves.len());
    let judged = unsafe {
        seajay_review(engine.get(), game.raw, limits, place, room, Some(call_move), user_data)
    };
    (judged, moves)
}

fn review(handle: &Handle, game: &Game, limits: &SeajayLimits) -> (i64, Vec<SeajayReview>) {
    review_with(handle.pointer(), game, limits, &mut |_, _| 0)
}

fn line(engine: Raw, index: usize) -> Result<String, i32> {
    read(|buffer, size| unsafe { seajay_review_line(engine.get(), index, buffer, size) })
}

/// The moves of the game are written, as judged only these, and none beyond them.
#[track_caller]
fn check_written(moves: &[SeajayReview], game: &Game, judged: Range<usize>) {
    let (of_game, beyond) = moves.split_at(game.ply_count() as usize);
    for (index, review) in of_game.iter().enumerate() {
        if judged.contains(&index) {
            assert_eq!((review.judged, review.reserved), (1, [0; 2]));
        } else {
            assert_eq!(*review, SeajayReview::default(), "{index} of {judged:?}");
        }
    }
    check_untouched(beyond);
}

#[track_caller]
fn check_untouched(moves: &[SeajayReview]) {
    assert!(moves.iter().all(|review| *review == NO_REVIEW), "{moves:?}");
}

fn count(engine: Raw) -> i64 {
    unsafe { seajay_review_count(engine.get()) }
}

/// Starts a review without a callback, and returns the status and the array with room for more.
fn start_review(handle: &Handle, game: &Game, limits: &SeajayLimits) -> (i32, Vec<SeajayReview>) {
    let mut moves = vec![NO_REVIEW; game.ply_count() as usize + 2];
    let (place, room) = (moves.as_mut_ptr(), moves.len());
    let (engine, none) = (handle.raw, ptr::null_mut());
    let status = unsafe { seajay_start_review(engine, game.raw, limits, place, room, None, none) };
    (status, moves)
}

#[test]
fn moves_are_written_and_reported_from_the_last_to_the_first() {
    let handle = cleared();
    let game = Game::with(None, MOVES);
    let mut order = Vec::new();
    let (judged, moves) =
        review_with(handle.pointer(), &game, &nodes(200), &mut |index, review| {
            order.push((index, *review));
            0
        });
    assert_eq!(judged, PLIES as i64);
    check_written(&moves, &game, 0..PLIES);
    assert_eq!(order, (0..PLIES).rev().map(|index| (index, moves[index])).collect::<Vec<_>>());
    let last = handle.wait(-1).unwrap();
    assert_eq!(last.search_id, PLIES as u64 + 1, "the search of the first position");
    assert_eq!(best_move(&last), text(moves[0].best_move.as_ptr()));
    assert_eq!(line(handle.pointer(), 0).unwrap(), handle.line(0));
}

#[test]
fn a_line_can_be_read_once_its_move_is_judged() {
    let handle = cleared();
    let game = Game::with(None, MOVES);
    let raw = handle.pointer();
    assert_eq!(line(raw, 0), Err(INVALID_ARGUMENT));
    let (judged, moves) = review_with(raw, &game, &nodes(200), &mut |index, review| {
        assert!(line(raw, index).unwrap().starts_with(&text(review.best_move.as_ptr())));
        assert_eq!(line(raw, index.wrapping_sub(1)), Err(INVALID_ARGUMENT));
        i32::from(index == 3)
    });
    assert_eq!(judged, 5);
    check_written(&moves, &game, 3..PLIES);
    for index in [0, 2, PLIES, usize::MAX] {
        assert_eq!(line(raw, index), Err(INVALID_ARGUMENT));
        error_names(&format!("move {index}"));
        error_names("3 to 7");
    }
    assert!(handle.search(&depth(1)).is_ok());
    assert_eq!(line(raw, 3), Err(INVALID_ARGUMENT), "until the next search");
}

#[test]
fn what_was_judged_before_a_stop_stays_and_nothing_else_is_written() {
    let game = Game::with(None, MOVES);
    let whole = review(&cleared(), &game, &nodes(200)).1;
    // By the callback, by a stop in it, and by the info callback of the next search.
    for (way, left) in [(0, 0), (0, 3), (1, 3), (1, 7), (2, 1), (2, 3)] {
        let mut handle = cleared();
        let wants_end = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&wants_end);
        handle.on_info(move |_| asked.load(SeqCst).into());
        let raw = handle.pointer();
        let (judged, moves) = review_with(raw, &game, &nodes(200), &mut |index, _| {
            if index == left && way == 1 {
                assert_eq!(unsafe { seajay_stop(raw.get()) }, OK);
            }
            wants_end.store(index == left && way == 2, SeqCst);
            i32::from(index == left && way == 0)
        });
        assert_eq!(judged, (PLIES - left) as i64, "{way}");
        check_written(&moves, &game, left..PLIES);
        assert_eq!(moves[left..], whole[left..]);
    }
}

#[test]
fn to_other_threads_a_review_is_one_search() {
    let mut handle = cleared();
    handle.on_done(|_, _| panic!("only for started searches"));
    let game = Game::with(None, MOVES);
    thread::scope(|scope| {
        let reviewing = scope.spawn(|| {
            let day = SeajayLimits { move_time_ms: 86_400_000, ..limits() };
            review(&handle, &game, &day)
        });
        while handle.is_searching() == 0 {
            thread::yield_now();
        }
        assert_eq!(handle.wait(5).unwrap_err(), TIMEOUT);
        assert_eq!(handle.set_option("Hash", "2"), BUSY);
        assert_eq!(handle.search(&depth(1)).unwrap_err(), BUSY);
        assert_eq!(review(&handle, &game, &nodes(1)).0, i64::from(BUSY));
        // The game was copied: nobody waits for the review to end.
        assert_eq!(game.play("b1c3"), OK);
        assert_eq!(handle.stop(), OK);
        let (judged, moves) = reviewing.join().unwrap();
        assert_eq!(judged, 0);
        assert_eq!(moves[..PLIES], [SeajayReview::default(); PLIES]);
        check_untouched(&moves[PLIES..]);
    });
    assert_eq!(handle.is_searching(), 0);
    let stopped = SeajayStopReason::SEAJAY_STOP_STOPPED as i32;
    assert_eq!(handle.wait(-1).unwrap().stop_reason, stopped);
    let raw = handle.pointer();
    let (judged, _) = review_with(raw, &game, &nodes(50), &mut |_, _| {
        assert_eq!(unsafe { seajay_is_searching(raw.get()) }, 1);
        assert_eq!(wait(raw, -1).unwrap_err(), BUSY);
        assert_eq!(search(raw, &depth(1)).unwrap_err(), BUSY);
        unsafe { seajay_free(raw.get()) };
        0
    });
    assert_eq!(judged, PLIES as i64 + 1);
}

/// An engine with a thread of its own, and one on a pool.
fn places(pool: &Pool) -> [Handle; 2] {
    [cleared(), Handle::on(pool)]
}

/// All that a handle goes through, small enough for Miri.
#[test]
fn kings_alone_are_searched_and_reviewed_in_all_places() {
    let game = Game::with(Some(KINGS), "e1e2");
    let pool = Pool::new(1);
    for mut handle in places(&pool) {
        assert_eq!(handle.set_game(&game), OK);
        let (raw, (send, ends)) = (handle.pointer(), channel());
        handle.on_info(move |_| i32::from(search(raw, &depth(1)).unwrap_err() != BUSY));
        handle.on_done(move |status, _| send.send(status).unwrap());
        let (judged, moves) = review_with(raw, &game, &depth(1), &mut |index, review| {
            assert_eq!(line(raw, index).unwrap(), text(review.best_move.as_ptr()));
            0
        });
        assert_eq!(judged, 1);
        check_written(&moves, &game, 0..1);
        let (status, moves) = start_review(&handle, &game, &depth(1));
        assert_eq!((status, handle.wait(-1).is_ok()), (OK, true));
        check_written(&moves, &game, 0..1);
        assert_eq!(handle.search(&depth(1)).unwrap().depth, 1);
        assert_eq!(handle.start(&depth(1)), OK);
        drop(handle);
        assert_eq!(ends.iter().collect::<Vec<_>>(), [OK; 2]);
    }
}

#[test]
fn a_started_review_is_the_same_on_another_thread() {
    let (game, pool) = (Game::with(None, MOVES), Pool::new(1));
    let whole = review(&cleared(), &game, &nodes(200)).1;
    for mut handle in places(&pool) {
        let (send, ended) = channel();
        handle.on_done(move |status, result| send.send((status, result.is_none())).unwrap());
        let (raw, host) = (handle.pointer(), thread::current().id());
        assert_eq!(count(raw), 0);
        let mut moves = whole.clone();
        let mut order = Vec::new();
        let mut on_move: OnMove<'_> = &mut |index, review| {
            assert_ne!(thread::current().id(), host);
            assert_eq!(count(raw), (PLIES - index) as i64);
            assert!(line(raw, index).unwrap().starts_with(&text(review.best_move.as_ptr())));
            order.push((index, *review));
            0
        };
        let user_data = ptr::from_mut(&mut on_move).cast();
        let (limits, place, room) = (nodes(200), moves.as_mut_ptr(), moves.len());
        let (engine, callback) = (raw.get(), Some(call_move as _));
        let status = unsafe {
            seajay_start_review(engine, game.raw, &limits, place, room, callback, user_data)
        };
        assert_eq!(status, OK);
        let last = handle.wait(-1).unwrap();
        assert_eq!(ended.try_iter().collect::<Vec<_>>(), [(OK, true)]);
        assert_eq!(moves, whole);
        assert_eq!(order, (0..PLIES).rev().map(|index| (index, whole[index])).collect::<Vec<_>>());
        assert_eq!(best_move(&last), text(whole[0].best_move.as_ptr()));
        assert_eq!(handle.set_option("Threads", "2"), OK);
        assert!(handle.search(&depth(1)).is_ok());
        assert_eq!(count(raw), PLIES as i64, "other searches do not change it");
    }
    let handle = Handle::on(&pool);
    assert_eq!(handle.set_option("Threads", "2"), OK);
    assert_eq!(start_review(&handle, &game, &nodes(200)).0, INVALID_ARGUMENT);
    error_names("Threads");
}

#[test]
fn a_started_review_misses_no_stop() {
    let (game, pool) = (Game::with(None, MOVES), Pool::new(1));
    let day = SeajayLimits { move_time_ms: 86_400_000, ..limits() };
    for handle in places(&pool) {
        assert_eq!(review(&handle, &game, &nodes(1)).0, PLIES as i64);
        for _ in 0..100 {
            let (status, moves) = start_review(&handle, &game, &day);
            assert_eq!((status, handle.stop()), (OK, OK));
            assert_eq!(count(handle.pointer()), 0, "of the review that runs");
            let stopped = SeajayStopReason::SEAJAY_STOP_STOPPED as i32;
            assert_eq!(handle.wait(-1).unwrap().stop_reason, stopped);
            check_written(&moves, &game, 0..0);
        }
    }
    let (blocker, waiting) = (Handle::on(&pool), Handle::on(&pool));
    assert_eq!(blocker.start(&day), OK);
    let (status, moves) = start_review(&waiting, &game, &day);
    assert_eq!((status, waiting.stop()), (OK, OK));
    assert!(waiting.wait(-1).is_ok(), "in the queue, too");
    check_written(&moves, &game, 0..0);
    assert_eq!(blocker.is_searching(), 1);
}

#[test]
fn a_review_needs_room_for_every_move() {
    let handle = cleared();
    let game = Game::with(None, MOVES);
    let mut moves = [NO_REVIEW; PLIES];
    let mut call = |room: usize| unsafe {
        let place = moves.as_mut_ptr();
        seajay_review(handle.raw, game.raw, &nodes(9), place, room, None, ptr::null_mut())
    };
    for room in 0..PLIES {
        assert_eq!(call(room), i64::from(INVALID_ARGUMENT));
        error_names(&format!("capacity is {room}"));
    }
    assert_eq!(handle.wait(0).unwrap_err(), INVALID_ARGUMENT, "nothing was searched");
    assert_eq!(call(PLIES), PLIES as i64);
    check_written(&moves, &game, 0..PLIES);
    let none = ptr::null_mut();
    unsafe {
        let call = |game: &Game, moves, room| {
            seajay_review(handle.raw, game.raw, &nodes(9), moves, room, None, ptr::null_mut())
        };
        assert_eq!(call(&game, none, 0), i64::from(INVALID_ARGUMENT));
        error_names("capacity is 0");
        assert_eq!(call(&game, none, PLIES), i64::from(NULL));
        error_names("moves");
        assert_eq!(call(&Game::new(), none, 0), 0, "no move, no room");
        assert_eq!(call(&Game::new(), none, 1), i64::from(NULL));
    }
    let limits = SeajayLimits { white_time_ms: -1, ..nodes(9) };
    assert_eq!(review(&handle, &game, &limits).0, i64::from(INVALID_ARGUMENT));
    error_names("clock");
    for limits in [limits, infinite(), SeajayLimits { depth: -1, ..nodes(9) }] {
        let (status, moves) = review(&handle, &game, &limits);
        assert_eq!(status, i64::from(INVALID_ARGUMENT));
        check_untouched(&moves);
        let (status, moves) = start_review(&handle, &game, &limits);
        assert_eq!(status, INVALID_ARGUMENT);
        check_untouched(&moves);
    }
}

fn accuracy(moves: &[SeajayReview], turn: SeajayColor) -> [f64; 2] {
    let mut percent = [f64::NAN; 2];
    let (place, count) = (percent.as_mut_ptr(), moves.len());
    let status = unsafe { seajay_review_accuracy(moves.as_ptr(), count, turn as i32, place) };
    assert_eq!(status, OK);
    percent
}

/// The formula is tested in `tests/seajay/review.rs`.
#[test]
fn accuracies_count_the_moves_that_are_judged() {
    const NOTHING: SeajayReview = SeajayReview { judged: 0, ..NO_REVIEW };
    let best =
        SeajayReview { judged: 1, loss: 0, expected_before: 500, expected_after: 500, ..NOTHING };
    let bad = SeajayReview { loss: 400, expected_after: 100, ..best };
    let (white, black) = (SeajayColor::SEAJAY_WHITE, SeajayColor::SEAJAY_BLACK);
    assert_eq!(accuracy(&[], white), [100.0; 2]);
    let [one, whole] = accuracy(&[bad], white);
    assert!(one < whole, "{one}");
    assert_eq!(accuracy(&[NOTHING, bad, NOTHING], white), [whole, one]);
    assert_eq!(accuracy(&[NOTHING, bad, NOTHING], black), [one, whole]);
    // What the host may have put there.
    for wild in [i32::MIN, -1, 1001, i32::MAX] {
        let wild = SeajayReview { loss: wild, expected_before: wild, expected_after: wild, ..best };
        let found = accuracy(&[wild, bad, wild, wild], white);
        assert!(found.iter().all(|percent| (0.0..=100.0).contains(percent)), "{found:?}");
    }
    let mut percent = [7.0; 2];
    let place = percent.as_mut_ptr();
    unsafe {
        assert_eq!(seajay_review_accuracy(&best, 1, 2, place), INVALID_ARGUMENT);
        error_names("first_turn");
        assert_eq!(seajay_review_accuracy(ptr::null(), 1, 0, place), NULL);
        error_names("moves");
        assert_eq!(seajay_review_accuracy(&best, 1, 0, ptr::null_mut()), NULL);
        error_names("percent");
    }
    assert_eq!(percent, [7.0; 2]);
}

fn probe(handle: &Handle, fen: &str) -> (i32, i32, i32) {
    let (game, mut outcome, mut dtz) = (Game::at(fen), 77, 77);
    let found = unsafe { seajay_probe_tb(handle.raw, game.raw, &mut outcome, &mut dtz) };
    (found, outcome, dtz)
}

#[test]
fn tablebases_are_probed_at_any_time() {
    let handle = Handle::new();
    let mate_in_one = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    assert_eq!(probe(&handle, mate_in_one), (0, 77, 77), "no tables");
    let folder = small_tables();
    assert_eq!(handle.set_option("SyzygyPath", folder.to_str().unwrap()), OK);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(probe(&handle, mate_in_one), (1, 2, 1), "during a search");
    assert_eq!(probe(&handle, "7k/8/5K2/6Q1/8/8/8/8 w - - 99 90"), (1, 2, 1), "any clock");
    assert_eq!(probe(&handle, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), (1, -2, -1), "mated");
    assert_eq!(probe(&handle, STALEMATED), (1, 0, 0), "stalemated");
    assert_eq!(probe(&handle, "8/8/8/4k3/8/4K3/8/8 b - - 0 1"), (1, 0, 0), "no table is needed");
    assert_eq!(probe(&handle, "8/8/8/4k3/8/4K3/3P1P2/8 b - - 0 1"), (0, 77, 77), "four pieces");
    assert_eq!(probe(&handle, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), (0, 77, 77), "castling");
    let game = Game::at(mate_in_one);
    let (mut outcome, mut dtz, none) = (77, 77, ptr::null_mut());
    unsafe {
        assert_eq!(seajay_probe_tb(handle.raw, game.raw, &mut outcome, none), 1);
        assert_eq!(seajay_probe_tb(handle.raw, game.raw, none, &mut dtz), 1);
        assert_eq!(seajay_probe_tb(handle.raw, game.raw, none, none), 1);
    }
    assert_eq!((outcome, dtz), (2, 1));
    handle.stop();
    assert!(handle.wait(-1).is_ok());
}

#[test]
fn a_probe_tells_a_missing_table_from_a_damaged_one() {
    // White is to move in the table of distances, and mates in two.
    let fen = "7k/8/4K3/6Q1/8/8/8/8 w - - 0 1";
    let folder = copied_tables("probed");
    let open = || {
        let handle = Handle::new();
        assert_eq!(handle.set_option("SyzygyPath", folder.to_str().unwrap()), OK);
        handle
    };
    assert_eq!(probe(&open(), fen).0, 1);
    let distances = folder.join("KQvK.rtbz");
    std::fs::remove_file(&distances).unwrap();
    let handle = open();
    assert_eq!(probe(&handle, fen), (0, 77, 77), "no distances");
    let (game, mut outcome) = (Game::at(fen), 77);
    let found = unsafe { seajay_probe_tb(handle.raw, game.raw, &mut outcome, ptr::null_mut()) };
    assert_eq!((found, outcome), (1, 2));
    drop(handle);
    std::fs::copy(small_tables().join("KQvK.rtbz"), &distances).unwrap();
    cut(&distances, 80);
    let handle = open();
    for _ in 0..2 {
        assert_eq!(probe(&handle, fen), (IO, 77, 77));
        error_names("damaged");
    }
}
