//! Values of a thread, with the methods that those of shuttle lack.

use ::std::cell::Cell;

use shuttle::thread::LocalKey;

/// As in the standard library, of which the library uses this form only.
#[macro_export]
macro_rules! thread_local {
    ($(#[$attribute:meta])* static $name:ident: $type:ty = const { $value:expr };) => {
        $(#[$attribute])*
        static $name: $crate::Local<$type> = {
            $crate::shuttle::thread_local! { static KEY: $type = $value; }
            $crate::Local(&KEY)
        };
    };
}

pub struct Local<T: 'static>(#[doc(hidden)] pub &'static LocalKey<T>);

impl<T> Local<T> {
    pub fn with<R>(&'static self, f: impl FnOnce(&T) -> R) -> R {
        self.0.with(f)
    }
}

impl<T: Copy> Local<Cell<T>> {
    pub fn get(&'static self) -> T {
        self.with(Cell::get)
    }

    pub fn set(&'static self, value: T) {
        self.with(|cell| cell.set(value));
    }
}
