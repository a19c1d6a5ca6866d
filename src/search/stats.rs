//! Counters of a search, always on: they are cheap, and show how well move ordering and reductions
//! work.

use std::ops::AddAssign;

use crate::ordering::picker::Origin;

/// Counts of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Positions visited: moves played in search and quiescence. Null moves do not count.
    pub nodes: u64,
    /// Nodes in quiescence; they are counted in `nodes` too.
    pub qnodes: u64,
    /// Probes of the hash table.
    pub tt_probes: u64,
    /// Probes that found the position.
    pub tt_hits: u64,
    /// Nodes cut off by their hash table entry.
    pub tt_cutoffs: u64,
    /// Nodes of the main search that failed high.
    pub beta_cutoffs: u64,
    /// Nodes that failed high on the first move: the measure of move ordering.
    pub first_move_cutoffs: u64,
    /// Cutoffs by the TT move.
    pub tt_move_cutoffs: u64,
    /// Cutoffs by a queen promotion.
    pub promotion_cutoffs: u64,
    /// Cutoffs by a capture that does not lose material.
    pub good_capture_cutoffs: u64,
    /// Cutoffs by a killer move.
    pub killer_cutoffs: u64,
    /// Cutoffs by another quiet move.
    pub quiet_cutoffs: u64,
    /// Cutoffs by a capture that loses material, or an underpromotion.
    pub bad_capture_cutoffs: u64,
    /// Moves searched to a reduced depth.
    pub reductions: u64,
    /// Reduced moves that beat alpha and were searched again at full depth.
    pub re_searches: u64,
    /// Null moves tried.
    pub null_move_tries: u64,
    /// Null moves that cut their node off.
    pub null_move_cutoffs: u64,
    /// Positions found in the endgame tablebases.
    pub tb_hits: u64,
}

impl Stats {
    /// Counts a move of the main search that cut its node off.
    pub(crate) fn count_cutoff(&mut self, origin: Origin, first: bool) {
        self.beta_cutoffs += 1;
        self.first_move_cutoffs += u64::from(first);
        *match origin {
            Origin::TtMove => &mut self.tt_move_cutoffs,
            Origin::Promotion => &mut self.promotion_cutoffs,
            Origin::GoodCapture => &mut self.good_capture_cutoffs,
            Origin::Killer => &mut self.killer_cutoffs,
            Origin::Quiet => &mut self.quiet_cutoffs,
            Origin::BadCapture => &mut self.bad_capture_cutoffs,
        } += 1;
    }
}

impl AddAssign for Stats {
    /// Adds the counters of another worker.
    fn add_assign(&mut self, other: Stats) {
        let Stats {
            nodes,
            qnodes,
            tt_probes,
            tt_hits,
            tt_cutoffs,
            beta_cutoffs,
            first_move_cutoffs,
            tt_move_cutoffs,
            promotion_cutoffs,
            good_capture_cutoffs,
            killer_cutoffs,
            quiet_cutoffs,
            bad_capture_cutoffs,
            reductions,
            re_searches,
            null_move_tries,
            null_move_cutoffs,
            tb_hits,
        } = other;
        self.nodes += nodes;
        self.qnodes += qnodes;
        self.tt_probes += tt_probes;
        self.tt_hits += tt_hits;
        self.tt_cutoffs += tt_cutoffs;
        self.beta_cutoffs += beta_cutoffs;
        self.first_move_cutoffs += first_move_cutoffs;
        self.tt_move_cutoffs += tt_move_cutoffs;
        self.promotion_cutoffs += promotion_cutoffs;
        self.good_capture_cutoffs += good_capture_cutoffs;
        self.killer_cutoffs += killer_cutoffs;
        self.quiet_cutoffs += quiet_cutoffs;
        self.bad_capture_cutoffs += bad_capture_cutoffs;
        self.reductions += reductions;
        self.re_searches += re_searches;
        self.null_move_tries += null_move_tries;
        self.null_move_cutoffs += null_move_cutoffs;
        self.tb_hits += tb_hits;
    }
}
