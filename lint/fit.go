package lint

import (
	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Instances that are drawn blindly seldom have an answer that breaks just one rule, where many clues have to fit. So the other way round, too: an
// answer is taken that breaks the rule and, on the instance at hand, one other, and the instance is changed until that one holds: local
// search by single values of givens (min-conflicts; Minton, Johnston, Philips, Laird 1992), in which the judge counts what the answer breaks.

// How many instances are begun from for each rule, and how often a value is changed.
const (
	mostFitted = 40
	mostSteps  = 200
)

// fit looks for an instance with an answer that breaks the rule and no other; opposite is the spec with the rule turned round. It is nil if
// none was found.
func (l *linter) fit(r *dsl.Rule, opposite *check.Spec) *try {
	var relaxed []*check.Spec // without one further rule each
	for _, other := range l.rules {
		if other != r {
			if v := without(opposite, other); v != nil {
				relaxed = append(relaxed, v)
			}
		}
	}
	begun := 0
	for t := range l.tries {
		if begun == mostFitted || len(relaxed) == 0 {
			return nil
		}
		if b := largest(t.problem.Givens); b != nil && b.Rows*b.Cols > mostCells {
			continue
		}
		v := relaxed[begun%len(relaxed)]
		begun++
		p, _ := l.compile(v, fixed(t.problem.Givens))
		if p == nil {
			continue
		}
		found := l.ask(p, solve.Question{Limit: 1})
		if len(found.Answers) == 0 {
			continue
		}
		if fitted := l.adapt(t, opposite, found.Answers[0]); fitted != nil {
			return fitted
		}
	}
	return nil
}

// adapt changes the instance value by value until the answer breaks nothing of the spec; nil if it does not come to that.
func (l *linter) adapt(t *try, spec *check.Spec, a *judge.Answer) *try {
	values := t.problem.Givens
	broken := l.broken(t, spec, values, a)
	for range mostSteps {
		if broken == 0 || broken < 0 || l.done() {
			break
		}
		next := l.step(t, values)
		if next == nil {
			continue
		}
		if n := l.broken(t, spec, next, a); n >= 0 && n <= broken {
			values, broken = next, n
		}
	}
	if broken != 0 {
		return nil
	}
	p, _ := l.compile(l.spec, fixed(values))
	if p == nil {
		return nil
	}
	return &try{problem: p, said: t.said}
}

// step is the instance with one value changed; nil if that can't be.
func (l *linter) step(t *try, values []givens.Given) []givens.Given {
	leaves := 0
	for _, g := range values {
		if t.said[g.Name] {
			leaves += countLeaves(g.Value)
		}
	}
	if leaves == 0 {
		return nil
	}
	in := fixed(values)
	at := l.random.IntN(leaves)
	for i, g := range values {
		if !t.said[g.Name] {
			continue
		}
		if n := countLeaves(g.Value); at >= n {
			at -= n
			continue
		}
		c := &change{random: l.random, blank: 0.3, other: 1, fresh: 1, single: true, at: at}
		in.Instance.Entries[i] = assign(g.Name, drawn{c, g.Value})
		break
	}
	next, problems := compile.Givens(l.ctx, l.spec, in, options)
	l.spent += 100
	if problems.HasErrors() {
		return nil
	}
	return next
}

// countLeaves is how many single values a value consists of.
func countLeaves(v value.Value) int {
	if a, ok := v.(*value.Array); ok {
		n := 0
		for _, e := range a.Values {
			n += countLeaves(e)
		}
		return n
	}
	switch v.(type) {
	case value.List, value.Tuple, *value.Set:
		n := 0
		for _, e := range value.Elements(v) {
			n += countLeaves(e)
		}
		return n
	}
	return 1
}

// broken counts what an answer breaks on an instance, as far as the judge does; -1 if he can't tell.
func (l *linter) broken(t *try, spec *check.Spec, values []givens.Given, a *judge.Answer) int {
	l.spent += t.problem.Work // about what it takes to call a judge
	j, problems := judge.New(l.ctx, spec, values, nil)
	if problems.HasErrors() {
		return -1
	}
	v := j.Judge(a)
	l.spent += v.Steps
	if v.Err != nil {
		return -1
	}
	return len(v.Violations)
}
