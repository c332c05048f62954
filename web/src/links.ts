// The links of a puzzle for other sites, in the export menu.
import { ask, askFor } from "./ask";
import { by, h, say } from "./dom";
import type { Question } from "./protocol";
import { capital } from "./words";

/** What people call the sites. */
const names: Record<string, string> = { sudokupad: "SudokuPad", penpa: "penpa-edit", kudamono: "Kudamono", digits: "a line of digits" };
const called = (site: string) => names[site] ?? site;

export class Links {
  private asked?: AbortController;

  /** puzzle is the puzzle on the board, as a question for a verb. */
  constructor(private readonly menu: HTMLDetailsElement, private readonly to: HTMLElement, private readonly puzzle: (verb: string) => Question) {
    menu.addEventListener("toggle", () => {
      if (menu.open) { void this.offer(); return; }
      this.asked?.abort();
      to.replaceChildren(); // what another board could have had is not clicked
    });
  }

  /** Offers the sites that can have the board. */
  private async offer() {
    const { signal } = this.asked = new AbortController();
    this.to.replaceChildren(h("p", { class: "quiet" }, "Looking which sites can have it …"));
    let sites: string[] = [], why = "No other site can have this board.";
    try { sites = (await askFor("texts", this.puzzle("sites"), signal))?.texts?.sites ?? []; } catch (err) { why = (err as Error).message; }
    if (signal.aborted) return;
    this.to.replaceChildren(...sites.length ? sites.map((site) => h("button", { type: "button", role: "menuitem", data: { site }, onclick: () => { this.menu.open = false; void this.show(site); } }, `Copy link for ${called(site)}`)) : [h("p", { class: "quiet" }, why)]);
  }

  private async show(site: string) {
    const notes: string[] = [];
    let address = "", why = "";
    await ask({ ...this.puzzle("address"), site }, (e) => {
      if (e.kind === "texts") address = e.texts?.address ?? "";
      else if (e.kind === "note") notes.push(e.text ?? "");
      else if (e.kind === "problem" || e.kind === "limit") why = e.text ?? "";
    });
    if (!address) { say(why || "There is no link.", "bad"); return; }
    const d = by<HTMLDialogElement>("asking");
    const link = h("input", { type: "text", readOnly: true, value: address, aria: { label: "Link" } });
    const button = h("button", { type: "button", id: "copy", onclick: () => void copy() }, "Copy");
    const copy = async () => {
      link.select();
      try {
        await navigator.clipboard.writeText(address);
        button.textContent = "Copied";
      } catch { button.textContent = "Copy it by Ctrl-C"; }
    };
    d.replaceChildren(h("form", { method: "dialog" }, h("h2", { id: "asking-head" }, `Link for ${called(site)}`), h("p", {}, link), ...notes.map((n) => h("p", { class: "quiet" }, `${capital(n)}.`)),
      h("p", { class: "buttons" }, button, address.startsWith("https:") && h("a", { class: "button", href: address, target: "_blank", rel: "noopener noreferrer" }, "Open"), h("button", { type: "submit", class: "primary" }, "Done"))));
    d.showModal();
    await copy();
  }
}
