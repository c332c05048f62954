package lsp

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"nazo/dsl"
	"nazo/internal/ui/ide"
	"nazo/puzzles"
)

// scopeOf is with what the scopes of a token in VS Code begin; "" for what they leave alone. Words that mean something in certain places only, and names, have
// several.
func (w words) scopeOf(t dsl.Token) string {
	switch t.Kind {
	case dsl.CommentToken:
		return "comment."
	case dsl.TextToken:
		return ""
	case dsl.GridToken:
		return "string.quoted.triple"
	case dsl.NumberToken:
		return "constant.numeric"
	case dsl.OperatorToken:
		return "keyword.operator"
	case dsl.WordToken:
		switch {
		case slices.Contains(w.statements, t.Text):
			return "keyword.control"
		case slices.Contains(w.quantifiers, t.Text), slices.Contains(w.operators, t.Text):
			return "keyword.operator"
		case dsl.Reserved(t.Text):
			return "constant.language"
		}
	}
	return ""
}

// TestTextMate has the grammar of VS Code colour all specs that come with nazo, with the engine of VS Code, and holds each token against what the lexer says.
func TestTextMate(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat(filepath.Join(editorFiles, "vscode/node_modules/vscode-textmate")); err != nil {
		t.Skip("VS Code's engine for grammars is not installed: npm ci in editors/vscode")
	}
	type spec struct {
		Name   string  `json:"name"`
		Text   string  `json:"text"`
		Tokens [][]any `json:"tokens"`
	}
	w := language()
	var specs []spec
	for _, name := range puzzles.Specs() {
		text, _ := puzzles.Spec(name)
		s := spec{Name: name, Text: text}
		lines := ide.NewLines(text)
		for _, token := range dsl.Scan(text) {
			scope := w.scopeOf(token)
			from, to := lines.Position(token.Start, ide.UTF16), lines.Position(token.End, ide.UTF16)
			if scope != "" && from.Line == to.Line {
				s.Tokens = append(s.Tokens, []any{from.Line, from.Character, to.Character, scope})
			}
		}
		specs = append(specs, s)
	}
	in, err := json.Marshal(specs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(editorFiles, "vscode/grammar-test.mjs"))
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(out) > 0 {
		t.Errorf("coloured otherwise:\n%s", out[:min(len(out), 4000)])
	}
}
