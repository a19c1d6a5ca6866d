//! The checks at the boundary: pointers, text and the sizes of structs, and panics caught.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use crate::ffi::failure::Failure;
use crate::ffi::last_error::{self, ERROR_TEXT};
use crate::panics::{catch, panic_text};

/// Runs a call that has no handle and cannot fail.
pub fn protect<T>(on_panic: T, f: impl FnOnce() -> T) -> T {
    catch(f).unwrap_or(on_panic)
}

/// Runs a call that uses no engine. A failure sets this thread's last error; its status is
/// negative.
pub fn attempt<T>(f: impl FnOnce() -> Result<T, Failure>) -> Result<T, i32> {
    let outcome = catch(f).unwrap_or_else(|payload| {
        last_error::set(format_args!("internal error, a bug in seajay: {}", panic_text(&payload)));
        Err(Failure::Panic)
    });
    outcome.map_err(|failure| {
        if !matches!(failure, Failure::Panic) {
            last_error::set(format_args!("{failure}"));
        }
        failure.status() as i32
    })
}

/// Moves a value to the heap; NULL when memory is exhausted.
pub fn allocate<T>(value: T) -> *mut T {
    // SAFETY: no handle is zero-sized.
    let place = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
    if place.is_null() {
        last_error::set(format_args!("{}", Failure::OutOfMemory("a handle")));
    } else {
        // SAFETY: newly allocated with the layout of the type.
        unsafe { place.write(value) };
    }
    place
}

/// The inverse of [`allocate`]; NULL is allowed.
///
/// # Safety
/// The value came from [`allocate`], and nothing uses it any more.
pub unsafe fn deallocate<T>(place: *mut T) {
    if place.is_null() {
        return;
    }
    // SAFETY: written and allocated in `allocate`, with the same layout.
    unsafe {
        place.drop_in_place();
        dealloc(place.cast(), Layout::new::<T>());
    }
}

/// Calls a function with a copy of a text, of at most [`ERROR_TEXT`] bytes, that ends with a NUL.
pub fn with_c_text<T>(text: &str, f: impl FnOnce(*const c_char) -> T) -> T {
    let mut buffer = [0_u8; ERROR_TEXT + 1];
    let length = text.floor_char_boundary(ERROR_TEXT);
    buffer[..length].copy_from_slice(&text.as_bytes()[..length]);
    f(buffer.as_ptr().cast())
}

/// Text that may be NULL.
///
/// # Safety
/// NULL, or NUL-terminated and unchanged for `'a`.
pub unsafe fn optional_text<'a>(
    text: *const c_char,
    argument: &'static str,
) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not NULL, the rest is promised by the caller.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text
        .to_str()
        .map_err(|error| Failure::InvalidUtf8 { argument, valid_bytes: error.valid_up_to() })?;
    Ok(Some(text))
}

/// Text that may not be NULL.
///
/// # Safety
/// As for [`optional_text`].
pub unsafe fn text<'a>(text: *const c_char, argument: &'static str) -> Result<&'a str, Failure> {
    // SAFETY: promised by the caller.
    unsafe { optional_text(text, argument) }?.ok_or(Failure::Null(argument))
}

/// Bytes that are not NULL.
///
/// # Safety
/// NULL, or `size` bytes large and unchanged for `'a`.
pub unsafe fn bytes<'a>(
    data: *const c_void,
    size: usize,
    argument: &'static str,
) -> Result<&'a [u8], Failure> {
    if data.is_null() {
        return Err(Failure::Null(argument));
    }
    // SAFETY: promised by the caller.
    unsafe { list(data.cast(), size, argument) }
}

/// The elements of an array, which may only be NULL if there are none.
///
/// # Safety
/// NULL, or `count` aligned elements that may consist of any bytes, unchanged for `'a`.
pub unsafe fn list<'a, T>(
    data: *const T,
    count: usize,
    argument: &'static str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::Null(argument));
    }
    // No object is larger than this.
    let count = count.min(isize::MAX as usize / size_of::<T>());
    // SAFETY: not NULL, the rest is promised by the caller.
    Ok(unsafe { std::slice::from_raw_parts(data, count) })
}

/// Copies text into a buffer, cut to fit and NUL-terminated, and returns its full length. NULL with
/// size 0 only asks for the length.
///
/// # Safety
/// `buffer` is NULL or `size` bytes large.
pub unsafe fn text_out(
    text: &str,
    buffer: *mut c_char,
    size: usize,
    argument: &'static str,
) -> Result<i64, Failure> {
    if buffer.is_null() && size > 0 {
        return Err(Failure::Null(argument));
    }
    if let Some(room) = size.checked_sub(1) {
        let length = text.floor_char_boundary(room);
        // SAFETY: length + 1 <= size, and the library's text is no buffer of the caller's.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), length);
            buffer.add(length).write(0);
        }
    }
    Ok(text.len() as i64)
}

