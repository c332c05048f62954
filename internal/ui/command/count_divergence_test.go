package command

import (
	"slices"
	"testing"

	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
)

// diverge counts where the solutions of a spec differ, in the order of a search.
func diverge(t *testing.T, text string, s model.Engine) *divergence {
	t.Helper()
	p, d := problem(t, text), &divergence{}
	solve.Ask(t.Context(), p, solve.Team{Engines: []model.Engine{s}}, solve.Question{
		Each: func(_ string, a *judge.Answer) { d.add(p, a) },
	})
	return d
}

func TestDivergence(t *testing.T) {
	naive := &searcher{Engine: native.New(), names: []string{"naive"}}
	for _, c := range []struct {
		name, find string
		by         model.Engine
		want       []int
	}{
		// 1234 1243 | 1324 1342 | … in alphabetical order: every other one differs at step 3.
		{"arcs", "find p: directed path in complete(1..4)\nrule \"all\": covers(p, 1..4)", naive, []int{0, 3, 8, 12}},
		// From 1 in the direction in which the last is greater than the second:
		// 12345 12354 | 12435 12453 | 12534 12543 || 13245 13254 | 13425 | 13524 || 14235 | 14325.
		{"cycle", "find p: cycle in complete(1..5)\nrule \"all\": covers(p, 1..5)", naive, []int{0, 0, 2, 5, 4}},
		{"one", "find p: path in complete({1})", naive, nil},
		{"numbers", "find x: 1..2\nfind y: 1..3", native.New(), []int{0, 1, 4}},
		{"set", "find s: set of 1..3", native.New(), []int{0, 1, 2, 4}},
	} {
		if got := diverge(t, "puzzle p\n"+c.find+"\n", c.by).steps; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "▏", 4: "▌", 7: "▉", 8: "█", 12: "█▌", 320: "████████████████████████████████████████"} {
		if got := bar(n, 320); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
