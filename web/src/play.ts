// Puzzles that move, played: moves are chosen on the board, with keys or from a list, taken back and shown again.
import { ask } from "./ask";
import type { BoardView } from "./board";
import { calmly, h, say } from "./dom";
import type { Move, Play, Question } from "./protocol";

/** As many moves as are shown as buttons. */
const most = 40;

const signs: Record<string, string> = { north: "↑", west: "←", south: "↓", east: "→" };

export class Player {
  moves: string[] = [];
  state?: Play;
  /** A place chosen that several moves are about. */
  private chosen?: string;
  private asking?: AbortController;
  /** True once a move had a direction. */
  private keyed = false;
  private showing = 0;
  private undone: string[] = [];
  /** Is told that the puzzle is solved. */
  won?: () => void;
  private readonly rendering = () => this.render();

  constructor(private readonly board: BoardView, private readonly to: HTMLElement, private readonly pad: HTMLElement, private readonly puzzle: () => Question, private readonly live: (text: string) => void) {}

  /** Begins anew. */
  start() { this.stop(); this.moves = []; this.undone = []; this.chosen = undefined; return this.look(); }

  /** There is nothing to play. */
  clear() { this.stop(); this.moves = []; this.undone = []; this.chosen = undefined; this.state = undefined; this.keyed = false; this.to.replaceChildren(); this.pad.replaceChildren(); }

  /** Shows what a player who is watched has come to. */
  watched(state: Play, moves: string[]) {
    this.stop();
    this.moves = moves;
    this.undone = [];
    this.chosen = undefined;
    this.state = state;
    this.render();
  }

  /** Ends what is shown by itself. */
  stop() { clearInterval(this.showing); this.showing = 0; }

  /** Asks for the state that the moves lead to. */
  async look() {
    this.asking?.abort();
    const asking = this.asking = new AbortController();
    await ask({ ...this.puzzle(), verb: "act", moves: this.moves }, (e) => {
      if (e.kind === "play" && e.play) {
        if (e.play.made < this.moves.length) { this.moves.length = e.play.made; say(e.play.text, "bad"); }
        this.state = e.play;
        calmly(this.rendering);
        this.live(e.play.text);
        if (e.play.won) this.won?.();
      } else if (e.kind === "problem") say(e.text ?? "", "bad");
    }, asking.signal);
  }

  private make(move: Move) {
    this.stop();
    this.undone = [];
    this.chosen = undefined;
    this.moves = [...this.moves, move.text];
    void this.look();
  }

  undo() {
    this.stop();
    const last = this.moves.at(-1);
    if (last === undefined) return;
    this.undone.push(last);
    this.moves = this.moves.slice(0, -1);
    this.chosen = undefined;
    void this.look();
  }

  redo() {
    const next = this.undone.pop();
    if (next === undefined) return;
    this.moves = [...this.moves, next];
    void this.look();
  }

  /** Shows moves one after the other, from the start. */
  replay(moves: string[]) {
    this.stop();
    this.moves = [];
    this.undone = [...moves].reverse();
    void this.look();
    const step = () => { this.redo(); if (!this.undone.length) this.stop(); };
    this.showing = setInterval(step, Math.max(160, Math.min(700, 12000 / moves.length)));
  }

  private get legal(): Move[] { return this.state?.legal ?? []; }

  /** A place was chosen, of several that lie in each other the first that there are moves about: the one move that is about it is made, or one of several chosen between. */
  pick(places: string[]) {
    const all = (place: string) => this.legal.filter((m) => m.places?.includes(place) && (!this.chosen || this.chosen === place || m.places.includes(this.chosen)));
    const place = places.find((p) => p !== this.chosen && all(p).length) ?? places[0];
    const about = all(place);
    // What is chosen first is where a move begins; a move is named by where it goes, mostly, and then the place is its first.
    const from = this.chosen ? about.filter((m) => m.places?.[0] === this.chosen) : [];
    const first = this.chosen ? from : about.filter((m) => m.places?.[0] === place && !m.keys?.length);
    const move = this.chosen === place ? undefined : about.length === 1 ? about[0] : first.length === 1 ? first[0] : undefined;
    if (move) return this.make(move);
    this.chosen = about.length && this.chosen !== place ? place : undefined;
    this.render();
  }

  /** An arrow was pressed. */
  key(direction: string) {
    const all = this.legal.filter((m) => m.keys?.includes(direction) && (!this.chosen || m.places?.includes(this.chosen)));
    if (all.length === 1) this.make(all[0]);
    else if (all.length > 1) this.live(`${all.length} moves go ${direction}: choose a place first`);
    else this.live(`no move goes ${direction}`);
  }

  /** Arrows for those who have no keys. */
  private arrows() {
    this.keyed ||= this.legal.some((m) => m.keys?.length);
    this.pad.replaceChildren(...(this.keyed ? [h("div", { class: "pad arrows", role: "toolbar", aria: { label: "Directions" } }, ...Object.entries(signs).map(([way, sign]) => h("button", {
      type: "button", class: "key", style: `grid-area:${way}`, aria: { label: way }, disabled: !this.legal.some((m) => m.keys?.includes(way)),
      // A move is made when the key goes down, as on a keyboard. A click without a pointer is that of Enter.
      onpointerdown: () => this.key(way), onclick: (e: MouseEvent) => { if (!e.detail) this.key(way); },
    }, sign)))] : []));
  }

  render() {
    this.arrows();
    const p = this.state;
    if (!p) { this.to.replaceChildren(); return; }
    this.board.show(p.svg);
    const about = this.chosen ? this.legal.filter((m) => m.places?.includes(this.chosen!)) : this.legal;
    const reach = [...new Set(about.flatMap((m) => m.places ?? []))].filter((q) => q !== this.chosen);
    this.board.mark([...(this.chosen ? [{ class: "chosen", places: [this.chosen] }] : []), { class: "reach", places: this.chosen || about.length <= 12 ? reach : [] }]);
    this.to.replaceChildren(
      h("p", { class: "state" + (p.won ? " won" : p.over ? " lost" : "") }, p.won ? "★ " : "", p.text),
      h("div", { class: "buttons" },
        h("button", { type: "button", onclick: () => this.undo(), disabled: !this.moves.length }, "↶ Undo"),
        h("button", { type: "button", onclick: () => { this.stop(); this.redo(); }, disabled: !this.undone.length }, "↷ Redo"),
        h("button", { type: "button", onclick: () => void this.start(), disabled: !this.moves.length }, "⟲ Restart"),
        this.showing ? h("button", { type: "button", onclick: () => { this.stop(); this.render(); } }, "❚❚ Stop")
          : h("button", { type: "button", onclick: () => this.replay(this.moves), disabled: this.moves.length < 2 }, "▶ Replay")),
      !p.over && this.legal.length ? h("div", { class: "moves" }, ...about.slice(0, most).map((m) => h("button", { type: "button", class: m.keys?.length ? "move keyed" : "move", onclick: () => this.make(m) }, m.text)),
        about.length > most ? h("span", { class: "quiet" }, `and ${about.length - most} more`) : false) : "");
  }
}
