// What is connected of lines and areas, and the colours by which it is told apart.
import type { Edge, Lattice } from "./lattice";

/** Sets of numbers that are joined one by one. */
class Unions {
  private readonly up: Int32Array;

  constructor(n: number) { this.up = Int32Array.from({ length: n }, (_, i) => i); }

  root(a: number): number {
    const up = this.up;
    while (up[a] !== a) a = up[a] = up[up[a]];
    return a;
  }

  join(a: number, b: number) { this.up[this.root(a)] = this.root(b); }

  /** The members of each set, in order. */
  parts(): number[][] {
    const all = new Map<number, number[]>();
    for (let i = 0; i < this.up.length; i++) {
      const r = this.root(i), part = all.get(r);
      if (part) part.push(i); else all.set(r, [i]);
    }
    return [...all.values()];
  }
}

/** The number of colours that lines and areas may have. Neighbouring areas differ if they can. */
const lineColours = 6, areaColours = 5;

/** The colours of the stretches of a line. A stretch that grows keeps its colour. */
export class Stretches {
  private before = new Map<string, number>();

  /** The colour of each edge, from 0. */
  colour(on: readonly Edge[], lattice: Lattice): ReadonlyMap<string, number> {
    const unions = new Unions(lattice.ends.length);
    for (const e of on) unions.join(e.i, e.j);
    const parts = new Map<number, string[]>();
    for (const e of on) {
      const r = unions.root(e.i), part = parts.get(r);
      if (part) part.push(e.name); else parts.set(r, [e.name]);
    }
    const used = new Array<number>(lineColours).fill(0), now = new Map<string, number>();
    // The largest keeps the colour that most of it had. A smaller one takes another if that is taken.
    for (const part of [...parts.values()].sort((a, b) => b.length - a.length)) {
      const votes = new Array<number>(lineColours).fill(0);
      for (const e of part) { const c = this.before.get(e); if (c !== undefined) votes[c]++; }
      const most = Math.max(...votes);
      let colour = most ? votes.indexOf(most) : -1;
      if (colour < 0 || used[colour] && used.includes(0)) colour = used.indexOf(Math.min(...used));
      used[colour]++;
      for (const e of part) now.set(e, colour);
    }
    return this.before = now;
  }
}

/** The areas of a division so far, by the numbers of cells. */
export interface Areas {
  /** The colours of cells whose area is joined or closed by borders, from 0. The others have -1. */
  colours: Int8Array;
  /** The area that each cell is in. */
  group: Int32Array;
}

/** Finds the areas: cells that are joined, and those that borders close in. */
export function areasOf(lattice: Lattice, value: (edge: string) => string): Areas {
  const n = lattice.ends.length, joined = new Unions(n), open = new Unions(n), around: number[][] = Array.from({ length: n }, () => []);
  for (const e of lattice.edges.values()) {
    const v = value(e.name);
    if (v === "in") joined.join(e.i, e.j);
    if (v !== "out") open.join(e.i, e.j);
    around[e.i].push(e.j);
    around[e.j].push(e.i);
  }
  const group = new Int32Array(n).fill(-1), areas: number[][] = [];
  let groups = 0;
  // What borders close in is an area, unless it is the whole board or has several joined parts that are still apart.
  for (const part of open.parts()) {
    const sizes = new Map<number, number>();
    for (const c of part) { const r = joined.root(c); sizes.set(r, (sizes.get(r) ?? 0) + 1); }
    const apart = [...sizes.values()].filter((size) => size > 1).length;
    if (part.length === n || apart > 1) continue;
    areas.push(part);
    for (const c of part) group[c] = groups;
    groups++;
  }
  for (const part of joined.parts()) {
    if (group[part[0]] >= 0) continue;
    if (part.length > 1) areas.push(part);
    for (const c of part) group[c] = groups;
    groups++;
  }
  const colours = new Int8Array(n).fill(-1);
  for (const part of areas) {
    let near = 0;
    for (const c of part) for (const q of around[c]) if (colours[q] >= 0 && group[q] !== group[c]) near |= 1 << colours[q];
    // An area prefers the colour of its first cell, so that it mostly stays the same while others change.
    const first = part[0] * 2 % areaColours;
    let colour = first;
    for (let i = 0; i < areaColours; i++) if (!(near >> (first + i) % areaColours & 1)) { colour = (first + i) % areaColours; break; }
    for (const c of part) colours[c] = colour;
  }
  return { colours, group };
}
