// Pointers on the board: mouse, pen and fingers. They become strokes of the hand.
import type { Drawing } from "../drawing";
import type { Spot } from "../places";
import type { Find } from "../protocol";
import type { Hand, Trace } from "./hand";

/** How long a finger rests until it means what the second button means, in milliseconds. */
const longPress = 450;

/** How far a pointer moves until it drags, on the screen. */
const slack = { mouse: 4, touch: 9 };

interface Told {
  /** The marks changed in a stroke that goes on. */
  drawn(): void;
  /** A stroke has ended. */
  done(): void;
  hover(place: string | undefined): void;
  isActive(): boolean;
}

/** A stroke that a pointer makes. */
interface Stroke {
  /** The pointer is here now. */
  move(to: Spot): void;
  /** The pointer went up, without having moved if still. */
  up?(at: Spot, still: boolean): void;
}

export class Gestures {
  private pointer?: number;
  private stroke?: Stroke;
  private begun = { x: 0, y: 0 };
  private last: Spot = { x: 0, y: 0 };
  private moved = false;
  private second = false;
  private fingers = new Set<number>();
  private waiting = 0;
  private hovered?: string;
  private tapped = { place: "", at: -Infinity };

  constructor(private readonly hand: Hand, private readonly drawing: Drawing, private readonly paper: HTMLElement, private readonly on: Told) {
    // What the page does with pointers elsewhere must not see these, so they are taken on their way down.
    const listen = (type: string, f: (e: PointerEvent) => void) => paper.addEventListener(type, (e) => {
      if (!on.isActive() || (e.target as Element).closest?.("input, button")) return;
      e.stopPropagation();
      f(e as PointerEvent);
    }, true);
    listen("pointerdown", (e) => this.down(e));
    listen("pointermove", (e) => this.move(e));
    listen("pointerup", (e) => this.up(e));
    listen("pointercancel", (e) => { this.fingers.delete(e.pointerId); this.cancel(); });
    listen("pointerleave", () => this.hover(undefined));
    listen("contextmenu", (e) => e.preventDefault());
  }

  /** Two fingers zoom the page, one draws. */
  activate(on: boolean) {
    this.cancel();
    this.fingers.clear();
    this.paper.style.touchAction = on ? "pinch-zoom" : "";
  }

  /** Takes back a stroke that has not ended. */
  cancel() {
    clearTimeout(this.waiting);
    this.pointer = undefined;
    this.stroke = undefined;
    if (this.hand.marks.inStroke) { this.hand.marks.cancel(); this.on.drawn(); }
  }

  private hover(place: string | undefined) {
    if (place !== this.hovered) this.on.hover(this.hovered = place);
  }

  private down(e: PointerEvent) {
    const touch = e.pointerType === "touch";
    // A first finger or a button that goes down means that all others are up, even if that was not told.
    if (e.isPrimary) { this.fingers.clear(); this.cancel(); }
    if (touch) this.fingers.add(e.pointerId);
    this.paper.focus({ preventScroll: true });
    if (this.fingers.size > 1) { this.cancel(); return; }
    if (this.pointer !== undefined || e.button !== 0 && e.button !== 2) return;
    const at = this.drawing.spot(e);
    if (!at) return;
    e.preventDefault();
    this.pointer = e.pointerId;
    try { this.paper.setPointerCapture(e.pointerId); } catch { /* it went up already */ }
    this.begun = { x: e.clientX, y: e.clientY };
    this.last = at;
    this.moved = false;
    this.second = e.button === 2 || e.ctrlKey && navigator.platform.startsWith("Mac");
    const adding = e.shiftKey || e.ctrlKey || e.metaKey;
    if (!touch) { this.begin(at, adding); return; }
    // A finger may still turn out to rest, or to be one of two.
    this.waiting = setTimeout(() => {
      this.second = true;
      navigator.vibrate?.(12);
      this.begin(at, adding);
      this.on.drawn();
    }, longPress) as unknown as number;
  }

  private move(e: PointerEvent) {
    const at = this.drawing.spot(e);
    if (!at) return;
    if (this.pointer === undefined) { if (e.pointerType === "mouse") this.hover(this.placeAt(at)); return; }
    if (e.pointerId !== this.pointer) return;
    if (!this.moved) {
      if (Math.hypot(e.clientX - this.begun.x, e.clientY - this.begun.y) < (e.pointerType === "touch" ? slack.touch : slack.mouse)) return;
      this.moved = true;
      clearTimeout(this.waiting);
      if (!this.stroke) this.begin(this.last, false);
    }
    this.follow(at);
    this.on.drawn();
  }

