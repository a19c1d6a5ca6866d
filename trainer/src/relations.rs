//! What the pieces do to each other: what the network is told of a piece besides its square.

use shakmaty::attacks::{attacks, king_attacks, knight_attacks, pawn_attacks};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// The pieces that are neither pawns nor kings.
const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The squares that a side attacks.
pub struct Reach {
    all: Bitboard,
    /// Those that more than one piece attacks.
    twice: Bitboard,
}

impl Reach {
    /// Black's and White's.
    pub fn of_both(board: &Board) -> [Reach; 2] {
        [Color::Black, Color::White].map(|color| {
            let mut reach = Reach { all: Bitboard::EMPTY, twice: Bitboard::EMPTY };
            for square in board.by_color(color) {
                let attacks = board.attacks_from(square);
                reach.twice |= reach.all & attacks;
                reach.all |= attacks;
            }
            reach
        })
    }
}

/// The squares that all such pieces attack.
fn attacks_of(board: &Board, piece: Piece) -> Bitboard {
    board.by_piece(piece).into_iter().flat_map(|from| board.attacks_from(from)).collect()
}

/// What the network is told of a piece for its role: of a pawn what [`passed`] says, of a king its
/// [`peril`], and of an officer its mobility: the squares it attacks where neither its own side
/// stands nor a pawn of the other side attacks.
pub fn of_role(board: &Board, at: Square, piece: Piece, reach: &[Reach; 2]) -> u8 {
    let (own, other) = (&reach[piece.color as usize], &reach[!piece.color as usize]);
    match piece.role {
        Role::Pawn => passed(board, at, piece.color, other),
        Role::King => peril(board, at, piece.color, own, other),
        _ => {
            let by_pawns = attacks_of(board, Role::Pawn.of(!piece.color));
            (board.attacks_from(at) & !board.by_color(piece.color) & !by_pawns).count() as u8
        }
    }
}

/// Of a pawn that no pawn stands before, nor can come to capture: 1 if a piece stands before it, 2
/// if the square before it is attacked, else 3. Of others 0.
fn passed(board: &Board, at: Square, color: Color, other: &Reach) -> u8 {
    let rank = |square: Square| color.fold_wb(square, square.flip_vertical()).rank() as i32;
    let stops = |of: Color, files: u32| {
        let pawns = board.by_piece(Role::Pawn.of(of)).into_iter();
        let mut near = pawns.filter(|pawn| pawn.file().distance(at.file()) <= files);
        near.any(|pawn| rank(pawn) > rank(at))
    };
    if stops(color, 0) || stops(!color, 1) {
        return 0;
    }
    let next = at.offset(color.fold_wb(8, -8)).expect("no pawn stands on the last rank");
    if board.occupied().contains(next) {
        1
    } else if other.all.contains(next) {
        2
    } else {
        3
    }
}

/// Of a king: a bit for each of knight, bishop, rook and queen that could give check where nothing
/// captures it (a square that only the king defends is safe with a second attacker); the squares
/// beside it that are neither attacked nor taken by its own pieces, and the officers that attack it
/// or a square beside it, up to three each.
fn peril(board: &Board, king: Square, color: Color, own: &Reach, other: &Reach) -> u8 {
    let occupied = board.occupied();
    let beside = king_attacks(king);
    let undefended = !own.all | beside & !own.twice & other.twice;
    let safe = undefended & !board.by_color(!color);
    let (mut checks, mut besiegers) = (0, 0);
    for (bit, role) in OFFICERS.into_iter().enumerate() {
        let piece = role.of(!color);
        let checking = attacks(king, piece, occupied) & safe;
        for from in board.by_piece(piece) {
            let reach = board.attacks_from(from);
            checks |= u8::from((reach & checking).any()) << bit;
            besiegers += u8::from((reach & beside.with(king)).any());
        }
    }
    let escapes = (beside & !board.by_color(color) & !other.all).count() as u8;
    (besiegers.min(3) * 4 + escapes.min(3)) * 16 + checks
}

/// What a piece has to fear that is no king.
#[derive(PartialEq, Eq)]
pub enum Danger {
    None,
    /// The piece is attacked.
    Attacked,
    /// It is attacked, and not defended or the attacker is worth less.
    Hangs,
}

