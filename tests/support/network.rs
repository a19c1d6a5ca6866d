//! Network files, written and evaluated naively, by the definition of the format.

/// The numbers of a network, as in its file.
pub struct Network {
    pub width: usize,
    pub buckets: usize,
    pub description: String,
    /// The weights of pieces on squares, by feature, then by unit.
    pub pieces: Vec<i16>,
    /// The weights of relations, by relation, then by unit: attacked pieces, hanging pieces, passed
    /// pawns, mobility, king safety, attackers and defenders, threats, and castling rights.
    pub relations: Vec<i8>,
    pub biases: Vec<i16>,
    /// The output weights by bucket, first for the side to move, then for the other side.
    pub output: Vec<i16>,
    pub output_biases: Vec<i32>,
}

const PIECE_SQUARES: usize = 768;
/// A knight reaches 0 to 8 squares, a bishop 13, a rook 14, a queen 27.
const MOBILITIES: usize = 9 + 14 + 15 + 28;
pub const PASSED: usize = 2 * PIECE_SQUARES;
const MOBILITY: usize = PASSED + 3 * 2 * 64;
pub const KING_SAFETY: usize = MOBILITY + 2 * MOBILITIES;
pub const ATTACK_DEFENCE: usize = KING_SAFETY + 2 * 256;
pub const THREAT: usize = ATTACK_DEFENCE + 2 * 5 * 12 * 13;
/// The numbers of threats: hanging pieces, more valuable pieces, loose pieces, forks and pawn
/// pushes.
const KINDS: [usize; 4] = [35, 31, 15, 95];
pub const CASTLING: usize = THREAT + 2 * 2 * (KINDS[0] + KINDS[1] + KINDS[2] + KINDS[3]);
pub const RELATIONS: usize = CASTLING + 2 * 3;
/// The version of the features and of the file.
const VERSION: u32 = 6;

/// Black's and White's pieces in the order of their features.
const PIECES: [&str; 2] = ["pnbrqk", "PNBRQK"];

impl Network {
    /// A network whose numbers come from a function, which gets the largest magnitude.
    pub fn new(width: usize, buckets: usize, mut number: impl FnMut(i16) -> i16) -> Network {
        let mut numbers =
            |count: usize, most| -> Vec<i16> { (0..count).map(|_| number(most)).collect() };
        Network {
            width,
            buckets,
            description: "test".to_owned(),
            pieces: numbers(PIECE_SQUARES * width, 560),
            relations: numbers(RELATIONS * width, 127).into_iter().map(|n| n as i8).collect(),
            biases: numbers(width, 700),
            output: numbers(2 * buckets * width, 127),
            output_biases: (0..buckets).map(|bucket| bucket as i32 * 10_000 - 30_000).collect(),
        }
    }

    /// A network that counts material and has small random preferences for squares. It sees only
    /// pieces on squares, so it stays the same whatever features networks get later.
    ///
    /// Units come in pairs, one for the own pieces and one against them: as long as no sum is
    /// clipped, the difference of their squares grows evenly with that of the material. A pawn is
    /// worth about a hundred centipawns.
    pub fn of_material(mut below: impl FnMut(usize) -> usize) -> Network {
        const WIDTH: usize = 16;
        const WORTH: [i16; 6] = [4, 13, 13, 20, 38, 0];
        let mut network = Network::new(WIDTH, 1, |_| 0);
        for (index, weight) in network.pieces.iter_mut().enumerate() {
            let (feature, unit) = (index / WIDTH, index % WIDTH);
            let sign = if feature / 64 % 2 == unit % 2 { 1 } else { -1 };
            *weight = sign * WORTH[feature / 128] + below(9) as i16 - 4;
        }
        network.biases.fill(127);
        for (unit, weight) in network.output.iter_mut().enumerate() {
            *weight = if unit / WIDTH == unit % 2 { 32 } else { -32 };
        }
        network.output_biases.fill(0);
        network
    }

    /// Parses a valid file.
    pub fn read(file: &[u8]) -> Network {
        let field = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let (width, buckets, length) = (field(12), field(16), field(20));
        let mut at = (24 + length).next_multiple_of(64);
        let mut take = |bytes: usize| {
            at += bytes;
            &file[at - bytes..at]
        };
        let wide = |bytes: &[u8]| -> Vec<i16> {
            bytes.chunks(2).map(|pair| i16::from_le_bytes(pair.try_into().unwrap())).collect()
        };
        let pieces = wide(take(2 * PIECE_SQUARES * width));
        let relations = take(RELATIONS * width).iter().map(|&byte| byte as i8).collect();
        let biases = wide(take(2 * width));
        let output = wide(take(4 * buckets * width));
        let output_biases = (0..buckets).map(|bucket| field(at + 4 * bucket) as i32).collect();
        let description = String::from_utf8(file[24..24 + length].to_vec()).unwrap();
        Network { width, buckets, description, pieces, relations, biases, output, output_biases }
    }

