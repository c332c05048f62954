package native

import (
	"context"
	"fmt"

	"nazo/engine"
	"nazo/model"
	"nazo/native/fd"
	"nazo/native/path"
	"nazo/native/plan/explore"
)

// Engine is the native solver. It keeps nothing between calls, so one engine
// may work on several tasks at once.
type Engine struct{}

var (
	_ engine.Solver   = (*Engine)(nil)
	_ engine.Surveyor = (*Engine)(nil)
)

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is "native".
func (*Engine) Name() string { return "native" }

// Supports reports whether the engine can take up the task: it declines models
// that would take more than about a gigabyte, numbers beyond
// [model.MaxMagnitude], and named searches of which [Searches] says that they
// are for something else. Machines have no such limits: their states are bounded by
// the task's memory.
func (*Engine) Supports(m *model.Model, t engine.Task) (ok bool, reason string) {
	return noReason(supports(m, t))
}

func supports(m *model.Model, t engine.Task) error {
	switch {
	case m.Machine != nil:
		return explore.Supports(m, ownChoice(t))
	case mixesDefault(t):
		return fmt.Errorf("search %s stands alone", Default)
	case asksByName(t):
		return path.Supports(m, t)
	case path.Large(m, t):
		return nil
	}
	return fd.Supports(m)
}

// noReason turns the error that says why not into what the contract wants.
func noReason(err error) (ok bool, reason string) {
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

// Solve works on the task as [engine.Solver] describes: on machines by package explore, by the
// searches that the task names, or by what presolve tells to be the best search for the model.
func (*Engine) Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	if err := supports(m, t); err != nil {
		return engine.Result{Reason: err.Error()}
	}
	switch {
	case m.Machine != nil:
		return explore.Solve(ctx, m, ownChoice(t), yield)
	case asksByName(t):
		return path.Solve(ctx, m, t, yield)
	case path.Large(m, t):
		r := path.TryLarge(ctx, m, t, yield)
		if r.Complete || r.Solutions > 0 || ctx.Err() != nil || fd.Supports(m) != nil {
			return r
		}
	}
	d := engine.NewDelivery(ctx, t, yield)
	defer d.Close()
	root := fd.Presolve(m, t, d)
	if root.Impossible() || d.Stopped() {
		return d.Finish(root.Impossible(), "")
	}
	if s := path.Recognize(root); s != nil {
		return d.Finish(s.Search(d), "")
	}
	return d.Finish(root.Search(path.NewLinksGuess(m, t, d)), "")
}

// Survey visits the states of a machine as [engine.Surveyor] describes.
func (*Engine) Survey(ctx context.Context, m *model.Model, t engine.Task) engine.Survey {
	return explore.Survey(ctx, m, t)
}
