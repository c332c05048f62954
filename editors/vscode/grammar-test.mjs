// Colours texts as VS Code does, and tells which tokens it colours otherwise than they should be. On standard input: [{name, text, tokens: [[line, from, to, scope]]}],
// places from 0 in UTF-16; scope is what the innermost scope begins with.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");

await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const file = new URL("syntaxes/nazo.tmLanguage.json", import.meta.url);
const registry = new Registry({
  onigLib: Promise.resolve({ createOnigScanner: (p) => new OnigScanner(p), createOnigString: (s) => new OnigString(s) }),
  loadGrammar: async () => parseRawGrammar(readFileSync(file, "utf8"), file.pathname),
});
const grammar = await registry.loadGrammar("source.nazo");

for (const { name, text, tokens } of JSON.parse(readFileSync(0, "utf8"))) {
  let stack = INITIAL;
  const lines = text.split("\n").map((line) => {
    const coloured = grammar.tokenizeLine(line, stack);
    stack = coloured.ruleStack;
    return coloured.tokens;
  });
  for (const [line, from, to, scope] of tokens) {
    for (const t of lines[line]) {
      if (t.endIndex <= from || t.startIndex >= to) continue;
      const got = t.scopes.at(-1);
      if (!t.scopes.some((s) => s.startsWith(scope))) console.log(`${name}:${line + 1}:${from + 1}: ${got}, want ${scope}`);
    }
  }
}
