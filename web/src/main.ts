// The page: two texts, a board drawn from them, and what is known of the puzzle. Each edit cancels the last look and asks another.
import { alone, ask, askFor, folder, specOf } from "./ask";
import { BoardView } from "./board";
import { Catalogue } from "./catalogue";
import { calmly, by, h, later, say } from "./dom";
import type { Marks } from "./drawing";
import { Editor } from "./editor";
import { Files } from "./files";
import { saveSVG, savePNG } from "./keep";
import { complete, hover } from "./language";
import { MakingPanel } from "./making";
import { instanceLanguage, specLanguage } from "./mode";
import { type Found, Panel, renderExamples, told } from "./panel";
import { Player } from "./play";
import type { Board, Example, Instance, Question, Texts } from "./protocol";
import { Links } from "./links";
import { pack, type Shared, unpack } from "./share";
import { layout, type Mode } from "./layout";
import { margin } from "./solve/coordinates";
import { keyOf } from "./solve/progress";
import { SolveScreen } from "./solve/screen";
import { isDigits, title, titleIn } from "./words";
import { showComing } from "./loading";
import { Watcher } from "./watch";

/** How long nothing is typed before the page looks, and before the examples are tried, in milliseconds. */
const pause = 120, longPause = 600;

let name = "";
let which = 0;
let board: Board | undefined;
let found: Found = { running: false, skip: 0, hint: 0, notes: [], moving: false, mistakes: [] };
let looking: AbortController | undefined;
let trying: AbortController | undefined;
let triedSpec = "";

// The texts.

const edited = later(pause, () => look());
const specEdited = later(longPause, () => tryExamples());
const spec = new Editor({
  parent: by("spec"), label: "Rules of the puzzle", language: specLanguage, wrap: true,
  changed: () => { called(); pointed = shown = []; by("spec-state").textContent = ""; edited(); specEdited(); keep(); },
  cursor: (at) => { if (!found.mistakes.length) lightRule(at); },
  complete: (c) => complete(c, () => question("language"), "spec"),
  hover: (at) => hover(at, () => question("language"), "spec"),
});
const instance = new Editor({
  parent: by("instance"), label: "Instance: what is printed", language: instanceLanguage,
  changed: () => { edited(); keep(); },
  complete: (c) => complete(c, () => question("language"), "instance"),
  hover: (at) => hover(at, () => question("language"), "instance"),
});

/** The texts as they were read from a link of another site. */
let origin: Texts | undefined;

function question(verb: string): Question {
  const from = origin?.spec === spec.text && origin.instance === instance.text ? origin.from : undefined;
  return { verb, name, spec: spec.text, instance: instance.text, which, from };
}

/** The puzzle of the page's address, while it is unchanged. Anyone may have written it, so it replaces no saved work. */
let guest: Texts | undefined;

/** Saves the work for the next load of the page. */
const keep = later(400, () => {
  if (guest && guest.spec === spec.text && guest.instance === instance.text) return;
  guest = undefined;
  try { localStorage.setItem("nazo.work", JSON.stringify({ name, spec: spec.text, instance: instance.text, which, of: opened, mode: layout.mode, from: question("").from })); } catch { /* no room, or not allowed: then it is not */ }
});

function rename(to: string, text: string) {
  name = to;
  const called = to && (titleIn(text) || title(to));
  by("name").textContent = called || "Puzzles";
  document.title = called ? `${called} · Nazo` : "Nazo";
}

/** The name that the spec had in its own text when it was last called something. */
let declared = "";
const nameIn = (text: string) => /^puzzle[ \t]+([\p{L}_][\p{L}\p{M}\p{N}_]*)/mu.exec(text)?.[1] ?? "";

/** A spec that another was pasted over has the name that this one has for itself, and is in no file yet. */
function called() {
  const now = nameIn(spec.text);
  if (!now) return;
  if (now === declared) { rename(name, spec.text); return; } // the title may be another
  if (declared && now !== name) { rename(now, spec.text); files.forget(); }
  declared = now;
}

/** Which of the instances that come with a spec is open, if one of them is. */
let opened = "";
/** The text of the spec as it was opened. */
let loaded = "";

