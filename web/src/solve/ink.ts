// Draws what the solver has drawn, in groups of the drawing's own board. Only what has changed is touched.
import { s } from "../dom";
import type { Drawing } from "../drawing";
import { cellSize, ends, type Spot } from "../places";
import type { Clue, Find } from "../protocol";
import { areasOf, Stretches } from "./connected";
import type { Hand } from "./hand";
import type { Edge, Lattice } from "./lattice";
import { isSet } from "./marks";

/** The groups of the ink, from below: under the grid, under what is written, and over all. */
const below = ["areas", "colours", "shades"] as const, between = ["borders", "lines", "plates"] as const, above = ["signs", "values", "notes", "flags", "chosen"] as const;
type Group = typeof below[number] | typeof between[number] | typeof above[number];

/** The room of a character, relative to the size of its font, as package draw has it. */
const stripe = .62;

/** A thing to be drawn: its element, and what is written in it. */
interface Thing { group: Group; tag: string; of: Record<string, string | number>; text?: string }

/** A clue as one word. */
export const keyOfClue = ({ place, given }: Clue) => `${place}\t${given}`;

const arrows: Record<string, string> = { "^": "↑", ">": "→", "v": "↓", "<": "←" };

export class Ink {
  /** The places of broken rules. */
  bad = new Set<string>();
  /** The clues that are broken and those that are met, as keyOfClue names them. */
  broken = new Set<string>();
  met = new Set<string>();
  /** Whether the chosen places are shown. */
  showChosen = false;
  visible = true;
  private svg?: SVGSVGElement;
  private groups = new Map<Group, SVGElement>();
  private drawn = new Map<string, { element: SVGElement; told: string }>();
  /** The clues of the drawing, by place. */
  private clues = new Map<string, SVGElement[]>();
  private shaded = new Set<string>();
  private grey = new Set<string>();
  private red = new Set<string>();
  private stretches = new Map<string, Stretches>();
  /** The clues that make room in their cells, with what they were. */
  private aside = new Map<SVGElement, string | null>();
  /** The clues of which it is known whether they do. */
  private placed = new Set<SVGElement>();

  constructor(private readonly hand: Hand, private readonly drawing: Drawing) {}

  /** Begins a puzzle. */
  reset() { this.restore(); this.stretches.clear(); this.bad.clear(); this.broken.clear(); this.met.clear(); }

  /** Finds its place in a drawing that is shown for the first time. */
  private settle(): boolean {
    const { svg, board } = this.drawing;
    if (!svg || !board) { this.svg = undefined; return false; }
    if (svg === this.svg && this.groups.get("lines")?.isConnected) return true;
    this.svg = svg;
    this.drawn.clear();
    this.shaded.clear();
    this.grey.clear();
    this.red.clear();
    this.aside.clear();
    this.placed.clear();
    board.querySelectorAll(":scope > g.ink").forEach((g) => g.remove());
    const layer = (names: readonly Group[]) => {
      const g = s("g", { class: "ink", "aria-hidden": "true" });
      for (const name of names) { const of = s("g", { class: name }); this.groups.set(name, of); g.append(of); }
      return g;
    };
    const cells = board.querySelector(":scope > g.cells");
    if (cells) cells.after(layer(below)); else board.prepend(layer(below));
    const written = [...board.children].find((el) => el.matches("text, .plate") || el.matches("g") && el.querySelector("text"));
    if (written) written.before(layer(between)); else board.append(layer(between));
    board.append(layer(above));
    this.clues.clear();
    for (const el of board.querySelectorAll<SVGElement>("text, circle, path[data-given]")) {
      if (el.closest(".ink, .over, .under")) continue;
      const d = el.dataset, place = d.place ?? d.cell ?? d.edge ?? d.point ?? d.outside;
      if (!place) continue;
      const all = this.clues.get(place);
      if (all) all.push(el); else this.clues.set(place, [el]);
    }
    return true;
  }

  /** Moves what is written in cells that get a value into their corners. */
  private makeRoom() {
    for (const f of this.hand.marks.finds) {
      if (f.on !== "cells" || !["write", "pick", "turn"].includes(f.gesture)) continue;
      const lattice = this.hand.latticeOf(f.name), h = lattice.unit / 2;
      for (const [place, at] of lattice.vertices) {
        const all = this.clues.get(place);
        if (all?.length !== 1 || all[0].tagName !== "text" || this.placed.has(all[0]) || this.hand.marks.isFixed(f.name, place)) continue;
        const el = all[0] as SVGGraphicsElement, box = el.getBBox();
        if (!box.width) continue; // it is not shown yet
        this.placed.add(el);
        if (Math.abs(box.x + box.width / 2 - at.x) > h / 2 || Math.abs(box.y + box.height / 2 - at.y) > h / 2) continue;
        const k = Math.min(13 / box.height, (2 * h - 10) / box.width, 1);
        this.aside.set(el, el.getAttribute("transform"));
        el.setAttribute("transform", `translate(${at.x - h + 3 - box.x * k} ${at.y - h + 2 - box.y * k}) scale(${k})`);
      }
    }
  }

