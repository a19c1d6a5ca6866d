//! The evaluation: what a quiet position is worth, as a small neural network sees it.
//!
//! ```text
//! 5602 features -> N units, once from each side's view -> SCReLU -> one value for each bucket
//! ```
//!
//! A feature is a piece on a square. With it come others, for what the piece does and suffers:
//!
//! - one for a piece that stands attacked, kings aside, or another one if it *hangs*: it is not
//!   defended, or the attacker is worth less;
//! - one for who fights for such a piece, wherever it stands: the least of its attackers, the least
//!   of its defenders, and whether there are several of either;
//! - one for a passed pawn, by its square and what is before it;
//! - one for the mobility of an officer, which here is any piece but pawns and kings;
//! - one for the peril of a king: who could give check and not be captured, how many squares are
//!   left to it, how many officers besiege it.
//!
//! Others belong to no piece:
//!
//! - up to four for what a side may do next, whether it is its turn or not: capture what hangs, attack
//!   greater pieces or loose ones, fork;
//! - one for its castling rights.
//!
//! The sums of a side's features are clamped to 0..=1, squared, weighted and summed: the side to
//! move's with one set of weights, the other side's with another. The number of pieces on the board
//! chooses the bucket: one set of output weights for full boards, others for endings. All of it is
//! done in integers, so that every machine computes the same value: 255 stands for 1 in the hidden
//! layer, 64 in the output weights, and an output of 1 is worth 400 centipawns.

mod accumulator;
mod features;
mod network;
mod relations;
mod vector;

pub use accumulator::{Evaluator, evaluate};
pub use network::Network;

#[cfg(test)]
mod tests;
