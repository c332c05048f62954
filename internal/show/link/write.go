package link

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/draw"
)

// Written is an instance as an address.
type Written struct {
	*board
	URL    linkformat.URL
	givens map[string]value.Value
}

// Write writes the values of a spec's givens as an address. The error says what does not fit in an address.
func (s *Statement) Write(values []instance.Given) (*Written, error) {
	w := &writer{board: &board{Statement: s}, values: byName(values), parts: map[string]int{},
		done: map[targetPlace]bool{}, words: map[targetWord]int64{}}
	for _, p := range s.Parts {
		for _, target := range p.Targets {
			w.parts[s.Source.Slice(target.Span())]++
		}
	}
	if err := w.size(); err != nil {
		return nil, err
	}
	u := linkformat.URL{Type: s.IDs[0].Value, Columns: w.Columns, Rows: w.Rows}
	for _, f := range s.Flags {
		always, _ := f.Given.(*dsl.BoolLit)
		name, given := f.Given.(*dsl.Name)
		if always != nil || given && w.values[name.Text] == value.Value(value.True) {
			u.Flags += f.Name.Text
		}
	}
	parts := s.body()
	body, err := s.layout().Write(w.Board, func(i int, places []linkformat.Place) ([]linkformat.Mark, error) {
		marks, err := w.marks(parts[i], places)
		heard := reading{list: marks}
		if err == nil {
			heard.at = byPlace(places, marks)
		}
		w.readings = append(w.readings, heard)
		return marks, err
	})
	if err != nil {
		return nil, err
	}
	u.Body = body
	return &Written{w.board, u, w.values}, nil
}

// writer finds the marks of an address for the values of givens.
type writer struct {
	*board
	values map[string]value.Value
	parts  map[string]int       // how many parts each target has
	done   map[targetPlace]bool // what is written of targets that have several parts
	words  map[targetWord]int64 // the numbers of words
}

type targetPlace struct {
	target string
	place  linkformat.Place
}

type targetWord struct{ target, word string }

func (w *writer) valueOf(target dsl.Expr) value.Value {
	switch x := target.(type) {
	case *dsl.Name:
		return w.values[x.Text]
	case *dsl.Index:
		a, ok := w.valueOf(x.X).(*value.Array)
		if !ok {
			return nil
		}
		for i, k := range a.Keys.List() {
			name, named := x.Keys[0].(*dsl.Name)
			n, isNumber := x.Keys[0].(*dsl.IntLit)
			if named && value.String(k) == name.Text || isNumber && value.String(k) == n.Value.String() {
				return a.Values[i]
			}
		}
	}
	return nil
}

func (w *writer) size() error {
	columns, rows := extent{noun: "columns", n: &w.Columns}, extent{noun: "rows", n: &w.Rows}
	for _, p := range w.Parts {
		for i, target := range p.Targets {
			var err error
			v := w.valueOf(target)
			list, isList := v.(value.List)
			n, isInt := v.(value.Int)
			who := w.Source.Slice(target.Span())
			switch groups := linkformat.GroupsOf(domainOf(p)); {
			case isList && len(list) == 0: // no clues, however long the side is
			case p.Format.Text == check.BoardColumns && isInt:
				err = columns.tell(who, int(n))
			case p.Format.Text == check.BoardRows && isInt:
				err = rows.tell(who, int(n))
			case isList && groups != nil && (groups[i] == linkformat.Above || groups[i] == linkformat.Below):
				err = columns.tell(who, len(list))
			case isList && groups != nil:
				err = rows.tell(who, len(list))
			default:
				if a, ok := v.(*value.Array); ok && a.Board != nil && a.Keys.Len() == a.Board.Rows*a.Board.Cols {
					r, c := cellsOf(w.placesOf(p, target, a), a.Board)
					err = cmp.Or(rows.tell(who, r), columns.tell(who, c))
				}
			}
			if err != nil {
				return err
			}
		}
	}
	if w.Rows > 0 && w.Columns > 0 {
		return nil
	}
	for _, p := range w.Parts { // even a few places of a board tell its size
		for _, target := range p.Targets {
			var places []value.Value
			switch v := w.valueOf(target).(type) {
			case *value.Array:
				places = v.Keys.List()
			case *value.Set:
				places = v.List()
			}
			for _, at := range places {
				if e, ok := at.(value.Edge); ok {
					at = e.A
				}
				if c, ok := at.(value.Cell); ok {
					r, cols := draw.SizeOf(c.Board)
					who := w.Source.Slice(target.Span())
					return cmp.Or(rows.tell(who, r), columns.tell(who, cols))
				}
			}
		}
	}
	return fmt.Errorf("nothing that a link has tells the size of the board")
}

