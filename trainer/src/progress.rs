//! A progress bar on a terminal, otherwise a line now and then.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is written without a terminal.
const PLAIN: Duration = Duration::from_secs(30);

/// Shows the progress of a long task.
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
