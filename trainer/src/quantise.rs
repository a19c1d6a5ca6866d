//! Quantisation: converts networks from floating point to integers and back.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use seajay::training::{NetworkFile, QA, QB};

use crate::model::{Model, Shape};

/// Quantises a network, with each parameter rounded to the nearest integer.
pub fn quantise(model: &Model, description: String) -> Result<NetworkFile> {
    let shape = model.shape;
    let rounded = |range, unit: i32| {
        let parameters: &[f32] = &model.parameters[range];
        parameters.iter().map(|&value| (value * unit as f32).round() as i32).collect::<Vec<_>>()
    };
    let (qa, qb) = (i32::from(QA), i32::from(QB));
    Ok(NetworkFile {
        width: shape.width,
        buckets: shape.buckets,
        description,
        pieces: narrow(rounded(shape.pieces(), qa))?,
        relations: narrow(rounded(shape.relations(), qa))?,
        biases: narrow(rounded(shape.biases(), qa))?,
        output: narrow(rounded(shape.outputs(), qb))?,
        output_biases: rounded(shape.output_biases(), qa * qb),
    })
}

/// Converts numbers to a smaller type.
fn narrow<T: TryFrom<i32>>(values: Vec<i32>) -> Result<Vec<T>> {
    let fits = |value| T::try_from(value).ok().with_context(|| format!("{value} does not fit"));
    values.into_iter().map(fits).collect()
}

/// Converts a network back to floating point.
pub fn dequantise(network: &NetworkFile) -> Model {
    let (qa, qb) = (f32::from(QA), f32::from(QB));
    let of = |values: &[i16], unit| values.iter().map(move |&v| f32::from(v) / unit).collect();
    let relations = network.relations.iter().map(|&value| f32::from(value) / qa);
    let output_biases = network.output_biases.iter().map(|&bias| bias as f32 / (qa * qb));
    let mut parameters: Vec<f32> = of(&network.pieces, qa);
    parameters.extend(relations);
    parameters.extend::<Vec<f32>>(of(&network.biases, qa));
    parameters.extend::<Vec<f32>>(of(&network.output, qb));
    parameters.extend(output_biases);
    Model { shape: Shape { width: network.width, buckets: network.buckets }, parameters }
}

/// Reads the file of a network.
pub fn read(path: &Path) -> Result<NetworkFile> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    NetworkFile::read(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

#[cfg(test)]
mod tests {
    use seajay::Engine;
    use seajay::training::SCALE;

    use super::*;
    use crate::board::fen;
    use crate::dataset::Dataset;
    use crate::games::Outcome;
    use crate::model::Scratch;
    use crate::sample::Sample;
    use crate::test_support::{random_model, random_positions, random_samples};
    use crate::training::{Settings, Training};

    #[test]
    fn the_library_evaluates_like_floating_point() {
        /// In centipawns, for evaluations within ten pawns.
        const MAX_DISTANCE: f32 = 30.0;
        const MEAN_DISTANCE: f32 = 6.0;
        let shape = Shape { width: 32, buckets: 4 };
        let settings = Settings {
            shape,
            epochs: 10,
            batch: 256,
            rate: 0.01,
            decay: 0.01,
            lambda: 0.0,
            teacher: None,
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
        library.load_network(&network.write().unwrap()).unwrap();
        let (mut total, mut count) = (0.0, 0);
        for position in random_positions(40) {
            let sample = Sample::new(&position, 0.5, Outcome::Draw);
            let float = model.evaluate(&sample, &mut scratch) * f32::from(SCALE);
            if float.abs() > 1000.0 {
                continue;
            }
            library.set_position(Some(&fen(&position)), "").unwrap();
            let distance = (float - library.evaluate() as f32).abs();
            assert!(distance < MAX_DISTANCE, "{distance} from {float}");
            total += distance;
            count += 1;
        }
        assert!(count > 2000, "only {count} evaluations");
        let mean = total / count as f32;
        assert!(mean < MEAN_DISTANCE, "{mean} on average");
    }

    /// Every feature has its own random weights, so that a difference in the active features would
    /// show.
    #[test]
    fn random_networks_evaluate_like_floating_point() {
        const MAX_DISTANCE: f32 = 3.0;
        let network = quantise(&random_model(7), String::new()).unwrap();
        let model = dequantise(&network);
        let mut scratch = Scratch::new(model.shape);
        let mut library = Engine::new().unwrap();
        library.load_network(&network.write().unwrap()).unwrap();
        let mut count = 0;
        for position in random_positions(40) {
            let sample = Sample::new(&position, 0.5, Outcome::Draw);
            let float = model.evaluate(&sample, &mut scratch) * f32::from(SCALE);
            library.set_position(Some(&fen(&position)), "").unwrap();
            let distance = (float - library.evaluate() as f32).abs();
            assert!(distance < MAX_DISTANCE, "{distance} from {float}: {}", fen(&position));
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
        let max = distances.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(max <= 0.5 / f32::from(QB), "{max}");
    }

    #[test]
    fn the_largest_parameters_are_within_the_bounds_of_the_file() {
        let shape = Shape { width: 16, buckets: 1 };
        for sign in [1.0, -1.0] {
            let mut model = Model { shape, parameters: vec![9.0 * sign; shape.parameters()] };
            model.clip();
            let network = quantise(&model, String::new()).unwrap();
            network.write().unwrap();
            assert!(network.pieces.iter().all(|&weight| weight == sign as i16 * 505));
            assert!(network.relations.iter().all(|&weight| weight == sign as i8 * 127));
            assert!(network.biases.iter().all(|&bias| bias == sign as i16 * 505));
            assert!(network.output.iter().all(|&weight| weight == sign as i16 * 127));
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

    #[test]
    fn files_come_back_as_they_were() {
        let network = quantise(&random_model(1), "a net, ünïcode".to_owned()).unwrap();
        assert_eq!(NetworkFile::read(&network.write().unwrap()).unwrap(), network);
        let embedded = include_bytes!("../../nets/seajay.sjnn");
        assert!(NetworkFile::read(embedded).unwrap().write().unwrap() == embedded);
    }

    #[test]
    fn what_the_library_refuses_is_not_written() {
        let refused = |change: fn(&mut NetworkFile)| {
            let mut network = quantise(&random_model(1), String::new()).unwrap();
            change(&mut network);
            network.write().unwrap_err().to_string()
        };
        let error = refused(|network| network.output[5] = -128);
        assert!(error.contains("an output weight is -128"), "{error}");
        let error = refused(|network| network.pieces[3] = i16::MAX);
        assert!(error.contains("the weights of unit 3 may sum up to"), "{error}");
        let error = refused(|network| network.width = 8);
        assert!(error.contains("its width is 8"), "{error}");
        let error = refused(|network| network.biases.push(0));
        assert!(error.contains(" bytes instead of "), "{error}");
        let error = refused(|network| network.description = "x".repeat(1025));
        assert!(error.contains("the length of its description is 1025"), "{error}");
    }
}
