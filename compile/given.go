package compile

import (
	"context"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// readInput assigns the entries of the input to givens.
func (ev *evaluator) readInput(in instance.Input) {
	input, problems := instance.Entries(alg.Filter(ev.program.order, ev.isGiven), in)
	ev.input, ev.values = input, in.Values
	if in.Instance != nil && len(in.Instance.Entries) == 0 {
		ev.emptyInstance = in.Instance.Source
	}
	ev.Problems.Merge(problems)
}

func (ev *evaluator) isGiven(name string) bool {
	d, ok := ev.program.decls[name]
	return ok && isStmt[*dsl.Given](d.stmt)
}

// given returns the value of a given: from the input, or its default.
func (ev *evaluator) given(d *declaration) value.Value {
	stmt := d.stmt.(*dsl.Given)
	part := stmt.Parts[d.index]
	if v, known := ev.values[d.name]; known {
		return v
	}
	e, ok := ev.input[d.name]
	if !ok {
		if ev.fill != nil {
			if v := ev.fill(d.name, ev.givenType(part.Name)); v != nil {
				return v
			}
		}
		if stmt.Value == nil {
			missing := diag.Errorf(d.source, part.Span(), "missing-given", "the given %s has no value", d.name)
			if missing.Helpf("write %s=… on the command line, or name an instance file that has it", d.name); ev.emptyInstance != nil {
				missing.Helpf("nothing is given in %s: write %[2]s = … there, or %[2]s: and rows below it", ev.emptyInstance.Name, d.name)
			}
			panic(lower.Refusal(missing))
		}
		if len(stmt.Parts) == 1 && part.Type == nil && part.Keys == nil {
			ev.refuseFinds(stmt.Value)
			v := ev.eval(stmt.Value, nil) // once, so that random draws are not repeated
			if w, ok := (instance.Like{Example: v}).Fits(v); ok {
				return w
			}
			return v
		}
		e = &instance.Entry{Value: stmt.Value, Source: d.source, At: part.Span(), Place: d.index}
		e.Names = alg.Map(stmt.Parts, func(p *dsl.GivenPart) *dsl.Name { return p.Name })
	}
	ev.Source = e.Source
	if e.Parts != nil {
		for _, part := range e.Parts {
			ev.refuseFinds(part.Value)
		}
		return must(instance.ReadParts(inputEvaluator{ev, nil}, e, ev.givenType(e.Names[0])))
	}
	ev.refuseFinds(e.Value)
	names := make([]instance.Named, len(e.Names))
	for i, n := range e.Names {
		names[i] = instance.Named{Grid: ev.isGrid(n.Text), Type: func() instance.Type { return ev.givenType(n) }}
	}
	return must(instance.Read(inputEvaluator{ev, nil}, e, names))
}

// isGrid reports whether a given is declared as a grid.
func (ev *evaluator) isGrid(name string) bool {
	if !ev.isGiven(name) {
		return false
	}
	d := ev.program.decls[name]
	stmt := d.stmt.(*dsl.Given)
	_, grid := stmt.TypeOf(d.index).(*dsl.GridOf)
	return grid && stmt.Parts[d.index].Keys == nil
}

// refuseFinds fails if the value of a given mentions a find or state.
func (ev *evaluator) refuseFinds(x dsl.Expr) {
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			if d, declared := ev.program.decls[name.Text]; declared {
				switch d.stmt.(type) {
				case *dsl.Find, *dsl.Choose:
					ev.Fail(name, "must-be-known", "%s is to be found, an input can't mention it", name.Text)
				case *dsl.State:
					ev.Fail(name, "must-be-known", "%s is a state, which changes, and an input can't mention it", name.Text)
				}
			}
		}
		return true
	})
}

// givenType returns the type of a given, evaluated in its own source.
func (ev *evaluator) givenType(n *dsl.Name) instance.Type {
	d, ok := ev.program.decls[n.Text]
	if !ok {
		panic(lower.Abandoned{})
	}
	stmt := d.stmt.(*dsl.Given)
	in := inputEvaluator{ev, nil}
	x := stmt.TypeOf(d.index)
	if x == nil {
		return instance.Like{Example: in.Eval(d.source, stmt.Value)}
	}
	return must(instance.TypeOf(in, d.source, x, stmt.Parts[d.index].Keys))
}

// inputEvaluator computes expressions of an input, and types of givens, in a scope.
type inputEvaluator struct {
	ev *evaluator
	sc *scope
}

// in runs f with another source.
func (in inputEvaluator) in(src *diag.Source, f func()) {
	source := in.ev.Source
	in.ev.Source = src
	defer func() { in.ev.Source = source }()
	f()
}

// Eval computes an expression.
func (in inputEvaluator) Eval(src *diag.Source, x dsl.Expr) (v value.Value) {
	in.in(src, func() { v = in.ev.eval(x, in.sc) })
	return v
}

