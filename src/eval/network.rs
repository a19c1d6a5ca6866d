//! The network: its file, read and checked, and its layout in memory.
//!
//! The file, all numbers little endian:
//!
//! ```text
//!  0  8 bytes    "SEAJAYNN"
//!  8  u32        version
//! 12  u32        N, the width: a multiple of 16 from 16 to 1024
//! 16  u32        B, the output buckets: 1 to 8
//! 20  u32        the length of the description in bytes, at most 1024
//! 24  text       the description, UTF-8
//!     zeros      up to the next multiple of 64
//!     i16[768*N] weights of pieces on squares, a row of N for each in the order of `features`
//!     i8[R*N]    weights of the R relations, alike
//!     i16[N]     biases of the hidden units
//!     i16[B*2*N] output weights: for each bucket those of the side to move, then the other's
//!     i32[B]     output biases
//!     u64        FNV-1a of all bytes before
//! ```

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;

use once_cell::sync::OnceCell;

use crate::error::{Error, ErrorKind, path_excerpt};
use crate::eval::bounds::{large_output_weight, overflow};
use crate::eval::features::{EMPTY_ROWS, PIECE_SQUARES, RELATIONS, VERSION};
use crate::eval::vector::{BLOCK, Lanes, WeightPairs, zeros};
use crate::sys::{self, Level};

/// The file of the embedded network.
static EMBEDDED: &[u8] = include_bytes!("../../nets/seajay.sjnn");

pub const MAGIC: &[u8; 8] = b"SEAJAYNN";
const HEADER: usize = 24;
const ALIGNMENT: usize = 64;
/// Every width is a multiple of this.
pub const WIDTH_STEP: usize = 16;
/// The largest width.
pub const MAX_WIDTH: usize = 1024;
/// The maximum number of output buckets.
pub const MAX_BUCKETS: usize = 8;
const MAX_DESCRIPTION: usize = 1024;
const CHECKSUM: usize = size_of::<u64>();

/// The size of the largest file.
const MAX_FILE: usize = file_size(MAX_WIDTH, MAX_BUCKETS, MAX_DESCRIPTION);

/// The maximum number of [`Lanes`] in a row.
pub const MAX_ROW: usize = row_of(MAX_WIDTH);

/// A network, immutable and shared by all engines that evaluate with it.
pub struct Network {
    /// The vector instructions to compute with.
    pub(super) level: Level,
    /// The number of lanes in a row.
    pub(super) row: usize,
    pub(super) buckets: usize,
    /// [`PIECE_SQUARES`] rows, and [`EMPTY_ROWS`] of zeros for no piece.
    pieces: Box<[Lanes]>,
    /// [`RELATIONS`] rows.
    pub(super) relations: Box<[WeightPairs]>,
    /// The biases of the hidden units, one row.
    biases: Box<[Lanes]>,
    /// For each bucket, and for Black and White to move, a row for Black's units and one for
    /// White's.
    pub(super) output: Box<[Lanes]>,
    pub(super) output_biases: [i32; MAX_BUCKETS],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, buckets) = (self.row, self.buckets);
        write!(f, "Network {{ row: {row}, buckets: {buckets}, .. }}")
    }
}

impl Network {
    /// The embedded network, laid out once in a process. It is not checked: that would take as long
    /// again, and the tests load the same file with all checks.
    pub fn embedded() -> Result<Arc<Network>, Error> {
        // `OnceLock` of the standard library has no stable initialisation that can fail.
        static EMBEDDED_NETWORK: OnceCell<Arc<Network>> = OnceCell::new();
        let lay_out = || Network::lay_out(&Header::read(EMBEDDED)?, EMBEDDED).map(Arc::new);
        EMBEDDED_NETWORK.get_or_try_init(lay_out).cloned()
    }