function load(t: Texts, mode: Mode = "solve", chosen = 0, instanceName = "") {
  rename(t.name ?? name, t.spec ?? spec.text);
  declared = nameIn(t.spec ?? spec.text);
  which = chosen;
  opened = instanceName;
  origin = t.from ? { from: t.from, spec: t.spec, instance: t.instance } : undefined;
  screen.clear();
  if (!loaded && layout.mode !== "solve") mode = layout.mode; // chosen before the first puzzle came
  layout.to(mode);
  view = "live";
  if (t.spec !== undefined) spec.open(loaded = t.spec);
  instance.open(t.instance ?? "");
  shown = pointed = [];
  hovered = undefined;
  by("rules-at").hidden = true;
  by("examples").hidden = true;
  found = { running: true, skip: 0, hint: 0, notes: [], moving: false, mistakes: [] };
  board = undefined;
  making.set(undefined);
  boardView.clear();
  by("place").textContent = "";
  drawing = false;
  render();
  player.clear();
  watcher.stop();
  watcher.offer([]);
  edited.now(); edited.forget();
  look();
  if (mode !== "solve") tryExamples();
  keep();
}

// Looking.

/** What the board shows: live is the puzzle, and where solutions differ if there are several. */
type View = "live" | "solution" | "candidates" | "step";
let view: View = "live";

let frame = 0;
function render() {
  frame ||= requestAnimationFrame(() => { frame = 0; calmly(renderNow); });
}

function look(more: Partial<Question> = {}) {
  edited.forget();
  looking?.abort();
  about?.abort();
  by("rules-at").hidden = true;
  const asking = looking = new AbortController();
  const fresh: Found = { running: true, skip: 0, hint: 0, notes: [], moving: found.moving, mistakes: [] };
  let shown = false;
  let searches: string[] = [];
  // Old results stay on the page until new ones come, but not for long.
  const show = () => { shown = true; found = fresh; render(); };
  const stale = setTimeout(() => { if (!asking.signal.aborted && !shown) show(); }, 250);
  // Who solves a puzzle wants to know nothing of it beforehand.
  const quick = layout.mode === "solve" ? { stages: ["diagnostics", "board"] } : {};
  void ask({ ...question("look"), ...quick, ...more }, (e) => {
    switch (e.kind) {
      case "diagnostics": {
        const all = e.diagnostics ?? [];
        fresh.mistakes = all.filter((d) => d.severity === "error");
        spec.diagnose(all.filter((d) => d.in === "spec"));
        instance.diagnose(all.filter((d) => d.in === "instance"));
        if (fresh.mistakes.length) show();
        break;
      }
      case "board":
        board = e.board!;
        fresh.moving = found.moving = board.moving === true;
        drawBoard();
        break;
      case "verdict": fresh.verdict = e.verdict; show(); break;
      case "conflict": fresh.conflict = e.conflict; fresh.claim = e.text; break;
      case "candidates": fresh.candidates = e.candidates; break;
      case "step": fresh.step = e.step; break;
      case "count": fresh.count = e.count; break;
      case "problem": fresh.problem = e.text; show(); break;
      case "limit": fresh.limit = e.text; show(); break;
      case "searches": watcher.offer(searches = e.searches ?? []); break;
      case "note": fresh.notes.push(e.text ?? ""); break;
      case "done": watcher.offer(searches); clearTimeout(stale); fresh.running = false; show(); break;
    }
    if (shown) render();
  }, asking.signal);
}

/** Plays the best moves, or those that are found, of a puzzle that moves. */
async function showMoves() {
  const button = by<HTMLButtonElement>("show-moves");
  button.disabled = true;
  try {
    const asked = question("look");
    const verdict = (await askFor("verdict", { ...asked, stages: ["verdict"] }))?.verdict;
    if (asked.spec !== spec.text || asked.instance !== instance.text) return;
    if (verdict?.moves?.length) player.replay(verdict.moves);
    else say(verdict ? `${title(verdict.text)}.` : "No moves were found.");
  } catch (err) { say((err as Error).message, "bad"); }
  finally { button.disabled = false; }
}

function cancel() {
  looking?.abort();
  found.running = false;
  found.limit = "stopped by you";
  render();
}

