// Package native is the engine that searches in Go. It recognizes the kind of its model and picks the search:
//
//   - fd: any model without a machine, by lazy clause generation
//   - path: models that are nothing but one path, cycle or links
//   - classic: the named searches for these, from old texts
//   - plan: machines, by searches over their states
//   - count: counts and samples of sets of edges, by eliminating vertices
//
// A large path or cycle is tried by a fast search of package classic first. Otherwise fd presolves the model. If
// nothing but a path or cycle is left, package path takes over, until fd is better at it. All solutions of an exact cover
// are found by dancing links.
//
// The engine shares only the model with engine sat, so each can check the other. It builds no models and judges no
// answers.
package native

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/native/classic"
	"nazo/native/count"
	"nazo/native/fd"
	"nazo/native/path"
	"nazo/native/plan"
)

// Engine is the native solver. It has no state: one engine may work on several tasks at once.
type Engine struct{}

// New makes an engine.
func New() *Engine { return &Engine{} }

func (*Engine) Name() string { return "native" }

// Open prepares a job for a model. Named searches ([Searches]) must fit the model. Without a name, a machine goes
// to package plan, and any other model to the search that suits it best. Models that would take more than about a
// gigabyte, or have numbers beyond [model.MaxMagnitude], are refused. Machines have no such limit: memory bounds
// their states.
func (*Engine) Open(_ context.Context, m *model.Model, o model.Options) (model.Job, error) {
	if m.Machine == nil && !asksByName(o) {
		return openStill(m, o), nil
	}
	j, err := open(m, o)
	if err != nil {
		return nil, model.Refusal(err)
	}
	return j, nil
}

// open prepares a machine, or a model for named searches.
func open(m *model.Model, o model.Options) (model.Job, error) {
	switch {
	case m.Machine != nil:
		if !asksByName(o) {
			o.Search = nil
		}
		return plan.Open(m, o)
	case slices.Contains(o.Search, Default):
		return nil, fmt.Errorf("search %s stands alone", Default)
	}
	return path.Open(m, o)
}

// Search is a named search, for [model.Options.Search].
type Search struct {
	Name, About string
	// Source names the text that the search comes from. "" means it is our own.
	Source string
	// For is what it finds: "path, cycle", "links" or "run".
	For string
	// Exhaustive is true if it loses no solution. Only then may it count, or prove that there is none.
	Exhaustive bool
}

// Default names the engine's own choice of search.
const Default = "default"

// Searches lists the named searches, in the order of their sources: for paths and cycles, for links, for runs.
// Those for links can be combined, except the first and the last. The others stand alone.
func Searches() (all []Search) {
	for _, s := range classic.TourSearches() {
		all = append(all, Search{s.Name, s.About, s.Source, "path, cycle", s.Exhaustive})
	}
	all = append(all, Search{Default, "switches edges on and off, at the ends of all lines; in a large graph factor finds the first",
		"", "path, cycle", true})
	for _, s := range classic.LinkSearches() {
		all = append(all, Search{s.Name, s.About, s.Source, "links", s.Exhaustive})
	}
	all = append(all, Search{Default, "propagation; first, where no vertex has to be used, short runs of reach+tidy+forced",
		"", "links", true})
	for _, s := range plan.Searches() {
		all = append(all, Search{s.Name, s.About, s.Source, "run", s.Exhaustive})
	}
	return append(all, Search{Default, "depth, breadth, greedy and, by players, discrepancy in turns for some run; astar, bidirectional, breadth or uniform for the best",
		"", "run", true})
}

// Ladder lists the searches and the combinations that their sources mention, the plainest first. [Default] comes
// last and fits every model.
func Ladder() [][]string {
	runs := alg.Map(plan.Searches(), func(s plan.Search) []string { return []string{s.Name} })
	return slices.Concat(path.Ladder(), runs, [][]string{{Default}})
}

// asksByName reports whether options ask for more than the engine's own search.
func asksByName(o model.Options) bool {
	return len(o.Search) > 0 && !slices.Equal(o.Search, []string{Default})
}

// still is a model without a machine and without a named search. It is recognized when first needed.
type still struct {
	*count.Model
	m          *model.Model
	options    model.Options
	unfit      func() error // why fd can't hold the model
	recognizer classic.Recognizer
	shape      func() *classic.Model   // the shape of the model without its objectives, or nil
	large      func() *classic.TourJob // for a large path or cycle, or nil
	presolve   model.Once[presolved]
	switches   model.Once[*fd.Switchboard]
}

var _ model.Splitter = (*still)(nil)