/// What a piece has to fear.
pub fn danger(board: &Board, at: Square, piece: Piece) -> Danger {
    let lesser = match piece.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight | Role::Bishop => board.pawns(),
        Role::Rook => board.pawns() | board.knights() | board.bishops(),
        Role::Queen => !board.queens() & !board.kings(),
        Role::King => return Danger::None,
    };
    let by = |color| board.attacks_to(at, color, board.occupied());
    let attackers = by(!piece.color);
    if attackers.is_empty() {
        Danger::None
    } else if by(piece.color).is_empty() || (attackers & lesser).any() {
        Danger::Hangs
    } else {
        Danger::Attacked
    }
}

/// How many forces a side may have on a square: none, or one with the least role of its pieces, or
/// several.
const FORCES: usize = 1 + 2 * Role::ALL.len();
/// How many numbers [`contest`] may give.
pub const CONTESTS: usize = (FORCES - 1) * FORCES;

/// Who fights for a piece that is attacked: the force of the attackers, never none, and that of the
/// defenders.
pub fn contest(board: &Board, at: Square, color: Color) -> u8 {
    let force = |color| {
        let pieces = board.attacks_to(at, color, board.occupied());
        let roles = pieces.into_iter().filter_map(|from| board.role_at(from));
        let several = usize::from(pieces.more_than_one());
        roles.min().map_or(0, |least| 1 + 2 * (least as usize - 1) + several)
    };
    ((force(!color) - 1) * FORCES + force(color)) as u8
}

/// How many numbers above 0 each part of [`threats`] may have: hanging pieces, pieces to chase, loose
/// pieces, forks and steps of pawns.
pub const THREATS: [usize; 4] = [5 * 6 + 5, 31, 15, 2 * 32 + 31];

/// What a side may do next, each 0 for nothing:
///
/// - the two greatest of the other side's pieces that hang, 6 times the greater one's role and the
///   lesser one's;
/// - which of its pieces could attack a greater one from a safe square: a bit each for knight, bishop
///   and rook on a queen, and for knight and bishop on a rook;
/// - which of the other side's pieces that nobody attacks or defends an officer could attack from a safe
///   square: a bit each for pawns, minor pieces, rooks, queens;
/// - 32 times 1 if a knight could attack two kings, queens or rooks at once, 2 if nothing attacks it
///   there, and a bit each for the officers and the king that a pawn could attack by a step to where
///   no pawn attacks it, and nothing else, unless it is defended.
///
/// A safe square is one that no pawn attacks, and nothing else, unless the side attacks it at least
/// twice and the other side once.
pub fn threats(board: &Board, color: Color, reach: &[Reach; 2]) -> [u8; THREATS.len()] {
    let (own, other) = (&reach[color as usize], &reach[!color as usize]);
    let (ours, theirs) = (board.by_color(color), board.by_color(!color));
    let may_go = !ours & !attacks_of(board, Role::Pawn.of(!color));
    let safe = may_go & (!other.all | own.twice & !other.twice);
    let reach_of = OFFICERS.map(|role| attacks_of(board, role.of(color)) & safe);
    let could_attack = |role: Role, target: Square| {
        let from = attacks(target, role.of(color), board.occupied());
        (from & reach_of[role as usize - Role::Knight as usize]).any()
    };
    let chases = [
        (Role::Knight, Role::Queen),
        (Role::Bishop, Role::Queen),
        (Role::Rook, Role::Queen),
        (Role::Knight, Role::Rook),
        (Role::Bishop, Role::Rook),
    ];
    let chased = chases.map(|(role, greater)| {
        board.by_piece(greater.of(!color)).into_iter().any(|target| could_attack(role, target))
    });
    let minors = board.knights() | board.bishops();
    let loose = theirs & !other.all & !own.all;
    let approached = [board.pawns(), minors, board.rooks(), board.queens()].map(|kind| {
        (loose & kind).into_iter().any(|at| OFFICERS.iter().any(|&r| could_attack(r, at)))
    });
    let great = theirs & (board.rooks() | board.queens() | board.kings());
    let forks: Bitboard = (attacks_of(board, Role::Knight.of(color)) & may_go)
        .into_iter()
        .filter(|&at| (knight_attacks(at) & great).more_than_one())
        .collect();
    let fork = u8::from(forks.any()) + u8::from((forks & !other.all).any());
    let steps: Bitboard = board
        .by_piece(Role::Pawn.of(color))
        .into_iter()
        .filter_map(|at| at.offset(color.fold_wb(8, -8)))
        .filter(|&to| !board.occupied().contains(to) && may_go.contains(to))
        .filter(|&to| own.all.contains(to) || !other.all.contains(to))
        .collect();
    let hit: Bitboard = steps.into_iter().flat_map(|at| pawn_attacks(color, at)).collect();
    let pushed = [board.knights(), board.bishops(), board.rooks(), board.queens(), board.kings()]
        .map(|kind| (hit & theirs & kind).any());
    [hanging(board, !color), bits(&chased), bits(&approached), fork * 32 + bits(&pushed)]
}

