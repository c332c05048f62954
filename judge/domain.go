package judge

import (
	"nazo/dsl"
	"nazo/value"
)

// shape evaluates what a find or a state may be: one value of a domain, or one for each
// key.
func (ev *evaluator) shape(keys *dsl.Binders, domain dsl.Expr) Shape {
	if keys == nil {
		return ev.domain(domain, nil)
	}
	return ev.keyed(keys, domain)
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
		return &SetShape{ev.spelt(x.Of, sc)}
	case *dsl.PermutationOf:
		return ev.permutation(x, sc)
	case *dsl.PathIn:
		return ev.walk(value.Path, x.Graph, x.Crossing, x.Directed, sc)
	case *dsl.CycleIn:
		return ev.walk(value.Cycle, x.Graph, x.Crossing, x.Directed, sc)
	case *dsl.LinksIn:
		return ev.links(x, sc)
	case *dsl.RegionsIn:
		return ev.regions(x, sc)
	case *dsl.StackOf:
		return ev.stack(x, sc)
	}
	values, optional := ev.values(x, sc)
	return &ScalarShape{Values: values, Optional: optional}
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