// extent is the number of rows or columns of the board of a link, and the given that it comes from.
type extent struct {
	noun string
	n    *int
	who  string
}

func (e *extent) tell(who string, n int) error {
	switch {
	case n < 1:
		return fmt.Errorf("by the spec's link statement the board has as many %s as `%s` says, and that is %d: there is no link to this puzzle", e.noun, who, n)
	case *e.n != 0 && *e.n != n:
		return fmt.Errorf("a link has one board: its %s are %d by `%s`, and %d by `%s`", e.noun, *e.n, e.who, n, who)
	}
	*e.n, e.who = n, who
	return nil
}

// placesOf returns the domain of a grid's keys. Words for rooms stand in cells, though their part has borders.
func (w *writer) placesOf(p *dsl.LinkPart, target dsl.Expr, a *value.Array) string {
	labels, clue := labelsOf(w.staticType(target)) // listed ones, so they are no words
	if d := domainOf(p); d != "sides" || len(labels) > 0 || clue != nil || !isWords(a) {
		return d
	}
	return "cells"
}

func isWords(a *value.Array) bool {
	words := false
	for _, v := range a.Values {
		_, word := v.(value.Label)
		if !word && !value.IsNone(v) {
			return false
		}
		words = words || word
	}
	return words
}

// cellsOf returns the rows and columns of cells if a board has the places of a domain.
func cellsOf(domain string, b *value.Board) (rows, cols int) {
	switch domain {
	case "points":
		return b.Rows - 1, b.Cols - 1
	case "innerpoints":
		return b.Rows + 1, b.Cols + 1
	case "halves", "sides":
		return (b.Rows + 1) / 2, (b.Cols + 1) / 2
	case "allsides":
		return (b.Rows - 1) / 2, (b.Cols - 1) / 2
	}
	return b.Rows, b.Cols
}

// marks returns the marks of a part for places.
func (w *writer) marks(p *dsl.LinkPart, places []linkformat.Place) ([]linkformat.Mark, error) {
	if places == nil && linkformat.DefaultDomain(p.Format.Text) == "" {
		return w.placeless(p)
	}
	at := make([]func(linkformat.Place) value.Value, len(p.Targets))
	for i, target := range p.Targets {
		var err error
		if at[i], err = w.reader(p, i, target); err != nil {
			return nil, err
		}
	}
	marks := make([]linkformat.Mark, 0, len(places))
	times := timesOf(places)
	for k := 0; k < len(places); k += times {
		place := places[k]
		parts := make(value.Tuple, len(at))
		for i, read := range at {
			parts[i] = read(place)
		}
		target := 0
		if tellsEnds(p) {
			parts = value.Tuple{value.Of(slices.Contains(parts, value.Value(value.True)))}
		}
		if grouped(p) {
			for i, g := range linkformat.GroupsOf(domainOf(p)) {
				if g == w.groupOf(place) {
					target = i
				}
			}
			parts = value.Tuple{parts[target]}
		}
		mark, err := w.mark(p, target, parts, place)
		if err != nil {
			return nil, err
		}
		several, ok := apart(mark, times)
		if !ok {
			return nil, fmt.Errorf("a link has %s %s, and `%s` has %s", diag.Count(times, "number"), w.at(place), w.Source.Slice(p.Targets[0].Span()), mark)
		}
		marks = append(marks, several...)
	}
	return marks, nil
}

// mark returns the mark of a part for the values of its targets, beginning with target.
func (w *writer) mark(p *dsl.LinkPart, target int, parts value.Tuple, place linkformat.Place) (m linkformat.Mark, err error) {
	if len(p.Targets) == 0 {
		return m, nil
	}
	text := w.Source.Slice(p.Targets[target].Span())
	shared := w.parts[text] > 1
	if shared && w.done[targetPlace{text, place}] {
		return m, nil
	}
	whole := value.Value(parts)
	if len(parts) == 1 {
		whole = parts[0]
	}
	wanted, ok := written(p.Table, whole)
	tableOnly := len(p.Table) > 0 && slices.Contains(marksOnly, p.Format.Text) // numbers have no natural mark
	if !ok && (value.IsNone(whole) || !tableOnly) {
		wanted, ok = w.naturals(p, target, parts)
	}
	if ok {
		if m, ok = toMark(wanted); ok {
			if shared && !m.Empty() {
				w.done[targetPlace{text, place}] = true
			}
			return m, nil
		}
	}
	if shared {
		return m, nil
	}
	return m, fmt.Errorf("a link can't say %s %s of `%s`", value.String(whole), w.at(place), text)
}

