//! The game so far: the position, and what the rules need to know of the positions before it.

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};

use crate::error::{Error, ErrorKind, excerpt};
use crate::moves::{for_each_legal, has_legal_move};
use crate::position::Position;
use crate::search::GAME_KEYS;

/// What the rules say about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameState {
    /// It goes on.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move, and is not in check.
    Stalemate,
    /// Drawn, if a side claims it: fifty moves by each without a capture or a pawn move.
    FiftyMoves,
    /// Drawn, if a side claims it: the third time that this position is on the board.
    Repetition,
    /// Drawn: neither side has enough material to mate, however the other plays.
    Material,
}

/// A position, and the keys of the last positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    keys: [u64; GAME_KEYS],
    count: usize,
}

impl Game {
    /// A game that begins with a FEN; `None` is the start of a game of chess.
    pub fn new(fen: Option<&str>) -> Result<Game, Error> {
        let position = fen.map_or_else(|| Ok(Position::start()), Position::from_fen)?;
        Ok(Game { position, keys: [0; _], count: 0 })
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions before it, as many as can be repeated.
    pub fn keys(&self) -> &[u64] {
        &self.keys[..self.count]
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        if self.count == GAME_KEYS {
            self.keys.copy_within(1.., 0);
            self.count -= 1;
        }
        self.keys[self.count] = self.position.key();
        self.count += 1;
        self.position = self.position.play(m);
    }

    /// Plays a line in UCI notation, calling `visit` with each move and the position before it.
    pub fn play_line(
        &mut self,
        line: &str,
        visit: impl FnMut(&Position, Move) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let words = line.split_ascii_whitespace();
        self.play_words(words, |position, text| parse_move(position, text).ok_or("legal"), visit)
    }

    /// Plays a line in standard algebraic notation, with or without move numbers.
    pub fn play_san(
        &mut self,
        line: &str,
        visit: impl FnMut(&Position, Move) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let is_move = |word: &&str| !word.trim_matches(MARKS).is_empty();
        let words = line.split_ascii_whitespace().map(without_number).filter(is_move);
        self.play_words(words, parse_san, visit)
    }

    /// Plays moves that `parse` reads; where it cannot, it says what they are not.
    fn play_words<'a>(
        &mut self,
        words: impl Iterator<Item = &'a str>,
        parse: impl Fn(&Position, &str) -> Result<Move, &'static str>,
        mut visit: impl FnMut(&Position, Move) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (index, text) in words.enumerate() {
            let m = parse(&self.position, text).map_err(|quality| {
                let (number, quoted, fen) = (index + 1, excerpt(text), self.position.fen());
                Error::new(
                    ErrorKind::IllegalMove,
                    format_args!("move {number} is not {quality}: \"{quoted}\" in {fen}"),
                )
            })?;
            visit(&self.position, m)?;
            self.play(m);
        }
        Ok(())
    }

    /// What the rules say. Of several things the first: a mate or a stalemate, too little
    /// material, fifty moves, a repetition.
    pub fn state(&self) -> GameState {
        let position = &self.position;
        if !has_legal_move(position) {
            if position.in_check() { GameState::Checkmate } else { GameState::Stalemate }
        } else if position.is_insufficient_material() {
            GameState::Material
        } else if position.is_fifty_moves() {
            GameState::FiftyMoves
        } else if position.is_repetition(self.keys(), 0) {
            GameState::Repetition
        } else {
            GameState::Ongoing
        }
    }
}

/// The legal move that a text in UCI notation stands for. Castling may be named by the square the king
/// gets to, wherever it and its rook stand, if the king moves at all and no other move has that name.
pub fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let (chess, named) = (position.chess(), text.parse::<UciMove>().ok()?);
    if matches!(named, UciMove::Normal { from, to, .. } if from == to) {
        return None;
    }
    if let Ok(m) = named.to_move(chess) {
        // Pawns that capture en passant do not promote.
        let promotes = matches!(named, UciMove::Normal { promotion: Some(_), .. });
        return (m.is_promotion() == promotes).then_some(m);
    }
    let mut castling = None;
    for_each_legal(position, |m| {
        if m.is_castle() && m.to_uci(CastlingMode::Standard) == named {
            castling = Some(m);
        }
    });
    castling
}

/// Marks of good and bad moves say nothing about the move,
const MARKS: [char; 2] = ['!', '?'];
/// and signs of check nothing that is not known.
const SIGNS: [char; 4] = ['!', '?', '+', '#'];

/// The legal move that a text in standard algebraic notation stands for.
fn parse_san(position: &Position, text: &str) -> Result<Move, &'static str> {
    let text = text.trim_end_matches(SIGNS);
    let san = San::from_ascii(text.as_bytes()).map_err(|_| "legal")?;
    san.to_move(position.chess()).map_err(|error| match error {
        SanError::IllegalSan => "legal",
        SanError::AmbiguousSan => "the only one of this name",
    })
}

/// A word without the number of the move before it, as in "1.e4" and "1...".
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
