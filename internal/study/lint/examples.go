package lint

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
)

// mostCounted bounds the expected solutions of examples that are counted repeatedly.
const mostCounted = 500

// outcome is the result of an example for a variant of the spec.
type outcome uint8

const (
	unknown outcome = iota
	met
	missed
)

// tested is an example and the rules that it needs.
type tested struct {
	*compile.Example
	needs map[*dsl.Rule]outcome // missed: without the rule, the example fails
}

// Mistakes returns the mistakes of examples that do not fit their spec.
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
		p, _ := l.compile(l.spec, e.Input)
		if p == nil || p.Work > smallWork && e.Source != l.spec.File.Source { // too much to be tried without each rule
			continue
		}
		switch l.outcome(l.spec, e) {
		case met:
			all = append(all, &tested{e, map[*dsl.Rule]outcome{}})
		case missed:
			l.report.Findings.Add(diag.Warnf(e.Source, e.Span, "example-fails", "the %s does not hold: `nazo test` tells more", e))
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

// wayWork bounds the work of finding the way of one example.
const wayWork = 150_000

// techniques reports the spec's techniques that are on the way of none of its examples. It says nothing if a way takes
// too much work.
func (l *linter) techniques() {
	missing := slices.Clone(l.spec.Techniques)
	effort := explain.Usual()
	effort.Work = wayWork
	for _, e := range compile.Examples(l.spec) {
		if len(missing) == 0 {
			return
		}
		p, _ := l.compile(l.spec, e.Input)
		if p == nil {
			continue
		}
		rating, err := explain.Rate(l.ctx, p.Problem, l.o.Engine, effort)
		if err != nil || rating.End == explain.GivenUp {
			l.report.Open = append(l.report.Open, "which techniques examples show")
			return
		}
		missing = slices.DeleteFunc(missing, func(t check.Placed[*dsl.Technique]) bool {
			return slices.Contains(rating.Techniques, t.Stmt.Name.Value)
		})
	}
	for _, t := range missing {
		if t.Source == l.spec.File.Source {
			l.say(t.Stmt.Name, diag.Remarkf, "technique-without-example", "the way of no example takes the technique %q", t.Stmt.Name.Value)
		}
	}
}

// fewRules is the number of rules up to which it is no surprise that two decide an example.
const fewRules = 3

// easy reports an example that two rules alone decide, unless it expects no answer, which shows what one rule forbids.
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
			l.say(dsl.At(e.Span), diag.Remarkf, "example-easy", "the rules %q and %q alone decide the %s", pair[0].Name.Value, pair[1].Name.Value, e)
			return
		}
	}
}

func pairs(needed, spare []*dsl.Rule) (out [][]*dsl.Rule) {
	switch len(needed) {
	case 2:
		return [][]*dsl.Rule{needed}
	case 1:
		out = alg.Map(spare, func(r *dsl.Rule) []*dsl.Rule { return []*dsl.Rule{needed[0], r} })
	case 0:
		for i, r := range spare {
			out = append(out, alg.Map(spare[:i], func(q *dsl.Rule) []*dsl.Rule { return []*dsl.Rule{q, r} })...)
		}
	}
	return out
}

// outcome tries an example with a variant of the spec.
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

// large reports whether an example expects too many solutions to list them repeatedly.
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

// mostExpected bounds the solutions of a suggested example.
const mostExpected = 20

// suggestion is an example that needs some rule.
type suggestion struct {
	text string
	rank int // lower is better
}

// suggest makes an example of an instance where an answer breaks only one rule. It returns nil if the example has too
// many solutions, can't be written, or does not need the rule. without is the spec without the rule.
func (l *linter) suggest(r *dsl.Rule, without *check.Spec, t *try) *suggestion {
	if without == nil || len(l.spec.Objectives) > 0 {
		return nil
	}
	found := l.ask(t.problem, solve.Question{Limit: mostExpected + 1, Keep: 1})
	if !found.Exhausted {
		return nil
	}
	expected := "no solution"
	if found.Count > 0 {
		expected = diag.Count(found.Count, "solution")
	}
	text := fmt.Sprintf("example %s %s: expect %s\n", `"`+r.Name.Value+`"`, assignments(l.spec, t), expected)
	e := exampleOf(text)
	if e == nil || l.outcome(l.spec, e) != met || l.outcome(without, e) != missed {
		return nil
	}
	return &suggestion{text, 100*max(found.Count-1, 1-found.Count) + unhandy(t)}
}

// unhandy measures how far a board is from a handy size.
func unhandy(t *try) int {
	const handy = 12 // cells
	b := largest(t.problem.Givens)
	switch {
	case b == nil:
		return 0
	case min(b.Rows, b.Cols) == 1:
		return 20 + b.Rows*b.Cols
	}
	return max(b.Rows*b.Cols-handy, handy-b.Rows*b.Cols)
}

func assignments(spec *check.Spec, t *try) string {
	said := alg.Filter(t.problem.Givens, func(g instance.Given) bool { return t.said[g.Name] })
	var parts []string
	for line := range strings.SplitSeq(strings.TrimSpace(instance.Text(spec, said)), "\n") {
		switch name, rows := strings.CutSuffix(line, ":"); {
		case strings.HasPrefix(line, " "): // a row of the previous part
			last := &parts[len(parts)-1]
			*last = strings.TrimSuffix(*last, quotes) + line + "\n" + quotes
		case rows:
			parts = append(parts, name+" = "+quotes+"\n"+quotes)
		case line != "":
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, ", ")
}

// quotes enclose rows.
const quotes = `"""`

func exampleOf(text string) *compile.Example {
	src := diag.NewSource("suggested", text)
	file, problems := dsl.Parse(src)
	if problems.HasErrors() || len(file.Stmts) != 1 {
		return nil
	}
	stmt, ok := file.Stmts[0].(*dsl.Example)
	if !ok {
		return nil
	}
	in := instance.Input{Instance: &instance.Instance{Source: src, Entries: stmt.Givens}}
	return compile.NewExample("suggested", in, stmt, src)
}

// without returns the spec without some rules, or nil if it needs them, as one that says where a path starts.
func without(spec *check.Spec, rules ...*dsl.Rule) *check.Spec {
	return sound(check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
		if r, ok := s.(*dsl.Rule); ok && slices.Contains(rules, r) {
			return nil
		}
		return s
	}))
}

// withoutObjectives returns the spec without objectives, or nil if it needs them.
func withoutObjectives(spec *check.Spec) *check.Spec {
	return sound(check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
		switch s.(type) {
		case *dsl.Objective, *dsl.Example: // which may expect an optimum
			return nil
		}
		return s
	}))
}

// breaking returns the spec with one rule negated, or nil if that is impossible.
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

func sound(spec *check.Spec, problems interface{ HasErrors() bool }) *check.Spec {
	if problems.HasErrors() {
		return nil
	}
	return spec
}
