//! A position of few pieces. Brute force must agree about its mates.

use std::ptr;

use seajay::ffi::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};
use testkit::ffi::*;
use testkit::play::{chess, is_mate_within, mates_within};

use crate::choices::Choices;
use crate::snapshot::check_result;

/// Besides the kings.
const MAX_PIECES: usize = 5;
/// The longest mate that brute force looks for.
const MAX_MOVES: u32 = 2;

const MATE: i32 = SeajayStopReason::SEAJAY_STOP_MATE as i32;
const DEPTH: i32 = SeajayStopReason::SEAJAY_STOP_DEPTH as i32;
const NODES: i32 = SeajayStopReason::SEAJAY_STOP_NODES as i32;
const GAME_OVER: i32 = SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32;
const MATE_SCORE: i32 = SeajayScoreKind::SEAJAY_SCORE_MATE as i32;
const EXACT: i32 = SeajayBound::SEAJAY_BOUND_EXACT as i32;

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let fen = some_fen(&mut choices);
    let game = Game::new();
    if game.set(Some(&fen), "") != OK {
        return;
    }
    let chess = chess(&fen);
    let shortest = (1..=MAX_MOVES).find(|&moves| is_mate_within(&chess, moves));
    let handle = Handle::at(&fen);
    assert_eq!(handle.set_option("Hash", "1"), OK);
    assert_eq!(handle.set_option("MultiPV", choices.one_of(&["1", "3"])), OK);
    let few = 1 + choices.short() as u64 % 2000;
    // What one search leaves in the hash table may not mislead the next.
    for _ in 0..1 + choices.below(4) {
        match choices.below(3) {
            0 => search_ordinarily(&handle, &game, &chess, few),
            1 => search_mate(&handle, &game, &chess, shortest, 0),
            _ => search_mate(&handle, &game, &chess, shortest, few),
        }
    }
    search_mate(&handle, &game, &chess, shortest, 0);
}

/// A FEN with both kings, if they do not share a square.
fn some_fen(choices: &mut Choices<'_>) -> String {
    let mut squares = [None; 64];
    for _ in 0..choices.below(MAX_PIECES + 1) {
        let piece = choices.one_of(b"QRBNPqrbnpQRP");
        squares[choices.below(64)] = Some(char::from(piece));
    }
    squares[choices.below(64)] = Some('K');
    squares[choices.below(64)] = Some('k');
    let rows: Vec<String> = squares
        .chunks(8)
        .map(|row| row.iter().map(|piece| piece.unwrap_or('1')).collect())
        .collect();
    let turn = if choices.yes() { 'b' } else { 'w' };
    let clock = choices.one_of(&[0, 0, 0, 94, 95, 96, 97, 98, 99, 100]);
    format!("{} {turn} - - {clock} 90", rows.join("/"))
}

/// A mate search, limited to a number of nodes; with 0 there is no limit, and its answer is
/// certain.
fn search_mate(handle: &Handle, game: &Game, chess: &Chess, shortest: Option<u32>, nodes: u64) {
    let limits = SeajayLimits { mate: MAX_MOVES as i32, nodes, ..limits() };
    let result = handle.search(&limits).expect("a search");
    check_result(handle, game, &result);
    let fen = game.fen();
    let expected = match shortest {
        _ if chess.legal_moves().is_empty() => GAME_OVER,
        Some(_) => MATE,
        None => DEPTH,
    };
    // A search that runs out of nodes says nothing.
    let is_undecided = nodes > 0 && result.stop_reason == NODES;
    assert!(is_undecided || result.stop_reason == expected, "{fen}: {result:?}");
    if result.stop_reason == MATE {
        assert_eq!(result.score.value, shortest.expect("found") as i32, "{fen}: {result:?}");
        assert_eq!(unsafe { seajay_line_count(handle.raw) }, 1);
        assert!(check_mate(handle, chess, 0), "{fen}");
    }
}

/// A search that is not asked for a mate, but may find one.
fn search_ordinarily(handle: &Handle, game: &Game, chess: &Chess, nodes: u64) {
    let result = handle.search(&SeajayLimits { nodes, ..limits() }).expect("a search");
    check_result(handle, game, &result);
    for index in 0..unsafe { seajay_line_count(handle.raw) } {
        check_mate(handle, chess, index);
    }
}

/// If a line promises a mate, it must reach it, and if the mate is short, no defence may prevent
/// it.
fn check_mate(handle: &Handle, chess: &Chess, index: usize) -> bool {
    let mut info: SeajayInfo = init();
    assert_eq!(unsafe { seajay_line(handle.raw, index, &mut info, ptr::null_mut(), 0) }, OK);
    let SeajayScore { kind, value, bound } = info.score;
    if kind != MATE_SCORE || bound != EXACT || value == 0 {
        return false;
    }
    let line = handle.line(index);
    let game = Game::at(&Fen::from_position(chess, shakmaty::EnPassantMode::Legal).to_string());
    assert_eq!(game.play(&line), OK, "{line}");
    let plies = if value > 0 { 2 * value - 1 } else { -2 * value };
    assert_eq!((game.ply_count(), game.state()), (plies.into(), 1), "{line} in {info:?}");
    let first = line.split(' ').next().expect("a move");
    if value > 0 && value <= MAX_MOVES as i32 {
        let first = first.parse::<UciMove>().expect("a move").to_move(chess).expect("legal");
        assert!(mates_within(chess, first, value as u32), "{value} moves: {line}");
    }
    true
}
