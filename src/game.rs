//! A game: where it started, the moves played since, the rules and the notation.
//!
//! A game is independent of engines. It is small and cheap to copy, so a host keeps one for each
//! board it shows and passes it to an engine when it wants a move.

use std::collections::TryReserveError;
use std::fmt::{Display, Write as _};
use std::num::NonZeroU32;

use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color as Side, EnPassantMode, Move, Position as _, Setup, Square,
};

use crate::board::moves::{MAX_MOVES, MoveText};
use crate::board::position::FIFTY_MOVES;
use crate::board::zobrist::key_of;
use crate::board::{self, Position, movegen};
use crate::error::{Error, ErrorKind, counted, excerpt};
use crate::notation::{
    self, MoveData, Movetext, Reason, fen_of_file, for_each_legal, illegal_move, parse_fen,
    parse_san, parse_uci, repair_fen,
};

/// The state of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameState {
    /// The game goes on.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Drawn: neither side has the material to mate, even with the worst play of the other.
    Material,
    /// Drawn: the position has occurred five times.
    Fivefold,
    /// Drawn: seventy-five moves by each side without a capture or a pawn move.
    SeventyFive,
    /// Drawn if a player claims it: the position has occurred three or four times.
    Repetition,
    /// Drawn if a player claims it: fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    /// The side that begins.
    #[default]
    White,
    /// The side that moves second.
    Black,
}

/// A position as bitboards: bit 0 is a1, bit 1 is b1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The side to move.
    pub turn: Color,
    /// White's and Black's pawns, knights, bishops, rooks, queens and kings.
    pub pieces: [[u64; 6]; 2],
    /// The rooks that may still castle.
    pub castling_rooks: u64,
    /// The square behind a pawn that has just moved two squares. [`Game::board`] sets it only if a
    /// capture on it is legal.
    pub en_passant: Option<u32>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move, from 1.
    pub fullmove_number: u32,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

/// The number of earlier positions that can be repeated: after fifty moves by both sides without a
/// capture or a pawn move every position is a draw anyway.
pub(crate) const GAME_KEYS: usize = 100;

