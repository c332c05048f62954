// Where places of a board are in its drawing: cells r1c2, points p1,2, edges between two of these, and what stands outside as "east 3".

/** The side of a cell in a drawing, as package draw has it. */
export const cellSize = 40;

export interface Spot { x: number; y: number }

/** The middle of a cell or point, in the board's own coordinates; undefined for what is neither. */
export function middle(place: string): Spot | undefined {
  let m = /^r(\d+)c(\d+)$/.exec(place);
  if (m) return { x: (Number(m[2]) - .5) * cellSize, y: (Number(m[1]) - .5) * cellSize };
  m = /^p(\d+),(\d+)$/.exec(place);
  if (m) return { x: (Number(m[2]) - 1) * cellSize, y: (Number(m[1]) - 1) * cellSize };
  return undefined;
}

/** The two ends of an edge. */
export function ends(place: string): [string, string] | undefined {
  const m = /^([rp][\dc,]+)-([rp][\dc,]+)$/.exec(place);
  return m ? [m[1], m[2]] : undefined;
}

/** The middle between two places. */
export function between([a, b]: [string, string]): Spot | undefined {
  const p = middle(a), q = middle(b);
  return p && q && { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
}

export const cellName = (row: number, col: number) => `r${row}c${col}`;
export const pointName = (row: number, col: number) => `p${row},${col}`;

/** Row and column of a cell or point. */
export function rowCol(place: string): [number, number] | undefined {
  const m = /^(?:r(\d+)c(\d+)|p(\d+),(\d+))$/.exec(place);
  return m ? [Number(m[1] ?? m[3]), Number(m[2] ?? m[4])] : undefined;
}

/** A place in words, for those who listen. */
export function spoken(place: string): string {
  const at = rowCol(place);
  if (at) return `${place[0] === "p" ? "point, " : ""}row ${at[0]}, column ${at[1]}`;
  const two = ends(place);
  return two ? `between ${spoken(two[0])} and ${spoken(two[1])}` : place;
}
