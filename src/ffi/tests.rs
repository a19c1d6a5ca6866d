//! Tests of what no call from outside can cause: panics, and structs of other versions.

use std::collections::BTreeSet;
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::ffi::call::{Call, HasStructSize};
use crate::ffi::engine_handle;
use crate::ffi::failure::Failure;
use crate::ffi::*;
use crate::panics;

const OK: i32 = SeajayStatus::SEAJAY_OK as i32;
const PANIC: i32 = SeajayStatus::SEAJAY_ERR_PANIC as i32;

/// Calls functions with arguments as documented.
macro_rules! calls {
    ($($function:ident($($argument:expr),*),)*) => {
        // SAFETY: see above.
        vec![$((stringify!($function), unsafe { $function($($argument),*) } as i64)),*]
    };
}

/// A call whose arguments are as documented, in the tests below.
fn call() -> Call {
    // SAFETY: see above.
    unsafe { Call::new() }
}

/// Those of the first release are in `convert.rs`.
#[test]
fn no_struct_is_smaller_than_at_first() {
    fn check<T: HasStructSize>() {
        assert!(size_of::<T>() >= T::FIRST_SIZE, "{}", T::NAME);
    }
    check::<SeajayLimits>();
    check::<SeajayInfo>();
    check::<SeajayResult>();
    check::<SeajayStats>();
    check::<SeajayOptionInfo>();
    check::<SeajayBoard>();
}

struct Handle(*mut SeajayEngine);

// SAFETY: the C ABI allows it.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the last call.
        unsafe { seajay_free(self.0) }
    }
}

impl Handle {
    fn get(&self) -> &SeajayEngine {
        // SAFETY: lives as long as self.
        unsafe { &*self.0 }
    }

    /// Every call that may not work on a broken handle: its name, and its status or count.
    fn calls(&self) -> Vec<(&'static str, i64)> {
        let (text, none) = (c"Hash".as_ptr(), ptr::null_mut::<c_char>());
        let (limits, game) = (SeajayLimits { depth: 1, ..zeroed() }, GameHandle::new());
        let (moves, data) = (ptr::null_mut(), ptr::null_mut());
        calls![
            seajay_set_option(self.0, text, c"1".as_ptr()),
            seajay_get_option(self.0, text, none, 0),
            seajay_load_network(self.0, text.cast(), 0),
            seajay_set_game(self.0, game.0),
            seajay_set_position(self.0, none, none),
            seajay_set_pool(self.0, ptr::null_mut()),
            seajay_set_info_callback(self.0, None, ptr::null_mut()),
            seajay_set_done_callback(self.0, None, ptr::null_mut()),
            seajay_set_log_callback(self.0, None, ptr::null_mut()),
            seajay_evaluate(self.0, &mut 0),
            seajay_search(self.0, &limits, ptr::null_mut()),
            seajay_start(self.0, &limits),
            seajay_wait(self.0, -1, ptr::null_mut()),
            seajay_is_searching(self.0),
            seajay_ponderhit(self.0),
            seajay_clear_history(self.0),
            seajay_line_count(self.0),
            seajay_line(self.0, 0, ptr::null_mut(), none, 0),
            seajay_line_to_san(self.0, 0, none, 0),
            seajay_review(self.0, game.0, &limits, moves, 0, None, data),
            seajay_start_review(self.0, game.0, &limits, moves, 0, None, data),
            seajay_review_count(self.0),
            seajay_review_line(self.0, 0, none, 0),
            seajay_probe_tb(self.0, game.0, ptr::null_mut(), ptr::null_mut()),
            seajay_memory_usage(self.0),
        ]
    }

