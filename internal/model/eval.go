package model

import (
	"slices"

	"nazo/internal/alg"
)

// Evaluation evaluates nodes and constraints, and so defines the meaning of the model. It is slow and plain.
//
// It is lazy, like a person who turns over no card without need. An element reads only the chosen item, an if only its
// branch. A conjunction stops at the first false part, and begins with parts that don't depend on hidden variables. So
// the hidden variables that it reads are those that the values reveal.
type Evaluation struct {
	m        *Model
	hidden   *HiddenMask
	variable func(VarID) int64

	// A value is valid if it was computed since the variables changed. If it depends on hidden variables,
	// it must be from the current query, so that each query reads for itself.
	count         uint32
	now, asked    uint32
	boolAt, intAt []uint32
	bools         []bool
	ints          []int64
}

// Evaluate evaluates the nodes of m under the values of all variables.
func Evaluate(m *Model, values Solution) *Evaluation {
	values = slices.Clone(values)
	return NewEvaluation(m, nil, func(v VarID) int64 { return values[v] })
}

// NewEvaluation makes an evaluation of the nodes of m. If nothing is hidden, hidden may be nil. variable returns the
// value of a variable. It is called only where the value is needed, and may record what is read.
func NewEvaluation(m *Model, hidden *HiddenMask, variable func(VarID) int64) *Evaluation {
	if hidden == nil {
		hidden = nothingHidden(m)
	}
	return &Evaluation{m: m, hidden: hidden, variable: variable, count: 1, now: 1, asked: 1,
		boolAt: make([]uint32, m.BoolCount()), bools: make([]bool, m.BoolCount()),
		intAt: make([]uint32, len(m.Ints)), ints: make([]int64, len(m.Ints))}
}

// Changed forgets all values. It must be called when the variables have changed.
func (e *Evaluation) Changed() {
	e.NextQuery()
	e.now = e.asked
}

// NextQuery begins another question about the same state: what depends on hidden variables is read again.
func (e *Evaluation) NextQuery() {
	e.count++
	if e.count == 0 { // once in four billion questions
		clear(e.boolAt)
		clear(e.intAt)
		e.count, e.now = 1, 1
	}
	e.asked = e.count
}

// Violated returns the indices of violated constraints, except those of disabled instances.
func (e *Evaluation) Violated(off []int32) []int {
	switchedOff := make(map[int32]bool, len(off))
	for _, i := range off {
		switchedOff[i] = true
	}
	var out []int
	for i, c := range e.m.Constraints {
		if !switchedOff[c.Instance] && e.Bool(c.Guard) && !c.Body.Holds(e) {
			out = append(out, i)
		}
	}
	return out
}

// Bool returns the truth value of b.
func (e *Evaluation) Bool(b Bool) bool {
	i := b.Node()
	since := e.now
	if e.hidden.bools[i] {
		since = e.asked
	}
	if e.boolAt[i] != since {
		e.bools[i] = e.boolNode(e.m.BoolNode(i))
		e.boolAt[i] = since
	}
	return e.bools[i] != b.Negated()
}

// Int returns the value of x.
func (e *Evaluation) Int(x Int) int64 {
	since := e.now
	if e.hidden.ints[x] {
		since = e.asked
	}
	if e.intAt[x] != since {
		e.ints[x] = e.intNode(e.m.Ints[x])
		e.intAt[x] = since
	}
	return e.ints[x]
}

func (e *Evaluation) boolNode(n BoolNode) bool {
	switch n := n.(type) {
	case Constant:
		return true
	case BoolVar:
		return e.variable(n.Var) != 0
	case And:
		for _, behind := range []bool{false, true} {
			for _, a := range n.Args {
				if e.hidden.bools[a.Node()] == behind && !e.Bool(a) {
					return false
				}
			}
		}
		return true
	case Iff:
		return e.Bool(n.A) == e.Bool(n.B)
	case AtMost:
		return e.sum(n.Terms) <= n.Bound
	case Exactly:
		return e.sum(n.Terms) == n.Sum
	case In:
		return n.Values.Contains(e.Int(n.X))
	}
	panic("model: unknown boolean node")
}

// bit returns 1 where b holds, else 0.
func (e *Evaluation) bit(b Bool) int64 {
	if e.Bool(b) {
		return 1
	}
	return 0
}

// After returns the value of a variable after an effect.
func (e *Evaluation) After(effect Effect) int64 {
	if e.m.Vars[effect.Var].Bool {
		return e.bit(effect.B)
	}
	return e.Int(effect.X)
}

// AssumeBool gives a boolean node a value until the variables change. Nothing may be hidden.
func (e *Evaluation) AssumeBool(node int, holds bool) { e.bools[node], e.boolAt[node] = holds, e.now }

// AssumeInt gives an integer node a value until the variables change. Nothing may be hidden.
func (e *Evaluation) AssumeInt(x Int, value int64) { e.ints[x], e.intAt[x] = value, e.now }

