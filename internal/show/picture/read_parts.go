package picture

import (
	"cmp"
	"slices"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/marks"
)

// heavy is the weight of lines round areas.
const heavy = 2

// look finds what is known of the parts that no text tells.
func (p *parts) look() {
	soFar := p.sheet.soFar
	if p.inAreas {
		if !soFar {
			p.areas()
		}
		return
	}
	switch s := p.shape.(type) {
	case *judge.SetShape, *judge.ScalarShape:
		for i, k := range p.keys {
			if !p.tells(k) {
				p.known[i] = truth(p.drawn(k))
			}
		}
	case *judge.RouteShape:
		if !p.steps {
			for i, k := range p.keys {
				p.known[i] = truth(p.drawn(k))
			}
			if !soFar {
				p.evenOut(s)
			}
		}
	case *judge.RegionsShape:
		if soFar {
			return
		}
		number := p.sheet.areas(s.Graph.Vertices)
		for i, k := range p.keys {
			e := k.(value.Edge)
			p.known[i] = value.Of(number[spotOf(e.A)] == number[spotOf(e.B)])
		}
	case *judge.ArrayShape:
		for i, k := range p.keys {
			if values := someOfPart(s, i); !p.tells(k) && (len(values) == 0 || !isSet(values[0])) {
				p.known[i] = p.weighed(i, k)
			}
		}
		if values := someOfPart(s, 0); len(values) > 0 && isSet(values[0]) && !soFar {
			p.areas()
		}
	}
}

// tells reports whether the text of a cell has told what is known of a key.
func (p *parts) tells(k value.Value) bool {
	_, ok := p.inCells[spotOf(k)]
	return ok && p.byText
}

// evenOut finds out whether a route takes the edges that texts hide: at each vertex it takes an odd number of edges if it ends
// there, else an even one.
func (p *parts) evenOut(s *judge.RouteShape) {
	plain := s.Graph.Plain()
	for again := true; again; {
		again = false
		for v, vertex := range s.Graph.Vertices.List() {
			odd := p.sheet.Ends(spotOf(vertex)) && s.Kind == value.Path
			if s.Labels != nil {
				_, none := s.Labels[v].(value.None)
				odd = !none
			}
			hidden := map[int32][]int32{} // by the neighbour: two where there are arcs there and back
			met := map[int32]bool{}
			for _, halves := range [][]alg.Half{plain.Out[v], plain.In[v]} {
				for _, h := range halves {
					switch {
					case p.known[h.Edge] == nil:
						hidden[h.To] = append(hidden[h.To], h.Edge)
					case p.known[h.Edge] == value.Value(value.True) && !met[h.To]:
						odd, met[h.To] = !odd, true
					}
				}
			}
			if len(hidden) != 1 {
				continue
			}
			for _, edges := range hidden {
				for _, e := range edges {
					p.known[e] = value.Of(odd)
				}
			}
			again = true
		}
	}
}

func someOfPart(s *judge.ArrayShape, i int) []value.Value {
	if i < len(s.Parts) {
		if scalar, ok := s.Parts[i].(*judge.ScalarShape); ok {
			return someOf(scalar)
		}
	}
	return nil
}

func isSet(v value.Value) bool {
	_, ok := v.(*value.Set)
	return ok
}

func truth(weight int, known bool) value.Value {
	if !known {
		return nil
	}
	return value.Of(weight > 0)
}

func spotOf(v value.Value) value.Spot {
	at, _, _ := value.SpotOf(v)
	return at
}

