// A dialog to search the puzzles that come with nazo, and those in the folder.
import { ask, folder, paired } from "./ask";
import { by, h } from "./dom";
import type { Family, Listed, Pair, Shipped } from "./protocol";
import { lastPlayed } from "./solve/progress";
import { Thumbnails } from "./thumbnails";
import { isDigits, title, titles } from "./words";

export interface Opener {
  shipped(name: string, instance?: string): Promise<void>;
  /** Opens a file of the folder. */
  file(path: string): Promise<void>;
  /** Opens what an address says. */
  address(text: string): Promise<void>;
}

/** As many boards as are listed of one spec. */
const most = 8;

/** A sign for each family, until its picture is drawn. */
const signs: Record<string, string> = { loop: "◯", shading: "▦", numbers: "123", division: "◫", path: "〰", pieces: "▙", moving: "⇄", symbols: "★", tours: "♞", combinatorics: "∑" };

/** The levels, from the easiest on. */
const levels = ["trivial", "easy", "medium", "hard", "expert"];

/** Sizes of boards by their longer side: up to so many cells. */
const sizes: [name: string, from: number, to: number][] = [["Small: to 7 cells", 1, 7], ["Middle: 8 to 10", 8, 10], ["Large: from 11", 11, Infinity]];

type Show = "all" | "mine" | "played" | "link";

export class Catalogue {
  private families?: Family[];
  private mine: Pair[] = [];
  private folder = "";
  private show_: Show = "all";
  private family = "";
  private level = "";
  private size = -1;
  private readonly thumbnails = new Thumbnails();
  private readonly dialog = by<HTMLDialogElement>("catalogue");
  private readonly search = by<HTMLInputElement>("search");

  constructor(private readonly open: Opener) {
    this.search.oninput = (e) => {
      // What is pasted is whole. What is typed ends by Enter.
      if ((e as InputEvent).inputType === "insertFromPaste" && this.address()) return;
      this.list();
    };
    // By the form, not by the key: else the next focused element would get the rest of the key press.
    by<HTMLFormElement>("search-form").onsubmit = (e) => {
      e.preventDefault();
      if (!this.address()) by("listed").querySelector<HTMLElement>("button")?.click();
    };
    by("close-catalogue").onclick = () => this.dialog.close();
    this.search.onkeydown = (e) => {
      if (e.key === "ArrowDown") { e.preventDefault(); by("listed").querySelector<HTMLElement>("button")?.focus(); }
    };
    by("listed").onkeydown = (e) => {
      const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
      if (!step) return;
      e.preventDefault();
      const all = [...by("listed").querySelectorAll<HTMLElement>("button")];
      const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
      if (next) next.focus(); else this.search.focus();
    };
    this.dialog.addEventListener("click", (e) => { if (e.target === this.dialog) this.dialog.close(); });
    this.dialog.addEventListener("close", () => this.thumbnails.stop());
  }

  /** Opens the address in the field. False if there is none. */
  private address(): boolean {
    const text = this.search.value.trim();
    if (!/^https?:\/\/\S+$/.test(text) && !isDigits(text)) return false;
    this.dialog.close();
    void this.open.address(text);
    return true;
  }

  /** The instances that come with a spec, as far as the list is known. */
  instances(name: string): string[] { return this.find(name)?.instances ?? []; }

  private get all(): Listed[] { return (this.families ?? []).flatMap((f) => f.specs ?? []); }

  private find(name: string): Listed | undefined { return this.all.find((s) => s.name === name); }

  async load() {
    if (!this.families) await ask({ verb: "specs" }, (e) => { if (e.kind === "catalogue") this.families = e.catalogue ?? []; });
    for (const s of this.all) titles.set(s.name, s.title);
  }

  private async loadFolder() {
    try {
      const there = await folder({ do: "list" });
      this.folder = there.folder;
      this.mine = there.files?.length ? await paired(there.files) : [];
    } catch { this.folder = ""; this.mine = []; }
  }

  async show() {
    this.dialog.showModal();
    this.search.value = "";
    this.search.focus();
    await this.load();
    await this.loadFolder();
    this.list();
  }

  /** Opens what a new user sees first. */
  async first() {
    await this.load();
    const spec = this.find(document.body.dataset.first ?? "") ?? this.all[0];
    if (spec) await this.open.shipped(spec.name);
  }

  // The list.

  private filters() {
    const played = lastPlayed();
    const button = (show: Show, label: string, there: boolean) => there && h("button", { type: "button", class: "chip", aria: { pressed: String(this.show_ === show) }, onclick: () => { this.show_ = show; this.list(); } }, label);
    const choice = (label: string, all: string, options: [value: string, name: string][], now: string, set: (value: string) => void) => {
      const select = h("select", { aria: { label }, onchange: () => { set(select.value); this.list(); } },
        h("option", { value: "" }, all), ...options.map(([value, name]) => h("option", { value, selected: value === now }, name)));
      return select;
    };
    const family = choice("Family", "All families", (this.families ?? []).map((f) => [f.name, title(f.name)]), this.family, (v) => { this.family = v; });
    const level = choice("Level", "All levels", levels.map((l) => [l, title(l)]), this.level, (v) => { this.level = v; });
    const size = choice("Size", "All sizes", sizes.map(([name], i) => [String(i), name]), String(this.size), (v) => { this.size = v === "" ? -1 : Number(v); });
    const parts = [button("all", "All", true), button("mine", "My folder", this.mine.length > 0), button("played", "Last played", played.size > 0),
      button("link", "With a link", this.all.some((s) => s.link)), family, level, size];
    const at = by("filters").contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : undefined;
    by("filters").replaceChildren(...parts.filter((p): p is HTMLButtonElement | HTMLSelectElement => !!p));
    if (at) by("filters").querySelector<HTMLElement>(`[aria-label="${at}"]`)?.focus();
    return played;
  }

