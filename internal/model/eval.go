package model

import (
	"slices"

	"nazo/internal/alg"
)

// Evaluation evaluates nodes and constraints under a full assignment. It defines the meaning of the model, so it is
// slow and plain.
type Evaluation struct {
	m     *Model
	bools []bool
	ints  []int64
}

// Evaluate computes every node under the values of all variables.
func Evaluate(m *Model, values Solution) *Evaluation {
	e := &Evaluation{m: m, bools: make([]bool, m.BoolCount()), ints: make([]int64, len(m.Ints))}
	doneB, doneI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var boolNode func(i int)
	var intNode func(i Int)
	boolNode = func(i int) {
		if doneB[i] {
			return
		}
		doneB[i] = true
		EachArg(m.BoolNode(i), func(b Bool) { boolNode(b.Node()) }, intNode)
		e.bools[i] = e.boolValue(m.BoolNode(i), values)
	}
	intNode = func(x Int) {
		if doneI[x] {
			return
		}
		doneI[x] = true
		EachIntArg(m.Ints[x], func(b Bool) { boolNode(b.Node()) }, intNode)
		e.ints[x] = e.intValue(m.Ints[x], values)
	}
	for i := range m.BoolCount() {
		boolNode(i)
	}
	for x := range m.Ints {
		intNode(Int(x))
	}
	return e
}

// Bool returns the truth value of b.
func (e *Evaluation) Bool(b Bool) bool { return e.bools[b.Node()] != b.Negated() }

// Int returns the value of x.
func (e *Evaluation) Int(x Int) int64 { return e.ints[x] }

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

func (e *Evaluation) sum(terms []Term) (s int64) {
	for _, t := range terms {
		s += t.Coef * e.ints[t.X]
	}
	return s
}

func (e *Evaluation) boolValue(n BoolNode, values Solution) bool {
	switch n := n.(type) {
	case Constant:
		return true
	case BoolVar:
		return values[n.Var] != 0
	case And:
		return !slices.ContainsFunc(n.Args, func(a Bool) bool { return !e.Bool(a) })
	case Iff:
		return e.Bool(n.A) == e.Bool(n.B)
	case AtMost:
		return e.sum(n.Terms) <= n.Bound
	case Exactly:
		return e.sum(n.Terms) == n.Sum
	case In:
		return n.Values.Contains(e.ints[n.X])
	}
	panic("model: unknown boolean node")
}

func (e *Evaluation) intValue(n IntNode, values Solution) int64 {
	switch n := n.(type) {
	case IntConst:
		return n.Value
	case IntVar:
		return values[n.Var]
	case ToInt:
		if e.Bool(n.B) {
			return 1
		}
		return 0
	case Linear:
		return n.Const + e.sum(n.Terms)
	case Product:
		return e.ints[n.A] * e.ints[n.B]
	case Div:
		return alg.Quotient(e.ints[n.A], e.ints[n.B])
	case Mod:
		return alg.Remainder(e.ints[n.A], e.ints[n.B])
	case Min:
		least := e.ints[n.Args[0]]
		for _, x := range n.Args {
			least = min(least, e.ints[x])
		}
		return least
	case Max:
		greatest := e.ints[n.Args[0]]
		for _, x := range n.Args {
			greatest = max(greatest, e.ints[x])
		}
		return greatest
	case If:
		if e.Bool(n.Cond) {
			return e.ints[n.Then]
		}
		return e.ints[n.Else]
	case Element:
		if i := e.ints[n.Index] - n.Base; 0 <= i && i < int64(len(n.Items)) {
			return e.ints[n.Items[i]]
		}
		return 0
	}
	panic("model: unknown integer node")
}

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
