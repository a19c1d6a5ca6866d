//! Engines on pools, with done callbacks that begin further searches. Each search ends with one
//! call, and with the result that an engine on its own reaches.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use seajay::ffi::*;
use testkit::ffi::*;

use crate::choices::Choices;
use crate::snapshot::checked;

const PLAYERS: usize = 3;
const POOLS: usize = 2;
const MAX_CALLS: usize = 24;
/// No search visits more nodes.
const MAX_NODES: u64 = 400;

const FENS: [&str; 4] = [
    START,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
];

/// Limits that end every search, at the same node every time.
#[derive(Clone, Copy)]
struct Ends {
    nodes: u64,
    depth: i32,
    mate: i32,
}

impl Ends {
    fn some(choices: &mut Choices<'_>) -> Ends {
        let nodes = 1 + choices.short() as u64 % MAX_NODES;
        match choices.below(8) {
            0 => Ends { nodes, depth: 1 + choices.below(5) as i32, mate: 0 },
            1 => Ends { nodes, depth: 0, mate: 1 + choices.below(3) as i32 },
            _ => Ends { nodes, depth: 0, mate: 0 },
        }
    }

    fn limits(self) -> SeajayLimits {
        let Ends { nodes, depth, mate } = self;
        // No result depends on who comes first.
        let priority = (nodes % 3) as i32 - 1;
        SeajayLimits { nodes, depth, mate, priority, ..limits() }
    }
}

