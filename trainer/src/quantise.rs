//! From floating point to integers, and back.

use anyhow::{Context as _, Result};

use crate::model::Model;
use crate::network::{Network, QA, QB};

/// The network in integers, each parameter rounded to the nearest.
pub fn quantise(model: &Model, description: String) -> Result<Network> {
    let shape = model.shape;
    let rounded = |range, unit: i32| {
        let parameters: &[f32] = &model.parameters[range];
        parameters.iter().map(|&value| (value * unit as f32).round() as i32).collect::<Vec<_>>()
    };
    let network = Network {
        shape,
        description,
        pieces: narrow(rounded(shape.pieces(), QA))?,
        relations: narrow(rounded(shape.relations(), QA))?,
        biases: narrow(rounded(shape.biases(), QA))?,
        outputs: narrow(rounded(shape.outputs(), QB))?,
        output_biases: rounded(shape.output_biases(), QA * QB),
    };
    network.check()?;
    Ok(network)
}

/// The same numbers in fewer bits.
fn narrow<T: TryFrom<i32>>(values: Vec<i32>) -> Result<Vec<T>> {
    let fits = |value| T::try_from(value).ok().with_context(|| format!("{value} does not fit"));
    values.into_iter().map(fits).collect()
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
    use crate::test_support::{random_model, random_positions, random_samples};
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
            let distance = (float - library.evaluate() as f32).abs();
            assert!(distance < MOST_DISTANCE, "{distance} from {float}");
            total += distance;
            count += 1;
        }
        assert!(count > 2000, "only {count} evaluations");
        let mean = total / count as f32;
        assert!(mean < MEAN_DISTANCE, "{mean} on average");
    }

    /// With random weights for all that a network sees, which would tell apart whatever the two see
    /// differently.
    #[test]
    fn the_library_sees_what_the_trainer_sees() {
        const MOST_DISTANCE: f32 = 3.0;
        let network = quantise(&random_model(7), String::new()).unwrap();
        let model = dequantise(&network);
        let mut scratch = Scratch::new(model.shape);
        let mut library = Engine::new().unwrap();
        library.load_network(&network.to_bytes()).unwrap();
        let mut count = 0;
        for position in random_positions(40) {
            let sample = Sample::new(&position, 0.5, Outcome::Draw);
            let float = model.evaluate(&sample, &mut scratch) * SCALE as f32;
            library.set_position(Some(&fen(&position)), "").unwrap();
            let distance = (float - library.evaluate() as f32).abs();
            assert!(distance < MOST_DISTANCE, "{distance} from {float}: {}", fen(&position));
            count += 1;
        }
        assert!(count > 4000, "only {count} evaluations");
    }

    #[test]
    fn integers_come_back() {
        let model = random_model(5);
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
            assert!(network.pieces.iter().all(|&weight| weight == sign as i16 * 505));
            assert!(network.relations.iter().all(|&weight| weight == sign as i8 * 127));
            assert!(network.biases.iter().all(|&bias| bias == sign as i16 * 505));
            assert!(network.outputs.iter().all(|&weight| weight == sign as i16 * 127));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let shape = Shape { width: 16, buckets: 1 };
        for range in [shape.pieces(), shape.relations(), shape.biases()] {
            let mut model = Model { shape, parameters: vec![0.0; shape.parameters()] };
            model.parameters[range.start] = 129.0;
            let error = quantise(&model, String::new()).unwrap_err().to_string();
            assert_eq!(error, "32895 does not fit");
        }
    }
}
