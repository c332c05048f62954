package solve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
)

// Finding says whether one expectation of an example is met.
type Finding struct {
	Expectation compile.Expectation
	// Decided means that there was time to find out. Otherwise, Met is false.
	Decided, Met bool
	// Got is what was found.
	Got string
}

// mostGot bounds the characters of Got in a message.
const mostGot = 200

// Wrong returns a line that says what was expected and found, or "" if all is as expected.
func (f Finding) Wrong() string {
	what := f.Expectation.Source.Slice(f.Expectation.Span)
	switch {
	case !f.Decided:
		return "not finished: " + what
	case f.Met:
		return ""
	}
	got := []rune(f.Got)
	if len(got) > mostGot {
		got = append(got[:mostGot-1], '…')
	}
	return "expected " + what + ", found " + string(got)
}

// Trial is the result of an example.
type Trial struct {
	*Report
	Findings []Finding
}

// Passed reports whether all expectations are met and the engines agree.
func (t *Trial) Passed() bool {
	return t.Fault == nil && !slices.ContainsFunc(t.Findings, func(f Finding) bool { return !f.Met })
}

// Failed reports a known unmet expectation or a disagreement of engines. A trial may neither pass nor fail.
func (t *Trial) Failed() bool { return t.Fault != nil || !t.Passed() && t.Decided() }

// Wrong returns lines that say why the example did not pass.
func (t *Trial) Wrong() (lines []string) {
	if t.Fault != nil {
		lines = append(lines, t.Fault.Error())
	}
	for _, f := range t.Findings {
		if wrong := f.Wrong(); wrong != "" {
			lines = append(lines, wrong)
		}
	}
	return lines
}

// Decided reports whether every expectation was decided, or one is known not to be met.
func (t *Trial) Decided() bool {
	unmet := func(f Finding) bool { return f.Decided && !f.Met }
	undecided := func(f Finding) bool { return !f.Decided }
	return slices.ContainsFunc(t.Findings, unmet) || !slices.ContainsFunc(t.Findings, undecided)
}

// Try finds out whether p is as the example expects. An error is a diagnostic: the example does not fit the spec.
func Try(ctx context.Context, p *Problem, team Team, e *compile.Example) (*Trial, error) {
	q := Question{Limit: 1, Keep: 2}
	s := Open(p, team)
	ask := s.Ask
	for _, x := range e.Expect {
		n, err := limitFor(p, x)
		switch {
		case err != nil:
			return nil, err
		case n == 0 || q.Limit == 0:
			q.Limit = 0
		case n > mostListed && p.Moving(), n > mostStillListed && s.counts(ctx): // counting may be possible
			q.Limit, ask = 0, s.Count
		default:
			q.Limit = max(q.Limit, n)
		}
		if x.UpToSymmetry {
			q.Keep = 0
		}
	}
	t := &Trial{Report: ask(ctx, q)}
	if team.TimeEach > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, team.TimeEach+judgingTime)
		defer stop()
	}
	p = p.With(ctx)
	for _, x := range e.Expect {
		f, err := t.finding(p, x)
		if err != nil && !errors.As(err, new(*judge.Limit)) {
			return nil, err
		}
		t.Findings = append(t.Findings, f)
	}
	return t, nil
}

// Expectable evaluates what an example expects. The error is a diagnostic, as for [Try], which finds more.
func Expectable(p *Problem, e *compile.Example) error {
	for _, x := range e.Expect {
		if _, err := p.Judge.Values(x.Stmt, x.Source); err != nil {
			return err
		}
		if _, err := limitFor(p, x); err != nil {
			return err
		}
	}
	return nil
}

// limitFor returns how many solutions decide an expectation; 0 for all.
func limitFor(p *Problem, x compile.Expectation) (int, error) {
	switch {
	case x.Kind == dsl.ExpectFind:
		return 2, nil
	case x.Kind != dsl.ExpectCount:
		return 1, nil
	case x.UpToSymmetry:
		return 0, nil
	}
	n, err := countOf(p, x)
	if err != nil {
		return 0, err
	}
	if n.Cmp(big.NewInt(mostExpected)) > 0 {
		return mostExpected, nil
	}
	return int(n.Int64()) + 1, nil
}

// mostExpected is the most solutions that an example may expect to be listed.
const mostExpected = 1 << 40

// counts reports whether an engine of the team counts without visiting each solution.
func (s *Session) counts(ctx context.Context) bool {
	_, _, err := s.Plan(ctx, Question{})
	return err == nil
}

func countOf(p *Problem, x compile.Expectation) (*big.Int, error) {
	values, err := p.Judge.Values(x.Stmt, x.Source)
	if err != nil {
		return nil, err
	}
	n, ok := value.BigOf(values[0])
	if !ok || n.Sign() < 0 {
		return nil, fmt.Errorf("%s is no number of solutions", value.String(values[0]))
	}
	return n, nil
}

func (t *Trial) finding(p *Problem, x compile.Expectation) (Finding, error) {
	f := Finding{Expectation: x, Got: t.summary()}
	decide := func(met bool) { f.Decided, f.Met = true, met }
	switch x.Kind {
	case dsl.ExpectNone, dsl.ExpectSolution:
		if t.Verdict != Unknown {
			decide((t.Verdict == Solved) == (x.Kind == dsl.ExpectSolution))
		}
	case dsl.ExpectCount:
		want, err := countOf(p, x)
		if err != nil {
			return f, err
		}
		got := big.NewInt(int64(t.Count))
		if t.Total != nil {
			got.Set(t.Total)
		}
		if x.UpToSymmetry {
			n, err := classes(p, t.Answers)
			if err != nil {
				return f, err
			}
			got.SetInt64(int64(n))
			f.Got = fmt.Sprintf("%d up to symmetry", n)
		}
		if order := got.Cmp(want); t.Exhausted || t.Total != nil || order > 0 {
			decide(order == 0)
		}
	case dsl.ExpectMinimum, dsl.ExpectMaximum:
		want, err := p.Judge.Values(x.Stmt, x.Source)
		if err != nil {
			return f, err
		}
		switch {
		case t.Verdict == NoSolution:
			decide(false)
		case t.Complete && len(t.Answers) > 0:
			got := t.Answers[0].Objective
			decide(value.Equal(value.List(got), value.List(want)))
			f.Got = "optimum " + joined(got)
		}
	case dsl.ExpectFind:
		if !t.Exhausted && t.Count < 2 {
			return f, nil
		}
		if t.Count != 1 {
			decide(false)
			return f, nil
		}
		met, got, err := p.Judge.Met(x.Stmt, x.Source, t.Answers[0])
		if err != nil {
			return f, err
		}
		f.Got = value.String(got)
		decide(met)
	}
	return f, nil
}

func (t *Trial) summary() string {
	text := "no solution"
	switch {
	case t.Total != nil:
		return t.Total.String() + " solutions"
	case t.Count == 1:
		text = "1 solution"
	case t.Count > 1:
		text = fmt.Sprintf("%d solutions", t.Count)
	case t.Verdict != NoSolution:
		text = "nothing"
	}
	if !t.Exhausted && t.Count > 0 {
		return text + " or more"
	}
	return text
}

// classes counts answers up to symmetries of the puzzle.
func classes(p *Problem, answers []*judge.Answer) (int, error) {
	seen := map[string]bool{}
	for _, a := range answers {
		form, err := p.Judge.Canonical(a)
		if err != nil {
			return 0, err
		}
		seen[form] = true
	}
	return len(seen), nil
}

func joined(vs []value.Value) string { return strings.Join(alg.Map(vs, value.String), ", ") }
