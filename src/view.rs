//! What can be read of an engine at any time, also while it searches: position and options.

use std::fmt::{Display, Write as _};
use std::sync::Arc;

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Move, Position as _};

use crate::error::{Error, ErrorKind};
use crate::eval::{self, Network};
use crate::game::{Game, GameState};
use crate::moves::{self, MoveText, for_each_legal};
use crate::options::Options;
use crate::position::Position;
use crate::search::{Helpers, Memory};
use crate::tablebase::Tablebase;
use crate::tt::Table;

/// The game, the options and the network of an engine. Small, and cheap to clone: a host that
/// reads while another thread searches keeps a copy.
#[derive(Clone, Debug)]
pub struct View {
    game: Game,
    options: Options,
    network: Arc<Network>,
    tables: Option<Arc<Tablebase>>,
}

impl View {
    /// The start of a game, the default options and the network of the library.
    pub(crate) fn new() -> Result<View, Error> {
        let (game, options) = (Game::new(None)?, Options::default());
        Ok(View { game, options, network: Network::embedded()?, tables: None })
    }

    /// The position that was set last.
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// The game that led to it.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    pub(crate) fn play(&mut self, m: Move) {
        self.game.play(m);
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    pub(crate) fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
    }

    pub(crate) fn tables(&self) -> Option<&Tablebase> {
        self.tables.as_deref()
    }

    pub(crate) fn set_tables(&mut self, tables: Option<Arc<Tablebase>>) {
        self.tables = tables;
    }

    /// The value of an option as text.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOption`].
    pub fn option(&self, name: &str) -> Result<String, Error> {
        self.options.get(name)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.position().fen()
    }

    /// What the rules say about the game: whether it goes on, and if not, how it ended.
    pub fn game_state(&self) -> GameState {
        self.game.state()
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.position().in_check()
    }

    /// A line of moves, from UCI notation to SAN, both separated by spaces.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn line_to_san(&self, line: &str) -> Result<String, Error> {
        let mut text = String::new();
        self.game.clone().play_line(line, |position, m| {
            push_word(&mut text, SanPlus::from_move(position.chess().clone(), m))
        })?;
        Ok(text)
    }

    /// A line of moves, from SAN to UCI notation, both separated by spaces. Move numbers (`1.`,
    /// `1...`), marks (`!`, `?`) and signs of check (`+`, `#`) do not matter: they may be missing or wrong.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`], also for a move that could be several.
    pub fn line_from_san(&self, line: &str) -> Result<String, Error> {
        let mut text = String::new();
        self.game.clone().play_san(line, |_, m| push_word(&mut text, self.move_text(m)))?;
        Ok(text)
    }

    /// The legal moves in UCI notation, separated by spaces; none in mate and stalemate.
    pub fn legal_moves(&self) -> String {
        let mut text = String::new();
        for_each_legal(self.position(), |m| self.write_moves(&[m], &mut text));
        text
    }

    /// The view after a line of moves in UCI notation.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn after(&self, line: &str) -> Result<View, Error> {
        let mut view = self.clone();
        view.game.play_line(line, |_, _| Ok(()))?;
        Ok(view)
    }

    /// Counts the positions `depth` plies ahead.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] beyond any depth that could ever be finished.
    pub fn perft(&self, depth: u32) -> Result<u64, Error> {
        const MOST: u32 = 64;
        if depth > MOST {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format_args!("perft depth {depth} is not within 0 to {MOST}"),
            ));
        }
        Ok(moves::perft(self.position(), depth))
    }

    /// The static evaluation in centipawns, from the side to move's view.
    pub fn evaluate(&self) -> i32 {
        eval::evaluate(&self.network, self.position()).0
    }

    /// The bytes that the engine holds in the heap: hash table, threads, and a network of its own.
    /// The table's are counted whole, though the system hands them out as they are used. The one
    /// network inside the library, which all engines share, and the stacks of threads are not
    /// counted.
    pub fn memory_usage(&self) -> u64 {
        let shared = Network::embedded().is_ok_and(|shared| Arc::ptr_eq(&shared, &self.network));
        memory(&self.options, &self.network) + if shared { 0 } else { self.network.bytes() }
    }

    /// How moves are written: castling as the king's step of two, or onto the rook. Where only
    /// Chess960 allows the castling, the first form would read as another king move.
    fn castling_mode(&self) -> CastlingMode {
        let chess960 =
            self.options.chess960 || self.position().chess().castles().mode().is_chess960();
        CastlingMode::from_chess960(chess960)
    }

    /// Appends a line in UCI notation to a text: nothing is allocated where that has room for
    /// [`LINE_TEXT`] bytes.
    pub(crate) fn write_moves(&self, moves: &[Move], text: &mut String) {
        for &m in moves {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.move_text(m).as_str());
        }
    }

    pub(crate) fn move_text(&self, m: Move) -> MoveText {
        MoveText::new(m, self.castling_mode())
    }
}

/// The bytes of an engine with these options, without the network.
pub(crate) fn memory(options: &Options, network: &Network) -> u64 {
    let workers = options.threads as u64 * Memory::bytes(network);
    Table::bytes(options.hash_mib) + workers + Helpers::BYTES
}

/// Adds the name of a move, and a space before it where it is not the first.
fn push_word(text: &mut String, word: impl Display) -> Result<(), Error> {
    // No name is longer, in either notation: Qa1xb2+ and the like.
    const MOST: usize = 15;
    let exhausted = || Error::out_of_memory("the line of moves");
    text.try_reserve(1 + MOST).map_err(|_| exhausted())?;
    if !text.is_empty() {
        text.push(' ');
    }
    write!(text, "{word}").map_err(|_| exhausted())
}
