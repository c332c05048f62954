package picture

import (
	"slices"
	"strings"

	"nazo/draw"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/value"
)

// outSign stands where it is known that something is not: in a cell that is in no set, on an edge that no line takes.
const outSign = "×"

// ReadSoFar reads, as [Read] does, an answer of which a part is known. What is blank is open; what is not there is known only where outSign, or an
// x, says so.
func ReadSoFar(src *diag.Source, j *judge.Judge, gs []givens.Given) ([]value.Value, *diag.List) {
	return read(&reader{src: src, judge: j, problems: &diag.List{}, values: make([]value.Value, len(j.Finds)), soFar: true}, gs)
}

func isOut(text string) bool { return text == outSign || text == "x" || text == "X" }

// strikeOut notes where a cell says that it is in no set, and returns what else stands there.
func (s *sheet) strikeOut(at value.Spot, text string) string {
	if !s.soFar {
		return text
	}
	text = draw.Unmark(text)
	rest := strings.TrimSpace(strings.TrimSuffix(text, outSign))
	if rest == text {
		return text
	}
	for _, p := range s.parts {
		if i, ok := p.inCells[at]; ok && !p.byText {
			p.out[i] = true
			text = rest
		}
	}
	return text
}

// partly is what is known of the find: what is drawn, and what is struck out.
func (p *parts) partly() value.Value {
	known := make([]value.Value, len(p.keys))
	keys := value.NewSet(p.keys...)
	some := false
	note := func(k, v value.Value) {
		known[keys.Index(k)], some = v, true
	}
	switch s := p.shape.(type) {
	case *judge.RouteShape:
		if p.steps {
			return p.stepsSoFar(s)
		}
	case *judge.RegionsShape:
		for _, k := range p.keys {
			if weight, ok := p.sheet.Border(spotOf(k)); ok && weight == heavy {
				note(k, value.False)
			}
		}
		p.known = make([]value.Value, len(p.keys))
	case *judge.ScalarShape:
		if in := p.members(); len(in) == 1 {
			return in[0]
		}
		return nil
	}
	for i, k := range p.keys {
		v := p.known[i]
		_, isEdge := k.(value.Edge)
		switch _, none := v.(value.None); {
		case p.out[i] || isEdge && isOut(p.sheet.Mark(spotOf(k))):
			note(k, value.False)
		case v != nil && !none && (v != value.Value(value.False) || p.byText):
			note(k, v)
		}
	}
	if !some {
		return nil
	}
	return value.NewPartly(keys, known)
}

// stepsSoFar are the edges between steps whose numbers follow one another.
func (p *parts) stepsSoFar(s *judge.RouteShape) value.Value {
	edges := value.NewSet(s.Graph.EdgeList()...)
	known := make([]value.Value, edges.Len())
	at := map[value.Value]value.Value{}
	for i, n := range p.known {
		if n != nil {
			at[n] = p.keys[i]
		}
	}
	for i, v := range p.known {
		n, ok := v.(value.Int)
		if next := at[n+1]; ok && next != nil {
			if e := edges.Index(value.MakeEdge(p.keys[i], next, s.Graph.Directed)); e >= 0 {
				known[e] = value.True
			}
		}
	}
	return value.NewPartly(edges, known)
}

// strikes reports whether it can be said of a cell that it is out: of an array of other than truth values it can't.
func (it *item) strikes() bool {
	a, ok := it.shape.(*judge.ArrayShape)
	return !ok || slices.ContainsFunc(a.Parts, func(part judge.Shape) bool {
		s, ok := part.(*judge.ScalarShape)
		return ok && value.Equal(s.Values, value.NewSet(value.False, value.True))
	})
}

// struckOut takes the signs for what is out from a grid of symbols: cells by their places.
func (r *reader) struckOut(x *dsl.GridLit, items []*item) map[value.Spot]bool {
	out := map[value.Spot]bool{}
	if !r.soFar || !slices.ContainsFunc(items, (*item).strikes) {
		return out
	}
	for i, row := range x.Rows {
		for j := range row.Cells {
			if isOut(row.Cells[j].Text) {
				out[value.Spot{Y: 2*i + 1, X: 2*j + 1}] = true
				row.Cells[j].Text = "."
			}
		}
	}
	return out
}

// shapedSoFar is a value that was read from a grid, of which only what is there is known, and what is out.
func shapedSoFar(v value.Value, it *item, out map[value.Spot]bool) value.Value {
	var keys *value.Set
	switch s := it.shape.(type) {
	case *judge.SetShape:
		keys = s.Members
	case *judge.RouteShape:
		keys = value.NewSet(s.Graph.EdgeList()...)
	case *judge.ArrayShape:
		keys = s.Keys
	default:
		return v
	}
	known := make([]value.Value, keys.Len())
	for i, k := range keys.List() {
		switch v := v.(type) {
		case *value.Set:
			if v.Contains(k) {
				known[i] = value.True
			} else if at, _, ok := value.SpotOf(k); ok && out[at] {
				known[i] = value.False
			}
		case *value.Array:
			at, _ := v.At(k)
			if _, none := at.(value.None); !none {
				known[i] = at
			}
		}
	}
	return value.NewPartly(keys, known)
}

// letteredSoFar is what a grid of letters says of regions: cells that have the same letter are in one part.
func (r *reader) letteredSoFar(x *dsl.GridLit, it *item) {
	s, ok := it.shape.(*judge.RegionsShape)
	if !ok {
		return
	}
	edges := value.NewSet(s.Graph.EdgeList()...)
	known := make([]value.Value, edges.Len())
	text := func(v value.Value) string {
		at := spotOf(v)
		return x.Rows[at.Y/2].Cells[at.X/2].Text
	}
	for i, k := range edges.List() {
		if e := k.(value.Edge); text(e.A) == text(e.B) && text(e.A) != "." {
			known[i] = value.True
		}
	}
	r.values[it.find] = value.NewPartly(edges, known)
}

// openType is a type with none for what is open.
func openType(t givens.Type) givens.Type {
	switch t := t.(type) {
	case givens.Keyed:
		for i, of := range t.Of {
			t.Of[i] = openType(of)
		}
		return t
	case givens.OneOf:
		return givens.Optional{Of: t}
	}
	return t
}
