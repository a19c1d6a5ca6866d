//! A network: read from the bytes of a file, checked, and laid out for fast use.
//!
//! The file, all numbers little endian:
//!
//! ```text
//!  0  8 bytes    "SEAJAYNN"
//!  8  u32        version, 6
//! 12  u32        N, the width: a multiple of 16 from 16 to 1024
//! 16  u32        B, the output buckets: 1 to 8
//! 20  u32        the length of the description in bytes, at most 1024
//! 24  text       the description, UTF-8
//!     zeros      up to the next multiple of 64
//!     i16[768*N] weights of the piece squares, the N of each together: by role, then own or
//!                foreign, then square
//!     i8[768*N]  what comes to them where the piece stands attacked
//!     i8[768*N]  what comes to them instead where it hangs
//!     i8[384*N]  what comes to passed pawns: by what is on the stop square (a piece, nothing where
//!                the other side attacks, nothing), own or foreign, and square
//!     i8[132*N]  what comes to officers: own or foreign, role, mobility (0 to 8, 13, 14, 27)
//!     i8[512*N]  what comes to kings: own or foreign, besiegers (0 to 3), escapes (0 to 3), and
//!                checks (a bit each for knight, bishop, rook and queen, lowest first)
//!     i8[1560*N] what comes to pieces that stand attacked, kings aside: own or foreign, role,
//!                attackers (a pawn as the least of them, several with a pawn as the least, a
//!                knight ... several with a king), defenders (none, a pawn ... several with a king)
//!     i8[704*N]  what comes with threats: own or foreign, of the side not to move or to move, kind
//!                (35 captures, 31 chases, 15 approaches, 95 forks) and number, as `Threat` has them
//!     i8[6*N]    what comes with castling rights: own or foreign, to the king's wing, the queen's,
//!                both
//!     i16[N]     biases of the units
//!     i16[B*2*N] output weights: for each bucket those of the side to move, then the other's
//!     i32[B]     output biases
//!     u64        FNV-1a of all bytes before
//! ```

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use crate::error::{Error, ErrorKind, path_excerpt};
use crate::eval::features::{
    EMPTY_ROWS, PIECE_SQUARES, PIECES, Perspective, RELATIONS, SQUARES, contest_rows,
    for_each_group_of_position, is_pawn, role_rows,
};
use crate::eval::relations::{EMPTY_ROOM, RelationRows};
use crate::eval::vector::{ByteLanes, Lanes, QA, SquaredSum, Stored, zeros};
use crate::position::{MAX_PIECES, Position};
use crate::score::Score;
use crate::sys::Level;

/// The network that is part of the library.
static EMBEDDED: &[u8] = include_bytes!("../../nets/seajay.sjnn");

const MAGIC: &[u8; 8] = b"SEAJAYNN";
const VERSION: u32 = 6;
const HEADER: usize = 24;
const ALIGNMENT: usize = 64;
const MAX_WIDTH: usize = 1024;
const MAX_BUCKETS: usize = 8;
const MAX_DESCRIPTION: usize = 1024;
const CHECKSUM: usize = size_of::<u64>();

/// No file of a network is larger.
const MAX_FILE: usize = file_size(MAX_WIDTH, MAX_BUCKETS, MAX_DESCRIPTION);

/// The largest output weight: 255 * 127 fits 16 bits.
const MAX_OUTPUT_WEIGHT: u16 = 127;

/// The [`Lanes`] whose sums the processor keeps in registers while it adds rows to them: four
/// registers of AVX-512, eight of the sixteen of AVX2.
const BLOCK: usize = 4;

/// The most [`Lanes`] that a row has.
pub const MAX_ROW: usize = row_of(MAX_WIDTH);

