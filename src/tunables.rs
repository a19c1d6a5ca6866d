//! The macro that makes the numbers of the search: each is declared beside its rule.
//!
//! Depths and reductions of a search are in plies, the terms of late move reductions in 1024ths of
//! a ply. Scores and margins are in centipawns of the evaluation, losses of material in those of
//! exchanges (see `board::see`). A `share` is in 1024ths, unless its comment says otherwise.

/// Makes each `name = value;` of a rule a function of that name. Those with a range and a step, `in
/// least..=most by step`, are tuned by games. With the feature `tuning`, all are read from a cell of
/// the thread, and the rule becomes a module with the list of those that are tuned.
macro_rules! numbers {
    ($rule:ident: $(
        $(#[$doc:meta])*
        $name:ident = $value:literal $(in $least:literal..=$most:literal by $step:literal)?;
    )*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return $rule::$name.get();
                #[cfg(not(feature = "tuning"))]
                $value
            }
        )*

        #[cfg(feature = "tuning")]
        #[allow(non_upper_case_globals)]
        pub mod $rule {
            use std::cell::Cell;

            use crate::tunables::Number;

            thread_local! {
                $(pub(super) static $name: Cell<i32> = const { Cell::new($value) };)*
            }

            pub const NUMBERS: &[Number] = &[
                $($(
                    Number {
                        name: stringify!($name),
                        value: $value,
                        range: $least..=$most,
                        step: $step,
                        cell: &$name,
                    },
                )?)*
            ];
        }
    };
}

pub(crate) use numbers;

/// A number of the search that can be tuned by games.
#[cfg(feature = "tuning")]
pub struct Number {
    /// The name, the same in the sources.
    pub name: &'static str,
    /// The value in the library.
    pub value: i32,
    /// The values to try.
    pub range: std::ops::RangeInclusive<i32>,
    /// A change that should show over many games.
    pub step: i32,
    pub(crate) cell: &'static std::thread::LocalKey<std::cell::Cell<i32>>,
}

#[cfg(feature = "tuning")]
impl Number {
    /// Sets the number for the searches of this thread, which need `Threads` 1.
    ///
    /// # Panics
    /// If the value is outside the range.
    pub fn set(&self, value: i32) {
        assert!(self.range.contains(&value), "{} = {value}", self.name);
        self.cell.set(value);
    }
}
