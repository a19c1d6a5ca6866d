//! A thin Rust layer over the C functions.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

use seajay::ffi::*;

pub use crate::common::*;
pub use crate::positions::{FORTRESS, KINGS, KIWIPETE, QUEENS, STALEMATED, START};

/// The closures that an engine's callbacks call.
type OnInfo = dyn FnMut(&SeajayInfo) -> i32 + Send;
type OnDone = dyn Fn(i32, Option<&SeajayResult>) + Send + Sync;

/// The callbacks of an engine; they must outlive it. The engine has pointers to them, so no box may
/// own them: moving one invalidates such pointers.
#[derive(Default)]
pub struct Callbacks {
    info: Option<Arc<Callback<Mutex<Box<OnInfo>>>>>,
    done: Option<Arc<Callback<Box<OnDone>>>>,
}

/// A callback, which may panic: then the test fails, once the engine is freed.
struct Callback<F> {
    function: F,
    has_failed: AtomicBool,
}

impl<F> Callback<F> {
    fn new(function: F) -> Arc<Callback<F>> {
        Arc::new(Callback { function, has_failed: AtomicBool::new(false) })
    }

    fn user_data(&self) -> *mut c_void {
        ptr::from_ref(self).cast_mut().cast()
    }

    fn call<T: Default>(&self, call: impl FnOnce(&F) -> T) -> T {
        let result = panic::catch_unwind(AssertUnwindSafe(|| call(&self.function)));
        result.unwrap_or_else(|_| {
            self.has_failed.store(true, SeqCst);
            T::default()
        })
    }
}

impl<F> Drop for Callback<F> {
    fn drop(&mut self) {
        assert!(!self.has_failed.load(SeqCst) || thread::panicking(), "a callback has panicked");
    }
}

/// An engine that frees itself, usable from all threads as the C ABI promises.
pub struct Handle {
    pub raw: *mut SeajayEngine,
    callbacks: Callbacks,
}

unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { seajay_free(self.raw) }
    }
}

/// The pointer of an engine, for callbacks and other threads.
#[derive(Clone, Copy)]
pub struct Raw(pub *mut SeajayEngine);

unsafe impl Send for Raw {}
unsafe impl Sync for Raw {}

impl Raw {
    pub fn get(self) -> *mut SeajayEngine {
        self.0
    }
}

unsafe extern "C" fn call_info(user_data: *mut c_void, info: *const SeajayInfo) -> i32 {
    let callback = unsafe { &*user_data.cast::<Callback<Mutex<Box<OnInfo>>>>() };
    callback.call(|function| (function.lock().unwrap())(unsafe { &*info }))
}

unsafe extern "C" fn call_done(user_data: *mut c_void, status: i32, result: *const SeajayResult) {
    let callback = unsafe { &*user_data.cast::<Callback<Box<OnDone>>>() };
    callback.call(|function| function(status, unsafe { result.as_ref() }));
}

pub const OK: i32 = SeajayStatus::SEAJAY_OK as i32;
pub const NULL: i32 = SeajayStatus::SEAJAY_ERR_NULL as i32;
pub const INVALID_UTF8: i32 = SeajayStatus::SEAJAY_ERR_INVALID_UTF8 as i32;
pub const INVALID_ARGUMENT: i32 = SeajayStatus::SEAJAY_ERR_INVALID_ARGUMENT as i32;
pub const INVALID_FEN: i32 = SeajayStatus::SEAJAY_ERR_INVALID_FEN as i32;
pub const ILLEGAL_POSITION: i32 = SeajayStatus::SEAJAY_ERR_ILLEGAL_POSITION as i32;
pub const ILLEGAL_MOVE: i32 = SeajayStatus::SEAJAY_ERR_ILLEGAL_MOVE as i32;
pub const INVALID_PGN: i32 = SeajayStatus::SEAJAY_ERR_INVALID_PGN as i32;
pub const UNKNOWN_OPTION: i32 = SeajayStatus::SEAJAY_ERR_UNKNOWN_OPTION as i32;
pub const INVALID_VALUE: i32 = SeajayStatus::SEAJAY_ERR_INVALID_VALUE as i32;
pub const BUSY: i32 = SeajayStatus::SEAJAY_ERR_BUSY as i32;
pub const IO: i32 = SeajayStatus::SEAJAY_ERR_IO as i32;
pub const TIMEOUT: i32 = SeajayStatus::SEAJAY_ERR_TIMEOUT as i32;
pub const STOPPED: i32 = SeajayStopReason::SEAJAY_STOP_STOPPED as i32;
pub const TIME: i32 = SeajayStopReason::SEAJAY_STOP_TIME as i32;

