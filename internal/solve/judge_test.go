package solve_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestJudgeAgainstModel assigns random values to the variables of random specs: the
// judge accepts the answer that they make exactly where the model's own meaning has
// no constraint violated. Only models without helpers can be asked; in
// others an answer does not tell all variables.
func TestJudgeAgainstModel(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	asked, accepted := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(spec).Draw(t, "spec")
		p, _ := compileText(text)
		if p == nil || slices.ContainsFunc(p.Model.Vars, func(v *model.Var) bool { return v.Find < 0 }) {
			return
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 50 {
			s := make(model.Solution, len(p.Model.Vars))
			for i, v := range p.Model.Vars {
				s[i] = pickFrom(v.Domain, random)
			}
			a, err := p.Decode(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			violated := model.Evaluate(p.Model, s).Violated(nil)
			verdict := p.Judge.Judge(a)
			if verdict.Accepted != (len(violated) == 0) {
				t.Fatalf("%s\n%s: accepted by the judge: %t (%v), violated in the model: %v", text, textOf(p, a), verdict.Accepted, verdict.Violations, violated)
			}
			asked++
			if verdict.Accepted {
				accepted++
			}
		}
	})
	t.Logf("%d assignments, %d of them accepted", asked, accepted)
	if accepted*50 < asked || accepted == asked {
		testkit.ShowsLittle(t, "%d of %d assignments were accepted: that tells too little", accepted, asked)
	}
}

// pickFrom draws a value of a domain.
func pickFrom(d model.Domain, random *rand.Rand) int64 {
	n := random.Int64N(d.Size())
	for _, i := range d {
		if n < i.Size() {
			return i.Lo + n
		}
		n -= i.Size()
	}
	panic("unreachable: the sizes add up")
}
