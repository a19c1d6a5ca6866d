// The page as a whole: what each part does when the game, the place in it or the mode changes.

import { Game } from "seajay";

import { readAddress, writeAddress } from "./address.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { announce, describe } from "./announce.js";
import { showBar, showVerdict } from "./bar.js";
import { Board } from "./board.js";
import { showControls, startControls } from "./controls.js";
import { byId, count, onClick, onClickTwice } from "./dom.js";
import { Fields, forgetMoveError, startMoveField } from "./fields.js";
import { findFaults, GameList, namesIn, readOn, turn, TURN_MS } from "./games.js";
import { Graph } from "./graph.js";
import { Host } from "./host.js";
import { Match, type MatchOptions, type SavedMatch } from "./match.js";
import { MoveList } from "./movelist.js";
import {
    ageNotice,
    hideNotice,
    hideOffer,
    renameOffer,
    showNotice,
    showNoticeInPlace,
    showNoticeOf,
    showOffer,
    showWarning,
} from "./notice.js";
import { startOtherGames } from "./other-games.js";
import { tagsOfMatch, showMatch, showPlayers, startSetup, statusText } from "./play.js";
import { GameRecord, saved, type Change, type SavedGame } from "./record.js";
import {
    dropWork,
    keepTable,
    keepWork,
    latest,
    recallWorks,
    type Mode,
    type SavedTable,
    type StoredWork,
    type Work,
} from "./table.js";
import { newKey } from "./store.js";

/** Whether the page has been reloaded: it may have written its address after the reload had begun, which then asks for
 * what was there before. */
function isReload(): boolean {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return navigation?.type === "reload";
}

const RESIGN_FIRST = "resign first, or finish the game";