function tryExamples() {
  if (spec.text === triedSpec) return;
  trying?.abort();
  const asking = trying = new AbortController();
  triedSpec = spec.text;
  const fresh: Example[] = [];
  const show = (running: boolean) => renderExamples(by("examples"), fresh, running, (e) => gotoSpec(e.from, e.to), openExample);
  void ask({ verb: "examples", name, spec: spec.text }, (e) => {
    if (e.kind === "example" && e.example) { fresh.push(e.example); show(true); }
    else if (e.kind === "done") show(false);
  }, asking.signal);
}

/** Puts the board of an example in place of the instance. */
async function openExample(e: Example) {
  try {
    const answer = await askFor("texts", { verb: "open", spec: spec.text, name, which: e.index, open: "example" });
    if (answer?.texts?.instance !== undefined) { instance.replace(answer.texts.instance); look(); }
  } catch (err) { say((err as Error).message, "bad"); }
}

// The board.

/** True while the board of a puzzle that moves is drawn, not played on. */
let drawing = false;
let hovered: string | undefined;
const boardView = new BoardView(by("paper"), by("tools"), {
  place: (given, at, value) => void put(given, at, value),
  hover: (at) => { if (at !== hovered) { hovered = at; rulesAt(); } },
  pick: (places) => player.pick(places),
  key: (direction) => player.key(direction),
  say: (text) => { by("place").textContent = text; },
});
const watcher = new Watcher(boardView, by("watch"), () => question("watch"), () => { if (boardView.playing) player.render(); else render(); },
  (state, moves) => player.watched(state, moves));
const player = new Player(boardView, by("play"), by("arrows"), () => question("act"), (text) => { by("live").textContent = text; });

const making = new MakingPanel(by("making"), { question, take: (o, asked) => {
  if (instance.text !== asked.instance || spec.text !== asked.spec) return false;
  instance.apply(o.change);
  look();
  return true;
} });

function drawBoard() {
  if (!board) return;
  making.set(board);
  const solving = layout.mode === "solve";
  boardView.playing = board.moving === true && (solving || !(drawing && boardView.drawableIn(board)));
  boardView.idle = solving && !board.moving;
  document.body.classList.toggle("moving", board.moving === true);
  boardView.set(board);
  layout.call(board.moving === true);
  by("board-help").textContent = boardView.playing ? "Arrow keys make moves that have a direction; a click on a place chooses a move that is about it; all moves are listed below."
    : "Arrow keys move over the board; digits and letters write a value; Delete takes it away.";
  watcher.set(board);
  if (boardView.playing) { if (!player.moves.length) boardView.show(board.svg); void player.look(); } else { player.clear(); showView(); }
  if (solving) screen.open(board, keyOf(spec.text, instance.text, String(which)));
  const titles = board.titles ?? [];
  const select = by<HTMLSelectElement>("which");
  select.hidden = titles.length < 2;
  select.replaceChildren(...titles.map((t, i) => h("option", { value: String(i), selected: i === which }, t || `${i + 1}`)));
  drawSize();
}

/** The size of the board, which makes a blank one when it is changed. */
function drawSize() {
  const to = by("size");
  if (board && !(board.rows && board.cols)) { to.replaceChildren(); return; }
  if (!board && to.childElementCount) return;
  const field = (label: string, value: number) => h("input", { type: "number", min: "1", max: "60", value: String(value), aria: { label } });
  const rows = field("Rows", board?.rows ?? 5), cols = field("Columns", board?.cols ?? 5);
  to.replaceChildren(rows, "×", cols, h("button", { type: "button", class: "small", title: "An empty board of this size", onclick: () => void blank(Number(rows.value), Number(cols.value)) }, "Blank"));
}

async function blank(rows: number, cols: number) {
  try {
    const answer = await askFor("change", { ...question("blank"), rows, cols });
    if (answer?.change) { instance.apply(answer.change); look(); }
  } catch (err) { say((err as Error).message, "bad"); }
}

/** Placements happen one after the other, since each changes the text for the next. */
let placing: Promise<void> = Promise.resolve();
let waiting = 0;
/** How edges of a given are called, by cells or by points, once it is known. */
const edgeNames = new Map<string, number>();

function put(given: string, at: string | string[], value: string): Promise<void> {
  waiting++;
  looking?.abort();
  return placing = placing.then(async () => {
    try {
      await putNow(given, at, value);
    } catch (err) {
      say((err as Error).message, "bad");
    } finally {
      if (!--waiting) look();
    }
  });
}