pub const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

pub fn text(pointer: *const c_char) -> String {
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned()
}

/// A struct with its initialiser's values.
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

pub fn nodes(nodes: u64) -> SeajayLimits {
    SeajayLimits { nodes, ..limits() }
}

pub fn infinite() -> SeajayLimits {
    SeajayLimits { infinite: 1, ..limits() }
}

/// The descriptions of all options.
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

/// The text of this thread's latest failed call.
pub fn last_error() -> String {
    read(|buffer, size| unsafe { seajay_last_error(buffer, size) as i64 }).unwrap()
}

/// Whether the text of the last error names this.
#[track_caller]
pub fn error_names(part: &str) {
    let text = last_error();
    assert!(text.contains(part), "{part}: {text}");
}

/// The output of a call, or its status.
fn outcome<T>(status: i32, value: T) -> Result<T, i32> {
    if status == OK { Ok(value) } else { Err(status) }
}

/// A pointer to text, or NULL.
fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
}

impl Handle {
    pub fn new() -> Handle {
        let raw = seajay_new();
        assert!(!raw.is_null());
        Handle { raw, callbacks: Callbacks::default() }
    }

    pub fn at(fen: &str) -> Handle {
        let handle = Handle::new();
        assert_eq!(handle.set_position(Some(fen), ""), OK, "{}", last_error());
        handle
    }

    /// An engine with a small hash table, on a pool.
    pub fn on(pool: &Pool) -> Handle {
        let handle = Handle::new();
        assert_eq!(handle.set_option("Hash", "1"), OK);
        assert_eq!(handle.set_pool(Some(pool)), OK);
        handle
    }

    pub fn pointer(&self) -> Raw {
        Raw(self.raw)
    }

