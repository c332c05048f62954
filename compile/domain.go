package compile

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// domain evaluates the domain of a find.
func (ev *evaluator) domain(find string, x dsl.Expr, sc *scope) layout {
	switch x := x.(type) {
	case *dsl.If:
		switch ev.condition(x.Cond, sc) {
		case model.True:
			return ev.domain(find, x.Then, sc)
		case model.False:
			return ev.domain(find, x.Else, sc)
		}
		ev.Fail(x.Cond, "must-be-known", "a domain must be known: it may not depend on a find")
	case *dsl.SetOf:
		return &setLayout{Universe: ev.universe(x.Of, sc)}
	case *dsl.PermutationOf:
		universe := ev.universe(x.Of, sc)
		p := &arrayLayout{Keys: universe, Permutation: true, Board: value.BoardOf(universe)}
		for range universe.Len() {
			p.Elems = append(p.Elems, newScalar(universe, false))
		}
		return p
	case *dsl.PathIn:
		r := ev.route(value.Path, x.Graph, x.Crossing, x.Directed, sc)
		r.Direction = ev.program.direction(find)
		return r
	case *dsl.CycleIn:
		return ev.route(value.Cycle, x.Graph, x.Crossing, x.Directed, sc)
	case *dsl.LinksIn:
		return ev.linksLayout(x, sc)
	case *dsl.RegionsIn:
		return &regionsLayout{Graph: ev.undirected(x.Graph, sc)}
	case *dsl.StackOf:
		return ev.stackOf(x, sc)
	}
	values, optional := ev.domainValues(x, sc)
	return newScalar(values, optional)
}

// universe returns the possible members of a find.
func (ev *evaluator) universe(x dsl.Expr, sc *scope) *value.Set {
	values, _ := ev.domainValues(x, sc)
	ev.TooMany(x, values.Len())
	return value.NewSet(values.List()...)
}

// domainValues returns the possible values of a scalar find, and whether it may be none.
func (ev *evaluator) domainValues(x dsl.Expr, sc *scope) (values value.Collection, optional bool) {
	switch x := x.(type) {
	case *dsl.Optional:
		values, _ = ev.domainValues(x.Of, sc)
		return values, true
	case *dsl.Union:
		var all []value.Value
		for _, p := range x.Parts {
			part, none := ev.domainValues(p, sc)
			ev.TooMany(p, part.Len())
			all = append(all, part.List()...)
			optional = optional || none
		}
		return value.NewSet(all...), optional
	}
	if n, ok := x.(*dsl.Name); ok && n.Text == "bool" {
		return value.NewSet(value.False, value.True), false
	}
	v := lower.PlainSet(ev.eval(x, sc))
	if r, ok := v.(value.Range); ok {
		if r.Lo < -model.MaxMagnitude || r.Hi > model.MaxMagnitude {
			ev.TooLarge(x)
		}
		return r, false
	}
	return ev.possible(x, v), false
}

// route evaluates a path or cycle. A directed one in an undirected graph has arcs both ways for each edge.
func (ev *evaluator) route(kind value.RouteKind, in, crossing dsl.Expr, directed bool, sc *scope) *routeLayout {
	g := ev.domainGraph(in, sc)
	r := &routeLayout{Kind: kind, Graph: g, Crossing: ev.crossing(crossing, sc)}
	if directed {
		r.Graph, r.Both = g.Arcs(), kind == value.Cycle && !g.Directed
	}
	return r
}

func (ev *evaluator) domainGraph(x dsl.Expr, sc *scope) *value.Graph {
	g, ok := ev.eval(x, sc).(*value.Graph)
	if !ok {
		ev.Fail(x, "wrong-argument", "expected a graph")
	}
	return g
}

// undirected returns the graph of a domain that must not have directions.
func (ev *evaluator) undirected(x dsl.Expr, sc *scope) *value.Graph {
	g := ev.domainGraph(x, sc)
	if g.Directed {
		ev.Fail(x, "wrong-argument", "this needs a graph without directions")
	}
	return g
}

