//! Sequences of calls on several engines, from one thread and from two, with and without a pool.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicU64, Ordering::SeqCst};
use std::thread;

use seajay::ffi::*;
use testkit::ffi::*;

use crate::HAS_THREADS;
use crate::choices::Choices;
use crate::options::{CHECK, SPIN};
use crate::snapshot::{Snapshot, change, change_game, check_result, checked, is_costly, read_cut};

const HANDLES: usize = 3;
const MAX_CALLS: usize = 48;
/// No search visits more nodes, unless it is stopped.
const MAX_NODES: u64 = 1500;

const FENS: [&CStr; 11] = [
    c"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    c"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    c"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    c"qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    c"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    c"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    c"7k/8/5K2/6Q1/8/8/8/8 w - - 99 60",
    c"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    c"8/8/8/8/8/8/8/8 w - - 0 1",
    c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
    c"8/8/8/3k4/8/3p4/3K4/3Q4 w - - 0 1",
];

/// Texts for options that take any: nothing, what is not there, and a network and tablebases of
/// the repository.
const PATHS: [&str; 5] = [
    "",
    "/no/such/file",
    ":",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/seajay.sjnn"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/syzygy"),
];

/// An engine, the game whose position it has, and what its callbacks need.
struct Player {
    handle: Handle,
    game: Game,
    callbacks: Box<Callbacks>,
    /// Was a search left running?
    is_running: bool,
}

/// What the callbacks do, and what they have been called with.
struct Callbacks {
    handle: AtomicPtr<SeajayEngine>,
    game: AtomicPtr<SeajayGame>,
    calls: AtomicU64,
    /// The call of a search that answers "stop", counted from 1; 0 for none.
    stop_at: AtomicU64,
    /// What the callbacks do besides: a number below [`ACTIONS`].
    action: AtomicI64,
    logged: AtomicU64,
    done: AtomicU64,
    /// Is the info callback set?
    is_open: AtomicBool,
}

const ACTIONS: usize = 4;

impl Player {
    fn new() -> Player {
        let (handle, game) = (Handle::new(), Game::new());
        assert_eq!(handle.set_option("Hash", "1"), OK);
        let callbacks = Box::new(Callbacks {
            handle: AtomicPtr::new(handle.raw),
            game: AtomicPtr::new(game.raw),
            calls: AtomicU64::new(0),
            stop_at: AtomicU64::new(0),
            action: AtomicI64::new(0),
            logged: AtomicU64::new(0),
            done: AtomicU64::new(0),
            is_open: AtomicBool::new(false),
        });
        let player = Player { handle, game, callbacks, is_running: false };
        player.set_callbacks(true, true);
        player
    }

    fn set_callbacks(&self, hears: bool, notes: bool) {
        let user_data = ptr::from_ref(&*self.callbacks).cast_mut().cast();
        let (hear, note) = (hears.then_some(hear as _), notes.then_some(note as _));
        unsafe {
            assert_eq!(seajay_set_info_callback(self.handle.raw, hear, user_data), OK);
            assert_eq!(seajay_set_log_callback(self.handle.raw, note, user_data), OK);
            assert_eq!(seajay_set_done_callback(self.handle.raw, Some(end), user_data), OK);
        }
        self.callbacks.is_open.store(hears, SeqCst);
    }
}

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let pool = HAS_THREADS.then(|| Pool::new(1));
    let mut players: [Option<Player>; HANDLES] = [const { None }; HANDLES];
    for _ in 0..MAX_CALLS {
        if choices.is_empty() {
            return;
        }
        let slot = &mut players[choices.below(HANDLES)];
        let player = slot.get_or_insert_with(Player::new);
        if player.is_running {
            meet_running(player, &mut choices);
            continue;
        }
        match choices.below(16) {
            0 => *slot = None,
            1 | 2 => set_position(player, &mut choices),
            3 => play(player, &mut choices),
            4 | 5 => set_option(player, &mut choices),
            6 | 7 => search(player, &mut choices),
            8 | 9 => {
                if start(player, &mut choices) {
                    // Freed in mid-search.
                    *slot = None;
                }
            }
            10 => listen(player, pool.as_ref(), &mut choices),
            11 => read(player, &mut choices),
            12 => records(player, &mut choices),
            13 => load_network(player, &mut choices),
            14 => repeat(player),
            _ => {
                change(&player.handle, || player.handle.clear_history());
            }
        }
    }
}

