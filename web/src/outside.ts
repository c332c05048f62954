// What lies outside the walls of a board is no floor, and is not drawn as such.
import type { Drawing } from "./drawing";
import { cellName } from "./places";

const nameOf = (el: SVGElement) => el.dataset.place ?? el.dataset.cell;

/** Marks the cells that hang together with the edge of a board whose walls close others in. A board with something out there has no outside. */
export function markOutside(drawing: Drawing) {
  const board = drawing.svg?.querySelector<SVGGElement>("g.board");
  const cells = new Map<string, SVGElement>();
  for (const el of board?.querySelectorAll<SVGElement>("g.cells > rect") ?? []) { const at = nameOf(el); if (at) cells.set(at, el); }
  const { rows, cols } = drawing;
  const isWall = (at: string) => cells.get(at)?.classList.contains("wall") === true;
  if (!board || ![...cells.keys()].some(isWall)) return;
  const out = new Set<string>(), next: [number, number][] = [];
  const reach = (r: number, c: number) => {
    const at = cellName(r, c);
    if (r < 1 || r > rows || c < 1 || c > cols || out.has(at) || isWall(at)) return;
    out.add(at);
    next.push([r, c]);
  };
  for (let r = 1; r <= rows; r++) { reach(r, 1); reach(r, cols); }
  for (let c = 1; c <= cols; c++) { reach(1, c); reach(rows, c); }
  for (let at = next.pop(); at; at = next.pop()) for (const [dr, dc] of [[-1, 0], [0, 1], [1, 0], [0, -1]]) reach(at[0] + dr, at[1] + dc);
  const inside = [...cells.keys()].some((at) => !out.has(at) && !isWall(at));
  const things = [...board.querySelectorAll<SVGElement>("text, circle, path, rect")].some((el) => { const at = nameOf(el); return at !== undefined && out.has(at) && cells.get(at) !== el; });
  if (inside && !things) for (const at of out) cells.get(at)?.classList.add("outside");
}
