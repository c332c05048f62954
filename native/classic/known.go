package classic

import (
	"slices"

	"nazo/internal/model"
)

// Known returns 1 if b is known to hold, -1 if it is known not to, or else 0.
func (w *Model) Known(b model.Bool) int8 {
	if b.Negated() {
		return -w.node[b.Node()]
	}
	return w.node[b.Node()]
}

// evaluate computes every boolean node from the known variables.
func (w *Model) evaluate() {
	for i := range w.BoolCount() {
		n := w.BoolNode(i)
		v := int8(0)
		switch n := n.(type) {
		case model.Constant:
			v = 1
		case model.BoolVar:
			v = w.value[n.Var]
		case model.And:
			v = 1
			for _, a := range n.Args {
				v = min(v, w.Known(a))
			}
		case model.AtMost:
			v = w.compare(n.Terms, n.Bound, false)
		case model.Exactly:
			v = w.compare(n.Terms, n.Sum, true)
		}
		if v == 0 && !w.below.open(i) {
			v = w.below.presolved.Value(model.Bool(2 * i))
		}
		w.node[i] = v
	}
}

// compare evaluates sum ≤ bound, or sum = bound if exactly is set, as far as known.
func (w *Model) compare(terms []model.Term, bound int64, exactly bool) int8 {
	least, most, ok := w.bounds(terms)
	switch {
	case !ok:
		return 0
	case least > bound || exactly && most < bound:
		return -1
	case most <= bound && (!exactly || least == most):
		return 1
	}
	return 0
}

// bounds returns the range of a sum of booleans. ok is false for any other sum.
func (w *Model) bounds(terms []model.Term) (least, most int64, ok bool) {
	for _, t := range terms {
		n, ok := w.Ints[t.X].(model.ToInt)
		if !ok {
			return 0, 0, false
		}
		known := w.Known(n.B)
		if known > 0 || known == 0 && t.Coef < 0 {
			least += t.Coef
		}
		if known > 0 || known == 0 && t.Coef > 0 {
			most += t.Coef
		}
	}
	return least, most, true
}

// assume makes b true. It reports whether that settled anything.
func (w *Model) assume(b model.Bool) (news bool) {
	if v := w.Known(b); v != 0 {
		w.Impossible = w.Impossible || v < 0
		return v < 0
	}
	on := int8(1)
	if b.Negated() {
		on = -1
	}
	switch n := w.Node(b).(type) {
	case model.BoolVar:
		w.value[n.Var], w.node[b.Node()] = on, on
		return true
	case model.And:
		if on < 0 {
			return w.assumeLast(n.Args)
		}
		w.node[b.Node()] = on // prevents a second visit
		for _, a := range n.Args {
			news = w.assume(a) || news
		}
	case model.AtMost:
		return on > 0 && w.assumeSum(n.Terms, n.Bound, false)
	case model.Exactly:
		return on > 0 && w.assumeSum(n.Terms, n.Sum, true)
	}
	return news
}

// assumeLast propagates a clause: if all arguments but one hold, the last is false.
func (w *Model) assumeLast(args []model.Bool) (news bool) {
	last := model.True // the only unknown argument
	for _, a := range args {
		if w.Known(a) > 0 {
			continue
		}
		if last != model.True {
			return false
		}
		last = a
	}
	return w.assume(last.Not())
}

// assumeSum propagates sum ≤ bound, or sum = bound: terms that would go too far are false.
func (w *Model) assumeSum(terms []model.Term, bound int64, exactly bool) (news bool) {
	least, most, ok := w.bounds(terms)
	if !ok {
		return false
	}
	room, need := bound-least, most-bound // how far the sum may rise from least and fall from most
	for _, t := range terms {
		n := w.Ints[t.X].(model.ToInt)
		if w.Known(n.B) != 0 {
			continue
		}
		up, down, by := n.B, n.B.Not(), t.Coef // up raises the sum by that much, down lowers it
		if by < 0 {
			up, down, by = down, up, -by
		}
		switch {
		case by > room:
			news = w.assume(down) || news
		case exactly && by > need:
			news = w.assume(up) || news
		}
	}
	return news
}

// below finds the nodes that depend only on variables with values from presolve. A nil below has none.
type below struct {
	w           *Model
	presolved   Presolved
	bools, ints []int8 // by node: 1 if it depends on others, -1 if not, 0 if not computed
}

func newBelow(w *Model, p Presolved) *below {
	return &below{w, p, make([]int8, w.BoolCount()), make([]int8, len(w.Ints))}
}

// closed reports whether presolve has decided a constraint completely.
func (d *below) closed(c model.Constraint) bool {
	if d == nil || d.open(c.Guard.Node()) {
		return false
	}
	closed := true
	model.Operands(c.Body, func(b model.Bool) { closed = closed && !d.open(b.Node()) }, func(x model.Int) { closed = closed && !d.openInt(x) })
	return closed
}

// open reports whether a boolean node depends on unknown variables.
func (d *below) open(node int) bool {
	if d == nil {
		return true
	}
	if d.bools[node] == 0 {
		open := false
		if n, ok := d.w.BoolNode(node).(model.BoolVar); ok {
			open = !d.presolved.Fixed(n.Var)
		} else {
			model.EachArg(d.w.BoolNode(node), func(b model.Bool) { open = open || d.open(b.Node()) }, func(x model.Int) { open = open || d.openInt(x) })
		}
		d.bools[node] = sign(open)
	}
	return d.bools[node] > 0
}

func (d *below) openInt(x model.Int) bool {
	if d.ints[x] == 0 {
		open := false
		if n, ok := d.w.Ints[x].(model.IntVar); ok {
			open = !d.presolved.Fixed(n.Var)
		} else {
			model.EachIntArg(d.w.Ints[x], func(b model.Bool) { open = open || d.open(b.Node()) }, func(x model.Int) { open = open || d.openInt(x) })
		}
		d.ints[x] = sign(open)
	}
	return d.ints[x] > 0
}

func sign(open bool) int8 {
	if open {
		return 1
	}
	return -1
}

// Ends reads the ends of a path through known vertices from the clauses. At an end, at most one edge is on. It
// fails if some clause says something else. Directed paths get no ends.
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
	at := map[int32][]model.Bool{} // by end: its open edges
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

// edgesAt lists the unknown edges at a vertex and counts those that are on.
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

// allExcluded reports whether all pairs of literals are in a set of pairs.
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

// within reports whether a clause demands no more than one edge among all edges of an end.
func (c Clause) within(edges []model.Bool) bool {
	return !slices.ContainsFunc(c.Lits, func(l model.Bool) bool { return !slices.Contains(edges, l) }) &&
		(c.Rule != ExactlyOne || len(c.Lits) == len(edges))
}

// direct reports whether a clause holds for every directed path or cycle: at most one arc leaves a vertex, and at
// most one enters it.
func (w *Model) direct(c Clause, edgeOf map[model.Bool]int32) bool {
	first, leave, enter := w.Graph.Edges[edgeOf[c.Lits[0]]], true, true
	for _, l := range c.Lits {
		e := w.Graph.Edges[edgeOf[l]]
		leave, enter = leave && e.U == first.U, enter && e.V == first.V
	}
	return w.Graph.Directed && c.Rule != ExactlyOne && (leave || enter)
}
