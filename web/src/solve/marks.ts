// What the solver has drawn. It is a map from places to texts, and a history of strokes that changed it.
import type { Find, Marks as Wire } from "../protocol";

/** The kinds of marks: values, notes in the corner and the centre, colours, and whether a value is only tried. */
export type Layer = "value" | "corner" | "centre" | "colour" | "tried";

/** A change of one mark: its key, what was there and what is there now. "" is nothing. */
type Change = [key: string, from: string, to: string];

/** The form of saved marks. */
const version = 1;

const keyOf = (layer: Layer, find: string, place: string) => `${layer} ${find} ${place}`;
const attemptKey = "attempt";

/** Notes of one place are kept in one text. */
const between = "\t";

export class Marks {
  finds: readonly Find[] = [];
  private now = new Map<string, string>();
  private strokes: Change[][] = [];
  /** How many strokes are done. Those behind were undone. */
  private done = 0;
  private changes = 0;
  /** The stroke that is being made. */
  private stroke?: Map<string, Change>;
  private places = new Map<string, Set<string>>();
  private fixed = new Map<string, Set<string>>();

  /** Begins a puzzle. */
  set(finds: readonly Find[]) {
    this.finds = finds;
    this.places = new Map(finds.map((f) => [f.name, new Set(f.places ?? [])]));
    this.fixed = new Map(finds.map((f) => [f.name, new Set(f.printed ?? [])]));
    this.forget();
  }

  /** Removes all marks and the history. */
  private forget() { this.now.clear(); this.strokes = []; this.done = 0; this.stroke = undefined; }

  /** The places that a find has beyond those that it names, such as the sides between its cells. */
  allow(find: string, places: Iterable<string>) { for (const p of places) this.places.get(find)?.add(p); }

  /** Whether the givens decide a place. Nothing can be entered there. */
  isFixed(find: string, place: string) { return this.fixed.get(find)?.has(place) === true; }

  has(find: string, place: string) { return this.places.get(find)?.has(place) === true; }

  get(layer: Layer, find: string, place: string): string { return this.now.get(keyOf(layer, find, place)) ?? ""; }

  /** The value at a place: "in" or "out" of sets, lines and joined areas. Where a value may be left out, "out" says that none stands there. */
  value(find: string, place: string): string { return this.get("value", find, place); }

  notes(layer: "corner" | "centre", find: string, place: string): string[] {
    const text = this.get(layer, find, place);
    return text ? text.split(between) : [];
  }

  isTried(find: string, place: string) { return this.get("tried", find, place) !== ""; }

  /** All marks of a layer, with their finds and places. */
  *all(layer: Layer): IterableIterator<[find: string, place: string, text: string]> {
    for (const [key, text] of this.now) {
      if (!key.startsWith(layer + " ")) continue;
      const at = key.indexOf(" ", layer.length + 1);
      yield [key.slice(layer.length + 1, at), key.slice(at + 1), text];
    }
  }

  // Strokes.

  /** Begins a stroke. What is set until its end is undone at once. */
  begin() { this.end(); this.stroke = new Map(); }

  /** Ends a stroke. False if it changed nothing. */
  end(): boolean {
    const all = [...this.stroke?.values() ?? []].filter(([, from, to]) => from !== to);
    this.stroke = undefined;
    if (!all.length) return false;
    this.strokes.length = this.done;
    this.strokes.push(all);
    this.done++;
    return true;
  }

  /** Takes back the stroke that is being made. */
  cancel() {
    for (const [key, from] of this.stroke?.values() ?? []) this.put(key, from);
    this.stroke = undefined;
  }

  /** Changes with each change of the marks outside of a stroke. */
  get state(): string { return `${this.done} ${this.changes}`; }

  get inStroke() { return this.stroke !== undefined; }

  private put(key: string, to: string) { this.changes++; if (to) this.now.set(key, to); else this.now.delete(key); }

  private change(key: string, to: string) {
    const from = this.now.get(key) ?? "";
    if (from === to) return;
    if (!this.stroke) throw new Error("marks are changed outside of a stroke");
    const before = this.stroke.get(key);
    this.stroke.set(key, [key, before ? before[1] : from, to]);
    this.put(key, to);
  }

  /** Enters a value. "" takes it away. */
  enter(find: string, place: string, value: string) {
    if (this.isFixed(find, place) || this.value(find, place) === value) return;
    this.change(keyOf("value", find, place), value);
    this.change(keyOf("tried", find, place), value && this.attempting ? "1" : "");
  }

