//! The deepest possible search fits into a small stack.

mod support;

use std::ops::ControlFlow;
use std::thread;

use seajay::Limits;
use support::play::Host;

/// A host may search on a thread of its own with little stack. Unoptimised frames are larger.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 512 << 10 };
/// The last ply of the longest path.
const LAST_PLY: u32 = 127;

/// Everything is blocked, the kings move to and fro, and White, who seems to be better, avoids the
/// repetition: few positions and long lines.
const FORTRESS: &str = "k2b4/p1p1p1p1/P1P1P1Pp/8/8/p1p1p1p1/P1P1P1PP/1B1B1K2 w - - 0 1";
/// Very many captures: quiescence goes deep at once.
const QUEENS: &str = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

/// Searches in a thread with little stack until the last ply is reached, and returns the deepest
/// ply.
fn deepest_ply(fen: &'static str, nodes: u64) -> u32 {
    let search = move || {
        let mut engine = Host::fixed_at(fen);
        let limits = Limits { depth: Some(LAST_PLY), ..Limits::nodes(nodes) };
        let report = engine.search(&limits, |info| {
            if info.seldepth >= LAST_PLY {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        report.expect("a search").seldepth
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(search).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn a_deep_search_needs_little_stack() {
    let deepest = deepest_ply(FORTRESS, 15_000_000);
    println!("ply {deepest} with {} KiB of stack", STACK >> 10);
    assert_eq!(deepest, LAST_PLY);
}

#[test]
fn endless_captures_need_no_more() {
    let deepest = deepest_ply(QUEENS, 300_000);
    println!("ply {deepest} with {} KiB of stack", STACK >> 10);
    assert!((20..=LAST_PLY).contains(&deepest), "only ply {deepest}");
}
