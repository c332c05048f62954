// Making a board: a new one, one with fewer clues, one that is repaired. What comes replaces the instance, and Undo brings it back.
import { ask } from "./ask";
import { h } from "./dom";
import type { Board, Event, Making, Offer, Question } from "./protocol";

export interface Maker {
  question(verb: string): Question;
  /** Puts an offered board in place of the instance, if that is still what was asked about. */
  take(o: Offer, asked: Question): boolean;
}

const levels = ["any level", "trivial", "easy", "medium", "hard", "expert"];
const symmetries: [string, string][] = [["none", "no symmetry"], ["half-turn", "half turn"], ["mirror", "mirror"]];

export class MakingPanel {
  private asking?: AbortController;
  private seed = Math.floor(Math.random() * 1e6);
  private readonly status = h("p", { class: "quiet", role: "status" });
  private readonly offers = h("ul", { class: "reasons" });
  private readonly buttons = h("p", { class: "buttons" });
  private readonly level = h("select", { aria: { label: "Level" } }, ...levels.map((l, i) => h("option", { value: i ? l : "" }, l)));
  private readonly symmetry = h("select", { aria: { label: "Symmetry of the clues" } }, ...symmetries.map(([value, label]) => h("option", { value }, label)));
  private readonly clues = h("input", { type: "text", placeholder: "fewest", aria: { label: "How many clues, such as 24 or 24-30" } });
  private readonly keep = h("input", { type: "checkbox" });
  /** A box for each given that may stay, if there are several. */
  private readonly givens = h("span", { class: "givens" });
  private readonly rows = this.side("Rows");
  private readonly cols = this.side("Columns");
  private board?: Board;
  /** The instance that the status and the listed offers are about. */
  private about?: string;

  constructor(private readonly to: HTMLElement, private readonly maker: Maker) {}

  private side(label: string) { return h("input", { type: "number", min: "1", max: "60", aria: { label } }); }

  /** Takes the board that is shown. Boards of puzzles that move can't be made. */
  set(board: Board | undefined) {
    const before = this.board;
    this.board = board;
    this.to.hidden = !board || board.moving === true;
    if (this.to.hidden || !board) { this.stop(); return; }
    if (!before || before.rows !== board.rows || before.cols !== board.cols) {
      this.rows.value = String(board.rows ?? "");
      this.cols.value = String(board.cols ?? "");
    }
    if (!this.to.childElementCount) this.build();
    this.offerGivens(board);
    if (!this.asking && this.about !== undefined && this.about !== this.maker.question("").instance) {
      this.about = undefined;
      this.offers.replaceChildren();
      this.status.textContent = "";
    }
    this.sized.hidden = !board.rows;
  }

  /** Offers to keep a given as a whole, such as the rooms: then all others are made. */
  private offerGivens(board: Board) {
    const names = (board.palettes ?? []).map((p) => p.given);
    const now = [...this.givens.querySelectorAll("input")].map((box) => box.name);
    if (names.join() === now.join()) return;
    this.givens.replaceChildren(...names.length > 1 ? ["keep all of ", ...names.map((name) => h("label", {}, h("input", { type: "checkbox", name }), ` ${name.replaceAll("_", " ")} `))] : []);
  }

  /** Ends the work that is under way. */
  stop() {
    this.asking?.abort();
    if (this.asking) this.status.textContent = "Stopped.";
    this.asking = undefined;
    this.render();
  }

  private readonly sized = h("span", {}, this.rows, " × ", this.cols);

  private build() {
    this.to.replaceChildren(h("h3", {}, "Make a board"),
      h("p", { class: "making" }, this.sized, this.level, this.symmetry, h("label", {}, "clues ", this.clues), h("label", {}, this.keep, " keep what is drawn"), this.givens),
      this.buttons, this.status, this.offers);
    this.render();
  }

  private render() {
    const button = (label: string, title: string, verb: string) => h("button", { type: "button", class: "small", title, onclick: () => this.start(verb) }, label);
    this.buttons.replaceChildren(...(this.asking ? [h("button", { type: "button", class: "small primary", onclick: () => this.stop() }, "Stop")] : [
      button("New board", "A board with exactly one solution", "make"),
      button("Fewest clues", "Take away every clue that is not needed", "minimize"),
      button("How hard", "The level of the way to the solution", "rate"),
      button("Repair", "Change a few clues so that exactly one solution is left", "correct"),
    ]));
  }

  /** What is asked for, or a sentence that says what can't be read. */
  private wanted(): Making | string {
    const out: Making = { symmetry: this.symmetry.value, level: this.level.value || undefined, keep: this.keep.checked || undefined };
    const text = this.clues.value.trim();
    const range = /^(\d+)(?:\s*(?:-|–|\.\.)\s*(\d+))?$/.exec(text);
    if (text && !range) return `“${text}” is not a number of clues. Write 24 or 24-30.`;
    const stay = [...this.givens.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.name);
    if (stay.length) out.givens = stay;
    if (range) { out.fewest = Number(range[1]); out.most = Number(range[2] ?? range[1]); }
    return out;
  }

  private start(verb: string) {
    const making = this.wanted();
    this.offers.replaceChildren();
    if (typeof making === "string") { this.status.textContent = making; return; }
    this.asking?.abort();
    const asking = this.asking = new AbortController();
    this.status.textContent = "Working…";
    this.render();
    const q: Question = { ...this.maker.question(verb), making, seed: ++this.seed };
    if (verb === "make" && this.board?.rows) { q.rows = Number(this.rows.value); q.cols = Number(this.cols.value); }
    let told = false, heard = false;
    const tell = (text = "") => { told = true; this.status.textContent = text; };
    const begun = Date.now();
    // In a worker of the browser the search can't say how far it is.
    const clock = setInterval(() => { if (!heard && !told) this.status.textContent = `Working: ${Math.round((Date.now() - begun) / 1000)} s`; }, 1000);
    asking.signal.addEventListener("abort", () => clearInterval(clock));
    void ask(q, (e: Event) => {
      switch (e.kind) {
        case "progress": heard = true; this.status.textContent = `Working: ${e.text ?? ""}`; break;
        case "offer":
          if (verb === "correct") { this.list(e.offer!, q); tell("Each of these is a way to repair it:"); }
          else tell(this.take(e.offer!, q));
          break;
        case "note": case "problem": tell(e.text); break;
        case "diagnostics": tell(e.diagnostics?.find((d) => d.severity === "error")?.message); break;
        case "limit": tell(`Nothing was found in time: ${e.text ?? ""}.`); break;
        case "done":
          clearInterval(clock);
          if (!told) this.status.textContent = "";
          this.about = this.maker.question("").instance;
          this.asking = undefined;
          this.render();
      }
    }, asking.signal);
  }

  /** Takes an offer and returns what to say of it. */
  private take(o: Offer, asked: Question): string {
    return this.maker.take(o, asked) ? o.text : "The board has changed since you asked. Ask again.";
  }

  private list(o: Offer, asked: Question) {
    this.offers.append(h("li", {}, h("button", { type: "button", class: "reason", onclick: () => { this.status.textContent = "Done: " + this.take(o, asked); this.about = this.maker.question("").instance; this.offers.replaceChildren(); } },
      h("span", { class: "rule" }, o.text))));
  }
}
