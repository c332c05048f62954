package machine

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// Every node, as a table or not, is worth what its definition says, wherever the
// variables lie.
func TestCompilerMeansTheModel(t *testing.T) {
	for _, layout := range []struct {
		name string
		of   func(*model.Model) *Layout
	}{{"packed", Packed}, {"plain", Plain}} {
		t.Run(layout.name, func(t *testing.T) {
			tables, machines := 0, 0
			rapid.Check(t, func(rt *rapid.T) {
				machines++
				m := testkit.RandomMachine(rt)
				c := NewCompiler(m, layout.of(m))
				if rapid.Bool().Draw(rt, "no tables") {
					c.room = 0
				}
				room := c.room
				checkNodes(rt, c)
				if c.room < room {
					tables++
				}
			})
			if tables == 0 && machines >= 50 { // of fewer, none may have one
				t.Errorf("nothing became a table in %d machines", machines)
			}
		})
	}
}

// checkNodes compares all nodes with their definitions.
func checkNodes(t *rapid.T, c *Compiler) {
	m := c.m
	for i := range m.BoolCount() {
		c.Mention(model.Bool(2 * i))
	}
	var bools []Condition
	var ints []Number
	for i := range m.BoolCount() {
		bools = append(bools, c.Condition(model.Bool(2*i)), c.Condition(model.Bool(2*i+1)))
	}
	for x := range m.Ints {
		ints = append(ints, c.Number(model.Int(x)))
	}
	e := c.NewEvaluation()
	for range 3 {
		state := make(model.Solution, len(m.Vars))
		for v, of := range m.Vars {
			state[v] = rapid.SampledFrom(slices.Collect(of.Domain.Each)).Draw(t, "value")
			if value, lasts := c.layout.Lasting(model.VarID(v)); lasts {
				state[v] = value
			}
		}
		c.layout.PackInto(e.State, state)
		e.Changed()
		want := model.Evaluate(m, state)
		for i, f := range bools {
			if f(e) != want.Bool(model.Bool(i)) {
				t.Fatalf("condition %d is %v in %v", i, f(e), state)
			}
		}
		for x, f := range ints {
			if f(e) != want.Int(model.Int(x)) {
				t.Fatalf("number %d is %d in %v, want %d", x, f(e), state, want.Int(model.Int(x)))
			}
		}
	}
}
