package judge

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// shape evaluates what a find or a state may be: one value of a domain, or one for each
// key.
func (ev *evaluator) shape(keys *dsl.Binders, domain dsl.Expr) Shape {
	if keys == nil {
		return ev.domain(domain, nil)
	}
	var s Shape
	var list []value.Value
	ev.each(keys, nil, func(sc *scope) bool {
		list = append(list, keyOf(keys, sc))
		s.Parts = append(s.Parts, ev.domain(domain, sc))
		return true
	})
	s.Keys = value.NewSet(list...)
	s.Board = value.BoardOf(s.Keys)
	return s
}

// keyOf is the key that binders have just bound: the value of the only name, or the
// tuple of all of them. Local names (v = …) are no part of it.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	parts := boundBy(keys, sc)
	if len(parts) == 1 {
		return parts[0]
	}
	return value.Tuple(parts)
}

// boundBy has the values of the names that range over collections.
func boundBy(b *dsl.Binders, sc *scope) (out []value.Value) {
	for _, item := range b.Items {
		if item.In == nil {
			continue
		}
		for _, n := range item.Names {
			v, _ := sc.lookup(n.Text)
			out = append(out, v)
		}
	}
	return out
}

// domain evaluates a domain.
func (ev *evaluator) domain(x dsl.Expr, sc *scope) Shape {
	switch x := x.(type) {
	case *dsl.If:
		if ev.condition(x.Cond, sc) {
			return ev.domain(x.Then, sc)
		}
		return ev.domain(x.Else, sc)
	case *dsl.SetOf:
		return Shape{Members: ev.spelt(x.Of, sc)}
	case *dsl.PermutationOf:
		s := Shape{Keys: ev.spelt(x.Of, sc), Permutation: true}
		s.Board = value.BoardOf(s.Keys)
		for range s.Keys.Len() {
			s.Parts = append(s.Parts, Shape{Values: s.Keys})
		}
		return s
	case *dsl.PathIn:
		return routeShape(value.Path, ev.graph(x.Graph, x.Directed, sc))
	case *dsl.CycleIn:
		return routeShape(value.Cycle, ev.graph(x.Graph, x.Directed, sc))
	case *dsl.LinksIn:
		return ev.links(x, sc)
	case *dsl.StackOf:
		values, optional := ev.values(x.Of, sc)
		most, ok := ev.eval(x.Cap, sc).(value.Int)
		if !ok || most < 0 || most > library.DefaultMost {
			ev.fail(x.Cap, "bad-bound", "a stack has room for a known number of values, 0 or more")
		}
		if size(values) == 0 && !optional {
			most = 0
		}
		return Shape{Stack: true, UpTo: int(most), Parts: []Shape{{Values: values, Optional: optional}}}
	}
	values, optional := ev.values(x, sc)
	return Shape{Values: values, Optional: optional}
}

func routeShape(kind value.RouteKind, g *value.Graph) Shape {
	return Shape{Graph: g, Kind: kind, same: &sameGraphs{map[*value.Graph]bool{}}}
}

// size is the number of values of a set or a range.
func size(v value.Value) int {
	if r, ok := v.(value.Range); ok {
		return int(max(r.Hi-r.Lo+1, 0))
	}
	return v.(*value.Set).Len()
}

// values are those of a domain that has single values, any set, and whether none is
// one more.
func (ev *evaluator) values(x dsl.Expr, sc *scope) (values value.Value, optional bool) {
	switch x := x.(type) {
	case *dsl.Optional:
		values, _ = ev.values(x.Of, sc)
		return values, true
	case *dsl.Union:
		var all []value.Value
		for _, part := range x.Parts {
			some, none := ev.values(part, sc)
			all = append(all, ev.members(part, some)...)
			optional = optional || none
		}
		return value.NewSet(all...), optional
	case *dsl.Name:
		if x.Text == "bool" {
			return value.NewSet(value.False, value.True), false
		}
	}
	v := ev.eval(x, sc)
	switch v := cellsOf(v).(type) {
	case value.Range, *value.Set:
		return v, false
	}
	return value.NewSet(listed(ev.members(x, v), v)...), false
}

// listed are members in the order in which a sequence has them.
func listed(members []value.Value, v value.Value) []value.Value {
	if elements := value.Elements(v); elements != nil {
		return elements
	}
	return members
}

// spelt are the values of a domain as a set.
func (ev *evaluator) spelt(x dsl.Expr, sc *scope) *value.Set {
	values, _ := ev.values(x, sc)
	if s, ok := values.(*value.Set); ok {
		return s
	}
	return value.NewSet(ev.members(x, values)...)
}

// graph evaluates where a path or a cycle runs: directed, with an arc in both
// directions for each edge of a graph that has no directions.
func (ev *evaluator) graph(x dsl.Expr, directed bool, sc *scope) *value.Graph {
	g, ok := ev.eval(x, sc).(*value.Graph)
	if !ok {
		ev.fail(x, "wrong-argument", "expected a graph")
	}
	if directed {
		return g.Arcs()
	}
	return g
}

// links reads which vertices lines join: those with equal labels.
func (ev *evaluator) links(x *dsl.LinksIn, sc *scope) Shape {
	s := routeShape(value.Links, ev.graph(x.Graph, false, sc))
	ends, ok := ev.eval(x.Ends, sc).(*value.Array)
	if !ok {
		ev.fail(x.Ends, "wrong-argument", "what links join must be a grid or an array")
	}
	s.Labels = make([]value.Value, s.Graph.Vertices.Len())
	for i, v := range s.Graph.Vertices.List() {
		s.Labels[i] = value.None{}
		if label, found := ends.At(v); found {
			s.Labels[i] = label
		}
	}
	return s
}