// drawn says whether a cell is shaded, or how heavy the line is that leads along an edge.
func (p *parts) drawn(k value.Value) (weight int, known bool) {
	s := p.sheet
	e, edge := k.(value.Edge)
	if !edge {
		at, board, ok := value.SpotOf(k)
		switch {
		case !ok:
			return 0, false
		case board.Points:
			want := p.as
			if want == "" {
				want = "●"
			}
			return b2i(s.Mark(at) == want && s.Printed(at) != want), true
		}
		shaded := s.Shaded(at)
		return b2i(shaded == draw.Yes), shaded != draw.Hidden
	}
	a, okA := e.A.(value.Cell)
	b, okB := e.B.(value.Cell)
	if !okA || !okB {
		return 0, false
	}
	if a.Row != b.Row && a.Col != b.Col {
		return p.slant(a, b)
	}
	from, to := spotOf(a), spotOf(b)
	dy, dx := cmp.Compare(to.Y, from.Y), cmp.Compare(to.X, from.X)
	weight, known = heavy, true
	for at := (value.Spot{Y: from.Y + dy, X: from.X + dx}); ; at.Y, at.X = at.Y+2*dy, at.X+2*dx {
		w, ok := s.Line(at)
		if a.Board.Points {
			w, ok = s.Border(at)
		}
		if ok && w == 0 {
			return 0, true
		}
		known, weight = known && ok, min(weight, w)
		if at.Y+dy == to.Y && at.X+dx == to.X {
			return weight, known
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// slant says whether a diagonal is drawn.
func (p *parts) slant(a, b value.Cell) (weight int, known bool) {
	from, to := spotOf(a), spotOf(b)
	at := value.Spot{Y: (from.Y + to.Y) / 2, X: (from.X + to.X) / 2}
	want := "╱"
	if (a.Row < b.Row) == (a.Col < b.Col) {
		want = "╲"
	}
	text := p.sheet.Text(at)
	if at.Corner() {
		text = p.sheet.Mark(at)
	}
	for _, r := range text {
		if string(r) == want || r == '╳' {
			return 1, true
		}
	}
	return 0, true
}

// weighed is the value of an array for a key that is drawn: a shade, a line of some weight, or a text on a side or a corner.
func (p *parts) weighed(i int, k value.Value) value.Value {
	s := p.shape.(*judge.ArrayShape)
	scalar, ok := s.Parts[i].(*judge.ScalarShape)
	if !ok {
		return nil
	}
	weight, known := p.drawn(k)
	for _, v := range []value.Value{value.Of(weight > 0), value.Int(weight)} {
		if known && scalar.Admits(v) {
			return v
		}
	}
	at, _, ok := value.SpotOf(k)
	if !ok {
		return nil
	}
	text := p.sheet.Mark(at)
	if text == "" || text == p.sheet.Printed(at) {
		if scalar.Optional {
			return value.None{}
		}
		return nil
	}
	v, _ := spelled(scalar, text)
	return v
}

// areasInstead reports whether borders show what texts would else: where there are no texts but values whose areas hang together.
func (p *parts) areasInstead() bool {
	s, ok := p.shape.(*judge.ArrayShape)
	if !ok || len(p.inCells) < len(p.keys) {
		return false
	}
	for at := range p.inCells {
		if p.sheet.Text(at) != p.sheet.Given(at) {
			return false
		}
	}
	for _, v := range someOfPart(s, 0) {
		switch v := v.(type) {
		case value.Cell:
			return true
		case value.Label:
			return v.Print == v.Name
		}
		return false
	}
	return false
}

// areas numbers the pieces into which heavy lines cut the cells. A line that parts nothing is no border.
func (s *sheet) areas(within *value.Set) map[value.Spot]int {
	cells := map[value.Spot]bool{}
	for _, v := range within.List() {
		if at, _, ok := value.SpotOf(v); ok {
			cells[at] = true
		}
	}
	number := map[value.Spot]int{}
	var todo []value.Spot
	parted := func(side value.Spot) bool {
		if s.borders != nil {
			return s.borders(side)
		}
		weight, _ := s.Border(side)
		return weight == heavy
	}
	each := func(at value.Spot, do func(next, side value.Spot)) {
		for _, d := range []value.Spot{{Y: -1}, {Y: 1}, {X: -1}, {X: 1}} {
			next := value.Spot{Y: at.Y + 2*d.Y, X: at.X + 2*d.X}
			if cells[next] {
				do(next, value.Spot{Y: at.Y + d.Y, X: at.X + d.X})
			}
		}
	}
	for _, v := range within.List() {
		at := spotOf(v)
		if number[at] != 0 {
			continue
		}
		n := len(number) + 1
		number[at] = n
		for todo = append(todo[:0], at); len(todo) > 0; {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			each(c, func(next, side value.Spot) {
				if number[next] == 0 && !parted(side) {
					number[next] = n
					todo = append(todo, next)
				}
			})
		}
	}
	for _, v := range within.List() {
		each(spotOf(v), func(next, side value.Spot) {
			if at := spotOf(v); s.borders == nil && number[at] == number[next] && parted(side) && !s.Wall(side) && (next.Y > at.Y || next.X > at.X) {
				start, end := s.Span(side)
				s.fail(diag.Span{Start: start, End: end}, "this border parts nothing")
			}
		})
	}
	return number
}

// areas takes the areas that are drawn for the values of an array: sets of cells, or what lies in each.
func (p *parts) areas() {
	s := p.shape.(*judge.ArrayShape)
	b := boardOf(p.shape)
	if values := someOfPart(s, 0); len(values) > 0 && isSet(values[0]) {
		b = boardOfSets(values)
	}
	if b == nil {
		return
	}
	all := value.NewSet(b.Cells()...)
	number := p.sheet.areas(all)
	members, shaded := map[int][]value.Value{}, map[int]bool{}
	for _, c := range all.List() {
		at := spotOf(c)
		members[number[at]] = append(members[number[at]], c)
		shaded[number[at]] = shaded[number[at]] || p.sheet.borders == nil && p.sheet.Shaded(at) == draw.Yes
	}
	for i, k := range p.keys {
		scalar, ok := s.Parts[i].(*judge.ScalarShape)
		if !ok {
			continue
		}
		if _, cell := k.(value.Cell); cell {
			p.known[i] = p.inArea(scalar, value.NewSet(members[number[spotOf(k)]]...), shaded[number[spotOf(k)]])
			continue
		}
		var fit []value.Value
		for n := range members {
			if area := value.NewSet(members[n]...); scalar.Admits(area) {
				fit = append(fit, area)
			}
		}
		if len(fit) == 1 {
			p.known[i] = fit[0]
		}
	}
	if i := slices.Index(p.known, nil); i >= 0 && !p.sheet.problems.HasErrors() {
		p.wrong(nil, "the areas that are drawn don't tell what `%s` is for %s", p.title, value.String(p.keys[i]))
	}
}

// inArea is the value for a cell of an area: the area, or the only value that lies in it.
func (p *parts) inArea(s *judge.ScalarShape, area *value.Set, shaded bool) value.Value {
	values := someOf(s)
	if len(values) > 0 && isSet(values[0]) {
		if s.Admits(area) {
			return area
		}
		if s.Optional {
			return value.None{}
		}
		p.wrong(area.List()[0], "an area of %s here can't be that of `%s`", cells(area.Len()), p.title)
		return nil
	}
	if shaded && s.Optional {
		return value.None{}
	}
	var owner value.Value
	for _, v := range values {
		if area.Contains(v) {
			if owner != nil {
				return nil
			}
			owner = v
		}
	}
	return owner
}

func cells(n int) string {
	if n == 1 {
		return "one cell"
	}
	return value.String(value.Int(n)) + " cells"
}

// value is the value of the find, as far as it is known.
func (p *parts) value() value.Value {
	if p.sheet.soFar {
		return p.partly()
	}
	if !slices.ContainsFunc(p.known, func(v value.Value) bool { return v != nil }) && len(p.known) > 0 {
		return nil
	}
	if s, ok := p.shape.(*judge.RouteShape); ok && p.steps {
		return p.route(s)
	}
	if slices.Contains(p.known, nil) {
		if _, scalar := p.shape.(*judge.ScalarShape); scalar {
			return nil
		}
		keys := value.NewSet(p.keys...)
		known := make([]value.Value, len(p.keys))
		for i, k := range p.keys {
			known[keys.Index(k)] = p.known[i]
		}
		return value.NewPartly(keys, known)
	}
	switch s := p.shape.(type) {
	case *judge.SetShape:
		return value.NewSet(p.members()...)
	case *judge.ScalarShape:
		if in := p.members(); len(in) == 1 {
			return in[0]
		}
		return nil
	case *judge.ArrayShape:
		return value.NewArray(s.Keys, p.known, s.Board)
	case *judge.RegionsShape:
		r := &value.Regions{Graph: s.Graph, Known: true}
		for _, v := range p.known {
			r.Same = append(r.Same, value.ConstRef(v == value.Value(value.True)))
		}
		return r
	case *judge.RouteShape:
		return p.route(s)
	}
	return nil
}

// members are the keys that are in.
func (p *parts) members() (in []value.Value) {
	for i, k := range p.keys {
		if p.known[i] == value.Value(value.True) {
			in = append(in, k)
		}
	}
	return in
}

// route is the route along the edges that are drawn, or by the steps that are numbered.
func (p *parts) route(s *judge.RouteShape) value.Value {
	g := s.Graph
	w := &value.Route{Kind: s.Kind, Graph: g, Known: true, Labels: s.Labels, Crossing: s.Crossing,
		Edges: make([]value.BoolRef, g.Size()), Vertices: make([]value.BoolRef, g.Vertices.Len())}
	for i := range w.Vertices {
		w.Vertices[i] = value.FalseRef
		if s.Labels != nil {
			_, none := s.Labels[i].(value.None)
			w.Vertices[i] = value.ConstRef(!none)
		}
	}
	for i := range w.Edges {
		w.Edges[i] = value.FalseRef
	}
	on := func(e value.Edge) bool {
		i := g.EdgeIndex(e)
		if i < 0 {
			return false
		}
		w.Edges[i] = value.TrueRef
		w.Vertices[g.Vertices.Index(e.A)], w.Vertices[g.Vertices.Index(e.B)] = value.TrueRef, value.TrueRef
		return true
	}
	if p.steps {
		for i, v := range p.known {
			_, visited := v.(value.Int)
			w.Vertices[i] = value.ConstRef(visited)
		}
		if !p.follow(s, on) {
			return nil
		}
		return w
	}
	for i, k := range p.keys {
		if p.known[i] == value.Value(value.True) {
			on(k.(value.Edge))
		}
	}
	if g.Directed {
		marks.Direct(w)
	}
	return w
}

// follow goes along the numbers of steps.
func (p *parts) follow(s *judge.RouteShape, on func(value.Edge) bool) bool {
	at := map[int]value.Value{}
	for i, v := range p.known {
		n, ok := v.(value.Int)
		if !ok {
			continue
		}
		if other, twice := at[int(n)]; twice {
			p.wrong(p.keys[i], "step %d is at %s already", n, value.String(other))
			return false
		}
		at[int(n)] = p.keys[i]
	}
	for n := 1; n <= len(at); n++ {
		next := at[n+1]
		switch {
		case at[n] == nil:
			p.wrong(nil, "there is no step %d", n)
			return false
		case next == nil && n == len(at) && s.Kind == value.Cycle:
			next = at[1]
		case next == nil:
			continue
		}
		if !on(value.MakeEdge(at[n], next, s.Graph.Directed)) {
			p.wrong(at[n], "no step leads from here, %s, to %s", value.String(at[n]), value.String(next))
			return false
		}
	}
	return true
}

// wrong notes that the item can't be what is drawn, at a cell or on the whole.
func (p *parts) wrong(at value.Value, format string, args ...any) {
	span := diag.Span{}
	if at != nil && p.sheet.Drawn != nil {
		span.Start, span.End = p.sheet.Span(spotOf(at))
	}
	p.sheet.fail(span, format, args...)
}
