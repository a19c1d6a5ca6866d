//! The functions of the C ABI: a file for each section of the header.

mod about;
mod engines;
mod games;
mod lines;
mod moves;
mod pgn;
mod pools;
mod review;
mod searches;

pub use about::*;
pub use engines::*;
pub use games::*;
pub use lines::*;
pub use moves::*;
pub use pgn::*;
pub use pools::*;
pub use review::*;
pub use searches::*;
