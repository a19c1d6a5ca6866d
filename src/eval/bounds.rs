//! The limits of a network's weights: whatever is on the board, sums in 16 and 32 bits never
//! overflow.

use crate::board::pieces::MAX_PIECES;
use crate::eval::features::{
    PIECE_SQUARES, PIECES, SQUARES, for_each_group_of_sides, groups_of_piece,
    groups_of_piece_square,
};
use crate::eval::vector::{Lanes, WeightPairs};

/// The largest output weight: 255 * 127 fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The first hidden unit whose weights may sum up to more than 16 bits hold, with that sum.
pub fn overflow(
    pieces: &[Lanes],
    relations: &[WeightPairs],
    biases: &[Lanes],
) -> Option<(usize, u32)> {
    let row = biases.len();
    for unit in 0..row * Lanes::COUNT {
        let (lanes, lane) = (unit / Lanes::COUNT, unit % Lanes::COUNT);
        let of_piece = |index: usize| i32::from(pieces[index * row + lanes].0[lane]);
        let (pairs, number) = (unit / WeightPairs::COUNT, unit % WeightPairs::COUNT);
        let of_relation =
            |index: usize| i32::from(relations[index * row / 2 + pairs].weight(number));
        let mut bounds = bounds_of_pieces(of_piece, of_relation);
        let (_, least, largest) = bounds.select_nth_unstable(PIECE_SQUARES - MAX_PIECES);
        let of_pieces = largest.iter().sum::<u32>() + *least;
        let bias = u32::from(biases[lanes].0[lane].unsigned_abs());
        let sum = of_pieces + bound_of_sides(of_relation) + bias;
        if sum > i16::MAX as u32 {
            return Some((unit, sum));
        }
    }
    None
}

/// The largest magnitude to which the rows of each piece on each square may sum up: its own row,
/// and at most one row of each group of relations. The functions map the number of a row to its
/// weight.
fn bounds_of_pieces(
    of_piece: impl Fn(usize) -> i32,
    of_relation: impl Fn(usize) -> i32,
) -> [u32; PIECE_SQUARES] {
    let mut bounds = [0; PIECE_SQUARES];
    for piece in 0..PIECES {
        let on_any_square = groups_of_piece(piece).map(|rows| extremes(rows.map(&of_relation)));
        for square in 0..SQUARES {
            let on_this_one = groups_of_piece_square(piece, square);
            let on_this_one = on_this_one.map(|rows| extremes(rows.map(&of_relation)));
            let (mut least, mut most) = (0, 0);
            for (group_least, group_most) in on_any_square.into_iter().chain(on_this_one) {
                least += group_least;
                most += group_most;
            }
            let index = piece * SQUARES + square;
            let own = of_piece(index);
            bounds[index] = (own + least).unsigned_abs().max((own + most).unsigned_abs());
        }
    }
    bounds
}

/// The largest magnitude to which the rows that belong to the sides may sum up.
fn bound_of_sides(of_relation: impl Fn(usize) -> i32) -> u32 {
    let mut bound = 0;
    for_each_group_of_sides(|rows| {
        let (least, most) = extremes(rows.into_iter().flatten().map(&of_relation));
        bound += least.unsigned_abs().max(most.unsigned_abs());
    });
    bound
}

/// The minimum and the maximum of some weights and 0.
fn extremes(weights: impl Iterator<Item = i32>) -> (i32, i32) {
    weights.fold((0, 0), |(least, most), weight| (least.min(weight), most.max(weight)))
}

/// An output weight beyond [`MAX_OUTPUT_WEIGHT`].
pub fn large_output_weight(output: &[Lanes]) -> Option<i16> {
    let mut weights = output.iter().flat_map(|lanes| lanes.0);
    weights.find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT as u16)
}
