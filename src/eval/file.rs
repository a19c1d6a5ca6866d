//! The format of a network's file, and the conversion of its numbers into rows for the arithmetic.
//!
//! The embedded network is converted at compile time, so most functions here are `const` and use no
//! iterators. The loops over all numbers make no calls: the compiler counts calls and iterations,
//! and rejects a constant that needs more than two million (`long_running_const_eval`).
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

use crate::error::{Error, ErrorKind};
use crate::eval::features::{EMPTY_ROWS, PIECE_SQUARES, RELATIONS, VERSION};
use crate::eval::vector::{BLOCK, Lanes, WeightPairs};

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
pub const MAX_FILE: usize = file_size(MAX_WIDTH, MAX_BUCKETS, MAX_DESCRIPTION);

/// The maximum number of [`Lanes`] in a row.
pub const MAX_ROW: usize = row_of(MAX_WIDTH);

/// The number of rows for pieces: those of pieces on squares, and [`EMPTY_ROWS`] of zeros for no
/// piece.
pub const PIECE_ROWS: usize = PIECE_SQUARES + EMPTY_ROWS;

/// The parts of a file after the description, in their order.
#[derive(Clone, Copy)]
pub enum Part {
    Pieces,
    Relations,
    Biases,
    Output,
    OutputBiases,
}

impl Part {
    const ALL: [Part; 5] =
        [Part::Pieces, Part::Relations, Part::Biases, Part::Output, Part::OutputBiases];

    /// The size in bytes.
    const fn size(self, width: usize, buckets: usize) -> usize {
        match self {
            Part::Pieces => PIECE_SQUARES * width * size_of::<i16>(),
            Part::Relations => RELATIONS * width,
            Part::Biases => width * size_of::<i16>(),
            Part::Output => 2 * buckets * width * size_of::<i16>(),
            Part::OutputBiases => buckets * size_of::<i32>(),
        }
    }
}

/// The header of a network file.
pub struct Header<'a> {
    pub width: usize,
    pub buckets: usize,
    pub description: &'a str,
}

/// Why a file is not a network, as far as its header and its length show. Not a text: the compiler,
/// which reads the embedded header, cannot format one.
pub enum Defect {
    Magic,
    Header { bytes: usize },
    Version(u32),
    Width(u32),
    Buckets(u32),
    DescriptionLength(u32),
    Length { bytes: usize, expected: usize },
    Description,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Magic => write!(f, "it does not begin with \"SEAJAYNN\""),
            Defect::Header { bytes } => write!(f, "it ends after {bytes} bytes"),
            Defect::Version(version) => write!(f, "its version is {version}"),
            Defect::Width(width) => write!(f, "its width is {width}"),
            Defect::Buckets(buckets) => write!(f, "its number of output buckets is {buckets}"),
            Defect::DescriptionLength(length) => {
                write!(f, "the length of its description is {length}")
            }
            Defect::Length { bytes, expected } => {
                write!(f, "it has {bytes} bytes instead of {expected}")
            }
            Defect::Description => write!(f, "its description is not UTF-8"),
        }
    }
}

impl From<Defect> for Error {
    fn from(what: Defect) -> Error {
        defect(format_args!("{what}"))
    }
}

impl Header<'_> {
    /// Reads the header, and checks the length of the file.
    ///
    /// # Errors
    /// A [`Defect`] of the header or the length.
    pub const fn read(file: &[u8]) -> Result<Header<'_>, Defect> {
        if !matches!(file.first_chunk(), Some(MAGIC)) {
            return Err(Defect::Magic);
        }
        if file.len() < HEADER {
            return Err(Defect::Header { bytes: file.len() });
        }
        let [version, width, buckets, length] = fields(file);
        if version != VERSION {
            return Err(Defect::Version(version));
        }
        if !is_width(width as usize) {
            return Err(Defect::Width(width));
        }
        if !is_bucket_count(buckets as usize) {
            return Err(Defect::Buckets(buckets));
        }
        if length > MAX_DESCRIPTION as u32 {
            return Err(Defect::DescriptionLength(length));
        }
        let (width, buckets, length) = (width as usize, buckets as usize, length as usize);
        let expected = file_size(width, buckets, length);
        if file.len() != expected {
            return Err(Defect::Length { bytes: file.len(), expected });
        }
        match str::from_utf8(file.split_at(HEADER).1.split_at(length).0) {
            Ok(description) => Ok(Header { width, buckets, description }),
            Err(_) => Err(Defect::Description),
        }
    }

    /// Reads the header, and checks all of the file but its weights.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] names the defect.
    pub fn read_checked(bytes: &[u8]) -> Result<Header<'_>, Error> {
        let header = Header::read(bytes)?;
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != fnv1a(content).to_le_bytes() {
            return Err(defect(format_args!("its checksum is wrong: the data is damaged")));
        }
        let length = header.description.len();
        if content[HEADER + length..data_offset(length)].iter().any(|&byte| byte != 0) {
            return Err(defect(format_args!("unexpected bytes between description and weights")));
        }
        Ok(header)
    }

    /// A part of the file.
    pub const fn part<'a>(&self, part: Part, file: &'a [u8]) -> &'a [u8] {
        let mut rest = file.split_at(data_offset(self.description.len())).1;
        let mut before = 0;
        while before < part as usize {
            rest = rest.split_at(Part::ALL[before].size(self.width, self.buckets)).1;
            before += 1;
        }
        rest.split_at(part.size(self.width, self.buckets)).0
    }

    /// A file with these parts, whatever their sizes.
    #[cfg(any(feature = "training", test))]
    pub fn write(&self, parts: [Vec<u8>; Part::ALL.len()]) -> Vec<u8> {
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

/// The numbers of a header: version, width, buckets, length of the description.
const fn fields(bytes: &[u8]) -> [u32; 4] {
    let numbers = bytes.split_at(MAGIC.len()).1.as_chunks().0;
    let mut fields = [0; 4];
    let mut index = 0;
    while index < fields.len() {
        fields[index] = u32::from_le_bytes(numbers[index]);
        index += 1;
    }
    fields
}

/// Whether a network may have this width.
pub const fn is_width(width: usize) -> bool {
    width.is_multiple_of(WIDTH_STEP) && WIDTH_STEP <= width && width <= MAX_WIDTH
}

/// Whether a network may have this number of output buckets.
pub const fn is_bucket_count(buckets: usize) -> bool {
    1 <= buckets && buckets <= MAX_BUCKETS
}

/// The error for bytes that are not a network.
pub fn defect(what: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::InvalidArgument, format_args!("not a network of this version: {what}"))
}

