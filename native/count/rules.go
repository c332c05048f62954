package count

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// rules turns the remaining conditions into degrees, where they count the edges of one vertex, and into rules.
// Variables that are no edges become unknowns, numbered in index.
func (e *elimination) rules(index map[model.VarID]int32) error {
	p := e.problem
	for _, b := range e.edge {
		if b >= 0 && e.known(b) > 0 { // no condition has it any more
			p.Rules = append(p.Rules, e.rule(b, []model.VarID{variable(e.m, b)}, index))
		}
	}
	for _, c := range e.conjuncts {
		support := e.m.VarsBelow([]model.Bool{c.holds}, nil)
		if e.degree(c.holds, support, index) {
			continue
		}
		for _, v := range support {
			if _, ok := index[v]; ok {
				continue
			}
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return fmt.Errorf("%s needs a helper that the solution does not determine", ruleName(e.low.from, c.instance))
			}
			index[v] = int32(len(e.unknown))
			e.unknown = append(e.unknown, v)
		}
		p.Rules = append(p.Rules, e.rule(c.holds, support, index))
	}
	return nil
}

// rule writes a condition over a model of its own, whose variables are its unknowns.
func (e *elimination) rule(b model.Bool, support []model.VarID, index map[model.VarID]int32) Rule {
	out := Rule{Model: model.New(), Unknowns: alg.Map(support, func(v model.VarID) int32 { return index[v] })}
	slices.Sort(out.Unknowns)
	for range support {
		out.Model.AddBool(-1)
	}
	r := &model.Rewriter{From: e.m, To: out.Model, BoolVar: func(v model.VarID) model.Bool {
		i, _ := slices.BinarySearch(out.Unknowns, index[v])
		return out.Model.BoolVar(model.VarID(i))
	}}
	out.Holds = r.Bool(b)
	return out
}

// degree turns a condition on the number of edges at one vertex into allowed degrees. It reports whether it could.
func (e *elimination) degree(b model.Bool, support []model.VarID, index map[model.VarID]int32) bool {
	p := e.problem
	for _, v := range support {
		if _, ok := index[v]; !ok || !e.keep[v] || int(index[v]) >= len(p.Graph.Edges) {
			return false
		}
	}
	first := p.Graph.Edges[index[support[0]]]
	for _, v := range [2]int32{first.U, first.V} {
		open, chosen := 0, 0
		for _, h := range p.Graph.Incident(v) {
			if _, known := e.definitions[e.unknown[h.Edge]]; known {
				chosen++
			} else {
				open++
			}
		}
		at := 0
		for _, x := range support {
			if uv := p.Graph.Edges[index[x]]; uv.U == v || uv.V == v {
				at++
			}
		}
		if at < len(support) || at < open || open+chosen > 62 {
			continue
		}
		if counts, ok := symmetricCounts(e.m, b, support); ok {
			p.Degrees[v] &= counts << chosen
			return true
		}
	}
	return false
}

// symmetricCounts reports whether it recognizes a condition as symmetric, and returns the allowed numbers of true
// variables as bits.
func symmetricCounts(m *model.Model, b model.Bool, support []model.VarID) (counts uint64, ok bool) {
	after := []model.Bool{b} // by number of true variables so far
	for _, v := range support {
		next := make([]model.Bool, len(after)+1)
		for i := range next {
			next[i] = -1
		}
		for n, was := range after {
			for on := range 2 {
				is := with(m, was, v, on == 1)
				if next[n+on] >= 0 && next[n+on] != is {
					return 0, false
				}
				next[n+on] = is
			}
		}
		after = next
	}
	for n, holds := range after {
		if holds == model.True {
			counts |= 1 << n
		}
	}
	return counts, true
}

// with returns a condition for a given value of a variable.
func with(m *model.Model, b model.Bool, v model.VarID, on bool) model.Bool {
	return substitution(m, v, on).Bool(b)
}

// substitution rewrites conditions for a given value of a variable.
func substitution(m *model.Model, v model.VarID, on bool) *model.Rewriter {
	return &model.Rewriter{From: m, To: m, BoolVar: func(w model.VarID) model.Bool {
		if w == v {
			return model.Const(on)
		}
		return m.BoolVar(w)
	}}
}

const (
	// mostTried bounds the unknowns of a condition that is evaluated for all values.
	mostTried = 8
	// mostNarrow bounds the unknowns of a condition that is accepted without computing the width of
	// its automaton. No condition has more than mostWide.
	mostNarrow, mostWide = 10, 200
	// mostResidue bounds the residuals of all conditions, in unknowns and nodes.
	mostResidue = 1 << 14
	// mostSums bounds the time for the automaton of a linear condition: its partial sums times the
	// square of the number of its unknowns.
	mostSums = 1 << 22
)

