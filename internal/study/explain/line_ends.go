package explain

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Sentences for one loop that say where the line would end or close.

// isLoop reports whether a unit says that there is one loop.
func (x *Words) isLoop(u int32) bool {
	return x.structural(u) && slices.ContainsFunc(x.constraints(u), func(c int32) bool { closed, ok := x.route(c); return ok && closed })
}

// mostForced bounds the edges that a reader follows until the line ends or closes.
const mostForced = 8

// lineEnds says where a loop would end or close if an inference did not hold, or "". The line goes on, edge by edge, where
// nothing else is left for it.
func (x *Explainer) lineEnds(constraint int32, in *Inference) string {
	b, ok := x.m.Constraints[constraint].Body.(model.Route)
	if !ok || !b.Closed || b.Graph.Directed {
		return ""
	}
	l := x.ledgerOf(slices.Concat(in.Evidence, in.Known))
	if in.Kind == Contradicts {
		says, at := x.endOf(constraint, b, l, -1)
		return join(says, []string{at})
	}
	says := ""
	var places []string
	for _, claim := range in.Claims {
		text, at := x.endOf(constraint, b, l.but(opposite(claim)), claim.Var)
		if text == "" || says != "" && text != says {
			return ""
		}
		if says = text; !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	return join(says, places)
}

// The sentences of lineEnds. The place stands before the second, and after the others, which say what would come of it
// further on.
const (
	lineEnd     = "the line would end at "
	lineClose   = " would close a small loop"
	lineRuns    = "the line would run on and end at "
	lineRunsOut = "the line would run on and close a small loop at "
)

// join puts places into a sentence of lineEnds.
func join(says string, places []string) string {
	switch {
	case says == "" || len(places) > mostReasons || slices.Contains(places, ""):
		return ""
	case says == lineClose:
		return value.And(sidesOf(places)) + says
	case says == lineRunsOut:
		return says + value.And(sidesOf(places))
	}
	return says + value.And(gathered(places))
}

// endOf follows the line by a ledger until it ends or closes. It returns the sentence and the place.
func (x *Explainer) endOf(constraint int32, b model.Route, l *ledger, of model.VarID) (says, at string) {
	on, open := make([]int, b.Graph.Order()), make([]int, b.Graph.Order())
	edges, length := make([][]int, b.Graph.Order()), make([]int, b.Graph.Order()) // length is of the line of each root
	sets := alg.NewUnionFind(b.Graph.Order())
	known, is := make([]bool, len(b.Edges)), make([]bool, len(b.Edges))
	lines, closing := 0, -1
	barred := map[int]bool{} // edges that are none as they would close a small loop
	settle := func(i int, holds bool) {
		e := b.Graph.Edges[i]
		known[i], is[i] = true, holds
		open[e.U]--
		open[e.V]--
		if holds {
			lines++
			on[e.U]++
			on[e.V]++
			u, v := sets.Find(e.U), sets.Find(e.V)
			if u == v {
				closing = i
			}
			sets.Join(e.U, e.V)
			if sum := length[u] + length[v] + 1; u != v {
				length[sets.Find(e.U)] = sum
			}
		}
	}
	own := -1
	var first []int
	for i, e := range b.Graph.Edges {
		open[e.U]++
		open[e.V]++
		edges[e.U], edges[e.V] = append(edges[e.U], i), append(edges[e.V], i)
		if n, ok := x.m.Node(b.Edges[i]).(model.BoolVar); ok && n.Var == of {
			own = i
		}
		if _, known := l.bool(b.Edges[i]); known {
			first = append(first, i)
		}
	}
	for _, i := range first {
		holds, _ := l.bool(b.Edges[i])
		settle(i, holds)
	}
	for forced := 0; ; forced++ {
		end, small := lineEnd, lineClose
		if forced > 0 {
			end, small = lineRuns, lineRunsOut
		}
		if closing >= 0 {
			return x.closes(b, is, sets, closing, own, lines)
		}
		for i, e := range b.Graph.Edges { // an edge that would close a small loop is none
			if !known[i] && on[e.U] == 1 && on[e.V] == 1 && sets.Find(e.U) == sets.Find(e.V) && lines > length[sets.Find(e.U)] {
				settle(i, false)
				barred[i] = true
			}
		}
		next, holds := -1, false
		for v := range on {
			switch {
			case on[v] > 2:
				return "", ""
			case on[v] == 1 && open[v] == 0:
				if i := slices.IndexFunc(edges[v], func(i int) bool { return barred[i] }); i >= 0 {
					return small, x.edgeName(b.Edges[edges[v][i]])
				}
				return end, x.Names().Of(x.Problem.Vertex(constraint, int32(v)))
			case open[v] > 0 && on[v] == 2, open[v] == 1 && on[v] < 2:
				if next < 0 {
					next, holds = edges[v][slices.IndexFunc(edges[v], func(i int) bool { return !known[i] })], on[v] == 1
				}
			}
		}
		if next < 0 || forced == mostForced {
			return "", ""
		}
		settle(next, holds)
	}
}

// edgeName is the name of the edge that a condition is about, or "".
func (x *Explainer) edgeName(c model.Bool) string {
	if m, ok := x.memberOf(c); ok {
		return x.Names().Of(m)
	}
	return ""
}

// closes says which edge would close a small loop: the one of a claim, if it is in the loop. Other lines must be elsewhere.
func (x *Explainer) closes(b model.Route, is []bool, sets alg.UnionFind, closing, own, lines int) (says, at string) {
	root, size := sets.Find(b.Graph.Edges[closing].U), 0
	for i, e := range b.Graph.Edges {
		if is[i] && sets.Find(e.U) == root {
			size++
		}
	}
	if size == lines {
		return "", ""
	}
	if own >= 0 && is[own] && sets.Find(b.Graph.Edges[own].U) == root {
		closing = own
	}
	return lineClose, x.edgeName(b.Edges[closing])
}
