//! Lists of moves, and the lines of play from the root: one being searched, and the best of each rank.

use crate::board::Move;
use crate::error::Error;
use crate::options::MAX_LINES;
use crate::score::{Bound, MAX_PLY, Score};

/// A list of moves. Those for which there is no room are left out.
pub struct Moves<const ROOM: usize> {
    moves: [Move; ROOM],
    length: usize,
}

/// A line of play.
pub type Line = Moves<MAX_PLY>;

impl<const ROOM: usize> Clone for Moves<ROOM> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies the moves that there are, which are few beside the room for more.
    fn clone_from(&mut self, from: &Self) {
        self.moves[..from.length].copy_from_slice(from.as_slice());
        self.length = from.length;
    }
}

impl<const ROOM: usize> Default for Moves<ROOM> {
    fn default() -> Self {
        Moves { moves: [Move::NONE; ROOM], length: 0 }
    }
}

impl<const ROOM: usize> Moves<ROOM> {
    /// The moves, the first one first.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.length]
    }

    pub fn first(&self) -> Option<Move> {
        self.as_slice().first().copied()
    }

    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Appends a move, if there is room.
    pub fn push(&mut self, m: Move) {
        if let Some(place) = self.moves.get_mut(self.length) {
            *place = m;
            self.length += 1;
        }
    }

    /// Keeps at most `length` moves.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Sets the list to a move and those after it.
    pub fn set(&mut self, first: Move, rest: &Self) {
        let tail = rest.as_slice();
        let tail = &tail[..tail.len().min(ROOM - 1)];
        self.moves[0] = first;
        self.moves[1..=tail.len()].copy_from_slice(tail);
        self.length = tail.len() + 1;
    }
}

/// A line from the root, and what is known of it.
#[derive(Default)]
pub struct RootLine {
    pub moves: Line,
    pub score: Score,
    pub bound: Bound,
    /// The depth to which it was searched.
    pub depth: i32,
    /// Whether it was searched with the memory of further lines.
    pub further: bool,
}

impl Clone for RootLine {
    fn clone(&self) -> RootLine {
        RootLine { moves: self.moves.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &RootLine) {
        let RootLine { moves, score, bound, depth, further } = from;
        self.moves.clone_from(moves);
        (self.score, self.bound, self.depth) = (*score, *bound, *depth);
        self.further = *further;
    }
}

impl RootLine {
    /// How the score relates to the true score. A mate that the moves do not reach is a bound: it
    /// may be shorter. No score is above a mate in one.
    pub fn bound(&self) -> Bound {
        let plies = (Score::MATE.0 - self.score.0.abs()) as usize;
        let is_exact = self.bound == Bound::Exact || self.score == Score::mate_in(1);
        if is_exact && self.score.is_mate() && self.moves.as_slice().len() != plies {
            return if self.score.is_win() { Bound::Lower } else { Bound::Upper };
        }
        if is_exact { Bound::Exact } else { self.bound }
    }
}

/// The best lines, each beginning with a different move (`MultiPV`): those of the last finished
/// iteration, best first, and those that the running one has found so far. An iteration finds one
/// after the other, each the best of the moves that no line of it begins with; in which order they
/// rank is known when all are found.
pub struct RootLines {
    list: Vec<RootLine>,
    found: Vec<RootLine>,
    /// The number of lines of an iteration.
    wanted: usize,
}

impl RootLines {
    /// Room for as many lines as there may be.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new() -> Result<RootLines, Error> {
        Ok(RootLines { list: room()?, found: room()?, wanted: 1 })
    }

    /// Resets the lines for a search of these moves, with at most `max` lines. Until one has been
    /// searched, the best line is the first move with a score to begin with; without legal moves it
    /// is empty.
    pub fn begin(&mut self, moves: &[Move], max: usize, score: Score) {
        self.found.clear();
        self.wanted = max.min(moves.len()).max(1);
        self.list.resize_with(1, RootLine::default);
        let line = &mut self.list[0];
        (line.score, line.bound, line.depth, line.further) = (score, Bound::Lower, 0, false);
        line.moves.clear();
        if let Some(&m) = moves.first() {
            line.moves.push(m);
        }
    }

    /// The lines of the last finished iteration, best first.
    pub fn as_slice(&self) -> &[RootLine] {
        &self.list
    }

