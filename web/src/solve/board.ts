// The board that is solved on: what is drawn by pointer and keys, kept as marks, and shown as ink on the drawing.
import type { Drawing } from "../drawing";
import type { Choice, Clue, Find, Marks as Wire } from "../protocol";
import { Gestures } from "./gestures";
import { Hand, nothing, type Pen } from "./hand";
import { Ink, keyOfClue } from "./ink";
import { Keys } from "./keys";
import { spoken } from "../places";

interface Listener {
  /** The marks have changed. */
  changed(): void;
  /** Words for those who listen. */
  say(text: string): void;
  /** The place that the pointer or the keys are at. */
  places(at: string | undefined): void;
}

export class SolveBoard {
  private readonly hand: Hand;
  private readonly ink: Ink;
  private readonly gestures: Gestures;
  private readonly keys: Keys;
  private taking = false;
  private frame = 0;
  /** Whether keys were used last. Then the place that they are at is shown. */
  private led = false;

  constructor(private readonly drawing: Drawing, private readonly paper: HTMLElement, private readonly on: Listener) {
    this.hand = new Hand((text) => on.say(text));
    this.ink = new Ink(this.hand, drawing);
    this.gestures = new Gestures(this.hand, drawing, paper, {
      drawn: () => this.redraw(), done: () => this.finished(), hover: (at) => on.places(at), isActive: () => this.taking,
    });
    this.keys = new Keys(this.hand, { done: () => { this.finished(); on.places(this.hand.cursor); }, undo: () => this.undo(), redo: () => this.redo(), say: (text) => on.say(text) });
    paper.addEventListener("keydown", (e) => {
      if (!this.taking || e.target !== paper) return;
      if (this.keys.press(e)) { e.preventDefault(); e.stopPropagation(); }
      // Other keys are no edits of the board below.
      else if (!e.ctrlKey && !e.metaKey) e.stopImmediatePropagation();
    }, true);
    // What is typed after a button was pressed, such as that of a pen, is meant for the board, too.
    paper.getRootNode().addEventListener("keydown", (event) => {
      const e = event as KeyboardEvent, from = e.target as Element;
      const typed = /^\S$/.test(e.key) && !e.ctrlKey && !e.metaKey || e.key === "Delete" || e.key === "Backspace";
      if (!this.taking || !typed || e.defaultPrevented || !from.matches("body, button")) return;
      if (this.hand.cursor !== undefined && this.keys.press(e)) { e.preventDefault(); paper.focus({ preventScroll: true }); }
    });
    paper.tabIndex = 0;
    paper.setAttribute("role", "application");
    paper.setAttribute("aria-roledescription", "board");
    paper.getRootNode().addEventListener("keydown", () => { this.led = true; }, true);
    paper.getRootNode().addEventListener("pointerdown", () => { this.led = false; }, true);
    paper.addEventListener("focus", () => {
      if (this.taking && this.led) this.keys.enter();
      this.redraw();
    });
    paper.addEventListener("blur", () => this.redraw());
    // Scripts of the page find the board at its element.
    Object.assign(paper, { solving: this });
    drawing.shown = () => this.ink.draw();
  }

  /** Begins a puzzle. There are no marks yet. */
  set(finds: Find[]) {
    this.gestures.cancel();
    this.hand.set(finds, (place) => { const b = this.drawing.box(place); return b && { x: b.x + b.w / 2, y: b.y + b.h / 2 }; });
    this.keys.reset();
    this.ink.reset();
    this.last = "";
    if (this.led && document.activeElement === this.paper) this.keys.enter();
    this.redraw();
  }

  /** Takes the finds of the same puzzle once more. Marks and what is chosen stay. False if the finds are as before. */
  renew(finds: Find[]): boolean {
    if (JSON.stringify(finds) === JSON.stringify(this.finds)) return false;
    const marks = this.save(), chosen = [...this.hand.chosen], find = this.find;
    this.set(finds);
    this.load(marks);
    this.find = find;
    for (const p of chosen) if (this.hand.lattice?.stops.has(p)) this.hand.choose(p, true);
    return true;
  }

  get finds(): readonly Find[] { return this.hand.marks.finds; }

  /** Whether pointer and keys are taken. */
  get active() { return this.taking; }
  set active(on: boolean) {
    if (on === this.taking) return;
    this.taking = on;
    this.gestures.activate(on);
    this.keys.reset();
    this.redraw();
  }

  /** Whether the marks are shown. */
  get visible() { return this.ink.visible; }
  set visible(on: boolean) { this.ink.visible = on; this.redraw(); }

  /** The find that gestures are about. */
  get find() { return this.hand.current; }
  set find(name: string) { this.hand.current = name; this.keys.reset(); this.redraw(); }

  get pen(): Pen { return this.hand.pen; }
  set pen(pen: Pen) { this.hand.pen = pen; this.keys.reset(); }

