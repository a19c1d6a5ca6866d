//! Engines and pools while shuttle decides, at each call of a mutex, condition variable or thread,
//! which thread goes on: at random, or by priorities that change a few times (Burckhardt and
//! others, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", 2010). It
//! reports when all threads wait, and a schedule that fails can be repeated:
//!
//!     SCHEDULES=20000 cargo test --manifest-path tests/schedules/Cargo.toml
//!
//! Whatever the schedule, each search or review that was begun ends with one call of its done
//! callback, which never runs beside another callback of its engine, nor after it was replaced, and
//! every call returns. A review has judged the last moves of its game, and the lines of a search with
//! several threads are in order.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use seajay::ffi::*;
use shuttle::rand::{Rng as _, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, Runner, thread};

#[path = "../support/common.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod common;
#[path = "../support/positions.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod positions;
#[path = "../support/ffi.rs"]
#[allow(dead_code, unused_imports, reason = "a part of it is used here")]
mod support;

use support::{
    BUSY, Game, INVALID_ARGUMENT, NO_REVIEW, OK, Pool, Raw, TIMEOUT, c, init, limits, wait,
};

const ENGINES: usize = 2;
const HOSTS: usize = 2;
const CALLS: usize = 6;

fn below(end: usize) -> usize {
    thread_rng().gen_range(0..end)
}

/// An engine, and what became of its searches.
struct Player {
    engine: Raw,
    begun: AtomicUsize,
    done: AtomicUsize,
    in_callback: AtomicBool,
    /// Its done callbacks; the last one is set.
    callbacks: Mutex<Vec<Arc<Callback>>>,
    is_replacing: AtomicBool,
    /// The moves of its reviews.
    reviews: Mutex<Vec<Box<Reviewed>>>,
}

type Reviewed = [SeajayReview; 2];

/// What a done callback is called with.
struct Callback {
    player: *const Player,
    is_replaced: AtomicBool,
}

unsafe impl Send for Callback {}
unsafe impl Sync for Callback {}

impl Player {
    fn new() -> Arc<Player> {
        let engine = seajay_new();
        let player = Arc::new(Player {
            engine: Raw(engine),
            begun: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            in_callback: AtomicBool::new(false),
            callbacks: Mutex::new(Vec::new()),
            is_replacing: AtomicBool::new(false),
            reviews: Mutex::new(Vec::new()),
        });
        let data = ptr::from_ref(&*player).cast_mut().cast();
        assert_eq!(player.set_option("Hash", 1), OK);
        assert_eq!(unsafe { seajay_set_info_callback(engine, Some(on_info), data) }, OK);
        assert_eq!(player.replace_done(), OK);
        player
    }

    /// Replaces the done callback, unless another thread does.
    fn replace_done(&self) -> i32 {
        if self.is_replacing.swap(true, SeqCst) {
            return BUSY;
        }
        let callback = Arc::new(Callback { player: self, is_replaced: AtomicBool::new(false) });
        let data = Arc::as_ptr(&callback).cast_mut().cast();
        let status = unsafe { seajay_set_done_callback(self.engine.get(), Some(on_done), data) };
        let mut callbacks = self.callbacks.lock().expect("no assertion failed");
        if status == OK {
            if let Some(old) = callbacks.last() {
                old.is_replaced.store(true, SeqCst);
            }
            callbacks.push(callback);
        }
        self.is_replacing.store(false, SeqCst);
        status
    }

    fn set_option(&self, name: &str, value: usize) -> i32 {
        let (name, value) = (c(name), c(&value.to_string()));
        unsafe { seajay_set_option(self.engine.get(), name.as_ptr(), value.as_ptr()) }
    }

    fn start(&self) {
        let (nodes, priority) = (1 + below(40) as u64, below(3) as i32 - 1);
        let limits = SeajayLimits { nodes, priority, ..limits() };
        // Counted before, since its end may come before the call returns.
        self.begun.fetch_add(1, SeqCst);
        let status = match below(4) {
            0 => self.start_review(&limits),
            _ => unsafe { seajay_start(self.engine.get(), &limits) },
        };
        if status != OK {
            // Several threads cannot search on a pool.
            assert!(matches!(status, BUSY | INVALID_ARGUMENT), "{status}");
            self.begun.fetch_sub(1, SeqCst);
        }
    }

