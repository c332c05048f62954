package command

import (
	"strings"
	"time"

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
	var table []comparison
	status, answered := statusTrue, false
	jobs := compareJobs(r, len(c.Args) > 0)
	for i, job := range jobs {
		s.progress.step("instances", i, len(jobs))
		p, err := s.problem(r, job.Input)
		if err != nil {
			return err
		}
		t := solve.Team{Mode: solve.InTurn, TimeEach: time.Duration(c.Time)}
		opened, err := s.applicable(p, t, searchers, all, q)
		if err != nil {
			return err
		}
		s.warn()
		rep := s.compareRuns(p, opened, q)
		table = append(table, comparison{name: job.Name, report: rep})
		if rep.Fault != nil {
			status = s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
		}
		answered = answered || rep.Complete
		if s.ctx.Err() != nil {
			break
		}
	}
	s.answered()
	s.progress.clear()
	c.printer(s, colorFlag{}.drawer(s)).comparisons(&comparisons{r.Name, table, r.Moving(), true})
	if status == statusTrue && (!answered || s.ctx.Err() != nil) {
		status = statusLimit
	}
	return status
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

// searchOf is the name of the search that a run was.
func searchOf(run *solve.Attempt) string {
	_, name, _ := strings.Cut(run.Engine, ":")
	return name
}
