//! Elementary endings: what is known of a position without the network, found by its material. The
//! network has hardly seen them, since games end before.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use crate::board::Position;
use crate::board::pieces::piece_value;
use crate::score::Score;

/// The value of a position for the side to move if its material is known: [`Score::DRAW`] only where
/// the draw is certain, with whatever halfmove clock. `None` if the network has to be asked.
#[inline(always)]
pub fn evaluate(position: &Position) -> Option<Score> {
    let pieces = position.pieces();
    let may_be_known = !pieces.white().more_than_one()
        || !pieces.black().more_than_one()
        || !pieces.pawns().more_than_one();
    if may_be_known { by_material(position) } else { None }
}

/// The value of a position with a lone king, or with one pawn at most, if it is known.
#[cold]
fn by_material(position: &Position) -> Option<Score> {
    let pieces = position.pieces();
    if position.is_insufficient_material() {
        Some(Score::DRAW)
    } else if !pieces.white().more_than_one() {
        against_lone_king(position, Color::Black)
    } else if !pieces.black().more_than_one() {
        against_lone_king(position, Color::White)
    } else {
        queen_against_pawn(position)
    }
}

/// The value of what is most likely a draw.
const LIKELY_DRAW: Score = Score(1);

/// Whether a position is certainly a draw.
#[inline(always)]
pub fn is_draw(position: &Position) -> bool {
    evaluate(position) == Some(Score::DRAW)
}

/// What one side's pieces are worth against a lone king.
fn against_lone_king(position: &Position, strong: Color) -> Option<Score> {
    let pieces = position.pieces();
    let of = |role: Role| pieces.by_piece(role.of(strong));
    let (pawns, knights, bishops) = (of(Role::Pawn), of(Role::Knight), of(Role::Bishop));
    let has_heavy = (pieces.rooks_and_queens() & pieces.by_color(strong)).any();
    let (light, dark) = (bishops & Bitboard::LIGHT_SQUARES, bishops & Bitboard::DARK_SQUARES);
    let value = if pawns.any() {
        match pawns.single_square() {
            Some(pawn) if pieces.by_color(strong).count() == 2 => {
                Some(pawn_against_king(position, strong, pawn))
            }
            _ if has_heavy || knights.any() => None,
            _ => rook_pawns_against_king(position, strong, pawns, bishops),
        }
    } else if has_heavy || light.any() && dark.any() {
        Some(mop_up(position, strong, to_edge(pieces.king(!strong))))
    } else if bishops.any() && knights.any() {
        Some(mop_up(position, strong, 3 * to_corner(pieces.king(!strong), light.any())))
    } else if knights.count() == 2 && bishops.is_empty() {
        two_knights_against_king(position, strong)
    } else {
        None
    };
    value.map(|value| if position.turn() == strong { value } else { -value })
}

/// King and pawn against king, solved: for each position whether the pawn wins, a bit each, in the
/// order of [`pawn_against_king_index`]. A test makes it from the tablebase.
static PAWN_WINS: &[u8; 2 * 24 * 64 * 64 / 8] = include_bytes!("pawn_wins.bin");

/// King and pawn against king, by its bitbase (Chess Programming Wiki, "KPK").
fn pawn_against_king(position: &Position, strong: Color, pawn: Square) -> Score {
    /// Less than any piece is worth that a pawn becomes, and more the farther it is.
    const WON: i32 = 600;
    const PER_RANK: i32 = 40;
    let kings = [strong, !strong].map(|color| position.pieces().king(color));
    let index = pawn_against_king_index(position.turn(), strong, pawn, kings);
    if PAWN_WINS[index / 8] >> (index % 8) & 1 == 0 {
        return Score::DRAW;
    }
    Score(WON + PER_RANK * strong.relative_rank(pawn.rank()) as i32)
}

/// The index of a position of king and pawn against king: the side to move, the square of the pawn,
/// that of its king, and that of the other, as if the pawn were White's and on the files a to d.
fn pawn_against_king_index(turn: Color, strong: Color, pawn: Square, kings: [Square; 2]) -> usize {
    let flips = pawn.file() > File::D;
    let seen = |square: Square| {
        let square = strong.fold_wb(square, square.flip_vertical());
        if flips { square.flip_horizontal() } else { square }
    };
    let (pawn, [strong_king, weak_king]) = (seen(pawn), kings.map(seen));
    let pawn = (pawn.rank() as usize - 1) * 4 + pawn.file() as usize;
    let side = usize::from(turn != strong);
    ((side * 24 + pawn) * 64 + strong_king as usize) * 64 + weak_king as usize
}

