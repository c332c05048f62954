package classic

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// TourJob is a model with the one search to use. It implements [model.Estimator].
type TourJob struct {
	*TourModel
	search TourSearch
}

// OpenTour recognizes a model for the named search. The error is a clause that says why the search does not apply.
func OpenTour(m *model.Model, o model.Options) (*TourJob, error) {
	s, err := named(o.Search)
	if err != nil {
		return nil, err
	}
	w, err := recognize(m, o, TourOf)
	if err != nil {
		return nil, fmt.Errorf("search %s does not apply: %w", s.Name, err)
	}
	return w.By(s.Name)
}

// By adds the search of that name, which must exist. The error says why it does not apply.
func (w *TourModel) By(name string) (*TourJob, error) {
	s := find(name)
	if w.problem.Graph.Directed && !s.Directed {
		return nil, fmt.Errorf("search %s is for undirected graphs", name)
	}
	return &TourJob{w, s}, nil
}

// named returns the one search that a task names.
func named(names []string) (TourSearch, error) {
	var all []string
	for _, s := range TourSearches() {
		if len(names) == 1 && names[0] == s.Name {
			return s, nil
		}
		all = append(all, s.Name)
	}
	if len(names) > 1 {
		return TourSearch{}, fmt.Errorf("a search for a path or cycle stands alone")
	}
	return TourSearch{}, fmt.Errorf("no search for a path or cycle is named %q; there are %s", strings.Join(names, ","), strings.Join(all, ", "))
}

// Refuses never refuses.
func (*TourJob) Refuses(model.SolveOptions) model.Reason { return model.Reason{} }

// Solve searches as [model.Job] describes. Nodes counts the vertices that lines went on to, and DeadEnds those that
// were taken back.
func (j *TourJob) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	return j.Try(ctx, o, 0, yield)
}

// Try is Solve for a search that is not exhaustive. It gives up after a number of covers, restarts or orders of
// moves. 0 is the search's own limit.
func (j *TourJob) Try(ctx context.Context, o model.SolveOptions, tries int, yield func(model.Solution) bool) model.Result {
	if j.impossible {
		return model.Result{Complete: true, Exhausted: true}
	}
	d := model.NewDelivery(ctx, o, yield)
	defer d.Close()
	options := j.options(o)
	options.Tries = tries
	res := RunTour(ctx, j.problem, j.search.Name, options, func(line []int32) bool { return d.Deliver(j.solution(line)) })
	d.Result.Stats = j.stats(res.TourWork)
	reason := model.Reason{}
	if ctx.Err() == nil {
		reason = model.Because(model.Lossy, "search %s may lose solutions", j.search.Name)
	}
	return d.Finish(res.Exhausted, reason)
}

func (w *TourModel) stats(work TourWork) model.Stats {
	return model.Stats{Variables: int64(len(w.Vars)), Nodes: work.Choices, DeadEnds: work.DeadEnds}
}

// options translates the options. Watch sees the numbers of the model's graph.
func (w *TourModel) options(t model.SolveOptions) TourOptions {
	o := TourOptions{Seed: t.Seed, Every: t.WatchEvery, Watch: t.Watch}
	if t.Watch != nil && w.vertices != nil {
		o.Watch = func(moment model.Moment) {
			line := alg.Map(moment.Lines[0], func(v int32) int32 { return w.vertices[v] })
			t.Watch(model.Moment{Choices: moment.Choices, Lines: [][]int32{line}})
		}
	}
	if t.Progress != nil {
		last := time.Now()
		o.Report = func(work TourWork) {
			if now := time.Now(); now.Sub(last) >= 100*time.Millisecond {
				last = now
				t.Progress(model.Progress{Stats: w.stats(work)})
			}
		}
	}
	return o
}