/// Where the weights begin in a file with a description of this length.
const fn data_offset(description: usize) -> usize {
    (HEADER + description).next_multiple_of(ALIGNMENT)
}

const fn file_size(width: usize, buckets: usize, description: usize) -> usize {
    let mut size = data_offset(description) + CHECKSUM;
    let mut part = 0;
    while part < Part::ALL.len() {
        size += Part::ALL[part].size(width, buckets);
        part += 1;
    }
    size
}

/// The number of lanes in a row: whole blocks, padded with units of zeros.
pub const fn row_of(width: usize) -> usize {
    width.div_ceil(Lanes::COUNT).next_multiple_of(BLOCK)
}

/// The hash of Fowler, Noll and Vo, variant 1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Puts the rows of 16-bit numbers in a part of a file into lanes of zeros.
pub const fn lay_out_rows(lanes: &mut [Lanes], part: &[u8], width: usize) {
    let (numbers, lanes_of_row) = (part.as_chunks::<{ size_of::<i16>() }>().0, row_of(width));
    let rows = numbers.len() / width;
    let mut row = 0;
    while row < rows {
        let mut unit = 0;
        while unit < width {
            let [low, high] = numbers[row * width + unit];
            let to = &mut lanes[row * lanes_of_row + unit / Lanes::COUNT];
            to.0[unit % Lanes::COUNT] = low as i16 | (high as i16) << 8;
            unit += 1;
        }
        row += 1;
    }
}

/// Puts the rows of 8-bit numbers in a part of a file into pairs of zeros.
pub const fn lay_out_pairs(pairs: &mut [WeightPairs], part: &[u8], width: usize) {
    let mut row = 0;
    while row < part.len() / width {
        let mut rest = part.split_at(row * width).1.split_at(width).0;
        let mut at = row * row_of(width) / 2;
        while let Some((weights, behind)) = rest.split_first_chunk() {
            pairs[at] = WeightPairs::new(weights);
            (at, rest) = (at + 1, behind);
        }
        if !rest.is_empty() {
            let mut padded = [0; WeightPairs::COUNT];
            padded.split_at_mut(rest.len()).0.copy_from_slice(rest);
            pairs[at] = WeightPairs::new(&padded);
        }
        row += 1;
    }
}

/// Puts the output rows of a file, which belong to the side to move and the other side, into lanes
/// of zeros: for each side to move as rows of Black and White.
pub const fn lay_out_output(lanes: &mut [Lanes], part: &[u8], width: usize) {
    let size = width * size_of::<i16>();
    let mut index = 0;
    while index < part.len() / size {
        let (bucket, other) = (index / 2, index % 2);
        let from = part.split_at(index * size).1.split_at(size).0;
        let mut turn = 0;
        while turn < 2 {
            let color = turn ^ other;
            let row = (2 * bucket + turn) * 2 + color;
            lay_out_rows(lanes.split_at_mut(row * row_of(width)).1, from, width);
            turn += 1;
        }
        index += 1;
    }
}

/// The output biases in their part of a file.
pub const fn read_output_biases(part: &[u8]) -> [i32; MAX_BUCKETS] {
    let numbers = part.as_chunks().0;
    let mut biases = [0; MAX_BUCKETS];
    let mut bucket = 0;
    while bucket < numbers.len() {
        biases[bucket] = i32::from_le_bytes(numbers[bucket]);
        bucket += 1;
    }
    biases
}
