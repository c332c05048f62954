// A drawing of package draw in the page: where its places are, and marks laid over it.
import { s } from "./dom";
import { between, cellName, cellSize, ends, middle, pointName, type Spot } from "./places";
import type { Candidate, Palette } from "./protocol";

/** Marked places, each with a class of page.css. */
export interface Marks { class: string; places: readonly string[]; text?: (place: string) => string | undefined }

/** The sides of a board that clues stand on; a place outside is called by one and the number of a row or column. */
const sides = ["above", "right", "below", "left"];

/** The room around a drawing, in its own units. */
const rim = 8;
/** How many pixels a unit of a drawing has at most: a cell has 40 units. */
const largest = 1.8;

/** One drawing. It is replaced as a whole when another is shown. */
export class Drawing {
  svg?: SVGSVGElement;
  rows = 0;
  cols = 0;
  /** Room left of the drawing and above it, for coordinates. */
  margin = rim;
  private group?: SVGGElement;
  private layer?: SVGElement;
  private under?: SVGElement;
  private text = "";

  /** Is called when another drawing is shown. */
  shown?: () => void;

  constructor(readonly parent: HTMLElement) {}

  /** The board in the drawing, in whose coordinates its places are. */
  get board() { return this.group; }

  /** Shows a drawing. Its places are where package draw promises. */
  show(text: string) {
    const other = text !== this.text || !this.svg;
    if (other) {
      this.text = text;
      const old = this.svg;
      const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      this.svg = document.importNode(read, true) as unknown as SVGSVGElement;
      for (const bad of this.svg.querySelectorAll("script,foreignObject")) bad.remove();
      this.svg.setAttribute("role", "presentation");
      // The field beside it stays, with its cursor.
      if (old?.parentNode === this.parent) old.replaceWith(this.svg); else this.parent.replaceChildren(this.svg);
      this.fit(this.svg);
      this.group = this.svg.querySelector<SVGGElement>("g.board") ?? undefined;
      this.under = s("g", { class: "under", "aria-hidden": "true" });
      this.layer = s("g", { class: "over", "aria-hidden": "true" });
      // Above what fills cells, below what is written and drawn.
      const cells = this.group?.querySelector(":scope > g.cells");
      if (cells) cells.after(this.under); else this.svg.append(this.under);
      (this.group ?? this.svg).append(this.layer);
    }
    this.rows = Number(this.group?.dataset.rows ?? 0);
    this.cols = Number(this.group?.dataset.cols ?? 0);
    if (other) this.shown?.();
  }

  /** Cuts the paper to what is drawn, with room for coordinates. A small board is not made huge. */
  private fit(svg: SVGSVGElement) {
    const size = svg.viewBox.baseVal;
    if (!size) return;
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (const part of svg.children) {
      if (!(part instanceof SVGGraphicsElement) || part.matches(".paper")) continue;
      const b = part.getBBox(), m = part.transform.baseVal.consolidate()?.matrix;
      if (!b.width && !b.height) continue;
      const x = b.x + (m?.e ?? 0), y = b.y + (m?.f ?? 0);
      left = Math.min(left, x); top = Math.min(top, y); right = Math.max(right, x + b.width); bottom = Math.max(bottom, y + b.height);
    }
    let { width, height } = size;
    if (right > left && bottom > top) {
      const before = svg.querySelector("g.board") ? this.margin : rim;
      width = right - left + before + rim;
      height = bottom - top + before + rim;
      svg.setAttribute("viewBox", `${left - before} ${top - before} ${width} ${height}`);
    }
    svg.style.maxWidth = `${Math.round(width * largest)}px`;
    svg.style.maxHeight = `min(100%, ${Math.round(height * largest)}px)`;
  }

  /** Removes the drawing. */
  clear() {
    this.text = "";
    this.svg = this.group = this.layer = this.under = undefined;
    this.rows = this.cols = 0;
    this.parent.replaceChildren();
  }

  get hasBoard() { return this.group !== undefined && this.rows > 0; }