    fn start_review(&self, limits: &SeajayLimits) -> i32 {
        let (game, none) = (Game::with(None, "e2e4 e7e5"), ptr::null_mut());
        let mut moves = Box::new([NO_REVIEW; 2]);
        let (engine, place) = (self.engine.get(), moves.as_mut_ptr());
        let status = unsafe { seajay_start_review(engine, game.raw, limits, place, 2, None, none) };
        if status == OK {
            self.reviews.lock().expect("no assertion failed").push(moves);
        }
        status
    }

    /// Checks what the reviews have written, now that all have ended.
    fn check_reviews(&self) {
        for moves in self.reviews.lock().expect("no assertion failed").iter() {
            let judged = moves.map(|review| review.judged);
            assert!(matches!(judged, [0, 0 | 1] | [1, 1]), "{judged:?}");
        }
    }

    fn wait(&self, milliseconds: i64) {
        if let Err(status) = wait(self.engine, milliseconds) {
            let is_timeout = status == TIMEOUT && milliseconds >= 0;
            assert!(status == INVALID_ARGUMENT || is_timeout, "{status}");
        }
    }

    /// Any call. An engine that is busy may refuse it.
    fn call(&self, pool: &Pool) {
        let engine = self.engine.get();
        let status = match below(11) {
            0..3 => return self.start(),
            3 => return self.wait(-1),
            4 => return self.wait(1),
            5 => unsafe { seajay_stop(engine) },
            6 => {
                let pool = if below(2) == 0 { pool.raw } else { ptr::null_mut() };
                unsafe { seajay_set_pool(engine, pool) }
            }
            7 => unsafe { seajay_clear_history(engine) },
            8 => self.set_option("Threads", 1 + below(2)),
            9 => self.replace_done(),
            _ => unsafe { seajay_is_searching(engine) & !1 },
        };
        assert!(matches!(status, OK | BUSY), "{status}");
    }

    /// Enters a callback, in which other threads get their turn.
    fn inside(&self, callback: impl FnOnce()) {
        assert!(!self.in_callback.swap(true, SeqCst), "two callbacks at once");
        thread::yield_now();
        callback();
        self.in_callback.store(false, SeqCst);
    }
}

unsafe extern "C" fn on_info(player: *mut c_void, _: *const SeajayInfo) -> i32 {
    let player = unsafe { &*player.cast::<Player>() };
    player.inside(|| ());
    i32::from(below(8) == 0)
}

unsafe extern "C" fn on_done(callback: *mut c_void, status: i32, _: *const SeajayResult) {
    let callback = unsafe { &*callback.cast::<Callback>() };
    let player = unsafe { &*callback.player };
    assert_eq!(status, OK);
    player.done.fetch_add(1, SeqCst);
    player.inside(|| {
        let mut replaces_itself = false;
        match below(4) {
            0 => player.start(),
            1 => assert_eq!(wait(player.engine, -1).err(), Some(BUSY)),
            2 => replaces_itself = player.replace_done() == OK,
            _ => thread::yield_now(),
        }
        let is_replaced = callback.is_replaced.load(SeqCst);
        assert!(replaces_itself || !is_replaced, "it runs after it was replaced");
    });
}

/// Threads of a host call functions of engines, which are then freed, the pool before or after
/// them.
fn storm() {
    let pool = Arc::new(Pool::new(1 + below(2) as u32));
    let players: Vec<_> = (0..ENGINES).map(|_| Player::new()).collect();
    let hosts: Vec<_> = (0..HOSTS)
        .map(|_| {
            let (players, pool) = (players.clone(), Arc::clone(&pool));
            thread::spawn(move || (0..CALLS).for_each(|_| players[below(ENGINES)].call(&pool)))
        })
        .collect();
    for host in hosts {
        host.join().expect("no assertion failed");
    }
    // The hosts are gone: this is the pool's only owner.
    let mut pool = Arc::into_inner(pool);
    assert!(pool.is_some());
    if below(2) == 0 {
        pool = None;
    }
    for player in &players {
        unsafe { seajay_free(player.engine.get()) };
        player.check_reviews();
        assert_eq!(player.begun.load(SeqCst), player.done.load(SeqCst), "done callbacks");
    }
    drop(pool);
}

