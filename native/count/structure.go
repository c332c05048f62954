package count

import (
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/graph"
	"nazo/model"
	"nazo/native/count/frontier"
	"nazo/native/shape"
)

// structure is the one constraint of a model about the edges of a graph as a whole.
type structure struct {
	instance int32
	shape    frontier.Shape
	graph    *graph.Graph
	// edges and vertices are truth values of the lowered model; vertices is nil
	// for forests.
	edges, vertices []model.Bool
	labels          []int32
	// tree is set if there must be no cycle, either: with all vertices, a spanning tree.
	tree bool
	// numbered is the model's path if its vertices are numbered.
	numbered *shape.Shape
}

// ruleName quotes the rule of an instance, for the reason of a refusal.
func ruleName(m *model.Model, instance int32) string {
	if instance < 0 {
		return "the values of a variable"
	}
	return fmt.Sprintf("rule %q", m.Rules[m.Instances[instance].Rule].Name)
}

// structureOf lowers all constraints of a task and returns the one that is about
// a graph; nil if there is none.
func (l *lowering) structureOf(o engine.Options) (*structure, error) {
	var all []*structure
	for _, c := range l.from.Constraints {
		if slices.Contains(o.Off, c.Instance) {
			continue
		}
		guard := l.rewrite.Bool(c.Guard)
		if guard == model.False || l.constraint(c, guard) {
			continue
		}
		s, why := l.whole(c.Body)
		if s == nil {
			return nil, fmt.Errorf("%s %s", ruleName(l.from, c.Instance), why)
		}
		if guard != model.True {
			return nil, fmt.Errorf("%s is about a whole graph, but only under a condition", ruleName(l.from, c.Instance))
		}
		s.instance = c.Instance
		all = append(all, s)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	case 2:
		if tree := spanning(all[0], all[1]); tree != nil {
			return tree, nil
		}
	}
	return nil, fmt.Errorf("%s and %s are both about a graph as a whole",
		ruleName(l.from, all[0].instance), ruleName(l.from, all[1].instance))
}

// whole is a constraint as a structure; if it is none about edges, why is the reason.
func (l *lowering) whole(b model.Body) (s *structure, why string) {
	each := func(bs []model.Bool) []model.Bool {
		out := make([]model.Bool, len(bs))
		for i, b := range bs {
			out[i] = l.rewrite.Bool(b)
		}
		return out
	}
	if r, ok := shape.Of(b); ok {
		s := &structure{shape: frontier.OnePath, graph: r.Graph, edges: each(r.Edges), vertices: each(r.Vertices), labels: r.Labels}
		switch {
		case r.Labels != nil:
			s.shape = frontier.Linked
		case r.Closed:
			s.shape = frontier.OneCycle
		case r.Positions != nil:
			s.numbered = &r
		}
		return s, ""
	}
	switch b := b.(type) {
	case model.Acyclic:
		if b.Graph.Directed {
			return nil, "is about a graph with directions, which play no part"
		}
		return &structure{shape: frontier.Forest, graph: b.Graph, edges: each(b.Edges)}, ""
	case model.Connected:
		switch {
		case b.Edges == nil:
			return nil, "wants vertices connected, not by edges that are chosen"
		case b.Graph.Directed:
			return nil, "is about a graph with directions, which play no part"
		}
		return &structure{shape: frontier.Connected, graph: b.Graph, edges: each(b.Edges), vertices: each(b.Vertices)}, ""
	}
	return nil, "can't be written over truth values, one by one"
}

// spanning joins "no cycle" and "all vertices connected" on the same edges; nil
// if it is anything else.
func spanning(a, b *structure) *structure {
	if a.shape == frontier.Connected {
		a, b = b, a
	}
	if a.shape != frontier.Forest || b.shape != frontier.Connected || !slices.Equal(a.graph.Edges, b.graph.Edges) ||
		!slices.Equal(a.edges, b.edges) || slices.ContainsFunc(b.vertices, func(v model.Bool) bool { return v != model.True }) {
		return nil
	}
	tree := *b
	tree.tree = true
	return &tree
}
