package link

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
)

type constant bool

// Make implements [instance.Maker].
func (c constant) Make(instance.Type) (value.Value, error) { return value.Of(bool(c)), nil }

// content is what a link has for a given.
type content interface {
	instance.Maker
	// placesOfAll returns where values lie on the board. It is false if one has no place.
	placesOfAll(all []value.Value) ([]linkformat.Place, bool)
	// values returns the values at places.
	values(places []linkformat.Place, of func(i int) instance.Type) ([]value.Value, error)
	// misfit is the error of something that the given can't have.
	misfit(what string, t instance.Type) error
}

// gridIn returns a grid whose cells lie in a frame.
func gridIn(c content, f frame, t instance.Grid) (value.Value, error) {
	if f.rows < 1 || f.cols < 1 {
		return nil, c.misfit("a board of so few cells", t)
	}
	board := &value.Board{Rows: f.rows, Cols: f.cols}
	values, err := c.values(f.places(), func(int) instance.Type { return t.Of })
	return value.NewArray(value.BoardSet(board), values, board), err
}

// keyedIn returns an array over keys, each of which must be a cell, a point or an edge of the board.
func keyedIn(c content, t instance.Keyed) (value.Value, error) {
	places, ok := c.placesOfAll(t.Keys.List())
	if !ok {
		return nil, c.misfit("places of the board", t)
	}
	values, err := c.values(places, func(i int) instance.Type { return t.Of[i] })
	return value.NewArray(t.Keys, values, value.BoardOf(t.Keys)), err
}

// blankAt returns the value of a place with nothing.
func blankAt(c content, t instance.Type, where string) (value.Value, error) {
	switch t.(type) {
	case instance.List, instance.Set:
		return value.None{}, nil // like a cell of a grid without a clue
	}
	v, ok := absent(t)
	if !ok {
		return nil, c.misfit(strings.TrimSpace("nothing "+where), t)
	}
	return v, nil
}

// maker makes the value of a given from an address.
type maker struct {
	*board
	name   *dsl.Name
	keys   []dsl.Expr
	from   []source
	static *check.Type
}

// makers returns the makers of all givens that the statement mentions.
func (b *board) makers() (out []*maker) {
	targets, of := b.sources()
	for _, target := range targets {
		m := &maker{board: b, from: of[b.Source.Slice(target.Span())], static: b.staticType(target)}
		m.name, m.keys = splitTarget(target)
		out = append(out, m)
	}
	return out
}

// Make implements [instance.Maker].
func (m *maker) Make(t instance.Type) (value.Value, error) {
	switch t := t.(type) {
	case instance.Grid:
		if m.roomsIn(t) {
			return m.rooms(t)
		}
		return gridIn(m, m.frameOf(domainOf(m.from[0].part)), t)
	case instance.Keyed:
		return keyedIn(m, t)
	case instance.Set:
		if of, ok := t.Of.(instance.OneOf); ok {
			if _, placed := m.placesOfAll(of.Values.List()); placed {
				return m.set(of)
			}
		}
	case instance.List:
		p := m.from[0].part
		switch {
		case grouped(p):
			return m.lines(t)
		case domainOf(p) == "" && len(p.Targets) == 1 && len(m.from) == 1 && m.from[0].reading != nil:
			return m.all(t)
		}
	}
	return m.single(t)
}

// element returns the meaning of a mark for one target of a part.
func (m *maker) element(s source, mark linkformat.Mark, t instance.Type) (value.Value, bool) {
	v := ofMark(mark)
	several := len(s.part.Targets) > 1 && !grouped(s.part)
	w, ok := meaning(s.part.Table, v, func(w tableWord) (value.Value, bool) {
		if several && w.part != s.target {
			return value.None{}, true
		}
		return wordOf(w, t)
	})
	if !several {
		if ok {
			return t.Fits(w)
		}
		return natural(v, t, m.static)
	}
	if !ok {
		w = v
	}
	if parts, tuple := w.(value.Tuple); tuple && s.target < len(parts) {
		w = parts[s.target]
	} else if !value.IsNone(w) {
		return nil, false
	}
	if ok {
		return t.Fits(w)
	}
	return natural(w, t, m.static)
}

// wordOf returns the value of a word in a table for a type. In a list it is the value of one element.
func wordOf(w tableWord, t instance.Type) (value.Value, bool) {
	if w.inList {
		if of, optional := t.(instance.Optional); optional {
			return wordOf(w, of.Of)
		}
		if of := within(t); len(of) == 1 {
			t = of[0]
		}
	}
	return named(w.name, t)
}

