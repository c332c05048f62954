// The keys of Solve: tabs of the finds, keypad, pens, undo and what else one clicks beside the board.
import { by, calmly, h } from "../dom";
import type { Choice, Find } from "../protocol";
import type { SolveBoard } from "./board";
import { Fields } from "./fields";
import { nothing } from "./hand";

export interface Deeds {
  check(): void;
  solution(): void;
  hint(): void;
  answer(): void;
  smart(on: boolean): void;
  coordinates(on: boolean): void;
  /** Shows the rules on a narrow screen, or hides them. */
  rules(): void;
  next(step: number): void;
}

type Pen = SolveBoard["pen"];

/** The pens, with a sign that page.css draws. */
const pens: [Pen, string, string][] = [["value", "Value", "1"], ["corner", "Corner marks (Shift)", "1"], ["centre", "Centre marks (Ctrl)", "12"], ["colour", "Colours", ""]];

/** As many colours as a solver has. */
export const colours = ["red", "orange", "yellow", "green", "teal", "blue", "violet", "grey"];

/** Directions by their names, as signs that look like them. */
const arrows: Record<string, string> = { north: "↑", up: "↑", east: "→", right: "→", south: "↓", down: "↓", west: "←", left: "←" };

/** Says what a gesture does, for those who don't know it. */
function helped(f: Find): string {
  const [on, off] = f.said?.[0] ? f.said : [f.sign ?? "in", f.sign ? "a dot" : "out"];
  switch (f.gesture) {
    case "shade": return `Click: ${on}, then ${off}, then nothing again. Drag to paint. Right click or long press: ${off}.`;
    case "line": return "Drag to draw a line or to erase it. Click a side for line and cross. Right click or long press: a cross.";
    case "bridge": return "Drag from one to another: one, two, none.";
    case "area": return "Drag from cell to cell to join them. Drag along their sides to draw a border.";
    case "turn": return "Click to turn what stands in a cell.";
    case "pick": return "Click to go through the signs, or choose a cell and a sign.";
    case "write": return "Choose a cell, or drag over several, then type.";
    case "list": return "Fill in the fields.";
  }
}

/** Keeps the focus where it is: on the board, so that keys go on working. */
const calm = (e: PointerEvent) => { if (e.pointerType === "mouse") e.preventDefault(); };

export class Tools {
  private readonly undo = this.icon("↶", "Undo", () => this.board.undo());
  private readonly redo = this.icon("↷", "Redo", () => this.board.redo());
  private readonly tries = h("button", { type: "button", id: "try", title: "Try something from here, in another colour", onclick: () => { this.board.attempt(true); this.refresh(); } }, "Try");
  private readonly keepTry = h("button", { type: "button", id: "keep-try", title: "Keep what was tried", onclick: () => { this.board.attempt(false, true); this.refresh(); } }, "Keep");
  private readonly dropTry = h("button", { type: "button", id: "drop-try", title: "Drop what was tried", onclick: () => { this.board.attempt(false, false); this.refresh(); } }, "Drop");
  private readonly smart = h("input", { type: "checkbox", id: "smart", onchange: () => this.deeds.smart(this.smart.checked) });
  private readonly coordinates = h("input", { type: "checkbox", id: "coordinates", onchange: () => this.deeds.coordinates(this.coordinates.checked) });
  private readonly counter = h("span", { class: "quiet" });
  private readonly before = this.icon("◀", "Puzzle before", () => this.deeds.next(-1));
  private readonly after = this.icon("▶", "Next puzzle", () => this.deeds.next(1));
  private readonly fields: Fields;
  /** The keypad of which find and pen is shown. */
  private shown = "";
  private choices: Choice[] = [];

  constructor(private readonly board: SolveBoard, readonly deeds: Deeds) {
    this.fields = new Fields(board);
    const item = (label: string, id: string, title: string, f: () => void) => h("button", { type: "button", role: "menuitem", id, title, onclick: () => { f(); by<HTMLDetailsElement>("more").open = false; } }, label);
    by("more").append(h("div", { role: "menu" },
      h("label", { title: "Marks what breaks a rule, and greys clues that are met, after each stroke" }, this.smart, "Check as I go"),
      h("label", {}, this.coordinates, "Coordinates"),
      item("Check against the solution", "check-solution", "Marks places that differ from the solution", () => deeds.solution()),
      item("Clear", "clear", "Takes all marks away. It can be undone", () => { board.clear(); this.refresh(); }),
      item("Show the solution", "show-solution", "Draws the solution. It can be undone", () => deeds.answer())));
    by("puzzles").append(this.before, this.counter, this.after);
    this.keepTry.hidden = this.dropTry.hidden = true;
    by("strokes").append(this.undo, this.redo, this.tries, this.keepTry, this.dropTry, h("span", { class: "spring" }),
      h("button", { type: "button", id: "check", title: "Whether what is there so far breaks a rule", onclick: () => deeds.check() }, "Check"),
      h("button", { type: "button", id: "hint", class: "primary", title: "Each click tells one more", onclick: () => deeds.hint() }, "Hint"));
    by("rules-open").onclick = () => deeds.rules();
    by("strokes").addEventListener("pointerdown", calm);
    by("keys").addEventListener("pointerdown", (e) => { if (!(e.target as Element).closest("input, select")) calm(e); });
    document.addEventListener("click", (e) => { if (!by("more").contains(e.target as Node)) by<HTMLDetailsElement>("more").open = false; });
  }

