//! The search, from the root to the leaves.
//!
//! ```text
//! deepen -> { node, mate -> proof }
//!     node -> { node_info, tt_cutoff, tb_probe, prune, probcut, singular, reduce, quiesce, learn }
//!     prune -> null_move
//!     null_move, probcut, singular -> node
//! ```
//!
//! This is what calls what. `deepen` runs one iteration after another; `node` searches one node and
//! calls itself for each move. What needs the state of the search is a method of a [`Worker`], in a
//! file of its own; the other rules of `prune` and `reduce` are functions; `proof` belongs to a
//! `Prover`. `output` reports, `threads` runs the helpers; the other files are mostly data of a
//! worker.

mod correction;
mod deepen;
mod histories;
mod job;
mod learn;
mod lines;
mod mate;
mod node;
mod node_info;
mod node_type;
mod null_move;
mod output;
mod probcut;
mod proof;
mod prune;
mod quiesce;
mod reduce;
mod root_moves;
mod shared_search;
mod signals;
mod singular;
mod skill;
mod stack;
mod stats;
mod tb_probe;
mod threads;
mod time;
mod tt_cutoff;
mod worker;

pub use job::{Job, Settings};
pub use root_moves::RootMoves;
pub use signals::Signals;
pub use skill::{Handicap, Sight};
pub use stats::Stats;
pub use threads::Helpers;
pub use time::Budget;
pub use worker::{Main, Memory, OnInfo, Worker, WorkerKind};
