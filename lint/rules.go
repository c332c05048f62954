package lint

import (
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/solve"
)

// enough is on how many instances something must be so for it to be said, fitAfter after how many one is fitted to an answer, and
// mostSuggested of how many examples are made to suggest the best.
const (
	enough        = 40
	fitAfter      = 40
	mostSuggested = 6
)

// on says on what something was tried, as in "on 12 instances up to 5×5".
func on(tries []*try) string {
	text := "on " + plural(len(tries), "instance")
	if s := size(tries); s != "" {
		text += " up to " + s
	}
	return text
}

// say adds a finding about a place in the spec.
func (l *linter) say(at dsl.Node, what func(*diag.Source, diag.Span, string, string, ...any) *diag.Diagnostic, code, format string, args ...any) *diag.Diagnostic {
	d := what(l.spec.File.Source, at.Span(), code, format, args...)
	l.report.Findings.Add(d)
	return d
}

// lone looks at the rules that no example is known to need: whether the others imply them, and what example would need them.
func (l *linter) lone() {
	var lone []*dsl.Rule
	for _, r := range l.rules {
		if !l.missed[r] {
			lone = append(lone, r)
		}
	}
	for i, r := range lone {
		l.share(len(lone)-i, func() { l.tryRule(r) })
	}
}

// tried is what came of a rule on some instances.
type tried struct {
	mute    []*try // nothing of the rule is left
	implied []*try // the others have solutions, and none of them breaks the rule
	broken  []*try // others have a solution that breaks it
	unclear int    // none of these
}

func (l *linter) tryRule(r *dsl.Rule) {
	v := breaking(l.spec, r)
	if v == nil {
		return // such a rule is more than a condition
	}
	var t tried
	var suggested *suggestion
	l.share(2, func() { t, suggested = l.breakRule(r, v) })
	name := r.Name.Value
	mute := len(t.broken)+len(t.implied)+t.unclear == 0 && len(t.mute) > 0
	switch {
	case mute && (len(t.mute) >= enough || l.saturated()) && l.tautology(r, t.mute):
		l.say(r.Name, diag.Warnf, "rule-always-true", "nothing can break the rule %q", name)
	case len(t.broken) > 0 || len(t.implied) == 0 || len(t.implied) < enough && !l.saturated():
		if l.report.Examples == 0 {
			if mute && len(t.mute) >= enough {
				l.say(r.Name, diag.Warnf, "rule-mute", "nothing could break the rule %q %s", name, on(t.mute))
			}
			break
		}
		d := l.say(r.Name, diag.Warnf, "rule-without-example", "no example needs the rule %q: %s without it", name, hold(l.report.Examples))
		switch {
		case suggested != nil:
			d.Helpf("`nazo lint --examples` writes one that does")
			l.report.Suggested = append(l.report.Suggested, suggested.text)
		case mute:
			d.Helpf("nor could anything break it %s", on(t.mute))
		}
	default:
		d := l.say(r.Name, diag.Remarkf, "rule-implied", "%s, the other rules imply %q", on(t.implied), name)
		d.Helpf("this is no proof; if it stands here on purpose, an example that needs it is missing, or there can be none")
		if other := l.impliedBy(r, t.implied); other != nil {
			d.Note(l.spec.File.Source, other.Name.Span(), "there this rule alone implies it")
		}
	}
}

// tautology reports whether the compiler finds of each instance, whatever is given, that nothing can break the rule.
func (l *linter) tautology(r *dsl.Rule, tries []*try) bool {
	for _, t := range tries {
		if !slices.ContainsFunc(t.problem.Warnings.All(), func(d *diag.Diagnostic) bool {
			return d.Code == "rule-always-true" && d.Span == r.Name.Span()
		}) {
			return false
		}
	}
	return true
}

// hold says that all examples do.
func hold(examples int) string {
	if examples == 1 {
		return "the only one holds"
	}
	return fmt.Sprintf("all %d hold", examples)
}

// breakRule looks for instances with an answer that breaks the rule and no other, and makes an example of the best; opposite is the
// spec with the rule turned round.
func (l *linter) breakRule(r *dsl.Rule, opposite *check.Spec) (out tried, best *suggestion) {
	left := without(l.spec, r)
	seen := 0
	for t := range l.tries {
		if seen++; seen == fitAfter && len(out.broken) == 0 {
			var fitted *try
			l.share(2, func() { fitted = l.fit(r, opposite) })
			if fitted != nil {
				out.broken = append(out.broken, fitted)
				return out, l.suggest(r, left, fitted)
			}
		}
		if trivial(t.problem.Model, r.Name.Value) {
			out.mute = append(out.mute, t)
			continue
		}
		out.unclear++
		p, _ := l.compile(opposite, fixed(t.problem.Givens))
		if p == nil {
			continue
		}
		switch l.ask(p, solve.Question{Limit: 1}).Verdict {
		case solve.Solved:
			out.broken = append(out.broken, t)
			if s := l.suggest(r, left, t); s != nil && (best == nil || s.rank < best.rank) {
				best = s
			}
			if len(out.broken) >= mostSuggested {
				return out, best
			}
		case solve.NoSolution:
			if l.solved(t) {
				out.implied = append(out.implied, t)
				out.unclear--
			}
		}
	}
	return out, best
}

// impliedBy is the one other rule that implies a rule on instances; nil if it takes several.
func (l *linter) impliedBy(r *dsl.Rule, tries []*try) *dsl.Rule {
	for _, other := range l.rules {
		if other == r {
			continue
		}
		if v := l.only(r, other); v != nil {
			if v = breaking(v, r); v != nil && l.none(v, tries) {
				return other
			}
		}
	}
	return nil
}

// only is the spec with these rules alone, of its own that are about finds.
func (l *linter) only(rules ...*dsl.Rule) *check.Spec {
	var rest []*dsl.Rule
	for _, r := range l.rules {
		keep := false
		for _, k := range rules {
			keep = keep || k == r
		}
		if !keep {
			rest = append(rest, r)
		}
	}
	return without(l.spec, rest...)
}

// none reports whether no instance has a solution in a variant of the spec.
func (l *linter) none(v *check.Spec, tries []*try) bool {
	for _, t := range tries {
		if l.done() {
			return false
		}
		p, _ := l.compile(v, fixed(t.problem.Givens))
		if p == nil || l.ask(p, solve.Question{Limit: 1}).Verdict != solve.NoSolution {
			return false
		}
	}
	return true
}

// never reports rules that nothing meets, where the spec has no solution anywhere.
func (l *linter) never() {
	var all []*try
	for t := range l.tries {
		if l.solved(t) {
			return
		}
		all = append(all, t)
	}
	if len(all) == 0 || l.done() {
		return
	}
	if l.valueless(all) {
		return
	}
	for _, r := range l.rules {
		if v := l.only(r); v != nil && l.none(v, all) {
			l.say(r.Name, diag.Warnf, "rule-never-true", "nothing meets the rule %q %s, even without the others", r.Name.Value, on(all))
		}
	}
}

// valueless reports objectives if the rules have a solution, but none for which these have a value.
func (l *linter) valueless(all []*try) bool {
	objectives := l.spec.Objectives
	v := withoutObjectives(l.spec)
	if len(objectives) == 0 || v == nil || l.none(v, all) {
		return false
	}
	for _, o := range objectives {
		if o.Source == l.spec.File.Source {
			l.say(o.Stmt, diag.Warnf, "objective-without-value", "this has no value in any answer that the rules allow, %s", on(all))
		}
	}
	return true
}
