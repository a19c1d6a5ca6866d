//! The order in which moves are tried, and the memory it is learnt in.

pub mod history;
pub mod killers;
pub mod picker;
pub mod see;