  private restore() {
    for (const [el, was] of this.aside) if (was === null) el.removeAttribute("transform"); else el.setAttribute("transform", was);
    this.aside.clear();
    this.placed.clear();
  }

  /** Whether something stands in the middle of a cell. */
  private isTaken(place: string) { return this.clues.get(place)?.some((el) => !this.aside.has(el)) === true; }

  /** The class of what is written on the circle of a cell that has nothing else, or "". */
  private circle(place: string): string {
    const all = this.clues.get(place);
    return all?.length !== 1 ? "" : all[0].matches("circle.ring") ? "on-ring" : all[0].matches("circle.disc") ? "on-disc" : "";
  }

  /** Draws everything that has changed. */
  draw() {
    if (!this.settle()) return;
    if (this.visible) this.makeRoom(); else this.restore();
    const want = new Map<string, Thing>();
    const shaded = new Set<string>();
    if (this.visible) {
      for (const f of this.hand.marks.finds) this.drawFind(f, want, shaded);
      this.drawColours(want);
      this.drawFlags(want);
      if (this.showChosen) this.drawChosen(want);
    }
    for (const [key, { element }] of this.drawn) if (!want.has(key)) { element.remove(); this.drawn.delete(key); }
    for (const [key, { group, tag, of, text }] of want) {
      const told = `${group} ${tag} ${Object.values(of).join(" ")} ${text ?? ""}`;
      const old = this.drawn.get(key);
      if (old?.told === told) continue;
      const element = s(tag, of, text);
      if (old) old.element.replaceWith(element); else this.groups.get(group)!.append(element);
      this.drawn.set(key, { element, told });
    }
    this.toggle(shaded, this.shaded, "on-ink");
    this.toggle(this.visible ? this.met : new Set(), this.grey, "met");
    this.toggle(this.visible ? this.broken : new Set(), this.red, "broken");
  }

  /** What is drawn at a place, or of a clue there: a cell may have clues of several givens. */
  private drawnAt(key: string): SVGElement[] {
    const [place, given] = key.split("\t"), all = this.clues.get(place) ?? [];
    const own = all.filter((el) => el.dataset.given === given);
    return own.length ? own : all;
  }

  /** Gives what is drawn at places, or of clues, a class, and takes it from what had it. */
  private toggle(now: Set<string>, before: Set<string>, cls: string) {
    const set = (key: string, on: boolean) => { for (const el of this.drawnAt(key)) for (const of of [el, ...el.children]) of.classList.toggle(cls, on); };
    for (const p of before) if (!now.has(p)) { set(p, false); before.delete(p); }
    for (const p of now) if (!before.has(p)) { set(p, true); before.add(p); }
  }

  private drawFind(f: Find, want: Map<string, Thing>, shaded: Set<string>) {
    const lattice = this.hand.latticeOf(f.name), marks = this.hand.marks;
    const value = (p: string) => marks.value(f.name, p);
    if (f.gesture === "line") this.drawLines(f, lattice, want);
    else if (f.gesture === "bridge") { for (const e of lattice.edges.values()) this.drawBridge(f, e, value(e.name), want); }
    else if (f.gesture === "area") this.drawAreas(f, lattice, want);
    else {
      for (const [place, at] of lattice.vertices) {
        const v = value(place), key = `${f.name} ${place}`;
        if (v) this.drawValue(f, place, at, v, lattice, want, shaded);
        else if (f.gesture === "write" || f.gesture === "pick" || f.gesture === "turn") this.drawNotes(f, place, at, lattice.unit, want, key);
      }
      for (const e of lattice.edges.values()) { // values and sets of edges are drawn in their middles
        const v = value(e.name);
        if (v) this.drawValue(f, e.name, e.mid, v, lattice, want, shaded);
      }
    }
  }

  private tried(f: Find, place: string) { return this.hand.marks.isTried(f.name, place) ? " tried" : ""; }

