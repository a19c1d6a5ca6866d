//! One module for each subcommand: its options and what it does with them.

pub mod export;
pub mod generate;
pub mod inspect;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
