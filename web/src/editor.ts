// The two editors, of a spec and an instance. These texts are the truth, and all else is drawn from them.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput, type LanguageSupport } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
  type Tooltip,
} from "@codemirror/view";
import { h } from "./dom";
import type { Change, Diagnostic } from "./protocol";

/** A stretch of a text that is lit: with the class "glow" where it takes part in a contradiction, "lit" where it is pointed at. */
export interface Stretch { from: number; to: number; class: "glow" | "lit" }

const light = StateEffect.define<Stretch[]>();
const lights = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(light)) continue;
      const end = tr.newDoc.length;
      set = Decoration.set(e.value.filter((r) => r.from < r.to && r.to <= end).flatMap((r) => {
        const marks = [Decoration.mark({ class: "cm-" + r.class }).range(r.from, r.to)];
        const first = tr.newDoc.lineAt(r.from), last = tr.newDoc.lineAt(r.to);
        for (let n = first.number; n <= last.number; n++) marks.push(Decoration.line({ class: `cm-${r.class}-line` }).range(tr.newDoc.line(n).from));
        return marks;
      }), true);
    }
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

/** Marks changes that were not typed or clicked here. */
const opened = Annotation.define<boolean>();

export interface Options {
  parent: HTMLElement; label: string; language: LanguageSupport; wrap?: boolean;
  changed(): void;
  cursor?(at: number): void;
  complete?(context: CompletionContext): Promise<CompletionResult | null>;
  hover?(at: number): Promise<{ from: number; to: number; text: string } | null>;
}

export class Editor {
  readonly view: EditorView;

  constructor(private readonly options: Options) {
    this.view = new EditorView({ parent: options.parent, state: this.state("") });
  }

  private state(doc: string) {
    const { options } = this;
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
        highlightActiveLine(), highlightSelectionMatches(), lintGutter(), options.language, lights,
        options.wrap ? EditorView.lineWrapping : [], EditorState.tabSize.of(2),
        options.complete ? autocompletion({ override: [options.complete], icons: true }) : autocompletion({ override: [] }),
        options.hover ? hoverTooltip(async (_, at): Promise<Tooltip | null> => {
          const found = await options.hover!(at);
          return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: h("div", { class: "hover" }, ...rendered(found.text)) }) };
        }, { hoverTime: 250 }) : [],
        // Tab indents only where the editor was asked to keep it: Escape, then Tab, leaves it.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
        EditorView.updateListener.of((u) => {
          const ours = u.transactions.some((tr) => tr.annotation(opened) === true);
          if (u.docChanged) options.changed();
          if (u.selectionSet && !u.docChanged && !ours) options.cursor?.(u.state.selection.main.head);
        }),
      ],
    });
  }

  get text(): string { return this.view.state.doc.toString(); }

  /** Starts another text with a new history. */
  open(text: string) { this.view.setState(this.state(text)); }

  /** Replaces the text in one step of the history. */
  replace(text: string) {
    if (text === this.text) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: opened.of(true), selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** Makes a change that came as an answer. */
  apply(c: Change) {
    const end = this.view.state.doc.length;
    this.view.dispatch({ changes: { from: Math.min(c.from, end), to: Math.min(c.to, end), insert: c.insert }, userEvent: "input.draw" });
  }

  undo() { undo(this.view); }
  redo() { redo(this.view); }

  diagnose(all: Diagnostic[]) {
    const end = this.view.state.doc.length;
    this.view.dispatch(setDiagnostics(this.view.state, all.map((d): Mark => {
      const from = Math.min(d.from, end), to = Math.min(Math.max(d.to, d.from), end);
      return {
        from, to, severity: d.severity === "note" ? "info" : d.severity,
        message: d.message, source: d.code,
        actions: (d.fixes ?? []).map((fix) => ({
          name: fix.title,
          // What is marked has moved with what was typed before it, and what mends it with that.
          apply: (view, a) => view.dispatch({ changes: fix.edits.map((e) => ({ from: e.from + a - from, to: e.to + a - from, insert: e.insert })), userEvent: "input.fix" }),
        })),
      };
    })));
  }

  /** Lights parts of the text instead of those lit before. */
  light(all: Stretch[]) { this.view.dispatch({ effects: light.of(all) }); }

  /** Shows a place: scrolls to it, with the cursor there. */
  show(at: number) {
    const to = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "center" }), annotations: opened.of(true) });
    this.view.focus();
  }
}

/** Text with code between backquotes, and paragraphs, as elements. */
export function rendered(text: string): HTMLElement[] {
  const out: HTMLElement[] = [];
  let fence = false;
  let code: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (fence) out.push(h("pre", {}, code.join("\n")));
      fence = !fence; code = [];
    } else if (fence) code.push(line);
    else if (line.trim()) out.push(h("p", {}, ...line.split("`").map((part, i) => i % 2 ? h("code", {}, part) : part)));
  }
  if (code.length) out.push(h("pre", {}, code.join("\n")));
  return out;
}