/// A network, immutable and shared by all that evaluate with it.
pub struct Network {
    /// The instructions to compute with.
    level: Level,
    /// The lanes of a row.
    row: usize,
    buckets: usize,
    /// [`PIECE_SQUARES`] rows, and [`EMPTY_ROWS`] of zeros for no piece.
    pieces: Box<[Lanes]>,
    /// [`RELATIONS`] rows.
    relations: Box<[ByteLanes]>,
    /// A row.
    biases: Box<[Lanes]>,
    /// For each bucket, and for Black and White to move, a row for Black's units and one for
    /// White's.
    output: Box<[Lanes]>,
    output_biases: [i32; MAX_BUCKETS],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, buckets) = (self.row, self.buckets);
        write!(f, "Network {{ row: {row}, buckets: {buckets}, .. }}")
    }
}

impl Network {
    /// The network that is part of the library, laid out once in a process. It is not checked: that
    /// would take as long again, and the tests load the same file with all checks.
    pub fn embedded() -> Result<Arc<Network>, Error> {
        static EMBEDDED_NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        if let Some(network) = EMBEDDED_NETWORK.get() {
            return Ok(Arc::clone(network));
        }
        let network = Network::lay_out(&Header::read(EMBEDDED)?, EMBEDDED)?;
        Ok(Arc::clone(EMBEDDED_NETWORK.get_or_init(|| Arc::new(network))))
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
        check_sums(&network.pieces, &network.relations, &network.biases)?;
        check_output_weights(&network.output)?;
        Ok(network)
    }

    /// The network of a file whose length is right.
    fn lay_out(header: &Header, bytes: &[u8]) -> Result<Network, Error> {
        let Header { width, buckets, description } = *header;
        let mut numbers = &bytes[data_offset(description.len())..];
        let pieces = read_rows(&mut numbers, width, PIECE_SQUARES, EMPTY_ROWS)?;
        let relations = read_rows(&mut numbers, width, RELATIONS, 0)?;
        let biases = read_rows(&mut numbers, width, 1, 0)?;
        let output = read_rows(&mut numbers, width, 2 * buckets, 0)?;
        let mut output_biases = [0; MAX_BUCKETS];
        for (bias, bytes) in output_biases[..buckets].iter_mut().zip(numbers.as_chunks().0) {
            *bias = i32::from_le_bytes(*bytes);
        }
        let row = row_of(width);
        Ok(Network {
            level: Level::best(),
            row,
            buckets,
            pieces,
            relations,
            biases,
            output: for_both_turns(&output, row)?,
            output_biases,
        })
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> u64 {
        let lanes = self.pieces.len() + self.biases.len() + self.output.len();
        let bytes = lanes * size_of::<Lanes>() + self.relations.len() * size_of::<ByteLanes>();
        (size_of::<Network>() + bytes) as u64
    }

    /// The instructions to compute with.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The lanes of a row.
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

    /// The value of a position, for the side to move, from Black's and White's accumulator. The
    /// rows of the pieces' relations are added here.
    #[inline(always)]
    pub fn output(&self, values: &[Lanes], views: [Perspective; 2], position: &Position) -> Score {
        const SCALE: i64 = 400;
        const QB: i64 = 64;
        let qa = i64::from(QA);
        let pieces = position.board().occupied().count();
        let bucket = pieces.saturating_sub(2) * self.buckets / MAX_PIECES;
        let half = 2 * self.row;
        let weights = &self.output[(2 * bucket + position.turn() as usize) * half..][..half];
        let mut room = EMPTY_ROOM;
        let relations = RelationRows::of(position, views, &mut room);
        let mut sum = SquaredSum::ZERO;
        for side in 0..2 {
            let lanes = side * self.row..(side + 1) * self.row;
            self.add_side(
                &values[lanes.clone()],
                relations.of_side(side),
                &weights[lanes],
                &mut sum,
            );
        }
        let sum = sum.total() / qa + i64::from(self.output_biases[bucket]);
        // Not even the widest network with the largest bias leaves 32 bits.
        Score((sum * SCALE / (qa * QB)) as i32).clamp_eval()
    }

    /// Adds what the units of a side say, with the rows of the pieces' relations.
    #[inline(always)]
    fn add_side(
        &self,
        values: &[Lanes],
        relations: &[u16],
        weights: &[Lanes],
        sum: &mut SquaredSum,
    ) {
        let blocks = self.row / BLOCK;
        let rows = self.relations.as_chunks::<BLOCK>().0;
        let weights = weights.as_chunks::<BLOCK>().0;
        let values = values.as_chunks::<BLOCK>().0;
        for (block, (&values, weights)) in values.iter().zip(weights).enumerate() {
            // Variables, where an array would be kept in memory.
            let [mut a, mut b, mut c, mut d] = values;
            for &index in relations {
                let row = &rows[usize::from(index) * blocks + block];
                a = a.plus_bytes(&row[0]);
                b = b.plus_bytes(&row[1]);
                c = c.plus_bytes(&row[2]);
                d = d.plus_bytes(&row[3]);
            }
            for (values, weights) in [a, b, c, d].iter().zip(weights) {
                sum.add(values, weights);
            }
        }
    }
}

/// What a file says about itself, its length checked.
struct Header<'a> {
    width: usize,
    buckets: usize,
    description: &'a str,
}

