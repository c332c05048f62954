package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// layout is the shape of a find's value: which variables
// stand for it, and how to read their values back.
type layout interface {
	// unknown makes the variables, as part of find (an index in Model.Finds, or
	// -1 for a choice), adds the find's own structure as constraints, and
	// returns the value that expressions use.
	unknown(ev *lowerer, at dsl.Node, find int32) value.Value
	// decode reads the value off a solution.
	decode(s model.Solution) value.Value
	// names says what each of the variables stands for, in their order; of is what the
	// value is called.
	names(of string) []string
}

// find declares a find or a choice: with keys it is an array.
func (ev *evaluator) find(name string, keys *dsl.Binders, domain dsl.Expr, chosen bool) value.Value {
	l := ev.layoutOf(name, keys, domain)
	ev.layouts[name] = l
	index := int32(-1)
	if !chosen {
		index = int32(len(ev.m.Finds))
		ev.m.Finds = append(ev.m.Finds, model.Find{Name: name})
	}
	ev.instance = ev.newInstance(ev.newRule(name+" "+structure(domain), ev.source, domain.Span(), true), nil)
	return l.unknown(ev.lowerer, domain, index)
}

// structure says in words what a find is by itself.
func structure(domain dsl.Expr) string {
	switch d := domain.(type) {
	case *dsl.PathIn:
		return "is one path"
	case *dsl.CycleIn:
		return "is one cycle"
	case *dsl.LinksIn:
		return "joins equal labels"
	case *dsl.PermutationOf:
		return "is a permutation"
	case *dsl.If:
		if a, b := structure(d.Then), structure(d.Else); a == b {
			return a
		}
		return "has its structure"
	}
	return "takes its values"
}

// layoutOf evaluates a find's keys and domain.
func (ev *evaluator) layoutOf(name string, keys *dsl.Binders, domain dsl.Expr) layout {
	if keys == nil {
		return ev.domain(name, domain, nil)
	}
	array := &arrayLayout{}
	var list []value.Value
	ev.each(keys, nil, func(sc *scope, guard model.Bool) bool {
		if guard != model.True {
			ev.fail(keys, "must-be-known", "the keys of %s must be known", name)
		}
		key := keyOf(keys, sc)
		list = append(list, key)
		array.parts = append(array.parts, ev.domain(name, domain, sc))
		return true
	})
	array.keys = value.NewSet(list...)
	if array.keys.Len() != len(list) {
		ev.fail(keys, "repeated-key", "a key of %s comes up twice", name)
	}
	array.board = value.BoardOf(array.keys)
	return array
}

// keyOf is the key that binders have just bound: the value of the only name, or
// the tuple of all of them. Local names (v = …) are no part of it.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	var parts value.Tuple
	for _, item := range keys.Items {
		if item.Value != nil {
			continue
		}
		for _, n := range item.Names {
			v, _ := sc.lookup(n.Text)
			parts = append(parts, v)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// domain evaluates the domain of a find to a layout.
func (ev *evaluator) domain(find string, x dsl.Expr, sc *scope) layout {
	switch x := x.(type) {
	case *dsl.If:
		switch ev.condition(x.Cond, sc) {
		case model.True:
			return ev.domain(find, x.Then, sc)
		case model.False:
			return ev.domain(find, x.Else, sc)
		}
		ev.fail(x.Cond, "must-be-known", "a domain must be known: it may not depend on a find")
	case *dsl.SetOf:
		return &setLayout{universe: ev.universe(x.Of, sc)}
	case *dsl.PermutationOf:
		universe := ev.universe(x.Of, sc)
		p := &arrayLayout{keys: universe, permutation: true, board: value.BoardOf(universe)}
		for range universe.Len() {
			p.parts = append(p.parts, newScalar(universe, false))
		}
		return p
	case *dsl.PathIn:
		return &routeLayout{kind: value.Path, graph: ev.domainGraph(x.Graph, x.Directed, sc), direction: ev.program.direction(find)}
	case *dsl.CycleIn:
		return &routeLayout{kind: value.Cycle, graph: ev.domainGraph(x.Graph, x.Directed, sc)}
	case *dsl.LinksIn:
		return ev.linksLayout(x, sc)
	case *dsl.StackOf:
		return ev.stackOf(x, sc)
	case *dsl.RegionsIn, *dsl.ListOf, *dsl.GridOf:
		ev.fail(x, "not-supported", "a find of this kind is not supported yet")
	}
	values, optional := ev.domainValues(x, sc)
	return newScalar(values, optional)
}

// universe are the elements of which a find has some.
func (ev *evaluator) universe(x dsl.Expr, sc *scope) *value.Set {
	values, _ := ev.domainValues(x, sc)
	ev.tooMany(x, values.Len())
	return value.NewSet(values.List()...)
}

// domainValues are the values of a find that has one value, any known finite
// set, and whether it may also be none.
func (ev *evaluator) domainValues(x dsl.Expr, sc *scope) (values value.Collection, optional bool) {
	switch x := x.(type) {
	case *dsl.Optional:
		values, _ = ev.domainValues(x.Of, sc)
		return values, true
	case *dsl.Union:
		var all []value.Value
		for _, p := range x.Parts {
			part, none := ev.domainValues(p, sc)
			ev.tooMany(p, part.Len())
			all = append(all, part.List()...)
			optional = optional || none
		}
		return value.NewSet(all...), optional
	}
	if n, ok := x.(*dsl.Name); ok && n.Text == "bool" {
		return value.NewSet(value.False, value.True), false
	}
	v := plainSet(ev.eval(x, sc))
	if r, ok := v.(value.Range); ok {
		if r.Lo < -model.MaxMagnitude || r.Hi > model.MaxMagnitude {
			ev.tooLarge(x)
		}
		return r, false
	}
	return ev.asKnownSet(x, v), false
}

func (ev *evaluator) domainGraph(x dsl.Expr, directed bool, sc *scope) *value.Graph {
	g, ok := ev.eval(x, sc).(*value.Graph)
	if !ok {
		ev.fail(x, "wrong-argument", "expected a graph")
	}
	if directed {
		return g.Arcs()
	}
	return g
}
