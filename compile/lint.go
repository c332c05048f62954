package compile

import (
	"math/rand/v2"

	"nazo/dsl"
	"nazo/model"
)

// lintRule warns of a tautology, a rule that no value of any find can break, whatever the
// input: it is surely not what was meant.
func (ev *evaluator) lintRule(r *ruleStmt, instances, breakable int) {
	if instances > 0 && breakable == 0 && ev.program.spec.Unknown(r.Body) && !ev.program.mentionsGiven(r) {
		ev.Source = r.source
		ev.Warn(r.Name, "rule-always-true", "nothing can break the rule %q", r.Name.Value)
	}
}

// mentionsGiven reports whether anything that a rule depends on is a given. What it says of itself does not count.
func (p *program) mentionsGiven(r *ruleStmt) bool {
	seen := map[string]bool{}
	return p.dependsOnGiven(r.Body, seen) || r.Binders != nil && p.dependsOnGiven(r.Binders, seen)
}

// dependsOnGiven reports whether anything that a part of a statement mentions, directly or
// by way of lets and defs, is a given. What a find is made of does not count.
func (p *program) dependsOnGiven(s dsl.Node, seen map[string]bool) bool {
	found := false
	dsl.Visit(s, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Call:
			if d, ok := p.defs[n.Func.Text]; ok && !seen[n.Func.Text+"("] {
				seen[n.Func.Text+"("] = true
				found = found || p.dependsOnGiven(d.Body, seen)
			}
		case *dsl.Name:
			d, ok := p.decls[n.Text]
			if !ok || seen[n.Text] {
				break
			}
			seen[n.Text] = true
			switch stmt := d.stmt.(type) {
			case *dsl.Given:
				found = true
			case *dsl.Let:
				found = found || p.dependsOnGiven(stmt.Bind.Value, seen)
			}
		}
		return !found
	})
	return found
}

// Trials and the size of a model up to which lintPair tries a rule out.
const (
	pairTrials    = 32
	pairTrialSize = 50_000
)

// lintPair warns of a rule over unordered pairs {a, b} that says something
// else when a and b change places. Nodes that differ may still mean the same,
// so the two are compared under random values of the variables.
func (ev *evaluator) lintPair(r *ruleStmt, b *bindings, holds model.Bool) {
	items := r.Binders.Items
	last := items[len(items)-1]
	if last.Pattern != dsl.PatternPair || last.In == nil || len(last.Names) != 2 {
		return
	}
	first, second := last.Names[0].Text, last.Names[1].Text
	x, _ := b.scope.lookup(first)
	y, _ := b.scope.lookup(second)
	variables := len(ev.Model.Vars)
	swapped := ev.condition(r.Body, b.scope.with(first, y).with(second, x))
	if swapped == holds || len(ev.Model.Vars) != variables || ev.Model.BoolCount()+len(ev.Model.Ints) > pairTrialSize {
		return // the same, or with helpers whose values would have to be found
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
