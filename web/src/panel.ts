// The verdict and the reasons for it, beside the board.
import { h } from "./dom";
import type { Candidates, Count, Diagnostic, Example, Instance, Step, Verdict } from "./protocol";

/** What is known of the puzzle as it stands. */
export interface Found {
  running: boolean;
  /** How many steps come before the one that is shown. */
  skip: number;
  /** How many levels of a hint at it are told: at the last level all of it is. */
  hint: number;
  verdict?: Verdict; conflict?: Instance[]; claim?: string; candidates?: Candidates; step?: Step; count?: Count;
  /** Why there is no answer, or not all of it. */
  problem?: string; limit?: string; notes: string[];
  moving: boolean; mistakes: Diagnostic[];
}

export interface Deeds {
  light(all: Instance[]): void;
  unlight(): void;
  goto(from: number, to: number): void;
  /** Leads to where a mistake is. */
  mend(d: Diagnostic): void;
  /** Shows the step with a number, from 0 on. */
  walk(step: number): void;
  /** Tells one level more of the step. */
  hint(): void;
  cancel(): void;
  replay(): void;
  /** What draws a value that was found as a clue; undefined if no given can say it. */
  clue(find: string, place: string, value: string): (() => void) | undefined;
}

const heads = {
  none: ["✕", "No solution"], one: ["✓", "Exactly one solution"], several: ["≠", "Several solutions"], unknown: ["?", "Not known"], busy: ["…", "Looking"], mistake: ["!", "Not yet a puzzle"],
} as const;

/** As many mistakes as are told at once. */
const most = 4;

/** Whether all of a step is told at a level of its hint. */
export function told(s: Step, level: number): boolean { return level >= (s.hints?.length ?? 0); }

function seconds(n: number): string {
  if (n < .001) return "under 1 ms";
  return n < 1 ? `${Math.round(n * 1000)} ms` : `${n.toFixed(1)} s`;
}

export class Panel {
  constructor(private readonly to: HTMLElement, private readonly live: HTMLElement, private readonly deeds: Deeds) {}

  private said = "";

  render(f: Found) {
    const cards: HTMLElement[] = [this.verdict(f)];
    if (f.conflict?.length) cards.push(this.reasons(f.claim || "these contradict each other", f.conflict, "glow"));
    if (f.step) cards.push(this.step(f.step, f.skip, f.hint));
    if (f.candidates && f.verdict?.solutions === "several") cards.push(this.candidates(f.candidates));
    if (f.count) cards.push(h("section", { class: "card" }, h("h3", {}, "How many"), h("p", { class: "big" }, f.count.text)));
    this.to.replaceChildren(...cards);
    const text = f.verdict && !f.running ? `${f.verdict.text}.${f.conflict?.length ? " " + f.conflict.map((i) => i.says).join("; ") : ""}` : f.problem ?? "";
    if (text && text !== this.said) this.live.textContent = this.said = text;
  }

  private verdict(f: Found): HTMLElement {
    const kind = f.verdict ? f.verdict.solutions : f.mistakes.length ? "mistake" : f.running ? "busy" : f.problem ? "mistake" : "unknown";
    const [sign, head] = heads[kind];
    const v = f.verdict;
    const details: string[] = [];
    if (v) {
      details.push(v.kept ? "known from before" : seconds(v.seconds));
      if (v.engine && !v.kept) details.push(v.engine);
    }
    const title = v ? v.text.charAt(0).toUpperCase() + v.text.slice(1) : head;
    return h("section", { class: `card verdict ${kind}`, data: { verdict: kind } },
      h("div", { class: "sign", aria: { hidden: "true" } }, sign),
      h("div", { class: "what" },
        h("h2", {}, title),
        f.problem ? h("p", {}, f.problem) : false,
        f.mistakes.length && !v ? this.mistakes(f.mistakes) : false,
        v?.solutions === "several" ? this.differ(v, f.candidates) : false,
        f.limit ? h("p", {}, `Ended early: ${f.limit}.`) : false,
        ...f.notes.map((n) => h("p", { class: "quiet" }, n)),
        details.length ? h("p", { class: "quiet" }, details.join(" · ")) : false,
        f.running ? h("p", { class: "quiet working" }, h("span", { class: "spinner", aria: { hidden: "true" } }), v ? "looking on " : "working ",
          h("button", { type: "button", class: "small", onclick: () => this.deeds.cancel() }, "Stop")) : false,
        v?.moves?.length ? h("p", {}, h("button", { type: "button", class: "small primary", onclick: () => this.deeds.replay() }, `▶ Show the ${v.moves.length} moves`)) : false));
  }

