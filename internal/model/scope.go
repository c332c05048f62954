package model

import "slices"

// Scopes returns for each instance the variables of finds that it depends on, ascending, and those followed by its
// helpers.
func Scopes(m *Model) (finds, all [][]VarID) {
	w := ScopeWalker{m: m, found: map[VarID]bool{}, defines: map[VarID][]Body{}}
	for _, c := range m.Constraints {
		if m.Rules[m.Instances[c.Instance].Rule].Defines {
			for v := range w.Helpers(c) {
				w.defines[v] = append(w.defines[v], c.Body)
			}
		}
	}
	finds, all = make([][]VarID, len(m.Instances)), make([][]VarID, len(m.Instances))
	for _, c := range m.Constraints {
		i := c.Instance
		if m.Rules[m.Instances[i].Rule].Defines {
			continue
		}
		w.clear()
		w.constraint(c)
		for v := range w.found {
			finds[i] = append(finds[i], v)
		}
		for v := range w.helpers {
			all[i] = append(all[i], v)
		}
	}
	for i := range finds {
		slices.Sort(finds[i])
		slices.Sort(all[i])
		finds[i] = slices.Compact(finds[i])
		all[i] = append(slices.Clone(finds[i]), slices.Compact(all[i])...)
	}
	return finds, all
}

// ScopeWalker collects the variables of finds that nodes depend on, also through the definitions of helpers.
type ScopeWalker struct {
	m       *Model
	found   map[VarID]bool
	defines map[VarID][]Body // the constraints that define each helper
	bools   map[int]bool     // nodes that were visited
	ints    map[Int]bool
	helpers map[VarID]bool
}

// NewScopeWalker returns a walker that does not follow definitions.
func NewScopeWalker(m *Model) *ScopeWalker {
	return &ScopeWalker{m: m, found: map[VarID]bool{}}
}

// clear resets the walker. The maps are new: one that a wide constraint made large would slow all later calls.
func (w *ScopeWalker) clear() {
	w.found = map[VarID]bool{}
	w.bools, w.ints, w.helpers = map[int]bool{}, map[Int]bool{}, map[VarID]bool{}
}

// Helpers returns the helpers that a constraint mentions.
func (w *ScopeWalker) Helpers(c Constraint) map[VarID]bool {
	w.clear()
	w.constraint(c)
	return w.helpers
}

func (w *ScopeWalker) constraint(c Constraint) {
	w.bool(c.Guard)
	Operands(c.Body, w.bool, w.int)
}

func (w *ScopeWalker) variable(v VarID) {
	switch {
	case w.m.Vars[v].Find >= 0:
		w.found[v] = true
	case !w.helpers[v]:
		w.helpers[v] = true
		for _, b := range w.defines[v] {
			Operands(b, w.bool, w.int)
		}
	}
}

func (w *ScopeWalker) bool(b Bool) {
	if w.bools[b.Node()] {
		return
	}
	w.bools[b.Node()] = true
	if n, ok := w.m.Node(b).(BoolVar); ok {
		w.variable(n.Var)
		return
	}
	EachArg(w.m.Node(b), w.bool, w.int)
}

func (w *ScopeWalker) int(x Int) {
	if w.ints[x] {
		return
	}
	w.ints[x] = true
	if n, ok := w.m.Ints[x].(IntVar); ok {
		w.variable(n.Var)
		return
	}
	EachIntArg(w.m.Ints[x], w.bool, w.int)
}
