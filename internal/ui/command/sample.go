package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/native"
)

// mostSamples bounds the solutions that are drawn, since they are kept in memory.
const mostSamples = 10_000

type sampleCmd struct {
	puzzleFlags
	formatFlag
	colorFlag
	partsFlags
	Number Amount
}

// Declare implements [Declarer].
func (c *sampleCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags)
	c.Number = 1
	v.Flag(&c.Number, "number n", "N", "How many solutions to draw, perhaps the same one twice (default: 1).")
	v.Reword("seed", "Draw other solutions, and vary what is shuffled (default: 0).")
	v.Reword("memory", "Memory limit, for example 2G (at least 52M; default: 4 GiB for the states).")
	v.Include(&c.formatFlag, &c.colorFlag, &c.partsFlags)
}

// Run draws solutions, and has each judged.
func (c *sampleCmd) Run(s *session) error {
	if err := cmp.Or(c.suitsParts(), c.suitsAttempts()); err != nil {
		return err
	}
	r, err := c.open(s)
	switch {
	case err != nil:
		return err
	case c.Number > mostSamples:
		return mistakef("-n %d: at most %s solutions are drawn", c.Number, Thousands(mostSamples))
	}
	if err := c.drawable(r); err != nil {
		return err
	}
	ans := &outcome{spec: r.spec}
	if ans.problem, err = s.onlyProblem(r); err != nil {
		return err
	}
	start := time.Now()
	ans.report = &solve.Report{Complete: true, Verdict: solve.Unknown, Engine: native.New().Name()}
	var sampler model.Sampler
	work := series[*sampled]{
		head: func() (parts.Head, int, error) { return s.head(r, c.Args, fingerprint(ans)), int(c.Number), nil },
		able: func() error {
			s.warn()
			sampler, err = c.sampler(s, r, ans.problem)
			return err
		},
		do: func(begin, end int, found func(*sampled) error) error {
			return c.draw(s, r, ans.problem, sampler, begin, min(end, int(c.Number)), found)
		},
		print: func(f *sampled) error {
			if ans.report.Total == nil {
				ans.report.Total = f.Count
			}
			if f.Count.Sign() == 0 {
				return c.print(s, ans, start)
			}
			ans.report.Count++
			ans.report.Verdict, ans.report.Answers = solve.Solved, append(ans.report.Answers, f.answer)
			return nil
		},
		sure: func(f *sampled) any { return f },
		again: func(f *sampled) error {
			if total := ans.report.Total; f.Count == nil || total != nil && total.Cmp(f.Count) != 0 {
				return s.differ("parts of %s count different numbers of solutions: %v, and %v", r.name, total, f.Count)
			}
			return f.again(s, r, ans)
		},
		finish: func() error { return c.print(s, ans, start) },
	}
	return work.run(s, &c.partsFlags)
}

// sampled is a solution that was drawn, and the number of all solutions.
type sampled struct {
	Count    *big.Int `json:"count"`
	Solution string   `json:"solution,omitempty"` // "" if there is no solution
	answer   *judge.Answer
}

// again has the solution of a part judged.
func (f *sampled) again(s *session, r *request, ans *outcome) error {
	if f.Count.Sign() == 0 {
		return nil
	}
	a, fault, err := s.refusedAnswer(ans.problem, diag.NewSource("answer of a part", f.Solution))
	if err != nil {
		return err
	}
	if fault != nil {
		fault.Engine = ans.report.Engine
		return s.disagree(r, &outcome{spec: r.spec, problem: ans.problem, report: &solve.Report{Fault: fault}})
	}
	f.answer = a
	return nil
}

// sampler opens a problem for sampling, or says why that is impossible.
func (c *sampleCmd) sampler(s *session, r *request, p *solve.Problem) (model.Sampler, error) {
	job, _ := native.New().Open(s.ctx, p.Model, model.Options{})
	sampler, ok := job.(model.Sampler)
	if !ok {
		return nil, mistakef("%s moves: nazo sample is for puzzles that stand still. `nazo solve --limit N` shows several best runs", r.name)
	}
	return sampler, c.undrawable(r, model.ReasonOf(sampler.CanSample()))
}

