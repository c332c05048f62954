// Hints from where the solver stands, in levels: each click tells one more, and the last draws what follows.
import { ask } from "../ask";
import { h } from "../dom";
import { capital } from "../words";
import type { Instance, Marks, Question, Step } from "../protocol";

export interface Stage {
  question(): Question;
  light(look: string[], places: string[]): void;
  draw(marks: Record<string, Marks>): void;
  /** One more hint was taken. */
  count(): void;
  /** Rules as a list that lights their places. */
  rules(all: Instance[]): HTMLElement;
}

/** A mistake whose text is longer is told without its reason at first, in characters. */
const longest = 240;

export class Hints {
  private step?: Step;
  private level = 0;
  private asking?: AbortController;

  constructor(private readonly to: HTMLElement, private readonly stage: Stage) {}

  /** What was told is about another position. */
  forget() { this.stop(); this.step = undefined; this.level = 0; }

  stop() { this.asking?.abort(); this.asking = undefined; }

  /** Tells one level more. After the last level it draws what follows. begin prepares the place where it is told. */
  async more(begin: () => void) {
    if (this.asking) return;
    const now = this.step;
    if (now?.draw && !now.end && this.level >= Math.max(1, now.hints?.length ?? 0)) { this.stage.draw(now.draw); return; }
    if (!this.step) {
      begin();
      this.to.replaceChildren(h("p", { class: "quiet working" }, h("span", { class: "spinner", aria: { hidden: "true" } }), "Looking for a step …"));
      const asking = this.asking = new AbortController();
      let why = "";
      let step: Step | undefined;
      await ask(this.stage.question(), (e) => {
        if (e.kind === "step") step = e.step;
        else if (e.kind === "problem" || e.kind === "limit" || e.kind === "note") why ||= e.text ?? "";
        else if (e.kind === "diagnostics") why ||= e.diagnostics?.find((d) => d.severity === "error")?.message ?? "";
        else if (e.kind === "verdict" && e.verdict?.solutions === "none") why ||= e.verdict.text;
      }, asking.signal);
      if (asking.signal.aborted) return;
      this.asking = undefined;
      const found = step as Step | undefined;
      if (!found) { this.to.replaceChildren(h("p", {}, why ? `No hint: ${why}.` : "There is no hint.")); return; }
      this.step = found;
      this.level = 0;
      if (!found.end) this.stage.count();
    }
    begin();
    this.level++;
    this.tell(this.step);
  }

  private tell(step: Step) {
    const hints = step.hints ?? [];
    if (step.end) {
      const { head = "", text } = step, long = head !== "" && text.length > longest;
      this.to.replaceChildren(h("p", {}, long ? `${capital(head)}.` : capital(text || step.end)),
        long ? h("details", {}, h("summary", {}, "Why"), h("p", {}, capital(text.slice(head.length).replace(/^\W+/, "")))) : "", step.since?.length ? this.stage.rules(step.since) : "",
        step.draw ? h("p", { class: "buttons" }, h("button", { type: "button", class: "small primary", id: "draw-hint", onclick: () => this.stage.draw(step.draw!) }, "Draw it")) : "");
      this.stage.light([], step.places ?? []);
      return;
    }
    const all = this.level >= hints.length;
    const said: (HTMLElement | false | undefined)[] = all
      ? [step.lines ? h("p", { class: "follows" }, capital(step.head ?? "")) : h("p", { class: "follows" }, capital(step.text)),
        step.lines && h("ul", { class: "chain" }, ...step.lines.map((l) => h("li", { style: `margin-left:${(l.depth ?? 0) * 1.1}em` }, l.text)))]
      : hints.slice(0, this.level).map((text) => h("p", { class: "hint" }, capital(text)));
    const last = all && step.draw !== undefined;
    said.push(h("p", { class: "buttons" }, last ? h("button", { type: "button", class: "small primary", id: "draw-hint", onclick: () => this.stage.draw(step.draw!) }, "Draw it")
      : !all && h("button", { type: "button", class: "small", id: "more-hint", onclick: () => void this.more(() => undefined) }, "Tell more"),
    h("span", { class: "quiet" }, `Hint ${Math.min(this.level, Math.max(1, hints.length))} of ${Math.max(1, hints.length)}`)));
    this.to.replaceChildren(...said.filter((e): e is HTMLElement => !!e));
    this.to.scrollTop = all ? 0 : this.to.scrollHeight;
    this.stage.light(step.look ?? [], all ? step.places ?? [] : []);
  }
}
