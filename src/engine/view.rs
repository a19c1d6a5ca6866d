//! What can be read of an engine at any time, also while it searches: position and options.

use std::sync::Arc;

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Position as _};

use crate::engine::{Error, ErrorKind, excerpt};
use crate::eval::{self, Network};
use crate::moves::{self, MoveText, for_each_legal};
use crate::options::Options;
use crate::position::Position;

/// The position, the options and the network of an engine. Small, and cheap to clone: a host that
/// reads while another thread searches keeps a copy.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    options: Options,
    network: Arc<Network>,
}

impl View {
    /// The start of a game, the default options and the network of the library.
    pub(crate) fn new() -> Result<View, Error> {
        let (position, options) = (Position::start(), Options::default());
        Ok(View { position, options, network: Network::embedded()? })
    }

    /// The position that was set last.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn set_position(&mut self, position: Position) {
        self.position = position;
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

    /// The value of an option as text.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOption`].
    pub fn option(&self, name: &str) -> Result<String, Error> {
        self.options.get(name)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// A line of moves, from UCI notation to SAN, both separated by spaces.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn line_to_san(&self, line: &str) -> Result<String, Error> {
        let mut text = String::new();
        play_line(self.position.clone(), line, |position, m| {
            let san = SanPlus::from_move(position.chess().clone(), m).to_string();
            text.try_reserve(san.len() + 1).map_err(|_| Error::out_of_memory("the line in SAN"))?;
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&san);
            Ok(())
        })?;
        Ok(text)
    }

    /// The legal moves in UCI notation, separated by spaces.
    pub fn legal_moves(&self) -> String {
        let mut text = String::new();
        for_each_legal(&self.position, |m| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.move_text(m).as_str());
        });
        text
    }

    /// The view after a line of moves in UCI notation.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn after(&self, line: &str) -> Result<View, Error> {
        let position = play_line(self.position.clone(), line, |_, _| Ok(()))?;
        Ok(View { position, ..self.clone() })
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
        Ok(moves::perft(&self.position, depth))
    }

    /// The static evaluation in centipawns, from the side to move's view.
    pub fn evaluate(&self) -> i32 {
        eval::evaluate(&self.network, &self.position).0
    }

    /// How moves are written: castling as the king's step of two, or onto the rook. Where only
    /// Chess960 allows the castling, the first form would read as another king move.
    fn castling_mode(&self) -> CastlingMode {
        let chess960 =
            self.options.chess960 || self.position.chess().castles().mode().is_chess960();
        CastlingMode::from_chess960(chess960)
    }

    pub(crate) fn move_text(&self, m: Move) -> MoveText {
        MoveText::new(m, self.castling_mode())
    }
}

/// Reads a FEN; `None` is the start of a game.
pub(crate) fn parse_position(fen: Option<&str>) -> Result<Position, Error> {
    fen.map_or_else(|| Ok(Position::start()), Position::from_fen)
}

/// Plays a line of UCI moves, calling `visit` with each move and the position before it.
pub(crate) fn play_line(
    mut position: Position,
    line: &str,
    mut visit: impl FnMut(&Position, Move) -> Result<(), Error>,
) -> Result<Position, Error> {
    for (index, text) in line.split_ascii_whitespace().enumerate() {
        let m = parse_move(&position, text).ok_or_else(|| {
            Error::new(
                ErrorKind::IllegalMove,
                format_args!(
                    "move {} is not legal: \"{}\" in {}",
                    index + 1,
                    excerpt(text),
                    position.fen()
                ),
            )
        })?;
        visit(&position, m)?;
        position = position.play(m);
    }
    Ok(position)
}

/// The legal move that a text in UCI notation stands for.
pub(crate) fn parse_move(position: &Position, text: &str) -> Option<Move> {
    text.parse::<UciMove>().ok()?.to_move(position.chess()).ok()
}
