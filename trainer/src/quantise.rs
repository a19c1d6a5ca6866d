//! From floating point to integers, and back.

use anyhow::Result;

use crate::model::Model;
use crate::network::{Network, QA, QB};

/// The network in integers, each parameter rounded to the nearest.
pub fn quantise(model: &Model, description: String) -> Result<Network> {
    let shape = model.shape;
    let rounded = |range, unit: i32| {
        let parameters: &[f32] = &model.parameters[range];
        parameters.iter().map(|&value| (value * unit as f32).round() as i32).collect::<Vec<_>>()
    };
    // Parameters are clipped: their integers fit.
    let narrow = |values: Vec<i32>| values.into_iter().map(|value| value as i16).collect();
    let pieces = 0..shape.relations().start;
    let relations = rounded(shape.relations(), QA);
    let network = Network {
        shape,
        description,
        pieces: narrow(rounded(pieces, QA)),
        relations: relations.into_iter().map(|value| value as i8).collect(),
        biases: narrow(rounded(shape.biases(), QA)),
        outputs: narrow(rounded(shape.outputs(), QB)),
        output_biases: rounded(shape.output_biases(), QA * QB),
    };
    network.check()?;
    Ok(network)
}

/// The network in floating point.
pub fn dequantise(network: &Network) -> Model {
    let narrow = |values: &[i16], unit: i32| {
        values.iter().map(|&value| f32::from(value) / unit as f32).collect::<Vec<_>>()
    };
    let output_biases = network.output_biases.iter().map(|&bias| bias as f32 / (QA * QB) as f32);
    let mut parameters = narrow(&network.pieces, QA);
    parameters.extend(network.relations.iter().map(|&value| f32::from(value) / QA as f32));
    parameters.extend(narrow(&network.biases, QA));
    parameters.extend(narrow(&network.outputs, QB));
    parameters.extend(output_biases);
    Model { shape: network.shape, parameters }
}

#[cfg(test)]
mod tests {
    use seajay::Engine;

    use super::*;
    use crate::board::fen;
    use crate::dataset::Dataset;
    use crate::features::Sample;
    use crate::games::Outcome;
    use crate::model::{Scratch, Shape};
    use crate::network::SCALE;
    use crate::test_support::{random_positions, random_samples};
    use crate::training::{Settings, Training};

    #[test]
    fn the_library_says_what_floating_point_says() {
        /// In centipawns, for evaluations within ten pawns.
        const MOST_DISTANCE: f32 = 30.0;
        const MEAN_DISTANCE: f32 = 6.0;
        let shape = Shape { width: 32, buckets: 4 };
        let settings = Settings {
            shape,
            epochs: 10,
            batch: 256,
            rate: 0.01,
            lambda: 0.0,
            seed: 1,
            threads: 2,
        };
        let dataset = Dataset { training: random_samples(40), validation: random_samples(1) };
        let mut training = Training::new(settings);
        while !training.is_finished() {
            training.run_epoch(&dataset, |_, _| {});
        }
        let model = &training.model;
        let network = quantise(model, String::new()).unwrap();
        let mut scratch = Scratch::new(shape);
        let mut library = Engine::new().unwrap();
        library.load_network(&network.to_bytes()).unwrap();
        let (mut total, mut count) = (0.0, 0);
        for position in random_positions(40) {
            let sample = Sample::new(&position, 0.5, Outcome::Draw);
            let float = model.evaluate(&sample, &mut scratch) * SCALE as f32;
            if float.abs() > 1000.0 {
                continue;
            }
            library.set_position(Some(&fen(&position)), "").unwrap();
            let distance = (float - library.view().evaluate() as f32).abs();
            assert!(distance < MOST_DISTANCE, "{distance} from {float}");
            total += distance;
            count += 1;
        }
        assert!(count > 2000, "only {count} evaluations");
        let mean = total / count as f32;
        assert!(mean < MEAN_DISTANCE, "{mean} on average");
    }

    #[test]
    fn integers_come_back() {
        let model = Model::random(Shape { width: 16, buckets: 3 }, 5);
        let network = quantise(&model, String::new()).unwrap();
        assert_eq!(quantise(&dequantise(&network), String::new()).unwrap(), network);
        let distances = dequantise(&network).parameters.into_iter().zip(model.parameters);
        let most = distances.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most <= 0.5 / QB as f32, "{most}");
    }

    #[test]
    fn the_largest_parameters_are_within_the_bounds_of_the_file() {
        let shape = Shape { width: 16, buckets: 1 };
        for sign in [1.0, -1.0] {
            let mut model = Model { shape, parameters: vec![9.0 * sign; shape.parameters()] };
            model.clip();
            let network = quantise(&model, String::new()).unwrap();
            assert_eq!(network.outputs[0], sign as i16 * 127);
            assert_eq!(network.pieces[0], sign as i16 * 505);
            assert_eq!(network.relations[0], sign as i8 * 127);
        }
    }
}
