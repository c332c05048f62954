// The board: drawn by mouse, touch and keys. The listener asks `place` to put values. The board knows no puzzle.
import { h } from "./dom";
import { Drawing, type Marks } from "./drawing";
import { markOutside } from "./outside";
import { cellName, rowCol, spoken } from "./places";
import type { Board, Candidate, Choice, Palette } from "./protocol";

export interface Listener {
  place(given: string, place: string | string[], value: string): void;
  hover(place: string | undefined): void;
  /** A place of a game was chosen, or a thing on it. The innermost comes first. */
  pick(places: string[]): void;
  key(direction: string): void;
  say(text: string): void;
}

/** How many values of a palette are shown at once. The rest is shown on demand. */
const shown = 16;

/** How far a finger moves before that is a direction, in pixels of the screen. */
const swipe = 22;

const compass: Record<string, [number, number, string]> = { ArrowUp: [-1, 0, "north"], ArrowRight: [0, 1, "east"], ArrowDown: [1, 0, "south"], ArrowLeft: [0, -1, "west"] };

export class BoardView {
  readonly drawing: Drawing;
  board?: Board;
  /** True while moves are made instead of clues drawn. */
  playing = false;
  /** True while the board belongs to who solves, and takes neither pointer nor keys from here. */
  idle = false;
  private given = "";
  /** The value that the pointer draws. If undefined, the pointer only chooses a place. */
  private brush?: string;
  private cursor?: [number, number];
  /** True while keys move the cursor of a game. Otherwise it is hidden. */
  private led = false;
  private all = new Set<string>();
  private over: Marks[] = [];
  private under: Marks[] = [];
  private open: Candidate[] = [];
  private typed = "";
  private typedAt = 0;
  /** The field for the clues of a line, while they are written. */
  private writing?: HTMLInputElement;
  /** A finger on the board of a game: it chooses a place, or moves into a direction. */
  private touch?: PointerEvent;
  private drag?: { value: string; past: Set<string> };

  constructor(private readonly paper: HTMLElement, private readonly tools: HTMLElement, private readonly on: Listener) {
    this.drawing = new Drawing(paper);
    paper.tabIndex = 0;
    paper.setAttribute("role", "application");
    paper.setAttribute("aria-roledescription", "board");
    paper.addEventListener("pointerdown", (e) => this.down(e));
    paper.addEventListener("pointermove", (e) => this.move(e));
    paper.addEventListener("pointerup", (e) => { this.drag = undefined; this.lift(e); });
    paper.addEventListener("pointercancel", () => { this.drag = this.touch = undefined; });
    paper.addEventListener("pointerleave", () => on.hover(undefined));
    paper.addEventListener("contextmenu", (e) => { if (!this.idle && !this.playing && this.palette) e.preventDefault(); });
    paper.addEventListener("keydown", (e) => this.press(e));
    paper.addEventListener("focus", () => { if (this.idle) return; if (!this.cursor && !this.playing && this.drawing.hasBoard) { this.cursor = [1, 1]; this.tell(); } this.remark(); });
    paper.addEventListener("blur", () => { if (!this.idle) this.remark(); });
  }

  /** Takes a board with its palettes. */
  set(board: Board) {
    this.board = board;
    const drawn = this.drawable;
    if (!drawn.some((p) => p.given === this.given)) {
      this.given = drawn[0]?.given ?? "";
      this.brush = undefined;
    }
    this.drawTools();
  }

  /** Clears the board and its palettes. */
  clear() {
    this.board = undefined;
    this.playing = false;
    this.cursor = undefined;
    this.over = this.under = [];
    this.open = [];
    this.drawing.clear();
    this.drawTools();
  }

  /** Whether there is something on a board that can be drawn. */
  drawableIn(board: Board) { return (board.palettes ?? []).some((p) => p.on === "lines" || p.on !== "whole" && !this.beside(p)); }

