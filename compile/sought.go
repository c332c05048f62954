package compile

import (
	"context"
	"slices"

	"nazo/compile/layout"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/model"
	"nazo/value"
)

// Sought is a part of a given that stands as a variable of the model, as a find does: what may be printed there is asked for.
type Sought struct {
	givens.Part
	layout *layout.Scalar
}

// unknownParts puts variables in the place of those parts of a given for which there are several values to choose from.
func (ev *evaluator) unknownParts(d *declaration, v value.Value) value.Value {
	at := d.stmt.(*dsl.Given).Parts[d.part].Name
	mapped := givens.Mapping{
		Of: func(path []value.Value, t givens.Type, v value.Value) value.Value {
			e := givens.Part{Given: d.name, Path: slices.Clone(path), Type: t, Value: v}
			values := ev.seek(e)
			switch len(values) {
			case 0:
				return v
			case 1:
				return values[0]
			}
			optional := slices.ContainsFunc(values, isNone)
			l := layout.NewScalar(value.NewSet(slices.DeleteFunc(slices.Clone(values), isNone)...), optional)
			ev.soughts = append(ev.soughts, Sought{e, l})
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

func isNone(v value.Value) bool { return v == value.Value(value.None{}) }

// Fix is the variable that stands for the part, and the value by which it has a value; ok is false if it can't have it, or has no other.
func (s *Sought) Fix(v value.Value) (variable model.VarID, code int64, ok bool) {
	return s.layout.Code(v)
}

// In is the value that the part has in a solution of the model.
func (s *Sought) In(solution model.Solution) value.Value { return s.layout.Decode(solution) }

// Parts are the parts of all givens of a spec for an input, in the order of the spec; see [Givens].
func Parts(ctx context.Context, spec *check.Spec, in givens.Input, opt Options) (parts []givens.Part, problems *diag.List) {
	opt.Seek = func(e givens.Part) []value.Value {
		parts = append(parts, e)
		return nil
	}
	_, problems = Givens(ctx, spec, in, opt)
	return parts, problems
}

// within bounds the value of a find whose domain, or keys, depend on what is sought.
type within struct {
	guard  model.Bool  // when the find has the key; else its value there is none
	domain value.Value // nil if it is known
}

// possible are the members of a collection, all that there may be where it depends on what is sought: the value of the find that is
// being declared is then bounded.
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

// within is the condition that a value keeps its bounds; set says that it is a set of which all members do.
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
