package instance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/value"
)

// Part is the least part of a given that has a value of its own: the clue of a cell, a number of a list, whether something is in a
// set, or the whole of a given without parts.
type Part struct {
	Given string
	// Path has the keys that lead to it from without: those of arrays, places of lists and tuples from 1 on, members of sets.
	Path []value.Value
	// Type says what it may be; of a member of a set, that it is true or false.
	Type  Type
	Value value.Value
}

// Mapping makes values of the parts of givens, and puts those that are changed together again.
type Mapping struct {
	// Of is asked for the value of each part. The path is only valid during the call.
	Of func(path []value.Value, t Type, v value.Value) value.Value
	// Set makes a set of what may be its members and whether each is one. It is asked unless all of that is known.
	Set func(members, in []value.Value) value.Value
}

// Map is a value of a type with another value for each of its parts.
func (p Mapping) Map(t Type, v value.Value) value.Value { return p.mapped(nil, t, v) }

func (p Mapping) mapped(path []value.Value, t Type, v value.Value) value.Value {
	switch t := t.(type) {
	case Grid:
		if a, ok := v.(*value.Array); ok {
			if _, list := t.Of.(List); list {
				return p.whole(path, a, t.Of)
			}
			return p.array(path, a, func(int) Type { return t.Of })
		}
	case Keyed:
		if a, ok := v.(*value.Array); ok {
			return p.array(path, a, func(i int) Type { return t.Of[i] })
		}
	case List:
		if l, ok := v.(value.List); ok {
			return value.List(p.sequence(path, l, func(int) Type { return t.Of }))
		}
	case Tuple:
		if l, ok := v.(value.Tuple); ok {
			return value.Tuple(p.sequence(path, l, func(i int) Type { return t.Parts[i] }))
		}
	case Set:
		if s, ok := v.(*value.Set); ok {
			if all, _, finite := Finite(t.Of); finite {
				return p.set(path, all.List(), s)
			}
		}
	}
	return p.Of(path, t, v)
}

func (p Mapping) array(path []value.Value, a *value.Array, of func(int) Type) value.Value {
	values := make([]value.Value, len(a.Values))
	for i, k := range a.Keys.List() {
		values[i] = p.mapped(append(path, k), of(i), a.Values[i])
	}
	return value.NewArray(a.Keys, values, a.Board)
}

// whole is an array of which each value is a part: what is printed in a cell is one clue, be it several numbers.
func (p Mapping) whole(path []value.Value, a *value.Array, of Type) value.Value {
	values := make([]value.Value, len(a.Values))
	for i, k := range a.Keys.List() {
		values[i] = p.Of(append(path, k), of, a.Values[i])
	}
	return value.NewArray(a.Keys, values, a.Board)
}

func (p Mapping) sequence(path, list []value.Value, of func(int) Type) []value.Value {
	out := make([]value.Value, len(list))
	for i, v := range list {
		out[i] = p.mapped(append(path, value.Int(i+1)), of(i), v)
	}
	return out
}

func (p Mapping) set(path, all []value.Value, s *value.Set) value.Value {
	in := make([]value.Value, len(all))
	var members []value.Value
	known := true
	for i, m := range all {
		in[i] = p.Of(append(path, m), Bool{}, value.Of(s.Contains(m)))
		known = known && value.Known(in[i])
		if in[i] == value.True {
			members = append(members, m)
		}
	}
	if !known {
		return p.Set(all, in)
	}
	return value.NewSet(members...)
}

// placeName is the name by which an input mentions a cell, r2c3, or a corner, p2c3.
func placeName(c value.Cell) string {
	if c.Board != nil && c.Board.Points {
		return fmt.Sprintf("p%dc%d", c.Row, c.Col)
	}
	return value.String(c)
}

// CellOf is where a part of a given stands in the rows of an entry; ok is false where these don't have a cell for each of its board.
func CellOf(e *dsl.Assign, p Part) (at dsl.GridCell, ok bool) {
	grid, rows := e.Value.(*dsl.GridLit)
	if !rows || len(p.Path) != 1 || readsBlanks(p.Type) { // a blank at the end of a row is not there
		return at, false
	}
	c, ok := p.Path[0].(value.Cell)
	if !ok || c.Board == nil || len(grid.Rows) != c.Board.Rows || len(grid.Rows[c.Row-1].Cells) != c.Board.Cols {
		return at, false
	}
	return grid.Rows[c.Row-1].Cells[c.Col-1], true
}

// place is what an input calls a place on the board of a type's values: a cell or a corner by its name, or an edge between two of
// these, as A-B or edge(A, B). It may be none of the values.
func (t OneOf) place(x dsl.Expr) (v value.Value, ok bool) {
	on, directed := t.placedOn()
	if on == nil {
		return nil, false
	}
	switch x := x.(type) {
	case *dsl.Name:
		return cellNamed(x.Text, on)
	case *dsl.Binary:
		if x.Op == dsl.OpSub {
			return edgeNamed(x.X, x.Y, on, directed)
		}
	case *dsl.Call:
		if x.Func.Text == "edge" && len(x.Args) == 2 {
			return edgeNamed(x.Args[0], x.Args[1], on, directed)
		}
	}
	return nil, false
}

// placedOn is the board on which the values of a type lie, nil if they lie on none, and whether they have a direction.
func (t OneOf) placedOn() (on *value.Board, directed bool) {
	if _, isRange := t.Values.(value.Range); isRange || t.Values.Len() == 0 {
		return nil, false
	}
	first := t.Values.List()[0]
	if e, ok := first.(value.Edge); ok {
		first, directed = e.A, e.Directed
	}
	c, _ := first.(value.Cell)
	return c.Board, directed
}

