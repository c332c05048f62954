package command

import (
	"strings"
	"time"

	"nazo/compile"
	"nazo/native"
	"nazo/solve"
)

// compareSearches holds searches of one engine against each other.
func (s *session) compareSearches(c *compareCmd, r *request) error {
	searchers, all, err := searchersOf(c.Search)
	if err != nil {
		return err
	}
	q := c.question(solve.Question{Limit: max(1, int(c.Limit)), Keep: 1, Seed: int64(c.Seed), Progress: s.progress.report})
	status, answered := statusTrue, false
	jobs := compareJobs(r, len(c.Args) > 0)
	return s.compareAll(c, &comparisons{r.Name, nil, r.Moving(), true}, r, jobs, func(job *compile.Example) (*comparison, error) {
		p, err := s.problem(r, job.Input)
		if err != nil {
			return nil, err
		}
		t := solve.Team{Mode: solve.InTurn, TimeEach: time.Duration(c.Time)}
		opened, err := s.applicable(p, t, searchers, all, q)
		if err != nil {
			return nil, err
		}
		s.warn()
		rep := s.compareRuns(p, opened, q)
		row := comparisonOf(job.Name, rep, nil)
		s.disagrees(r, p, rep, row)
		return row, nil
	}, func(row *comparison) {
		status, answered = max(status, row.Status), answered || row.Answered
	}, func() exitStatus {
		if status == statusTrue && (!answered || s.ctx.Err() != nil) {
			return statusLimit
		}
		return status
	})
}

// applicable is the problem as it was opened by the searches that are for what it finds.
// Unless all are asked for, each of them has to be.
func (s *session) applicable(p *solve.Problem, t solve.Team, searchers []*searcher, all bool, q solve.Question) (_ *solve.Session, err error) {
	opened, named := solve.Open(p, t), false
	for _, by := range searchers {
		if wrong := by.applies(s.ctx, opened, p, q); wrong == nil {
			t.Engines = append(t.Engines, by)
			named = named || by.names[0] != native.Default
		} else if err == nil {
			err = wrong
		}
	}
	if all && named {
		err = nil
	}
	return opened.By(t), err
}

// search is the name of the search that a run was.
func (run *compared) search() string {
	_, name, _ := strings.Cut(run.Engine, ":")
	return name
}