  private drawValue(f: Find, place: string, at: Spot, v: string, lattice: Lattice, want: Map<string, Thing>, shaded: Set<string>) {
    const key = `${f.name} ${place}`, tried = this.tried(f, place), h = lattice.unit / 2;
    if (isSet(f) && v === "in" && !f.sign) {
      if (f.on === "cells") {
        const gap = tried ? 4 : 0;
        want.set(key, { group: "shades", tag: "rect", of: { x: at.x - h + gap, y: at.y - h + gap, width: 2 * (h - gap), height: 2 * (h - gap), class: "shaded" + tried } });
        shaded.add(place);
      } else want.set(key, { group: "signs", tag: "circle", of: { cx: at.x, cy: at.y, r: 7, class: "spot" + tried } });
      return;
    }
    if (v === "out") {
      // Beside a clue the dot moves into the corner.
      const off = this.isTaken(place) && f.on === "cells" ? h - 7 : 0;
      want.set(key, { group: "signs", tag: "circle", of: { cx: at.x + off, cy: at.y + off, r: 3, class: "dot" + tried } });
      return;
    }
    const slant = f.gesture === "turn" ? slantOf(f, v) : 0;
    if (slant) {
      const d = h - 3;
      want.set(key, { group: "lines", tag: "path", of: { d: `M${at.x - d} ${at.y - slant * d}L${at.x + d} ${at.y + slant * d}`, class: "slant" + tried } });
      return;
    }
    const arrow = f.gesture === "turn" ? arrowOf(f, v) : undefined;
    const sign = isSet(f) ? f.sign : undefined;
    const text = arrow ?? sign ?? v;
    const round = f.on === "cells" ? this.circle(place) : "";
    const below = this.clues.has(place) && !this.isTaken(place) ? 4 : 0;
    const most = lattice.unit / cellSize * (place.includes("-") || this.isTaken(place) && !round ? 13 : arrow || sign ? 26 : below ? 18 : 20);
    // Beside a clue in the same cell the value stands in the lower corner.
    const off = this.isTaken(place) && !round && f.on === "cells" ? h - 10 : 0;
    want.set(key, { group: "values", tag: "text", of: { x: at.x + off, y: at.y + off + below, "font-size": fitting(text, most, lattice.unit - 4), class: `entered ${round}${tried}` }, text });
  }

  private drawNotes(f: Find, place: string, at: Spot, unit: number, want: Map<string, Thing>, key: string) {
    const marks = this.hand.marks, h = unit / 2;
    const corner = marks.notes("corner", f.name, place), centre = marks.notes("centre", f.name, place);
    if (corner.length) {
      // Up to four stand in the corners, more along the upper and lower sides. One text with a place for each sign is drawn faster than several.
      const size = corner.length <= 8 ? 10 : 8, half = this.clues.has(place) ? 0 : Math.max(2, Math.ceil(corner.length / 2));
      const spots = corner.map((_, i) => {
        const low = i >= half, k = low ? i - half : i, of = low ? corner.length - half : Math.min(half, corner.length);
        return { x: at.x + (of < 2 ? -1 : -1 + 2 * k / (of - 1)) * (h - 6), y: at.y + (low ? 1 : -1) * (h - 7) };
      });
      const put = (name: string, x: string | number, y: string | number, text: string) => want.set(`${key} corner ${name}`, { group: "notes", tag: "text", of: { x, y, "font-size": size * unit / cellSize, class: "note" }, text });
      if (corner.every((n) => n.length === 1)) put("all", spots.map((s) => s.x).join(" "), spots.map((s) => s.y).join(" "), corner.join(""));
      else corner.forEach((n, i) => put(String(i), spots[i].x, spots[i].y, n));
    }
    if (centre.length) {
      const text = centre.every((n) => n.length === 1) ? centre.join("") : centre.join(" ");
      const off = this.isTaken(place) ? h - 8 : 0;
      want.set(`${key} centre`, { group: "notes", tag: "text", of: { x: at.x, y: at.y + off, "font-size": fitting(text, 12 * unit / cellSize, unit - 6), class: "note" }, text });
    }
  }

