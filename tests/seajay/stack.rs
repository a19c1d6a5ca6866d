//! The deepest possible searches fit into a small stack, even without optimisation. For what is
//! installed, `ffi-tests/tests/ffi/packages.rs` tests the smaller one that the header promises.

use std::ops::ControlFlow;
use std::thread;

use seajay::Limits;
use testkit::play::Host;
use testkit::{FORTRESS, LAST_PLY, QUEENS};

/// Half of what the library gives its own threads.
const STACK: usize = 2 << 20;

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
