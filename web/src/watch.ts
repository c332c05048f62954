// Players watched as they play, and searches at work: who wants to see them has a list of those that there are.
import { ask } from "./ask";
import type { BoardView } from "./board";
import { h, say } from "./dom";
import type { Board, Question } from "./protocol";

export class Watcher {
  watching?: AbortController;
  private board?: Board;
  private searches: string[] = [];
  private every = 1;
  private choices = 0;
  private readonly status = h("span", { class: "quiet" });

  constructor(private readonly view: BoardView, private readonly to: HTMLElement, private readonly puzzle: () => Question, private readonly ended: () => void,
    private readonly played: (state: NonNullable<import("./protocol").Event["play"]>, moves: string[]) => void = () => undefined) {}

  set(board: Board) {
    if (this.board && String(this.board.players) === String(board.players) && !this.watching) { this.board = board; return; }
    this.board = board;
    this.stop();
  }

  /** Says which searches there are to be watched, of those that apply to the puzzle as it is. */
  offer(searches: string[]) {
    if (String(searches) === String(this.searches)) return;
    this.searches = searches;
    if (!this.watching) this.render();
  }

  stop() {
    if (!this.watching) { this.render(); return; }
    this.watching.abort();
    this.watching = undefined;
    this.status.textContent = "";
    this.render();
    this.ended();
  }

  private start(what: Partial<Question>) {
    this.watching?.abort();
    const asking = this.watching = new AbortController();
    this.choices = 0;
    this.status.textContent = "";
    this.render();
    void ask({ ...this.puzzle(), ...what, every: this.every }, (e) => {
      if (e.kind === "moment" && e.moment) {
        this.view.show(e.moment.svg);
        this.choices = e.moment.choices;
        this.status.textContent = `${this.choices.toLocaleString("en")} choices`;
      } else if (e.kind === "play" && e.play) {
        this.played(e.play, e.play.moves ?? []);
        this.status.textContent = e.play.text;
      } else if (e.kind === "verdict" && e.verdict) {
        if (e.verdict.svg) this.view.show(e.verdict.svg);
        this.status.textContent = `${e.verdict.text}${this.choices ? ` after ${this.choices.toLocaleString("en")} choices` : ""}`;
      } else if (e.kind === "problem" || e.kind === "limit") say(e.text ?? "", "bad");
      else if (e.kind === "done") { this.watching = undefined; this.render(); }
    }, asking.signal);
  }

  private render() {
    const players = this.board?.players ?? [], searches = this.searches;
    if (!players.length && !searches.length) { this.to.replaceChildren(); return; }
    const pick = h("select", { aria: { label: players.length ? "Player" : "Search" } }, ...[...players, ...searches].map((n) => h("option", { value: n }, n)));
    const every = h("select", { aria: { label: "How often the search is shown" }, onchange: () => { this.every = Number(every.value); } },
      ...[1, 10, 100, 1000, 10000, 100000].map((n) => h("option", { value: String(n), selected: n === this.every }, n === 1 ? "every choice" : `every ${n.toLocaleString("en")}`)));
    const go = () => this.start(players.includes(pick.value) ? { player: pick.value } : { search: pick.value });
    this.to.replaceChildren(h("span", { class: "quiet" }, players.length ? "Watch a player" : "Watch a search"), pick, searches.length ? every : "",
      this.watching ? h("button", { type: "button", class: "small", onclick: () => this.stop() }, "❚❚ Stop") : h("button", { type: "button", class: "small", onclick: go }, "▶ Watch"),
      this.status);
  }
}
