//! The C ABI: what `include/seajay.h` declares, and nothing a Rust program needs.
//!
//! The comments on the exported items are written for C programmers: cbindgen copies them into the
//! header. `cbindgen.toml` holds the comment that opens it.
//!
//! ```text
//! exports -> boundary (pointers, text and struct sizes checked, panics caught)
//!         -> handle (who may use the engine now) -> searching -> Engine, Pool
//!         -> game -> Game
//!         -> pgn -> pgn::Reader, pgn::Record
//! ```
//!
//! # Safety
//! For every exported function: a handle is NULL or came from `seajay_new`, `seajay_game_new`,
//! `seajay_pgn_new` or `seajay_pool_new` and has not been freed; text is NULL or ends with a NUL
//! byte; a struct is NULL or as large as its `struct_size` says; a buffer or list is NULL or as
//! large as its `size` or `capacity` says; none of them changes during the call.
#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the same for all: see the module")]

mod boundary;
mod constants;
mod convert;
mod exports;
mod failure;
mod game;
mod handle;
mod last_error;
mod pgn;
mod searching;
mod state;
mod types;

#[cfg(test)]
mod tests;

pub use constants::*;
pub use exports::*;
pub use game::SeajayGame;
pub use handle::SeajayEngine;
pub use pgn::SeajayPgn;
pub use types::*;
