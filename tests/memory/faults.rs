//! Failures around the library: memory, threads and open files that are not available, and slow
//! callbacks. The counts and limits here are those of the whole process, so the tests that are ignored
//! run in processes of their own.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

use std::ffi::{CStr, CString};
use std::fs::{self, File};
use std::ops::Deref;
use std::os::fd::AsRawFd as _;
use std::ptr;
use std::time::Duration;

use seajay::ffi::*;
use testkit::ffi::*;
use testkit::network::Network;

use crate::alloc::{self, refusing};
use crate::{alone, in_a_process};

const OUT_OF_MEMORY: i32 = SeajayStatus::SEAJAY_ERR_OUT_OF_MEMORY as i32;

/// The standard library's own allocations are smaller, as SECURITY.md lists them.
const SMALL: usize = 2048;

/// A call that needs memory.
struct Case {
    name: &'static str,
    /// The greatest number of allocations whose failure ends the process: those of SECURITY.md.
    max_fatal: usize,
    /// The largest allocation that ends the process where it fails.
    largest_fatal: usize,
    call: fn(&Host) -> i32,
    /// Resets everything, so that the call needs the same memory again.
    undo: fn(&Host),
}

/// A call that leaves nothing to reset, and in which each refused allocation is a status.
const fn case(name: &'static str, call: fn(&Host) -> i32) -> Case {
    Case { name, max_fatal: 0, largest_fatal: SMALL, call, undo: |_| () }
}

impl Case {
    const fn fatal(self, max_fatal: usize) -> Case {
        Case { max_fatal, ..self }
    }

    const fn undone_by(self, undo: fn(&Host)) -> Case {
        Case { undo, ..self }
    }
}

/// One of each kind of handle.
struct Host {
    handle: Handle,
    game: Game,
    pool: Pool,
}

impl Deref for Host {
    type Target = Handle;

    fn deref(&self) -> &Handle {
        &self.handle
    }
}

/// The arguments of the calls are made beforehand: only the library's own allocations count.
fn set(handle: &Handle, name: &CStr, value: &CStr) -> i32 {
    unsafe { seajay_set_option(handle.raw, name.as_ptr(), value.as_ptr()) }
}

fn unset(handle: &Handle, name: &CStr, value: &CStr) {
    assert_eq!(set(handle, name, value), OK, "{}", last_error());
}

const NETWORK_FILE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/faults.sjnn\0");
/// A position in the tables.
const IN_TABLES: &str = "8/8/8/3k4/8/8/3K4/3Q4 w - - 0 1";
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy\0");

