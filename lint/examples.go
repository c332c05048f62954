package lint

import (
	"context"
	"errors"
	"math/big"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/solve"
	"nazo/value"
)

// mostCounted is the most solutions that an example may have to be counted again and again.
const mostCounted = 500

// outcome is what is found of an example for a variant of the spec.
type outcome uint8

const (
	unknown outcome = iota
	met
	missed
)

// tested is an example and the rules that it needs.
type tested struct {
	*compile.Example
	needs map[*dsl.Rule]outcome // missed: without the rule the outcome is another
}

// Mistakes are those of examples that do not fit their spec.
func Mistakes(ctx context.Context, spec *check.Spec) *diag.List {
	all := &diag.List{}
	for _, e := range compile.Examples(spec) {
		p, problems := solve.Compile(ctx, spec, e.Input, options)
		if p != nil {
			var list *diag.List
			if err := solve.Expectable(p, e); errors.As(err, &list) {
				all.Merge(list)
			}
			continue
		}
		for _, d := range problems.All() {
			if !strings.HasPrefix(d.Code, "limit-") {
				all.Add(d)
			}
		}
	}
	return all
}

// examples finds out which rules the examples need, and reports those that few rules decide.
func (l *linter) examples() {
	var all []*tested
	for _, e := range l.all() {
		if !l.small(e) {
			continue
		}
		switch l.outcome(l.spec, e) {
		case met:
			all = append(all, &tested{e, map[*dsl.Rule]outcome{}})
		case missed:
			l.report.Findings.Add(diag.Warnf(e.Source, e.Span, "example-fails", "the example %q does not hold: `nazo test` tells more", e.Name))
		}
	}
	l.report.Examples = len(all)
	for _, r := range l.rules {
		v := without(l.spec, r)
		l.missed[r] = v == nil
		for _, e := range all {
			if v == nil || l.done() {
				break
			}
			e.needs[r] = l.outcome(v, e.Example)
			l.missed[r] = l.missed[r] || e.needs[r] == missed
		}
	}
	for _, e := range all {
		if e.Source == l.spec.File.Source {
			l.easy(e)
		}
	}
}

// small reports whether an example is no more work than it may be to be tried without each rule.
func (l *linter) small(e *compile.Example) bool {
	p, _ := l.compile(l.spec, e.Input)
	return p != nil && (p.Work <= smallWork || e.Source == l.spec.File.Source)
}

// fewRules is how many rules a spec has at most for which it is no wonder that two decide an example.
const fewRules = 3

// easy reports an example of answers that two rules alone decide. That no answer is expected is not reported: such an example
// shows what one rule forbids.
func (l *linter) easy(e *tested) {
	p, _ := l.compile(l.spec, e.Input)
	if p == nil || len(e.Expect) == 0 || e.Expect[0].Kind == dsl.ExpectNone || e.Expect[0].Kind == dsl.ExpectSolution {
		return
	}
	var needed, spare []*dsl.Rule
	for _, r := range l.rules {
		switch {
		case e.needs[r] == missed || without(l.spec, r) == nil:
			needed = append(needed, r)
		case !trivial(p.Model, r.Name.Value):
			spare = append(spare, r)
		}
	}
	if len(needed)+len(spare) <= fewRules || len(needed) > 2 {
		return
	}
	for _, pair := range pairs(needed, spare) {
		if l.done() {
			return
		}
		if v := l.only(pair...); v != nil && l.outcome(v, e.Example) == met {
			l.say(spanned(e.Span), diag.Remarkf, "example-easy", "the rules %q and %q alone decide the example %q", pair[0].Name.Value, pair[1].Name.Value, e.Name)
			return
		}
	}
}

// pairs are the pairs of rules that have all that are needed.
func pairs(needed, spare []*dsl.Rule) (out [][]*dsl.Rule) {
	switch len(needed) {
	case 2:
		return [][]*dsl.Rule{needed}
	case 1:
		for _, r := range spare {
			out = append(out, []*dsl.Rule{needed[0], r})
		}
	case 0:
		for i, r := range spare {
			for _, q := range spare[:i] {
				out = append(out, []*dsl.Rule{q, r})
			}
		}
	}
	return out
}

// outcome is what comes of an example for a variant of the spec.
func (l *linter) outcome(spec *check.Spec, e *compile.Example) outcome {
	p, _ := l.compile(spec, e.Input)
	if p == nil || l.large(p, e) {
		return unknown
	}
	t, err := solve.Try(l.ctx, p, l.team(p), e)
	if err != nil {
		return unknown
	}
	l.spend(p, t.Report)
	switch {
	case t.Fault != nil:
		panic(t.Fault)
	case !t.Decided():
		return unknown
	case t.Passed():
		return met
	}
	return missed
}

// large reports whether an example expects so many solutions that they can't be listed time and again.
func (l *linter) large(p *solve.Problem, e *compile.Example) bool {
	for _, x := range e.Expect {
		if x.Kind != dsl.ExpectCount {
			continue
		}
		values, err := p.Judge.Values(x.Stmt, x.Source)
		if err != nil {
			return true
		}
		if n, ok := value.BigOf(values[0]); !ok || n.Cmp(big.NewInt(mostCounted)) > 0 {
			return true
		}
	}
	return false
}

// spanned is a place in a text.
type spanned diag.Span

// Span implements [dsl.Node].
func (s spanned) Span() diag.Span { return diag.Span(s) }