    fn assert_broken(&self, text: &str) {
        for (name, status) in self.calls() {
            let counts = ["seajay_line_count", "seajay_memory_usage"].contains(&name);
            assert_eq!(status, if counts { 0 } else { i64::from(PANIC) }, "{name}");
        }
        assert!(last_error().ends_with(text), "{}", last_error());
        let mut stats = zeroed::<SeajayStats>();
        // SAFETY: all arguments are as documented.
        unsafe {
            assert_eq!(seajay_stop(self.0), OK);
            assert_eq!(seajay_stats(self.0, &mut stats), OK);
        }
    }

    fn assert_sound(&self) {
        let calls = self.calls();
        assert!(calls.iter().all(|&(_, status)| status != i64::from(PANIC)), "{calls:?}");
    }
}

fn new() -> Handle {
    Handle(seajay_new())
}

struct GameHandle(*mut SeajayGame);

impl Drop for GameHandle {
    fn drop(&mut self) {
        // SAFETY: the last call.
        unsafe { seajay_game_free(self.0) }
    }
}

impl GameHandle {
    fn new() -> GameHandle {
        GameHandle(seajay_game_new())
    }

    /// Calls of which each needs the game: its name, and its status.
    fn calls(&self) -> Vec<(&'static str, i64)> {
        let (none, other) = (ptr::null_mut::<c_char>(), GameHandle::new());
        let (list, e4) = (ptr::null_mut::<SeajayMove>(), c"e2e4".as_ptr());
        let (mut board, mut m) = (zeroed::<SeajayBoard>(), MaybeUninit::uninit());
        calls![
            seajay_game_set(self.0, none, none),
            seajay_game_set_lenient(
                self.0,
                c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".as_ptr()
            ),
            seajay_game_board(self.0, &mut board),
            seajay_game_set_board(self.0, &board),
            seajay_game_parse_move(self.0, e4, m.as_mut_ptr()),
            seajay_game_legal_moves(self.0, none, none, 0),
            seajay_game_legal_move_list(self.0, none, list, 0),
            seajay_game_to_san(self.0, e4, none, 0),
            seajay_game_from_san(self.0, c"e4".as_ptr(), none, 0),
            seajay_game_play(self.0, e4),
            seajay_game_play_san(self.0, c"e5".as_ptr()),
            seajay_game_undo(self.0, 1),
            seajay_game_set_chess960(self.0, 0),
            seajay_game_moves(self.0, none, 0),
            seajay_game_moves_san(self.0, none, 0),
            seajay_game_played_move_list(self.0, list, 0),
            seajay_game_start_fen(self.0, none, 0),
            seajay_game_ply_count(self.0),
            seajay_game_fen(self.0, none, 0),
            seajay_game_state(self.0),
            seajay_game_in_check(self.0),
            seajay_game_can_win(self.0, 0),
            seajay_game_perft(self.0, 1, &mut 0),
            seajay_game_copy(other.0, self.0),
            seajay_game_copy(self.0, other.0),
        ]
    }
}

/// The text of this thread's latest failed call.
fn last_error() -> String {
    let mut buffer = [0_u8; 1025];
    // SAFETY: the size is the buffer's.
    unsafe { seajay_last_error(buffer.as_mut_ptr().cast(), buffer.len()) };
    CStr::from_bytes_until_nul(&buffer).unwrap().to_str().unwrap().to_owned()
}

/// A struct of zeros except for its size.
fn zeroed<T: HasStructSize>() -> T {
    // SAFETY: a HasStructSize consists of any bytes, a size first.
    unsafe {
        let mut value = std::mem::zeroed::<T>();
        ptr::from_mut(&mut value).cast::<u32>().write(size_of::<T>() as u32);
        value
    }
}

#[test]
fn a_panic_breaks_its_handle_alone() {
    let (broken, sound) = (new(), new());
    let status = call().on_engine(broken.0, |handle| {
        handle.with_claim(|_| -> Result<(), Failure> { panic!("number {}", 1) })
    });
    assert_eq!(status, Err(PANIC));
    broken.assert_broken("a bug in seajay: number 1");
    sound.assert_sound();
}