impl Header<'_> {
    fn read(bytes: &[u8]) -> Result<Header<'_>, Error> {
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
        let good_width = width % 16 == 0 && (16..=MAX_WIDTH as u32).contains(&width);
        let width = check("width", width, good_width)?;
        let good_buckets = (1..=MAX_BUCKETS as u32).contains(&buckets);
        let buckets = check("number of output buckets", buckets, good_buckets)?;
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
}

/// The bytes of a file, or the first of them where it is too large to be a network.
fn read_file(path: &str) -> Result<Vec<u8>, Error> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::OutOfMemory => Error::out_of_memory("the file of the network"),
        _ => Error::new(
            ErrorKind::Io,
            format_args!("option EvalFile: \"{}\": {error}", path_excerpt(path)),
        ),
    };
    // Opening a pipe would wait for somebody to write.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("not a file")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn defect(what: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::InvalidArgument, format_args!("not a network of this version: {what}"))
}

const fn data_offset(description: usize) -> usize {
    (HEADER + description).next_multiple_of(ALIGNMENT)
}

const fn file_size(width: usize, buckets: usize, description: usize) -> usize {
    let of_unit = (PIECE_SQUARES + 1 + 2 * buckets) * size_of::<i16>() + RELATIONS;
    data_offset(description) + width * of_unit + buckets * size_of::<i32>() + CHECKSUM
}

/// The lanes of a row: whole blocks, filled up with units of zeros.
const fn row_of(width: usize) -> usize {
    width.div_ceil(Lanes::COUNT).next_multiple_of(BLOCK)
}

/// The hash of Fowler, Noll and Vo, variant 1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Takes so many rows of numbers from the front of the bytes, and adds spare ones of zeros.
fn read_rows<L: Stored>(
    bytes: &mut &[u8],
    width: usize,
    count: usize,
    spare: usize,
) -> Result<Box<[L]>, Error> {
    let row = row_of(width);
    let mut lanes =
        zeros::<L>((count + spare) * row).ok_or_else(|| Error::out_of_memory("the network"))?;
    let (numbers, rest) = bytes.split_at(count * width * L::SIZE);
    *bytes = rest;
    let rows = numbers.chunks_exact(width * L::SIZE);
    for (to, from) in lanes.chunks_exact_mut(row).zip(rows) {
        for (to, from) in to.iter_mut().zip(from.chunks(Lanes::COUNT * L::SIZE)) {
            to.read(from);
        }
    }
    Ok(lanes)
}

/// From the rows for the side to move and the other side those for Black and White, for either to
/// move.
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

