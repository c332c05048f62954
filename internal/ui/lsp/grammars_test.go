package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/puzzles"
)

// editorFiles has what editors need beside the server: grammars, snippets and clients.
const editorFiles = "../../../editors"

// words of the language in groups that are coloured alike.
type words struct{ statements, quantifiers, operators, constants, forms, inPlace, functions []string }

func language() words {
	w := words{
		statements: dsl.StatementWords(), quantifiers: dsl.Quantifiers(), constants: append(check.Constants(), "false", "none", "true"),
		forms: append(dsl.FormWords(), check.TypeWords()...), inPlace: dsl.WordsInPlace(),
	}
	for _, word := range dsl.ReservedWords() {
		if !slices.Contains(w.statements, word) && !slices.Contains(w.quantifiers, word) && !slices.Contains(w.constants, word) {
			w.operators = append(w.operators, word)
		}
	}
	w.statements = slices.DeleteFunc(w.statements, func(s string) bool { return !dsl.Reserved(s) })
	w.inPlace = slices.DeleteFunc(w.inPlace, func(s string) bool { return slices.Contains(w.forms, s) })
	for _, f := range library.All() {
		w.functions = append(w.functions, f.Name)
	}
	slices.Sort(w.functions)
	return w
}

// TestGrammars makes the grammars of Vim and VS Code and the snippets from the language itself. With -update it writes
// the files. Otherwise it compares those that are there.
func TestGrammars(t *testing.T) {
	w := language()
	for name, text := range map[string]string{
		"vim/syntax/nazo.vim":                  w.vim(),
		"vscode/syntaxes/nazo.tmLanguage.json": w.textMate(t),
		"vscode/snippets/nazo.json":            snippets(t),
	} {
		name = filepath.Join(editorFiles, name)
		if *update {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("%s is not what the language says; go test ./internal/ui/lsp -run TestGrammars -update writes it (-want +got)\n%s", name, diff)
		}
	}
}

// vim is the syntax file of Vim.
func (w words) vim() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("\" Nazo. Made of the language by go test ./editors -update.")
	line("if exists(\"b:current_syntax\")\n  finish\nendif")
	line("syntax iskeyword @,48-57,_,192-255")
	keywords := func(group string, list []string) {
		for chunk := range slices.Chunk(list, 12) {
			line("syntax keyword %s %s", group, strings.Join(chunk, " "))
		}
	}
	keywords("nazoStatement", w.statements)
	keywords("nazoQuantifier", w.quantifiers)
	keywords("nazoOperator", w.operators)
	keywords("nazoConstant", w.constants)
	line(`syntax match nazoWord "\v<(%s)>\ze\s+[^ \t=:),\]]"`, strings.Join(w.inPlace, "|"))
	line(`syntax match nazoWord "\v<(solution|solutions)>"`)
	line(`syntax match nazoType "\v<(%s)>\ze(\s*[\])},?=]|\s*$|\s+(of|in|or)>)"`, strings.Join(w.forms, "|"))
	line(`syntax match nazoFunction "\v<(%s)>\ze\("`, strings.Join(w.functions, "|"))
	line(`syntax match nazoNumber "\v<\d+>"`)
	line(`syntax match nazoComment "#.*$" contains=@Spell`)
	line(`syntax region nazoText start=+"+ end=+"+ end=+$+ oneline contains=@Spell`)
	line(`syntax region nazoGrid start=+"""+ end=+"""+ keepend`)
	line(`syntax match nazoSign "\v(:\=|!\=|\<\=|\>\=|\.\.|[:=<>+*/&?-])"`)
	for _, link := range [][2]string{{"Statement", "Statement"}, {"Quantifier", "Repeat"}, {"Operator", "Operator"}, {"Constant", "Constant"}, {"Word", "Keyword"}, {"Type", "Type"},
		{"Function", "Function"}, {"Number", "Number"}, {"Comment", "Comment"}, {"Text", "String"}, {"Grid", "String"}, {"Sign", "Operator"}} {
		line("highlight default link nazo%s %s", link[0], link[1])
	}
	line("syntax sync fromstart\nlet b:current_syntax = \"nazo\"")
	return b.String()
}

// The classes of characters around words in the regular expressions of TextMate grammars.
const before, behind = `(?<![\p{L}\p{M}\p{N}_])`, `(?![\p{L}\p{M}\p{N}_])`

func anyOf(list []string) string { return before + "(?:" + strings.Join(list, "|") + ")" + behind }

