//! The table of options: name, kind, default, bounds, and where the value is stored.

use std::ffi::CStr;
use std::fmt;
use std::num::IntErrorKind::{NegOverflow, PosOverflow};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, excerpt};

/// The kind of an option's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// An integer within bounds.
    Spin,
    /// Any text of up to 4096 bytes.
    String,
}

/// An option, described for a settings dialog.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name, not case-sensitive.
    pub name: &'static CStr,
    /// The kind of its values.
    pub kind: OptionKind,
    /// The default, as text.
    pub default: &'static CStr,
    /// The least value of a spin; 0 otherwise.
    pub min: i64,
    /// The greatest value of a spin; 1 for a check.
    pub max: i64,
    place: Place,
}

/// Where the value is stored.
#[derive(Debug)]
enum Place {
    Switch { get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    Number { get: fn(&Options) -> i64, set: fn(&mut Options, i64) },
    Text { get: fn(&Options) -> &str, set: fn(&mut Options, Arc<str>) },
}

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub eval_file: Arc<str>,
    pub syzygy_path: Arc<str>,
    pub hash_mib: u64,
    pub threads: usize,
    /// The number of lines of a search.
    pub multi_pv: usize,
    pub ponder: bool,
    pub move_overhead_ms: u64,
    pub chess960: bool,
    pub show_wdl: bool,
    pub limit_strength: bool,
    pub elo: i64,
    pub killers: bool,
    pub history: bool,
    pub lmr: bool,
    pub lmr_min_depth: i32,
    pub lmr_min_move_number: usize,
    pub lmr_base_reduction: i32,
    pub lmr_depth_factor: i32,
}

macro_rules! check {
    ($name:literal, $default:literal, $field:ident) => {
        OptionInfo {
            name: $name,
            kind: OptionKind::Check,
            default: $default,
            min: 0,
            max: 1,
            place: Place::Switch {
                get: |options| options.$field,
                set: |options, value| options.$field = value,
            },
        }
    };
}

/// A bound is one token: a negative one needs parentheses.
macro_rules! spin {
    ($name:literal, $default:literal, $min:tt..=$max:tt, $field:ident) => {
        OptionInfo {
            name: $name,
            kind: OptionKind::Spin,
            default: $default,
            min: $min as i64,
            max: $max as i64,
            place: Place::Number {
                get: |options| options.$field as i64,
                set: |options, value| options.$field = value as _,
            },
        }
    };
}

macro_rules! string {
    ($name:literal, $field:ident) => {
        OptionInfo {
            name: $name,
            kind: OptionKind::String,
            default: c"",
            min: 0,
            max: 0,
            place: Place::Text {
                get: |options| &options.$field,
                set: |options, value| options.$field = value,
            },
        }
    };
}

/// The bounds of `UCI_Elo`.
pub(crate) const MIN_ELO: i64 = 400;
pub(crate) const MAX_ELO: i64 = 2800;
/// The maximum number of lines that `MultiPV` allows.
pub(crate) const MAX_LINES: usize = 256;

/// All options, in the order in which a host shows them.
pub(crate) static OPTIONS: [OptionInfo; 18] = [
    spin!(c"Hash", c"16", 1..=1_048_576, hash_mib),
    spin!(c"Threads", c"1", 1..=256, threads),
    spin!(c"MultiPV", c"1", 1..=MAX_LINES, multi_pv),
    check!(c"Ponder", c"false", ponder),
    spin!(c"Move Overhead", c"100", 0..=5000, move_overhead_ms),
    check!(c"UCI_Chess960", c"false", chess960),
    check!(c"UCI_ShowWDL", c"false", show_wdl),
    check!(c"UCI_LimitStrength", c"false", limit_strength),
    spin!(c"UCI_Elo", c"1500", MIN_ELO..=MAX_ELO, elo),
    string!(c"EvalFile", eval_file),
    string!(c"SyzygyPath", syzygy_path),
    check!(c"KillersEnabled", c"true", killers),
    check!(c"HistoryEnabled", c"true", history),
    check!(c"LMREnabled", c"true", lmr),
    spin!(c"LMRMinDepth", c"2", 1..=32, lmr_min_depth),
    spin!(c"LMRMinMoveNumber", c"2", 1..=64, lmr_min_move_number),
    spin!(c"LMRBaseReduction", c"115", (-100)..=400, lmr_base_reduction),
    spin!(c"LMRDepthFactor", c"222", 1..=1000, lmr_depth_factor),
];

impl Default for Options {
    /// The default values.
    fn default() -> Options {
        // Placeholders: the table sets them all.
        let mut options = Options {
            eval_file: Arc::default(),
            syzygy_path: Arc::default(),
            hash_mib: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead_ms: 0,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: 0,
            killers: false,
            history: false,
            lmr: false,
            lmr_min_depth: 0,
            lmr_min_move_number: 0,
            lmr_base_reduction: 0,
            lmr_depth_factor: 0,
        };
        for info in &OPTIONS {
            options.set(info, info.default()).expect("defaults are within their bounds");
        }
        options
    }
}