/// The functions that the header declares, and what follows their names. `tools/abi` knows
/// them too, but whoever builds an example would have to build it.
fn declared() -> Vec<(String, String)> {
    let header = include_str!("../../include/seajay.h").lines();
    let code: String = header.filter(|line| !line.starts_with("//")).collect();
    let parts: Vec<_> = code.split('(').collect();
    let name = |before: &str| before.rsplit([' ', '*']).next().unwrap().to_owned();
    parts.windows(2).map(|pair| (name(pair[0]), pair[1].to_owned())).collect()
}

/// A function of the header either works on a broken handle or is called on one here.
#[test]
fn no_function_is_left_out() {
    let handle = new();
    let working = ["seajay_free", "seajay_stop", "seajay_stats"];
    let called = handle.calls().into_iter().map(|(name, _)| name);
    let names: BTreeSet<_> = called.chain(working).map(str::to_owned).collect();
    let takes_engine = |(name, arguments): (String, String)| {
        let arguments = arguments.split(')').next().unwrap();
        arguments.contains("SeajayEngine *engine").then_some(name)
    };
    assert_eq!(names, declared().into_iter().filter_map(takes_engine).collect());
    // The key has no status.
    let working = ["seajay_game_free", "seajay_game_key"];
    let called = GameHandle::new().calls().into_iter().map(|(name, _)| name);
    let names: BTreeSet<_> = called.chain(working).map(str::to_owned).collect();
    let of_games = declared().into_iter().filter(|(name, _)| name.starts_with("seajay_game_"));
    let of_games = of_games.map(|(name, _)| name).filter(|name| name != "seajay_game_new");
    assert_eq!(names, of_games.collect());
}

unsafe extern "C" fn note_bug(heard: *mut c_void, level: i32, text: *const c_char) {
    // SAFETY: the test gives both.
    let (heard, text) = unsafe { (&*heard.cast::<AtomicUsize>(), CStr::from_ptr(text)) };
    if level == SeajayLogLevel::SEAJAY_LOG_ERROR as i32 {
        assert!(text.to_str().unwrap().ends_with("a bug in seajay: two lines: reported"));
        heard.fetch_add(1, SeqCst);
    }
}

#[test]
fn a_panic_is_logged_once() {
    let (handle, heard) = (new(), AtomicUsize::new(0));
    let user_data = ptr::from_ref(&heard).cast_mut().cast();
    // SAFETY: all arguments are as documented.
    unsafe {
        assert_eq!(seajay_set_log_callback(handle.0, Some(note_bug), user_data), OK);
    }
    let status =
        call().on_any_engine(handle.0, |_| -> Result<(), _> { panic!("two\nlines: reported") });
    assert_eq!(status, Err(PANIC));
    handle.assert_broken("two lines: reported");
    assert_eq!(heard.load(SeqCst), 1);
}

#[test]
fn a_panic_outside_the_engine_breaks_the_handle_too() {
    let handle = new();
    let status = call().on_any_engine(handle.0, |_| -> Result<(), _> { panic!("reader") });
    assert_eq!(status, Err(PANIC));
    handle.assert_broken("reader");
}

#[test]
fn a_panic_breaks_its_game_alone() {
    let (broken, sound, engine) = (GameHandle::new(), GameHandle::new(), new());
    let status = call().on_game(broken.0, |_| -> Result<(), Failure> { panic!("in mid-change") });
    assert_eq!(status, Err(PANIC));
    assert!(last_error().ends_with("a bug in seajay: in mid-change"), "{}", last_error());
    for (name, status) in broken.calls() {
        assert_eq!(status, i64::from(PANIC), "{name}");
        assert!(last_error().contains("this game"), "{name}: {}", last_error());
    }
    // SAFETY: all arguments are as documented.
    assert_eq!(unsafe { seajay_game_key(broken.0) }, 0);
    let calls = sound.calls();
    assert!(calls.iter().all(|&(_, status)| status >= 0), "{calls:?}");
    // SAFETY: all arguments are as documented.
    unsafe {
        assert_eq!(seajay_set_game(engine.0, broken.0), PANIC);
        assert_eq!(seajay_set_game(engine.0, sound.0), OK, "the engine has no part in it");
    }
    engine.assert_sound();
}