// textMate is the grammar of VS Code.
func (w words) textMate(t *testing.T) string {
	match := func(scope, pattern string) map[string]any { return map[string]any{"name": scope, "match": pattern} }
	include := func(names ...string) (out []any) {
		for _, n := range names {
			out = append(out, map[string]any{"include": "#" + n})
		}
		return out
	}
	captures := func(scopes ...string) map[string]any {
		out := map[string]any{}
		for i, s := range scopes {
			out[fmt.Sprint(i+1)] = map[string]any{"name": s}
		}
		return out
	}
	grammar := map[string]any{
		"$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
		"name":    "Nazo", "scopeName": "source.nazo",
		"patterns": include("comment", "because", "rule", "grid", "text", "declaration", "words"),
		"repository": map[string]any{
			"comment": match("comment.line.number-sign.nazo", "#.*$"),
			"grid":    map[string]any{"name": "string.quoted.triple.nazo", "begin": `"""`, "end": `"""`},
			"text":    match("string.quoted.double.nazo", `"[^"\n]*"?`),
			"because": map[string]any{
				"begin": `(?:(` + before + `(?:because|said))|(/))\s*(")`, "end": `"|$`,
				"beginCaptures": captures("keyword.other.nazo", "keyword.operator.nazo", "string.quoted.double.nazo"), "contentName": "string.quoted.double.nazo",
				"patterns": []any{
					match("constant.character.escape.nazo", `\{\{|\}\}`),
					map[string]any{"begin": `\{`, "end": `\}|(?=["\n])`, "name": "meta.embedded.nazo", "patterns": include("words")},
				},
			},
			"rule": map[string]any{"match": `(` + before + `(?:rule|technique|example))\s+("[^"\n]*")`, "captures": captures("keyword.control.nazo", "entity.name.function.nazo")},
			"declaration": map[string]any{"match": `(` + before + `(?:puzzle|use|find|choose|given|let|def|state|move|player))\s+([\p{L}_][\p{L}\p{M}\p{N}_]*)`,
				"captures": captures("keyword.control.nazo", "entity.name.type.nazo")},
			"words": map[string]any{"patterns": []any{
				match("keyword.control.nazo", anyOf(w.statements)),
				match("keyword.operator.quantifier.nazo", anyOf(w.quantifiers)),
				match("keyword.operator.word.nazo", anyOf(w.operators)),
				match("constant.language.nazo", anyOf(w.constants)),
				match("support.function.nazo", anyOf(w.functions)+`(?=\()`),
				match("storage.type.nazo", anyOf(w.forms)+`(?=\s*(?:[\])},?=]|$)|\s+(?:of|in|or)\b)`),
				match("keyword.other.nazo", anyOf(w.inPlace)+`(?=\s+[^\s=:),\]])`),
				match("keyword.other.nazo", anyOf([]string{"solution", "solutions"})),
				match("constant.numeric.nazo", before+`\d+`),
				match("keyword.operator.nazo", `:=|!=|<=|>=|\.\.|[:=<>+*/&?-]`),
			}},
		},
	}
	return encoded(t, grammar)
}

// snippets are the statements, with places to fill in for the words in capitals.
func snippets(t *testing.T) string {
	hole := regexp.MustCompile(`[A-Z]+`)
	out := map[string]any{}
	for _, word := range dsl.StatementWords() {
		usage, _, _ := strings.Cut(dsl.StatementUsage(word), ", or ")
		n := 0
		body := hole.ReplaceAllStringFunc(usage, func(s string) string {
			n++
			return fmt.Sprintf("${%d:%s}", n, strings.ToLower(s))
		})
		out[word] = map[string]any{"prefix": word, "body": body + "$0", "description": dsl.StatementUsage(word)}
	}
	return encoded(t, out)
}

func encoded(t *testing.T, v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every word that a shipped spec has where the language has words is coloured by one of the groups.
func TestWordsOfSpecs(t *testing.T) {
	w := language()
	known := map[string]bool{}
	for _, list := range [][]string{w.statements, w.quantifiers, w.operators, w.constants, w.forms, w.inPlace} {
		for _, word := range list {
			known[word] = true
		}
	}
	for _, spec := range puzzles.Specs() {
		text, _ := puzzles.Spec(spec)
		for _, token := range dsl.Scan(text) {
			if token.Kind == dsl.WordToken && dsl.Reserved(token.Text) && !known[token.Text] {
				t.Errorf("%s: %s is in no group", spec, token.Text)
			}
		}
	}
}
