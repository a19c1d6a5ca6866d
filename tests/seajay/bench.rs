//! The benchmark's node count is the signature of the search.

#[path = "../../bench/bench.rs"]
mod benchmark;

use seajay::Engine;

const DEPTH: u32 = 5;
const _: () = assert!(DEPTH < benchmark::DEFAULT_DEPTH);
/// A change that is meant to alter the search records its new number here; no other change may
/// alter it.
const SIGNATURE: u64 = 69_209;

#[test]
fn the_search_is_the_recorded_one_and_forgets_on_request() {
    let mut engine = Engine::new().unwrap();
    for run in ["first", "second"] {
        let mut positions = 0;
        let totals = benchmark::run(&mut engine, DEPTH, |_, report| {
            positions += 1;
            assert!(!report.best_move.is_empty());
        })
        .unwrap();
        assert_eq!(positions, benchmark::position_count());
        assert_eq!(totals.nodes, SIGNATURE, "{run} run");
    }
}
