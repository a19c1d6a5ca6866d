//! Writes games as PGN.

use shakmaty::Position as _;

use crate::error::Error;
use crate::game::{Game, GameState, push_numbered, push_word};
use crate::notation::Outcome;
use crate::pgn::record::Record;
use crate::pgn::text::{no_memory, push_comment, push_nag};

/// The tags that every game has before `Result`, and what stands for a value that is not known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The maximum length of a line of movetext.
const MAX_LINE: usize = 79;

impl Record {
    /// Writes a game with this record as PGN, with an empty line at its end: one game after the
    /// other makes a file.
    ///
    /// The seven tags that every game has come first, then the others. `FEN` and `SetUp` are those
    /// of the game. Without a result in the record, it is that of the game, if it is over; a tag
    /// `Result` that is no result is not written. Notes beyond the game's last ply are left out.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn write(&self, game: &Game) -> Result<String, Error> {
        let outcome = self.outcome().unwrap_or_else(|| outcome_of(game));
        let mut text = String::new();
        self.write_tags(game, outcome, &mut text)?;
        push(&mut text, &["\n"])?;
        wrap(&self.movetext(game, outcome)?, &mut text)?;
        push(&mut text, &["\n\n"])?;
        Ok(text)
    }

    fn write_tags(&self, game: &Game, outcome: Outcome, text: &mut String) -> Result<(), Error> {
        for (name, unknown) in ROSTER {
            write_tag(text, name, self.tag(name).unwrap_or(unknown))?;
        }
        let tag = self.tag("Result").and_then(Outcome::read);
        write_tag(text, "Result", tag.unwrap_or(outcome).as_str())?;
        let start = game.start_fen();
        let has_fen =
            self.fen().is_some() && self.start().is_ok_and(|of_tags| of_tags.start_fen() == start);
        let is_written_already =
            |name: &str| name == "Result" || ROSTER.iter().any(|(other, _)| *other == name);
        if has_fen && self.tag("SetUp").is_none() {
            write_tag(text, "SetUp", "1")?;
        }
        for (name, value) in self.tags().filter(|(name, _)| !is_written_already(name)) {
            if has_fen || !matches!(name, "FEN" | "SetUp") {
                write_tag(text, name, value)?;
            }
        }
        if game.starts_as_chess960() && self.tag("Variant").is_none() {
            write_tag(text, "Variant", "Chess960")?;
        }
        if !has_fen && start != Game::new().start_fen() {
            write_tag(text, "SetUp", "1")?;
            write_tag(text, "FEN", &start)?;
        }
        Ok(())
    }

    /// The moves and all that belongs to them, and the result, as one line.
    fn movetext(&self, game: &Game, outcome: Outcome) -> Result<String, Error> {
        let mut text = String::new();
        let mut ply = 0;
        self.write_notes(ply, &mut text)?;
        let mut needs_number = true;
        game.replay(|before, m| {
            push_numbered(&mut text, before.position(), m, needs_number)?;
            ply += 1;
            needs_number = self.write_notes(ply, &mut text)?;
            Ok(())
        })?;
        push_word(&mut text, outcome.as_str())?;
        Ok(text)
    }

    /// Writes what belongs to a ply; returns whether a number is needed behind it.
    fn write_notes(&self, ply: usize, text: &mut String) -> Result<bool, Error> {
        for &nag in self.nags(ply) {
            push_nag(text, nag)?;
        }
        push_comment(text, self.comment(ply))?;
        for variation in self.variations(ply) {
            push_word(text, "(")?;
            push(text, &[variation, ")"])?;
        }
        Ok(!self.comment(ply).is_empty() || !self.variations(ply).is_empty())
    }
}

/// The result of a game by the rules.
fn outcome_of(game: &Game) -> Outcome {
    match game.state() {
        GameState::Checkmate if game.position().turn().is_white() => Outcome::BlackWins,
        GameState::Checkmate => Outcome::WhiteWins,
        GameState::Stalemate
        | GameState::Material
        | GameState::Fivefold
        | GameState::SeventyFive => Outcome::Draw,
        GameState::Ongoing | GameState::Repetition | GameState::FiftyMoves => Outcome::Unknown,
    }
}

fn push(text: &mut String, parts: &[&str]) -> Result<(), Error> {
    text.try_reserve(parts.iter().map(|part| part.len()).sum()).map_err(no_memory)?;
    parts.iter().for_each(|part| text.push_str(part));
    Ok(())
}

fn write_tag(text: &mut String, name: &str, value: &str) -> Result<(), Error> {
    /// The brackets, quotation marks, space and line break.
    const FRAME: usize = 6;
    text.try_reserve(FRAME + name.len() + 2 * value.len()).map_err(no_memory)?;
    text.extend(["[", name, " \""]);
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("\"]\n");
    Ok(())
}

/// Appends movetext in lines. They end only at single spaces, which the reader puts back, and not
/// behind the name of a command such as `[%eval 0.31,12]`, which programs look for in one line. None
/// begins like a tag pair or a line escaped with `%`.
fn wrap(movetext: &str, text: &mut String) -> Result<(), Error> {
    // Every space becomes a line break at most.
    text.try_reserve(movetext.len() + 1).map_err(no_memory)?;
    let (mut column, mut is_in_comment, mut rest) = (0, false, movetext);
    while !rest.is_empty() {
        // A comment to the end of its line, perhaps the first thing in a variation.
        let is_line = rest.trim_start_matches('(').starts_with(';') && !is_in_comment;
        let end = if is_line { rest.find('\n') } else { piece_end(rest) };
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let length = piece.chars().count();
        if column > 0 && (is_line || column + 1 + length > MAX_LINE) {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(piece);
        column += length;
        if is_line {
            text.push('\n');
            column = 0;
        }
        is_in_comment = !is_line && !piece.contains('}') && (is_in_comment || piece.contains('{'));
        rest = behind.get(1..).unwrap_or_default();
    }
    Ok(())
}

/// Where a line of movetext may end first, if it may.
fn piece_end(text: &str) -> Option<usize> {
    text.match_indices(' ').map(|(at, _)| at).find(|&at| {
        let word = text[..at].rsplit(' ').next().unwrap_or_default();
        let is_in_command =
            word.rfind("[%").is_some_and(|begin| !word[begin..].contains([']', '}']));
        let is_single = !text[..at].ends_with(|c: char| c.is_ascii_whitespace());
        let begins_otherwise = match text.as_bytes()[at + 1..] {
            [b'%', ..] | [b'[', b'A'..=b'z', ..] => false,
            [next, ..] => !next.is_ascii_whitespace(),
            [] => true,
        };
        is_single && begins_otherwise && !is_in_command
    })
}
