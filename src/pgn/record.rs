//! What a PGN says of a game besides its moves.

use crate::error::{Error, ErrorKind, excerpt};
use crate::game::Game;
use crate::notation::{Outcome, is_tag_letter};
use crate::pgn::text::{join_comment, no_memory};
use crate::pgn::variations;
use crate::sys;

/// What the PGN of a game says besides its moves: tags, comments, numeric annotation glyphs (NAGs)
/// and variations.
///
/// What belongs to a move is found by its ply: the number of moves played, so 0 is before the first
/// move and 1 after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    tags: Vec<(String, String)>,
    /// The plies that have notes, in ascending order.
    notes: Vec<Notes>,
    /// The result at the end of the movetext.
    marker: Option<Outcome>,
    fault: Option<Fault>,
}

/// What belongs to one ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    ply: usize,
    comment: String,
    nags: Vec<u8>,
    variations: Vec<String>,
}

/// Why a game could not be read to its end, or not as a whole, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong, with the line: [`ErrorKind::InvalidPgn`], [`ErrorKind::IllegalMove`],
    /// [`ErrorKind::InvalidFen`] or [`ErrorKind::IllegalPosition`].
    pub error: Error,
    /// The number of bytes before the place.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The moves of the game before the place.
    pub ply: usize,
}

impl Record {
    /// A record without tags, comments, NAGs and variations.
    pub fn new() -> Record {
        Record::default()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.notes.clear();
        (self.marker, self.fault) = (None, None);
    }

    /// The first fault that was found in the text of the game.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The tags, in the order of the text.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Sets a tag, or removes it. Line breaks in the value become spaces.
    ///
    /// The tag `Result` also replaces the result at the end of the movetext.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a name that is not of letters, digits and `_`;
    /// [`ErrorKind::OutOfMemory`].
    pub fn set_tag(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        if name.is_empty() || !name.bytes().all(is_tag_letter) {
            let what = format_args!("\"{}\" is not a name of a tag such as White", excerpt(name));
            return Err(Error::new(ErrorKind::InvalidArgument, what));
        }
        let index = self.tag_index(name);
        match (value, index) {
            (Some(value), Some(index)) => self.tags[index].1 = tag_text(value)?,
            (Some(value), None) => self.add_tag(name, tag_text(value)?)?,
            (None, Some(index)) => drop(self.tags.remove(index)),
            (None, None) => {}
        }
        if name == "Result" {
            self.marker = None;
        }
        Ok(())
    }

