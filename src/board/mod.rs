//! The board of the search: positions that are quick to copy, play and read, made from shakmaty's
//! and proven against them; moves in 16 bits, the generator of legal ones, and exchanges.
//!
//! shakmaty has the rules for all that comes from outside: games, notation, tablebases. It keeps no
//! keys from move to move, and cannot generate captures without the other moves; a search needs
//! both.

pub mod movegen;
pub mod moves;
pub mod pieces;
pub mod position;
pub mod see;
pub mod zobrist;

pub use moves::Move;
pub use position::Position;
