//! A thin Rust dress for the C functions.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::Mutex;

use seajay::ffi::*;

#[path = "../support/common.rs"]
mod common;

pub use common::*;

/// What a handle's callback calls.
pub type Ear = Box<Mutex<Box<OnInfo>>>;
type OnInfo = dyn FnMut(&SeajayInfo) -> i32 + Send;

/// A handle that frees itself, usable from all threads as the C ABI promises.
pub struct Handle {
    pub raw: *mut SeajayEngine,
    ear: Option<Ear>,
}

unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { seajay_free(self.raw) }
    }
}

unsafe extern "C" fn tell(user_data: *mut c_void, info: *const SeajayInfo) -> i32 {
    let ear = unsafe { &*user_data.cast::<Mutex<Box<OnInfo>>>() };
    (ear.lock().unwrap())(unsafe { &*info })
}

pub const OK: i32 = SeajayStatus::SEAJAY_OK as i32;
pub const NULL: i32 = SeajayStatus::SEAJAY_ERR_NULL as i32;
pub const INVALID_UTF8: i32 = SeajayStatus::SEAJAY_ERR_INVALID_UTF8 as i32;
pub const INVALID_ARGUMENT: i32 = SeajayStatus::SEAJAY_ERR_INVALID_ARGUMENT as i32;
pub const INVALID_FEN: i32 = SeajayStatus::SEAJAY_ERR_INVALID_FEN as i32;
pub const ILLEGAL_POSITION: i32 = SeajayStatus::SEAJAY_ERR_ILLEGAL_POSITION as i32;
pub const ILLEGAL_MOVE: i32 = SeajayStatus::SEAJAY_ERR_ILLEGAL_MOVE as i32;
pub const UNKNOWN_OPTION: i32 = SeajayStatus::SEAJAY_ERR_UNKNOWN_OPTION as i32;
pub const INVALID_VALUE: i32 = SeajayStatus::SEAJAY_ERR_INVALID_VALUE as i32;
pub const BUSY: i32 = SeajayStatus::SEAJAY_ERR_BUSY as i32;
pub const IO: i32 = SeajayStatus::SEAJAY_ERR_IO as i32;
pub const TIMEOUT: i32 = SeajayStatus::SEAJAY_ERR_TIMEOUT as i32;

pub const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
pub const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

pub fn text(pointer: *const c_char) -> String {
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned()
}

/// A struct as its initialiser makes it.
pub fn init<T: Copy>() -> T {
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    unsafe {
        value.as_mut_ptr().cast::<u32>().write(size_of::<T>() as u32);
        value.assume_init()
    }
}

pub fn limits() -> SeajayLimits {
    init()
}

pub fn depth(depth: i32) -> SeajayLimits {
    SeajayLimits { depth, ..limits() }
}

pub fn infinite() -> SeajayLimits {
    SeajayLimits { infinite: 1, ..limits() }
}

/// All options.
pub fn option_infos() -> impl Iterator<Item = SeajayOptionInfo> {
    (0..seajay_option_count()).map(|index| {
        let mut info = init();
        assert_eq!(unsafe { seajay_option_info(index, &mut info) }, OK);
        info
    })
}

pub fn best_move(result: &SeajayResult) -> String {
    text(result.best_move.as_ptr())
}

/// Reads text the way a careful C program does: first the length, then the bytes.
pub fn read(get: impl Fn(*mut c_char, usize) -> i64) -> Result<String, i32> {
    let length = get(ptr::null_mut(), 0);
    if length < 0 {
        return Err(length as i32);
    }
    let mut buffer = vec![0x55_u8; length as usize + 1];
    assert_eq!(get(buffer.as_mut_ptr().cast(), buffer.len()), length);
    Ok(CStr::from_bytes_with_nul(&buffer).unwrap().to_str().unwrap().to_owned())
}

impl Handle {
    pub fn new() -> Handle {
        let raw = seajay_new();
        assert!(!raw.is_null());
        Handle { raw, ear: None }
    }

    pub fn at(fen: &str) -> Handle {
        let handle = Handle::new();
        assert_eq!(handle.set_position(Some(fen), ""), OK, "{}", handle.last_error());
        handle
    }

    /// Frees the handle now, and returns what its callback would need if it still came.
    pub fn free(mut self) -> Option<Ear> {
        self.ear.take()
    }

