package solve

import (
	"context"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// JudgeKnown judges an answer with unknown values, which are nil, or [value.Partly]. For example, a drawn board does
// not show helper finds. Rules on known values are judged first. Then the engines search the other values, and the
// whole answer is judged. If there are none, they search values that break few rules ([completion.blame]), and that
// answer is returned with its verdict. An error is a [Fault], a [model.Reason] or a [judge.Limit], and says nothing
// about the answer.
//
// A route of unknown direction may run either way.
//
// Judging stops at the first violations. If most is not 0, all violations of a refused answer are named, at most so
// many of each rule.
func (s *Session) JudgeKnown(ctx context.Context, known []value.Value, most int) (a *judge.Answer, verdict judge.Verdict, err error) {
	if a, verdict, err = s.judgeEitherWay(ctx, known, true); most == 0 || err != nil || verdict.Accepted {
		return a, verdict, err
	}
	if all := s.problem.Judge.With(ctx).JudgeAll(a, most); len(all.Violations) > 0 || all.Err != nil {
		return a, all, all.Err
	}
	return a, verdict, nil
}

// Accept returns the answer that known values make, as [Session.JudgeKnown] does, or nil if the judge accepts none. It
// does not look for what is wrong.
func (s *Session) Accept(ctx context.Context, known []value.Value) (*judge.Answer, error) {
	a, verdict, err := s.judgeEitherWay(ctx, known, false)
	if err != nil || !verdict.Accepted {
		return nil, err
	}
	return a, nil
}

// judgeEitherWay judges known values, with routes of unknown direction either way. With blame it completes a wrong
// answer so that it breaks few rules.
func (s *Session) judgeEitherWay(ctx context.Context, known []value.Value, blame bool) (a *judge.Answer, verdict judge.Verdict, err error) {
	for i, v := range known {
		w, ok := v.(*value.Route)
		if !ok || !w.EitherWay {
			continue
		}
		there, back, both := w.Directions()
		read := func(w *value.Route) (*judge.Answer, judge.Verdict, error) {
			one := *w
			one.EitherWay = false
			values := slices.Clone(known)
			values[i] = &one
			return s.judgeEitherWay(ctx, values, blame)
		}
		a, verdict, err = read(there)
		if both && err == nil && !verdict.Accepted {
			if b, turned, err := read(back); err != nil || turned.Accepted {
				return b, turned, err
			}
		}
		return a, verdict, err
	}
	return s.judgeKnown(ctx, known, blame)
}

func (s *Session) judgeKnown(ctx context.Context, known []value.Value, blame bool) (a *judge.Answer, verdict judge.Verdict, err error) {
	whole := slices.Clone(known) // only entirely known values
	for i, v := range known {
		if partial(v) {
			whole[i] = nil
		}
	}
	a = &judge.Answer{Values: whole}
	judging := func(a *judge.Answer) (*judge.Answer, judge.Verdict, error) {
		a, verdict := s.problem.verdict(ctx, a, nil)
		return a, verdict, verdict.Err
	}
	if a, verdict, err = judging(a); err != nil || !verdict.Accepted || !slices.Contains(whole, nil) {
		return a, verdict, err
	}
	c := &completion{session: s, known: known}
	vars, values, ok := s.problem.EncodeFinds(known)
	if !ok {
		panic("solve: the judge admits a value that the model has no place for")
	}
	c.fixed = append(c.fixed, alg.Map(vars, func(v model.VarID) model.Within { return model.Fix(v, values[v]) })...)
	completed, err := c.with(ctx, nil)
	if err != nil {
		return nil, judge.Verdict{}, err
	}
	if completed != nil {
		return judging(completed)
	}
	if !blame {
		return a, judge.Verdict{}, nil
	}
	switch completed, err = c.blame(ctx); {
	case err != nil:
		return nil, judge.Verdict{}, err
	case completed == nil:
		return a, judge.Verdict{Violations: []judge.Violation{{Rule: c.unknown() + " can be completed"}}}, nil
	}
	if a, verdict, err = judging(completed); verdict.Accepted {
		err = &Fault{Kind: Missed, Engine: c.last, Against: c.last, Answer: a}
	}
	return a, verdict, err
}

func partial(v value.Value) bool {
	_, ok := v.(*value.Partly)
	return ok
}

// completion is the search for the unknown values of an answer.
type completion struct {
	session *Session
	known   []value.Value
	fixed   []model.Within
	last    string // the engine that last answered
}

func (c *completion) unknown() string {
	var out []string
	for i, f := range c.session.problem.Finds {
		if c.known[i] == nil || partial(c.known[i]) {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// with returns an answer that breaks none but some rule instances, or nil.
func (c *completion) with(ctx context.Context, off []int32) (*judge.Answer, error) {
	r := Open(c.session.problem, c.session.team).Ask(ctx, Question{Limit: 1, Within: c.fixed, Off: off, AnyObjective: true})
	c.last = r.Engine
	switch {
	case r.Fault != nil:
		return nil, r.Fault
	case len(r.Answers) > 0:
		whole := &judge.Answer{Values: slices.Clone(r.Answers[0].Values)}
		for i, v := range c.known {
			if v != nil && !partial(v) {
				whole.Values[i] = v // as given
			}
		}
		return whole, nil
	case !r.Exhausted:
		return nil, r.Reason
	}
	return nil, nil
}

// mostBlamed bounds the questions put to narrow down broken instances. The rest counts as broken.
const mostBlamed = 100

// blame returns an answer where none obeys all rules, or nil if there is no completion at all. The answer breaks a
// single rule, the first possible one of the spec, or else several. No broken instance could be spared.
func (c *completion) blame(ctx context.Context) (*judge.Answer, error) {
	rules := c.instances()
	for _, off := range append(rules, slices.Concat(rules...)) {
		if whole, err := c.with(ctx, off); whole != nil || err != nil {
			return c.narrow(ctx, whole, off, err)
		}
	}
	return nil, nil
}

// instances returns the instances of each rule that isn't structural.
func (c *completion) instances() [][]int32 {
	m := c.session.problem.Model
	of := make([][]int32, len(m.Rules))
	for i, in := range m.Instances {
		if !m.Rules[in.Rule].Structural {
			of[in.Rule] = append(of[in.Rule], int32(i))
		}
	}
	return slices.DeleteFunc(of, func(rule []int32) bool { return len(rule) == 0 })
}

// narrow returns an answer that breaks few of the instances that are off. It restores all, or each half recursively.
func (c *completion) narrow(ctx context.Context, whole *judge.Answer, off []int32, err error) (*judge.Answer, error) {
	asked := 0
	var restore func(some []int32)
	restore = func(some []int32) {
		if err != nil || asked == mostBlamed {
			return
		}
		var better *judge.Answer
		less := slices.DeleteFunc(slices.Clone(off), func(i int32) bool { return slices.Contains(some, i) })
		if len(less) > 0 { // no answer breaks none
			asked++
			better, err = c.with(ctx, less)
		}
		switch {
		case better != nil:
			whole, off = better, less
		case len(some) > 1:
			restore(some[:len(some)/2])
			restore(some[len(some)/2:])
		}
	}
	restore(off)
	return whole, err
}
