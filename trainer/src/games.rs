//! Files of games (`.sjg`), little endian:
//!
//! ```text
//! 8 bytes   "SJGAMES1"
//! then game after game:
//!   u32     length of the body in bytes
//!   body    u8       result: 0 Black won, 1 draw, 2 White won
//!           u8       length of the start position in bytes
//!           text     the start position, a FEN; its move number counts the random opening
//!           then for each ply
//!             u16    the move (see `packed`)
//!             i16    the score of the search behind it, centipawns from the mover's view;
//!                    mates are +-32000
//!   u32     CRC-32 of length and body
//! ```
//!
//! Each game is written at once, so a file that is cut off was cut off by something else; the
//! reader says where.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::packed::PackedMove;

const MAGIC: &[u8; 8] = b"SJGAMES1";
const FRAME_BYTES: usize = 4;
const PLY_BYTES: usize = 4;
/// The extension of files of games.
pub const EXTENSION: &str = "sjg";
/// The score of a mate, won by the side to move.
pub const MATE: i16 = 32_000;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// White won.
    White,
}

/// A move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub played: PackedMove,
    /// The score of the search behind it, in centipawns from the mover's view.
    pub score: i16,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Where it began, after the random opening: a FEN.
    pub start: String,
    /// The moves that were searched.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Game {
    /// The game as a file stores it, with its frame.
    fn to_bytes(&self) -> Vec<u8> {
        let start = u8::try_from(self.start.len()).expect("a FEN is shorter than 256 bytes");
        let length = 2 + self.start.len() + PLY_BYTES * self.plies.len();
        let mut bytes = Vec::with_capacity(length + 2 * FRAME_BYTES);
        bytes.extend(u32::try_from(length).expect("games are short").to_le_bytes());
        bytes.extend([self.outcome as u8, start]);
        bytes.extend(self.start.as_bytes());
        for ply in &self.plies {
            bytes.extend(ply.played.0.to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a body, of which the checksum holds.
    fn from_body(body: &[u8]) -> Result<Game> {
        let (&[outcome, length], rest) = body.split_first_chunk().context("the game is empty")?;
        let outcome = match outcome {
            0 => Outcome::Black,
            1 => Outcome::Draw,
            2 => Outcome::White,
            other => bail!("there is no result {other}"),
        };
        let (start, plies) =
            rest.split_at_checked(length.into()).context("the start position is cut off")?;
        let start = str::from_utf8(start).context("the start position is not a text")?.to_owned();
        let (plies, left) = plies.as_chunks::<PLY_BYTES>();
        ensure!(left.is_empty(), "the last move is cut off");
        let plies = plies
            .iter()
            .map(|&[a, b, c, d]| Ply {
                played: PackedMove(u16::from_le_bytes([a, b])),
                score: i16::from_le_bytes([c, d]),
            })
            .collect();
        Ok(Game { start, plies, outcome })
    }
}

/// Writes a new file of games.
pub struct Writer {
    file: File,
    path: PathBuf,
}

impl Writer {
    /// Makes the file, which must not exist.
    pub fn create(path: &Path) -> Result<Writer> {
        let name = || format!("cannot write {}", path.display());
        let mut file =
            OpenOptions::new().write(true).create_new(true).open(path).with_context(name)?;
        file.write_all(MAGIC).with_context(name)?;
        Ok(Writer { file, path: path.to_owned() })
    }

    /// Adds a game. It is with the operating system when this returns.
    pub fn write(&mut self, game: &Game) -> Result<()> {
        self.file
            .write_all(&game.to_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A file of games in memory, and iterator over its games. After the first bad one it ends.
pub struct Reader {
    path: PathBuf,
    bytes: Vec<u8>,
    offset: usize,
}

impl Reader {
    /// Reads the file.
    pub fn open(path: &Path) -> Result<Reader> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(bytes.starts_with(MAGIC), "{} is not a file of games", path.display());
        Ok(Reader { path: path.to_owned(), bytes, offset: MAGIC.len() })
    }

    /// A text that says which file this is and where in it the next game begins.
    pub fn place(&self) -> String {
        format!("{}, game at byte {}", self.path.display(), self.offset)
    }

    fn read(&mut self) -> Result<Game> {
        let rest = &self.bytes[self.offset..];
        let cut_off = || format!("the file is cut off: it is whole up to byte {}", self.offset);
        let (&length, _) = rest.split_first_chunk().with_context(cut_off)?;
        let framed = FRAME_BYTES + u32::from_le_bytes(length) as usize;
        let (framed, rest) = rest.split_at_checked(framed).with_context(cut_off)?;
        let (&checksum, _) = rest.split_first_chunk().with_context(cut_off)?;
        ensure!(crc32fast::hash(framed) == u32::from_le_bytes(checksum), "the checksum is wrong");
        let game = Game::from_body(&framed[FRAME_BYTES..])?;
        self.offset += framed.len() + FRAME_BYTES;
        Ok(game)
    }
}

impl Iterator for Reader {
    type Item = Result<Game>;

    fn next(&mut self) -> Option<Result<Game>> {
        if self.offset == self.bytes.len() {
            return None;
        }
        let game = self.read().with_context(|| self.place());
        if game.is_err() {
            self.offset = self.bytes.len();
        }
        Some(game)
    }
}

/// The files of games in a folder, in the order of their names.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