export class App {
    readonly #record = new GameRecord((change) => this.#changed(change));
    readonly #board: Board;
    readonly #graph = new Graph(this.#record);
    readonly #moveList = new MoveList(this.#record);
    readonly #games = new GameList(this.#record, (index) => this.#choose(index));
    readonly #fields = new Fields(this.#record, {
        onFen: (game, corrections) => {
            this.#load(game);
            this.#sayCorrections(corrections);
        },
        onPgn: (file, isAnother) => this.#loadFile(file, isAnother),
        onBusy: (isBusy) => this.#showBusy(isBusy),
        refuses: () => this.#refuses(),
    });
    readonly #opponent: Host;
    readonly #analysis: AnalysisPanel;
    #match: Match | undefined;
    #mode: Mode = "analyse";
    /** The key of what is on the board. */
    #id = newKey();
    #replaced: Work | undefined;
    /** The games about which there has been a warning. */
    #warned: readonly string[] | undefined;
    /** The game before the moves that have been taken back in a row, and the PGN after them. */
    #takenBack: { before: Work; pgn: string } | undefined;

    constructor(board: Board, module: WebAssembly.Module, table: SavedTable | undefined) {
        this.#board = board;
        const onFailure = (message: string, triesAgain: boolean) => this.#failed(message, triesAgain);
        this.#opponent = new Host({ module, hashMb: 16, onFailure });
        const hosts = {
            analysis: new Host({ module, hashMb: 32, onFailure }),
            review: new Host({ module, hashMb: 8, onFailure }),
            trial: new Host({ module, hashMb: 16 }),
        };
        this.#analysis = new AnalysisPanel(this.#record, board, hosts, (moves) => this.playMoves(moves));
        this.#startParts();
        this.#goOn(table);
        // A phone may end a page that it does not show.
        addEventListener("pagehide", () => this.#keepAll());
        document.addEventListener("visibilitychange", () => this.#keepAll());
        // By now the page may have written another address.
        addEventListener("hashchange", ({ newURL }) => this.#openAddress(new URL(newURL).hash));
    }

    /** Plays moves that the reader has chosen, in UCI notation. */
    playMoves(moves: string[]): void {
        if (this.#match?.isOver) this.#setMode("analyse");
        const match = this.#match;
        if (match) {
            if (!match.isHumansTurn) throw new Error(statusText(match, this.#record.outcome));
            if (moves.length !== 1) throw new Error("one move at a time");
            match.play(moves[0]!);
            return;
        }
        this.#record.play(moves);
    }

    #startParts(): void {
        startControls(this.#record, {
            flip: () => this.#flip(),
            takeBack: () => this.#takeBack(),
            newGame: () => this.#newGame(),
            toggleAnalysis: () => this.#analysis.toggle(),
            speakScore: () => this.#analysis.speak(),
        });
        onClick("analyse-mode", () => this.#refuses() || this.#setMode("analyse"));
        onClick("play-mode", () => this.#setMode("play"));
        onClickTwice("resign", "Really resign?", () => this.#match?.resign());
        onClick("offer-draw", () => this.#match?.offerDraw());
        onClick("claim-draw", () => this.#match?.claimDraw());
        onClick("rematch", () => this.#setUp());
        onClick("review", () => {
            this.#setMode("analyse");
            this.#analysis.turnOn();
        });
        const takeUp = (work: StoredWork) => this.#refuses() || void this.#takeUp(work);
        startOtherGames((game) => this.#loadOrSay(game), takeUp, () => this.#id);
        startMoveField(this.#record, (moves) => this.playMoves(moves));
        startSetup((options, isFromHere) => void this.#beginMatch(options, isFromHere));
    }

    /** What is on the board, as it is to be restored. */
    #work(): Work {
        return {
            id: this.#id,
            time: Date.now(),
            game: this.#record.save(),
            mode: this.#mode,
            orientation: this.#board.orientation,
            match: this.#match?.save(),
            isPlaying: this.#isPlaying,
        };
    }

    /** Keeps it for a reload. */
    #keepTable(): void {
        const table = { hash: location.hash, work: this.#work(), replaced: this.#replaced };
        keepTable(table, () => this.#warn(table.work.game.games));
    }

    /** Keeps it for other tabs and days as well. */
    #keepAll(): void {
        this.#keepTable();
        if (!this.#record.isEmpty) keepWork(this.#work());
    }

    /** Says, of each list of games once, that a reload would lose something. */
    #warn(games: readonly string[]): void {
        if (this.#record.isEmpty || this.#warned === games) return;
        this.#warned = games;
        showWarning("This browser cannot keep all of this, and a reload would lose games: save them as a file.");
    }

    /** Goes on where the page was left. If the address asks for another game, that one takes its place. A new page
     * offers the last game. */
    #goOn(table: SavedTable | undefined): void {
        const { hash } = location;
        const isAnother = table === undefined || (hash !== "" && hash !== table.hash && !isReload());
        if (table) {
            const { work, replaced } = table;
            dropWork(work.id);
            this.#put(work);
            if (work.game.loss) showNoticeOf(work.game.games, work.game.loss);
            if (replaced) this.#offer(replaced);
        } else void this.#offerLast();
        if (isAnother) this.#openAddress(hash, table && this.#work());
        if (this.#isPlaying) void this.#match!.begin();
    }

    async #offerLast(): Promise<void> {
        const works = (await recallWorks()).filter(({ id }) => id !== this.#id);
        const last = works.find(({ isPlaying, isDismissed }) => isPlaying && !isDismissed) ?? works[0];
        if (!last || last.isDismissed) return;
        const work = { ...(await latest(last)), isFromElsewhere: true };
        // Meanwhile something may have been replaced here.
        if (!this.#replaced) this.#offer(work);
    }

    /** Opens what an address asks for. As the page opens it may replace even a match: `before` is what was there. */
    #openAddress(hash: string, before?: Work): void {
        try {
            const asked = readAddress(hash);
            if (!asked) return this.#changed("moves");
            this.#loadFile(asked.game, true, before);
            this.#sayCorrections(asked.corrections);
        } catch (error) {
            this.#changed("moves");
            showNotice(`The address asks for a game that cannot be shown: ${(error as Error).message}`);
        }
    }

    #sayCorrections(corrections: string): void {
        if (corrections) showNoticeInPlace(`Filled in or corrected: ${corrections}`);
    }

    /** Puts another game on the board, to analyse it. During a match that throws. */
    #load(game: SavedGame, before?: Work): void {
        if (this.#isPlaying && !before) throw new Error(RESIGN_FIRST);
        this.#restore({ game }, before);
    }

    /** Whether someone plays, and nothing can be loaded; says so where the eyes are. */
    #refuses(): boolean {
        if (this.#isPlaying) showNoticeInPlace(RESIGN_FIRST);
        return this.#isPlaying;
    }

    /** Loads the games that have been read, and says what is wrong; of several other ones it asks which is wanted. */
    #loadFile(file: SavedGame, isAnother: boolean, before?: Work): void {
        const isSame = file.games === this.#record.file;
        this.#load(file, before);
        if (isSame) return;
        if (isAnother && file.games.length > 1) this.#games.open();
        if (!file.changed) void this.#lookThrough(file.games);
    }

    /** Looks through several games for faults, little by little, and says what it has found. */
    async #lookThrough(games: readonly string[]): Promise<void> {
        if (games.length === 1) return;
        const reading = findFaults(games.join(""));
        let found: Record<number, string> | undefined;
        while (!found) {
            await turn();
            if (games !== this.#record.file) return void reading.return(undefined as never);
            found = readOn(reading, TURN_MS);
        }
        const [fault, ...faults] = Object.values(found);
        if (!fault) return;
        this.#record.setFaults(found);
        this.#games.mark();
        this.#keepTable();
        const many = `${count(faults.length + 1)} games have faults, and parts of them are left out`;
        const words = faults.length > 0 ? many : "One game has a fault, and part of it is left out";
        showNoticeOf(games, `${words}: ${fault}`);
    }

    /** Shows that many games are being read, which the analysis would slow down. */
    #showBusy(isBusy: boolean): void {
        if (isBusy) {
            showNotice("Reading the games.");
            this.#analysis.pause();
        } else {
            hideNotice();
            this.#analysis.retry();
        }
    }

    /** Puts another game of the file on the board. */
    #choose(index: number): void {
        const { games, changed, faults, name } = this.#record.save();
        this.#loadOrSay({ games, changed, faults, name, index, place: 0 });
    }

    /** Goes on with a game that was kept, as it was left last. */
    async #takeUp(stored: StoredWork): Promise<void> {
        this.#goOnWith(await latest(stored));
    }

    #goOnWith(work: Work): void {
        if (work.id === this.#replaced?.id) this.#offer(undefined);
        this.#restore(work);
        dropWork(work.id);
        if (work.game.loss) showNoticeOf(work.game.games, work.game.loss);
    }

    #loadOrSay(game: SavedGame): void {
        try {
            this.#load(game);
        } catch (error) {
            showNotice((error as Error).message);
        }
    }

    /** Changes the game, and offers to restore what is lost by that. */
    #replace(change: () => void, before = this.#work()): void {
        if (before === this.#replaced) return change();
        const { isEmpty } = this.#record;
        this.#id = newKey();
        change();
        if (isEmpty || (!before.isPlaying && this.#record.contains(before.game))) return dropWork(before.id);
        keepWork(before);
        this.#offer(before);
    }

    /** Offers to restore a game. */
    #offer(work: Work | undefined): void {
        this.#replaced = work;
        this.#keepTable();
        if (!work) return hideOffer();
        const restore = () => (work.isFromElsewhere ? void this.#takeUp(work) : this.#goOnWith(work));
        const dismiss = async () => {
            this.#offer(undefined);
            keepWork(await latest(work), true);
        };
        const text = work.isFromElsewhere ? "Your last game is kept" : "The game that was here has been replaced";
        const names = namesIn(work.game);
        showOffer(names ? `${text}: ${names}` : text, this.#offerName, restore, () => void dismiss());
    }

    get #offerName(): string {
        if (this.#isPlaying) return "End this one and restore it";
        return this.#replaced?.isPlaying ? "Go on with your game" : "Restore";
    }

    #restore(work: Omit<Work, "id" | "time" | "mode">, before?: Work): void {
        this.#replace(() => this.#put({ ...work, mode: work.match ? "play" : "analyse" }), before);
        this.#board.reveal();
        if (this.#isPlaying) void this.#match!.begin();
    }

    /** Puts games on the board as they were left. */
    #put({ game, mode, orientation, match }: Omit<Work, "id" | "time">): void {
        this.#leaveMatch();
        this.#mode = mode;
        this.#match = match && this.#newMatch(match);
        if (orientation) this.#board.orient(orientation);
        this.#record.load(game);
    }

    #newGame(): void {
        if (this.#mode === "play" && !this.#isPlaying) return this.#setUp();
        const { isEmpty } = this.#record;
        this.#loadOrSay(saved(new Game()));
        // Nothing else shows that it is one.
        if (!this.#isPlaying && isEmpty)
            showNotice("This is a new game: move a piece.", "Play against seajay", () => this.#setUp());
    }

    #flip(): void {
        this.#board.flip();
        this.#showVerdict();
        this.#showMatch();
    }

    /** Takes back a move. The game before several in a row can be restored. */
    #takeBack(): void {
        const record = this.#record;
        if (this.#match) return this.#match.takeBack();
        const row = this.#takenBack?.pgn === record.pgn ? this.#takenBack.before : undefined;
        const before = row ?? this.#work();
        if (!row && record.isAtEnd && record.node.isBare) record.takeBack();
        else this.#replace(() => record.takeBack(), before);
        this.#takenBack = { before, pgn: record.pgn };
    }

    get #isPlaying(): boolean {
        return this.#match !== undefined && !this.#match.isOver;
    }

    #setMode(mode: Mode): void {
        if (mode === "analyse") this.#leaveMatch();
        this.#mode = mode;
        this.#changed("place");
        this.#board.relocate();
        if (mode === "play" && !this.#match) byId("setup").scrollIntoView({ block: "nearest" });
    }

    #leaveMatch(): void {
        this.#match?.leave();
        this.#match = undefined;
    }

    async #beginMatch(options: MatchOptions, isFromHere: boolean): Promise<void> {
        const record = this.#record;
        if (isFromHere && record.isOver) return showNotice("The game is over here: go back to an earlier move.");
        const game = isFromHere ? new Game(record.game.fen()) : new Game();
        const match = this.#newMatch({ options, paidPlies: 0 });
        this.#replace(() => {
            this.#match = match;
            this.#board.orient(options.human);
            record.load(saved(game, tagsOfMatch(options)));
        });
        this.#board.reveal();
        await match.begin();
    }

    #newMatch(saved: SavedMatch): Match {
        return new Match(this.#opponent, this.#record, saved, {
            onTick: () => showPlayers(this.#record, this.#match, this.#board.orientation),
            onTurn: () => {
                this.#showGame();
                this.#keepAll();
            },
        });
    }

    /** Back to the form of another game. */
    #setUp(): void {
        this.#leaveMatch();
        this.#setMode("play");
    }

    #changed(change: Change): void {
        if (change === "verdict") {
            this.#moveList.mark(!this.#isPlaying);
            this.#showVerdict();
            this.#analysis.showSummary();
            return;
        }
        if (change === "moves") {
            ageNotice(this.#record.file);
            this.#moveList.show(!this.#isPlaying);
            this.#games.show();
        } else this.#moveList.showPlace();
        this.#showPosition();
        this.#fields.show(change);
        this.#showGame();
        this.#showVerdict();
        if (change === "moves") this.#keepAll();
        else this.#keepTable();
        this.#analysis.start(this.#mode === "play" && (this.#match === undefined || this.#isPlaying));
    }

    /** Shows what depends on the position alone. */
    #showPosition(): void {
        byId("position").textContent = describe(this.#record.game);
        byId("state").textContent = this.#record.status;
        showControls(this.#record);
        announce(this.#record);
        forgetMoveError();
        writeAddress(this.#record, () => this.#keepTable());
    }

    /** Shows what depends on the match as well. */
    #showGame(): void {
        const { game, turn, plies, place } = this.#record;
        const match = this.#match;
        this.#board.show({
            fen: game.fen(),
            turn,
            inCheck: game.inCheck(),
            legalMoves: game.legalMoves(),
            lastMove: plies[place - 1]?.move,
            movable: !match || match.isOver ? "both" : match.isHumansTurn ? turn : "none",
        });
        this.#showMatch();
    }

    #showMatch(): void {
        const match = this.#match;
        const { body } = document;
        body.dataset.mode = this.#mode;
        body.classList.toggle("playing", this.#isPlaying);
        body.classList.toggle("setting-up", this.#mode === "play" && !match);
        for (const mode of ["analyse", "play"] as const)
            byId(`${mode}-mode`).setAttribute("aria-pressed", String(mode === this.#mode));
        byId("analyse-mode").setAttribute("aria-disabled", String(this.#isPlaying));
        byId("analyse-mode").title = this.#isPlaying ? "The game is not over" : "";
        byId<HTMLButtonElement>("take-back").disabled = match ? !match.mayTakeBack : this.#record.place === 0;
        showMatch(match, this.#record.outcome);
        renameOffer(this.#offerName);
        showPlayers(this.#record, match, this.#board.orientation);
    }

    /** Shows the score, but not to someone who plays. */
    #showVerdict(): void {
        const verdict = this.#isPlaying ? undefined : this.#record.verdict();
        showBar(verdict, this.#board.orientation);
        showVerdict(verdict);
        this.#graph.show();
    }

    #failed(message: string, triesAgain: boolean): void {
        if (triesAgain) return showNotice(`${message}. A new engine has taken its place.`);
        this.#analysis.giveUp();
        showNotice(`${message}. The engine gives up.`, "Try again", () => {
            this.#match?.retry();
            this.#analysis.retry();
        });
    }
}