// named returns the value of a type, or of a part of it, that a word is.
func named(name string, t instance.Type) (value.Value, bool) {
	if v, ok := t.FromText(name); ok {
		return v, true
	}
	for _, of := range within(t) {
		if v, ok := named(name, of); ok {
			return v, true
		}
	}
	return nil, false
}

// within returns the types of the parts of values of a type.
func within(t instance.Type) []instance.Type {
	switch t := t.(type) {
	case instance.Optional:
		return []instance.Type{t.Of}
	case instance.List:
		return []instance.Type{t.Of}
	case instance.Set:
		return []instance.Type{t.Of}
	case instance.Tuple:
		return t.Parts
	}
	return nil
}

// natural returns the value of a mark for a type without a table. static is what is known of the type without values. A number is itself, or the label or direction with
// that number. An unknown clue is the label that prints as ?, and a letter is the label that prints so.
func natural(v value.Value, t instance.Type, static *check.Type) (value.Value, bool) {
	switch t := t.(type) {
	case instance.List:
		l, ok := naturals(v, t.Of, static)
		return value.List(l), ok
	case instance.Set:
		l, ok := naturals(v, t.Of, static)
		return value.NewSet(l...), ok
	case instance.Shape:
		return toShape(v)
	case instance.Tuple:
		parts, ok := v.(value.Tuple)
		if !ok || len(parts) != len(t.Parts) {
			return nil, false
		}
		out := make(value.Tuple, len(parts))
		for i, p := range t.Parts {
			if out[i], ok = natural(parts[i], p, static); !ok {
				return nil, false
			}
		}
		return out, true
	}
	if value.IsNone(v) {
		return absent(t)
	}
	if w, ok := t.Fits(v); ok && v != value.Value(unknown) {
		return w, true
	}
	labels, clue := labelsOf(static)
	if v == value.Value(unknown) {
		if clue == nil {
			return nil, false
		}
		return t.Fits(*clue)
	}
	n, number := v.(value.Int)
	if !number {
		return nil, false
	}
	if w, ok := t.Fits(value.Of(n == 1)); ok && n <= 1 {
		return w, true
	}
	if 1 <= n && int(n) <= len(directions) {
		if w, ok := t.Fits(directions[n-1]); ok {
			return w, true
		}
	}
	if 1 <= n && int(n) <= len(labels) {
		return t.Fits(labels[n-1])
	}
	if n == 0 && !hasNumbers(t) { // an arrow without a direction
		return absent(t)
	}
	return nil, false
}

// hasNumbers reports whether a type has numbers. Then a number that it lacks has no other meaning.
func hasNumbers(t instance.Type) bool {
	switch t := t.(type) {
	case instance.Int:
		return true
	case instance.OneOf:
		return slices.ContainsFunc(t.Values.List(), func(v value.Value) bool {
			_, is := v.(value.Int)
			return is
		})
	case instance.Optional:
		return hasNumbers(t.Of)
	case instance.Union:
		return slices.ContainsFunc(t.Parts, hasNumbers)
	}
	return false
}

// naturals returns the parts of a mark as elements of a type.
func naturals(v value.Value, of instance.Type, static *check.Type) ([]value.Value, bool) {
	parts := value.Tuple{v}
	if t, several := v.(value.Tuple); several {
		parts = t
	} else if value.IsNone(v) {
		return nil, true
	}
	out := make([]value.Value, len(parts))
	for i, p := range parts {
		var ok bool
		if out[i], ok = natural(p, of, static); !ok {
			return nil, false
		}
	}
	return out, true
}

// absent returns the value of a type for nothing.
func absent(t instance.Type) (value.Value, bool) {
	if v, ok := t.Fits(value.None{}); ok {
		return v, true
	}
	return t.Fits(value.False)
}

// at returns the value at a place. Of several parts the first that has a mark there counts.
func (m *maker) at(p linkformat.Place, t instance.Type) (value.Value, error) {
	for _, s := range m.from {
		mark := s.reading.at[p]
		if mark.Empty() {
			w, ok := meaning(s.part.Table, value.None{}, func(w tableWord) (value.Value, bool) { return wordOf(w, t) })
			if !ok {
				continue
			}
			if parts, several := w.(value.Tuple); several && len(s.part.Targets) > 1 {
				w = parts[s.target]
			}
			if v, fits := t.Fits(w); fits {
				return v, nil
			}
			continue
		}
		v, ok := m.element(s, mark, t)
		if !ok {
			return nil, m.misfit(fmt.Sprintf("%s %s", mark, m.board.at(p)), t)
		}
		if !value.IsNone(v) {
			return v, nil
		}
	}
	return blankAt(m, t, m.board.at(p))
}