  /** Where a pointer is on the board, in its own coordinates. */
  spot(e: { clientX: number; clientY: number }): Spot | undefined {
    const m = this.group?.getScreenCTM();
    if (!m) return undefined;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
    return { x: p.x, y: p.y };
  }

  cellAt({ x, y }: Spot): string | undefined {
    const row = Math.floor(y / cellSize) + 1, col = Math.floor(x / cellSize) + 1;
    return row >= 1 && row <= this.rows && col >= 1 && col <= this.cols ? cellName(row, col) : undefined;
  }

  /** The cell of a finer grid laid over this board, whose first row and column lie at start, each step further, in halves of a cell. */
  finerAt({ x, y }: Spot, { rows = 0, cols = 0, start = 0, step = 1 }: Palette): string | undefined {
    const line = (at: number) => Math.round((2 * at / cellSize - start) / step) + 1;
    const row = line(y), col = line(x);
    return row >= 1 && row <= rows && col >= 1 && col <= cols ? cellName(row, col) : undefined;
  }

  /** The things and places of a chart under the pointer, the innermost first. */
  thingsAt(e: Event): string[] {
    const all: string[] = [];
    for (let el = (e.target as Element | null)?.closest<SVGElement>(".chart [data-place]"); el; el = el.parentElement?.closest<SVGElement>(".chart [data-place]")) all.push(el.dataset.place!);
    return all;
  }

  pointAt({ x, y }: Spot): string | undefined {
    const row = Math.round(y / cellSize) + 1, col = Math.round(x / cellSize) + 1;
    return row >= 1 && row <= this.rows + 1 && col >= 1 && col <= this.cols + 1 ? pointName(row, col) : undefined;
  }

  /** The side of a cell that is nearest, as the edge of two cells and as that of the two points at its ends. */
  sideAt({ x, y }: Spot): { cells?: string; points: string } | undefined {
    const u = x / cellSize, v = y / cellSize;
    const du = Math.abs(u - Math.round(u)), dv = Math.abs(v - Math.round(v));
    if (Math.min(du, dv) > .4) return undefined;
    if (du < dv) {
      const col = Math.round(u), row = Math.floor(v) + 1; // the line right of column col
      if (row < 1 || row > this.rows || col < 0 || col > this.cols) return undefined;
      return { cells: col > 0 && col < this.cols ? `${cellName(row, col)}-${cellName(row, col + 1)}` : undefined, points: `${pointName(row, col + 1)}-${pointName(row + 1, col + 1)}` };
    }
    const row = Math.round(v), col = Math.floor(u) + 1;
    if (col < 1 || col > this.cols || row < 0 || row > this.rows) return undefined;
    return { cells: row > 0 && row < this.rows ? `${cellName(row, col)}-${cellName(row + 1, col)}` : undefined, points: `${pointName(row + 1, col)}-${pointName(row + 1, col + 1)}` };
  }

  /** The place outside of the board, beside a row or a column. */
  outsideAt({ x, y }: Spot): string | undefined {
    const row = Math.floor(y / cellSize) + 1, col = Math.floor(x / cellSize) + 1;
    const inRows = row >= 1 && row <= this.rows, inCols = col >= 1 && col <= this.cols;
    if (inCols && row < 1) return `above ${col}`;
    if (inCols && row > this.rows) return `below ${col}`;
    if (inRows && col < 1) return `left ${row}`;
    if (inRows && col > this.cols) return `right ${row}`;
    return undefined;
  }

  /** The rectangle of a place. */
  box(place: string): { x: number; y: number; w: number; h: number } | undefined {
    const m = middle(place);
    if (m) {
      const r = place[0] === "p" ? 11 : cellSize / 2;
      return { x: m.x - r, y: m.y - r, w: 2 * r, h: 2 * r };
    }
    const thing = place.endsWith("]") || place.includes("=") ? this.svg?.querySelector<SVGGElement>(`[data-place="${CSS.escape(place)}"] > rect`)?.getBBox() : undefined;
    if (thing) return { x: thing.x, y: thing.y, w: thing.width, h: thing.height };
    const [side, n] = place.split(" ");
    const at = (Number(n) - .5) * cellSize, width = this.cols * cellSize, height = this.rows * cellSize, r = 14;
    switch (sides.indexOf(side)) {
      case 0: return { x: at - r, y: -2 * r, w: 2 * r, h: 2 * r };
      case 1: return { x: width, y: at - r, w: 2 * r, h: 2 * r };
      case 2: return { x: at - r, y: height, w: 2 * r, h: 2 * r };
      case 3: return { x: -2 * r, y: at - r, w: 2 * r, h: 2 * r };
    }
    return undefined;
  }