  /** Whether a board is of the level and size that are wanted. */
  private fits(b: Shipped): boolean {
    const side = Math.max(b.rows ?? 0, b.cols ?? 0), [, from, to] = sizes[this.size] ?? ["", 0, Infinity];
    return (!this.level || b.level === this.level) && side >= from && side <= to;
  }

  private kept(s: Listed, played: Map<string, number>): boolean {
    return this.show_ === "all" || this.show_ === "played" && played.has(s.name) || this.show_ === "link" && s.link === true;
  }

  private list() {
    const played = this.filters();
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const of = (this.families ?? []).filter((f) => !this.family || f.name === this.family);
    const any = !this.level && this.size < 0;
    const kept = (s: Listed) => (any || s.boards.some((b) => this.fits(b))) && this.kept(s, played);
    const matches = (s: Listed, family: string) => words.every((w) => `${s.name} ${s.name.replaceAll("_", " ")} ${s.title} ${s.about} ${family}`.toLowerCase().includes(w));
    const chosen = of.map((f) => ({ name: f.name, specs: (f.specs ?? []).filter((s) => kept(s) && matches(s, f.name)) }));
    let parts: HTMLElement[];
    if (words.length || this.show_ === "played") {
      const rank = (s: Listed) => {
        const text = words.join(" "), names = [s.name, s.name.replaceAll("_", " "), s.title.toLowerCase()];
        return names.includes(text) ? 0 : names.some((n) => n.startsWith(text)) ? 1 : names.some((n) => words.every((w) => n.includes(w))) ? 2 : 3;
      };
      const found = chosen.flatMap((f) => f.specs.map((s) => ({ s, family: f.name })));
      if (words.length) found.sort((a, b) => rank(a.s) - rank(b.s)); else found.sort((a, b) => played.get(b.s.name)! - played.get(a.s.name)!);
      parts = this.part(found.length === 1 ? "One puzzle" : `${found.length} puzzles`, found.map(({ s, family }) => this.box(s, family)));
    } else parts = chosen.flatMap((f) => this.part(title(f.name), f.specs.map((s) => this.box(s, f.name))));
    if (any && (this.show_ === "all" || this.show_ === "mine")) parts = [...this.own(words), ...parts];
    by("listed").replaceChildren(...(parts.length ? parts : [h("p", { class: "quiet" }, "No puzzle fits.")]));
  }

  private part(name: string, boxes: HTMLElement[]): HTMLElement[] { return boxes.length ? [h("h3", {}, name), h("div", { class: "specs" }, ...boxes)] : []; }

  /** Opens something, and gives the board the keys. */
  private pick(f: () => Promise<void>) { return () => { this.dialog.close(); void f().then(() => by("paper").focus({ preventScroll: true })); }; }

  private box(s: Listed, family: string): HTMLElement {
    const boards = (s.instances ?? []).map((name, i) => ({ name, ...s.boards[i] })).filter((b) => this.fits(b));
    const first = boards[0]?.name === s.instances?.[0] ? undefined : boards[0]?.name;
    return h("div", { class: "spec" },
      h("button", { type: "button", class: "spec-name", onclick: this.pick(() => this.open.shipped(s.name, first)) }, this.thumbnails.of(s.name, signs[family] ?? "▢"), h("span", { class: "words" }, h("b", {}, s.title), h("span", {}, s.about))),
      (boards.length > 1 || boards[0]?.level) && h("div", { class: "chips" }, ...boards.slice(0, most).map((b) => h("button", { type: "button", class: "chip", onclick: this.pick(() => this.open.shipped(s.name, b.name)) }, `${b.name.replace(/\.\w+$/, "")}${b.level ? ` ${b.level}` : ""}`))));
  }

  /** The specs and boards of the folder. */
  private own(words: string[]): HTMLElement[] {
    const boxes = this.mine.filter(({ owner, boards = [] }) => words.every((w) => [owner?.name.replaceAll("_", " ") ?? "", owner?.path ?? "", ...boards].join(" ").toLowerCase().includes(w))).map(({ owner, boards = [] }) => {
      const first = owner?.path ?? boards[0];
      return h("div", { class: "spec" },
        h("button", { type: "button", class: "spec-name", onclick: this.pick(() => this.open.file(first)) }, h("span", { class: "words" }, h("b", {}, owner ? title(owner.name) : "Boards"), h("span", {}, owner?.path ?? (owner ? "boards for the spec that comes with nazo" : "boards of no spec")))),
        boards.length > 0 && h("div", { class: "chips" }, ...boards.slice(0, 3 * most).map((b) => h("button", { type: "button", class: "chip", onclick: this.pick(() => this.open.file(b)) }, b.replace(/^.*\//, "").replace(/\.\w+$/, "")))));
    });
    return this.part(`In ${this.folder}`, boxes);
  }
}