/// An engine with two helper threads, of which the first will panic.
fn with_a_broken_helper() -> Handle {
    let handle = new();
    // SAFETY: all arguments are as documented.
    let status = unsafe { seajay_set_option(handle.0, c"Threads".as_ptr(), c"3".as_ptr()) };
    assert_eq!(status, OK);
    engine_handle::lock(&handle.get().claimed).engine.helpers().sabotage();
    handle
}

/// Begins a search, stops it, and waits for it on two threads: their statuses.
fn start_and_wait(handle: &Handle) -> [i32; 2] {
    let limits = SeajayLimits { infinite: 1, ..zeroed() };
    thread::scope(|scope| {
        // SAFETY: all arguments are as documented; no result is wanted.
        let wait = || unsafe { seajay_wait(Handle::get(handle), -1, ptr::null_mut()) };
        // SAFETY: all arguments are as documented; no result is wanted.
        assert_eq!(unsafe { seajay_start(handle.0, &limits) }, OK);
        let waiters = [scope.spawn(wait), scope.spawn(wait)];
        thread::sleep(std::time::Duration::from_millis(20));
        // SAFETY: all arguments are as documented; no result is wanted.
        assert_eq!(unsafe { seajay_stop(handle.0) }, OK);
        waiters.map(|waiter| waiter.join().unwrap())
    })
}

unsafe extern "C" fn note_end(ends: *mut c_void, status: i32, result: *const SeajayResult) {
    // SAFETY: the test gives it.
    let ends = unsafe { &*ends.cast::<Mutex<Vec<(i32, bool, String)>>>() };
    ends.lock().unwrap().push((status, result.is_null(), last_error()));
}

#[test]
fn a_panic_in_a_started_search_wakes_whoever_waits_for_it() {
    let (handle, ends) = (with_a_broken_helper(), Mutex::default());
    let user_data = ptr::from_ref::<Mutex<Vec<(i32, bool, String)>>>(&ends).cast_mut().cast();
    // SAFETY: all arguments are as documented.
    let status = unsafe { seajay_set_done_callback(handle.0, Some(note_end), user_data) };
    assert_eq!(status, OK);
    // A search may end before a helper on a busy machine has begun.
    let statuses = (0..1000).map(|_| start_and_wait(&handle)).find(|&statuses| statuses != [OK; 2]);
    assert_eq!(statuses, Some([PANIC; 2]));
    let ends = ends.into_inner().unwrap();
    let ((status, no_result, text), before) = ends.split_last().unwrap();
    assert_eq!((*status, *no_result), (PANIC, true));
    assert!(text.ends_with("but the index is 0"), "on the callback's thread: {text}");
    assert!(before.iter().all(|(status, no_result, _)| (*status, *no_result) == (OK, false)));
    handle.assert_broken("but the index is 0");
}

#[test]
fn a_panic_in_a_helper_thread_breaks_its_handle_alone() {
    let (broken, sound) = (with_a_broken_helper(), new());
    let limits = SeajayLimits { nodes: 20_000, ..zeroed() };
    // SAFETY: all arguments are as documented.
    let status = unsafe { seajay_set_option(sound.0, c"Threads".as_ptr(), c"3".as_ptr()) };
    assert_eq!(status, OK);
    // A search may end before a helper on a busy machine has begun.
    let statuses: Vec<i32> = (0..1000)
        // SAFETY: all arguments are as documented.
        .map(|_| unsafe { seajay_search(broken.0, &limits, ptr::null_mut()) })
        .take_while(|&status| status == OK)
        .collect();
    assert!(statuses.len() < 1000, "no helper has panicked");
    broken.assert_broken("but the index is 0");
    // SAFETY: all arguments are as documented.
    assert_eq!(unsafe { seajay_search(sound.0, &limits, ptr::null_mut()) }, OK);
}

