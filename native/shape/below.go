package shape

import "nazo/model"

// below finds the nodes that depend on no variable but those that presolve knows. A nil below has none.
type below struct {
	w           *Model
	presolved   Presolved
	bools, ints []int8 // for each node 1 if it depends on others, -1 if not, 0 if that is not known yet
}

func newBelow(w *Model, p Presolved) *below {
	return &below{w, p, make([]int8, w.BoolCount()), make([]int8, len(w.Ints))}
}

// closed reports whether presolve has decided a constraint: it depends on nothing else.
func (d *below) closed(c model.Constraint) bool {
	if d == nil || d.open(c.Guard.Node()) {
		return false
	}
	closed := true
	c.Body.Operands(func(b model.Bool) { closed = closed && !d.open(b.Node()) }, func(x model.Int) { closed = closed && !d.openInt(x) })
	return closed
}

// open reports whether a boolean node depends on other variables.
func (d *below) open(node int) bool {
	if d == nil {
		return true
	}
	if d.bools[node] == 0 {
		open := false
		if n, ok := d.w.BoolNode(node).(model.BoolVar); ok {
			open = !d.presolved.Fixed(n.Var)
		} else {
			model.EachArg(d.w.BoolNode(node), func(b model.Bool) { open = open || d.open(b.Node()) }, func(x model.Int) { open = open || d.openInt(x) })
		}
		d.bools[node] = sign(open)
	}
	return d.bools[node] > 0
}

// openInt reports the same of a number.
func (d *below) openInt(x model.Int) bool {
	if d.ints[x] == 0 {
		open := false
		if n, ok := d.w.Ints[x].(model.IntVar); ok {
			open = !d.presolved.Fixed(n.Var)
		} else {
			model.EachIntArg(d.w.Ints[x], func(b model.Bool) { open = open || d.open(b.Node()) }, func(x model.Int) { open = open || d.openInt(x) })
		}
		d.ints[x] = sign(open)
	}
	return d.ints[x] > 0
}

func sign(open bool) int8 {
	if open {
		return 1
	}
	return -1
}