    /// The file up to its checksum.
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = b"SEAJAYNN".to_vec();
        let length = self.description.len();
        for number in [VERSION, self.width as u32, self.buckets as u32, length as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        while !bytes.len().is_multiple_of(64) {
            bytes.push(0);
        }
        let wide =
            |numbers: &[i16]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
        bytes.extend(wide(&self.pieces));
        bytes.extend(self.relations.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(wide(&self.biases));
        bytes.extend(wide(&self.output));
        bytes.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    pub fn file(&self) -> Vec<u8> {
        with_checksum(self.content())
    }

    /// The value of a position for the side to move, by the definition.
    pub fn evaluate(&self, fen: &str) -> i64 {
        let mut fields = fen.split(' ');
        let mut pieces = Vec::new();
        for (row, rank) in fields.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        pieces.push((letter, (7 - row) * 8 + file));
                        file += 1;
                    }
                }
            }
        }
        let us = usize::from(fields.next() == Some("w"));
        let castling = fields.next().unwrap();
        let bucket = (pieces.len() - 2) * self.buckets / 32;
        let of_sides = [0, 1]
            .map(|side| (threats(&pieces, side == 1), castling_rights(&pieces, castling, side)));
        let mut sum = 0;
        for (half, side) in [us, 1 - us].into_iter().enumerate() {
            let mut values = self.accumulator(&pieces, side);
            for row in rows_of_position(&of_sides, us, side) {
                let weights = &self.relations[row * self.width..][..self.width];
                values.iter_mut().zip(weights).for_each(|(value, &w)| *value += i64::from(w));
            }
            let weights = &self.output[(2 * bucket + half) * self.width..][..self.width];
            for (value, &weight) in values.into_iter().zip(weights) {
                sum += value.clamp(0, 255).pow(2) * i64::from(weight);
            }
        }
        let centipawns = (sum / 255 + i64::from(self.output_biases[bucket])) * 400 / (255 * 64);
        centipawns.clamp(-15_000, 15_000)
    }

    fn accumulator(&self, pieces: &[(char, usize)], side: usize) -> Vec<i64> {
        let own_king = PIECES[side].chars().last();
        let (_, king) = pieces.iter().find(|&&(piece, _)| Some(piece) == own_king).unwrap();
        let rank_flip = if side == 0 { 56 } else { 0 };
        let file_flip = if king % 8 < 4 { 7 } else { 0 };
        let mut values: Vec<i64> = self.biases.iter().map(|&bias| bias.into()).collect();
        for &(piece, square) in pieces {
            let own = PIECES[side].find(piece);
            let role = own.or_else(|| PIECES[1 - side].find(piece)).unwrap();
            let seen = square ^ rank_flip ^ file_flip;
            let foreign = usize::from(own.is_none());
            let feature = (role * 2 + foreign) * 64 + seen;
            let weights = &self.pieces[feature * self.width..][..self.width];
            values.iter_mut().zip(weights).for_each(|(value, &w)| *value += i64::from(w));
            let mut add = |relation: usize| {
                let weights = &self.relations[relation * self.width..][..self.width];
                values.iter_mut().zip(weights).for_each(|(value, &w)| *value += i64::from(w));
            };
            let danger = danger(pieces, (piece, square));
            match danger {
                Danger::None => {}
                Danger::Attacked => add(feature),
                Danger::Hangs => add(PIECE_SQUARES + feature),
            }
            if danger != Danger::None {
                let [attackers, defenders] = [false, true]
                    .map(|own| attackers_number(pieces, is_white(piece) == own, square));
                add(ATTACK_DEFENCE + ((foreign * 5 + role) * 12 + attackers - 1) * 13 + defenders);
            }
            match piece.to_ascii_lowercase() {
                'p' => {
                    if let Some(stop) = stop(pieces, (piece, square)) {
                        add(PASSED + (stop * 2 + foreign) * 64 + seen);
                    }
                }
                'k' => add(KING_SAFETY + foreign * 256 + king_safety(pieces, (piece, square))),
                kind => {
                    let first = [0, 9, 9 + 14, 9 + 14 + 15]["nbrq".find(kind).unwrap()];
                    let mobility = mobility(pieces, (piece, square));
                    add(MOBILITY + foreign * MOBILITIES + first + mobility);
                }
            }
        }
        values
    }
}