impl Options {
    /// The value of an option as text.
    pub fn get(&self, name: &str) -> Result<String, Error> {
        let info = OptionInfo::find(name)?;
        Ok(match info.place {
            Place::Switch { get, .. } => get(self).to_string(),
            Place::Number { get, .. } => get(self).to_string(),
            Place::Text { get, .. } => get(self).to_owned(),
        })
    }

    /// The number of workers of a search besides the main worker.
    pub fn helpers(&self) -> usize {
        self.threads - 1
    }

    /// A copy of the options with one value changed.
    pub fn with(&self, name: &str, value: &str) -> Result<Options, Error> {
        let info = OptionInfo::find(name)?;
        let mut options = self.clone();
        options.set(info, value)?;
        Ok(options)
    }

    fn set(&mut self, info: &OptionInfo, value: &str) -> Result<(), Error> {
        match info.place {
            Place::Switch { set, .. } => set(self, info.switch(value)?),
            Place::Number { set, .. } => set(self, info.number(value)?),
            Place::Text { set, .. } => set(self, info.text(value)?.into()),
        }
        Ok(())
    }
}

impl OptionInfo {
    /// The name as a string.
    pub fn name(&self) -> &'static str {
        self.name.to_str().expect("names are ASCII")
    }

    /// The default as a string.
    pub fn default(&self) -> &'static str {
        self.default.to_str().expect("defaults are ASCII")
    }

    fn find(name: &str) -> Result<&'static OptionInfo, Error> {
        OPTIONS
            .iter()
            .find(|info| info.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionInfo::unknown(name))
    }

    /// The error for an unknown name, with the option that was probably meant.
    fn unknown(name: &str) -> Error {
        let distance = |info: &&OptionInfo| {
            let short = info.name().trim_start_matches("UCI_");
            edits(name, info.name()).min(edits(name, short))
        };
        let nearest = OPTIONS.iter().min_by_key(distance).filter(|info| distance(info) <= 2);
        let hint = match nearest {
            Some(info) => format!("did you mean {}?", info.name()),
            None => {
                let names: Vec<&str> = OPTIONS.iter().map(OptionInfo::name).collect();
                format!("the options are {}", names.join(", "))
            }
        };
        let name = excerpt(name);
        Error::new(ErrorKind::UnknownOption, format_args!("there is no option \"{name}\": {hint}"))
    }

    fn refused(&self, why: fmt::Arguments<'_>) -> Error {
        Error::new(ErrorKind::InvalidValue, format_args!("option {}: {why}", self.name()))
    }

    /// The value of a check.
    fn switch(&self, text: &str) -> Result<bool, Error> {
        let text = text.trim_ascii();
        let is = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
        if is(["true", "1", "yes", "on"]) {
            Ok(true)
        } else if is(["false", "0", "no", "off"]) {
            Ok(false)
        } else {
            Err(self.refused(format_args!("\"{}\" is not true or false", excerpt(text))))
        }
    }

    /// The value of a spin.
    fn number(&self, text: &str) -> Result<i64, Error> {
        let text = text.trim_ascii();
        let (quoted, min, max) = (excerpt(text), self.min, self.max);
        match text.parse::<i64>() {
            Ok(value) if (min..=max).contains(&value) => Ok(value),
            Err(error) if !matches!(error.kind(), PosOverflow | NegOverflow) => Err(self
                .refused(format_args!("\"{quoted}\" is not a whole number from {min} to {max}"))),
            _ => Err(self.refused(format_args!("{quoted} is not within {min} to {max}"))),
        }
    }

    /// The value of a string, unless it is too long.
    fn text<'a>(&self, text: &'a str) -> Result<&'a str, Error> {
        const MAX: usize = 4096;
        if text.len() > MAX {
            return Err(
                self.refused(format_args!("the text has {} bytes, at most {MAX}", text.len()))
            );
        }
        Ok(text)
    }
}

/// The edit distance from a text to a name, ignoring case (Levenshtein 1966).
fn edits(text: &str, name: &str) -> usize {
    if text.len() > 2 * name.len() {
        return text.len();
    }
    // For each prefix of the name, its distance from the prefix of the text that has been read.
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for letter in text.bytes() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (index, other) in name.bytes().enumerate() {
            let changed = diagonal + usize::from(!letter.eq_ignore_ascii_case(&other));
            diagonal = row[index + 1];
            row[index + 1] = changed.min(row[index] + 1).min(diagonal + 1);
        }
    }
    row[name.len()]
}