/// A pointer to a text, or NULL.
fn pointer(text: Option<&CString>) -> *const c_char {
    text.map_or(ptr::null(), |text| text.as_ptr())
}

/// A text that is one of a list, or any, or none.
fn some_text(choices: &mut Choices<'_>, list: &[&CStr]) -> Option<CString> {
    match choices.below(8) {
        0 => None,
        1 => Some(choices.text()),
        _ => Some(choices.one_of(list).to_owned()),
    }
}

fn set_position(player: &Player, choices: &mut Choices<'_>) {
    const MOVES: [&CStr; 6] = [
        c"",
        c"e2e4 e7e5 g1f3",
        c"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        c"e1g1",
        c"e1h1 e8a8",
        c"e2e4 e7e5 e4e5",
    ];
    let fen = some_text(choices, &FENS);
    let moves = some_text(choices, &MOVES);
    let (fen, moves) = (pointer(fen.as_ref()), pointer(moves.as_ref()));
    let is_set =
        change(&player.handle, || unsafe { seajay_set_position(player.handle.raw, fen, moves) });
    let game = &player.game;
    assert_eq!(change_game(game, || unsafe { seajay_game_set(game.raw, fen, moves) }), is_set);
}

fn play(player: &Player, choices: &mut Choices<'_>) {
    let game = &player.game;
    let legal = game.legal_moves(None).expect("all squares");
    let legal: Vec<&str> = legal.split_whitespace().collect();
    let m = match legal.len() {
        0 => choices.text(),
        _ if choices.below(8) == 0 => choices.text(),
        count => c(legal[choices.below(count.min(256))]),
    };
    let played = change_game(game, || unsafe { seajay_game_play(game.raw, m.as_ptr()) });
    let is_legal = m.to_str().is_ok_and(|m| legal.contains(&m));
    assert!(played || !is_legal, "{m:?} is legal");
    assert!(change(&player.handle, || player.handle.set_game(game)));
}

fn set_option(player: &Player, choices: &mut Choices<'_>) {
    let (name, value) = some_setting(choices);
    let (name_text, value_text) = (name.to_string_lossy(), value.to_string_lossy());
    if !is_costly(&name_text, &value_text) {
        change(&player.handle, || unsafe {
            seajay_set_option(player.handle.raw, name.as_ptr(), value.as_ptr())
        });
    }
    let size = choices.below(40);
    read_cut(size, |buffer, size| unsafe {
        seajay_get_option(player.handle.raw, name.as_ptr(), buffer, size)
    });
}

/// The name and a value of an option, at the bounds of what it takes or beyond them; or any texts.
fn some_setting(choices: &mut Choices<'_>) -> (CString, CString) {
    if choices.below(8) == 0 {
        return (choices.text(), choices.text());
    }
    let infos: Vec<_> = option_infos().collect();
    let SeajayOptionInfo { name, kind, default_value, min, max, .. } = choices.one_of(&infos);
    let value = match kind {
        CHECK => choices.one_of(&["true", "off", ""]).to_owned(),
        SPIN => {
            let edges = [min, min + 1, min + 4, max, min - 1, max + 1].map(|edge| edge.to_string());
            let index = choices.below(edges.len() + 1);
            edges.get(index).cloned().unwrap_or_else(|| text(default_value))
        }
        _ => choices.one_of(&PATHS).to_owned(),
    };
    (c(&text(name)), c(&value))
}

