//! Endgame tablebases in the Syzygy format, read by `shakmaty-syzygy`: with few pieces on the board
//! they give the result of a position and the distance to the next capture or pawn move.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use once_cell::sync::OnceCell;
use shakmaty::{Board, CastlingMode, Chess, Color, Piece, Position as _, Role, Setup, Square};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Dtz, ProbeError, SyzygyError, Tablebase as Tables, Wdl};

use crate::board::movegen::is_checkmate;
use crate::board::{Move, Position};
use crate::error::{Error, ErrorKind, excerpt, path_excerpt};
use crate::game::has_repetition;
use crate::panics;
use crate::random::random;
use crate::score::Score;
use crate::sys;

/// The tables in some folders. The files that searches read stay open until this is dropped.
#[derive(Debug)]
pub struct Tablebase {
    folders: Vec<PathBuf>,
    /// Filled before [`Tablebase::from_option`] returns.
    tables: OnceCell<Tables<Chess>>,
    /// Whether a search found damage in a table. Then no table is probed any more: the damage would
    /// be found again and again, and each time costs memory.
    damaged: AtomicBool,
}

/// More than the size of the lists of all tables of up to seven pieces.
const LIST_BYTES: usize = 16 << 20;

/// The tablebases in use: engines that name the same folders share them.
static REGISTRY: Mutex<Vec<Weak<Tablebase>>> = Mutex::new(Vec::new());

/// The result of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Win,
    Draw,
    Loss,
}

/// What the endgame tablebases say of a position, whatever its halfmove clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TbEntry {
    /// The result for the side to move: 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw,
    /// -1 a loss that the rule saves, -2 a loss.
    pub outcome: i32,
    /// Plies to the next capture or pawn move with best play, or to mate if that comes first:
    /// negative if the side to move loses, 0 in a draw. One ply may be missing, as the tables round.
    /// `None` without the file of distances (`.rtbz`).
    pub dtz: Option<i32>,
}

