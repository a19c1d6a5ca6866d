//! Networks in integers, and the file that the library reads, little endian:
//!
//! ```text
//! 8 bytes      "SEAJAYNN"
//! u32          version, 6
//! u32          N, the width: a multiple of 16 from 16 to 1024
//! u32          B, the buckets: 1 to 8
//! u32          length of the description in bytes, at most 1024
//! text         the description, one line
//!              zeros up to the next multiple of 64
//! i16[768*N]   weights of the first layer for pieces on squares: a row of N for each feature
//! i8[4834*N]   those for all other features
//! i16[N]       biases of the first layer
//! i16[B*2N]    weights of the output: a row of 2N for each bucket, side to move first
//! i32[B]       biases of the output
//! u64          FNV-1a of all bytes before
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::features::{
    MOST_PIECES, PIECE_SQUARES, SQUARES, contest_features, features_of_position, role_features,
};
use crate::model::{LANES, Shape};

/// 1.0 in the first layer.
pub const QA: i32 = 255;
/// 1.0 in the weights of the output.
pub const QB: i32 = 64;
/// 1.0 of the output in centipawns.
pub const SCALE: i32 = 400;

const MAGIC: &[u8; 8] = b"SEAJAYNN";
const VERSION: u32 = 6;
const MOST_WIDTH: usize = 1024;
const MOST_BUCKETS: usize = 8;
const MOST_DESCRIPTION: usize = 1024;
const ALIGNMENT: usize = 64;
/// A clipped sum times an output weight fits into 16 bits.
const MOST_OUTPUT: i16 = 127;

/// A network in integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Its size.
    pub shape: Shape,
    /// One line about where it comes from.
    pub description: String,
    /// The weights of the first layer for pieces on squares.
    pub pieces: Vec<i16>,
    /// Those for all other features.
    pub relations: Vec<i8>,
    /// The biases of the first layer.
    pub biases: Vec<i16>,
    /// The weights of the output.
    pub outputs: Vec<i16>,
    /// The biases of the output.
    pub output_biases: Vec<i32>,
}