/// How often, in plies, the whole position is kept, so that undoing replays only a few moves.
const SNAPSHOT_PLIES: usize = 16;

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Game {
    chess: Chess,
    /// Whether castling as king takes rook was requested.
    chess960: bool,
    /// Whether the start position is one of Chess960, for example by the letters of its FEN.
    starts_as_chess960: bool,
    moves: Vec<board::Move>,
    /// The key of the position before each move.
    keys: Vec<u64>,
    /// The position before every 16th move.
    snapshots: Vec<Chess>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

// Making and changing.
impl Game {
    /// A game at the start position of chess.
    pub fn new() -> Game {
        Game::from_chess(Chess::new())
    }

    /// A game that begins with a FEN; `None` is the start position of chess.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidFen`], [`ErrorKind::IllegalPosition`].
    pub fn from_fen(fen: Option<&str>) -> Result<Game, Error> {
        let Some(fen) = fen else { return Ok(Game::new()) };
        let chess = parse_fen(fen)?;
        // The files of rooks, as Shredder writes them, where others have K and Q.
        let castling = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
        let starts_as_chess960 = castling.contains(|c| matches!(c, 'A'..='H' | 'a'..='h'));
        Ok(Game { starts_as_chess960, ..Game::from_chess(chess) })
    }

    /// A game that begins with a FEN of a file: castling rights that the board rules out are none,
    /// and make it no game of Chess960 if it is not known as one.
    pub(crate) fn from_fen_of_file(fen: Option<&str>, is_chess960: bool) -> Result<Game, Error> {
        let fen = fen.map(|fen| fen_of_file(fen, is_chess960)).transpose()?;
        let mut game = Game::from_fen(fen.as_deref())?;
        game.starts_as_chess960 |= is_chess960;
        Ok(game)
    }

    fn from_chess(chess: Chess) -> Game {
        let (moves, keys, snapshots) = (Vec::new(), Vec::new(), Vec::new());
        let (chess960, starts_as_chess960) = (false, false);
        Game { chess, chess960, starts_as_chess960, moves, keys, snapshots }
    }

    /// Resets the game to a FEN (`None` is the start position of chess) and the moves played from
    /// it, in UCI notation, separated by white space.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidFen`], [`ErrorKind::IllegalPosition`], [`ErrorKind::IllegalMove`],
    /// [`ErrorKind::OutOfMemory`]; the old game stays.
    pub fn set(&mut self, fen: Option<&str>, moves: &str) -> Result<(), Error> {
        let mut game = Game::from_fen(fen)?;
        game.play(moves)?;
        game.chess960 = self.chess960;
        *self = game;
        Ok(())
    }

    /// Resets the game to a text that is meant as a FEN; returns whether something had to be changed.
    ///
    /// Impossible castling rights and en passant squares are left out. Clocks out of range, and
    /// fields that are missing, have the values of a new game: the board alone is White's move.
    /// `startpos` is the start of a game, "Black to move" a side to move. EPD operations, `position
    /// fen`, quotation marks, underscores for spaces, `~` and an address with a FEN in it are passed
    /// over.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidFen`], also for moves behind the FEN; [`ErrorKind::IllegalPosition`]. The
    /// old game stays.
    pub fn set_lenient(&mut self, text: &str) -> Result<bool, Error> {
        if parse_fen(text).is_ok() {
            return self.set(Some(text), "").map(|()| false);
        }
        self.set(Some(&repair_fen(text)?), "").map(|()| true)
    }

    /// Resets the game to a position from bitboards.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalPosition`]; the old game stays.
    pub fn set_board(&mut self, board: &Board) -> Result<(), Error> {
        let chess = notation::from_setup(board.to_setup()?)?;
        self.moves.clear();
        self.keys.clear();
        self.snapshots.clear();
        self.chess = chess;
        self.starts_as_chess960 = board.chess960;
        Ok(())
    }

    /// Plays moves in UCI notation, separated by white space: all of them, or none on error.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], [`ErrorKind::OutOfMemory`]; the game stays as it was.
    pub fn play(&mut self, moves: &str) -> Result<(), Error> {
        let words = moves.split_ascii_whitespace().map(Ok);
        self.play_words(words, parse_uci, |_, _| Ok(()))
    }

    /// Plays moves in SAN, as in a PGN: all of them, or none on error. Move numbers, comments,
    /// variations, `$1`, `!?` and results are skipped, as are tag pairs before the moves; but a tag
    /// `FEN` must match the position on the board.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], also for an ambiguous move; [`ErrorKind::InvalidPgn`] for a
    /// comment, variation or tag pair that is not closed, and for a second game;
    /// [`ErrorKind::OutOfMemory`]. The game stays as it was.
    pub fn play_san(&mut self, movetext: &str) -> Result<(), Error> {
        self.check_fen_tag(movetext)?;
        self.play_words(movetext_words(movetext), parse_san, |_, _| Ok(()))
    }

    /// Refuses a movetext whose tag `FEN` is another position.
    fn check_fen_tag(&self, movetext: &str) -> Result<(), Error> {
        let is_here = |fen| parse_fen(fen).is_ok_and(|chess| chess == self.chess);
        match Movetext::new(movetext).fen() {
            Some(fen) if !is_here(fen) => Err(Error::new(
                ErrorKind::InvalidPgn,
                format_args!(
                    "the tag FEN \"{}\" is not the position of this game: set that first",
                    excerpt(fen)
                ),
            )),
            _ => Ok(()),
        }
    }

    /// Undoes the last moves.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if fewer were played; the game stays as it was.
    pub fn undo(&mut self, plies: usize) -> Result<(), Error> {
        let played = self.moves.len();
        let Some(left) = played.checked_sub(plies) else {
            let [plies, played] =
                [plies, played].map(|count| counted(count as u64, "ply", "plies"));
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format_args!("{plies} cannot be undone: the game has {played}"),
            ));
        };
        self.truncate(left);
        Ok(())
    }

    /// Undoes the last move, if there is one, and returns it.
    pub(crate) fn undo_last(&mut self) -> Option<MoveText> {
        let last = *self.moves.last()?;
        self.truncate(self.moves.len() - 1);
        Some(MoveText::new(last, self.mode()))
    }

    /// Sets how castling is written, in this game and those set later: as king takes rook (e1h1),
    /// or as the king's move (e1g1). A Chess960 FEN or board switches the first way on; if the
    /// castling is possible only in Chess960, it cannot be switched off.
    pub fn set_chess960(&mut self, on: bool) {
        self.chess960 = on;
        self.starts_as_chess960 &= on;
    }

    /// Undoes all moves except the first ones.
    fn truncate(&mut self, plies: usize) {
        if plies == self.moves.len() {
            return;
        }
        self.chess = self.position_after(plies);
        self.moves.truncate(plies);
        self.keys.truncate(plies);
        self.snapshots.truncate(plies.div_ceil(SNAPSHOT_PLIES));
    }

    /// The position after the first moves.
    pub(crate) fn position_after(&self, plies: usize) -> Chess {
        if plies == self.moves.len() {
            return self.chess.clone();
        }
        let snapshot = plies / SNAPSHOT_PLIES;
        let mut chess = self.snapshots[snapshot].clone();
        for m in &self.moves[snapshot * SNAPSHOT_PLIES..plies] {
            chess.play_unchecked(m.on(chess.board()));
        }
        chess
    }

    /// Reserves memory for one more move: little more than is needed, since hosts have many games.
    fn reserve(&mut self) -> Result<(), Error> {
        let played = self.moves.len();
        if played == self.moves.capacity() || played == self.keys.capacity() {
            let more = (2 * SNAPSHOT_PLIES).max(played / 16);
            self.moves.try_reserve_exact(more).map_err(no_memory_for_moves)?;
            self.keys.try_reserve_exact(more).map_err(no_memory_for_moves)?;
        }
        if played.is_multiple_of(SNAPSHOT_PLIES)
            && self.snapshots.len() == self.snapshots.capacity()
        {
            let more = 2.max(self.snapshots.len() / 16);
            self.snapshots.try_reserve_exact(more).map_err(no_memory_for_moves)?;
        }
        Ok(())
    }

    /// Plays a legal move.
    pub(crate) fn push(&mut self, m: Move) -> Result<(), Error> {
        self.reserve()?;
        if self.moves.len().is_multiple_of(SNAPSHOT_PLIES) {
            self.snapshots.push(self.chess.clone());
        }
        self.moves.push(board::Move::of(m));
        self.keys.push(key_of(&self.chess));
        self.chess.play_unchecked(m);
        Ok(())
    }

    /// Plays the moves that words name, calling `visit` with the game before each. If one is not a
    /// legal move, or `visit` fails, the game is as it was before.
    fn play_words<'a>(
        &mut self,
        words: impl Iterator<Item = Result<&'a str, Error>>,
        parse: impl Fn(&Chess, &str) -> Result<Move, Reason>,
        mut visit: impl FnMut(&Game, Move) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let begun = self.moves.len();
        let mut play = |game: &mut Game, number: usize, word: &str| {
            let m = parse(&game.chess, word).map_err(|reason| {
                illegal_move(format_args!("move {number}"), word, &reason, &game.chess)
            })?;
            visit(game, m)?;
            game.push(m)
        };
        for (index, word) in words.enumerate() {
            if let Err(error) = word.and_then(|word| play(self, index + 1, word)) {
                self.truncate(begun);
                return Err(error);
            }
        }
        Ok(())
    }
}