/// Calls while a search may run: refused, or right after it, and another player may search too.
fn meet_running(player: &mut Player, choices: &mut Choices<'_>) {
    let handle = &player.handle;
    match choices.below(8) {
        0 => player.is_running = !change(handle, || handle.set_game(&player.game)),
        1 => {
            change(handle, || handle.set_option("Hash", "2"));
        }
        2 => {
            change(handle, || handle.set_option("Threads", "2"));
        }
        3 => {
            change(handle, || handle.load_network(EMBEDDED));
        }
        4 => {
            change(handle, || handle.start(&depth(1)));
        }
        5 => read(player, choices),
        _ => {
            assert_eq!(handle.stop(), OK);
            check_result(handle, &player.game, &handle.wait(-1).expect("a result"));
            player.is_running = false;
        }
    }
}

/// Limits of any kind, with few nodes.
fn some_limits(choices: &mut Choices<'_>) -> SeajayLimits {
    let mut limits = nodes(1 + choices.short() as u64 % MAX_NODES);
    for _ in 0..choices.below(4) {
        let number = choices.number();
        match choices.below(10) {
            0 => limits.depth = number as i32,
            1 => limits.move_time_ms = number,
            2 => limits.mate = number as i32,
            3 => limits.moves_to_go = number as i32,
            4 => limits.white_time_ms = number,
            5 => limits.black_time_ms = number,
            6 => limits.white_increment_ms = number,
            7 => limits.black_increment_ms = number,
            // No limit at all is refused; one that is no number of nodes might never be reached.
            8 if number == 0 => return testkit::ffi::limits(),
            8 => limits.nodes = (number as u64).min(MAX_NODES),
            _ => limits.struct_size = number as u32,
        }
    }
    // What lies behind the struct is not ours to promise.
    limits.struct_size = limits.struct_size.min(size_of::<SeajayLimits>() as u32);
    limits
}

fn search(player: &Player, choices: &mut Choices<'_>) {
    let mut limits = some_limits(choices);
    let root_moves = (choices.below(4) == 0).then(|| some_moves(player, choices));
    limits.search_moves = pointer(root_moves.as_ref());
    player.callbacks.calls.store(0, SeqCst);
    let mut status = OK;
    change(&player.handle, || {
        match player.handle.search(&limits) {
            Ok(result) => {
                assert!(result.nodes <= limits.nodes, "{}", result.nodes);
                check_result(&player.handle, &player.game, &result);
            }
            Err(error) => status = error,
        }
        status
    });
    if root_moves.is_none() {
        assert_eq!(status, if are_sound(&limits) { OK } else { INVALID_ARGUMENT });
    } else {
        assert!([OK, INVALID_ARGUMENT, INVALID_UTF8, ILLEGAL_MOVE].contains(&status));
    }
    let (calls, is_open) =
        (player.callbacks.calls.load(SeqCst), player.callbacks.is_open.load(SeqCst));
    assert!(status != OK || (calls > 0) == is_open, "calls of the info callback: {calls}");
}

/// Are the limits as their documentation has them?
fn are_sound(limits: &SeajayLimits) -> bool {
    let numbers = [
        limits.depth.into(),
        limits.move_time_ms,
        limits.mate.into(),
        limits.moves_to_go.into(),
        limits.white_increment_ms,
        limits.black_increment_ms,
    ];
    limits.struct_size as usize == size_of::<SeajayLimits>()
        && limits.nodes > 0
        && numbers.iter().all(|&number| number >= 0)
}

fn some_moves(player: &Player, choices: &mut Choices<'_>) -> CString {
    let legal = player.game.legal_moves(None).expect("all squares");
    match choices.below(3) {
        0 => choices.text(),
        1 => c(legal.split_inclusive(' ').take(2).collect::<String>().as_str()),
        _ => c(&legal),
    }
}

/// A started search that other threads stop, wait for and look at, or that goes on meanwhile. Shall
/// the handle be freed while it runs?
fn start(player: &mut Player, choices: &mut Choices<'_>) -> bool {
    let mut limits = some_limits(choices);
    match choices.below(3) {
        0 => limits.infinite = 1,
        1 => limits.ponder = 1,
        _ => (),
    }
    let handle = &player.handle;
    player.callbacks.calls.store(0, SeqCst);
    if checked(handle.start(&limits)) != OK {
        return false;
    }
    match choices.below(4) {
        0 => return true,
        1 => {
            player.is_running = true;
            return false;
        }
        _ => (),
    }
    let (naps, calls) = (choices.below(64), choices.bytes(8));
    thread::scope(|scope| {
        scope.spawn(move || {
            (0..naps).for_each(|_| thread::yield_now());
            calls.iter().for_each(|&call| disturb(handle, call));
            handle.ponderhit();
            handle.stop();
        });
        disturb(handle, choices.byte());
        let result = handle.wait(-1).expect("a result");
        assert_eq!(handle.is_searching(), 0);
        check_result(handle, &player.game, &result);
    });
    false
}