    /// The description of the embedded network.
    pub fn embedded_description() -> &'static str {
        Header::read(EMBEDDED).map_or("", |header| header.description)
    }

    /// The network that the option `EvalFile` names: a file, or the embedded one.
    ///
    /// # Errors
    /// [`ErrorKind::Io`], [`ErrorKind::InvalidValue`] for a file that is no network,
    /// [`ErrorKind::OutOfMemory`].
    pub fn from_option(path: &str) -> Result<Arc<Network>, Error> {
        if path.is_empty() {
            return Network::embedded();
        }
        let bytes = read_file(path)?;
        Network::parse(&bytes).map(Arc::new).map_err(|error| match error.kind() {
            ErrorKind::InvalidArgument => Error::new(
                ErrorKind::InvalidValue,
                format_args!("option EvalFile: \"{}\": {error}", path_excerpt(path)),
            ),
            _ => error,
        })
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] names the defect; [`ErrorKind::OutOfMemory`].
    pub fn parse(bytes: &[u8]) -> Result<Network, Error> {
        let header = Header::read(bytes)?;
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != fnv1a(content).to_le_bytes() {
            return Err(defect(format_args!("its checksum is wrong: some of its bytes changed")));
        }
        let length = header.description.len();
        if content[HEADER + length..data_offset(length)].iter().any(|&byte| byte != 0) {
            return Err(defect(format_args!("there is something between description and weights")));
        }
        let network = Network::lay_out(&header, bytes)?;
        if let Some((unit, sum)) = overflow(&network.pieces, &network.relations, &network.biases) {
            return Err(defect(format_args!("the weights of unit {unit} may sum up to {sum}")));
        }
        match large_output_weight(&network.output) {
            Some(weight) => Err(defect(format_args!("an output weight is {weight}"))),
            None => Ok(network),
        }
    }

    /// The network of a file with this header.
    fn lay_out(header: &Header, bytes: &[u8]) -> Result<Network, Error> {
        let (width, buckets) = (header.width, header.buckets);
        let [pieces, relations, biases, output, output_bias] = header.parts(bytes);
        let mut output_biases = [0; MAX_BUCKETS];
        for (bias, bytes) in output_biases.iter_mut().zip(output_bias.as_chunks().0) {
            *bias = i32::from_le_bytes(*bytes);
        }
        let row = row_of(width);
        Ok(Network {
            level: Level::best(),
            row,
            buckets,
            pieces: read_rows(pieces, width, EMPTY_ROWS)?,
            relations: read_pairs(relations, width)?,
            biases: read_rows(biases, width, 0)?,
            output: for_both_turns(&read_rows(output, width, 0)?, row)?,
            output_biases,
        })
    }

    /// The memory of the network in bytes.
    pub fn bytes(&self) -> u64 {
        let lanes = self.pieces.len() + self.biases.len() + self.output.len();
        let bytes = lanes * size_of::<Lanes>() + self.relations.len() * size_of::<WeightPairs>();
        (size_of::<Network>() + bytes) as u64
    }

    /// The vector instructions to compute with.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The number of lanes in a row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The accumulator of an empty board: a row.
    pub fn biases(&self) -> &[Lanes] {
        &self.biases
    }

    /// The row of weights of a piece on a square.
    #[inline(always)]
    pub fn weights(&self, index: usize) -> &[Lanes] {
        &self.pieces[index * self.row..][..self.row]
    }
}

/// The header of a network file of the right length.
pub struct Header<'a> {
    pub width: usize,
    pub buckets: usize,
    pub description: &'a str,
}