#[test]
fn a_thread_of_the_library_is_as_silent_as_its_maker() {
    let is_silent = |life: Box<dyn FnOnce() -> bool + Send>| thread::spawn(life).join().unwrap();
    let outside = panics::inherit(panics::is_inside);
    assert!(!is_silent(Box::new(outside)));
    let inside = panics::catch(|| panics::inherit(panics::is_inside)).unwrap();
    assert!(is_silent(Box::new(inside)));
}

#[test]
fn only_panics_of_the_library_are_silent() {
    drop(panics::catch(|| ()));
    // A hook that counts, and the library's over it, as if it were the first.
    let heard = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&heard);
    let this = thread::current().id();
    let installed = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().id() == this {
            count.fetch_add(1, SeqCst);
        } else {
            installed(info);
        }
    }));
    panics::chain_hook();
    assert!(panics::catch(|| panic!("ours")).is_err());
    assert_eq!(heard.load(SeqCst), 0, "a panic of the library");
    assert!(std::panic::catch_unwind(|| panic!("the host's")).is_err());
    assert_eq!(heard.load(SeqCst), 1, "a panic of the host");
    let in_callback = panics::catch(|| {
        panics::outside(|| std::panic::catch_unwind(|| panic!("the host's callback")).is_err())
    });
    assert!(in_callback.unwrap());
    assert_eq!(heard.load(SeqCst), 2, "a panic of the host's callback");
    assert!(panics::catch(|| panic!("ours again")).is_err());
    assert_eq!(heard.load(SeqCst), 2);
}

/// A struct that has grown once.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Grown {
    struct_size: u32,
    first: u32,
    added: u64,
}

// SAFETY: #[repr(C)], struct_size comes first, and all fields are numbers.
unsafe impl HasStructSize for Grown {
    const NAME: &'static str = "Grown";
    const FIRST_SIZE: usize = 8;
}

const GROWN: Grown = Grown { struct_size: 16, first: 7, added: 9 };

#[test]
fn a_struct_from_an_older_program_is_completed_with_zeros() {
    for (struct_size, added) in [(8, 0), (12, 9), (16, 9)] {
        let old = Grown { struct_size, ..GROWN };
        let value = call().record(&old, "old").unwrap();
        assert_eq!(value, Grown { struct_size, first: 7, added });
    }
    let small = Grown { struct_size: 7, ..GROWN };
    let failure = call().record(&small, "small").unwrap_err();
    assert_eq!(failure.status(), SeajayStatus::SEAJAY_ERR_INVALID_ARGUMENT);
    assert!(failure.to_string().contains("Grown.struct_size is 7"), "{failure}");
}

#[test]
fn an_older_program_gets_what_it_has_room_for() {
    for (struct_size, added) in [(8, 55), (16, 9)] {
        let mut old = Grown { struct_size, first: 0, added: 55 };
        call().slot(&mut old, "old").unwrap().write(&GROWN);
        assert_eq!(old, Grown { struct_size, first: 7, added });
    }
}

#[test]
fn a_struct_need_not_be_aligned() {
    let mut bytes = [0_u8; 24];
    bytes[1..5].copy_from_slice(&16_u32.to_ne_bytes());
    bytes[5..9].copy_from_slice(&7_u32.to_ne_bytes());
    let odd = bytes[1..].as_mut_ptr().cast::<Grown>();
    assert_eq!(call().record(odd, "odd").unwrap().first, 7);
    call().slot(odd, "odd").unwrap().write(&GROWN);
    assert_eq!(bytes[9..17], 9_u64.to_ne_bytes());
}