/// The relations that belong to a side, as a side sees them, given Black's and White's threats and
/// castling rights.
fn rows_of_position(of_sides: &[([usize; 4], usize); 2], us: usize, side: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    for (of, &(threats, rights)) in of_sides.iter().enumerate() {
        let foreign = usize::from(of != side);
        let mut first =
            THREAT + (foreign * 2 + usize::from(of == us)) * KINDS.iter().sum::<usize>();
        for (number, kind) in threats.into_iter().zip(KINDS) {
            rows.extend(number.checked_sub(1).map(|row| first + row));
            first += kind;
        }
        rows.extend(rights.checked_sub(1).map(|row| CASTLING + 3 * foreign + row));
    }
    rows
}

/// A side's castling rights in a FEN's field: 1 for the king's side, 2 for the queen's. Rooks may
/// be named by their files.
fn castling_rights(pieces: &[(char, usize)], field: &str, side: usize) -> usize {
    let king = PIECES[side].chars().last();
    let (_, at) = pieces.iter().find(|&&(piece, _)| Some(piece) == king).unwrap();
    let of_side = field.chars().filter(|&letter| letter != '-' && is_white(letter) == (side == 1));
    let wings = of_side.map(|letter| match letter.to_ascii_lowercase() {
        'k' => 1,
        'q' => 2,
        file if file as usize - 'a' as usize > at % 8 => 1,
        _ => 2,
    });
    wings.fold(0, |wings, wing| wings | wing)
}

/// A side's threats, each 0 for none: capture, attack of a more valuable piece, attack of a loose
/// piece, fork.
fn threats(pieces: &[(char, usize)], white: bool) -> [usize; 4] {
    let [on_more_valuable, on_loose] = attack_threats(pieces, white);
    let forks = 32 * knight_fork(pieces, white) + pawn_steps(pieces, white);
    [captures(pieces, white), on_more_valuable, on_loose, forks]
}

/// The number of a role, from 0 for a pawn to 5 for a king.
fn role(piece: char) -> usize {
    "pnbrqk".find(piece.to_ascii_lowercase()).unwrap()
}

fn of_side(pieces: &[(char, usize)], white: bool) -> impl Iterator<Item = (char, usize)> {
    pieces.iter().copied().filter(move |&(piece, _)| is_white(piece) == white)
}

fn count(pieces: &[(char, usize)], white: bool, square: usize) -> usize {
    attackers(pieces, white, square).count()
}

fn captures(pieces: &[(char, usize)], white: bool) -> usize {
    let hang = of_side(pieces, !white).filter(|&piece| danger(pieces, piece) == Danger::Hangs);
    let mut hang: Vec<usize> = hang.map(|(piece, _)| role(piece) + 1).collect();
    hang.sort_unstable_by(|a, b| b.cmp(a));
    hang.resize(2, 0);
    hang[0] * 6 + hang[1]
}

/// Whether a square is free of a side's pieces and of attacks by the other side's pawns.
fn may_go(pieces: &[(char, usize)], white: bool, to: usize) -> bool {
    on(pieces, to).is_none_or(|piece| is_white(piece) != white)
        && attackers(pieces, !white, to).all(|piece| role(piece) > 0)
}

/// Attacks of a more valuable piece, and of a loose piece, that a safe move makes.
fn attack_threats(pieces: &[(char, usize)], white: bool) -> [usize; 2] {
    let is_safe = |to: usize| {
        let (ours, theirs) = (count(pieces, white, to), count(pieces, !white, to));
        may_go(pieces, white, to) && (theirs == 0 || theirs == 1 && ours >= 2)
    };
    // From there it attacks the target, as if it still stood where it came from, too.
    let could_attack = |piece: (char, usize), target: usize| {
        let reach =
            |to: usize| attacks(pieces, piece, to) && attacks(pieces, (piece.0, to), target);
        (0..64).any(|to| reach(to) && is_safe(to))
    };
    let (mut on_more_valuable, mut on_loose) = (0, 0);
    for (target, at) in of_side(pieces, !white) {
        let is_loose =
            role(target) < 5 && count(pieces, white, at) + count(pieces, !white, at) == 0;
        for piece in of_side(pieces, white).filter(|&(piece, _)| (1..5).contains(&role(piece))) {
            let more_valuable = match (role(piece.0), role(target)) {
                (1, 4) => 1,
                (2, 4) => 2,
                (3, 4) => 4,
                (1, 3) => 8,
                (2, 3) => 16,
                _ => 0,
            };
            if (is_loose || more_valuable > 0) && could_attack(piece, at) {
                on_more_valuable |= more_valuable;
                on_loose |= if is_loose { [1, 2, 2, 4, 8][role(target)] } else { 0 };
            }
        }
    }
    [on_more_valuable, on_loose]
}