// Reading.
impl Game {
    /// The position on the board as bitboards.
    pub fn board(&self) -> Board {
        let setup = self.chess.to_setup(EnPassantMode::Legal);
        let pieces = [Side::White, Side::Black].map(|side| {
            shakmaty::Role::ALL.map(|role| u64::from(setup.board.by_piece(role.of(side))))
        });
        Board {
            turn: setup.turn.fold_wb(Color::White, Color::Black),
            pieces,
            castling_rooks: setup.castling_rights.into(),
            en_passant: setup.ep_square.map(|square| square.to_u32()),
            halfmove_clock: setup.halfmoves,
            fullmove_number: setup.fullmoves.get(),
            chess960: self.writes_chess960(),
        }
    }

    /// The moves played so far, in UCI notation.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn moves(&self) -> Result<String, Error> {
        let mut text = String::new();
        self.replay(|game, m| push_word(&mut text, game.move_text(m)))?;
        Ok(text)
    }

    /// The moves played so far in SAN with move numbers: the movetext of a PGN.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn moves_san(&self) -> Result<String, Error> {
        let mut text = String::new();
        self.replay(|game, m| {
            let is_first = text.is_empty();
            push_numbered(&mut text, &game.chess, m, is_first)
        })?;
        Ok(text)
    }

    /// Calls `visit` with each move played, and the game before it.
    pub(crate) fn replay(
        &self,
        mut visit: impl FnMut(&Game, Move) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut game = self.with_chess(self.start().clone());
        for m in &self.moves {
            let m = m.on(game.chess.board());
            visit(&game, m)?;
            game.chess.play_unchecked(m);
        }
        Ok(())
    }

    /// The moves played so far as data.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn played_move_list(&self) -> Result<Vec<MoveData>, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(self.moves.len()).map_err(no_memory_for_moves)?;
        self.replay(|game, m| {
            list.push(MoveData::new(&game.chess, m, game.mode()));
            Ok(())
        })?;
        Ok(list)
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Chess {
        &self.chess
    }

    /// The start position of the game.
    pub(crate) fn start(&self) -> &Chess {
        self.snapshots.first().unwrap_or(&self.chess)
    }

    /// The start position of the game as a FEN.
    pub fn start_fen(&self) -> String {
        notation::fen(self.start())
    }

    /// The position on the board as a FEN of six fields, with an en passant square only if the
    /// capture is legal.
    pub fn fen(&self) -> String {
        notation::fen(&self.chess)
    }

    /// The number of moves (plies) played since the start position.
    pub fn ply_count(&self) -> usize {
        self.moves.len()
    }

    /// The legal moves in UCI notation, separated by spaces, in no particular order: all, or those
    /// of the piece on a square such as "e2". Empty in mate and stalemate.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if `from` is not a square.
    pub fn legal_moves(&self, from: Option<&str>) -> Result<String, Error> {
        let from = from.map(parse_square).transpose()?;
        let (mut text, mut result) = (String::new(), Ok(()));
        for_each_legal(&self.chess, |m| {
            if result.is_ok() && (from.is_none() || from == m.from()) {
                result = push_word(&mut text, self.move_text(m));
            }
        });
        result.map(|()| text)
    }

    /// The legal moves as data, in no particular order: all, or those of the piece on a square
    /// such as "e2".
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if `from` is not a square; [`ErrorKind::OutOfMemory`].
    pub fn legal_move_list(&self, from: Option<&str>) -> Result<Vec<MoveData>, Error> {
        let from = from.map(parse_square).transpose()?.map(Square::to_u32);
        let mut list = Vec::new();
        list.try_reserve_exact(MAX_MOVES).map_err(no_memory_for_moves)?;
        MoveData::for_each_legal(&self.chess, self.mode(), |m| {
            if from.is_none_or(|from| from == m.from) {
                list.push(m);
            }
        });
        Ok(list)
    }

    /// The legal move that a text names, in UCI notation or SAN, as [`Game::play_san`] accepts it.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], also for an ambiguous move and for none or several;
    /// [`ErrorKind::InvalidPgn`].
    pub fn parse_move(&self, text: &str) -> Result<MoveData, Error> {
        let mut words = movetext_words(text);
        let word = words.next().transpose()?;
        let (Some(word), None) = (word, words.next().transpose()?) else {
            let what = format_args!("\"{}\" is not one move", excerpt(text));
            return Err(Error::new(ErrorKind::IllegalMove, what));
        };
        let m = parse_san(&self.chess, word)
            .map_err(|reason| illegal_move("move", word, &reason, &self.chess))?;
        Ok(MoveData::new(&self.chess, m, self.mode()))
    }

    /// Converts moves from the position on the board from UCI notation to SAN, both separated by
    /// spaces.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], [`ErrorKind::OutOfMemory`].
    pub fn to_san(&self, moves: &str) -> Result<String, Error> {
        let mut text = String::new();
        let words = moves.split_ascii_whitespace().map(Ok);
        self.fork().play_words(words, parse_uci, |game, m| {
            push_word(&mut text, SanPlus::from_move(game.chess.clone(), m))
        })?;
        Ok(text)
    }

    /// Converts movetext for [`Game::play_san`] to UCI notation, without playing it.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], also for an ambiguous move; [`ErrorKind::OutOfMemory`].
    pub fn from_san(&self, movetext: &str) -> Result<String, Error> {
        let mut text = String::new();
        self.check_fen_tag(movetext)?;
        self.fork().play_words(movetext_words(movetext), parse_san, |game, m| {
            push_word(&mut text, game.move_text(m))
        })?;
        Ok(text)
    }

    /// A game that begins with the root position of a search.
    pub(crate) fn at(root: &RootPosition) -> Game {
        Game { chess960: root.chess960, ..Game::from_chess(root.chess.clone()) }
    }

    /// Copies the game.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn try_clone(&self) -> Result<Game, Error> {
        let mut game = self.fork();
        game.moves.try_reserve_exact(self.moves.len()).map_err(no_memory_for_moves)?;
        game.keys.try_reserve_exact(self.keys.len()).map_err(no_memory_for_moves)?;
        game.snapshots.try_reserve_exact(self.snapshots.len()).map_err(no_memory_for_moves)?;
        game.moves.extend_from_slice(&self.moves);
        game.keys.extend_from_slice(&self.keys);
        game.snapshots.extend_from_slice(&self.snapshots);
        Ok(game)
    }

    /// A game that begins with the position on the board.
    pub(crate) fn fork(&self) -> Game {
        self.with_chess(self.chess.clone())
    }

    /// A game that begins with a position and writes castling as this one does.
    fn with_chess(&self, chess: Chess) -> Game {
        let Game { chess960, starts_as_chess960, .. } = *self;
        Game { chess960, starts_as_chess960, ..Game::from_chess(chess) }
    }

    /// The state of the game: the first that applies, in the order of [`GameState`], and ongoing if
    /// none does.
    pub fn state(&self) -> GameState {
        let clock = self.chess.halfmoves();
        let occurrences = self.count_occurrences();
        if !self.has_legal_move() {
            if self.in_check() { GameState::Checkmate } else { GameState::Stalemate }
        } else if self.chess.is_insufficient_material() {
            GameState::Material
        } else if occurrences >= 5 {
            GameState::Fivefold
        } else if clock >= 150 {
            GameState::SeventyFive
        } else if occurrences >= 3 {
            GameState::Repetition
        } else if clock >= FIFTY_MOVES {
            GameState::FiftyMoves
        } else {
            GameState::Ongoing
        }
    }

    /// How often the position has occurred, this time included.
    fn count_occurrences(&self) -> usize {
        let reach = (self.chess.halfmoves() as usize).min(self.keys.len());
        let key = key_of(&self.chess);
        1 + self.keys[self.keys.len() - reach..].iter().filter(|&&earlier| earlier == key).count()
    }

    fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&Position::new(&self.chess))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Whether a side wins when its opponent runs out of time: `false` if it could never mate with
    /// its material, so that the game is drawn.
    pub fn can_win(&self, color: Color) -> bool {
        let side = match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        };
        !self.chess.has_insufficient_material(side)
    }

    /// The Polyglot key of the position.
    pub fn key(&self) -> u64 {
        self.chess.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
    }

    /// Counts the leaf nodes at a depth in plies: the standard test of a move generator.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a depth that could never be finished.
    pub fn perft(&self, depth: u32) -> Result<u64, Error> {
        const MAX: u32 = 64;
        if depth > MAX {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format_args!("perft depth {depth} is not within 0 to {MAX}"),
            ));
        }
        Ok(movegen::perft(&Position::new(&self.chess), depth))
    }

    /// Whether the game begins as one of Chess960, whatever is played later.
    pub(crate) fn starts_as_chess960(&self) -> bool {
        self.starts_as_chess960 || self.start().castles().mode().is_chess960()
    }

    /// Writes castling as another game does.
    pub(crate) fn write_as(&mut self, other: &Game) {
        self.chess960 = other.chess960;
    }

    fn writes_chess960(&self) -> bool {
        self.chess960 || self.starts_as_chess960 || self.chess.castles().mode().is_chess960()
    }

    fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.writes_chess960())
    }

    fn move_text(&self, m: Move) -> MoveText {
        MoveText::new(board::Move::of(m), self.mode())
    }
}

