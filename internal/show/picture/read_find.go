package picture

import (
	"cmp"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

const heavy = 2

// look finds what stands at the keys that no text shows.
func (p *findReader) look() {
	switch {
	case p.steps:
		return
	case p.inAreas:
		if !p.Open {
			p.areas()
		}
		return
	}
	for i, k := range p.Keys {
		_, edge := k.(value.Edge)
		switch {
		case p.Known[i] != nil || p.tells(k):
		case p.Open && edge && isOut(p.sheet.Mark(spotOf(k))):
			p.Known[i] = value.False
		default:
			p.put(i, p.seen(i, k))
		}
	}
	if s, ok := p.shape.(*judge.RouteShape); ok && !p.Open {
		p.evenOut(s)
	}
}

// put notes the value of a key. In a partly known answer a blank says nothing, and neither does a missing border.
func (p *findReader) put(i int, v value.Value) {
	none := is[value.None](v)
	_, regions := p.shape.(*judge.RegionsShape)
	if !p.Open || !none && (v != value.Value(value.Of(regions)) || p.byText) {
		p.Known[i] = v
	}
}

// seen returns what is drawn at a key, nil if it is hidden. A given wall hides a border.
func (p *findReader) seen(i int, k value.Value) value.Value {
	switch p.shape.(type) {
	case *judge.ArrayShape:
		return p.weighed(i, k)
	case *judge.RegionsShape:
		side, _, ok := value.SpotOf(k)
		if weight, _ := p.sheet.Border(side); ok && !p.sheet.Wall(side) {
			return value.Of(weight != heavy)
		}
		return nil
	}
	if weight, known := p.drawn(k); known {
		return value.Of(weight > 0)
	}
	return nil
}

// tells reports whether the text of a cell shows what is known of a key.
func (p *findReader) tells(k value.Value) bool {
	_, ok := p.inCells[spotOf(k)]
	return ok && p.byText
}

// evenOut finds whether a route takes the edges that texts hide. A route takes an odd number of edges at each of its
// ends, and an even number at other vertices.
func (p *findReader) evenOut(s *judge.RouteShape) {
	plain := s.Graph.Plain()
	for again := true; again; {
		again = false
		for v, vertex := range s.Graph.Vertices.List() {
			odd := p.sheet.Ends(spotOf(vertex)) && s.Kind == value.Path
			if s.Labels != nil {
				odd = !is[value.None](s.Labels[v])
			}
			hidden := map[int32][]int32{} // by neighbour; two for arcs in both directions
			met := map[int32]bool{}
			for _, halves := range [][]alg.Half{plain.Out[v], plain.In[v]} {
				for _, h := range halves {
					switch {
					case p.Known[h.Edge] == nil:
						hidden[h.To] = append(hidden[h.To], h.Edge)
					case p.Known[h.Edge] == value.Value(value.True) && !met[h.To]:
						odd, met[h.To] = !odd, true
					}
				}
			}
			if len(hidden) != 1 {
				continue
			}
			for _, edges := range hidden {
				for _, e := range edges {
					p.Known[e] = value.Of(odd)
				}
			}
			again = true
		}
	}
}

// firstValues returns some values of the first part of an array, if there are any.
func firstValues(s *judge.ArrayShape) []value.Value {
	if len(s.Parts) > 0 {
		if scalar, ok := s.Parts[0].(*judge.ScalarShape); ok {
			return someOf(scalar)
		}
	}
	return nil
}

func spotOf(v value.Value) value.Spot {
	at, _, _ := value.SpotOf(v)
	return at
}

// drawn reports whether a cell is shaded, or how heavy the line along an edge is.
func (p *findReader) drawn(k value.Value) (weight int, known bool) {
	s := p.sheet
	e, edge := k.(value.Edge)
	if !edge {
		at, board, ok := value.SpotOf(k)
		if !ok {
			return 0, false
		}
		there := s.Shaded(at) == draw.Yes
		known = s.Shaded(at) != draw.Hidden
		if board.Points {
			sign := cmp.Or(p.as, "●")
			there, known = s.Mark(at) == sign && s.Printed(at) != sign, true
		}
		if there {
			weight = 1
		}
		return weight, known
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

func (p *findReader) slant(a, b value.Cell) (weight int, known bool) {
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
	if strings.ContainsAny(text, want+"╳") {
		weight = 1
	}
	return weight, true
}

// weighed returns the value of an array for a drawn key: a shade, a line, or a text on a side or a corner.
func (p *findReader) weighed(i int, k value.Value) value.Value {
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

// areasInstead reports whether borders show an array that has no texts and may name connected areas.
func (p *findReader) areasInstead() bool {
	s, ok := p.shape.(*judge.ArrayShape)
	if !ok || len(p.inCells) < len(p.Keys) {
		return false
	}
	for at := range p.inCells {
		if p.sheet.Text(at) != p.sheet.Given(at) {
			return false
		}
	}
	for _, v := range firstValues(s) {
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

// areas takes the drawn areas as the values of an array, or the things in them.
func (p *findReader) areas() {
	s := p.shape.(*judge.ArrayShape)
	b := areaBoard(p.item)
	if b == nil {
		return
	}
	spot := func(v value.Value) (value.Spot, bool) {
		at, _, ok := value.SpotOf(v)
		return at, ok
	}
	areas := draw.CutAreas(b.Cells(), spot, p.sheet.border)
	shaded := func(c value.Value) bool { return p.sheet.grid == nil && p.sheet.Shaded(spotOf(c)) == draw.Yes }
	for _, side := range areas.Dead() {
		if p.sheet.grid == nil && !p.sheet.Wall(side) {
			p.sheet.failAt(side, "this border parts nothing")
		}
	}
	for i := range p.Keys {
		v, misfit := areas.Mark(s, i, shaded)
		if p.Known[i] = v; misfit != nil {
			p.wrong(misfit)
			return
		}
	}
}

func (s *boardReader) border(side value.Spot) bool {
	if s.grid != nil {
		dy, dx := 1-side.Y%2, 1-side.X%2
		return s.symbol(value.Spot{Y: side.Y - dy, X: side.X - dx}).Text != s.symbol(value.Spot{Y: side.Y + dy, X: side.X + dx}).Text
	}
	weight, _ := s.Border(side)
	return weight == heavy
}

// value returns the value of the find, as far as it is known.
func (p *findReader) value() value.Value {
	m := p.Find
	if p.steps && !p.Empty() {
		m = draw.FindOf(p.shape)
		if m.Open = p.Open; p.wrong(m.Steps(p.Known)) {
			return nil
		}
		if !p.Open {
			m.Rest(value.False)
		}
	}
	v, misfit := m.Value()
	p.wrong(misfit)
	return v
}

// wrong adds a misfit as a problem of the item. It is false if there is none.
func (p *findReader) wrong(m *draw.Misfit) bool {
	if m == nil {
		return false
	}
	span := diag.Span{}
	switch {
	case m.At != nil && p.sheet.Drawn != nil:
		span.Start, span.End = p.sheet.Span(spotOf(m.At))
	case m.At != nil && p.sheet.grid != nil:
		span = p.sheet.symbol(spotOf(m.At)).Span()
	}
	p.sheet.fail(span, "`%s`: %s", p.title, m.Text)
	return true
}
