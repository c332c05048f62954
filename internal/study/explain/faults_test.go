package explain_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
)

// faults counts what a reader marks in the steps of a way, and keeps what it says there.
type faults struct {
	known  []string // inferences about what was told before, or its opposite
	beyond []string // inferences in a branch that has contradicted itself
	again  []string // lines of a run of at least three that stand in the step before
	trees  []string // steps of more lines than anybody holds in mind
	steps  int
	lines  int
}

const (
	mostLines  = 40
	shortRun   = 3
	mostFaulty = 3
)

// faultsOf goes the way to the solution of a problem.
func faultsOf(t *testing.T, p *compile.Problem) *faults {
	t.Helper()
	x, err := explain.Open(t.Context(), p, native.New())
	if err != nil {
		t.Fatal(err)
	}
	f := &faults{}
	s := x.Story(t.Context())
	told := map[model.VarID][]model.Fact{}
	for {
		step, end := s.Next(t.Context())
		if step == nil {
			if end != explain.Solved {
				t.Fatalf("it ends with %v", end)
			}
			return f
		}
		f.steps++
		f.look(x, step, told)
		for _, g := range step.Facts {
			told[g.Var] = append(told[g.Var], g)
		}
	}
}

// look looks at a step when some facts are told.
func (f *faults) look(x *explain.Explainer, step *explain.StoryStep, told map[model.VarID][]model.Fact) {
	chain := step.Chain
	for i := range chain {
		in := &chain[i]
		for _, claim := range in.Claims {
			if len(chain) > 1 && slices.ContainsFunc(told[claim.Var], func(g model.Fact) bool { return settles(g, claim) }) {
				text, _ := x.Inference(in)
				f.known = append(f.known, text+" in: "+x.Say(step.Facts))
			}
		}
		if in.Kind != explain.Follows || in.Under < 0 {
			continue
		}
		for j := range i {
			if chain[j].Kind == explain.Contradicts && chain[j].Under == in.Under || !slices.Contains(around(chain, i), scopeOf(chain, j)) {
				continue
			}
			for _, a := range chain[j].Claims {
				if slices.ContainsFunc(in.Claims, func(b explain.Claim) bool { return clash(a, b) }) {
					text, _ := x.Inference(in)
					f.beyond = append(f.beyond, text+" in: "+x.Say(step.Facts))
				}
			}
		}
	}
	_, lines := x.Lines(step, false)
	f.lines += len(lines)
	if len(lines) > mostLines {
		f.trees = append(f.trees, x.Say(step.Facts))
	}
	f.again = append(f.again, saidAgain(lines)...)
}

// scopeOf returns the supposition in whose branch an inference stands, or -1.
func scopeOf(c explain.Chain, i int) int {
	switch {
	case c[i].Kind == explain.Supposes:
		return i
	case c[i].Kind == explain.Contradicts && c[i].Under >= 0:
		return c[c[i].Under].Under
	}
	return c[i].Under
}

// around lists the suppositions around an inference, and -1.
func around(c explain.Chain, i int) (all []int) {
	for u := c[i].Under; u >= 0; u = c[u].Under {
		all = append(all, u)
	}
	return append(all, -1)
}

// settles reports whether a fact says that a claim is so, or that it is not.
func settles(f model.Fact, c explain.Claim) bool {
	switch {
	case f.Var != c.Var:
		return false
	case f.Is:
		return true
	}
	return f.Value == c.Value && c.Op <= model.LinkIsNot
}

// clash reports whether two claims can't both be so.
func clash(a, b explain.Claim) bool {
	if a.Var != b.Var {
		return false
	}
	is, other := a, b
	if b.Op == model.LinkIs {
		is, other = b, a
	}
	if is.Op != model.LinkIs {
		return false
	}
	switch other.Op {
	case model.LinkIs:
		return other.Value != is.Value
	case model.LinkIsNot:
		return other.Value == is.Value
	case model.LinkAtLeast:
		return is.Value < other.Value
	}
	return is.Value > other.Value
}

// saidAgain returns the lines of runs that stand before in the same step.
func saidAgain(lines []explain.Line) (again []string) {
	met := map[string]bool{}
	until := 0
	for i := shortRun; i <= len(lines); i++ {
		var run []string
		for _, line := range lines[i-shortRun : i] {
			run = append(run, line.Text)
		}
		key := strings.Join(run, "\n")
		if met[key] {
			for k := max(until, i-shortRun); k < i; k++ {
				again = append(again, lines[k].Text)
			}
			until = i
		}
		met[key] = true
	}
	return again
}

// TestFaults goes the whole way to the solution of some puzzles. No chain argues about what was told before, none goes on
// where it has contradicted itself, and no step says the same several lines twice.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		spec, instance string
		again          int // lines of branches that suppose something else
	}{
		{"nurikabe", "10x10.txt", 0},
		{"masyu", "10x10.txt", 0},
		{"slitherlink", "10x10.txt", 0},
		{"heyawake", "10x10.txt", 8},
		{"kakuro", "9x9.txt", 0},
		{"star_battle", "10x10.txt", 0},
		{"fillomino", "10x10.txt", 0},
		{"sudoku", "escargot.txt", 3},
	} {
		if !testkit.Thorough() && c.spec != "nurikabe" && c.spec != "masyu" {
			continue
		}
		t.Run(c.spec, func(t *testing.T) {
			f := faultsOf(t, shipped(t, c.spec, c.instance))
			if len(f.again) <= c.again {
				f.again = nil
			}
			for _, kind := range []struct {
				name  string
				found []string
			}{
				{"says what was told before, or its opposite", f.known},
				{"goes on after a contradiction", f.beyond},
				{"says several lines twice", f.again},
				{"has more lines than anybody holds in mind", f.trees},
			} {
				for _, text := range kind.found[:min(len(kind.found), mostFaulty)] {
					t.Errorf("%s (%d): %s", kind.name, len(kind.found), text)
				}
			}
		})
	}
}
