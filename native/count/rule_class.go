package count

import (
	"errors"
	"fmt"

	"nazo/model"
	"nazo/native/count/frontier"
)

const (
	// mostTried bounds the unknowns of a condition that is evaluated for all their values.
	mostTried = 8
	// mostNarrow is up to how many unknowns a condition is kept without a look at
	// what it has to remember, mostWide how many it may have at all.
	mostNarrow, mostWide = 10, 200
	// mostResidue bounds what all conditions of a model become while their unknowns are
	// decided one by one, in unknowns and nodes.
	mostResidue = 1 << 14
	// mostSums bounds, for a linear condition, its partial sums times the square of its
	// unknowns: so long is its automaton in the making.
	mostSums = 1 << 22
)

var (
	errWide      = fmt.Errorf("is about more than %d unknowns at once", mostWide)
	errEntangled = errors.New("has too much to be remembered while its unknowns are decided one by one")
)

// nature is what conditions that read the same have in common.
type nature struct {
	// counts says that a condition depends only on how many of its unknowns hold;
	// allowed are these numbers, as bits.
	counts  bool
	allowed uint64
}

// natures finds out about conditions, each form once.
type natures struct {
	known map[string]*nature
	left  int // of mostResidue
}

func newNatures() *natures { return &natures{map[string]*nature{}, mostResidue} }

// of is the nature of a condition; the error is a clause whose subject is its rule.
func (n *natures) of(r frontier.Rule) (*nature, error) {
	unknowns := len(r.Unknowns)
	if unknowns > mostWide {
		return nil, errWide
	}
	key := fmt.Sprintf("%d %#v %#v %d", unknowns, r.Model.Bools, r.Model.Ints, r.Holds)
	if known, ok := n.known[key]; ok {
		return known, nil
	}
	// Looking at it adds nodes, which the rule itself should be spared.
	m, holds, support := copied(r)
	out := &nature{}
	if unknowns < 63 {
		out.allowed, out.counts = countsOnly(m, holds, support)
	}
	if !out.counts && unknowns <= mostTried {
		out.allowed, out.counts = countsByTrying(r)
	}
	if !out.counts && unknowns > mostNarrow && !n.narrow(m, holds, support) {
		return nil, errEntangled
	}
	n.known[key] = out
	return out, nil
}

func copied(r frontier.Rule) (*model.Model, model.Bool, []model.VarID) {
	m := model.New()
	support := make([]model.VarID, len(r.Unknowns))
	for i := range support {
		support[i] = m.AddBool(-1)
	}
	copy := &model.Rewriter{From: r.Model, To: m, BoolVar: m.BoolVar}
	return m, copy.Bool(r.Holds), support
}

// narrow says that little has to be remembered of a condition while its unknowns
// are decided in their order.
func (n *natures) narrow(m *model.Model, b model.Bool, support []model.VarID) bool {
	if coefficients := coefficientsOf(m, b); coefficients != nil {
		return fewSums(coefficients)
	}
	layer := []model.Bool{b}
	for i, v := range support {
		seen := map[model.Bool]bool{}
		var next []model.Bool
		for _, was := range layer {
			for on := range 2 {
				before := len(m.Bools) + len(m.Ints)
				is := with(m, was, v, on == 1)
				if n.left -= len(support) - i + len(m.Bools) + len(m.Ints) - before; n.left < 0 {
					return false
				}
				if is != model.False && !seen[is] {
					seen[is] = true
					next = append(next, is)
				}
			}
		}
		layer = next
	}
	return true
}

// coefficientsOf lists the coefficients of a condition on a single sum of truth
// values; nil for others.
func coefficientsOf(m *model.Model, b model.Bool) (out []int64) {
	var terms []model.Term
	switch n := m.Bools[b.Node()].(type) {
	case model.AtMost:
		terms = n.Terms
	case model.Exactly:
		terms = n.Terms
	case model.In:
		if sum, ok := m.Ints[n.X].(model.Linear); ok {
			terms = sum.Terms
		}
	}
	for _, t := range terms {
		if x, ok := m.Ints[t.X].(model.ToInt); !ok || variable(m, x.B) < 0 {
			return nil
		}
		out = append(out, t.Coef)
	}
	return out
}

// fewSums says that few sums are possible of the first so many coefficients each.
func fewSums(coefficients []int64) bool {
	sums := map[int64]bool{0: true}
	for _, c := range coefficients {
		next := make(map[int64]bool, 2*len(sums))
		for s := range sums {
			next[s], next[s+c] = true, true
		}
		if len(next) > mostSums/(len(coefficients)*len(coefficients)) {
			return false
		}
		sums = next
	}
	return true
}

// countsByTrying says the same as [countsOnly] of a condition on few unknowns,
// however it is written.
func countsByTrying(r frontier.Rule) (counts uint64, ok bool) {
	n := len(r.Unknowns)
	const unseen = -1
	holds := make([]int, n+1)
	for i := range holds {
		holds[i] = unseen
	}
	values := make(model.Solution, n)
	for set := range 1 << n {
		on, is := 0, 0
		for i := range n {
			values[i] = int64(set >> i & 1)
			on += set >> i & 1
		}
		if model.Evaluate(r.Model, values).Bool(r.Holds) {
			is = 1
		}
		if holds[on] != unseen && holds[on] != is {
			return 0, false
		}
		holds[on] = is
		counts |= uint64(is) << on
	}
	return counts, true
}