impl Tablebase {
    /// Opens the tables in a list of folders; none for an empty text.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] for what cannot be read, [`ErrorKind::InvalidValue`] for a damaged table
    /// and a folder without any.
    pub fn from_option(list: &str) -> Result<Option<Arc<Tablebase>>, Error> {
        if list.is_empty() {
            return Ok(None);
        }
        if !sys::HAS_FILES {
            return Err(Error::new(
                ErrorKind::Io,
                format_args!("option SyzygyPath: this platform has no files"),
            ));
        }
        let mut folders = Vec::new();
        for folder in std::env::split_paths(list).filter(|path| !path.as_os_str().is_empty()) {
            folders.push(fs::canonicalize(&folder).map_err(|error| unreadable(&folder, &error))?);
        }
        if folders.is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidValue,
                format_args!("option SyzygyPath: \"{}\" names no folder", excerpt(list)),
            ));
        }
        let tablebase = Tablebase::registered(folders);
        // Threads that open the same folders open them once; other folders do not wait for these.
        // If that fails, the next to ask tries again.
        tablebase.tables.get_or_try_init(|| open(&tablebase.folders))?;
        Ok(Some(tablebase))
    }

    /// The tablebase of some folders that is in use and not damaged, or a new one, not yet open.
    fn registered(folders: Vec<PathBuf>) -> Arc<Tablebase> {
        let mut registry = REGISTRY.lock().unwrap_or_else(PoisonError::into_inner);
        registry.retain(|known| known.strong_count() > 0);
        let is_good = |known: &Arc<Tablebase>| known.folders == folders && !known.is_damaged();
        if let Some(known) = registry.iter().filter_map(Weak::upgrade).find(is_good) {
            return known;
        }
        let tables = OnceCell::new();
        let new = Arc::new(Tablebase { folders, tables, damaged: AtomicBool::new(false) });
        registry.push(Arc::downgrade(&new));
        new
    }

    fn tables(&self) -> &Tables<Chess> {
        self.tables.get().expect("nobody has a tablebase that is not open")
    }

    /// Whether a search found damage in a table.
    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Relaxed)
    }

    /// Whether the tables may have a position.
    pub fn covers(&self, position: &Position) -> bool {
        let few = position.pieces().occupied().count() <= self.tables().max_pieces();
        few && position.castling().is_empty() && !self.is_damaged()
    }

    /// The result for the side to move after a capture or a pawn move, or `None`.
    pub fn probe(&self, position: &Position) -> Option<Wdl> {
        self.answer_for_search(probe(|| {
            self.tables().probe_wdl_after_zeroing(&position.to_chess())
        }))
    }

    /// What the tables say of a position, whatever its halfmove clock; `None` if they do not have it.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] for a table that is damaged or cannot be read.
    pub fn entry(&self, position: &Position) -> Result<Option<TbEntry>, Error> {
        if self.is_damaged() {
            return Err(ProbeFailure::Damaged.to_error());
        }
        if !self.covers(position) {
            return Ok(None);
        }
        let chess = &position.to_chess();
        let outcome =
            self.answer_for_host(probe(|| self.tables().probe_wdl_after_zeroing(chess)))?;
        let Some(outcome) = outcome else { return Ok(None) };
        let dtz = self.answer_for_host(probe(|| self.tables().probe_dtz(chess)))?;
        let dtz = dtz.map(|dtz| dtz.ignore_rounding().0);
        Ok(Some(TbEntry { outcome: outcome.into(), dtz }))
    }

    /// The answer of a table, `None` without one. Records damage.
    fn answer_for_host<T>(&self, answer: Result<T, ProbeFailure>) -> Result<Option<T>, Error> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(ProbeFailure::Unknown) => Ok(None),
            Err(failure) => {
                if matches!(failure, ProbeFailure::Damaged) {
                    self.damaged.store(true, Relaxed);
                }
                Err(failure.to_error())
            }
        }
    }

    /// The answer of a table. Records damage, and a file that cannot be read.
    fn answer_for_search<T>(&self, answer: Result<T, ProbeFailure>) -> Option<T> {
        if matches!(answer, Err(ProbeFailure::Damaged | ProbeFailure::Unreadable(_))) {
            self.damaged.store(true, Relaxed);
        }
        answer.ok()
    }

    /// Keeps only the moves that preserve the result of a position under the fifty-move rule, and
    /// returns that result; `None`, and all moves, if the tables do not have it. Of moves that win,
    /// those that do so sooner come first. `keys` are those of the game before the position.
    pub fn keep_best(
        &self,
        root: &Position,
        keys: &[u64],
        moves: &mut Vec<Move>,
    ) -> Option<Verdict> {
        if moves.is_empty() || !self.covers(root) {
            return None;
        }
        let keys: Vec<u64> = keys.iter().copied().chain([root.key()]).collect();
        let all = |rank: &dyn Fn(Move) -> Option<i32>| -> Option<Vec<(i32, Move)>> {
            moves.iter().map(|&m| Some((rank(m)?, m))).collect()
        };
        let by_distance = all(&|m| self.rank(root, &keys, m));
        let has_distances = by_distance.is_some();
        let mut ranked = by_distance.or_else(|| all(&|m| self.rank_by_result(root, &keys, m)))?;
        let best = ranked.iter().map(|&(rank, _)| rank).max()?;
        ranked.retain(|&(rank, _)| rank >= best.min(SAFELY_WON));
        ranked.sort_by_key(|&(rank, _)| -rank);
        moves.clear();
        moves.extend(ranked.into_iter().map(|(_, m)| m));
        let outcome = match best {
            WON.. => Outcome::Win,
            ..=LOST => Outcome::Loss,
            _ => Outcome::Draw,
        };
        Some(Verdict { outcome, has_distances })
    }

    /// The rank of a move (as in Stockfish): the sooner the next capture or pawn move of a win, the
    /// better. All moves that win for certain are kept; where the fifty-move rule matters, or the game
    /// repeats itself, only the best.
    fn rank(&self, root: &Position, keys: &[u64], m: Move) -> Option<i32> {
        let distance = self.distance(root, keys, m)?;
        // Beyond that the fifty moves are over, and a game that goes on has other rules.
        let clock = root.halfmoves().min(SAFE_PLIES as u32) as i32;
        Some(match distance {
            0 => 0,
            1.. if distance + clock <= SAFE_PLIES && !is_repetitive(root, keys) => {
                SAFELY_WON + SAFE_PLIES - distance
            }
            1.. => MAX - distance - clock,
            _ if 2 * -distance + clock < 100 => -MAX,
            _ => -MAX - distance + clock,
        })
    }

    /// Plies to the next capture or pawn move of the winner, negative if that is the opponent; 0
    /// for a draw. It is 1 for a move that mates or is a capture or pawn move itself.
    fn distance(&self, root: &Position, keys: &[u64], m: Move) -> Option<i32> {
        let child = root.play(m);
        if is_checkmate(&child) {
            return Some(1);
        }
        if child.halfmoves() == 0 {
            return Some(-Dtz::before_zeroing(self.probe(&child)?).0);
        }
        if is_drawn(&child, keys) {
            return Some(0);
        }
        let answer = match probe(|| self.tables().probe_dtz(&child.to_chess())) {
            // A file that the system does not open now may open in the next search.
            Err(ProbeFailure::Unreadable(_)) => None,
            answer => self.answer_for_search(answer),
        };
        let distance = -answer?.ignore_rounding().0;
        Some(distance + distance.signum())
    }

    /// The rank of a move if only results are available, not distances.
    fn rank_by_result(&self, root: &Position, keys: &[u64], m: Move) -> Option<i32> {
        let child = root.play(m);
        if is_checkmate(&child) {
            return Some(MAX);
        }
        if is_drawn(&child, keys) {
            return Some(0);
        }
        Some(match self.probe(&child)? {
            Wdl::Loss => MAX,
            Wdl::BlessedLoss => 1,
            Wdl::Draw => 0,
            Wdl::CursedWin => -1,
            Wdl::Win => -MAX,
        })
    }
}