  private icon(sign: string, name: string, f: () => void) {
    return h("button", { type: "button", class: "icon", id: name.toLowerCase().replaceAll(" ", "-") + "-mark", aria: { label: name }, title: name, onclick: () => { f(); this.refresh(); } }, sign);
  }

  options(smart: boolean, coordinates: boolean) {
    this.smart.checked = smart;
    this.coordinates.checked = coordinates;
  }

  neighbours({ at, of }: { at: number; of: number }) {
    by("puzzles").hidden = of < 2;
    this.counter.textContent = `${at + 1} of ${of}`;
  }

  /** The board has other finds. */
  set() {
    this.shown = "";
    by("fields").replaceChildren(...this.fields.build());
    this.fields.refresh();
    this.draw();
  }

  /** Shows what may be clicked as things are. */
  refresh() {
    this.undo.disabled = !this.board.canUndo;
    this.redo.disabled = !this.board.canRedo;
    const trying = this.board.attempting;
    this.tries.hidden = trying;
    this.keepTry.hidden = this.dropTry.hidden = !trying;
    by("solve").classList.toggle("trying", trying);
    this.fields.refresh();
    calmly(() => this.draw());
  }

  private get find(): Find | undefined { return this.board.finds.find((f) => f.name === this.board.find); }

  private draw() {
    const f = this.find;
    const choices = this.board.palette();
    const now = JSON.stringify([this.board.finds.map((x) => x.name), f?.name, this.board.pen, this.board.colour, choices]);
    if (now === this.shown) return;
    this.shown = now;
    this.choices = choices;
    const rows: (HTMLElement | false)[] = [];
    const tabs = this.board.finds.filter((x) => x.gesture !== "list");
    if (tabs.length > 1) rows.push(h("div", { class: "tabs", role: "tablist", aria: { label: "What is entered" } }, ...tabs.map((x) => h("button", {
      type: "button", role: "tab", class: x === f ? "tab on" : "tab", data: { find: x.name }, aria: { selected: String(x === f) }, onclick: () => { this.board.find = x.name; this.refresh(); },
    }, x.name.replaceAll("_", " ")))));
    if (f && f.gesture !== "list") {
      rows.push(this.pens(f));
      rows.push(this.board.pen === "colour" ? this.swatches() : choices.length > 0 && this.pad(f));
      rows.push(h("p", { class: "quiet help" }, helped(f)));
    }
    by("keys").replaceChildren(...rows.filter((r): r is HTMLElement => !!r));
  }

  private pens(f: Find): HTMLElement {
    const writes = f.gesture === "write" || f.gesture === "pick" || f.gesture === "turn";
    return h("div", { class: "pens", role: "toolbar", aria: { label: "Pens" } }, ...pens.filter(([p]) => writes || p === "value" || p === "colour").map(([pen, name, sign]) => h("button", {
      type: "button", class: `pen ${pen}${this.board.pen === pen ? " on" : ""}`, title: name, aria: { label: name, pressed: String(this.board.pen === pen) },
      onclick: () => { this.board.pen = pen; this.refresh(); },
    }, h("span", { class: "sign", aria: { hidden: "true" } }, pen === "value" && !writes ? "✎" : sign))));
  }

  private pad(f: Find): HTMLElement {
    const key = (c: Choice) => h("button", { type: "button", class: "key", aria: { label: c.name ?? c.value }, title: c.name && c.name !== c.value ? c.name : "", data: { value: c.value }, onclick: () => this.board.enter(c.value) }, arrows[c.name ?? ""] ?? c.value);
    const digit = (d: string) => h("button", { type: "button", class: "key", data: { digit: d }, onclick: () => this.board.press(d) }, d);
    // Of many numbers the keypad has the digits.
    const numbers = this.choices.length > mostKeys && this.choices.every((c) => c.blank || /^\d+$/.test(c.value) || c.value === nothing);
    const keys = numbers ? [...[..."1234567890"].map(digit), ...this.choices.filter((c) => c.value === nothing).map(key)] : this.choices.filter((c) => !c.blank).map(key);
    return h("div", { class: "pad", role: "toolbar", style: `--keys:${columns(keys.length + 1)}`, aria: { label: `Values of ${f.name}` } }, ...keys,
      h("button", { type: "button", class: "key blank", aria: { label: "Erase" }, data: { value: "" }, onclick: () => this.board.enter("") }, "⌫"));
  }

  private swatches(): HTMLElement {
    return h("div", { class: "pad", role: "toolbar", style: `--keys:${columns(colours.length + 1)}`, aria: { label: "Colours" } }, ...colours.map((name, i) => h("button", {
      type: "button", class: `key swatch c${i + 1}${this.board.colour === i + 1 ? " on" : ""}`, aria: { label: name, pressed: String(this.board.colour === i + 1) }, title: name,
      onclick: () => { this.board.colour = i + 1; this.board.enter(String(i + 1)); this.refresh(); },
    }, String(i + 1))), h("button", { type: "button", class: "key blank" + (this.board.colour === 0 ? " on" : ""), aria: { label: "No colour" }, onclick: () => { this.board.colour = 0; this.board.enter(""); this.refresh(); } }, "⌫"));
  }
}

/** As many values as have a key each. */
const mostKeys = 16;

/** In how many columns so many keys stand, in rows of about the same length. */
function columns(n: number): number {
  const rows = Math.ceil(n / 8);
  return Math.max(3, Math.ceil(n / rows));
}