/// The root position of a search, and what the rules need to know of the positions before it.
#[derive(Debug)]
pub(crate) struct RootPosition {
    pub chess: Chess,
    pub position: Position,
    keys: [u64; GAME_KEYS],
    count: usize,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

impl Clone for RootPosition {
    fn clone(&self) -> RootPosition {
        RootPosition { chess: self.chess.clone(), position: self.position.clone(), ..*self }
    }

    /// Copies the keys that there are, which are few beside the room for more.
    fn clone_from(&mut self, from: &RootPosition) {
        self.set_from(&from.chess, &from.position, from.keys(), from.chess960);
    }
}

impl RootPosition {
    /// The start of a game.
    pub fn start() -> RootPosition {
        let (keys, count, chess960) = ([0; GAME_KEYS], 0, false);
        RootPosition { chess: Chess::new(), position: Position::start(), keys, count, chess960 }
    }

    /// Sets this to the position of a game.
    pub fn set(&mut self, game: &Game) {
        let Game { chess, keys, .. } = game;
        // Positions before the last capture or pawn move cannot occur again.
        let count = keys.len().min(GAME_KEYS).min(chess.halfmoves() as usize);
        let keys = &keys[keys.len() - count..];
        self.set_from(chess, &Position::new(chess), keys, game.writes_chess960());
    }

