package picture

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// Answers as JSON, both ways: nazo solve --format json prints it, and nazo check --answer judges it.
//
// The forms:
//
//
//   - none is null, labels and directions are their names
//   - a cell is [row, column], counted from 1, and an edge is the pair of its ends
//   - sets, lists and tuples are lists
//   - an array over the cells of a board is a list of rows, with null for missing cells
//   - any other array is a list of [key, value]
//   - a path or cycle is {"closed", "cells"} with its cells in order
//   - links are {"lines": [{"label", "cells"}]}, and regions are {"parts": [[cell]]}
//   - a run is {"moves": [{"move", "parameters"}], "cost": [number], "states": [{name: value}]}
//
// The costs of a run are in the order of minimize. Its states begin with the start. What has no order is
// read in any order: members of a set, lines of links, regions and their cells, ends of an undirected edge.
// An undirected path may begin at either end, and a cycle at any cell.

// AppendJSON appends a known value as JSON, without blanks.
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
	case value.Tuple, value.List, value.Ring, value.Range:
		return appendList(out, value.Elements(v))
	case *value.Set:
		return appendList(out, v.Sorted())
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

// value reads a value of a find, or of one of its elements. null is an open value if d.partly.
func (d *decoder) value(n *node, s judge.Shape) value.Value {
	if d.partly && n.kind == scalar && n.text == "null" {
		return nil
	}
	m := draw.FindOf(s)
	m.Open = d.partly
	said := false
	switch s := s.(type) {
	case *judge.ScalarShape:
		return d.scalar(n, s)
	case *judge.StackShape:
		return d.stack(n, s)
	case *judge.SetShape:
		said = d.members(n, m)
	case *judge.ArrayShape:
		if b := value.BoardOf(s.Keys); b != nil {
			said = d.board(n, m, b)
		} else {
			said = d.pairs(n, m)
		}
	case *judge.RouteShape:
		said = d.route(n, m, s)
	case *judge.RegionsShape:
		said = d.regions(n, m, s)
	}
	if !said || d.problems.HasErrors() {
		return value.None{}
	}
	if !d.partly {
		m.Rest(value.False)
	}
	v, misfit := m.Value()
	if misfit != nil {
		return d.misfit(n, misfit.Text, "")
	}
	return v
}

func appendText(out []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always can be written
	}
	return append(out, text...)
}

func appendList(out []byte, vs []value.Value) []byte {
	return append(appendJoined(append(out, '['), vs, AppendJSON), ']')
}

func appendJoined[E any](out []byte, list []E, add func([]byte, E) []byte) []byte {
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = add(out, e)
	}
	return out
}

func appendObject(out []byte, name func(i int) string, values []value.Value) []byte {
	out = append(out, '{')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = AppendJSON(append(appendText(out, name(i)), ':'), v)
	}
	return append(out, '}')
}

