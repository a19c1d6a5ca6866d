//! Handles on the heap: their memory may be exhausted, which `Box` cannot say.

use std::alloc::{Layout, alloc, dealloc};

use crate::ffi::failure::Failure;
use crate::ffi::last_error;

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