    fn set_from(&mut self, chess: &Chess, position: &Position, keys: &[u64], chess960: bool) {
        self.chess.clone_from(chess);
        self.position.clone_from(position);
        self.keys[..keys.len()].copy_from_slice(keys);
        (self.count, self.chess960) = (keys.len(), chess960);
    }

    /// The keys of the earlier positions that may occur again.
    pub fn keys(&self) -> &[u64] {
        &self.keys[..self.count]
    }

    /// Whether one of the earlier positions occurred twice: a third time is a draw.
    pub fn has_repetition(&self) -> bool {
        has_repetition(self.keys())
    }

    pub fn move_text(&self, m: board::Move) -> MoveText {
        MoveText::new(m, CastlingMode::from_chess960(self.chess960))
    }

    /// Appends a line in UCI notation to a text that has room for it.
    pub fn write_moves(&self, moves: &[board::Move], text: &mut String) {
        for &m in moves {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.move_text(m).as_str());
        }
    }
}

/// Whether one of some keys is there twice.
pub(crate) fn has_repetition(keys: &[u64]) -> bool {
    keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key))
}

impl Board {
    /// The piece on a square, as its letter in a FEN: a capital for White.
    pub fn piece_at(&self, square: u32) -> Option<char> {
        let stands = |squares: &u64| squares.checked_shr(square).is_some_and(|rest| rest & 1 == 1);
        let letters = [['P', 'N', 'B', 'R', 'Q', 'K'], ['p', 'n', 'b', 'r', 'q', 'k']];
        let all = self.pieces.as_flattened().iter().zip(letters.as_flattened());
        all.into_iter().find(|(squares, _)| stands(squares)).map(|(_, &letter)| letter)
    }

