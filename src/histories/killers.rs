//! Killer moves: quiet moves that refuted a sibling often refute this node too
//! (Akl and Newborn, "The principal continuation and the killer heuristic", 1977).

use crate::board::Move;
use crate::score::MAX_PLY;

/// Two distinct quiet moves for each ply, the newest first.
pub struct Killers {
    slots: [[Move; 2]; MAX_PLY],
}

impl Default for Killers {
    fn default() -> Killers {
        Killers { slots: [[Move::NONE; 2]; MAX_PLY] }
    }
}

impl Killers {
    /// The killers at a ply. They may be illegal in the position at hand.
    pub fn at(&self, ply: usize) -> [Move; 2] {
        self.slots[ply]
    }

    /// Clears the killers of a ply, which refuted moves in another part of the tree.
    pub fn forget(&mut self, ply: usize) {
        if let Some(slots) = self.slots.get_mut(ply) {
            *slots = [Move::NONE; 2];
        }
    }

    /// Stores a quiet move that caused a cutoff at a ply.
    pub fn store(&mut self, ply: usize, quiet: Move) {
        let slots = &mut self.slots[ply];
        if slots[0] != quiet {
            *slots = [quiet, slots[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_comes_first_and_both_differ() {
        let mut killers = Killers::default();
        let [a, b] = [Move(11), Move(22)];
        for quiet in [a, b, b] {
            killers.store(5, quiet);
        }
        assert_eq!(killers.at(5), [b, a]);
        killers.store(5, a);
        assert_eq!(killers.at(5), [a, b]);
        assert_eq!(killers.at(4), [Move::NONE; 2]);
        killers.forget(5);
        killers.forget(MAX_PLY);
        assert_eq!(killers.at(5), [Move::NONE; 2]);
    }
}