func (e *Evaluation) sum(terms []Term) (s int64) {
	for _, t := range terms {
		s += t.Coef * e.Int(t.X)
	}
	return s
}

func (e *Evaluation) intNode(n IntNode) int64 {
	switch n := n.(type) {
	case IntConst:
		return n.Value
	case IntVar:
		return e.variable(n.Var)
	case ToInt:
		return e.bit(n.B)
	case Linear:
		return n.Const + e.sum(n.Terms)
	case Product:
		a, b := n.A, n.B
		if e.hidden.ints[a] {
			a, b = b, a
		}
		if x := e.Int(a); x != 0 {
			return x * e.Int(b)
		}
		return 0
	case Div:
		return alg.Quotient(e.Int(n.A), e.Int(n.B))
	case Mod:
		return alg.Remainder(e.Int(n.A), e.Int(n.B))
	case Min:
		least := e.Int(n.Args[0])
		for _, x := range n.Args[1:] {
			least = min(least, e.Int(x))
		}
		return least
	case Max:
		greatest := e.Int(n.Args[0])
		for _, x := range n.Args[1:] {
			greatest = max(greatest, e.Int(x))
		}
		return greatest
	case If:
		if e.Bool(n.Cond) {
			return e.Int(n.Then)
		}
		return e.Int(n.Else)
	case Element:
		if i := e.Int(n.Index) - n.Base; 0 <= i && i < int64(len(n.Items)) {
			return e.Int(n.Items[i])
		}
		return 0
	}
	panic("model: unknown integer node")
}

// HiddenMask marks the nodes and variables that depend on hidden variables, in whatever state.
type HiddenMask struct {
	bools, ints []bool // by node
	vars        []bool // hidden variables
}

// nothingHidden returns the mask of a model that hides nothing.
func nothingHidden(m *Model) *HiddenMask {
	return &HiddenMask{make([]bool, m.BoolCount()), make([]bool, len(m.Ints)), make([]bool, len(m.Vars))}
}

// NewHiddenMask computes what depends on the hidden variables of m's machine.
func NewHiddenMask(m *Model) *HiddenMask {
	v := nothingHidden(m)
	for _, h := range m.Machine.Hidden {
		v.vars[h] = true
	}
	seenB, seenI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var onBool func(i int) bool
	var onInt func(x Int) bool
	onBool = func(i int) bool {
		if seenB[i] {
			return v.bools[i]
		}
		seenB[i] = true
		n := m.BoolNode(i)
		is := false
		if b, ok := n.(BoolVar); ok {
			is = v.vars[b.Var]
		}
		EachArg(n, func(b Bool) { is = onBool(b.Node()) || is }, func(x Int) { is = onInt(x) || is })
		v.bools[i] = is
		return is
	}
	onInt = func(x Int) bool {
		if seenI[x] {
			return v.ints[x]
		}
		seenI[x] = true
		n := m.Ints[x]
		is := false
		if i, ok := n.(IntVar); ok {
			is = v.vars[i.Var]
		}
		EachIntArg(n, func(b Bool) { is = onBool(b.Node()) || is }, func(x Int) { is = onInt(x) || is })
		v.ints[x] = is
		return is
	}
	for i := range m.BoolCount() {
		onBool(i)
	}
	for x := range m.Ints {
		onInt(Int(x))
	}
	return v
}

// Hides reports whether a variable is hidden.
func (h *HiddenMask) Hides(v VarID) bool { return h.vars[v] }

// EachArg calls the functions for the direct arguments of a boolean node.
func EachArg(n BoolNode, onBool func(Bool), onInt func(Int)) {
	switch n := n.(type) {
	case Constant, BoolVar:
	case And:
		for _, a := range n.Args {
			onBool(a)
		}
	case Iff:
		onBool(n.A)
		onBool(n.B)
	case AtMost:
		for _, t := range n.Terms {
			onInt(t.X)
		}
	case Exactly:
		for _, t := range n.Terms {
			onInt(t.X)
		}
	case In:
		onInt(n.X)
	}
}

// EachIntArg calls the functions for the direct arguments of an integer node.
func EachIntArg(n IntNode, onBool func(Bool), onInt func(Int)) {
	switch n := n.(type) {
	case IntConst, IntVar:
	case ToInt:
		onBool(n.B)
	case Linear:
		for _, t := range n.Terms {
			onInt(t.X)
		}
	case Product:
		each(onInt, []Int{n.A, n.B})
	case Div:
		each(onInt, []Int{n.A, n.B})
	case Mod:
		each(onInt, []Int{n.A, n.B})
	case Min:
		each(onInt, n.Args)
	case Max:
		each(onInt, n.Args)
	case If:
		onBool(n.Cond)
		each(onInt, []Int{n.Then, n.Else})
	case Element:
		onInt(n.Index)
		each(onInt, n.Items)
	}
}

func each[T any](do func(T), list []T) {
	for _, x := range list {
		do(x)
	}
}
