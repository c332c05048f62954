package compile_test

import (
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

func TestLint(t *testing.T) {
	for _, c := range []struct{ name, spec, code string }{
		{"always true", `find s: set of 1..3  rule "r": size(s) >= 0`, "rule-always-true"},
		{"true for this input", `given n = 0  find s: set of 1..3  rule "r": size(s) >= n`, ""},
		{"can be broken", `find s: set of 1..3  rule "r": size(s) >= 1`, ""},
		{"order of a pair", `find a[i in 1..3]: 1..3  rule "r" for {i, j} in pairs(1..3): a[i] < a[j]`, "pair-order"},
		{"a pair either way", `find a[i in 1..3]: 1..3  rule "r" for {i, j} in pairs(1..3): a[i] != a[j] and a[i] + a[j] > 3`, ""},
		{"a part that hangs together", `let g = grid(1, 3)  find s: set of cells(g)  rule "r" for {i, j} in pairs(cells(g)): not (j in part(i, s))`, ""},
		{"an implication both ways", `find s: set of 1..3  rule "r" for {i, j} in pairs(1..3): (i in s implies j in s) and (j in s implies i in s)`, ""},
		{"false for some", `find a[i in 1..3]: 1..3  rule "r" for i in 1..3, j in 1..3: a[i] != a[j]`, "rule-always-false"},
		{"a value that there is not", `find a[i in 1..3]: 1..3  rule "r": a[1] = 4`, "rule-always-false"},
		{"beyond the last", `find a[i in 1..3]: 1..3  rule "r" for i in 1..3: a[i + 1] > a[i]`, "rule-always-false"},
		{"not beyond the last", `find a[i in 1..3]: 1..3  rule "r" for i in 1..3: a[i + 1] != a[i]`, ""},
		{"a place that there is not", `find a[i in 1..3]: 1..3  rule "r": a[0] = none implies a[1] > 1`, "index-outside"},
		{"off the board", `find a[c in grid(2, 3)]: 1..3  rule "r": a[1, 1] < 3 or a[3, 1] = none and a[2, 2] < 2`, "index-outside"},
		{"on the board", `find a[c in grid(2, 3)]: 1..3  rule "r": a[1, 1] < 3 or a[2, 3] < 2`, ""},
		{"a local name", `find a[c in grid(2, 3)]: 1..3  rule "r" for a in [[1]]: a[2] = none and 1 in a`, ""},
		{"empty domain", `find x: { i in 1..3 where i > 3 }  rule "r": x = 1`, "empty-domain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := specOf(t, "puzzle t\n"+c.spec)
			p, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{Lint: true})
			if p == nil {
				t.Fatal(problems)
			}
			code := ""
			for _, d := range p.Warnings.All() {
				code = d.Code
			}
			if code != c.code {
				t.Errorf("warning %q, want %q", code, c.code)
			}
		})
	}
}
