package fd

import (
	"context"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// TestDefinitionsSleep asks about a unit for which the sizes of parts do not matter: nothing is found out about these. Where they matter, they
// are.
func TestDefinitionsSleep(t *testing.T) {
	m := model.New()
	m.Rules = []model.Rule{{Name: "sizes", Defines: true}, {Name: "one edge"}, {Name: "a size"}}
	m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}, {Rule: 2}}
	m.Finds = []model.Find{{Name: "joined"}}
	g := alg.NewGraph(4, []alg.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}}, false)
	var edges []model.Bool
	for range g.Edges {
		edges = append(edges, m.BoolVar(m.AddBool(0)))
	}
	var sizes []model.Int
	for range 4 {
		sizes = append(sizes, m.IntVar(m.AddInt(model.Range(1, 4), -1, false)))
	}
	m.Constrain(0, model.True, model.ComponentSizes{Graph: g, Edges: edges, Sizes: sizes})
	m.Constrain(1, model.True, model.Assert{B: edges[0]})
	m.Constrain(2, model.True, model.Assert{B: m.In(sizes[0], model.Values(1))})
	q, err := InquireSwitched(context.Background(), m, model.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	worked := 0
	for i, p := range q.s.props {
		q.s.props[i] = watched{p, &worked}
	}
	first := m.Node(edges[0]).(model.BoolVar).Var
	supposed := []model.Fact{{Var: first, Value: 1, Is: true}}
	if r := q.Ask(t.Context(), model.Query{On: []int32{1}, Supposed: supposed, Conflicts: 9}); r.Solution == nil {
		t.Fatalf("one edge: %+v", r)
	}
	if worked > 0 || len(q.s.props) == 0 {
		t.Errorf("the sizes of parts were looked at %d times", worked)
	}
	for i, p := range q.s.props {
		q.s.props[i] = p.(watched).propagator
	}
	if r := q.Ask(t.Context(), model.Query{On: []int32{2}, Supposed: supposed, Conflicts: 9}); !r.Refuted || len(r.Units) != 1 || len(r.Supposed) != 1 {
		t.Errorf("a size: %+v", r)
	}
}

// watched is a propagator that counts how often it works.
type watched struct {
	propagator
	times *int
}

func (w watched) propagate(s *store) bool {
	*w.times++
	return w.propagator.propagate(s)
}