  /** Shows a drawing of the board: its puzzle, a solution, a step. */
  show(svg: string) {
    this.drawing.show(svg);
    if (this.playing) markOutside(this.drawing);
    if (this.cursor && (this.cursor[0] > this.drawing.rows + 1 || this.cursor[1] > this.drawing.cols + 1)) this.cursor = undefined;
    this.remark();
  }

  /** Marks places of the drawing. */
  mark(over: Marks[], under: Marks[] = [], open: Candidate[] = []) {
    this.over = over;
    this.under = under;
    this.open = open;
    this.remark();
  }

  private remark() {
    const place = this.idle || this.playing && !this.led ? undefined : this.cursorPlace();
    const cursor: Marks[] = place && document.activeElement === this.paper ? [{ class: "cursor", places: [place] }] : [];
    this.drawing.mark([...this.over, ...cursor], this.under, this.drawing.candidates(this.open));
  }

  /** The palettes of givens with places on this board. */
  private get drawable(): Palette[] { return this.playing || this.idle ? [] : (this.board?.palettes ?? []).filter((p) => p.on !== "whole" && p.on !== "lines" && !this.beside(p)); }
  /** The givens with several clues for each line. */
  private get lines(): Palette[] { return this.playing || this.idle ? [] : (this.board?.palettes ?? []).filter((p) => p.on === "lines"); }
  private get palette(): Palette | undefined { return this.drawable.find((p) => p.given === this.given); }

  /** Places outside that are not named after a line can only be edited in the text. */
  private beside(p: Palette) { return p.on === "outside" && (!Object.keys(p.sides ?? {}).length || Object.keys(p.now).some((k) => !/^([a-z]+ )?\d+$/.test(k))); }

  /** The place of a given at a spot. Outside, it is named after a direction, perhaps that in which one looks. */
  private named(p: Palette, spot: string): string | undefined {
    const [side, n] = spot.split(" ");
    if (n === undefined) return spot;
    for (const [key, at] of Object.entries(p.sides ?? {})) if (at === side) return key ? `${key} ${n}` : n;
    return undefined;
  }

  /** The same for several names, one of which is right. */
  private names(p: Palette, spots: string | string[]): string | string[] | undefined {
    return typeof spots === "string" ? this.named(p, spots) : spots;
  }

  private values(p: Palette): Choice[] { return p.values ?? []; }

  /** True of givens such as rooms: cells may have any names, and only equality matters. */
  private rooms(p: Palette) { return p.on === "cells" && this.values(p).every((c) => c.blank) && p.free === true; }

  private blank(p: Palette): string | undefined { return this.values(p).find((c) => c.blank)?.value; }

  // The palette below the board.

  private drawTools() {
    const palettes = this.drawable;
    const p = this.palette;
    const rows: HTMLElement[] = [];
    if (palettes.length > 1) {
      rows.push(h("div", { class: "tabs", role: "tablist", aria: { label: "What is drawn" } }, ...palettes.map((q) => h("button", {
        type: "button", role: "tab", aria: { selected: String(q === p) }, class: q === p ? "tab on" : "tab",
        onclick: () => { this.given = q.given; this.brush = undefined; this.drawTools(); },
      }, q.given.replaceAll("_", " ")))));
    }
    if (p && !this.playing) rows.push(this.values(p).some((c) => !c.blank) ? this.choices(p) : this.roomTools(p));
    if (this.lines.length) rows.push(h("p", { class: "quiet" }, "Click beside a row or column to write its clues."));
    const fields = (this.board?.palettes ?? []).filter((q) => q.on === "whole");
    if (fields.length && !this.playing && !this.idle) rows.push(h("div", { class: "fields" }, ...fields.map((q) => this.field(q))));
    this.tools.replaceChildren(...rows);
  }

