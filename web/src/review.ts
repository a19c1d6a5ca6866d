// The accuracy of both sides in a review.

import { library } from "./instance.js";
import { checkedReviews } from "./arguments.js";
import { SEAJAY_BLACK, SEAJAY_WHITE, SeajayReview } from "./layout.js";
import type { Judged } from "./types.js";

const Percent = { size: 16, fields: { white: [0, "f64"], black: [8, "f64"] } } as const;

/** The accuracy of both sides in percent, of the moves of a review in any order; 100 for a side without any. The
 * formulas are those that lichess publishes: https://lichess.org/page/accuracy. */
export function accuracy(moves: Iterable<Judged>): { white: number; black: number } {
    const judged = checkedReviews(moves).sort((a, b) => a.index - b.index);
    const instance = library();
    return instance.using((scope) => {
        const { memory } = instance;
        const first = judged[0]?.turn === "black" ? SEAJAY_BLACK : SEAJAY_WHITE;
        // The library goes by the places: a gap before a move by the side that moved before it.
        const places: number[] = [];
        for (const { turn } of judged) {
            const next = (places.at(-1) ?? -1) + 1;
            places.push(next % 2 === Number((turn === "black") !== (first === SEAJAY_BLACK)) ? next : next + 1);
        }
        const count = (places.at(-1) ?? -1) + 1;
        const list = scope.bytes(new Uint8Array(count * SeajayReview.size));
        judged.forEach(({ expectedBefore, expectedAfter, loss }, index) => {
            const at = list + places[index]! * SeajayReview.size;
            memory.writeStruct(SeajayReview, at, { judged: 1, expectedBefore, expectedAfter, loss });
        });
        const percent = scope.alloc(Percent.size);
        instance.call("seajay_review_accuracy", list, count, first, percent);
        return memory.readStruct(Percent, percent);
    });
}
