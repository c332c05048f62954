package compile

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// lintedRule summarises the instances of a rule.
type lintedRule struct {
	instances, breakable int
	never                int       // instances that are always false
	first                *bindings // the first of those
}

func (l *lintedRule) add(b *bindings, says model.Bool) {
	l.instances++
	if says != model.True {
		l.breakable++
	}
	if says == model.False {
		if l.never++; l.never == 1 {
			l.first = b
		}
	}
}

// lintRule warns of a tautology: a rule that no values of finds can break, whatever the input. It also warns of a
// contradiction: an instance that no values make true.
func (ev *evaluator) lintRule(r *ruleStmt, seen *lintedRule) {
	ev.Source = r.source
	if seen.instances > 0 && seen.breakable == 0 && ev.program.spec.Unknown(r.Body) && !ev.mentionsGiven(r) {
		ev.Warn(r.Name, "rule-always-true", "nothing can break the rule %q", r.Name.Value)
	}
	if seen.never == 0 || slices.ContainsFunc(ev.Warnings.All(), func(d *diag.Diagnostic) bool { return d.Code == "empty-domain" }) {
		return // reported already
	}
	where := ""
	if seen.first != nil {
		where = " for " + seen.first.String()
	}
	if seen.never > 1 {
		where += fmt.Sprintf(" and %d more", seen.never-1)
	}
	ev.Warn(r.Name, "rule-always-false", "the rule %q is false%s, whatever is found: there is no solution", r.Name.Value, where)
}

// lintIndex warns of an index in numbers that a find does not have. Its value is always none.
func (ev *evaluator) lintIndex(x *dsl.Index, of value.Value, sc *scope) {
	a, isArray := of.(*value.Array)
	name, isName := x.X.(*dsl.Name)
	if !isArray || !isName || a.Keys.Len() == 0 || slices.ContainsFunc(x.Keys, func(k dsl.Expr) bool { return !spelled(k) }) {
		return
	}
	if _, local := sc.Lookup(name.Text); local {
		return
	}
	if _, find := ev.program.decls[name.Text].stmt.(*dsl.Find); !find {
		return
	}
	keys := a.Keys.List()
	ev.Warnings.Add(diag.Warnf(ev.Source, x.Span(), "index-outside", "there is no %s: this is always none", ev.Source.Slice(x.Span())).
		Helpf("what `%s` has goes from %s to %s", name.Text, value.String(keys[0]), value.String(keys[len(keys)-1])))
}

// spelled reports whether an expression is a number literal with or without a sign.
func spelled(x dsl.Expr) bool {
	if minus, ok := x.(*dsl.Unary); ok {
		x = minus.X
	}
	_, ok := x.(*dsl.IntLit)
	return ok
}

// mentionsGiven reports whether a rule mentions a given, also through lets and defs.
func (ev *evaluator) mentionsGiven(r *ruleStmt) bool {
	names := slices.Collect(maps.Keys(ev.program.spec.Mentioned(r.Binders, r.Body)))
	return slices.ContainsFunc(names, ev.isGiven)
}

// pairTrials and pairTrialSize bound the work of lintPair.
const (
	pairTrials    = 32
	pairTrialSize = 50_000
)

// lintPair warns of a rule over unordered pairs {a, b} that changes its meaning when a and b are swapped. Different
// nodes may mean the same, so the two are compared under random values.
func (ev *evaluator) lintPair(r *ruleStmt, b *bindings, holds model.Bool) {
	items := r.Binders.Items
	last := items[len(items)-1]
	if last.Pattern != dsl.PatternPair || last.In == nil || len(last.Names) != 2 {
		return
	}
	first, second := last.Names[0].Text, last.Names[1].Text
	x, _ := b.scope.Lookup(first)
	y, _ := b.scope.Lookup(second)
	variables := len(ev.Model.Vars)
	swapped := ev.condition(r.Body, b.scope.With(first, y).With(second, x))
	if swapped == holds || len(ev.Model.Vars) != variables || ev.Model.BoolCount()+len(ev.Model.Ints) > pairTrialSize {
		return // the same, or with helpers whose values are unknown
	}
	for _, v := range ev.Model.VarsBelow([]model.Bool{holds, swapped}, nil) {
		if ev.Model.Vars[v].Find < 0 {
			return // such a helper
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	values := make(model.Solution, len(ev.Model.Vars))
	for range pairTrials {
		for i, v := range ev.Model.Vars {
			values[i] = pick(v.Domain, random)
		}
		if e := model.Evaluate(ev.Model, values); e.Bool(holds) != e.Bool(swapped) {
			ev.Source = r.source
			ev.Warn(last, "pair-order", "the rule %q says something else when %s and %s change places, but {%s, %s} has no order",
				r.Name.Value, first, second, first, second)
			return
		}
	}
}

func pick(d model.Domain, random *rand.Rand) int64 {
	n := random.Int64N(d.Size())
	for _, i := range d {
		if n < i.Size() {
			return i.Lo + n
		}
		n -= i.Size()
	}
	panic("compile: an empty domain")
}
