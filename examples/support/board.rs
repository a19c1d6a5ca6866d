//! A board to look at.

/// The pieces of a FEN as letters (upper case is White), rank 8 first; `None` is empty.
pub fn ranks(fen: &str) -> [[Option<char>; 8]; 8] {
    let mut ranks = [[None; 8]; 8];
    let placement = fen.split(' ').next().unwrap_or_default();
    for (rank, text) in ranks.iter_mut().zip(placement.split('/')) {
        let squares = text.chars().flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec![None; empty as usize],
            None => vec![Some(c)],
        });
        for (square, piece) in rank.iter_mut().zip(squares) {
            *square = piece;
        }
    }
    ranks
}