  /** Adds a note, or takes it away. */
  note(layer: "corner" | "centre", find: string, place: string, value: string, there?: boolean) {
    if (this.isFixed(find, place)) return;
    const notes = this.notes(layer, find, place);
    const on = there ?? !notes.includes(value);
    const rest = notes.filter((n) => n !== value);
    if (on) rest.push(value);
    this.change(keyOf(layer, find, place), rest.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).join(between));
  }

  /** Takes all notes of a place away. */
  unnote(layer: "corner" | "centre", find: string, place: string) { this.change(keyOf(layer, find, place), ""); }

  /** Colours a place. 0 takes the colour away. */
  paint(place: string, colour: number) { this.change(keyOf("colour", "", place), colour ? String(colour) : ""); }

  colourAt(place: string): number { return Number(this.get("colour", "", place)); }

  /** Takes all marks away. It can be undone. */
  clear() {
    this.begin();
    for (const key of [...this.now.keys()]) this.change(key, "");
    return this.end();
  }

  /** Enters what an answer or a hint has, as one stroke. */
  apply(all: Record<string, Wire>): boolean {
    this.begin();
    for (const [find, m] of Object.entries(all)) {
      const put = (place: string, value: string) => { if (this.has(find, place)) this.enter(find, place, value); };
      for (const p of m.in ?? []) put(p, "in");
      for (const p of m.out ?? []) put(p, "out");
      for (const [p, v] of Object.entries(m.at ?? {})) put(p, v);
    }
    return this.end();
  }

  // History.

  get canUndo() { return this.done > 0 || this.stroke !== undefined; }
  get canRedo() { return this.done < this.strokes.length; }

  /** Takes back the last stroke. Returns the places that it was about, or undefined. */
  undo(): string[] | undefined {
    this.end();
    if (!this.done) return undefined;
    const stroke = this.strokes[--this.done];
    for (const [key, from] of stroke) this.put(key, from);
    return stroke.map(([key]) => key.split(" ").slice(2).join(" "));
  }

  redo(): string[] | undefined {
    this.end();
    if (!this.canRedo) return undefined;
    const stroke = this.strokes[this.done++];
    for (const [key, , to] of stroke) this.put(key, to);
    return stroke.map(([key]) => key.split(" ").slice(2).join(" "));
  }

  // Trying something from here.

  get attempting() { return this.now.has(attemptKey); }

  /** Begins an attempt, keeps it or drops it. Each can be undone. */
  attempt(on: boolean, keep = false): boolean {
    if (on === this.attempting) return false;
    this.begin();
    if (on) this.change(attemptKey, "1");
    else if (keep) {
      for (const key of [...this.now.keys()]) if (key.startsWith("tried ")) this.change(key, "");
      this.change(attemptKey, "");
    } else {
      // Going back from the last stroke to the first of the attempt, the last text seen of a key is what was there before.
      let begun = this.done;
      while (begun > 0 && !this.strokes[begun - 1].some(([key, , to]) => key === attemptKey && to)) begun--;
      const before = new Map<string, string>();
      for (const [key, from] of this.strokes.slice(Math.max(0, begun - 1), this.done).reverse().flat()) before.set(key, from);
      for (const [key, from] of before) this.change(key, from);
    }
    return this.end();
  }

  // What others get.

  /** The marks of all finds, as questions have them. */
  wire(): Record<string, Wire> {
    const out: Record<string, Wire> = {};
    for (const f of this.finds) {
      const ins: string[] = [], outs: string[] = [], at: Record<string, string> = {};
      for (const place of this.places.get(f.name) ?? []) {
        const v = this.value(f.name, place);
        if (!v) continue;
        if (v === "out" && (isSet(f) || f.blank)) outs.push(place); else if (isSet(f)) ins.push(place); else at[place] = v;
      }
      out[f.name] = { ...(ins.length && { in: ins }), ...(outs.length && { out: outs }), ...(Object.keys(at).length && { at }) };
    }
    return out;
  }

  /** Everything with its history, as a text. */
  save(): string { return JSON.stringify({ version, done: this.done, strokes: this.strokes }); }

  /** Reads what save wrote. Marks of another puzzle are refused, and all stays as it is. */
  load(text: string): boolean {
    let read: { version?: unknown; done?: unknown; strokes?: unknown };
    try { read = JSON.parse(text) as typeof read; } catch { return false; }
    if (!read || read.version !== version || !Array.isArray(read.strokes)) return false;
    const strokes = read.strokes as unknown[], done = read.done;
    if (typeof done !== "number" || !Number.isInteger(done) || done < 0 || done > strokes.length) return false;
    const now = new Map<string, string>();
    let there = now;
    for (const [i, stroke] of strokes.entries()) {
      if (i === done) there = new Map(now);
      if (!Array.isArray(stroke)) return false;
      for (const c of stroke as unknown[]) {
        if (!Array.isArray(c) || c.length !== 3 || !c.every((t) => typeof t === "string")) return false;
        const [key, from, to] = c as Change;
        if (!this.isKey(key) || (there.get(key) ?? "") !== from) return false;
        if (to) there.set(key, to); else there.delete(key);
      }
    }
    this.forget();
    this.now = now;
    this.strokes = strokes as Change[][];
    this.done = done;
    this.changes++;
    return true;
  }

  private isKey(key: string): boolean {
    if (key === attemptKey) return true;
    const [layer, find, ...place] = key.split(" ");
    if (layer === "colour") return find === "";
    return ["value", "corner", "centre", "tried"].includes(layer) && this.has(find, place.join(" "));
  }
}

/** Whether the places of a find are in or out. The others have values. */
export function isSet(f: Find) { return f.gesture === "shade" || f.gesture === "line" || f.gesture === "area" || f.gesture === "bridge" && !f.values?.length; }