impl Network {
    /// Refuses a network that the library would refuse: sums that could overflow, and sizes
    /// and texts beyond the bounds of the file.
    pub fn check(&self) -> Result<()> {
        check_shape(self.shape)?;
        ensure!(self.description.len() <= MOST_DESCRIPTION, "the description is too long");
        let one_line = !self.description.contains(char::is_control);
        ensure!(one_line, "the description is not one line of text");
        let largest = self.outputs.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        ensure!(
            largest <= MOST_OUTPUT as u16,
            "an output weight is {largest}, beyond {MOST_OUTPUT}"
        );
        for (unit, bias) in self.biases.iter().enumerate() {
            let place = |row: usize| row * self.shape.width + unit;
            let relation =
                |feature: usize| i32::from(self.relations[place(feature - PIECE_SQUARES)]);
            let of_position: i32 = features_of_position()
                .map(|group| extremes(group.into_iter().map(relation)))
                .map(|(least, most)| most.max(-least))
                .sum();
            let contests: Vec<(i32, i32)> = (0..PIECE_SQUARES / SQUARES)
                .map(|code| extremes(contest_features(code).map(relation)))
                .collect();
            let most = |index: usize| {
                let code = index / SQUARES;
                let of_role = extremes(role_features(code, index % SQUARES).map(relation));
                let contest = contests[code];
                let danger = |part: usize| relation(part * PIECE_SQUARES + index);
                let sums = [0, danger(1), danger(2)].map(|danger| {
                    let sum = i32::from(self.pieces[place(index)]) + danger;
                    let (least, most) = (of_role.0 + contest.0, of_role.1 + contest.1);
                    (sum + least).abs().max((sum + most).abs())
                });
                sums.into_iter().fold(0, i32::max)
            };
            let mut column: Vec<i32> = (0..PIECE_SQUARES).map(most).collect();
            column.sort_unstable_by(|a, b| b.cmp(a));
            let of_pieces: i32 = column[..MOST_PIECES].iter().sum();
            let most = i32::from(*bias).abs() + of_pieces + of_position;
            ensure!(most <= i16::MAX.into(), "the sum of hidden unit {unit} could be {most}");
        }
        Ok(())
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Shape { width, buckets } = self.shape;
        for number in [VERSION, width as u32, buckets as u32, self.description.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        let wide =
            |numbers: &[i16]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
        bytes.extend(wide(&self.pieces));
        bytes.extend(self.relations.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(wide(&self.biases));
        bytes.extend(wide(&self.outputs));
        bytes.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Does a file that begins like this hold a network?
    pub fn recognises(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the file.
    pub fn read(path: &Path) -> Result<Network> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Network::from_bytes(&bytes)
            .with_context(|| format!("{} is not a valid network", path.display()))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Network> {
        ensure!(Network::recognises(bytes), "it does not begin like one");
        let mut source = Source { bytes, offset: MAGIC.len() };
        let version = source.u32()?;
        ensure!(version == VERSION, "its version is {version}, not {VERSION}");
        let shape = Shape { width: source.u32()? as usize, buckets: source.u32()? as usize };
        check_shape(shape)?;
        let length = source.u32()? as usize;
        ensure!(length <= MOST_DESCRIPTION, "the description is too long");
        let description = str::from_utf8(source.take(length)?)?.to_owned();
        let padding = source.offset.next_multiple_of(ALIGNMENT) - source.offset;
        source.take(padding)?;
        let pieces = source.i16s(shape.pieces().len())?;
        let relations = source.take(shape.relations().len())?;
        let relations = relations.iter().map(|&byte| byte.cast_signed()).collect();
        let biases = source.i16s(shape.biases().len())?;
        let outputs = source.i16s(shape.outputs().len())?;
        let (numbers, _) = source.take(4 * shape.buckets)?.as_chunks();
        let output_biases = numbers.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        let hash = fnv1a(&bytes[..source.offset]);
        let stored: [u8; 8] = source.take(8)?.try_into()?;
        ensure!(u64::from_le_bytes(stored) == hash, "the checksum is wrong");
        ensure!(source.offset == bytes.len(), "there is something behind its end");
        let network =
            Network { shape, description, pieces, relations, biases, outputs, output_biases };
        network.check()?;
        Ok(network)
    }
}

/// Refuses a size that the file does not allow.
pub fn check_shape(shape: Shape) -> Result<()> {
    let Shape { width, buckets } = shape;
    if !width.is_multiple_of(LANES) || !(LANES..=MOST_WIDTH).contains(&width) {
        bail!("the width {width} is not a multiple of {LANES} up to {MOST_WIDTH}");
    }
    ensure!((1..=MOST_BUCKETS).contains(&buckets), "there are {buckets} buckets, not 1 to 8");
    Ok(())
}

/// The least and the largest of some weights and 0.
fn extremes(weights: impl Iterator<Item = i32>) -> (i32, i32) {
    weights.fold((0, 0), |(least, most), weight| (least.min(weight), most.max(weight)))
}

/// The bytes of a file from an offset on.
struct Source<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Source<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.offset..];
        let cut_off = || format!("it is cut off at byte {}", self.bytes.len());
        let taken = rest.get(..length).with_context(cut_off)?;
        self.offset += length;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    fn i16s(&mut self, count: usize) -> Result<Vec<i16>> {
        let (numbers, _) = self.take(2 * count)?.as_chunks();
        Ok(numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }
}

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantise::quantise;
    use crate::test_support::random_model;

    fn network() -> Network {
        quantise(&random_model(1), "a net, ünïcode".to_owned()).unwrap()
    }

    fn refused(bytes: &[u8]) -> String {
        format!("{:#}", Network::from_bytes(bytes).unwrap_err())
    }

    #[test]
    fn networks_come_back_as_they_were() {
        let network = network();
        let bytes = network.to_bytes();
        let (padded, narrow, wide) = (64, 4834 * 16, 768 * 16 + 16 + 3 * 2 * 16);
        assert_eq!(bytes.len(), padded + narrow + 2 * wide + 4 * 3 + 8);
        assert_eq!(Network::from_bytes(&bytes).unwrap(), network);
    }

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_broken_file_is_refused() {
        let bytes = network().to_bytes();
        for length in 0..bytes.len() {
            refused(&bytes[..length]);
        }
        for offset in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[offset] ^= 1;
            refused(&changed);
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(refused(&longer), "there is something behind its end");
        let mut newer = bytes.clone();
        newer[8] = 7;
        assert_eq!(refused(&newer), "its version is 7, not 6");
        assert_eq!(refused(b"SJGAMES1"), "it does not begin like one");
    }

    #[test]
    fn what_could_overflow_is_refused() {
        let check = |change: fn(&mut Network)| {
            let mut network = network();
            change(&mut network);
            format!("{:#}", network.check().unwrap_err())
        };
        let loud = check(|network| network.outputs[5] = -128);
        assert_eq!(loud, "an output weight is 128, beyond 127");
        let heavy = check(|network| {
            network.biases.fill(0);
            network.pieces.iter_mut().skip(3).step_by(16).for_each(|weight| *weight = 800);
            network.relations.iter_mut().skip(3).step_by(16).for_each(|weight| *weight = 127);
        });
        assert_eq!(heavy, "the sum of hidden unit 3 could be 39062");
        // The largest magnitude of a group counts, whoever is to move.
        let threats = check(|network| {
            network.biases.fill(32_000);
            network.pieces.fill(0);
            network.relations.fill(0);
            for group in features_of_position() {
                let place = |feature: usize| (feature - PIECE_SQUARES) * 16 + 3;
                network.relations[place(group[0])] = 90;
                network.relations[place(*group.last().unwrap())] = -100;
            }
        });
        assert_eq!(threats, "the sum of hidden unit 3 could be 33000");
        let lines = check(|network| network.description = "a\nb".to_owned());
        assert_eq!(lines, "the description is not one line of text");
        let narrow = check(|network| network.shape.width = 8);
        assert!(narrow.starts_with("the width 8 is not"), "{narrow}");
    }
}
