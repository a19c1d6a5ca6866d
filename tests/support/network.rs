//! Files of networks, written and evaluated in the plainest way the format allows.
#![allow(dead_code, reason = "every test uses a part of it")]

/// The numbers of a network, as its file has them.
pub struct Network {
    pub width: usize,
    pub buckets: usize,
    pub description: String,
    /// By feature, then by unit: for pieces wherever they stand, for attacked ones, and for those that
    /// hang.
    pub features: Vec<i16>,
    pub biases: Vec<i16>,
    /// By bucket; first for the side to move, then for the other.
    pub output: Vec<i16>,
    pub output_biases: Vec<i32>,
}

const PIECE_SQUARES: usize = 768;
const FEATURES: usize = 3 * PIECE_SQUARES;

/// Black's and White's pieces in the order of their features.
const PIECES: [&str; 2] = ["pnbrqk", "PNBRQK"];

impl Network {
    /// A network whose numbers come from a function: it is given the largest magnitude.
    pub fn new(width: usize, buckets: usize, mut number: impl FnMut(i16) -> i16) -> Network {
        let mut numbers = |count: usize, most| (0..count).map(|_| number(most)).collect();
        Network {
            width,
            buckets,
            description: "test".to_owned(),
            features: numbers(FEATURES * width, 500),
            biases: numbers(width, 700),
            output: numbers(2 * buckets * width, 127),
            output_biases: (0..buckets).map(|bucket| bucket as i32 * 10_000 - 30_000).collect(),
        }
    }

    /// Reads a good file.
    pub fn read(file: &[u8]) -> Network {
        let field = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let (width, buckets, length) = (field(12), field(16), field(20));
        let mut at = (24 + length).next_multiple_of(64);
        let mut numbers = |count: usize| -> Vec<i16> {
            let bytes = &file[at..at + 2 * count];
            at += 2 * count;
            bytes.chunks(2).map(|pair| i16::from_le_bytes(pair.try_into().unwrap())).collect()
        };
        let (features, biases) = (numbers(FEATURES * width), numbers(width));
        let output = numbers(2 * buckets * width);
        let output_biases = (0..buckets).map(|bucket| field(at + 4 * bucket) as i32).collect();
        let description = String::from_utf8(file[24..24 + length].to_vec()).unwrap();
        Network { width, buckets, description, features, biases, output, output_biases }
    }

    /// The file up to its checksum.
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = b"SEAJAYNN".to_vec();
        let length = self.description.len();
        for number in [2, self.width as u32, self.buckets as u32, length as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        while !bytes.len().is_multiple_of(64) {
            bytes.push(0);
        }
        for numbers in [&self.features, &self.biases, &self.output] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    pub fn file(&self) -> Vec<u8> {
        with_checksum(self.content())
    }

    /// The value of a position for the side to move, straight from the definition.
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
        let bucket = (pieces.len() - 2) * self.buckets / 32;
        let mut sum = 0;
        for (half, side) in [us, 1 - us].into_iter().enumerate() {
            let values = self.accumulator(&pieces, side);
            let weights = &self.output[(2 * bucket + half) * self.width..][..self.width];
            for (value, &weight) in values.into_iter().zip(weights) {
                sum += value.clamp(0, 255).pow(2) * i64::from(weight);
            }
        }
        let centipawns = (sum / 255 + i64::from(self.output_biases[bucket])) * 400 / (255 * 64);
        centipawns.clamp(-31_742, 31_742)
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
            let feature = (usize::from(own.is_none()) * 6 + role) * 64 + seen;
            let mut add = |feature: usize| {
                let weights = &self.features[feature * self.width..][..self.width];
                values.iter_mut().zip(weights).for_each(|(value, &w)| *value += i64::from(w));
            };
            add(feature);
            match danger(pieces, (piece, square)) {
                Danger::None => {}
                Danger::Attacked => add(PIECE_SQUARES + feature),
                Danger::Hangs => add(2 * PIECE_SQUARES + feature),
            }
        }
        values
    }
}

enum Danger {
    None,
    Attacked,
    Hangs,
}

/// What a piece has to fear from the pieces of the other side.
fn danger(pieces: &[(char, usize)], (piece, square): (char, usize)) -> Danger {
    let attackers = |white: bool| {
        let attackers = pieces.iter().filter(move |(other, _)| other.is_ascii_uppercase() == white);
        attackers.filter(move |&&attacker| attacks(pieces, attacker, square))
    };
    let rank = |piece: char| match piece.to_ascii_lowercase() {
        'p' => 1,
        'n' | 'b' => 2,
        'r' => 3,
        'q' => 4,
        _ => 5,
    };
    let white = piece.is_ascii_uppercase();
    let is_attacked = attackers(!white).next().is_some();
    let is_defended = attackers(white).next().is_some();
    let by_lesser = attackers(!white).any(|&(attacker, _)| rank(attacker) < rank(piece));
    match is_attacked && rank(piece) < 5 {
        false => Danger::None,
        true if by_lesser || !is_defended => Danger::Hangs,
        true => Danger::Attacked,
    }
}

/// Does a piece attack a square, whoever stands there?
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

/// The bytes with their FNV-1a hash behind them.
pub fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in &content {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    content.extend(hash.to_le_bytes());
    content
}
