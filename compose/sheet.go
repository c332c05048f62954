package compose

import (
	"context"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

// sheet is a draft compiled with some of its parts as variables.
type sheet struct {
	problem *compile.Problem
	sought  []*compile.Sought // for each part of the draft; nil for those with one value
	finds   []model.VarID
}

// sheet compiles the draft; values are those that each part may have, by its number.
func (d *Draft) sheet(ctx context.Context, values func(i int) []value.Value) (*sheet, *diag.List) {
	p, problems := compile.Compile(ctx, d.Spec, d.Input, d.options(values))
	if p == nil { // a mistake, or the end of ctx
		return nil, problems
	}
	s := &sheet{problem: p, sought: make([]*compile.Sought, len(d.Parts))}
	for i := range p.Sought {
		s.sought[d.index[nameOf(p.Sought[i].Part)]] = &p.Sought[i]
	}
	for _, f := range p.Model.Finds {
		s.finds = append(s.finds, f.Vars...)
	}
	return s, problems
}

// is assumes that a part has a value; ok is false if it can have no other, or not this one.
func (s *sheet) is(i int, v value.Value) (a engine.Assumption, ok bool) {
	if s.sought[i] == nil {
		return a, false
	}
	a.Var, a.Value, ok = s.sought[i].Fix(v)
	return a, ok
}

// are assumes that parts have their values; nil may be any.
func (s *sheet) are(values []value.Value) (out []engine.Assumption) {
	for i, v := range values {
		if v == nil {
			continue
		}
		if a, ok := s.is(i, v); ok {
			out = append(out, a)
		}
	}
	return out
}

// found are the values of the finds in a solution.
func (s *sheet) found(solution model.Solution) []engine.Fixed {
	out := make([]engine.Fixed, len(s.finds))
	for i, v := range s.finds {
		out[i] = engine.Fixed{Var: v, Value: solution[v]}
	}
	return out
}

// alike reports whether two solutions have the same values for all finds that are part of a solution.
func (s *sheet) alike(a, b []value.Value) bool {
	for i, f := range s.problem.Finds {
		if !f.Chosen && !value.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// inquire begins a series of questions with what is fixed. The error is that of ctx, or says what the engine can't.
func (s *sheet) inquire(ctx context.Context, e engine.Engine, fixed []engine.Fixed, seed int64) (engine.Inquiry, error) {
	job, err := e.Open(ctx, s.problem.Model, engine.Options{Fixed: fixed, AnyObjective: true})
	if err != nil {
		return nil, err
	}
	asked, ok := job.(engine.Inquirer)
	if !ok {
		return nil, engine.Because(engine.Unsupported, "engine %s answers no series of questions", e.Name())
	}
	return asked.Inquire(ctx, seed)
}