/// What was done with an engine, in order.
#[derive(Clone, Copy)]
enum Event {
    Search(Ends),
    Position(&'static str),
    Lines(&'static str),
    Clear,
}

/// What there is to compare of a result.
#[derive(PartialEq, Debug)]
struct Outcome {
    best_move: String,
    score: (i32, i32, i32),
    nodes: u64,
    depth: i32,
    stop_reason: i32,
}

impl Outcome {
    fn of(result: &SeajayResult) -> Outcome {
        let SeajayScore { kind, value, bound } = result.score;
        Outcome {
            best_move: best_move(result),
            score: (kind, value, bound),
            nodes: result.nodes,
            depth: result.depth,
            stop_reason: result.stop_reason,
        }
    }
}

/// What the callback of an engine knows.
#[derive(Default)]
struct Notes {
    /// Locked while a call is made, so that their order is known.
    events: Mutex<Vec<Event>>,
    ends: Mutex<Vec<(u64, Outcome)>>,
    /// The searches that the callback shall begin.
    next: Mutex<VecDeque<Ends>>,
}

impl Notes {
    /// Makes a call that may be refused.
    fn note(&self, event: Event, call: impl FnOnce() -> i32) {
        note(&mut self.events.lock().expect("unbroken"), event, call);
    }

    /// Has every search ended?
    fn is_complete(&self) -> bool {
        let events = self.events.lock().expect("unbroken");
        let searches = events.iter().filter(|event| matches!(event, Event::Search(_))).count();
        searches == self.ends.lock().expect("unbroken").len()
    }

    /// The end of a search, and the begin of the next.
    fn end(&self, engine: Raw, result: &SeajayResult) {
        let mut events = self.events.lock().expect("unbroken");
        self.ends.lock().expect("unbroken").push((result.search_id, Outcome::of(result)));
        let next = self.next.lock().expect("unbroken").pop_front();
        if let Some(ends) = next {
            let start = || unsafe { seajay_start(engine.get(), &ends.limits()) };
            note(&mut events, Event::Search(ends), start);
        }
    }
}

fn note(events: &mut Vec<Event>, event: Event, call: impl FnOnce() -> i32) {
    let status = checked(call());
    assert!([OK, BUSY].contains(&status), "status {status}: {}", last_error());
    if status == OK {
        events.push(event);
    }
}

struct Player {
    handle: Handle,
    notes: Arc<Notes>,
    /// Does the same, on its own.
    twin: Handle,
    /// May a search have ended early?
    is_stopped: bool,
}

impl Player {
    fn new(pool: &Pool) -> Player {
        let mut handle = Handle::on(pool);
        let (engine, notes) = (handle.pointer(), Arc::new(Notes::default()));
        let ended = Arc::clone(&notes);
        handle.on_done(move |status, result| {
            assert_eq!(status, OK);
            ended.end(engine, result.expect("a result"));
        });
        let twin = Handle::new();
        assert_eq!(twin.set_option("Hash", "1"), OK);
        Player { handle, notes, twin, is_stopped: false }
    }

    /// Waits for a search that was told to stop, as the next call would do, but without the lock that
    /// its callback needs.
    fn await_stop(&self) {
        if self.is_stopped {
            assert!(matches!(self.handle.wait(-1), Ok(_) | Err(INVALID_ARGUMENT)));
        }
    }

    fn start(&self, choices: &mut Choices<'_>) {
        self.await_stop();
        let ends = Ends::some(choices);
        for _ in 0..choices.below(4).saturating_sub(1) {
            self.notes.next.lock().expect("unbroken").push_back(Ends::some(choices));
        }
        self.notes.note(Event::Search(ends), || self.handle.start(&ends.limits()));
    }

    fn change(&self, choices: &mut Choices<'_>) {
        self.await_stop();
        let (handle, notes) = (&self.handle, &self.notes);
        match choices.below(3) {
            0 => {
                let fen = choices.one_of(&FENS);
                notes.note(Event::Position(fen), || handle.set_position(Some(fen), ""));
            }
            1 => {
                let lines = choices.one_of(&["1", "2", "4"]);
                notes.note(Event::Lines(lines), || handle.set_option("MultiPV", lines));
            }
            _ => {
                notes.note(Event::Clear, || handle.clear_history());
            }
        }
    }

    /// Waits for all searches, and compares them with those of an engine on its own.
    fn settle(&mut self) {
        // It may return between two searches.
        let waits = (0..1000).find(|_| {
            let waited = self.handle.wait(-1);
            assert!(matches!(waited, Ok(_) | Err(INVALID_ARGUMENT)));
            self.notes.is_complete()
        });
        assert!(waits.is_some(), "a search without a call");
        assert_eq!(self.handle.is_searching(), 0);
        self.compare();
    }

    fn compare(&mut self) {
        self.notes.next.lock().expect("unbroken").clear();
        let events = std::mem::take(&mut *self.notes.events.lock().expect("unbroken"));
        let ends = std::mem::take(&mut *self.notes.ends.lock().expect("unbroken"));
        assert!(ends.is_sorted_by(|one, other| one.0 < other.0), "{ends:?}");
        let mut outcomes = ends.into_iter().map(|end| end.1);
        for event in events {
            match event {
                Event::Position(fen) => assert_eq!(self.twin.set_position(Some(fen), ""), OK),
                Event::Lines(lines) => assert_eq!(self.twin.set_option("MultiPV", lines), OK),
                Event::Clear => assert_eq!(self.twin.clear_history(), OK),
                Event::Search(ends) => {
                    let limits = ends.limits();
                    let found = outcomes.next().expect("one call for each search");
                    if self.is_stopped {
                        assert!(found.nodes <= limits.nodes, "{found:?}");
                    } else {
                        let expected = self.twin.search(&limits).expect("a search");
                        assert_eq!(found, Outcome::of(&expected));
                        assert_ne!(found.stop_reason, STOPPED);
                    }
                }
            }
        }
        assert_eq!(outcomes.next(), None, "one call for each search");
        if std::mem::take(&mut self.is_stopped) {
            // They have seen different positions.
            assert_eq!(self.handle.clear_history(), OK);
            assert_eq!(self.twin.clear_history(), OK);
        }
    }

    /// Frees the engine, whatever it does: its last search has had its call then.
    fn free(self) {
        let Player { handle, notes, .. } = self;
        let callbacks = handle.free();
        assert!(notes.is_complete(), "a search without a call");
        drop(callbacks);
    }
}

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut pools = [1, 2].map(Pool::new);
    let mut players: [Option<Player>; PLAYERS] = [const { None }; PLAYERS];
    for _ in 0..MAX_CALLS {
        if choices.is_empty() {
            break;
        }
        let slot = &mut players[choices.below(PLAYERS)];
        let player = slot.get_or_insert_with(|| Player::new(&pools[choices.below(POOLS)]));
        match choices.below(16) {
            0 => slot.take().expect("just made").free(),
            1..=6 => player.start(&mut choices),
            7 | 8 => {
                player.is_stopped = true;
                assert_eq!(player.handle.stop(), OK);
            }
            9 | 10 => player.settle(),
            11 | 12 => player.change(&mut choices),
            13 => {
                let pool = pools.get(choices.below(POOLS + 1));
                assert!([OK, BUSY].contains(&player.handle.set_pool(pool)));
            }
            // The engines keep the old one.
            14 => pools[choices.below(POOLS)] = Pool::new(1 + choices.below(3) as u32),
            _ => assert!(matches!(player.handle.wait(0), Ok(_) | Err(TIMEOUT | INVALID_ARGUMENT))),
        }
    }
    players.iter_mut().flatten().for_each(Player::settle);
    players.into_iter().flatten().for_each(Player::free);
}