// undrawable returns an error if solutions can't be drawn for a reason other than a limit.
func (c *sampleCmd) undrawable(r *request, reason model.Reason) error {
	if reason.Kind != model.Unsupported {
		return nil
	}
	return mistakef("%s: solutions can't be drawn at random, since they can't be counted without visiting each: %s. "+
		"`nazo solve --seed N --limit K` finds K solutions that differ widely, and `nazo list sample` shows for which puzzles nazo sample works", r.name, reason)
}

// draw draws all solutions, and has the numbers begin to end-1 judged. The count takes the time, and each draw
// depends on those before it.
func (c *sampleCmd) draw(s *session, r *request, p *solve.Problem, sampler model.Sampler, begin, end int, found func(*sampled) error) error {
	if begin >= end {
		return nil
	}
	o := model.SampleOptions{Number: int(c.Number), Seed: int64(c.Seed), Memory: statesWithin(c.Memory, p), Progress: s.layers()}
	s.progress.stage("looking for an order of the count")
	drawn, total, err := sampler.Sample(s.ctx, o)
	s.answered()
	reason := model.ReasonOf(err)
	if err := c.undrawable(r, reason); err != nil {
		return err
	}
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case err != nil:
		return limited{whyUndrawn(s.ctx, sampler, o, reason)}
	case total.Sign() == 0:
		return found(&sampled{Count: total})
	}
	s.progress.stage("judging what was drawn")
	rep := solve.Accept(s.ctx, p, native.New().Name(), drawn[begin:end])
	switch {
	case rep.Fault != nil:
		return s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
	case !rep.Complete:
		return limited{rep.Reason.String()}
	}
	for _, a := range rep.Answers {
		if err := found(&sampled{total, string(picture.AppendAnswer(nil, p.Judge, a)), a}); err != nil {
			return err
		}
	}
	return nil
}

func (c *sampleCmd) print(s *session, ans *outcome, start time.Time) error {
	ans.report.Elapsed = time.Since(start)
	s.answered()
	c.printer(s, c.drawer(s)).print(&samples{ans, ans.spec.Name, ans.report.Total, int64(c.Seed), []json.RawMessage{}, statsOf(ans.report.Elapsed, ans.report.Stats)})
	s.worked(c.formatFlag, ans.work())
	if ans.report.Total.Sign() == 0 {
		return StatusFalse
	}
	return nil
}

// whyUndrawn says why no solution was drawn, and how much memory that would take if memory was too little.
func whyUndrawn(ctx context.Context, s model.Sampler, o model.SampleOptions, why model.Reason) string {
	counter, ok := s.(model.Counter)
	if !ok {
		return why.String()
	}
	plan, err := counter.Plan(ctx, model.CountOptions{RunOptions: model.RunOptions{Memory: o.Memory}})
	if err != nil {
		return why.String()
	}
	f := plan.Forecast(ctx)
	switch {
	case f == nil || ctx.Err() != nil:
		return why.String()
	case beyond(f):
		return "drawing at random is out of reach: " + needs(f)
	case why.Kind == model.MemoryLimit:
		return fmt.Sprintf("%s: drawing at random keeps the states of all layers, about %s (%s for the largest alone); --memory N allows more",
			why, roughly(f.Total), size(f.Memory))
	}
	return why.String()
}

// samples is the report of nazo sample. The solutions are the answers of the report.
type samples struct {
	*outcome `json:"-"`
	Puzzle   string            `json:"puzzle"`
	Count    *big.Int          `json:"count"`
	Seed     int64             `json:"seed"`
	Samples  []json.RawMessage `json:"samples"` // empty: see listed
	Stats    stats             `json:"stats"`
}

func (s *samples) list() (string, int, func(int) []byte) { return s.answers("samples") }