  private drawLines(f: Find, lattice: Lattice, want: Map<string, Thing>) {
    const marks = this.hand.marks, on: Edge[] = [];
    for (const e of lattice.edges.values()) {
      const v = marks.value(f.name, e.name);
      if (v === "in") on.push(e);
      else if (v === "out") want.set(`${f.name} ${e.name}`, { group: "signs", tag: "path", of: { d: cross(e.mid, 4), class: "cross" + this.tried(f, e.name) } });
    }
    let stretches = this.stretches.get(f.name);
    if (!stretches) this.stretches.set(f.name, stretches = new Stretches());
    const colours = stretches.colour(on, lattice);
    for (const vertex of new Set(on.flatMap((e) => [e.a, e.b]))) this.drawPlate(vertex, lattice.vertices.get(vertex)!, want);
    for (const e of on) {
      const own = marks.colourAt(e.name), key = `${f.name} ${e.name}`;
      const cls = "stretch " + (own ? `own${own}` : `stretch${colours.get(e.name)}`) + this.tried(f, e.name);
      want.set(key, { group: "lines", tag: "path", of: { d: `M${e.from.x} ${e.from.y}L${e.to.x} ${e.to.y}`, class: cls } });
      if (lattice.directed) want.set(key + " tip", { group: "lines", tag: "path", of: { d: tip(e), class: cls } });
    }
  }

  /** What is written stays readable where a line passes. */
  private drawPlate(place: string, { x, y }: Spot, want: Map<string, Thing>) {
    const words = this.clues.get(place)?.find((el) => el.tagName === "text");
    if (!words) return;
    const w = Math.min(34, 10 + 12 * [...words.textContent ?? ""].length);
    want.set(`plate ${place}`, { group: "plates", tag: "rect", of: { x: x - w / 2, y: y - 12, width: w, height: 24, rx: 11, class: "plate" } });
  }

  private drawBridge(f: Find, e: Edge, v: string, want: Map<string, Thing>) {
    if (!v) return;
    const key = `${f.name} ${e.name}`, tried = this.tried(f, e.name);
    if (v === "out" || v === "0") { want.set(key, { group: "signs", tag: "path", of: { d: cross(e.mid, 4), class: "cross" + tried } }); return; }
    const n = v === "in" ? 1 : Number(v);
    // Bridges end at the rims of the islands.
    const rim = e.length > cellSize * 1.1 || f.on === "edges" ? 13 : 6, ux = (e.to.x - e.from.x) / e.length, uy = (e.to.y - e.from.y) / e.length;
    if (!(n >= 1 && n <= 4)) { want.set(key, { group: "values", tag: "text", of: { x: e.mid.x, y: e.mid.y, "font-size": fitting(v, 15, 30), class: "entered haloed" + tried }, text: v }); return; }
    let d = "";
    for (let i = 0; i < n; i++) {
      const aside = (i - (n - 1) / 2) * 6, x = -uy * aside, y = ux * aside;
      d += `M${e.from.x + ux * rim + x} ${e.from.y + uy * rim + y}L${e.to.x - ux * rim + x} ${e.to.y - uy * rim + y}`;
    }
    want.set(key, { group: "lines", tag: "path", of: { d, class: "bridge" + tried } });
  }

  private drawAreas(f: Find, lattice: Lattice, want: Map<string, Thing>) {
    const marks = this.hand.marks, h = lattice.unit / 2;
    // Cells that lie two apart reach beyond the board.
    const width = this.drawing.cols * cellSize, height = this.drawing.rows * cellSize;
    const within = ({ x, y }: Spot) => `${Math.max(0, Math.min(width, x))} ${Math.max(0, Math.min(height, y))}`;
    const { colours, group } = areasOf(lattice, (e) => marks.value(f.name, e));
    for (const [i, cell] of lattice.ends.entries()) {
      if (colours[i] < 0) continue;
      const at = lattice.vertices.get(cell)!;
      const x = Math.max(0, at.x - h), y = Math.max(0, at.y - h);
      want.set(`${f.name} ${cell} area`, { group: "areas", tag: "rect", of: { x, y, width: Math.min(width, at.x + h) - x, height: Math.min(height, at.y + h) - y, class: `area${colours[i]}` } });
    }
    for (const { edge, from, to } of lattice.sides.values()) {
      const v = marks.value(f.name, edge.name), key = `${f.name} ${edge.name}`, tried = this.tried(f, edge.name);
      if (v === "in") want.set(key, { group: "signs", tag: "path", of: { d: across(edge, 7), class: "joint" + tried } });
      const parted = v === "out" ? "border" : v === "" && group[edge.i] !== group[edge.j] && (colours[edge.i] >= 0 || colours[edge.j] >= 0) ? "border implied" : "";
      if (parted) want.set(key + " side", { group: "borders", tag: "path", of: { d: `M${within(from)}L${within(to)}`, class: parted + tried } });
    }
  }

