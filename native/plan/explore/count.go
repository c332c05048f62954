package explore

import (
	"context"
	"math/big"

	"nazo/engine"
	"nazo/model"
)

// Plan plans a count of the best runs as [engine.Counter] describes; a named search that is not
// exhaustive is refused.
func (j *Machine) Plan(_ context.Context, o engine.CountOptions) (engine.Plan, error) {
	if o.ByLength || o.Modulo > 0 || o.Parts > 0 || o.Checkpoint != "" || o.OrderVariant > 0 {
		return nil, engine.Because(engine.Unsupported, "runs are counted by their states, not by eliminating vertices")
	}
	solve := engine.SolveOptions{RunOptions: o.RunOptions}
	if o.Progress != nil {
		solve.Progress = func(p engine.Progress) { o.Progress(engine.CountProgress{States: p.States, Stats: p.Stats}) }
	}
	if err := j.suits(solve).Err(); err != nil {
		return nil, err
	}
	return &count{j, solve}, nil
}

// count is a count of best runs.
type count struct {
	machine *Machine
	options engine.SolveOptions
}

// HardToOrder is false: states have no order that would have to be found.
func (*count) HardToOrder() bool { return false }

// Forecast is nil: the number of states isn't known before they are visited.
func (*count) Forecast(context.Context) *engine.Forecast { return nil }

// Count counts the best runs as [engine.Plan] describes.
func (c *count) Count(ctx context.Context) (out engine.Count) {
	l := newLimits(ctx, c.options.Memory, c.options.Progress)
	defer l.close()
	if s := c.machine.search(ctx, c.options, l); s != nil {
		out = s.count(c.machine.m)
	}
	if l.reason.Kind != engine.None {
		out = engine.Count{Reason: l.reason}
	}
	out.Stats = l.stats
	return out
}

func (s *search) count(m *model.Model) engine.Count {
	work, reason := s.choose(m)
	if work == nil {
		s.decline(reason)
		return engine.Count{}
	}
	defer work.close()
	result := running
	for result == running {
		result = work.step(workSlice)
	}
	switch result {
	case exhausted:
		return engine.Count{N: new(big.Int), Complete: true}
	case found:
		if w := s.optimalRuns(work); w != nil {
			return engine.Count{N: w.total(), Complete: true, Costs: s.costs(work.replay(work.run()))}
		}
	}
	return engine.Count{}
}
