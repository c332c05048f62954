// What is connected of lines and areas, and the colours by which it is told apart.
import type { Edge, Lattice } from "./lattice";

/** Sets of names that are joined one by one. */
class Unions {
  private readonly up = new Map<string, string>();

  root(a: string): string {
    let r = a;
    for (let u = this.up.get(r); u !== undefined; u = this.up.get(r)) r = u;
    while (a !== r) { const u = this.up.get(a)!; this.up.set(a, r); a = u; }
    return r;
  }

  join(a: string, b: string) {
    const p = this.root(a), q = this.root(b);
    if (p !== q) this.up.set(p, q);
  }
}

/** The colours of the stretches of a line. A stretch that grows keeps its colour. */
export class Stretches {
  private before = new Map<string, number>();

  /** The colour of each edge, from 0. */
  colour(on: readonly Edge[]): ReadonlyMap<string, number> {
    const unions = new Unions();
    for (const e of on) unions.join(e.a, e.b);
    const parts = new Map<string, string[]>();
    for (const e of on) {
      const r = unions.root(e.a), part = parts.get(r);
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

/** The number of colours that lines and areas may have. Neighbouring areas differ if they can. */
export const lineColours = 6;
const colours = 5;

/** The areas of a division so far: cells that are joined, and those that borders close in. Each closed or joined one has a colour, by cell. */
export function areasOf(lattice: Lattice, value: (edge: string) => string): { colours: Map<string, number>; group: Map<string, string> } {
  const joined = new Unions(), open = new Unions();
  for (const e of lattice.edges.values()) {
    const v = value(e.name);
    if (v === "in") joined.join(e.a, e.b);
    if (v !== "out") open.join(e.a, e.b);
  }
  const members = (of: Unions) => {
    const all = new Map<string, string[]>();
    for (const c of lattice.vertices.keys()) { const r = of.root(c), part = all.get(r); if (part) part.push(c); else all.set(r, [c]); }
    return [...all.values()];
  };
  // What borders close in is an area, unless it is the whole board or several joined parts that are still apart.
  const group = new Map<string, string>(), areas: string[][] = [];
  const total = lattice.vertices.size;
  for (const part of members(open)) {
    const inside = new Map<string, number>();
    for (const c of part) inside.set(joined.root(c), (inside.get(joined.root(c)) ?? 0) + 1);
    const apart = [...inside.values()].filter((n) => n > 1).length;
    if (part.length < total && apart < 2) { areas.push(part); for (const c of part) group.set(c, "=" + open.root(c)); }
  }
  for (const part of members(joined)) {
    if (group.has(part[0])) continue;
    for (const c of part) group.set(c, "+" + joined.root(c));
    if (part.length > 1) areas.push(part);
  }
  const out = new Map<string, number>(), order = new Map([...lattice.vertices.keys()].map((c, i) => [c, i]));
  for (const part of areas) {
    const near = new Set<number>();
    for (const c of part) for (const q of lattice.around(c).keys()) { const k = out.get(q); if (k !== undefined && group.get(q) !== group.get(c)) near.add(k); }
    // An area prefers the colour of its first cell, so that it mostly stays the same while others change.
    const first = order.get(part[0])! * 2 % colours;
    let colour = first;
    for (let i = 0; i < colours; i++) if (!near.has((first + i) % colours)) { colour = (first + i) % colours; break; }
    for (const c of part) out.set(c, colour);
  }
  return { colours: out, group };
}
