//! The transposition table (hash table): results of searched positions, shared between threads.
//!
//! Lock-free without torn reads: an entry is two words, the data and the key XORed with the
//! data, so that a half-written entry fails its key check (Hyatt and Mann, "A lock-less
//! transposition-table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::board::Move;
use crate::error::{Error, ErrorKind};
use crate::score::{Bound, Score};
use crate::sys::{self, CacheLine, CacheLines};
use crate::tunables::numbers;

numbers! { replacement:
    /// A bound replaces this search's entry of the same position unless the entry is deeper by more
    /// than this.
    tt_keep_depth = 4;
    /// The plies of depth that an entry loses in value with each search since it was stored.
    tt_plies_per_age = 8;
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or [`Move::NONE`]. Not checked for legality: keys can collide.
    pub best: Move,
    /// The score, mates counted from this node ([`Score::to_tt`]).
    pub score: Score,
    /// The evaluation as the network gives it, or [`Score::NONE`].
    pub raw_eval: Score,
    /// The depth of the search that gave the score.
    pub depth: i32,
    /// How the score relates to the true score.
    pub bound: Bound,
    /// Whether the node was on the principal variation.
    pub pv: bool,
}

/// The age of searches counts modulo this.
const AGES: u8 = 32;
/// The entries of a cache line, which one memory access reads together.
const CLUSTER: usize = 4;
/// The bits of a key that choose its part of the table.
const PART_BITS: u32 = 12;
/// The parts of the table that are cleared only if something was stored in them: a search of few
/// nodes stores little, and a table may be cleared before each of many.
const PARTS: usize = 1 << PART_BITS;
/// Where this many bytes are to be cleared, the system takes their pages back and hands out new
/// ones: reading them all would keep the caller waiting, and touch those that no search has used.
const RENEWED_BYTES: usize = 256 << 20;
/// A search requests huge pages only if it has this much time for each MiB of the table. The first
/// touch of a huge page, of 2 MiB, takes 0.2 ms, or 5 ms on a virtual machine whose host provides
/// memory only then. Touching the whole table takes a quarter of this time at most.
const HUGE_PAGE_TIME_PER_MIB: Duration = Duration::from_millis(10);

