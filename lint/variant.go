package lint

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
)

// without is the spec without some rules; nil if it means nothing without them, as where one says at which vertex
// a path starts.
func without(spec *check.Spec, rules ...*dsl.Rule) *check.Spec {
	return sound(check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
		if r, ok := s.(*dsl.Rule); ok && slices.Contains(rules, r) {
			return nil
		}
		return s
	}))
}

// withoutObjectives is the spec without what is to be minimised and maximised; nil if it means nothing without.
func withoutObjectives(spec *check.Spec) *check.Spec {
	return sound(check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
		switch s.(type) {
		case *dsl.Objective, *dsl.Example: // which may expect an optimum
			return nil
		}
		return s
	}))
}

// breaking is the spec with one rule turned into its opposite: for some of what the rule is about it does not hold. It is nil if
// that can't be said.
func breaking(spec *check.Spec, rule *dsl.Rule) *check.Spec {
	return sound(check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
		if s == dsl.Stmt(rule) {
			return opposite(rule)
		}
		return s
	}))
}

func opposite(r *dsl.Rule) *dsl.Rule {
	at := dsl.At(r.Body.Span())
	var body dsl.Expr = &dsl.Unary{At: at, Op: dsl.OpNot, X: r.Body}
	if r.Binders != nil {
		body = &dsl.Quantifier{At: at, Op: dsl.OpSome, OpAt: at, Binders: r.Binders, Body: body}
	}
	return &dsl.Rule{At: r.At, Name: r.Name, Body: body}
}

// sound is a variant if it is fit to be compiled.
func sound(spec *check.Spec, problems interface{ HasErrors() bool }) *check.Spec {
	if problems.HasErrors() {
		return nil
	}
	return spec
}
