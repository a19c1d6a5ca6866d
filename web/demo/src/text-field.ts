// A field with a text of the game, which belongs to its reader as soon as it is edited.

import { byId, onClick } from "./dom.js";
import { placeText, type Span } from "./misfit.js";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What is wrong. The field says the line itself. */
export const message = (error: unknown): string =>
    error instanceof Error ? error.message.replace(/^line \d+: /, "") : String(error);

/** Shows what is wrong with a field's text, or that nothing is. */
export function say(field: Field, text: string): void {
    byId(`${field.id}-error`).textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
}

export class TextField {
    readonly #field: Field;
    /** The text of the game. */
    readonly #current: () => string;
    /** Finds what in a text an error is about. */
    readonly #misfit: (text: string, error: unknown) => Span | undefined;
    /** Whether it has another text than the game's, and whether someone has typed that. */
    #isEdited = false;
    #isTyped = false;

    constructor(id: string, current: () => string, misfit: (text: string, error: unknown) => Span | undefined) {
        const field = byId<Field>(id);
        this.#field = field;
        this.#current = current;
        this.#misfit = misfit;
        field.addEventListener("input", () => {
            this.#edit(true, true);
            say(field, "");
        });
        (field as HTMLElement).addEventListener("keydown", ({ key }) => key === "Escape" && this.#release());
        onClick(`discard-${id}`, () => {
            this.#release();
            field.focus();
        });
    }

    get text(): string {
        return this.#field.value;
    }

    /** Shows the text of the game, unless the field is being edited. */
    show(): void {
        if (this.#isEdited) return;
        const text = this.#current();
        // Long texts take time.
        if (this.#field.value !== text) this.#field.value = text;
        say(this.#field, "");
    }

    /** A text has been loaded. What has been typed meanwhile waits on. */
    loaded(text: string): void {
        if (!this.#isTyped || this.#field.value === text) this.#release();
    }

    /** Says what is wrong with a text, and shows where, unless another one has been typed. If the text is from
     * elsewhere, that comes into view. */
    fail(text: string, error: unknown, isFromElsewhere: boolean): void {
        const field = this.#field;
        const isOwn = field.value === text;
        const span = isOwn || !this.#isTyped ? this.#misfit(text, error) : undefined;
        if (span && !isOwn) {
            field.value = text;
            this.#edit(true, false);
        }
        say(field, span ? `${placeText(text, span)}${message(error)}` : (error as Error).message);
        if (span) field.setSelectionRange(...span);
        if (!isFromElsewhere) return;
        field.focus();
        byId(`${field.id}-error`).scrollIntoView({ block: "center" });
    }

    #release(): void {
        this.#edit(false, false);
        this.show();
    }

    #edit(isEdited: boolean, isTyped: boolean): void {
        [this.#isEdited, this.#isTyped] = [isEdited, isTyped];
        byId(`discard-${this.#field.id}`).hidden = !isEdited;
    }
}
