package link

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// Found returns the values of the finds in a drawing, in order, nil for those that it does not show. broken has a
// sentence for each find that can't have its value. The error says that the link statement has no answer.
func (w *Written) Found(finds []judge.Find, d Drawing) (values []value.Value, broken []string, err error) {
	all, err := w.answers(finds)
	if err != nil {
		return nil, nil, err
	}
	if w.blank(all, d) {
		return nil, []string{"nothing is drawn"}, nil
	}
	values = make([]value.Value, len(finds))
	understood := map[property]map[linkformat.Place]bool{}
	// A find that `by` names comes before the one that needs it.
	needed := func(a answer) bool { return a.stmt.By == nil }
	all = slices.Concat(alg.Filter(all, needed), slices.DeleteFunc(slices.Clone(all), needed))
	for _, a := range all {
		f := &finder{answer: a, drawn: d[a.property()], understood: understood[a.property()]}
		if f.understood == nil {
			f.understood = map[linkformat.Place]bool{}
			understood[a.property()] = f.understood
		}
		if a.property() == number {
			drawn := f.drawn
			f.drawn, f.hidden = w.clues()
			maps.Copy(f.drawn, drawn)
		}
		if by := a.stmt.By; by != nil {
			v := w.givens[by.Text]
			if i := slices.IndexFunc(finds, func(f judge.Find) bool { return f.Name == by.Text }); i >= 0 {
				v = values[i]
			}
			f.fillBy(v)
		}
		v, wrong := f.value()
		if wrong != "" {
			broken = append(broken, structure(a, wrong))
		}
		values[a.find] = v
	}
	for _, a := range all {
		for _, at := range places(d[a.property()]) {
			if !understood[a.property()][at] {
				broken = append(broken, structure(a, fmt.Sprintf("it can't be drawn %s", w.at(at))))
				understood[a.property()][at] = true
				break
			}
		}
	}
	return values, broken, nil
}

// blank reports whether nothing is drawn and nothing printed belongs to the answer. The site never accepts that. A
// drawing of borders may be empty, as none may be needed.
func (w *Written) blank(all []answer, d Drawing) bool {
	numbers, hidden := w.clues()
	for _, a := range all {
		p := a.property()
		if p == border || len(d[p]) > 0 || p == number && len(numbers)+len(hidden) > 0 {
			return false
		}
		if by := a.stmt.By; by != nil && len((&finder{answer: a}).placesBy(w.givens[by.Text])) > 0 {
			return false
		}
	}
	return true
}

// structure says that a drawing is no possible value of a find.
func structure(a answer, wrong string) string {
	return fmt.Sprintf("%q: %s", a.stmt.Find.Text+" has its structure", wrong)
}

// at returns a place with a preposition.
func (b *board) at(p linkformat.Place) string {
	text := b.placeText(p)
	if b.groupOf(p) == linkformat.Inside && p.X%2 == p.Y%2 {
		return "at " + text
	}
	return text
}

func places(drawn map[linkformat.Place]int) []linkformat.Place {
	return slices.SortedFunc(maps.Keys(drawn), linkformat.Place.Compare)
}

type finder struct {
	answer
	drawn              map[linkformat.Place]int
	understood, hidden map[linkformat.Place]bool
}

// value returns the value of the find in the drawing. wrong says why it can't have one.
func (f *finder) value() (v value.Value, wrong string) {
	array, keyed := f.shape.(*judge.ArrayShape)
	if keyed && f.property() == border && firstEnd(array.Keys) == nil {
		return f.areas(array)
	}
	_, regions := f.shape.(*judge.RegionsShape)
	m := draw.FindOf(f.shape)
	m.EitherWay = true
	for i, k := range m.Keys {
		n, there := f.shown(k)
		is, ok := f.meaning(n, there, m.Part(i))
		if there && (ok || keyed) {
			f.know(k)
		}
		if p, placed := f.placeOf(k); keyed && placed && !there && (f.hidden[p] || f.stmt.Optional) {
			continue
		}
		switch {
		case !ok && there && !keyed: // it may belong to another find
			is = value.False
		case !ok && there && wrong == "":
			wrong = fmt.Sprintf("%d can't be at %s", n, value.String(k))
		case !ok && wrong == "":
			wrong = "nothing is at " + value.String(k)
		}
		if !ok && is == nil {
			is = value.None{}
		}
		if regions { // a border is drawn where two parts meet
			is = value.Of(is != value.Value(value.True))
		}
		m.Known[i] = is
	}
	v, misfit := m.Value()
	switch w := v.(type) {
	case *value.Route:
		wrong, _ = f.shape.(*judge.RouteShape).Why(w)
	case nil:
		if m.Keys == nil {
			wrong = "it is nothing that is drawn"
		}
	}
	if misfit != nil {
		wrong = misfit.Text
	}
	return v, wrong
}

