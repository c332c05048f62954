// The keyboard on the board. Everything that a pointer can do can be done by keys.
import type { Find } from "../protocol";
import type { Hand, Pen } from "./hand";
import { spoken } from "../places";

const ways: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const wayWords: Record<string, RegExp> = { ArrowUp: /^(up|north|\^|↑|n)$/i, ArrowRight: /^(right|east|>|→|e)$/i, ArrowDown: /^(down|south|v|↓|s)$/i, ArrowLeft: /^(left|west|<|←|w)$/i };

/** Keys in quick succession make one value, such as 12, within so many milliseconds. */
const quick = 900;

interface Told {
  /** The marks or what is chosen may have changed. */
  done(): void;
  undo(): void;
  redo(): void;
  say(text: string): void;
}

export class Keys {
  private typed = "";
  private typedAt = -Infinity;
  /** X was pressed: the next arrow crosses out. */
  private crossing = false;
  /** The vertex that Space chose, from which the next one draws a line. */
  private start?: string;

  constructor(private readonly hand: Hand, private readonly on: Told) {}

  /** Forgets what was begun. */
  reset() { this.typed = ""; this.crossing = false; this.start = undefined; }

  /** Handles a key. False if it means nothing here. */
  press(e: KeyboardEvent): boolean {
    const f = this.hand.find, lattice = this.hand.lattice;
    if (!f || !lattice?.stops.size) return false;
    const mod = e.ctrlKey || e.metaKey;
    if (mod && !e.altKey && /^[zy]$/i.test(e.key)) { if (e.shiftKey || e.key.toLowerCase() === "y") this.on.redo(); else this.on.undo(); return true; }
    if (mod && e.key === "a" && this.hand.chooses(f)) { for (const p of lattice.stops.keys()) this.hand.choose(p, true); this.on.done(); return true; }
    const way = ways[e.key];
    if (way) { this.arrow(f, e, way); this.on.done(); return true; }
    if (e.altKey || !this.other(f, e, mod)) return false;
    this.on.done();
    return true;
  }

  /** The keys have come to the board. */
  enter() {
    const f = this.hand.find;
    if (f && this.hand.lattice?.stops.size) this.hand.tell(f, this.cursor());
  }

  /** Chooses the first place if none is. */
  private cursor(): string {
    const { lattice, cursor } = this.hand;
    if (cursor !== undefined && lattice!.stops.has(cursor)) return cursor;
    const first = lattice!.stops.keys().next().value!;
    this.hand.choose(first);
    return first;
  }

  private arrow(f: Find, e: KeyboardEvent, [dx, dy]: [number, number]) {
    const { hand } = this, lattice = hand.lattice!;
    const fresh = hand.cursor === undefined, from = this.cursor(); // keys that come without focus choose a place first
    this.typed = "";
    const edges = f.gesture === "line" || f.gesture === "bridge" || f.gesture === "area";
    if (edges && (e.shiftKey || e.ctrlKey || e.metaKey || e.altKey || this.crossing)) { this.draw(f, from, e, dx, dy); return; }
    if (f.gesture === "turn" && e.shiftKey) {
      const value = hand.choices(f, from).find((c) => wayWords[e.key].test(c.name ?? "") || wayWords[e.key].test(c.value));
      if (value) { hand.type(f, [from], value.value, "value"); return; }
    }
    const to = fresh ? from : lattice.next(from, dx, dy);
    if (to === undefined) { this.on.say("the edge of the board"); return; }
    hand.choose(to, e.shiftKey && hand.chooses(f));
    hand.tell(f, to);
  }

  /** Shift and an arrow draw a line, a bridge or a border. X before the arrow crosses out, Ctrl or Alt joins cells. */
  private draw(f: Find, from: string, e: KeyboardEvent, dx: number, dy: number) {
    const { hand } = this, found = hand.lattice!.edgeTo(from, dx, dy);
    const second = this.crossing, join = (e.ctrlKey || e.metaKey || e.altKey) && f.gesture === "area";
    this.crossing = false;
    if (!found) { this.on.say("there is nothing to draw in this direction"); return; }
    const { edge, to } = found;
    if (f.gesture === "area" && !join) {
      const there = hand.marks.value(f.name, edge.name);
      const value = second ? "in" : "out";
      hand.stroke(() => hand.put(f, edge.name, there === value ? "" : value));
      hand.tell(f, edge.name);
      return;
    }
    if (second) { hand.stroke(() => hand.put(f, edge.name, hand.next(f, edge.name, true))); hand.tell(f, edge.name); return; }
    hand.stroke(() => hand.trace(f, from).to(to));
    hand.tell(f, edge.name);
    if (f.gesture !== "bridge") hand.choose(to);
  }

