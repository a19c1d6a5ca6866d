//! The chances of win, draw and loss behind a score.

use crate::score::Score;

/// The score, in centipawns, from which half of the games are won. `trainer chances` fits this
/// number and the next to games of the engine against itself.
const HALF_WON: i32 = 255;
/// The centipawns that change the odds by a factor of e.
const SPREAD: i32 = 195;

/// 1000 / (1 + e^-x) in 64ths, for each quarter of x from 0 on.
const LOGISTIC: [i32; 33] = [
    32000, 35979, 39837, 43467, 46788, 49747, 52325, 54525, 56371, 57898, 59145, 60154, 60965,
    61611, 62124, 62529, 62849, 63100, 63297, 63451, 63572, 63666, 63740, 63797, 63842, 63877,
    63904, 63925, 63942, 63955, 63965, 63972, 63979,
];

/// The chances of win, draw and loss in permille, from the side to move's point of view: logistic
/// curves of the score, in integers so that they are the same on every machine.
pub fn win_draw_loss(score: Score) -> [i32; 3] {
    if score.is_decided() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let (win, loss) = (chance_to_win(score.0), chance_to_win(-score.0));
    [win, 1000 - win - loss, loss]
}

/// The points that chances of win, draw and loss are worth on average, in permille.
pub fn expected_points([win, _, loss]: [i32; 3]) -> i32 {
    (1000 + win - loss) / 2
}

fn chance_to_win(centipawns: i32) -> i32 {
    const STEP: i32 = 256;
    let distance = centipawns - HALF_WON;
    let steps = distance.abs() * 4 * STEP / SPREAD;
    let (index, part) = ((steps / STEP) as usize, steps % STEP);
    let chance = match LOGISTIC.get(index..index + 2) {
        Some(&[a, b]) => a + (b - a) * part / STEP,
        _ => 64_000,
    };
    let chance = if distance < 0 { 64_000 - chance } else { chance };
    (chance + 32) / 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_logistic_curve() {
        let limit = Score::EVAL_LIMIT.0;
        for score in (-4000..=4000).chain([-limit, limit]) {
            let exact = |score: i32| {
                1000.0 / (1.0 + (f64::from(HALF_WON - score) / f64::from(SPREAD)).exp())
            };
            let [win, draw, loss] = win_draw_loss(Score(score));
            assert_eq!(win + draw + loss, 1000);
            assert!((f64::from(win) - exact(score)).abs() <= 1.5, "{score}: {win}");
            assert!((f64::from(loss) - exact(-score)).abs() <= 1.5, "{score}: {loss}");
            assert!(draw >= 0 && win_draw_loss(Score(-score)) == [loss, draw, win]);
        }
    }

    #[test]
    fn what_is_decided_has_no_chances() {
        for win in [Score::mate_in(1), Score::mate_in(90), Score::TB_WIN, Score::WIN_BOUND] {
            assert_eq!(win_draw_loss(win), [1000, 0, 0]);
            assert_eq!(win_draw_loss(-win), [0, 0, 1000]);
        }
    }
}
