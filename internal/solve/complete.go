package solve

import (
	"context"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// JudgeKnown judges an answer of which some values are unknown: nil, or [value.Partly]. A drawn
// board does not show helper finds, for example. Rules on known values are judged first. Then the
// engines search the other values, and the whole answer is judged. If there are none, they search
// values that break as few rules as can be found soon ([completion.blame]), and that answer is
// returned with its verdict. An error is a [Fault], a [model.Reason] or a [judge.Limit], and says
// nothing about the answer.
//
// Where it isn't known in which direction a route runs, it may run in either.
//
// Judging ends with the first violations. If most is not 0 all are named of an answer that is refused, at most so many of each rule.
func (s *Session) JudgeKnown(ctx context.Context, known []value.Value, most int) (a *judge.Answer, verdict judge.Verdict, err error) {
	if a, verdict, err = s.judgeEitherWay(ctx, known); most == 0 || err != nil || verdict.Accepted {
		return a, verdict, err
	}
	if all := s.problem.Judge.With(ctx).JudgeAll(a, most); len(all.Violations) > 0 || all.Err != nil {
		return a, all, all.Err
	}
	return a, verdict, nil
}

func (s *Session) judgeEitherWay(ctx context.Context, known []value.Value) (a *judge.Answer, verdict judge.Verdict, err error) {
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
			return s.judgeEitherWay(ctx, values)
		}
		a, verdict, err = read(there)
		if both && err == nil && !verdict.Accepted {
			if b, turned, err := read(back); err != nil || turned.Accepted {
				return b, turned, err
			}
		}
		return a, verdict, err
	}
	return s.judgeKnown(ctx, known)
}

func (s *Session) judgeKnown(ctx context.Context, known []value.Value) (a *judge.Answer, verdict judge.Verdict, err error) {
	whole := slices.Clone(known) // what is known as a whole
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
	for _, v := range vars {
		c.fixed = append(c.fixed, model.Fix(v, values[v]))
	}
	completed, err := c.with(ctx, nil)
	if err != nil {
		return nil, judge.Verdict{}, err
	}
	if completed != nil {
		return judging(completed)
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

// partial reports whether only a part of a value is known.
func partial(v value.Value) bool {
	_, ok := v.(*value.Partly)
	return ok
}

// completion is the search for the values of an answer that are not known.
type completion struct {
	session *Session
	known   []value.Value
	fixed   []model.Within
	last    string // the engine that answered last
}

// unknown names what is not known.
func (c *completion) unknown() string {
	var out []string
	for i, f := range c.session.problem.Finds {
		if c.known[i] == nil || partial(c.known[i]) {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// with is an answer with all values that breaks no rules but some instances; nil if there is none.
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
				whole.Values[i] = v // as it was written
			}
		}
		return whole, nil
	case !r.Exhausted:
		return nil, r.Reason
	}
	return nil, nil
}

// mostBlamed bounds how many questions are put to find which instances of rules are broken; those that are left then are
// taken for broken as they are.
const mostBlamed = 100

// blame is an answer with all values, where none breaks no rule. It breaks one rule, the first of the spec with which that is
// possible, or else several; and of these no instances that need not be broken. It is nil if what is known has no
// completion at all.
func (c *completion) blame(ctx context.Context) (*judge.Answer, error) {
	rules := c.instances()
	for _, off := range append(rules, slices.Concat(rules...)) {
		if whole, err := c.with(ctx, off); whole != nil || err != nil {
			return c.narrow(ctx, whole, off, err)
		}
	}
	return nil, nil
}

// instances are those of each rule that is no structure.
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

// narrow is an answer that breaks as few of some instances as it can, where whole breaks some of them: all are switched on again, or
// else each half, and so on. An error is handed on.
func (c *completion) narrow(ctx context.Context, whole *judge.Answer, off []int32, err error) (*judge.Answer, error) {
	asked := 0
	var restore func(some []int32)
	restore = func(some []int32) {
		if err != nil || asked == mostBlamed {
			return
		}
		var better *judge.Answer
		less := slices.DeleteFunc(slices.Clone(off), func(i int32) bool { return slices.Contains(some, i) })
		if len(less) > 0 { // there is no answer that breaks none
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