  /** Moves along a straight line in small steps, so that a fast pointer misses nothing. */
  private follow(to: Spot) {
    const from = this.last, unit = this.hand.lattice?.unit ?? 40;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (unit / 5)));
    for (let i = 1; i <= steps; i++) this.stroke?.move({ x: from.x + (to.x - from.x) * i / steps, y: from.y + (to.y - from.y) * i / steps });
    this.last = to;
  }

  private up(e: PointerEvent) {
    this.fingers.delete(e.pointerId);
    if (e.pointerId !== this.pointer) return;
    clearTimeout(this.waiting);
    const at = this.drawing.spot(e) ?? this.last;
    if (!this.stroke) this.begin(at, false);
    if (this.moved) this.follow(at);
    const stroke = this.stroke;
    this.pointer = this.stroke = undefined;
    stroke?.up?.(at, !this.moved);
    this.hand.marks.end();
    this.on.done();
  }

  /** The place of the current find at a spot: a vertex, else an edge. */
  private placeAt(s: Spot): string | undefined {
    const f = this.hand.find, lattice = this.hand.lattice;
    if (!f || !lattice) return undefined;
    if (f.gesture === "area") return lattice.sideAt(s)?.edge.name ?? lattice.vertexAt(s);
    if (f.gesture === "line" || f.gesture === "bridge") return lattice.edgeAt(s)?.name ?? lattice.vertexAt(s);
    return lattice.placeAt(s);
  }

  private begin(at: Spot, adding: boolean) {
    const f = this.hand.find;
    if (!f || !this.hand.lattice) return;
    this.hand.marks.begin();
    this.stroke = this.hand.pen === "colour" ? this.colouring(f, at)
      : f.gesture === "line" ? this.lining(f, at)
      : f.gesture === "bridge" ? this.bridging(f, at)
      : f.gesture === "area" ? this.parting(f, at)
      : f.gesture === "list" ? undefined
      : this.hand.chooses(f) || f.gesture !== "shade" && this.hand.pen !== "value" ? this.choosing(f, at, adding)
      : this.painting(f, at);
  }

  /** Sets, labels and directions: the first place becomes the next, and the others what it became. */
  private painting(f: Find, at: Spot): Stroke {
    const lattice = this.hand.lattice!;
    let value: string | undefined;
    const move = (s: Spot) => {
      // A drag keeps off the corners of cells, so that a diagonal does not touch the cells beside it.
      const p = lattice.placeAt(s, value === undefined || f.on === "points" ? .5 : .46);
      if (!p) return;
      if (value === undefined) { this.hand.choose(p); value = this.hand.next(f, p, this.second); this.hand.put(f, p, value); this.hand.tell(f, p); return; }
      this.hand.put(f, p, value);
    };
    move(at);
    return { move };
  }

  /** Numbers and letters: places are chosen, then typed into. */
  private choosing(f: Find, at: Spot, adding: boolean): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    const first = lattice.placeAt(at);
    const before = first !== undefined && hand.chosen.size === 1 && hand.chosen.has(first);
    const away = adding && first !== undefined && hand.chosen.has(first);
    if (!adding) hand.chosen.clear();
    const move = (s: Spot) => {
      const p = lattice.placeAt(s, .46);
      if (p === undefined) return;
      if (away) hand.chosen.delete(p); else hand.choose(p, true);
    };
    if (first !== undefined) { if (away) hand.chosen.delete(first); else hand.choose(first, true); hand.tell(f, first); }
    return { move, up: (_, still) => {
      if (!still || first === undefined) return;
      const now = performance.now();
      const twice = this.tapped.place === first && now - this.tapped.at < 400;
      this.tapped = { place: first, at: now };
      if (hand.pen === "value" && (f.gesture === "pick" && before || this.second && (f.gesture === "pick" || f.blank))) hand.put(f, first, hand.next(f, first, this.second));
      else if (twice) hand.chooseLike(f, first);
    } };
  }

  /** Lines: a drag from vertex to vertex draws or takes away, a click on an edge goes through line, cross and nothing. */
  private lining(f: Find, at: Spot): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    if (this.second) return this.crossing(f, at);
    let trace: Trace | undefined;
    const move = (s: Spot) => {
      const v = lattice.vertexAt(s, lattice.far || f.on === "points" ? .38 : .42);
      if (!v) return;
      if (trace) trace.to(v); else trace = hand.trace(f, v);
      hand.choose(v); // the keys go on from here
    };
    const start = lattice.vertexAt(at);
    if (start && !lattice.far) trace = hand.trace(f, start); else move(at);
    return { move, up: (_, still) => { if (still) this.tapLine(f, at); } };
  }

  private tapLine(f: Find, at: Spot) {
    const hand = this.hand, lattice = hand.lattice!;
    const cell = lattice.vertexAt(at), other = hand.companionAt(at);
    const edge = lattice.edgeAt(at, other ? .34 : .22);
    if (edge) {
      hand.marks.end();
      const group = lattice.crossing(edge);
      if (group.length > 1) hand.tapCrossing(f, group); else hand.tap(f, edge.name);
      return;
    }
    if (cell) hand.choose(cell);
    if (other) { hand.marks.end(); hand.tap(other.find, other.place, this.second); }
  }

  /** The second button crosses lines out: each that the pointer passes becomes what the first became. */
  private crossing(f: Find, at: Spot): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    let value: string | undefined;
    const other = hand.companionAt(at);
    const move = (s: Spot) => {
      const e = lattice.edgeAt(s, other ? .34 : .22);
      if (!e) return;
      value ??= hand.next(f, e.name, true);
      hand.put(f, e.name, value);
    };
    const first = lattice.edgeAt(at, other ? .34 : .22);
    if (!first && other) return { move, up: (_, still) => { if (still) this.tapLine(f, at); } };
    move(at);
    return { move };
  }

  /** Bridges: a drag from vertex to vertex, or far enough towards one; or a click on a bridge. */
  private bridging(f: Find, at: Spot): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    if (this.second) return this.crossing(f, at);
    let trace: Trace | undefined, last: string | undefined;
    const move = (s: Spot) => {
      const v = lattice.vertexAt(s, .48);
      if (!v) return;
      if (trace) trace.to(v); else trace = hand.trace(f, v);
      hand.choose(v); // the keys go on from here
      last = v;
    };
    move(at);
    const first = last;
    return { move, up: (s, still) => {
      if (still) {
        const e = lattice.edgeAt(at);
        if (e) { hand.marks.end(); hand.tap(f, e.name); } else if (first) hand.choose(first);
      } else if (first && last === first && !lattice.vertexAt(s, .48)) {
        const from = lattice.vertices.get(first)!, dx = s.x - from.x, dy = s.y - from.y;
        const to = Math.hypot(dx, dy) > .6 * lattice.unit ? lattice.edgeTo(first, dx, dy) : undefined;
        if (to) trace?.to(to.to);
      }
    } };
  }

  /** Areas: near a side the pointer draws borders, elsewhere it joins cells. */
  private parting(f: Find, at: Spot): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    const side = lattice.sideAt(at);
    const tap = (still: boolean) => {
      if (!still) return;
      if (side) { hand.marks.end(); hand.tap(f, side.edge.name, this.second); return; }
      const cell = lattice.vertexAt(at);
      if (cell) hand.choose(cell);
    };
    let trace: Trace | undefined;
    if (side && !this.second) {
      const begin = lattice.cornerAt(at) ?? nearer(side, at);
      trace = hand.traceBorder(f, begin);
      return { move: (s) => { const c = lattice.cornerAt(s); if (c) trace!.to(c); }, up: (_, still) => tap(still) };
    }
    const move = (s: Spot) => {
      const v = lattice.vertexAt(s, .46);
      if (!v) return;
      if (trace) trace.to(v); else trace = hand.trace(f, v);
      hand.choose(v); // the keys go on from here
    };
    move(at);
    return { move, up: (_, still) => tap(still) };
  }

  /** Colours: cells, or the edges of lines. The first place says whether colour comes or goes. */
  private colouring(f: Find, at: Spot): Stroke {
    const hand = this.hand, lattice = hand.lattice!;
    const edge = f.gesture === "line" ? lattice.edgeAt(at) : undefined;
    if (hand.chooses(f)) hand.chosen.clear(); // the next colour is for the next stroke, not for what was chosen before
    let colour: number | undefined;
    const move = (s: Spot) => {
      const p = edge ? lattice.edgeAt(s)?.name : f.on === "cells" || f.on === "points" ? lattice.vertexAt(s, colour === undefined ? .5 : .46) ?? this.drawing.cellAt(s) : this.drawing.cellAt(s);
      if (!p) return;
      colour ??= hand.marks.colourAt(p) === hand.colour || this.second ? 0 : hand.colour;
      hand.marks.paint(p, colour);
    };
    move(at);
    return { move };
  }
}

/** The end of a side that is nearer to a spot, as a corner. */
function nearer({ from, to }: { from: Spot; to: Spot }, s: Spot): string {
  const one = Math.hypot(from.x - s.x, from.y - s.y) <= Math.hypot(to.x - s.x, to.y - s.y) ? from : to;
  return `${Math.round(one.x)},${Math.round(one.y)}`;
}