// solution returns the values of all variables for a line.
func (w *TourModel) solution(line []int32) model.Solution {
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

// use switches on the edge from u to v, vertices of the problem.
func (w *TourModel) use(values model.Solution, u, v int32) {
	if w.vertices != nil {
		u, v = w.vertices[u], w.vertices[v]
	}
	for _, h := range w.Graph.Out[u] {
		if h.To == v {
			w.Assign(values, w.Edges[h.Edge], true)
		}
	}
}

// Estimate is [EstimateTree] for the model, as [model.Estimator] describes.
func (j *TourJob) Estimate(ctx context.Context, o model.EstimateOptions) (model.Estimate, error) {
	if !j.search.Exhaustive {
		return model.Estimate{}, model.Because(model.Unsupported, "search %s has no tree that could be estimated: it may lose solutions", j.search.Name)
	}
	if j.impossible {
		return model.Estimate{Probes: o.Probes}, nil
	}
	return EstimateTree(ctx, j.problem, j.search.Name, o), nil
}

// TourModel is a model that is nothing but one path or cycle through known vertices.
type TourModel struct {
	*Model
	// impossible is true if the known values contradict each other.
	impossible bool

	problem  TourProblem
	vertices []int32 // maps vertices of the problem to the model's; nil if they are the same
}

// TourOf accepts a recognized model. The error is a clause. It allows only a path or cycle, vertices and edges that
// are off, and known ends.
func TourOf(s *Model) (*TourModel, error) {
	if s.Labels != nil {
		return nil, Refusal{Why: noShape}
	}
	w := &TourModel{Model: s, impossible: s.Impossible}
	return w, w.setProblem()
}

// setProblem makes the problem: the graph of the vertices that are on, and the known ends.
func (w *TourModel) setProblem() error {
	g := w.Graph
	whole := true
	number := make([]int32, g.Order()) // by vertex: its number if it is on, or -1
	var on []int32
	for v, l := range w.Vertices {
		switch w.Known(l) {
		case 0:
			if !w.impossible {
				return fmt.Errorf("it passes through all vertices, and the spec leaves some open")
			}
		case 1:
			number[v] = int32(len(on))
			on = append(on, int32(v))
			continue
		}
		number[v] = -1
		whole = false
	}
	for _, l := range w.Edges {
		known := w.Known(l)
		if known > 0 && !w.impossible {
			return fmt.Errorf("it can't be told to use an edge")
		}
		whole = whole && known == 0
	}
	w.problem = TourProblem{Graph: g, Closed: w.Closed, Start: -1, End: -1}
	if w.impossible = w.impossible || len(on) == 0; w.impossible {
		return nil
	}
	if !whole {
		w.vertices, w.problem.Graph = on, w.subgraph(number)
	}
	ends, err := w.Ends()
	for _, v := range ends {
		w.endAt(number[v])
	}
	if g.Directed && !w.problem.Closed {
		w.deadEnds()
	}
	return err
}

// subgraph returns the graph of the vertices that are on, without the edges that are off. It keeps the order of
// edges at each vertex.
func (w *TourModel) subgraph(number []int32) *alg.Graph {
	g := w.Graph
	p := &alg.Graph{Directed: g.Directed}
	edge := make([]int32, len(g.Edges))
	for i, e := range g.Edges {
		edge[i] = -1
		if w.Known(w.Edges[i]) >= 0 {
			edge[i] = int32(len(p.Edges))
			p.Edges = append(p.Edges, alg.Edge{U: number[e.U], V: number[e.V]})
		}
	}
	keep := func(all [][]alg.Half) [][]alg.Half {
		var out [][]alg.Half
		for v, halves := range all {
			if number[v] < 0 {
				continue
			}
			var list []alg.Half
			for _, h := range halves {
				if edge[h.Edge] >= 0 {
					list = append(list, alg.Half{To: number[h.To], Edge: edge[h.Edge]})
				}
			}
			out = append(out, list)
		}
		return out
	}
	p.Out = keep(g.Out)
	p.In = p.Out
	if g.Directed {
		p.In = keep(g.In)
	}
	return p
}

// deadEnds finds where a directed path must begin and end: where no arc enters or leaves.
func (w *TourModel) deadEnds() {
	g := w.problem.Graph
	for _, side := range []struct {
		halves [][]alg.Half
		end    *int32
	}{{g.In, &w.problem.Start}, {g.Out, &w.problem.End}} {
		for v, halves := range side.halves {
			if len(halves) == 0 {
				w.impossible = w.impossible || *side.end >= 0
				*side.end = int32(v)
			}
		}
	}
}

// endAt makes a vertex an end of the path.
func (w *TourModel) endAt(v int32) {
	switch {
	case w.problem.Start < 0:
		w.problem.Start = v
	case w.problem.End < 0:
		w.problem.End = v
	default:
		w.impossible = true
	}
}

// EstimateTree estimates the size of an exhaustive search's tree by random probes. A probe descends to a leaf and
// multiplies the numbers of options. The sum of the products is the size on average (Knuth, "Estimating the
// efficiency of backtrack programs", 1975). If the context ends, it does fewer probes. The seed decides all draws.
func EstimateTree(ctx context.Context, p TourProblem, name string, o model.EstimateOptions) model.Estimate {
	if !find(name).Exhaustive {
		panic("tour: search " + name + " has no tree to estimate")
	}
	if p.Graph.Order() < p.least() {
		return model.Estimate{}
	}
	r := &run{p: p.normal(), order: int32(p.Graph.Order()), yield: func([]int32) bool { return true }}
	return newWalker(r, find(name)).estimate(ctx, r.starts(false), o)
}

// estimate probes the tree of a rule from some starts.
func (w *walker) estimate(ctx context.Context, starts []int32, o model.EstimateOptions) (e model.Estimate) {
	draw := tourRandom(o.Seed)
	squares := 0.0 // of the differences from the mean (Welford 1962)
	for range o.Probes {
		if ctx.Err() != nil || len(starts) == 0 {
			break
		}
		weight, size := float64(len(starts)), 0.0
		for v := starts[draw.IntN(len(starts))]; ; {
			w.push(v)
			begin := int(w.begins[len(w.begins)-1])
			n := len(w.list) - begin
			if n == 0 {
				break
			}
			weight *= float64(n)
			size += weight
			v = w.list[begin+draw.IntN(n)]
		}
		for len(w.line) > 0 {
			w.pop()
		}
		e.Probes++
		d := size - e.Mean
		e.Mean += d / float64(e.Probes)
		squares += d * (size - e.Mean)
		if o.Progress != nil {
			o.Progress(e.Probes)
		}
	}
	if e.Probes > 1 {
		e.StdError = math.Sqrt(squares / float64(e.Probes-1) / float64(e.Probes))
	}
	return e
}