    /// Converts the board to shakmaty's form.
    fn to_setup(self) -> Result<Setup, Error> {
        let mut board = shakmaty::Board::empty();
        for (pieces, side) in self.pieces.iter().zip([Side::White, Side::Black]) {
            for (&squares, role) in pieces.iter().zip(shakmaty::Role::ALL) {
                for square in Bitboard(squares) {
                    if board.piece_at(square).is_some() {
                        return Err(Error::new(
                            ErrorKind::IllegalPosition,
                            format_args!("board: two pieces stand on {square}"),
                        ));
                    }
                    board.set_piece_at(square, role.of(side));
                }
            }
        }
        let ep_square = self.en_passant.map(|square| {
            Square::try_from(square).map_err(|_| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format_args!("board: en passant square {square} is not within 0 to 63"),
                )
            })
        });
        let ep_square = ep_square.transpose()?;
        let fullmoves = NonZeroU32::new(self.fullmove_number).unwrap_or(NonZeroU32::MIN);
        Ok(Setup {
            board,
            turn: match self.turn {
                Color::White => Side::White,
                Color::Black => Side::Black,
            },
            castling_rights: Bitboard(self.castling_rooks),
            ep_square,
            halfmoves: self.halfmove_clock,
            fullmoves,
            ..Setup::empty()
        })
    }
}

