//! Memory of the host's, to write to.

use std::marker::PhantomData;

/// Memory of the host's for some items, which may not be initialised yet.
pub struct Room<'h, T> {
    to: *mut T,
    capacity: usize,
    host: PhantomData<&'h ()>,
}

impl<'h, T> Room<'h, T> {
    /// # Safety
    /// There is room for `capacity` items, which the host leaves alone for as long as `'h`.
    pub unsafe fn new(to: *mut T, capacity: usize) -> Room<'h, T> {
        Room { to, capacity, host: PhantomData }
    }

    /// The same room for longer.
    ///
    /// # Safety
    /// As for [`Room::new`], whose lifetime this has.
    pub unsafe fn keep(self) -> Room<'static, T> {
        Room { to: self.to, capacity: self.capacity, host: PhantomData }
    }

    /// Writes the only item.
    pub fn write(self, item: T) {
        self.put(0, item);
    }

    /// Writes an item, and returns where it is.
    ///
    /// # Panics
    /// Beyond the room.
    pub fn put(&self, index: usize, item: T) -> *const T {
        assert!(index < self.capacity, "there is no room");
        // SAFETY: within the room, which is promised in `new`.
        unsafe {
            let place = self.to.add(index);
            place.write(item);
            place
        }
    }
}
