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
	// mostNarrow is the number of unknowns up to which a condition is kept without computing the
	// width of its automaton, mostWide how many it may have at all.
	mostNarrow, mostWide = 10, 200
	// mostResidue bounds the residuals of all conditions of a model while their unknowns are
	// decided one by one, in unknowns and nodes.
	mostResidue = 1 << 14
	// mostSums bounds, for a linear condition, its partial sums times the square of the number
	// of its unknowns: the time to make its automaton.
	mostSums = 1 << 22
)

var (
	errWide      = fmt.Errorf("is about more than %d unknowns at once", mostWide)
	errEntangled = errors.New("asks for too much to be remembered from one unknown to the next")
)

// ruleClass holds the properties that conditions which read the same have in common.
type ruleClass struct {
	// symmetric is set if a condition is a symmetric function: it depends only on how many of
	// its unknowns hold; allowed are these numbers, as bits.
	symmetric bool
	allowed   uint64
}

// classifier classifies conditions, each form once.
type classifier struct {
	known  map[string]*ruleClass
	budget int // what is left of mostResidue
}

func newClassifier() *classifier { return &classifier{map[string]*ruleClass{}, mostResidue} }

// classify is the class of a condition; the error is a clause whose subject is its rule.
func (n *classifier) classify(r frontier.Rule) (*ruleClass, error) {
	unknowns := len(r.Unknowns)
	if unknowns > mostWide {
		return nil, errWide
	}
	key := fmt.Sprintf("%d %#v %#v %d", unknowns, r.Model.BoolNodes(), r.Model.Ints, r.Holds)
	if known, ok := n.known[key]; ok {
		return known, nil
	}
	// The analysis adds nodes: it works on a copy.
	m, holds, support := copied(r)
	out := &ruleClass{}
	if unknowns < 63 {
		out.allowed, out.symmetric = symmetricCounts(m, holds, support)
	}
	if !out.symmetric && unknowns <= mostTried {
		out.allowed, out.symmetric = symmetricByTrying(r)
	}
	if !out.symmetric && unknowns > mostNarrow && !n.narrow(m, holds, support) {
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

// narrow reports whether the automaton of a condition, in the order of its unknowns, has few
// states.
func (n *classifier) narrow(m *model.Model, b model.Bool, support []model.VarID) bool {
	if coefficients := coefficientsOf(m, b); coefficients != nil {
		return fewSums(coefficients)
	}
	layer := []model.Bool{b}
	for i, v := range support {
		seen := map[model.Bool]bool{}
		var next []model.Bool
		for _, was := range layer {
			for on := range 2 {
				before := m.BoolCount() + len(m.Ints)
				is := with(m, was, v, on == 1)
				if n.budget -= len(support) - i + m.BoolCount() + len(m.Ints) - before; n.budget < 0 {
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
	switch n := m.Node(b).(type) {
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

// fewSums reports whether the first coefficients, any number of them, have few partial sums.
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

// symmetricByTrying reports the same as [symmetricCounts] for a condition on few unknowns,
// however it is written.
func symmetricByTrying(r frontier.Rule) (counts uint64, ok bool) {
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