/// Pawns on one of the rook's files, with bishops or without, that do not guard the corner where the
/// pawns promote. A king that is in this corner or next to it stays there: nothing but the other king,
/// which cannot come near enough, can attack the corner (Chess Programming Wiki, "Wrong color
/// bishop"). A king that is near, and nearer than the other, most likely comes there.
fn rook_pawns_against_king(
    position: &Position,
    strong: Color,
    pawns: Bitboard,
    bishops: Bitboard,
) -> Option<Score> {
    /// As far as a king is near, in moves.
    const NEAR: u32 = 3;
    let (pieces, file) = (position.pieces(), pawns.first()?.file());
    let corner = Square::from_coords(file, strong.relative_rank(Rank::Eighth));
    let is_rook_file = matches!(file, File::A | File::H);
    let guards = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    if !is_rook_file || (pawns & !Bitboard::from_file(file)).any() || (bishops & guards).any() {
        return None;
    }
    let tempo = u32::from(position.turn() != strong);
    let [theirs, ours] = [!strong, strong].map(|color| pieces.king(color).distance(corner));
    if theirs <= 1 {
        Some(Score::DRAW)
    } else {
        (theirs - tempo <= NEAR && theirs - tempo < ours).then_some(LIKELY_DRAW)
    }
}

/// Two knights against a king: they have no more than a mate in one, at the edge of the board
/// (Chess Programming Wiki, "Draw evaluation").
fn two_knights_against_king(position: &Position, strong: Color) -> Option<Score> {
    let may_end = if position.turn() == strong {
        from_centre(position.pieces().king(!strong)).into_iter().any(|steps| steps == 3)
    } else {
        position.in_check()
    };
    Some(if may_end { LIKELY_DRAW } else { Score::DRAW })
}

/// Queen to move against a rook's or bishop's pawn that is about to promote, with its king beside it: a
/// draw by stalemate, unless the other king is near (Chess Programming Wiki, "Queen versus pawn").
fn queen_against_pawn(position: &Position) -> Option<Score> {
    /// From here the king comes too late.
    const FAR: u32 = 6;
    let (pieces, strong) = (position.pieces(), position.turn());
    let pawn = pieces.by_piece((!strong).pawn()).single_square()?;
    let has_queen = pieces.by_piece(strong.queen()).any();
    if !has_queen
        || pieces.occupied().count() != 4
        || pawn.rank() != strong.relative_rank(Rank::Second)
    {
        return None;
    }
    let target = Square::from_coords(pawn.file(), strong.relative_rank(Rank::First));
    let [ours, theirs] = [strong, !strong].map(|color| pieces.king(color).distance(target));
    let is_beside = match pawn.file() {
        File::A | File::H => theirs == 1,
        File::C | File::F => theirs <= 1,
        _ => false,
    };
    (is_beside && ours >= FAR).then_some(Score::DRAW)
}

/// The value of material that mates a lone king: `drive` says how far that king has been driven where
/// it can be mated, and the kings have to meet (Slate and Atkin, "Chess 4.5", 1977).
fn mop_up(position: &Position, strong: Color, drive: u32) -> Score {
    const DRIVE: i32 = 47;
    const KINGS: i32 = 16;
    let pieces = position.pieces();
    let count = |role: Role| pieces.by_piece(role.of(strong)).count() as i32;
    let material: i32 = Role::ALL.into_iter().map(|role| piece_value(role) * count(role)).sum();
    let (a, b) = (pieces.king(strong), pieces.king(!strong));
    let apart = a.file().distance(b.file()) + a.rank().distance(b.rank());
    Score(material + DRIVE * drive as i32 + KINGS * (14 - apart as i32)).clamp_eval()
}

/// How near a square is to the edge, from 0 in the centre to 6 in the corners.
fn to_edge(square: Square) -> u32 {
    from_centre(square).into_iter().sum()
}

/// How near a square is to a corner that a bishop guards, from 0 on the long diagonal of the other
/// color to 7 there.
fn to_corner(square: Square, is_light: bool) -> u32 {
    let square = if is_light { square.flip_horizontal() } else { square };
    (square.file() as u32 + square.rank() as u32).abs_diff(7)
}

