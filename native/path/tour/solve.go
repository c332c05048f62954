package tour

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nazo/engine"
	"nazo/model"
)

// Job is a model to be searched by one search. It satisfies [engine.Estimator].
type Job struct {
	*Model
	search Search
}

// Open recognizes a model for the one search that the options name. If that does not apply,
// the error says why, as a clause.
func Open(m *model.Model, o engine.Options) (*Job, error) {
	s, err := named(o.Search)
	if err != nil {
		return nil, err
	}
	w, err := recognize(m, o)
	if err != nil {
		return nil, fmt.Errorf("search %s does not apply: %w", s.Name, err)
	}
	return w.By(s.Name)
}

// By is the model with the search of that name, which must exist; the error says why that
// does not apply.
func (w *Model) By(name string) (*Job, error) {
	s := find(name)
	if w.problem.Graph.Directed && !s.Directed {
		return nil, fmt.Errorf("search %s is for undirected graphs", name)
	}
	return &Job{w, s}, nil
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

// Refuses is none.
func (*Job) Refuses(engine.SolveOptions) engine.Reason { return engine.Reason{} }

// Solve searches as [engine.Job] describes. Nodes are the vertices that lines
// went on to, and DeadEnds those of them that were taken back.
func (j *Job) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	return j.Try(ctx, o, 0, yield)
}

// Try is Solve for a search that is not exhaustive; it gives up after so many
// covers, restarts or orders of moves, if that is not 0.
func (j *Job) Try(ctx context.Context, o engine.SolveOptions, tries int, yield func(model.Solution) bool) engine.Result {
	if j.impossible {
		return engine.Result{Complete: true, Exhausted: true}
	}
	d := engine.NewDelivery(ctx, o, yield)
	defer d.Close()
	options := j.options(o)
	options.Tries = tries
	res := Run(ctx, j.problem, j.search.Name, options, func(line []int32) bool { return d.Deliver(j.solution(line)) })
	d.Result.Stats = j.stats(res.Work)
	reason := engine.Reason{}
	if ctx.Err() == nil {
		reason = engine.Because(engine.Lossy, "search %s may lose solutions", j.search.Name)
	}
	return d.Finish(res.Exhausted, reason)
}

func (w *Model) stats(work Work) engine.Stats {
	return engine.Stats{Variables: int64(len(w.Vars)), Nodes: work.Choices, DeadEnds: work.DeadEnds}
}

// options are those of a question; what is watched is shown in the numbers of the model's graph.
func (w *Model) options(t engine.SolveOptions) Options {
	o := Options{Seed: t.Seed, Every: t.WatchEvery, Watch: t.Watch}
	if t.Watch != nil && w.vertices != nil {
		var line []int32
		o.Watch = func(moment engine.Moment) {
			line = line[:0]
			for _, v := range moment.Lines[0] {
				line = append(line, w.vertices[v])
			}
			t.Watch(engine.Moment{Choices: moment.Choices, Lines: [][]int32{line}})
		}
	}
	if t.Progress != nil {
		last := time.Now()
		o.Report = func(work Work) {
			if now := time.Now(); now.Sub(last) >= 100*time.Millisecond {
				last = now
				t.Progress(engine.Progress{Stats: w.stats(work)})
			}
		}
	}
	return o
}

// solution has the values of all variables for a line.
func (w *Model) solution(line []int32) model.Solution {
	values := w.Base()
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
func (w *Model) use(values model.Solution, u, v int32) {
	if w.vertices != nil {
		u, v = w.vertices[u], w.vertices[v]
	}
	for _, h := range w.Graph.Out[u] {
		if h.To == v {
			w.Assign(values, w.Edges[h.Edge], true)
		}
	}
}

// Estimate is [EstimateTree] for the search and the problem that is the model, as
// [engine.Estimator] describes.
func (j *Job) Estimate(ctx context.Context, o engine.EstimateOptions) (engine.Estimate, error) {
	if !j.search.Exhaustive {
		return engine.Estimate{}, engine.Because(engine.Unsupported, "search %s has no tree that could be estimated: it may lose solutions", j.search.Name)
	}
	if j.impossible {
		return engine.Estimate{Probes: o.Probes}, nil
	}
	return EstimateTree(ctx, j.problem, j.search.Name, o), nil
}
