package classic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// LinkJob draws links line by line, label after label, vertex after vertex, in a fixed order of ways. That is
// search naive. The searches reach, tidy, pocket and forced prune it, alone or together. They come from an article
// by nanopico (1980s) on joining numbers in a grid, and are stated here for every undirected graph.
type LinkJob struct {
	*LinkModel
	searches []LinkSearch
}

// mostRoutes bounds vertices times labels for reach, which keeps a number for each. That is 64 MB and a tenth of a
// second.
const mostRoutes = 1 << 24

// OpenLinks recognizes a model for the named searches. It must be nothing but links, with nothing to minimise. The
// error is a clause that says why a search does not apply.
func OpenLinks(m *model.Model, o model.Options) (*LinkJob, error) {
	stages, err := known(o.Search)
	if err != nil {
		return nil, err
	}
	w, err := recognize(m, o, LinksOf)
	if err != nil {
		return nil, err
	}
	return w.by(stages)
}

// by adds a search to the model.
func (w *LinkModel) by(stages []LinkSearch) (*LinkJob, error) {
	for _, s := range stages {
		if n, l := w.Graph.Order(), w.labels(); (s.Name == ReachLinks || s.Name == Alternate) && n*l > mostRoutes {
			return nil, fmt.Errorf("%d labels among %d vertices are too many for search %s", l, n, s.Name)
		}
	}
	return &LinkJob{w, stages}, nil
}

// Refuses never refuses.
func (*LinkJob) Refuses(model.SolveOptions) model.Reason { return model.Reason{} }

// Solve searches as [model.Job] describes. Nodes counts the vertices that lines were drawn to, goals included, and
// DeadEnds those that were taken back. A search that may lose solutions is only complete if it reaches the limit.
func (j *LinkJob) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	return j.solve(ctx, o, 0, yield)
}

// solve makes at most a number of choices. 0 is unlimited.
func (j *LinkJob) solve(ctx context.Context, o model.SolveOptions, most int64, yield func(model.Solution) bool) model.Result {
	if j.impossible {
		return model.Result{Complete: true, Exhausted: true}
	}
	b := j.board(o.Seed)
	d := model.NewDelivery(ctx, o, yield)
	defer d.Close()
	s := newSearch(b, j.searches, o, &d.Stop)
	s.most = most
	s.found = func() bool { return d.Deliver(j.solution(b)) }
	outcome := s.run()
	d.Result.Stats = s.stats
	d.Result.Stats.Variables = int64(len(j.Vars))
	losing, reason := lossy(j.searches), model.Reason{}
	switch outcome {
	case spaceDone:
		if losing != "" {
			reason = model.Because(model.Lossy, "%s may lose solutions", losing)
		}
	case overMost:
		reason = model.Because(model.Other, "as many choices as allowed")
	}
	return d.Finish(outcome == spaceDone && losing == "", reason)
}

// LinkModel is a model that is nothing but links.
type LinkModel struct {
	*Model
	// impossible is true if the known values contradict each other.
	impossible bool
}

// LinksOf accepts a recognized model. The error is a clause: it is not links, or asks for something else.
func LinksOf(s *Model) (*LinkModel, error) {
	switch {
	case s.Labels == nil:
		return nil, Refusal{Why: noShape, Links: true}
	case len(s.Clauses) > 0:
		return nil, s.TooMuch(s.Clauses[0].Instance)
	}
	w := &LinkModel{s, s.Impossible}
	for v, l := range s.Labels {
		w.impossible = w.impossible || l >= 0 && s.Known(s.Vertices[v]) < 0
	}
	return w, nil
}

// recognize recognizes a model of the kind that accept accepts.
func recognize[M any](m *model.Model, o model.Options, accept func(*Model) (*M, error)) (*M, error) {
	s, err := (&Recognizer{Model: m, Options: o}).Recognize(nil)
	if err != nil {
		return nil, err
	}
	return accept(s)
}

// labels returns the number of labels.
func (w *LinkModel) labels() int {
	n := 0
	for _, l := range w.Labels {
		n = max(n, int(l)+1)
	}
	return n
}