// presolved is the result of presolve, with the remaining shape if that is nothing but one path or cycle, or an exact
// cover.
type presolved struct {
	root  *fd.Root
	route *classic.Model
	cover func() *exactCover
}

func openStill(m *model.Model, o model.Options) *still {
	j := &still{Model: count.Open(m, o), m: m, options: o}
	j.unfit = sync.OnceValue(func() error { return fd.Supports(m) })
	j.recognizer.Model, j.recognizer.Options = m, o
	j.recognizer.Options.AnyObjective = true
	j.shape = sync.OnceValue(func() *classic.Model {
		s, _ := j.recognizer.Recognize(nil)
		return s
	})
	j.large = sync.OnceValue(func() *classic.TourJob {
		if !path.MayBeLarge(m, o) {
			return nil
		}
		return path.Large(j.shape())
	})
	return j
}

// Work reports what was done once for all questions.
func (j *still) Work() model.Work {
	return model.Work{Recognitions: j.recognizer.Looks(), Lowerings: j.Lowerings(), Presolves: j.presolve.Times()}
}

// Refuses reports why the model is too large to search.
func (j *still) Refuses(o model.SolveOptions) model.Reason {
	if o.Limit == 1 && j.large() != nil {
		return model.Reason{}
	}
	return model.ReasonOf(model.Refusal(j.unfit()))
}

// Solve searches as [model.Job] describes. The first path in a large graph is tried by search factor. Everything
// else goes where presolve points.
func (j *still) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	whole := o.Cubes == nil // other searches know no cubes
	if whole && o.Limit == 1 && j.large() != nil {
		r := path.TryLarge(ctx, j.large(), o, yield)
		if r.Complete || r.Solutions > 0 || ctx.Err() != nil || j.unfit() != nil {
			return r
		}
	}
	if err := j.unfit(); err != nil {
		return model.Result{Reason: model.ReasonOf(model.Refusal(err))}
	}
	var decider *decider
	if whole && 0 < o.Limit && o.Limit <= mostDecided && j.AboutGraph() {
		decider, yield = j.newDecider(ctx, o, yield)
	}
	var d *model.Delivery
	var before []model.Solution // that another search has delivered
	d = model.NewDelivery(ctx, o, func(s model.Solution) bool {
		if slices.ContainsFunc(before, func(b model.Solution) bool { return sameFinds(j.m, b, s) }) {
			d.Result.Solutions--
			return true
		}
		return yield(s)
	})
	defer d.Close()
	p, err := j.presolve.Get(ctx, j.presolved)
	d.Result.Stats.Variables = int64(len(j.m.Vars))
	if err != nil || p.root.Impossible() {
		return d.Finish(err == nil, model.Reason{})
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
		exhausted := s.Search(d)
		gaveUp := false
		if before, gaveUp = s.GaveUp(); !gaveUp {
			return d.Finish(exhausted, model.Reason{})
		}
	} else if s != nil {
		return j.inTurn(ctx, o, yield)
	}
	if patience := patienceFor(o); whole && patience > 0 && len(p.root.Objectives()) == 0 {
		if c := p.cover(); c != nil {
			exhausted, gaveUp, found := c.search(d, patience)
			if !gaveUp {
				return d.Finish(exhausted, model.Reason{})
			}
			before = found
		}
	}
	if decider != nil && len(p.root.Objectives()) == 0 {
		decider.d, by.Decider = d, decider
	}
	return d.Finish(p.root.Search(o, d, by), model.Reason{})
}

// patienceFor returns the number of choices after which a search for exact covers may give up: some seconds for all
// solutions, and a moment to see whether there is a second one.
func patienceFor(o model.SolveOptions) int64 {
	switch {
	case o.Seed != 0:
	case o.Limit == 0:
		return 4_000_000
	case o.Limit == 2:
		return 1000
	}
	return 0
}

// presolved presolves the model and recognizes what is left.
func (j *still) presolved(ctx context.Context) (presolved, error) {
	root, err := fd.Presolve(ctx, j.m, j.options)
	if err != nil || root.Impossible() {
		return presolved{root: root}, err
	}
	cover := sync.OnceValue(func() *exactCover { return recognizeCover(root, j.options.Off) })
	return presolved{root, path.Recognize(root, &j.recognizer), cover}, nil
}

// Inquire opens a series of queries, as [model.Inquirer] describes.
func (j *still) Inquire(ctx context.Context, o model.InquiryOptions) (model.Inquiry, error) {
	if err := j.unfit(); err != nil {
		return nil, model.Refusal(err)
	}
	if o.Switches {
		b, err := j.switches.Get(ctx, func(context.Context) (*fd.Switchboard, error) { return fd.NewSwitchboard(j.m), nil })
		if err != nil {
			return nil, err
		}
		return b.Inquire(ctx, j.options, o.Seed)
	}
	p, err := j.presolve.Get(ctx, j.presolved)
	if err != nil {
		return nil, err
	}
	return p.root.Inquire(ctx, o.Seed)
}

