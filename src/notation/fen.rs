//! Makes a position from a FEN or from the pieces of a board, or says what is wrong with it; writes
//! the FEN of a position.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, EnPassantMode, PositionError, Rank, Role, Setup,
    Square,
};

use crate::error::{Error, ErrorKind, counted, excerpt};
use crate::notation::names::{PieceOn, color_name};

/// The maximum number of pieces of a side.
const MAX_SIDE: usize = 16;

/// The letters of castling rights.
pub(super) const CASTLING_RIGHTS: &str = "KQABCDEFGHkqabcdefgh";

/// The source of a position, so that an error can name the place of a defect in it.
#[derive(Clone, Copy)]
enum Source {
    Fen,
    Board,
}

/// The fields of a FEN.
#[derive(Clone, Copy)]
enum Field {
    Pieces,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Field::Pieces => "pieces",
            Field::Turn => "side to move",
            Field::Castling => "castling",
            Field::EnPassant => "en passant",
            Field::Halfmoves => "halfmove clock",
            Field::Fullmoves => "move number",
        };
        write!(f, "FEN field {} ({name})", *self as u32 + 1)
    }
}

/// Reads a FEN of four to six fields, with castling rights in standard, Shredder or X-FEN form.
///
/// Too much material and impossible checks are accepted with at most 16 pieces a side, and a
/// castling right that is given twice counts once; every other defect is an error that names its
/// place.
pub fn parse_fen(text: &str) -> Result<Chess, Error> {
    playable(read(text)?.into_setup(), Source::Fen)
}

/// Makes a position from the pieces on a board, as [`parse_fen`] does from a text.
pub fn from_setup(setup: Setup) -> Result<Chess, Error> {
    playable(setup, Source::Board)
}

/// The FEN of a position, with castling rights in the form that the castling mode asks for, and an
/// en passant square only if the capture is legal.
pub fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// Makes a position from a setup, if it can be played.
fn playable(setup: Setup, source: Source) -> Result<Chess, Error> {
    let mode = CastlingMode::detect(&setup);
    let chess = match too_many_pieces(&setup) {
        Some(defect) => Err(Some(defect)),
        None => setup
            .clone()
            .position::<Chess>(mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|_| defect(&setup, mode)),
    };
    chess.map_err(|defect| {
        let (field, what) =
            defect.unwrap_or_else(|| (Field::Pieces, "the position cannot be played".into()));
        let kind = ErrorKind::IllegalPosition;
        match source {
            Source::Fen => Error::new(kind, format_args!("{field}: {what}")),
            Source::Board => Error::new(kind, format_args!("board: {what}")),
        }
    })
}

/// The field with a defect, and a description of it.
type Defect = (Field, String);

fn too_many_pieces(setup: &Setup) -> Option<Defect> {
    Color::ALL.into_iter().find_map(|color| {
        let count = setup.board.by_color(color).count();
        let what = || format!("{} has {count} pieces, at most {MAX_SIDE}", color_name(color));
        (count > MAX_SIDE).then(|| (Field::Pieces, what()))
    })
}

/// The first defect of a setup that shakmaty rejects.
fn defect(setup: &Setup, mode: CastlingMode) -> Option<Defect> {
    let with = |field| move |what| (field, what);
    kings_defect(setup)
        .or_else(|| pawns_defect(setup))
        .map(with(Field::Pieces))
        .or_else(|| castling_defect(setup, mode).map(with(Field::Castling)))
        .or_else(|| en_passant_defect(setup).map(with(Field::EnPassant)))
        .or_else(|| check_defect(setup).map(with(Field::Turn)))
}

fn kings_defect(setup: &Setup) -> Option<String> {
    if setup.board.occupied().is_empty() {
        return Some("the board is empty".into());
    }
    Color::ALL.into_iter().find_map(|color| {
        let kings = setup.board.by_piece(color.king());
        match kings.count() {
            0 => Some(format!("{} has no king", color_name(color))),
            1 => None,
            n => Some(format!("{} has {n} kings: {}", color_name(color), squares(kings))),
        }
    })
}

fn pawns_defect(setup: &Setup) -> Option<String> {
    let square = (setup.board.pawns() & Bitboard::BACKRANKS).first()?;
    Some(format!("a pawn on the first or last rank: {square}"))
}

