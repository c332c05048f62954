package link

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

func (w *Written) answers(finds []judge.Find) (out []answer, err error) {
	if len(w.Answers) == 0 {
		return nil, fmt.Errorf("the spec's link statement does not say where an answer stands on the board")
	}
	for _, a := range w.Answers {
		i := slices.IndexFunc(finds, func(f judge.Find) bool { return f.Name == a.Find.Text })
		if i < 0 {
			panic("link: an answer of no find")
		}
		out = append(out, answer{w.board, a, i, finds[i].Shape})
	}
	return out, nil
}

// write writes the values of givens by the first of a spec's link statements that can.
func write(spec *check.Spec, values []instance.Given) (w *Written, err error) {
	err = errors.New("the spec has no link statement, which would say how puzz.link has the puzzle")
	for _, s := range Statements(spec) {
		if len(s.Parts) == 0 && len(s.Bindings) > 0 { // it is for another site
			continue
		}
		if w, err = s.Write(values); err == nil {
			return w, nil
		}
	}
	return nil, err
}

// Of returns the address of an instance, by the first of a spec's link statements that can write it.
func Of(spec *check.Spec, values []instance.Given) (linkformat.URL, error) {
	w, err := write(spec, values)
	if err != nil {
		return linkformat.URL{}, err
	}
	return w.URL, nil
}

// DrawAnswer returns an answer to an instance as JSON for the answer checker of puzz.link.
func DrawAnswer(spec *check.Spec, values []instance.Given, finds []judge.Find, answer []value.Value) ([]byte, error) {
	w, err := write(spec, values)
	if err != nil {
		return nil, err
	}
	d, lattice, err := w.Draw(finds, answer)
	return d.JSON(lattice), err
}

// ReadAnswer reads the drawing on the board of an instance as values of finds. See [Written.Found].
func ReadAnswer(src *diag.Source, spec *check.Spec, values []instance.Given, finds []judge.Find) (found []value.Value, broken []string, err error) {
	w, err := write(spec, values)
	if err != nil {
		return nil, nil, err
	}
	d, err := ParseDrawing(src, w.Board)
	if err != nil {
		return nil, nil, err
	}
	return w.Found(finds, d)
}

// answer is a find and the way it is drawn on the board.
type answer struct {
	*board
	stmt  *dsl.LinkAnswer
	find  int
	shape judge.Shape
}

// drawnOn has what each kind of answer draws.
var drawnOn = map[string]property{"shade": shade, "slant": shade, "number": number, "line": line, "border": border, "point": point}

func (a answer) property() property {
	p, known := drawnOn[a.stmt.Kind.Text]
	if !known {
		panic("link: an unknown kind of answer " + a.stmt.Kind.Text)
	}
	return p
}

// Draw draws the values of finds. lattice says that lines run from corner to corner.
func (w *Written) Draw(finds []judge.Find, values []value.Value) (d Drawing, lattice bool, err error) {
	all, err := w.answers(finds)
	d = Drawing{}
	for _, a := range all {
		if a.stmt.Optional {
			continue
		}
		if err := a.draw(d, values[a.find]); err != nil {
			return nil, false, err
		}
		lattice = lattice || a.onCorners()
	}
	printed, _ := w.clues() // which the answer need not repeat
	for at := range printed {
		delete(d[number], at)
	}
	return d, lattice, err
}

// clues returns the numbers that an address has in cells, and the cells that have a clue without a number. A number of the
// answer in the latter need not be drawn.
func (b *board) clues() (numbers map[linkformat.Place]int, hidden map[linkformat.Place]bool) {
	numbers, hidden = map[linkformat.Place]int{}, map[linkformat.Place]bool{}
	for i, p := range b.body() {
		if domainOf(p) != "cells" || slices.Contains(marksOnly, p.Format.Text) {
			continue
		}
		for at, mark := range b.readings[i].at {
			switch v := ofMark(mark).(type) {
			case value.Int:
				numbers[at] = int(v)
			case value.Label:
				hidden[at] = true
			}
		}
	}
	return numbers, hidden
}

func (b *board) borders() map[linkformat.Place]bool {
	out := map[linkformat.Place]bool{}
	for i, p := range b.body() {
		if domainOf(p) == "sides" {
			for at, mark := range b.readings[i].at {
				out[at] = !mark.Empty()
			}
		}
	}
	return out
}

// marksOnly are the formats that mark cells without printing numbers.
var marksOnly = []string{"bits", "holes", "holeslash", "gaps", "gapsz", "gapsopen", "sparse"}

func (a answer) cannot(v value.Value) error {
	return fmt.Errorf("%s of `%s` can't be drawn as %s on the board of a link", value.String(v), a.stmt.Find.Text, a.stmt.Kind.Text)
}

func (a answer) draw(d Drawing, v value.Value) error {
	if array, ok := v.(*value.Array); ok && a.property() == border && firstEnd(array.Keys) == nil {
		return a.drawBorders(d, array)
	}
	_, regions := v.(*value.Regions)
	all := draw.MarksOf(a.shape, v)
	if all == nil {
		return a.cannot(v)
	}
	for _, m := range all {
		if regions { // a border is drawn where two parts meet
			m.Is = value.Of(m.Is != value.Value(value.True))
		}
		if err := a.drawAt(d, m.At, m.Is); err != nil {
			return err
		}
	}
	return nil
}

