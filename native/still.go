package native

import (
	"context"
	"sync"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count"
	"nazo/native/fd"
	"nazo/native/path"
	"nazo/native/path/tour"
	"nazo/native/shape"
)

// still is a model without a machine that was opened without a named search. What kind of model
// it is, is found out when it is first needed. Counts and samples are those of package count.
type still struct {
	*count.Model
	m          *model.Model
	options    engine.Options
	unfit      func() error // why finite domains can't hold the model
	recognizer shape.Recognizer
	shape      func() *shape.Model // what it is if objectives play no part; nil if it is more than a shape
	large      func() *tour.Job    // of a large path or cycle; nil for any other model
}

func openStill(m *model.Model, o engine.Options) *still {
	j := &still{Model: count.Open(m, o), m: m, options: o}
	j.unfit = sync.OnceValue(func() error { return fd.Supports(m) })
	j.recognizer.Model, j.recognizer.Options = m, o
	j.recognizer.Options.AnyObjective = true
	j.shape = sync.OnceValue(func() *shape.Model {
		s, _ := j.recognizer.Recognize(nil)
		return s
	})
	j.large = sync.OnceValue(func() *tour.Job {
		if !path.MayBeLarge(m, o) {
			return nil
		}
		return path.Large(j.shape())
	})
	return j
}

// Work tells what was done once for all questions.
func (j *still) Work() engine.Work {
	return engine.Work{Recognitions: j.recognizer.Looks(), Lowerings: j.Lowerings()}
}

// Refuses says why the model is too much for a search.
func (j *still) Refuses(o engine.SolveOptions) engine.Reason {
	if o.Limit == 1 && j.large() != nil {
		return engine.Reason{}
	}
	return engine.ReasonOf(engine.Refusal(j.unfit()))
}

// Solve searches as [engine.Job] describes: by the search factor for the first of a large path or
// cycle, else by what presolve tells to be the best search for the model.
func (j *still) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	if o.Limit == 1 && j.large() != nil {
		r := path.TryLarge(ctx, j.large(), o, yield)
		if r.Complete || r.Solutions > 0 || ctx.Err() != nil || j.unfit() != nil {
			return r
		}
	}
	if err := j.unfit(); err != nil {
		return engine.Result{Reason: engine.ReasonOf(engine.Refusal(err))}
	}
	d := engine.NewDelivery(ctx, o, yield)
	defer d.Close()
	root := fd.Presolve(j.m, engine.Task{Options: j.options, SolveOptions: o}, d)
	if root.Impossible() || d.Stopped() {
		return d.Finish(root.Impossible(), engine.Reason{})
	}
	if s := path.Recognize(root, &j.recognizer); s != nil {
		return d.Finish(s.Search(d), engine.Reason{})
	}
	return d.Finish(root.Search(path.NewLinksGuess(j.shape, o.Seed, d)), engine.Reason{})
}
