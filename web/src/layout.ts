// Light and dark, narrow screens, and how high the rules are.
import { by } from "./dom";

export type Mode = "solve" | "make" | "rules";
type Theme = "auto" | "light" | "dark";
const order: Theme[] = ["auto", "light", "dark"];
const signs: Record<Theme, string> = { auto: "◐", light: "☀", dark: "☾" };

function stored(key: string): string | null { try { return localStorage.getItem(key); } catch { return null; } }
function store(key: string, value: string) { try { localStorage.setItem(key, value); } catch { /* then not */ } }

class Layout {
  private theme: Theme = "auto";
  mode: Mode = "solve";
  /** Is called after the person has chosen another mode. */
  changed: (mode: Mode) => void = () => undefined;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");

  constructor() {
    const kept = stored("nazo.theme") as Theme | null;
    if (kept && order.includes(kept)) this.theme = kept;
    this.paint();
    this.dark.addEventListener("change", () => this.paint());
    by("theme").onclick = () => {
      this.theme = order[(order.indexOf(this.theme) + 1) % order.length];
      store("nazo.theme", this.theme);
      this.paint();
    };
    for (const tab of document.querySelectorAll<HTMLElement>("[data-show]")) tab.onclick = () => this.show(tab.dataset.show!);
    for (const tab of document.querySelectorAll<HTMLElement>("[data-to]")) tab.onclick = () => { const to = tab.dataset.to as Mode; if (to !== this.mode) { this.to(to); this.changed(to); } };
    this.to("solve");
    this.split();
  }

  private paint() {
    const dark = this.theme === "dark" || this.theme === "auto" && this.dark.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    by("theme").textContent = signs[this.theme];
    by("theme").title = `Colours: ${this.theme}`;
  }

  /** Shows the parts of the page that a mode has. */
  to(mode: Mode) {
    this.mode = document.body.dataset.mode = mode as Mode;
    for (const tab of document.querySelectorAll<HTMLElement>("[data-to]")) {
      const on = tab.dataset.to === mode;
      tab.setAttribute("aria-selected", String(on));
      tab.classList.toggle("on", on);
    }
    this.show(mode === "rules" ? "text" : "board");
  }

  /** Puzzles that move are played. */
  call(moving: boolean) { document.querySelector<HTMLElement>("[data-to=solve]")!.textContent = moving ? "Play" : "Solve"; }

  /** On a narrow screen one part of the page is seen. */
  show(part: string) {
    document.body.dataset.tab = part;
    for (const tab of document.querySelectorAll<HTMLElement>("[data-show]")) tab.setAttribute("aria-selected", String(tab.dataset.show === part));
  }

  private split() {
    const bar = by("splitter"), texts = by("texts");
    const set = (share: number) => {
      const s = Math.min(.85, Math.max(.2, share));
      texts.style.setProperty("--share", String(s));
      bar.setAttribute("aria-valuenow", String(Math.round(s * 100)));
      store("nazo.share", String(s));
    };
    set(Number(stored("nazo.share")) || .6);
    bar.onpointerdown = (e) => {
      bar.setPointerCapture(e.pointerId);
      bar.onpointermove = (m) => { const r = texts.getBoundingClientRect(); set((m.clientY - r.top) / r.height); };
      bar.onpointerup = () => { bar.onpointermove = null; };
    };
    bar.onkeydown = (e) => {
      const step = e.key === "ArrowUp" ? -.04 : e.key === "ArrowDown" ? .04 : 0;
      if (step) { e.preventDefault(); set(Number(bar.getAttribute("aria-valuenow")) / 100 + step); }
    };
  }
}

export const layout = new Layout();
