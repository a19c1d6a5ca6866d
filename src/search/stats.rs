//! Counters of a search, always on: they are cheap, and show how well move ordering and reductions
//! work.

use std::ops::AddAssign;

use crate::ordering::Stage;

/// Makes the counters, and their sum over workers.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counts of one search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        #[non_exhaustive]
        pub struct Stats {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl AddAssign for Stats {
            /// Adds the counters of another worker.
            fn add_assign(&mut self, other: Stats) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Positions visited: moves played in search and quiescence. Null moves do not count.
    nodes,
    /// Nodes in quiescence; they are counted in `nodes` too.
    qnodes,
    /// Probes of the hash table.
    tt_probes,
    /// Probes that found the position.
    tt_hits,
    /// Nodes cut off by their hash table entry.
    tt_cutoffs,
    /// Nodes of the main search that failed high.
    beta_cutoffs,
    /// Nodes that failed high on the first move: the measure of move ordering.
    first_move_cutoffs,
    /// Cutoffs by the TT move.
    tt_move_cutoffs,
    /// Cutoffs by a queen promotion.
    promotion_cutoffs,
    /// Cutoffs by a capture that loses no more than its victim and its history allow.
    good_capture_cutoffs,
    /// Cutoffs by a killer move.
    killer_cutoffs,
    /// Cutoffs by another quiet move.
    quiet_cutoffs,
    /// Cutoffs by a capture that loses material, or an underpromotion.
    bad_capture_cutoffs,
    /// Moves searched to a reduced depth.
    reductions,
    /// Reduced moves that beat alpha and were searched again.
    re_searches,
    /// Null moves tried.
    null_move_tries,
    /// Null moves that cut their node off.
    null_move_cutoffs,
    /// Positions found in the endgame tablebases.
    tb_hits,
}

impl Stats {
    /// Counts a move of the main search that cut its node off.
    pub(crate) fn count_cutoff(&mut self, stage: Stage, first: bool) {
        self.beta_cutoffs += 1;
        self.first_move_cutoffs += u64::from(first);
        *match stage {
            Stage::TtMove => &mut self.tt_move_cutoffs,
            Stage::Promotion => &mut self.promotion_cutoffs,
            Stage::GoodCapture => &mut self.good_capture_cutoffs,
            Stage::Killer => &mut self.killer_cutoffs,
            Stage::Quiet => &mut self.quiet_cutoffs,
            Stage::BadCapture => &mut self.bad_capture_cutoffs,
        } += 1;
    }
}