/// A thread of the host replaces the done callback while another one searches.
fn replacing() {
    let player = Player::new();
    let other = Arc::clone(&player);
    let host = thread::spawn(move || {
        for _ in 0..10 {
            assert!(matches!(other.replace_done(), OK | BUSY));
        }
    });
    for _ in 0..3 {
        player.start();
        player.wait(-1);
    }
    host.join().expect("no assertion failed");
    unsafe { seajay_free(player.engine.get()) };
    assert_eq!(player.begun.load(SeqCst), player.done.load(SeqCst), "done callbacks");
}

unsafe extern "C" fn yield_in_info(_: *mut c_void, _: *const SeajayInfo) -> i32 {
    thread::yield_now();
    0
}

unsafe extern "C" fn yield_in_done(_: *mut c_void, _: i32, _: *const SeajayResult) {
    thread::yield_now();
}

/// One thread of the host stops, sets and starts without waiting, and is never told that the engine
/// is busy, while others stop too.
fn stopping() {
    let (raw, pool) = (Raw(seajay_new()), Pool::new(1));
    let engine = raw.get();
    unsafe {
        if below(2) == 0 {
            assert_eq!(seajay_set_pool(engine, pool.raw), OK);
        }
        assert_eq!(seajay_set_info_callback(engine, Some(yield_in_info), ptr::null_mut()), OK);
        assert_eq!(seajay_set_done_callback(engine, Some(yield_in_done), ptr::null_mut()), OK);
    }
    let stop = move || (0..3).for_each(|_| assert_eq!(unsafe { seajay_stop(raw.get()) }, OK));
    let stoppers = [thread::spawn(stop), thread::spawn(stop)];
    for moves in [c"e2e4", c"", c"e2e4"] {
        let limits = SeajayLimits { nodes: 1 + below(40) as u64, ..limits() };
        unsafe {
            assert_eq!(seajay_stop(engine), OK);
            assert_eq!(seajay_set_position(engine, ptr::null(), moves.as_ptr()), OK);
            assert_eq!(seajay_start(engine, &limits), OK);
        }
    }
    for stopper in stoppers {
        stopper.join().expect("no assertion failed");
    }
    if below(2) == 0 {
        let result = wait(raw, -1).expect("it has ended");
        assert!(matches!(support::best_move(&result).as_bytes()[1], b'7' | b'8'), "Black's move");
    }
    unsafe { seajay_free(engine) };
}

/// A search with several threads and lines: a line is at least as deep as those after it, whichever
/// thread is ahead.
fn deepening() {
    let player = Player::new();
    let engine = player.engine.get();
    assert_eq!((player.set_option("Threads", 3), player.set_option("MultiPV", 3)), (OK, OK));
    let limits = SeajayLimits { nodes: 1 + below(3000) as u64, ..limits() };
    let depths: Vec<_> = unsafe {
        seajay_set_info_callback(engine, None, ptr::null_mut());
        assert_eq!(seajay_search(engine, &limits, ptr::null_mut()), OK);
        let depth = |index| {
            let mut info: SeajayInfo = init();
            assert_eq!(seajay_line(engine, index, &mut info, ptr::null_mut(), 0), OK);
            info.depth
        };
        (0..seajay_line_count(engine)).map(depth).collect()
    };
    assert!(depths.is_sorted_by(|before, after| before >= after), "{depths:?}");
    unsafe { seajay_free(engine) };
}

fn run(test: fn(), scheduler: impl Scheduler + 'static) {
    // The library counts the threads that it starts, whichever test they belong to. The standard
    // library's lock, since mutexes are those of shuttle.
    static ONE_AT_A_TIME: RwLock<()> = RwLock::new(());
    let _only = ONE_AT_A_TIME.write().unwrap_or_else(PoisonError::into_inner);
    let mut config = Config::new();
    // A search in a thread needs more than the 32 KiB that are usual here.
    config.stack_size = 1 << 20;
    Runner::new(scheduler, config).run(test);
}

fn schedules() -> usize {
    std::env::var("SCHEDULES").map_or(1000, |number| number.parse().expect("SCHEDULES: a number"))
}

#[test]
fn random_schedules() {
    run(storm, RandomScheduler::new(schedules()));
}

#[test]
fn random_schedules_of_replaced_callbacks() {
    run(replacing, RandomScheduler::new(schedules()));
}

#[test]
fn random_schedules_of_stops() {
    run(stopping, RandomScheduler::new(schedules()));
}

#[test]
fn random_schedules_of_a_search() {
    run(deepening, RandomScheduler::new(schedules()));
}

#[test]
fn schedules_by_priorities() {
    run(storm, PctScheduler::new(3, schedules()));
}
