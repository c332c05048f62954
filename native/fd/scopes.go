package fd

import (
	"slices"

	"nazo/model"
)

// scopes are for each instance the variables of finds that it is about, ascending, and behind these its helpers.
func scopes(m *model.Model) (finds, all [][]model.VarID) {
	w := walker{m: m, found: map[model.VarID]bool{}, defines: map[model.VarID][]model.Body{}}
	for _, c := range m.Constraints {
		if m.Rules[m.Instances[c.Instance].Rule].Defines {
			for v := range w.helpersOf(c) {
				w.defines[v] = append(w.defines[v], c.Body)
			}
		}
	}
	finds, all = make([][]model.VarID, len(m.Instances)), make([][]model.VarID, len(m.Instances))
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

// walker finds the variables of finds that nodes depend on, and of helpers those that they are defined by.
type walker struct {
	m       *model.Model
	found   map[model.VarID]bool
	defines map[model.VarID][]model.Body // what says what a helper means
	bools   map[int]bool                 // nodes that were visited
	ints    map[model.Int]bool
	helpers map[model.VarID]bool
}

func (w *walker) clear() {
	clear(w.found)
	w.bools, w.ints, w.helpers = map[int]bool{}, map[model.Int]bool{}, map[model.VarID]bool{}
}

// helpersOf are the helpers that a constraint mentions.
func (w *walker) helpersOf(c model.Constraint) map[model.VarID]bool {
	w.clear()
	w.constraint(c)
	return w.helpers
}

func (w *walker) constraint(c model.Constraint) {
	w.bool(c.Guard)
	c.Body.Operands(w.bool, w.int)
}

func (w *walker) variable(v model.VarID) {
	switch {
	case w.m.Vars[v].Find >= 0:
		w.found[v] = true
	case !w.helpers[v]:
		w.helpers[v] = true
		for _, b := range w.defines[v] {
			b.Operands(w.bool, w.int)
		}
	}
}

func (w *walker) bool(b model.Bool) {
	if w.bools[b.Node()] {
		return
	}
	w.bools[b.Node()] = true
	if n, ok := w.m.Node(b).(model.BoolVar); ok {
		w.variable(n.Var)
		return
	}
	model.EachArg(w.m.Node(b), w.bool, w.int)
}

func (w *walker) int(x model.Int) {
	if w.ints[x] {
		return
	}
	w.ints[x] = true
	if n, ok := w.m.Ints[x].(model.IntVar); ok {
		w.variable(n.Var)
		return
	}
	model.EachIntArg(w.m.Ints[x], w.bool, w.int)
}
