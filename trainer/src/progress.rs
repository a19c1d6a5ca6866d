//! A progress bar where there is a terminal, a line now and then where there is none.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is written where there is no terminal.
const PLAIN: Duration = Duration::from_secs(30);

/// Shows how far a long work is.
pub struct Progress {
    bar: ProgressBar,
    said: Instant,
}

impl Progress {
    /// Of `total` things, named by `unit`, `done` are there already.
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

    /// Shows how much is done; `message` makes a text that says more.
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

    /// Says something that stays.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
