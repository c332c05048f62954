package compile_test

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

func TestCanonical(t *testing.T) {
	testkit.SkipRace(t)
	for _, c := range []struct {
		name, spec string
		classes    int
		broken     bool
	}{
		{"queens", `let b = grid(8, 8)  find q: set of cells(b)  rule "n": size(q) = 8
			rule "r" for line in rows(b) + columns(b) + diagonals(b): size(line & q) <= 1  symmetry b`, 12, false},
		{"two cells of a rectangle", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": size(s) = 1  symmetry b`, 2, false},
		{"knight's tours", `let b = grid(5, 5)  find p: path in leaper(b, 1, 2)  rule "r": covers(p, cells(b))  symmetry b`, 112, false},
		{"numbers in cells", `let b = grid(2, 2)  find d[c in cells(b)]: 1..4  rule "r": distinct(d)  symmetry b`, 3, false},
		{"directed tours", `let b = grid(5, 5)  find p: directed path in leaper(b, 1, 2)  rule "r": covers(p, cells(b))  symmetry b, reversed(p)`, 112, false},
		{"colourings", `let g = complete(1..3)  let k = {red "r", green "g", blue "b"}  find c[v in 1..3]: k
			rule "r" for {u, v} in edges(g): c[u] != c[v]  symmetry permuted(k)`, 1, false},
		{"colours that differ", `let k = {red "r", green "g"}  find c[v in 1..2]: k  rule "r": c[1] = red  symmetry permuted(k)`, 0, true},
		{"not a symmetry", `let b = grid(2, 2)  find s: set of cells(b)  rule "r": size(s & row(b, 1)) = 1 and size(s) = 1  symmetry b`, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := problemOf(t, "puzzle t\n"+c.spec)
			classes := map[string]bool{}
			broken := false
			testkit.Run(t.Context(), native.New(), p.Model, testkit.Task{}, func(s model.Solution) bool {
				form, err := p.Judge.Canonical(decoded(p, s))
				if err != nil {
					broken = true
					return false
				}
				classes[form] = true
				return true
			})
			if broken != c.broken || !broken && len(classes) != c.classes {
				t.Errorf("%d classes, broken %v; want %d, %v", len(classes), broken, c.classes, c.broken)
			}
		})
	}
}
