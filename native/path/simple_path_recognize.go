package path

import (
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/fd"
	"nazo/native/shape"
)

// freePath is a model of one path that may leave vertices out, in which
// nothing else matters but pairs of edges that exclude each other and at most
// one objective that adds up edges and vertices.
type freePath struct {
	*pathSearch
	w         *shape.Model
	options   engine.SolveOptions
	optimal   bool // there is an objective
	objective model.Objective
	vertices  []int32      // of the search, as vertices of the graph
	links     []int32      // likewise edges
	offset    int64        // what the objective is worth without any edge and vertex
	sign      int64        // -1 if the objective is to be small
	optimizer fd.Optimizer // another way to the best path, or nil
	named     bool         // vertices belong to finds: paths of one vertex differ
}

// recognizeFreePath takes up a path of which no edge and no vertex is known to be on, with at most one
// objective; it returns nil for others.
func recognizeFreePath(w *shape.Model, objectives []model.Objective, o engine.SolveOptions) *freePath {
	if w.Impossible || w.Closed || w.Graph.Directed || len(objectives) > 1 {
		return nil
	}
	of := map[model.Bool]int32{} // open literals of edges, and of vertices from len(w.Edges) on
	for i, l := range slices.Concat(w.Edges, w.Vertices) {
		switch w.Known(l) {
		case 1:
			return nil
		case 0:
			of[l&^1] = int32(i)
		}
	}
	f := newFreePath(w)
	if f == nil || len(f.vertices) == 0 || len(objectives) == 1 && !f.weigh(objectives[0], of) {
		return nil
	}
	if f.options, f.optimal = o, len(objectives) > 0; f.optimal {
		f.objective = objectives[0]
	}
	return f
}

// newFreePath collects the graph that is left and the edges that exclude each
// other; it returns nil if anything else is said.
func newFreePath(w *shape.Model) *freePath {
	f := &freePath{w: w}
	number := make([]int32, len(w.Vertices))
	for v, l := range w.Vertices {
		number[v] = -1
		if w.Known(l) == 0 {
			number[v] = int32(len(f.vertices))
			f.vertices = append(f.vertices, int32(v))
			n := w.Node(l).(model.BoolVar)
			f.named = f.named || w.Vars[n.Var].Find >= 0
		}
	}
	var ends [][2]int32
	edgeOf := map[model.Bool]int32{}
	for i, l := range w.Edges {
		if e := w.Graph.Edges[i]; w.Known(l) == 0 {
			edgeOf[l] = int32(len(ends))
			ends = append(ends, [2]int32{number[e.U], number[e.V]})
			f.links = append(f.links, int32(i))
		}
	}
	excludes := make([][]int32, len(ends))
	for _, c := range w.Clauses {
		if c.Rule != shape.NotAll || len(c.Lits) != 2 {
			return nil
		}
		a, isEdge := edgeOf[c.Lits[0]]
		b, both := edgeOf[c.Lits[1]]
		if !isEdge || !both {
			return nil
		}
		excludes[a], excludes[b] = append(excludes[a], b), append(excludes[b], a)
	}
	for e := range excludes {
		slices.Sort(excludes[e])
		excludes[e] = slices.Compact(excludes[e])
	}
	f.pathSearch = newPathSearch(len(f.vertices), ends, excludes)
	return f
}

// weigh takes an objective apart; it returns false if it is about other things.
func (f *freePath) weigh(o model.Objective, of map[model.Bool]int32) bool {
	f.sign = -1
	if o.Maximize {
		f.sign = 1
	}
	terms := []model.Term{{Coef: 1, X: o.X}}
	if n, ok := f.w.Ints[o.X].(model.Linear); ok {
		terms, f.offset = n.Terms, n.Const
	}
	gains := make([]int64, len(f.w.Edges)+len(f.w.Vertices))
	for _, t := range terms {
		n, ok := f.w.Ints[t.X].(model.ToInt)
		if !ok {
			return false
		}
		i, open := of[n.B&^1]
		l := n.B
		switch {
		case !open && f.w.Known(l) > 0:
			f.offset += t.Coef
		case !open && f.w.Known(l) == 0:
			return false
		case open:
			on := f.w.Edges
			at := int(i)
			if at >= len(on) {
				on, at = f.w.Vertices, at-len(on)
			}
			if on[at] == l {
				gains[i] += t.Coef
			} else {
				f.offset += t.Coef
				gains[i] -= t.Coef
			}
		}
	}
	for k, v := range f.vertices {
		f.nodeGain[k] = f.sign * gains[len(f.w.Edges)+int(v)]
	}
	for k, e := range f.links {
		f.edgeGain[k] = f.sign * gains[e]
		uv := f.ends[k]
		f.maxGain = max(f.maxGain, f.edgeGain[k]+max(f.nodeGain[uv[0]], f.nodeGain[uv[1]]))
	}
	return true
}

// values completes what is known by the path as it is.
func (f *freePath) values() model.Solution {
	values := f.w.Base()
	put := func(l model.Bool) { f.w.Assign(values, l, true) }
	put(f.w.Vertices[f.vertices[f.start]])
	for _, e := range f.edges {
		put(f.w.Edges[f.links[e]])
		put(f.w.Vertices[f.vertices[f.ends[e][0]]])
		put(f.w.Vertices[f.vertices[f.ends[e][1]]])
	}
	return values
}
