package compose

import (
	"context"
	"slices"

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

// tie has something stand at all places of an orbit or at none, wherever that is sought.
func (s *sheet) tie(d *Draft, sym Symmetry, values [][]value.Value) {
	m := s.problem.Model
	before := len(m.Constraints)
	for _, orbit := range d.orbits(sym) {
		if len(orbit) < 2 || !slices.ContainsFunc(orbit, func(i int) bool { return s.sought[i] != nil }) {
			continue
		}
		first := s.bare(d, orbit[0], values[orbit[0]])
		for _, i := range orbit[1:] {
			if same := m.Iff(first, s.bare(d, i, values[i])); same != model.True {
				m.Constrain(int32(len(m.Instances)), model.True, model.Assert{B: same})
			}
		}
	}
	if len(m.Constraints) > before { // they belong to no rule, but to an instance as all constraints do
		m.Instances = append(m.Instances, model.Instance{})
	}
}

// bare says that nothing stands in a part, which may have some values.
func (s *sheet) bare(d *Draft, i int, values []value.Value) model.Bool {
	m := s.problem.Model
	if s.sought[i] == nil {
		return model.Const(d.bare(i, values[0]))
	}
	var any []model.Bool
	for _, v := range values {
		f, ok := s.is(i, v)
		switch {
		case !ok || !d.bare(i, v):
		case m.Vars[f.Var].Bool && f.Value == 0:
			any = append(any, m.BoolVar(f.Var).Not())
		case m.Vars[f.Var].Bool:
			any = append(any, m.BoolVar(f.Var))
		default:
			any = append(any, m.In(m.IntVar(f.Var), model.Values(f.Value)))
		}
	}
	return m.Or(any...)
}

// is says that a part has a value; ok is false if it can have no other, or not this one.
func (s *sheet) is(i int, v value.Value) (f engine.Fact, ok bool) {
	if s.sought[i] == nil {
		return f, false
	}
	f.Is = true
	f.Var, f.Value, ok = s.sought[i].Fix(v)
	return f, ok
}

// are says that parts have their values; nil may be any.
func (s *sheet) are(values []value.Value) (out []engine.Fact) {
	for i, v := range values {
		if v == nil {
			continue
		}
		if f, ok := s.is(i, v); ok {
			out = append(out, f)
		}
	}
	return out
}

// found are the values of the finds in a solution.
func (s *sheet) found(solution model.Solution) []engine.Fact {
	out := make([]engine.Fact, len(s.finds))
	for i, v := range s.finds {
		out[i] = engine.Fact{Var: v, Value: solution[v], Is: true}
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

// inquire begins a series of questions with what is fixed, all of which are values. The error is that of ctx, or says what the engine can't.
func (s *sheet) inquire(ctx context.Context, e engine.Engine, fixed []engine.Fact, seed int64) (engine.Inquiry, error) {
	return s.begin(ctx, e, fixed, engine.InquiryOptions{Seed: seed})
}

// switched begins a series of questions that say which rule instances are on.
func (s *sheet) switched(ctx context.Context, e engine.Engine, seed int64) (engine.Inquiry, error) {
	return s.begin(ctx, e, nil, engine.InquiryOptions{Seed: seed, Switches: true})
}

func (s *sheet) begin(ctx context.Context, e engine.Engine, fixed []engine.Fact, options engine.InquiryOptions) (engine.Inquiry, error) {
	o := engine.Options{AnyObjective: true}
	for _, f := range fixed {
		o.Within = append(o.Within, engine.Fix(f.Var, f.Value))
	}
	job, err := e.Open(ctx, s.problem.Model, o)
	if err != nil {
		return nil, err
	}
	asked, ok := job.(engine.Inquirer)
	if !ok {
		return nil, engine.Because(engine.Unsupported, "engine %s answers no series of questions", e.Name())
	}
	return asked.Inquire(ctx, options)
}

// ask looks for a solution that is as all facts say, with so many conflicts at most.
func ask(ctx context.Context, q engine.Inquiry, conflicts int64, facts []engine.Fact) engine.Reply {
	return q.Ask(ctx, engine.Question{Supposed: facts, Conflicts: conflicts})
}