  /** Where solutions differ: two of them, or all that are known. */
  private differ(v: Verdict, c?: Candidates): HTMLElement | false {
    const all = c?.differ.length ? c.differ : v.differ ?? [];
    if (!all.length) return false;
    const places = all.length === 1 ? "one place" : `${all.length} places`;
    const head = !c?.differ.length ? "Two of them" : c.agree ? `They differ at ${places}, and agree everywhere else` : `They differ at ${places} at least (${c.ended ?? "not all was tried"})`;
    return h("p", { class: "quiet" }, `${head}: ${all.slice(0, 4).map((d) => d.text).join("; ")}${all.length > 4 ? "; …" : ""}`);
  }

  /** The first mistakes with their advice; all are marked in the texts. */
  private mistakes(all: Diagnostic[]): HTMLElement {
    return h("ul", { class: "reasons mistakes" }, ...all.slice(0, most).map((d) => h("li", {},
      h("button", { type: "button", class: "reason", onclick: () => this.deeds.mend(d) }, ...d.message.split("\n").map((line, i) => h("span", { class: i ? "says" : "" }, line))))),
    all.length > most && h("li", { class: "quiet" }, `and ${all.length - most} more`));
  }

  private instance(i: Instance): HTMLElement {
    return h("li", {
      onmouseenter: () => this.deeds.light([i]), onmouseleave: () => this.deeds.unlight(),
    }, h("button", { type: "button", class: "reason", onclick: () => this.deeds.goto(i.from, i.to), onfocus: () => this.deeds.light([i]), onblur: () => this.deeds.unlight() },
      h("span", { class: "rule" }, i.rule), h("span", { class: "says" }, i.says)));
  }

  /** Rules, as many as one reads. */
  private few(all: Instance[]): HTMLElement {
    return h("ul", { class: "reasons" }, ...all.slice(0, most).map((i) => this.instance(i)), all.length > most && h("li", { class: "quiet" }, `and ${all.length - most} more`));
  }

  private reasons(head: string, all: Instance[], cls: string): HTMLElement {
    return h("section", { class: "card " + cls }, h("h3", {}, head), h("ul", { class: "reasons" }, ...all.map((i) => this.instance(i))));
  }

  private step(s: Step, n: number, level: number): HTMLElement {
    const walk = (to: number, label: string, name: string, off: boolean) => h("button", { type: "button", class: "small", disabled: off, aria: { label: name }, title: name, onclick: () => this.deeds.walk(to) }, label);
    const all = told(s, level);
    return h("section", { class: "card step" },
      h("div", { class: "card-head" }, h("h3", {}, n ? `Step ${n + 1}` : "The next step"),
        h("span", { class: "buttons" }, walk(0, "⟲", "First step", n === 0), walk(n - 1, "◀", "Step before", n === 0), walk(all ? n + 1 : n, "▶", all ? "Next step" : "Tell the step", !!s.end))),
      s.given ? h("p", { class: "quiet" }, s.given) : false,
      s.end ? h("p", {}, s.end.charAt(0).toUpperCase() + s.end.slice(1) + ".") : false,
      ...(all ? [] : s.hints!.slice(0, level)).map((text) => h("p", { class: "hint" }, text)),
      all ? false : h("p", {}, h("button", { type: "button", class: "small primary", onclick: () => this.deeds.hint() }, level ? "Tell more" : "Hint")),
      all && s.lines ? h("p", { class: "follows" }, s.head ?? "") : false,
      all && s.lines ? h("ul", { class: "chain" }, ...s.lines.map((l) => h("li", { style: `margin-left:${(l.depth ?? 0) * 1.1}em` }, l.text))) : false,
      all && !s.lines && s.text ? h("p", { class: "follows" }, s.text) : false,
      all && s.since?.length ? h("p", { class: "quiet since" }, "The rules") : false,
      all && s.since?.length ? this.few(s.since) : false);
  }

