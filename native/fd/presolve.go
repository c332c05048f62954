package fd

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"nazo/internal/model"
)

// Root is what presolve found out about a model: what follows from all constraints but paths and
// cycles, as far as propagation shows it. It does not change, so it serves all questions about
// the model, also at once. Specialised searches are told by it what is known of literals and
// variables; [Root.Search] goes on from it with the search of this package.
type Root struct {
	m       *model.Model
	options model.Options
	slots   []model.Int // for each variable its literal or integer

	val   []int8   // for each literal of the model 1 true, -1 false, 0 open
	known []bool   // for each integer whether it has its domain
	ints  []intVar // the domains
	words []uint64 // and their bits
	// impossible says that presolve came upon a conflict.
	impossible bool
}

// Presolve posts and propagates a model that [Supports] admits, as far as the options leave it on.
// The error is that of ctx if it ends before that is done.
func Presolve(ctx context.Context, m *model.Model, o model.Options) (*Root, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	p := newPoster(m, o, &stop)
	literals := len(p.s.val)
	possible := p.restrict(o.Within) && p.post(false) && p.s.propagate()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Root{m: m, options: o, slots: p.slots, val: p.s.val[:literals], known: p.known, ints: p.s.ints[:len(p.known)],
		words: p.s.words, impossible: !possible}, nil
}

// Impossible reports whether presolve has shown that there is no solution.
func (r *Root) Impossible() bool { return r.impossible }

// Model is the model.
func (r *Root) Model() *model.Model { return r.m }

// Objectives are the objectives that matter.
func (r *Root) Objectives() []model.Objective {
	if r.options.AnyObjective {
		return nil
	}
	return r.m.Objectives
}

// Value is 1 if a literal holds, -1 if it does not, and 0 if it is open.
func (r *Root) Value(l model.Bool) int8 { return r.val[l] }

// Fixed reports whether a variable has one value left.
func (r *Root) Fixed(v model.VarID) bool {
	slot := r.slots[v]
	if r.m.Vars[v].Bool {
		return r.val[slot] != 0
	}
	return r.ints[slot].lo == r.ints[slot].hi
}

// Solution has the values of all variables that are fixed. Of the others, truth values are 0
// and numbers the least that they may be.
func (r *Root) Solution() model.Solution { return solution(r.m, r.slots, r.val, r.ints) }

// mostCells is how much a model may hold, counted in arguments of nodes and
// constraints: each costs the store up to some hundred bytes.
const mostCells = 6_000_000

// Supports reports, as a clause that says why not, whether the search can take up a model: one that
// takes no more than about a gigabyte, with numbers within [model.MaxMagnitude].
func Supports(m *model.Model) error {
	e := measure(m)
	if e.cells > mostCells {
		return fmt.Errorf("the model has %d arguments of nodes and constraints, more than %d", e.cells, mostCells)
	}
	if e.unfit >= 0 {
		b := m.Bounds(e.unfit)
		return fmt.Errorf("a number may lie anywhere in %d..%d, beyond 2^53", b.Lo, b.Hi)
	}
	return nil
}

// extent is how large a model is, counted over what constraints and objectives
// lead to.
type extent struct {
	cells int       // variables, and arguments of nodes and constraints
	unfit model.Int // a number that can't be represented, or -1
}

// measure counts; it follows nodes as the poster will.
func measure(m *model.Model) extent {
	e := extent{cells: len(m.Vars), unfit: -1}
	seenB, seenI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var todo []node
	onBool := func(b model.Bool) {
		e.cells++
		if !seenB[b.Node()] {
			seenB[b.Node()] = true
			todo = append(todo, node{int32(b.Node()), false})
		}
	}
	onInt := func(x model.Int) {
		e.cells++
		if !seenI[x] {
			seenI[x] = true
			todo = append(todo, node{int32(x), true})
		}
	}
	for _, c := range m.Constraints {
		onBool(c.Guard)
		c.Body.Operands(onBool, onInt)
	}
	for _, o := range m.Objectives {
		onInt(o.X)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !n.isInt {
			model.EachArg(m.BoolNode(int(n.index)), onBool, onInt)
			continue
		}
		if e.unfit < 0 && !m.Representable(model.Int(n.index)) {
			e.unfit = model.Int(n.index)
		}
		model.EachIntArg(m.Ints[n.index], onBool, onInt)
	}
	return e
}

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