fn path(text: &'static str) -> &'static CStr {
    CStr::from_bytes_with_nul(text.as_bytes()).unwrap()
}

/// A network that is not the library's own.
fn other_network() -> Vec<u8> {
    Network::new(16, 1, |_| 0).file()
}

thread_local! {
    static NETWORK: Vec<u8> = other_network();
    static GAME: CString = c(&format!("{} e2e4", "g1f3 g8f6 f3g1 f6g8 ".repeat(500)));
    static SAN_GAME: CString = c(&format!("{} e4", "1. Nf3 Nf6 2. Ng1! Ng8 ".repeat(100)));
}

/// A call that makes a handle, and frees it.
fn made<T>(new: impl FnOnce() -> *mut T, free: unsafe extern "C" fn(*mut T)) -> i32 {
    let raw = new();
    unsafe { free(raw) };
    if raw.is_null() { OUT_OF_MEMORY } else { OK }
}

/// The status in the return value of a call that returns text.
fn status(length: i64) -> i32 {
    length.min(0) as i32
}

/// Resets the game to its start, and frees its memory.
fn restart(host: &Host) {
    assert_eq!(host.game.copy_from(&Game::new()), OK);
}

fn play_much(host: &Host) {
    restart(host);
    GAME.with(|moves| assert_eq!(unsafe { seajay_game_play(host.game.raw, moves.as_ptr()) }, OK));
}

/// Runs a call with a new game, since an old one would have kept room for more moves.
fn in_new_game(f: impl FnOnce(*mut SeajayGame) -> i32) -> i32 {
    let game = seajay_game_new();
    if game.is_null() {
        return OUT_OF_MEMORY;
    }
    let status = f(game);
    unsafe { seajay_game_free(game) };
    status
}

const CASES: [Case; 30] = [
    case("new", |_| made(|| seajay_new(), seajay_free)).fatal(8),
    case("new game", |_| made(|| seajay_game_new(), seajay_game_free)),
    case("new pool", |_| made(|| seajay_pool_new(2), seajay_pool_free)).fatal(30),
    case("hash", |handle| set(handle, c"Hash", c"3"))
        .fatal(3)
        .undone_by(|handle| unset(handle, c"Hash", c"1")),
    case("threads", |handle| set(handle, c"Threads", c"3"))
        .fatal(15)
        .undone_by(|handle| unset(handle, c"Threads", c"1")),
    case("lines, three threads", |handle| set(handle, c"MultiPV", c"2")).fatal(3).undone_by(
        |handle| {
            unset(handle, c"MultiPV", c"1");
            unset(handle, c"Threads", c"3");
        },
    ),
    case("network", |handle| NETWORK.with(|file| handle.load_network(file)))
        .fatal(2)
        .undone_by(|handle| unset(handle, c"EvalFile", c"")),
    case("network file", |handle| set(handle, c"EvalFile", path(NETWORK_FILE)))
        .fatal(6)
        .undone_by(|handle| unset(handle, c"EvalFile", c"")),
    Case {
        largest_fatal: 1 << 20,
        ..case("tables", |handle| set(handle, c"SyzygyPath", path(TABLES)))
            .fatal(119)
            .undone_by(|handle| unset(handle, c"SyzygyPath", c""))
    },
    case("position of a long game", |host| {
        GAME.with(|moves| unsafe { seajay_set_position(host.raw, ptr::null(), moves.as_ptr()) })
    })
    .undone_by(|host| assert_eq!(host.set_position(None, ""), OK)),
    case("long game", |host| {
        GAME.with(|moves| unsafe { seajay_game_set(host.game.raw, ptr::null(), moves.as_ptr()) })
    })
    .undone_by(restart),
    case("many moves", |_| {
        in_new_game(|game| GAME.with(|moves| unsafe { seajay_game_play(game, moves.as_ptr()) }))
    })
    .undone_by(restart),
    case("many moves in SAN", |_| {
        in_new_game(|game| {
            SAN_GAME.with(|moves| unsafe { seajay_game_play_san(game, moves.as_ptr()) })
        })
    })
    .undone_by(restart),
    case("copy of a long game", |host| {
        in_new_game(|game| unsafe { seajay_game_copy(game, host.game.raw) })
    })
    .undone_by(play_much),
    case("game for an engine", |host| match host.set_game(&host.game) {
        OK => unsafe { seajay_search(host.raw, &depth(1), ptr::null_mut()) },
        status => status,
    })
    .undone_by(play_much),
    case("moves of a long game", |host| unsafe {
        status(seajay_game_moves(host.game.raw, ptr::null_mut(), 0))
    })
    .undone_by(play_much),
    case("moves of a long game in SAN", |host| unsafe {
        status(seajay_game_moves_san(host.game.raw, ptr::null_mut(), 0))
    })
    .undone_by(play_much),
    case("long line", |host| {
        let (raw, mut buffer) = (host.game.raw, [0; 64]);
        GAME.with(|line| unsafe {
            status(seajay_game_to_san(raw, line.as_ptr(), buffer.as_mut_ptr(), buffer.len()))
        })
    }),
    case("long line in SAN", |host| {
        let (raw, mut buffer) = (host.game.raw, [0; 64]);
        SAN_GAME.with(|line| unsafe {
            status(seajay_game_from_san(raw, line.as_ptr(), buffer.as_mut_ptr(), buffer.len()))
        })
    }),
    case("search", |handle| unsafe { seajay_search(handle.raw, &depth(3), ptr::null_mut()) })
        .fatal(2),
    case("root moves", |handle| {
        let limits = SeajayLimits { search_moves: c"e2e4 d2d4".as_ptr(), ..depth(2) };
        unsafe { seajay_search(handle.raw, &limits, ptr::null_mut()) }
    })
    .fatal(2),
    case("started search", |handle| match handle.start(&depth(2)) {
        OK => unsafe { seajay_wait(handle.raw, -1, ptr::null_mut()) },
        status => status,
    })
    .fatal(2),
    case("search on a pool", |host| match host.set_pool(Some(&host.pool)) {
        OK => match host.start(&depth(2)) {
            OK => unsafe { seajay_wait(host.raw, -1, ptr::null_mut()) },
            status => status,
        },
        status => status,
    })
    .fatal(4)
    .undone_by(|host| assert_eq!(host.set_pool(None), OK)),
    case("line in SAN", |host| {
        match unsafe { seajay_search(host.raw, &depth(3), ptr::null_mut()) } {
            OK => unsafe { status(seajay_line_to_san(host.raw, 0, ptr::null_mut(), 0)) },
            status => status,
        }
    }),
    case("review", |host| {
        let (mut moves, none) = ([NO_REVIEW; 4], ptr::null_mut());
        let (place, room) = (moves.as_mut_ptr(), moves.len());
        let (game, limits) = (host.game.raw, depth(2));
        status(unsafe { seajay_review(host.raw, game, &limits, place, room, None, none) })
    })
    .fatal(2)
    .undone_by(|host| assert_eq!(host.game.set(None, "e2e4 e7e5 g1f3"), OK)),
    case("started review", |host| {
        let (mut moves, none) = ([NO_REVIEW; 4], ptr::null_mut());
        let (raw, place, room) = (host.raw, moves.as_mut_ptr(), moves.len());
        let (game, limits) = (host.game.raw, depth(2));
        match unsafe { seajay_start_review(raw, game, &limits, place, room, None, none) } {
            OK => unsafe { seajay_wait(raw, -1, ptr::null_mut()) },
            status => status,
        }
    })
    .fatal(1)
    .undone_by(|host| assert_eq!(host.game.set(None, "e2e4 e7e5 g1f3"), OK)),
    case("search where tables know the root", |handle| unsafe {
        seajay_search(handle.raw, &depth(2), ptr::null_mut())
    })
    .fatal(7)
    .undone_by(|handle| {
        unset(handle, c"SyzygyPath", path(TABLES));
        assert_eq!(handle.set_position(Some(IN_TABLES), ""), OK);
    }),
    case("many lines", |handle| unsafe { seajay_search(handle.raw, &depth(2), ptr::null_mut()) })
        .fatal(2)
        .undone_by(|handle| unset(handle, c"MultiPV", c"256")),
    case("network file, two threads", |handle| set(handle, c"EvalFile", path(NETWORK_FILE)))
        .fatal(12)
        .undone_by(|handle| {
            unset(handle, c"EvalFile", c"");
            unset(handle, c"Threads", c"2");
        }),
    case("reading", |host| {
        let (raw, buffer) = (host.game.raw, ptr::null_mut());
        let lengths = unsafe {
            [
                seajay_game_fen(raw, buffer, 0),
                seajay_game_start_fen(raw, buffer, 0),
                seajay_game_legal_moves(raw, ptr::null(), buffer, 0),
            ]
        };
        lengths.into_iter().map(status).min().unwrap_or(OK)
    })
    .fatal(9),
];

/// The visible state of an engine and a game.
type State = ((i32, u64, Vec<String>), (String, String, i64));

fn state(host: &Host) -> State {
    let option = |info: SeajayOptionInfo| host.option(&text(info.name)).unwrap();
    let (options, game) = (option_infos().map(option).collect(), &host.game);
    ((host.evaluate(), host.memory_usage(), options), (game.fen(), game.moves(), game.ply_count()))
}

/// An engine with little memory, a game and a pool.
fn host() -> Host {
    let host = Host { handle: Handle::new(), game: Game::new(), pool: Pool::new(1) };
    assert_eq!(host.set_option("Hash", "1"), OK);
    host
}

/// Refuses each allocation of each call in turn. If that ends the process, the allocation was a
/// small one of the standard library; all others give a status.
#[test]
fn each_refused_allocation_is_a_status_or_a_small_one() {
    let _alone = alone();
    fs::write(NETWORK_FILE.trim_end_matches('\0'), other_network()).unwrap();
    for case in CASES {
        let (mut number, mut fatal, mut largest) = (0, 0, 0);
        loop {
            let variables =
                [("FAULTS_CASE", case.name.to_owned()), ("FAULTS_NUMBER", number.to_string())];
            let (good, text) = in_a_process("faults::refuse_from_here_on", &variables);
            if good {
                let total = text.lines().find_map(|line| line.strip_prefix("all ")).unwrap();
                println!(
                    "{}: of {total} allocations {fatal} are fatal, of {largest} bytes at most",
                    case.name
                );
                break;
            }
            // The allocation begun last ended the process.
            let begun = text.lines().rfind(|line| line.starts_with("begin "));
            let words: Vec<u64> = begun
                .unwrap_or_else(|| panic!("{}: {text}", case.name))
                .split(' ')
                .skip(1)
                .map(|word| word.parse().unwrap())
                .collect();
            let [last, size] = words[..] else { panic!("{text}") };
            let abort = format!("memory allocation of {size} bytes failed");
            assert!(text.contains(&abort), "{}, allocation {last}: {text}", case.name);
            assert!(size as usize <= case.largest_fatal, "{}: {size} bytes are fatal", case.name);
            (number, fatal, largest) = (last + 1, fatal + 1, largest.max(size));
            assert!(fatal <= case.max_fatal, "{}: one more is fatal, of {size} bytes", case.name);
        }
    }
}

#[test]
#[ignore = "may end its process"]
fn refuse_from_here_on() {
    let variable = |name| std::env::var(name).expect("set by the other test");
    let wanted = variable("FAULTS_CASE");
    let case = CASES.into_iter().find(|case| case.name == wanted).unwrap();
    let mut number: u64 = variable("FAULTS_NUMBER").parse().unwrap();
    let handle = host();
    let warm_up = || assert_eq!((case.call)(&handle), OK, "{}", last_error());
    // What a process allocates once, and what a handle keeps: the lines of two searches, in turn.
    (0..4).for_each(|_| {
        warm_up();
        (case.undo)(&handle);
    });
    let (status, _, sizes) = refusing(u64::MAX, || (case.call)(&handle));
    assert_eq!(status, OK);
    (case.undo)(&handle);
    let (before, bytes) = (state(&handle), alloc::bytes());
    println!("\nall {}", sizes.len());
    while let Some(size) = sizes.get(number as usize) {
        println!("begin {number} {size}");
        let bytes_after_refusal = || {
            let (status, refused, _) = refusing(number, || (case.call)(&handle));
            assert!(refused, "allocation {number} of {size} bytes");
            assert_eq!(status, OUT_OF_MEMORY, "allocation {number} of {size} bytes");
            assert_eq!(state(&handle), before, "the old state stays");
            alloc::bytes()
        };
        // The first one may drop tables that are no longer used.
        let once = bytes_after_refusal();
        assert!(once <= bytes, "allocation {number}: nothing is left behind");
        assert_eq!(bytes_after_refusal(), once, "allocation {number}: nothing is left behind");
        number += 1;
        // The next call works.
        warm_up();
        (case.undo)(&handle);
        assert_eq!(alloc::bytes(), bytes);
    }
}

/// A user at the limit of threads: not root, to whom the limit does not apply.
#[test]
fn a_refused_thread_is_a_status() {
    let _alone = alone();
    let (good, text) = in_a_process("faults::without_threads", &[]);
    assert!(good, "{text}");
}

#[test]
#[ignore = "limits the threads of its process"]
fn without_threads() {
    let handle = Handle::new();
    assert_eq!(handle.set_option("Threads", "2"), OK);
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    unsafe {
        assert_eq!(libc::setrlimit(libc::RLIMIT_NPROC, &none), 0);
        if libc::geteuid() == 0 {
            const NOBODY: u32 = 65_534;
            assert_eq!(libc::setuid(NOBODY), 0);
        }
    }
    for threads in ["3", "256"] {
        assert_eq!(handle.set_option("Threads", threads), OUT_OF_MEMORY);
        assert!(last_error().contains("a thread"), "{}", last_error());
        assert_eq!(handle.option("Threads").unwrap(), "2");
    }
    assert_eq!(handle.start(&depth(1)), OUT_OF_MEMORY);
    assert_eq!(handle.load_network(&other_network()), OUT_OF_MEMORY);
    // The existing helper still helps.
    assert_eq!(handle.search(&depth(5)).unwrap().depth, 5);
    assert_eq!(handle.set_option("Threads", "1"), OK);
    assert_eq!(handle.search(&depth(4)).unwrap().depth, 4);
}

/// A process at the limit of open files.
#[test]
fn a_refused_file_is_a_status() {
    let _alone = alone();
    let (good, text) = in_a_process("faults::without_open_files", &[]);
    assert!(good, "{text}");
}

/// Runs a call that may open only this many more files.
fn with_files(more: u64, call: impl FnOnce() -> i32) -> i32 {
    let mut usual = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let next = File::open("/dev/null").unwrap().as_raw_fd() as u64;
    unsafe {
        assert_eq!(libc::getrlimit(libc::RLIMIT_NOFILE, &mut usual), 0);
        let few = libc::rlimit { rlim_cur: next + more, ..usual };
        assert_eq!(libc::setrlimit(libc::RLIMIT_NOFILE, &few), 0);
        let status = call();
        assert_eq!(libc::setrlimit(libc::RLIMIT_NOFILE, &usual), 0);
        status
    }
}

#[test]
#[ignore = "limits the open files of its process"]
fn without_open_files() {
    const FILE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/files.sjnn\0");
    fs::write(FILE.trim_end_matches('\0'), other_network()).unwrap();
    let handle = host();
    assert_eq!(handle.set_position(Some(IN_TABLES), ""), OK);
    let all = || (state(&handle), fs::read_dir("/proc/self/fd").unwrap().count());
    let before = all();
    assert_eq!(with_files(0, || set(&handle, c"EvalFile", path(FILE))), IO);
    assert_eq!(all(), before);
    let enough = (0..20).find(|&more| {
        let status = with_files(more, || set(&handle, c"SyzygyPath", path(TABLES)));
        if status != OK {
            assert_eq!((status, all()), (IO, before.clone()), "with {more} files");
            assert!(last_error().contains("SyzygyPath"), "{}", last_error());
        }
        status == OK
    });
    assert!(
        enough.is_some_and(|files| files > 5),
        "a folder and five tables of results: {enough:?}"
    );
    // Files with distances are opened by a search. While one cannot be opened, it gives no
    // information.
    let hits = || {
        handle.search(&depth(4)).unwrap();
        let mut info: SeajayInfo = init();
        assert_eq!(unsafe { seajay_line(handle.raw, 0, &mut info, ptr::null_mut(), 0) }, OK);
        info.tb_hits
    };
    with_files(0, || {
        hits();
        OK
    });
    assert!(hits() > 0, "the tables are asked again");
    assert_eq!(set(&handle, c"EvalFile", path(FILE)), OK);
}

/// A slow callback delays its own search, and nothing else: the callback ends after all other calls
/// have returned.
#[test]
fn a_slow_callback_delays_its_search_alone() {
    let _alone = alone();
    let (called, calls) = std::sync::mpsc::channel();
    let (go_on, signal) = std::sync::mpsc::channel::<()>();
    let (mut slow, other) = (Handle::new(), Handle::new());
    slow.on_info(move |_| {
        // No thread waits for the search that follows.
        let _ = called.send(());
        let _ = signal.recv();
        0
    });
    assert_eq!(slow.start(&infinite()), OK);
    calls.recv().unwrap();
    assert_eq!(other.search(&depth(4)).unwrap().depth, 4);
    assert_eq!(slow.wait(20).unwrap_err(), TIMEOUT);
    assert!(slow.memory_usage() > 0);
    assert_eq!(slow.is_searching(), 1);
    assert_eq!(slow.clear_history(), BUSY);
    assert_eq!(slow.stop(), OK);
    drop(go_on);
    assert_eq!(best_move(&slow.wait(-1).unwrap()).len(), 4);
}

/// The time that a callback takes counts as time of its search.
#[test]
fn a_search_pays_for_its_callback() {
    let _alone = alone();
    const NAP: Duration = ms(30);
    let mut handle = Handle::new();
    handle.on_info(|_| {
        std::thread::sleep(NAP);
        0
    });
    let result = handle.search(&SeajayLimits { move_time_ms: 10, ..limits() }).unwrap();
    assert!(result.time_ms >= NAP.as_millis() as i64, "{}", result.time_ms);
}
