package command

import (
	"nazo/backbone"
	"nazo/judge"
	"nazo/model"
	"nazo/native"
	"nazo/solve"
)

// alternatives are solutions that show where the solutions of a puzzle differ.
type alternatives struct {
	answers []*judge.Answer
	// decided says that in all other places all solutions are the same, which is proved.
	decided bool
}

// alternativesWork is how much work it may be to find out where solutions differ ([backbone.Options]): some seconds at most.
const alternativesWork = 2_000_000

// alternatives finds out where the solutions of an outcome with several differ, as far as the work suffices; nil if there are not
// several, they are runs or best of all, or nothing more than two of them is known.
func (s *session) alternatives(r *request, ans *outcome) (*alternatives, error) {
	if ans.report.Count < 2 || ans.problem == nil || r.Moving() || len(ans.problem.Model.Objectives) > 0 || s.quiet {
		return nil, nil
	}
	s.progress.stage("looking for where solutions differ")
	defer s.progress.clear()
	var witnesses []model.Solution
	o := backbone.Options{Work: alternativesWork, Witness: func(found model.Solution) { witnesses = append(witnesses, found) }}
	e := native.New()
	found, err := backbone.Find(s.ctx, ans.problem.Model, e, o)
	if err != nil || len(witnesses) < 2 {
		return nil, nil
	}
	judged := solve.Accept(s.late, ans.problem, e.Name(), witnesses)
	if judged.Fault != nil {
		ans.report = judged
		return nil, s.disagree(r, ans)
	}
	if len(judged.Answers) < 2 { // there was no time to judge them
		return nil, nil
	}
	return &alternatives{judged.Answers, found.Decided && judged.Complete}, nil
}
