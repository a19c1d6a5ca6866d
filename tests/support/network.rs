//! Files of networks, written and evaluated in the plainest way the format allows.
#![allow(dead_code, reason = "every test uses a part of it")]

/// The numbers of a network, as its file has them.
pub struct Network {
    pub width: usize,
    pub buckets: usize,
    pub description: String,
    /// By feature, then by unit.
    pub features: Vec<i16>,
    pub biases: Vec<i16>,
    /// By bucket; first for the side to move, then for the other.
    pub output: Vec<i16>,
    pub output_biases: Vec<i32>,
}

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
            features: numbers(768 * width, 1000),
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
        let (features, biases) = (numbers(768 * width), numbers(width));
        let output = numbers(2 * buckets * width);
        let output_biases = (0..buckets).map(|bucket| field(at + 4 * bucket) as i32).collect();
        let description = String::from_utf8(file[24..24 + length].to_vec()).unwrap();
        Network { width, buckets, description, features, biases, output, output_biases }
    }

    /// The file up to its checksum.
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = b"SEAJAYNN".to_vec();
        let length = self.description.len();
        for number in [1, self.width as u32, self.buckets as u32, length as u32] {
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
            let weights = &self.features[feature * self.width..][..self.width];
            values.iter_mut().zip(weights).for_each(|(value, &w)| *value += i64::from(w));
        }
        values
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
