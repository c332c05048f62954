package compile

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// starts says which values the variables may begin with.
func (ev *evaluator) starts(p *Problem) {
	start := make(model.Solution, len(ev.m.Vars))
	open := make([]bool, len(ev.m.Vars))
	known := ev.plain()
	for i, s := range p.StateVars {
		d := ev.program.decls[s.Name]
		find := ev.m.Finds[len(p.secrets)+i] // state variables come after what is hidden
		var v value.Value
		known.source = d.source
		known.attempt(func() { v = known.begin(s, d.stmt.(*dsl.State), start) })
		p.moves.start = append(p.moves.start, v)
		for _, id := range find.Vars {
			open[id] = v == nil
		}
	}
	for _, s := range p.secrets {
		s.layout.encode(s.known, start)
	}
	for id, v := range ev.m.Vars {
		domain := v.Domain
		if !open[id] {
			domain = model.Range(start[id], start[id])
		}
		ev.m.Machine.Start = append(ev.m.Machine.Start, domain)
	}
}

// begin is the value of a state variable at the start, which it also encodes; nil for an
// open choice.
func (ev *evaluator) begin(s StateVar, stmt *dsl.State, start model.Solution) value.Value {
	if stmt.Init == nil {
		v := s.layout.(stateLayout).empty()
		if v != nil {
			s.layout.(stateLayout).encode(v, start)
		}
		return v
	}
	array, keyed := s.layout.(*arrayLayout)
	if !keyed || stmt.Keys == nil {
		return ev.beginOne(s.Name, s.layout.(stateLayout), stmt.Init, nil, start)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope, _ model.Bool) bool {
		i := len(values)
		name := s.Name + "[" + value.String(array.keys.List()[i]) + "]"
		values = append(values, ev.beginOne(name, array.state(i), stmt.Init, sc, start))
		return true
	})
	return value.NewArray(array.keys, values, array.board)
}

func (ev *evaluator) beginOne(name string, l stateLayout, init dsl.Expr, sc *scope, start model.Solution) value.Value {
	v := l.stored(ev.eval(init, sc))
	if !l.encode(v, start) {
		panic(refusal(diag.Errorf(ev.source, init.Span(), "outside-state", "the start of `%s` is %s", name, valueText(v)).Expect(l.expected())))
	}
	return v
}
