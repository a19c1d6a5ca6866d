//! The text of the calling thread's latest failed call.
//!
//! A fixed buffer for each thread: without a destructor, so that it outlives everything else a thread
//! does, and without memory that could be exhausted when there is an error to tell.

use std::cell::RefCell;
use std::fmt::{self, Write as _};

/// The most bytes of an error text, or of one for the log.
pub const ERROR_TEXT: usize = 1024;

/// A text of limited length, on one line: those of panics may have several.
pub struct Text {
    bytes: [u8; ERROR_TEXT],
    length: usize,
}

impl Text {
    /// No text.
    pub const EMPTY: Text = Text { bytes: [0; ERROR_TEXT], length: 0 };

    /// Becomes another text; what does not fit is cut.
    pub fn set(&mut self, text: fmt::Arguments<'_>) {
        self.length = 0;
        let _ = self.write_fmt(text);
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
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

thread_local! {
    static LAST: RefCell<Text> = const { RefCell::new(Text::EMPTY) };
}

/// A call on this thread has failed.
pub fn set(text: fmt::Arguments<'_>) {
    // Nothing that writes a text looks at the last one.
    LAST.with(|last| last.borrow_mut().set(text));
}

/// Looks at the text; "" where no call on this thread has failed.
pub fn with<T>(f: impl FnOnce(&str) -> T) -> T {
    LAST.with(|last| f(last.borrow().as_str()))
}
