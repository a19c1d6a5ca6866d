//! The state that the workers of a search share besides its job: the nodes that are left, the
//! finished iterations, and the progress of each helper.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::search::lines::{self, RootLine};
use crate::search::stats::Stats;

/// A worker checks the limits at least once in this many nodes. Few, because each may be the first
/// to touch a huge page, which can take 5 ms.
const MAX_NODES_BETWEEN_CHECKS: u64 = 64;

/// The shared state of a search, reused by the next one.
pub struct SharedSearch {
    /// Whether the helpers must end their search.
    halted: AtomicBool,
    /// The number of nodes that may still be visited.
    nodes_left: CachePadded<AtomicU64>,
    /// The deepest iteration that a worker has finished.
    finished: Mutex<Finished>,
    /// The depth of the deepest finished iteration.
    finished_depth: AtomicI32,
    /// The progress of each helper.
    progress: Vec<CachePadded<Progress>>,
}

/// A finished iteration: the scores of its lines are exact.
pub struct Finished {
    pub depth: i32,
    pub lines: Vec<RootLine>,
}

impl SharedSearch {
    /// The shared state of a main worker and `helpers` helpers.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(helpers: usize) -> Result<SharedSearch, Error> {
        let mut progress = Vec::new();
        progress.try_reserve_exact(helpers).map_err(|_| Error::out_of_memory("the threads"))?;
        progress.resize_with(helpers, CachePadded::default);
        Ok(SharedSearch {
            halted: AtomicBool::new(false),
            nodes_left: CachePadded::default(),
            finished: Mutex::new(Finished { depth: 0, lines: lines::room()? }),
            finished_depth: AtomicI32::new(0),
            progress,
        })
    }

    /// Begins a search with this many nodes to visit.
    pub fn begin(&self, nodes: u64) {
        self.halted.store(false, Relaxed);
        self.nodes_left.0.store(nodes, Relaxed);
        self.finished().depth = 0;
        self.finished_depth.store(0, Relaxed);
    }

    /// Tells the helpers to end their search.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Whether the helpers must end their search.
    pub fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Takes a share of the nodes that may be visited: enough for a stretch of work, fewer towards
    /// the end, so that no worker runs out while others have plenty. Returns 0 when there are none
    /// left.
    pub fn take_nodes(&self) -> u64 {
        // Without a limit, no worker writes what all others read.
        if self.nodes_left.0.load(Relaxed) == u64::MAX {
            return MAX_NODES_BETWEEN_CHECKS;
        }
        let workers = self.progress.len() as u64 + 1;
        let share = |left: u64| left.div_ceil(workers).min(MAX_NODES_BETWEEN_CHECKS);
        let take = |left: u64| Some(left - share(left));
        let (Ok(before) | Err(before)) = self.nodes_left.0.fetch_update(Relaxed, Relaxed, take);
        share(before)
    }

    /// Records an iteration that a worker has finished.
    pub fn record_iteration(&self, depth: i32, lines: &[RootLine]) {
        let mut finished = self.finished();
        if depth > finished.depth {
            finished.depth = depth;
            finished.lines.clear();
            finished.lines.extend_from_slice(lines);
            self.finished_depth.store(depth, Relaxed);
        }
    }

    /// The deepest iteration that a worker has finished.
    pub fn finished(&self) -> MutexGuard<'_, Finished> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The depth of the deepest finished iteration.
    pub fn finished_depth(&self) -> i32 {
        self.finished_depth.load(Relaxed)
    }

    /// The progress of a helper, given by its index.
    pub fn progress(&self, helper: usize) -> &Progress {
        &self.progress[helper].0
    }

    /// The nodes that each helper has published in this search.
    pub fn nodes_of_helpers(&self) -> impl Iterator<Item = u64> {
        self.progress.iter().map(|progress| progress.0.nodes.load(Relaxed))
    }

    /// The nodes that all helpers have published in this search.
    pub fn nodes(&self) -> u64 {
        self.nodes_of_helpers().sum()
    }

    /// The tablebase hits that all helpers have published.
    pub fn tb_hits(&self) -> u64 {
        self.progress.iter().map(|progress| progress.0.tb_hits.load(Relaxed)).sum()
    }

    /// The longest line that a helper has published, in plies.
    pub fn seldepth(&self) -> usize {
        let depths = self.progress.iter().map(|progress| progress.0.seldepth.load(Relaxed));
        depths.max().unwrap_or(0)
    }
}

/// The progress of a helper.
#[derive(Default)]
pub struct Progress {
    nodes: AtomicU64,
    seldepth: AtomicUsize,
    tb_hits: AtomicU64,
}

impl Progress {
    pub fn publish(&self, stats: &Stats, seldepth: usize) {
        self.nodes.store(stats.nodes, Relaxed);
        self.tb_hits.store(stats.tb_hits, Relaxed);
        self.seldepth.store(seldepth, Relaxed);
    }
}

/// A value on cache lines of its own, so that a write by one thread does not slow down reads by
/// another. Two lines, since some processors fetch them in pairs.
#[derive(Default)]
#[repr(align(128))]
struct CachePadded<T>(T);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_limit() {
        for (helpers, limit) in [(0, 0), (0, 1), (0, 2500), (1, 1), (1, 5000), (7, 100), (255, 77)]
        {
            let shared = SharedSearch::new(helpers).expect("memory");
            shared.begin(limit);
            let shares: Vec<u64> =
                std::iter::repeat_with(|| shared.take_nodes()).take_while(|&n| n > 0).collect();
            assert_eq!(shares.iter().sum::<u64>(), limit);
            let max = MAX_NODES_BETWEEN_CHECKS;
            assert!(shares.is_sorted_by(|a, b| a >= b) && shares.iter().all(|&n| n <= max));
            if helpers == 0 {
                assert_eq!(shares.len() as u64, limit.div_ceil(max), "no needless checks");
            }
        }
    }
}
