// Completions and hovers, by the same code as the language server.
import { type Completion, type CompletionContext, type CompletionResult, snippetCompletion } from "@codemirror/autocomplete";
import { askFor } from "./ask";
import type { Question } from "./protocol";

/** What verb language answers. Offsets count UTF-16 units of the text that was asked about. */
export interface Language {
  completions?: { label: string; kind?: string; detail?: string; doc?: string; insert?: string; snippet?: boolean }[] | null;
  /** Where the text begins that a completion replaces. */
  from?: number;
  hover?: { text: string; from: number; to: number } | null;
}

const kinds: Record<string, string> = { function: "function", keyword: "keyword", statement: "keyword", type: "type", value: "constant", label: "constant", name: "variable", given: "variable", find: "variable", state: "variable", def: "function" };

export async function complete(c: CompletionContext, ask: () => Question, text: "spec" | "instance"): Promise<CompletionResult | null> {
  const word = c.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!word && !c.explicit) return null;
  const taken = new AbortController();
  c.addEventListener("abort", () => taken.abort());
  const found = (await askFor("language", { ...ask(), in: text, at: c.pos, ask: "complete" }, taken.signal).catch(() => undefined))?.language as Language | undefined;
  if (!found?.completions?.length) return null;
  return {
    from: found.from ?? word?.from ?? c.pos,
    validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    options: found.completions.map((o): Completion => {
      const what: Completion = { label: o.label, type: kinds[o.kind ?? ""] ?? "text", detail: o.detail?.split("\n")[0], info: o.doc };
      return o.snippet && o.insert ? snippetCompletion(o.insert, what) : { ...what, apply: o.insert };
    }),
  };
}

export async function hover(at: number, ask: () => Question, text: "spec" | "instance") {
  const found = (await askFor("language", { ...ask(), in: text, at, ask: "hover" }).catch(() => undefined))?.language as Language | undefined;
  return found?.hover ? { from: found.hover.from, to: found.hover.to, text: found.hover.text } : null;
}
