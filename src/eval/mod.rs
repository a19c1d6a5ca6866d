//! The evaluation: the value of a quiet position, computed by a small neural network (NNUE).
//!
//! ```text
//! features of each side -> N hidden units -> SCReLU -> one output for each bucket
//! ```
//!
//! `features` defines what the network sees, from each side's perspective; `relations` computes the
//! part that is recomputed for each position, and `accumulator` keeps the rest up to date from move
//! to move. A side's hidden units are sums of the rows of weights that its features select, clamped
//! to 0..=1 and squared. `forward` weights and sums them, the side to move's with one set of
//! weights, the other side's with another. The number of pieces on the board selects the bucket:
//! one set of output weights for full boards, others for endgames.
//!
//! `endings` has what is known without the network.
//!
//! All arithmetic is in integers, so that every machine computes the same value: 255 stands for 1
//! in the hidden layer, 64 in the output weights, and an output of 1 is worth 400 centipawns.
//! `bounds` rejects weights with which a sum could overflow, `vector` has the arithmetic, `file`
//! the format of a network, `network` reads it, and `embedded` is the one that is part of the
//! library.

mod accumulator;
mod bounds;
mod embedded;
pub mod endings;
mod features;
mod file;
mod forward;
mod network;
mod relations;
#[cfg(feature = "training")]
pub mod training;
mod vector;

pub use accumulator::{Evaluator, evaluate};
pub use embedded::description as embedded_description;
pub use network::Network;

#[cfg(test)]
mod tests;
