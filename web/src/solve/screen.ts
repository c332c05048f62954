// The screen of Solve: the board takes marks, and beside it are rules, clock, keys, checks and hints.
import { alone, ask, askFor, noEngine } from "../ask";
import { by, h, later, say } from "../dom";
import type { Drawing } from "../drawing";
import type { Board, Check, Instance, Prose, Question } from "../protocol";
import { SolveBoard } from "./board";
import { namesCells, showCoordinates } from "./coordinates";
import { Hints } from "./hints";
import { Clock, clockText, recall, remember } from "./progress";
import { Tools } from "./tools";
import { sentence, title } from "../words";

export interface Host {
  question(verb: string): Question;
  /** The name of the spec. */
  name(): string;
  /** What opens the next puzzle, or the one before, and which of how many this is. */
  neighbours(): { at: number; of: number; go(step: number): void };
  /** Marks places: what is looked at, and what is new. */
  light(look: string[], places: string[]): void;
  catalogue(): void;
}

/** How long after a stroke the puzzle is checked, in milliseconds. */
const pause = 160;
/** How long a check may go on after the next stroke where it can be ended only with its worker. */
const patience = 10_000;

const smartKey = "nazo.smart", coordinatesKey = "nazo.coordinates";
const stored = (key: string) => { try { return localStorage.getItem(key) === "1"; } catch { return false; } };
const store = (key: string, on: boolean) => { try { localStorage.setItem(key, on ? "1" : "0"); } catch { /* then not */ } };

export class SolveScreen {
  readonly board: SolveBoard;
  private readonly clock = new Clock((text) => { by("clock").textContent = text; });
  private readonly tools: Tools;
  private readonly hints: Hints;
  private key = "";
  private hinted = 0;
  /** True once the puzzle is solved as it stands. */
  private solved = false;
  /** True once it was solved at any time. */
  private won = false;
  /** True once something was entered: before that nothing is kept. */
  private touched = false;
  private smart = stored(smartKey);
  private coordinates = stored(coordinatesKey);
  private checking?: AbortController;
  private begun = 0;
  private again = false;
  private on = false;

  constructor(private readonly drawing: Drawing, paper: HTMLElement, private readonly host: Host) {
    this.board = new SolveBoard(drawing, paper, {
      changed: () => this.changed(),
      say: (text) => { by("place").textContent = text; },
      places: () => undefined,
    });
    this.tools = new Tools(this.board, {
      check: () => void this.check("rules"), hint: () => void this.hint(),
      solution: () => void this.check("solution"), answer: () => void this.answer(),
      smart: (on) => { this.smart = on; store(smartKey, on); if (on) this.checkSoon(); else this.board.flag([], [], []); },
      coordinates: (on) => { this.coordinates = on; store(coordinatesKey, on); this.nameCells(); },
      rules: () => document.body.classList.toggle("reading"),
      next: (step) => this.host.neighbours().go(step),
    });
    this.hints = new Hints(by("said"), {
      question: () => ({ ...this.host.question("look"), stages: ["step"], marks: this.board.wire() }),
      light: (look, places) => { this.host.light(look, places); this.nameCells(); },
      draw: (marks) => { this.board.apply(marks); },
      count: () => { this.hinted++; this.keep(); },
      rules: (all) => this.broken(all),
    });
    this.tools.options(this.smart, this.coordinates);
    addEventListener("pagehide", () => this.keep.now());
    document.addEventListener("keydown", (e) => { if (e.key === "Escape") document.body.classList.remove("reading"); });
    by("about").addEventListener("click", (e) => { if ((e.target as Element).closest(".close")) document.body.classList.remove("reading"); });
  }

  /** Shows a puzzle to be solved, with what was entered in it before. The board is drawn already. */
  open(puzzle: Board, key: string) {
    document.body.classList.toggle("boardless", !this.drawing.board);
    const finds = puzzle.finds ?? [];
    const same = key === this.key;
    if (same) { if (this.board.renew(finds)) this.tools.set(); if (by("said").classList.contains("mistaken")) this.quiet(); }
    else {
      this.keep.now();
      this.keep.forget();
      this.stop();
      const kept = recall(key);
      this.board.set(finds);
      const loaded = kept !== undefined && this.board.load(kept.marks);
      this.tools.set();
      this.key = key;
      this.clock.set(kept?.ms ?? 0);
      this.hinted = kept?.hints ?? 0;
      this.solved = loaded && kept?.solved === true;
      this.won = kept?.won === true;
      this.touched = loaded;
      this.quiet();
      void this.prose();
      if (loaded) this.checkSoon();
    }
    this.nameCells();
    this.tools.refresh();
    this.tools.neighbours(this.host.neighbours());
    this.activate(!puzzle.moving);
    by("solve").dataset.puzzle = key;
  }

