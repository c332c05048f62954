package answer

import (
	"slices"

	"nazo/judge"
	"nazo/value"
)

func appendArray(out []byte, a *value.Array) []byte {
	if b := boardOf(a.Keys); b != nil {
		rows := make([]value.Value, b.Rows)
		for r := range rows {
			row := make(value.List, b.Cols)
			for c := range row {
				row[c] = value.None{}
				if v, ok := a.At(b.At(r+1, c+1)); ok {
					row[c] = v
				}
			}
			rows[r] = row
		}
		return appendList(out, rows)
	}
	entries := make([]value.Value, a.Keys.Len())
	for i, k := range a.Keys.List() {
		entries[i] = value.Tuple{k, a.Values[i]}
	}
	return appendList(out, entries)
}

// boardOf is the board of which all keys are cells, or nil.
func boardOf(keys *value.Set) *value.Board {
	var b *value.Board
	for _, k := range keys.List() {
		c, ok := k.(value.Cell)
		if !ok || c.Board == nil || b != nil && value.Compare(c.Board, b) != 0 {
			return nil
		}
		b = c.Board
	}
	return b
}

// board reads an array over the cells of a board.
func (d *decoder) board(n *node, s *judge.ArrayShape, b *value.Board) value.Value {
	if n.kind != list || len(n.items) != b.Rows {
		return d.misfit(n, "this is not the board of `"+d.find+"`", "a list of "+count(b.Rows, "row"))
	}
	values := make([]value.Value, s.Keys.Len())
	for r, row := range n.items {
		if row.kind != list || len(row.items) != b.Cols {
			return d.misfit(row, "this is not a row of `"+d.find+"`", "a list of "+count(b.Cols, "value"))
		}
		for c, v := range row.items {
			if i := s.Keys.Index(b.At(r+1, c+1)); i >= 0 {
				values[i] = d.value(v, s.Parts[i])
			}
		}
	}
	return value.NewArray(s.Keys, values, b)
}

// pairs reads an array over other keys.
func (d *decoder) pairs(n *node, s *judge.ArrayShape) value.Value {
	values := make([]value.Value, s.Keys.Len())
	index := map[string]int{}
	for i, k := range s.Keys.List() {
		index[string(Append(nil, k))] = i
	}
	find := func(key *node) int {
		if i, ok := index[key.text]; ok {
			return i
		}
		return slices.IndexFunc(s.Keys.List(), func(k value.Value) bool { return writes(key, k) })
	}
	for _, entry := range n.items {
		i := -1
		if entry.kind == list && len(entry.items) == 2 {
			i = find(entry.items[0])
		}
		if i < 0 {
			return d.misfit(entry, "`"+d.find+"` has no such key", "[key, value]")
		}
		if values[i] != nil {
			return d.misfit(entry.items[0], "`"+d.find+"` has a value for "+shorten(entry.items[0].text)+" already", "")
		}
		values[i] = d.value(entry.items[1], s.Parts[i])
	}
	for i, k := range s.Keys.List() {
		if values[i] == nil && !d.partly {
			return d.misfit(n, "`"+d.find+"` has no value for "+value.String(k), "a list of [key, value]")
		}
	}
	return value.NewArray(s.Keys, values, nil)
}
