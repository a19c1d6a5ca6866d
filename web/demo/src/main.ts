// Starts the page: shows the board at once, loads the engine, and then brings everything to life.

import { init } from "seajay";

import { App } from "./app.js";
import { Board } from "./board.js";
import { byId, onClick, sentence } from "./dom.js";
import { loadModule } from "./host.js";
import { recallTable } from "./table.js";
import { startTheme } from "./theme.js";

let app: App | undefined;

function showProgress(share: number): void {
    byId<HTMLProgressElement>("progress").value = share;
    byId("progress-text").textContent = `Loading the engine: ${Math.round(share * 100)} %`;
}

async function start(board: Board): Promise<void> {
    byId("loading").hidden = false;
    byId("load-failure").hidden = true;
    try {
        const [module, table] = await Promise.all([loadModule(showProgress), recallTable()]);
        await init(module);
        app = new App(board, module, table);
        byId("loading").hidden = true;
        document.body.classList.remove("not-ready");
        // Where the page is not allowed to work offline, it works all the same.
        navigator.serviceWorker?.register("offline.js").catch(() => undefined);
    } catch (error) {
        byId("load-failure").hidden = false;
        byId("load-error").textContent = sentence(`The engine cannot be loaded: ${(error as Error).message}`);
    }
}

startTheme();
const board = new Board(byId("board"), (move) => app?.playMoves([move]));
onClick("load-again", () => void start(board));
void start(board);