var (
	errWide      = fmt.Errorf("is about more than %d unknowns at once", mostWide)
	errEntangled = errors.New("asks for too much to be remembered from one unknown to the next")
)

// ruleClass holds the common properties of conditions that read the same.
type ruleClass struct {
	// symmetric is set if only the number of true unknowns matters. allowed has these numbers as bits.
	symmetric bool
	allowed   uint64
}

// classifier classifies conditions, each form only once.
type classifier struct {
	known  map[string]*ruleClass
	budget int // the rest of mostResidue
}

// classify returns the class of a condition. The error is a clause whose subject is its rule.
func (n *classifier) classify(r Rule) (*ruleClass, error) {
	unknowns := len(r.Unknowns)
	if unknowns > mostWide {
		return nil, errWide
	}
	key := fmt.Sprintf("%d %#v %#v %d", unknowns, r.Model.BoolNodes(), r.Model.Ints, r.Holds)
	if known, ok := n.known[key]; ok {
		return known, nil
	}
	m, holds, support := copied(r) // the analysis adds nodes
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

// copied returns the condition of a rule in a new model, and its variables there.
func copied(r Rule) (*model.Model, model.Bool, []model.VarID) {
	m := model.New()
	support := make([]model.VarID, len(r.Unknowns))
	for i := range support {
		support[i] = m.AddBool(-1)
	}
	copy := &model.Rewriter{From: r.Model, To: m, BoolVar: m.BoolVar}
	return m, copy.Bool(r.Holds), support
}

// narrow reports whether the automaton of a condition, in the order of its unknowns, has few states.
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

// coefficientsOf lists the coefficients of a condition on a single sum of truth values. It is nil for other conditions.
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

// fewSums reports whether every prefix of the coefficients has few subset sums.
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

// symmetricByTrying does the same as [symmetricCounts] for a condition on few unknowns, however it is written.
func symmetricByTrying(r Rule) (counts uint64, ok bool) {
	seen := uint64(0)
	for set, holds := range r.truthTable() {
		number := uint64(1) << bits.OnesCount(uint(set))
		if seen&number != 0 && holds != (counts&number != 0) {
			return 0, false
		}
		seen |= number
		if holds {
			counts |= number
		}
	}
	return counts, true
}

// mostMergedUnknowns bounds the unknowns of merged rules.
const mostMergedUnknowns = 8

// mergeRules joins rules that share unknowns while the unknowns stay few. One automaton then remembers once what
// several would, and prunes earlier.
func mergeRules(rules []Rule, unknowns int) []Rule {
	type group struct {
		unknowns []int32
		rules    []int
	}
	var groups []group
	at := make([][]int, unknowns) // groups by unknown
	for i, r := range rules {
		best, fewest := -1, mostMergedUnknowns+1
		var union []int32
		if len(r.Unknowns) < mostMergedUnknowns {
			for _, x := range r.Unknowns {
				for _, k := range at[x] {
					all := slices.Concat(groups[k].unknowns, r.Unknowns)
					all = alg.Set(all)
					if more := len(all) - len(groups[k].unknowns); len(all) <= mostMergedUnknowns && (more < fewest || more == fewest && k < best) {
						best, fewest, union = k, more, all
					}
				}
			}
		}
		if best < 0 {
			best, union = len(groups), r.Unknowns
			groups = append(groups, group{})
		}
		g := &groups[best]
		g.unknowns, g.rules = union, append(g.rules, i)
		for _, x := range r.Unknowns {
			if !slices.Contains(at[x], best) {
				at[x] = append(at[x], best)
			}
		}
	}
	out := make([]Rule, len(groups))
	for k, g := range groups {
		if len(g.rules) == 1 {
			out[k] = rules[g.rules[0]]
			continue
		}
		joined := Rule{Unknowns: g.unknowns, Model: model.New()}
		for range g.unknowns {
			joined.Model.AddBool(-1)
		}
		var all []model.Bool
		for _, i := range g.rules {
			r := &model.Rewriter{From: rules[i].Model, To: joined.Model, BoolVar: func(v model.VarID) model.Bool {
				place, _ := slices.BinarySearch(g.unknowns, rules[i].Unknowns[v])
				return joined.Model.BoolVar(model.VarID(place))
			}}
			all = append(all, r.Bool(rules[i].Holds))
		}
		joined.Holds = joined.Model.And(all...)
		out[k] = joined
	}
	return out
}