/// Opens the tables in some folders.
fn open(folders: &[PathBuf]) -> Result<Tables<Chess>, Error> {
    // The reader allocates its lists without a way to fail: test that there is memory for them.
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(LIST_BYTES).map_err(|_| Error::out_of_memory("the tablebases"))?;
    drop(room);
    let files = Arc::new(Files::default());
    let mut tables = Tables::with_filesystem(Arc::clone(&files) as Arc<dyn Filesystem>);
    let mut with_results = Vec::new();
    for folder in folders {
        let mut count = 0;
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let path = entry.map_err(|error| unreadable(folder, &error))?.path();
            match tables.add_file(&path) {
                Ok(()) => {
                    if files.check(&path)? {
                        with_results.push(path);
                    }
                    count += 1;
                }
                // The file is not named like a table.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => (),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(damaged(&path, "its size is not valid for a table"));
                }
                Err(error) => return Err(unreadable(&path, &error)),
            }
        }
        if count == 0 {
            return Err(refused(folder, format_args!("contains no tables")));
        }
    }
    with_results.iter().try_for_each(|path| probe_once(&tables, path))?;
    Ok(tables)
}

/// Probes a table once, so that its header is read before any search, and damage is found.
fn probe_once(tables: &Tables<Chess>, path: &Path) -> Result<(), Error> {
    let material = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let Some(position) = quiet_position(material) else { return Ok(()) };
    match probe(|| tables.probe_wdl_after_zeroing(&position)) {
        Err(ProbeFailure::Damaged) => Err(damaged(path, "its contents are not valid")),
        Err(ProbeFailure::Unreadable(error)) => Err(unreadable(path, &error)),
        Ok(_) | Err(ProbeFailure::Unknown) => Ok(()),
    }
}

/// The tablebase result of the root position.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub outcome: Outcome,
    /// Whether the tables have the distances too, so that the search needs no more probes.
    pub has_distances: bool,
}

impl Verdict {
    /// Whether the moves are in the order in which they win.
    pub fn is_ordered(self) -> bool {
        self.outcome == Outcome::Win && self.has_distances
    }

    /// Corrects the score of a line by the result; a mate that the search found stays.
    pub fn correct(self, score: Score) -> Score {
        match self.outcome {
            _ if score.is_mate() => score,
            Outcome::Win => score.max(Score::TB_WIN - 1),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => score.min(-Score::TB_WIN + 1),
        }
    }
}

