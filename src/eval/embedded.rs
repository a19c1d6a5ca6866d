//! The network that is part of the library, laid out by the compiler: a program reads, checks and
//! copies nothing of it before the first move, and processes share its memory.
//!
//! It is not checked here. Tests load the same file with all checks, and compare.

use crate::eval::features::RELATIONS;
use crate::eval::file::{
    Header, MAX_BUCKETS, PIECE_ROWS, Part, lay_out_output, lay_out_pairs, lay_out_rows,
    read_output_biases, row_of,
};
use crate::eval::vector::{Lanes, WeightPairs};

/// A constant and no static, so that the file itself does not become part of the library.
pub const FILE: &[u8] = include_bytes!("../../nets/seajay.sjnn");
const HEADER: Header<'_> = Header::of_network(FILE);
pub const ROW: usize = row_of(HEADER.width);
pub const BUCKETS: usize = HEADER.buckets;

pub static PIECES: [Lanes; PIECE_ROWS * ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_rows(&mut lanes, HEADER.part(Part::Pieces, FILE), HEADER.width);
    lanes
};
pub static RELATION_ROWS: [WeightPairs; RELATIONS * ROW / 2] = {
    let mut pairs = [WeightPairs::ZERO; _];
    lay_out_pairs(&mut pairs, HEADER.part(Part::Relations, FILE), HEADER.width);
    pairs
};
pub static BIASES: [Lanes; ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_rows(&mut lanes, HEADER.part(Part::Biases, FILE), HEADER.width);
    lanes
};
pub static OUTPUT: [Lanes; 4 * BUCKETS * ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_output(&mut lanes, HEADER.part(Part::Output, FILE), HEADER.width);
    lanes
};
pub const OUTPUT_BIASES: [i32; MAX_BUCKETS] =
    read_output_biases(HEADER.part(Part::OutputBiases, FILE));

/// What the network says of itself.
pub fn description() -> &'static str {
    const BYTES: [u8; HEADER.description.len()] =
        *HEADER.description.as_bytes().as_array().unwrap();
    static TEXT: [u8; BYTES.len()] = BYTES;
    str::from_utf8(&TEXT).unwrap_or_default()
}
