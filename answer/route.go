package answer

import (
	"strconv"

	"nazo/judge"
	"nazo/model"
	"nazo/value"
)

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
		if cells == nil || cells.kind != list || len(cells.items) == 0 {
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
		if all == nil || all.kind != list {
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