func (a answer) drawAt(d Drawing, at, v value.Value) error {
	n, there, ok := a.number(v)
	if !ok {
		return a.cannot(v)
	}
	if !there {
		return nil
	}
	if a.stmt.Kind.Text == "slant" {
		place, n, ok := a.slant(at)
		if !ok {
			return a.cannot(at)
		}
		d.set(shade, place, n)
		return nil
	}
	places, ok := a.places(at)
	if !ok {
		return a.cannot(at)
	}
	for _, p := range places {
		d.set(a.property(), p, n)
	}
	return nil
}

// number returns the number that draws a value. there is false if nothing is drawn.
func (a answer) number(v value.Value) (n int, there, ok bool) {
	if w, ok := written(a.stmt.Table, v); ok {
		if value.IsNone(w) {
			return 0, false, true
		}
		n, isInt := w.(value.Int)
		return int(n), true, isInt
	}
	switch v := v.(type) {
	case value.Bool:
		return 1, v == value.True, true
	case value.None:
		return 0, false, true
	case value.Int:
		return int(v), v != 0 || a.property() == number, true
	case value.Direction:
		return directionNumber(v.Name), true, true
	case value.Label:
		labels, _ := labelsOf(a.static())
		if i := slices.IndexFunc(labels, func(l value.Label) bool { return l.Name == v.Name }); i >= 0 {
			return i + 1, true, true
		}
		n, err := strconv.Atoi(v.Name)
		return n, true, err == nil && len(labels) == 0
	}
	return 0, false, false
}

func (a answer) static() *check.Type { return a.Spec.Types[a.stmt.Find.Text] }

// places returns where something stands: a cell, a corner, or the sides along a straight edge.
func (a answer) places(v value.Value) ([]linkformat.Place, bool) {
	e, edge := v.(value.Edge)
	if !edge {
		p, ok := a.placeOf(v)
		return []linkformat.Place{p}, ok
	}
	p, okP := a.placeOf(e.A)
	q, okQ := a.placeOf(e.B)
	dx, dy := cmp.Compare(q.X, p.X), cmp.Compare(q.Y, p.Y)
	if !okP || !okQ || dx*dx+dy*dy != 1 || (q.X-p.X)%2 != 0 || (q.Y-p.Y)%2 != 0 {
		return nil, false
	}
	var out []linkformat.Place
	for p != q {
		out = append(out, linkformat.Place{X: p.X + dx, Y: p.Y + dy})
		p = linkformat.Place{X: p.X + 2*dx, Y: p.Y + 2*dy}
	}
	return out, true
}

// The site's numbers for the diagonals of a cell.
const (
	falling = 31 // from the top left to the bottom right
	rising  = 32
)

// slant returns the cell that an edge between corners crosses, and the number of that diagonal.
func (a answer) slant(v value.Value) (at linkformat.Place, n int, ok bool) {
	e, edge := v.(value.Edge)
	if !edge {
		return at, 0, false
	}
	p, okP := a.placeOf(e.A)
	q, okQ := a.placeOf(e.B)
	dx, dy := q.X-p.X, q.Y-p.Y
	n = falling
	if dx != dy {
		n = rising
	}
	return middle(p, q), n, okP && okQ && dx*dx == 4 && dy*dy == 4
}

// onCorners reports whether the answer consists of lines from corner to corner.
func (a answer) onCorners() bool {
	var vertex value.Value
	switch s := a.shape.(type) {
	case *judge.RouteShape:
		if list := s.Graph.Vertices.List(); len(list) > 0 {
			vertex = list[0]
		}
	case *judge.SetShape:
		vertex = firstEnd(s.Members)
	case *judge.ArrayShape:
		vertex = firstEnd(s.Keys)
	}
	p, ok := a.placeOf(vertex)
	return a.property() == line && ok && p.X%2 == 0
}

// firstEnd returns an end of the first of some edges, or nil.
func firstEnd(edges *value.Set) value.Value {
	for _, v := range edges.List() {
		if e, ok := v.(value.Edge); ok {
			return e.A
		}
	}
	return nil
}

// drawBorders draws a border wherever two neighbours belong to different areas.
func (a answer) drawBorders(d Drawing, v *value.Array) error {
	area := map[linkformat.Place]value.Value{}
	for i, k := range v.Keys.List() {
		if set, ok := v.Values[i].(*value.Set); ok { // the area of something
			for _, m := range set.List() {
				p, ok := a.placeOf(m)
				if !ok {
					return a.cannot(v)
				}
				area[p] = set
			}
			continue
		}
		p, ok := a.placeOf(k)
		if !ok {
			return a.cannot(v)
		}
		area[p] = v.Values[i]
	}
	free := false // some cell that may be in an area is in none; then areas end there
	if s, ok := a.shape.(*judge.ArrayShape); ok {
		for p := range a.cellsOf(s) {
			_, ok := area[p]
			free = free || !ok
		}
	}
	for p, of := range area {
		for _, q := range around(p) {
			other, ok := area[q]
			if ok && !value.Equal(of, other) || !ok && free && a.groupOf(q) == linkformat.Inside {
				d.set(border, middle(p, q), 1)
			}
		}
	}
	return nil
}