  /** Takes pointer and keys, or leaves them to others. */
  activate(on: boolean) {
    this.on = this.board.visible = on;
    const help = document.getElementById("board-help");
    if (on && help) help.textContent = "Arrow keys move over the board. Type values, or press Space to mark and X to cross out; Shift with an arrow draws.";
    this.board.active = on;
    this.clock.run(on && !this.solved);
    if (!on) { this.stop(); showCoordinates(this.drawing, false); document.body.classList.remove("reading"); }
  }

  /** There is no puzzle any more. */
  clear() {
    this.keep.now();
    this.activate(false);
    this.key = "";
    delete by("solve").dataset.puzzle;
    this.board.set([]);
    this.tools.set();
    this.clock.set(0);
    this.quiet();
    by("about").replaceChildren();
  }

  /** The texts are no puzzle that can be solved. What is drawn is of an earlier one if it is stale. */
  mistaken(why: string, stale: boolean, mend: () => void) {
    if (this.key && !stale) return;
    this.tell("bad mistaken", h("p", {}, sentence(why.split("\n")[0])), h("p", { class: "buttons" }, h("button", { type: "button", class: "small", onclick: mend }, "Look at the rules")));
  }

  private stop() {
    this.checkSoon.forget();
    this.checking?.abort();
    this.checking = undefined;
    this.again = false;
    this.hints.stop();
  }

  private quiet() {
    by("said").replaceChildren();
    by("said").className = "";
    this.host.light([], []);
  }

  // What is entered.

  /** How often the marks were changed. An answer about other marks says nothing. */
  private strokes = 0;

  private changed() {
    this.strokes++;
    if (!this.on) return;
    this.touched = true;
    this.hints.forget();
    this.board.flag([], [], []);
    if (this.solved) { this.solved = false; this.clock.run(true); }
    this.quiet();
    this.nameCells();
    this.tools.refresh();
    this.keep();
    this.checkSoon();
  }

  private readonly keep = later(300, () => {
    if (!this.key || !this.touched) return;
    remember(this.key, { marks: this.board.save(), ms: Math.round(this.clock.ms), hints: this.hinted || undefined, solved: this.solved || undefined, won: this.won || undefined, name: this.host.name(), at: Date.now() });
  });

  // Checks.

  private readonly checkSoon = later(pause, () => void this.watch());

  /** Asks, after a stroke, whether the puzzle is solved. Only the last of several strokes counts. */
  private async watch() {
    if (noEngine) return; // that was said
    if (this.checking) {
      if (alone && performance.now() - this.begun < patience) { this.again = true; return; }
      this.checking.abort();
    }
    const at = this.strokes;
    const check = await this.ask(this.smart ? "rules" : undefined, (text) => say(text, "bad"));
    if (!check || at !== this.strokes) return;
    if (check.solved) this.finish(check);
    else if (this.smart) this.flag(check);
  }

  private async ask(against: Question["against"], fail: (text: string) => void): Promise<Check | undefined> {
    const asking = this.checking = new AbortController();
    this.begun = performance.now();
    try {
      return (await askFor("check", { ...this.host.question("check"), marks: this.board.wire(), against }, asking.signal))?.check;
    } catch (err) {
      if (!asking.signal.aborted) fail((err as Error).message);
      return undefined;
    } finally {
      if (this.checking === asking) this.checking = undefined;
      if (this.again) { this.again = false; this.checkSoon(); }
    }
  }

  /** Says what is wrong, by the rules or held against the solution. */
  private async check(against: "rules" | "solution") {
    this.stop();
    this.tell("busy", h("p", {}, "Checking …"));
    const at = this.strokes;
    const check = await this.ask(against, (text) => this.tell("bad", h("p", {}, text)));
    if (!check || at !== this.strokes) return;
    if (check.solved) { this.finish(check); return; }
    const broken = check.broken ?? [], wrong = check.wrong ?? [];
    const bad = broken.length || wrong.length;
    this.flag(check);
    this.tell(bad || check.refuted || check.complete ? "bad" : "good", h("p", {}, sentence(check.text)), ...broken.length ? [this.broken(broken)] : [],
      against === "rules" && !bad && h("p", {}, h("button", { type: "button", class: "small", onclick: () => void this.check("solution") }, "Against the solution")));
  }

