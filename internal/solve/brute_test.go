package solve_test

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// rewrittenOneIn is how few of the answers that are refused are written in another
// way, in which they must be refused, too.
const rewrittenOneIn = 20

// malformed reports whether an answer was refused for what is no path or cycle at all,
// and so can't be written as one.
func malformed(v judge.Verdict) bool {
	return slices.ContainsFunc(v.Violations, func(v judge.Violation) bool { return strings.HasSuffix(v.Rule, " has its structure") })
}

// bruteForce tries every combination of values of the finds and asks the judge,
// and nobody else. It returns the solutions, the best ones only if there is an
// objective, as texts. A rule whose name begins with "law" says what must hold whatever
// the finds are; that it does is checked.
func bruteForce(p *solve.Problem) []string {
	found := map[string]bool{}
	var best *judge.Answer
	a := &judge.Answer{Values: make([]value.Value, len(p.Finds))}
	again, tried := newWritings(p), 0
	accepted := func() bool {
		verdict := p.Judge.Judge(a)
		for _, v := range verdict.Violations {
			if strings.HasPrefix(v.Rule, "law") {
				panic(fmt.Sprintf("the %s does not hold for %s", v.Rule, textOf(p, a)))
			}
		}
		if tried++; verdict.Accepted || tried%rewrittenOneIn == 0 && !malformed(verdict) {
			if d := again.differs(a, verdict.Accepted); d != "" {
				panic(d)
			}
		}
		return verdict.Accepted
	}
	var try func(i int)
	try = func(i int) {
		switch {
		case i < len(p.Finds):
			for v := range valuesOf(p.Judge.Finds[i].Shape) {
				for _, v := range directed(p, v) {
					a.Values[i] = v
					try(i + 1)
				}
			}
		case !accepted():
		case p.Objectives == 0:
			found[textOf(p, a)] = true
		default:
			var err error
			if a.Objective, err = p.Judge.Objective(a); err != nil {
				panic(err)
			}
			if best == nil || p.Judge.CompareObjectives(a, best) < 0 {
				best = &judge.Answer{Objective: a.Objective}
				clear(found)
			}
			if p.Judge.CompareObjectives(a, best) == 0 {
				found[textOf(p, a)] = true
			}
		}
	}
	try(0)
	return slices.Sorted(maps.Keys(found))
}

// directed gives a path without direction both of them, if there is an
// objective, which may depend on it. Of rules the judge itself tries both.
func directed(p *solve.Problem, v value.Value) []value.Value {
	w, ok := v.(*value.Route)
	if !ok || p.Objectives == 0 || w.Kind != value.Path || w.Graph.Directed {
		return []value.Value{v}
	}
	there, back, ok := w.Directions()
	if !ok {
		return []value.Value{v}
	}
	return []value.Value{there, back}
}

// textOf is the part of an answer that makes it a solution of its own.
func textOf(p *solve.Problem, a *judge.Answer) string {
	if a.Run != nil {
		return textOfRun(p, a.Run)
	}
	var parts []string
	for i, f := range p.Finds {
		if !f.Chosen {
			parts = append(parts, f.Name+" = "+value.String(undirected(a.Values[i])))
		}
	}
	return strings.Join(parts, ", ")
}

// undirected takes its direction from an undirected path: it is no part of the
// solution.
func undirected(v value.Value) value.Value {
	if w, ok := v.(*value.Route); ok {
		plain := *w
		plain.First = nil
		return &plain
	}
	return v
}

// valuesOf are all values of a find.
func valuesOf(s judge.Shape) iter.Seq[value.Value] {
	return func(yield func(value.Value) bool) {
		switch s := s.(type) {
		case *judge.ArrayShape:
			arrays(s, make([]value.Value, s.Keys.Len()), 0, yield)
		case *judge.SetShape:
			for members := range subsets(s.Members.List()) {
				if !yield(value.NewSet(members...)) {
					return
				}
			}
		case *judge.RouteShape:
			routes(s, yield)
		case *judge.RegionsShape:
			partitions(s, yield)
		case *judge.ScalarShape:
			for _, v := range value.Elements(s.Values) {
				if !yield(v) {
					return
				}
			}
			if s.Optional {
				yield(value.None{})
			}
		}
	}
}

func arrays(s *judge.ArrayShape, values []value.Value, i int, yield func(value.Value) bool) bool {
	if i == len(values) {
		return yield(value.NewArray(s.Keys, slices.Clone(values), boardOf(s.Keys)))
	}
	for v := range valuesOf(s.Parts[i]) {
		values[i] = v
		if !arrays(s, values, i+1, yield) {
			return false
		}
	}
	return true
}

// boardOf is the board that the keys of an array belong to, nil if they are no cells.
func boardOf(keys *value.Set) *value.Board {
	if keys.Len() > 0 {
		if c, ok := keys.List()[0].(value.Cell); ok {
			return c.Board
		}
	}
	return nil
}

func subsets[T any](all []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for mask := range 1 << len(all) {
			var some []T
			for i, v := range all {
				if mask>>i&1 == 1 {
					some = append(some, v)
				}
			}
			if !yield(some) {
				return
			}
		}
	}
}

// partitions are all sets of edges within parts; many are no partition, which the judge is to find out.
func partitions(s *judge.RegionsShape, yield func(value.Value) bool) {
	for mask := range 1 << s.Graph.Size() {
		r := &value.Regions{Graph: s.Graph, Same: make([]model.Bool, s.Graph.Size()), Known: true}
		for i := range r.Same {
			r.Same[i] = model.Const(mask>>i&1 == 1)
		}
		if !yield(r) {
			return
		}
	}
}

// routes are all sets of edges with the vertices that they touch, and single
// vertices; most are no routes, which the judge is to find out.
func routes(s *judge.RouteShape, yield func(value.Value) bool) {
	route := func(edges []value.Edge, alone value.Value) *value.Route {
		w := &value.Route{Kind: s.Kind, Graph: s.Graph, Labels: s.Labels, Crossing: s.Crossing, Known: true,
			Edges:    slices.Repeat([]model.Bool{model.False}, s.Graph.Size()),
			Vertices: slices.Repeat([]model.Bool{model.False}, s.Graph.Vertices.Len())}
		for _, e := range edges {
			w.Edges[s.Graph.EdgeIndex(e)] = model.True
			w.Vertices[s.Graph.Vertices.Index(e.A)] = model.True
			w.Vertices[s.Graph.Vertices.Index(e.B)] = model.True
		}
		if alone != nil {
			w.Vertices[s.Graph.Vertices.Index(alone)] = model.True
		}
		return w
	}
	for _, v := range s.Graph.Vertices.List() {
		if !yield(route(nil, v)) {
			return
		}
	}
	all := make([]value.Edge, s.Graph.Size())
	for i := range all {
		all[i] = s.Graph.Edge(i)
	}
	for edges := range subsets(all) {
		if !yield(route(edges, nil)) {
			return
		}
	}
}
