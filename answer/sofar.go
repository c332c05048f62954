package answer

import (
	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/value"
)

// DecodeSoFar reads an answer of which a part is known: an object with a value for some of the finds. What is null is open, as is what
// a list of members does not have. {"in": […], "out": […]} says of a set, of the edges of a route and of those within regions which are
// out. The values are in the order of the finds, nil or [value.Partly] for what is not known.
func DecodeSoFar(src *diag.Source, puzzle string, finds []Find) ([]value.Value, *diag.List) {
	const expected = "an object with values for finds, as far as they are known"
	d := &decoder{src: src, problems: &diag.List{}}
	all := d.answers(puzzle, expected)
	if len(all) > 1 {
		d.misfit(all[1], "there are several answers in this", expected)
	}
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	some := make([]Find, len(finds))
	for i, f := range finds {
		some[i] = Find{Name: f.Name, Shape: f.Shape, Optional: true}
	}
	d.partly = true
	values := d.answer(all[0], some)
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return values, d.problems
}

// part reads a value of which a part is known; it is nil if nothing is.
func (d *decoder) part(n *node, s judge.Shape) value.Value {
	if n.kind == scalar && n.text == "null" {
		return nil
	}
	switch s := s.(type) {
	case *judge.SetShape:
		return d.inOrOut(n, s.Members)
	case *judge.ArrayShape:
		return d.partOfArray(n, s)
	case *judge.RouteShape:
		return d.partOfRoute(n, s)
	case *judge.RegionsShape:
		return d.partOfRegions(n, s)
	}
	d.partly = false
	defer func() { d.partly = true }()
	return d.value(n, s)
}

// inOrOut reads which members are in something, and which are not.
func (d *decoder) inOrOut(n *node, members *value.Set) value.Value {
	known := make([]value.Value, members.Len())
	note := func(items []*node, v value.Value) {
		for _, item := range items {
			i := members.Index(d.oneOf(item, members.List()))
			if i < 0 {
				continue
			}
			if known[i] != nil && !value.Equal(known[i], v) {
				d.misfit(item, shorten(item.text)+" is both in `"+d.find+"` and out of it", "")
			}
			known[i] = v
		}
	}
	switch {
	case n.kind == list:
		note(n.items, value.True)
	case n.get("in") != nil || n.get("out") != nil:
		for _, f := range n.fields {
			switch {
			case f.name != "in" && f.name != "out" || f.value.kind != list:
				d.misfit(f.value, "this does not say what is in `"+d.find+"`", `{"in": […], "out": […]}`)
			default:
				note(f.value.items, value.Of(f.name == "in"))
			}
		}
	default:
		d.misfit(n, "this does not say what is in `"+d.find+"`", `a list, or {"in": […], "out": […]}`)
	}
	return value.NewPartly(members, known)
}

// partOfArray reads the values for some keys.
func (d *decoder) partOfArray(n *node, s *judge.ArrayShape) value.Value {
	var whole value.Value
	if b := boardOf(s.Keys); b != nil {
		whole = d.board(n, s, b)
	} else {
		whole = d.pairs(n, s)
	}
	if a, ok := whole.(*value.Array); ok {
		return value.NewPartly(s.Keys, a.Values)
	}
	return nil
}

// partOfRoute reads edges: as lists of two vertices, or as lines along vertices.
func (d *decoder) partOfRoute(n *node, s *judge.RouteShape) value.Value {
	g := s.Graph
	if n.kind == list || n.get("in") != nil || n.get("out") != nil {
		return d.inOrOut(n, value.NewSet(g.EdgeList()...))
	}
	lines := []*node{n}
	if all := n.get("lines"); all != nil {
		lines = all.items
	}
	edges := value.NewSet(g.EdgeList()...)
	known := make([]value.Value, edges.Len())
	for _, line := range lines {
		cells := line.get("cells")
		if cells == nil || cells.kind != list {
			return d.misfit(line, "this is no part of a line", `{"cells": [cell, …]}, a list of edges, or {"in": […], "out": […]}`)
		}
		items := cells.items
		if c := line.get("closed"); c != nil && c.text == "true" && len(items) > 2 {
			items = append(items[:len(items):len(items)], items[0])
		}
		for i := 1; i < len(items); i++ {
			a, b := d.oneOf(items[i-1], g.Vertices.List()), d.oneOf(items[i], g.Vertices.List())
			if d.problems.HasErrors() {
				return nil
			}
			at := edges.Index(value.MakeEdge(a, b, g.Directed))
			if at < 0 {
				return d.misfit(items[i], "there is no edge from "+value.String(a)+" to "+value.String(b), "")
			}
			known[at] = value.True
		}
	}
	return value.NewPartly(edges, known)
}

// partOfRegions reads what is together in one part: two parts may still turn out to be one.
func (d *decoder) partOfRegions(n *node, s *judge.RegionsShape) value.Value {
	edges := value.NewSet(s.Graph.EdgeList()...)
	parts := n.get("parts")
	if parts == nil || parts.kind != list {
		return d.inOrOut(n, edges)
	}
	for _, f := range n.fields {
		if f.value != parts {
			d.misfit(f.value, "beside \"parts\" nothing else is said of `"+d.find+"`", "")
		}
	}
	known := make([]value.Value, edges.Len())
	for _, part := range parts.items {
		in := map[value.Key]bool{}
		for _, item := range part.items {
			if v := d.oneOf(item, s.Graph.Vertices.List()); s.Graph.Vertices.Contains(v) {
				in[value.KeyOf(v)] = true
			}
		}
		for i, e := range edges.List() {
			if e := e.(value.Edge); in[value.KeyOf(e.A)] && in[value.KeyOf(e.B)] {
				known[i] = value.True
			}
		}
	}
	return value.NewPartly(edges, known)
}
