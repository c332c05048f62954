package link

import (
	"fmt"
	"maps"
	"slices"

	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/judge"
)

// Found are the values of the finds that a drawing shows, in their order, nil for those that it does not show. What can't be the
// value of a find is told by broken, a sentence for each such find. The error says that the link statement has no answer.
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
	slices.SortStableFunc(all, func(a, b answer) int { // what tells of others is read first
		switch {
		case a.stmt.By == nil && b.stmt.By != nil:
			return -1
		case a.stmt.By != nil && b.stmt.By == nil:
			return 1
		}
		return 0
	})
	for _, a := range all {
		f := &finder{answer: a, drawn: d[a.property()], understood: understood[a.property()]}
		if f.understood == nil {
			f.understood = map[linkformat.Place]bool{}
			understood[a.property()] = f.understood
		}
		if a.property() == number {
			f.fill(w.clues())
			f.hidden = w.hidden()
		}
		if by := a.stmt.By; by != nil {
			told := w.givens[by.Text]
			if i := slices.IndexFunc(finds, func(f judge.Find) bool { return f.Name == by.Text }); i >= 0 {
				told = values[i]
			}
			f.fillTold(told)
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

// blank reports whether nothing is drawn, nor printed as a part of the answer. The site takes that for no answer, whatever the
// rules say; only borders may be where none need be.
func (w *Written) blank(all []answer, d Drawing) bool {
	for _, a := range all {
		p := a.property()
		if p == border || len(d[p]) > 0 || p == number && len(w.clues())+len(w.hidden()) > 0 {
			return false
		}
		if by := a.stmt.By; by != nil && len((&finder{answer: a}).told(w.givens[by.Text])) > 0 {
			return false
		}
	}
	return true
}

// structure says that a drawing breaks what a find is.
func structure(a answer, wrong string) string {
	return fmt.Sprintf("%q: %s", a.stmt.Find.Text+" has its structure", wrong)
}

// at is a place with the word that stands before it.
func (b *board) at(p linkformat.Place) string {
	text := b.placeText(p)
	if b.groupOf(p) == linkformat.Inside && p.X%2 == p.Y%2 {
		return "at " + text
	}
	return text
}

// places are those of a drawing in order.
func places(drawn map[linkformat.Place]int) []linkformat.Place {
	out := make([]linkformat.Place, 0, len(drawn))
	for p := range drawn {
		out = append(out, p)
	}
	slices.SortFunc(out, comparePlaces)
	return out
}

// finder finds the value of one find in a drawing.
type finder struct {
	answer
	drawn      map[linkformat.Place]int
	understood map[linkformat.Place]bool
	hidden     map[linkformat.Place]bool
}

// fill takes printed numbers for drawn ones where none are drawn.
func (f *finder) fill(clues map[linkformat.Place]int) {
	with := map[linkformat.Place]int{}
	for p, n := range clues {
		with[p] = n
	}
	for p, n := range f.drawn {
		with[p] = n
	}
	f.drawn = with
}

// value is what the drawing shows of the find; wrong says why it can't be.
func (f *finder) value() (v value.Value, wrong string) {
	switch s := f.shape.(type) {
	case *judge.SetShape:
		var in []value.Value
		for _, m := range s.Members.List() {
			on, known := f.on(m)
			if on {
				in = append(in, m)
			}
			if !known && wrong == "" {
				wrong = "nothing is at " + value.String(m)
			}
		}
		return value.NewSet(in...), wrong
	case *judge.RouteShape:
		w := f.route(s)
		wrong, _ := s.Why(w)
		return w, wrong
	case *judge.RegionsShape:
		return f.regions(s)
	case *judge.ArrayShape:
		if f.property() == border && !f.keyedBySides(s.Keys) {
			return f.areas(s)
		}
		return f.array(s)
	}
	return nil, "it is nothing that is drawn"
}

// shown is the number that is drawn where something would stand; there is false if nothing is. What has several places
// must have the same in all.
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

// know notes that what is drawn somewhere is understood.
func (f *finder) know(at value.Value) {
	places, _ := f.places(at)
	for _, p := range places {
		f.understood[p] = true
	}
}

// on reports whether a member of a set is drawn; it isn't known where nothing is drawn, and a table says what is for those that are not in the set.
func (f *finder) on(m value.Value) (on, known bool) {
	n, there := f.shown(m)
	v, ok := f.meaning(n, there, &judge.ScalarShape{Values: value.NewSet(value.False, value.True)})
	if ok && there && f.stmt.Kind.Text != "slant" {
		f.know(m)
	}
	return ok && v == value.Value(value.True), ok || there
}

// meaning is the value of a number that is drawn, or of nothing; false if it has none.
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

// drawsByTable reports whether the table draws something for a value, so that nothing doesn't stand for it.
func (f *finder) drawsByTable(v value.Value) bool {
	mark, ok := written(f.stmt.Table, v)
	return ok && !isNone(mark)
}

// route has the lines that are drawn along edges of its graph.
func (f *finder) route(s *judge.RouteShape) *value.Route {
	g := s.Graph
	w := &value.Route{Kind: s.Kind, Graph: g, Known: true, Labels: s.Labels, Crossing: s.Crossing,
		Edges: make([]value.BoolRef, g.Size()), Vertices: make([]value.BoolRef, g.Vertices.Len())}
	for i := range w.Vertices {
		w.Vertices[i] = value.ConstRef(s.Kind == value.Links && s.Labels != nil && !isNone(s.Labels[i]))
	}
	for i := range w.Edges {
		w.Edges[i] = value.FalseRef
		e := g.Edge(i)
		if n, there := f.shown(e); there && n == 1 {
			f.know(e)
			w.Edges[i] = value.TrueRef
			w.Vertices[g.Vertices.Index(e.A)] = value.TrueRef
			w.Vertices[g.Vertices.Index(e.B)] = value.TrueRef
		}
	}
	if g.Directed {
		Direct(w)
	}
	return w
}

// regions are what the borders cut a graph into.
func (f *finder) regions(s *judge.RegionsShape) (v value.Value, wrong string) {
	r := &value.Regions{Graph: s.Graph, Same: make([]value.BoolRef, s.Graph.Size()), Known: true}
	for i := range r.Same {
		e := s.Graph.Edge(i)
		_, parted := f.shown(e)
		r.Same[i] = value.ConstRef(!parted)
		if parted {
			f.know(e)
		}
	}
	number := r.Numbers()
	for i, same := range r.Same {
		e := s.Graph.Plain().Edges[i]
		if same == value.FalseRef && number[e.U] == number[e.V] {
			return r, fmt.Sprintf("the border %s parts nothing", f.edgeText(s.Graph.Edge(i)))
		}
	}
	return r, ""
}

// edgeText says where an edge is.
func (f *finder) edgeText(e value.Edge) string {
	return "between " + value.String(e.A) + " and " + value.String(e.B)
}

// array has a value for each key.
func (f *finder) array(s *judge.ArrayShape) (v value.Value, wrong string) {
	values := make([]value.Value, s.Keys.Len())
	partly := false
	for i, k := range s.Keys.List() {
		n, there := f.shown(k)
		if there {
			f.know(k)
		}
		if p, ok := f.placeOf(k); ok && !there && (f.hidden[p] || f.stmt.Optional) {
			partly = true
			continue
		}
		var ok bool
		if values[i], ok = f.meaning(n, there, s.Parts[i]); ok {
			continue
		}
		values[i] = value.None{}
		switch {
		case wrong != "":
		case there:
			wrong = fmt.Sprintf("%d can't be at %s", n, value.String(k))
		default:
			wrong = fmt.Sprintf("nothing is at %s", value.String(k))
		}
	}
	if partly {
		return value.NewPartly(s.Keys, values), wrong
	}
	return value.NewArray(s.Keys, values, s.Board), wrong
}

// areas are what the borders cut the board into.
func (f *finder) areas(s *judge.ArrayShape) (v value.Value, wrong string) {
	walls := f.borders() // those that are printed need not be drawn
	for p := range f.drawn {
		walls[p] = true
	}
	outside := map[linkformat.Place]bool{}
	cells := f.cellsOf(s)
	for r := 1; r <= f.Rows; r++ {
		for c := 1; c <= f.Columns; c++ {
			if p := linkformat.Cell(r, c); cells[p] == nil {
				outside[p] = true
			}
		}
	}
	room := linkformat.Rooms(f.Board, walls, outside)
	number := func(p linkformat.Place) int { return room[p.Y/2][p.X/2] }
	members := map[int][]value.Value{}
	for r := 1; r <= f.Rows; r++ {
		for c := 1; c <= f.Columns; c++ {
			if p := linkformat.Cell(r, c); cells[p] != nil {
				members[number(p)] = append(members[number(p)], cells[p])
			}
		}
	}
	owned := map[int]bool{} // what is the area of something
	for _, k := range s.Keys.List() {
		if p, ok := f.placeOf(k); ok {
			owned[number(p)] = true
		}
	}
	for _, p := range places(f.drawn) {
		before, after := sides(p)
		if cells[before] == nil || cells[after] == nil {
			continue // there is no border beside a hole
		}
		f.understood[p] = true
		if a, b := number(before), number(after); wrong == "" && (a == b || !owned[a] && !owned[b]) {
			wrong = "the border " + f.placeText(p) + " parts nothing"
		}
	}
	values := make([]value.Value, s.Keys.Len())
	for i, k := range s.Keys.List() {
		p, _ := f.placeOf(k)
		area := value.NewSet(members[number(p)]...)
		if takesSets(s.Parts[i]) {
			values[i] = area
			if !s.Parts[i].Admits(area) && wrong == "" {
				wrong = "the area of " + value.String(k) + " can't be that"
			}
			continue
		}
		v, why := f.owner(s.Parts[i], members[number(p)])
		if values[i] = v; why != "" && wrong == "" {
			wrong = why
		}
	}
	return value.NewArray(s.Keys, values, s.Board), wrong
}

// takesSets reports whether the values of a shape are sets of cells.
func takesSets(s judge.Shape) bool {
	scalar, ok := s.(*judge.ScalarShape)
	if !ok {
		return false
	}
	for _, v := range value.Elements(scalar.Values) {
		_, isSet := v.(*value.Set)
		return isSet
	}
	return false
}

// cellsOf are the cells of areas by their places, and those that belong to none. Where each cell has its area, what is no key is no
// cell. Where areas are those of a few places, all cells of the board are meant, also what no area can reach.
func (b *board) cellsOf(s *judge.ArrayShape) map[linkformat.Place]value.Value {
	out := map[linkformat.Place]value.Value{}
	var all *value.Board // of which every cell is meant
	add := func(v value.Value) {
		if p, ok := b.placeOf(v); ok {
			out[p] = v
			if c, ok := v.(value.Cell); ok && !s.Keys.Contains(v) {
				all = c.Board
			}
		}
	}
	for i, k := range s.Keys.List() {
		if !takesSets(s.Parts[i]) {
			add(k)
			continue
		}
		for _, area := range value.Elements(s.Parts[i].(*judge.ScalarShape).Values) {
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

// owner is which of its possible values an area has: the only one that lies in it.
func (f *finder) owner(s judge.Shape, area []value.Value) (v value.Value, wrong string) {
	scalar, ok := s.(*judge.ScalarShape)
	if !ok || len(area) == 0 {
		return value.None{}, "what an area is can't be seen"
	}
	in := map[linkformat.Place]bool{}
	for _, c := range area {
		p, _ := f.placeOf(c)
		in[p] = true
	}
	for _, candidate := range value.Elements(scalar.Values) {
		p, placed := f.placeOf(candidate)
		// What lies on a side or a corner is in an area if all cells around it are.
		inside := placed
		for dx := -(1 - p.X%2); dx <= 1-p.X%2; dx += 2 {
			for dy := -(1 - p.Y%2); dy <= 1-p.Y%2; dy += 2 {
				inside = inside && in[linkformat.Place{X: p.X + dx, Y: p.Y + dy}]
			}
		}
		if !inside {
			continue
		}
		if v != nil {
			return value.None{}, fmt.Sprintf("the area of %s holds both %s and %s", value.String(area[0]), value.String(v), value.String(candidate))
		}
		v = candidate
	}
	if v == nil {
		return value.None{}, "the area of " + value.String(area[0]) + " holds nothing that it could be of"
	}
	return v, ""
}

// fillTold takes for drawn what `by NAME` says need not be: the value of that name tells it.
func (f *finder) fillTold(by value.Value) {
	n, _, ok := f.number(value.True)
	if !ok {
		return
	}
	with := maps.Clone(f.drawn)
	if with == nil {
		with = map[linkformat.Place]int{}
	}
	for _, p := range f.told(by) {
		if _, drawn := with[p]; !drawn {
			with[p] = n
		}
	}
	f.drawn = with
}

// told are the places where a value tells that something stands: cells that have a clue or are members, or, for borders, the sides
// between two cells that have different clues, or of which one is a member.
func (f *finder) told(by value.Value) (out []linkformat.Place) {
	if partly, ok := by.(*value.Partly); ok {
		by = partly.At
	}
	at := map[linkformat.Place]value.Value{}
	member := value.Value(nil) // of a set, what stands in other cells
	switch by := by.(type) {
	case *value.Array:
		for i, k := range by.Keys.List() {
			v := by.Values[i]
			if l, label := v.(value.Label); v == nil || isNone(v) || f.property() == border && label && l.Print == unknown.Print {
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
		for _, q := range []linkformat.Place{{X: p.X - 2, Y: p.Y}, {X: p.X + 2, Y: p.Y}, {X: p.X, Y: p.Y - 2}, {X: p.X, Y: p.Y + 2}} {
			w, there := at[q]
			if !there {
				w = member
			}
			onBoard := q.X > 0 && q.X < 2*f.Columns && q.Y > 0 && q.Y < 2*f.Rows
			if onBoard && w != nil && !value.Equal(v, w) {
				out = append(out, linkformat.Place{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2})
			}
		}
	}
	return out
}