// crossing returns where a line may cross itself, or nil.
func (ev *evaluator) crossing(x dsl.Expr, sc *scope) *value.Set {
	if x == nil {
		return nil
	}
	return ev.AsKnownSet(x, lower.PlainSet(ev.eval(x, sc)))
}

// linksLayout reads which vertices each line joins: those with equal labels.
func (ev *evaluator) linksLayout(x *dsl.LinksIn, sc *scope) layout {
	l := &routeLayout{Kind: value.Links, Graph: ev.undirected(x.Graph, sc)}
	ends, ok := ev.eval(x.Ends, sc).(*value.Array)
	if !ok || !value.Known(ends) {
		ev.Fail(x.Ends, "wrong-argument", "what links join must be a known grid or array")
	}
	l.Labels = make([]value.Value, l.Graph.Vertices.Len())
	l.Pairs = make([]int32, len(l.Labels))
	// Labels are numbered in ascending order, as searches draw lines in this order.
	number := map[value.Key]int32{}
	var labels []value.Value
	for _, v := range l.Graph.Vertices.List() {
		if label, found := ends.At(v); found && !lower.Absent(label) {
			labels = append(labels, label)
		}
	}
	for _, label := range value.NewSet(labels...).Sorted() {
		number[value.KeyOf(label)] = int32(len(number))
	}
	met := make([][]value.Value, len(number)) // the vertices of each label
	for i, v := range l.Graph.Vertices.List() {
		l.Labels[i], l.Pairs[i] = value.None{}, -1
		label, found := ends.At(v)
		if !found || lower.Absent(label) {
			continue
		}
		n := number[value.KeyOf(label)]
		met[n] = append(met[n], v)
		l.Labels[i], l.Pairs[i] = label, n
	}
	for _, vertices := range met {
		if len(vertices) != 2 {
			label, _ := ends.At(vertices[0])
			ev.Fail(x.Ends, "not-a-pair", "%s stands at %s, but links join two: first at %s", value.String(label), diag.Count(len(vertices), "place"), value.String(vertices[0]))
		}
	}
	if len(met) == 0 {
		ev.Fail(x.Ends, "not-a-pair", "there is nothing to join: no place has a label")
	}
	return l
}

// stackOf evaluates the domain stack of T up to N.
func (ev *evaluator) stackOf(x *dsl.StackOf, sc *scope) layout {
	values, optional := ev.domainValues(x.Of, sc)
	most, ok := ev.eval(x.Cap, sc).(value.Int)
	if !ok || most < 0 {
		ev.Fail(x.Cap, "bad-bound", "a stack has room for a known number of values, 0 or more")
	}
	if values.Len() == 0 && !optional {
		most = 0
	}
	ev.TooMany(x.Cap, int(min(most, 1<<40)))
	l := &stackLayout{Slots: make([]*scalarLayout, most), Blank: value.None{}}
	for i := range l.Slots {
		l.Slots[i] = newScalar(values, optional)
	}
	return l
}