func (m *maker) span() diag.Span {
	if s := m.from[0].reading; s != nil {
		return s.span
	}
	return diag.Span{End: len(m.src.Text)}
}

// misfit is the error of a link with a value that a given can't have.
func misfit(src *diag.Source, at diag.Span, what, target string, t instance.Type) error {
	d := diag.Errorf(src, at, "link-misfit", "the link has %s, and `%s` can't have that", what, target)
	return listOf(d.Expect(t.Describe()))
}

func (m *maker) misfit(what string, t instance.Type) error {
	return misfit(m.src, m.span(), what, m.name.Text, t)
}

// values returns the values at places.
func (m *maker) values(places []linkformat.Place, of func(i int) instance.Type) (values []value.Value, err error) {
	values = make([]value.Value, len(places))
	for i, p := range places {
		if values[i], err = m.at(p, of(i)); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (m *maker) set(t instance.OneOf) (value.Value, error) {
	var members []value.Value
	var ends map[linkformat.Place]bool // if the address tells the set by borders
	if s := m.from[0]; s.target == 1 && tellsEnds(s.part) {
		ends = setOf(deadEnds(m.Board, marked(s.reading.at), m.holes()))
	}
	for _, v := range t.Values.List() {
		p, _ := m.placeOf(v)
		in := value.Value(value.Of(ends[p]))
		if ends == nil {
			var err error
			if in, err = m.at(p, instance.Bool{}); err != nil {
				return nil, err
			}
		}
		if in == value.Value(value.True) {
			members = append(members, v)
		}
	}
	return value.NewSet(members...), nil
}

// lines returns a list of the marks outside the board, one for each column or row: from the top down, or from left to
// right. Lists of lists leave out places without a mark, unless none is an element.
func (m *maker) lines(t instance.List) (value.Value, error) {
	s := m.from[0]
	g := linkformat.GroupsOf(domainOf(s.part))[s.target]
	of := t.Of
	inner, nested := t.Of.(instance.List)
	if nested {
		of = inner.Of
	}
	n := m.Columns
	if g == linkformat.Left || g == linkformat.Right {
		n = m.Rows
	}
	out := make(value.List, n)
	for i := range out {
		var line value.List
		for k := range m.depth(s, g) {
			p := m.clueAt(g, i+1, k, m.depth(s, g))
			v, err := m.at(p, of)
			switch {
			case nested && s.reading.at[p].Empty() && !value.IsNone(v):
				continue
			case err != nil:
				return nil, err
			}
			line = append(line, v)
		}
		if nested {
			out[i] = line
		} else if len(line) > 0 {
			out[i] = line[len(line)-1]
		}
	}
	return out, nil
}

// outer returns a place outside the board for a column or row, counted from the board outward.
func (b *board) outer(g linkformat.Group, line, out int) linkformat.Place {
	at := 2*line - 1
	switch g {
	case linkformat.Above:
		return linkformat.Place{X: at, Y: 1 - 2*out}
	case linkformat.Below:
		return linkformat.Place{X: at, Y: 2*b.Rows + 2*out - 1}
	case linkformat.Left:
		return linkformat.Place{X: 1 - 2*out, Y: at}
	}
	return linkformat.Place{X: 2*b.Columns + 2*out - 1, Y: at}
}

// clueAt returns the place of a clue beside a column or row, by its index among several from left to right or from the top
// down.
func (b *board) clueAt(g linkformat.Group, line, index, several int) linkformat.Place {
	if g == linkformat.Below || g == linkformat.Right {
		return b.outer(g, line, index+1)
	}
	return b.outer(g, line, several-index)
}

// depth returns how many places a group has for each column or row.
func (b *board) depth(s source, g linkformat.Group) int {
	switch domainOf(s.part) {
	case "outside2":
		return 2
	case "outside4":
		return 4
	case "outsidehalf":
		if g == linkformat.Above {
			return (b.Rows + 1) / 2
		}
		return (b.Columns + 1) / 2
	}
	return 1
}

// roomsIn reports whether a given has words for rooms, which the address tells by their borders.
func (m *maker) roomsIn(t instance.Grid) bool {
	_, letter := t.Of.FromText("A")
	_, digit := t.Of.FromText("0") // any word is one
	return letter && digit && domainOf(m.from[0].part) == "sides"
}

// rooms returns words for the rooms, in the order of their first cells. Holes separate them. A hole gets the word of a
// neighbouring room without a border between, so that writing gives the same borders. If there is none, it has no word.
func (m *maker) rooms(t instance.Grid) (value.Value, error) {
	borders := marked(m.from[0].reading.at)
	numbers := linkformat.Rooms(m.Board, borders, m.holes())
	m.fillHoles(borders, numbers)
	hole, _ := t.Of.Fits(value.None{})
	v, ok := roomGrid(t, numbers, hole)
	if !ok {
		return nil, m.misfit("a hole, which belongs to no room,", t)
	}
	return v, nil
}

// roomGrid returns names for the rooms with numbers: letters, or the numbers from 1. It is false if a cell is a hole, and
// there is no value for that.
func roomGrid(t instance.Grid, numbers [][]int, hole value.Value) (value.Value, bool) {
	board := &value.Board{Rows: len(numbers), Cols: len(numbers[0])}
	var values []value.Value
	for _, n := range slices.Concat(numbers...) {
		v, ok := hole, hole != nil
		if n >= 0 {
			if v, ok = t.Of.FromText(roomName(n)); !ok {
				v, ok = t.Of.Fits(value.Int(n + 1))
			}
		}
		if !ok {
			return nil, false
		}
		values = append(values, v)
	}
	return value.NewArray(value.BoardSet(board), values, board), true
}

// fillHoles gives holes the numbers of rooms beside them without a border between.
func (m *maker) fillHoles(borders map[linkformat.Place]bool, numbers [][]int) {
	for more := true; more; {
		more = false
		for r, row := range numbers {
			for c, n := range row {
				p := linkformat.Cell(r+1, c+1)
				for _, q := range around(p) {
					if n >= 0 || m.groupOf(q) != linkformat.Inside || borders[middle(p, q)] {
						continue
					}
					if beside := numbers[q.Y/2][q.X/2]; beside >= 0 {
						n, row[c], more = beside, beside, true
					}
				}
			}
		}
	}
}

func setOf(places []linkformat.Place) map[linkformat.Place]bool {
	out := map[linkformat.Place]bool{}
	for _, p := range places {
		out[p] = true
	}
	return out
}

func marked(marks map[linkformat.Place]linkformat.Mark) map[linkformat.Place]bool {
	out := map[linkformat.Place]bool{}
	for p, m := range marks {
		out[p] = !m.Empty()
	}
	return out
}

// all returns the list of all marks of a part without places, such as a bank of pieces.
func (m *maker) all(t instance.List) (value.Value, error) {
	s := m.from[0]
	out := make(value.List, len(s.reading.list))
	for i, mark := range s.reading.list {
		var ok bool
		if out[i], ok = m.element(s, mark, t.Of); !ok {
			return nil, m.misfit(mark.String(), t.Of)
		}
	}
	return out, nil
}

// single returns the value of a given without places: the size of the board, a number before it, or a single place.
func (m *maker) single(t instance.Type) (value.Value, error) {
	var v value.Value
	for _, s := range m.from {
		var w value.Value
		var ok bool
		var what string
		if s.reading == nil {
			n := m.Columns
			if s.part.Format.Text == check.BoardRows {
				n = m.Rows
			}
			w, ok = t.Fits(value.Int(n))
			what = fmt.Sprintf("%d %s", n, s.part.Format.Text)
		} else {
			mark, at := m.only(s)
			if w, ok = m.element(s, mark, t); !ok {
				w, ok = m.placeAt(t, at, mark)
			}
			what = mark.String()
		}
		if !ok {
			return nil, m.misfit(what, t)
		}
		if v != nil && !value.Equal(v, w) {
			return nil, m.misfit(fmt.Sprintf("%s and %s", value.String(v), value.String(w)), t)
		}
		v = w
	}
	return v, nil
}

// only returns the mark of a part that has only one, and its place.
func (m *maker) only(s source) (linkformat.Mark, linkformat.Place) {
	for p, mark := range s.reading.at {
		if !mark.Empty() {
			return mark, p
		}
	}
	if len(s.reading.list) == 0 {
		return linkformat.Mark{}, linkformat.Place{}
	}
	mark := s.reading.list[0]
	if len(mark.Numbers) == 2 {
		return mark, linkformat.Cell(mark.Numbers[1], mark.Numbers[0])
	}
	return mark, linkformat.Place{}
}

// placeAt returns a place of the board as a value of a type.
func (m *maker) placeAt(t instance.Type, at linkformat.Place, mark linkformat.Mark) (value.Value, bool) {
	if o, optional := t.(instance.Optional); optional {
		t = o.Of
	}
	one, ok := t.(instance.OneOf)
	if !ok || mark.Empty() {
		return nil, false
	}
	for _, v := range one.Values.List() {
		if p, placed := m.placeOf(v); placed && p == at {
			return v, true
		}
	}
	return nil, false
}
