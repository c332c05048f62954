package count

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// A helper that a rule ties to what is to be found doesn't take the place of it.
func TestCountBesideHelpers(t *testing.T) {
	for _, c := range []struct {
		name    string
		tie     func(m *model.Model, own, a, b model.Bool) model.Bool
		refused bool
	}{
		{"own first", func(m *model.Model, own, a, _ model.Bool) model.Bool { return m.Iff(own, a) }, false},
		{"negated", func(m *model.Model, own, a, _ model.Bool) model.Bool { return m.Iff(own, a.Not()) }, false},
		{"of two", func(m *model.Model, own, a, b model.Bool) model.Bool { return m.Iff(own, m.Or(a, b)) }, true},
	} {
		m := model.New()
		m.Finds = []model.Find{{Name: "lines"}, {Name: "more"}}
		m.Rules = []model.Rule{{Name: "shape"}, {Name: "more"}}
		m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}}
		g := testkit.Grid(2, 3)
		var edges, vertices []model.Bool
		for range g.Edges {
			edges = append(edges, m.BoolVar(m.AddBool(0)))
		}
		for range g.Order() {
			vertices = append(vertices, m.BoolVar(m.AddBool(-1)))
		}
		m.Constrain(0, model.True, model.Route{Graph: g, Edges: edges, Vertices: vertices, Closed: true})
		own, a, b := m.BoolVar(m.AddBool(1)), m.BoolVar(m.AddBool(-1)), m.BoolVar(m.AddBool(-1))
		m.Constrain(1, model.True, model.Assert{B: c.tie(m, own, a, b)})
		got := countOf(m, model.CountOptions{})
		switch {
		case c.refused && got.Complete:
			t.Errorf("%s: counted, %v", c.name, got.N)
		case !c.refused && (!got.Complete || got.N.Int64() != 6): // three cycles, each with either value
			t.Errorf("%s: %v, %s", c.name, got.N, got.Reason)
		}
	}
}
