package givens

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/value"
)

// Evaluator computes known expressions, in whichever source they stand. Where it can't it
// panics, and the panic is left alone.
type Evaluator interface {
	// Eval computes an expression.
	Eval(src *diag.Source, x dsl.Expr) value.Value
	// Written computes an expression that was written for a given. An edge in it whose
	// direction nobody knows has one; the type of the given may take it.
	Written(src *diag.Source, x dsl.Expr) value.Value
	// Values computes the values of a domain, any known set.
	Values(src *diag.Source, x dsl.Expr) value.Collection
	// Each goes through the keys that binders bind, with an evaluator that knows them.
	Each(src *diag.Source, keys *dsl.Binders, do func(key value.Value, within Evaluator))
	// Mentionable reports whether an input may mention a name of the spec: a label or a
	// given.
	Mentionable(name string) bool
}

// TypeOf evaluates the type of a given: x for each of its keys, which may be nil.
func TypeOf(ev Evaluator, src *diag.Source, x dsl.Expr, keys *dsl.Binders) (Type, *diag.Diagnostic) {
	return attempt(func() Type {
		if keys == nil {
			return typeOf(ev, src, x)
		}
		t := Keyed{}
		var list []value.Value
		ev.Each(src, keys, func(key value.Value, within Evaluator) {
			list = append(list, key)
			t.Of = append(t.Of, typeOf(within, src, x))
		})
		t.Keys = value.NewSet(list...)
		return t
	})
}

func typeOf(ev Evaluator, src *diag.Source, x dsl.Expr) Type {
	switch x := x.(type) {
	case *dsl.Name:
		switch x.Text {
		case "int":
			return Int{}
		case "bool":
			return Bool{}
		case "label":
			return Word{}
		case "shape":
			return Shape{}
		}
	case *dsl.Optional:
		return Optional{typeOf(ev, src, x.Of)}
	case *dsl.Union:
		return Union{typesOf(ev, src, x.Parts)}
	case *dsl.Tuple:
		return Tuple{typesOf(ev, src, x.Elems)}
	case *dsl.ListOf:
		return List{typeOf(ev, src, x.Of)}
	case *dsl.SetOf:
		return Set{typeOf(ev, src, x.Of)}
	case *dsl.GridOf:
		return Grid{typeOf(ev, src, x.Of)}
	case dsl.DomainForm: // of the others none can be given
		panic(fault{diag.Errorf(src, x.Span(), "not-an-input", "a given can't have this type")})
	}
	return OneOf{ev.Values(src, x)}
}

func typesOf(ev Evaluator, src *diag.Source, xs []dsl.Expr) []Type {
	out := make([]Type, len(xs))
	for i, x := range xs {
		out[i] = typeOf(ev, src, x)
	}
	return out
}