/// 1 if a knight could attack two kings, queens or rooks, 2 if nothing attacks it there.
fn knight_fork(pieces: &[(char, usize)], white: bool) -> usize {
    let mut fork = 0;
    for knight in of_side(pieces, white).filter(|&(piece, _)| role(piece) == 1) {
        for to in (0..64).filter(|&to| attacks(pieces, knight, to) && may_go(pieces, white, to)) {
            let great = of_side(pieces, !white)
                .filter(|&(piece, at)| role(piece) >= 3 && attacks(pieces, (knight.0, to), at));
            if great.count() >= 2 {
                fork = fork.max(if count(pieces, !white, to) == 0 { 2 } else { 1 });
            }
        }
    }
    fork
}

/// A bit for each role from knight to king that a pawn push could attack.
fn pawn_steps(pieces: &[(char, usize)], white: bool) -> usize {
    let mut bits = 0;
    for (pawn, at) in of_side(pieces, white).filter(|&(piece, _)| role(piece) == 0) {
        let to = if white { at + 8 } else { at - 8 };
        let is_lost = count(pieces, !white, to) > 0 && count(pieces, white, to) == 0;
        if on(pieces, to).is_some() || !may_go(pieces, white, to) || is_lost {
            continue;
        }
        for (piece, at) in of_side(pieces, !white).filter(|&(piece, _)| role(piece) > 0) {
            if attacks(pieces, (pawn, to), at) {
                bits |= 1 << (role(piece) - 1);
            }
        }
    }
    bits
}

#[derive(PartialEq)]
enum Danger {
    None,
    Attacked,
    Hangs,
}

/// Whether a piece is attacked or hanging.
fn danger(pieces: &[(char, usize)], (piece, square): (char, usize)) -> Danger {
    let rank = |piece: char| match piece.to_ascii_lowercase() {
        'p' => 1,
        'n' | 'b' => 2,
        'r' => 3,
        'q' => 4,
        _ => 5,
    };
    let white = is_white(piece);
    let is_attacked = attackers(pieces, !white, square).next().is_some();
    let is_defended = attackers(pieces, white, square).next().is_some();
    let by_lesser = attackers(pieces, !white, square).any(|attacker| rank(attacker) < rank(piece));
    match is_attacked && rank(piece) < 5 {
        false => Danger::None,
        true if by_lesser || !is_defended => Danger::Hangs,
        true => Danger::Attacked,
    }
}

/// The attackers of a square by a side: 0 for none, else 1 for a pawn as the least valuable, 3 for
/// a knight, 5 for a bishop, 7 for a rook, 9 for a queen, 11 for a king, plus one for several.
fn attackers_number(pieces: &[(char, usize)], white: bool, square: usize) -> usize {
    let roles: Vec<usize> = attackers(pieces, white, square).map(role).collect();
    let several = usize::from(roles.len() > 1);
    roles.into_iter().min().map_or(0, |least| 1 + 2 * least + several)
}

