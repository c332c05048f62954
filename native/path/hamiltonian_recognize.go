package path

import (
	"slices"

	"nazo/model"
	"nazo/native/fd"
)

// hamiltonian is a path or cycle through known vertices that is all there is to a model, so that
// nothing else needs to be watched while it grows.
type hamiltonian struct {
	*circuit
	root  *fd.Root
	given []forced
	edges []model.Bool // for each edge of the circuit its literal, true for edges to the extra vertex
	stray []model.Bool // edges at vertices that are off
	// vertices has for each vertex of the circuit but the extra ones that of the model.
	vertices []int32
	// lone says that the only path is one vertex.
	lone bool
	// impossible says that there is no path or cycle at all.
	impossible bool
}

// recognizer takes apart what presolve leaves of a model.
type recognizer struct{ *fd.Root }

// hamiltonian recognizes such a model; it returns nil for others: all variables but edges
// are known, every vertex is known to be on or off, and no constraint but the
// path or cycle depends on an edge that is not known. Edges must be finds, so that
// different ones are different solutions.
func (r recognizer) hamiltonian() *hamiltonian {
	w := r.OnlyPath()
	if w == nil || w.Positions != nil || !r.onlyEdges(w) {
		return nil
	}
	ends := r.knownEnds(w)
	for i, l := range w.Edges {
		if r.Value(l) != 0 {
			continue
		}
		e := w.Graph.Edges[i]
		excused := func(o model.Bool, sum int32) bool {
			return ends[e.U].excuses(l, o, sum) || ends[e.V].excuses(l, o, sum)
		}
		if !r.isFree(l, excused) {
			return nil
		}
	}
	return r.newHamiltonian(w, ends)
}

// onlyEdges reports whether the edges' variables, each once, are all that is open.
func (r recognizer) onlyEdges(w *model.Route) bool {
	for _, l := range w.Vertices {
		if r.Value(l) == 0 {
			return false
		}
	}
	m := r.Model()
	isEdge := make([]bool, len(m.Vars))
	for _, l := range w.Edges {
		if r.Value(l) != 0 {
			continue
		}
		n, ok := m.Bools[l.Node()].(model.BoolVar)
		if !ok || isEdge[n.Var] || m.Vars[n.Var].Find < 0 {
			return false
		}
		isEdge[n.Var] = true
	}
	for v := range m.Vars {
		if !isEdge[v] && !r.Fixed(model.VarID(v)) {
			return false
		}
	}
	return true
}

// endMark is what says that a vertex is an end of the path: its open edges,
// at most one of which is on.
type endMark struct {
	edges map[model.Bool]bool
	sum   int32 // the sum that says so, or -1 if each pair excludes each other
}

// knownEnds finds for each vertex of an undirected path whether something that
// was posted says that it is an end; nil where nothing does.
func (r recognizer) knownEnds(w *model.Route) []*endMark {
	marks := make([]*endMark, w.Graph.Order())
	if w.Closed || w.Graph.Directed {
		return marks
	}
	for v, halves := range w.Graph.Out {
		mark := &endMark{edges: map[model.Bool]bool{}, sum: -1}
		var open []model.Bool
		for _, h := range halves {
			if l := w.Edges[h.Edge]; r.Value(l) == 0 {
				mark.edges[l] = true
				open = append(open, l)
			}
		}
		if len(open) > 1 && (r.oneOf(mark, open) || r.exclude(open)) {
			marks[v] = mark
		}
	}
	return marks
}

// oneOf tells the sum that allows just one of the literals, which are those of a mark, and marks it.
func (r recognizer) oneOf(mark *endMark, open []model.Bool) bool {
	for sum := range r.Sums(open[0]) {
		if sum.AllowsOneOf(len(open), func(l model.Bool) bool { return mark.edges[l] }) {
			mark.sum = sum.ID
			return true
		}
	}
	return false
}

// exclude reports whether each two of the literals exclude each other.
func (r recognizer) exclude(open []model.Bool) bool {
	for i, l := range open {
		for _, o := range open[:i] {
			if !slices.Contains(r.Implied(l), o^1) {
				return false
			}
		}
	}
	return true
}

// excuses reports whether what a literal implies, or the sum with that ID if it
// is not negative, only says that the vertex is an end.
func (m *endMark) excuses(l, implied model.Bool, sum int32) bool {
	return m != nil && (sum < 0 && m.edges[l] && m.edges[implied^1] || sum >= 0 && m.sum == sum)
}

// isFree reports whether nothing depends on a literal any more, but what
// is excused: that it implies another, or a sum (with implied then False).
func (r recognizer) isFree(l model.Bool, excused func(implied model.Bool, sum int32) bool) bool {
	for _, o := range r.Implied(l) {
		if r.Value(o) <= 0 && !excused(o, -1) {
			return false
		}
	}
	for _, o := range r.Implied(l ^ 1) {
		if r.Value(o) <= 0 {
			return false
		}
	}
	if r.InClauses(l) {
		return false
	}
	for _, side := range [2]model.Bool{l, l ^ 1} {
		for sum := range r.Sums(side) {
			if !sum.Holds() && !excused(model.False, sum.ID) {
				return false
			}
		}
	}
	return true
}

// nothing excuses nothing.
func nothing(model.Bool, int32) bool { return false }
