// Specs and instances as files: of the folder that nazo serve was started with, else of the browser.
import { folder } from "./ask";
import { by, download, h, say } from "./dom";

export interface Holder {
  texts(): { name: string; spec: string; instance: string };
  spec(name: string, text: string): void;
  instance(text: string): void;
}

export class Files {
  private readonly input = by<HTMLInputElement>("file");
  private readonly dialog = by<HTMLDialogElement>("asking");
  /** Where the texts were opened from, or saved to. */
  private specPath = "";
  private instancePath = "";

  constructor(private readonly holder: Holder) {
    this.input.onchange = () => { for (const f of this.input.files ?? []) void f.text().then((t) => this.take(f.name, t)); this.input.value = ""; };
    document.addEventListener("dragover", (e) => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); });
    document.addEventListener("drop", (e) => {
      const all = [...e.dataTransfer?.files ?? []];
      if (!all.length) return;
      e.preventDefault();
      for (const f of all) void f.text().then((t) => this.take(f.name, t));
    });
  }

  /** Forgets the files that the texts were opened from. */
  forget() { this.specPath = this.instancePath = ""; }

  /** Opens the text of a file as a spec or an instance, by its name. */
  private take(path: string, text: string) {
    if (path.endsWith(".nazo")) { this.specPath = path; this.instancePath = ""; this.holder.spec(path.replace(/^.*\//, "").replace(/\.nazo$/, ""), text); }
    else { this.instancePath = path; this.holder.instance(text); }
  }

  async open() {
    const there = await folder({ do: "list" }).catch(() => ({ folder: "" } as { folder: string; files?: string[]; more?: boolean }));
    if (!there.folder) { this.input.click(); return; }
    const read = async (path: string) => {
      this.dialog.close();
      try { this.take(path, (await folder({ do: "read", path })).text ?? ""); } catch (err) { say((err as Error).message, "bad"); }
    };
    this.dialog.replaceChildren(h("form", { method: "dialog" }, h("h2", { id: "asking-head" }, `Open from ${there.folder}`),
      h("div", { class: "files" }, ...(there.files ?? []).map((f) => h("button", { type: "button", class: "file", onclick: () => void read(f) }, f)),
        there.files?.length ? false : h("p", { class: "quiet" }, "There are no specs and instances in it yet."), there.more ? h("p", { class: "quiet" }, "There are more.") : false),
      h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => { this.dialog.close(); this.input.click(); } }, "Another file…"), h("button", { type: "submit" }, "Cancel"))));
    this.dialog.showModal();
  }

  async save() {
    const t = this.holder.texts();
    const name = t.name || "mine";
    const there = await folder({ do: "list" }).catch(() => ({ folder: "" }));
    if (!there.folder) {
      download(name + ".nazo", new Blob([t.spec], { type: "text/plain" }));
      if (t.instance.trim()) download(name + ".txt", new Blob([t.instance], { type: "text/plain" }));
      return;
    }
    const spec = h("input", { type: "text", value: this.specPath || name + ".nazo", aria: { label: "File of the rules" } });
    const inst = h("input", { type: "text", value: this.instancePath || name + ".txt", aria: { label: "File of the instance" } });
    const both = async () => {
      try {
        await this.write(spec.value.trim(), t.spec, spec.value.trim() !== this.specPath);
        this.specPath = spec.value.trim();
        if (t.instance.trim() && inst.value.trim()) {
          await this.write(inst.value.trim(), t.instance, inst.value.trim() !== this.instancePath);
          this.instancePath = inst.value.trim();
        }
        this.dialog.close();
        say(`Saved in ${there.folder}.`);
      } catch (err) { say((err as Error).message, "bad"); }
    };
    this.dialog.replaceChildren(h("form", { method: "dialog", onsubmit: (e: SubmitEvent) => { e.preventDefault(); void both(); } }, h("h2", { id: "asking-head" }, `Save in ${there.folder}`),
      h("label", {}, "Rules", spec), h("label", {}, "Instance", inst),
      h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel"), h("button", { type: "submit", class: "primary" }, "Save"))));
    this.dialog.showModal();
    spec.focus();
  }

  /** Writes a file. Asks before it replaces one. */
  private async write(path: string, text: string, fresh: boolean) {
    try {
      await folder({ do: "write", path, text, new: fresh });
    } catch (err) {
      if (!fresh || !(err as Error).message.includes("there already")) throw err;
      if (!confirm(`${path} is there already. Write over it?`)) throw new Error(`${path} is as it was`);
      await folder({ do: "write", path, text });
    }
  }
}