async function putNow(given: string, at: string | string[], value: string) {
  const names = typeof at === "string" ? [at] : at;
  const known = edgeNames.get(given);
  const order = names.length < 2 ? [0] : known === undefined ? names.map((_, i) => i) : [known];
  for (const i of order) {
    for (let tries = 0; tries < 3; tries++) {
      const before = instance.text;
      let change;
      try {
        change = (await askFor("change", { ...question("place"), given, place: names[i], value }))?.change;
      } catch (err) {
        if (i !== order.at(-1)) break; // it may be called by its other name
        throw err;
      }
      if (before !== instance.text) continue; // someone typed meanwhile
      if (names.length > 1) edgeNames.set(given, i);
      if (change) instance.apply(change);
      return;
    }
  }
}

// What the board shows, and marks on it.

/** Puzzles that move are played or drawn. */
function modes() {
  return ([["Play", false], ["Draw", true]] as [string, boolean][]).map(([label, on]) => h("button", {
    type: "button", role: "tab", class: on === drawing ? "tab on" : "tab", aria: { selected: String(on === drawing) },
    onclick: () => { drawing = on; player.stop(); drawBoard(); renderNow(); },
  }, label));
}

function viewNames(): [View, string][] {
  const v = found.verdict;
  const all: [View, string][] = [["live", "Puzzle"]];
  if (v?.svg) all.push(["solution", v.solutions === "one" ? "Solution" : v.solutions !== "several" ? "Found" : found.candidates?.svg ? "All solutions" : "Two solutions"]);
  if (found.candidates?.places?.length && v?.solutions === "several") all.push(["candidates", "Candidates"]);
  if (found.step?.svg) all.push(["step", "Step"]);
  return all;
}

function showView() {
  if (!board || boardView.playing || watcher.watching) return;
  if (layout.mode === "solve") { boardView.show(board.svg); return; }
  const svg = view === "solution" ? found.candidates?.svg || found.verdict?.svg : view === "candidates" ? found.candidates?.svg : view === "step" ? found.step?.svg : undefined;
  by("paper").classList.toggle("decided", view === "candidates"); // beside candidates stands only what all solutions have
  boardView.show(svg || board.svg);
  markBoard();
}

/** Another mode: the board of who solves has no verdict, and that of who makes has no marks of a solver. */
layout.changed = (mode) => {
  if (mode !== "solve") screen.activate(false);
  boardView.idle = false;
  if (!spec.text) return;
  view = "live";
  found = { ...found, verdict: undefined, conflict: undefined, candidates: undefined, step: undefined, count: undefined, running: true };
  if (board) { drawBoard(); renderNow(); }
  look();
  if (mode !== "solve") tryExamples();
  keep();
};

let pointed: Instance[] = [];
/** What was gone to in the text of the spec. */
let shown: { from: number; to: number; class: "lit" }[] = [];

function markBoard() {
  if (boardView.playing || watcher.watching || boardView.idle) return;
  const over: Marks[] = [], under: Marks[] = [];
  // Of two solutions at first, then of all.
  const differ = found.candidates?.differ.length ? found.candidates.differ : found.verdict?.differ;
  if (view === "live" && found.verdict?.solutions === "several" && differ?.length) under.push({ class: "differ", places: differ.flatMap((d) => d.place ?? []) });
  if (found.conflict?.length && view === "live") under.push({ class: "glow", places: [...new Set(found.conflict.flatMap((i) => i.places ?? []))] });
  if (pointed.length) over.push({ class: "lit", places: [...new Set(pointed.flatMap((i) => i.places ?? []))] });
  boardView.mark(over, under, view === "candidates" ? found.candidates?.places ?? [] : []);
}

function lightTexts() {
  const all = [...(found.conflict ?? []).map((i) => ({ from: i.from, to: i.to, class: "glow" as const })), ...pointed.filter((i) => i.to > i.from).map((i) => ({ from: i.from, to: i.to, class: "lit" as const })), ...shown];
  spec.light(dedupe(all));
}

