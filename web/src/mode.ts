// Colours for specs and instances: the tokens of package dsl, by the line.
import { HighlightStyle, LanguageSupport, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { tags as t } from "@lezer/highlight";

const statements = new Set(("puzzle use given let def find choose rule rules technique minimize maximize symmetry show link example state move goal never hidden player").split(" "));
const words = new Set(("all any no one two exactly atleast atmost some sum count min max first when then prefer if else and or not implies in subset mod " +
  "for where by as expect because said sample up to of answer solution solutions minimum maximum").split(" "));
const types = new Set("grid set list regions path cycle links int cell edge board pieces stack array string bool permutation arrangement".split(" "));
const constants = new Set("none true false north east south west directions".split(" "));

interface State { grid: boolean }

const spec: StreamParser<State> = {
  name: "nazo",
  startState: () => ({ grid: false }),
  token(stream, state) {
    if (state.grid) {
      if (stream.match(/^.*?"""/)) state.grid = false;
      else stream.skipToEnd();
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("#")) { stream.skipToEnd(); return "comment"; }
    if (stream.match('"""')) {
      if (!stream.match(/^.*?"""/)) { state.grid = true; stream.skipToEnd(); }
      return "string";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(/^[\p{L}_][\p{L}\p{M}\p{N}_]*/u) as RegExpMatchArray | null;
    if (word) {
      const w = word[0];
      if (statements.has(w)) return "keyword";
      if (words.has(w)) return "operatorKeyword";
      if (constants.has(w)) return "atom";
      if (stream.peek() === "(") return "function";
      return types.has(w) ? "typeName" : "variableName";
    }
    if (stream.match(/^(:=|!=|<=|>=|\.\.|[:=<>+*/&?-])/)) return "operator";
    if (stream.match(/^[()[\]{},]/)) return "bracket";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
  tokenTable: { function: t.function(t.variableName) },
};

const instance: StreamParser<{ rows: boolean }> = {
  name: "nazo-instance",
  startState: () => ({ rows: false }),
  token(stream, state) {
    // Among rows a line that begins so may be one of them; a comment has words.
    if (stream.sol() && stream.match(state.rows ? /^\s*#\s.*\p{L}{3}.*$/u : /^\s*#(\s.*)?$/)) return "comment";
    if (stream.sol() && stream.match(/^\s*[\p{L}_][\p{L}\p{M}\p{N}_]*(?=\s*(?:[:=,]|\[))/u)) { state.rows = true; return "keyword"; }
    if (stream.eatSpace()) return null;
    if (stream.match(/^[:=]/)) return "operator";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^[.]+/)) return "punctuation";
    stream.next();
    return "atom";
  },
  languageData: { commentTokens: { line: "#" } },
};

/** page.css names the inks, so one style serves light and dark. */
const inks = HighlightStyle.define([
  { tag: t.keyword, color: "var(--ink-keyword)", fontWeight: "600" },
  { tag: t.operatorKeyword, color: "var(--ink-word)" },
  { tag: t.function(t.variableName), color: "var(--ink-function)" },
  { tag: t.typeName, color: "var(--ink-type)" },
  { tag: t.atom, color: "var(--ink-atom)" },
  { tag: t.number, color: "var(--ink-number)" },
  { tag: t.string, color: "var(--ink-string)" },
  { tag: t.comment, color: "var(--ink-comment)", fontStyle: "italic" },
  { tag: [t.operator, t.bracket], color: "var(--ink-operator)" },
  { tag: t.punctuation, color: "var(--ink-comment)" },
]);

export const specLanguage = new LanguageSupport(StreamLanguage.define(spec), syntaxHighlighting(inks));
export const instanceLanguage = new LanguageSupport(StreamLanguage.define(instance), syntaxHighlighting(inks));
