package fd

import (
	"context"
	"fmt"
	"sync/atomic"

	"nazo/internal/model"
)

// Root is the result of presolve: what follows from all constraints except paths and cycles by
// propagation. It never changes, so it serves all questions about the model, also concurrently.
// [Root.Search] continues from it.
type Root struct {
	m       *model.Model
	options model.Options
	slots   []model.Int // for each variable its literal or integer

	val   []int8   // for each literal of the model 1 true, -1 false, 0 open
	known []bool   // for each integer whether it has its domain
	ints  []intVar // the domains
	words []uint64 // their bits
	// impossible means that presolve met a conflict.
	impossible bool
}

// Presolve posts and propagates a model that [Supports] admits. The error is that of ctx.
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

// Objectives returns the objectives that matter.
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

// Solution has the values of fixed variables. Other booleans are 0, other numbers have their least
// value.
func (r *Root) Solution() model.Solution { return solution(r.m, r.slots, r.val, r.ints) }

// mostCells bounds a model, in arguments of nodes and constraints. Each costs the store up to some
// hundred bytes.
const mostCells = 6_000_000

// Supports reports whether the search can hold a model: at most about a gigabyte, and numbers
// within [model.MaxMagnitude]. The error is a clause.
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

// extent is the size of the reachable part of a model.
type extent struct {
	cells int       // variables, and arguments of nodes and constraints
	unfit model.Int // a number that can't be represented, or -1
}

// measure follows nodes as the poster will.
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
		model.Operands(c.Body, onBool, onInt)
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
