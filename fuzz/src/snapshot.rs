//! What can be seen of engines and games, to compare before and after; and checks of what calls
//! return.

use std::ffi::c_char;
use std::fmt::Debug;
use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

use crate::HAS_THREADS;

/// The static evaluation of its position, all options and the memory of an engine.
#[derive(PartialEq, Debug)]
pub struct Snapshot {
    evaluation: i32,
    options: Vec<String>,
    memory: u64,
}

impl Snapshot {
    pub fn of(handle: &Handle) -> Snapshot {
        let option = |info: SeajayOptionInfo| handle.option(&text(info.name)).expect("an option");
        Snapshot {
            evaluation: handle.evaluate(),
            options: option_infos().map(option).collect(),
            memory: handle.memory_usage(),
        }
    }
}

/// All that a game says of itself.
#[derive(PartialEq, Debug)]
pub struct GameSnapshot {
    pub start_fen: String,
    pub fen: String,
    pub moves: String,
    pub moves_san: String,
    pub legal_moves: String,
    pub ply_count: i64,
    pub state: i32,
    pub in_check: i32,
    pub can_win: [i32; 2],
    pub key: u64,
    pub chess960: i32,
}

impl GameSnapshot {
    pub fn of(game: &Game) -> GameSnapshot {
        GameSnapshot {
            start_fen: game.start_fen(),
            fen: game.fen(),
            moves: game.moves(),
            moves_san: game.moves_san(),
            legal_moves: game.legal_moves(None).expect("all squares"),
            ply_count: game.ply_count(),
            state: game.state(),
            in_check: game.in_check(),
            can_win: [0, 1].map(|color| game.can_win(color)),
            key: game.key(),
            chess960: game.board().chess960,
        }
    }
}

/// A call that sets something of an engine: its status is none of a bug, and after an error
/// everything is as it was.
pub fn change(handle: &Handle, call: impl FnOnce() -> i32) -> bool {
    unchanged_by_errors(|| Snapshot::of(handle), call)
}

/// The same for a game.
pub fn change_game(game: &Game, call: impl FnOnce() -> i32) -> bool {
    unchanged_by_errors(|| GameSnapshot::of(game), call)
}

fn unchanged_by_errors<T: PartialEq + Debug>(
    snapshot: impl Fn() -> T,
    call: impl FnOnce() -> i32,
) -> bool {
    let before = snapshot();
    let status = checked(call());
    if status != OK {
        assert!(!last_error().is_empty(), "status {status}");
        let error = last_error();
        assert_eq!(snapshot(), before, "status {status}: {error}");
    }
    status == OK
}

/// What asking for a thread returns where there are none.
const NO_THREADS: i32 = SeajayStatus::SEAJAY_ERR_OUT_OF_MEMORY as i32;

/// A status that a call of a healthy process may return.
pub fn checked(status: i32) -> i32 {
    const GOOD: [i32; 12] = [
        OK,
        NULL,
        INVALID_UTF8,
        INVALID_ARGUMENT,
        INVALID_FEN,
        ILLEGAL_POSITION,
        ILLEGAL_MOVE,
        INVALID_PGN,
        UNKNOWN_OPTION,
        INVALID_VALUE,
        IO,
        BUSY,
    ];
    assert!(
        status == 1 || GOOD.contains(&status) || (status == NO_THREADS && !HAS_THREADS),
        "status {status}: {}",
        text(seajay_strerror(status))
    );
    status
}

/// Reads text into a buffer of any size: it is cut and terminated, and nothing behind it changes.
pub fn read_cut(size: usize, get: impl Fn(*mut c_char, usize) -> i64) {
    const GUARD: u8 = 0x55;
    let mut buffer = vec![GUARD; size + 16];
    let length = get(buffer.as_mut_ptr().cast(), size);
    assert!(buffer[size..].iter().all(|&byte| byte == GUARD), "written behind the buffer");
    if length < 0 {
        checked(length as i32);
        assert!(buffer.iter().all(|&byte| byte == GUARD), "written after an error");
        return;
    }
    assert_eq!(get(ptr::null_mut(), 0), length, "the length does not depend on the buffer");
    if size > 0 {
        let written = buffer.iter().position(|&byte| byte == 0).expect("text ends with NUL");
        let mut whole = vec![GUARD; length as usize + 1];
        assert_eq!(get(whole.as_mut_ptr().cast(), whole.len()), length);
        let whole = std::str::from_utf8(&whole[..length as usize]).expect("UTF-8");
        let most = whole.floor_char_boundary(size - 1);
        assert_eq!(&buffer[..written], &whole.as_bytes()[..most], "as much as there is room for");
    }
}

/// The result of a search that was just made from the position of a game: its moves are legal.
pub fn check_result(handle: &Handle, game: &Game, result: &SeajayResult) {
    let best = best_move(result);
    if game.legal_moves(None).expect("all squares").is_empty() {
        assert_eq!(best, "");
    } else {
        // Castling may be written in another way than by the game.
        game.to_san(&best).expect("the best move is legal");
        let line = format!("{best} {}", text(result.ponder_move.as_ptr()));
        game.to_san(&line).expect("the ponder move is legal");
        assert_ne!(best, "");
    }
    for index in 0..unsafe { seajay_line_count(handle.raw) } {
        let (mut info, mut pv) = (init::<SeajayInfo>(), [0_u8; 768]);
        let (buffer, size) = (pv.as_mut_ptr().cast(), pv.len());
        assert_eq!(unsafe { seajay_line(handle.raw, index, &mut info, buffer, size) }, OK);
        assert_eq!(info.wdl.iter().sum::<i32>(), 1000);
        let line = game.to_san(&text(info.pv));
        assert_eq!(handle.line_san(index), Ok(line.expect("a line is legal")));
    }
}

/// Does an option ask for more memory or threads than a fuzzer should take, and might get?
pub fn is_costly(name: &str, value: &str) -> bool {
    let name = name.trim();
    let modest = match name.to_ascii_lowercase().as_str() {
        "hash" => 4,
        "threads" => 3,
        _ => return false,
    };
    let max = option_infos().find(|info| text(info.name).eq_ignore_ascii_case(name));
    let max = max.expect("it is an option").max;
    value.trim().parse::<i64>().is_ok_and(|number| (modest + 1..=max).contains(&number))
}
