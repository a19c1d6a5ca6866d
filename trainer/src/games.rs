//! Files of games (`.sjg`), little endian, about two bytes a ply:
//!
//! ```text
//! 8 bytes   "SJGAMES2"
//! then game after game:
//!   u32     length of the body in bytes
//!   body    u8       result: 0 Black won, 1 draw, 2 White won
//!           u8       length of the start position in bytes
//!           bytes    the start position, as shakmaty packs it; its move number counts the random
//!                    opening
//!           then for each ply
//!             u8     the move: its index among the legal moves by origin, target and promotion
//!             i8     by how much the score differs from that of the ply before: of the search
//!                    behind the move, in centipawns, mates being 32000
//!             i16    where i8 is -128: the score itself, from the mover's view
//!   u32     CRC-32 of length and body
//! ```
//!
//! Each game is written at once, so a truncated file was damaged later; the reader says where.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use shakmaty::packed::PackedSetup;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Move, MoveList, Position as _,
};

/// The first bytes of a file of games.
pub const MAGIC: &[u8; 8] = b"SJGAMES2";
const FRAME_BYTES: usize = 4;
/// In place of a difference of scores: the score itself follows.
const ESCAPE: i8 = i8::MIN;
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
    pub played: Move,
    /// The score of the search for it, in centipawns from the mover's point of view.
    pub score: i16,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The start position, after the random opening.
    pub start: Chess,
    /// The moves that were searched, never none.
    pub plies: Vec<Ply>,
    /// The outcome.
    pub outcome: Outcome,
}

impl Game {
    /// The game as stored in a file, with length and checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let setup = PackedSetup::pack_standard(&self.start.to_setup(EnPassantMode::Legal))
            .expect("a legal position can be packed");
        let setup = setup.as_bytes();
        let mut bytes = vec![0; FRAME_BYTES];
        bytes.extend([self.outcome as u8, setup.len() as u8]);
        bytes.extend(setup);
        let (mut position, mut before) = (self.start.clone(), 0);
        for ply in &self.plies {
            let legal = sorted_moves(&position);
            let index = legal.iter().position(|&m| m == ply.played).expect("the move is legal");
            bytes.push(index as u8);
            push_score(&mut bytes, ply.score, before);
            before = -ply.score;
            position.play_unchecked(ply.played);
        }
        let length = u32::try_from(bytes.len() - FRAME_BYTES).expect("games are short");
        bytes[..FRAME_BYTES].copy_from_slice(&length.to_le_bytes());
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
        let (start, mut rest) =
            rest.split_at_checked(length.into()).context("the start position is cut off")?;
        let start = unpack(start)?;
        let (mut position, mut before, mut plies) = (start.clone(), 0, Vec::new());
        while let Some((&index, behind)) = rest.split_first() {
            let legal = sorted_moves(&position);
            let played = legal.get(usize::from(index)).copied();
            let played =
                played.with_context(|| format!("move {} is not a legal one", plies.len() + 1))?;
            let (score, behind) = split_score(behind, before).context("a score is cut off")?;
            plies.push(Ply { played, score });
            before = -score;
            position.play_unchecked(played);
            rest = behind;
        }
        ensure!(!plies.is_empty(), "the game has no moves");
        Ok(Game { start, plies, outcome })
    }
}

/// A start position from its bytes.
fn unpack(bytes: &[u8]) -> Result<Chess> {
    let refused = "the start position is not a legal one";
    let setup = PackedSetup::try_from_bytes(bytes).context(refused)?;
    let setup = setup.unpack_standard().context(refused)?;
    Chess::from_setup(setup, CastlingMode::Standard).context(refused)
}

/// The legal moves in an order that does not depend on how they are generated.
fn sorted_moves(position: &Chess) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves
}

