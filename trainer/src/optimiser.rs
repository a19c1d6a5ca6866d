//! AdamW: steps along the running mean of the gradient, divided by its running magnitude, with
//! weight decay (Loshchilov and Hutter 2019, "Decoupled weight decay regularization").
//!
//! The weights decay towards those that the training started from if it started from a network,
//! and towards 0 otherwise. Where the new games pull only weakly, what was learned before wins (Li,
//! Grandvalet and Davoine 2018, "Explicit inductive bias for transfer learning with convolutional
//! networks").

use rayon::prelude::*;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
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
    /// Where each parameter was at the beginning, or 0 in a training from random ones.
    pub origin: Vec<f32>,
}

/// What is the same for all parameters in one step.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    first_correction: f32,
    second_correction: f32,
    decay: f32,
}

impl AdamW {
    /// The initial state.
    pub fn new(origin: Vec<f32>) -> AdamW {
        let zeros = || vec![0.0; origin.len()];
        AdamW { steps: 0, first: zeros(), second: zeros(), origin }
    }

    /// Takes a step at the learning rate `rate`, and at `decay` times that rate towards the origin.
    /// The gradient is the sum of `gradients` times `share`.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: &[Vec<f32>],
        share: f32,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = self.steps as f32;
        let step = Step {
            rate,
            first_correction: 1.0 / (1.0 - FIRST_DECAY.powf(steps)),
            second_correction: 1.0 / (1.0 - SECOND_DECAY.powf(steps)),
            decay,
        };
        parameters
            .par_chunks_mut(CHUNK)
            .zip(self.first.par_chunks_mut(CHUNK))
            .zip(self.second.par_chunks_mut(CHUNK))
            .zip(self.origin.par_chunks(CHUNK))
            .enumerate()
            .for_each(|(index, (((parameters, first), second), origin))| {
                let start = index * CHUNK;
                let mut gradient = [0.0; CHUNK];
                for part in gradients {
                    for (sum, value) in gradient.iter_mut().zip(&part[start..]) {
                        *sum += value * share;
                    }
                }
                step.take(parameters, [first, second], origin, &gradient);
            });
    }
}

impl Step {
    fn take(
        self,
        parameters: &mut [f32],
        [first, second]: [&mut [f32]; 2],
        origin: &[f32],
        gradient: &[f32],
    ) {
        let means = first.iter_mut().zip(second);
        let parameters = parameters.iter_mut().zip(origin);
        for (((parameter, origin), (first, second)), &slope) in parameters.zip(means).zip(gradient)
        {
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * slope;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * slope * slope;
            let size = (*second * self.second_correction).sqrt() + EPSILON;
            let towards =
                *first * self.first_correction / size + self.decay * (*parameter - origin);
            *parameter -= self.rate * towards;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a gradient that does not depend on them, parameters rest where the decay balances it:
    /// along a constant gradient AdamW steps by the learning rate, so they end 1 / decay from their
    /// origin.
    #[test]
    fn parameters_rest_where_decay_balances_the_gradient() {
        let origin = vec![0.5, -0.25, 0.0];
        let mut parameters = origin.clone();
        let mut optimiser = AdamW::new(origin.clone());
        let gradients = [vec![3.0, -0.01, 0.0], vec![1.0, -0.01, 0.0]];
        for _ in 0..1000 {
            optimiser.step(&mut parameters, &gradients, 0.5, 0.01, 4.0);
        }
        for ((parameter, origin), shift) in parameters.iter().zip(origin).zip([-0.25, 0.25, 0.0]) {
            assert!((parameter - origin - shift).abs() < 1e-4, "{parameter} from {origin}");
        }
    }
}
