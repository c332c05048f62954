package count

import (
	"fmt"
	"math/big"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// mostTallies is how many different tallies solutions may be counted apart by.
const mostTallies = 1 << 32

// weights are what variables of the lowered model add to a number by which
// solutions are told apart: an objective or the number of edges.
type weights struct {
	of       map[model.VarID]int64
	order    []model.VarID // the keys of of, in order
	terms    []model.Term  // before variables stand for its parts
	constant int64
	lo, hi   int64 // of the sum, without the constant
	maximize bool
}

func (w *weights) add(v model.VarID, weight int64) {
	if _, again := w.of[v]; !again {
		w.order = append(w.order, v)
	}
	w.of[v] += weight
	w.lo, w.hi = w.lo+min(weight, 0), w.hi+max(weight, 0)
}

// tally tells how several numbers are written as one, the most important first.
type tally struct {
	parts      []weights
	objectives int   // the first of them
	byLength   bool  // the next one is the number of edges
	tree       int64 // if not negative, the number of edges that there must be, the last part
}

// tallies lists by what solutions are to be told apart.
func (e *elimination) tallies(t engine.Task) ([]weights, error) {
	var all []weights
	e.tally.tree = -1
	if !t.AnyObjective {
		r := e.rewriter()
		for _, o := range e.low.from.Objectives {
			x := r.Int(e.low.rewrite.Int(o.X))
			if e.low.refusal != nil {
				return nil, e.low.refusal
			}
			w := weights{of: map[model.VarID]int64{}, terms: []model.Term{{Coef: 1, X: x}}, maximize: o.Maximize}
			if n, ok := e.m.Ints[x].(model.Linear); ok {
				w.terms, w.constant = n.Terms, n.Const
			}
			if c, ok := e.m.Constant(x); ok {
				w.terms, w.constant = nil, c
			}
			for _, term := range w.terms {
				if _, ok := e.m.Ints[term.X].(model.ToInt); !ok {
					return nil, fmt.Errorf("what is to be best is no sum over edges")
				}
			}
			all = append(all, w)
		}
	}
	e.tally.objectives = len(all)
	if t.Counting != nil && t.Counting.ByLength {
		e.tally.byLength = true
		all = append(all, weights{of: map[model.VarID]int64{}})
	}
	if e.structure.tree {
		e.tally.tree = int64(e.structure.graph.Order()) - 1
		all = append(all, weights{of: map[model.VarID]int64{}})
	}
	return all, nil
}

// weigh gives each weight a variable: one that is there, or one that stands for a
// part of an objective. Edges have their variables by now.
func (e *elimination) weigh(all []weights) {
	r := e.rewriter()
	for k := range all {
		w := &all[k]
		if k >= e.tally.objectives {
			for _, b := range e.structure.edges {
				e.weighOne(w, r.Bool(b), 1)
			}
			continue
		}
		for _, term := range w.terms {
			e.weighOne(w, r.Bool(e.m.Ints[term.X].(model.ToInt).B), term.Coef)
		}
	}
}

// weighOne adds a weight where b holds.
func (e *elimination) weighOne(w *weights, b model.Bool, weight int64) {
	if b.Negated() {
		w.constant += weight
		b, weight = b.Not(), -weight
	}
	if b == model.True {
		w.constant += weight
		return
	}
	v := variable(e.m, b)
	if v < 0 {
		v = e.m.AddBool(-1)
		e.require(e.m.Iff(e.m.BoolVar(v), b))
	}
	e.keep[v] = true
	w.add(v, weight)
}

// variable is the variable of a literal, -1 if it is none.
func variable(m *model.Model, b model.Bool) model.VarID {
	if n, ok := m.Bools[b.Node()].(model.BoolVar); ok {
		return n.Var
	}
	return -1
}

// setWeights gives the problem its weights, once it is known which variables are
// unknown.
func (e *elimination) setWeights(index map[model.VarID]int32, all []weights) error {
	e.tally.parts = all
	if len(all) == 0 {
		return nil
	}
	p := e.problem
	p.Weights = make([]int64, len(e.unknown))
	radix := int64(1)
	for k := len(all) - 1; k >= 0; k-- {
		w := &all[k]
		settled := weights{of: map[model.VarID]int64{}, constant: w.constant, maximize: w.maximize}
		for _, v := range w.order {
			i, ok := index[v]
			switch known := e.known(e.m.BoolVar(v)); {
			case known < 0:
			case known > 0 && !ok:
				settled.constant += w.of[v]
			default:
				if !ok { // no rule speaks of it
					if e.m.Vars[v].Find < 0 {
						return fmt.Errorf("what is to be best depends on a helper that the solution does not determine")
					}
					i = int32(len(e.unknown))
					index[v] = i
					e.unknown = append(e.unknown, v)
					p.Weights = append(p.Weights, 0)
				}
				settled.add(v, w.of[v])
				p.Weights[i] += radix * w.of[v]
			}
		}
		*w = settled
		if span := w.hi - w.lo + 1; span > mostTallies/radix {
			return fmt.Errorf("what is to be best may have more than %d values", int64(mostTallies))
		}
		radix *= w.hi - w.lo + 1
	}
	return nil
}

// split takes a tally apart.
func (t *tally) split(of int64) []int64 {
	out := make([]int64, len(t.parts))
	low := int64(0)
	radix := int64(1)
	for k := len(t.parts) - 1; k >= 0; k-- {
		low += radix * t.parts[k].lo
		radix *= t.parts[k].hi - t.parts[k].lo + 1
	}
	of -= low
	for k := len(t.parts) - 1; k >= 0; k-- {
		span := t.parts[k].hi - t.parts[k].lo + 1
		out[k] = of%span + t.parts[k].lo + t.parts[k].constant
		of /= span
	}
	return out
}

// countOutcome is what was counted: the number of the best solutions, what they cost,
// and their numbers by length.
type countOutcome struct {
	n        *big.Int
	costs    []int64
	byLength map[int64]*big.Int
}

// add takes in n solutions with the given values of the parts of a tally. Of remainders
// n may be 0, which still stands for some solutions: what has none has no tally.
func (o *countOutcome) add(t *tally, parts []int64, n *big.Int) {
	if t.tree >= 0 {
		if parts[len(parts)-1] != t.tree {
			return
		}
	}
	costs := slices.Clone(parts[:t.objectives])
	if t.objectives > 0 {
		switch c := t.compare(costs, o.costs); {
		case o.costs == nil || c < 0:
			o.costs, o.n, o.byLength = costs, new(big.Int), nil
		case c > 0:
			return
		}
	}
	o.n.Add(o.n, n)
	if t.byLength {
		if o.byLength == nil {
			o.byLength = map[int64]*big.Int{}
		}
		length := parts[t.objectives]
		if o.byLength[length] == nil {
			o.byLength[length] = new(big.Int)
		}
		o.byLength[length].Add(o.byLength[length], n)
	}
}

// compare orders costs, the better first.
func (t *tally) compare(a, b []int64) int {
	for k := range b {
		if a[k] == b[k] {
			continue
		}
		if a[k] < b[k] != t.parts[k].maximize {
			return -1
		}
		return 1
	}
	return 0
}
