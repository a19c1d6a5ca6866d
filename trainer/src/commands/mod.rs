//! The subcommands, one module each: options and action; and the progress that they show.

use std::io;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

pub mod archive;
pub mod chances;
pub mod export;
pub mod generate;
pub mod inspect;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;

/// The requested number of threads, or one for each core.
fn threads(wanted: Option<NonZeroUsize>) -> io::Result<usize> {
    wanted.map_or_else(thread::available_parallelism, Ok).map(NonZeroUsize::get)
}

/// A number above 0.
fn parse_positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number > 0.0 && number.is_finite() { Ok(number) } else { Err("not above 0".to_owned()) }
}

/// A share, from 0 to 1.
fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not from 0 to 1".to_owned()) }
}

/// How often a line is written without a terminal.
const PLAIN: Duration = Duration::from_secs(30);

/// Shows the progress of a long task: a bar on a terminal, otherwise a line now and then.
pub struct Progress {
    bar: ProgressBar,
    said: Instant,
}

impl Progress {
    /// A task of `total` things in `unit`, of which `done` are finished.
    pub fn new(total: u64, done: u64, unit: &str) -> Progress {
        let bar = ProgressBar::new(total);
        let template = format!(
            "{{bar:30}} {{percent:>3}} %  {{human_pos}} of {{human_len}} {unit}  {{msg}}  {{eta}} left"
        );
        bar.set_style(
            ProgressStyle::with_template(&template).expect("the template is well formed"),
        );
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, said: Instant::now() }
    }

    /// Shows the progress; `message` makes an additional text.
    pub fn show(&mut self, done: u64, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.set_position(done);
        } else if self.said.elapsed() >= PLAIN {
            self.said = Instant::now();
            let total = self.bar.length().unwrap_or_default();
            let percent = 100.0 * done as f64 / total.max(1) as f64;
            eprintln!("{percent:.1} %, {done} of {total}, {}", message());
        }
    }

    /// Prints a line that stays.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
