package model

import (
	"slices"

	"nazo/internal/alg"
)

// Scopes returns for each instance the variables of finds that it depends on, ascending, and those followed by its
// helpers.
func Scopes(m *Model) (finds, all [][]VarID) {
	w := definitionWalker(m)
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

// definitionWalker is a walker that follows the definitions of helpers.
func definitionWalker(m *Model) *ScopeWalker {
	w := &ScopeWalker{m: m, found: map[VarID]bool{}}
	defines := map[VarID][]Body{}
	for _, c := range m.Constraints {
		if m.Rules[m.Instances[c.Instance].Rule].Defines {
			for v := range w.Helpers(c) {
				defines[v] = append(defines[v], c.Body)
			}
		}
	}
	w.defined = map[VarID]*definition{}
	for v := range m.Vars {
		if id := VarID(v); defines[id] != nil && w.defined[id] == nil {
			w.define(id, defines)
		}
	}
	return w
}

// definition is a set of helpers that definitions tie together: whoever depends on one depends on all.
type definition struct {
	finds, helpers []VarID
	bools          map[int]bool // nodes of the definitions
	ints           map[Int]bool
}

// define finds the helpers that definitions tie to one of them. Each constraint that mentions a helper defines it, so
// they are the same for each of these.
func (w *ScopeWalker) define(v VarID, defines map[VarID][]Body) {
	d := &definition{helpers: []VarID{v}}
	w.defined[v] = d
	all := NewScopeWalker(w.m)
	all.clear()
	all.helpers[v] = true
	for i := 0; i < len(d.helpers); i++ {
		for _, b := range defines[d.helpers[i]] {
			Operands(b, all.bool, all.int)
		}
		if len(all.helpers) == len(d.helpers) {
			continue
		}
		for other := range all.helpers {
			if w.defined[other] == nil {
				w.defined[other] = d
				d.helpers = append(d.helpers, other)
			}
		}
	}
	for f := range all.found {
		d.finds = append(d.finds, f)
	}
	d.bools, d.ints = all.bools, all.ints
}

// ScopeWalker collects the variables of finds that nodes depend on, also through the definitions of helpers.
type ScopeWalker struct {
	m       *Model
	found   map[VarID]bool
	defined map[VarID]*definition // what the definitions of a helper depend on; nil if they are not followed
	bools   map[int]bool          // nodes that were visited
	ints    map[Int]bool
	helpers map[VarID]bool
}

// NewScopeWalker returns a walker that does not follow definitions.
func NewScopeWalker(m *Model) *ScopeWalker { return &ScopeWalker{m: m, found: map[VarID]bool{}} }

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
		if d := w.defined[v]; d != nil {
			for _, f := range d.finds {
				w.found[f] = true
			}
			for _, h := range d.helpers {
				w.helpers[h] = true
			}
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

// Joints lists for each instance the nodes that it may share with others, besides the variables of finds and the
// conditions on one of these: what propagation of two instances can exchange while neither says anything
// new of a find. The numbers mean nothing but that they are the same.
func Joints(m *Model) [][]int32 {
	w := definitionWalker(m)
	ofFind := func(x Int) bool {
		n, ok := m.Ints[x].(IntVar)
		return ok && m.Vars[n.Var].Find >= 0
	}
	condition := func(n BoolNode) bool {
		in, ok := n.(In)
		return ok && ofFind(in.X)
	}
	nodes := func(bools map[int]bool, ints map[Int]bool, add func(id int32)) {
		for i := range bools {
			switch n := m.BoolNode(i).(type) {
			case Constant:
			case BoolVar:
				if m.Vars[n.Var].Find < 0 {
					add(int32(2 * i))
				}
			default:
				if !condition(n) {
					add(int32(2 * i))
				}
			}
		}
		for x := range ints {
			if _, constant := m.Ints[x].(IntConst); !constant && !ofFind(x) {
				add(2*int32(x) + 1)
			}
		}
	}
	// What definitions tie together counts as one, by the first of its nodes. So do definitions that share a node.
	groups := alg.NewUnionFind(2 * max(m.BoolCount(), len(m.Ints)))
	for _, d := range w.defined {
		if d.bools == nil {
			continue
		}
		first := int32(-1)
		nodes(d.bools, d.ints, func(id int32) {
			if first < 0 {
				first = id
			}
			groups.Join(first, id)
		})
		d.bools, d.ints = nil, nil
	}
	joints := make([][]int32, len(m.Instances))
	for _, c := range m.Constraints {
		if m.Rules[m.Instances[c.Instance].Rule].Defines {
			continue
		}
		w.clear()
		w.constraint(c)
		nodes(w.bools, w.ints, func(id int32) {
			joints[c.Instance] = append(joints[c.Instance], groups.Find(id))
		})
	}
	for i := range joints {
		joints[i] = alg.Set(joints[i])
	}
	return joints
}