/// Larger than all distances.
const MAX: i32 = 10_000;
/// From this rank on, a win needs no care.
const SAFELY_WON: i32 = MAX;
/// From this rank on, a win comes before the fifty-move rule.
const WON: i32 = MAX - 100;
/// Up to this rank, a loss comes before the fifty-move rule.
const LOST: i32 = -WON;
/// The greatest safe distance: tables round, so distances may be too short by one ply.
const SAFE_PLIES: i32 = 99;

/// Whether the rules make a draw after a move to this position.
fn is_drawn(child: &Position, keys: &[u64]) -> bool {
    child.is_repetition(keys, 1) || child.is_fifty_moves()
}

/// Whether a position of the game, since the last capture or pawn move, occurred twice.
fn is_repetitive(root: &Position, keys: &[u64]) -> bool {
    let reversible = (root.halfmoves() as usize + 1).min(keys.len());
    has_repetition(&keys[keys.len() - reversible..])
}

/// Why the tables give no answer for a position.
enum ProbeFailure {
    /// There is no table for it.
    Unknown,
    /// A table is damaged.
    Damaged,
    /// A table cannot be opened or read.
    Unreadable(io::Error),
}

impl ProbeFailure {
    fn to_error(&self) -> Error {
        let because = |why: std::fmt::Arguments<'_>| {
            Error::new(ErrorKind::Io, format_args!("option SyzygyPath: {why}"))
        };
        match self {
            ProbeFailure::Unreadable(error) => {
                because(format_args!("a table cannot be read: {error}"))
            }
            _ => because(format_args!("a table is damaged; probing is off until it is set again")),
        }
    }
}

/// Probes a table. A damaged one gives no answer, whether its reader notices or panics.
fn probe<T>(probe: impl FnOnce() -> Result<T, SyzygyError>) -> Result<T, ProbeFailure> {
    match panics::catch(probe) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(SyzygyError::ProbeFailed { error, .. })) => Err(match *error {
            ProbeError::Read { error } => ProbeFailure::Unreadable(error),
            _ => ProbeFailure::Damaged,
        }),
        Err(_) => Err(ProbeFailure::Damaged),
        Ok(Err(_)) => Err(ProbeFailure::Unknown),
    }
}

/// A position with the given material, such as "KQvKR", in which nothing can be captured: it needs
/// only its own table. `None` if the text is not a material.
fn quiet_position(material: &str) -> Option<Chess> {
    const TRIES: u64 = 10_000;
    let (white, black) = material.split_once('v')?;
    let pieces: Vec<Piece> = [(white, Color::White), (black, Color::Black)]
        .into_iter()
        .flat_map(|(half, color)| half.chars().map(move |letter| (letter, color)))
        .map(|(letter, color)| Some(Piece { color, role: Role::from_char(letter)? }))
        .collect::<Option<_>>()?;
    (0..TRIES).find_map(|seed| {
        let (mut board, mut state) = (Board::empty(), seed);
        for &piece in &pieces {
            board.set_piece_at(Square::new((random(&mut state) % 64) as u32), piece);
        }
        if board.occupied().count() != pieces.len() {
            return None;
        }
        let setup = Setup { board, ..Setup::empty() };
        let position = setup.position::<Chess>(CastlingMode::Standard).ok()?;
        let moves = position.legal_moves();
        let is_quiet = !moves.is_empty() && !moves.iter().any(|m| m.is_capture());
        is_quiet.then_some(position)
    })
}

/// The files of the tables: those that searches read are open from the start.
#[derive(Default)]
struct Files {
    open: Mutex<HashMap<PathBuf, Arc<File>>>,
}

/// The first bytes of files with results.
const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
/// The first bytes of files with distances.
const DISTANCES: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

