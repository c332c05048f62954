package lines

import (
	"context"
	"fmt"

	"nazo/engine"
	"nazo/model"
)

// Supports says whether the search that is made of the stages in t.Search
// applies to the model: it must be nothing but links, with nothing to minimise. If not, the
// error says why, as a clause.
func Supports(m *model.Model, t engine.Task) error {
	_, _, err := prepare(m, t)
	return err
}

// mostRoutes is how many vertices times labels there may be for stage reach,
// which keeps a number for each, so that it takes 64 MB and a tenth of a second at most.
const mostRoutes = 1 << 24

func prepare(m *model.Model, t engine.Task) ([]Stage, *task, error) {
	stages, err := known(t.Search)
	if err != nil {
		return nil, nil, err
	}
	w, err := recognize(m, t)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range stages {
		if n, l := w.links.Graph.Order(), w.labels(); (s.Name == Reach || s.Name == Alternate) && n*l > mostRoutes {
			return nil, nil, fmt.Errorf("%d labels among %d vertices are too many for search %s", l, n, s.Name)
		}
	}
	return stages, w, nil
}

// Solve searches as [engine.Solver] describes, with the stages in t.Search; where
// they do not apply it only says why. Nodes are the vertices that lines were
// drawn to, goals included, and DeadEnds those of them that were taken back. A search
// with a stage that may lose solutions is never complete without reaching the limit.
func Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	return solve(ctx, m, t, 0, yield)
}

// solve makes no more than so many choices, if that is not 0.
func solve(ctx context.Context, m *model.Model, t engine.Task, most int64, yield func(model.Solution) bool) engine.Result {
	stages, w, err := prepare(m, t)
	if err != nil {
		return engine.Result{Reason: err.Error()}
	}
	b := w.board(t.Seed)
	if w.impossible {
		return engine.Result{Complete: true, Exhausted: true}
	}
	d := engine.NewDelivery(ctx, t, yield)
	defer d.Close()
	s := newSearch(b, stages, t, &d.Stop)
	s.most = most
	s.found = func() bool { return d.Deliver(w.solution(b)) }
	outcome := s.run()
	d.Result.Stats = s.stats
	d.Result.Stats.Variables = int64(len(m.Vars))
	losing, reason := lossy(stages), ""
	switch outcome {
	case spaceDone:
		if losing != "" {
			reason = losing + " may lose solutions"
		}
	case overMost:
		reason = "as many choices as allowed"
	}
	return d.Finish(outcome == spaceDone && losing == "", reason)
}
