package fd

import (
	"context"

	"nazo/internal/model"
)

// Engine is the search of this package as an engine, without the others of package native. It solves any model without
// a machine, explains, and has a program smaller by a quarter.
type Engine struct{}

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is the engine's name.
func (*Engine) Name() string { return "fd" }

// Open prepares a job. It refuses machines and searches by name.
func (*Engine) Open(_ context.Context, m *model.Model, o model.Options) (model.Job, error) {
	if m.Machine != nil || len(o.Search) > 0 {
		return nil, model.Because(model.Unsupported, "engine fd has one search, for puzzles that stand still")
	}
	return &job{m: m, options: o, unfit: Supports(m)}, nil
}

// job is a model with its presolve, which is done for the first question.
type job struct {
	m        *model.Model
	options  model.Options
	unfit    error
	presolve model.Once[*Root]
}

var _ model.Inquirer = (*job)(nil)

// Refuses reports why the model is too large to search.
func (j *job) Refuses(model.SolveOptions) model.Reason {
	return model.ReasonOf(model.Refusal(j.unfit))
}

func (j *job) root(ctx context.Context) (*Root, error) {
	if j.unfit != nil {
		return nil, model.Refusal(j.unfit)
	}
	return j.presolve.Get(ctx, func(ctx context.Context) (*Root, error) { return Presolve(ctx, j.m, j.options) })
}

// Solve searches as [model.Job] describes.
func (j *job) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	if j.unfit != nil {
		return model.Result{Reason: j.Refuses(o)}
	}
	d := model.NewDelivery(ctx, o, yield)
	defer d.Close()
	root, err := j.root(ctx)
	d.Result.Stats.Variables = int64(len(j.m.Vars))
	if err != nil || root.Impossible() {
		return d.Finish(err == nil, model.Reason{})
	}
	return d.Finish(root.Search(o, d, Helpers{}), model.Reason{})
}

// Inquire opens a series of queries, as [model.Inquirer] describes.
func (j *job) Inquire(ctx context.Context, o model.InquiryOptions) (model.Inquiry, error) {
	if j.unfit != nil {
		return nil, model.Refusal(j.unfit)
	}
	if o.Switches {
		return InquireSwitched(ctx, j.m, j.options, o.Seed)
	}
	root, err := j.root(ctx)
	if err != nil {
		return nil, err
	}
	return root.Inquire(ctx, o.Seed)
}
