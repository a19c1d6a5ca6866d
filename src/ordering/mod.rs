//! Move ordering: the stages in which moves are picked, and the statistics behind them.

pub mod history;
pub mod killers;
pub mod picker;
