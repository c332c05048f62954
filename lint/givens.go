package lint

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// How often each given is varied, on how many instances, and how many solutions are compared.
const (
	variations   = 4
	mostVaried   = 80
	mostCompared = 100
	enoughVaried = 15 // on so many nothing changed, for it to be said
)

// idle reports givens of which no other value changes any solution.
func (l *linter) idle() {
	for _, g := range l.spec.Givens {
		if g.Source != l.spec.File.Source {
			continue
		}
		for _, part := range g.Stmt.Parts {
			if l.done() {
				l.report.Open = append(l.report.Open, "the given "+part.Name.Text)
				continue
			}
			l.vary(part)
		}
	}
}

// vary tries other values of one given.
func (l *linter) vary(part *dsl.GivenPart) {
	name := part.Name.Text
	var same []*try
	looked := 0
	for t := range l.tries {
		if looked == mostVaried {
			break
		}
		if !l.solved(t) {
			continue
		}
		looked++
		unchanged := false
		for range variations {
			differs, known := l.differs(t, name)
			if differs {
				return
			}
			unchanged = unchanged || known
		}
		if unchanged {
			same = append(same, t)
		}
	}
	if len(same) >= enoughVaried || len(same) > 0 && l.saturated() {
		l.say(part.Name, diag.Warnf, "given-idle", "other values of %s changed no solution %s", name, on(same))
	}
}

// differs reports whether another value of a given changes the solutions of an instance; known is false if that could not be found
// out, as where the value that was drawn is the same.
func (l *linter) differs(t *try, name string) (differs, known bool) {
	in := fixed(t.problem.Givens)
	i := slices.IndexFunc(t.problem.Givens, func(g givens.Given) bool { return g.Name == name })
	was := t.problem.Givens[i].Value
	c := &change{random: l.random, blank: 0.2, other: 0.5, fresh: 0.3}
	if !isCollection(was) {
		c.other = 1
	}
	in.Instance.Entries[i] = assign(name, drawn{c, was})
	// What has no value of its own may follow from the one that changed.
	in.Instance.Entries = slices.DeleteFunc(in.Instance.Entries, func(a *dsl.Assign) bool {
		return a.Names[0].Text != name && !t.said[a.Names[0].Text]
	})
	p, refused := l.compile(l.spec, in)
	switch {
	case refused:
		return true, true
	case p == nil || value.Equal(p.Givens[i].Value, was):
		return false, false
	}
	if !l.accepts(p, t.answer) {
		return true, true
	}
	theirs := l.solutions(p)
	for _, a := range theirs.Answers {
		if !l.accepts(t.problem, a) {
			return true, true
		}
	}
	if !theirs.Exhausted {
		return false, false
	}
	if t.solutions == nil {
		t.solutions = l.solutions(t.problem)
	}
	ours := t.solutions
	return ours.Count != theirs.Count, ours.Exhausted && ours.Count > 1 // one answer may be all that there is room for
}

func (l *linter) solutions(p *solve.Problem) *solve.Report {
	return l.ask(p, solve.Question{Limit: mostCompared})
}

// accepts reports whether an answer of one instance is one of another.
func (l *linter) accepts(p *solve.Problem, a *judge.Answer) bool {
	v := p.Judge.Judge(a)
	l.spent += v.Steps
	return v.Accepted || v.Err != nil
}