// shown returns the number drawn at a place. If it has several places, all must have the same number.
func (f *finder) shown(at value.Value) (n int, there bool) {
	if f.stmt.Kind.Text == "slant" {
		p, want, ok := f.slant(at)
		if n, there = f.drawn[p]; ok && there && n == want {
			f.understood[p] = true
			return 1, true
		}
		return 0, false
	}
	places, ok := f.places(at)
	if !ok || len(places) == 0 {
		return 0, false
	}
	n, there = f.drawn[places[0]]
	for _, p := range places {
		if m, drawn := f.drawn[p]; !there || !drawn || m != n {
			return 0, false
		}
	}
	return n, true
}

// know notes that the drawing at a place is understood.
func (f *finder) know(at value.Value) {
	if f.stmt.Kind.Text == "slant" {
		return // shown noted it
	}
	places, _ := f.places(at)
	for _, p := range places {
		f.understood[p] = true
	}
}

// meaning returns the value of a drawn number, or of nothing. It is false if there is none.
func (f *finder) meaning(n int, there bool, shape judge.Shape) (value.Value, bool) {
	mark := value.Value(value.None{})
	if there {
		mark = value.Int(n)
	}
	labels, _ := labelsOf(f.static())
	v, ok := meaning(f.stmt.Table, mark, func(w tableWord) (value.Value, bool) {
		for _, l := range labels {
			if l.Name == w.name {
				return l, true
			}
		}
		for _, d := range directions {
			if d.Name == w.name {
				return d, true
			}
		}
		if of, ok := shape.(*judge.ScalarShape); ok { // the letter of a polyomino
			for _, v := range value.Elements(of.Values) {
				if s, ok := v.(value.Shape); ok && s.Print() == w.name {
					return s, true
				}
			}
		}
		return value.Label{Name: w.name, Print: w.name}, true
	})
	if ok {
		return v, true
	}
	candidates := []value.Value{value.None{}, value.False, value.Int(0)}
	if there {
		candidates = []value.Value{value.Int(n)}
		if n == 1 {
			candidates = append(candidates, value.True)
		}
		if 1 <= n && n <= len(directions) {
			candidates = append(candidates, directions[n-1])
		}
		if 1 <= n && n <= len(labels) {
			candidates = append(candidates, labels[n-1])
		} else if len(labels) == 0 {
			candidates = append(candidates, value.Label{Name: fmt.Sprint(n), Print: fmt.Sprint(n)})
		}
	}
	for _, c := range candidates {
		if shape.Admits(c) && (there || !f.drawsByTable(c)) {
			return c, true
		}
	}
	return nil, false
}

// drawsByTable reports whether the table draws something for a value. Then nothing does not stand for it.
func (f *finder) drawsByTable(v value.Value) bool {
	mark, ok := written(f.stmt.Table, v)
	return ok && !value.IsNone(mark)
}