impl Header<'_> {
    /// Reads the header, and checks the length of the file.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] names the defect.
    pub fn read(bytes: &[u8]) -> Result<Header<'_>, Error> {
        if !bytes.starts_with(MAGIC) {
            return Err(defect(format_args!("it does not begin with \"SEAJAYNN\"")));
        }
        let Some(fields) = bytes.get(MAGIC.len()..HEADER) else {
            return Err(defect(format_args!("it ends after {} bytes", bytes.len())));
        };
        let field = |index: usize| u32::from_le_bytes(fields.as_chunks().0[index]);
        let check = |name, value: u32, is_good: bool| {
            if is_good {
                Ok(value as usize)
            } else {
                Err(defect(format_args!("its {name} is {value}")))
            }
        };
        let [version, width, buckets, length] = [0, 1, 2, 3].map(field);
        check("version", version, version == VERSION)?;
        let width = check("width", width, is_width(width as usize))?;
        let buckets =
            check("number of output buckets", buckets, is_bucket_count(buckets as usize))?;
        let good_length = length <= MAX_DESCRIPTION as u32;
        let length = check("length of the description", length, good_length)?;
        let size = file_size(width, buckets, length);
        if bytes.len() != size {
            return Err(defect(format_args!("it has {} bytes instead of {size}", bytes.len())));
        }
        let description = str::from_utf8(&bytes[HEADER..HEADER + length])
            .map_err(|_| defect(format_args!("its description is not UTF-8")))?;
        Ok(Header { width, buckets, description })
    }

    /// The parts of the file after the description: weights of pieces and of relations, biases,
    /// output weights and output biases.
    pub fn parts<'a>(&self, file: &'a [u8]) -> [&'a [u8]; 5] {
        let mut rest = &file[data_offset(self.description.len())..];
        part_sizes(self.width, self.buckets).map(|size| {
            let (part, behind) = rest.split_at(size);
            rest = behind;
            part
        })
    }

    /// A file with these parts, whatever their sizes.
    #[cfg(feature = "training")]
    pub fn write(&self, parts: [Vec<u8>; 5]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for field in [VERSION as usize, self.width, self.buckets, self.description.len()] {
            bytes.extend((field as u32).to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        bytes.resize(data_offset(self.description.len()), 0);
        bytes.extend(parts.into_iter().flatten());
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

/// Whether a network may have this width.
pub fn is_width(width: usize) -> bool {
    width.is_multiple_of(WIDTH_STEP) && (WIDTH_STEP..=MAX_WIDTH).contains(&width)
}

/// Whether a network may have this number of output buckets.
pub fn is_bucket_count(buckets: usize) -> bool {
    (1..=MAX_BUCKETS).contains(&buckets)
}

/// The bytes of a file, cut where it is too large to be a network.
fn read_file(path: &str) -> Result<Vec<u8>, Error> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::OutOfMemory => Error::out_of_memory("the file of the network"),
        _ => Error::new(
            ErrorKind::Io,
            format_args!("option EvalFile: \"{}\": {error}", path_excerpt(path)),
        ),
    };
    // Opening a pipe would block until something writes to it.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("not a file")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The error for bytes that are not a network.
fn defect(what: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::InvalidArgument, format_args!("not a network of this version: {what}"))
}

/// Where the weights begin in a file with a description of this length.
const fn data_offset(description: usize) -> usize {
    (HEADER + description).next_multiple_of(ALIGNMENT)
}

/// The sizes of [`Header::parts`] in bytes.
const fn part_sizes(width: usize, buckets: usize) -> [usize; 5] {
    let wide = size_of::<i16>() * width;
    let output_biases = size_of::<i32>() * buckets;
    [PIECE_SQUARES * wide, RELATIONS * width, wide, 2 * buckets * wide, output_biases]
}

const fn file_size(width: usize, buckets: usize, description: usize) -> usize {
    let [pieces, relations, biases, output, output_biases] = part_sizes(width, buckets);
    let parts = pieces + relations + biases + output + output_biases;
    data_offset(description) + parts + CHECKSUM
}

/// The number of lanes in a row: whole blocks, padded with units of zeros.
const fn row_of(width: usize) -> usize {
    width.div_ceil(Lanes::COUNT).next_multiple_of(BLOCK)
}

/// The hash of Fowler, Noll and Vo, variant 1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The rows of 16-bit numbers in a part of a file, followed by spare rows of zeros.
fn read_rows(part: &[u8], width: usize, spare: usize) -> Result<Box<[Lanes]>, Error> {
    let row = row_of(width);
    let numbers = part.chunks_exact(width * size_of::<i16>());
    let mut lanes =
        zeros((numbers.len() + spare) * row).ok_or_else(|| Error::out_of_memory("the network"))?;
    for (to, from) in lanes.chunks_exact_mut(row).zip(numbers) {
        for (to, from) in to.iter_mut().zip(from.chunks(Lanes::COUNT * size_of::<i16>())) {
            *to = Lanes::read(from);
        }
    }
    Ok(lanes)
}

/// The rows of 8-bit numbers in a part of a file.
fn read_pairs(part: &[u8], width: usize) -> Result<Box<[WeightPairs]>, Error> {
    let row = row_of(width) / 2;
    let mut pairs = Vec::new();
    pairs
        .try_reserve_exact(part.len() / width * row)
        .map_err(|_| Error::out_of_memory("the network"))?;
    sys::will_fill(pairs.spare_capacity_mut());
    for numbers in part.chunks_exact(width) {
        let numbers = numbers.chunks(WeightPairs::COUNT);
        let padding = std::iter::repeat_n(WeightPairs::new(&[]), row - numbers.len());
        pairs.extend(numbers.map(WeightPairs::new).chain(padding));
    }
    Ok(pairs.into_boxed_slice())
}

/// Converts the output rows of the side to move and the other side into those of Black and White,
/// for each side to move.
fn for_both_turns(output: &[Lanes], row: usize) -> Result<Box<[Lanes]>, Error> {
    let mut both = zeros(2 * output.len()).ok_or_else(|| Error::out_of_memory("the network"))?;
    for (to, from) in both.chunks_exact_mut(4 * row).zip(output.chunks_exact(2 * row)) {
        let (black_to_move, white_to_move) = to.split_at_mut(2 * row);
        black_to_move.copy_from_slice(from);
        white_to_move.copy_from_slice(from);
        white_to_move.rotate_left(row);
    }
    Ok(both)
}

#[cfg(test)]
impl Network {
    /// A copy of the network that computes with other vector instructions.
    pub fn with_level(&self, level: Level) -> Network {
        Network {
            level,
            pieces: self.pieces.clone(),
            relations: self.relations.clone(),
            biases: self.biases.clone(),
            output: self.output.clone(),
            ..*self
        }
    }

    /// Pseudo-random weights, nearly as large as they may be.
    pub fn random(width: usize, buckets: usize) -> Network {
        let mut random = crate::test_support::random_numbers(width as u64);
        let row = row_of(width);
        let mut rows = |count: usize, most: i16| {
            let mut lanes = zeros(count * row).expect("memory");
            for (index, lanes) in lanes.iter_mut().enumerate() {
                let units = width.saturating_sub(index % row * Lanes::COUNT);
                lanes.0.iter_mut().take(units).for_each(|number| {
                    *number = random(2 * most as usize + 1) as i16 - most;
                });
            }
            lanes
        };
        let mut pieces = rows(PIECE_SQUARES + EMPTY_ROWS, 560);
        pieces[PIECE_SQUARES * row..].fill(Lanes::ZERO);
        let relations = rows(RELATIONS, 127);
        let bytes: Vec<u8> = relations.iter().flat_map(|lanes| lanes.0).map(|n| n as u8).collect();
        let relations = read_pairs(&bytes, row * Lanes::COUNT).expect("memory");
        let biases = rows(1, 700);
        assert_eq!(overflow(&pieces, &relations, &biases), None);
        let output = for_both_turns(&rows(2 * buckets, 127), row).expect("memory");
        let output_biases = std::array::from_fn(|bucket| bucket as i32 * 10_000 - 30_000);
        let level = Level::best();
        Network { level, row, buckets, pieces, relations, biases, output, output_biases }
    }
}