/// Copies the items of a list that fit, and returns how many there are. NULL with capacity 0 only
/// asks for that.
///
/// # Safety
/// `to` is NULL or has room for `capacity` items.
pub unsafe fn list_out<T>(
    items: impl ExactSizeIterator<Item = T>,
    to: *mut T,
    capacity: usize,
    argument: &'static str,
) -> Result<i64, Failure> {
    if to.is_null() && capacity > 0 {
        return Err(Failure::Null(argument));
    }
    let count = items.len();
    for (index, item) in items.take(capacity).enumerate() {
        // SAFETY: index < capacity.
        unsafe { to.add(index).write(item) };
    }
    Ok(count as i64)
}

/// Writes a value for a caller that wants it.
///
/// # Safety
/// `place` is NULL or valid for writing; it may not be initialised yet.
pub unsafe fn optional_out<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not NULL, the rest is promised by the caller.
        unsafe { place.write(value) };
    }
}

/// A struct whose first field is its size as the other side knows it.
///
/// # Safety
/// `#[repr(C)]`, its first field is `struct_size: u32`, and it may consist of any bytes.
pub unsafe trait HasStructSize: Copy {
    /// The name in the C header.
    const NAME: &'static str;
    /// The size in the first release that had this struct.
    const FIRST_SIZE: usize;
}

/// No struct will ever be as large: its size was not initialised.
const ABSURD_SIZE: u32 = 1 << 16;
const SIZE_FIELD: usize = size_of::<u32>();

/// # Safety
/// `pointer` is not NULL and begins with a `struct_size`.
unsafe fn size_of_record<T: HasStructSize>(pointer: *const T) -> Result<usize, Failure> {
    // SAFETY: promised by the caller; it need not be aligned.
    let size = unsafe { pointer.cast::<u32>().read_unaligned() };
    if (size as usize) < T::FIRST_SIZE || size > ABSURD_SIZE {
        return Err(Failure::StructSize { name: T::NAME, size, first_size: T::FIRST_SIZE });
    }
    Ok(size as usize)
}

/// Reads a struct: fields that an older caller lacks are zero, and fields that only a newer caller
/// has must be zero.
///
/// # Safety
/// `from` is NULL or as large as its `struct_size` says.
pub unsafe fn record_in<T: HasStructSize>(
    from: *const T,
    argument: &'static str,
) -> Result<T, Failure> {
    if from.is_null() {
        return Err(Failure::Null(argument));
    }
    // SAFETY: not NULL; the size is promised by the caller.
    let size = unsafe { size_of_record(from) }?;
    let known = size.min(size_of::<T>());
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: `known` bytes are inside both; any bytes make a T.
    let value = unsafe {
        ptr::copy_nonoverlapping(from.cast::<u8>(), value.as_mut_ptr().cast(), known);
        value.assume_init()
    };
    // SAFETY: the tail lies between the known size and the struct's own.
    let tail_is_zero =
        (known..size).all(|offset| unsafe { from.cast::<u8>().add(offset).read() } == 0);
    if tail_is_zero {
        Ok(value)
    } else {
        Err(Failure::UnknownField { name: T::NAME, size: size as u32, known })
    }
}

/// The caller's memory for a struct, its size checked.
pub struct Slot<T> {
    to: *mut T,
    size: usize,
}

impl<T: HasStructSize> Slot<T> {
    /// # Safety
    /// `to` is NULL or as large as its `struct_size` says, until the slot is used.
    pub unsafe fn new(to: *mut T, argument: &'static str) -> Result<Slot<T>, Failure> {
        if to.is_null() {
            return Err(Failure::Null(argument));
        }
        // SAFETY: not NULL; the size is promised by the caller.
        let size = unsafe { size_of_record(to) }?;
        Ok(Slot { to, size })
    }

    /// A slot that may be missing: NULL gives `None` and is no error.
    ///
    /// # Safety
    /// As for [`Slot::new`].
    pub unsafe fn optional(to: *mut T, argument: &'static str) -> Result<Option<Slot<T>>, Failure> {
        if to.is_null() {
            return Ok(None);
        }
        // SAFETY: promised by the caller.
        unsafe { Slot::new(to, argument) }.map(Some)
    }

    /// Writes what fits, zeroes the rest, and leaves the caller's `struct_size`.
    pub fn write(self, value: &T) {
        let to = self.to.cast::<u8>();
        let known = self.size.min(size_of::<T>());
        // SAFETY: all of it lies within the size that was promised in `new`.
        unsafe {
            ptr::copy_nonoverlapping(
                ptr::from_ref(value).cast::<u8>().add(SIZE_FIELD),
                to.add(SIZE_FIELD),
                known - SIZE_FIELD,
            );
            ptr::write_bytes(to.add(known), 0, self.size - known);
        }
    }
}
