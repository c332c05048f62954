package draw

import (
	"maps"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/judge"
)

// Marks link the ways to write an answer down and the values of finds. JSON, a drawn board, a grid of
// symbols and a board of puzz.link all say what stands at which place. Their readers yield marks, and
// [Find.Value] makes a value of them.

// A PlacedMark is what stands at a place of a find: whether a member is in a set, whether a line takes an edge, whether
// the ends of an edge are in one part, or which value an array has for a key. Is is nil if that is unknown.
type PlacedMark struct{ At, Is value.Value }

// Find gathers the marks of one find.
type Find struct {
	Shape judge.Shape
	// Keys are the places for marks, nil if the shape has none. Known has the mark of each, nil if unknown.
	Keys      []value.Value
	Known     []value.Value
	Open      bool // the answer may have more than the marks
	EitherWay bool // the lines have no direction, as in drawings

	visited map[int]bool // by number, the vertices of a route that are on it even without an edge
}

// FindOf returns a find without marks.
func FindOf(s judge.Shape) *Find {
	f := &Find{Shape: s, visited: map[int]bool{}}
	switch s := s.(type) {
	case *judge.SetShape:
		f.Keys = s.Members.List()
	case *judge.ScalarShape:
		if set, ok := s.Values.(*value.Set); ok {
			f.Keys = set.List()
		}
	case *judge.ArrayShape:
		f.Keys = s.Keys.List()
	case *judge.RouteShape:
		f.Keys = s.Graph.EdgeList()
	case *judge.RegionsShape:
		f.Keys = s.Graph.EdgeList()
	}
	f.Known = make([]value.Value, len(f.Keys))
	return f
}

// truths is the shape of the marks of sets and edges.
var truths = &judge.ScalarShape{Values: value.NewSet(value.False, value.True)}

// Part returns the shape of the mark at a key.
func (f *Find) Part(key int) judge.Shape {
	if a, ok := f.Shape.(*judge.ArrayShape); ok {
		return a.Parts[key]
	}
	return truths
}

// Empty reports whether there is no mark.
func (f *Find) Empty() bool {
	return !slices.ContainsFunc(f.Known, func(v value.Value) bool { return v != nil })
}

// Rest fills all places without a mark.
func (f *Find) Rest(with value.Value) {
	for i, v := range f.Known {
		if v == nil {
			f.Known[i] = with
		}
	}
}

// Misfit says why marks make no value, and at which key or vertex. At is nil if no single place is wrong.
type Misfit struct {
	At   value.Value
	Text string
}

// Value returns the value of the marks, [value.Partly] if it is open or marks are missing, nil without marks.
func (f *Find) Value() (value.Value, *Misfit) {
	if f.Empty() && (f.Open || len(f.Keys) > 0) {
		return nil, nil
	}
	if _, ok := f.Shape.(*judge.ScalarShape); ok {
		if in := f.members(); len(in) == 1 {
			return in[0], nil
		}
		return nil, nil
	}
	if s, ok := f.Shape.(*judge.RegionsShape); ok && !f.Open {
		return f.regions(s)
	}
	if f.Open || slices.Contains(f.Known, nil) {
		return value.NewPartly(value.NewSet(f.Keys...), f.Known), nil
	}
	switch s := f.Shape.(type) {
	case *judge.SetShape:
		return value.NewSet(f.members()...), nil
	case *judge.ArrayShape:
		return value.NewArray(s.Keys, f.Known, s.Board), nil
	case *judge.RouteShape:
		return f.route(s), nil
	}
	return nil, nil
}

func (f *Find) members() (in []value.Value) {
	for i, k := range f.Keys {
		if f.Known[i] == value.Value(value.True) {
			in = append(in, k)
		}
	}
	return in
}

// regions joins the cells that no border parts. An edge without a mark follows from the others.
func (f *Find) regions(s *judge.RegionsShape) (value.Value, *Misfit) {
	r := &value.Regions{Graph: s.Graph, Known: true, Same: make([]value.BoolRef, len(f.Keys))}
	for i, v := range f.Known {
		r.Same[i] = value.ConstRef(v == value.Value(value.True))
	}
	number := r.Numbers()
	for i, e := range s.Graph.Plain().Edges {
		if same := number[e.U] == number[e.V]; same && f.Known[i] == value.Value(value.False) {
			k := f.Keys[i].(value.Edge)
			return r, &Misfit{k, "the border between " + value.String(k.A) + " and " + value.String(k.B) + " parts nothing"}
		}
	}
	return value.OfParts(s.Graph, number), nil
}

// route takes the edges that are in, and visits their ends and all labelled vertices.
func (f *Find) route(s *judge.RouteShape) *value.Route {
	g := s.Graph
	w := &value.Route{Kind: s.Kind, Graph: g, Known: true, Labels: s.Labels, Crossing: s.Crossing,
		Edges: make([]value.BoolRef, g.Size()), Vertices: make([]value.BoolRef, g.Vertices.Len())}
	for i := range w.Vertices {
		w.Vertices[i] = value.ConstRef(f.visited[i] || s.Labels != nil && !isNone(s.Labels[i]))
	}
	for i, e := range g.Plain().Edges {
		on := f.Known[i] == value.Value(value.True)
		if w.Edges[i] = value.ConstRef(on); on {
			w.Vertices[e.U], w.Vertices[e.V] = value.TrueRef, value.TrueRef
		}
	}
	if g.Directed && f.EitherWay {
		DirectRoute(w)
	}
	return w
}

