//! The forward pass: from the accumulators of a position to its value.

use crate::board::pieces::MAX_PIECES;
use crate::eval::features::{Input, Perspective};
use crate::eval::network::Network;
use crate::eval::relations::{ActiveRelations, EMPTY_BUFFER};
use crate::eval::vector::{BLOCK, Lanes, PairSums, QA, SquaredSum};
use crate::score::Score;
use crate::sys::Vectors;

/// The integer that stands for 1.0 in the output weights.
pub const QB: i16 = 64;
/// What an output of 1.0 is worth in centipawns.
pub const SCALE: i16 = 400;

/// The output bucket for a number of pieces on the board.
#[inline(always)]
pub fn bucket(pieces: usize, buckets: usize) -> usize {
    pieces.saturating_sub(2) * buckets / MAX_PIECES
}

impl Network {
    /// The value of a position for the side to move, from the accumulators of Black and White. The
    /// rows of relations are added here.
    #[inline(always)]
    pub fn output<V: Vectors>(
        &self,
        values: &[Lanes],
        perspectives: [Perspective; 2],
        input: Input<'_>,
    ) -> Score {
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        let bucket = bucket(input.pieces.occupied().count(), self.buckets);
        let half = 2 * self.row;
        let weights = &self.output[(2 * bucket + input.turn as usize) * half..][..half];
        let mut buffer = EMPTY_BUFFER;
        let relations = ActiveRelations::of(input, perspectives, &mut buffer);
        let mut sum = SquaredSum::ZERO;
        for side in 0..2 {
            let lanes = side * self.row..(side + 1) * self.row;
            self.add_side::<V>(
                &values[lanes.clone()],
                relations.of_side(side),
                &weights[lanes],
                &mut sum,
            );
        }
        let sum = sum.total() / qa + i64::from(self.output_biases[bucket]);
        // Even the widest network with the largest bias fits 32 bits.
        Score((sum * i64::from(SCALE) / (qa * qb)) as i32).clamp_eval()
    }

    /// Adds up a side's units, with the rows of its relations, times their output weights.
    #[inline(always)]
    fn add_side<V: Vectors>(
        &self,
        values: &[Lanes],
        relations: &[u16],
        weights: &[Lanes],
        sum: &mut SquaredSum,
    ) {
        let blocks = self.row / BLOCK;
        let rows = self.relations.as_chunks::<{ BLOCK / 2 }>().0;
        let weights = weights.as_chunks::<BLOCK>().0;
        let values = values.as_chunks::<BLOCK>().0;
        for (block, ([a, b, c, d], weights)) in values.iter().zip(weights).enumerate() {
            let row = |index: u16| &rows[usize::from(index) * blocks + block];
            // Variables, because the compiler would keep an array in memory.
            let (mut first, mut second) = (PairSums::ZERO, PairSums::ZERO);
            for &index in relations {
                first = first.plus(&row(index)[0]);
                if !V::FEW_REGISTERS {
                    second = second.plus(&row(index)[1]);
                }
            }
            if V::FEW_REGISTERS {
                for &index in relations {
                    second = second.plus(&row(index)[1]);
                }
            }
            let ([e, f], [g, h]) = (first.lanes(relations.len()), second.lanes(relations.len()));
            let values = [a.plus(&e), b.plus(&f), c.plus(&g), d.plus(&h)];
            for (values, weights) in values.iter().zip(weights) {
                sum.add::<V>(values, weights);
            }
        }
    }
}