    /// The result: what stands at the end of the movetext, else the tag `Result`, else `*`.
    pub fn result(&self) -> &'static str {
        self.outcome().unwrap_or(Outcome::Unknown).as_str()
    }

    /// The result, if there is one.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.marker.or_else(|| self.tag("Result").and_then(Outcome::read))
    }

    /// The comments after a ply, joined by a space; empty if there are none.
    pub fn comment(&self, ply: usize) -> &str {
        self.notes_at(ply).map_or("", |notes| &notes.comment)
    }

    /// Replaces the comments after a ply. Line breaks, and spaces around them, become one space.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn set_comment(&mut self, ply: usize, text: &str) -> Result<(), Error> {
        let mut comment = String::new();
        join_comment(&mut comment, text)?;
        self.notes_mut(ply)?.comment = comment;
        Ok(())
    }

    /// The NAGs after a ply: 1 is "!", 2 is "?".
    pub fn nags(&self, ply: usize) -> &[u8] {
        self.notes_at(ply).map_or(&[], |notes| &notes.nags)
    }

    /// Replaces the NAGs after a ply; each counts once.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn set_nags(&mut self, ply: usize, nags: &[u8]) -> Result<(), Error> {
        let mut once = Vec::new();
        nags.iter().try_for_each(|&nag| add_nag(&mut once, nag))?;
        self.notes_mut(ply)?.nags = once;
        Ok(())
    }

    /// The variations that replace the move to a ply, as movetext with everything in it. A copy of
    /// the game undone to `ply - 1` plays one, up to a null move (`--`).
    pub fn variations(&self, ply: usize) -> &[String] {
        self.notes_at(ply).map_or(&[], |notes| &notes.variations)
    }

    /// One of the variations that replace the move to a ply.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if there is none with this index.
    pub fn variation(&self, ply: usize, index: usize) -> Result<&str, Error> {
        let all = self.variations(ply);
        all.get(index).map(String::as_str).ok_or_else(|| {
            let count = all.len();
            let what =
                format_args!("there is no variation {index} of ply {ply}, which has {count}");
            Error::new(ErrorKind::InvalidArgument, what)
        })
    }

    /// Copies the record.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn try_clone(&self) -> Result<Record, Error> {
        let Record { marker, ref fault, .. } = *self;
        let mut copy = Record { marker, fault: fault.clone(), ..Record::new() };
        copy.tags.try_reserve_exact(self.tags.len()).map_err(no_memory)?;
        for (name, value) in self.tags() {
            copy.add_tag(name, copied(value)?)?;
        }
        copy.notes.try_reserve_exact(self.notes.len()).map_err(no_memory)?;
        for Notes { ply, comment, nags, variations } in &self.notes {
            let notes = copy.notes_mut(*ply)?;
            notes.comment = copied(comment)?;
            notes.nags.try_reserve_exact(nags.len()).map_err(no_memory)?;
            notes.nags.extend_from_slice(nags);
            notes.variations.try_reserve_exact(variations.len()).map_err(no_memory)?;
            for variation in variations {
                notes.variations.push(copied(variation)?);
            }
        }
        Ok(copy)
    }

    /// Adds a variation that replaces the move of a game to a ply.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if the game has no such ply, or there is nothing in the
    /// movetext; [`ErrorKind::IllegalMove`] or [`ErrorKind::InvalidPgn`] if the game cannot play
    /// it; [`ErrorKind::OutOfMemory`]. Nothing is added then.
    pub fn add_variation(&mut self, game: &Game, ply: usize, movetext: &str) -> Result<(), Error> {
        if !(1..=game.ply_count()).contains(&ply) {
            let count = game.ply_count();
            let what = format_args!("ply {ply} has no move to replace: the game has {count} plies");
            return Err(Error::new(ErrorKind::InvalidArgument, what));
        }
        let text = variations::read(game.position_after(ply - 1), movetext)?;
        self.push_variation(ply, text)
    }

    /// Removes one of the variations that replace the move to a ply.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] if there is none with this index.
    pub fn remove_variation(&mut self, ply: usize, index: usize) -> Result<(), Error> {
        self.variation(ply, index)?;
        self.notes_mut(ply)?.variations.remove(index);
        Ok(())
    }

    fn add_tag(&mut self, name: &str, value: String) -> Result<(), Error> {
        push(&mut self.tags, (copied(name)?, value))
    }

    fn notes_at(&self, ply: usize) -> Option<&Notes> {
        let index = self.notes.binary_search_by_key(&ply, |notes| notes.ply).ok()?;
        Some(&self.notes[index])
    }

    fn notes_mut(&mut self, ply: usize) -> Result<&mut Notes, Error> {
        let found = self.notes.binary_search_by_key(&ply, |notes| notes.ply);
        if let Err(index) = found {
            self.notes.try_reserve(1).map_err(no_memory)?;
            self.notes.insert(index, Notes { ply, ..Notes::default() });
        }
        Ok(&mut self.notes[found.unwrap_or_else(|index| index)])
    }
}

// For the reader.
impl Record {
    /// Sets a tag, whose value still has its escapes.
    pub(super) fn set_escaped_tag(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let value = tag_text(&unescape(value)?)?;
        match self.tag_index(name) {
            Some(index) => self.tags[index].1 = value,
            None => self.add_tag(name, value)?,
        }
        Ok(())
    }

