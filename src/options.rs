//! The table of options: name, kind, default, bounds, and where the value is stored.

use std::ffi::CStr;
use std::fmt;
use std::num::IntErrorKind::{NegOverflow, PosOverflow};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, excerpt};

/// The kind of an option's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct OptionInfo {
    /// The name, not case-sensitive.
    pub(crate) name: &'static CStr,
    /// The kind of its values.
    pub kind: OptionKind,
    /// The default, as text.
    pub(crate) default: &'static CStr,
    /// The least value of a spin; 0 otherwise.
    pub min: i64,
    /// The greatest value of a spin; 1 for a check.
    pub max: i64,
    /// Reads and sets the value, as text.
    get: fn(&Options) -> String,
    set: fn(&mut Options, &OptionInfo, &str) -> Result<(), Error>,
}

/// A type of values.
trait Value: ToString + Sized {
    const KIND: OptionKind;
    /// [`OptionInfo::max`] of an option without bounds.
    const MAX: i64;
    fn parse(info: &OptionInfo, text: &str) -> Result<Self, Error>;
}

impl Value for bool {
    const KIND: OptionKind = OptionKind::Check;
    const MAX: i64 = 1;

    fn parse(info: &OptionInfo, text: &str) -> Result<bool, Error> {
        info.switch(text)
    }
}

impl Value for Arc<str> {
    const KIND: OptionKind = OptionKind::String;
    const MAX: i64 = 0;

    fn parse(info: &OptionInfo, text: &str) -> Result<Arc<str>, Error> {
        info.string(text).map(Arc::from)
    }
}

/// Makes integer types those of spins, all of whose values they must hold.
macro_rules! spins {
    ($($type:ty)*) => {
        $(impl Value for $type {
            const KIND: OptionKind = OptionKind::Spin;
            const MAX: i64 = i64::MAX;

            fn parse(info: &OptionInfo, text: &str) -> Result<$type, Error> {
                info.number(text).map(|number| number as $type)
            }
        })*
    };
}

spins!(i32 i64 u64 usize);

/// Makes each `field: type = name, default, least..=most;` a field of [`Options`] and a row of
/// [`OPTIONS`]. A bound is one token: a negative one needs parentheses.
macro_rules! options {
    ($($field:ident: $type:ty = $name:literal, $default:literal $(, $min:tt..=$max:tt)?;)*) => {
        /// The values of all options.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) struct Options {
            $(pub $field: $type,)*
        }

        /// All options, in the order in which a host shows them.
        pub(crate) static OPTIONS: [OptionInfo; [$($name),*].len()] = [
            $(OptionInfo {
                name: terminated(concat!($name, "\0")),
                kind: <$type as Value>::KIND,
                default: terminated(concat!($default, "\0")),
                min: [$($min as i64,)? 0][0],
                max: [$($max as i64,)? <$type as Value>::MAX][0],
                get: |options| options.$field.to_string(),
                set: |options, info, text| {
                    options.$field = Value::parse(info, text)?;
                    Ok(())
                },
            },)*
        ];

        impl Default for Options {
            /// The default values.
            fn default() -> Options {
                let mut options = Options { $($field: Default::default(),)* };
                for info in &OPTIONS {
                    let set = (info.set)(&mut options, info, info.default_value());
                    set.expect("defaults are within their bounds");
                }
                options
            }
        }
    };
}

const fn terminated(text: &str) -> &CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("the table has no zeros"),
    }
}

/// The bounds of `UCI_Elo`.
pub(crate) const MIN_ELO: i64 = 400;
pub(crate) const MAX_ELO: i64 = 2800;
/// The maximum number of lines that `MultiPV` allows.
pub(crate) const MAX_LINES: usize = 256;

options! {
    hash_mib: u64 = "Hash", 16, 1..=1_048_576;
    threads: usize = "Threads", 1, 1..=256;
    multi_pv: usize = "MultiPV", 1, 1..=MAX_LINES;
    ponder: bool = "Ponder", false;
    move_overhead_ms: u64 = "Move Overhead", 100, 0..=5000;
    chess960: bool = "UCI_Chess960", false;
    show_wdl: bool = "UCI_ShowWDL", false;
    limit_strength: bool = "UCI_LimitStrength", false;
    elo: i64 = "UCI_Elo", 1500, MIN_ELO..=MAX_ELO;
    seed: u64 = "Seed", 0, 0..=4_294_967_295;
    eval_file: Arc<str> = "EvalFile", "";
    syzygy_path: Arc<str> = "SyzygyPath", "";
    killers: bool = "KillersEnabled", true;
    history: bool = "HistoryEnabled", true;
    lmr: bool = "LMREnabled", true;
    lmr_min_depth: i32 = "LMRMinDepth", 2, 1..=32;
    lmr_min_move_number: usize = "LMRMinMoveNumber", 2, 1..=64;
    lmr_base_reduction: i32 = "LMRBaseReduction", 115, (-100)..=400;
    lmr_depth_factor: i32 = "LMRDepthFactor", 222, 1..=1000;
}

impl Options {
    /// The value of an option as text.
    pub fn get(&self, name: &str) -> Result<String, Error> {
        Ok((OptionInfo::find(name)?.get)(self))
    }

    /// The number of workers of a search besides the main worker.
    pub fn helpers(&self) -> usize {
        self.threads - 1
    }

    /// A copy of the options with one value changed.
    pub fn with(&self, name: &str, value: &str) -> Result<Options, Error> {
        let info = OptionInfo::find(name)?;
        let mut options = self.clone();
        (info.set)(&mut options, info, value)?;
        Ok(options)
    }
}

impl OptionInfo {
    /// The name, not case-sensitive.
    pub fn name(&self) -> &'static str {
        self.name.to_str().expect("names are ASCII")
    }

    /// The default, as text.
    pub fn default_value(&self) -> &'static str {
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
        let most = 2.min(name.len() / 2);
        let nearest = OPTIONS.iter().min_by_key(distance).filter(|info| distance(info) <= most);
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
    fn string<'a>(&self, text: &'a str) -> Result<&'a str, Error> {
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