func isNone(v value.Value) bool {
	_, none := v.(value.None)
	return none || v == nil
}

// Along marks the edges of a line from vertex to vertex, closed or not. at is the index of a wrong vertex.
func (f *Find) Along(line []value.Value, closed bool) (at int, wrong string) {
	s := f.Shape.(*judge.RouteShape)
	for i, v := range line {
		vertex := s.Graph.Vertices.Index(v)
		if f.visited[vertex] && !f.Open && (s.Crossing == nil || !s.Crossing.Contains(v)) {
			return i, value.String(v) + " is visited twice"
		}
		f.visited[vertex] = true
		if i+1 == len(line) && !closed {
			break
		}
		next := (i + 1) % len(line)
		e := s.Graph.EdgeIndex(value.MakeEdge(v, line[next], s.Graph.Directed))
		step := "from " + value.String(v) + " to " + value.String(line[next])
		switch {
		case e < 0:
			return next, "there is no edge " + step
		case f.Known[e] != nil && !f.Open && s.Crossing != nil:
			return next, "the line goes " + step + " twice"
		}
		f.Known[e] = value.True
	}
	return 0, ""
}

// Steps marks the edges between vertices with consecutive numbers. Other vertices have no integer.
func (f *Find) Steps(number []value.Value) *Misfit {
	s := f.Shape.(*judge.RouteShape)
	vertices, at := s.Graph.Vertices.List(), map[value.Int]value.Value{}
	for i, v := range number {
		n, ok := v.(value.Int)
		if !ok {
			continue
		}
		if other, twice := at[n]; twice {
			return &Misfit{vertices[i], "step " + value.String(n) + " is at " + value.String(other) + " already"}
		}
		at[n], f.visited[i] = vertices[i], true
	}
	for i, n := range slices.Sorted(maps.Keys(at)) {
		from, next := at[n], at[n+1]
		if want := value.Int(i + 1); n != want && !f.Open {
			return &Misfit{nil, "there is no step " + value.String(want)}
		}
		if i+1 == len(at) && !f.Open && s.Kind == value.Cycle {
			next = at[1]
		}
		if next == nil {
			continue
		}
		e := s.Graph.EdgeIndex(value.MakeEdge(from, next, s.Graph.Directed))
		switch {
		case e >= 0:
			f.Known[e] = value.True
		case !f.Open:
			return &Misfit{from, "no step leads from here, " + value.String(from) + ", to " + value.String(next)}
		}
	}
	return nil
}

// MarksOf returns the marks of a known value in the order of a shape's keys, or nil if there are none.
func MarksOf(s judge.Shape, v value.Value) (out []PlacedMark) {
	f := FindOf(s)
	if f.Keys != nil {
		out = make([]PlacedMark, 0, len(f.Keys))
	}
	for i, k := range f.Keys {
		switch v := v.(type) {
		case *value.Set:
			f.Known[i] = value.Of(v.Contains(k))
		case *value.Array:
			f.Known[i], _ = v.At(k)
		case *value.Route:
			f.Known[i] = value.Of(v.Edges[i] == value.TrueRef)
		case *value.Regions:
			f.Known[i] = value.Of(v.Same[i] == value.TrueRef)
		case *value.Partly:
			return nil
		default:
			f.Known[i] = value.Of(value.Equal(k, v))
		}
		out = append(out, PlacedMark{k, f.Known[i]})
	}
	return out
}

// DirectRoute keeps one arc of each edge drawn in both directions, so that lines are as long as possible.
func DirectRoute(w *value.Route) {
	g, vertices := w.Graph.Plain(), w.Graph.Vertices.List()
	arc := map[[2]int32]int{} // the drawn ones
	at := make([][]int32, g.Order())
	meet := func(u, v int32) {
		if _, met := arc[[2]int32{v, u}]; !met {
			at[u], at[v] = append(at[u], v), append(at[v], u)
		}
	}
	for i, e := range g.Edges {
		if w.Edges[i] == value.TrueRef {
			meet(e.U, e.V)
			arc[[2]int32{e.U, e.V}] = i
		}
	}
	walked := map[[2]int32]bool{}
	next := func(before, v int32) int32 {
		to := int32(-1)
		for _, t := range at[v] {
			straight := len(at[v]) > 2 && before >= 0 && value.Straight(vertices[before], vertices[v], vertices[t])
			if !walked[[2]int32{v, t}] && (to < 0 || straight) {
				to = t
			}
		}
		return to
	}
	run := func(v int32) {
		var way [][2]int32
		against := false
		for to := next(-1, v); to >= 0; v, to = to, next(v, to) {
			e := [2]int32{v, to}
			walked[e], walked[[2]int32{to, v}] = true, true
			way = append(way, e)
			_, along := arc[e]
			against = against || !along
		}
		for _, e := range way {
			there, along := arc[e]
			back, other := arc[[2]int32{e[1], e[0]}]
			if along && other && against {
				w.Edges[there] = value.FalseRef
			} else if along && other {
				w.Edges[back] = value.FalseRef
			}
		}
	}
	for _, ends := range []bool{true, false} {
		for v := range at {
			for !ends && next(-1, int32(v)) >= 0 || ends && len(at[v]) == 1 && next(-1, int32(v)) >= 0 {
				run(int32(v))
			}
		}
	}
	w.EitherWay = true
}
