//! The handles of games and PGNs, each behind a mutex, and of pools.

use std::ffi::{c_char, c_void};
use std::io::{self, Read};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::error::Error;
use crate::ffi::failure::Failure;
use crate::ffi::heap;
use crate::game::Game;
use crate::panics;
use crate::pgn::{Reader, Record};
use crate::pool::Pool;

/// A mutex that knows the thread that holds it: a read callback that used what its own call holds
/// would wait for ever.
struct Lock<T> {
    value: Mutex<T>,
    /// The thread, or 0.
    holder: AtomicUsize,
}

impl<T> Lock<T> {
    fn new(value: T) -> Lock<T> {
        Lock { value: Mutex::new(value), holder: AtomicUsize::new(0) }
    }

    /// Whether this thread holds it.
    fn is_held_here(&self) -> bool {
        self.holder.load(Ordering::Relaxed) == panics::thread_token()
    }

    /// Waits until no other thread holds it. Fails if this one does, or if a panic may have left
    /// the value half changed.
    fn lock(&self, what: &'static str) -> Result<Held<'_, T>, Failure> {
        if self.is_held_here() {
            return Err(Failure::ReadCallback(what));
        }
        let value = self.value.lock().map_err(|_| Failure::Broken(what))?;
        self.holder.store(panics::thread_token(), Ordering::Relaxed);
        Ok(Held { value, holder: &self.holder })
    }
}

/// What a [`Lock`] guards, until it is dropped.
pub struct Held<'a, T> {
    value: MutexGuard<'a, T>,
    holder: &'a AtomicUsize,
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        // The mutex is still held.
        self.holder.store(0, Ordering::Relaxed);
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// A position with the moves that led to it. Created by seajay_game_new(), freed by
/// seajay_game_free().
pub struct SeajayGame {
    game: Lock<Game>,
}

impl SeajayGame {
    /// A new handle on the heap, or NULL when memory is exhausted.
    pub(super) fn allocate() -> *mut SeajayGame {
        heap::allocate(SeajayGame { game: Lock::new(Game::new()) })
    }

    /// Waits until no other call uses the game.
    pub(super) fn lock(&self) -> Result<Held<'_, Game>, Failure> {
        self.game.lock("game")
    }

    /// Whether a call further out on this thread uses the game.
    pub(super) fn is_held_here(&self) -> bool {
        self.game.is_held_here()
    }
}

/// A text with games in PGN, and what the record of one game has besides its moves: tags, comments,
/// NAGs and variations. Created by seajay_pgn_new(), freed by seajay_pgn_free().
pub struct SeajayPgn {
    pgn: Lock<Pgn>,
}

/// What the handle of a PGN has.
#[derive(Default)]
pub struct Pgn {
    pub reader: Option<Reader>,
    pub record: Record,
}

impl Pgn {
    /// Reads the next game and its record; without a text there is none.
    pub fn read(&mut self, game: &mut Game) -> Result<bool, Error> {
        self.reader.as_mut().map_or(Ok(false), |reader| reader.read(game, &mut self.record))
    }

    /// Passes over the next game, of whose record only tags and result are kept.
    pub fn skip(&mut self) -> Result<bool, Error> {
        self.reader.as_mut().map_or(Ok(false), |reader| reader.skip_game(&mut self.record))
    }
}

impl SeajayPgn {
    /// A new handle on the heap, or NULL when memory is exhausted.
    pub(super) fn allocate() -> *mut SeajayPgn {
        heap::allocate(SeajayPgn { pgn: Lock::new(Pgn::default()) })
    }

    /// Waits until no other call uses the PGN.
    pub(super) fn lock(&self) -> Result<Held<'_, Pgn>, Failure> {
        self.pgn.lock("PGN")
    }

    /// Whether a call further out on this thread uses the PGN.
    pub(super) fn is_held_here(&self) -> bool {
        self.pgn.is_held_here()
    }
}

/// The host's callback as a source of text.
pub struct Source {
    pub callback: unsafe extern "C" fn(*mut c_void, *mut c_char, usize) -> i64,
    pub user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the host, which knows from the documentation on
// which threads its callback runs.
unsafe impl Send for Source {}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Source { callback, user_data } = *self;
        let (room, size) = (buffer.as_mut_ptr().cast(), buffer.len());
        // SAFETY: the callback may write as much as it is told; the host promises that it is valid.
        let read = panics::outside(|| unsafe { callback(user_data, room, size) });
        let length = usize::try_from(read).ok().filter(|&length| length <= buffer.len());
        length.ok_or_else(|| io::Error::other(format!("the read callback returned {read}")))
    }
}

/// A few threads for the started searches of many engines. Created by seajay_pool_new().
pub struct SeajayPool {
    pool: Pool,
}

impl SeajayPool {
    /// A new handle on the heap, or NULL when memory is exhausted.
    pub(super) fn allocate(pool: Pool) -> *mut SeajayPool {
        heap::allocate(SeajayPool { pool })
    }

    /// The pool, which outlives the handle.
    pub(super) fn pool(&self) -> Pool {
        self.pool.clone()
    }
}
