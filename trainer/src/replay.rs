//! Plays stored games again and says which positions are worth learning from.

use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position as _};

use crate::games::{Game, Ply};
use crate::packed::PackedMove;

/// Earlier positions are too alike, and too random.
const FIRST_PLY: u32 = 16;
/// Scores beyond are mates.
const MOST_SCORE: u16 = 10_000;

/// Calls `visit` with each position of the game that is worth learning from, and what was
/// played there.
///
/// A static evaluation cannot see what a search sees: positions in check, and those where the
/// best move captures or promotes, would teach it the tactics of single positions.
pub fn for_each_kept(game: &Game, mut visit: impl FnMut(&Chess, Ply)) -> Result<()> {
    let mut position: Chess = game
        .start
        .parse::<Fen>()
        .context("the start position is not a FEN")?
        .into_position(CastlingMode::Standard)
        .context("the start position is not legal")?;
    for (index, &ply) in game.plies.iter().enumerate() {
        let legal = position.legal_moves();
        let played = legal.iter().copied().find(|&m| PackedMove::new(m) == ply.played);
        let played = played.with_context(|| format!("move {} is not legal", index + 1))?;
        let quiet = !played.is_capture() && !played.is_promotion();
        let kept = ply_number(&position) >= FIRST_PLY
            && ply.score.unsigned_abs() <= MOST_SCORE
            && quiet
            && !position.is_check();
        if kept {
            visit(&position, ply);
        }
        position.play_unchecked(played);
    }
    ensure!(!game.plies.is_empty(), "the game has no moves");
    Ok(())
}

/// How many plies of the whole game were played before a position.
pub fn ply_number(position: &Chess) -> u32 {
    2 * (position.fullmoves().get() - 1) + u32::from(position.turn() == Color::Black)
}

/// How many positions of the game are worth learning from.
pub fn count_kept(game: &Game) -> Result<u64> {
    let mut kept = 0;
    for_each_kept(game, |_, _| kept += 1)?;
    Ok(kept)
}
