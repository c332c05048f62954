package judge

import (
	"nazo/graph"
	"nazo/ref"
	"nazo/value"
	"slices"
)

// Shape is which values a find or a state may have. Exactly one of Keys, Values,
// Members and Graph is set, or Stack.
type Shape struct {
	// Keys are those of an array, with the shape of each value in Parts. Of a
	// Permutation the values are the keys, each once. Board is that of the keys.
	Keys        *value.Set
	Parts       []Shape
	Permutation bool
	Board       *value.Board
	// Values are those of a single value, Optional if it may also be none. A range of
	// numbers is not spelt out.
	Values   value.Value // a *value.Set or a value.Range
	Optional bool
	// Members are those of which a set has some.
	Members *value.Set
	// Graph is where a path, cycle or links run. Labels has what links join: for each
	// vertex its label or none.
	Graph  *value.Graph
	Kind   value.RouteKind
	Labels []value.Value
	// Stack says that it is a list of UpTo values at most, each of the shape in Parts.
	Stack bool
	UpTo  int

	same *sameGraphs
}

// sameGraphs remembers which graphs are equal to that of a shape: a large one takes
// long to compare, and answers bring the same again and again.
type sameGraphs struct{ graphs map[*value.Graph]bool }

// Admits reports whether a known value has the shape.
func (s *Shape) Admits(v value.Value) bool {
	switch {
	case s.Keys != nil:
		return s.admitsArray(v)
	case s.Values != nil:
		return isNone(v) && s.Optional || contains(s.Values, v)
	case s.Members != nil:
		set, ok := v.(*value.Set)
		if !ok {
			return false
		}
		for _, m := range set.List() {
			if !s.Members.Contains(m) {
				return false
			}
		}
		return true
	case s.Graph != nil:
		return s.admitsRoute(v)
	}
	list, ok := v.(value.List)
	if !ok || len(list) > s.UpTo {
		return false
	}
	for _, x := range list {
		if !s.Parts[0].Admits(x) {
			return false
		}
	}
	return true
}

func (s *Shape) admitsArray(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != s.Keys.Len() {
		return false
	}
	for i, k := range s.Keys.List() {
		if part, found := a.At(k); !found || !s.Parts[i].Admits(part) {
			return false
		}
	}
	return !s.Permutation || value.NewSet(a.Values...).Len() == s.Keys.Len()
}

// contains tells whether a value is one of a set or a range.
func contains(s, v value.Value) bool {
	if r, ok := s.(value.Range); ok {
		n, isInt := v.(value.Int)
		return isInt && r.Lo <= int64(n) && int64(n) <= r.Hi
	}
	return s.(*value.Set).Contains(v)
}

// admitsRoute counts the edges at each vertex, and what hangs together by them.
func (s *Shape) admitsRoute(v value.Value) bool {
	w, ok := v.(*value.Route)
	if !ok || w.Kind != s.Kind || !w.Known || !s.hasGraph(w.Graph) {
		return false
	}
	g := w.Graph.Plain()
	on := make([]bool, g.Order())
	vertices := 0
	for v := range on {
		if on[v] = w.Vertices[v] == ref.True; on[v] {
			vertices++
		}
	}
	parts := graph.NewUnionFind(g.Order())
	degree, left, entered := make([]int, g.Order()), make([]bool, g.Order()), make([]bool, g.Order())
	edges, joined := 0, 0
	for i, e := range g.Edges {
		if w.Edges[i] != ref.True {
			continue
		}
		if !on[e.U] || !on[e.V] || g.Directed && (left[e.U] || entered[e.V]) {
			return false
		}
		edges++
		degree[e.U]++
		degree[e.V]++
		left[e.U], entered[e.V] = true, true
		if parts.Join(e.U, e.V) {
			joined++
		}
	}
	switch s.Kind {
	case value.Links:
		return joined == edges && s.joins(on, degree, parts)
	case value.Cycle:
		least := 3
		if g.Directed {
			least = 2
		}
		return vertices >= least && edges == vertices && joined == vertices-1 && slices.Max(degree) == 2
	}
	return vertices > 0 && edges == vertices-1 && joined == edges && slices.Max(degree) <= 2
}

// joins reports whether each line leads from one of two equal labels to the other, past
// no label in between, and whether every label has its line. The lines close no ring.
func (s *Shape) joins(on []bool, degree []int, parts graph.UnionFind) bool {
	ends := map[int32]value.Value{} // of each line the label at the end that was met
	for v, label := range s.Labels {
		switch {
		case isNone(label):
			if on[v] && degree[v] != 2 {
				return false
			}
		case degree[v] != 1:
			return false
		default:
			line := parts.Find(int32(v))
			if first, met := ends[line]; met && !value.Equal(first, label) {
				return false
			}
			ends[line] = label
		}
	}
	return true
}

// hasGraph tells whether a graph has the same vertices and edges in the same order, as
// one that was made elsewhere of the same spec has.
func (s *Shape) hasGraph(g *value.Graph) bool {
	if g == s.Graph {
		return true
	}
	same, known := s.same.graphs[g]
	if !known {
		same = value.Equal(g, s.Graph)
		s.same.graphs[g] = same
	}
	return same
}
