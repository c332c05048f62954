package command

import (
	"context"
	"fmt"
	"time"

	"nazo/engine"
	"nazo/native"
	"nazo/solve"
)

// mostSamples is how many solutions are drawn at random at most: they are kept.
const mostSamples = 10_000

// sampleCmd draws solutions at random.
type sampleCmd struct {
	onePuzzleArgs
	Number amount `short:"n" default:"1" placeholder:"N" help:"How many to draw; the same may come more than once (default: 1)."`
	Seed   seed   `placeholder:"N" help:"Draw others, and vary what is shuffled (default: 0)."`
	Memory memory `placeholder:"SIZE" help:"Take at most so much memory in all, such as 500M or 2G; less than 52M counts as 52M (default: 4 GiB for the states)."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	formatFlag
	colorFlag
}

// Run draws solutions, and has each judged.
func (c *sampleCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	switch {
	case err != nil:
		return err
	case len(r.swept) > 0:
		return mistakef("solutions of one puzzle can be drawn, not of a range of them")
	case c.Number > mostSamples:
		return mistakef("-n %d: at most %s solutions are drawn", c.Number, thousands(mostSamples))
	}
	if err := c.drawable(r); err != nil {
		return err
	}
	ans := &outcome{spec: r.spec}
	if ans.problem, err = s.onlyProblem(r); err != nil {
		return err
	}
	start := time.Now()
	e := native.New()
	job, _ := e.Open(s.ctx, ans.problem.Model, engine.Options{})
	sampler, ok := job.(engine.Sampler)
	if !ok {
		return mistakef("%s: solutions can't be drawn at random: a puzzle that moves has runs. `nazo solve --limit N` shows several that are best", r.name)
	}
	o := engine.SampleOptions{Number: int(c.Number), Seed: int64(c.Seed), Memory: statesWithin(c.Memory, ans.problem), Progress: s.layers()}
	s.warn()
	s.progress.stage("looking for an order of the count")
	drawn, total, err := sampler.Sample(s.ctx, o)
	s.answered()
	s.progress.clear()
	switch reason := engine.ReasonOf(err); {
	case reason.Kind == engine.Unsupported:
		return mistakef("%s: solutions can't be drawn at random: for that they are counted without visiting each, which can't be done here: %s. %s", r.name, reason, otherSolutions)
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case err != nil:
		return limited{whyUndrawn(s.ctx, sampler, o, reason)}
	}
	s.progress.stage("judging what was drawn")
	ans.report = solve.Accept(s.ctx, ans.problem, e.Name(), drawn)
	ans.report.Total, ans.report.Elapsed = total, time.Since(start)
	if ans.report.Fault != nil {
		return s.disagree(r, ans)
	}
	c.printer(s, c.drawer(s)).samples(&samples{ans, int64(c.Seed)})
	s.worked(c.formatFlag, ans.work())
	if total.Sign() == 0 {
		return statusFalse
	}
	return nil
}

// otherSolutions is advice for those who can't have solutions that are each as likely as any other.
const otherSolutions = "`nazo solve --seed N --limit K` finds K solutions that differ widely, and `nazo list sample` shows for which puzzles nazo sample works"

// whyUndrawn says why no solutions were drawn, with what it would have needed where
// memory was too little.
func whyUndrawn(ctx context.Context, s engine.Sampler, o engine.SampleOptions, why engine.Reason) string {
	counter, ok := s.(engine.Counter)
	if !ok {
		return why.String()
	}
	plan, err := counter.Plan(ctx, engine.CountOptions{RunOptions: engine.RunOptions{Memory: o.Memory}})
	if err != nil {
		return why.String()
	}
	f := plan.Forecast(ctx)
	switch {
	case f == nil || ctx.Err() != nil:
		return why.String()
	case beyond(f):
		return "drawing at random is out of reach: " + needs(f)
	case why.Kind == engine.MemoryLimit:
		return fmt.Sprintf("%s: drawing at random keeps the states of all layers, about %s (%s for the largest alone); --memory N allows more",
			why, roughly(f.Total), size(f.Memory))
	}
	return why.String()
}

// samples are solutions that were drawn: the answers of the report, of so many as its
// total says.
type samples struct {
	*outcome
	seed int64
}
