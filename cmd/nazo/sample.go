package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"nazo/engine"
	"nazo/native"
	"nazo/solve"
)

// mostSamples is how many solutions are drawn at random at most: they are kept.
const mostSamples = 10_000

// sample draws solutions at random, and has each judged.
func (a *app) sample(c *sampleCmd) (int, error) {
	a.limit(c.Time)
	a.deal = int64(c.Seed)
	r, err := a.request(c.Spec, c.Args)
	switch {
	case err != nil:
		return 0, err
	case len(r.swept) > 0:
		return 0, mistakef("solutions of one puzzle can be drawn, not of a range of them")
	case c.Number > mostSamples:
		return 0, mistakef("-n %d: at most %s solutions are drawn", c.Number, thousands(mostSamples))
	}
	ans := &outcome{spec: r.spec}
	for in := range r.inputs() {
		if ans.problem, err = a.compile(a.ctx, r.spec, in); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	e := native.New()
	job, _ := e.Open(a.ctx, ans.problem.Model, engine.Options{})
	sampler, ok := job.(engine.Sampler)
	if !ok {
		return 0, mistakef("%s: solutions can't be drawn at random: runs are not drawn at random", r.name)
	}
	o := engine.SampleOptions{Number: int(c.Number), Seed: int64(c.Seed), Memory: statesWithin(c.Memory, ans.problem), Progress: a.layers()}
	a.warn()
	drawn, total, err := sampler.Sample(a.ctx, o)
	a.answered()
	a.progress.clear()
	switch reason := engine.ReasonOf(err); {
	case reason.Kind == engine.Unsupported:
		return 0, mistakef("%s: solutions can't be drawn at random: %s", r.name, reason)
	case a.ctx.Err() != nil:
		return 0, limited{a.stopReason()}
	case err != nil:
		return 0, limited{whyUndrawn(a.ctx, sampler, o, reason)}
	}
	ans.report = solve.Accept(ans.problem, e.Name(), drawn)
	ans.report.Total, ans.report.Elapsed = total, time.Since(start)
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	if c.Format == "json" {
		a.out.Write(sampleJSON(c, ans))
	} else {
		a.printSample(c, ans)
	}
	if total.Sign() == 0 {
		return statusFalse, nil
	}
	return statusTrue, nil
}

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

func (a *app) printSample(c *sampleCmd, ans *outcome) {
	r := ans.report
	if r.Total.Sign() == 0 {
		fmt.Fprintln(a.out, "no solution")
		return
	}
	for i, s := range r.Answers {
		if len(r.Answers) > 1 {
			a.printSolution(ans.problem, i+1, s, c.Color)
		} else {
			a.out.WriteString(a.drawing(ans.problem, s, c.Color))
		}
	}
	what := "solutions"
	if r.Total.IsInt64() && r.Total.Int64() == 1 {
		what = "solution"
	}
	fmt.Fprintf(a.out, "%d drawn of %s %s, each as likely as any other\n", len(r.Answers), bigThousands(r.Total), what)
}

func sampleJSON(c *sampleCmd, ans *outcome) []byte {
	out := struct {
		Puzzle  string            `json:"puzzle"`
		Count   *big.Int          `json:"count"`
		Seed    int64             `json:"seed"`
		Samples []json.RawMessage `json:"samples"`
		Stats   json.RawMessage   `json:"stats"`
	}{ans.spec.Name, ans.report.Total, int64(c.Seed), []json.RawMessage{}, appendStats(nil, ans.report.Elapsed, ans.report.Stats)}
	for _, s := range ans.report.Answers {
		out.Samples = append(out.Samples, appendAnswer(nil, ans.problem, s))
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and numbers
	}
	return append(text, '\n')
}

// bigThousands writes a number of any size with commas.
func bigThousands(n *big.Int) string {
	s := n.String()
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
