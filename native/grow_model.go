package native

import (
	"slices"

	"nazo/model"
)

// freePath is a model of one path that may leave vertices out, in which
// nothing else matters but pairs of edges that exclude each other and at most
// one objective that adds up edges and vertices.
type freePath struct {
	*growth
	w        *model.Walk
	vertices []int32 // of the growth, as vertices of the graph
	links    []int32 // likewise edges
	offset   int64   // what the objective is worth without any edge and vertex
	sign     int64   // -1 if the objective is to be small
	named    bool    // vertices belong to finds: paths of one vertex differ
}

// freePath recognizes such a model before the walk and the objective are
// posted; it returns nil for others.
func (p *poster) freePath(objectives []model.Objective) *freePath {
	w := p.onlyWalk()
	if w == nil || w.Closed || w.Graph.Directed || w.Positions != nil || len(objectives) > 1 {
		return nil
	}
	of := map[lit]int32{} // open literals of edges, and of vertices from len(w.Edges) on
	for i, l := range slices.Concat(w.Edges, w.Vertices) {
		n, ok := p.m.Bools[l.Node()].(model.BoolVar)
		switch {
		case p.s.val[l] > 0:
			return nil
		case p.s.val[l] < 0:
			continue
		case !ok || i < len(w.Edges) && p.m.Vars[n.Var].Find < 0:
			return nil
		}
		if _, twice := of[l&^1]; twice {
			return nil
		}
		of[l&^1] = int32(i)
	}
	for v, slot := range p.slots {
		if !p.m.Vars[v].Bool && !p.s.fixed(slot) {
			return nil
		} else if _, ok := of[lit(slot)]; p.m.Vars[v].Bool && p.s.val[slot] == 0 && !ok {
			return nil
		}
	}
	f := p.newFreePath(w)
	if f == nil || len(f.vertices) == 0 || len(objectives) == 1 && !f.weigh(p, objectives[0], of) {
		return nil
	}
	return f
}

// newFreePath collects the graph that is left and the edges that exclude each
// other; it returns nil if anything else is said about an edge or a vertex.
func (p *poster) newFreePath(w *model.Walk) *freePath {
	f := &freePath{w: w}
	number := make([]int32, len(w.Vertices))
	for v, l := range w.Vertices {
		number[v] = -1
		if p.s.val[l] == 0 {
			number[v] = int32(len(f.vertices))
			f.vertices = append(f.vertices, int32(v))
			if !p.isFree(l, nothing) {
				return nil
			}
			n := p.m.Bools[l.Node()].(model.BoolVar)
			f.named = f.named || p.m.Vars[n.Var].Find >= 0
		}
	}
	var ends [][2]int32
	edgeOf := map[lit]int32{}
	for i, l := range w.Edges {
		if e := w.Graph.Edges[i]; p.s.val[l] == 0 && number[e.U] >= 0 && number[e.V] >= 0 {
			edgeOf[l] = int32(len(ends))
			ends = append(ends, [2]int32{number[e.U], number[e.V]})
			f.links = append(f.links, int32(i))
		} else if p.s.val[l] == 0 && !p.isFree(l, nothing) {
			return nil
		}
	}
	excludes := make([][]int32, len(ends))
	for l, e := range edgeOf {
		for _, o := range p.s.implied[l] {
			if other, ok := edgeOf[o^1]; ok {
				excludes[e] = append(excludes[e], other)
			}
		}
		slices.Sort(excludes[e])
		excludes[e] = slices.Compact(excludes[e])
		if !p.isFree(l, func(o lit, sum int32) bool { _, ok := edgeOf[o^1]; return ok && sum < 0 }) {
			return nil
		}
	}
	f.growth = newGrowth(len(f.vertices), ends, excludes)
	return f
}

// weigh takes an objective apart; it returns false if it is about other things.
func (f *freePath) weigh(p *poster, o model.Objective, of map[lit]int32) bool {
	f.sign = -1
	if o.Maximize {
		f.sign = 1
	}
	terms := []model.Term{{Coef: 1, X: o.X}}
	if n, ok := p.m.Ints[o.X].(model.Linear); ok {
		terms, f.offset = n.Terms, n.Const
	}
	gains := make([]int64, len(f.w.Edges)+len(f.w.Vertices))
	for _, t := range terms {
		n, ok := p.m.Ints[t.X].(model.ToInt)
		if !ok {
			return false
		}
		i, open := of[n.B&^1]
		l := n.B
		switch {
		case !open && p.s.val[l] > 0:
			f.offset += t.Coef
		case !open && p.s.val[l] == 0:
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
func (f *freePath) values(p *poster, root model.Solution) model.Solution {
	values := slices.Clone(root)
	put := func(l lit, on bool) { p.put(values, l, on) }
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
