// The page as a whole: what each part does when the game, the place in it or the mode changes.

import { Game } from "seajay";

import { readAddress, writeAddress } from "./address.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { announce, describe } from "./announce.js";
import { showBar, showVerdict } from "./bar.js";
import { Board } from "./board.js";
import { showControls, startControls } from "./controls.js";
import { byId, count, onClick } from "./dom.js";
import { startExamples } from "./examples.js";
import { Fields, forgetMoveError, startMoveField } from "./fields.js";
import { GameList } from "./games.js";
import { Graph } from "./graph.js";
import { Host } from "./host.js";
import { Match, type MatchOptions, type SavedMatch } from "./match.js";
import { MoveList } from "./movelist.js";
import {
    ageNotice,
    hideNotice,
    renameOffer,
    showNotice,
    showNoticeInPlace,
    showNoticeOf,
    showOffer,
    showWarning,
} from "./notice.js";
import { playersOf, showMatch, showPlayers, startSetup, statusText } from "./play.js";
import { GameRecord, saved, type Change, type SavedGame } from "./record.js";
import { keepTable, type Mode, type SavedTable } from "./table.js";

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
        onFen: (game) => this.#load(saved(game)),
        onPgn: (file, isAnother) => this.#loadFile(file, isAnother),
        onBusy: (isBusy) => this.#showBusy(isBusy),
        refuses: () => this.#refuses(),
    });
    readonly #opponent: Host;
    readonly #analysis: AnalysisPanel;
    #match: Match | undefined;
    #mode: Mode = "analyse";
    #replaced: SavedGame | undefined;
    /** The games about which there has been a warning. */
    #warned: readonly string[] | undefined;
    /** The game before the moves that have been taken back in a row, and the PGN after them. */
    #takenBack: { before: SavedGame; pgn: string } | undefined;

    constructor(board: Board, module: WebAssembly.Module, table: SavedTable | undefined) {
        this.#board = board;
        const onFailure = (message: string, triesAgain: boolean) => this.#failed(message, triesAgain);
        this.#opponent = new Host({ module, hashMb: 16, onFailure });
        const hosts = {
            analysis: new Host({ module, hashMb: 32, onFailure }),
            review: new Host({ module, hashMb: 8 }),
            trial: new Host({ module, hashMb: 16 }),
        };
        this.#analysis = new AnalysisPanel(this.#record, board, hosts, (moves) => this.playMoves(moves));
        this.#startParts();
        this.#goOn(table);
        // A phone may end a page that it does not show.
        addEventListener("pagehide", () => this.#keepTable());
        document.addEventListener("visibilitychange", () => this.#keepTable());
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
        onClick("analyse-mode", () => this.#setMode("analyse"));
        onClick("play-mode", () => this.#setMode("play"));
        onClick("resign", () => this.#match?.resign());
        onClick("offer-draw", () => this.#match?.offerDraw());
        onClick("claim-draw", () => this.#match?.claimDraw());
        onClick("rematch", () => this.#setUp());
        onClick("review", () => this.#setMode("analyse"));
        startExamples((game) => this.#loadOrSay(game));
        startMoveField(this.#record, (moves) => this.playMoves(moves));
        startSetup((options, isFromHere) => void this.#beginMatch(options, isFromHere));
    }

    #keepTable(): void {
        const table = {
            hash: location.hash,
            game: this.#record.save(),
            mode: this.#mode,
            orientation: this.#board.orientation,
            match: this.#match?.save(),
            replaced: this.#replaced,
        };
        keepTable(table, () => this.#warn(table.game.games));
    }

    /** Says, of each list of games once, that a reload would lose something. */
    #warn(games: readonly string[]): void {
        if (this.#record.isEmpty || this.#warned === games) return;
        this.#warned = games;
        showWarning("This browser cannot keep all of this, and a reload would lose games: save them as a file.");
    }

    /** Goes on where the page was left. If the address asks for another game, that one takes its place. */
    #goOn(table: SavedTable | undefined): void {
        const { hash } = location;
        const isAnother = table === undefined || (hash !== "" && hash !== table.hash && !isReload());
        try {
            if (table) this.#recallTable(table, isAnother);
        } catch {
            // It is of another version of the page.
            this.#analyse();
            this.#changed("moves");
        }
        if (isAnother) this.#openAddress(hash);
    }

    #recallTable({ game, mode, orientation, match, replaced }: SavedTable, isSuperseded: boolean): void {
        if (!isSuperseded) {
            this.#mode = mode;
            this.#match = match && this.#newMatch(match);
        }
        this.#board.orient(orientation);
        this.#record.load(game);
        if (game.loss) showNoticeOf(game.games, game.loss);
        if (replaced) this.#offer(replaced);
        if (this.#isPlaying) void this.#match!.begin();
    }

    #openAddress(hash: string): void {
        try {
            const asked = readAddress(hash);
            if (asked) this.#loadFile(asked, true);
            else this.#changed("moves");
        } catch (error) {
            this.#changed("moves");
            showNotice(`The address asks for a game that cannot be shown: ${(error as Error).message}`);
        }
    }

    /** Puts another game on the board, to analyse it. During a match that throws. */
    #load(game: SavedGame): void {
        if (this.#isPlaying) throw new Error(RESIGN_FIRST);
        this.#restore(game);
    }

    /** Whether someone plays, and nothing can be loaded; says so where the eyes are. */
    #refuses(): boolean {
        if (this.#isPlaying) showNoticeInPlace(RESIGN_FIRST);
        return this.#isPlaying;
    }

    /** Loads the games that have been read, and says what is wrong; of several other ones it asks which is wanted. */
    #loadFile(file: SavedGame, isAnother: boolean): void {
        const isSame = file.games === this.#record.file;
        this.#load(file);
        if (isSame) return;
        const [fault, ...faults] = Object.values(file.faults ?? {});
        const many = `${count(faults.length + 1)} games have faults, and parts of them are left out`;
        const words = faults.length > 0 ? many : "One game has a fault, and part of it is left out";
        if (fault) showNoticeOf(file.games, `${words}: ${fault}`);
        if (isAnother && file.games.length > 1) this.#games.open();
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

    #loadOrSay(game: SavedGame): void {
        try {
            this.#load(game);
        } catch (error) {
            showNotice((error as Error).message);
        }
    }

    /** Changes the game, and offers to restore what is lost by that. */
    #replace(change: () => void, before = this.#record.save()): void {
        const { isEmpty } = this.#record;
        change();
        if (!isEmpty && before !== this.#replaced && !this.#record.contains(before)) this.#offer(before);
    }

    /** Offers to restore a game that has been replaced. */
    #offer(replaced: SavedGame | undefined): void {
        this.#replaced = replaced;
        this.#keepTable();
        if (!replaced) return;
        const restore = () => {
            this.#offer(undefined);
            this.#restore(replaced);
        };
        const text = "The game that was here has been replaced.";
        showOffer(text, this.#offerName, restore, () => this.#offer(undefined));
    }

    get #offerName(): string {
        return this.#isPlaying ? "End this one and restore it" : "Restore";
    }

    #restore(game: SavedGame): void {
        this.#replace(() => {
            this.#analyse();
            this.#record.load(game);
        });
        this.#board.reveal();
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
        const before = row ?? record.save();
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

    /** Prepares for another game to analyse, which is to be loaded next. */
    #analyse(): void {
        this.#leaveMatch();
        this.#mode = "analyse";
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
            record.load(saved(game, playersOf(options)));
        });
        this.#board.reveal();
        await match.begin();
    }

    #newMatch(saved: SavedMatch): Match {
        return new Match(this.#opponent, this.#record, saved, {
            onTick: () => showPlayers(this.#record, this.#match, this.#board.orientation),
            onTurn: () => {
                this.#showGame();
                this.#keepTable();
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
            return;
        }
        if (change === "moves") {
            ageNotice(this.#record.file);
            this.#analysis.forgetMoves();
            this.#moveList.show(!this.#isPlaying);
            this.#games.show();
        } else this.#moveList.showPlace();
        this.#showPosition();
        this.#fields.show(change);
        this.#showGame();
        this.#showVerdict();
        this.#keepTable();
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
        byId<HTMLButtonElement>("analyse-mode").disabled = this.#isPlaying;
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
        if (triesAgain) showNotice(`${message}. A new engine has taken its place.`);
        else
            showNotice(`${message}. The engine gives up.`, "Try again", () => {
                if (this.#isPlaying) this.#match!.retry();
                else this.#analysis.retry();
            });
    }
}