/// Describes a castling right that is impossible, by the rook that has it.
fn castling_defect(setup: &Setup, mode: CastlingMode) -> Option<String> {
    let castles = Castles::from_setup(setup, mode).err()?;
    let square = (setup.castling_rights & !castles.castling_rights()).first()?;
    let Some(color) = Color::ALL.into_iter().find(|color| square.rank() == color.backrank()) else {
        return Some(format!("a rook on {square} cannot castle: not on the first or last rank"));
    };
    let (side, king) = (color_name(color), setup.board.king_of(color)?);
    if king.rank() != color.backrank() {
        let back = color.backrank().char();
        return Some(format!("{side} cannot castle: the king is on {king}, not on rank {back}"));
    }
    if !setup.board.by_piece(color.rook()).contains(square) {
        return Some(format!("{side} has no rook on {square} to castle with"));
    }
    let rooks = setup.castling_rights & color.backrank();
    let same = rooks.into_iter().filter(|&rook| (rook < king) == (square < king));
    let names = squares(same.collect());
    Some(format!("{side} can castle with one rook on each side of the king, not with {names}"))
}

/// Describes an en passant square that is impossible.
pub(super) fn en_passant_defect(setup: &Setup) -> Option<String> {
    let (square, us, them) = (setup.ep_square?, setup.turn, !setup.turn);
    let rank = us.relative_rank(Rank::Sixth);
    if square.rank() != rank {
        let (side, rank) = (color_name(us), rank.char());
        return Some(format!("{square} is not on rank {rank}, where {side} captures en passant"));
    }
    let up = them.fold_wb(8, -8);
    let (from, to) = (square.offset(-up)?, square.offset(up)?);
    if !setup.board.by_piece(them.pawn()).contains(to) {
        let side = color_name(them);
        return Some(format!("{side} has no pawn on {to} that could have passed {square}"));
    }
    let blocked = [square, from].into_iter().find(|&square| setup.board.piece_at(square).is_some());
    Some(format!("the pawn on {to} has not come from {from}: {} is not empty", blocked?))
}

/// Describes a check of the side that is not to move.
fn check_defect(setup: &Setup) -> Option<String> {
    let (board, us, them) = (&setup.board, setup.turn, !setup.turn);
    let king = board.king_of(them)?;
    let attackers = board.attacks_to(king, us, board.occupied());
    let mut by = String::new();
    for square in attackers {
        by += if by.is_empty() { "the " } else { " and the " };
        by += &PieceOn { role: board.role_at(square)?, square }.to_string();
    }
    let (us, them) = (color_name(us), color_name(them));
    attackers
        .any()
        .then(|| format!("it is {us}'s move, but {them}'s king on {king} is in check from {by}"))
}

