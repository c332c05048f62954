// Package answer writes values as JSON and reads them back: what nazo solve
// --format json prints and nazo check --answer judges.
//
// Numbers and truth values are written as such and none as null; labels and
// directions by their names; a cell as [row, column], counted from 1; an edge
// as the pair of its ends; sets, lists and tuples as lists; an array over the
// cells of a board as a list of rows, null where there is no such cell; any
// other array as a list of [key, value]; a path or cycle as {"closed", "cells"}
// with its cells in order; links as {"lines": [{"label", "cells"}]}.
//
// What has no order is read in any: the members of a set, the lines of links, the
// ends of an undirected edge, the cells of an undirected path or of a line from
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
	"nazo/model"
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
	case *value.Board, *value.Graph:
		return appendText(out, value.String(v))
	}
	return append(out, "null"...)
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

func appendRoute(out []byte, w *value.Route) []byte {
	lines := w.Ordered()
	if w.Kind != value.Links {
		out = strconv.AppendBool(append(out, `{"closed":`...), w.Kind == value.Cycle)
		out = append(out, `,"cells":`...)
		var cells []value.Value
		for _, line := range lines { // one, unless the judge is asked about nonsense
			cells = append(cells, line...)
		}
		return append(appendList(out, cells), '}')
	}
	out = append(out, `{"lines":[`...)
	for i, line := range lines {
		if i > 0 {
			out = append(out, ',')
		}
		out = Append(append(out, `{"label":`...), labelOf(w, line[0]))
		out = append(appendList(append(out, `,"cells":`...), line), '}')
	}
	return append(out, "]}"...)
}

// labelOf is the clue at a vertex of links, or None.
func labelOf(w *value.Route, vertex value.Value) value.Value {
	if i := w.Graph.Vertices.Index(vertex); i >= 0 && i < len(w.Labels) && w.Labels[i] != nil {
		return w.Labels[i]
	}
	return value.None{}
}

// routeAlong is a known walk along the given lines. In an undirected graph it does
// not matter in which direction a line is listed, nor where a cycle begins: what the
// first vertex of a path is, the judge finds out. It is an error text to go where
// the graph has no edge, or twice to the same vertex.
func routeAlong(shape judge.Shape, lines [][]value.Value) (*value.Route, string) {
	g := shape.Graph
	w := &value.Route{Kind: shape.Kind, Graph: g, Known: true, Labels: shape.Labels,
		Edges: allFalse(g.Size()), Vertices: allFalse(g.Vertices.Len())}
	for _, line := range lines {
		for i, v := range line {
			at := g.Vertices.Index(v)
			if at < 0 {
				return nil, value.String(v) + " is not a vertex of the graph"
			}
			if w.Vertices[at] == model.True {
				return nil, value.String(v) + " is visited twice"
			}
			w.Vertices[at] = model.True
			next := i + 1
			if next == len(line) {
				if shape.Kind != value.Cycle {
					break
				}
				next = 0
			}
			e := g.EdgeIndex(value.MakeEdge(v, line[next], g.Directed))
			if e < 0 {
				return nil, "there is no edge from " + value.String(v) + " to " + value.String(line[next])
			}
			w.Edges[e] = model.True
		}
	}
	return w, ""
}

func allFalse(n int) []model.Bool {
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = model.False
	}
	return out
}
