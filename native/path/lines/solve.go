package lines

import (
	"context"
	"fmt"

	"nazo/engine"
	"nazo/model"
)

// Job is a model of links to be searched by several stages together.
type Job struct {
	*Model
	stages []Stage
}

// mostRoutes is how many vertices times labels there may be for stage reach,
// which keeps a number for each, so that it takes 64 MB and a tenth of a second at most.
const mostRoutes = 1 << 24

// Open recognizes a model for the search that is made of the stages that the options name:
// it must be nothing but links, with nothing to minimise. If the search does not apply, the
// error says why, as a clause.
func Open(m *model.Model, o engine.Options) (*Job, error) {
	stages, err := known(o.Search)
	if err != nil {
		return nil, err
	}
	w, err := recognize(m, o)
	if err != nil {
		return nil, err
	}
	return w.by(stages)
}

// by is the model with a search.
func (w *Model) by(stages []Stage) (*Job, error) {
	for _, s := range stages {
		if n, l := w.Graph.Order(), w.labels(); (s.Name == Reach || s.Name == Alternate) && n*l > mostRoutes {
			return nil, fmt.Errorf("%d labels among %d vertices are too many for search %s", l, n, s.Name)
		}
	}
	return &Job{w, stages}, nil
}

// Refuses is none.
func (*Job) Refuses(engine.SolveOptions) engine.Reason { return engine.Reason{} }

// Solve searches as [engine.Job] describes. Nodes are the vertices that lines were
// drawn to, goals included, and DeadEnds those of them that were taken back. A search
// with a stage that may lose solutions is never complete without reaching the limit.
func (j *Job) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	return j.solve(ctx, o, 0, yield)
}

// solve makes no more than so many choices, if that is not 0.
func (j *Job) solve(ctx context.Context, o engine.SolveOptions, most int64, yield func(model.Solution) bool) engine.Result {
	if j.impossible {
		return engine.Result{Complete: true, Exhausted: true}
	}
	b := j.board(o.Seed)
	d := engine.NewDelivery(ctx, o, yield)
	defer d.Close()
	s := newSearch(b, j.stages, o, &d.Stop)
	s.most = most
	s.found = func() bool { return d.Deliver(j.solution(b)) }
	outcome := s.run()
	d.Result.Stats = s.stats
	d.Result.Stats.Variables = int64(len(j.Vars))
	losing, reason := lossy(j.stages), engine.Reason{}
	switch outcome {
	case spaceDone:
		if losing != "" {
			reason = engine.Because(engine.Lossy, "%s may lose solutions", losing)
		}
	case overMost:
		reason = engine.Because(engine.Other, "as many choices as allowed")
	}
	return d.Finish(outcome == spaceDone && losing == "", reason)
}
