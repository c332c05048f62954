package model

import (
	"iter"
	"slices"
)

// EachBelow calls onBool and onInt once for each node below the given ones, themselves included,
// until one of them returns false; then EachBelow returns false. Arguments come after the node
// that has them.
func (m *Model) EachBelow(bools []Bool, ints []Int, onBool func(node int) bool, onInt func(Int) bool) bool {
	seenBool, seenInt := map[int]bool{}, map[Int]bool{}
	var todoBool []int
	var todoInt []Int
	reachBool := func(b Bool) {
		if !seenBool[b.Node()] {
			seenBool[b.Node()] = true
			todoBool = append(todoBool, b.Node())
		}
	}
	reachInt := func(x Int) {
		if !seenInt[x] {
			seenInt[x] = true
			todoInt = append(todoInt, x)
		}
	}
	for _, b := range bools {
		reachBool(b)
	}
	for _, x := range ints {
		reachInt(x)
	}
	for len(todoBool)+len(todoInt) > 0 {
		if n := len(todoBool); n > 0 {
			i := todoBool[n-1]
			todoBool = todoBool[:n-1]
			if !onBool(i) {
				return false
			}
			EachArg(m.BoolNode(i), reachBool, reachInt)
			continue
		}
		x := todoInt[len(todoInt)-1]
		todoInt = todoInt[:len(todoInt)-1]
		if !onInt(x) {
			return false
		}
		EachIntArg(m.Ints[x], reachBool, reachInt)
	}
	return true
}

// VarsBelow lists the variables that nodes depend on, ascending.
func (m *Model) VarsBelow(bools []Bool, ints []Int) []VarID {
	var out []VarID
	m.EachBelow(bools, ints, func(i int) bool {
		if n, ok := m.BoolNode(i).(BoolVar); ok {
			out = append(out, n.Var)
		}
		return true
	}, func(x Int) bool {
		if n, ok := m.Ints[x].(IntVar); ok {
			out = append(out, n.Var)
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// Conjuncts lists the conditions whose conjunction some conditions are, however it is nested.
func (m *Model) Conjuncts(bs ...Bool) iter.Seq[Bool] {
	return func(yield func(Bool) bool) { m.eachConjunct(bs, yield) }
}

func (m *Model) eachConjunct(bs []Bool, yield func(Bool) bool) bool {
	for _, b := range bs {
		if and, ok := m.Node(b).(And); ok && !b.Negated() {
			if !m.eachConjunct(and.Args, yield) {
				return false
			}
		} else if !yield(b) {
			return false
		}
	}
	return true
}
