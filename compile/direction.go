package compile

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// endUse counts how a spec speaks of the ends of a path.
type endUse struct {
	steps        bool // step(path) is used
	starts, ends int  // how often starts_at and ends_at are
	plain        int  // of these, how many name a known vertex at the top of a rule without binders
}

// direction is how an undirected path is given the direction that rules about
// its start, its end or its steps need. It is no part of the solution.
type direction uint8

const (
	// undirected: no rule asks.
	undirected direction = iota
	// anchored: one rule names the start, one the end, or both; it is enough
	// that these are ends.
	anchored
	// pointed: a variable says which end is the start.
	pointed
	// numbered: variables number all vertices.
	numbered
)

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

// asked is what a call asks about the direction of a path.
func asked(call *dsl.Call) library.Direction {
	if f := library.Find(call.Func.Text); f != nil {
		return f.Asks
	}
	return library.Nothing
}

// surveyPlainEnds goes through what a rule joins by and.
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

// direction says what kind of direction a find needs if it is an undirected path.
func (p *program) direction(find string) direction {
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

// point makes the variable that says where an undirected path begins.
func (l *routeLayout) point(ev *lowerer, w *value.Route) {
	n := len(w.Vertices)
	if n == 0 {
		return
	}
	l.start = ev.m.AddInt(model.Range(0, int64(n-1)), -1, true)
	x := ev.m.IntVar(l.start)
	w.Start = make([]model.Bool, n)
	for v := range w.Start {
		w.Start[v] = ev.m.In(x, model.Range(int64(v), int64(v)))
		ev.require(ev.or(w.Start[v].Not(), isAnEnd(ev, w, v, true)))
	}
}

// first is the end where a decoded undirected path begins, nil if no rule asks.
func (l *routeLayout) first(s model.Solution, w *value.Route) value.Value {
	vertices := l.graph.Vertices.List()
	switch l.direction {
	case numbered:
		for v, id := range l.positions {
			if s[id] == 1 {
				return vertices[v]
			}
		}
	case pointed:
		if len(vertices) > 0 {
			return vertices[s[l.start]]
		}
	case anchored:
		if l.anchor.start != nil {
			return l.anchor.start
		}
		if lines := w.Ordered(); l.anchor.end != nil && len(lines) == 1 {
			if line := lines[0]; value.Equal(line[0], l.anchor.end) {
				return line[len(line)-1]
			}
			return lines[0][0]
		}
	}
	return nil
}

// anchor has the vertices that rules name as start and end of an anchored path.
type anchor struct{ start, end value.Value }

// endAt makes starts_at and ends_at.
func endAt(first bool) func(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	return func(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
		w := ev.route(x, args[0])
		if w.Kind != value.Path {
			ev.fail(x, "no-ends", "only a path has ends")
		}
		return ev.lift(x, args[1:], func(vs []value.Value) value.Value {
			v := w.Graph.Vertices.Index(vs[0])
			switch {
			case v < 0:
				return value.False
			case w.Graph.Directed:
				return value.Bool(isAnEnd(ev, w, v, first))
			case w.Positions != nil:
				return ev.numberedEnd(x, w, v, first)
			case w.Start != nil && first:
				return value.Bool(w.Start[v])
			case w.Start != nil:
				return value.Bool(ev.and(isAnEnd(ev, w, v, false), ev.or(w.Start[v].Not(), alone(ev, w, v))))
			}
			return ev.anchoredEnd(w, v, first)
		})
	}
}

func (ev *lowerer) numberedEnd(x *dsl.Call, w *value.Route, v int, first bool) value.Value {
	number := ev.stepNumbers(x, w).Values[v]
	if first {
		return value.Bool(ev.equal(x, number, value.Int(1)))
	}
	last := ev.add(x, ev.count(x, w.Edges), value.Int(1))
	return value.Bool(ev.equal(x, number, last))
}

// anchoredEnd notes the vertex. If start and end are the same one, the path is
// that vertex alone.
func (ev *lowerer) anchoredEnd(w *value.Route, v int, first bool) value.Value {
	l := ev.routes[w]
	vertex := w.Graph.Vertices.List()[v]
	here, there := &l.anchor.start, l.anchor.end
	if !first {
		here, there = &l.anchor.end, l.anchor.start
	}
	*here = vertex
	end := isAnEnd(ev, w, v, first)
	if there != nil && value.Equal(there, vertex) {
		end = ev.and(end, alone(ev, w, v))
	}
	return value.Bool(end)
}

// alone is the condition that no edge of a route meets a vertex.
func alone(ev *lowerer, w *value.Route, v int) model.Bool {
	var on []model.Bool
	for _, h := range w.Graph.Plain().Out[v] {
		on = append(on, w.Edges[h.Edge])
	}
	return ev.or(on...).Not()
}
