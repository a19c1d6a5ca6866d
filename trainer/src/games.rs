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
//! Each game is written at once, so a truncated file was damaged later; the reader says where.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use shakmaty::Color;

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
    /// A draw.
    Draw,
    /// White won.
    White,
}

impl Outcome {
    /// The result of a side in half points.
    pub fn half_points(self, side: Color) -> u8 {
        let white = self as u8;
        side.fold_wb(white, 2 - white)
    }
}

/// A move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub played: PackedMove,
    /// The score of the search for it, in centipawns from the mover's point of view.
    pub score: i16,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The start position, after the random opening, as a FEN.
    pub start: String,
    /// The moves that were searched.
    pub plies: Vec<Ply>,
    /// The outcome.
    pub outcome: Outcome,
}

impl Game {
    /// The game as stored in a file, with length and checksum.
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

    /// Reads a body whose checksum is correct.
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
    /// Creates the file, which must not exist.
    pub fn create(path: &Path) -> Result<Writer> {
        let name = || format!("cannot write {}", path.display());
        let mut file =
            OpenOptions::new().write(true).create_new(true).open(path).with_context(name)?;
        file.write_all(MAGIC).with_context(name)?;
        Ok(Writer { file, path: path.to_owned() })
    }

    /// Appends a game, which has been passed to the operating system when this returns.
    pub fn write(&mut self, game: &Game) -> Result<()> {
        self.file
            .write_all(&game.to_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A game of a file.
pub struct Stored {
    /// The offset in the file.
    pub offset: usize,
    /// The game.
    pub game: Game,
}

/// A file of games in memory, and an iterator over them that ends after the first bad one.
pub struct Reader {
    path: PathBuf,
    bytes: Vec<u8>,
    offset: usize,
}

impl Reader {
    /// Whether a file that begins with these bytes holds games.
    pub fn recognises(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the file.
    pub fn open(path: &Path) -> Result<Reader> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(Reader::recognises(&bytes), "{} is not a file of games", path.display());
        Ok(Reader { path: path.to_owned(), bytes, offset: MAGIC.len() })
    }

    fn read(&mut self) -> Result<Stored> {
        let offset = self.offset;
        let rest = &self.bytes[offset..];
        let cut_off = "the file is cut off there";
        let (&length, _) = rest.split_first_chunk().context(cut_off)?;
        let framed = FRAME_BYTES + u32::from_le_bytes(length) as usize;
        let (framed, rest) = rest.split_at_checked(framed).context(cut_off)?;
        let (&checksum, _) = rest.split_first_chunk().context(cut_off)?;
        ensure!(crc32fast::hash(framed) == u32::from_le_bytes(checksum), "the checksum is wrong");
        let game = Game::from_body(&framed[FRAME_BYTES..])?;
        self.offset += framed.len() + FRAME_BYTES;
        Ok(Stored { offset, game })
    }
}

impl Iterator for Reader {
    type Item = Result<Stored>;

    fn next(&mut self) -> Option<Result<Stored>> {
        if self.offset == self.bytes.len() {
            return None;
        }
        let game = self.read().with_context(|| place(&self.path, self.offset));
        if game.is_err() {
            self.offset = self.bytes.len();
        }
        Some(game)
    }
}

/// Describes the place of a game in a file.
pub fn place(path: &Path, offset: usize) -> String {
    format!("{}, game at byte {offset}", path.display())
}

/// The files among `paths`, and those of games in the folders among them, by name.
pub fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(files_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let refused = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(refused)? {
        let path = entry.with_context(refused)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_games;

    fn read(path: &Path) -> Result<Vec<Game>> {
        Reader::open(path)?.map(|stored| Ok(stored?.game)).collect()
    }

    /// A folder with a file of games, its path and its bytes.
    fn written(games: &[Game]) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sjg");
        let mut writer = Writer::create(&path).unwrap();
        for game in games {
            writer.write(game).unwrap();
        }
        let bytes = fs::read(&path).unwrap();
        (folder, path, bytes)
    }

    #[test]
    fn games_come_back_as_they_were() {
        let games = random_games(50, 300);
        let (_folder, path, _) = written(&games);
        assert_eq!(read(&path).unwrap(), games);
        assert!(Writer::create(&path).is_err(), "a file is never written over");
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused() {
        let games = random_games(2, 20);
        let (_folder, path, bytes) = written(&games);
        let whole = [MAGIC.len(), MAGIC.len() + games[0].to_bytes().len(), bytes.len()];
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            match read(&path) {
                Ok(read) => {
                    assert_eq!(read, games[..whole.iter().position(|&at| at == length).unwrap()])
                }
                Err(error) if length < MAGIC.len() => {
                    assert!(format!("{error:#}").contains("not a file of games"));
                }
                Err(error) => {
                    let start = whole.iter().rfind(|&&at| at <= length).unwrap();
                    let expected = format!("games.sjg, game at byte {start}: the file is cut off");
                    assert!(format!("{error:#}").contains(&expected), "{error:#}");
                }
            }
        }
    }

    #[test]
    fn a_changed_byte_is_refused() {
        let (_folder, path, bytes) = written(&random_games(2, 20));
        for offset in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[offset] ^= 0x10;
            fs::write(&path, &changed).unwrap();
            let error = format!("{:#}", read(&path).unwrap_err());
            assert!(error.contains("games.sjg"), "{error}");
        }
    }
}
