//! The lines of play from the root: one being searched, and the best of each rank.

use shakmaty::Move;

use crate::error::Error;
use crate::moves::NO_MOVE;
use crate::options::MAX_LINES;
use crate::score::{Bound, MAX_PLY, Score};

/// A line of play.
pub struct Line {
    moves: [Move; MAX_PLY],
    length: usize,
}

impl Clone for Line {
    fn clone(&self) -> Line {
        let mut line = Line::default();
        line.clone_from(self);
        line
    }

    /// Copies the moves that there are, which are few beside the room for more.
    fn clone_from(&mut self, from: &Line) {
        self.moves[..from.length].copy_from_slice(from.as_slice());
        self.length = from.length;
    }
}

impl Default for Line {
    fn default() -> Line {
        Line { moves: [NO_MOVE; MAX_PLY], length: 0 }
    }
}

impl Line {
    /// The moves of the line.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.length]
    }

    /// The first move.
    pub fn first(&self) -> Option<Move> {
        self.as_slice().first().copied()
    }

    /// Removes all moves.
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

    /// Sets the line to a move and the best line after it.
    pub fn set(&mut self, first: Move, rest: &Line) {
        let tail = rest.as_slice();
        let tail = &tail[..tail.len().min(MAX_PLY - 1)];
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
}

impl Clone for RootLine {
    fn clone(&self) -> RootLine {
        RootLine { moves: self.moves.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &RootLine) {
        let RootLine { moves, score, bound, depth } = from;
        self.moves.clone_from(moves);
        (self.score, self.bound, self.depth) = (*score, *bound, *depth);
    }
}

/// The best lines, each beginning with a different move (`MultiPV`). An iteration finds them one
/// after the other, best first: each is the best line whose first move is not taken by a better
/// one. Lines that the iteration has not found yet are those of the last iteration.
pub struct RootLines {
    list: Vec<RootLine>,
    /// The number of lines that this iteration has found.
    found: usize,
}

impl RootLines {
    /// Room for as many lines as there may be.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new() -> Result<RootLines, Error> {
        Ok(RootLines { list: room()?, found: 0 })
    }

    /// Resets the lines for a search, at most `max` of them: moves and a score to begin with.
    /// There always is a first line; without legal moves it is empty.
    pub fn begin(&mut self, moves: &[Move], max: usize, score: Score) {
        self.list.resize_with(max.min(moves.len()).max(1), RootLine::default);
        for (index, line) in self.list.iter_mut().enumerate() {
            (line.score, line.bound, line.depth) = (score, Bound::Lower, 0);
            line.moves.clear();
            if let Some(&m) = moves.get(index) {
                line.moves.push(m);
            }
        }
        self.found = 0;
    }

    /// The lines, best first.
    pub fn as_slice(&self) -> &[RootLine] {
        &self.list
    }

    /// The best line.
    pub fn best(&self) -> &RootLine {
        &self.list[0]
    }

    /// The last line. If the lines are not all of one iteration, it is from the earlier one.
    pub fn last(&self) -> &RootLine {
        &self.list[self.list.len() - 1]
    }

    /// Replaces the moves of a line, given by its rank.
    pub fn set_moves(&mut self, index: usize, moves: &Line) {
        self.list[index].moves.clone_from(moves);
    }

    /// Turns the score of a line into a bound, because the mate may be shorter.
    pub fn set_mate_bound(&mut self, index: usize) {
        let line = &mut self.list[index];
        line.bound = if line.score.is_win() { Bound::Lower } else { Bound::Upper };
    }

    /// Sets the score of a game that is over; there is no line.
    pub fn set_outcome(&mut self, score: Score) {
        (self.list[0].score, self.list[0].bound) = (score, Bound::Exact);
    }

    /// Whether there is only one line.
    pub fn is_single(&self) -> bool {
        self.list.len() == 1
    }

    /// The number of lines that this iteration has found.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Begins an iteration, which has found no line yet.
    pub fn begin_iteration(&mut self) {
        self.found = 0;
    }

    /// The last iteration's line of the rank to be found next; `None` when all are found.
    pub fn next(&self) -> Option<&RootLine> {
        self.list.get(self.found)
    }

    /// Whether this iteration has found a line that begins with this move.
    pub fn have(&self, m: Move) -> bool {
        self.list[..self.found].iter().any(|line| line.moves.first() == Some(m))
    }

    /// The upper limit of the next line's score: the line before it was the best of all moves left.
    pub fn max_score(&self) -> Score {
        self.list[..self.found].last().map_or(Score::INFINITE, |line| line.score)
    }