  get colour() { return this.hand.colour; }
  set colour(n: number) { this.hand.colour = n; }

  /** The values that may be entered into chosen places by a keypad: those of the current find that some of them can have. */
  palette(): Choice[] {
    const f = this.hand.find;
    if (!f || f.gesture !== "write" && f.gesture !== "pick" && f.gesture !== "turn") return [];
    const chosen = [...this.hand.chosen].filter((p) => this.hand.marks.has(f.name, p));
    const all = (f.values ?? []).filter((c) => !c.blank);
    const fit = f.each && chosen.length ? all.filter((c) => chosen.some((p) => this.hand.choices(f, p).includes(c))) : all;
    return [...fit.length ? fit : all, ...f.blank ? [{ value: nothing, name: "nothing here" }] : []];
  }

  /** Enters a value into the chosen places, with the pen. "" takes away what is there. */
  enter(value: string) {
    const f = this.hand.find;
    if (!f) return;
    // Where a click draws, no places are chosen: the next stroke has the colour.
    if (this.pen === "colour" && !this.hand.chooses(f)) return;
    if (!this.hand.chosen.size) { this.on.say("choose a place first"); return; }
    this.hand.type(f, [...this.hand.chosen], value);
    this.finished();
  }

  /** Enters one digit of a number with the pen. Digits in quick succession make one number. */
  press(digit: string) {
    const f = this.hand.find;
    if (!f) return;
    if (!this.hand.chosen.size) { this.on.say("choose a place first"); return; }
    this.keys.write(f, [...this.hand.chosen], digit, this.pen);
    this.finished();
  }

  get canUndo() { return this.hand.marks.canUndo; }
  get canRedo() { return this.hand.marks.canRedo; }
  undo(): boolean { this.gestures.cancel(); return this.moved(this.hand.marks.undo(), "undone"); }
  redo(): boolean { this.gestures.cancel(); return this.moved(this.hand.marks.redo(), "redone"); }

  private moved(places: string[] | undefined, word: string): boolean {
    if (!places) { this.on.say(`nothing to be ${word}`); return false; }
    const named = places.filter((p) => p);
    this.on.say(`${word}: ${named.length === 1 ? spoken(named[0]) : `${named.length} places`}`);
    this.finished();
    return true;
  }

  /** Begins an attempt, whose marks look different. Its end keeps them or takes them away. */
  attempt(on: boolean, keep = false) { this.gestures.cancel(); this.hand.marks.attempt(on, keep); this.finished(); }
  get attempting() { return this.hand.marks.attempting; }

  /** The marks, for questions. */
  wire(): Record<string, Wire> { return this.hand.marks.wire(); }

  /** Reads what save wrote. False if it is of another puzzle. */
  load(text: string): boolean {
    this.gestures.cancel();
    if (!this.hand.marks.load(text)) return false;
    this.finished();
    return true;
  }
  save(): string { return this.hand.marks.save(); }

  /** Enters marks as one stroke. */
  apply(m: Record<string, Wire>) { this.gestures.cancel(); this.hand.marks.apply(m); this.finished(); }

  // Gestures without a pointer.

  /** A click. The current find is asked first, then the others that have the place. */
  tap(place: string, second = false) { const f = this.having(place); if (f) { this.hand.tap(f, place, second); this.finished(); } }
  drag(places: string[]) { const f = this.hand.find; if (f) { this.hand.drag(f, places); this.finished(); } }
  type(place: string, value: string) { const f = this.having(place); if (f) { this.hand.choose(place); this.hand.type(f, [place], value); this.finished(); } }

  private having(place: string): Find | undefined {
    const has = (f: Find | undefined) => f && (this.hand.marks.has(f.name, place) || this.hand.latticeOf(f.name).edges.has(place));
    return has(this.hand.find) ? this.hand.find : this.finds.find(has);
  }

  /** Marks the places of broken rules with their clues, and the clues that are met. */
  flag(bad: string[], broken: Clue[], met: Clue[]) {
    this.ink.bad = new Set(bad);
    this.ink.broken = new Set(broken.map(keyOfClue));
    this.ink.met = new Set(met.map(keyOfClue));
    this.redraw();
  }

  /** Takes all marks away. It can be undone. */
  clear() { this.gestures.cancel(); this.hand.marks.clear(); this.finished(); }

  private last = "";

  /** Shows the marks soon, and tells of them if they are others than before. */
  private finished() {
    this.redraw();
    const now = this.hand.marks.state;
    if (now === this.last) return;
    this.last = now;
    this.on.changed();
  }

  private redraw() {
    this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.drawNow(); });
  }

  private drawNow() {
    const f = this.hand.find;
    this.ink.showChosen = this.taking && f !== undefined && (this.hand.chooses(f) || f.gesture !== "shade" && this.pen !== "value" || this.led && document.activeElement === this.paper);
    this.ink.draw();
  }
}
