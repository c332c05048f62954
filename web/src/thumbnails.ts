// Small pictures of boards, drawn one after the other as they come into view.
import { alone, askFor } from "./ask";
import { h } from "./dom";

/** What a picture is asked by: a spec with its first board. */
type Want = { name: string; to: HTMLElement };

/** How long nothing is scrolled before pictures are drawn, in milliseconds. */
const rest = 150;

export class Thumbnails {
  private readonly known = new Map<string, string>();
  private readonly waiting = new Map<HTMLElement, Want>();
  private readonly watcher = new IntersectionObserver((all) => {
    for (const e of all) {
      const want = this.wants.get(e.target);
      if (!want) continue;
      if (e.isIntersecting) this.waiting.set(want.to, want); else this.waiting.delete(want.to);
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), rest);
  }, { rootMargin: "80px" });
  private wants = new WeakMap<Element, Want>();
  private timer = 0;
  private drawing = false;

  /** A place for the picture of a spec's first board. A sign stands there until it is drawn. */
  of(name: string, sign: string): HTMLElement {
    const to = h("span", { class: "thumb", aria: { hidden: "true" } }, sign);
    const text = this.known.get(name);
    if (text) this.show(to, text);
    else if (text === undefined) { this.wants.set(to, { name, to }); this.watcher.observe(to); }
    return to;
  }

  /** Nothing more is drawn: the list is closed. */
  stop() { clearTimeout(this.timer); this.waiting.clear(); this.watcher.disconnect(); }

  private async draw() {
    if (this.drawing) return;
    this.drawing = true;
    for (let next = this.next(); next; next = this.next()) {
      const { name, to } = next;
      this.waiting.delete(to);
      this.watcher.unobserve(to);
      this.known.set(name, await this.picture(name));
      const text = this.known.get(name);
      if (text) this.show(to, text);
    }
    this.drawing = false;
  }

  private next(): Want | undefined { return this.waiting.values().next().value; }

  private async picture(name: string): Promise<string> {
    try {
      const texts = (await askFor("texts", { verb: "open", open: name }))?.texts;
      const board = texts && (await askFor("board", { verb: "look", stages: ["board"], seconds: alone ? 1 : 3, ...texts }))?.board;
      return board?.svg ?? "";
    } catch { return ""; }
  }

  private show(to: HTMLElement, svg: string) {
    // A picture in the page has no other colours than its page.
    const dark = document.documentElement.dataset.theme === "dark";
    const text = svg.replace("screen and (prefers-color-scheme:dark)", dark ? "all" : "not all");
    to.replaceChildren(h("img", { src: "data:image/svg+xml," + encodeURIComponent(text), alt: "", decoding: "async", loading: "lazy" }));
  }
}
