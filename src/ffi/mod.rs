//! The C ABI: what `include/seajay.h` declares, and nothing a Rust program needs.
//!
//! The comments on the exported items are written for C programmers: cbindgen copies them into the
//! header. `cbindgen.toml` holds the comment that opens it.
//!
//! ```text
//! exports -> call (pointers, text and struct sizes checked, failures recorded, panics caught)
//!         -> engine_handle -> state (who may use the engine now)
//!         -> searching -> Engine, Pool
//!         -> handles -> Game, pgn::Reader, pgn::Record, Pool
//! ```
//!
//! # Safety
//! For every exported function: a handle is NULL or came from `seajay_new`, `seajay_game_new`,
//! `seajay_pgn_new` or `seajay_pool_new` and has not been freed; text is NULL or ends with a NUL
//! byte; a struct is NULL or as large as its `struct_size` says; a buffer or list is NULL or as
//! large as its `size` or `capacity` says, and aligned, as is a place for a number. Nobody else changes
//! or reads them during the call, and nothing that is written overlaps what is read. A callback is NULL
//! or a function of its type.
#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the same for all: see the module")]

mod call;
mod constants;
mod convert;
mod engine_handle;
mod exports;
mod failure;
mod handles;
mod heap;
mod last_error;
mod room;
mod searching;
mod state;
mod types;
mod work;

#[cfg(test)]
mod tests;

pub use constants::*;
pub use engine_handle::SeajayEngine;
pub use exports::*;
pub use handles::{SeajayGame, SeajayPgn, SeajayPool};
pub use types::*;
