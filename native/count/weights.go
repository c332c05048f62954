package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// mostWeights bounds the different weights of solutions.
const mostWeights = 1 << 32

// weightDimension is a number by which solutions are counted, an objective or the number of edges, as a sum over
// variables.
type weightDimension struct {
	of       map[model.VarID]int64
	order    []model.VarID // the keys of of, in order
	terms    []model.Term  // of an objective, before variables stand for its parts
	constant int64
	lo, hi   int64 // bounds of the sum, without the constant
	maximize bool
}

func (w *weightDimension) add(v model.VarID, weight int64) {
	if _, again := w.of[v]; !again {
		w.order = append(w.order, v)
	}
	w.of[v] += weight
	w.lo, w.hi = w.lo+min(weight, 0), w.hi+max(weight, 0)
}

// weightVector encodes all dimensions as one weight in a mixed radix, the most important first.
type weightVector struct {
	dimensions []weightDimension
	objectives int   // number of objectives, which come first
	byLength   bool  // the next dimension is the number of edges
	tree       int64 // if not negative, the required number of edges, the last dimension
}

// weightDimensions lists the numbers by which solutions are counted: the objectives, and numbers of edges.
func (e *elimination) weightDimensions(objectives []model.Objective, byLength bool) ([]weightDimension, error) {
	var all []weightDimension
	e.weightVector.tree = -1
	r := e.rewriter()
	for _, o := range objectives {
		x := r.Int(o.X)
		w := weightDimension{of: map[model.VarID]int64{}, terms: []model.Term{{Coef: 1, X: x}}, maximize: o.Maximize}
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
	e.weightVector.objectives = len(all)
	if byLength {
		e.weightVector.byLength = true
		all = append(all, weightDimension{of: map[model.VarID]int64{}})
	}
	if e.structure.tree {
		e.weightVector.tree = int64(e.structure.graph.Order()) - 1
		all = append(all, weightDimension{of: map[model.VarID]int64{}})
	}
	return all, nil
}

// weigh writes each dimension as a sum over variables, with new variables for parts of an objective. Edges have
// their variables by now. The error is a helper that an objective needs.
func (e *elimination) weigh(all []weightDimension) error {
	r := e.rewriter()
	for k := range all {
		w := &all[k]
		if k >= e.weightVector.objectives {
			for _, b := range e.structure.edges {
				e.weighOne(w, r.Bool(b), 1)
			}
			continue
		}
		for _, term := range w.terms {
			b := r.Bool(e.m.Ints[term.X].(model.ToInt).B)
			if v := variable(e.m, b); v >= 0 && b != model.True && b != model.True.Not() && e.m.Vars[v].Find < 0 && !e.keep[v] {
				return errHelped
			}
			e.weighOne(w, b, term.Coef)
		}
	}
	return nil
}

// errHelped says that an objective needs a variable that the solution does not determine, such as the direction of a path.
var errHelped = errors.New("what is to be best depends on a helper that the solution does not determine")

// weighOne adds a weight that counts if b holds.
func (e *elimination) weighOne(w *weightDimension, b model.Bool, weight int64) {
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

// variable returns the variable of a literal, or -1 for other conditions.
func variable(m *model.Model, b model.Bool) model.VarID {
	if n, ok := m.Node(b).(model.BoolVar); ok {
		return n.Var
	}
	return -1
}

// setWeights gives the problem its weights, once the unknown variables are numbered.
func (e *elimination) setWeights(index map[model.VarID]int32, all []weightDimension) error {
	e.weightVector.dimensions = all
	if len(all) == 0 {
		return nil
	}
	p := e.problem
	p.Weights = make([]int64, len(e.unknown))
	radix := int64(1)
	for k := len(all) - 1; k >= 0; k-- {
		w := &all[k]
		reduced := weightDimension{of: map[model.VarID]int64{}, constant: w.constant, maximize: w.maximize}
		for _, v := range w.order {
			i, ok := index[v]
			switch known := e.known(e.m.BoolVar(v)); {
			case known < 0:
			case known > 0 && !ok:
				reduced.constant += w.of[v]
			default:
				if !ok { // in no rule
					if e.m.Vars[v].Find < 0 {
						return errHelped
					}
					i = int32(len(e.unknown))
					index[v] = i
					e.unknown = append(e.unknown, v)
					p.Weights = append(p.Weights, 0)
				}
				reduced.add(v, w.of[v])
				p.Weights[i] += radix * w.of[v]
			}
		}
		*w = reduced
		span := w.hi - w.lo + 1
		if span > mostWeights/radix {
			return fmt.Errorf("what is to be best may have more than %d values", int64(mostWeights))
		}
		radix *= span
	}
	return nil
}

// split decodes a weight into the values of the dimensions.
func (t *weightVector) split(of int64) []int64 {
	out := make([]int64, len(t.dimensions))
	low := int64(0)
	radix := int64(1)
	for k := len(t.dimensions) - 1; k >= 0; k-- {
		low += radix * t.dimensions[k].lo
		radix *= t.dimensions[k].hi - t.dimensions[k].lo + 1
	}
	of -= low
	for k := len(t.dimensions) - 1; k >= 0; k-- {
		span := t.dimensions[k].hi - t.dimensions[k].lo + 1
		out[k] = of%span + t.dimensions[k].lo + t.dimensions[k].constant
		of /= span
	}
	return out
}

// countOutcome is the result of a count: the number of the best solutions, their cost, and the numbers by length.
type countOutcome struct {
	n        *big.Int
	costs    []int64
	byLength map[int64]*big.Int
}

// add adds n solutions with given values of the dimensions. With a modulus, n may be 0 and still stand for solutions.
func (o *countOutcome) add(t *weightVector, parts []int64, n *big.Int) {
	if t.tree >= 0 && parts[len(parts)-1] != t.tree {
		return
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
func (t *weightVector) compare(a, b []int64) int {
	for k := range b {
		if c := cmp.Compare(a[k], b[k]); c != 0 && t.dimensions[k].maximize {
			return -c
		} else if c != 0 {
			return c
		}
	}
	return 0
}

// Optimum is the result of a search for the best solution by elimination.
type Optimum struct {
	// Best is a better solution than the known one, or nil.
	Best model.Solution
	// Proved is set if no solution is better than the best known one.
	Proved bool
	States int64
}

// Optimum finds the best solution by elimination within that many bytes of memory. pause is called after each layer
// with the number of states so far. It returns the best known solution, or nil, and whether to go on. The error
// says why the model is unsuitable.
func (c *Model) Optimum(ctx context.Context, memory int64, pause func(states int64) (known model.Solution, goOn bool)) (*Optimum, error) {
	e, err := c.lower(false)
	if err != nil {
		return nil, model.Refusal(err)
	}
	out := &Optimum{Proved: true}
	known, goOn := pause(0)
	if !goOn {
		return &Optimum{}, nil
	}
	least := e.costsOf(known) // the costs to beat; nil for any
	before := least
	for _, s := range e.single {
		if costs := s.weights[:e.weightVector.objectives]; least == nil || e.weightVector.compare(costs, least) < 0 {
			least, out.Best = costs, c.decode(e, s.simplifier, s.free, nil)
		}
	}
	if e.problem == nil {
		return out, nil
	}
	p := *e.problem
	opt := MaximizeOptions{Memory: memory}
	e.weightVector.asGains(&p, &opt, e.unknown)
	opt.MoreThan = e.weightVector.gainOf(least)
	opt.Pause = func(states int64) (*int64, bool) {
		known, goOn := pause(states)
		before = e.costsOf(known)
		return e.weightVector.gainOf(before), goOn
	}
	m, err := Maximize(ctx, &p, naturalOrder(p.Graph.Order()), opt)
	if err != nil {
		return nil, model.Refusal(err)
	}
	out.Proved, out.States = m.Proved, m.States
	if m.Chosen != nil {
		out.Best = c.decode(e, e.simplifier, e.free, m.Chosen)
	}
	if out.Best != nil && before != nil && e.weightVector.compare(e.costsOf(out.Best), before) >= 0 {
		out.Best = nil
	}
	return out, nil
}

// decode completes a choice. It takes the first value of each free variable.
func (c *Model) decode(e *elimination, s *simplifier, free []model.VarID, chosen []bool) model.Solution {
	c.mu.Lock() // decoding adds to the lowered model
	defer c.mu.Unlock()
	return e.decoder(s, free).solution(chosen, func(int64) int64 { return 0 })
}

// costsOf returns the objectives of a solution. It is nil without one.
func (e *elimination) costsOf(s model.Solution) []int64 {
	if s == nil {
		return nil
	}
	values := model.Evaluate(e.low.from, s)
	return alg.Map(e.low.from.Objectives, func(o model.Objective) int64 { return values.Int(o.X) })
}

// factors returns the factor of each objective that makes it a digit of one gain.
func (t *weightVector) factors() []int64 {
	out := make([]int64, t.objectives)
	radix := int64(1)
	for k := t.objectives - 1; k >= 0; k-- {
		w := &t.dimensions[k]
		if out[k] = radix; !w.maximize {
			out[k] = -radix
		}
		radix *= w.hi - w.lo + 1
	}
	return out
}

// gainOf returns the gain of a solution with these costs. Nil stays nil.
func (t *weightVector) gainOf(costs []int64) *int64 {
	if costs == nil {
		return nil
	}
	gain := int64(0)
	for k, factor := range t.factors() {
		gain += factor * (costs[k] - t.dimensions[k].constant)
	}
	return &gain
}

// asGains makes a problem search for the best solution. Objectives become digits of one gain. The number of edges
// of a tree stays a weight.
func (t *weightVector) asGains(p *Problem, opt *MaximizeOptions, unknown []model.VarID) {
	p.Gains, p.Weights = make([]int64, len(unknown)), nil
	for k, factor := range t.factors() {
		for i, v := range unknown {
			p.Gains[i] += factor * t.dimensions[k].of[v]
		}
	}
	if t.tree < 0 {
		return
	}
	edges := &t.dimensions[len(t.dimensions)-1]
	p.Weights = make([]int64, len(unknown))
	for i, v := range unknown {
		p.Weights[i] = edges.of[v]
	}
	opt.Weight = t.tree - edges.constant
}
