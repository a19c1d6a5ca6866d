//! Games in PGN, the text that people keep games in: read one after the other from a text of any
//! size, and written.
//!
//! A [`Reader`] gives each game as a [`Game`](crate::Game), with its moves, and a [`Record`], with
//! what the text says besides them: tags, comments, numeric annotation glyphs (NAGs), variations.
//! It reads what people's files hold, and never gives up: a game that cannot be read to its end
//! has a [`Fault`] that says where and why, and the next one is read all the same.
//!
//! ```
//! use seajay::pgn::Reader;
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 {the King's Gambit} exf4 1-0";
//! for next in Reader::from_text(text.as_bytes())? {
//!     let (game, record) = next?;
//!     assert_eq!(record.tag("White"), Some("Anderssen"));
//!     assert_eq!(record.comment(3), "the King's Gambit");
//!     assert_eq!(game.moves()?, "e2e4 e7e5 f2f4 e5f4");
//!     assert_eq!(record.result(), "1-0");
//! }
//! # Ok::<(), seajay::Error>(())
//! ```

mod input;
mod reader;
mod record;
mod text;
mod variations;
mod writer;

pub use reader::Reader;
pub use record::{Fault, Record};
