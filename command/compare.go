package command

import (
	"time"

	"nazo/compile"
	"nazo/engine"
	"nazo/solve"
)

// comparison is the work of both engines on one instance.
type comparison struct {
	name   string
	report *solve.Report
	// counted is the count made without visiting each solution; nil where that
	// can't be done, or is not asked for.
	counted *solve.Tallied
}

// comparisons are the results of a puzzle's instances.
type comparisons struct {
	puzzle   string
	table    []comparison
	moving   bool
	searches bool // of one engine were compared, not engines
}

// compareCmd holds engines, or searches of one, against each other.
type compareCmd struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance and values, as for solve. Without any, the spec's examples are compared."`
	Time period   `default:"10s" placeholder:"DURATION" help:"Time for each engine and example (default: 10s)."`
	plainFormatFlag
	Search string `placeholder:"NAME,…" help:"Compare named searches of engine native instead, by their first solutions: all, or a list; a+b is a and b together."`

	Limit amount `placeholder:"N" help:"Stop counting there (default: no limit)."`
	First bool   `help:"Compare the time to the first solution instead of counting."`
	Seed  seed   `placeholder:"N" help:"Vary the order of the search, and what is shuffled (default: the plain order)."`
	runFlags
}

// Run has each answer the same question, in turn.
func (c *compareCmd) Run(s *session) error {
	s.limit(0)
	s.bound(c.Memory)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err != nil {
		return err
	}
	if c.Search != "" {
		return s.compareSearches(c, r)
	}
	t, err := team("both")
	if err != nil {
		return err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	q := c.asked(r, s.progress.report)
	var table []comparison
	status := statusTrue
	to := c.printer(s, colorFlag{}.drawer(s))
	print := func(table []comparison) { to.comparisons(&comparisons{r.Name, table, r.Moving(), false}) }
	jobs := compareJobs(r, len(c.Args) > 0 || isLink(c.Spec))
	for i, job := range jobs {
		s.progress.step("instances", i, len(jobs))
		if s.ctx.Err() != nil {
			break
		}
		p, err := s.problem(r, job.Input)
		if err != nil {
			return err
		}
		s.warn()
		opened := solve.Open(p, t)
		rep := s.compareRuns(p, opened, q)
		row := comparison{name: job.Name, report: rep}
		if q.Limit == 0 && !r.Moving() && s.ctx.Err() == nil {
			row.counted = opened.CountBeside(s.ctx, q, rep)
			if row.counted != nil && s.ctx.Err() != nil && !row.counted.Complete {
				row.counted.Reason = engine.Ended(s.ctx)
			}
		}
		table = append(table, row)
		known := table
		s.known(func() { print(known) })
		switch {
		case rep.Fault != nil:
			status = s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
		case agreementOf(rep) == undecided:
			status = max(status, statusLimit)
		}
	}
	s.answered()
	s.progress.clear()
	print(table)
	if s.ctx.Err() != nil {
		s.note("%s", s.stopReason())
		status = max(status, statusLimit)
	}
	return status
}

// mostCompared is how many best runs are asked for, unless another number is said:
// if there are no more of them, the engines must find the same.
const mostCompared = 100

// asked is the question to each engine.
func (c *compareCmd) asked(r *request, report func(solve.Progress)) solve.Question {
	q := solve.Question{Limit: int(c.Limit), Keep: 1, Seed: int64(c.Seed), Progress: report}
	switch {
	case c.First:
		q.Limit = 1
	case c.Limit == 0 && r.Moving():
		q.Limit = mostCompared
	}
	return c.question(q)
}

// compareRuns has each engine answer. All that the user's interrupt ended, or
// kept from beginning, say so in the same words.
func (s *session) compareRuns(p *solve.Problem, opened *solve.Session, q solve.Question) *solve.Report {
	q.Memory = statesWithin(memory(q.Memory), p)
	s.progress.stage(searchingFor(""))
	rep := opened.Ask(s.ctx, q)
	if s.ctx.Err() != nil {
		for _, run := range rep.Attempts {
			if !run.Complete {
				run.Reason = engine.Ended(s.ctx)
			}
		}
	}
	return rep
}

// compareJobs are the instances to compare on: the one that is named, or else
// the spec's examples.
func compareJobs(r *request, named bool) []*compile.Example {
	if examples := compile.Examples(r.Spec); !named && len(examples) > 0 {
		return examples
	}
	var jobs []*compile.Example
	for in := range r.inputs() {
		name := r.Name
		if r.instance != nil {
			name = r.instance.Source.Name
			if r.instance.Title != "" {
				name += ":" + r.instance.Title
			}
		}
		for _, o := range in.Overrides {
			name += " " + o.Name + "=" + o.Text
		}
		jobs = append(jobs, &compile.Example{Name: name, Input: in})
	}
	return jobs
}

// agreement says whether engines came to the same.
type agreement uint8

const (
	undecided agreement = iota // not all finished
	agreed
	disagreed
)

func agreementOf(r *solve.Report) agreement {
	if r.Fault != nil {
		return disagreed
	}
	for _, run := range r.Attempts {
		if !run.Complete {
			return undecided
		}
	}
	return agreed
}

// runVerdict is the result of a run, or why it ended before that: how far it
// got, the number of its solutions says.
func runVerdict(run *solve.Attempt) string {
	if run.Complete || run.Reason.Kind == engine.None {
		return string(run.Verdict)
	}
	if run.Best != nil && run.Solutions == 0 {
		return "not proved optimal (" + run.Reason.String() + ")"
	}
	return run.Reason.String()
}
