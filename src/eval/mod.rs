//! The evaluation: what a quiet position is worth, by a small neural network.
//!
//! ```text
//! features of each side -> N hidden units -> SCReLU -> one output for each bucket
//! ```
//!
//! `features` defines what the network sees, once from each side's perspective; `relations` finds the
//! part of it that is found anew for each position, and `accumulator` keeps the rest up to date from
//! move to move. A side's hidden units are sums of the rows of weights that its features choose,
//! clamped to 0..=1 and squared. `forward` weights and sums them, the side to move's with one set of
//! weights, the other side's with another. The number of pieces on the board chooses the bucket: one
//! set of output weights for full boards, others for endings.
//!
//! All of it is done in integers, so that every machine computes the same value: 255 stands for 1 in
//! the hidden layer, 64 in the output weights, and an output of 1 is worth 400 centipawns. `bounds`
//! refuses weights with which a sum could overflow, `vector` has the arithmetic, `network` the file.

mod accumulator;
mod bounds;
mod features;
mod forward;
mod network;
mod relations;
#[cfg(feature = "training")]
pub mod training;
mod vector;

pub use accumulator::{Evaluator, evaluate};
pub use network::Network;

#[cfg(test)]
mod tests;
