package heuristic

import (
	"slices"

	"nazo/model"
)

// goal is the knowledge about all states that meet the goal.
type goal struct {
	unsolvable bool
	domains    domains
	sums       []weightedSum
	// dependsOn is true for the variables that occur in the goal.
	dependsOn []bool
}

// weightedSum is a sum of weights, one for the value of each variable, and the totals that meet
// the goal.
type weightedSum struct {
	vars    []model.VarID // each once
	weights [][]int64     // for each variable, by value minus the least of its domain
	totals  model.Domain
}

// readGoal takes the goal apart into conditions on single variables and on sums.
func readGoal(m *model.Model) goal {
	g := goal{domains: domains{}, dependsOn: make([]bool, len(m.Vars))}
	g.domains.restrictTo(m, m.Machine.Goal, func(b model.Bool) {
		if w, ok := weightedSumOf(m, b); ok {
			g.sums = append(g.sums, w)
		}
	})
	g.unsolvable = m.Machine.Goal == model.False
	for _, d := range g.domains {
		g.unsolvable = g.unsolvable || len(d) == 0
	}
	for _, v := range m.VarsBelow([]model.Bool{m.Machine.Goal}, nil) {
		g.dependsOn[v] = true
	}
	return g
}

// weightedSumOf reads a condition on a sum.
func weightedSumOf(m *model.Model, b model.Bool) (w weightedSum, ok bool) {
	var terms []model.Term
	var constant int64
	var totals model.Domain
	switch n := m.Node(b).(type) {
	case model.AtMost:
		terms, totals = n.Terms, model.Range(-magnitude, n.Bound)
	case model.Exactly:
		terms, totals = n.Terms, model.Range(n.Sum, n.Sum)
	case model.In:
		sum, linear := m.Ints[n.X].(model.Linear)
		if !linear {
			return w, false
		}
		terms, constant, totals = sum.Terms, sum.Const, n.Values
	default:
		return w, false
	}
	if b.Negated() {
		totals = model.Range(-magnitude, magnitude).Minus(totals)
	}
	for _, i := range totals {
		w.totals = append(w.totals, model.Interval{Lo: i.Lo - constant, Hi: i.Hi - constant})
	}
	for _, t := range terms {
		v, weight, simple := variableOf(m, t.X)
		if !simple {
			return w, false
		}
		b := m.Vars[v].Domain.Bounds()
		if b.Size() > maxValues || max(t.Coef, -t.Coef) > magnitude/maxValues {
			return w, false
		}
		at := slices.Index(w.vars, v)
		if at < 0 {
			at = len(w.vars)
			w.vars, w.weights = append(w.vars, v), append(w.weights, make([]int64, b.Size()))
		}
		for i := range w.weights[at] {
			w.weights[at][i] += t.Coef * weight(b.Lo+int64(i))
		}
	}
	return w, true
}

// variableOf is the single variable on which x depends, and the function that maps its values to
// those of x; simple is false if x is of another kind.
func variableOf(m *model.Model, x model.Int) (v model.VarID, of func(int64) int64, simple bool) {
	switch n := m.Ints[x].(type) {
	case model.IntVar:
		return n.Var, func(value int64) int64 { return value }, true
	case model.ToInt:
		if b, ok := m.Node(n.B).(model.BoolVar); ok {
			if n.B.Negated() {
				return b.Var, func(value int64) int64 { return 1 - value }, true
			}
			return b.Var, func(value int64) int64 { return value }, true
		}
	case model.If:
		b, isVar := m.Node(n.Cond).(model.BoolVar)
		then, known1 := m.Constant(n.Then)
		other, known2 := m.Constant(n.Else)
		if isVar && known1 && known2 {
			if n.Cond.Negated() {
				then, other = other, then
			}
			return b.Var, func(value int64) int64 { return other + value*(then-other) }, true
		}
	}
	return 0, nil, false
}

const (
	// magnitude exceeds all totals that are looked at.
	magnitude = 1 << 40
	// maxValues is the largest range of a variable whose values an abstraction distinguishes.
	maxValues = 1 << 16
)