    /// Which tag, in the order of the text, has a name.
    pub(super) fn tag_index(&self, name: &str) -> Option<usize> {
        self.tags.iter().position(|(other, _)| other == name)
    }

    /// The FEN that the tags give.
    pub(super) fn fen(&self) -> Option<&str> {
        self.tag("FEN").filter(|fen| !fen.trim().is_empty())
    }

    /// The game at the start that the tags give, or the tag that does not fit.
    pub(super) fn start(&self) -> Result<Game, (&'static str, Error)> {
        let variant = self.tag("Variant").map_or(Ok(Variant::Standard), read_variant);
        let is_chess960 = variant.map_err(|error| ("Variant", error))? == Variant::Chess960;
        Game::from_fen_of_file(self.fen(), is_chess960).map_err(|error| ("FEN", error))
    }

    /// Removes all that skipping a game does not give.
    pub(super) fn clear_notes(&mut self) {
        self.notes.clear();
    }

    /// Adds a comment to those after a ply.
    pub(super) fn push_comment(&mut self, ply: usize, comment: &str) -> Result<(), Error> {
        if comment.trim_ascii().is_empty() {
            return Ok(());
        }
        join_comment(&mut self.notes_mut(ply)?.comment, comment)
    }

    /// Adds a NAG to those after a ply, if it is not there.
    pub(super) fn push_nag(&mut self, ply: usize, nag: u8) -> Result<(), Error> {
        add_nag(&mut self.notes_mut(ply)?.nags, nag)
    }

    /// Adds a variation that replaces the move to a ply.
    pub(super) fn push_variation(&mut self, ply: usize, text: String) -> Result<(), Error> {
        push(&mut self.notes_mut(ply)?.variations, text)
    }

    /// Whether the text has a result at its end.
    pub(super) fn has_marker(&self) -> bool {
        self.marker.is_some()
    }

    pub(super) fn set_marker(&mut self, outcome: Outcome) {
        self.marker = Some(outcome);
    }

    /// Keeps a fault, unless an earlier one is known.
    pub(super) fn set_fault(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }
}

fn copied(text: &str) -> Result<String, Error> {
    sys::copied(text).ok_or_else(|| no_memory(()))
}

/// Adds a NAG to others, if it is not there.
fn add_nag(nags: &mut Vec<u8>, nag: u8) -> Result<(), Error> {
    if nags.contains(&nag) { Ok(()) } else { push(nags, nag) }
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), Error> {
    list.try_reserve(1).map_err(no_memory)?;
    list.push(item);
    Ok(())
}

/// The value of a tag without line breaks.
fn tag_text(value: &str) -> Result<String, Error> {
    let mut text = String::new();
    text.try_reserve_exact(value.len()).map_err(no_memory)?;
    text.extend(value.chars().map(|c| if matches!(c, '\n' | '\r' | '\0') { ' ' } else { c }));
    Ok(text)
}

/// The value of a tag whose text has a backslash before quotation marks and backslashes.
fn unescape(value: &str) -> Result<String, Error> {
    let mut text = String::new();
    text.try_reserve_exact(value.len()).map_err(no_memory)?;
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|&next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    Ok(text)
}

/// The chess that a game is of.
#[derive(PartialEq)]
enum Variant {
    Standard,
    Chess960,
}

/// Reads the tag `Variant`.
fn read_variant(value: &str) -> Result<Variant, Error> {
    let letters = value.chars().filter(|c| c.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    match name.as_str() {
        "" | "standard" | "chess" | "classical" | "normal" | "orthodox" | "regular"
        | "fromposition" | "standardchess" | "illegal" => Ok(Variant::Standard),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "frc" | "chess9lx" | "freestyle" | "freestylechess" => {
            Ok(Variant::Chess960)
        }
        _ => {
            let value = excerpt(value);
            let what =
                format_args!("the variant \"{value}\" is neither standard chess nor Chess960");
            Err(Error::new(ErrorKind::InvalidPgn, what))
        }
    }
}