/// The names of squares: "a1, b1".
fn squares(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

/// Reads the fields of a FEN, each checked before shakmaty (which also reads the FENs of
/// variants) sees them, so that an error can say what is wrong with it.
pub(super) fn read(text: &str) -> Result<Fen, Error> {
    let mut fields: [&str; 6] = ["", "", "", "-", "0", "1"];
    let mut count = 0;
    for field in text.split_ascii_whitespace() {
        if let Some(slot) = fields.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    if !(4..=6).contains(&count) {
        let (fields, text) = (counted(count as u64, "field", "fields"), excerpt(text));
        return Err(Error::new(
            ErrorKind::InvalidFen,
            format_args!("FEN has {fields} instead of 4 to 6: \"{text}\""),
        ));
    }
    let [pieces, turn, castling, en_passant, halfmoves, fullmoves] = fields;
    check_pieces(pieces)?;
    check_turn(turn)?;
    check_castling(castling)?;
    check_en_passant(en_passant)?;
    check_counter(Field::Halfmoves, halfmoves)?;
    check_counter(Field::Fullmoves, fullmoves)?;
    // One kind of mistake is left for shakmaty to find.
    Fen::from_ascii(fields.join(" ").as_bytes()).map_err(|_| {
        let castling = excerpt(castling);
        invalid(
            Field::Castling,
            format_args!("more than two castling rooks for one side: \"{castling}\""),
        )
    })
}

fn invalid(field: Field, what: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::InvalidFen, format_args!("{field}: {what}"))
}

fn check_pieces(text: &str) -> Result<(), Error> {
    let wrong = |what: fmt::Arguments<'_>| Err(invalid(Field::Pieces, what));
    let count = text.split('/').count();
    if count != 8 {
        let (ranks, text) = (counted(count as u64, "rank", "ranks"), excerpt(text));
        return wrong(format_args!("has {ranks} instead of 8: \"{text}\""));
    }
    for (text, number) in text.split('/').zip((1..=8).rev()) {
        let quoted = excerpt(text);
        let mut width = 0;
        for c in text.chars() {
            width += match c {
                '1'..='8' => c as usize - '0' as usize,
                '0' | '9' => {
                    return wrong(format_args!(
                        "rank {number}: '{c}' is not a number of empty squares (1 to 8): \"{quoted}\""
                    ));
                }
                _ if c.is_ascii() && Role::from_char(c).is_some() => 1,
                _ => {
                    let c = c.escape_debug();
                    return wrong(format_args!(
                        "rank {number}: '{c}' is not a piece (KQRBNP, kqrbnp): \"{quoted}\""
                    ));
                }
            };
        }
        if width != 8 {
            let squares = counted(width as u64, "square", "squares");
            return wrong(format_args!("rank {number} has {squares}, not 8: \"{quoted}\""));
        }
    }
    Ok(())
}

fn check_turn(text: &str) -> Result<(), Error> {
    match text {
        "w" | "b" => Ok(()),
        _ => Err(invalid(Field::Turn, format_args!("\"{}\" is neither w nor b", excerpt(text)))),
    }
}

fn check_castling(text: &str) -> Result<(), Error> {
    let quoted = excerpt(text);
    if let Some(c) = text.chars().find(|&c| c != '-' && !CASTLING_RIGHTS.contains(c)) {
        let c = c.escape_debug();
        let what = format_args!(
            "'{c}' is not a castling right (KQkq, or the files of rooks): \"{quoted}\""
        );
        return Err(invalid(Field::Castling, what));
    }
    if text.contains('-') && text != "-" {
        let what = format_args!("\"-\" means no castling and stands alone: \"{quoted}\"");
        return Err(invalid(Field::Castling, what));
    }
    if text.len() > 4 {
        let what = format_args!("more than 4 castling rights: \"{quoted}\"");
        return Err(invalid(Field::Castling, what));
    }
    Ok(())
}

fn check_en_passant(text: &str) -> Result<(), Error> {
    let is_square = |text: &str| {
        text.parse::<Square>()
            .is_ok_and(|square| matches!(square.rank(), Rank::Third | Rank::Sixth))
    };
    if text == "-" || is_square(text) {
        return Ok(());
    }
    let quoted = excerpt(text);
    let what = format_args!("\"{quoted}\" is neither - nor a square on rank 3 or 6");
    Err(invalid(Field::EnPassant, what))
}

fn check_counter(field: Field, text: &str) -> Result<(), Error> {
    let quoted = excerpt(text);
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid(field, format_args!("\"{quoted}\" is not a whole number")));
    }
    match text.parse::<u32>() {
        Ok(_) => Ok(()),
        Err(_) => Err(invalid(field, format_args!("{quoted} is more than {}", u32::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::test_support::{random_numbers, test_games};

    #[test]
    fn the_fen_written_is_the_position_read() {
        for chess in test_games() {
            let text = fen(&chess);
            let again = parse_fen(&text).expect("our own FEN");
            assert_eq!((fen(&again), &again), (text, &chess));
        }
    }

    #[test]
    fn a_setup_gives_the_position_of_its_fen() {
        for chess in test_games() {
            let again =
                from_setup(chess.to_setup(EnPassantMode::Always)).expect("a legal position");
            assert_eq!(fen(&again), fen(&chess));
        }
    }

    /// FENs with a few wrong letters: the error of each one that is rejected gives a reason and, if
    /// the text is at fault, quotes it.
    #[test]
    fn every_defect_has_words() {
        let letters: Vec<char> = "KQRBNPkqrbnp12345678/wb-abcdefgh09x _é".chars().collect();
        let mut random = random_numbers(0x6a09_e667_f3bc_c908);
        let games = test_games();
        let (mut invalid, mut illegal, mut legal) = (0, 0, 0);
        for _ in 0..60_000 {
            let mut fen: Vec<char> = super::fen(&games[random(games.len())]).chars().collect();
            for _ in 0..=random(2) {
                let at = random(fen.len());
                fen[at] = letters[random(letters.len())];
            }
            let fen: String = fen.into_iter().collect();
            let Err(error) = parse_fen(&fen) else {
                legal += 1;
                continue;
            };
            let text = error.message();
            assert!(
                text.starts_with("FEN field ") || text.starts_with("FEN has "),
                "{fen}: {text}"
            );
            assert!(!text.contains("cannot be played") && text.len() < 200, "{fen}: {text}");
            match error.kind() {
                ErrorKind::InvalidFen => invalid += 1,
                kind => {
                    assert_eq!(kind, ErrorKind::IllegalPosition, "{fen}");
                    illegal += 1;
                }
            }
        }
        assert!(invalid > 10_000 && illegal > 1000 && legal > 1000, "{invalid} {illegal} {legal}");
    }

    #[test]
    fn a_board_is_not_a_fen() {
        let mut setup = Setup::initial();
        setup.castling_rights.add(Square::E4);
        let error = from_setup(setup).unwrap_err();
        let text = "board: a rook on e4 cannot castle: not on the first or last rank";
        assert_eq!((error.kind(), error.message()), (ErrorKind::IllegalPosition, text));
        let error = from_setup(Setup::empty()).unwrap_err();
        assert_eq!(error.message(), "board: the board is empty");
    }
}
