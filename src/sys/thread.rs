//! The library's own threads.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Barrier};
use std::thread::{self, Builder, JoinHandle};

use super::platform::{HAS_THREADS, has_room};
use crate::panics;

/// The stack of a thread: more than a search needs, even without optimisation.
const STACK_BYTES: usize = 4 << 20;
/// More than the system allocates when a thread begins.
const START_BYTES: usize = 1 << 20;

/// How often [`spawn`] was called in this process.
static SPAWNS: AtomicUsize = AtomicUsize::new(0);

/// Starts a thread without waiting until it runs, which may take long on a busy machine. Its panics
/// are silent if this thread's are. `None` if there is no memory for it, or the system refuses it.
pub fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    SPAWNS.fetch_add(1, Relaxed);
    start(name, move || {
        let_others_start();
        body();
    })
}

/// Lets the thread that started this one continue while it starts more. A host that starts hundreds
/// of searches would otherwise soon wait for its turn among all of them. Where no thread waits for
/// a processor this costs microseconds; where some do, four time slices or more.
fn let_others_start() {
    const MAX_YIELDS: u32 = 32;
    const WITHOUT_SPAWN: u32 = 4;
    let (mut spawns, mut unchanged) = (SPAWNS.load(Relaxed), 0);
    for _ in 0..MAX_YIELDS {
        thread::yield_now();
        let before = mem::replace(&mut spawns, SPAWNS.load(Relaxed));
        unchanged = if before == spawns { unchanged + 1 } else { 0 };
        if unchanged == WITHOUT_SPAWN {
            break;
        }
    }
}

fn start(name: &str, body: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    // A thread that finds no memory when it begins would end the process.
    if !HAS_THREADS || !has_room(STACK_BYTES + START_BYTES) {
        return None;
    }
    Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(panics::inherit(body)).ok()
}

/// Starts a thread and waits until it runs: then it has all the memory it needs, and the check for
/// the next one counts correctly. `None` as for [`spawn`].
pub fn spawn_and_wait(name: &str, body: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let begun = Arc::new(Barrier::new(2));
    let at_begin = Arc::clone(&begun);
    let thread = start(name, move || {
        at_begin.wait();
        body();
    })?;
    begun.wait();
    Some(thread)
}

#[cfg(test)]
mod tests {
    use super::STACK_BYTES;

    #[test]
    fn the_guide_says_how_large_a_stack_is() {
        let guide = include_str!("../../docs/guide.md");
        assert!(guide.contains(&format!("each with a stack of {} MiB", STACK_BYTES >> 20)));
    }
}