  private other(f: Find, e: KeyboardEvent, mod: boolean): boolean {
    const { hand } = this;
    switch (e.key) {
      case "Escape": this.reset(); hand.chosen.clear(); return true;
      case "Delete": case "Backspace": this.typed = ""; this.cursor(); this.erase(f); return true;
      case " ": case "Enter":
        if (mod) return false;
        this.space(f, e.shiftKey);
        return true;
    }
    if (e.key.length !== 1 && !/^(Digit|Numpad)\d$/.test(e.code)) return false;
    const edges = f.gesture === "line" || f.gesture === "bridge" || f.gesture === "area";
    if (!mod && e.key.toLowerCase() === "x" && !this.valued(f, "x")) {
      const at = this.cursor();
      if (edges) {
        const other = hand.companion(at);
        if (other) { hand.tap(other, at, true); return true; }
        this.crossing = true;
        this.on.say(`${f.gesture === "area" ? "no border" : "cross out"}: press an arrow`);
      } else hand.tap(f, at, true);
      return true;
    }
    if (edges || f.gesture === "shade") return this.colour(f, e, mod);
    return this.type(f, e, mod);
  }

  private valued(f: Find, key: string) { return (f.values ?? []).some((c) => c.value.toLowerCase() === key) || f.free && !(f.values ?? []).length; }

  /** Digits colour with that pen. */
  private colour(f: Find, e: KeyboardEvent, mod: boolean): boolean {
    if (this.hand.pen !== "colour" || mod || !/^\d$/.test(e.key)) return false;
    this.hand.type(f, [this.cursor()], e.key);
    return true;
  }

  private erase(f: Find) {
    const { hand } = this, at = hand.cursor!;
    if (f.gesture === "line" || f.gesture === "bridge" || f.gesture === "area") {
      hand.stroke(() => { for (const e of hand.lattice!.around(at).values()) hand.put(f, e.name, ""); });
      this.on.say(`${spoken(at)}: cleared`);
    } else hand.type(f, [...hand.chosen], "");
  }

  /** Space is a click. Of lines, it chooses a vertex, and a second one that is joined with it is where the line goes. */
  private space(f: Find, shift: boolean) {
    const { hand } = this, at = this.cursor();
    if (hand.pen === "colour") { hand.stroke(() => { for (const p of hand.chosen) hand.marks.paint(p, hand.marks.colourAt(p) === hand.colour ? 0 : hand.colour); }); hand.tell(f, at); return; }
    if (f.gesture !== "line" && f.gesture !== "bridge" && f.gesture !== "area") {
      if (f.gesture !== "write") hand.tap(f, at, shift); else hand.tell(f, at);
      return;
    }
    const other = hand.companion(at);
    if (other) { hand.tap(other, at, shift); return; }
    const edge = this.start !== undefined ? hand.lattice!.edge(this.start, at) : undefined;
    if (edge) {
      const from = this.start!;
      hand.stroke(() => hand.trace(f, from).to(at));
      hand.tell(f, edge.name);
    } else this.on.say(`from ${spoken(at)}: go to where the line ends and press Space`);
    this.start = this.start === at ? undefined : at;
  }

  /** Digits and letters. Shift writes notes in the corner, Ctrl in the centre. */
  private type(f: Find, e: KeyboardEvent, mod: boolean): boolean {
    const { hand } = this, digit = /^(?:Digit|Numpad)(\d)$/.exec(e.code)?.[1];
    if (mod && !digit) return false; // these belong to the browser
    // With Shift a digit has another sign. A sign that is itself a value is meant.
    const text = digit && (mod || e.shiftKey && !this.valued(f, e.key)) ? digit : e.key;
    const letter = /^\p{L}$/u.test(text);
    const pen: Pen = mod ? "centre" : e.shiftKey && (digit && text === digit || letter) && hand.pen === "value" ? "corner" : hand.pen;
    this.cursor();
    const places = [...hand.chosen];
    if (pen === "colour") { if (digit) hand.type(f, places, digit, pen); return digit !== undefined; }
    this.write(f, places, text, pen);
    return true;
  }

  /** Takes a digit or a letter, which may go on with the last. */
  write(f: Find, places: string[], text: string, pen: Pen) {
    const { hand } = this;
    const now = performance.now();
    if (now - this.typedAt > quick || pen !== "value") this.typed = "";
    this.typedAt = now;
    const fits = (t: string) => places.some((p) => !hand.marks.isFixed(f.name, p) && this.named(f, p, t) !== undefined);
    for (const t of [this.typed + text, text]) {
      if (!fits(t)) continue;
      this.typed = t;
      const value = this.named(f, places.find((p) => this.named(f, p, t) !== undefined)!, t)!;
      hand.type(f, places, value, pen);
      return;
    }
    this.typed = "";
    // A digit may only begin a value, such as 12 where there is no 1.
    if (pen === "value" && (f.values ?? []).some((c) => c.value.startsWith(text))) { this.typed = text; return; }
    this.on.say(`${text} is no value here`);
  }

  /** The value that a text names: itself, its name, or the first letter of its name. */
  private named(f: Find, place: string, text: string): string | undefined {
    const all = this.hand.choices(f, place), low = text.toLowerCase();
    const c = all.find((v) => v.value === text) ?? all.find((v) => v.value.toLowerCase() === low) ?? all.find((v) => v.name?.toLowerCase() === low)
      ?? (text.length === 1 ? all.find((v) => v.name?.toLowerCase().startsWith(low)) ?? all.find((v) => v.value.toLowerCase().startsWith(low) && !/^\d/.test(v.value)) : undefined);
    return c ? c.value : f.free && (/^\d+$/.test(text) || !(f.values ?? []).length) ? text : undefined;
  }
}
