//! The search, from the root to the leaves.
//!
//! ```text
//! deepen -> threads -> { mate -> proof, null_move, singular, node -> { prune, reduce, quiesce } }
//!        -> { output, worker } -> { job, shared_search, stack, histories } -> { time, skill, ... }
//! ```
//!
//! `deepen` runs one iteration after another; `node` searches one node and calls itself for each
//! move. All of them are methods of a [`Worker`], each in a file of its own.

mod correction;
mod deepen;
mod histories;
mod job;
mod lines;
mod mate;
mod node;
mod node_info;
mod node_type;
mod null_move;
mod output;
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
mod worker;

pub use job::{Job, Settings};
pub use root_moves::RootMoves;
pub use signals::Signals;
pub use skill::{Handicap, Sight};
pub use stats::Stats;
pub use threads::Helpers;
pub use time::Budget;
pub use worker::{Main, Memory, OnInfo, Worker, WorkerKind};