function dedupe<T extends { from: number; to: number; class: string }>(all: T[]): T[] {
  return [...new Map(all.map((r) => [`${r.from} ${r.to} ${r.class}`, r])).values()].sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The rules that speak of the place under the pointer, once it rests there. */
let about: AbortController | undefined;
const askRules = later(220, (at: string) => {
  about?.abort();
  const asking = about = new AbortController();
  void ask({ ...question("rules"), place: at }, (e) => {
    if (e.kind !== "instances") return;
    const all = e.instances ?? [];
    const to = by("rules-at");
    to.hidden = !all.length;
    if (!all.length) return;
    to.replaceChildren(h("h3", {}, `Rules at ${at}`), h("ul", { class: "reasons" }, ...all.slice(0, 8).map((i) => h("li", {},
      h("button", { type: "button", class: "reason", onclick: () => gotoSpec(i.from, i.to) }, h("span", { class: "rule" }, i.rule), i.says && i.says !== i.rule ? h("span", { class: "says" }, i.says) : false)))),
    all.length > 8 ? h("p", { class: "quiet" }, `and ${all.length - 8} more`) : "");
  }, asking.signal);
});

function rulesAt() {
  if (hovered && !boardView.playing) askRules(hovered); else askRules.forget();
}

/** Lights the instances of the rule that the cursor of the editor is in. */
const lightRule = later(150, (at: number) => {
  about?.abort();
  const asking = about = new AbortController();
  void ask({ ...question("rules"), at }, (e) => {
    if (e.kind !== "instances") return;
    pointed = (e.instances ?? []).map((i) => ({ ...i, from: 0, to: 0 }));
    const places = new Set(pointed.flatMap((i) => i.places ?? []));
    by("spec-state").textContent = pointed.length ? `${pointed.length}${e.text ? "+" : ""} ${pointed.length === 1 ? "instance" : "instances"} of this rule` : "";
    if (places.size > 400) pointed = []; // all of the board says nothing
    markBoard();
  }, asking.signal);
});

function gotoSpec(from: number, to: number) {
  layout.show("text");
  shown = [{ from, to, class: "lit" }];
  spec.show(from);
  lightTexts();
}

const panel = new Panel(by("found"), by("live"), {
  light: (all) => { pointed = all; markBoard(); lightTexts(); },
  unlight: () => { pointed = []; markBoard(); lightTexts(); },
  goto: gotoSpec,
  mend: (d) => {
    if (d.in === "spec") { gotoSpec(d.from, d.to); return; }
    layout.show("text");
    instance.show(d.from);
  },
  walk,
  hint,
  cancel,
  replay: () => { layout.show("board"); player.replay(found.verdict?.moves ?? []); },
  clue: (find, at, value) => {
    const p = board?.palettes?.find((q) => q.on !== "whole" && (q.values ?? []).some((c) => c.value === value) && (q.given === find || at in q.now || q.on === "cells"));
    return p && (() => void put(p.given, at, value));
  },
});

/** A level of hints that shows everything. */
const allHints = 99;

/** Tells one level more of the next step: at the first its places are lit, at the last the board shows it. */
function hint() {
  found.hint++;
  if (!found.step) return;
  if (told(found.step, found.hint)) { view = "step"; pointed = []; }
  else pointed = [{ rule: "", says: "", from: 0, to: 0, places: found.step.look ?? [] }];
  render();
}

/** Asks for the step with a number. */
let walking: AbortController | undefined;
function walk(skip: number) {
  walking?.abort();
  const asking = walking = new AbortController();
  void ask({ ...question("look"), stages: ["step"], skip }, (e) => {
    if (e.kind === "step") { found.step = e.step; found.skip = skip; found.hint = allHints; view = "step"; render(); }
    else if (e.kind === "problem" || e.kind === "limit") say(e.text ?? "", "bad");
  }, asking.signal);
}

function renderNow() {
  panel.render(found);
  const state = by("spec-state");
  const wrong = found.mistakes.length;
  if (wrong) state.textContent = `${wrong} ${wrong === 1 ? "mistake" : "mistakes"}`;
  else if (state.dataset.mistakes !== "0") state.textContent = "";
  state.dataset.mistakes = String(wrong);
  const views = viewNames();
  if (!views.some(([v]) => v === view) && !found.running) view = "live";
  by("views").replaceChildren(...(board?.moving ? boardView.drawableIn(board) ? modes() : [] : (views.length < 2 ? [] : views).map(([v, label]) => h("button", {
    type: "button", role: "tab", class: v === view ? "tab on" : "tab", aria: { selected: String(v === view) }, onclick: () => { view = v; if (v === "step") found.hint = allHints; renderNow(); },
  }, label))));
  if (layout.mode === "solve" && !found.running && (wrong || found.problem)) screen.mistaken(found.mistakes[0]?.message ?? found.problem ?? "", wrong > 0, () => { layout.to("make"); layout.changed("make"); });
  const stale = by("stale");
  stale.hidden = !wrong;
  stale.textContent = board ? "The board is that of before the mistakes." : "The board is drawn once the texts have no mistakes.";
  by("paper").classList.toggle("stale", wrong > 0);
  if (!board) drawSize();
  document.body.dataset.verdict = found.verdict?.solutions ?? "";
  showView();
  lightTexts();
}

// Opening and keeping.

async function open(what: string, instanceName?: string) {
  try {
    // A drawing says no puzzle: it is one of that which is open.
    const answer = await askFor("texts", { verb: "open", open: what, instance: instanceName, ...(what.includes("/") ? { name, spec: spec.text } : {}) });
    if (!answer?.texts) return;
    files.forget();
    load(answer.texts, "solve", 0, instanceName ?? catalogue.instances(what)[0] ?? "");
  } catch (err) { say((err as Error).message, "bad"); }
}

const catalogue = new Catalogue({ shipped: open, address: open, file: (path) => files.openFile(path) });

/** The puzzles before and after this one: other instances of the text, or else those that come with the spec. */
function neighbours() {
  const titles = board?.titles?.length ?? 0, there = catalogue.instances(name);
  const of = titles || (there.includes(opened) ? there.length : 1), at = titles ? which : Math.max(0, there.indexOf(opened));
  return { at, of, go: (step: number) => {
    const to = (at + step + of) % of;
    if (titles) { which = to; look(); keep(); } else void open(name, there[to]);
  } };
}

boardView.drawing.margin = margin;
const screen = new SolveScreen(boardView.drawing, by("paper"), {
  question, neighbours,
  name: () => name,
  light: (looked, places) => { if (boardView.idle) boardView.mark([{ class: "looked", places: looked }, { class: "lit", places }]); },
  catalogue: () => void catalogue.show(),
});
const files = new Files({
  texts: () => ({ name, spec: spec.text, instance: instance.text }),
  spec: (n, text, board) => { load({ name: n, spec: text, instance: board }); },
  instance: (text) => { which = 0; opened = ""; instance.replace(text); look(); },
  shipped: async (n, text) => {
    const answer = await askFor("texts", { verb: "open", open: n });
    if (answer?.texts) load({ ...answer.texts, instance: text });
  },
  fault: async (n, text, board) => {
    try {
      await askFor("board", { verb: "look", stages: ["board"], name: n, spec: text, instance: board });
      return "";
    } catch (err) { return (err as Error).message; }
  },
  changed: () => spec.text !== loaded,
});

/** Where an address that was shared works: that of a server is of use only on its machine. */
const sharing = alone ? " It works for everyone who can open this site." : " It opens on this machine only. On another, paste it on any page of Nazo. For others, publish the puzzle (nazo publish).";

async function share() {
  try {
    const shipped = await specOf(name).catch(() => "") === spec.text;
    const word = await pack({ name, spec: shipped ? "" : spec.text, instance: instance.text });
    history.replaceState(null, "", "#" + word);
  } catch (err) { say((err as Error).message, "bad"); return; }
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address is in the clipboard." + sharing);
  } catch { say("The address of this page is now that of the puzzle." + sharing); }
}