  private candidates(c: Candidates): HTMLElement {
    const all = c.places ?? [];
    const asked = new Set(all.map((p) => `${p.find} ${p.place}`)).size; // also what a solution has beside its drawing
    const sure = all.filter((p) => p.solutions === 1 && !p.more);
    const chips = sure.slice(0, 60).map((p) => {
      const clue = this.deeds.clue(p.find, p.place, p.value);
      const light = { onmouseenter: () => this.deeds.light([{ rule: "", says: "", from: 0, to: 0, places: [p.place] }]), onmouseleave: () => this.deeds.unlight() };
      const text = p.value === "in" || p.value === "out" ? `${p.place} ${p.value} ${p.find}` : `${p.place || p.find} = ${p.value}`;
      return clue ? h("button", { type: "button", class: "chip", title: "Draw it as a clue", onclick: clue, ...light }, text) : h("span", { class: "chip", title: "No clue can say this alone", ...light }, text);
    });
    const equal = c.equal.slice(0, 20).map((e) => h("span", {
      class: "chip", onmouseenter: () => this.deeds.light([{ rule: "", says: "", from: 0, to: 0, places: e.places }]), onmouseleave: () => this.deeds.unlight(),
    }, e.text));
    const others = (c.equal.length > equal.length ? `, and ${c.equal.length - equal.length} more` : "") + (c.equalDecided ? "" : ", as far as known");
    return h("section", { class: "card candidates" },
      h("h3", {}, "Still open"),
      h("p", {}, `${all.length} possible values of ${asked === 1 ? "one unknown" : `${asked} unknowns`}${c.complete ? "" : ", as far as known"}.`),
      sure.length ? h("p", {}, h("span", { class: "green" }, `Each of these ${sure.length} values, if it were known, would leave one solution`), sure.length > chips.length ? `; the first ${chips.length}:` : ":") : false,
      sure.length ? h("div", { class: "chips" }, ...chips) : false,
      equal.length ? h("p", {}, `Equal in every solution${others}:`) : false,
      equal.length ? h("div", { class: "chips" }, ...equal) : false);
  }
}

/** The examples of the spec, each with what came of it. */
export function renderExamples(to: HTMLElement, all: Example[], running: boolean, goto: (e: Example) => void, open: (e: Example) => void) {
  to.hidden = all.length === 0 && !running;
  const bad = all.filter((e) => e.known && !e.pass).length;
  to.replaceChildren(
    h("h3", {}, "Examples", h("span", { class: "quiet" }, running ? " …" : bad ? ` ${bad} not as expected` : all.length ? " all as expected" : "")),
    h("ul", { class: "examples" }, ...all.map((e) => h("li", { class: e.known ? e.pass ? "pass" : "fail" : "open" },
      h("button", { type: "button", class: "reason", onclick: () => goto(e) },
        h("span", { class: "mark", aria: { label: e.known ? e.pass ? "passed" : "failed" : "not known" } }, e.known ? e.pass ? "✓" : "✗" : "?"),
        h("span", { class: "rule" }, e.name || `example ${e.index + 1}`), h("span", { class: "says" }, e.text)),
      h("button", { type: "button", class: "small open", title: "Put its board in place of the instance", onclick: () => open(e) }, "Open")))));
}