/// The error of a game that cannot grow.
fn no_memory_for_moves(_: TryReserveError) -> Error {
    Error::out_of_memory("the moves of the game")
}

/// The words of a movetext that are moves.
fn movetext_words(text: &str) -> impl Iterator<Item = Result<&str, Error>> {
    Movetext::new(text)
        .map(|word| word.map_err(|why| Error::new(ErrorKind::InvalidPgn, format_args!("{why}"))))
}

fn parse_square(text: &str) -> Result<Square, Error> {
    text.parse().map_err(|_| {
        Error::new(
            ErrorKind::InvalidArgument,
            format_args!("\"{}\" is not a square such as e2", excerpt(text)),
        )
    })
}

/// Appends a move in SAN, after its number if White moves or the number is needed.
pub(crate) fn push_numbered(
    text: &mut String,
    chess: &Chess,
    m: Move,
    needs_number: bool,
) -> Result<(), Error> {
    push_number(text, chess, needs_number)?;
    push_word(text, SanPlus::from_move(chess.clone(), m))
}

/// Appends the number of the next move, if White moves or the number is needed.
pub(crate) fn push_number(text: &mut String, chess: &Chess, is_needed: bool) -> Result<(), Error> {
    let number = chess.fullmoves();
    match chess.turn() {
        Side::White => push_word(text, format_args!("{number}.")),
        Side::Black if is_needed => push_word(text, format_args!("{number}...")),
        Side::Black => Ok(()),
    }
}

/// Appends a word, after a space unless it is the first in the text, a line or brackets.
pub(crate) fn push_word(text: &mut String, word: impl Display) -> Result<(), Error> {
    // No move or number is longer in either notation: Qa1xb2+ for example.
    const MAX: usize = 15;
    let exhausted = || Error::out_of_memory("the moves");
    text.try_reserve(1 + MAX).map_err(|_| exhausted())?;
    if !text.is_empty() && !text.ends_with(['\n', '(']) {
        text.push(' ');
    }
    write!(text, "{word}").map_err(|_| exhausted())
}