// structure describes a domain in words.
func structure(domain dsl.Expr) string {
	switch d := domain.(type) {
	case *dsl.PathIn:
		return "is one path"
	case *dsl.CycleIn:
		return "is one cycle"
	case *dsl.LinksIn:
		return "joins equal labels"
	case *dsl.RegionsIn:
		return "is cut into connected parts"
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

// find declares a find or a choice. With keys it is an array.
func (ev *evaluator) find(name string, keys *dsl.Binders, domain dsl.Expr, chosen bool) value.Value {
	l, within := ev.layoutOf(name, keys, domain)
	ev.layouts[name] = l
	index := int32(-1)
	if !chosen {
		index = int32(len(ev.Model.Finds))
		ev.Model.Finds = append(ev.Model.Finds, model.Find{Name: name})
	}
	ev.Instance = ev.newInstance(ev.newRule(name+" "+structure(domain), ev.Source, domain.Span(), true), nil)
	v := l.Unknown(ev.Lowerer, domain, index)
	for i, w := range within {
		part, of := v, l
		if keys != nil {
			part, of = v.(*value.Array).Values[i], l.(*arrayLayout).Elems[i]
		}
		_, set := of.(*setLayout)
		ev.Require(ev.within(domain, part, set, w))
	}
	return v
}

// layoutOf evaluates a find's keys and domain. If unknown givens decide the domain, the layout has every possible
// value. A constraint then keeps each value within the actual domain.
func (ev *evaluator) layoutOf(name string, keys *dsl.Binders, domain dsl.Expr) (layout, []within) {
	var bounds []within
	of := func(sc *scope, guard model.Bool) layout {
		ev.unsure = nil
		l := ev.domain(name, domain, sc)
		bounds = append(bounds, within{guard, ev.unsure})
		ev.unsure = nil
		return l
	}
	if keys == nil {
		l := of(nil, model.True)
		return l, bounds
	}
	array := &arrayLayout{}
	var list []value.Value
	ev.each(keys, nil, func(sc *scope, guard model.Bool) bool {
		key := keyOf(keys, sc)
		list = append(list, key)
		part := of(sc, guard)
		if guard != model.True {
			scalar, ok := part.(*scalarLayout)
			if !ev.seekShape || !ok {
				ev.Fail(keys, "must-be-known", "the keys of %s must be known", name)
			}
			part = scalar.OrNone()
		}
		array.Elems = append(array.Elems, part)
		return true
	})
	array.Keys = value.NewSet(list...)
	if array.Keys.Len() != len(list) {
		ev.Fail(keys, "repeated-key", "a key of %s comes up twice", name)
	}
	array.Board = value.BoardOf(array.Keys)
	return array, bounds
}

// keyOf returns the key that binders have just bound: the value of the only name, or the tuple of all of them.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	parts := parametersOf(keys, sc)
	if len(parts) == 1 {
		return parts[0]
	}
	return value.Tuple(parts)
}

// endUse counts how a spec uses the ends of a path.
type endUse struct {
	steps        bool // whether step(path) is used
	starts, ends int  // uses of starts_at and ends_at
	plain        int  // of these, those with a known vertex as a conjunct of a rule without binders
}

// anyPath stands for a path that a call does not name directly.
const anyPath = ""

func (p *program) endUse(call *dsl.Call) *endUse {
	path := anyPath
	if name, ok := call.Args[0].(*dsl.Name); ok {
		if d, declared := p.decls[name.Text]; declared {
			if _, find := d.stmt.(*dsl.Find); find {
				path = name.Text
			}
		}
	}
	if p.ends[path] == nil {
		p.ends[path] = &endUse{}
	}
	return p.ends[path]
}

func (p *program) surveyEnds(call *dsl.Call) {
	if len(call.Args) == 0 {
		return
	}
	switch asked(call) {
	case library.Steps:
		p.endUse(call).steps = true
	case library.Start:
		p.endUse(call).starts++
	case library.End:
		p.endUse(call).ends++
	}
}

// asked returns what a call asks about the direction of a path.
func asked(call *dsl.Call) library.Direction {
	if f := library.Find(call.Func.Text); f != nil {
		return f.AsksIn(len(call.Args))
	}
	return library.Nothing
}

// surveyPlainEnds counts plain uses among the conjuncts of a rule.
func (p *program) surveyPlainEnds(x dsl.Expr) {
	switch x := x.(type) {
	case *dsl.Binary:
		if x.Op == dsl.OpAnd {
			p.surveyPlainEnds(x.X)
			p.surveyPlainEnds(x.Y)
		}
	case *dsl.Call:
		if end := asked(x); len(x.Args) == 2 && (end == library.Start || end == library.End) && !p.spec.Unknown(x.Args[1]) {
			p.endUse(x).plain++
		}
	}
}

// direction returns the kind of direction that a find needs if it is an undirected path.
func (p *program) direction(find string) pathDirection {
	var use endUse
	for _, name := range []string{find, anyPath} {
		if u := p.ends[name]; u != nil {
			use.steps = use.steps || u.steps
			use.starts += u.starts
			use.ends += u.ends
			use.plain += u.plain
		}
	}
	switch {
	case use.steps:
		return numbered
	case use.starts+use.ends == 0:
		return undirected
	case use.starts <= 1 && use.ends <= 1 && use.plain == use.starts+use.ends:
		return anchored
	}
	return pointed
}