// areas returns the areas into which borders cut the board.
func (f *finder) areas(s *judge.ArrayShape) (v value.Value, wrong string) {
	walls := f.borders() // the answer need not repeat printed ones
	for p := range f.drawn {
		walls[p] = true
	}
	cells := slices.Collect(maps.Values(f.cellsOf(s)))
	slices.SortFunc(cells, value.Compare)
	spotOf := func(v value.Value) (value.Spot, bool) {
		p, ok := f.placeOf(v)
		return value.Spot{Y: p.Y, X: p.X}, ok
	}
	areas := draw.CutAreas(cells, spotOf, func(side value.Spot) bool { return walls[linkformat.Place{X: side.X, Y: side.Y}] })
	owned := map[int]bool{} // areas that belong to some key
	for _, k := range s.Keys.List() {
		owned[areas.Number(k)] = true
	}
	for _, p := range places(f.drawn) {
		before, after, ok := areas.Sides(value.Spot{Y: p.Y, X: p.X})
		if !ok {
			continue // there is no border beside a hole
		}
		f.understood[p] = true
		if wrong == "" && (before == after || !owned[before] && !owned[after]) {
			wrong = "the border " + f.placeText(p) + " parts nothing"
		}
	}
	values := make([]value.Value, s.Keys.Len())
	for i := range s.Keys.List() {
		is, misfit := areas.Mark(s, i, nil)
		if misfit != nil {
			is = value.None{}
			wrong = cmp.Or(wrong, misfit.Text)
		}
		values[i] = is
	}
	return value.NewArray(s.Keys, values, s.Board), wrong
}

// cellsOf returns the cells of areas by their places, and the cells that belong to none. If each cell has its area, a
// cell that is no key counts as none. If only a few places have areas, all cells of the board count, even unreachable
// ones.
func (b *board) cellsOf(s *judge.ArrayShape) map[linkformat.Place]value.Value {
	out := map[linkformat.Place]value.Value{}
	var all *value.Board // a board all of whose cells count
	add := func(v value.Value) {
		if p, ok := b.placeOf(v); ok {
			out[p] = v
			if c, ok := v.(value.Cell); ok && !s.Keys.Contains(v) {
				all = c.Board
			}
		}
	}
	for i, k := range s.Keys.List() {
		values, ok := s.Parts[i].(*judge.ScalarShape)
		if !ok || !draw.TakesSets(values) {
			add(k)
			continue
		}
		for _, area := range value.Elements(values.Values) {
			for _, c := range value.Elements(area) {
				add(c)
			}
		}
	}
	if all != nil && !all.Points && b.Board == (linkformat.Board{Columns: all.Cols, Rows: all.Rows}) {
		holes := b.holes()
		for r := 1; r <= all.Rows; r++ {
			for c := 1; c <= all.Cols; c++ {
				if p := linkformat.Cell(r, c); !holes[p] {
					out[p] = value.Cell{Board: all, Row: r, Col: c}
				}
			}
		}
	}
	return out
}

// fillBy draws what `by NAME` says need not be drawn, since it follows from the value of that name.
func (f *finder) fillBy(by value.Value) {
	n, _, ok := f.number(value.True)
	if !ok {
		return
	}
	with := maps.Clone(f.drawn)
	if with == nil {
		with = map[linkformat.Place]int{}
	}
	for _, p := range f.placesBy(by) {
		if _, drawn := with[p]; !drawn {
			with[p] = n
		}
	}
	f.drawn = with
}

// placesBy returns the places that follow from a value: cells with a clue, or members. For borders they are the sides
// between two cells with different clues, or between a member and another cell.
func (f *finder) placesBy(by value.Value) (out []linkformat.Place) {
	if partly, ok := by.(*value.Partly); ok {
		by = partly.At
	}
	at := map[linkformat.Place]value.Value{}
	member := value.Value(nil) // for a set, the value of the other cells
	switch by := by.(type) {
	case *value.Array:
		for i, k := range by.Keys.List() {
			v := by.Values[i]
			if l, label := v.(value.Label); v == nil || value.IsNone(v) || f.property() == border && label && l.Print == unknown.Print {
				continue
			}
			if p, ok := f.placeOf(k); ok {
				at[p] = v
			}
		}
	case *value.Set:
		member = value.False
		for _, m := range by.List() {
			if p, ok := f.placeOf(m); ok {
				at[p] = value.True
			}
		}
	}
	for p, v := range at {
		if f.property() != border {
			out = append(out, p)
			continue
		}
		for _, q := range around(p) {
			w, there := at[q]
			if !there {
				w = member
			}
			if f.groupOf(q) == linkformat.Inside && w != nil && !value.Equal(v, w) {
				out = append(out, middle(p, q))
			}
		}
	}
	return out
}
