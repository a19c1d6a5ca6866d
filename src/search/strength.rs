//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`). A weaker player sees less and judges less
//! exactly: the search visits few positions, and chooses among its best lines by their scores with
//! some noise added. So its mistakes are moves that look good at first sight.

use std::ptr;

use crate::options::{Options, WEAKEST};
use crate::random::random;
use crate::search::lines::RootLine;
use crate::tt::Bound;
use crate::tunables::{
    STRENGTH_NODES, STRENGTH_OF_NO_NOISE, STRENGTH_PER_DOUBLING, STRENGTH_PER_NOISE,
    STRENGTH_SCORE_MAX,
};

/// What makes a player weaker.
#[derive(Clone, Copy, Debug)]
pub struct Handicap {
    /// So many positions are visited at most.
    pub nodes: u64,
    /// Up to so many centipawns are added to the score of a line, and again up to so many.
    noise: u64,
}

impl Handicap {
    /// The handicap that the options ask for.
    pub fn new(options: &Options) -> Option<Handicap> {
        let above = options.elo - WEAKEST;
        let (doublings, rest) = (above / STRENGTH_PER_DOUBLING, above % STRENGTH_PER_DOUBLING);
        let nodes = (STRENGTH_NODES << doublings) * (STRENGTH_PER_DOUBLING + rest);
        let noise = (STRENGTH_OF_NO_NOISE - options.elo) / STRENGTH_PER_NOISE;
        options.limit_strength.then_some(Handicap {
            nodes: (nodes / STRENGTH_PER_DOUBLING) as u64,
            noise: noise as u64,
        })
    }

    /// The line to play. The same seed makes the same choice.
    pub fn choose<'a>(&self, lines: &'a [RootLine], mut seed: u64) -> &'a RootLine {
        let best = &lines[0];
        // A line that was held down behind a better one is no choice: most likely it is refuted.
        let is_choice = |line: &&RootLine| line.bound != Bound::Upper || ptr::eq(*line, best);
        let searched = lines.iter().rev().filter(|line| line.depth > 0).filter(is_choice);
        let judged = searched.map(|line| {
            let score = line.score.0.clamp(-STRENGTH_SCORE_MAX, STRENGTH_SCORE_MAX);
            let noise = random(&mut seed) % (self.noise + 1) + random(&mut seed) % (self.noise + 1);
            (score + noise as i32, line)
        });
        judged.max_by_key(|&(worth, _)| worth).map_or(best, |(_, line)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::STRONGEST;

    #[test]
    fn handicaps_shrink_with_strength() {
        let at = |elo| {
            let options = Options { limit_strength: true, elo, ..Options::default() };
            Handicap::new(&options).expect("limited")
        };
        let levels: Vec<Handicap> = (WEAKEST..=STRONGEST).map(at).collect();
        assert!(levels.iter().all(|level| level.nodes > 0 && level.noise > 0));
        assert!(levels.is_sorted_by(|a, b| a.nodes <= b.nodes && a.noise >= b.noise));
        assert!(Handicap::new(&Options::default()).is_none());
    }
}
