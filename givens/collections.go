package givens

import (
	"strings"

	"nazo/library"
	"nazo/value"
)

// The types of several values: as a list in one cell or row, or as rows.

// FromText reads a list in a cell, as in 2,1; "." is the empty list.
func (t List) FromText(text string) (value.Value, bool) {
	if text == "." {
		return value.List(nil), true
	}
	var out value.List
	for _, word := range strings.Split(text, ",") {
		v, ok := t.Of.FromText(word)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// Fits implements [Type].
func (t List) Fits(v value.Value) (value.Value, bool) {
	if r, ok := v.(value.Range); ok && r.Hi-r.Lo > library.DefaultMost || !hasMembers(v) || !value.Known(v) {
		return nil, false
	}
	var out value.List
	for _, e := range value.Elements(v) {
		w, ok := t.Of.Fits(e)
		if !ok {
			return nil, false
		}
		out = append(out, w)
	}
	return out, true
}

// Describe implements [Type].
func (t List) Describe() string { return "a list of " + t.Of.Describe() }

// FromText implements [Type].
func (t Set) FromText(text string) (value.Value, bool) {
	v, ok := List(t).FromText(text)
	return value.NewSet(value.Elements(v)...), ok
}

// Fits implements [Type].
func (t Set) Fits(v value.Value) (value.Value, bool) {
	l, ok := List(t).Fits(v)
	return value.NewSet(value.Elements(l)...), ok
}

// Describe implements [Type].
func (t Set) Describe() string { return "a set of " + t.Of.Describe() }

// FromText implements [Type].
func (t Grid) FromText(string) (value.Value, bool) { return nil, false }

// Fits implements [Type].
func (t Grid) Fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && a.Board != nil {
		return refit(a, func(int) Type { return t.Of })
	}
	rows := value.Elements(v)
	if len(rows) == 0 {
		return nil, false
	}
	board := &value.Board{Rows: len(rows), Cols: len(value.Elements(rows[0]))}
	var values []value.Value
	for _, r := range rows {
		row := value.Elements(r)
		if len(row) != board.Cols || len(row) == 0 {
			return nil, false
		}
		for _, e := range row {
			w, ok := t.Of.Fits(e)
			if !ok {
				return nil, false
			}
			values = append(values, w)
		}
	}
	return value.NewArray(value.BoardSet(board), values, board), true
}

// refit brings each value of an array into the form of its type.
func refit(a *value.Array, of func(i int) Type) (value.Value, bool) {
	values := make([]value.Value, len(a.Values))
	for i, v := range a.Values {
		w, ok := of(i).Fits(v)
		if !ok {
			return nil, false
		}
		values[i] = w
	}
	return value.NewArray(a.Keys, values, a.Board), true
}

// Describe implements [Type].
func (t Grid) Describe() string { return "a grid of " + t.Of.Describe() }

// FromText implements [Type].
func (t Like) FromText(text string) (value.Value, bool) {
	switch t.Example.(type) {
	case value.Int, value.Big:
		return number(text)
	case value.Bool:
		return Bool{}.FromText(text)
	case value.Label, value.Text:
		return Word{}.FromText(text)
	}
	return nil, false
}

// Fits implements [Type].
func (t Like) Fits(v value.Value) (value.Value, bool) {
	switch e := t.Example.(type) {
	case value.List:
		of := Like{value.Int(0)}
		if len(e) > 0 {
			of = Like{e[0]}
		}
		return List{of}.Fits(v)
	case *value.Set, value.Range:
		of := Like{value.Int(0)}
		if parts := value.Elements(e); len(parts) > 0 {
			of = Like{parts[0]}
		}
		return Set{of}.Fits(v)
	case value.Label:
		return Word{}.Fits(v)
	case value.Edge:
		if w, ok := v.(value.Edge); ok && w.Directed && !e.Directed { // see arcs
			return value.MakeEdge(w.A, w.B, false), true
		}
	case value.None:
		return v, true
	}
	return v, value.Kind(v) == value.Kind(t.Example)
}

// Describe implements [Type].
func (t Like) Describe() string {
	if _, ok := t.Example.(value.Bool); ok {
		return Bool{}.Describe()
	}
	return value.Kind(t.Example)
}

// FromText implements [Type].
func (t Keyed) FromText(string) (value.Value, bool) { return nil, false }

// Fits implements [Type].
func (t Keyed) Fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && value.Compare(a.Keys, t.Keys) == 0 {
		return refit(a, func(i int) Type { return t.Of[t.Keys.Index(a.Keys.List()[i])] })
	}
	parts := value.Elements(v)
	if len(parts) != t.Keys.Len() {
		return nil, false
	}
	out := make([]value.Value, len(parts))
	for i, p := range parts {
		w, ok := t.Of[i].Fits(p)
		if !ok {
			return nil, false
		}
		out[i] = w
	}
	return value.NewArray(t.Keys, out, value.BoardOf(t.Keys)), true
}

// Describe implements [Type].
func (t Keyed) Describe() string {
	if len(t.Of) == 0 {
		return "nothing"
	}
	return "one row for each of " + value.String(t.Keys) + ", with " + t.Of[0].Describe()
}

// hasMembers reports whether v has members.
func hasMembers(v value.Value) bool {
	switch v.(type) {
	case value.List, value.Ring, *value.Set, value.Range, *value.Route, value.Stack, value.Runs:
		return true
	}
	return false
}
