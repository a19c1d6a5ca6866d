//! The text of the calling thread's latest failed call.
//!
//! A fixed buffer for each thread: it has no destructor, so it outlives everything else in the
//! thread, and it needs no memory that could be exhausted when an error must be reported.

use std::cell::RefCell;
use std::ffi::c_char;
use std::fmt::{self, Write as _};

/// The maximum length in bytes of an error text or a log message.
pub const ERROR_TEXT: usize = 1024;

/// A text of limited length, on one line: line breaks, as in texts of panics, are replaced.
pub struct Text {
    bytes: [u8; ERROR_TEXT],
    length: usize,
}

impl Text {
    pub const EMPTY: Text = Text { bytes: [0; ERROR_TEXT], length: 0 };

    /// Replaces the text; it is cut to fit.
    pub fn set(&mut self, text: fmt::Arguments<'_>) {
        self.length = 0;
        let _ = self.write_fmt(text);
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    /// Calls a function with the text, which ends with a NUL.
    pub fn with_c_text<T>(&self, f: impl FnOnce(*const c_char) -> T) -> T {
        let mut buffer = [0_u8; ERROR_TEXT + 1];
        buffer[..self.length].copy_from_slice(&self.bytes[..self.length]);
        f(buffer.as_ptr().cast())
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
            let Some(room) = self.bytes.get_mut(self.length..self.length + c.len_utf8()) else {
                return Err(fmt::Error);
            };
            self.length += c.encode_utf8(room).len();
        }
        Ok(())
    }
}

std::thread_local! {
    static LAST: RefCell<Text> = const { RefCell::new(Text::EMPTY) };
}

/// Records the text of a failed call on this thread.
pub fn set(text: fmt::Arguments<'_>) {
    // No `Display` of an error reads the last error.
    LAST.with(|last| last.borrow_mut().set(text));
}

/// Calls a function with the last error of this thread; "" if no call has failed.
pub fn with<T>(f: impl FnOnce(&str) -> T) -> T {
    LAST.with(|last| f(last.borrow().as_str()))
}
