//! FENs as people have them, made into FENs that [`parse_fen`](super::parse_fen) accepts.

use std::borrow::Cow;

use shakmaty::{Castles, CastlingMode, CastlingSide, Chess, Color, Setup, Square};

use crate::error::{Error, ErrorKind, excerpt};
use crate::notation::fen::{self, CASTLING_RIGHTS, en_passant_defect, read};
use crate::notation::tokens::{is_dash, is_space};

/// How many letters of a text may belong to its FEN.
const MAX_LETTERS: usize = 2048;

/// Removes the castling rights that the board rules out from the FEN of a file: many old files
/// claim all of them. Such a position is one of Chess960 only if the file says so.
///
/// # Errors
/// [`ErrorKind::InvalidFen`].
pub fn fen_of_file(text: &str, is_chess960: bool) -> Result<Cow<'_, str>, Error> {
    let setup = read(text)?.into_setup();
    let Some(castling) = possible_rights(&setup, is_chess960) else { return Ok(text.into()) };
    let mut fields: Vec<_> = text.split_ascii_whitespace().collect();
    fields[2] = &castling;
    Ok(fields.join(" ").into())
}

/// Makes a FEN of a text that is meant as one: fills up missing fields, and removes what is around
/// the FEN, what EPD says besides it, and the castling rights, en passant square and clocks that
/// cannot be. `startpos` is that of UCI, and "White to move" is a side to move.
///
/// # Errors
/// [`ErrorKind::InvalidFen`], for what has no such remedy.
pub fn repair_fen(text: &str) -> Result<String, Error> {
    let text = text.trim();
    let end = text.char_indices().nth(MAX_LETTERS).map_or(text.len(), |(at, _)| at);
    let text = plain(&without_address(&text[..end]));
    let words = text.split(' ').filter(|word| !word.is_empty()).skip_while(|word| {
        let word = word.trim_end_matches([':', '=']);
        word.eq_ignore_ascii_case("position") || word.eq_ignore_ascii_case("fen")
    });
    let start = fen::fen(&Chess::default());
    let mut words = words.flat_map(|word| {
        let fields = if word.eq_ignore_ascii_case("startpos") { start.as_str() } else { word };
        fields.split(' ')
    });
    let Some(pieces) = words.next() else {
        return Err(Error::new(ErrorKind::InvalidFen, format_args!("there is no FEN in the text")));
    };
    let turn = words.next().unwrap_or("w").to_ascii_lowercase();
    let turn = match turn.as_str() {
        "white" => "w",
        "black" => "b",
        letter => letter,
    };
    let mut words = words.skip_while(|word| matches!(*word, "to" | "move"));
    let castling = each_once(words.next().unwrap_or("-"));
    let en_passant = words.next().unwrap_or("-");
    let (halfmoves, fullmoves) = clocks(words)?;
    let fen = |castling: &str, en_passant: &str| {
        format!("{pieces} {turn} {castling} {en_passant} {halfmoves} {fullmoves}")
    };

    let is_possible = |square: Square| read(&fen("-", &square.to_string())).is_ok();
    let en_passant = match en_passant.parse() {
        Ok(square) if !is_possible(square) => "-",
        _ => en_passant,
    };
    let (setup, castling) = match read(&fen(&castling, en_passant)) {
        Ok(read) => (read.into_setup(), castling),
        Err(error) if castling.chars().all(|c| CASTLING_RIGHTS.contains(c)) => {
            // There may be more than can be true together.
            let castling = or_none(castling.replace(|c| !"KQkq".contains(c), ""));
            (read(&fen(&castling, en_passant)).map_err(|_| error)?.into_setup(), castling)
        }
        Err(error) => return Err(error),
    };
    let castling = possible_rights(&setup, false).unwrap_or(castling);
    let en_passant = if en_passant_defect(&setup).is_some() { "-" } else { en_passant };
    Ok(fen(&castling, en_passant))
}

/// The castling rights that the board allows, as the field of a FEN, unless it allows all of them.
/// Where it does not, those of Chess960 count only if the position is known to be one.
fn possible_rights(setup: &Setup, is_chess960: bool) -> Option<String> {
    Castles::from_setup(setup, CastlingMode::detect(setup)).err()?;
    let mode = CastlingMode::from_chess960(is_chess960);
    let castles = Castles::from_setup(setup, mode).unwrap_or_else(|possible| possible);
    let mut rights = String::new();
    for color in Color::ALL {
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let Some(rook) = castles.rook(color, side) else { continue };
            let letter = match mode {
                CastlingMode::Chess960 => rook.file().char(),
                CastlingMode::Standard if side.is_king_side() => 'k',
                CastlingMode::Standard => 'q',
            };
            rights.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
        }
    }
    Some(or_none(rights))
}

/// The text with the FEN of an address: what `fen=` gives, or else the end of the path.
fn without_address(text: &str) -> Cow<'_, str> {
    /// The ranks of a board, which have the path's own sign between them.
    const RANKS: usize = 8;
    if !["://", "lichess.org/", "chess.com/"].iter().any(|sign| text.contains(sign)) {
        return text.into();
    }
    if let Some((_, fen)) = text.split_once("fen=") {
        let end = fen.find(['&', '#']).unwrap_or(fen.len());
        return decode_address(&fen[..end]).into();
    }
    let path = decode_address(text.split(['?', '#']).next().unwrap_or_default());
    let path = path.trim_end_matches('/');
    let begin = path.rmatch_indices('/').nth(RANKS - 1).map_or(0, |(at, _)| at + 1);
    path[begin..].to_owned().into()
}

/// Replaces what stands for other letters in an address: `%20` and `+`.
fn decode_address(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with spaces for all that separates words, and without the signs of promoted pieces.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|&c| c != '~').map(|c| match c {
        '"' | '\'' | '`' | '‘' | '’' | '“' | '”' | '„' | '«' | '»' => ' ',
        '_' | ',' | ';' | '[' | ']' | '<' | '>' => ' ',
        _ if is_space(c) || c == '\0' => ' ',
        _ if is_dash(c) => '-',
        _ => c,
    });
    letters.collect()
}

/// The castling rights of a FEN, each of them once.
fn each_once(castling: &str) -> String {
    let mut once = String::new();
    for letter in castling.chars() {
        if letter != '-' && !once.contains(letter) {
            once.push(letter);
        }
    }
    or_none(once)
}

fn or_none(rights: String) -> String {
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// The two clocks of a FEN. One that is missing or out of range has the value it has at the start
/// of a game; other words are operations of EPD. Moves are none, and passing over them would give
/// another position than the text does.
fn clocks<'a>(words: impl Iterator<Item = &'a str>) -> Result<(&'a str, &'a str), Error> {
    let mut words = words.peekable();
    let mut clock = |start| {
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b"+-".contains(&b));
        let word = words.next_if(|word| is_number(word)).unwrap_or_default();
        let is_in_range = word.parse::<u32>().is_ok() && !word.starts_with('+');
        if is_in_range { word } else { start }
    };
    let clocks = (clock("0"), clock("1"));
    match words.next() {
        Some("moves") => {
            let moves = words.next().unwrap_or_default();
            let what = format_args!("moves behind the FEN: \"moves {}\"", excerpt(moves));
            Err(Error::new(ErrorKind::InvalidFen, what))
        }
        _ => Ok(clocks),
    }
}