impl Files {
    /// Opens a file and reads its first bytes. Returns whether it has results.
    fn check(&self, path: &Path) -> Result<bool, Error> {
        let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let mut begin = [0; 4];
        file.read_exact(&mut begin).map_err(|error| unreadable(path, &error))?;
        let holds_results = path.extension().is_some_and(|extension| extension == "rtbw");
        if begin != (if holds_results { RESULTS } else { DISTANCES }) {
            return Err(damaged(path, "it does not begin with a table's signature"));
        }
        if holds_results {
            self.lock().insert(path.to_owned(), Arc::new(file));
        }
        Ok(holds_results)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Arc<File>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let metadata = path.metadata()?;
        if metadata.is_file() {
            Ok(metadata.len())
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let open = self.lock().get(path).cloned();
        Ok(Box::new(SharedFile(match open {
            Some(file) => file,
            None => Arc::new(File::open(path)?),
        })))
    }
}

/// A file that several threads read.
struct SharedFile(Arc<File>);

impl RandomAccessFile for SharedFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        sys::read_at(&self.0, buffer, offset)
    }
}

fn refused(path: &Path, why: std::fmt::Arguments<'_>) -> Error {
    let path = path.to_string_lossy();
    Error::new(
        ErrorKind::InvalidValue,
        format_args!("option SyzygyPath: \"{}\" {why}", path_excerpt(&path)),
    )
}

fn damaged(path: &Path, why: &str) -> Error {
    refused(path, format_args!("is damaged: {why}"))
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    let path = path.to_string_lossy();
    Error::new(
        ErrorKind::Io,
        format_args!("option SyzygyPath: \"{}\": {error}", path_excerpt(&path)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder with the tables of three pieces.
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    #[test]
    fn every_material_has_a_quiet_position() {
        let mut count = 0;
        for white in ["K", "KQ", "KR", "KB", "KN", "KP", "KQQ", "KRP", "KPPP", "KQRBN", "KQQQQ"] {
            for black in ["K", "KQ", "KP", "KRP"] {
                let Some(position) = quiet_position(&format!("{white}v{black}")) else {
                    panic!("{white}v{black}")
                };
                assert!(!position.legal_moves().is_empty());
                assert!(position.capture_moves().is_empty());
                let board = position.board();
                assert_eq!(board.white().count(), white.len());
                assert_eq!(board.black().count(), black.len());
                count += 1;
            }
        }
        assert_eq!(count, 44);
        for text in ["", "K", "KXvK", "readme"] {
            assert!(quiet_position(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_table_has_been_read_before_it_is_asked() {
        let tables = Tablebase::from_option(FOLDER).expect("tables").expect("not empty");
        // The reader's own state, visible only in its Debug output: a table that is read has files.
        let state = format!("{:?}", tables.tables());
        let (results, _) = state.split_once("dtz:").expect("both kinds");
        assert_eq!(results.matches("num_unique_pieces").count(), 5, "{results}");
    }

    #[test]
    fn tables_are_shared_and_closed() {
        // A folder that no other test uses.
        let folder = std::env::temp_dir().join(format!("seajay-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(Path::new(FOLDER).join("KQvK.rtbw"), folder.join("KQvK.rtbw")).expect("a copy");
        let list = folder.to_str().expect("UTF-8");
        let open = || Tablebase::from_option(list).expect("tables").expect("not empty");
        let (first, second) = (open(), open());
        assert!(Arc::ptr_eq(&first, &second));
        let weak = Arc::downgrade(&first);
        drop((first, second));
        assert!(weak.upgrade().is_none(), "the last one closes them");
        let damaged = open();
        damaged.damaged.store(true, Relaxed);
        assert!(!Arc::ptr_eq(&damaged, &open()), "read anew");
        fs::remove_dir_all(&folder).expect("it is ours");
        assert!(Tablebase::from_option("").expect("none").is_none());
    }

    #[test]
    fn what_could_not_be_opened_is_tried_again() {
        let folder = std::env::temp_dir().join(format!("seajay-late-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let list = folder.to_str().expect("UTF-8");
        let threads = || {
            let open = || Tablebase::from_option(list);
            std::thread::scope(|scope| [0; 3].map(|_| scope.spawn(open)).map(|t| t.join().unwrap()))
        };
        for refused in threads() {
            let error = refused.expect_err("an empty folder").to_string();
            assert!(error.contains("contains no tables"), "{error}");
        }
        fs::copy(Path::new(FOLDER).join("KQvK.rtbw"), folder.join("KQvK.rtbw")).expect("a copy");
        let [first, second, third] = threads().map(|open| open.expect("tables").expect("some"));
        assert!(Arc::ptr_eq(&first, &second) && Arc::ptr_eq(&second, &third));
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
