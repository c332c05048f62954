package solve_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// writings judges answers again after they were written as JSON and read back, with
// everything in another order that has none.
type writings struct {
	p      *solve.Problem
	finds  []picture.Find
	random *rand.Rand
}

func newWritings(p *solve.Problem) *writings {
	w := &writings{p: p, random: rand.New(rand.NewPCG(1, 2))}
	for _, f := range p.Judge.Finds {
		w.finds = append(w.finds, picture.Find{Name: f.Name, Shape: f.Shape})
	}
	return w
}

// differs says how the verdict on another writing of an answer differs from what
// was said of the answer; "" if it does not. An answer that says which end of an
// undirected path is its first may be refused though the path is accepted.
func (w *writings) differs(a *judge.Answer, accepted bool) string {
	object := map[string]any{}
	decided := false
	for i, f := range w.finds {
		object[f.Name] = w.written(a.Values[i])
		route, ok := a.Values[i].(*value.Route)
		decided = decided || ok && route.First != nil
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	verdict := judge.Verdict{}
	read, problems := picture.DecodeAnswer(diag.NewSource("answer.json", string(text)), w.p.Name, w.finds)
	if len(read) > 0 { // what is no route can't be read
		verdict = w.p.Judge.Judge(&judge.Answer{Values: read[0]})
	}
	if verdict.Accepted == accepted || decided && !accepted {
		return ""
	}
	return fmt.Sprintf("%s: accepted: %t; written as %s: %t %v\n%s", textOf(w.p, a), accepted, text, verdict.Accepted, verdict.Violations, problems.Text(false))
}

// written is a value as JSON, in one of the orders in which it may be written.
func (w *writings) written(v value.Value) any {
	switch v := v.(type) {
	case value.None:
		return nil
	case value.Bool:
		return v == value.True
	case value.Int:
		return int64(v)
	case value.Label:
		return v.Name
	case value.Direction:
		return v.Name
	case value.Shape:
		return value.String(v)
	case value.Cell:
		return []int{v.Row, v.Col}
	case value.Edge:
		ends := []any{w.written(v.A), w.written(v.B)}
		if !v.Directed {
			w.shuffle(ends)
		}
		return ends
	case *value.Array:
		return w.array(v)
	case *value.Route:
		return w.route(v)
	case *value.Regions:
		var parts []any
		for _, part := range v.Parts() {
			parts = append(parts, w.shuffle(w.each(part)))
		}
		return map[string]any{"parts": w.shuffle(parts)}
	case *value.Set, value.Range:
		return w.shuffle(w.each(value.Elements(v)))
	}
	return w.each(value.Elements(v))
}

func (w *writings) each(vs []value.Value) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		out[i] = w.written(v)
	}
	return out
}

func (w *writings) shuffle(all []any) []any {
	w.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func (w *writings) array(a *value.Array) any {
	b := boardOf(a.Keys)
	if b == nil {
		entries := make([]any, a.Keys.Len())
		for i, k := range a.Keys.List() {
			entries[i] = []any{w.written(k), w.written(a.Values[i])}
		}
		return w.shuffle(entries)
	}
	rows := make([][]any, b.Rows)
	for r := range rows {
		rows[r] = make([]any, b.Cols)
		for c := range rows[r] {
			if v, ok := a.At(b.At(r+1, c+1)); ok {
				rows[r][c] = w.written(v)
			}
		}
	}
	return rows
}

func (w *writings) route(v *value.Route) any {
	lines := v.Ordered()
	var all []any
	for _, line := range lines {
		if v.Kind == value.Cycle {
			turn := w.random.IntN(len(line))
			line = slices.Concat(line[turn:], line[:turn])
		}
		if !v.Graph.Directed && w.random.IntN(2) == 0 {
			slices.Reverse(line)
		}
		all = append(all, map[string]any{"label": nil, "cells": w.each(line)})
	}
	if v.Kind == value.Links {
		return map[string]any{"lines": w.shuffle(all)}
	}
	var cells []any
	for _, line := range all { // one, unless it is no route
		cells = append(cells, line.(map[string]any)["cells"].([]any)...)
	}
	return map[string]any{"closed": v.Kind == value.Cycle, "cells": cells}
}
