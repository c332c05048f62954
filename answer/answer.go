// Package answer writes values as JSON and reads them back: what nazo solve
// --format json prints and nazo check --answer judges.
//
// Numbers and truth values are written as such and none as null; labels and
// directions by their names; a cell as [row, column], counted from 1; an edge
// as the pair of its ends; sets, lists and tuples as lists; an array over the
// cells of a board as a list of rows, null where there is no such cell; any
// other array as a list of [key, value]; a path or cycle as {"closed", "cells"}
// with its cells in order; links as {"lines": [{"label", "cells"}]}; regions as {"parts": [[cell]]}.
//
// What has no order is read in any: the members of a set, the lines of links, the
// parts of regions and their cells, the ends of an undirected edge, the cells of an undirected path or of a line from
// either end, and those of a cycle from any cell on, also backwards if it is
// undirected.
//
// The answer to a puzzle that moves is a run: {"moves": [{"move", "parameters"}],
// "cost": [number], "states": [{name: value}]}, the costs in the order of minimize,
// the states from the start on.
package answer

import (
	"encoding/json"
	"strconv"

	"nazo/judge"
	"nazo/value"
)

// Append writes a known value as JSON, without blanks.
func Append(out []byte, v value.Value) []byte {
	switch v := v.(type) {
	case value.Bool:
		return strconv.AppendBool(out, v == value.True)
	case value.Int:
		return strconv.AppendInt(out, int64(v), 10)
	case value.Big:
		return v.Append(out, 10)
	case value.Text:
		return appendText(out, string(v))
	case value.Label:
		return appendText(out, v.Name)
	case value.Direction:
		return appendText(out, v.Name)
	case value.Shape:
		return appendText(out, value.String(v))
	case value.Cell:
		return appendList(out, []value.Value{value.Int(v.Row), value.Int(v.Col)})
	case value.Edge:
		return appendList(out, []value.Value{v.A, v.B})
	case value.Tuple, value.List, value.Ring:
		return appendList(out, value.Elements(v))
	case *value.Set:
		return appendList(out, v.Sorted())
	case value.Range:
		return appendList(out, value.Elements(v))
	case *value.Array:
		return appendArray(out, v)
	case *value.Route:
		return appendRoute(out, v)
	case *value.Regions:
		return appendRegions(out, v)
	case *value.Board, *value.Graph:
		return appendText(out, value.String(v))
	}
	return append(out, "null"...)
}

// value reads a value of a find, or of one of its elements.
func (d *decoder) value(n *node, s judge.Shape) value.Value {
	if d.partly {
		return d.part(n, s)
	}
	switch s := s.(type) {
	case *judge.ScalarShape:
		return d.scalar(n, s)
	case *judge.SetShape:
		return d.set(n, s)
	case *judge.ArrayShape:
		if b := boardOf(s.Keys); b != nil {
			return d.board(n, s, b)
		}
		return d.pairs(n, s)
	case *judge.RouteShape:
		return d.route(n, s)
	case *judge.RegionsShape:
		return d.regions(n, s)
	case *judge.StackShape:
		return d.stack(n, s)
	}
	panic("answer: a shape of no kind")
}

func appendText(out []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always can be written
	}
	return append(out, text...)
}

func appendList(out []byte, vs []value.Value) []byte {
	out = append(out, '[')
	for i, v := range vs {
		if i > 0 {
			out = append(out, ',')
		}
		out = Append(out, v)
	}
	return append(out, ']')
}