// naturals returns the marks for values without a table.
func (w *writer) naturals(p *dsl.LinkPart, target int, parts value.Tuple) (value.Value, bool) {
	out := make(value.Tuple, len(parts))
	empty := true
	for i, v := range parts {
		var ok bool
		if out[i], ok = w.natural(p.Targets[target+i], v); !ok {
			return nil, false
		}
		empty = empty && value.IsNone(out[i])
	}
	switch {
	case empty:
		return value.None{}, true
	case len(out) == 1:
		return out[0], true
	}
	for i, v := range out { // an arrow without a direction has 0, and so has one without a label
		if t := w.staticType(p.Targets[target+i]); value.IsNone(v) && t != nil && slices.Contains([]check.Kind{check.Direction, check.Label}, elementKind(t)) {
			out[i] = value.Int(0)
		}
	}
	return out, true
}

// elementKind returns the kind of the elements of a collection, or of a type itself.
func elementKind(t *check.Type) check.Kind {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.Kind
}

// natural returns the mark for a value without a table. It reverses the same method of maker.
func (w *writer) natural(target dsl.Expr, v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.None, value.Int:
		return v, true
	case value.Bool:
		if v == value.True {
			return value.Int(1), true
		}
		return value.None{}, true
	case value.Direction:
		if n := directionNumber(v.Name); n > 0 {
			return value.Int(n), true
		}
	case value.Label:
		return w.label(target, v)
	case value.Shape:
		return ofShape(v), true
	case value.List:
		return w.list(target, v)
	case value.Tuple:
		return w.list(target, value.List(v))
	case *value.Set:
		return w.list(target, value.List(v.Sorted()))
	case value.Cell:
		if p, ok := w.placeOf(v); ok {
			return value.Tuple{value.Int((p.X + 1) / 2), value.Int((p.Y + 1) / 2)}, true
		}
	}
	return nil, false
}

func (w *writer) list(target dsl.Expr, list value.List) (value.Value, bool) {
	out := make(value.Tuple, len(list))
	for i, v := range list {
		var ok bool
		if out[i], ok = w.natural(target, v); !ok {
			return nil, false
		}
	}
	switch len(out) {
	case 0:
		return value.None{}, true
	case 1:
		return out[0], true
	}
	return out, true
}

// label returns the number of a label or a word. A word that is a number keeps it. Others get free numbers in turn.
func (w *writer) label(target dsl.Expr, v value.Label) (value.Value, bool) {
	if v.Print == unknown.Print {
		return unknown, true
	}
	labels, _ := labelsOf(w.staticType(target))
	for i, l := range labels {
		if l.Name == v.Name {
			return value.Int(i + 1), true
		}
	}
	if len(labels) > 0 {
		return nil, false
	}
	if n, err := strconv.Atoi(v.Name); err == nil && n >= 0 {
		return value.Int(n), true
	}
	key := targetWord{w.Source.Slice(target.Span()), v.Name}
	if _, known := w.words[key]; !known {
		w.words[key] = w.freeNumber(target, key.target)
	}
	return value.Int(w.words[key]), true
}

// freeNumber returns the least number from 1 that no word of a target is or has got.
func (w *writer) freeNumber(target dsl.Expr, text string) int64 {
	used := map[int64]bool{}
	for of, n := range w.words {
		if of.target == text {
			used[n] = true
		}
	}
	if a, ok := w.valueOf(target).(*value.Array); ok {
		for _, v := range a.Values {
			if l, word := v.(value.Label); word {
				if n, err := strconv.ParseInt(l.Name, 10, 64); err == nil {
					used[n] = true
				}
			}
		}
	}
	n := int64(1)
	for used[n] {
		n++
	}
	return n
}

// reader returns a function that returns the value of a target at a place.
func (w *writer) reader(p *dsl.LinkPart, i int, target dsl.Expr) (func(linkformat.Place) value.Value, error) {
	if v, constant := constantOf(target); constant {
		return func(linkformat.Place) value.Value { return v }, nil
	}
	at := map[linkformat.Place]value.Value{}
	switch v := w.valueOf(target).(type) {
	case *value.Array:
		switch {
		case domainOf(p) == "sides" && v.Board != nil && w.placesOf(p, target, v) == "cells":
			return w.borders(v, w.Source.Slice(target.Span()))
		case domainOf(p) == "rooms" && v.Board != nil:
			return w.clues(v, w.Source.Slice(target.Span()))
		}
		f := w.frameOf(domainOf(p))
		for k, key := range v.Keys.List() {
			place, ok := w.placeOf(key)
			if c, cell := key.(value.Cell); cell && v.Board != nil && f.rows == v.Board.Rows && f.cols == v.Board.Cols {
				place, ok = f.place(c.Row, c.Col), true
			}
			if !ok {
				return nil, fmt.Errorf("%s is no place on the board of a link", value.String(key))
			}
			at[place] = v.Values[k]
		}
	case *value.Set:
		for _, m := range v.List() {
			place, ok := w.placeOf(m)
			if !ok {
				return nil, fmt.Errorf("%s is no place on the board of a link", value.String(m))
			}
			at[place] = value.True
		}
	case value.List:
		if err := w.outside(p, i, v, at); err != nil {
			return nil, err
		}
	default:
		if place, ok := w.placeOf(v); ok {
			at[place] = value.Int(1)
		}
	}
	return orNone(at), nil
}

