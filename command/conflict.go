package command

import (
	"nazo/explain"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
	"nazo/value"
)

// conflict is why there is no solution: rule instances that contradict each other.
type conflict struct {
	*explanation
	explain.Conflict
	// checked is true if engine sat found, too, that there is no solution with only these rule instances.
	checked bool
}

// mostUnits is up to how many rule instances a puzzle may have for a conflict of these to be looked for.
const mostUnits = 20_000

// whyNot has an outcome tell why there is no solution, if there is none, and it stands still. It is found out when it is asked for, by then
// the verdict is to be written: that is not to wait.
func (s *session) whyNot(r *request, ans *outcome) {
	if ans.report.Verdict == solve.NoSolution && ans.report.Fault == nil && ans.problem != nil && !r.Moving() && len(r.swept) == 0 && !s.quiet {
		ans.whyNot = func() *conflict { return s.conflict(ans.problem) }
	}
}

// conflict looks for a small conflict of a puzzle without a solution; nil if none is found.
func (s *session) conflict(p *solve.Problem) *conflict {
	if s.flush() != nil || len(p.Model.Instances) > mostUnits {
		return nil
	}
	s.progress.stage("looking for the reasons")
	defer s.progress.clear()
	x, err := explain.Open(s.ctx, p.Problem, native.New())
	if err != nil {
		return nil
	}
	found, ok := x.Conflict(s.ctx, nil, x.UsualWork())
	if !ok || len(found.Units) == 0 {
		return nil
	}
	refuted, known := x.Confirm(s.ctx, sat.New(), found.Units)
	if known && !refuted {
		s.note("engine sat finds a solution where engine native says that rules contradict each other; that is a bug in nazo")
		return nil
	}
	return &conflict{&explanation{problem: p, x: x}, found, known}
}

// places are where the units are.
func (c *conflict) places() (out []value.Value) {
	for _, u := range c.Units {
		out = append(out, c.x.Places(u)...)
	}
	return out
}