  /** Marks what a check found wrong. Clues that are met are greyed only if that is asked for. */
  private flag({ broken, wrong, done }: Check) {
    const all = broken ?? [];
    this.board.flag([...all.flatMap((i) => i.places ?? []), ...wrong ?? []], all.flatMap((i) => i.clue ?? []), this.smart ? done ?? [] : []);
  }

  /** Rules with what they say, which light their places. */
  private broken(all: Instance[]): HTMLElement {
    const light = (i: Instance) => () => this.host.light([], i.places ?? []);
    const off = () => this.host.light([], []);
    return h("ul", { class: "reasons" }, ...all.slice(0, 6).map((i) => h("li", { onmouseenter: light(i), onmouseleave: off },
      h("button", { type: "button", class: "reason", onclick: light(i), onfocus: light(i), onblur: off }, h("span", { class: "rule" }, i.rule), i.says !== i.rule && h("span", { class: "says" }, sentence(i.says))))),
    all.length > 6 && h("li", { class: "quiet" }, `and ${all.length - 6} more`));
  }

  private finish(check: Check) {
    if (this.board.attempting) this.board.attempt(false, true);
    this.solved = this.won = true;
    this.clock.run(false);
    this.board.flag([], [], []);
    this.hints.forget();
    const next = this.host.neighbours();
    const hints = this.hinted ? `, with ${this.hinted === 1 ? "one hint" : `${this.hinted} hints`}` : "";
    this.tell("won", h("p", { class: "big" }, `Solved in ${clockText(this.clock.ms)}${hints}`), check.best === false && h("p", {}, sentence(check.text)), h("p", { class: "level" }, check.level ? `Level: ${check.level}` : ""),
      h("p", { class: "buttons" }, next.of > 1 ? h("button", { type: "button", class: "primary", id: "next-puzzle", onclick: () => { by("paper").focus({ preventScroll: true }); next.go(1); } }, "Next puzzle")
        : h("button", { type: "button", class: "primary", id: "next-puzzle", onclick: () => this.host.catalogue() }, "Other puzzles")));
    this.tools.refresh();
    this.keep();
    this.keep.now();
    if (!check.level) void this.rate();
  }

  /** Adds the level of the puzzle to what is said of its solution, once it is known. */
  private async rate() {
    const key = this.key;
    await ask(this.host.question("level"), (e) => {
      const to = by("said").querySelector(".level");
      if (e.kind === "level" && e.text && to && key === this.key && this.solved) to.textContent = `Level: ${e.text}`;
    });
  }

  // Hints, and the answer.

  private async hint() {
    if (this.solved) return;
    await this.hints.more(() => this.tell("hint"));
    this.nameCells();
  }

  private async answer() {
    this.stop();
    const asking = this.checking = new AbortController();
    const key = this.key, at = this.strokes;
    this.tell("busy", h("p", {}, "Looking for the solution …"));
    try {
      const marks = (await askFor("marks", this.host.question("answer"), asking.signal))?.marks;
      if (asking.signal.aborted || key !== this.key || at !== this.strokes) return;
      if (!marks) throw new Error("no solution was found");
      this.hinted++;
      this.board.apply(marks);
    } catch (err) {
      if (!asking.signal.aborted && key === this.key) this.tell("bad", h("p", {}, sentence((err as Error).message)));
    } finally {
      if (this.checking === asking) this.checking = undefined;
    }
  }

  // What is said.

  private tell(kind: string, ...what: (HTMLElement | string | false | undefined)[]) {
    const to = by("said");
    to.className = kind;
    this.host.light([], []);
    to.replaceChildren(...what.filter((w): w is HTMLElement | string => !!w));
    to.scrollTop = 0;
    this.nameCells();
  }

  private nameCells() { showCoordinates(this.drawing, this.on && (this.coordinates || namesCells(by("said").textContent ?? ""))); }

  /** Shows the rules in prose: what the spec is about, until more is known. */
  private async prose() {
    const key = this.key;
    const show = (p: Prose) => {
      if (key !== this.key) return;
      const rules = p.rules ?? [];
      by("said").dataset.about = p.about;
      by("about").replaceChildren(h("div", { class: "card-head" }, h("h2", {}, p.name), h("button", { type: "button", class: "icon close", aria: { label: "Close" } }, "✕")),
        p.about && h("p", {}, p.about) || "", rules.length ? h("ul", {}, ...rules.map((r) => h("li", {}, sentence(r)))) : "");
    };
    show({ name: title(this.host.name()), about: "" });
    await ask(this.host.question("prose"), (e) => { if (e.kind === "prose" && e.prose) show(e.prose); });
  }
}
