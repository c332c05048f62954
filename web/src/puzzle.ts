// The page of one published puzzle. It is drawn, and takes marks, before nazo has come.
import { askFor, known, noEngine, prepare, specOf } from "./ask";
import { BoardView } from "./board";
import { by, h, say } from "./dom";
import { Drawing } from "./drawing";
import { showComing } from "./loading";
import { Player } from "./play";
import type { Board, Prose, Question } from "./protocol";
import { unpack } from "./share";
import { margin } from "./solve/coordinates";
import { keyOf, rememberWon } from "./solve/progress";
import { SolveScreen } from "./solve/screen";
import { title } from "./words";

/** What nazo publish writes into the page. The drawing stands in the page itself. */
interface Published { key?: string; name: string; spec: string; instance: string; board: Board; prose?: Prose; at: number; pages: string[] }

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

/** What the browser keeps of a puzzle has a key, by which the index knows it, too. */
const keyOfPuzzle = ({ key, spec, instance }: Published) => key ?? keyOf(spec, instance, "0");

/** Passes the address of the page on: to other programs where that can be, else to the clipboard. */
async function share() {
  const url = location.href;
  if (location.protocol === "file:") { say("This page is a file of your machine. Its address is of use once the site is on the web."); return; }
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ title: document.title, url }).catch(() => undefined); // it was taken back
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    say("The address is in the clipboard.");
  } catch { say(`The address is ${url}`); }
}

/** Has the moves of a puzzle made. */
function play(puzzle: Published, question: (verb: string) => Question) {
  document.body.classList.add("moving");
  by("show-moves").remove(); // nothing here looks for them
  const { at, pages } = puzzle, to = (step: number) => pages[(at + step + pages.length) % pages.length];
  by("puzzles").hidden = pages.length < 2;
  by("puzzles").append(h("a", { class: "button icon", href: to(-1), aria: { label: "Puzzle before" } }, "◀"), h("span", { class: "quiet" }, `${at + 1} of ${pages.length}`),
    h("a", { class: "button icon", href: to(1), aria: { label: "Next puzzle" } }, "▶"));
  by("rules-open").onclick = () => { document.body.classList.toggle("reading"); };
  const view: BoardView = new BoardView(by("paper"), by("tools"), {
    place: () => undefined, hover: () => undefined,
    pick: (places) => player.pick(places),
    key: (direction) => player.key(direction),
    say: (text) => { by("place").textContent = text; },
  });
  const player: Player = new Player(view, by("play"), by("arrows"), () => question("act"), (text) => { by("live").textContent = text; });
  player.won = () => rememberWon(keyOfPuzzle(puzzle), puzzle.name);
  view.playing = true;
  view.set(puzzle.board);
  view.show(puzzle.board.svg);
  void player.look();
}

function open(puzzle: Published) {
  const { name, spec, instance, prose } = puzzle;
  by("name").textContent ||= title(name);
  document.title ||= title(name);
  const question = (verb: string): Question => ({ verb, name, spec, instance, which: 0 });
  if (puzzle.board.moving) { play(puzzle, question); return; }
  const drawing = new Drawing(by("paper"));
  drawing.margin = margin;
  if (prose) known.of = (q) => q.verb === "prose" ? [{ kind: "prose", prose }, { kind: "done" }] : undefined;
  const pages = puzzle.pages;
  const screen = new SolveScreen(drawing, by("paper"), {
    question,
    name: () => name,
    neighbours: () => ({ at: puzzle.at, of: pages.length, go: (step) => { location.href = pages[(puzzle.at + step + pages.length) % pages.length]; } }),
    light: (look, places) => drawing.mark([{ class: "looked", places: look }, { class: "lit", places }], [], []),
    catalogue: () => { location.href = "./"; },
  });
  drawing.show(puzzle.board.svg);
  screen.open(puzzle.board, keyOfPuzzle(puzzle));
}

async function start() {
  showComing();
  by("share").onclick = () => void share();
  try {
    const puzzle = await received();
    if (!puzzle) { by("paper").replaceChildren(h("p", {}, "The address of this page has no puzzle that can be read.")); return; }
    open(puzzle);
    document.documentElement.dataset.ready = "";
    if (noEngine) say(noEngine, "bad"); else setTimeout(prepare, rest);
  } catch (err) { say((err as Error).message, "bad"); }
}
void start();
