//! seajay is a chess *search library*: it takes a position and limits, and returns a move, a score
//! and lines of play as data. It starts no process, uses no pipe and no text protocol, prints
//! nothing and does not read the environment (but for one case that `SECURITY.md` names). Engines
//! share no mutable state that could affect a result except open tablebases.
//!
//! ```
//! use seajay::{Engine, Limits};
//! use std::ops::ControlFlow;
//!
//! let mut engine = Engine::new()?;
//! engine.set_position(None, "e2e4 e7e5")?;
//! let report = engine.search(&Limits::depth(5), |info| {
//!     assert!(info.depth <= 5);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(report.best_move.as_str().len(), 4);
//! # Ok::<(), seajay::Error>(())
//! ```
//!
//! The path of one search through the modules:
//!
//! ```text
//! C caller -> ffi -> Engine::prepare, Engine::run_for -> search::deepen
//!     -> aspiration -> search::node
//!     node: tt, tb -> eval -> node::cutoffs -> ordering -> node::moves -> board
//!           -> node or node::quiesce -> node::learn -> histories -> tt
//!     node::quiesce: tt -> eval -> ordering -> board -> node::quiesce -> tt
//! -> Report -> C caller
//! ```
//!
//! Rules come from the `shakmaty` crate; the board of the search, move ordering, search and
//! evaluation are our own.

mod board;
mod engine;
mod error;
mod eval;
#[doc(hidden)]
pub mod ffi;
mod game;
mod histories;
mod limits;
mod notation;
mod options;
mod ordering;
mod panics;
pub mod pgn;
mod pool;
mod random;
mod report;
mod review;
mod score;
mod search;
mod sys;
mod tb;
mod tt;
mod tunables;
#[cfg(feature = "tuning")]
#[doc(hidden)]
pub mod tuning;
mod wdl;

pub use board::moves::MoveText;
pub use engine::{Engine, Prepared, Stopper};
pub use error::{Error, ErrorKind};
#[cfg(feature = "training")]
#[doc(hidden)]
pub use eval::training;
pub use game::{Board, Color, Game, GameState};
pub use limits::Limits;
pub use notation::move_data::{MoveData, Role};
pub use options::{OptionInfo, OptionKind};
pub use pool::Pool;
pub use report::{Info, InfoKind, Lines, Report, ReportedScore, ScoreKind, StopReason};
pub use review::{Accuracy, Mark, Review, accuracy};
pub use score::Bound;
pub use search::Stats;
pub use tb::TbEntry;

#[cfg(test)]
mod test_support;

/// The Rust snippets of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
