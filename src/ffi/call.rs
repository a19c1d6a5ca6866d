//! What a call gets from the host, and what it returns: pointers, text and the sizes of structs
//! checked, failures recorded, panics caught.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::ffi::constants::{SEAJAY_ERR_NULL, SEAJAY_ERR_PANIC, SEAJAY_LOG_WARNING, SEAJAY_OK};
use crate::ffi::engine_handle::SeajayEngine;
use crate::ffi::failure::Failure;
use crate::ffi::handles::{Held, Pgn, SeajayGame, SeajayPgn, SeajayPool};
use crate::ffi::last_error;
use crate::ffi::room::Room;
use crate::game::Game;
use crate::panics::{catch, panic_text};
use crate::pool::Pool;

/// The return value of a call that returns only a status.
pub fn status(result: Result<(), i32>) -> i32 {
    result.err().unwrap_or(SEAJAY_OK as i32)
}

/// The return value of a call that returns a number, or a status if it fails.
pub fn number<T: From<i32>>(result: Result<T, i32>) -> T {
    result.unwrap_or_else(T::from)
}

/// Runs a call that cannot fail, and has nothing to check.
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

/// A call of an exported function. It reads and writes what the function's pointers point to;
/// whatever it hands out ends with it, and so with the call.
pub struct Call(());

impl Call {
    /// # Safety
    /// The methods get only the arguments of one exported function, or pointers in structs among
    /// them, and these are as [`ffi`](crate::ffi) asks for. The value lives no longer than the call.
    pub unsafe fn new() -> Call {
        Call(())
    }

    /// Runs a call on an engine that may be broken. The status of a failure is negative.
    pub fn on_any_engine<T>(
        &self,
        engine: *const SeajayEngine,
        f: impl FnOnce(&SeajayEngine) -> Result<T, Failure>,
    ) -> Result<T, i32> {
        let Ok(engine) = self.object(engine, "engine") else {
            last_error::set(format_args!("{}", Failure::Null("engine")));
            return Err(SEAJAY_ERR_NULL as i32);
        };
        let outcome = catch(|| {
            f(engine).map_err(|failure| {
                if !matches!(failure, Failure::Panic | Failure::Timeout { .. }) {
                    engine.log(SEAJAY_LOG_WARNING, format_args!("{failure}"));
                }
                // After the log, whose callback may make calls that fail themselves.
                engine.record(&failure);
                failure.status() as i32
            })
        });
        outcome.unwrap_or_else(|payload| {
            engine.break_down(&payload);
            engine.record(&Failure::Panic);
            Err(SEAJAY_ERR_PANIC as i32)
        })
    }

    /// Runs a call on an engine that must not be broken.
    pub fn on_engine<T>(
        &self,
        engine: *const SeajayEngine,
        f: impl FnOnce(&SeajayEngine) -> Result<T, Failure>,
    ) -> Result<T, i32> {
        self.on_any_engine(engine, |engine| {
            engine.check()?;
            f(engine)
        })
    }

    /// Runs a call on a game.
    pub fn on_game<T>(
        &self,
        game: *const SeajayGame,
        f: impl FnOnce(&mut Game) -> Result<T, Failure>,
    ) -> Result<T, i32> {
        attempt(|| f(&mut *self.game(game, "game")?))
    }

    /// Runs a call on a PGN.
    pub fn on_pgn<T>(
        &self,
        pgn: *const SeajayPgn,
        f: impl FnOnce(&mut Pgn) -> Result<T, Failure>,
    ) -> Result<T, i32> {
        attempt(|| f(&mut *self.object(pgn, "pgn")?.lock()?))
    }

