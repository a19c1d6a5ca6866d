//! One module for each subcommand: its options and what it does with them.

pub mod generate;