    /// Those that have been searched.
    pub fn searched(&self) -> impl Iterator<Item = &RootLine> {
        self.list.iter().filter(|line| line.depth > 0)
    }

    pub fn best(&self) -> &RootLine {
        &self.list[0]
    }

    /// Replaces the moves of a line, given by its rank.
    pub fn set_moves(&mut self, index: usize, moves: &Line) {
        self.list[index].moves.clone_from(moves);
    }

    /// Sets the score of a game that is over; there is no line.
    pub fn set_outcome(&mut self, score: Score) {
        (self.list[0].score, self.list[0].bound) = (score, Bound::Exact);
    }

    /// Whether there is only one line.
    pub fn is_single(&self) -> bool {
        self.wanted == 1
    }

    /// The number of lines that this iteration has found.
    pub fn found(&self) -> usize {
        self.found.len()
    }

    /// Begins an iteration, which has found no line yet.
    pub fn begin_iteration(&mut self) {
        self.found.clear();
    }

    /// Whether this iteration has found all its lines.
    pub fn is_complete(&self) -> bool {
        self.found.len() == self.wanted
    }

    /// Sets a line to what is expected of the next one: the best line of the last iteration whose
    /// first move is not taken.
    pub fn expect(&self, line: &mut RootLine) {
        match self.list.iter().find(|old| !old.moves.first().is_some_and(|m| self.have(m))) {
            Some(old) => line.clone_from(old),
            None => {
                line.moves.clear();
                line.depth = 0;
            }
        }
    }

    /// Whether this iteration has found a line that begins with this move.
    pub fn have(&self, m: Move) -> bool {
        self.found.iter().any(|line| line.moves.first() == Some(m))
    }

    /// Adds the next line that the iteration has found, where its score ranks it.
    pub fn push(&mut self, line: &RootLine) {
        let rank = self.found.partition_point(|better| better.score >= line.score);
        self.found.insert(rank, line.clone());
    }

    /// Ends an iteration: its lines are the lines now.
    pub fn end_iteration(&mut self) {
        std::mem::swap(&mut self.list, &mut self.found);
        self.found.clear();
    }

    /// Ends an iteration that is unfinished, with the line it was about to find. A single line is
    /// kept: the old best move is searched first, so this is a better move, or a new bound on the old
    /// one. Several lines are those of the last finished iteration; if there is none, those that have
    /// been found.
    pub fn take_unfinished(&mut self, line: &RootLine) {
        let best = self.best();
        let is_exact = best.bound == Bound::Exact;
        let is_mate = is_exact && best.score.is_mate() && best.score.is_win();
        // Another worker's lines may have come meanwhile: then this one is of an earlier iteration.
        // A line that says the same is not taken again: its moves may have been reported.
        let says = |line: &RootLine| (line.score, line.bound, line.moves.first());
        let is_same = says(line) == says(best);
        let is_new = line.depth > best.depth || line.depth == best.depth && !is_exact && !is_same;
        if line.depth > 0 && self.is_single() {
            if is_new && !(is_mate && line.score <= best.score) {
                self.list[0].clone_from(line);
            }
        } else if best.depth == 0 {
            let is_new = line.depth > 0 && !line.moves.first().is_some_and(|m| self.have(m));
            if is_new {
                self.push(line);
            }
            if !self.found.is_empty() {
                self.end_iteration();
            }
        }
        self.found.clear();
    }

    /// Replaces all lines by a single one.
    pub fn set_only(&mut self, line: &RootLine) {
        self.begin_iteration();
        self.push(line);
        self.end_iteration();
    }

    /// Replaces all lines by those of another worker.
    pub fn replace_by(&mut self, lines: &[RootLine]) {
        lines.clone_into(&mut self.list);
        self.found.clear();
    }
}

/// The size of [`room`] in bytes.
pub const ROOM_BYTES: usize = MAX_LINES * size_of::<RootLine>();