    /// The game of a handle, once no other call uses it.
    pub fn game(
        &self,
        game: *const SeajayGame,
        argument: &'static str,
    ) -> Result<Held<'_, Game>, Failure> {
        self.object(game, argument)?.lock()
    }

    /// The pool of a handle, which may be NULL.
    pub fn optional_pool(&self, pool: *const SeajayPool) -> Option<Pool> {
        self.object(pool, "pool").ok().map(SeajayPool::pool)
    }

    /// What a pointer points to. Nothing that has a pointer is ever borrowed exclusively.
    pub fn object<T: Handle>(
        &self,
        object: *const T,
        argument: &'static str,
    ) -> Result<&T, Failure> {
        // SAFETY: NULL or alive during the call, promised in `new`.
        unsafe { object.as_ref() }.ok_or(Failure::Null(argument))
    }

    /// Text that may be NULL.
    pub fn optional_text(
        &self,
        text: *const c_char,
        argument: &'static str,
    ) -> Result<Option<&str>, Failure> {
        if text.is_null() {
            return Ok(None);
        }
        // SAFETY: not NULL; that it ends with a NUL, and does not change, is promised in `new`.
        let text = unsafe { CStr::from_ptr(text) };
        let text = text
            .to_str()
            .map_err(|error| Failure::InvalidUtf8 { argument, valid_bytes: error.valid_up_to() })?;
        Ok(Some(text))
    }

    /// Text that may not be NULL.
    pub fn text(&self, text: *const c_char, argument: &'static str) -> Result<&str, Failure> {
        self.optional_text(text, argument)?.ok_or(Failure::Null(argument))
    }

    /// Bytes that are not NULL.
    pub fn bytes(
        &self,
        data: *const c_void,
        size: usize,
        argument: &'static str,
    ) -> Result<&[u8], Failure> {
        if data.is_null() {
            return Err(Failure::Null(argument));
        }
        self.list(data.cast(), size, argument)
    }

    /// The elements of an array, which may only be NULL if there are none.
    pub fn list<T: Plain>(
        &self,
        data: *const T,
        count: usize,
        argument: &'static str,
    ) -> Result<&[T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        if data.is_null() {
            return Err(Failure::Null(argument));
        }
        // No object is larger than this.
        let count = count.min(isize::MAX as usize / size_of::<T>());
        // SAFETY: not NULL; that there are as many, unchanged, is promised in `new`.
        Ok(unsafe { std::slice::from_raw_parts(data, count) })
    }

    /// Copies text into a buffer, cut to fit and NUL-terminated, and returns its full length. NULL
    /// with size 0 only asks for the length.
    pub fn text_out(
        &self,
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
            // SAFETY: length + 1 <= size, which is promised in `new`, and the library's text is no
            // buffer of the caller's.
            unsafe {
                ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), length);
                buffer.add(length).write(0);
            }
        }
        Ok(text.len() as i64)
    }

    /// Copies the items of a list that fit, and returns how many there are. NULL with capacity 0
    /// only asks for that.
    pub fn list_out<T: Plain>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        to: *mut T,
        capacity: usize,
        argument: &'static str,
    ) -> Result<i64, Failure> {
        let count = items.len();
        let room = self.room(to, capacity, argument)?;
        for (index, item) in items.take(capacity).enumerate() {
            room.put(index, item);
        }
        Ok(count as i64)
    }

    /// Room for some items, which may only be NULL if there is none.
    pub fn room<T: Plain>(
        &self,
        to: *mut T,
        capacity: usize,
        argument: &'static str,
    ) -> Result<Room<'_, T>, Failure> {
        if to.is_null() && capacity > 0 {
            return Err(Failure::Null(argument));
        }
        // SAFETY: that there is as much is promised in `new`.
        Ok(unsafe { Room::new(to, capacity) })
    }

    /// Room for one value.
    pub fn out<T: Plain>(
        &self,
        to: *mut T,
        argument: &'static str,
    ) -> Result<Room<'_, T>, Failure> {
        self.room(to, 1, argument)
    }

    /// Writes a value for a caller that wants it.
    pub fn optional_out<T: Plain>(&self, to: *mut T, value: T) {
        if let Ok(room) = self.out(to, "") {
            room.write(value);
        }
    }

    /// Reads a struct: fields that an older caller lacks are zero, and fields that only a newer
    /// caller has must be zero.
    pub fn record<T: HasStructSize>(
        &self,
        from: *const T,
        argument: &'static str,
    ) -> Result<T, Failure> {
        let size = self.size_of_record(from, argument)?;
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
    pub fn slot<T: HasStructSize>(
        &self,
        to: *mut T,
        argument: &'static str,
    ) -> Result<Slot<'_, T>, Failure> {
        let size = self.size_of_record(to, argument)?;
        Ok(Slot { to, size, call: PhantomData })
    }

    /// A slot that may be missing: NULL gives `None` and is no error.
    pub fn optional_slot<T: HasStructSize>(
        &self,
        to: *mut T,
        argument: &'static str,
    ) -> Result<Option<Slot<'_, T>>, Failure> {
        if to.is_null() { Ok(None) } else { self.slot(to, argument).map(Some) }
    }

    fn size_of_record<T: HasStructSize>(
        &self,
        record: *const T,
        argument: &'static str,
    ) -> Result<usize, Failure> {
        let size = NonNull::new(record.cast_mut()).ok_or(Failure::Null(argument))?.cast::<u32>();
        // SAFETY: not NULL; that it begins with its size is promised in `new`. It need not be
        // aligned.
        let size = unsafe { size.read_unaligned() };
        if (size as usize) < T::FIRST_SIZE || size > ABSURD_SIZE {
            return Err(Failure::StructSize { name: T::NAME, size, first_size: T::FIRST_SIZE });
        }
        Ok(size as usize)
    }
}

/// What the host has only a pointer to.
pub trait Handle {}

impl Handle for SeajayEngine {}
impl Handle for SeajayGame {}
impl Handle for SeajayPgn {}
impl Handle for SeajayPool {}

/// A value that is as large for every host, old or new, and that the host may make of any bytes.
///
/// # Safety
/// It is so: never a struct that has its size in it.
pub unsafe trait Plain: Copy {}

// SAFETY: a number, as are those below.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
// SAFETY: as above.
unsafe impl Plain for i32 {}
// SAFETY: as above.
unsafe impl Plain for i64 {}
// SAFETY: two numbers.
unsafe impl Plain for [f64; 2] {}

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

/// The caller's memory for a struct, its size checked.
pub struct Slot<'c, T> {
    to: *mut T,
    size: usize,
    call: PhantomData<&'c Call>,
}

impl<T: HasStructSize> Slot<'_, T> {
    /// Writes what fits, zeroes the rest, and leaves the caller's `struct_size`.
    pub fn write(self, value: &T) {
        let to = self.to.cast::<u8>();
        let known = self.size.min(size_of::<T>());
        // SAFETY: all of it lies within the size that was promised in `Call::new`.
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
