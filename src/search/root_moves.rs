//! The moves that a search may begin with.

use shakmaty::Move;

use crate::error::Error;
use crate::game::RootPosition;
use crate::movegen::for_each_legal;
use crate::moves::MAX_MOVES;
use crate::notation::{illegal_move, parse_uci};
use crate::position::Position;
use crate::tb::{Tablebase, Verdict};

/// The moves a search may begin with.
#[derive(Default)]
pub struct RootMoves {
    moves: Vec<Move>,
    restricted: bool,
    /// What the endgame tablebases say about the position.
    verdict: Option<Verdict>,
}

impl RootMoves {
    /// No moves, with room for those of any position.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn with_room() -> Result<RootMoves, Error> {
        let mut root_moves = RootMoves::default();
        let room = root_moves.moves.try_reserve_exact(MAX_MOVES);
        room.map_err(|_| Error::out_of_memory("the moves"))?;
        Ok(root_moves)
    }

    /// Becomes all legal moves of a position, or those that `wanted` names in UCI notation.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IllegalMove`].
    pub fn find(&mut self, position: &Position, wanted: &str) -> Result<(), Error> {
        self.moves.clear();
        self.verdict = None;
        for word in wanted.split_ascii_whitespace() {
            let m = parse_uci(position, word)
                .map_err(|reason| illegal_move("search move", word, &reason, position))?;
            if !self.moves.contains(&m) {
                self.moves.push(m);
            }
        }
        self.restricted = !self.moves.is_empty();
        if !self.restricted {
            for_each_legal(position, |m| self.moves.push(m));
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

    /// Leaves only the moves that keep the result, where the endgame tablebases know it.
    pub fn probe_tb(&mut self, tables: &Tablebase, root: &RootPosition) {
        self.verdict = tables.keep_best(&root.position, root.keys(), &mut self.moves);
    }

    /// What the tables say about the position.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Are some legal moves left out, or may they be?
    pub fn are_restricted(&self) -> bool {
        self.restricted
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// May the search begin with this move?
    pub fn contains(&self, m: Move) -> bool {
        self.moves.contains(&m)
    }
}
