package instance

import (
	"nazo/dsl"
	"nazo/dsl/value"
)

// Part is the smallest part of a given with a value of its own: the clue of a cell, a number in a list, the
// membership in a set, or a whole given without parts.
type Part struct {
	Given string
	// Path has the keys that lead to it, outermost first: keys of arrays, indices of lists and tuples from 1,
	// members of sets.
	Path []value.Value
	// Type is its type. For a member of a set it is Bool.
	Type  Type
	Value value.Value
}

// Mapping maps the parts of givens, and reassembles the results.
type Mapping struct {
	// Of maps a part. The path is only valid during the call.
	Of func(path []value.Value, t Type, v value.Value) value.Value
	// Set makes a set from its possible members with their membership. It is only called if some of that is unknown.
	Set func(members, in []value.Value) value.Value
}

// Map returns a value of a type with each of its parts mapped.
func (p Mapping) Map(t Type, v value.Value) value.Value { return p.mapped(nil, t, v) }

func (p Mapping) mapped(path []value.Value, t Type, v value.Value) value.Value {
	switch t := t.(type) {
	case Grid:
		if a, ok := v.(*value.Array); ok {
			part := p.mapped
			if _, list := t.Of.(List); list { // a list in a cell is one clue
				part = p.Of
			}
			return array(path, a, func(int) Type { return t.Of }, part)
		}
	case Keyed:
		if a, ok := v.(*value.Array); ok {
			return array(path, a, func(i int) Type { return t.Of[i] }, p.mapped)
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

func array(path []value.Value, a *value.Array, of func(int) Type, part func([]value.Value, Type, value.Value) value.Value) value.Value {
	values := make([]value.Value, len(a.Values))
	for i, k := range a.Keys.List() {
		values[i] = part(append(path, k), of(i), a.Values[i])
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

// CellOf returns the cell for a part of a given in the rows of an entry. ok is false if the rows don't have a cell
// for each cell of the board.
func CellOf(e *dsl.Assign, p Part) (at dsl.GridCell, ok bool) {
	grid, rows := e.Value.(*dsl.GridLit)
	if !rows || len(p.Path) != 1 || readsBlanks(p.Type) { // blanks at the end of a row are missing
		return at, false
	}
	c, ok := p.Path[0].(value.Cell)
	if !ok || c.Board == nil || len(grid.Rows) != c.Board.Rows || len(grid.Rows[c.Row-1].Cells) != c.Board.Cols {
		return at, false
	}
	return grid.Rows[c.Row-1].Cells[c.Col-1], true
}
