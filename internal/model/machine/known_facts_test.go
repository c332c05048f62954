package machine

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// Where the plain parts of a conjunction hold, the whole is worth what its closure
// says.
func TestRestOfConjunctions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.RandomMachine(rt)
		var conditions []model.Bool
		for range rapid.IntRange(1, 5).Draw(rt, "parts") {
			conditions = append(conditions, model.Bool(rapid.IntRange(0, 2*m.BoolCount()-1).Draw(rt, "part")))
		}
		parts := slices.Collect(m.Conjuncts(conditions...))
		c := NewCompiler(m, Plain(m))
		open := c.Rest(parts, nil)
		e := c.NewEvaluation()
		state := make(model.Solution, len(m.Vars))
		for v, of := range m.Vars {
			var values []int64
			for x := range of.Domain.Each {
				values = append(values, x)
			}
			state[v] = rapid.SampledFrom(values).Draw(rt, "value")
		}
		c.layout.PackInto(e.State, state)
		want := true
		for _, part := range parts {
			want = want && m.At(state).Bool(part)
		}
		if got := open(e); got != want {
			rt.Fatalf("%v in %v is %v, want %v", parts, state, got, want)
		}
	})
}

// A chain of tests of one number is a table of it.
func TestChains(t *testing.T) {
	m := model.New()
	x := m.IntVar(m.AddInt(model.Range(-3, 9), -1, false))
	y := m.IntVar(m.AddInt(model.Range(0, 5), -1, false))
	is := func(lo, hi int64) model.Bool { return m.In(x, model.Range(lo, hi)) }
	chain := m.If(is(2, 2), m.Int(20), m.If(is(5, 20).Not(), m.If(is(-3, 1), y, m.If(is(3, 3), m.Plus(x, y), m.Int(7))), m.Int(9)))
	c := NewCompiler(m, Plain(m))
	f := c.Number(chain)
	if _, ok := c.chain(m.Ints[chain].(model.If)); !ok {
		t.Error("no chain was seen")
	}
	e := c.NewEvaluation()
	for xv := int64(-3); xv <= 9; xv++ {
		for yv := range int64(6) {
			c.layout.PackInto(e.State, model.Solution{xv, yv})
			e.Changed()
			if got, want := f(e), model.Evaluate(m, model.Solution{xv, yv}).Int(chain); got != want {
				t.Errorf("x = %d, y = %d: %d, want %d", xv, yv, got, want)
			}
		}
	}
}
