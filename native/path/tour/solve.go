package tour

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nazo/engine"
	"nazo/model"
)

// Supports says whether the search that t names applies to the model. If not,
// the error says why, as a clause.
func Supports(m *model.Model, t engine.Task) error {
	_, err := take(m, t)
	return err
}

// take recognizes the model and holds it against the search that is named.
func take(m *model.Model, t engine.Task) (*task, error) {
	s, err := named(t.Search)
	if err != nil {
		return nil, err
	}
	w, err := recognize(m, t)
	if err != nil {
		return nil, fmt.Errorf("search %s does not apply: %w", s.Name, err)
	}
	if w.problem.Graph.Directed && !s.Directed {
		return nil, fmt.Errorf("search %s is for undirected graphs", s.Name)
	}
	return w, nil
}

// named is the one search that a task names.
func named(names []string) (Search, error) {
	var all []string
	for _, s := range Searches() {
		if len(names) == 1 && names[0] == s.Name {
			return s, nil
		}
		all = append(all, s.Name)
	}
	if len(names) > 1 {
		return Search{}, fmt.Errorf("a search for a path or cycle stands alone")
	}
	return Search{}, fmt.Errorf("no search for a path or cycle is named %q; there are %s", strings.Join(names, ","), strings.Join(all, ", "))
}

// Solve searches as [engine.Solver] describes, with the search in t.Search; where
// that does not apply it only says why. Nodes are the vertices that lines
// went on to, and DeadEnds those of them that were taken back.
func Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	return solve(ctx, m, t, 0, yield)
}

// Try is Solve for a search that is not exhaustive; it gives up after so many
// covers, trials or orders of moves.
func Try(ctx context.Context, m *model.Model, t engine.Task, tries int, yield func(model.Solution) bool) engine.Result {
	return solve(ctx, m, t, tries, yield)
}

func solve(ctx context.Context, m *model.Model, t engine.Task, tries int, yield func(model.Solution) bool) engine.Result {
	w, err := take(m, t)
	if err != nil {
		return engine.Result{Reason: err.Error()}
	}
	if w.impossible {
		return engine.Result{Complete: true, Exhausted: true}
	}
	d := engine.NewDelivery(ctx, t, yield)
	defer d.Close()
	options := w.options(t)
	options.Tries = tries
	res := Run(ctx, w.problem, t.Search[0], options, func(line []int32) bool { return d.Deliver(w.solution(line)) })
	d.Result.Stats = w.stats(res.Work)
	reason := ""
	if ctx.Err() == nil {
		reason = fmt.Sprintf("search %s may lose solutions", t.Search[0])
	}
	return d.Finish(res.Exhausted, reason)
}

func (w *task) stats(work Work) engine.Stats {
	return engine.Stats{Variables: int64(len(w.m.Vars)), Nodes: work.Choices, DeadEnds: work.DeadEnds}
}

// options are those of a task; what is watched is shown in the numbers of the model's graph.
func (w *task) options(t engine.Task) Options {
	o := Options{Seed: t.Seed, Every: t.WatchEvery, Watch: t.Watch}
	if t.Watch != nil && w.vertices != nil {
		var line []int32
		o.Watch = func(trial engine.Trial) {
			line = line[:0]
			for _, v := range trial.Lines[0] {
				line = append(line, w.vertices[v])
			}
			t.Watch(engine.Trial{Choices: trial.Choices, Lines: [][]int32{line}})
		}
	}
	if t.Progress != nil {
		last := time.Now()
		o.Report = func(work Work) {
			if now := time.Now(); now.Sub(last) >= 100*time.Millisecond {
				last = now
				t.Progress(w.stats(work))
			}
		}
	}
	return o
}

// solution has the values of all variables for a line.
func (w *task) solution(line []int32) model.Solution {
	values := make(model.Solution, len(w.m.Vars))
	for v, x := range w.m.Vars {
		values[v] = x.Domain[0].Lo
		if x.Bool && w.value[v] > 0 {
			values[v] = 1
		}
	}
	for _, l := range w.walk.Edges {
		if w.known(l) == 0 {
			w.m.Assign(values, l, false)
		}
	}
	for i, v := range line {
		if i > 0 {
			w.use(values, line[i-1], v)
		} else if w.problem.Closed {
			w.use(values, line[len(line)-1], v)
		}
	}
	return values
}

// use switches the edge from u to v, vertices of the problem, on.
func (w *task) use(values model.Solution, u, v int32) {
	if w.vertices != nil {
		u, v = w.vertices[u], w.vertices[v]
	}
	for _, h := range w.walk.Graph.Out[u] {
		if h.To == v {
			w.m.Assign(values, w.walk.Edges[h.Edge], true)
		}
	}
}

// EstimateModel is EstimateTree for the search that t names and the problem that is the
// model. It fails if the search does not apply or has no whole tree.
func EstimateModel(ctx context.Context, m *model.Model, t engine.Task, probes int) (Estimate, error) {
	w, err := take(m, t)
	if err != nil {
		return Estimate{}, err
	}
	if s := find(t.Search[0]); !s.Exhaustive {
		return Estimate{}, fmt.Errorf("search %s has no tree that could be estimated: it may lose solutions", s.Name)
	}
	if w.impossible {
		return Estimate{Probes: probes}, nil
	}
	return EstimateTree(ctx, w.problem, t.Search[0], probes, t.Seed), nil
}
