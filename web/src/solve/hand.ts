// What gestures do to the marks, whether they are made by pointer, keys or a test. It knows places, not pixels.
import type { Choice, Find } from "../protocol";
import { Lattice, type Edge } from "./lattice";
import { isSet, Marks } from "./marks";
import { spoken, type Spot } from "../places";

export type Pen = "value" | "corner" | "centre" | "colour";

/** A drag from vertex to vertex. */
export interface Trace { to(vertex: string): void }

/** What a keypad shows for a place that stays empty. */
export const nothing = "·";

/** A value that means that nothing is there, such as no bridge. */
const zero = "0";

export class Hand {
  readonly marks = new Marks();
  pen: Pen = "value";
  colour = 1;
  /** The cells that a typed value goes into. The last is where the keys are. */
  readonly chosen = new Set<string>();
  private lattices = new Map<string, Lattice>();
  private name = "";

  constructor(private readonly say: (text: string) => void) {}

  set(finds: readonly Find[], outside: (place: string) => { x: number; y: number } | undefined) {
    this.marks.set(finds);
    this.lattices = new Map(finds.map((f) => [f.name, new Lattice(f, outside)]));
    for (const f of finds) this.marks.allow(f.name, this.latticeOf(f.name).edges.keys());
    this.chosen.clear();
    // Where lines and cells are entered, a drag means lines and a click on a cell means the cell.
    this.name = (finds.find((f) => f.gesture === "line" && f.on !== "points") ?? finds.find((f) => f.gesture !== "list") ?? finds[0])?.name ?? "";
  }

  get current(): string { return this.name; }
  set current(name: string) {
    if (name === this.name || !this.lattices.has(name)) return;
    this.name = name;
    const lattice = this.lattice!;
    for (const p of this.chosen) if (!lattice.stops.has(p)) this.chosen.delete(p);
  }

  get find(): Find | undefined { return this.findOf(this.name); }
  findOf(name: string): Find | undefined { return this.marks.finds.find((f) => f.name === name); }
  get lattice(): Lattice | undefined { return this.lattices.get(this.name); }
  latticeOf(name: string): Lattice { return this.lattices.get(name)!; }

  /** Whether a click only chooses cells, and keys enter what stands there. */
  chooses(f: Find): boolean { return f.gesture === "write" || f.gesture === "pick" && (f.values ?? []).filter((c) => !c.blank).length > 3; }

  /** The other finds that a click on a cell is about, while drags draw the lines of this one. */
  private get companions(): Find[] {
    const f = this.find;
    if (f?.gesture !== "line") return [];
    return this.marks.finds.filter((g) => g !== f && g.on === "cells" && (g.gesture === "shade" || g.gesture === "turn" || g.gesture === "pick" && !this.chooses(g)));
  }

  companion(place: string): Find | undefined { return this.companions.find((g) => this.latticeOf(g.name).vertices.has(place)); }

  /** The same at a spot, with the place there. */
  companionAt(s: Spot): { find: Find; place: string } | undefined {
    for (const find of this.companions) {
      const place = this.latticeOf(find.name).vertexAt(s);
      if (place !== undefined) return { find, place };
    }
    return undefined;
  }

  // Values.

  /** The values that may stand at a place. */
  choices(f: Find, place: string): Choice[] {
    const own = f.each?.[place];
    return (f.values ?? []).filter((c) => !c.blank && (!own || own.includes(c.value)));
  }

  /** The value of a find that a text stands for, or undefined. */
  private read(f: Find, place: string, text: string): string | undefined {
    const all = this.choices(f, place), low = text.toLowerCase();
    const c = all.find((v) => v.value === text) ?? all.find((v) => v.value.toLowerCase() === low) ?? all.find((v) => v.name?.toLowerCase() === low);
    if (c) return c.value;
    if (f.blank && (text === "out" || text === nothing || (f.values ?? []).some((v) => v.blank && v.value === text))) return "out";
    return f.free && text.trim() === text && text !== "in" && text !== "out" ? text : undefined;
  }

