package bound

import (
	"slices"

	"nazo/model"
)

// goal is what is known about the states that meet the goal.
type goal struct {
	impossible bool
	limits     limits
	sums       []weighing
	// concerns says for each variable whether the goal depends on it.
	concerns []bool
}

// weighing is a sum of weights, one for the value of each variable, and which
// totals meet the goal.
type weighing struct {
	vars    []model.VarID // each once
	weights [][]int64     // for each variable, by value minus the least of its domain
	totals  model.Domain
}

// readGoal takes the goal apart.
func readGoal(m *model.Model) goal {
	g := goal{limits: limits{}, concerns: make([]bool, len(m.Vars))}
	g.limits.learn(m, m.Machine.Goal, func(b model.Bool) {
		if w, ok := weighingOf(m, b); ok {
			g.sums = append(g.sums, w)
		}
	})
	g.impossible = m.Machine.Goal == model.False
	for _, d := range g.limits {
		g.impossible = g.impossible || len(d) == 0
	}
	for _, v := range m.VarsBelow([]model.Bool{m.Machine.Goal}, nil) {
		g.concerns[v] = true
	}
	return g
}

// weighingOf reads a condition on a sum.
func weighingOf(m *model.Model, b model.Bool) (w weighing, ok bool) {
	var terms []model.Term
	var constant int64
	var totals model.Domain
	switch n := m.Bools[b.Node()].(type) {
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

// variableOf says how x follows from a single variable, if in a simple way.
func variableOf(m *model.Model, x model.Int) (v model.VarID, of func(int64) int64, simple bool) {
	switch n := m.Ints[x].(type) {
	case model.IntVar:
		return n.Var, func(value int64) int64 { return value }, true
	case model.ToInt:
		if b, ok := m.Bools[n.B.Node()].(model.BoolVar); ok {
			if n.B.Negated() {
				return b.Var, func(value int64) int64 { return 1 - value }, true
			}
			return b.Var, func(value int64) int64 { return value }, true
		}
	case model.If:
		b, isVar := m.Bools[n.Cond.Node()].(model.BoolVar)
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
	// magnitude is beyond all totals that are looked at.
	magnitude = 1 << 40
	// maxValues is the largest range of a variable whose values are told apart.
	maxValues = 1 << 16
)
