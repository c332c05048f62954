package path

import (
	"slices"

	"nazo/model"
	"nazo/native/fd"
)

// freePath is a model of one path that may leave vertices out, in which
// nothing else matters but pairs of edges that exclude each other and at most
// one objective that adds up edges and vertices.
type freePath struct {
	*pathSearch
	root     *fd.Root
	w        *model.Route
	vertices []int32 // of the search, as vertices of the graph
	links    []int32 // likewise edges
	offset   int64   // what the objective is worth without any edge and vertex
	sign     int64   // -1 if the objective is to be small
	named    bool    // vertices belong to finds: paths of one vertex differ
}

// freePath recognizes such a model before the walk and the objective are
// posted; it returns nil for others.
func (r recognizer) freePath() *freePath {
	w, m, objectives := r.OnlyPath(), r.Model(), r.Objectives()
	if w == nil || w.Closed || w.Graph.Directed || w.Positions != nil || len(objectives) > 1 {
		return nil
	}
	of := map[model.Bool]int32{} // open literals of edges, and of vertices from len(w.Edges) on
	for i, l := range slices.Concat(w.Edges, w.Vertices) {
		n, ok := m.Bools[l.Node()].(model.BoolVar)
		switch {
		case r.Value(l) > 0:
			return nil
		case r.Value(l) < 0:
			continue
		case !ok || i < len(w.Edges) && m.Vars[n.Var].Find < 0:
			return nil
		}
		if _, twice := of[l&^1]; twice {
			return nil
		}
		of[l&^1] = int32(i)
	}
	for v := range m.Vars {
		if r.Fixed(model.VarID(v)) {
			continue
		}
		if !m.Vars[v].Bool {
			return nil
		} else if _, ok := of[r.Literal(model.VarID(v))]; !ok {
			return nil
		}
	}
	f := r.newFreePath(w)
	if f == nil || len(f.vertices) == 0 || len(objectives) == 1 && !f.weigh(objectives[0], of) {
		return nil
	}
	return f
}

// newFreePath collects the graph that is left and the edges that exclude each
// other; it returns nil if anything else is said about an edge or a vertex.
func (r recognizer) newFreePath(w *model.Route) *freePath {
	f, m := &freePath{root: r.Root, w: w}, r.Model()
	number := make([]int32, len(w.Vertices))
	for v, l := range w.Vertices {
		number[v] = -1
		if r.Value(l) == 0 {
			number[v] = int32(len(f.vertices))
			f.vertices = append(f.vertices, int32(v))
			if !r.isFree(l, nothing) {
				return nil
			}
			n := m.Bools[l.Node()].(model.BoolVar)
			f.named = f.named || m.Vars[n.Var].Find >= 0
		}
	}
	var ends [][2]int32
	edgeOf := map[model.Bool]int32{}
	for i, l := range w.Edges {
		if e := w.Graph.Edges[i]; r.Value(l) == 0 && number[e.U] >= 0 && number[e.V] >= 0 {
			edgeOf[l] = int32(len(ends))
			ends = append(ends, [2]int32{number[e.U], number[e.V]})
			f.links = append(f.links, int32(i))
		} else if r.Value(l) == 0 && !r.isFree(l, nothing) {
			return nil
		}
	}
	excludes := make([][]int32, len(ends))
	for l, e := range edgeOf {
		for _, o := range r.Implied(l) {
			if other, ok := edgeOf[o^1]; ok {
				excludes[e] = append(excludes[e], other)
			}
		}
		slices.Sort(excludes[e])
		excludes[e] = slices.Compact(excludes[e])
		if !r.isFree(l, func(o model.Bool, sum int32) bool { _, ok := edgeOf[o^1]; return ok && sum < 0 }) {
			return nil
		}
	}
	f.pathSearch = newPathSearch(len(f.vertices), ends, excludes)
	return f
}

// weigh takes an objective apart; it returns false if it is about other things.
func (f *freePath) weigh(o model.Objective, of map[model.Bool]int32) bool {
	m := f.root.Model()
	f.sign = -1
	if o.Maximize {
		f.sign = 1
	}
	terms := []model.Term{{Coef: 1, X: o.X}}
	if n, ok := m.Ints[o.X].(model.Linear); ok {
		terms, f.offset = n.Terms, n.Const
	}
	gains := make([]int64, len(f.w.Edges)+len(f.w.Vertices))
	for _, t := range terms {
		n, ok := m.Ints[t.X].(model.ToInt)
		if !ok {
			return false
		}
		i, open := of[n.B&^1]
		l := n.B
		switch {
		case !open && f.root.Value(l) > 0:
			f.offset += t.Coef
		case !open && f.root.Value(l) == 0:
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

// values completes what is known at the root by the path as it is.
func (f *freePath) values(root model.Solution) model.Solution {
	values := slices.Clone(root)
	put := func(l model.Bool, on bool) { f.root.Model().Assign(values, l, on) }
	for _, l := range f.w.Edges {
		put(l, false)
	}
	for _, l := range f.w.Vertices {
		put(l, false)
	}
	put(f.w.Vertices[f.vertices[f.start]], true)
	for _, e := range f.edges {
		put(f.w.Edges[f.links[e]], true)
		put(f.w.Vertices[f.vertices[f.ends[e][0]]], true)
		put(f.w.Vertices[f.vertices[f.ends[e][1]]], true)
	}
	return values
}
