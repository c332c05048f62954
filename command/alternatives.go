package command

import (
	"nazo/backbone"
	"nazo/native"
)

// alternativesWork is how much work it may be to find out where solutions differ ([backbone.Options]): some seconds at most.
const alternativesWork = 2_000_000

// alternatives finds out where the solutions of an outcome with several differ, as far as the work suffices; nil if there are not
// several, they are runs or best of all, or nothing more than two of them is known.
func (s *session) alternatives(r *request, ans *outcome) (*backbone.Difference, error) {
	if ans.report.Count < 2 || ans.problem == nil || r.Moving() || len(ans.problem.Model.Objectives) > 0 || s.quiet {
		return nil, nil
	}
	s.progress.stage("looking for where solutions differ")
	defer s.progress.clear()
	found, err := backbone.Differ(s.ctx, s.late, ans.problem, native.New(), backbone.Options{Work: alternativesWork})
	switch {
	case err != nil:
		return nil, nil
	case found.Report.Fault != nil:
		ans.report = found.Report
		return nil, s.disagree(r, ans)
	case len(found.Report.Answers) < 2: // the work, or the time to judge them, did not suffice
		return nil, nil
	}
	return found, nil
}
