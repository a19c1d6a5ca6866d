// The page as a whole: what each part does when the game, the place in it or the mode changes.

import { Game } from "seajay";

import { readAddress, writeAddress } from "./address.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { announce, describe } from "./announce.js";
import { showBar, showVerdict } from "./bar.js";
import { Board } from "./board.js";
import { showControls, startControls } from "./controls.js";
import { byId, onClick } from "./dom.js";
import { startExamples } from "./examples.js";
import { Fields, forgetMoveError, startMoveField } from "./fields.js";
import { Graph } from "./graph.js";
import { Host } from "./host.js";
import { Match, type MatchOptions } from "./match.js";
import { MoveList } from "./movelist.js";
import { hideNotice, showNotice } from "./notice.js";
import type { Players } from "./pgn.js";
import { engineName, showMatch, showPlayers, startSetup, statusText } from "./play.js";
import { GameRecord, type Change } from "./record.js";
import { resultText, stateText } from "./verdict.js";

type Mode = "analyse" | "play";

const NOBODY: Players = { white: "?", black: "?" };

export class App {
    readonly #record = new GameRecord((change) => this.#changed(change));
    readonly #board: Board;
    readonly #graph = new Graph(this.#record);
    readonly #moveList = new MoveList(this.#record);
    readonly #fields = new Fields(this.#record, (game) => this.#load(game));
    readonly #opponent: Host;
    readonly #analysis: AnalysisPanel;
    #match: Match | undefined;
    #players = NOBODY;
    #mode: Mode = "analyse";

    constructor(board: Board, module: WebAssembly.Module) {
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
        this.#openAddress();
        addEventListener("hashchange", () => this.#openAddress());
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
        const { plies, place } = this.#record;
        const followed = plies.slice(place).map(({ move }) => move);
        const isReplaced = followed.length > 0 && moves.some((move, i) => (followed[i] ?? move) !== move);
        const before = this.#record.copy(plies.length);
        this.#record.play(moves);
        if (isReplaced) this.#offerRestore(before, place);
        else before.free();
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
        onClick("claim-draw", () => this.#match?.claimDraw());
        onClick("rematch", () => this.#leaveMatch());
        onClick("review", () => this.#setMode("analyse"));
        startExamples((moves) => this.#load(new Game().playSan(moves), 0));
        startMoveField(this.#record, (moves) => this.playMoves(moves));
        startSetup((options, isFromHere) => void this.#beginMatch(options, isFromHere));
    }

    #openAddress(): void {
        try {
            const asked = readAddress(location.hash);
            if (asked) this.#load(asked.game, asked.place);
            else this.#changed("moves");
        } catch (error) {
            this.#changed("moves");
            showNotice(`The address asks for a game that cannot be read: ${(error as Error).message}`);
        }
    }

    /** Puts another game on the board, to analyse it. */
    #load(game: Game, place?: number): void {
        this.#setMode("analyse");
        const hadMoves = this.#record.plies.length > 0;
        const before = this.#record.copy(this.#record.plies.length);
        const beforePlace = this.#record.place;
        this.#players = NOBODY;
        this.#record.load(game, place);
        if (hadMoves) this.#offerRestore(before, beforePlace);
        else before.free();
    }

    #offerRestore(game: Game, place: number): void {
        showNotice("The moves that were here have been replaced.", "Restore", () => this.#record.load(game, place));
    }

    #newGame(): void {
        if (this.#isPlaying) showNotice("Resign first, or finish the game.");
        else if (this.#mode === "play") this.#leaveMatch();
        else this.#load(new Game());
    }

    #flip(): void {
        this.#board.flip();
        this.#showVerdict();
        this.#showMatch();
    }

    #takeBack(): void {
        if (this.#match) this.#match.takeBack();
        else this.#record.takeBack();
    }

    get #isPlaying(): boolean {
        return this.#match !== undefined && !this.#match.isOver;
    }

    #setMode(mode: Mode): void {
        if (mode === "analyse") {
            this.#match?.leave();
            this.#match = undefined;
        }
        this.#mode = mode;
        this.#changed("place");
        this.#board.relocate();
    }

    async #beginMatch(options: MatchOptions, isFromHere: boolean): Promise<void> {
        const record = this.#record;
        const game = isFromHere && !record.isOver ? new Game(record.game.fen()) : new Game();
        const match = new Match(this.#opponent, record, options, {
            onTick: () => showPlayers(this.#match, this.#board.orientation),
            onTurn: () => this.#showGame(),
        });
        this.#match = match;
        const names = { human: "You", engine: engineName(options) };
        const { human } = options;
        this.#players =
            human === "white"
                ? { white: names.human, black: names.engine }
                : { white: names.engine, black: names.human };
        this.#board.orient(human);
        record.load(game);
        this.#board.relocate();
        await match.begin();
    }

    /** Back to the form of another game. */
    #leaveMatch(): void {
        this.#match?.leave();
        this.#match = undefined;
        this.#players = NOBODY;
        this.#setMode("play");
    }

    #changed(change: Change): void {
        if (change === "verdict") {
            this.#moveList.mark(!this.#isPlaying);
            this.#showVerdict();
            return;
        }
        if (change === "moves") {
            hideNotice();
            this.#analysis.forgetMoves();
            const { outcome } = this.#record;
            this.#moveList.show(outcome ? resultText(outcome.result) : "", !this.#isPlaying);
        } else this.#moveList.showPlace();
        this.#showPosition();
        this.#showGame();
        this.#showVerdict();
        this.#analysis.start(this.#mode === "play" && (this.#match === undefined || this.#isPlaying));
    }

    /** Shows what depends on the position alone. */
    #showPosition(): void {
        const { game, turn, outcome, isAtEnd } = this.#record;
        byId("position").textContent = describe(game);
        byId("state").textContent = (isAtEnd && outcome?.reason) || stateText(game.state(), turn);
        showControls(this.#record);
        announce(this.#record);
        this.#fields.show(this.#players);
        forgetMoveError();
        writeAddress(this.#record);
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
        showPlayers(match, this.#board.orientation);
    }

    /** Shows the score, but not to someone who plays. */
    #showVerdict(): void {
        const verdict = this.#isPlaying ? undefined : this.#record.verdict();
        showBar(verdict, this.#board.orientation);
        showVerdict(verdict);
        this.#graph.show();
    }

    #failed(message: string, triesAgain: boolean): void {
        const text = message[0]!.toUpperCase() + message.slice(1);
        if (triesAgain) showNotice(`${text}. A new engine has taken its place.`);
        else
            showNotice(`${text}. The engine gives up.`, "Try again", () => {
                if (this.#isPlaying) this.#match!.retry();
                else this.#analysis.retry();
            });
    }
}
