package shape

import (
	"slices"

	"nazo/model"
)

// Ends reads the ends of a path through known vertices off the clauses: at an end no two edges are on.
// It fails if any clause says something else. Of a directed path no ends are known.
func (w *Model) Ends() (ends []int32, err error) {
	edgeOf := map[model.Bool]int32{}
	if len(w.Clauses) > 0 {
		for i, l := range w.Edges {
			if w.Known(l) == 0 {
				edgeOf[l] = int32(i)
			}
		}
	}
	excluded := map[[2]model.Bool]bool{}
	maybe := map[int32]bool{}
	for _, c := range w.Clauses {
		if c.Rule == NotAll && len(c.Lits) != 2 || slices.ContainsFunc(c.Lits, func(l model.Bool) bool { _, ok := edgeOf[l]; return !ok }) {
			return nil, w.TooMuch(c.Instance)
		}
		for i, a := range c.Lits {
			for _, b := range c.Lits[:i] {
				excluded[[2]model.Bool{min(a, b), max(a, b)}] = true
			}
			e := w.Graph.Edges[edgeOf[a]]
			maybe[e.U], maybe[e.V] = true, true
		}
	}
	at := map[int32][]model.Bool{} // for ends their open edges
	for v := range int32(w.Graph.Order()) {
		if w.Closed || w.Graph.Directed || !maybe[v] {
			continue
		}
		open, on := w.edgesAt(v)
		if on == 0 && len(open) > 1 && allExcluded(open, excluded) {
			at[v] = open
			ends = append(ends, v)
		}
	}
	for _, c := range w.Clauses {
		e := w.Graph.Edges[edgeOf[c.Lits[0]]]
		if !c.within(at[e.U]) && !c.within(at[e.V]) && !w.direct(c, edgeOf) {
			return nil, w.TooMuch(c.Instance)
		}
	}
	return ends, nil
}

// edgesAt lists the edges at a vertex of which nothing is known, and counts those that are known to be on.
func (w *Model) edgesAt(v int32) (open []model.Bool, on int) {
	for _, h := range w.Graph.Out[v] {
		switch l := w.Edges[h.Edge]; w.Known(l) {
		case 0:
			open = append(open, l)
		case 1:
			on++
		}
	}
	return open, on
}

// allExcluded reports whether each two of the literals are in a set of pairs.
func allExcluded(lits []model.Bool, pairs map[[2]model.Bool]bool) bool {
	for i, a := range lits {
		for _, b := range lits[:i] {
			if !pairs[[2]model.Bool{min(a, b), max(a, b)}] {
				return false
			}
		}
	}
	return true
}

// within reports whether a clause says no more than that of edges, all that there are at an end, one is on.
func (c Clause) within(edges []model.Bool) bool {
	return !slices.ContainsFunc(c.Lits, func(l model.Bool) bool { return !slices.Contains(edges, l) }) &&
		(c.Rule != ExactlyOne || len(c.Lits) == len(edges))
}

// direct reports whether a clause says what is true of any directed path or cycle: of arcs that leave
// one vertex, or that enter one, not two are on.
func (w *Model) direct(c Clause, edgeOf map[model.Bool]int32) bool {
	first, leave, enter := w.Graph.Edges[edgeOf[c.Lits[0]]], true, true
	for _, l := range c.Lits {
		e := w.Graph.Edges[edgeOf[l]]
		leave, enter = leave && e.U == first.U, enter && e.V == first.V
	}
	return w.Graph.Directed && c.Rule != ExactlyOne && (leave || enter)
}