/** A shared puzzle with its spec, of which it may have only the name. Undefined if there is none of the name. */
async function whole(t: Shared | undefined): Promise<Shared | undefined> {
  if (!t || t.spec) return t;
  const text = await specOf(t.name);
  return text ? { ...t, spec: text } : undefined;
}

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text.trim()) && /[?/#].*\//.test(text);
/** A board in a line of digits is a puzzle, but not where it may be meant as text. */
const isBoard = (text: string, at: Element) => isDigits(text) && !at.closest(".cm-editor, input");

document.addEventListener("paste", (e) => {
  const text = e.clipboardData?.getData("text/plain") ?? "";
  const at = e.target instanceof Element ? e.target : document.body;
  if (!isAddress(text) && !isBoard(text, at) || at.closest("dialog")) return;
  e.preventDefault();
  e.stopPropagation();
  void fromAddress(text.trim());
}, true);

/** Opens an address: of puzz.link, or one that was shared from a page like this. */
async function fromAddress(text: string) {
  const word = /#([\w-]{20,})$/.exec(text)?.[1];
  const shared = word ? await whole(await unpack(word)) : undefined;
  if (shared) load(shared); else await open(text);
}

by("open-catalogue").onclick = () => void catalogue.show();
by("new").onclick = () => { files.forget(); load({ name: "mine", spec: starter, instance: "" }, "make"); history.replaceState(null, "", location.pathname); };
by("open-file").onclick = () => void files.open();
by("save").onclick = () => void files.save();
by("share").onclick = () => void share();
// What is being placed is there first, to be undone.
by("undo").onclick = () => { if (boardView.playing) player.undo(); else void placing.then(() => { instance.undo(); edited.now(); }); };
by("redo").onclick = () => { if (boardView.playing) player.redo(); else void placing.then(() => { instance.redo(); edited.now(); }); };
by("show-moves").onclick = () => void showMoves();
by("export-svg").onclick = () => saveSVG(name || "puzzle", boardView.drawing.source());
by("export-png").onclick = () => { savePNG(name || "puzzle", boardView.drawing.source()).catch((err: Error) => say(err.message, "bad")); };
by("print").onclick = () => print();
new Links(by<HTMLDetailsElement>("export"), by("export-links"), question);
for (const item of by("export").querySelectorAll("button")) item.addEventListener("click", () => { by<HTMLDetailsElement>("export").open = false; });
document.addEventListener("click", (e) => { if (!by("export").contains(e.target as Node)) by<HTMLDetailsElement>("export").open = false; });
by<HTMLSelectElement>("which").onchange = (e) => { which = Number((e.target as HTMLSelectElement).value); look(); };
document.addEventListener("keydown", (e) => {
  const mod = e.ctrlKey || e.metaKey;
  if (mod && e.key === "s") { e.preventDefault(); void files.save(); }
  else if (mod && e.key === "k") { e.preventDefault(); void catalogue.show(); }
  else if (mod && (e.key === "z" || e.key === "Z" || e.key === "y") && by("middle").contains(document.activeElement)) {
    e.preventDefault();
    (e.shiftKey || e.key === "y" ? by(boardView.idle ? "redo-mark" : "redo") : by(boardView.idle ? "undo-mark" : "undo")).click();
  }
});

const starter = `puzzle mine "Shade cells; a number counts the shaded cells around it."
given clue: grid of 0..8?
find shaded: set of cells(clue)

rule "numbers" for c in clues(clue): not (c in shaded) and size(neighbors(king(clue), c) & shaded) = clue[c]

example "first" clue = """
  . . . .
  . 3 . .
  . . 1 .
  . . . .
""": expect solution
`;

// The start.

/** Shows what came with the address. */
function receive(t: Texts) {
  guest = t;
  load(t);
}

async function start() {
  // The key of the address is in a cookie now: it is nothing to be shared with the address.
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  const word = location.hash.slice(1);
  const shared = word ? await whole(await unpack(word)) : undefined;
  if (shared) { receive(shared); return; }
  if (word) say("The address of this page has no puzzle that can be read.", "bad");
  try {
    const kept = JSON.parse(localStorage.getItem("nazo.work") ?? "null") as (Texts & { which?: number; of?: string; mode?: Mode }) | null;
    if (kept?.spec) { await catalogue.load(); load(kept, kept.mode ?? "solve", kept.which ?? 0, kept.of ?? ""); return; }
  } catch { /* then there is none */ }
  await catalogue.first();
}
addEventListener("hashchange", () => { const word = location.hash.slice(1); if (word) void unpack(word).then(whole).then((t) => { if (t) receive(t); }); });
// A closed page cancels its questions.
addEventListener("pagehide", () => { looking?.abort(); trying?.abort(); keep.now(); });
void folder({ do: "list" }).then((c) => { document.body.dataset.folder = c.folder; }, () => undefined);
showComing();
void start();
