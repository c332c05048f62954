package play

import (
	"testing"

	"pgregory.net/rapid"

	"nazo/model"
	"nazo/model/modeltest"
)

// Every node, as a table or not, is worth what its definition says.
func TestTables(t *testing.T) {
	tables := 0
	rapid.Check(t, func(rt *rapid.T) {
		m := modeltest.RandomMachine(rt)
		c := newCoder(m)
		for i := range m.Bools {
			c.mention(model.Bool(2 * i))
			if d := c.digestBool(model.Bool(2 * i)); d.weight >= leastWeight {
				tables++
			}
		}
		var bools []condition
		var ints []number
		for i := range m.Bools {
			bools = append(bools, c.bool(model.Bool(2*i)), c.bool(model.Bool(2*i+1)))
		}
		for x := range m.Ints {
			ints = append(ints, c.int(model.Int(x)))
		}
		b := c.newBoard()
		for range 3 {
			for v, of := range m.Vars {
				var values []int64
				for x := range of.Domain.Each {
					values = append(values, x)
				}
				b.vars[v] = rapid.SampledFrom(values).Draw(rt, "value")
			}
			b.changed()
			want := model.Evaluate(m, b.vars)
			for i, f := range bools {
				if f(b) != want.Bool(model.Bool(i)) {
					rt.Fatalf("condition %d is %v in %v", i, f(b), b.vars)
				}
			}
			for x, f := range ints {
				if f(b) != want.Int(model.Int(x)) {
					rt.Fatalf("number %d is %d in %v, want %d", x, f(b), b.vars, want.Int(model.Int(x)))
				}
			}
		}
	})
	if tables == 0 {
		t.Error("nothing became a table")
	}
}