// board makes the board to search. A seed other than 0 shuffles the ways from each vertex, the labels, and the ends
// of each label.
func (w *LinkModel) board(seed int64) *linkBoard {
	g := w.Graph
	labels := w.labels()
	b := newBoard(g.Order(), len(g.Edges), labels)
	shuffle := func(int, func(i, k int)) {}
	if seed != 0 {
		shuffle = rand.New(rand.NewPCG(uint64(seed), 0)).Shuffle
	}
	number := order(labels, 0)
	shuffle(labels, func(i, k int) { number[i], number[k] = number[k], number[i] })
	for v, l := range w.Labels {
		on := w.Known(w.Vertices[v])
		if l < 0 {
			if on > 0 {
				b.wantedVertex[v] = true
				b.missing++
			}
			continue
		}
		l = number[l]
		b.line[v] = l
		if e := &b.ends[l]; e[0] < 0 {
			e[0] = int32(v)
		} else {
			e[1] = int32(v)
		}
	}
	for i, e := range w.Edges {
		if w.Known(e) > 0 {
			b.wantedEdge[i] = true
			b.missing++
		}
	}
	for v, halves := range g.Out {
		if w.Known(w.Vertices[v]) < 0 {
			continue
		}
		ways := make([]alg.Half, 0, len(halves))
		for _, h := range halves {
			if w.Known(w.Edges[h.Edge]) >= 0 && w.Known(w.Vertices[h.To]) >= 0 {
				ways = append(ways, h)
			}
		}
		shuffle(len(ways), func(i, k int) { ways[i], ways[k] = ways[k], ways[i] })
		b.ways[v] = ways
	}
	for l := range b.ends {
		e := &b.ends[l]
		shuffle(len(e), func(i, k int) { e[i], e[k] = e[k], e[i] })
	}
	return b
}

// solution returns the values of all variables for the lines on a board.
func (w *LinkModel) solution(b *linkBoard) model.Solution {
	values := w.Base()
	for i, v := range b.path {
		w.Assign(values, w.Vertices[v], true)
		if e := b.edges[i]; e >= 0 {
			w.Assign(values, w.Edges[e], true)
		}
	}
	return values
}

// LinkSearch is a named search: naive, or one that prunes it.
type LinkSearch struct {
	Name, About, Source string
	// Exhaustive is true if no solution is ever lost.
	Exhaustive bool
}

// The names of the searches.
const (
	Naive      = "naive"
	ReachLinks = "reach"
	Alternate  = "alternate"
	Tidy       = "tidy"
	Pocket     = "pocket"
	Forced     = "forced"
)

const source = "nanopico, 1980s"

// LinkSearches lists all searches in the order of their source.
func LinkSearches() []LinkSearch {
	return []LinkSearch{
		{Naive, "draws label after label in a fixed order of ways, to the goal as soon as it is near", source, true},
		{ReachLinks, "gives up when the ends of a label are no longer connected", source + ", pruning (a)", true},
		{Alternate, "reach, tested on every other choice only", source + ", on the cost of (a)", true},
		{Tidy, "lets no line touch itself", source + ", pruning (b)", false},
		{Pocket, "lets no line go around a dead end that it could go through", source + ", pruning (c)", false},
		{Forced, "reserves, whenever a line is complete, what a label can't do without", source + ", fixing ahead (3)", true},
	}
}

// LinkLadder lists the combinations that the source tries, from the plain search to all together.
func LinkLadder() [][]string {
	return [][]string{
		{Naive}, {ReachLinks}, {Tidy}, {ReachLinks, Tidy}, {Alternate, Tidy}, {ReachLinks, Tidy, Pocket},
		{ReachLinks, Tidy, Forced}, {ReachLinks, Tidy, Pocket, Forced}, {Alternate, Tidy, Pocket, Forced},
	}
}

// known looks up a combination of searches. The error is a clause.
func known(names []string) ([]LinkSearch, error) {
	all := LinkSearches()
	var out []LinkSearch
	for _, name := range names {
		i := slices.IndexFunc(all, func(s LinkSearch) bool { return s.Name == name })
		if i < 0 {
			there := alg.Map(all, func(s LinkSearch) string { return s.Name })
			return nil, fmt.Errorf("for links there is no search %q, only %s", name, strings.Join(there, ", "))
		}
		if name == Naive && len(names) > 1 {
			return nil, fmt.Errorf("search %s prunes nothing and stands alone", name)
		}
		out = append(out, all[i])
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no search is named")
	}
	return out, nil
}

// lossy names the searches that may lose solutions, as the subject of a clause, or returns "".
func lossy(stages []LinkSearch) string {
	var names []string
	for _, s := range stages {
		if !s.Exhaustive && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "search " + names[0]
	}
	return "searches " + strings.Join(names, ", ")
}
