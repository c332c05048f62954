// A dialog to search the puzzles that come with nazo, and those in the folder.
import { ask, folder } from "./ask";
import { by, h } from "./dom";
import type { Family, Listed } from "./protocol";

export class Catalogue {
  private families?: Family[];
  private readonly dialog = by<HTMLDialogElement>("catalogue");
  private readonly search = by<HTMLInputElement>("search");

  constructor(private readonly open: (what: string, instance?: string) => Promise<void>) {
    this.search.oninput = () => this.list();
    // By the form, not by the key: else the next focused element would get the rest of the key press.
    by<HTMLFormElement>("search-form").onsubmit = (e) => {
      e.preventDefault();
      const text = this.search.value.trim();
      if (/^https?:\/\//.test(text)) { this.dialog.close(); void this.open(text); }
      else by("listed").querySelector<HTMLElement>("button")?.click();
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
  }

  private async load() {
    if (!this.families) await ask({ verb: "specs" }, (e) => { if (e.kind === "catalogue") this.families = e.catalogue ?? []; });
    return this.families ?? [];
  }

  async show() {
    this.dialog.showModal();
    this.search.value = "";
    this.search.focus();
    await this.load();
    this.list();
  }

  /** Opens what a new user sees first. */
  async first() {
    const all = (await this.load()).flatMap((f) => f.specs ?? []);
    const spec = all.find((s) => s.name === document.body.dataset.first) ?? all[0];
    if (spec) await this.open(spec.name);
  }

  private list() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pick = (what: string, instance?: string) => () => { this.dialog.close(); void this.open(what, instance); };
    const box = (s: Listed) => h("div", { class: "spec" },
      h("button", { type: "button", class: "spec-name", onclick: pick(s.name) }, h("b", {}, s.name.replaceAll("_", " ")), h("span", {}, s.about)),
      (s.instances?.length ?? 0) > 1 ? h("div", { class: "chips" }, ...s.instances!.slice(0, 8).map((i) => h("button", { type: "button", class: "chip", onclick: pick(s.name, i) }, i.replace(/\.\w+$/, "")))) : false);
    const part = (name: string, specs: Listed[]) => specs.length ? [h("h3", {}, name), h("div", { class: "specs" }, ...specs.map(box))] : [];
    let parts: HTMLElement[];
    if (words.length) {
      const rank = (s: Listed) => {
        const name = s.name.replaceAll("_", " "), text = words.join(" ");
        return name === text || s.name === text ? 0 : name.startsWith(text) ? 1 : words.every((w) => name.includes(w)) ? 2 : 3;
      };
      const found = (this.families ?? []).flatMap((f) => (f.specs ?? []).filter((s) => words.every((w) => `${s.name} ${s.name.replaceAll("_", " ")} ${s.about} ${f.name}`.toLowerCase().includes(w))));
      parts = part(found.length === 1 ? "One puzzle" : `${found.length} puzzles`, found.sort((a, b) => rank(a) - rank(b)));
    } else parts = (this.families ?? []).flatMap((f) => part(f.name, f.specs ?? []));
    by("listed").replaceChildren(...(parts.length ? parts : [h("p", { class: "quiet" }, "No puzzle has these words.")]));
  }
}

/** The files of the folder, if nazo serve was started with one. */
export async function folderFiles(): Promise<string[]> {
  return (await folder({ do: "list" })).files ?? [];
}
