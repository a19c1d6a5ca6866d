// Games that are not on the board: the last ones that were there, and famous ones.

import { Game } from "seajay";

import { byId, make, onClick, startDialog } from "./dom.js";
import { titleOf } from "./games.js";
import { saved, type SavedGame } from "./record.js";
import { recallWorks, type StoredWork } from "./table.js";

interface FamousGame {
    name: string;
    tags: Record<string, string>;
    moves: string;
}

const FAMOUS: readonly FamousGame[] = [
    {
        name: "The Opera Game, 1858",
        tags: { White: "Paul Morphy", Black: "Duke Karl and Count Isouard", Site: "Paris", Date: "1858.??.??" },
        moves:
            "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 " +
            "Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    },
    {
        name: "The Immortal Game, 1851",
        tags: { White: "Adolf Anderssen", Black: "Lionel Kieseritzky", Site: "London", Date: "1851.06.21" },
        moves:
            "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 " +
            "Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    },
    {
        name: "The Evergreen Game, 1852",
        tags: { White: "Adolf Anderssen", Black: "Jean Dufresne", Site: "Berlin", Date: "1852.??.??" },
        moves:
            "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 " +
            "Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    },
];

/** Fills the dialog with the games; `onChoose` gets a famous one, at its start, and `onTakeUp` one of the last. The one on
 * the board, which has this id, is left out. */
export function startOtherGames(
    onChoose: (game: SavedGame) => void,
    onTakeUp: (work: StoredWork) => void,
    idOnBoard: () => number,
): void {
    const dialog = startDialog("other-games");
    const item = (action: () => void, ...content: (HTMLElement | string)[]) => {
        const button = make("button", { type: "button" }, ...content);
        button.addEventListener("click", () => {
            dialog.close();
            action();
        });
        return make("li", {}, button);
    };
    const choose = ({ name, tags, moves }: FamousGame) =>
        onChoose(saved(new Game().playSan(moves), { Event: name, Round: "?", ...tags }, 0));
    byId("famous-list").append(...FAMOUS.map((game) => item(() => choose(game), game.name)));
    onClick("show-other-games", async () => {
        const works = (await recallWorks()).filter(({ id }) => id !== idOnBoard());
        const none = make("li", { class: "quiet-text" }, "None yet.");
        const items = works.map((work) => item(() => onTakeUp(work), ...titleOf(work.game)));
        byId("last-list").replaceChildren(...(items.length > 0 ? items : [none]));
    });
}