/// A call that is allowed, or refused, while a search may run.
fn disturb(handle: &Handle, call: u8) {
    let raw = handle.raw;
    match call % 12 {
        0 => assert!(matches!(handle.wait(0), Ok(_) | Err(TIMEOUT))),
        1 => assert_eq!(handle.ponderhit(), OK),
        2 => assert!(handle.memory_usage() > 1 << 20),
        3 => drop(last_error()),
        4 => assert!(handle.stats().nodes >= handle.stats().qnodes),
        5 => assert!(matches!(handle.wait(1), Ok(_) | Err(TIMEOUT))),
        6 => assert!([OK, BUSY].contains(&handle.clear_history())),
        7 => {
            // Refused, or right after the search, where it changes nothing.
            let status = unsafe { seajay_set_option(raw, c"Ponder".as_ptr(), c"false".as_ptr()) };
            assert!([OK, BUSY].contains(&status));
        }
        8 => assert!((0..=1).contains(&handle.is_searching())),
        9 => assert!([OK, BUSY].contains(&handle.load_network(EMBEDDED))),
        // NULL is looked at first, or else the call that runs.
        10 => assert!([NULL, BUSY].contains(&unsafe { seajay_set_game(raw, ptr::null()) })),
        _ => assert_eq!(handle.stop(), OK),
    }
}

/// Sets what the callbacks do from now on, and on which threads.
fn listen(player: &Player, pool: Option<&Pool>, choices: &mut Choices<'_>) {
    player.callbacks.stop_at.store(choices.below(4) as u64, SeqCst);
    player.callbacks.action.store(choices.below(ACTIONS) as i64, SeqCst);
    let bits = choices.byte();
    player.set_callbacks(bits & 3 != 3, bits & 12 != 12);
    let pool = pool.filter(|_| bits & 48 == 48);
    assert_eq!(player.handle.set_pool(pool), OK);
}

unsafe extern "C" fn hear(user_data: *mut c_void, info: *const SeajayInfo) -> i32 {
    let (callbacks, info) = unsafe { (&*user_data.cast::<Callbacks>(), &*info) };
    let raw = callbacks.handle.load(SeqCst);
    let call = callbacks.calls.fetch_add(1, SeqCst) + 1;
    let pv = unsafe { CStr::from_ptr(info.pv) }.to_str().expect("UTF-8");
    assert_eq!(info.wdl.iter().sum::<i32>(), 1000, "{info:?} {pv}");
    match callbacks.action.load(SeqCst) {
        1 => unsafe { expect_refusals(raw) },
        2 => unsafe {
            let line = c(pv);
            let game = callbacks.game.load(SeqCst);
            let room = seajay_game_to_san(game, line.as_ptr(), ptr::null_mut(), 0);
            assert!(room >= 0, "a line is legal: {pv}");
            assert_eq!(seajay_is_searching(raw), 1);
        },
        3 => assert_eq!(unsafe { seajay_stop(raw) }, OK),
        _ => (),
    }
    i32::from(call == callbacks.stop_at.load(SeqCst))
}

unsafe extern "C" fn end(user_data: *mut c_void, status: i32, result: *const SeajayResult) {
    let callbacks = unsafe { &*user_data.cast::<Callbacks>() };
    let raw = callbacks.handle.load(SeqCst);
    assert_eq!(status, OK);
    assert!(!result.is_null());
    unsafe {
        assert_eq!(seajay_wait(raw, -1, ptr::null_mut()), BUSY);
        assert_eq!(seajay_is_searching(raw), 0);
        // Everything else works,
        // unless the host has the engine just now.
        assert!([OK, BUSY].contains(&seajay_set_game(raw, callbacks.game.load(SeqCst))));
        let mut stats = init();
        assert_eq!(seajay_stats(raw, &mut stats), OK);
        assert_eq!(stats.nodes, (*result).nodes);
    }
    callbacks.done.fetch_add(1, SeqCst);
}

