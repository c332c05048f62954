package compile

import (
	"slices"
	"strings"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// ruleSource says where a rule of the model stands in the spec.
type ruleSource struct {
	source *diag.Source
	span   diag.Span
	rule   *dsl.Rule // nil for what is no rule of the spec
}

// newRule adds a source of constraints.
func (ev *evaluator) newRule(name string, src *diag.Source, span diag.Span, structural bool) int32 {
	ev.Model.Rules = append(ev.Model.Rules, model.Rule{Name: name, Structural: structural})
	ev.ruleSources = append(ev.ruleSources, ruleSource{source: src, span: span})
	return int32(len(ev.Model.Rules) - 1)
}

// stated adds a rule of the spec.
func (ev *evaluator) stated(r *ruleStmt) int32 {
	number := ev.newRule(r.Name.Value, r.source, r.Span(), false)
	ev.ruleSources[number].rule = r.Rule
	return number
}

// structure is an instance of a rule that stands in no spec; see lower.Lowerer.Structure.
func (ev *evaluator) structure(name string, defines bool) int32 {
	rule := ev.newRule(name, ev.Source, diag.Span{}, true)
	ev.Model.Rules[rule].Defines = defines
	return ev.newInstance(rule, nil)
}

func (ev *evaluator) newInstance(rule int32, b *bindings) int32 {
	in := model.Instance{Rule: rule}
	if b != nil {
		in.Bindings = b
	}
	ev.Model.Instances = append(ev.Model.Instances, in)
	return int32(len(ev.Model.Instances) - 1)
}

// bindings are the values of a rule's binders, spelt out only when shown.
type bindings struct{ scope *scope }

// all are the names, in the order of the text, with their values.
func (b *bindings) all() (out []Binding) {
	for sc := b.scope; sc != nil; sc = sc.up {
		out = append(out, Binding{sc.name, sc.value})
	}
	slices.Reverse(out)
	return out
}

// String shows the bindings as in "c = r3c4, d = east".
func (b *bindings) String() string {
	var parts []string
	for _, bound := range b.all() {
		parts = append(parts, bound.Name+" = "+value.String(bound.Value))
	}
	return strings.Join(parts, ", ")
}

// eachInstance evaluates a rule for every binding of its names: guard says
// under which condition the instance exists, holds what it says.
func (ev *evaluator) eachInstance(r *ruleStmt, f func(b *bindings, guard, holds model.Bool) bool) {
	ev.Source = r.source
	sizes := ev.partSizes(r.Body)
	condition := func(sc *scope, guard model.Bool) model.Bool {
		if guard == model.True {
			ev.bounding = sizes
		}
		defer func() { ev.bounding = nil }()
		return ev.condition(r.Body, sc)
	}
	if r.Binders == nil {
		f(nil, model.True, condition(nil, model.True))
		return
	}
	ev.each(r.Binders, nil, func(sc *scope, guard model.Bool) bool {
		ev.Source = r.source
		return f(&bindings{sc}, guard, condition(sc, guard))
	})
}

// rule adds the constraints of the rule with a number in the model.
func (ev *evaluator) rule(r *ruleStmt, index int32) {
	known := ev.isKnownRule(r)
	// Atoms made while the body is evaluated are charged to the instance, so it
	// is numbered before.
	ev.Instance = ev.newInstance(index, nil)
	var seen lintedRule
	defer func() { ev.lintRule(r, &seen) }()
	ev.eachInstance(r, func(b *bindings, guard, holds model.Bool) bool {
		if b != nil {
			ev.Model.Instances[ev.Instance].Bindings = b
			if ev.lint && seen.instances == 0 {
				ev.lintPair(r, b, holds)
			}
		}
		if known && guard == model.True && holds == model.False {
			ev.knownFalse(r, b)
		}
		says := ev.Or(guard.Not(), holds)
		seen.add(b, says)
		ev.Require(says)
		if b != nil {
			ev.Instance = ev.newInstance(index, nil)
		}
		return true
	})
}

func (ev *evaluator) mentionsUnknown(b *dsl.Binders) bool {
	for _, item := range b.Items {
		if item.In != nil && ev.program.spec.Unknown(item.In) || item.Value != nil && ev.program.spec.Unknown(item.Value) {
			return true
		}
	}
	return b.Where != nil && ev.program.spec.Unknown(b.Where)
}

// knownFalse reports a rule that speaks of the input only and does not hold.
func (ev *evaluator) knownFalse(r *ruleStmt, b *bindings) {
	where := ""
	if b != nil {
		where = " for " + b.String()
	}
	panic(lower.Refusal(diag.Errorf(r.source, r.Name.Span(), "rule-false", "the input breaks the rule %q%s", r.Name.Value, where).
		Note(r.source, r.Body.Span(), "it depends on nothing that is to be found")))
}

// objectives adds what is to be minimised or maximised. A long number is
// compared digit by digit, the highest first.
func (ev *evaluator) objectives() (count int) {
	for _, o := range ev.program.spec.Objectives {
		ev.Source = o.Source
		for _, term := range o.Stmt.Terms {
			ev.Attempt(func() { ev.objective(term, o.Stmt.Maximize) })
			count++
		}
	}
	return count
}

func (ev *evaluator) objective(term dsl.Expr, maximize bool) {
	add := func(x model.Int) {
		if _, constant := ev.Model.Constant(x); !constant {
			ev.Model.Objectives = append(ev.Model.Objectives, model.Objective{X: x, Maximize: maximize})
		}
	}
	v := ev.eval(term, nil)
	if l, long := v.(value.Long); long {
		ev.requireNumber(term, l.Defined)
		digits, carry := ev.Columns(term, l)
		add(carry)
		for i := len(digits) - 1; i >= 0; i-- {
			add(digits[i])
		}
		return
	}
	if value.Known(v) {
		ev.requireNumber(term, model.Const(!lower.Absent(v)))
		return
	}
	x, defined := ev.Number(term, v)
	ev.requireNumber(term, defined)
	add(x)
}

// requireNumber adds the constraint that an objective is a number: none has no
// place among better and worse.
func (ev *evaluator) requireNumber(term dsl.Expr, defined model.Bool) {
	if defined != model.True {
		ev.Instance = ev.newInstance(ev.newRule("the objective is a number", ev.Source, term.Span(), true), nil)
		ev.Require(defined)
	}
}
