// Package path searches models that are nothing but one path or cycle, on plain arrays. [Recognize] finds out
// whether presolve (package fd) leaves such a model, and [For] picks the search:
//
//   - Hamiltonian paths and cycles, by the circuit constraint's propagation (Caseau and Laburthe
//     1997)
//   - the cheapest of these, by branch and bound with 1-trees (Held and Karp 1970)
//   - simple paths whose edges may exclude each other, the longest by bounds
//
// [Open] leads to the named searches of package classic. Two of these also serve unasked. [TryLarge] tries a large
// path or cycle, and [LinksGuess] draws links for package fd.
package path

import (
	"context"
	"errors"
	"slices"
	"sync"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/native/classic"
	"nazo/native/fd"
)

// Search enumerates the solutions of one task.
type Search interface {
	// Search delivers the solutions and reports whether the search space was exhausted.
	Search(d *model.Delivery) (exhausted bool)
	// GaveUp reports whether the search ended because one that learns is better, and what it delivered before.
	GaveUp() (before []model.Solution, gaveUp bool)
}

// persistent is a search that doesn't give up.
type persistent struct{}

// GaveUp returns false.
func (persistent) GaveUp() ([]model.Solution, bool) { return nil, false }

// Recognize returns the path or cycle that presolve leaves of a model, or nil if it leaves anything else.
// Objectives are ignored.
func Recognize(root *fd.Root, r *classic.Recognizer) *classic.Model {
	if !model.Has[model.Route](root.Model()) {
		return nil
	}
	w, err := r.Recognize(root)
	if err != nil || w.Labels != nil {
		return nil
	}
	return w
}

// For returns the search for a recognized model, or nil if there is none. It knows paths and cycles through known
// vertices, with at most an objective that sums edges. It also knows undirected paths some of whose edges exclude each
// other, with at most one objective. A search for the best path calls the optimizer at intervals, unless it is nil.
func For(w *classic.Model, objectives []model.Objective, o model.SolveOptions, by fd.Optimizer) Search {
	if w == nil || o.VariesAfter(0) { // these searches backtrack step by step, so neighbouring solutions are similar
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

// Open prepares a model for named searches. The error is a clause that says why they don't apply.
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

// Ladder lists the searches and the combinations that their sources mention, the plainest first.
func Ladder() [][]string {
	all := alg.Map(classic.TourSearches(), func(s classic.TourSearch) []string { return []string{s.Name} })
	for _, names := range classic.LinkLadder() {
		if len(names) > 1 || !slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, names) }) {
			all = append(all, names)
		}
	}
	return all
}

// largeTour is the number of variables from which search factor is tried first. It takes almost linear time.
const largeTour = 5000

// MayBeLarge reports whether a model is worth recognizing for [Large]: many variables, a path or cycle, and no
// objective that matters.
func MayBeLarge(m *model.Model, o model.Options) bool {
	return len(m.Vars) >= largeTour && (o.AnyObjective || len(m.Objectives) == 0) && model.Has[model.Route](m)
}

// Large returns the search for a path or cycle in a large graph. It is nil if s is nil or anything else.
func Large(s *classic.Model) *classic.TourJob {
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

// fewCovers is the number of covers that search factor tries before other searches. In most graphs with cycles the
// first one succeeds.
const fewCovers = 3

// TryLarge searches the job from [Large]. It may give up soon.
func TryLarge(ctx context.Context, j *classic.TourJob, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	return j.Try(ctx, o, fewCovers, yield)
}

// LinksGuess guesses links by drawing them line by line. It is fast where vertices may stay unused, and proves nothing.
type LinksGuess struct {
	d    *model.Delivery
	runs func() *classic.LinkRestarts // nil if the model is more than links
}

// choicesPerDeadEnd is the number of drawing choices that take as long as one dead end of search.
const choicesPerDeadEnd = 100

// NewLinksGuess makes a guess. It calls shape when it first needs the recognized model, which is nil if the model
// is more than a path, cycle or links.
func NewLinksGuess(shape func() *classic.Model, seed int64, d *model.Delivery) *LinksGuess {
	return &LinksGuess{d, sync.OnceValue(func() *classic.LinkRestarts {
		if s := shape(); s != nil {
			if m, err := classic.LinksOf(s); err == nil {
				return classic.NewLinkRestarts(m, seed)
			}
		}
		return nil
	})}
}

// Try draws for about as long as search takes for that many dead ends. It returns a solution or nil.
func (g *LinksGuess) Try(deadEnds int64) model.Solution {
	runs, stats := g.runs(), &g.d.Result.Stats
	if runs == nil {
		return nil
	}
	before := runs.Stats
	solution := runs.Try(choicesPerDeadEnd*deadEnds, &g.d.Stop)
	stats.Nodes += runs.Stats.Nodes - before.Nodes
	stats.DeadEnds += runs.Stats.DeadEnds - before.DeadEnds
	return solution
}
