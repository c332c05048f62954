// What stands on no board is entered into fields: numbers, permutations, lists.
import { h } from "../dom";
import type { Find } from "../protocol";
import { title } from "../words";
import type { SolveBoard } from "./board";

/** As many values as a field offers. With more they are typed. */
const most = 60;

export class Fields {
  private all: { find: string; place: string; field: HTMLInputElement | HTMLSelectElement }[] = [];

  constructor(private readonly board: SolveBoard) {}

  /** A field for each place of the finds that are lists. */
  build(): HTMLElement[] {
    this.all = [];
    return this.board.finds.filter((f) => f.gesture === "list").map((f) => {
      const places = f.places ?? [];
      const one = places.length === 1;
      return h("fieldset", { class: "entries" }, h("legend", {}, title(f.name)), ...places.map((place) => {
        const field = this.field(f, place);
        field.setAttribute("aria-label", one ? title(f.name) : `${title(f.name)} ${place}`);
        Object.assign(field.dataset, { find: f.name, place });
        this.all.push({ find: f.name, place, field });
        return h("label", {}, !one && h("span", {}, place), field);
      }));
    });
  }

  private field(f: Find, place: string): HTMLInputElement | HTMLSelectElement {
    const enter = (value: string) => { this.board.find = f.name; this.board.type(place, value); };
    const values = (f.values ?? []).filter((c) => !c.blank && (f.each?.[place]?.includes(c.value) ?? true));
    const set = values.length === 0 && !f.free && f.said !== undefined;
    const fixed = f.printed?.includes(place) === true;
    if (set || values.length > 0 && values.length <= most && !f.free) {
      const choices = set ? [{ value: "in", name: f.said![0] || "in" }, { value: "out", name: f.said![1] || "out" }] : values;
      const field = h("select", { disabled: fixed, onchange: () => enter(field.value) }, h("option", { value: "" }, "–"),
        ...choices.map((c) => h("option", { value: c.value }, c.name && c.name !== c.value && !set ? `${c.value} (${c.name})` : set ? c.name! : c.value)));
      return field;
    }
    const field: HTMLInputElement = h("input", { type: "text", size: f.order ? 24 : 6, placeholder: f.order ? "in order: 1 3 2 …" : "", disabled: fixed, autocomplete: "off", onchange: () => enter(field.value.trim()) });
    return field;
  }

  /** Shows what is entered, but does not disturb who types. */
  refresh() {
    if (!this.all.length) return;
    const marks = this.board.wire();
    for (const { find, place, field } of this.all) {
      if (field === document.activeElement && field instanceof HTMLInputElement) continue;
      const m = marks[find], fixed = this.board.finds.find((f) => f.name === find)?.fixed;
      const at = (x: typeof m | undefined) => x?.at?.[place] ?? (x?.in?.includes(place) ? "in" : x?.out?.includes(place) ? "out" : undefined);
      field.value = at(m) ?? at(fixed) ?? "";
    }
  }
}
