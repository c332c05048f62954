// Names of rows and columns beside the board, as reasons call them: R3C5.
import { s } from "../dom";
import type { Drawing } from "../drawing";
import { cellSize } from "../places";

/** The room that every board keeps for them, so that it does not move when they come. */
export const margin = 18;

/** Whether a text calls cells by their rows and columns. */
export const namesCells = (text: string) => /\bR\d+(?:C\d+)?\b|\bC\d+\b|\b(?:row|column) \d/.test(text);

/** Where what is printed of a board begins, in its own coordinates: clues beside it stand left of 0 or above it. */
function edge(board: SVGGElement) {
  let left = 0, top = 0;
  for (const part of board.children) {
    if (!(part instanceof SVGGraphicsElement) || part.matches(".over, .under, .ink, .coordinates")) continue;
    const b = part.getBBox();
    if (b.width || b.height) { left = Math.min(left, b.x); top = Math.min(top, b.y); }
  }
  return { left, top };
}

/** Draws the coordinates on a drawing, or takes them away. */
export function showCoordinates(drawing: Drawing, on: boolean) {
  const board = drawing.svg?.querySelector<SVGGElement>("g.board");
  const old = board?.querySelector(":scope > g.coordinates");
  if (!board || !on || !drawing.hasBoard) { old?.remove(); return; }
  if (old) return;
  const { left, top } = edge(board);
  const label = (x: number, y: number, text: string) => s("text", { x, y }, text);
  const all = s("g", { class: "coordinates", "aria-hidden": "true" });
  for (let r = 1; r <= drawing.rows; r++) all.append(label(left - margin / 2 - 1, (r - .5) * cellSize, `R${r}`));
  for (let c = 1; c <= drawing.cols; c++) all.append(label((c - .5) * cellSize, top - margin / 2, `C${c}`));
  board.append(all);
}