/// What no callback of a running search may do.
unsafe fn expect_refusals(raw: *mut SeajayEngine) {
    let limits = depth(1);
    unsafe {
        assert_eq!(seajay_set_position(raw, ptr::null(), ptr::null()), BUSY);
        assert_eq!(seajay_search(raw, &limits, ptr::null_mut()), BUSY);
        assert_eq!(seajay_start(raw, &limits), BUSY);
        assert_eq!(seajay_wait(raw, -1, ptr::null_mut()), BUSY);
        assert_eq!(seajay_clear_history(raw), BUSY);
        seajay_free(raw);
    }
}

unsafe extern "C" fn note(user_data: *mut c_void, level: i32, text: *const c_char) {
    let (callbacks, text) = unsafe { (&*user_data.cast::<Callbacks>(), CStr::from_ptr(text)) };
    let text = text.to_str().expect("UTF-8");
    assert_ne!(level, SeajayLogLevel::SEAJAY_LOG_ERROR as i32, "{text}");
    assert!(!text.contains('\n'), "one line: {text:?}");
    let raw = callbacks.handle.load(SeqCst);
    match callbacks.action.load(SeqCst) {
        1 => unsafe { expect_refusals(raw) },
        2 => assert!((0..=1).contains(&unsafe { seajay_is_searching(raw) })),
        _ => (),
    }
    callbacks.logged.fetch_add(1, SeqCst);
}

/// Helpers, with buffers of any size.
fn read(player: &Player, choices: &mut Choices<'_>) {
    let (raw, game) = (player.handle.raw, &player.game);
    let size = choices.short() % 300;
    let line = some_moves(player, choices);
    match choices.below(9) {
        0 => read_cut(size, |buffer, size| unsafe { seajay_game_fen(game.raw, buffer, size) }),
        1 => read_cut(size, |buffer, size| unsafe {
            seajay_game_legal_moves(game.raw, ptr::null(), buffer, size)
        }),
        2 => read_cut(size, |buffer, size| unsafe {
            seajay_game_to_san(game.raw, line.as_ptr(), buffer, size)
        }),
        3 => {
            let text = choices.text();
            read_cut(size, |buffer, size| unsafe {
                seajay_game_from_san(game.raw, text.as_ptr(), buffer, size)
            });
        }
        4 => read_cut(size, |buffer, size| unsafe { seajay_last_error(buffer, size) as i64 }),
        5 => {
            let index = choices.below(8);
            if !player.is_running {
                read_cut(size, |buffer, size| unsafe {
                    seajay_line_to_san(raw, index, buffer, size)
                });
            }
        }
        6 => assert!(player.handle.memory_usage() > 1 << 20),
        7 => read_line(player, choices.below(8), size),
        _ => {
            // Mate is a check, and stalemate none.
            let expected = match game.state() {
                1 => 1..=1,
                2 => 0..=0,
                _ => 0..=1,
            };
            assert!(expected.contains(&game.in_check()));
        }
    }
}

/// A line in a buffer of any size: as many moves as it has room for.
fn read_line(player: &Player, index: usize, size: usize) {
    const MOST: usize = 768;
    let handle = &player.handle;
    let line = |size: usize| {
        let (mut info, mut pv) = (init::<SeajayInfo>(), [0x55_u8; MOST]);
        let buffer = pv.as_mut_ptr().cast();
        let status = unsafe { seajay_line(handle.raw, index, &mut info, buffer, size) };
        assert!(pv[size..].iter().all(|&byte| byte == 0x55), "written behind the buffer");
        (status, if status == OK { text(info.pv) } else { String::new() })
    };
    let (size, (status, whole)) = (size.min(MOST), line(MOST));
    if player.is_running {
        // The search may end between two calls, and have other lines.
        line(size);
        return;
    }
    assert_eq!(status == OK, index < unsafe { seajay_line_count(handle.raw) });
    let (again, cut) = line(size);
    assert_eq!(again, status);
    let rest = whole.strip_prefix(cut.as_str()).expect("the same moves, or fewer");
    assert!(rest.is_empty() || cut.is_empty() || rest.starts_with(' '), "{cut:?} of {whole:?}");
}