  private choices(p: Palette): HTMLElement {
    const values = this.values(p);
    const common = this.all.has(p.given) || values.length <= shown + 1 ? values : values.slice(0, this.usual(p));
    const button = (c: Choice | undefined, label: string, name: string) => h("button", {
      type: "button", class: "value" + (this.brush === c?.value ? " on" : "") + (c?.blank ? " blank" : ""), title: name,
      aria: { pressed: String(this.brush === c?.value), label: name },
      onclick: () => { this.brush = c?.value; this.drawTools(); },
    }, label);
    const label = (c: Choice) => c.blank ? "⌫" : c.value === "true" ? c.name ?? "✓" : c.value;
    return h("div", { class: "palette", role: "toolbar", aria: { label: `Values of ${p.given}` } },
      button(undefined, "➤", "Choose a place, then type"),
      ...common.map((c) => button(c, label(c), c.name && c.name !== c.value ? `${c.name} (${c.value})` : c.value)),
      common.length < values.length && h("button", { type: "button", class: "value more", title: "All values", aria: { label: "Show all values" }, onclick: () => { this.all.add(p.given); this.drawTools(); } }, "…"));
  }

  /** The values that the board may need: those on it, and a few more. */
  private usual(p: Palette): number {
    const values = this.values(p), there = new Set(Object.values(p.now));
    let last = 0;
    values.forEach((c, i) => { if (there.has(c.value)) last = i; });
    return Math.min(values.length, Math.max(11, last + 2, this.blank(p) ? 11 : 10));
  }

  private roomTools(p: Palette): HTMLElement {
    if (!this.rooms(p)) return h("p", { class: "quiet" }, "Click a place and type a value.");
    const on = this.brush === "new";
    return h("div", { class: "palette" },
      h("button", { type: "button", class: "value wide" + (on ? "" : " on"), aria: { pressed: String(!on) }, onclick: () => { this.brush = undefined; this.drawTools(); } }, "Extend"),
      h("button", { type: "button", class: "value wide" + (on ? " on" : ""), aria: { pressed: String(on) }, onclick: () => { this.brush = "new"; this.drawTools(); } }, "New room"),
      h("span", { class: "quiet" }, "Drag from a room over what is to belong to it."));
  }

  private field(p: Palette): HTMLElement {
    const now = p.now[""] ?? "";
    const values = this.values(p);
    const truth = values.length === 2 && values[0].value === "true" || now === "true" || now === "false";
    const name = p.given.replaceAll("_", " ");
    if (truth) {
      return h("label", {}, h("input", { type: "checkbox", checked: now === "true", onchange: (e) => this.on.place(p.given, "", String((e.target as HTMLInputElement).checked)) }), name);
    }
    return h("label", {}, name + " ", h("input", { type: "text", size: Math.max(3, Math.min(12, now.length + 1)), value: now, onchange: (e) => this.on.place(p.given, "", (e.target as HTMLInputElement).value.trim()) }));
  }

  // Pointers.

  /** The place under the pointer for the palette. An edge has two names, one of which is right. */
  private placeAt(e: PointerEvent): string | string[] | undefined {
    const at = this.drawing.spot(e);
    if (!at || !this.drawing.hasBoard) return undefined;
    switch (this.playing ? "cells" : this.palette?.on) {
      case "points": return this.drawing.pointAt(at);
      case "outside": return this.drawing.outsideAt(at);
      case "edges": {
        const side = this.drawing.sideAt(at);
        return side && [side.cells, side.points].filter((p) => p !== undefined);
      }
    }
    const p = this.palette;
    return this.fine(p) ? this.drawing.finerAt(at, p!) : this.drawing.cellAt(at);
  }

  private outsideOf(e: PointerEvent): string | undefined {
    const at = this.drawing.spot(e);
    return at && this.drawing.hasBoard ? this.drawing.outsideAt(at) : undefined;
  }

