package native

import (
	"context"
	"fmt"

	"nazo/compile/model"
)

// Engine is the native solver. It keeps nothing between calls, so one engine
// may work on several tasks at once.
type Engine struct{}

var _ model.Solver = (*Engine)(nil)

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is "native".
func (*Engine) Name() string { return "native" }

// Supports says whether the engine can take up the task: it declines models
// that would take more than about two gigabytes, and numbers beyond
// [model.MaxMagnitude].
func (*Engine) Supports(m *model.Model, _ model.Task) (ok bool, reason string) {
	if n := extent(m); n > mostCells {
		return false, fmt.Sprintf("the model has %d arguments of nodes and constraints, more than %d", n, mostCells)
	}
	for x := range m.Ints {
		if !m.Representable(model.Int(x)) {
			b := m.Bounds(model.Int(x))
			return false, fmt.Sprintf("a number may lie anywhere in %d..%d, beyond 2^53", b.Lo, b.Hi)
		}
	}
	return true, ""
}

// Solve works on the task as [model.Solver] describes.
func (e *Engine) Solve(ctx context.Context, m *model.Model, t model.Task, yield func(model.Solution) bool) model.Result {
	if ok, reason := e.Supports(m, t); !ok {
		return model.Result{Reason: reason}
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

// extent is the number of arguments of all nodes and constraints.
func extent(m *model.Model) int {
	n := len(m.Vars) + len(m.Bools) + len(m.Ints)
	for _, b := range m.Bools {
		switch b := b.(type) {
		case model.And:
			n += len(b.Args)
		case model.AtMost:
			n += len(b.Terms)
		case model.Exactly:
			n += len(b.Terms)
		}
	}
	for _, x := range m.Ints {
		switch x := x.(type) {
		case model.Linear:
			n += len(x.Terms)
		case model.Min:
			n += len(x.Args)
		case model.Max:
			n += len(x.Args)
		case model.Element:
			n += len(x.Items)
		}
	}
	for _, c := range m.Constraints {
		switch b := c.Body.(type) {
		case model.Distinct:
			n += len(b.Xs)
		case model.Inverse:
			n += 2 * len(b.Xs)
		case model.Regular:
			n += len(b.Xs) * len(b.Automaton.Accept)
		case model.Connected:
			n += len(b.Vertices) + len(b.Graph.Edges)
		case model.Acyclic:
			n += len(b.Edges)
		case model.Walk:
			n += len(b.Vertices) + len(b.Edges)
		case model.Links:
			n += len(b.Vertices) + len(b.Edges)
		}
	}
	return n
}
