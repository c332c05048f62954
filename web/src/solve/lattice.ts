// Where the places of a find lie on the board: vertices, the edges between them, and the sides between cells.
import { cellSize, ends as endsOf, middle, type Spot } from "../places";
import type { Find } from "../protocol";

export interface Edge { name: string; a: string; b: string; /** The numbers of its ends. */ i: number; j: number; from: Spot; to: Spot; mid: Spot; length: number }

/** A side between two cells, drawn across the edge that joins them. */
export interface Side { edge: Edge; from: Spot; to: Spot }

const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a spot is from a segment. */
function away(s: Spot, a: Spot, b: Spot): number {
  const dx = b.x - a.x, dy = b.y - a.y;
  const t = Math.max(0, Math.min(1, ((s.x - a.x) * dx + (s.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return distance(s, { x: a.x + t * dx, y: a.y + t * dy });
}

/** Whether values or signs stand on the edges of a find. Else these are lines and sides. */
const valued = (f: Find) => f.on === "edges" && ["shade", "write", "pick", "turn"].includes(f.gesture);

const cornerName = (s: Spot) => `${Math.round(s.x)},${Math.round(s.y)}`;

export class Lattice {
  /** Cells or points, with their middles. */
  readonly vertices = new Map<string, Spot>();
  readonly edges = new Map<string, Edge>();
  /** The vertices that have edges, by their numbers. */
  readonly ends: string[] = [];
  /** What the keys step over: the vertices, or the edges if these have values of their own. */
  readonly stops: ReadonlyMap<string, Spot>;
  /** The sides between cells by their edges, of a find of areas. */
  readonly sides = new Map<string, Side>();
  /** How far neighbours are from each other. */
  unit: number;
  /** True if some edges lie between vertices that are not beside each other. */
  readonly far: boolean;
  /** True if an edge and its reverse are two places. */
  readonly directed: boolean;
  private readonly numbers = new Map<string, number>();
  private readonly joined = new Map<string, Map<string, Edge>>();
  private readonly groups = new Map<string, Edge[]>();
  private readonly corners = new Map<string, Map<string, Side>>();

  constructor(readonly find: Find, outside?: (place: string) => Spot | undefined) {
    this.unit = find.step ? find.step * cellSize / 2 : cellSize;
    for (const p of find.places ?? []) {
      const two = endsOf(p);
      if (two) this.join(p, two[0], two[1]);
      else {
        const at = this.spotOf(p) ?? outside?.(p);
        if (at) this.vertices.set(p, at);
      }
    }
    if (find.gesture === "area" && !this.edges.size) this.joinCells();
    if (find.gesture === "area") {
      // Cells may lie two apart, with borders between them.
      if (this.edges.size) this.unit = Math.min(...[...this.edges.values()].map((e) => e.length));
      for (const e of this.edges.values()) this.addSide(e);
    }
    this.stops = valued(find) ? new Map([...this.edges.values()].map((e) => [e.name, e.mid])) : this.vertices;
    this.far = [...this.edges.values()].some((e) => e.length > this.unit * 1.1);
    this.directed = [...this.edges.values()].some((e) => this.edges.has(`${e.b}-${e.a}`));
  }

  /** The number of a vertex that has edges. */
  private number(vertex: string): number {
    let n = this.numbers.get(vertex);
    if (n === undefined) { this.numbers.set(vertex, n = this.ends.length); this.ends.push(vertex); }
    return n;
  }

  /** The middle of a cell or point. A lattice that is finer or coarser than the board has its own. */
  spotOf(place: string): Spot | undefined {
    const { step, start = 0 } = this.find;
    const m = step ? /^r(\d+)c(\d+)$/.exec(place) : null;
    if (!m) return middle(place);
    const line = (n: string) => (start + (Number(n) - 1) * step!) * cellSize / 2;
    return { x: line(m[2]), y: line(m[1]) };
  }

  private join(name: string, a: string, b: string) {
    const from = this.spotOf(a), to = this.spotOf(b);
    if (!from || !to) return;
    this.vertices.set(a, from);
    this.vertices.set(b, to);
    const e: Edge = { name, a, b, i: this.number(a), j: this.number(b), from, to, mid: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, length: distance(from, to) };
    this.edges.set(name, e);
    const both: [string, string, boolean][] = [[a, b, true], [b, a, false]];
    for (const [p, q, own] of both) {
      const of = this.joined.get(p) ?? new Map<string, Edge>();
      this.joined.set(p, of);
      // The edge that is named in this direction comes first.
      if (own || !of.has(q)) of.set(q, e);
    }
    const key = cornerName(e.mid), group = this.groups.get(key);
    if (group) group.push(e); else this.groups.set(key, [e]);
  }

  /** Joins cells beside each other, if only the cells are named. */
  private joinCells() {
    const at = new Map([...this.vertices].map(([p, s]) => [cornerName(s), p]));
    for (const [p, { x, y }] of [...this.vertices]) {
      for (const [dx, dy] of [[this.unit, 0], [0, this.unit]]) {
        const q = at.get(cornerName({ x: x + dx, y: y + dy }));
        if (q) this.join(`${p}-${q}`, p, q);
      }
    }
  }

  private addSide(edge: Edge) {
    const { mid, from, to } = edge, h = this.unit / 2 / (edge.length || 1);
    const dx = (to.y - from.y) * h, dy = (to.x - from.x) * h;
    const side: Side = { edge, from: { x: mid.x - dx, y: mid.y - dy }, to: { x: mid.x + dx, y: mid.y + dy } };
    this.sides.set(edge.name, side);
    const p = cornerName(side.from), q = cornerName(side.to);
    for (const [one, other] of [[p, q], [q, p]]) {
      const of = this.corners.get(one) ?? new Map<string, Side>();
      this.corners.set(one, of.set(other, side));
    }
  }

  /** The edges at a vertex, by their other ends. */
  around(vertex: string): ReadonlyMap<string, Edge> { return this.joined.get(vertex) ?? new Map<string, Edge>(); }

  /** The edge from one vertex to another. */
  edge(a: string, b: string): Edge | undefined { return this.joined.get(a)?.get(b); }

  /** The edges that cross in the middle of an edge, and this one. */
  crossing(e: Edge): readonly Edge[] { return this.groups.get(cornerName(e.mid)) ?? [e]; }

  /** The vertex at a spot. It may be as far as a part of the unit. */
  vertexAt(s: Spot, part = .5): string | undefined {
    let best: string | undefined, least = part * this.unit;
    for (const [p, m] of this.vertices) {
      // Cells are squares.
      const d = part === .5 ? Math.max(Math.abs(m.x - s.x), Math.abs(m.y - s.y)) : distance(m, s);
      if (d <= least) { best = p; least = d; }
    }
    return best;
  }

  /** What a value or a sign would stand at: a vertex, or an edge that has values. */
  placeAt(s: Spot, part = .5): string | undefined { return valued(this.find) ? this.edgeAt(s, 0)?.name : this.vertexAt(s, part); }

  /** The edge at a spot, unless it is too near to a vertex. */
  edgeAt(s: Spot, clear = .22): Edge | undefined {
    let best: Edge | undefined, least = Infinity;
    for (const e of this.edges.values()) {
      const d = away(s, e.from, e.to);
      if (d > .38 * this.unit || distance(s, e.from) < clear * this.unit || distance(s, e.to) < clear * this.unit) continue;
      const score = d + .2 * Math.min(distance(s, e.mid), this.unit);
      if (score < least) { best = e; least = score; }
    }
    return best;
  }

  /** The side between cells at a spot. */
  sideAt(s: Spot, part = .25): Side | undefined {
    let best: Side | undefined, least = part * this.unit;
    for (const side of this.sides.values()) {
      const d = away(s, side.from, side.to);
      if (d < least) { best = side; least = d; }
    }
    return best;
  }

  /** The corner of cells at a spot. */
  cornerAt(s: Spot): string | undefined {
    let best: string | undefined, least = .42 * this.unit;
    for (const p of this.corners.keys()) {
      const [x, y] = p.split(",").map(Number);
      const d = distance(s, { x, y });
      if (d < least) { best = p; least = d; }
    }
    return best;
  }

  /** The side from one corner to another. */
  sideBetween(a: string, b: string): Side | undefined { return this.corners.get(a)?.get(b); }

  /** The name of a corner that is called as a point of the board. */
  cornerOf(point: string): string | undefined {
    const m = this.spotOf(point);
    return m && cornerName(m);
  }

  /** The place in a direction: the nearest that does not lie further aside than ahead. */
  next(from: string, dx: number, dy: number): string | undefined {
    const s = this.stops.get(from);
    if (!s) return undefined;
    let best: string | undefined, least = Infinity;
    for (const [p, m] of this.stops) {
      const ahead = (m.x - s.x) * dx + (m.y - s.y) * dy, aside = Math.abs((m.x - s.x) * dy) + Math.abs((m.y - s.y) * dx);
      if (ahead <= 0 || aside > ahead) continue;
      const score = ahead + 3 * aside;
      if (score < least) { best = p; least = score; }
    }
    return best;
  }

  /** The edge that leaves a vertex in a direction, straight if there is such a one. */
  edgeTo(from: string, dx: number, dy: number, most = .5): { edge: Edge; to: string } | undefined {
    const s = this.vertices.get(from);
    let best: { edge: Edge; to: string } | undefined, least = most;
    for (const [to, edge] of this.around(from)) {
      const m = this.vertices.get(to)!;
      const length = Math.hypot(dx, dy) * distance(m, s!);
      const angle = Math.acos(Math.max(-1, Math.min(1, ((m.x - s!.x) * dx + (m.y - s!.y) * dy) / length)));
      if (angle < least - 1e-9) { best = { edge, to }; least = angle; }
    }
    return best;
  }
}