  /** Edits the clues beside a line in place, beginning with some text. False if lines have single clues. */
  private writeAt(place: string | undefined, begun?: string): boolean {
    const [side, n] = place?.split(" ") ?? [];
    const p = this.lines.find((q) => q.sides?.[""] === side);
    const box = p && place ? this.drawing.onScreen(place) : undefined;
    if (!p || !box) return false;
    this.writing?.remove();
    const old = p.now[n] ?? "";
    const frame = this.paper.getBoundingClientRect();
    let done = false;
    const close = (keep: boolean, then?: () => void) => {
      if (done) return;
      done = true;
      const text = field.value.trim().split(/\s+/).join(" ");
      field.remove();
      this.writing = undefined;
      if (keep && text !== old) { p.now[n] = text; this.on.place(p.given, n, text); }
      then?.();
    };
    const next = (step: number) => () => { if (!this.writeAt(`${side} ${Number(n) + step}`)) this.paper.focus({ preventScroll: true }); };
    const field = this.writing = h("input", {
      type: "text", class: "clues", value: begun ?? old, aria: { label: `Clues ${spoken(place!)}` }, autocomplete: "off", spellcheck: false,
      onkeydown: (e: KeyboardEvent) => {
        e.stopPropagation();
        if (e.key === "Enter") close(true, () => this.paper.focus({ preventScroll: true }));
        else if (e.key === "Escape") close(false, () => this.paper.focus({ preventScroll: true }));
        else if (e.key === "Tab") { e.preventDefault(); close(true, next(e.shiftKey ? -1 : 1)); }
      },
      onblur: () => close(true),
      onpointerdown: (e: PointerEvent) => e.stopPropagation(),
    });
    const width = 132, height = 30;
    const middle = side === "left" ? box.right - width / 2 : side === "right" ? box.left + width / 2 : (box.left + box.right) / 2;
    field.style.left = `${Math.min(Math.max(0, middle - width / 2 - frame.left), frame.width - width)}px`;
    field.style.top = `${Math.min(Math.max(0, (box.top + box.bottom) / 2 - height / 2 - frame.top), frame.height - height)}px`;
    this.paper.append(field);
    field.focus({ preventScroll: true });
    if (begun === undefined) field.select();
    return true;
  }

  /** True of a given whose board is finer than the drawn one. Only the pointer finds its places. */
  private fine(p: Palette | undefined) { return !this.playing && !!p?.step; }

  private down(e: PointerEvent) {
    if (this.idle) return;
    this.led = false;
    this.paper.focus({ preventScroll: true });
    if (this.playing && e.pointerType !== "mouse") { this.touch = e; return; }
    this.point(e);
  }

