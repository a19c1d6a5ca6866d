//! What can be seen of a handle, to compare before and after; and checks of what calls return.

use std::ffi::c_char;
use std::ptr;

use seajay::ffi::*;

use crate::support::*;

/// The position, what the rules and the network say of it, all options and the memory of a handle.
#[derive(PartialEq, Debug)]
pub struct Snapshot {
    fen: String,
    game_state: i32,
    legal_moves: String,
    evaluation: i32,
    options: Vec<String>,
    memory: u64,
}

impl Snapshot {
    pub fn of(handle: &Handle) -> Snapshot {
        let option = |info: SeajayOptionInfo| handle.option(&text(info.name)).expect("an option");
        let mut evaluation = 0;
        assert_eq!(unsafe { seajay_evaluate(handle.raw, &mut evaluation) }, OK);
        Snapshot {
            fen: handle.fen(),
            game_state: handle.game_state(),
            legal_moves: handle.legal_moves(),
            evaluation,
            options: option_infos().map(option).collect(),
            memory: handle.memory_usage(),
        }
    }
}

/// A call that sets something: its status is none of a bug, and after an error everything is as
/// it was.
pub fn change(handle: &Handle, call: impl FnOnce() -> i32) -> bool {
    let before = Snapshot::of(handle);
    let status = checked(call());
    if status != OK {
        assert_eq!(Snapshot::of(handle), before, "status {status}: {}", handle.last_error());
        assert!(!handle.last_error().is_empty(), "status {status}");
    }
    status == OK
}

/// A status that a call of a healthy process may return.
pub fn checked(status: i32) -> i32 {
    const GOOD: [i32; 11] = [
        OK,
        NULL,
        INVALID_UTF8,
        INVALID_ARGUMENT,
        INVALID_FEN,
        ILLEGAL_POSITION,
        ILLEGAL_MOVE,
        UNKNOWN_OPTION,
        INVALID_VALUE,
        IO,
        BUSY,
    ];
    assert!(GOOD.contains(&status), "status {status}: {}", text(seajay_strerror(status)));
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

/// The result of a search that was just made: its moves are legal.
pub fn check_result(handle: &Handle, result: &SeajayResult) {
    let legal = handle.legal_moves();
    let best = best_move(result);
    if legal.is_empty() {
        assert_eq!(best, "");
    } else {
        assert!(legal.split(' ').any(|m| m == best), "{best:?} in {}", handle.fen());
        let line = format!("{best} {}", text(result.ponder_move.as_ptr()));
        handle.san(line.trim_end()).expect("the ponder move is legal");
    }
    for index in 0..unsafe { seajay_line_count(handle.raw) } {
        let (mut info, mut pv) = (init::<SeajayInfo>(), [0_u8; 768]);
        let (buffer, size) = (pv.as_mut_ptr().cast(), pv.len());
        assert_eq!(unsafe { seajay_line(handle.raw, index, &mut info, buffer, size) }, OK);
        assert_eq!(info.wdl.iter().sum::<i32>(), 1000);
        handle.san(&text(info.pv)).expect("a line is legal");
    }
}

/// Does an option ask for more memory or threads than a fuzzer should take, and might get?
pub fn is_costly(name: &str, value: &str) -> bool {
    let (modest, most) = match name.trim().to_ascii_lowercase().as_str() {
        "hash" => (4, 1 << 20),
        "threads" => (3, 256),
        _ => return false,
    };
    let number = value.trim().parse::<i64>();
    number.is_ok_and(|number| (modest + 1..=most).contains(&number))
}