func edgeNamed(a, b dsl.Expr, on *value.Board, directed bool) (value.Value, bool) {
	from, okA := a.(*dsl.Name)
	to, okB := b.(*dsl.Name)
	if !okA || !okB {
		return nil, false
	}
	u, okU := cellNamed(from.Text, on)
	v, okV := cellNamed(to.Text, on)
	if !okU || !okV {
		return nil, false
	}
	return value.MakeEdge(u, v, directed), true
}

// cellNamed is the cell, or the corner, of a board with a name.
func cellNamed(name string, on *value.Board) (value.Value, bool) {
	row, col, ok := strings.Cut(strings.TrimLeft(name, "rp"), "c")
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	if !ok || errRow != nil || errCol != nil || !on.Has(r, c) {
		return nil, false
	}
	cell := value.Cell{Board: on, Row: r, Col: c}
	return cell, placeName(cell) == name
}

// What collections of boards write in other ways than a type does: this file
// brings the words of a raw grid into the type's own, before they are read.

// blankSigns are what stands for none in published boards beside the dot.
var blankSigns = []string{"-", "_", "0"}

// typed says how symbols that are printed are typed.
var typed = map[rune]string{
	'−': "-", '–': "-", '—': "-", '·': ".", '×': "x", '÷': "/",
	'○': "o", '●': "*", '■': "#", '█': "#",
	'↑': "^", '→': ">", '↓': "v", '←': "<",
}

// plain is a grid in the words of a type: symbols as they are typed where the
// type doesn't know them, and none as the type writes it.
//
// A grid writes none in one way only: other signs than the dot stand for none only
// if it has no dot, for else they may be meant for something else, as a lone 0 is.
func plain(x *dsl.GridLit, t Type) *dsl.GridLit {
	parts := partsOf(t)
	if hasSymbols(x) {
		x = x.Map(func(text string) string { return typedText(text, parts) })
	}
	sign := blankSign(x, parts)
	if sign == "" {
		return x
	}
	return x.Map(func(text string) string {
		words := strings.Split(text, ",")
		for i, w := range words {
			if w == sign {
				words[i] = "."
			}
		}
		return strings.Join(words, ",")
	})
}

func hasSymbols(x *dsl.GridLit) bool {
	return slices.ContainsFunc(x.Rows, func(r dsl.GridRow) bool {
		return strings.ContainsFunc(r.Text, func(c rune) bool { return typed[c] != "" })
	})
}

// typedText is a text with its symbols as they are typed, but those that are
// known to a type.
func typedText(text string, parts []Type) string {
	if anyReads(parts, text) {
		return text
	}
	var out strings.Builder
	for _, c := range text {
		if t := typed[c]; t != "" && !anyReads(parts, string(c)) {
			out.WriteString(t)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}

// blankSign is the sign that a grid has in place of the dot, or "".
func blankSign(x *dsl.GridLit, parts []Type) string {
	if !slices.ContainsFunc(parts, readsNone) {
		return ""
	}
	seen := map[string]bool{}
	for _, r := range x.Rows {
		for _, cell := range r.Cells {
			for w := range strings.SplitSeq(cell.Text, ",") {
				if w == "." {
					return ""
				}
				if len(w) == 1 {
					seen[w] = true
				}
			}
		}
	}
	for _, sign := range blankSigns {
		if seen[sign] && !slices.ContainsFunc(parts, func(p Type) bool { return readsSign(p, sign) }) {
			return sign
		}
	}
	return ""
}

// partsOf are the types of what is printed in the cells or words of a grid: those
// of the elements, and of the parts of those that are printed together.
func partsOf(t Type) []Type {
	switch t := t.(type) {
	case Grid:
		return partsOf(t.Of)
	case List:
		return partsOf(t.Of)
	case Set:
		return partsOf(t.Of)
	case Tuple:
		var out []Type
		for _, p := range t.Parts {
			out = append(out, partsOf(p)...)
		}
		return out
	case Keyed:
		if len(t.Of) > 0 {
			return partsOf(t.Of[0])
		}
		return nil
	}
	return []Type{t}
}

func anyReads(parts []Type, text string) bool {
	return slices.ContainsFunc(parts, func(p Type) bool {
		_, ok := p.FromText(text)
		return ok
	})
}

// readsNone reports whether a type writes none as a dot.
func readsNone(t Type) bool {
	switch t := t.(type) {
	case Optional:
		return t.None() == "."
	case Union:
		return slices.ContainsFunc(t.Parts, readsNone)
	}
	return false
}

// readsSign reports whether a type has a meaning of its own for a sign. A word that
// may be none has a letter or a digit.
func readsSign(t Type, sign string) bool {
	if o, ok := t.(Optional); ok && sign != "0" {
		if _, word := o.Of.(Word); word {
			return false
		}
	}
	_, ok := t.FromText(sign)
	return ok
}

// isEmptyRow reports whether a row of a list of lists is the empty one: published as
// a sign for none, or written as in a spec.
func isEmptyRow(words []dsl.GridCell, of Type) bool {
	if len(words) != 1 {
		return false
	}
	switch text := words[0].Text; {
	case text == "[]":
		return true
	case text == ".":
		_, optional := of.(Optional)
		return !optional
	case slices.Contains(blankSigns, text):
		_, ok := of.FromText(text)
		return !ok
	}
	return false
}