    /// Adds the next line that the iteration has found.
    pub fn push(&mut self, line: &RootLine) {
        self.put(line);
        self.found += 1;
    }

    /// Puts a line at the rank to be found next. The old line with the same first move is removed,
    /// otherwise the last.
    fn put(&mut self, line: &RootLine) {
        let rest = &mut self.list[self.found..];
        let same = |old: &RootLine| old.moves.first() == line.moves.first();
        let gone = rest.iter().position(same).unwrap_or(rest.len() - 1);
        rest[..=gone].rotate_right(1);
        rest[0].clone_from(line);
    }

    /// Ends an iteration that is unfinished, with the line it was about to find. That line is used
    /// if it is a first line with a new best move, since iterations begin with the old one, which
    /// is thereby refuted; or if it has the old move and is still as good as all others.
    pub fn take_unfinished(&mut self, line: &RootLine) {
        let best = self.best();
        let is_mate = best.score.is_mate() && best.score.is_win() && best.bound == Bound::Exact;
        if is_mate && line.score <= best.score {
            // A mate that was found stays found.
            return self.keep_in_order();
        }
        let is_other = line.moves.first() != self.best().moves.first();
        let second = self.list[1..].iter().map(|old| old.score).max();
        let is_best = is_other || second.is_none_or(|second| line.score >= second);
        if self.found == 0 && is_best {
            self.put(line);
        }
        self.keep_in_order();
    }

    /// Caps the scores of older lines, which may claim to be better than those this iteration has
    /// found: it refutes them, or would have searched them later.
    fn keep_in_order(&mut self) {
        for at in 1..self.list.len() {
            let max = self.list[at - 1].score;
            let line = &mut self.list[at];
            if line.score > max {
                (line.score, line.bound) = (max, Bound::Upper);
            }
        }
    }

    /// Replaces all lines by those of another worker.
    pub fn clone_from(&mut self, lines: &[RootLine]) {
        lines.clone_into(&mut self.list);
        self.found = lines.len();
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
    use shakmaty::{Role, Square};

    use super::*;

    /// A rook goes from a1 to a square.
    fn to(to: Square) -> Move {
        Move::Normal { role: Role::Rook, from: Square::A1, capture: None, to, promotion: None }
    }

    fn line(first: Move, score: i32, bound: Bound, depth: i32) -> RootLine {
        let mut moves = Line::default();
        moves.push(first);
        RootLine { moves, score: Score(score), bound, depth }
    }

    /// The result of three lines of depth 8 after an unfinished iteration ends with a line.
    fn after(unfinished: &RootLine) -> Vec<(Option<Move>, i32, Bound)> {
        let moves = [Square::A2, Square::A3, Square::A4].map(to);
        let mut lines = RootLines::new().expect("memory");
        lines.begin(&moves, 3, Score::DRAW);
        for (m, score) in moves.into_iter().zip([50, 10, -60]) {
            lines.push(&line(m, score, Bound::Exact, 8));
        }
        lines.begin_iteration();
        lines.take_unfinished(unfinished);
        lines.as_slice().iter().map(|l| (l.moves.first(), l.score.0, l.bound)).collect()
    }

    #[test]
    fn an_iteration_that_refutes_the_best_move_is_believed_before_its_end() {
        let [old, second, last] = [Square::A2, Square::A3, Square::A4].map(to);
        let found = after(&line(last, -50, Bound::Lower, 9));
        let is = |m, score, bound| (Some(m), score, bound);
        let held_down = |m| is(m, -50, Bound::Upper);
        assert_eq!(found, [is(last, -50, Bound::Lower), held_down(old), held_down(second)]);
        let found = after(&line(to(Square::A5), 70, Bound::Lower, 9));
        assert_eq!(found[..2], [is(to(Square::A5), 70, Bound::Lower), is(old, 50, Bound::Exact)]);
    }

    #[test]
    fn the_best_move_stays_as_it_was_where_others_may_have_become_better() {
        let [old, second, last] = [Square::A2, Square::A3, Square::A4].map(to);
        let before = [(old, 50), (second, 10), (last, -60)];
        let before = before.map(|(m, score)| (Some(m), score, Bound::Exact));
        assert_eq!(after(&line(old, -45, Bound::Upper, 9)), before);
        let found = after(&line(old, 20, Bound::Upper, 9));
        assert_eq!(found[0], (Some(old), 20, Bound::Upper));
        assert_eq!(found[1..], before[1..]);
    }
}
