// Specs and instances as files: of the folder that nazo serve was started with, else of the browser.
import { folder, paired } from "./ask";
import { by, download, h, say } from "./dom";
import type { Owner } from "./protocol";
import { title } from "./words";

export interface Holder {
  texts(): { name: string; spec: string; instance: string };
  /** Opens a spec, with a board of it or none. */
  spec(name: string, text: string, instance: string): void;
  /** Opens a board of the spec that is open. */
  instance(text: string): void;
  /** Opens a board of a spec that comes with nazo. */
  shipped(name: string, instance: string): Promise<void>;
  /** Why a text is no board of a spec; "" if it is one. */
  fault(name: string, spec: string, instance: string): Promise<string>;
  /** Whether the spec that is open was changed since it was opened. */
  changed(): boolean;
}

const isSpec = (path: string) => path.endsWith(".nazo");
/** The name that a spec has by its path. */
const specName = (path: string) => path.replace(/^.*\//, "").replace(/\.nazo$/, "");

/** As many specs as are tried with a board that has no name of any. */
const mostTried = 30;

const read = async (path: string) => (await folder({ do: "read", path })).text ?? "";

export class Files {
  private readonly input = by<HTMLInputElement>("file");
  private readonly dialog = by<HTMLDialogElement>("asking");
  /** Where the texts were opened from, or saved to. */
  private specPath = "";
  private instancePath = "";

  constructor(private readonly holder: Holder) {
    this.input.onchange = () => { void this.takeAll([...this.input.files ?? []]); this.input.value = ""; };
    document.addEventListener("dragover", (e) => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); });
    document.addEventListener("drop", (e) => {
      const all = [...e.dataTransfer?.files ?? []];
      if (!all.length) return;
      e.preventDefault();
      void this.takeAll(all);
    });
  }

  /** Forgets the files that the texts were opened from. */
  forget() {
    this.turn++;
    this.specPath = this.instancePath = "";
  }

  /** Counts what was opened. What is still being read when something else is opened comes too late. */
  private turn = 0;

  /** Opens files from outside, specs first. */
  private async takeAll(all: File[]) {
    all.sort((a, b) => Number(isSpec(b.name)) - Number(isSpec(a.name)));
    for (const f of all) await this.take(f.name, await f.text(), all.map((g) => g.name), (path) => all.find((g) => g.name === path)!.text());
  }

  /** Opens a file of the folder. */
  async openFile(path: string) {
    try {
      const files = (await folder({ do: "list" })).files ?? [];
      await this.take(path, await read(path), files, read);
    } catch (err) { say((err as Error).message, "bad"); }
  }

  /** Opens the text of a file, by its name, as a spec with its first board or as a board with its spec. The other files and what reads them are those beside it. */
  private async take(path: string, text: string, files: string[], read: (path: string) => Promise<string>) {
    const turn = ++this.turn;
    const pairs = await paired(files);
    if (isSpec(path)) {
      const board = pairs.find((p) => p.owner?.path === path)?.boards?.[0];
      const instance = board ? await read(board) : "";
      if (turn !== this.turn) return;
      this.holder.spec(specName(path), text, instance);
      this.specPath = path;
      this.instancePath = board ?? "";
      return;
    }
    const now = this.holder.texts(), owner = pairs.find((p) => p.boards?.includes(path))?.owner;
    const here = () => { this.instancePath = path; this.holder.instance(text); };
    const there = async (o: Owner) => {
      const spec = o.path && await read(o.path);
      if (turn !== this.turn) return;
      if (o.path) this.holder.spec(o.name, spec!, text); else await this.holder.shipped(o.name, text);
      this.specPath = o.path ?? "";
      this.instancePath = path;
    };
    if (owner && (owner.path ? owner.path === this.specPath : owner.name === now.name)) { here(); return; }
    if (owner && !this.holder.changed()) { await there(owner); return; }
    const fault = await this.holder.fault(now.name, now.spec, text);
    if (!fault && !owner) { here(); return; }
    const fitting = owner ? [owner] : await this.fitting(text, files, read);
    this.ask(path, now.name, fault, fitting, here, there);
  }

  /** The specs beside a board that take it. */
  private async fitting(text: string, files: string[], read: (path: string) => Promise<string>): Promise<Owner[]> {
    const out: Owner[] = [];
    for (const path of files.filter(isSpec).slice(0, mostTried)) {
      if (!await this.holder.fault(specName(path), await read(path), text)) out.push({ name: specName(path), path });
    }
    return out;
  }

  /** Says that a board is not of the spec that is open, and offers others. */
  private ask(path: string, name: string, fault: string, fitting: Owner[], here: () => void, there: (o: Owner) => Promise<void>) {
    const button = (label: string, f: () => void, cls = "") => h("button", { type: "button", class: cls, onclick: () => { this.dialog.close(); f(); } }, label);
    this.dialog.replaceChildren(h("form", { method: "dialog" },
      h("h2", { id: "asking-head" }, fault ? `${path} does not fit ${title(name)}` : `${path} is of another puzzle`),
      fault ? h("p", {}, fault.split("\n")[0]) : false,
      fitting.length ? h("p", {}, this.holder.changed() ? "Your rules are not saved in a file." : "") : h("p", {}, "No spec in the folder fits this board. Open its spec first."),
      h("p", { class: "buttons" }, h("button", { type: "submit" }, "Cancel"), button(`Open it with ${title(name)}`, here), ...fitting.slice(0, 4).map((o, i) => button(`Open ${title(o.name)}`, () => void there(o), i ? "" : "primary")))));
    this.dialog.showModal();
  }

  async open() {
    const there = await folder({ do: "list" }).catch(() => ({ folder: "" } as { folder: string; files?: string[]; more?: boolean }));
    if (!there.folder) { this.input.click(); return; }
    const file = (path: string, cls: string) => h("button", { type: "button", class: "file " + cls, onclick: () => { this.dialog.close(); void this.openFile(path); } }, path);
    const groups = await paired(there.files ?? []);
    this.dialog.replaceChildren(h("form", { method: "dialog" }, h("h2", { id: "asking-head" }, `Open from ${there.folder}`),
      h("div", { class: "files" }, ...groups.flatMap(({ owner, boards = [] }) => [owner?.path ? file(owner.path, "") : h("p", { class: "quiet" }, owner ? `Boards of ${title(owner.name)}, which comes with nazo` : "Other boards"), ...boards.map((b) => file(b, "board"))]),
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
