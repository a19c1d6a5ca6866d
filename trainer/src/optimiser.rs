//! AdamW: steps along the running mean of the gradient, divided by its running magnitude, with
//! weight decay (Loshchilov and Hutter 2019, "Decoupled weight decay regularization").

use rayon::prelude::*;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;
/// The number of parameters that a thread updates at once.
const CHUNK: usize = 4096;

/// The state of the optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// The number of steps so far.
    pub steps: u64,
    /// The running mean of the gradient of each parameter.
    pub first: Vec<f32>,
    /// The running mean of the squared gradient.
    pub second: Vec<f32>,
}

/// What is the same for all parameters in one step.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    first_correction: f32,
    second_correction: f32,
}

impl AdamW {
    /// The initial state.
    pub fn new(parameters: usize) -> AdamW {
        AdamW { steps: 0, first: vec![0.0; parameters], second: vec![0.0; parameters] }
    }

    /// Takes a step at the learning rate `rate`. The gradient is the sum of `gradients` times
    /// `share`.
    pub fn step(&mut self, parameters: &mut [f32], gradients: &[Vec<f32>], share: f32, rate: f32) {
        self.steps += 1;
        let steps = self.steps as f32;
        let step = Step {
            rate,
            first_correction: 1.0 / (1.0 - FIRST_DECAY.powf(steps)),
            second_correction: 1.0 / (1.0 - SECOND_DECAY.powf(steps)),
        };
        parameters
            .par_chunks_mut(CHUNK)
            .zip(self.first.par_chunks_mut(CHUNK))
            .zip(self.second.par_chunks_mut(CHUNK))
            .enumerate()
            .for_each(|(index, ((parameters, first), second))| {
                let start = index * CHUNK;
                let mut gradient = [0.0; CHUNK];
                for part in gradients {
                    for (sum, value) in gradient.iter_mut().zip(&part[start..]) {
                        *sum += value * share;
                    }
                }
                step.take(parameters, first, second, &gradient);
            });
    }
}

impl Step {
    fn take(self, parameters: &mut [f32], first: &mut [f32], second: &mut [f32], gradient: &[f32]) {
        let means = first.iter_mut().zip(second);
        for ((parameter, (first, second)), &slope) in parameters.iter_mut().zip(means).zip(gradient)
        {
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * slope;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * slope * slope;
            let size = (*second * self.second_correction).sqrt() + EPSILON;
            let towards = *first * self.first_correction / size + WEIGHT_DECAY * *parameter;
            *parameter -= self.rate * towards;
        }
    }
}