    pub fn set_option(&self, name: &str, value: &str) -> i32 {
        unsafe { seajay_set_option(self.raw, c(name).as_ptr(), c(value).as_ptr()) }
    }

    pub fn option(&self, name: &str) -> Result<String, i32> {
        let name = c(name);
        read(|buffer, size| unsafe { seajay_get_option(self.raw, name.as_ptr(), buffer, size) })
    }

    pub fn load_network(&self, bytes: &[u8]) -> i32 {
        unsafe { seajay_load_network(self.raw, bytes.as_ptr().cast(), bytes.len()) }
    }

    pub fn set_position(&self, fen: Option<&str>, moves: &str) -> i32 {
        let fen = fen.map(c);
        let fen = fen.as_ref().map_or(ptr::null(), |fen| fen.as_ptr());
        unsafe { seajay_set_position(self.raw, fen, c(moves).as_ptr()) }
    }

    pub fn fen(&self) -> String {
        read(|buffer, size| unsafe { seajay_fen(self.raw, buffer, size) }).unwrap()
    }

    pub fn san(&self, moves: &str) -> Result<String, i32> {
        let moves = c(moves);
        read(|buffer, size| unsafe { seajay_move_to_san(self.raw, moves.as_ptr(), buffer, size) })
    }

    /// A line in UCI notation from one in SAN.
    pub fn san_to_move(&self, moves: &str) -> Result<String, i32> {
        let moves = c(moves);
        read(|buffer, size| unsafe { seajay_san_to_move(self.raw, moves.as_ptr(), buffer, size) })
    }

    pub fn legal_moves(&self) -> String {
        read(|buffer, size| unsafe { seajay_legal_moves(self.raw, buffer, size) }).unwrap()
    }

    pub fn play(&self, m: &str) -> i32 {
        unsafe { seajay_play(self.raw, c(m).as_ptr()) }
    }

    pub fn game_state(&self) -> i32 {
        unsafe { seajay_game_state(self.raw) }
    }

    pub fn in_check(&self) -> i32 {
        unsafe { seajay_in_check(self.raw) }
    }

    pub fn perft(&self, depth: u32) -> Result<u64, i32> {
        let mut nodes = u64::MAX;
        match unsafe { seajay_perft(self.raw, depth, &mut nodes) } {
            OK => Ok(nodes),
            status => Err(status),
        }
    }

    pub fn memory_usage(&self) -> u64 {
        unsafe { seajay_memory_usage(self.raw) }
    }

    /// From here on `on_info` hears of every search.
    pub fn on_info(&mut self, on_info: impl FnMut(&SeajayInfo) -> i32 + Send + 'static) {
        let ear: Ear = Box::new(Mutex::new(Box::new(on_info)));
        let user_data = ptr::from_ref(&*ear).cast_mut().cast();
        assert_eq!(unsafe { seajay_set_info_callback(self.raw, Some(tell), user_data) }, OK);
        self.ear = Some(ear);
    }

    pub fn search(&self, limits: &SeajayLimits) -> Result<SeajayResult, i32> {
        let mut result = init();
        match unsafe { seajay_search(self.raw, limits, &mut result) } {
            OK => Ok(result),
            status => Err(status),
        }
    }

    pub fn start(&self, limits: &SeajayLimits) -> i32 {
        unsafe { seajay_start(self.raw, limits) }
    }

    pub fn wait(&self, timeout_ms: i64) -> Result<SeajayResult, i32> {
        let mut result = init();
        match unsafe { seajay_wait(self.raw, timeout_ms, &mut result) } {
            OK => Ok(result),
            status => Err(status),
        }
    }

    pub fn is_searching(&self) -> i32 {
        unsafe { seajay_is_searching(self.raw) }
    }

    pub fn stop(&self) -> i32 {
        unsafe { seajay_stop(self.raw) }
    }

    pub fn ponderhit(&self) -> i32 {
        unsafe { seajay_ponderhit(self.raw) }
    }

    pub fn clear_history(&self) -> i32 {
        unsafe { seajay_clear_history(self.raw) }
    }

    pub fn stats(&self) -> SeajayStats {
        let mut stats = init();
        assert_eq!(unsafe { seajay_stats(self.raw, &mut stats) }, OK);
        stats
    }

    pub fn last_error(&self) -> String {
        read(|buffer, size| unsafe { seajay_last_error(self.raw, buffer, size) as i64 }).unwrap()
    }
}
