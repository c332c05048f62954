// Package path searches models that are nothing but one path, one cycle or links, on bare
// arrays: nothing else needs to be watched while they grow.
//
// What presolve of package fd leaves of a model is taken up by [Recognize], as package shape recognizes it.
// hamiltonian.go knows paths and cycles through all vertices, circuit.go searches them by
// switching edges on and off, the ends of lines first (circuit.go).
// round_trip.go adds what their edges cost; round_trip.go then finds the cheapest by branch and
// bound, with what package trip knows of round trips.
// simple_path.go knows any simple paths in which pairs of edges exclude each other,
// simple_path.go extends them, for the best of them with bounds, and automorphism.go says
// where it need not begin.
//
// Searches with names are in the packages tour, for paths and cycles through all vertices, and
// lines, for links; path.go chooses between them. Of these, two serve without being asked for:
// path.go has the first path in a large graph found, path.go draws any links line by line for the
// search of package fd.
package path

import (
	"context"
	"errors"
	"slices"

	"nazo/internal/model"
	"nazo/native/classic"
	"nazo/native/fd"
	"nazo/native/shape"
)

// Search is a search for all that a task asks of its model.
type Search interface {
	// Search delivers the solutions and reports whether the search space was exhausted.
	Search(d *model.Delivery) (exhausted bool)
}

// Recognize tells of a model whether presolve leaves nothing but one path or cycle; if it does not,
// the result is nil. The recognizer is that of the model, to which objectives are nothing.
func Recognize(root *fd.Root, r *shape.Recognizer) *shape.Model {
	if !model.Has[model.Route](root.Model()) {
		return nil
	}
	w, err := r.Recognize(root)
	if err != nil || w.Labels != nil {
		return nil
	}
	return w
}

// For is the search for what [Recognize] has found: for a path or cycle through known vertices,
// without an objective or with one that adds up its edges, or any path of an undirected graph, some of whose edges exclude each
// other, with at most one objective. It is nil for others.
//
// A search for the best path asks the optimizer now and then, unless it is nil.
func For(w *shape.Model, objectives []model.Objective, o model.SolveOptions, by fd.Optimizer) Search {
	if w == nil || o.VariesAfter(0) { // these searches take back one choice after the other, so that two solutions differ by little
		return nil
	}
	if len(objectives) == 0 {
		if h := recognizeHamiltonian(w, o); h != nil {
			return h
		}
	}
	if len(objectives) == 1 {
		if t := recognizeTrip(w, objectives[0], o); t != nil {
			return t
		}
	}
	if f := recognizeFreePath(w, objectives, o); f != nil {
		f.optimizer = by
		return f
	}
	return nil
}

// Open takes up a model for the searches that the options name. The error says why they don't
// apply, as a clause.
func Open(m *model.Model, o model.Options) (model.Job, error) {
	var j model.Job
	err := errors.New("named searches are for a path, a cycle or links, and the spec finds none")
	switch {
	case model.Has[model.Links](m):
		j, err = classic.OpenLinks(m, o)
	case model.Has[model.Route](m):
		j, err = classic.OpenTour(m, o)
	}
	if err != nil {
		return nil, err
	}
	return j, nil
}

// Ladder lists the searches, and those of their combinations that their sources speak of, from
// the plainest on.
func Ladder() [][]string {
	var all [][]string
	for _, s := range classic.TourSearches() {
		all = append(all, []string{s.Name})
	}
	for _, names := range classic.LinkLadder() {
		if len(names) > 1 || !slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, names) }) {
			all = append(all, names)
		}
	}
	return all
}

// largeTour is from how many variables on the first path or cycle is looked for
// by the search factor, which takes time almost linear in the graph.
const largeTour = 5000

// MayBeLarge reports whether a model has a path or cycle, no objective that matters, and so many
// variables that it is worth its while to be recognized for [Large].
func MayBeLarge(m *model.Model, o model.Options) bool {
	return len(m.Vars) >= largeTour && (o.AnyObjective || len(m.Objectives) == 0) && model.Has[model.Route](m)
}

// Large is a path or cycle of a large graph, of which the search factor may
// find one soon. It is nil if s, what the model was recognized as, is anything else or nil.
func Large(s *shape.Model) *classic.TourJob {
	if s == nil {
		return nil
	}
	w, err := classic.TourOf(s)
	if err != nil {
		return nil
	}
	j, _ := w.By("factor")
	return j
}

// fewCovers is how often the search factor is tried before any other: in
// most graphs with cycles at all the first cover leads to one.
const fewCovers = 3

// TryLarge looks for solutions of what [Large] gave, which it may give up soon.
func TryLarge(ctx context.Context, j *classic.TourJob, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	return j.Try(ctx, o, fewCovers, yield)
}

// LinksGuess looks for any links by drawing them line by line. It is quick where
// no vertex has to be used, and proves nothing.
type LinksGuess struct {
	shape    func() *shape.Model // nil where there is more than a path, a cycle or links
	seed     int64
	d        *model.Delivery
	prepared bool
	runs     *classic.LinkRestarts // or nil
}

// choicesPerDeadEnd says how many choices of drawing take about as long as a
// dead end of search.
const choicesPerDeadEnd = 100

// NewLinksGuess makes a guess; what the model was recognized as, nil for more than a shape, is
// only asked for when it is first needed.
func NewLinksGuess(shape func() *shape.Model, seed int64, d *model.Delivery) *LinksGuess {
	return &LinksGuess{shape: shape, seed: seed, d: d}
}

// Try draws for about as long as search takes to meet so many dead ends, and
// returns a solution or nil.
func (g *LinksGuess) Try(deadEnds int64) model.Solution {
	if !g.prepared {
		g.prepared = true
		if s := g.shape(); s != nil {
			if m, err := classic.LinksOf(s); err == nil {
				g.runs = classic.NewLinkRestarts(m, g.seed)
			}
		}
	}
	if g.runs == nil {
		return nil
	}
	before, stats := g.runs.Stats, &g.d.Result.Stats
	solution := g.runs.Try(choicesPerDeadEnd*deadEnds, &g.d.Stop)
	stats.Nodes += g.runs.Stats.Nodes - before.Nodes
	stats.DeadEnds += g.runs.Stats.DeadEnds - before.DeadEnds
	return solution
}