  /** The rectangle of a place on the screen. */
  onScreen(place: string): DOMRect | undefined {
    const b = this.box(place), m = this.group?.getScreenCTM();
    if (!b || !m) return undefined;
    const p = new DOMPoint(b.x, b.y).matrixTransform(m), q = new DOMPoint(b.x + b.w, b.y + b.h).matrixTransform(m);
    return new DOMRect(p.x, p.y, q.x - p.x, q.y - p.y);
  }

  /** Marks a place: cells and points as squares, edges as lines. */
  private marked(place: string, cls: string): SVGElement | undefined {
    const two = ends(place);
    if (two) {
      const a = middle(two[0]), b = middle(two[1]);
      return a && b && s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: cls + " edge" });
    }
    const b = this.box(place);
    return b && s("rect", { x: b.x + 1.5, y: b.y + 1.5, width: b.w - 3, height: b.h - 3, rx: 5, class: cls });
  }

  /** Lays marks over the drawing, and under it what is to be seen through, in place of those that were. */
  mark(over: Marks[], under: Marks[] = [], more: SVGElement[] = []) {
    const draw = (layer: SVGElement | undefined, all: Marks[]) => layer?.replaceChildren(...all.flatMap(({ class: cls, places, text }) => places.flatMap((place) => {
      const el = this.marked(place, cls);
      if (!el) return [];
      const words = text?.(place), m = this.box(place);
      if (!words || !m) return [el];
      return [el, s("text", { x: m.x + m.w / 2, y: m.y + m.h / 2, class: cls + " words" }, words)];
    })));
    draw(this.layer, over);
    this.layer?.prepend(...more);
    draw(this.under, under);
  }

  /** What may stand at each open place: green is what makes the puzzle unique. Of what is in or out it is a sign, else the values, small. */
  candidates(all: Candidate[]): SVGElement[] {
    const at = new Map<string, Candidate[]>();
    for (const c of all) at.set(c.place, [...at.get(c.place) ?? [], c]);
    return [...at].flatMap(([place, values]): SVGElement[] => {
      const unique = (c: Candidate) => c.solutions === 1 && !c.more;
      const cls = (c: Candidate) => "candidate" + (unique(c) ? " sure" : "");
      const title = values.map((c) => `${c.value}: ${c.more ? "at least " : ""}${c.solutions}`).join(", ");
      const two = ends(place);
      const m = two ? between(two) : middle(place);
      if (!m) return [];
      let out: SVGElement[];
      if (values.every((c) => c.value === "in" || c.value === "out")) {
        const there = values.find((c) => c.value === "in"), not = values.find((c) => c.value === "out");
        const sure = [there, not].find((c) => c && unique(c));
        out = [s("circle", { cx: m.x, cy: m.y, r: two ? 4 : 6, class: `candidate sign${sure ? " sure" : ""}${sure === there && sure ? " filled" : ""}` })];
      } else {
        const n = Math.max(2, Math.ceil(Math.sqrt(values.length))), step = 34 / n;
        out = values.slice(0, n * n).map((c, i) => s("text", {
          x: m.x - 17 + (i % n + .5) * step, y: m.y - 17 + (Math.floor(i / n) + .5) * step, "font-size": Math.min(11, step * 1.05 / Math.max(1, c.value.length * .62)), class: cls(c) }, c.value));
      }
      out[0]?.append(s("title", {}, title));
      return out;
    });
  }

  /** The document of the drawing, to be kept as a file: without marks. */
  source(): string { return this.text; }
}