/// Structs of any size, and arguments that are NULL.
fn records(player: &Player, choices: &mut Choices<'_>) {
    let raw = player.handle.raw;
    let size = choices.number() as u32;
    let index = choices.number() as usize;
    // As large as the largest size that is taken.
    let mut room = vec![0_u64; (1 << 16) / 8 + 1];
    let record = room.as_mut_ptr();
    unsafe {
        record.cast::<u32>().write(size);
        let status = match choices.below(7) {
            0 => seajay_stats(raw, record.cast()),
            1 => seajay_option_info(index, record.cast()),
            2 => seajay_line(raw, index, record.cast(), ptr::null_mut(), 0),
            3 => seajay_wait(raw, 0, record.cast()),
            4 => seajay_search(raw, ptr::null(), record.cast()),
            5 => seajay_game_perft(player.game.raw, 1, ptr::null_mut()),
            _ => seajay_set_option(raw, ptr::null(), ptr::null()),
        };
        checked(status);
        assert_eq!(record.cast::<u32>().read(), size, "the caller's size stays");
        if status == OK {
            assert!(size as usize <= 1 << 16);
        } else {
            assert!(room[1..].iter().all(|&word| word == 0), "filled after an error");
        }
        assert_eq!(seajay_is_searching(ptr::null()), NULL);
    }
}

fn load_network(player: &Player, choices: &mut Choices<'_>) {
    let mut file = EMBEDDED.to_vec();
    match choices.below(4) {
        0 => (),
        1 => file.truncate(choices.short()),
        2 => file = choices.bytes(64).to_vec(),
        _ => {
            let at = choices.short() % file.len();
            file[at] ^= choices.byte();
        }
    }
    let is_sound = file == EMBEDDED;
    let loaded = change(&player.handle, || player.handle.load_network(&file));
    assert_eq!(loaded, is_sound);
}

/// After clearing, one thread and a node limit give the same result every time.
fn repeat(player: &Player) {
    let handle = &player.handle;
    if handle.option("Threads").as_deref() != Ok("1") {
        return;
    }
    player.callbacks.stop_at.store(0, SeqCst);
    player.callbacks.action.store(0, SeqCst);
    let before = Snapshot::of(handle);
    let [first, second] = [(), ()].map(|()| {
        assert_eq!(handle.clear_history(), OK);
        let result = handle.search(&nodes(400)).expect("a search");
        (best_move(&result), result.nodes, result.score, result.depth)
    });
    assert_eq!(first, second, "{before:?}");
    let [first, second] = [(), ()].map(|()| {
        assert_eq!(handle.clear_history(), OK);
        review(player)
    });
    assert_eq!(first, second, "{before:?}");
    assert_eq!(Snapshot::of(handle), before, "neither a search nor a review changes anything");
}

/// Reviews the player's game.
fn review(player: &Player) -> Vec<SeajayReview> {
    let (handle, game) = (&player.handle, &player.game);
    let limits = nodes(40);
    let mut moves = vec![unsafe { std::mem::zeroed() }; game.ply_count() as usize];
    let (place, room, none) = (moves.as_mut_ptr(), moves.len(), ptr::null_mut());
    let judged = unsafe { seajay_review(handle.raw, game.raw, &limits, place, room, None, none) };
    assert_eq!(judged, room as i64, "{}", last_error());
    for (index, review) in moves.iter().enumerate() {
        assert!(review.judged == 1 && (0..=1000).contains(&review.loss), "{review:?}");
        read_cut(index % 20, |buffer, size| unsafe {
            seajay_review_line(handle.raw, index, buffer, size)
        });
    }
    moves
}
