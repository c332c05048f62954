package picture

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// grid reads a grid of symbols without a frame, as in instance files. Several finds of one board are written
// together as givens are. Areas have a letter each.
func (r *reader) grid(gs []instance.Given) {
	x := dsl.NewGrid(r.src.Text, 0, dsl.At{End: len(r.src.Text)})
	if at := strings.IndexAny(r.src.Text, "┌┏╔"); at >= 0 || len(x.Rows) == 0 {
		r.noBoard(max(at, 0))
		return
	}
	x.At = dsl.At{Start: x.Rows[0].Start, End: x.Rows[len(x.Rows)-1].End}
	var items, letters []*item
	for _, it := range r.items {
		_, regions := it.shape.(*judge.RegionsShape)
		if b := Board(it.shape); b != nil && !it.steps && !regions && !hasAreas(it) {
			items = append(items, it)
		} else if b != nil {
			letters = append(letters, it)
		}
	}
	switch {
	case len(items) == 0 && len(letters) == 1:
		r.lettered(x, letters[0])
		return
	case len(items) == 0:
		r.noBoard(x.Start)
		return
	}
	out := r.struckOut(x, items)
	entry := &instance.Entry{Value: x, Source: r.src, At: x.Span()}
	var names []instance.Named
	for _, it := range items {
		t := typeOf(it.shape)
		if r.soFar {
			t = openType(t)
		}
		entry.Names = append(entry.Names, &dsl.Name{At: x.At, Text: it.title})
		names = append(names, instance.Named{Type: func() instance.Type { return t }})
	}
	if r.withoutGivens(x, items, gs); r.problems.HasErrors() {
		return
	}
	for i, it := range items {
		entry.Place = i
		v, problem := instance.Read(nil, entry, names)
		if problem != nil {
			r.problems.Add(problem)
			return
		}
		r.values[it.find] = r.shaped(v, it, out)
	}
}

func (r *reader) noBoard(at int) {
	var sizes []string
	for _, b := range boardsOf(r.judge) {
		rows, cols := draw.SizeOf(b)
		sizes = append(sizes, diag.Count(rows, "row")+" and "+diag.Count(cols, "column"))
	}
	d := r.fail(diag.Span{Start: at, End: at}, "there is no board of this puzzle in this text")
	if len(sizes) == 0 {
		d.Helpf("this puzzle has no board; its answer is given as JSON, as nazo solve --format json prints it")
		return
	}
	d.Expect("a board of " + strings.Join(sizes, ", or of ") + ", as nazo solve draws it or as a grid of symbols, or JSON")
}

// typeOf returns the type of a given that is read like a find of a shape.
func typeOf(s judge.Shape) instance.Type {
	switch s := s.(type) {
	case *judge.SetShape:
		return instance.Set{Of: instance.OneOf{Values: s.Members}}
	case *judge.RouteShape:
		return instance.Set{Of: instance.OneOf{Values: value.NewSet(s.Graph.EdgeList()...)}}
	case *judge.ScalarShape:
		if values, ok := s.Values.(value.Collection); ok {
			if s.Optional {
				return instance.Optional{Of: instance.OneOf{Values: values}}
			}
			return instance.OneOf{Values: values}
		}
	case *judge.ArrayShape:
		t := instance.Keyed{Keys: s.Keys}
		for _, part := range s.Parts {
			of := typeOf(part)
			if one, ok := of.(instance.OneOf); ok && one.Values.Contains(value.True) {
				of = instance.Bool{}
			}
			t.Of = append(t.Of, of)
		}
		return t
	}
	return instance.Word{}
}

// shaped returns a value in the form of a find. Of a partly known answer it keeps what is there or out.
func (r *reader) shaped(v value.Value, it *item, out map[value.Spot]bool) value.Value {
	if _, scalar := it.shape.(*judge.ScalarShape); scalar || v == nil {
		return v
	}
	m := draw.FindOf(it.shape)
	m.Open, m.EitherWay = r.soFar, true
	for i, k := range m.Keys {
		switch v := v.(type) {
		case *value.Set:
			at, _, placed := value.SpotOf(k)
			if is := v.Contains(k); is || !r.soFar || placed && out[at] {
				m.Known[i] = value.Of(is)
			}
		case *value.Array:
			seen, _ := v.At(k)
			if !is[value.None](seen) || !r.soFar {
				m.Known[i] = seen
			}
		}
	}
	found, _ := m.Value()
	return found
}

// withoutGivens replaces texts that only repeat a given by the sign for nothing, unless they may be values of a
// find. It replaces the sign of a set by that of a member. It reports members at impossible places.
func (r *reader) withoutGivens(x *dsl.GridLit, items []*item, gs []instance.Given) {
	b := Board(items[0].shape)
	rows, cols := draw.SizeOf(b)
	if len(x.Rows) != rows || b.Points {
		return
	}
	puzzle := Drawer{}.printed(r.judge, gs)
	boards := draw.Read(draw.Text(puzzle, draw.Options{}), puzzle, []*value.Board{b})
	set := soleSet(items)
	dotted, marked := false, false // marked: members have a sign of their own, so x is for cells that are out
	for _, row := range x.Rows {
		for _, c := range row.Cells {
			dotted = dotted || c.Text == "."
			marked = marked || c.Text == "#" || set != nil && set.as != "" && c.Text == set.as && !isOut(c.Text)
		}
	}
	for i, row := range x.Rows {
		for j := range row.Cells {
			at := value.Spot{Y: 2*i + 1, X: 2*j + 1}
			word := &row.Cells[j]
			given := len(boards) > 0 && j < cols && boards[0].Given(at) == word.Text
			blank := slices.Contains([]string{"-", "_", "0"}, word.Text)
			switch {
			case set != nil && marked && isOut(word.Text) && !given:
				word.Text = "."
			case set != nil && set.as != "" && word.Text == set.as && !given:
				word.Text = "#"
			case set != nil && !dotted && blank, given && !means(items, at, word.Text):
				word.Text = "."
			}
			if set == nil || word.Text == "." || blank || j >= cols {
				continue
			}
			if c := b.At(i+1, j+1); !set.shape.(*judge.SetShape).Members.Contains(c) {
				why := ""
				if len(boards) > 0 && boards[0].Given(at) != "" {
					why = " is a clue and"
				}
				r.fail(word.Span(), "%s%s can't be in `%s`", value.String(c), why, set.title)
			}
		}
	}
}