fn is_white(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

fn on(pieces: &[(char, usize)], square: usize) -> Option<char> {
    pieces.iter().find(|&&(_, at)| at == square).map(|&(piece, _)| piece)
}

/// The pieces of a side that attack a square.
fn attackers(pieces: &[(char, usize)], white: bool, square: usize) -> impl Iterator<Item = char> {
    let pieces_of_side = of_side(pieces, white);
    pieces_of_side.filter(move |&piece| attacks(pieces, piece, square)).map(|(piece, _)| piece)
}

/// What is on the stop square of a passed pawn: 0 for a piece, 1 for nothing but attacked by the
/// other side, else 2.
fn stop(pieces: &[(char, usize)], (pawn, square): (char, usize)) -> Option<usize> {
    let white = is_white(pawn);
    let (file, rank) = (square % 8, square / 8);
    let stops = |&&(other, at): &&(char, usize)| {
        let is_ahead = if white { at / 8 > rank } else { at / 8 < rank };
        let files = if other == pawn { 0 } else { 1 };
        matches!(other, 'p' | 'P') && is_ahead && (at % 8).abs_diff(file) <= files
    };
    if pieces.iter().any(|piece| stops(&piece)) {
        return None;
    }
    let next = if white { square + 8 } else { square - 8 };
    Some(match (on(pieces, next), attackers(pieces, !white, next).count()) {
        (Some(_), _) => 0,
        (None, 1..) => 1,
        (None, 0) => 2,
    })
}

/// The mobility of a piece: the squares it attacks without own pieces on them and without attacks
/// by enemy pawns.
fn mobility(pieces: &[(char, usize)], piece: (char, usize)) -> usize {
    let white = is_white(piece.0);
    let pawns = if white { 'p' } else { 'P' };
    let is_lost = |to: usize| {
        let mut pawns = pieces.iter().filter(|&&(piece, _)| piece == pawns);
        on(pieces, to).is_some_and(|piece| is_white(piece) == white)
            || pawns.any(|&pawn| attacks(pieces, pawn, to))
    };
    (0..64).filter(|&to| attacks(pieces, piece, to) && !is_lost(to)).count()
}

/// The safety of a king.
fn king_safety(pieces: &[(char, usize)], king: (char, usize)) -> usize {
    let white = is_white(king.0);
    let takes = |white: bool, square: usize| {
        on(pieces, square).is_some_and(|piece| is_white(piece) == white)
    };
    let beside = |square: usize| square != king.1 && attacks(pieces, king, square);
    let is_safe = |square: usize| match attackers(pieces, white, square).count() {
        0 => true,
        1 => beside(square) && attackers(pieces, !white, square).count() >= 2,
        _ => false,
    };
    let others = pieces.iter().filter(|&&(piece, _)| is_white(piece) != white);
    let enemies: Vec<(char, usize)> =
        others.filter(|&&(piece, _)| "nbrqNBRQ".contains(piece)).copied().collect();
    let mut checks = 0;
    for &(piece, from) in &enemies {
        let could_check = (0..64).any(|to| {
            let is_there = attacks(pieces, (piece, from), to) && !takes(!white, to);
            is_there && attacks(pieces, (piece, to), king.1) && is_safe(to)
        });
        let kind = "nbrq".find(piece.to_ascii_lowercase()).unwrap();
        checks |= usize::from(could_check) << kind;
    }
    let escapes = (0..64).filter(|&to| {
        beside(to) && !takes(white, to) && attackers(pieces, !white, to).next().is_none()
    });
    let is_attacker = |&&piece: &&(char, usize)| {
        (0..64).any(|to| (to == king.1 || beside(to)) && attacks(pieces, piece, to))
    };
    let king_attackers = enemies.iter().filter(is_attacker).count();
    (king_attackers.min(3) * 4 + escapes.count().min(3)) * 16 + checks
}

/// Whether a piece attacks a square, whatever is on it.
fn attacks(pieces: &[(char, usize)], (piece, from): (char, usize), to: usize) -> bool {
    let place = |square: usize| (square as i32 % 8, square as i32 / 8);
    let ((file, rank), (to_file, to_rank)) = (place(from), place(to));
    let (files, ranks) = (to_file - file, to_rank - rank);
    let is_free = || {
        let (file_step, rank_step) = (files.signum(), ranks.signum());
        (1..files.abs().max(ranks.abs())).all(|step| {
            let between = (rank + step * rank_step) * 8 + file + step * file_step;
            pieces.iter().all(|&(_, square)| square as i32 != between)
        })
    };
    let straight = (files == 0) != (ranks == 0);
    let diagonal = files.abs() == ranks.abs() && files != 0;
    match piece {
        'P' => ranks == 1 && files.abs() == 1,
        'p' => ranks == -1 && files.abs() == 1,
        'N' | 'n' => files.abs() * ranks.abs() == 2,
        'B' | 'b' => diagonal && is_free(),
        'R' | 'r' => straight && is_free(),
        'Q' | 'q' => (straight || diagonal) && is_free(),
        _ => files.abs().max(ranks.abs()) == 1,
    }
}

/// Appends the FNV-1a hash to the bytes.
pub fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in &content {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    content.extend(hash.to_le_bytes());
    content
}
