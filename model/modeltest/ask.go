package modeltest

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Task is an [engine.Task] without its parts, so that tests can write it in one.
type Task struct {
	Search       []string
	Off          []int32
	Within       []engine.Within
	Cubes        []engine.Cube
	AnyObjective bool
	Limit        int
	Seed         int64
	Varied       bool
	MaxMoves     int
	Memory       int64
	Watch        func(engine.Moment)
	WatchEvery   int64
	Progress     func(engine.Progress)
}

// Full is the task in its parts.
func (t Task) Full() engine.Task {
	return engine.Task{
		Options: engine.Options{Search: t.Search, Off: t.Off, Within: t.Within, AnyObjective: t.AnyObjective},
		SolveOptions: engine.SolveOptions{Limit: t.Limit, Cubes: t.Cubes, Seed: t.Seed, Varied: t.Varied, RunOptions: engine.RunOptions{MaxMoves: t.MaxMoves, Memory: t.Memory},
			Watch: t.Watch, WatchEvery: t.WatchEvery, Progress: t.Progress},
	}
}

// Open has an engine open a model for a task. The error says why it can't do the task.
func Open(ctx context.Context, e engine.Engine, m *model.Model, t Task) (engine.Job, error) {
	full := t.Full()
	job, err := e.Open(ctx, m, full.Options)
	if err == nil {
		err = job.Refuses(full.SolveOptions).Err()
	}
	return job, err
}

// Run has an engine open a model and work on a task; what it refuses it gives as the reason.
func Run(ctx context.Context, e engine.Engine, m *model.Model, t Task, yield func(model.Solution) bool) engine.Result {
	job, err := Open(ctx, e, m, t)
	if err != nil {
		return engine.Result{Reason: engine.ReasonOf(err)}
	}
	return job.Solve(ctx, t.Full().SolveOptions, yield)
}

// EngineFunc is an engine that is no more than how it opens models.
type EngineFunc func(*model.Model, engine.Options) (engine.Job, error)

// Name is "test".
func (EngineFunc) Name() string { return "test" }

// Open is f.
func (f EngineFunc) Open(_ context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	return f(m, o)
}