// Written computes an expression that is read for a given; see arcs.
func (in inputEvaluator) Written(src *diag.Source, x dsl.Expr) value.Value {
	reading := in.ev.reading
	in.ev.reading = true
	defer func() { in.ev.reading = reading }()
	return in.Eval(src, x)
}

// Values computes the values of a domain.
func (in inputEvaluator) Values(src *diag.Source, x dsl.Expr) (values value.Collection) {
	in.in(src, func() { values, _ = in.ev.domainValues(x, in.sc) })
	return values
}

// Each calls do for each key that binders bind.
func (in inputEvaluator) Each(src *diag.Source, keys *dsl.Binders, do func(key value.Value, within instance.Evaluator)) {
	in.in(src, func() {
		in.ev.each(keys, in.sc, func(sc *scope, _ model.Bool) bool {
			do(keyOf(keys, sc), inputEvaluator{in.ev, sc})
			return true
		})
	})
}

// Mentionable reports whether a name is a label or a given.
func (in inputEvaluator) Mentionable(name string) bool {
	_, label := in.ev.program.labels[name]
	return label || in.ev.isGiven(name)
}

// must returns a value, or gives up the current statement with a diagnostic.
func must[T any](v T, problem *diag.Diagnostic) T {
	if problem != nil {
		panic(lower.Refusal(problem))
	}
	return v
}

// UnknownGiven is a part of a given that is a variable of the model.
type UnknownGiven struct {
	instance.Part
	layout *scalarLayout
}

// unknownParts replaces parts of a given by variables if they have several possible values.
func (ev *evaluator) unknownParts(d *declaration, v value.Value) value.Value {
	at := d.stmt.(*dsl.Given).Parts[d.index].Name
	mapped := instance.Mapping{
		Of: func(path []value.Value, t instance.Type, v value.Value) value.Value {
			e := instance.Part{Given: d.name, Path: slices.Clone(path), Type: t, Value: v}
			values := ev.seek(e)
			switch len(values) {
			case 0:
				return v
			case 1:
				return values[0]
			}
			optional := slices.ContainsFunc(values, value.IsNone)
			l := newScalar(value.NewSet(slices.DeleteFunc(slices.Clone(values), value.IsNone)...), optional)
			ev.soughts = append(ev.soughts, UnknownGiven{e, l})
			return l.Unknown(ev.Lowerer, at, -1)
		},
		Set: func(members, in []value.Value) value.Value {
			guarded := make([]value.Alternative, len(members))
			for i, m := range members {
				guarded[i] = value.Alternative{Guard: model.Bool(in[i].(value.Bool)), Value: m}
			}
			return ev.Guarded(at, guarded, true)
		},
	}.Map(ev.givenType(at), v)
	if !value.Known(mapped) {
		ev.secrets = append(ev.secrets, secret{name: d.name, known: v})
	}
	return mapped
}

// Fix returns the variable of the part, and the number for a value. ok is false if the part can't have the value,
// or has no other.
func (s *UnknownGiven) Fix(v value.Value) (variable model.VarID, code int64, ok bool) {
	return s.layout.Code(v)
}

// In returns the value of the part in a solution.
func (s *UnknownGiven) In(solution model.Solution) value.Value { return s.layout.Decode(solution) }

// Parts returns the parts of all givens of a spec for an input, in the order of the spec; see [Givens].
func Parts(ctx context.Context, spec *check.Spec, in instance.Input, opt Options) (parts []instance.Part, problems *diag.List) {
	opt.Seek = func(e instance.Part) []value.Value {
		parts = append(parts, e)
		return nil
	}
	_, problems = Givens(ctx, spec, in, opt)
	return parts, problems
}

// within is a condition on a find whose domain or keys depend on sought givens.
type within struct {
	guard  model.Bool  // the find has the key; else its value is none
	domain value.Value // nil if it is known
}

// possible returns all possible members of a collection. If unknown givens decide these, the current find is
// bounded later.
func (ev *evaluator) possible(x dsl.Expr, v value.Value) *value.Set {
	if !ev.seekShape || value.Known(v) || ev.unsure != nil {
		return ev.AsKnownSet(x, v)
	}
	members, _ := ev.Members(x, v)
	values := make([]value.Value, len(members))
	for i, m := range members {
		if values[i] = m.Value; !value.Known(m.Value) {
			return ev.AsKnownSet(x, v)
		}
	}
	ev.unsure = v
	return value.NewSet(values...)
}

// within returns the condition that a value, or each member of a set, keeps its bounds.
func (ev *evaluator) within(x dsl.Expr, v value.Value, set bool, w within) model.Bool {
	if w.guard == model.True && w.domain == nil {
		return model.True
	}
	inside := model.True
	switch {
	case w.domain == nil:
	case set:
		return ev.Subset(x, v, w.domain)
	default:
		inside = ev.Or(ev.Equal(x, v, value.None{}), ev.In(x, v, w.domain))
	}
	if w.guard != model.True {
		inside = ev.And(inside, ev.Iff(w.guard, ev.Equal(x, v, value.None{}).Not()))
	}
	return inside
}
