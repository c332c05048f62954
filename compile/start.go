package compile

import (
	"nazo/compile/layout"
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// starts says which values the variables may begin with.
func (ev *evaluator) starts(p *Problem) {
	start := make(model.Solution, len(ev.Model.Vars))
	open := make([]bool, len(ev.Model.Vars))
	known := ev.plain()
	for i, s := range p.StateVars {
		d := ev.program.decls[s.Name]
		find := ev.Model.Finds[len(p.secrets)+i] // state variables come after what is hidden
		var v value.Value
		known.Source = d.source
		known.Attempt(func() { v = known.begin(s, d.stmt.(*dsl.State), start) })
		p.moves.start = append(p.moves.start, v)
		for _, id := range find.Vars {
			open[id] = v == nil
		}
	}
	for _, s := range p.secrets {
		s.layout.Encode(s.known, start)
	}
	for id, v := range ev.Model.Vars {
		domain := v.Domain
		if !open[id] {
			domain = model.Range(start[id], start[id])
		}
		ev.Model.Machine.Start = append(ev.Model.Machine.Start, domain)
	}
}

// begin is the value of a state variable at the start, which it also encodes; nil for an
// open choice.
func (ev *evaluator) begin(s StateVar, stmt *dsl.State, start model.Solution) value.Value {
	if stmt.Init == nil {
		v := s.layout.(layout.OfState).Empty()
		if v != nil {
			s.layout.(layout.OfState).Encode(v, start)
		}
		return v
	}
	array, keyed := s.layout.(*layout.Array)
	if !keyed || stmt.Keys == nil {
		return ev.beginOne(s.Name, s.layout.(layout.OfState), stmt.Init, nil, start)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope, _ model.Bool) bool {
		i := len(values)
		name := s.Name + "[" + value.String(array.Keys.List()[i]) + "]"
		values = append(values, ev.beginOne(name, array.State(i), stmt.Init, sc, start))
		return true
	})
	return value.NewArray(array.Keys, values, array.Board)
}

func (ev *evaluator) beginOne(name string, l layout.OfState, init dsl.Expr, sc *scope, start model.Solution) value.Value {
	v := l.Stored(ev.eval(init, sc))
	if !l.Encode(v, start) {
		panic(lower.Refusal(diag.Errorf(ev.Source, init.Span(), "outside-state", "the start of `%s` is %s", name, valueText(v)).Expect(l.Expected())))
	}
	return v
}
