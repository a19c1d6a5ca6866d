//! The network that is part of the library, laid out by the compiler: none of it is parsed, checked
//! or copied at run time, and processes share its memory.
//!
//! Tests check its file like any other, and compare what both evaluate.

use crate::eval::features::RELATIONS;
use crate::eval::file::{
    Defect, Header, MAX_BUCKETS, PIECE_ROWS, Part, WIDTH_STEP, lay_out_output, lay_out_pairs,
    lay_out_rows, read_output_biases, row_of,
};
use crate::eval::vector::{Lanes, WeightPairs};

/// A constant, not a static, so that the file itself does not become part of the library.
const FILE: &[u8] = include_bytes!("../../nets/seajay.sjnn");

const READ: Result<Header<'_>, Defect> = Header::read(FILE);
/// Where the file is of another version, only the trainer can be built, which makes the next
/// network: its engines have weights of 0.
const HEADER: Header<'_> = match READ {
    Ok(header) => header,
    Err(Defect::Version(_)) if cfg!(feature = "training") => {
        Header { width: WIDTH_STEP, buckets: 1, description: "" }
    }
    Err(_) => panic!("nets/seajay.sjnn is not a network of this version"),
};
pub const ROW: usize = row_of(HEADER.width);
pub const BUCKETS: usize = HEADER.buckets;

const fn part(part: Part) -> &'static [u8] {
    if READ.is_ok() { HEADER.part(part, FILE) } else { &[] }
}

pub static PIECE_WEIGHTS: [Lanes; PIECE_ROWS * ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_rows(&mut lanes, part(Part::Pieces), HEADER.width);
    lanes
};
pub static RELATION_WEIGHTS: [WeightPairs; RELATIONS * ROW / 2] = {
    let mut pairs = [WeightPairs::ZERO; _];
    lay_out_pairs(&mut pairs, part(Part::Relations), HEADER.width);
    pairs
};
pub static BIASES: [Lanes; ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_rows(&mut lanes, part(Part::Biases), HEADER.width);
    lanes
};
pub static OUTPUT_WEIGHTS: [Lanes; 4 * BUCKETS * ROW] = {
    let mut lanes = [Lanes::ZERO; _];
    lay_out_output(&mut lanes, part(Part::Output), HEADER.width);
    lanes
};
pub const OUTPUT_BIASES: [i32; MAX_BUCKETS] = read_output_biases(part(Part::OutputBiases));

/// The description in the file: a copy, since a reference would keep the whole file.
pub fn description() -> &'static str {
    static TEXT: [u8; HEADER.description.len()] =
        *HEADER.description.as_bytes().as_array().unwrap();
    str::from_utf8(&TEXT).unwrap_or_default()
}
