//! Decisions made by bytes. When the bytes run out, every decision is the first choice.

use std::ffi::CString;

/// What is left of the bytes.
pub struct Choices<'a>(&'a [u8]);

/// Numbers at the edges of what limits and sizes can be.
const EDGES: [i64; 12] = [
    0,
    1,
    2,
    -1,
    100,
    1000,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
    1 << 40,
];

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// A number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    pub fn yes(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Two bytes as a number.
    pub fn short(&mut self) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()]))
    }

    /// A small number, or one of the edges.
    pub fn number(&mut self) -> i64 {
        if self.yes() { self.one_of(&EDGES) } else { self.byte().into() }
    }

    /// So many bytes, or what is left.
    pub fn bytes(&mut self, count: usize) -> &'a [u8] {
        self.0.split_off(..count.min(self.0.len())).unwrap_or_default()
    }

    /// Up to 255 bytes, UTF-8 or not, without NUL.
    pub fn text(&mut self) -> CString {
        let count = self.byte().into();
        let bytes = self.bytes(count);
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        CString::new(&bytes[..end]).expect("cut before NUL")
    }
}
