package compile_test

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// A rule that becomes large is told of, with what makes it so, whether a limit ends it or not.
func TestLargeRules(t *testing.T) {
	const board = "let b = grid(6, 6)\nfind s: set of cells(b)\nfind x[i in 1..9]: 1..9\n"
	for _, c := range []struct{ name, rule, help string }{
		{"small", `size(s) = 3`, "-"},
		{"parts", `all c in cells(b): c in s implies one d in row(b, 1): d in part(c, s)`, "come from `part`: ask for the part of clues"},
		{"parts by a def", `all c in cells(b): c in s implies home(c) & row(b, 1) != {}`, "come from `part`"},
		{"distances", `all c in cells(b): c in s implies distance(cell(b, 1, 1), c, s) != 7`, "come from `distance`"},
		{"pairs", `all i in 1..9, j in 1..9, k in 1..49 where i < j: x[i] + k != x[j]`, "bindings of several names"},
		{"nested", `all i in 1..9: some j in 1..9: no k in 1..9: x[i] + k = x[j] * 2`, "bindings of several names"},
		{"subsets", `all t in subsets(1..8): (sum i in t: x[i]) != 20`, "subsets are twice as many"},
		{"one binder", `all i in 1..9: x[x[x[i]]] * x[x[x[x[i]]]] mod (i + 3) != x[x[x[x[x[i]]]]]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := specOf(t, "puzzle t\n"+board+"def home(c) = part(c, s)\nrule \"large\": "+c.rule+"\nrule \"small\": x[1] = 1")
			p, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{LargeRule: 60})
			if p == nil {
				t.Fatal(problems)
			}
			var text []string
			for _, w := range p.Warnings.All() {
				if !strings.Contains(w.Message, `the rule "large"`) || w.Code != compile.CodeLarge {
					t.Errorf("warning %q", w.Message)
				}
				text = append(text, w.Help)
			}
			switch {
			case c.help == "-" && len(text) == 0:
				return
			case c.help == "-" || len(text) != 1 || c.help == "" && text[0] != "" || !strings.Contains(text[0], c.help):
				t.Fatalf("advice %q, want %q", text, c.help)
			}
			if p.Work < 10_000 { // a limit is looked at now and then
				return
			}
			_, problems = solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{MaxWork: p.Work / 2})
			d := problems.All()[0]
			if d.Code != "limit-size" || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Message, `the rule "large" became`) {
				t.Errorf("a limit says %v, %v", d.Message, d.Notes)
			}
		})
	}
}
