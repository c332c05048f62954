package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/graph"
	"nazo/model"
	"nazo/value"
)

// distance is how many steps lead from one vertex to another: over a board, in a known graph, or within what is to be found.
func (lw *Lowerer) distance(at dsl.Node, args []value.Value) value.Value {
	most := lw.Most
	of := args[2:]
	if !slices.ContainsFunc(of, func(v value.Value) bool { return !value.Known(v) }) {
		return lw.Lift(at, args[:2], func(ends []value.Value) value.Value {
			return lw.OfKnown("distance", at, slices.Concat(ends, of)...)
		})
	}
	w := lw.web(at, of, len(of) == 1 && lw.Form > 1)
	return lw.Lift(at, args[:2], func(ends []value.Value) value.Value {
		a, b := w.Graph.Vertices.Index(ends[0]), w.Graph.Vertices.Index(ends[1])
		switch {
		case a >= 0 && b >= 0:
			return lw.stepsBetween(at, w, int32(a), int32(b), most)
		case w.All && !Absent(ends[0]) && value.Equal(ends[0], ends[1]):
			return value.Int(0)
		}
		return value.None{}
	})
}

// stepsBetween counts for how many numbers of steps, from 0, they don't lead so far. Beyond most, if that isn't negative, it is none.
func (lw *Lowerer) stepsBetween(at dsl.Node, w *value.Web, a, b int32, most int64) value.Value {
	if !w.Graph.Directed && a > b {
		a, b = b, a
	}
	farthest := int64(w.Graph.Vertices.Len() - 1)
	if most >= 0 {
		farthest = min(farthest, most)
	}
	layers := lw.within(at, w, a, farthest)
	var notYet []model.Bool
	for _, layer := range layers[:farthest] {
		notYet = append(notYet, layer[b].Not())
	}
	x, _ := lw.Number(at, lw.Count(at, notYet))
	return lw.unknown(at, x, layers[farthest][b])
}

// reachKey is a vertex of a web.
type reachKey struct {
	web  *value.Web
	from int32
}

// within has for each number of steps up to one the vertices of a web that they lead to from a vertex. It is made once, as
// far as it is asked for.
func (lw *Lowerer) within(at dsl.Node, w *value.Web, from int32, steps int64) [][]model.Bool {
	key := reachKey{w, from}
	layers := lw.reached[key]
	g := w.Graph.Plain()
	if layers == nil {
		first := slices.Repeat([]model.Bool{model.False}, g.Order())
		first[from] = w.Vertices[from]
		layers = append(layers, first)
	}
	for int64(len(layers)) <= steps {
		before := layers[len(layers)-1]
		layer := make([]model.Bool, g.Order())
		for v := range layer {
			lw.Tick(at)
			layer[v] = lw.Or(before[v], lw.And(w.Vertices[v], lw.Or(lw.entering(w, g.In[v], before)...)))
		}
		layers = append(layers, layer)
	}
	lw.reached[key] = layers
	return layers
}

// entering has for each edge by which a vertex may be entered the condition that it is there and its other end was reached.
func (lw *Lowerer) entering(w *value.Web, in []graph.Half, reached []model.Bool) []model.Bool {
	out := make([]model.Bool, len(in))
	for i, h := range in {
		out[i] = reached[h.To]
		if w.Edges != nil {
			out[i] = lw.And(out[i], w.Edges[h.Edge])
		}
	}
	return out
}