    /// Frees the engine now, and returns the data that its callbacks would use if they were still
    /// called.
    pub fn free(mut self) -> Callbacks {
        std::mem::take(&mut self.callbacks)
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

    pub fn set_game(&self, game: &Game) -> i32 {
        unsafe { seajay_set_game(self.raw, game.raw) }
    }

    pub fn set_position(&self, fen: Option<&str>, moves: &str) -> i32 {
        let fen = fen.map(c);
        unsafe { seajay_set_position(self.raw, pointer(&fen), c(moves).as_ptr()) }
    }

    pub fn set_pool(&self, pool: Option<&Pool>) -> i32 {
        unsafe { seajay_set_pool(self.raw, pool.map_or(ptr::null_mut(), |pool| pool.raw)) }
    }

    pub fn evaluate(&self) -> i32 {
        let mut centipawns = i32::MIN;
        assert_eq!(unsafe { seajay_evaluate(self.raw, &mut centipawns) }, OK);
        centipawns
    }

    pub fn memory_usage(&self) -> u64 {
        unsafe { seajay_memory_usage(self.raw) }
    }

    /// Sets the info callback.
    pub fn on_info(&mut self, on_info: impl FnMut(&SeajayInfo) -> i32 + Send + 'static) {
        let callback = Callback::new(Mutex::new(Box::new(on_info) as Box<OnInfo>));
        let user_data = callback.user_data();
        assert_eq!(unsafe { seajay_set_info_callback(self.raw, Some(call_info), user_data) }, OK);
        self.callbacks.info = Some(callback);
    }

    /// Sets the done callback.
    pub fn on_done(
        &mut self,
        on_done: impl Fn(i32, Option<&SeajayResult>) + Send + Sync + 'static,
    ) {
        let callback = Callback::new(Box::new(on_done) as Box<OnDone>);
        let user_data = callback.user_data();
        assert_eq!(unsafe { seajay_set_done_callback(self.raw, Some(call_done), user_data) }, OK);
        self.callbacks.done = Some(callback);
    }

    pub fn search(&self, limits: &SeajayLimits) -> Result<SeajayResult, i32> {
        search(self.pointer(), limits)
    }

    pub fn start(&self, limits: &SeajayLimits) -> i32 {
        unsafe { seajay_start(self.raw, limits) }
    }

    pub fn wait(&self, timeout_ms: i64) -> Result<SeajayResult, i32> {
        wait(self.pointer(), timeout_ms)
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

    /// A line of the last search, in UCI notation.
    pub fn line(&self, index: usize) -> String {
        let mut pv = [0x55_u8; 768];
        let buffer = pv.as_mut_ptr().cast();
        let status = unsafe { seajay_line(self.raw, index, ptr::null_mut(), buffer, pv.len()) };
        assert_eq!(status, OK, "{}", last_error());
        text(buffer)
    }

    /// A line of the last search, in SAN.
    pub fn line_san(&self, index: usize) -> Result<String, i32> {
        read(|buffer, size| unsafe { seajay_line_to_san(self.raw, index, buffer, size) })
    }
}

/// Calls seajay_search() as [`Handle::search`] does, for callbacks.
pub fn search(engine: Raw, limits: &SeajayLimits) -> Result<SeajayResult, i32> {
    let mut result = init();
    outcome(unsafe { seajay_search(engine.0, limits, &mut result) }, ()).map(|()| result)
}

/// Calls seajay_wait() as [`Handle::wait`] does, for callbacks.
pub fn wait(engine: Raw, timeout_ms: i64) -> Result<SeajayResult, i32> {
    let mut result = init();
    outcome(unsafe { seajay_wait(engine.0, timeout_ms, &mut result) }, ()).map(|()| result)
}

/// A game that frees itself, usable from all threads.
pub struct Game {
    pub raw: *mut SeajayGame,
}

unsafe impl Send for Game {}
unsafe impl Sync for Game {}

impl Drop for Game {
    fn drop(&mut self) {
        unsafe { seajay_game_free(self.raw) }
    }
}

impl Game {
    pub fn new() -> Game {
        let raw = seajay_game_new();
        assert!(!raw.is_null());
        Game { raw }
    }

    pub fn at(fen: &str) -> Game {
        Game::with(Some(fen), "")
    }

    pub fn with(fen: Option<&str>, moves: &str) -> Game {
        let game = Game::new();
        assert_eq!(game.set(fen, moves), OK, "{}", last_error());
        game
    }

    pub fn set(&self, fen: Option<&str>, moves: &str) -> i32 {
        let fen = fen.map(c);
        unsafe { seajay_game_set(self.raw, pointer(&fen), c(moves).as_ptr()) }
    }

    pub fn set_board(&self, board: &SeajayBoard) -> i32 {
        unsafe { seajay_game_set_board(self.raw, board) }
    }

    pub fn board(&self) -> SeajayBoard {
        let mut board = empty_board();
        assert_eq!(unsafe { seajay_game_board(self.raw, &mut board) }, OK);
        board
    }

    pub fn copy_from(&self, from: &Game) -> i32 {
        unsafe { seajay_game_copy(self.raw, from.raw) }
    }

    pub fn play(&self, moves: &str) -> i32 {
        unsafe { seajay_game_play(self.raw, c(moves).as_ptr()) }
    }

    pub fn play_san(&self, movetext: &str) -> i32 {
        unsafe { seajay_game_play_san(self.raw, c(movetext).as_ptr()) }
    }

    pub fn undo(&self, plies: u32) -> i32 {
        unsafe { seajay_game_undo(self.raw, plies) }
    }

    pub fn set_lenient(&self, text: &str) -> i32 {
        unsafe { seajay_game_set_lenient(self.raw, c(text).as_ptr()) }
    }

    pub fn set_chess960(&self, on: i32) -> i32 {
        unsafe { seajay_game_set_chess960(self.raw, on) }
    }

    pub fn moves(&self) -> String {
        read(|buffer, size| unsafe { seajay_game_moves(self.raw, buffer, size) }).unwrap()
    }

    pub fn moves_san(&self) -> String {
        read(|buffer, size| unsafe { seajay_game_moves_san(self.raw, buffer, size) }).unwrap()
    }

    pub fn start_fen(&self) -> String {
        read(|buffer, size| unsafe { seajay_game_start_fen(self.raw, buffer, size) }).unwrap()
    }

    pub fn ply_count(&self) -> i64 {
        unsafe { seajay_game_ply_count(self.raw) }
    }

    pub fn legal_moves(&self, from: Option<&str>) -> Result<String, i32> {
        let from = from.map(c);
        let from = pointer(&from);
        read(|buffer, size| unsafe { seajay_game_legal_moves(self.raw, from, buffer, size) })
    }

    pub fn to_san(&self, moves: &str) -> Result<String, i32> {
        let moves = c(moves);
        read(|buffer, size| unsafe { seajay_game_to_san(self.raw, moves.as_ptr(), buffer, size) })
    }

    pub fn from_san(&self, san: &str) -> Result<String, i32> {
        let san = c(san);
        read(|buffer, size| unsafe { seajay_game_from_san(self.raw, san.as_ptr(), buffer, size) })
    }

    pub fn parse_move(&self, text: &str) -> Result<SeajayMove, i32> {
        let mut m = NO_MOVE;
        let status = unsafe { seajay_game_parse_move(self.raw, c(text).as_ptr(), &mut m) };
        assert!(status == OK || m == NO_MOVE, "nothing is written on error");
        outcome(status, m)
    }

    pub fn legal_move_list(&self, from: Option<&str>) -> Result<Vec<SeajayMove>, i32> {
        let from = from.map(c);
        let from = pointer(&from);
        read_list(NO_MOVE, |to, capacity| unsafe {
            seajay_game_legal_move_list(self.raw, from, to, capacity)
        })
    }

    pub fn played_move_list(&self) -> Vec<SeajayMove> {
        let list = |to, capacity| unsafe { seajay_game_played_move_list(self.raw, to, capacity) };
        read_list(NO_MOVE, list).unwrap()
    }

    pub fn fen(&self) -> String {
        read(|buffer, size| unsafe { seajay_game_fen(self.raw, buffer, size) }).unwrap()
    }

    pub fn state(&self) -> i32 {
        unsafe { seajay_game_state(self.raw) }
    }

    pub fn in_check(&self) -> i32 {
        unsafe { seajay_game_in_check(self.raw) }
    }

    pub fn can_win(&self, color: i32) -> i32 {
        unsafe { seajay_game_can_win(self.raw, color) }
    }

    pub fn key(&self) -> u64 {
        unsafe { seajay_game_key(self.raw) }
    }

    pub fn perft(&self, depth: u32) -> Result<u64, i32> {
        let mut nodes = u64::MAX;
        let status = unsafe { seajay_game_perft(self.raw, depth, &mut nodes) };
        assert!(status == OK || nodes == u64::MAX, "nothing is written on error");
        outcome(status, nodes)
    }
}

/// A PGN that frees itself.
pub struct Pgn {
    pub raw: *mut SeajayPgn,
}

unsafe impl Send for Pgn {}
unsafe impl Sync for Pgn {}

impl Drop for Pgn {
    fn drop(&mut self) {
        unsafe { seajay_pgn_free(self.raw) }
    }
}

/// The fault of a game: its status, and where it is.
#[derive(PartialEq, Debug, Default)]
pub struct PgnFault {
    pub status: i32,
    pub offset: i64,
    pub line: i64,
    pub ply: u32,
}

impl Pgn {
    pub fn new() -> Pgn {
        let raw = seajay_pgn_new();
        assert!(!raw.is_null());
        Pgn { raw }
    }

    /// A PGN that reads a text.
    pub fn of(text: &[u8]) -> Pgn {
        let pgn = Pgn::new();
        let status = unsafe { seajay_pgn_set_text(pgn.raw, text.as_ptr().cast(), text.len()) };
        assert_eq!(status, OK, "{}", last_error());
        pgn
    }

    pub fn next(&self, game: &Game) -> i32 {
        unsafe { seajay_pgn_next(self.raw, game.raw) }
    }

    pub fn skip(&self) -> i32 {
        unsafe { seajay_pgn_skip(self.raw) }
    }

    pub fn offset(&self) -> i64 {
        unsafe { seajay_pgn_offset(self.raw) }
    }

    pub fn seek(&self, offset: i64) -> i32 {
        unsafe { seajay_pgn_seek(self.raw, offset) }
    }

    pub fn fault(&self) -> PgnFault {
        let (mut offset, mut line, mut ply) = (-1, -1, 99);
        let status = unsafe { seajay_pgn_error(self.raw, &mut offset, &mut line, &mut ply) };
        PgnFault { status, offset, line, ply }
    }

    pub fn fault_text(&self) -> String {
        read(|buffer, size| unsafe { seajay_pgn_error_text(self.raw, buffer, size) }).unwrap()
    }

    pub fn tag(&self, name: &str) -> String {
        let name = c(name);
        read(|buffer, size| unsafe { seajay_pgn_tag(self.raw, name.as_ptr(), buffer, size) })
            .unwrap()
    }

    pub fn tag_name(&self, index: usize) -> Result<String, i32> {
        read(|buffer, size| unsafe { seajay_pgn_tag_name(self.raw, index, buffer, size) })
    }

    pub fn set_tag(&self, name: &str, value: Option<&str>) -> i32 {
        let value = value.map(c);
        unsafe { seajay_pgn_set_tag(self.raw, c(name).as_ptr(), pointer(&value)) }
    }

    pub fn result(&self) -> String {
        read(|buffer, size| unsafe { seajay_pgn_result(self.raw, buffer, size) }).unwrap()
    }

    pub fn comment(&self, ply: u32) -> String {
        read(|buffer, size| unsafe { seajay_pgn_comment(self.raw, ply, buffer, size) }).unwrap()
    }

    pub fn set_comment(&self, ply: u32, text: Option<&str>) -> i32 {
        let text = text.map(c);
        unsafe { seajay_pgn_set_comment(self.raw, ply, pointer(&text)) }
    }

    pub fn nags(&self, ply: u32) -> Vec<u8> {
        let list = |to, capacity| unsafe { seajay_pgn_nags(self.raw, ply, to, capacity) };
        read_list(0, list).unwrap()
    }

    pub fn set_nags(&self, ply: u32, nags: &[u8]) -> i32 {
        unsafe { seajay_pgn_set_nags(self.raw, ply, nags.as_ptr(), nags.len()) }
    }

    pub fn variation(&self, ply: u32, index: usize) -> Result<String, i32> {
        read(|buffer, size| unsafe { seajay_pgn_variation(self.raw, ply, index, buffer, size) })
    }

    pub fn add_variation(&self, game: &Game, ply: u32, movetext: &str) -> i32 {
        unsafe { seajay_pgn_add_variation(self.raw, game.raw, ply, c(movetext).as_ptr()) }
    }

    pub fn remove_variation(&self, ply: u32, index: usize) -> i32 {
        unsafe { seajay_pgn_remove_variation(self.raw, ply, index) }
    }

    pub fn write(&self, game: &Game) -> String {
        read(|buffer, size| unsafe { seajay_pgn_write(self.raw, game.raw, buffer, size) }).unwrap()
    }
}

/// Reads a list: first how many there are, then all. What lies behind them does not change, nor
/// what does not fit.
pub fn read_list<T: Copy + PartialEq + std::fmt::Debug>(
    empty: T,
    get: impl Fn(*mut T, usize) -> i64,
) -> Result<Vec<T>, i32> {
    let count = get(ptr::null_mut(), 0);
    if count < 0 {
        return Err(count as i32);
    }
    let mut list = vec![empty; count as usize + 1];
    assert_eq!(get(list.as_mut_ptr(), count as usize), count);
    assert_eq!(list.pop(), Some(empty));
    if let Some(some) = list.len().checked_sub(1) {
        let mut part = vec![empty; list.len()];
        assert_eq!(get(part.as_mut_ptr(), some), count);
        assert_eq!((&part[..some], part[some]), (&list[..some], empty));
    }
    Ok(list)
}

/// What no review has written.
pub const NO_REVIEW: SeajayReview = SeajayReview {
    judged: 0x55,
    mark: 0x55,
    before: SeajayScore { kind: 0x55, value: 0x55, bound: 0x55 },
    after: SeajayScore { kind: 0x55, value: 0x55, bound: 0x55 },
    loss: 0x55,
    best_move: [0x55; 8],
    expected_before: 0x55,
    expected_after: 0x55,
    depth: 0x55,
    reserved: [0x55; 2],
};

/// No move.
pub const NO_MOVE: SeajayMove = SeajayMove {
    from: 0,
    to: 0,
    role: 0,
    captured: 0,
    promotion: 0,
    flags: 0,
    rook_from: 0,
    rook_to: 0,
    uci: [0; 8],
    san: [0; 8],
};

/// A board with its initialiser's values.
pub fn empty_board() -> SeajayBoard {
    SeajayBoard { en_passant: -1, fullmove_number: 1, ..init() }
}

/// A pool that frees itself.
pub struct Pool {
    pub raw: *mut SeajayPool,
}

unsafe impl Send for Pool {}
unsafe impl Sync for Pool {}

impl Drop for Pool {
    fn drop(&mut self) {
        unsafe { seajay_pool_free(self.raw) }
    }
}

impl Pool {
    pub fn new(threads: u32) -> Pool {
        let raw = seajay_pool_new(threads);
        assert!(!raw.is_null());
        Pool { raw }
    }
}