  /** A finger was lifted: if it was moved, that is a direction. */
  private lift(e: PointerEvent) {
    const begun = this.touch;
    this.touch = undefined;
    if (!begun || begun.pointerId !== e.pointerId) return;
    const dx = e.clientX - begun.clientX, dy = e.clientY - begun.clientY;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < swipe) { this.point(begun); return; }
    this.on.key(Math.abs(dx) > Math.abs(dy) ? dx > 0 ? "east" : "west" : dy > 0 ? "south" : "north");
  }

  /** Chooses or draws at a place. */
  private point(e: PointerEvent) {
    const things = this.playing ? this.drawing.thingsAt(e) : [];
    if (things.length) { if (e.button === 0) this.on.pick(things); return; }
    if (e.button === 0 && this.writeAt(this.outsideOf(e))) { e.preventDefault(); return; }
    const place = this.placeAt(e);
    if (place === undefined || !this.board) return;
    const one = typeof place === "string" ? place : place[0];
    const at = this.positionOf(one);
    if (at && !this.fine(this.palette)) this.cursor = at;
    this.typed = "";
    this.remark();
    if (this.playing) { if (e.button === 0) this.on.pick([one]); return; }
    const p = this.palette;
    if (!p) return;
    const now = this.nowAt(p, place);
    let value: string | undefined;
    if (e.button === 2) {
      value = this.blank(p);
      if (value === undefined) return;
    } else if (e.button !== 0) return;
    else if (this.rooms(p)) value = this.brush === "new" ? this.fresh(p) : now;
    else if (p.on === "edges" || this.values(p).filter((c) => !c.blank).length === 1) { // there is no choice: the value is there or not
      const on = this.brush !== undefined && this.brush !== this.blank(p) ? this.brush : this.values(p).find((c) => !c.blank)?.value;
      value = this.brush === this.blank(p) && this.brush !== undefined ? this.brush : now === on ? this.blank(p) : on;
    } else value = this.brush === now ? this.blank(p) ?? this.brush : this.brush;
    if (value === undefined) { this.tell(); return; }
    this.drag = { value, past: new Set([one]) };
    // A touch stays with the element where it began, but a drag needs all that it passes.
    if (e.pointerType !== "mouse") this.paper.releasePointerCapture?.(e.pointerId);
    if (!(this.rooms(p) && this.brush !== "new")) this.put(p, place, value);
  }

  private move(e: PointerEvent) {
    if (this.idle) return;
    const place = this.placeAt(e);
    const one = typeof place === "string" ? place : place?.[0];
    const p = this.palette;
    this.on.hover(this.fine(p) ? undefined : one);
    if (!this.drag || !p || !one || place === undefined || this.drag.past.has(one)) return;
    if (!(e.buttons & 3)) { this.drag = undefined; return; }
    this.drag.past.add(one);
    if (this.nowAt(p, place) !== this.drag.value) this.put(p, place, this.drag.value);
  }

  private nowAt(p: Palette, place: string | string[]): string | undefined {
    const named = this.names(p, place) ?? [];
    for (const one of typeof named === "string" ? [named] : named) if (one in p.now) return p.now[one];
    return this.blank(p);
  }

  /** Places a value, and remembers it until the next look at the board. */
  private put(p: Palette, place: string | string[], value: string) {
    const named = this.names(p, place);
    if (named === undefined) return; // no clue of this given stands there
    this.on.place(p.given, named, value);
    const one = typeof named === "string" ? named : named[0];
    const choice = this.values(p).find((c) => c.value === value);
    if (choice?.blank) delete p.now[one]; else p.now[one] = value;
    this.on.say(`${spoken(one)}: ${choice?.name ?? value}`);
  }

  /** A name that no room has yet. */
  private fresh(p: Palette): string {
    const used = new Set(Object.values(p.now));
    for (let n = 0; ; n++) {
      const name = String.fromCharCode(65 + n % 26) + (n < 26 ? "" : Math.floor(n / 26));
      if (!used.has(name)) { this.brush = undefined; queueMicrotask(() => this.drawTools()); return name; }
    }
  }

  // Keys.

  private positionOf(place: string): [number, number] | undefined {
    const [side, n] = place.split(" ");
    switch (side) {
      case "above": return [0, Number(n)];
      case "below": return [this.drawing.rows + 1, Number(n)];
      case "left": return [Number(n), 0];
      case "right": return [Number(n), this.drawing.cols + 1];
    }
    return rowCol(place.split("-")[0]);
  }

  /** The place that the cursor is at. */
  private cursorPlace(): string | undefined {
    if (!this.cursor || !this.drawing.hasBoard) return undefined;
    const [row, col] = this.cursor;
    if (row === 0) return `above ${col}`;
    if (col === 0) return `left ${row}`;
    const points = this.palette?.on === "points" && !this.playing;
    if (!points && row > this.drawing.rows) return `below ${col}`;
    if (!points && col > this.drawing.cols) return `right ${row}`;
    return points ? `p${row},${col}` : cellName(row, col);
  }

  private press(e: KeyboardEvent) {
    if (this.idle || !this.board || e.altKey) return;
    const way = compass[e.key];
    if (way) {
      e.preventDefault();
      if (this.playing && !e.shiftKey) { this.on.key(way[2]); return; }
      if (e.shiftKey && this.palette?.on === "edges") { this.toggleSide(way[0], way[1]); return; }
      this.step(way[0], way[1]);
      return;
    }
    if (this.playing) {
      const place = this.cursorPlace();
      if ((e.key === "Enter" || e.key === " ") && place) { e.preventDefault(); this.on.pick([place]); }
      return;
    }
    const p = this.palette, place = this.cursorPlace();
    if (place?.includes(" ") && !e.ctrlKey && !e.metaKey && (e.key === "Enter" || /^\S$/.test(e.key)) && this.writeAt(place, e.key === "Enter" ? undefined : e.key)) { e.preventDefault(); return; }
    if (e.key === "Escape") { this.brush = undefined; this.typed = ""; this.drawTools(); return; }
    if (!p || !place || e.ctrlKey || e.metaKey || this.fine(p)) return;
    const inPalette = (p.on === "outside") === place.includes(" ");
    if (!inPalette) return;
    if (e.key === "Delete" || e.key === "Backspace" || e.key === " ") {
      e.preventDefault();
      this.typed = "";
      const blank = this.blank(p);
      if (blank !== undefined) this.put(p, place, blank);
    } else if (e.key === "Enter" && this.brush !== undefined) {
      e.preventDefault();
      this.put(p, place, this.brush);
    } else if (e.key.length === 1) {
      e.preventDefault();
      this.type(p, place, e.key);
    }
  }

  /** Keys in quick succession make one value, as long as there is such a value. */
  private type(p: Palette, place: string, key: string) {
    const now = performance.now();
    if (now - this.typedAt > 900) this.typed = "";
    this.typedAt = now;
    const values = this.values(p);
    const find = (text: string) => values.find((c) => c.value === text) ?? values.find((c) => c.value.toLowerCase() === text.toLowerCase())
      ?? (text.length === 1 ? values.find((c) => c.name?.toLowerCase().startsWith(text.toLowerCase())) : undefined);
    for (const text of [this.typed + key, key]) {
      const c = find(text);
      if (c || p.free && (/^\d+$/.test(text) || !values.some((v) => !v.blank))) {
        this.typed = text;
        this.put(p, place, c?.value ?? text);
        return;
      }
    }
    this.typed = key;
    this.on.say(`${key} is no value of ${p.given}`);
  }

  private step(dRow: number, dCol: number) {
    const { rows, cols } = this.drawing;
    const [row, col] = this.cursor ?? [1, 1];
    const on = this.playing ? "cells" : this.lines.length ? "outside" : this.palette?.on;
    const low = on === "outside" ? 0 : 1;
    const more = on === "points" || on === "outside" ? 1 : 0;
    let r = Math.min(Math.max(row + dRow, low), rows + more), c = Math.min(Math.max(col + dCol, low), cols + more);
    if (on === "outside" && (r < 1 || r > rows) && (c < 1 || c > cols)) [r, c] = [row, col]; // no clue stands at a corner
    this.cursor = [r, c];
    this.led = true;
    this.typed = "";
    this.remark();
    this.tell();
    const place = this.cursorPlace();
    this.on.hover(place);
  }

  /** Draws or removes the edge on a side of the cell at the cursor. */
  private toggleSide(dRow: number, dCol: number) {
    const p = this.palette;
    if (!p || !this.cursor) return;
    const [row, col] = this.cursor;
    const at = { x: (col - .5 + dCol / 2) * 40, y: (row - .5 + dRow / 2) * 40 };
    const side = this.drawing.sideAt(at);
    if (!side) return;
    const places = [side.cells, side.points].filter((q) => q !== undefined);
    const on = this.values(p).find((c) => !c.blank)?.value, off = this.blank(p);
    const value = this.nowAt(p, places) === on ? off : on;
    if (value !== undefined) this.put(p, places, value);
  }

  /** Describes the place at the cursor. */
  private tell() {
    const place = this.cursorPlace();
    if (!place) return;
    const there = (this.board?.palettes ?? []).flatMap((p) => {
      const now = p.now[this.named(p, place) ?? ""];
      return now ? [this.values(p).find((v) => v.value === now)?.name ?? now] : [];
    });
    this.on.say(`${spoken(place)}${there.length ? ": " + there.join(", ") : ": nothing"}`);
  }
}
