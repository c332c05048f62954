// The page of one published puzzle. It is drawn, and takes marks, before nazo has come.
import { askFor, known, prepare, specOf } from "./ask";
import { by, h, say } from "./dom";
import { Drawing } from "./drawing";
import { showComing } from "./loading";
import type { Board, Prose, Question } from "./protocol";
import { unpack } from "./share";
import { margin } from "./solve/coordinates";
import { keyOf } from "./solve/progress";
import { SolveScreen } from "./solve/screen";
import { title } from "./words";

/** What nazo publish writes into the page. The drawing stands in the page itself. */
interface Published { name: string; spec: string; instance: string; board: Board; prose?: Prose; at: number; pages: string[] }

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
dark.addEventListener("change", paint);
paint();
document.body.classList.toggle("embedded", parent !== window);

/** How long after the board nazo is loaded, in milliseconds, if nothing was asked by then. */
const rest = 600;

/** The puzzle in the page, or else in its address. */
async function received(): Promise<Published | undefined> {
  const there = document.getElementById("puzzle")?.textContent;
  if (there) {
    const puzzle = JSON.parse(there) as Published;
    const drawn = by("paper").querySelector("svg");
    puzzle.board.svg = drawn ? new XMLSerializer().serializeToString(drawn) : "";
    return puzzle;
  }
  const shared = await unpack(location.hash.slice(1));
  if (!shared) return undefined;
  if (!shared.spec) shared.spec = await specOf(shared.name);
  const board = (await askFor("board", { verb: "look", stages: ["board"], ...shared }))?.board;
  return board && { ...shared, board, at: 0, pages: [""] };
}

function open(puzzle: Published) {
  const { name, spec, instance, prose } = puzzle;
  const drawing = new Drawing(by("paper"));
  drawing.margin = margin;
  const question = (verb: string): Question => ({ verb, name, spec, instance, which: 0 });
  if (prose) known.of = (q) => q.verb === "prose" ? [{ kind: "prose", prose }, { kind: "done" }] : undefined;
  const pages = puzzle.pages;
  const screen = new SolveScreen(drawing, by("paper"), {
    question,
    name: () => name,
    neighbours: () => ({ at: puzzle.at, of: pages.length, go: (step) => { location.href = pages[(puzzle.at + step + pages.length) % pages.length]; } }),
    light: (look, places) => drawing.mark([{ class: "looked", places: look }, { class: "lit", places }], [], []),
    catalogue: () => { location.href = "./"; },
  });
  by("name").textContent ||= title(name);
  document.title ||= title(name);
  drawing.show(puzzle.board.svg);
  screen.open(puzzle.board, keyOf(spec, instance, "0"));
  document.documentElement.dataset.ready = "";
}

async function start() {
  showComing();
  try {
    const puzzle = await received();
    if (!puzzle) { by("paper").replaceChildren(h("p", {}, "The address of this page has no puzzle that can be read.")); return; }
    open(puzzle);
    setTimeout(prepare, rest);
  } catch (err) { say((err as Error).message, "bad"); }
}
void start();
