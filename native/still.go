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
	presolve   engine.Once[presolved]
}

var _ engine.Splitter = (*still)(nil)

// presolved is what presolve found out, and what it leaves if that is nothing but one path or
// cycle; nil otherwise.
type presolved struct {
	root  *fd.Root
	route *shape.Model
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
	return engine.Work{Recognitions: j.recognizer.Looks(), Lowerings: j.Lowerings(), Presolves: j.presolve.Times()}
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
	whole := o.Cubes == nil // other ways to solutions know of no cubes
	if whole && o.Limit == 1 && j.large() != nil {
		r := path.TryLarge(ctx, j.large(), o, yield)
		if r.Complete || r.Solutions > 0 || ctx.Err() != nil || j.unfit() != nil {
			return r
		}
	}
	if err := j.unfit(); err != nil {
		return engine.Result{Reason: engine.ReasonOf(engine.Refusal(err))}
	}
	var decider *decider
	if whole && 0 < o.Limit && o.Limit <= mostDecided && j.AboutGraph() {
		decider, yield = j.newDecider(ctx, o, yield)
	}
	d := engine.NewDelivery(ctx, o, yield)
	defer d.Close()
	p, err := j.presolve.Get(ctx, j.presolved)
	d.Result.Stats.Variables = int64(len(j.m.Vars))
	if err != nil || p.root.Impossible() {
		return d.Finish(err == nil, engine.Reason{})
	}
	var by fd.Helpers
	if whole {
		by.Guess = path.NewLinksGuess(j.shape, o.Seed, d)
		if e := j.newOptimizer(ctx, o, &d.Result); e != nil {
			defer e.stop()
			by.Optimizer = e
		}
	}
	if s := path.For(p.route, p.root.Objectives(), o, by.Optimizer); s != nil && whole {
		return d.Finish(s.Search(d), engine.Reason{})
	} else if s != nil {
		return j.inTurn(ctx, o, yield)
	}
	if decider != nil && len(p.root.Objectives()) == 0 {
		decider.d, by.Decider = d, decider
	}
	return d.Finish(p.root.Search(o, d, by), engine.Reason{})
}

// presolved presolves the model and looks at what is left.
func (j *still) presolved(ctx context.Context) (presolved, error) {
	root, err := fd.Presolve(ctx, j.m, j.options)
	if err != nil || root.Impossible() {
		return presolved{root: root}, err
	}
	return presolved{root, path.Recognize(root, &j.recognizer)}, nil
}

// Inquire begins a series of questions; see [engine.Inquirer].
func (j *still) Inquire(ctx context.Context, o engine.InquiryOptions) (engine.Inquiry, error) {
	if err := j.unfit(); err != nil {
		return nil, engine.Refusal(err)
	}
	if o.Switches {
		return fd.InquireSwitched(ctx, j.m, j.options, o.Seed)
	}
	p, err := j.presolve.Get(ctx, j.presolved)
	if err != nil {
		return nil, err
	}
	return p.root.Inquire(ctx, o.Seed)
}

// Split parts the solutions; see [engine.Splitter].
func (j *still) Split(ctx context.Context, cubes []engine.Cube, n int) ([]engine.Cube, error) {
	if err := j.unfit(); err != nil {
		return nil, engine.Refusal(err)
	}
	p, err := j.presolve.Get(ctx, j.presolved)
	if err != nil {
		return nil, engine.ReasonOf(err)
	}
	return p.root.Split(ctx, cubes, n)
}