/// The two greatest pieces of a side that hang.
fn hanging(board: &Board, color: Color) -> u8 {
    let pieces = board.by_color(color).into_iter().filter_map(|at| Some((at, board.piece_at(at)?)));
    let hang = pieces.filter(|&(at, piece)| danger(board, at, piece) == Danger::Hangs);
    let mut roles: Vec<u8> = hang.map(|(_, piece)| piece.role as u8).collect();
    roles.sort_unstable();
    roles.pop().unwrap_or(0) * 6 + roles.pop().unwrap_or(0)
}

/// A bit for each, the lowest first.
fn bits(flags: &[bool]) -> u8 {
    flags.iter().rev().fold(0, |bits, &flag| bits * 2 + u8::from(flag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{position, random_positions};
    use shakmaty::{Chess, Position as _};

    /// How many pieces of a side attack a square.
    fn attackers(board: &Board, color: Color, square: Square) -> usize {
        board.attacks_to(square, color, board.occupied()).count()
    }

    fn naive_pawn(board: &Board, at: Square, color: Color) -> u8 {
        let step = if color.is_white() { 1 } else { -1 };
        let (file, rank) = (at.file() as i32, at.rank() as i32);
        let on = |file: i32, rank: i32| {
            let square = Square::from_coords(file.try_into().ok()?, rank.try_into().ok()?);
            Some((square, board.piece_at(square)))
        };
        for ahead in (1..7).map(|steps| rank + step * steps) {
            for near in [file - 1, file, file + 1] {
                let Some((_, Some(piece))) = on(near, ahead) else { continue };
                if piece.role == Role::Pawn && (piece.color != color || near == file) {
                    return 0;
                }
            }
        }
        match on(file, rank + step).unwrap() {
            (_, Some(_)) => 1,
            (next, None) if attackers(board, !color, next) > 0 => 2,
            (_, None) => 3,
        }
    }

    fn naive_officer(board: &Board, at: Square, color: Color) -> u8 {
        let is_open = |to: Square| {
            let attackers = board.attacks_to(to, !color, board.occupied());
            board.color_at(to) != Some(color) && (attackers & board.pawns()).is_empty()
        };
        board.attacks_from(at).into_iter().filter(|&to| is_open(to)).count() as u8
    }

    fn naive_king(board: &Board, king: Square, color: Color) -> u8 {
        let is_safe = |square: Square| {
            let takers = board.attacks_to(square, color, board.occupied());
            let by_king_alone = takers == Bitboard::from_square(king);
            takers.is_empty() || by_king_alone && attackers(board, !color, square) > 1
        };
        let (mut checks, mut besiegers) = ([false; 4], 0);
        for from in board.by_color(!color) {
            let piece = board.piece_at(from).unwrap();
            if matches!(piece.role, Role::Pawn | Role::King) {
                continue;
            }
            let reach = board.attacks_from(from);
            besiegers += u8::from(reach.into_iter().any(|to| to.distance(king) <= 1));
            checks[piece.role as usize - 2] |= reach.into_iter().any(|to| {
                let gives_check = attacks(to, piece, board.occupied()).contains(king);
                gives_check && board.color_at(to) != Some(!color) && is_safe(to)
            });
        }
        let is_free = |&to: &Square| {
            let is_own = board.color_at(to) == Some(color);
            to.distance(king) == 1 && !is_own && attackers(board, !color, to) == 0
        };
        let escapes = Square::ALL.into_iter().filter(is_free).count() as u8;
        let checks = [1, 2, 4, 8].into_iter().zip(checks).filter(|&(_, gives)| gives);
        let checks: u8 = checks.map(|(bit, _)| bit).sum();
        besiegers.min(3) * 64 + escapes.min(3) * 16 + checks
    }

    fn naive_contest(board: &Board, at: Square, color: Color) -> usize {
        let force = |color: Color| {
            let pieces = board.by_color(color).into_iter();
            let attackers = pieces.filter(|&from| board.attacks_from(from).contains(at));
            let mut roles: Vec<Role> = attackers.filter_map(|from| board.role_at(from)).collect();
            roles.sort_unstable();
            match roles[..] {
                [] => 0,
                [only] => 2 * only as usize - 1,
                [least, ..] => 2 * least as usize,
            }
        };
        (force(!color) - 1) * 13 + force(color)
    }

    #[test]
    fn what_is_told_of_pieces_is_as_described() {
        for position in random_positions(30) {
            let board = position.board();
            let reach = Reach::of_both(board);
            for (at, piece) in board.clone() {
                let naive = match piece.role {
                    Role::Pawn => naive_pawn(board, at, piece.color),
                    Role::King => naive_king(board, at, piece.color),
                    _ => naive_officer(board, at, piece.color),
                };
                assert_eq!(of_role(board, at, piece, &reach), naive, "{position:?} {at}");
                if danger(board, at, piece) != Danger::None {
                    let told = usize::from(contest(board, at, piece.color));
                    assert_eq!(told, naive_contest(board, at, piece.color), "{position:?} {at}");
                }
            }
        }
    }

    /// Counted by hand.
    #[test]
    fn examples() {
        let told = |position: &Chess, at: Square| {
            let board = position.board();
            of_role(board, at, board.piece_at(at).unwrap(), &Reach::of_both(board))
        };
        let start = Chess::default();
        // No move of the knights is taken by pawns, and kings have no way out.
        assert_eq!([Square::B1, Square::A1, Square::E1].map(|at| told(&start, at)), [2, 0, 0]);
        let ending = position("6k1/8/P1P5/3np3/4P3/7q/5P1r/6K1 w - - 0 1");
        // Nothing is before the pawn on a6; the knight attacks c7; the pawns on e4 and e5 stop each
        // other. A pawn attacks one of the knight's eight squares.
        let pawns = [Square::A6, Square::C6, Square::E4, Square::E5].map(|at| told(&ending, at));
        assert_eq!(pawns, [3, 2, 0, 0]);
        assert_eq!(told(&ending, Square::D5), 7);
        let contest = |at: Square| {
            let board = ending.board();
            contest(board, at, board.color_at(at).unwrap())
        };
        // A pawn against nobody, a rook against the king, the king against the queen.
        let contests = [Square::D5, Square::F2, Square::H2].map(contest);
        assert_eq!(contests, [0, 6 * 13 + 11, 10 * 13 + 9]);
        // Rook and queen besiege the king, it has no square to go to, and each of the two can give
        // check on g2 with the other behind it.
        assert_eq!(told(&ending, Square::G1), 2 * 64 + 4 + 8);
    }

    /// Counted by hand.
    #[test]
    fn examples_of_threats() {
        let told = |fen: &str| {
            let position = position(fen);
            let reach = Reach::of_both(position.board());
            [Color::White, Color::Black].map(|color| threats(position.board(), color, &reach))
        };
        let start = told("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start, [[0; 4]; 2]);
        // The queen may take two rooks, and either of them her.
        let queen = told("7k/8/8/r2Q3r/8/8/8/6K1 w - - 0 1");
        assert_eq!(queen, [[4 * 6 + 4, 0, 0, 0], [5 * 6, 0, 0, 0]]);
        // The pawn takes the knight; the other knight attacks the loose queen from c7, and the king
        // too. The queen could come near two loose pieces.
        let knights = told("q3k3/8/5n2/1N4P1/8/8/8/4K3 w - - 0 1");
        assert_eq!(knights, [[2 * 6, 1, 8, 2 * 32], [0, 0, 1 + 2, 0]]);
        // The pawn's step attacks a bishop and a rook.
        let step = told("4k3/8/2b1r3/8/2PP4/8/8/6K1 w - - 0 1");
        assert_eq!(step[0], [0, 0, 0, 2 + 4]);
    }

    /// So the test that the library sees the same (`quantise`) compares all of them.
    #[test]
    fn random_games_have_threats_of_all_kinds() {
        let (mut captured, mut chased, mut approached, mut forked, mut stepped) = (0, 0, 0, 0, 0);
        for position in random_positions(40) {
            let board = position.board();
            for color in Color::ALL {
                let [capture, chase, approach, fork] =
                    threats(board, color, &Reach::of_both(board));
                captured |= 1_u64 << capture;
                chased |= chase;
                approached |= approach;
                forked |= 1 << (fork / 32);
                stepped |= fork % 32;
            }
        }
        assert!(captured.count_ones() >= 15, "{captured:b}");
        assert_eq!((chased, approached, forked, stepped), (31, 15, 7, 31));
    }
}