  /** What a click makes of a place. */
  next(f: Find, place: string, second: boolean): string {
    const now = this.marks.value(f.name, place);
    if (isSet(f)) {
      // Of areas, a border comes first.
      const [one, two] = f.gesture === "area" ? ["out", "in"] : ["in", "out"];
      if (second) return now === two ? "" : two;
      return now === "" ? one : now === one ? two : "";
    }
    const all = this.choices(f, place).map((c) => c.value).filter((v) => f.gesture !== "bridge" || v !== zero);
    const none = f.gesture === "bridge" && this.choices(f, place).some((c) => c.value === zero) ? zero : f.blank ? "out" : undefined;
    if (second && none !== undefined) return now === none ? "" : none;
    const round = ["", ...all, ...(none !== undefined && f.gesture !== "bridge" ? [none] : [])];
    return round[(round.indexOf(now) + (second ? round.length - 1 : 1) + round.length) % round.length];
  }

  /** A value in words. */
  word(f: Find, value: string): string {
    if (value === "in") return f.said?.[0] || f.sign || (f.gesture === "line" ? "line" : f.gesture === "area" ? "joined" : "marked");
    if (value === "out") return f.said?.[1] || (f.gesture === "line" ? "cross" : f.gesture === "area" ? "border" : f.gesture === "shade" ? "dot" : "empty");
    return f.values?.find((c) => c.value === value)?.name ?? value;
  }

  /** Says what stands at a place. */
  tell(f: Find, place: string) {
    const now = this.marks.value(f.name, place);
    const notes = [...this.marks.notes("corner", f.name, place), ...this.marks.notes("centre", f.name, place)];
    const colour = this.marks.colourAt(place);
    this.say(`${spoken(place)}: ${now ? this.word(f, now) : this.marks.isFixed(f.name, place) ? "printed" : "nothing"}${!now && notes.length ? ", notes " + notes.join(" ") : ""}${colour ? `, colour ${colour}` : ""}`);
  }

  /** Enters a value at a place, within a stroke. */
  put(f: Find, place: string, value: string) {
    if (this.marks.isFixed(f.name, place)) return;
    this.marks.enter(f.name, place, value);
  }

  /** Makes a stroke of what f does. True if it changed something. */
  stroke(f: () => void): boolean {
    this.marks.begin();
    f();
    return this.marks.end();
  }

  // Gestures of a whole stroke.

  /** A click on a place: of a find of areas or lines, on an edge. Returns whether something changed. */
  tap(f: Find, place: string, second = false): boolean {
    const lattice = this.latticeOf(f.name), edge = lattice.edges.get(place);
    if (lattice.stops.has(place)) this.choose(place);
    if (f.gesture === "write" && !(second && f.blank) || !edge && (f.gesture === "line" || f.gesture === "bridge" || f.gesture === "area")) return false;
    const done = this.stroke(() => this.put(f, place, this.next(f, place, second)));
    if (done) this.tell(f, place);
    return done;
  }

  /** A click where lines cross in their middles, such as diagonals: one after the other is drawn, then none. */
  tapCrossing(f: Find, group: readonly Edge[]): boolean {
    const to = group.findIndex((e) => this.marks.value(f.name, e.name) === "in") + 1;
    const done = this.stroke(() => group.forEach((e, i) => this.put(f, e.name, i === to ? "in" : "")));
    if (done) this.tell(f, group[Math.min(to, group.length - 1)].name);
    return done;
  }

  /** A drag over places: cells, or points for the borders of areas. */
  drag(f: Find, places: readonly string[]): boolean {
    if (!places.length) return false;
    const lattice = this.latticeOf(f.name);
    if (f.gesture === "write") { this.chosen.clear(); for (const p of places) this.choose(p, true); return false; }
    return this.stroke(() => {
      if (f.gesture === "line" || f.gesture === "bridge" || f.gesture === "area") {
        const [first, ...rest] = places;
        const corners = f.gesture === "area" && !lattice.vertices.has(first);
        const trace = corners ? this.traceBorder(f, lattice.cornerOf(first) ?? "") : this.trace(f, first);
        for (const p of rest) trace.to(corners ? lattice.cornerOf(p) ?? "" : p);
      } else {
        const value = this.next(f, places[0], false);
        for (const p of places) this.put(f, p, value);
      }
    });
  }

