//! Checkpoints: files with the state of a training between two epochs, little endian:
//!
//! ```text
//! 8 bytes   "SJTRAIN7"
//! u32       length of the text in bytes
//! text      version of the network, settings and history as TOML
//! f32[4P]   parameters, the running means of the gradient and of its square, and where the
//!           parameters decay to (see `model` and `optimiser`)
//! u32       CRC-32 of all bytes before
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use seajay::training::VERSION;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::model::Model;
use crate::optimiser::AdamW;
use crate::training::{Losses, Settings, Training};

const MAGIC: &[u8; 8] = b"SJTRAIN7";

/// A training, and what its positions are.
pub struct Checkpoint {
    /// The training.
    pub training: Training,
    /// The number of training positions.
    pub positions: usize,
}

#[derive(Serialize, Deserialize)]
struct Header {
    /// The version of the library's network: another version numbers features differently.
    network_version: u32,
    positions: usize,
    steps: u64,
    settings: Settings,
    history: Vec<Losses>,
}

impl Checkpoint {
    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let training = &self.training;
        let header = toml::to_string(&Header {
            network_version: VERSION,
            positions: self.positions,
            steps: training.optimiser.steps,
            settings: training.settings.clone(),
            history: training.history.clone(),
        })?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(u32::try_from(header.len())?.to_le_bytes());
        bytes.extend(header.as_bytes());
        let AdamW { first, second, origin, .. } = &training.optimiser;
        for values in [&training.model.parameters, first, second, origin] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        files::replace(path, bytes)
    }

    /// Reads the file.
    pub fn read(path: &Path) -> Result<Checkpoint> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Checkpoint::from_bytes(&bytes)
            .with_context(|| format!("{} is not a whole checkpoint", path.display()))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint> {
        ensure!(bytes.starts_with(MAGIC), "it does not begin like one");
        let (bytes, &checksum) = bytes.split_last_chunk().context("it is too short")?;
        ensure!(crc32fast::hash(bytes) == u32::from_le_bytes(checksum), "the checksum is wrong");
        let (&length, rest) =
            bytes[MAGIC.len()..].split_first_chunk().context("it is too short")?;
        let length = u32::from_le_bytes(length) as usize;
        let (header, values) = rest.split_at_checked(length).context("the settings are cut off")?;
        let header: Header = toml::from_str(str::from_utf8(header)?)?;
        let version = header.network_version;
        ensure!(version == VERSION, "its network is of version {version}, not {VERSION}");
        let shape = header.settings.shape;
        shape.check()?;
        let (values, rest) = values.as_chunks();
        let count = shape.parameters();
        ensure!(values.len() == 4 * count && rest.is_empty(), "parameters are missing or too many");
        let part = |index: usize| -> Vec<f32> {
            let part = &values[index * count..(index + 1) * count];
            part.iter().map(|&value| f32::from_le_bytes(value)).collect()
        };
        let training = Training {
            model: Model { shape, parameters: part(0) },
            optimiser: AdamW {
                steps: header.steps,
                first: part(1),
                second: part(2),
                origin: part(3),
            },
            settings: header.settings,
            history: header.history,
        };
        Ok(Checkpoint { training, positions: header.positions })
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::dataset::Dataset;
    use crate::model::Shape;
    use crate::test_support::random_samples;
    use crate::training::Teacher;

    fn settings() -> Settings {
        let shape = Shape { width: 16, buckets: 2 };
        Settings {
            shape,
            epochs: 2,
            batch: 100,
            rate: 0.01,
            decay: 0.1,
            lambda: 0.0,
            teacher: Some(Teacher { file: PathBuf::from("a.nn"), share: 0.25 }),
            seed: 3,
            threads: 2,
        }
    }

    #[test]
    fn a_training_goes_on_from_a_checkpoint_as_if_it_had_never_stopped() {
        let dataset = Dataset { training: random_samples(3), validation: random_samples(1) };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let mut training = Training::new(settings());
        training.run_epoch(&dataset, |_, _| {});
        training.optimiser.origin.clone_from(&training.model.parameters);
        let saved = Checkpoint { training: training.clone(), positions: 5 };
        saved.write(&path).unwrap();
        let mut read = Checkpoint::read(&path).unwrap();
        assert!(read.training == training);
        assert_eq!(read.positions, 5);
        training.run_epoch(&dataset, |_, _| {});
        read.training.run_epoch(&dataset, |_, _| {});
        assert!(read.training == training);
    }

    #[test]
    fn a_broken_checkpoint_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let saved = Checkpoint { training: Training::new(settings()), positions: 5 };
        saved.write(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        for length in (0..bytes.len()).step_by(997) {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err());
            let mut changed = bytes.clone();
            changed[length] ^= 1;
            assert!(Checkpoint::from_bytes(&changed).is_err());
        }
        fs::write(&path, &bytes[1..]).unwrap();
        let error = format!("{:#}", Checkpoint::read(&path).err().unwrap());
        assert!(error.contains("checkpoint is not a whole checkpoint"), "{error}");
    }
}
