package count

import (
	"fmt"
	"slices"

	"nazo/model"
	"nazo/native/count/frontier"
)

// rules turns the conditions that are left into degrees, where they count the
// edges at one vertex, and into rules. Other variables than edges become
// unknowns, too; index has the number of each.
func (e *elimination) rules(index map[model.VarID]int32) error {
	p := e.problem
	for _, b := range e.edge {
		if b >= 0 && e.known(b) > 0 { // it is in no condition any more
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

// rule writes a condition over a model of its own.
func (e *elimination) rule(b model.Bool, support []model.VarID, index map[model.VarID]int32) frontier.Rule {
	out := frontier.Rule{Model: model.New()}
	for _, v := range support {
		out.Unknowns = append(out.Unknowns, index[v])
	}
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

// degree takes a condition that depends only on the number of edges at one vertex as a
// restriction of its degrees; it reports whether it is one.
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
		for _, h := range incident(p.Graph, int(v)) {
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

// symmetricCounts reports whether a condition is a symmetric function, one of how many of its
// variables are true, and which numbers it allows, as bits. It doesn't recognise all of them:
// equal conditions can be written differently.
func symmetricCounts(m *model.Model, b model.Bool, support []model.VarID) (counts uint64, ok bool) {
	after := []model.Bool{b} // for each number of variables so far that are true
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

// with is a condition once the value of a variable is known.
func with(m *model.Model, b model.Bool, v model.VarID, on bool) model.Bool {
	r := &model.Rewriter{From: m, To: m, BoolVar: func(w model.VarID) model.Bool {
		if w == v {
			return model.Const(on)
		}
		return m.BoolVar(w)
	}}
	return r.Bool(b)
}