func appendArray(out []byte, a *value.Array) []byte {
	if b := value.BoardOf(a.Keys); b != nil {
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

func (d *decoder) board(n *node, m *draw.Find, b *value.Board) bool {
	if n.kind != jsonList || len(n.items) != b.Rows {
		return d.reject(n, "this is not the board of `"+d.find+"`", "a list of "+diag.Count(b.Rows, "row"))
	}
	for _, row := range n.items {
		if row.kind != jsonList || len(row.items) != b.Cols {
			return d.reject(row, "this is not a row of `"+d.find+"`", "a list of "+diag.Count(b.Cols, "value"))
		}
	}
	for i, k := range m.Keys {
		c := k.(value.Cell)
		m.Known[i] = d.value(n.items[c.Row-1].items[c.Col-1], m.Part(i))
	}
	return true
}

// pairs reads an array over other keys.
func (d *decoder) pairs(n *node, m *draw.Find) bool {
	index := map[string]int{}
	for i, k := range m.Keys {
		index[string(AppendJSON(nil, k))] = i
	}
	find := func(key *node) int {
		if i, ok := index[key.text]; ok {
			return i
		}
		return slices.IndexFunc(m.Keys, func(k value.Value) bool { return writes(key, k) })
	}
	for _, entry := range n.items {
		i := -1
		if entry.kind == jsonList && len(entry.items) == 2 {
			i = find(entry.items[0])
		}
		switch {
		case i < 0:
			return d.reject(entry, "`"+d.find+"` has no such key", "[key, value]")
		case m.Known[i] != nil:
			return d.reject(entry.items[0], "`"+d.find+"` has a value for "+shorten(entry.items[0].text)+" already", "")
		}
		m.Known[i] = d.value(entry.items[1], m.Part(i))
	}
	if i := slices.Index(m.Known, nil); i >= 0 && !m.Open {
		return d.reject(n, "`"+d.find+"` has no value for "+value.String(m.Keys[i]), "a list of [key, value]")
	}
	return true
}

func appendRegions(out []byte, r *value.Regions) []byte {
	return append(appendJoined(append(out, `{"parts":[`...), r.Parts(), appendList), "]}"...)
}

// regions reads the vertices of each part. A partly known answer may have known edges instead.
func (d *decoder) regions(n *node, m *draw.Find, s *judge.RegionsShape) bool {
	parts := n.get("parts")
	switch {
	case (parts == nil || parts.kind != jsonList) && m.Open:
		return d.members(n, m)
	case parts == nil || parts.kind != jsonList:
		return d.reject(n, "these are not regions", `{"parts": [[…], …]}`)
	}
	for _, f := range n.fields {
		if f.value != parts && m.Open {
			d.misfit(f.value, "beside \"parts\" nothing else is said of `"+d.find+"`", "")
		}
	}
	vertices := s.Graph.Vertices
	of := make([]int, vertices.Len()) // the last part of each vertex, counted from 1; 0 for none yet
	for i, part := range parts.items {
		if part.kind != jsonList || len(part.items) == 0 {
			return d.reject(part, "this is not a part", "a list of what is in it")
		}
		for _, item := range part.items {
			at := vertices.Index(d.oneOf(item, vertices.List()))
			switch {
			case at < 0:
				return false
			case of[at] != 0 && !m.Open:
				return d.reject(item, value.String(vertices.List()[at])+" is in two parts, or twice in one", "")
			}
			of[at] = i + 1
		}
		for e, ends := range s.Graph.Plain().Edges {
			if of[ends.U] == i+1 && of[ends.V] == i+1 {
				m.Known[e] = value.True
			}
		}
	}
	if m.Open {
		return true
	}
	if at := slices.Index(of, 0); at >= 0 {
		return d.reject(n, value.String(vertices.List()[at])+" is in no part", "")
	}
	m.Rest(value.False)
	v, _ := m.Value()
	if r, ok := v.(*value.Regions); ok && len(r.Parts()) != len(parts.items) {
		return d.reject(n, "a part is not connected", "")
	}
	return true
}

func appendRoute(out []byte, w *value.Route) []byte {
	lines := w.Ordered()
	if w.Kind != value.Links {
		out = strconv.AppendBool(append(out, `{"closed":`...), w.Kind == value.Cycle)
		out = append(out, `,"cells":`...)
		var cells []value.Value
		for _, line := range lines { // one, unless the judge is asked about a broken answer
			cells = append(cells, line...)
		}
		return append(appendList(out, cells), '}')
	}
	out = append(out, `{"lines":[`...)
	out = appendJoined(out, lines, func(out []byte, line []value.Value) []byte {
		out = AppendJSON(append(out, `{"label":`...), labelOf(w, line[0]))
		return append(appendList(append(out, `,"cells":`...), line), '}')
	})
	return append(out, "]}"...)
}

func labelOf(w *value.Route, vertex value.Value) value.Value {
	if i := w.Graph.Vertices.Index(vertex); i >= 0 && i < len(w.Labels) && w.Labels[i] != nil {
		return w.Labels[i]
	}
	return value.None{}
}

// route reads lines along vertices, or the known edges of a partly known answer. Lines of an undirected
// graph may have either direction, and a cycle may begin anywhere.
func (d *decoder) route(n *node, m *draw.Find, s *judge.RouteShape) bool {
	if m.Open && (n.kind == jsonList || n.get("in") != nil || n.get("out") != nil) {
		return d.members(n, m)
	}
	lines := []*node{n}
	switch all, closed := n.get("lines"), n.get("closed"); {
	case all != nil && all.kind == jsonList && (m.Open || s.Kind == value.Links):
		lines = all.items
	case m.Open:
	case s.Kind == value.Links:
		return d.reject(n, "these are not links", `{"lines": [{"label": …, "cells": […]}, …]}`)
	case closed == nil || closed.text != fmt.Sprint(s.Kind == value.Cycle):
		return d.reject(n, "this is not the route that `"+d.find+"` asks for", fmt.Sprintf(`{"closed": %t, "cells": […]}`, s.Kind == value.Cycle))
	}
	for _, line := range lines {
		cells := line.get("cells")
		if cells == nil || cells.kind != jsonList || len(cells.items) == 0 {
			return d.reject(line, "this is not a line", `{…, "cells": [cell, …]}`)
		}
		along := alg.Map(cells.items, func(item *node) value.Value { return d.oneOf(item, s.Graph.Vertices.List()) })
		if d.problems.HasErrors() {
			return false
		}
		closed := s.Kind == value.Cycle
		if c := line.get("closed"); m.Open {
			closed = c != nil && c.text == "true" && len(along) > 2
		}
		if at, wrong := m.Along(along, closed); wrong != "" {
			where := n
			if m.Open {
				where = cells.items[at]
			}
			return d.reject(where, wrong, "")
		}
	}
	return true
}

// writes reports whether a JSON value is a form of a known value. What has no order is in any order.
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
	return n.kind == jsonList && slices.EqualFunc(n.items, vs, writes)
}

// inAnyOrder reports whether items, as many as there are values, write each of them.
func inAnyOrder(items []*node, vs []value.Value) bool {
	rest := slices.Clone(vs)
	for _, item := range items {
		i := slices.IndexFunc(rest, func(v value.Value) bool { return writes(item, v) })
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}
