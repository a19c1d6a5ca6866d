//! The network in memory: made from a file, or the embedded one.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use crate::error::{Error, ErrorKind, path_excerpt};
use crate::eval::bounds::{large_output_weight, overflow};
use crate::eval::embedded;
use crate::eval::features::RELATIONS;
use crate::eval::file::{
    Header, MAX_BUCKETS, MAX_FILE, PIECE_ROWS, Part, defect, lay_out_output, lay_out_pairs,
    lay_out_rows, read_output_biases, row_of,
};
use crate::eval::vector::{Lanes, WeightPairs};
use crate::sys::{Level, filled};

/// A network, immutable and shared by all engines that evaluate with it.
pub struct Network {
    /// The vector instructions to compute with.
    pub(super) level: Level,
    /// The number of lanes in a row.
    pub(super) row: usize,
    pub(super) buckets: usize,
    /// [`PIECE_ROWS`] rows.
    pieces: Cow<'static, [Lanes]>,
    /// [`RELATIONS`] rows.
    pub(super) relations: Cow<'static, [WeightPairs]>,
    /// The biases of the hidden units, one row.
    biases: Cow<'static, [Lanes]>,
    /// For each bucket, and for Black and White to move, a row for Black's units and one for
    /// White's.
    pub(super) output: Cow<'static, [Lanes]>,
    pub(super) output_biases: [i32; MAX_BUCKETS],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, buckets) = (self.row, self.buckets);
        write!(f, "Network {{ row: {row}, buckets: {buckets}, .. }}")
    }
}

impl Network {
    /// The embedded network, which all engines share: parsed once.
    pub fn embedded() -> Arc<Network> {
        static EMBEDDED: OnceLock<Arc<Network>> = OnceLock::new();
        let network = EMBEDDED.get_or_init(|| {
            Arc::new(Network {
                level: Level::best(),
                row: embedded::ROW,
                buckets: embedded::BUCKETS,
                pieces: Cow::Borrowed(&embedded::PIECE_WEIGHTS),
                relations: Cow::Borrowed(&embedded::RELATION_WEIGHTS),
                biases: Cow::Borrowed(&embedded::BIASES),
                output: Cow::Borrowed(&embedded::OUTPUT_WEIGHTS),
                output_biases: embedded::OUTPUT_BIASES,
            })
        });
        Arc::clone(network)
    }

    /// The network that the option `EvalFile` names: a file, or the embedded one.
    ///
    /// # Errors
    /// [`ErrorKind::Io`], [`ErrorKind::InvalidValue`] for a file that is not a network,
    /// [`ErrorKind::OutOfMemory`].
    pub fn from_option(path: &str) -> Result<Arc<Network>, Error> {
        if path.is_empty() {
            return Ok(Network::embedded());
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
        let network = Network::lay_out(&Header::read_checked(bytes)?, bytes)?;
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
        let Header { width, buckets, .. } = *header;
        let part = |part| header.part(part, bytes);
        let row = row_of(width);
        let exhausted = || Error::out_of_memory("the network");
        let lanes = |rows: usize| filled(rows * row, Lanes::ZERO).ok_or_else(exhausted);
        let pairs = filled(RELATIONS * row / 2, WeightPairs::ZERO).ok_or_else(exhausted)?;
        let mut network = Network {
            level: Level::best(),
            row,
            buckets,
            pieces: Cow::Owned(lanes(PIECE_ROWS)?),
            relations: Cow::Owned(pairs),
            biases: Cow::Owned(lanes(1)?),
            output: Cow::Owned(lanes(4 * buckets)?),
            output_biases: read_output_biases(part(Part::OutputBiases)),
        };
        lay_out_rows(network.pieces.to_mut(), part(Part::Pieces), width);
        lay_out_pairs(network.relations.to_mut(), part(Part::Relations), width);
        lay_out_rows(network.biases.to_mut(), part(Part::Biases), width);
        lay_out_output(network.output.to_mut(), part(Part::Output), width);
        Ok(network)
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
        use crate::eval::features::PIECE_SQUARES;

        let mut random = crate::test_support::random_numbers(width as u64);
        let mut number = |most: i16| random(2 * most as usize + 1) as i16 - most;
        let mut wide = |count, most| -> Vec<u8> {
            (0..count).flat_map(|_| number(most).to_le_bytes()).collect()
        };
        let pieces = wide(PIECE_SQUARES * width, 560);
        let biases = wide(width, 700);
        let output = wide(2 * buckets * width, 127);
        let relations = (0..RELATIONS * width).map(|_| number(127) as u8).collect();
        let output_biases = |bucket| (bucket as i32 * 10_000 - 30_000).to_le_bytes();
        let output_biases = (0..buckets).flat_map(output_biases).collect();
        let header = Header { width, buckets, description: "random" };
        let file = header.write([pieces, relations, biases, output, output_biases]);
        Network::parse(&file).expect("a network")
    }
}
