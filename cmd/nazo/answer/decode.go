package answer

import (
	"math/big"
	"slices"
	"strings"

	"nazo/compile/value"
	"nazo/dsl/diag"
)

// Shape says what values a find may take.
type Shape struct {
	Name string
	// Keys are those of an array; nil for a find without keys.
	Keys *value.Set
	// Exactly one of the following says what the find, or each of its elements,
	// may be: one of these values, a number in this range, a set of some of
	// these, or a walk in this graph.
	Values  []value.Value
	Range   *[2]int64
	Members *value.Set
	Graph   *value.Graph
	// Walk is the kind of a walk, Labels the clues that links join.
	Walk   value.WalkKind
	Labels []value.Value
}

// Decode reads answers: an object with a value for each find, or all solutions
// of what nazo solve printed. Each has the values in the order of the shapes.
func Decode(src *diag.Source, shapes []Shape) ([][]value.Value, *diag.List) {
	d := &decoder{src: src, problems: &diag.List{}}
	root, problem := parse(src)
	if problem != nil {
		d.problems.Add(problem)
		return nil, d.problems
	}
	answers := []*node{root}
	if s := root.get("solutions"); s != nil && s.kind == list {
		answers = s.items
	}
	if root.kind != object || len(answers) == 0 {
		d.misfit(root, "there is no answer in this", "an object with a value for each find")
		return nil, d.problems
	}
	var out [][]value.Value
	for _, n := range answers {
		out = append(out, d.answer(n, shapes))
	}
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return out, d.problems
}

type decoder struct {
	src      *diag.Source
	problems *diag.List
}

func (d *decoder) misfit(n *node, message, expected string) value.Value {
	p := diag.Errorf(d.src, n.span, "answer-misfit", "%s", message)
	if expected != "" {
		p.Expect(expected)
	}
	d.problems.Add(p)
	return value.None{}
}

func (d *decoder) answer(n *node, shapes []Shape) []value.Value {
	var names []string
	values := make([]value.Value, len(shapes))
	for i, s := range shapes {
		names = append(names, s.Name)
		if f := n.get(s.Name); f != nil {
			values[i] = d.find(f, s)
		} else {
			d.misfit(n, "there is no value for `"+s.Name+"`", "")
		}
	}
	for _, f := range n.fields {
		if !slices.Contains(names, f.name) {
			d.problems.Add(diag.Errorf(d.src, f.value.span, "answer-misfit", "the spec has no find `%s`", f.name).
				Suggest(diag.Nearest(f.name, names)))
		}
	}
	return values
}

func (d *decoder) find(n *node, s Shape) value.Value {
	if s.Keys == nil {
		return d.element(n, s)
	}
	values := make([]value.Value, s.Keys.Len())
	if b := boardOf(s.Keys); b != nil {
		if n.kind != list || len(n.items) != b.Rows {
			return d.misfit(n, "this is not the board of `"+s.Name+"`", "a list of "+count(b.Rows, "row"))
		}
		for r, row := range n.items {
			if row.kind != list || len(row.items) != b.Cols {
				return d.misfit(row, "this is not a row of `"+s.Name+"`", "a list of "+count(b.Cols, "value"))
			}
			for c, v := range row.items {
				if i := s.Keys.Index(b.At(r+1, c+1)); i >= 0 {
					values[i] = d.element(v, s)
				}
			}
		}
		return value.NewArray(s.Keys, values, b)
	}
	index := map[string]int{}
	for i, k := range s.Keys.List() {
		index[string(Append(nil, k))] = i
	}
	for _, entry := range n.items {
		i, known := -1, false
		if entry.kind == list && len(entry.items) == 2 {
			i, known = index[entry.items[0].text]
		}
		if !known {
			return d.misfit(entry, "`"+s.Name+"` has no such key", "[key, value]")
		}
		values[i] = d.element(entry.items[1], s)
	}
	for i, k := range s.Keys.List() {
		if values[i] == nil {
			return d.misfit(n, "`"+s.Name+"` has no value for "+value.String(k), "a list of [key, value]")
		}
	}
	return value.NewArray(s.Keys, values, nil)
}

// element reads one value of the domain of a find.
func (d *decoder) element(n *node, s Shape) value.Value {
	switch {
	case s.Graph != nil:
		return d.walk(n, s)
	case s.Members != nil:
		if n.kind != list {
			return d.misfit(n, "this is not a set", "a list")
		}
		var members []value.Value
		for _, item := range n.items {
			members = append(members, d.oneOf(item, s.Members.List(), s.Name))
		}
		return value.NewSet(members...)
	case s.Range != nil:
		x, ok := new(big.Int).SetString(n.text, 10)
		if ok && x.IsInt64() && s.Range[0] <= x.Int64() && x.Int64() <= s.Range[1] {
			return value.FromBig(x)
		}
		return d.misfit(n, shorten(n.text)+" is not in the domain of `"+s.Name+"`",
			value.String(value.Int(s.Range[0]))+".."+value.String(value.Int(s.Range[1])))
	}
	return d.oneOf(n, s.Values, s.Name)
}

// oneOf is the value that is written like n.
func (d *decoder) oneOf(n *node, values []value.Value, name string) value.Value {
	text := n.text
	var buf []byte
	for _, v := range values {
		if _, isSet := v.(*value.Set); isSet && n.kind == list {
			if sameSet(n, v.(*value.Set)) {
				return v
			}
			continue
		}
		if buf = Append(buf[:0], v); string(buf) == text {
			return v
		}
	}
	var some []string
	for _, v := range values[:min(len(values), 6)] {
		some = append(some, string(Append(nil, v)))
	}
	if len(values) > 6 {
		some = append(some, "…")
	}
	return d.misfit(n, shorten(text)+" is not in the domain of `"+name+"`", "one of "+strings.Join(some, ", "))
}

// sameSet tells whether a list has just the members of a set, in any order.
func sameSet(n *node, s *value.Set) bool {
	members := map[string]bool{}
	for _, v := range s.List() {
		members[string(Append(nil, v))] = true
	}
	for _, item := range n.items {
		if !members[item.text] {
			return false
		}
		delete(members, item.text)
	}
	return len(members) == 0
}

func (d *decoder) walk(n *node, s Shape) value.Value {
	var lines [][]value.Value
	line := func(n *node) bool {
		cells := n.get("cells")
		if cells == nil || cells.kind != list || len(cells.items) == 0 {
			d.misfit(n, "this is not a line", `{…, "cells": [cell, …]}`)
			return false
		}
		var vs []value.Value
		for _, item := range cells.items {
			vs = append(vs, d.oneOf(item, s.Graph.Vertices.List(), s.Name))
		}
		lines = append(lines, vs)
		return true
	}
	if s.Walk == value.Links {
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
		if s.Walk == value.Cycle {
			closed = "true"
		}
		if c := n.get("closed"); c == nil || c.text != closed || !line(n) {
			return d.misfit(n, "this is not the walk that `"+s.Name+"` asks for", `{"closed": `+closed+`, "cells": […]}`)
		}
	}
	if d.problems.HasErrors() {
		return value.None{}
	}
	w, wrong := walkAlong(s, lines)
	if wrong != "" {
		return d.misfit(n, wrong, "")
	}
	return w
}

func count(n int, what string) string {
	text := value.String(value.Int(n)) + " " + what
	if n != 1 {
		text += "s"
	}
	return text
}

func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return text
}