impl Entry {
    /// Whether the entry settles on which side of beta the score of its position lies.
    pub fn settles(&self, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score < beta,
        }
    }

    /// An evaluation, replaced by the score where its bound allows that: a search sees more.
    pub fn refine(&self, eval: Score) -> Score {
        match self.bound {
            Bound::Exact => self.score,
            Bound::Lower => eval.max(self.score),
            Bound::Upper => eval.min(self.score),
        }
    }

    /// Bits from the low end: move 16, score 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
    fn pack(self, age: u8) -> u64 {
        let low = u64::from(self.best.0)
            | u64::from(self.score.0 as i16 as u16) << 16
            | u64::from(self.raw_eval.0 as i16 as u16) << 32;
        let tail = self.bound as u8 | u8::from(self.pv) << 2 | age << 3;
        low | u64::from(self.depth.clamp(0, 255) as u8) << 48 | u64::from(tail) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let tail = (data >> 56) as u8;
        let bound = match tail & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Entry {
            best: Move(data as u16),
            score: Score(i32::from((data >> 16) as i16)),
            raw_eval: Score(i32::from((data >> 32) as i16)),
            depth: i32::from((data >> 48) as u8),
            bound,
            pv: tail & 4 != 0,
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// How many searches ago something was stored.
fn distance(stored: u8, now: u8) -> u8 {
    (AGES + now - stored) % AGES
}

/// The table: any number of clusters, indexed by multiplication with the key's high bits.
pub struct Table {
    lines: CacheLines,
    /// The parts in which something was stored since the table was empty, a bit for each.
    written: [AtomicU64; PARTS / 64],
    age: AtomicU8,
    /// Whether huge pages have been requested.
    huge: AtomicBool,
}

impl Table {
    /// Creates a table of this many MiB.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidValue`] above the machine's memory, [`ErrorKind::OutOfMemory`].
    pub fn new(mib: u64) -> Result<Table, Error> {
        Ok(Table {
            lines: allocate(mib)?,
            written: [const { AtomicU64::new(0) }; PARTS / 64],
            age: AtomicU8::new(0),
            huge: AtomicBool::new(false),
        })
    }

    /// The size in bytes of a table of this many MiB.
    pub fn bytes(mib: u64) -> u64 {
        (mib << 20) + (size_of::<CacheLine>() + size_of::<Table>()) as u64
    }

    /// Clears the table. Pages that were never written stay uncommitted, and a part without entries
    /// is not even read: a page that has been read can no longer become part of a huge one.
    pub fn clear(&self) {
        let written: u32 = self.written.iter().map(|word| word.load(Relaxed).count_ones()).sum();
        let bytes = size_of_val::<[CacheLine]>(&self.lines) / PARTS * written as usize;
        if bytes < RENEWED_BYTES || !self.lines.renew() {
            self.clear_written();
        }
        self.written.iter().for_each(|word| word.store(0, Relaxed));
        self.age.store(0, Relaxed);
    }

    /// Clears the parts in which something was stored.
    fn clear_written(&self) {
        // Each part has the same number of lines: a MiB has 2^14.
        let parts = self.lines.chunks_exact(self.lines.len() / PARTS);
        let is_written =
            |part: usize| self.written[part / 64].load(Relaxed) >> (part % 64) & 1 != 0;
        for (_, lines) in parts.enumerate().filter(|&(part, _)| is_written(part)) {
            for word in lines.iter().flat_map(|line| &line.0) {
                if word.load(Relaxed) != 0 {
                    word.store(0, Relaxed);
                }
            }
        }
    }

    /// Requests huge pages, unless `time` is too short to touch the whole table. `None` means no
    /// limit of time. The request lasts as long as the table, and where small pages have been
    /// touched they stay.
    pub fn use_huge_pages(&self, time: Option<Duration>) {
        let mib = size_of_val::<[CacheLine]>(&self.lines) >> 20;
        let needed = HUGE_PAGE_TIME_PER_MIB * mib as u32;
        if time.is_none_or(|time| time >= needed) && !self.huge.swap(true, Relaxed) {
            self.lines.use_huge_pages();
        }
    }

    /// Begins a new search: older entries are replaced first.
    pub fn advance_age(&self) {
        self.age.store((self.age() + 1) % AGES, Relaxed);
    }

    /// Prefetches the cluster of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        sys::prefetch(self.line(key));
    }

    /// The entry of the position with this key, if there is one.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.line(key).0.chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Stores an entry in place of the least valuable one.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let line = &self.line(key).0;
        let age = self.age();
        let mut victim = 0;
        let mut least = i32::MAX;
        for slot in 0..CLUSTER {
            let data = line[slot * 2 + 1].load(Relaxed);
            if line[slot * 2].load(Relaxed) ^ data == key {
                // A search without a best move keeps the old one.
                if !entry.best.is_some() {
                    entry.best = Move(data as u16);
                }
                // A shallow bound must not replace a deep result of the same search.
                let keep = entry.bound != Bound::Exact
                    && entry.depth + tt_keep_depth() < depth_of(data)
                    && age_of(data) == age;
                if keep {
                    return;
                }
                victim = slot;
                break;
            }
            let worth =
                depth_of(data) - tt_plies_per_age() * i32::from(distance(age_of(data), age));
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        self.mark_written(key);
        let data = entry.pack(age);
        line[victim * 2].store(key ^ data, Relaxed);
        line[victim * 2 + 1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in permille of a sample. A search of few
    /// nodes has filled less than one permille, and skips the sample.
    pub fn permille_full(&self, nodes: u64) -> u32 {
        if nodes < (self.lines.len() * CLUSTER / 1000) as u64 {
            return 0;
        }
        const SAMPLE: usize = 1000 / CLUSTER;
        let lines = &self.lines[..SAMPLE.min(self.lines.len())];
        let age = self.age();
        let used = |data: u64| Entry::unpack(data).is_some() && age_of(data) == age;
        let count = lines
            .iter()
            .flat_map(|line| line.0.iter().skip(1).step_by(2))
            .filter(|word| used(word.load(Relaxed)))
            .count();
        (count * 1000 / (lines.len() * CLUSTER)) as u32
    }

    /// Marks the part of a key. The high bits choose part and line alike.
    fn mark_written(&self, key: u64) {
        let part = (key >> (64 - PART_BITS)) as usize;
        let (word, bit) = (&self.written[part / 64], 1 << (part % 64));
        // Most often it is marked, and other threads need not fetch the cache line again.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    fn line(&self, key: u64) -> &CacheLine {
        let index = (u128::from(key) * self.lines.len() as u128) >> 64;
        &self.lines[index as usize]
    }
}

fn allocate(mib: u64) -> Result<CacheLines, Error> {
    let bytes = mib << 20;
    if let Some(memory) = sys::physical_memory().filter(|&memory| bytes > memory) {
        return Err(Error::new(
            ErrorKind::InvalidValue,
            format_args!(
                "option Hash: {mib} MiB is more than the machine's memory of {} MiB",
                memory >> 20
            ),
        ));
    }
    usize::try_from(bytes / size_of::<CacheLine>() as u64)
        .ok()
        .and_then(CacheLines::new)
        .ok_or_else(|| Error::out_of_memory("the hash table"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Move(0x1234),
            score: Score(-31_990),
            raw_eval: Score(-77),
            depth,
            bound: Bound::Upper,
            pv: true,
        }
    }

    #[test]
    fn entries_survive_the_round_trip() {
        let table = Table::new(1).unwrap();
        let mut key = 0_u64;
        for (bound, depth) in [(Bound::Exact, 0), (Bound::Lower, 60), (Bound::Upper, 255)] {
            for (score, eval) in [(0, 0), (-32_000, 32_002), (31_999, -1), (-1, -31_871)] {
                key = key.wrapping_add(crate::random::GOLDEN);
                let (score, eval, pv) = (Score(score), Score(eval), depth == 60);
                let stored = Entry { bound, score, raw_eval: eval, pv, ..entry(depth) };
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
                assert_eq!(table.probe(!key), None);
            }
        }
    }

    /// The pages that this thread has been the first to touch, as Linux counts them.
    #[cfg(all(target_os = "linux", not(miri)))]
    fn page_faults() -> u64 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("Linux has it");
        let (_, fields) = stat.rsplit_once(") ").expect("the name is in brackets");
        fields.split(' ').nth(7).and_then(|faults| faults.parse().ok()).expect("minflt")
    }

    #[test]
    fn huge_pages_are_for_searches_with_the_time_to_touch_them() {
        let is_used = |mib, ms: Option<u64>| {
            let table = Table::new(mib).unwrap();
            table.use_huge_pages(ms.map(Duration::from_millis));
            table.huge.load(Relaxed)
        };
        assert!(is_used(1, None) && is_used(1, Some(10)) && is_used(2, Some(20)));
        assert!(!is_used(1, Some(9)) && !is_used(2, Some(10)));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn clearing_a_table_with_few_entries_touches_little_of_it() {
        let table = Table::new(64).unwrap();
        let before = page_faults();
        for _ in 0..2 {
            table.clear();
            table.store(7, entry(3));
        }
        table.clear();
        assert!(page_faults() - before < 100, "a page each 4 KiB would be 16,384");
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn a_table_after_another_was_freed_touches_little() {
        // The first ones raise the size from which glibc asks the system.
        for round in 0..4 {
            let before = page_faults();
            let table = Table::new(16).unwrap();
            table.store(7, entry(3));
            assert!(page_faults() - before < 100, "round {round}: all pages would be 4,096");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "megabytes are slow there")]
    fn a_cleared_table_is_empty() {
        // Keys that are spread over the whole table, up to its last line.
        let keys = |count| (0..count).map(move |index: u64| u64::MAX / (count - 1) * index);
        for mib in [1, 3] {
            let table = Table::new(mib).unwrap();
            for count in [2, 1000, 20_000] {
                keys(count).for_each(|key| table.store(key, entry(3)));
                assert!(keys(count).all(|key| table.probe(key).is_some()));
                table.clear();
                let is_zero = |line: &CacheLine| line.0.iter().all(|word| word.load(Relaxed) == 0);
                assert!(table.lines.iter().all(is_zero), "{mib} MiB, {count} entries");
            }
        }
    }

    /// With a part of the table written for each key, and so more than is cleared by hand.
    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn clearing_a_large_table_with_few_entries_touches_little_of_it() {
        let table = Table::new(512).unwrap();
        let keys = || (0..PARTS as u64).map(|part| part << (64 - PART_BITS) | 7);
        keys().for_each(|key| table.store(key, entry(3)));
        let before = page_faults();
        table.clear();
        assert!(page_faults() - before < 100, "a page each 4 KiB would be 131,072");
        assert!(keys().all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_store_without_a_move_keeps_the_old_move() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(3));
        table.store(7, Entry { best: Move::NONE, ..entry(4) });
        assert_eq!(table.probe(7), Some(entry(4)));
    }

    #[test]
    fn a_full_cluster_gives_up_its_oldest_and_shallowest() {
        let table = Table::new(1).unwrap();
        // Neighbouring keys share a cluster: the index comes from the high bits.
        (1..=4).for_each(|key| table.store(key, entry(key as i32)));
        table.store(5, entry(9));
        assert_eq!(table.probe(1), None, "the shallowest went");
        table.advance_age();
        table.store(6, entry(1));
        table.store(7, entry(1));
        assert!(table.probe(6).is_some(), "a new shallow entry outlives old deeper ones");
        assert_eq!(table.probe(5), Some(entry(9)), "the deep old one is still there");
    }

    #[test]
    fn mate_scores_move_with_the_root() {
        for ply in [0, 1, 7, 100] {
            for score in [Score::mate_in(ply + 3), Score::mated_in(ply + 4), Score(123)] {
                assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            }
            assert_eq!(Score::mate_in(ply + 3).to_tt(ply), Score::mate_in(3));
        }
    }
}
