//! The search, from the root to the leaves, in two layers: iterations here, nodes in [`node`].
//!
//! ```text
//! deepen -> { node, mate -> proof, output, threads }
//! node -> node -> .. -> node::quiesce -> node::quiesce -> ..
//! ```
//!
//! `deepen` runs one iteration after another, each a tree of nodes in
//! windows around the last score; `mate` is the complete search for a mate. The other files are mostly
//! data of a [`Worker`].
//!
//! Each layer calls the other, because what needs the state of the
//! search is a method of a [`Worker`], wherever it stands:
//!
//! - down: `deepen` calls `search_root` and, to extend lines, `terminal`;
//! - up: nodes call what `worker` offers (`count_node`, `play`, `undo`, `tt_probe`, `tt_store`, ..),
//!   which is where a search is stopped and where the callback is called.

pub mod deepen;
mod job;
mod lines;
mod mate;
pub mod node;
mod output;
mod proof;
mod root_moves;
mod shared_search;
mod signals;
mod skill;
mod stats;
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
pub use worker::{MainWorker, Memory, OnInfo, Worker, WorkerKind};
