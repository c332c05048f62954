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
package picture

import (
	"encoding/json"
	"slices"
	"strconv"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// AppendJSON writes a known value as JSON, without blanks.
func AppendJSON(out []byte, v value.Value) []byte {
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
		if b := arrayRows(s.Keys); b != nil {
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
		out = AppendJSON(out, v)
	}
	return append(out, ']')
}

func appendArray(out []byte, a *value.Array) []byte {
	if b := arrayRows(a.Keys); b != nil {
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

// arrayRows is the board of which all keys are cells, or nil.
func arrayRows(keys *value.Set) *value.Board {
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
	if n.kind != jsonList || len(n.items) != b.Rows {
		return d.misfit(n, "this is not the board of `"+d.find+"`", "a list of "+count(b.Rows, "row"))
	}
	values := make([]value.Value, s.Keys.Len())
	for r, row := range n.items {
		if row.kind != jsonList || len(row.items) != b.Cols {
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
		index[string(AppendJSON(nil, k))] = i
	}
	find := func(key *node) int {
		if i, ok := index[key.text]; ok {
			return i
		}
		return slices.IndexFunc(s.Keys.List(), func(k value.Value) bool { return writes(key, k) })
	}
	for _, entry := range n.items {
		i := -1
		if entry.kind == jsonList && len(entry.items) == 2 {
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

func appendRegions(out []byte, r *value.Regions) []byte {
	out = append(out, `{"parts":[`...)
	for i, part := range r.Parts() {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendList(out, part)
	}
	return append(out, "]}"...)
}

// regions reads which vertices are in each part. That a part is connected the judge finds out.
func (d *decoder) regions(n *node, s *judge.RegionsShape) value.Value {
	parts := n.get("parts")
	if parts == nil || parts.kind != jsonList {
		return d.misfit(n, "these are not regions", `{"parts": [[…], …]}`)
	}
	vertices := s.Graph.Vertices
	of := make([]int32, vertices.Len()) // the part of each vertex, from 1; 0 for none yet
	for i, part := range parts.items {
		if part.kind != jsonList || len(part.items) == 0 {
			return d.misfit(part, "this is not a part", "a list of what is in it")
		}
		for _, item := range part.items {
			at := vertices.Index(d.oneOf(item, vertices.List()))
			switch {
			case at < 0:
				return value.None{}
			case of[at] != 0:
				return d.misfit(item, value.String(vertices.List()[at])+" is in two parts, or twice in one", "")
			}
			of[at] = int32(i) + 1
		}
	}
	for at, part := range of {
		if part == 0 {
			return d.misfit(n, value.String(vertices.List()[at])+" is in no part", "")
		}
	}
	r := value.OfParts(s.Graph, of)
	if made := r.Parts(); len(made) != len(parts.items) {
		return d.misfit(n, "a part is not connected", "")
	}
	return r
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
		out = AppendJSON(append(out, `{"label":`...), labelOf(w, line[0]))
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
func routeAlong(shape *judge.RouteShape, lines [][]value.Value) (*value.Route, string) {
	g := shape.Graph
	w := &value.Route{Kind: shape.Kind, Graph: g, Known: true, Labels: shape.Labels, Crossing: shape.Crossing,
		Edges: allFalse(g.Size()), Vertices: allFalse(g.Vertices.Len())}
	for _, line := range lines {
		for i, v := range line {
			at := g.Vertices.Index(v)
			if at < 0 {
				return nil, value.String(v) + " is not a vertex of the graph"
			}
			if w.Vertices[at] == model.True && (shape.Crossing == nil || !shape.Crossing.Contains(v)) {
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
			if shape.Crossing != nil && w.Edges[e] == model.True {
				return nil, "the line goes from " + value.String(v) + " to " + value.String(line[next]) + " twice"
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

func (d *decoder) route(n *node, s *judge.RouteShape) value.Value {
	var lines [][]value.Value
	line := func(n *node) bool {
		cells := n.get("cells")
		if cells == nil || cells.kind != jsonList || len(cells.items) == 0 {
			d.misfit(n, "this is not a line", `{…, "cells": [cell, …]}`)
			return false
		}
		var vs []value.Value
		for _, item := range cells.items {
			vs = append(vs, d.oneOf(item, s.Graph.Vertices.List()))
		}
		lines = append(lines, vs)
		return true
	}
	if s.Kind == value.Links {
		all := n.get("lines")
		if all == nil || all.kind != jsonList {
			return d.misfit(n, "these are not links", `{"lines": [{"label": …, "cells": […]}, …]}`)
		}
		for _, item := range all.items {
			if !line(item) {
				return value.None{}
			}
		}
	} else {
		closed := "false"
		if s.Kind == value.Cycle {
			closed = "true"
		}
		if c := n.get("closed"); c == nil || c.text != closed || !line(n) {
			return d.misfit(n, "this is not the route that `"+d.find+"` asks for", `{"closed": `+closed+`, "cells": […]}`)
		}
	}
	if d.problems.HasErrors() {
		return value.None{}
	}
	w, wrong := routeAlong(s, lines)
	if wrong != "" {
		return d.misfit(n, wrong, "")
	}
	return w
}

// writes reports whether a JSON value is a known value as Append writes it, or
// differs from that only in the order of what has none: the members of a set and
// the ends of an undirected edge.
func writes(n *node, v value.Value) bool {
	switch v := v.(type) {
	case *value.Set:
		return n.kind == jsonList && len(n.items) == v.Len() && inAnyOrder(n.items, v.List())
	case value.Range:
		size := max(v.Hi-v.Lo+1, 0)
		return n.kind == jsonList && int64(len(n.items)) == size && inAnyOrder(n.items, value.Elements(v))
	case value.Edge:
		ends := []value.Value{v.A, v.B}
		return inOrder(n, ends) || !v.Directed && inOrder(n, []value.Value{v.B, v.A})
	case value.Tuple, value.List, value.Ring:
		return inOrder(n, value.Elements(v))
	}
	return string(AppendJSON(nil, v)) == n.text
}

func inOrder(n *node, vs []value.Value) bool {
	if n.kind != jsonList || len(n.items) != len(vs) {
		return false
	}
	for i, v := range vs {
		if !writes(n.items[i], v) {
			return false
		}
	}
	return true
}

// inAnyOrder reports whether items, as many as there are values, write each of them.
func inAnyOrder(items []*node, vs []value.Value) bool {
	taken := make([]bool, len(vs))
	for _, item := range items {
		i := place(item, vs, taken)
		if i < 0 {
			return false
		}
		taken[i] = true
	}
	return true
}

// place is the index of the first value not taken yet that an item writes, or -1.
func place(item *node, vs []value.Value, taken []bool) int {
	for i, v := range vs {
		if !taken[i] && writes(item, v) {
			return i
		}
	}
	return -1
}