func orNone(at map[linkformat.Place]value.Value) func(linkformat.Place) value.Value {
	return func(p linkformat.Place) value.Value {
		if v := at[p]; v != nil {
			return v
		}
		return value.None{}
	}
}

// outside puts lists at their places outside the board. It reverses [maker.lines].
func (w *writer) outside(p *dsl.LinkPart, i int, lists value.List, at map[linkformat.Place]value.Value) error {
	groups := linkformat.GroupsOf(domainOf(p))
	if groups == nil {
		return fmt.Errorf("a list has no places on the board of a link")
	}
	g := groups[i]
	depth := w.depth(source{part: p}, g)
	for k, of := range lists {
		line, nested := of.(value.List)
		if !nested {
			line = value.List{of}
		}
		if len(line) > depth {
			return fmt.Errorf("a link has %s at most %s", diag.Count(depth, "number"), w.placeText(w.outer(g, k+1, 1)))
		}
		for n, v := range line {
			at[w.clueAt(g, k+1, n, len(line))] = v
		}
	}
	return nil
}

// borders returns a function that reports where words for rooms differ. Each word must be that of one room.
func (w *writer) borders(a *value.Array, name string) (func(linkformat.Place) value.Value, error) {
	cell := func(p linkformat.Place) value.Value { return a.Values[(p.Y/2)*w.Columns+p.X/2] }
	marked := map[linkformat.Place]bool{}
	for _, p := range halves(w.Board) {
		before, after := p.Beside()
		marked[p] = !value.Equal(cell(before), cell(after))
	}
	first := map[value.Key]int{}
	for r, row := range linkformat.Rooms(w.Board, marked, nil) {
		for c, n := range row {
			v := cell(linkformat.Cell(r+1, c+1))
			if m, met := first[value.KeyOf(v)]; met && m != n && !value.IsNone(v) {
				return nil, fmt.Errorf("`%s` has %s in two places that don't hang together", name, value.String(v))
			}
			first[value.KeyOf(v)] = n
		}
	}
	return func(p linkformat.Place) value.Value { return value.Of(marked[p]) }, nil
}

// clues returns a function that returns the value of a grid within a room, by the place of the room's first cell.
func (w *writer) clues(a *value.Array, name string) (func(linkformat.Place) value.Value, error) {
	var borders map[linkformat.Place]bool
	for i, p := range w.body()[:len(w.readings)] {
		if domainOf(p) == "sides" {
			borders = marked(w.readings[i].at)
		}
	}
	at := map[linkformat.Place]value.Value{}
	first := map[int]linkformat.Place{}
	for r, row := range linkformat.Rooms(w.Board, borders, w.holes()) {
		for c, n := range row {
			if _, met := first[n]; !met {
				first[n] = linkformat.Cell(r+1, c+1)
			}
			v := a.Values[r*w.Columns+c]
			if value.IsNone(v) || n < 0 {
				continue
			}
			if before := at[first[n]]; before != nil && !value.Equal(before, v) {
				return nil, fmt.Errorf("`%s` has two values in the room of %s, and a link one", name, w.placeText(linkformat.Cell(r+1, c+1)))
			}
			at[first[n]] = v
		}
	}
	return orNone(at), nil
}

// placeless returns the marks of a part without places.
func (w *writer) placeless(p *dsl.LinkPart) ([]linkformat.Mark, error) {
	if len(p.Targets) == 0 {
		return nil, nil
	}
	var all []value.Value
	for _, target := range p.Targets {
		v, constant := constantOf(target)
		if !constant {
			v = w.valueOf(target)
		} else if value.IsNone(v) {
			return nil, nil
		}
		all = append(all, v)
	}
	if list, ok := all[0].(value.List); ok && len(all) == 1 {
		all = list
	} else if len(all) > 1 {
		all = []value.Value{value.Tuple(all)}
	}
	marks := make([]linkformat.Mark, len(all))
	for i, v := range all {
		parts, several := v.(value.Tuple)
		if !several || len(p.Targets) == 1 {
			parts = value.Tuple{v}
		}
		var err error
		if marks[i], err = w.mark(p, 0, parts, linkformat.Place{}); err != nil {
			return nil, err
		}
	}
	return marks, nil
}
