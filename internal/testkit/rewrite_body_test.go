package testkit_test

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestRewriteBody builds the constraints of random models again and holds the
// meaning of both against each other.
func TestRewriteBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.Random(t)
		to := model.New()
		values := make(model.Solution, len(m.Vars))
		for v, of := range m.Vars {
			if of.Bool {
				to.AddBool(-1)
			} else {
				to.AddInt(of.Domain, -1, of.Nominal)
			}
			nth := rapid.Int64Range(0, of.Domain.Size()-1).Draw(t, "value")
			for x := range of.Domain.Each {
				if values[v] = x; nth == 0 {
					break
				}
				nth--
			}
		}
		r := model.Rewriter{From: m, To: to, BoolVar: to.BoolVar, IntVar: to.IntVar}
		to.Rules, to.Instances = m.Rules, m.Instances
		var bodies []model.Body
		for _, c := range m.Constraints {
			bodies = append(bodies, c.Body.Rewrite(&r))
			to.Constrain(c.Instance, model.True, bodies[len(bodies)-1])
		}
		if err := to.Validate(); err != nil {
			t.Fatal(err)
		}
		was, is := model.Evaluate(m, values), model.Evaluate(to, values)
		for i, c := range m.Constraints {
			if c.Body.Holds(was) != bodies[i].Holds(is) {
				t.Errorf("constraint %d, %T, is %t, was %t", i, c.Body, bodies[i].Holds(is), c.Body.Holds(was))
			}
		}
	})
}
