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

// shapes has for each form of edges the shape by which it is counted.
var shapes = [...]frontier.Shape{
	model.PathForm:      frontier.OnePath,
	model.CycleForm:     frontier.OneCycle,
	model.LinksForm:     frontier.Linked,
	model.ForestForm:    frontier.Forest,
	model.ConnectedForm: frontier.Connected,
}

// whole is a constraint as a structure; if it is none about edges, why is the reason.
func (l *lowering) whole(b model.Body) (s *structure, why string) {
	const refused = "is about much of the board at once"
	body, ok := b.(model.Structure)
	if !ok {
		return nil, refused
	}
	g, edges := body.Chosen()
	form, vertices := body.Form()
	undirected := form == model.ForestForm || form == model.ConnectedForm
	switch {
	case form == model.OtherForm:
		return nil, refused
	case edges == nil:
		return nil, "wants vertices connected, not by edges that are chosen"
	case g.Directed && undirected:
		return nil, "is about a graph with directions, which play no part"
	}
	s = &structure{shape: shapes[form], graph: g, edges: l.each(edges), vertices: l.each(vertices)}
	if r, ok := shape.Of(b); ok {
		s.labels = r.Labels
		if r.Positions != nil {
			s.numbered = &r
		}
	}
	return s, ""
}

// each lowers truth values; nil stays nil.
func (l *lowering) each(bs []model.Bool) []model.Bool {
	if bs == nil {
		return nil
	}
	out := make([]model.Bool, len(bs))
	for i, b := range bs {
		out[i] = l.rewrite.Bool(b)
	}
	return out
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