  /** A drag from a vertex: of lines and areas, all edges become what the first became. Of bridges, each becomes the next. */
  trace(f: Find, from: string): Trace {
    const lattice = this.latticeOf(f.name);
    let last = from;
    let value: string | undefined;
    const past = new Set<string>();
    const along = (e: Edge) => {
      if (f.gesture === "bridge") { if (!past.has(e.name)) this.put(f, e.name, this.next(f, e.name, false)); past.add(e.name); return; }
      value ??= this.marks.value(f.name, e.name) === "in" ? "" : "in";
      this.put(f, e.name, value);
    };
    return { to: (v) => {
      if (v === last) return;
      const e = lattice.edge(last, v);
      if (e) { along(e); last = v; return; }
      if (lattice.far) return; // the pointer is on its way to a vertex further on
      // A pointer that cuts a corner passes through one of the two cells beside it.
      for (const [w, one] of lattice.around(last)) {
        const two = lattice.edge(w, v);
        if (two) { along(one); along(two); break; }
      }
      last = v;
    } };
  }

  /** A drag along the sides of cells, from corner to corner. */
  traceBorder(f: Find, from: string): Trace {
    const lattice = this.latticeOf(f.name);
    let last = from;
    let value: string | undefined;
    return { to: (corner) => {
      if (corner === last) return;
      const side = lattice.sideBetween(last, corner);
      last = corner;
      if (!side) return;
      value ??= this.marks.value(f.name, side.edge.name) === "out" ? "" : "out";
      this.put(f, side.edge.name, value);
    } };
  }

  // Cells that are chosen.

  choose(place: string, add = false) {
    if (!add) this.chosen.clear();
    this.chosen.delete(place);
    this.chosen.add(place); // the last one is where the keys are
  }

  /** Where the keys are. */
  get cursor(): string | undefined { return [...this.chosen].at(-1); }

  /** Chooses all places with the same value as one, or the same notes. */
  chooseLike(f: Find, place: string) {
    const like = (p: string) => this.marks.value(f.name, p) || this.marks.notes("centre", f.name, p).join() || this.marks.notes("corner", f.name, p).join();
    const text = like(place);
    if (text) for (const p of f.places ?? []) if (like(p) === text) this.choose(p, true);
    this.choose(place, true);
  }

  /** Types a value into places with a pen. "" takes away what is there. Returns whether something changed. */
  type(f: Find, places: readonly string[], text: string, pen: Pen = this.pen): boolean {
    if (text === "") return this.erase(f, places, pen);
    if (pen === "colour") return this.stroke(() => { for (const p of places) this.marks.paint(p, Number(text) || 0); });
    const open = places.filter((p) => !this.marks.isFixed(f.name, p) && this.marks.has(f.name, p));
    const values = new Map(open.map((p) => [p, isSet(f) ? text === "in" || text === "out" ? text : undefined : this.read(f, p, text)]));
    const fits = open.filter((p) => values.get(p) !== undefined);
    if (!fits.length) {
      if (places.length) this.say(open.length ? `${text} cannot stand here` : "this is printed");
      return false;
    }
    const done = this.stroke(() => {
      if (pen === "value") { for (const p of fits) this.put(f, p, values.get(p)!); return; }
      // Several cells get a note, unless all have it.
      const empty = fits.filter((p) => !this.marks.value(f.name, p));
      const on = empty.some((p) => !this.marks.notes(pen, f.name, p).includes(values.get(p)!));
      for (const p of empty) this.marks.note(pen, f.name, p, values.get(p)!, on);
    });
    if (fits.length === 1) this.tell(f, fits[0]);
    else if (done) this.say(`${text} in ${fits.length} places`);
    return done;
  }

  /** Takes away what is uppermost in places: values, else notes, else colours. */
  private erase(f: Find, places: readonly string[], pen: Pen): boolean {
    const done = this.stroke(() => {
      if (pen === "colour") { for (const p of places) this.marks.paint(p, 0); return; }
      const full = places.filter((p) => this.marks.value(f.name, p));
      if (pen === "value" && full.length) { for (const p of full) this.put(f, p, ""); return; }
      let noted = false;
      for (const layer of ["centre", "corner"] as const) {
        if (pen !== "value" && pen !== layer || noted) continue;
        for (const p of places) if (this.marks.notes(layer, f.name, p).length) { this.marks.unnote(layer, f.name, p); noted = true; }
      }
      if (!noted && pen === "value") for (const p of places) this.marks.paint(p, 0);
    });
    if (places.length === 1) this.tell(f, places[0]);
    return done;
  }
}
