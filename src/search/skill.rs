//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`). A weaker player sees less: the search visits
//! fewer nodes, does not see some root moves at all, and evaluates others without searching the
//! reply. So it misses a capture or a mate now and then and leaves pieces hanging, but otherwise
//! plays as well as its nodes allow.

use crate::board::Move;
use crate::options::{MAX_ELO, MIN_ELO, Options};
use crate::random::{GOLDEN, random};

/// The nodes that the weakest player of limited strength searches for a move.
const STRENGTH_NODES: u64 = 150;
/// How many of 100,000 moves, three squares long, the strongest player of limited strength misses
/// or sees without the replies to it.
const STRENGTH_MISSES: u64 = 17;
/// The Elo points for which nodes and misses double.
const STRENGTH_PER_DOUBLING: u64 = 200;

/// What makes a player weaker.
#[derive(Clone, Copy, Debug)]
pub struct Handicap {
    /// The maximum number of nodes.
    pub nodes: u64,
    /// How many of 100,000 moves that are three squares long are affected.
    misses: u64,
    /// Seed of the choice of these moves.
    seed: u64,
}

/// How well a move is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Not at all.
    Missed,
    /// Without the replies to it.
    NoReplies,
    /// As well as the search can.
    Full,
}

impl Handicap {
    /// The handicap that the options ask for. What is missed also depends on a number that should
    /// differ from search to search.
    pub fn new(options: &Options, search: u64) -> Option<Handicap> {
        let (above, below) = (options.elo - MIN_ELO, MAX_ELO - options.elo);
        options.limit_strength.then_some(Handicap {
            nodes: doubled(STRENGTH_NODES, above),
            misses: doubled(STRENGTH_MISSES, below),
            seed: search ^ options.seed.wrapping_mul(GOLDEN),
        })
    }

    /// How well a move is seen: the longer it is, up to four squares, the more easily it is missed.
    /// The same seed always gives the same answer.
    pub fn sight(&self, m: Move) -> Sight {
        let length = u64::from(m.from().distance(m.to()).min(4));
        let mut state = self.seed ^ u64::from(m.0) << 48;
        match random(&mut state) % 1_200_000 {
            drawn if drawn < self.misses * (3 + length) => Sight::Missed,
            drawn if drawn < 2 * self.misses * (3 + length) => Sight::NoReplies,
            _ => Sight::Full,
        }
    }
}

/// Doubles a number for every [`STRENGTH_PER_DOUBLING`] points, linearly in between.
fn doubled(number: u64, points: i64) -> u64 {
    let (points, per) = (points as u64, STRENGTH_PER_DOUBLING);
    (number << (points / per)) * (per + points % per) / per
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RootPosition;
    use crate::search::root_moves::RootMoves;

    /// A player of the level, with the given seed.
    fn at(elo: i64, seed: u64) -> Handicap {
        let options = Options { limit_strength: true, elo, ..Options::default() };
        Handicap::new(&options, seed).expect("limited")
    }

    fn starting_moves() -> RootMoves {
        let mut moves = RootMoves::with_room().expect("memory");
        moves.set(&RootPosition::start(), "").expect("no moves are named");
        moves
    }

    #[test]
    fn handicaps_shrink_with_strength() {
        let levels: Vec<Handicap> = (MIN_ELO..=MAX_ELO).map(|elo| at(elo, 0)).collect();
        assert!(levels.is_sorted_by(|a, b| a.nodes <= b.nodes && a.misses >= b.misses));
        let (weakest, strongest) = (levels[0], levels[levels.len() - 1]);
        assert_eq!((weakest.nodes, weakest.misses), (STRENGTH_NODES, STRENGTH_MISSES << 12));
        assert_eq!((strongest.nodes, strongest.misses), (STRENGTH_NODES << 12, STRENGTH_MISSES));
        assert_eq!((levels[300].nodes, levels[300].misses), (450, 17 * 1536));
        assert!(Handicap::new(&Options::default(), 0).is_none());
    }

    #[test]
    fn of_moves_as_many_are_missed_as_the_level_says() {
        const SEEDS: u64 = 20_000;
        for elo in [MIN_ELO, 1000, 1600] {
            for &m in starting_moves().as_slice() {
                let length = m.from().distance(m.to());
                let weight = f64::from(3 + length) / 12.0;
                let expected = at(elo, 0).misses as f64 / 100_000.0 * weight;
                for sight in [Sight::Missed, Sight::NoReplies] {
                    let count = (0..SEEDS).filter(|&seed| at(elo, seed).sight(m) == sight).count();
                    let share = count as f64 / SEEDS as f64;
                    assert!((share - expected).abs() < 0.02, "{elo} {m:?}: {share} {expected}");
                }
            }
        }
    }

    #[test]
    fn a_move_is_left_whatever_is_missed() {
        let is_missed = |handicap: Handicap| move |m| handicap.sight(m) == Sight::Missed;
        let mut fewest = usize::MAX;
        for seed in 0..1000 {
            let mut moves = starting_moves();
            moves.leave_out(is_missed(at(MIN_ELO, seed)));
            assert!(moves.len() > 0);
            fewest = fewest.min(moves.len());
        }
        assert!((1..12).contains(&fewest), "{fewest}");
        let mut moves = starting_moves();
        moves.leave_out(|_| true);
        assert_eq!(moves.len(), 20);
    }
}
