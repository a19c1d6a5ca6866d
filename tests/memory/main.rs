//! Tests that count what their process uses: allocations, memory, threads, open files. So that no
//! other test is counted, they run one at a time, or in processes of their own.

mod alloc;
mod faults;
mod games;
mod handles;
mod process;
mod searches;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until no other test runs. Every test holds this to its end.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs an ignored test in a process of its own, with some environment variables. Returns whether
/// it passed, and what it printed.
#[cfg(target_os = "linux")]
fn in_a_process(test: &str, variables: &[(&str, String)]) -> (bool, String) {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads", "1"])
        .envs(variables.iter().map(|(name, value)| (name, value)))
        // Much work for each process that ends at once.
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success() && text.contains("1 passed"), text + &complaint)
}
