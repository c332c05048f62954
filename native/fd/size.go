package fd

import (
	"fmt"

	"nazo/model"
)

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