/// Appends the score of a ply, given the one before as the mover sees it.
fn push_score(bytes: &mut Vec<u8>, score: i16, before: i16) {
    match i8::try_from(i32::from(score) - i32::from(before)) {
        Ok(difference) if difference != ESCAPE => bytes.extend(difference.to_le_bytes()),
        _ => {
            bytes.extend(ESCAPE.to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
    }
}

/// The score at the beginning of bytes, given the one before, and the bytes behind it.
fn split_score(bytes: &[u8], before: i16) -> Option<(i16, &[u8])> {
    let (&difference, rest) = bytes.split_first_chunk()?;
    let difference = i8::from_le_bytes(difference);
    if difference == ESCAPE {
        let (&score, rest) = rest.split_first_chunk()?;
        Some((i16::from_le_bytes(score), rest))
    } else {
        Some((before.checked_add(difference.into())?, rest))
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

/// A file of games in memory.
pub struct GameFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl GameFile {
    /// Whether a file that begins with these bytes holds games.
    pub fn recognises(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the file.
    pub fn open(path: &Path) -> Result<GameFile> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(GameFile::recognises(&bytes), "{} is not a file of games", path.display());
        Ok(GameFile { path: path.to_owned(), bytes })
    }

    /// The games of the file.
    ///
    /// # Errors
    /// If one is cut off or its checksum is wrong.
    pub fn games(&self) -> Result<Vec<Stored<'_>>> {
        let mut games = Vec::new();
        let mut offset = MAGIC.len();
        while offset < self.bytes.len() {
            let bytes = split_game(&self.bytes[offset..]).with_context(|| self.place(offset))?;
            games.push(Stored { file: self, offset, bytes });
            offset += bytes.len();
        }
        Ok(games)
    }

    fn place(&self, offset: usize) -> String {
        format!("{}, game at byte {offset}", self.path.display())
    }
}

/// The bytes of the first game, whose checksum is correct.
fn split_game(bytes: &[u8]) -> Result<&[u8]> {
    let cut_off = "the file is cut off there";
    let (&length, _) = bytes.split_first_chunk().context(cut_off)?;
    let framed = FRAME_BYTES + u32::from_le_bytes(length) as usize;
    let (framed, rest) = bytes.split_at_checked(framed).context(cut_off)?;
    let (&checksum, _) = rest.split_first_chunk().context(cut_off)?;
    ensure!(crc32fast::hash(framed) == u32::from_le_bytes(checksum), "the checksum is wrong");
    Ok(&bytes[..framed.len() + FRAME_BYTES])
}

/// A game of a file.
pub struct Stored<'a> {
    file: &'a GameFile,
    offset: usize,
    /// The game as [`Game::to_bytes`] gives it.
    pub bytes: &'a [u8],
}

impl Stored<'_> {
    /// Decodes the game.
    ///
    /// # Errors
    /// If it is not a game of chess; the text names the file and the place.
    pub fn game(&self) -> Result<Game> {
        let body = &self.bytes[FRAME_BYTES..self.bytes.len() - FRAME_BYTES];
        Game::from_body(body).with_context(|| self.file.place(self.offset))
    }
}

/// Calls `visit` with every game of files and folders.
pub fn for_each_game(paths: &[PathBuf], mut visit: impl FnMut(Game)) -> Result<()> {
    for path in files_of(paths)? {
        for stored in GameFile::open(&path)?.games()? {
            visit(stored.game()?);
        }
    }
    Ok(())
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
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::test_support::random_games;

    fn read(path: &Path) -> Result<Vec<Game>> {
        GameFile::open(path)?.games()?.iter().map(Stored::game).collect()
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

    /// Bytes worked out by hand: moves are numbered from b1a3, which is 0.
    #[test]
    fn plies_are_stored_as_described() {
        let mut plies = Vec::new();
        let mut position = Chess::default();
        for (text, score) in [("e2e4", 30), ("e7e5", -25), ("g1f3", 500)] {
            let played = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            plies.push(Ply { played, score });
            position.play_unchecked(played);
        }
        let bytes = Game { start: Chess::default(), plies, outcome: Outcome::White }.to_bytes();
        let setup = usize::from(bytes[FRAME_BYTES + 1]);
        let plies = &bytes[FRAME_BYTES + 2 + setup..bytes.len() - FRAME_BYTES];
        let [escape] = ESCAPE.to_le_bytes();
        // The second score is 5 above the first one as Black sees it. The knight on g1 moves to e2,
        // f3 or h3, after b1, d1, e1 and f1, which have 2, 4, 1 and 5 moves.
        assert_eq!(plies, [13, 30, 8, 5, 2 + 4 + 1 + 5 + 1, escape, 0xF4, 0x01]);
        assert_eq!(bytes[FRAME_BYTES], 2);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let game = &random_games(1, 1)[0];
        let bytes = game.to_bytes();
        let body = &bytes[FRAME_BYTES..bytes.len() - FRAME_BYTES];
        assert_eq!(Game::from_body(body).unwrap(), *game);
        let moves = 2 + usize::from(body[1]);
        let refused = |body: &[u8]| format!("{:#}", Game::from_body(body).unwrap_err());
        let changed = |at: usize, to: u8| {
            let mut changed = body.to_vec();
            changed[at] = to;
            refused(&changed)
        };
        assert_eq!(refused(&body[..1]), "the game is empty");
        assert_eq!(refused(&body[..moves - 1]), "the start position is cut off");
        assert_eq!(refused(&body[..moves]), "the game has no moves");
        assert_eq!(refused(&body[..=moves]), "a score is cut off");
        assert_eq!(changed(0, 3), "there is no result 3");
        assert_eq!(changed(moves, 20), "move 1 is not a legal one");
        // Bit 0 is a1: without that rook there are fewer pieces than follow.
        assert!(changed(2 + 7, 0).starts_with("the start position is not a legal one"));
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
                    assert_eq!(read, games[..whole.iter().position(|&at| at == length).unwrap()]);
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
