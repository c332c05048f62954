package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count"
	"nazo/native/plan/explore"
)

var (
	_ engine.CountPlanner = (*Engine)(nil)
	_ engine.Sampler      = (*Engine)(nil)
)

// Counts reports whether the engine can count without visiting each solution: the
// best runs of a machine, and what [count.Supports] admits.
func (e *Engine) Counts(m *model.Model, t engine.Task) (ok bool, reason string) {
	method := ""
	if t.Counting != nil {
		method = t.Counting.Method
	}
	switch {
	case method == "enumerate":
		return false, "enumeration visits each solution"
	case m.Machine != nil && method == "frontier":
		return false, errMachine.Error()
	case m.Machine != nil:
		t.Limit = 2 // not one
		return noReason(explore.Supports(m, ownChoice(t)))
	case method != "" && method != "frontier":
		return false, fmt.Sprintf("there is no method %q, only frontier and enumerate", method)
	case asksByName(t):
		return false, "a named search visits each solution"
	}
	return noReason(count.Supports(m, t))
}

// Count counts as [engine.Counter] describes.
func (e *Engine) Count(ctx context.Context, m *model.Model, t engine.Task) engine.Count {
	if m.Machine != nil {
		return explore.Count(ctx, m, ownChoice(t))
	}
	return count.Count(ctx, m, t)
}

var errMachine = errors.New("runs are counted by their states, not by eliminating vertices")

// PlanCount says what a count of a still model would take.
func (e *Engine) PlanCount(ctx context.Context, m *model.Model, t engine.Task) (engine.CountPlan, string) {
	if m.Machine != nil {
		return engine.CountPlan{}, errMachine.Error()
	}
	p, err := count.Plan(ctx, m, t)
	_, reason := noReason(err)
	return p, reason
}

// Samples reports whether the engine can draw solutions at random.
func (e *Engine) Samples(m *model.Model, t engine.Task) (ok bool, reason string) {
	if m.Machine != nil {
		return false, "runs are not drawn at random"
	}
	return noReason(count.SupportsSample(m, t))
}

// Sample draws solutions as [engine.Sampler] describes.
func (e *Engine) Sample(ctx context.Context, m *model.Model, t engine.Task, n int) ([]model.Solution, *big.Int, error) {
	return count.Sample(ctx, m, t, n)
}
