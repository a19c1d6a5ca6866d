//! The benchmark: fixed positions to a fixed depth with one thread. Its node count is the
//! signature of the search: the same source gives the same number on every machine.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Engine, Error, Limits, Report, Stats};

/// Deep enough for five to eight seconds on an ordinary core.
pub const DEFAULT_DEPTH: u32 = 14;

const POSITIONS: &str = include_str!("../tests/data/bench.epd");

/// What all searches of a benchmark came to.
#[derive(Default)]
pub struct Totals {
    pub nodes: u64,
    pub time: Duration,
    qnodes: u64,
    tt_probes: u64,
    tt_hits: u64,
    beta_cutoffs: u64,
    first_move_cutoffs: u64,
    reductions: u64,
    re_searches: u64,
}

/// How many positions there are.
pub fn position_count() -> usize {
    POSITIONS.lines().count()
}

/// Searches every position, with an engine that has forgotten all before, and calls
/// `on_position` after each.
pub fn run(
    engine: &mut Engine,
    depth: u32,
    mut on_position: impl FnMut(&str, &Report),
) -> Result<Totals, Error> {
    let mut totals = Totals::default();
    engine.clear_history();
    for fen in POSITIONS.lines() {
        engine.set_position(Some(fen), "")?;
        let report = engine.search(&Limits::depth(depth), |_| ControlFlow::Continue(()))?;
        totals.add(&report, engine.stats());
        on_position(fen, &report);
    }
    Ok(totals)
}

/// `part` of `whole` in percent.
pub fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Totals {
    fn add(&mut self, report: &Report, stats: &Stats) {
        self.nodes += report.nodes;
        self.time += report.time;
        self.qnodes += stats.qnodes;
        self.tt_probes += stats.tt_probes;
        self.tt_hits += stats.tt_hits;
        self.beta_cutoffs += stats.beta_cutoffs;
        self.first_move_cutoffs += stats.first_move_cutoffs;
        self.reductions += stats.reductions;
        self.re_searches += stats.re_searches;
    }

    /// Nodes per second of search.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = percent;
        writeln!(f, "Search time          {:.2} s", self.time.as_secs_f64())?;
        writeln!(f, "Quiescence nodes     {:.1} %", of(self.qnodes, self.nodes))?;
        writeln!(f, "Hash hits            {:.1} %", of(self.tt_hits, self.tt_probes))?;
        writeln!(
            f,
            "First-move cutoffs   {:.1} %",
            of(self.first_move_cutoffs, self.beta_cutoffs)
        )?;
        writeln!(f, "Reduced moves        {}", self.reductions)?;
        writeln!(f, "Searched again       {:.1} %", of(self.re_searches, self.reductions))?;
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}
