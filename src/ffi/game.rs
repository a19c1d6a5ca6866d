//! The handle of a game: a game behind a mutex.

use std::sync::{Mutex, MutexGuard};

use crate::ffi::boundary;
use crate::ffi::failure::Failure;
use crate::game::Game;

/// A position with the moves that led to it. Created by seajay_game_new(), freed by
/// seajay_game_free().
pub struct SeajayGame {
    game: Mutex<Game>,
}

impl SeajayGame {
    /// A new handle on the heap, or NULL when memory is exhausted.
    pub(super) fn allocate() -> *mut SeajayGame {
        boundary::allocate(SeajayGame { game: Mutex::new(Game::new()) })
    }

    /// Waits until no other call uses the game. Fails if a panic may have left it half changed.
    pub(super) fn lock(&self) -> Result<MutexGuard<'_, Game>, Failure> {
        self.game.lock().map_err(|_| Failure::Broken("game"))
    }
}

/// The game of a handle.
///
/// # Safety
/// NULL or a living handle.
pub unsafe fn game<'a>(
    game: *const SeajayGame,
    argument: &'static str,
) -> Result<MutexGuard<'a, Game>, Failure> {
    // SAFETY: promised by the caller.
    unsafe { handle(game, argument) }?.lock()
}

/// A handle that is not NULL.
///
/// # Safety
/// NULL or a living handle.
pub unsafe fn handle<'a>(
    game: *const SeajayGame,
    argument: &'static str,
) -> Result<&'a SeajayGame, Failure> {
    // SAFETY: promised by the caller; a handle is never borrowed exclusively.
    unsafe { game.as_ref() }.ok_or(Failure::Null(argument))
}
