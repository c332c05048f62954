package native

import (
	"context"
	"fmt"

	"nazo/engine"
	"nazo/model"
	"nazo/native/plan/explore"
)

// Engine is the native solver. It keeps nothing between calls, so one engine
// may work on several tasks at once.
type Engine struct{}

var _ engine.Solver = (*Engine)(nil)

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is "native".
func (*Engine) Name() string { return "native" }

// Supports says whether the engine can take up the task: it declines models
// that would take more than about a gigabyte, numbers beyond
// [model.MaxMagnitude], and named searches of which [Searches] says that they
// are for something else. Machines have no such limits: their states are bounded by
// the task's memory.
func (*Engine) Supports(m *model.Model, t engine.Task) (ok bool, reason string) {
	if m.Machine != nil {
		return supportsRuns(m, t)
	}
	if asksByName(t) {
		return supportsNamed(m, t)
	}
	if _, ok := byFactor(m, t); ok {
		return true, ""
	}
	e := measure(m)
	if e.cells > mostCells {
		return false, fmt.Sprintf("the model has %d arguments of nodes and constraints, more than %d", e.cells, mostCells)
	}
	if e.unfit >= 0 {
		b := m.Bounds(e.unfit)
		return false, fmt.Sprintf("a number may lie anywhere in %d..%d, beyond 2^53", b.Lo, b.Hi)
	}
	return true, ""
}

// Solve works on the task as [engine.Solver] describes.
func (e *Engine) Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	if ok, reason := e.Supports(m, t); !ok {
		return engine.Result{Reason: reason}
	}
	if m.Machine != nil {
		return explore.Solve(ctx, m, runTask(t), yield)
	}
	if asksByName(t) {
		return solveNamed(ctx, m, t, yield)
	}
	if r, done := tryFactor(ctx, m, t, yield); done {
		return r
	}
	s := newSearch(ctx, m, t, yield)
	release := context.AfterFunc(ctx, func() { s.stop.Store(true) })
	defer release()
	if ctx.Err() != nil {
		s.stop.Store(true)
	}
	s.solve()
	return s.finish()
}