// soleSet returns the only item if it is a set of cells.
func soleSet(items []*item) *item {
	if s, ok := items[0].shape.(*judge.SetShape); ok && len(items) == 1 && s.Members.Len() > 0 && is[value.Cell](s.Members.List()[0]) {
		return items[0]
	}
	return nil
}

// means reports whether an array may have the value of a text for a cell.
func means(items []*item, at value.Spot, text string) bool {
	for _, it := range items {
		a, ok := it.shape.(*judge.ArrayShape)
		if !ok {
			continue
		}
		for i, k := range a.Keys.List() {
			scalar, ok := a.Parts[i].(*judge.ScalarShape)
			if ok && spotOf(k) == at {
				_, ok = spelled(scalar, text)
				return ok
			}
		}
	}
	return false
}

func hasAreas(it *item) bool {
	s, ok := it.shape.(*judge.ArrayShape)
	if !ok {
		return false
	}
	values := firstValues(s)
	return len(values) > 0 && is[*value.Set](values[0])
}

// areaBoard returns the board on which areas show a find, or nil.
func areaBoard(it *item) *value.Board {
	if !hasAreas(it) {
		return Board(it.shape)
	}
	for _, v := range firstValues(it.shape.(*judge.ArrayShape)) {
		if s, ok := v.(*value.Set); ok && boardOfFirst(s) != nil {
			return boardOfFirst(s)
		}
	}
	return nil
}

func (s *boardReader) symbol(at value.Spot) dsl.GridCell { return s.grid.Rows[at.Y/2].Cells[at.X/2] }

// lettered reads areas from a grid of letters, or a route from the numbers of its steps.
func (r *reader) lettered(x *dsl.GridLit, it *item) {
	b := areaBoard(it)
	if b == nil || len(x.Rows) != b.Rows {
		r.noBoard(x.Start)
		return
	}
	for _, row := range x.Rows {
		if len(row.Cells) != b.Cols {
			r.fail(row.Span(), "this row has %s", diag.Count(len(row.Cells), "cell")).Expect(fmt.Sprintf("%d of them", b.Cols))
			return
		}
	}
	s := &boardReader{reader: r, grid: x}
	p := newFindReader(s, it)
	for i, k := range p.Keys {
		switch e, edge := k.(value.Edge); {
		case p.steps:
			c := s.symbol(spotOf(k))
			v, ok := p.meaning(i, strings.Trim(c.Text, "."))
			if !ok {
				r.fail(c.Span(), "%q is no number of a step of `%s`", c.Text, it.title).Expect(fmt.Sprintf("1 to %d, or . where it does not come", len(p.Keys)))
				return
			}
			p.put(i, v)
		case !edge || hasAreas(it):
		default:
			a, b := s.symbol(spotOf(e.A)).Text, s.symbol(spotOf(e.B)).Text
			if !r.soFar || a == b && a != "." { // two letters may turn out to be one area
				p.Known[i] = value.Of(a == b)
			}
		}
	}
	if hasAreas(it) && !r.soFar {
		p.areas()
	}
	r.values[it.find] = p.value()
}

const outSign = "×" // marks what is known to be out: a cell of a set, an edge of a route

// ReadSoFar is [Read] of a partly known answer. Blanks are open. Only outSign or an x says out.
func ReadSoFar(src *diag.Source, j *judge.Judge, gs []instance.Given) ([]value.Value, *diag.List) {
	return read(&reader{src: src, judge: j, problems: &diag.List{}, values: make([]value.Value, len(j.Finds)), soFar: true}, gs)
}

func isOut(text string) bool { return text == outSign || text == "x" || text == "X" }

// strikeOut notes whether a cell says that it is out, and returns the rest of its text.
func (s *boardReader) strikeOut(at value.Spot, text string) string {
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
			p.Known[i] = value.False
			text = rest
		}
	}
	return text
}

// strikes reports whether a cell can be out. In an array without truth values it can't.
func (it *item) strikes() bool {
	a, ok := it.shape.(*judge.ArrayShape)
	return !ok || slices.ContainsFunc(a.Parts, func(part judge.Shape) bool {
		s, ok := part.(*judge.ScalarShape)
		return ok && value.Equal(s.Values, value.NewSet(value.False, value.True))
	})
}

// struckOut removes the signs for out from a grid of symbols. It returns the places of the cells that are out.
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

// openType returns a type that also allows none, for what is open.
func openType(t instance.Type) instance.Type {
	switch t := t.(type) {
	case instance.Keyed:
		for i, of := range t.Of {
			t.Of[i] = openType(of)
		}
		return t
	case instance.OneOf:
		return instance.Optional{Of: t}
	}
	return t
}