  private drawColours(want: Map<string, Thing>) {
    for (const [, place, colour] of this.hand.marks.all("colour")) {
      if (ends(place)) continue; // lines have their colour themselves
      const box = this.boxOf(place);
      if (!box) continue;
      want.set(`colour ${place}`, { group: "colours", tag: "rect", of: { x: box.x, y: box.y, width: box.w, height: box.h, class: `colour${colour}` } });
      // The number tells colours apart for those who do not see them.
      want.set(`colour ${place} number`, { group: "notes", tag: "text", of: { x: box.x + 5, y: box.y + box.h - 5, "font-size": 7, class: "note number" }, text: colour });
    }
  }

  private boxOf(place: string): { x: number; y: number; w: number; h: number } | undefined {
    for (const f of this.hand.marks.finds) {
      const lattice = this.hand.latticeOf(f.name), at = lattice.vertices.get(place);
      if (at && f.step) return { x: at.x - lattice.unit / 2, y: at.y - lattice.unit / 2, w: lattice.unit, h: lattice.unit };
    }
    return this.drawing.box(place);
  }

  /** Broken rules have a frame of their own form, not only a colour. */
  private drawFlags(want: Map<string, Thing>) {
    for (const place of this.bad) {
      const two = ends(place), key = `flag ${place}`;
      if (two) {
        const lattices = this.hand.marks.finds.map((f) => this.hand.latticeOf(f.name));
        const side = lattices.map((l) => l.sides.get(place)).find((x) => x), edge = side ?? lattices.map((l) => l.edges.get(place) ?? l.edges.get(`${two[1]}-${two[0]}`)).find((x) => x);
        if (edge) want.set(key, { group: "flags", tag: "path", of: { d: `M${edge.from.x} ${edge.from.y}L${edge.to.x} ${edge.to.y}`, class: "bad edge" } });
        continue;
      }
      const b = this.boxOf(place);
      if (b) want.set(key, { group: "flags", tag: "rect", of: { x: b.x + 2.5, y: b.y + 2.5, width: b.w - 5, height: b.h - 5, rx: 4, class: "bad" } });
    }
  }

  private drawChosen(want: Map<string, Thing>) {
    const lattice = this.hand.lattice, cursor = this.hand.cursor, points = this.hand.find?.on === "points";
    for (const place of this.hand.chosen) {
      const at = lattice?.stops.get(place);
      if (!at) continue;
      const r = points || place[0] === "p" || ends(place) ? 9 : lattice!.unit / 2 - 2;
      want.set(`chosen ${place}`, { group: "chosen", tag: "rect", of: { x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r, rx: 3, class: place === cursor ? "one at" : "one" } });
    }
  }
}

/** The largest size of a font, up to most, at which a text has room. */
function fitting(text: string, most: number, room: number) { return Math.round(10 * Math.min(most, room / (Math.max(1, [...text].length) * stripe))) / 10; }

const cross = ({ x, y }: Spot, r: number) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;

/** A short line across the middle of the side between two cells. */
function across({ from, to, mid, length }: Edge, r: number) {
  const ux = (to.x - from.x) / length * r, uy = (to.y - from.y) / length * r;
  return `M${mid.x - ux} ${mid.y - uy}L${mid.x + ux} ${mid.y + uy}`;
}

/** The tip of an arrow on an edge. */
function tip({ from, to, mid, length }: Edge) {
  const ux = (to.x - from.x) / length * 7, uy = (to.y - from.y) / length * 7;
  return `M${mid.x - ux - uy} ${mid.y - uy + ux}L${mid.x} ${mid.y}L${mid.x - ux + uy} ${mid.y - uy - ux}`;
}

const words = (f: Find, v: string) => [v, f.values?.find((c) => c.value === v)?.name ?? ""].map((t) => t.toLowerCase());

/** 1 for a diagonal that falls to the right, -1 for one that rises, else 0. */
function slantOf(f: Find, v: string): number {
  const all = words(f, v);
  return all.some((t) => t === "\\" || t === "╲" || t === "falling") ? 1 : all.some((t) => t === "/" || t === "╱" || t === "rising") ? -1 : 0;
}

/** The arrow of a direction. */
function arrowOf(f: Find, v: string): string | undefined {
  const ways: [RegExp, string][] = [[/^(\^|up|north|n)$/, "↑"], [/^(>|right|east|e)$/, "→"], [/^(v|down|south|s)$/, "↓"], [/^(<|left|west|w)$/, "←"]];
  for (const t of words(f, v)) for (const [is, arrow] of ways) if (is.test(t)) return arrow;
  return arrows[v];
}