/// Whatever pieces are on the board, the sums of their weights fit 16 bits.
fn check_sums(pieces: &[Lanes], relations: &[ByteLanes], biases: &[Lanes]) -> Result<(), Error> {
    let row = biases.len();
    for unit in 0..row * Lanes::COUNT {
        let (lanes, lane) = (unit / Lanes::COUNT, unit % Lanes::COUNT);
        let of_piece = |index: usize| i32::from(pieces[index * row + lanes].0[lane]);
        let of_relation = |index: usize| i32::from(relations[index * row + lanes].0[lane]);
        let mut bounds = bounds_of_pieces(of_piece, of_relation);
        let (_, least, largest) = bounds.select_nth_unstable(PIECE_SQUARES - MAX_PIECES);
        let of_pieces = largest.iter().sum::<u32>() + *least;
        let bias = u32::from(biases[lanes].0[lane].unsigned_abs());
        let sum = of_pieces + bound_of_position(of_relation) + bias;
        if sum > i16::MAX as u32 {
            return Err(defect(format_args!("the weights of unit {unit} may sum up to {sum}")));
        }
    }
    Ok(())
}

/// How far from zero the rows of each piece on each square may sum up at most: its own row, one or
/// none for its danger, one or none for those who fight for it, and one or none for its role, as if
/// each of these came without the others. The functions are given the number of a row and tell its
/// weight.
fn bounds_of_pieces(
    of_piece: impl Fn(usize) -> i32,
    of_relation: impl Fn(usize) -> i32,
) -> [u32; PIECE_SQUARES] {
    let mut bounds = [0; PIECE_SQUARES];
    for piece in 0..PIECES {
        // Only the rows of pawns differ from square to square.
        let of_all_squares =
            (!is_pawn(piece)).then(|| extremes(role_rows(piece, 0).map(&of_relation)));
        let contests = extremes(contest_rows(piece).map(&of_relation));
        for square in 0..SQUARES {
            let (least, most) = of_all_squares
                .unwrap_or_else(|| extremes(role_rows(piece, square).map(&of_relation)));
            let (least, most) = (least + contests.0, most + contests.1);
            let index = piece * SQUARES + square;
            for danger in [0, of_relation(index), of_relation(PIECE_SQUARES + index)] {
                let sum = of_piece(index) + danger;
                let bound = (sum + least).unsigned_abs().max((sum + most).unsigned_abs());
                bounds[index] = bound.max(bounds[index]);
            }
        }
    }
    bounds
}

/// How far from zero the rows that belong to no piece may sum up at most.
fn bound_of_position(of_relation: impl Fn(usize) -> i32) -> u32 {
    let mut bound = 0;
    for_each_group_of_position(|rows| {
        let (least, most) = extremes(rows.into_iter().flatten().map(&of_relation));
        bound += least.unsigned_abs().max(most.unsigned_abs());
    });
    bound
}

/// The least and the largest of some weights and 0.
fn extremes(weights: impl Iterator<Item = i32>) -> (i32, i32) {
    weights.fold((0, 0), |(least, most), weight| (least.min(weight), most.max(weight)))
}

fn check_output_weights(output: &[Lanes]) -> Result<(), Error> {
    let mut weights = output.iter().flat_map(|lanes| lanes.0);
    match weights.find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT) {
        Some(weight) => Err(defect(format_args!("an output weight is {weight}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
impl Network {
    /// The same network, computed with other instructions.
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
            let mut lanes = zeros::<Lanes>(count * row).expect("memory");
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
        let relations: Box<[ByteLanes]> =
            relations.iter().map(|lanes| ByteLanes(lanes.0.map(|n| n as i8))).collect();
        let biases = rows(1, 700);
        check_sums(&pieces, &relations, &biases).expect("sums within bounds");
        let output = for_both_turns(&rows(2 * buckets, 127), row).expect("memory");
        let output_biases = std::array::from_fn(|bucket| bucket as i32 * 10_000 - 30_000);
        let level = Level::best();
        Network { level, row, buckets, pieces, relations, biases, output, output_biases }
    }
}