/// Room for as many lines as there may be.
///
/// # Errors
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
pub fn room() -> Result<Vec<RootLine>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(MAX_LINES).map_err(|_| Error::out_of_memory("the lines"))?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    /// A rook goes from a1 to a square.
    fn to(to: Square) -> Move {
        Move::normal(Square::A1, to)
    }

    fn line(first: Move, score: i32, bound: Bound, depth: i32) -> RootLine {
        let mut moves = Line::default();
        moves.push(first);
        RootLine { moves, score: Score(score), bound, depth, further: false }
    }

    /// The result of an iteration to depth 8 with these scores, and of an unfinished one after it
    /// that has found some lines and was searching for another.
    fn after(
        scores: &[i32],
        found: &[RootLine],
        unfinished: &RootLine,
    ) -> Vec<(Option<Move>, i32)> {
        let moves = [Square::A2, Square::A3, Square::A4].map(to);
        let mut lines = RootLines::new().expect("memory");
        lines.begin(&moves, scores.len().max(1), Score::DRAW);
        for (&m, &score) in moves.iter().zip(scores) {
            lines.push(&line(m, score, Bound::Exact, 8));
        }
        if !scores.is_empty() {
            assert!(lines.is_complete());
            lines.end_iteration();
        }
        found.iter().for_each(|line| lines.push(line));
        lines.take_unfinished(unfinished);
        lines.as_slice().iter().map(|l| (l.moves.first(), l.score.0)).collect()
    }

    #[test]
    fn lines_are_sorted_by_what_was_found_and_stay_until_all_are_found_again() {
        let [a, b, c] = [Square::A2, Square::A3, Square::A4].map(to);
        let sorted = [(Some(b), 50), (Some(c), 20), (Some(a), -60)];
        let nothing = RootLine::default();
        assert_eq!(after(&[-60, 50, 20], &[], &nothing), sorted);
        let found = [line(b, -70, Bound::Exact, 9)];
        assert_eq!(after(&[-60, 50, 20], &found, &line(c, 30, Bound::Lower, 9)), sorted);
    }

    #[test]
    fn of_a_first_iteration_what_was_searched_is_kept() {
        let [a, b, c] = [Square::A2, Square::A3, Square::A4].map(to);
        let mut lines = RootLines::new().expect("memory");
        lines.begin(&[a, b, c], 3, Score::DRAW);
        assert_eq!((lines.searched().count(), lines.best().moves.first()), (0, Some(a)));
        lines.push(&line(c, 10, Bound::Exact, 1));
        lines.take_unfinished(&line(b, 40, Bound::Lower, 1));
        let firsts: Vec<_> = lines.searched().map(|line| line.moves.first()).collect();
        assert_eq!(firsts, [Some(b), Some(c)]);
    }

    #[test]
    fn a_line_that_was_reported_stays_as_it_was() {
        let [a, b] = [Square::A2, Square::A3].map(to);
        let mut lines = RootLines::new().expect("memory");
        lines.begin(&[a, b], 1, Score::DRAW);
        let mut known = line(a, 40, Bound::Lower, 5);
        lines.take_unfinished(&known);
        known.moves.push(to(Square::A6));
        lines.take_unfinished(&known);
        assert_eq!(lines.best().moves.as_slice(), [a]);
        known.score = Score(60);
        lines.take_unfinished(&known);
        assert_eq!(lines.best().moves.as_slice(), known.moves.as_slice());
    }

    #[test]
    fn a_single_line_is_believed_before_its_iteration_ends() {
        let [old, other] = [Square::A2, Square::A3].map(to);
        let is = |m, score| vec![(Some(m), score)];
        assert_eq!(after(&[50], &[], &line(other, 70, Bound::Lower, 9)), is(other, 70));
        assert_eq!(after(&[50], &[], &line(old, 20, Bound::Upper, 9)), is(old, 20));
        assert_eq!(after(&[50], &[], &RootLine::default()), is(old, 50));
        let mate = Score::mate_in(5).0;
        let found = after(&[mate], &[], &line(other, 900, Bound::Lower, 9));
        assert_eq!(found, is(old, mate), "a mate that was found stays found");
    }

    #[test]
    fn a_mate_that_the_moves_do_not_reach_is_a_bound() {
        let mut line = line(to(Square::A2), Score::mate_in(3).0, Bound::Exact, 8);
        assert_eq!(line.bound(), Bound::Lower);
        line.moves.push(to(Square::A3));
        line.moves.push(to(Square::A4));
        assert_eq!(line.bound(), Bound::Exact);
        line.score = Score::mated_in(4);
        assert_eq!(line.bound(), Bound::Upper);
        line.score = Score(50);
        assert_eq!(line.bound(), Bound::Exact);
    }
}
