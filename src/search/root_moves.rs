//! The moves that a search may begin with.

use crate::board::Move;
use crate::board::movegen::for_each_legal;
use crate::board::moves::MAX_MOVES;
use crate::error::Error;
use crate::game::RootPosition;
use crate::notation::{illegal_move, parse_uci};
use crate::tb::{Tablebase, Verdict};

/// The moves a search may begin with.
#[derive(Default)]
pub struct RootMoves {
    moves: Vec<Move>,
    restricted: bool,
    /// What the endgame tablebases say about the root position.
    verdict: Option<Verdict>,
}

impl RootMoves {
    /// No moves yet, with room for the legal moves of any position.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn with_room() -> Result<RootMoves, Error> {
        let mut root_moves = RootMoves::default();
        let room = root_moves.moves.try_reserve_exact(MAX_MOVES);
        room.map_err(|_| Error::out_of_memory("the moves"))?;
        Ok(root_moves)
    }

    /// Sets the moves to all legal moves of a position, or to those that `wanted` names in UCI
    /// notation.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IllegalMove`].
    pub fn set(&mut self, root: &RootPosition, wanted: &str) -> Result<(), Error> {
        self.moves.clear();
        self.verdict = None;
        for word in wanted.split_ascii_whitespace() {
            let m = parse_uci(&root.chess, word)
                .map_err(|reason| illegal_move("search move", word, &reason, &root.chess))?;
            let m = Move::of(m);
            if !self.moves.contains(&m) {
                self.moves.push(m);
            }
        }
        self.restricted = !self.moves.is_empty();
        if !self.restricted {
            for_each_legal(&root.position, |m| self.moves.push(m));
        }
        Ok(())
    }

    /// Leaves out some moves, unless none would be left.
    pub fn leave_out(&mut self, is_out: impl Fn(Move) -> bool) {
        if !self.moves.iter().all(|&m| is_out(m)) {
            self.moves.retain(|&m| !is_out(m));
        }
        self.restricted = true;
    }

    /// Keeps only the moves that preserve the result, if the endgame tablebases cover the position,
    /// and puts those first that win soonest.
    pub fn probe_tb(&mut self, tables: &Tablebase, root: &RootPosition) {
        self.verdict = tables.keep_best(&root.position, root.keys(), &mut self.moves);
    }

    /// What the endgame tablebases say about the root position.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether legal moves are, or may be, left out, by `searchmoves` or a level. Those that the
    /// tablebases drop are never better than the rest.
    pub fn are_restricted(&self) -> bool {
        self.restricted
    }

    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the search may begin with this move.
    pub fn contains(&self, m: Move) -> bool {
        self.moves.contains(&m)
    }
}
