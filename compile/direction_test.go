package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

// TestJudgeOfManyPaths: an answer says of no path where it begins, and the rules ask
// it of each.
func TestJudgeOfManyPaths(t *testing.T) {
	var spec strings.Builder
	spec.WriteString("puzzle t\nlet g = graph(1..3, [(1, 2), (2, 3)])\n")
	for i := range 6 {
		fmt.Fprintf(&spec, "find p%d: path in g\nrule \"r%d\": ends_at(p%d, %d) and length(p%d) = 2\n", i, i, i, 1+i%2*2, i)
	}
	p := problemOf(t, spec.String())
	found := 0
	testkit.Run(t.Context(), native.New(), p.Model, testkit.Task{}, func(s model.Solution) bool {
		found++
		a := decoded(p, s)
		for i, v := range a.Values {
			a.Values[i] = undirected(v)
		}
		if v := p.Judge.Judge(a); !v.Accepted {
			t.Errorf("refused: %v", v.Violations)
		}
		there, _, ok := a.Values[0].(*value.Route).Directions()
		if a.Values[0] = there; !ok || p.Judge.Judge(a).Accepted {
			t.Error("a path that begins where it must end is accepted")
		}
		return true
	})
	if found != 1 {
		t.Errorf("%d solutions, want 1", found)
	}
}
