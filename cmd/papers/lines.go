package main

import (
	"errors"
	"fmt"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native/classic"
)

// graph is the graph that a path or cycle runs along: the numbers of the model's vertices
// are those of the places in the order of the spec.
func (a *answerer) graph(spec, instance string) (*solve.Problem, model.Route, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return nil, model.Route{}, err
	}
	for _, c := range p.Model.Constraints {
		if w, ok := c.Body.(model.Route); ok {
			return p, w, nil
		}
	}
	return nil, model.Route{}, fmt.Errorf("%s finds no path or cycle", spec)
}

// index is the table of the two-level index.
func (a *answerer) index(spec, instance string, columns int) (string, error) {
	_, w, err := a.graph(spec, instance)
	if err != nil {
		return "", err
	}
	list := alg.Map(classic.Index(w.Graph), func(n int32) string { return fmt.Sprintf("%.2f", float64(n)/100) })
	return board(list, columns), nil
}

// lengths counts the lines that trials have drawn, by length.
type lengths []int

// Of is how many had so many vertices.
func (l lengths) Of(k int) int { return l[k] }

// restarts draws lines from the first cell by the search of random directions, which are those that a given lists.
func (a *answerer) restarts(spec, instance, directions string, trials int) (lengths, error) {
	p, _, err := a.graph(spec, instance)
	if err != nil {
		return nil, err
	}
	cells := p.Judge.Finds[0].Shape.(*judge.RouteShape).Graph.Vertices.List()
	at := map[[2]int]int32{}
	for i, v := range cells {
		c := v.(value.Cell)
		at[[2]int{c.Row, c.Col}] = int32(i)
	}
	next := make([][]int32, len(cells))
	for _, g := range p.Givens {
		if g.Name != directions {
			continue
		}
		for _, d := range g.Value.(value.List) {
			rows, columns := d.(value.Tuple)[0].(value.Int), d.(value.Tuple)[1].(value.Int)
			for i, v := range cells {
				c := v.(value.Cell)
				to, ok := at[[2]int{c.Row + int(rows), c.Col + int(columns)}]
				if !ok {
					to = -1
				}
				next[i] = append(next[i], to)
			}
		}
	}
	return classic.DirectionHistogram(next, 0, trials, 1), nil
}

// successes is from how many vertices a search without backtracking gets through all.
func (a *answerer) successes(spec, instance, search string) (int, error) {
	_, w, err := a.graph(spec, instance)
	if err != nil {
		return 0, err
	}
	n := alg.Count(classic.Successes(w.Graph, search), func(ok bool) bool { return ok })
	return n, nil
}

// likeness is the common part of the first lines of a search.
type likeness struct {
	Lines int
	Alike int      // how many begin like the first
	Steps []bucket // where each first differs from the one before
	First string   // the first as a board of step numbers
	// DeadEnds are the choices that were taken back before the first.
	DeadEnds int64
}

type bucket struct{ Step, Lines int }

// alike has a search draw lines from the first vertex, and says how many of them share the
// first so many vertices with the first line.
func (a *answerer) alike(spec, instance, search string, lines, shared, columns int) (*likeness, error) {
	_, w, err := a.graph(spec, instance)
	if err != nil {
		return nil, err
	}
	out := &likeness{}
	var first []int32
	var d classic.Divergence
	problem := classic.TourProblem{Graph: w.Graph, Closed: w.Closed, End: -1}
	out.DeadEnds = classic.RunTour(a.ctx, problem, search, classic.TourOptions{}, func([]int32) bool { return false }).DeadEnds
	classic.RunTour(a.ctx, problem, search, classic.TourOptions{}, func(line []int32) bool {
		if first == nil {
			first = append(first, line...)
			out.First = board(numbered(line), columns)
		}
		d.Add(line)
		out.Lines++
		if slices.Equal(first[:shared], line[:shared]) {
			out.Alike++
		}
		return out.Lines < lines
	})
	if a.ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	for k, n := range d.Steps[1:] {
		if n > 0 {
			out.Steps = append(out.Steps, bucket{k + 1, int(n)})
		}
	}
	return out, nil
}

// numbered has for each vertex its step.
func numbered(line []int32) []string {
	out := make([]string, len(line))
	for i, v := range line {
		out[v] = fmt.Sprint(i + 1)
	}
	return out
}

// excluded has for each edge of a path those that a rule keeps from going with it; the rules say nothing else.
func (a *answerer) excluded(spec, instance string) (*alg.Graph, [][]int32, error) {
	p, w, err := a.graph(spec, instance)
	if err != nil {
		return nil, nil, err
	}
	edge := map[model.Bool]int32{}
	for i, b := range w.Edges {
		edge[b] = int32(i)
	}
	out := make([][]int32, len(w.Edges))
	for _, c := range p.Model.Constraints {
		is, ok := c.Body.(model.Assert)
		if !ok {
			continue
		}
		pair, ok := p.Model.Node(is.B).(model.And)
		if !ok || !is.B.Negated() || len(pair.Args) != 2 {
			return nil, nil, fmt.Errorf("%s has rules that are not about two edges", spec)
		}
		e, f := edge[pair.Args[0]], edge[pair.Args[1]]
		out[e], out[f] = append(out[e], f), append(out[f], e)
	}
	return w.Graph, out, nil
}

// pathTree is the size of the tree of all paths, of any length, from all starts.
type pathTree struct{ Paths, Returns int64 }

// tree goes through all paths in which no two edges exclude each other.
func (a *answerer) tree(spec, instance string) (pathTree, error) {
	g, excluded, err := a.excluded(spec, instance)
	if err != nil {
		return pathTree{}, err
	}
	var t pathTree
	for v := range g.Out {
		paths, returns := classic.PathTree(a.ctx, g, excluded, int32(v))
		t.Paths += paths
		t.Returns += returns
	}
	return t, a.ctx.Err()
}

// estimateTree estimates how many paths tree goes through.
func (a *answerer) estimateTree(spec, instance string, probes int) (model.Estimate, error) {
	g, excluded, err := a.excluded(spec, instance)
	if err != nil {
		return model.Estimate{}, err
	}
	var starts []int32
	for v := range g.Out {
		starts = append(starts, int32(v))
	}
	return classic.EstimatePathTree(a.ctx, g, excluded, starts, probes, 1), a.ctx.Err()
}