// Split divides the solutions into cubes, as [model.Splitter] describes.
func (j *still) Split(ctx context.Context, cubes []model.Cube, n int) ([]model.Cube, error) {
	if err := j.unfit(); err != nil {
		return nil, model.Refusal(err)
	}
	p, err := j.presolve.Get(ctx, j.presolved)
	if err != nil {
		return nil, model.ReasonOf(err)
	}
	return p.root.Split(ctx, cubes, n)
}

// inTurn searches one cube after another, for searches that know no cubes. With objectives it makes two passes. The
// first finds the best value in each cube. The second lists the solutions in the cubes that reach the overall best.
func (j *still) inTurn(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	s := &turns{ctx: ctx, m: j.m, options: o, yield: yield, result: model.Result{Complete: true, Exhausted: true}}
	s.options.Cubes = nil
	for _, cube := range o.Cubes {
		within := j.options
		within.Within = slices.Concat(within.Within, cube)
		s.jobs = append(s.jobs, openStill(j.m, within))
	}
	if len(j.m.Objectives) == 0 || j.options.AnyObjective {
		s.each(nil)
		return s.result
	}
	return s.optimize()
}

// turns is the work on one task with several cubes.
type turns struct {
	ctx     context.Context
	m       *model.Model
	options model.SolveOptions
	yield   func(model.Solution) bool
	jobs    []*still // by cube
	result  model.Result
}

// each searches the cubes, except those in without, until there are enough solutions.
func (s *turns) each(without []bool) {
	limit := s.options.Limit
	for i := range s.jobs {
		if without != nil && without[i] {
			continue
		}
		o := s.options
		o.Limit = max(0, limit-s.result.Solutions)
		r := s.in(i, o, s.yield)
		s.result.Exhausted = s.result.Exhausted && r.Exhausted
		if limit > 0 && s.result.Solutions >= limit {
			s.result.Exhausted = s.result.Exhausted && i == len(s.jobs)-1
			return
		}
		if !r.Complete {
			s.result.Complete, s.result.Exhausted, s.result.Reason = false, false, r.Reason
			return
		}
	}
}

// in searches one cube.
func (s *turns) in(i int, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	if tell, before := o.Progress, s.result.Stats; tell != nil {
		o.Progress = func(p model.Progress) {
			p.Stats.Add(before)
			tell(p)
		}
	}
	r := s.jobs[i].Solve(s.ctx, o, yield)
	s.result.Stats.Add(r.Stats)
	s.result.Solutions += r.Solutions
	return r
}

// optimize lists the best solutions over all cubes.
func (s *turns) optimize() model.Result {
	o := s.options
	o.Limit = 1
	best, worse := model.Solution(nil), make([]bool, len(s.jobs))
	var worth []int64
	for i := range worse {
		var found model.Solution
		r := s.in(i, o, func(v model.Solution) bool { found = slices.Clone(v); return true })
		if found == nil {
			found = r.Best
		}
		if found == nil {
			worse[i] = true
		} else if w := s.worth(found); best == nil || slices.Compare(w, worth) < 0 {
			best, worth = found, w
			for k := range i {
				worse[k] = true
			}
		} else {
			worse[i] = slices.Compare(w, worth) > 0
		}
		if !r.Complete {
			s.result.Complete, s.result.Exhausted, s.result.Reason, s.result.Solutions, s.result.Best = false, false, r.Reason, 0, best
			return s.result
		}
	}
	s.result.Solutions = 0
	if best == nil {
		return s.result
	}
	for k, o := range s.m.Objectives {
		w := worth[k]
		if o.Maximize {
			w = -w
		}
		s.result.Bounds = append(s.result.Bounds, model.Interval{Lo: w, Hi: w})
	}
	if s.options.Limit == 1 {
		s.result.Solutions, s.result.Exhausted = 1, false
		if !s.yield(best) {
			s.result.Complete, s.result.Reason.Kind = false, model.Stopped
		}
		return s.result
	}
	s.each(worse)
	return s.result
}

// worth lists the objectives of a solution, signed so that less is better.
func (s *turns) worth(v model.Solution) (worth []int64) {
	e := model.Evaluate(s.m, v)
	for _, o := range s.m.Objectives {
		w := e.Int(o.X)
		if o.Maximize {
			w = -w
		}
		worth = append(worth, w)
	}
	return worth
}