/// How far a square is from the centre, by file and by rank: 0 to 3 each.
fn from_centre(square: Square) -> [u32; 2] {
    [square.file() as u32, square.rank() as u32].map(|line| (2 * line).abs_diff(7) / 2)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use shakmaty::{Board, CastlingMode, Chess, FromSetup as _, Setup};
    use shakmaty_syzygy::{Tablebase, Wdl};

    use super::*;
    use crate::test_support::random_numbers;

    fn tables(folder: &Path) -> Tablebase<Chess> {
        let mut tables = Tablebase::new();
        assert!(tables.add_directory(folder).expect("a folder") > 0);
        tables
    }

    /// The position with some pieces, unless it is illegal.
    fn legal(pieces: &[(Square, shakmaty::Piece)], turn: Color) -> Option<Chess> {
        let mut board = Board::empty();
        pieces.iter().for_each(|&(square, piece)| board.set_piece_at(square, piece));
        let is_whole = board.occupied().count() == pieces.len();
        let setup = Setup { board, turn, ..Setup::empty() };
        is_whole.then(|| Chess::from_setup(setup, CastlingMode::Standard).ok()).flatten()
    }

    /// The bitbase as the tablebase has it.
    fn pawn_wins() -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        let tables = tables(Path::new(folder));
        let mut bits = vec![0; PAWN_WINS.len()];
        let pawns = Square::ALL.into_iter().filter(|pawn| {
            pawn.file() <= File::D && !matches!(pawn.rank(), Rank::First | Rank::Eighth)
        });
        for (turn, pawn) in pawns.flat_map(|pawn| Color::ALL.map(|turn| (turn, pawn))) {
            for strong_king in Square::ALL {
                for weak_king in Square::ALL {
                    let pieces = [
                        (pawn, Color::White.pawn()),
                        (strong_king, Color::White.king()),
                        (weak_king, Color::Black.king()),
                    ];
                    let Some(position) = legal(&pieces, turn) else { continue };
                    let kings = [strong_king, weak_king];
                    let index = pawn_against_king_index(turn, Color::White, pawn, kings);
                    let result = tables.probe_wdl_after_zeroing(&position).expect("a table");
                    bits[index / 8] |= u8::from(result != Wdl::Draw) << (index % 8);
                }
            }
        }
        bits
    }

    #[test]
    fn pawns_win_against_a_king_where_the_tablebase_says_so() {
        assert!(pawn_wins() == PAWN_WINS);
    }

    #[test]
    #[ignore = "writes src/eval/pawn_wins.bin"]
    fn write_pawn_wins() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/pawn_wins.bin");
        std::fs::write(file, pawn_wins()).expect("a file");
    }

    /// Known draws are draws of the tablebases, some of theirs are known, and no winner is taken for
    /// the loser.
    #[test]
    fn what_is_known_is_what_the_tablebases_say() {
        let Some(data) = std::env::var_os("SEAJAY_TEST_DATA") else {
            // Past the capture of output, which would hide it.
            return writeln!(std::io::stderr(), "skipped: SEAJAY_TEST_DATA is not set").unwrap();
        };
        let tables = tables(&PathBuf::from(data).join("syzygy"));
        let mut random = random_numbers(crate::random::GOLDEN);
        for (material, least) in [
            ("KPK", 4000),
            ("KNNK", 10_000),
            ("KBPK", 80),
            ("KPPK", 10),
            ("KQKP", 1),
            ("KBNK", 0),
            ("KBBK", 0),
            ("KQK", 0),
            ("KRK", 0),
        ] {
            let (mut draws, mut known) = (0, 0);
            for _ in 0..20_000 {
                let colors = if random(2) == 0 { Color::ALL } else { [Color::Black, Color::White] };
                let second = material.rfind('K').expect("two kings");
                let pieces: Vec<_> = (material.char_indices())
                    .map(|(index, letter)| {
                        let role = Role::from_char(letter).expect("a piece");
                        let square = Square::new(random(64) as u32);
                        (square, role.of(colors[usize::from(index >= second)]))
                    })
                    .collect();
                let turn = Color::ALL[random(2)];
                let Some(chess) = legal(&pieces, turn) else { continue };
                let result = tables.probe_wdl_after_zeroing(&chess).expect("a table").signum();
                let value = evaluate(&Position::new(&chess)).map(|value| value.0.signum());
                let is_right = match value {
                    None => true,
                    Some(0) => result == 0,
                    // A piece may be about to be lost.
                    Some(value) => result == value || result == 0,
                };
                assert!(is_right, "{material}: {value:?} is {result} in {chess:?}");
                draws += i32::from(result == 0);
                known += i32::from(value == Some(0));
            }
            assert!(known >= least, "{material}: {known} of {draws}");
        }
    }
}
