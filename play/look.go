package play

import "nazo/model"

// look evaluates expressions over one state as a person would who turns over no
// card without need: of an element it reads the item that it takes, of an if the
// branch, a conjunction stops at the first part that is false, and begins with
// the parts that have nothing to do with what is hidden. What it has read of the
// hidden variables is therefore what the values that it was asked for reveal.
type look struct {
	m *model.Model
	// veiled tells which nodes depend on hidden variables.
	veiled *veil
	// variable is the value of a variable; it notes what is read.
	variable func(model.VarID) int64

	// A value is known if it was computed since the variables changed; one that
	// depends on what is hidden, since the present question was asked, so that each
	// question reads for itself.
	count  uint32
	now    uint32
	asked  uint32
	boolAt []uint32
	intAt  []uint32
	bools  []bool
	ints   []int64
}

func newLook(m *model.Model, veiled *veil, variable func(model.VarID) int64) *look {
	return &look{m: m, veiled: veiled, variable: variable, count: 1, now: 1, asked: 1,
		boolAt: make([]uint32, len(m.Bools)), bools: make([]bool, len(m.Bools)),
		intAt: make([]uint32, len(m.Ints)), ints: make([]int64, len(m.Ints))}
}

// again forgets all values: the variables have changed.
func (l *look) again() {
	l.question()
	l.now = l.asked
}

// question begins another question about the same state.
func (l *look) question() {
	l.count++
	if l.count == 0 { // once in four billion questions
		clear(l.boolAt)
		clear(l.intAt)
		l.count, l.now = 1, 1
	}
	l.asked = l.count
}

// bool is the truth value of b.
func (l *look) bool(b model.Bool) bool {
	i := b.Node()
	since := l.now
	if l.veiled.bools[i] {
		since = l.asked
	}
	if l.boolAt[i] != since {
		l.bools[i] = l.boolNode(l.m.Bools[i])
		l.boolAt[i] = since
	}
	return l.bools[i] != b.Negated()
}

// int is the value of x.
func (l *look) int(x model.Int) int64 {
	since := l.now
	if l.veiled.ints[x] {
		since = l.asked
	}
	if l.intAt[x] != since {
		l.ints[x] = l.intNode(l.m.Ints[x])
		l.intAt[x] = since
	}
	return l.ints[x]
}

func (l *look) boolNode(n model.BoolNode) bool {
	switch n := n.(type) {
	case model.Constant:
		return true
	case model.BoolVar:
		return l.variable(n.Var) != 0
	case model.And:
		for _, behind := range []bool{false, true} {
			for _, a := range n.Args {
				if l.veiled.bools[a.Node()] == behind && !l.bool(a) {
					return false
				}
			}
		}
		return true
	case model.Iff:
		return l.bool(n.A) == l.bool(n.B)
	case model.AtMost:
		return l.sum(n.Terms) <= n.Bound
	case model.Exactly:
		return l.sum(n.Terms) == n.Sum
	case model.In:
		return n.Values.Contains(l.int(n.X))
	}
	panic("play: unknown boolean node")
}

func (l *look) sum(terms []model.Term) int64 {
	var s int64
	for _, t := range terms {
		s += t.Coef * l.int(t.X)
	}
	return s
}

func (l *look) intNode(n model.IntNode) int64 {
	switch n := n.(type) {
	case model.IntConst:
		return n.Value
	case model.IntVar:
		return l.variable(n.Var)
	case model.ToInt:
		if l.bool(n.B) {
			return 1
		}
		return 0
	case model.Linear:
		return n.Const + l.sum(n.Terms)
	case model.Product:
		a, b := n.A, n.B
		if l.veiled.ints[a] {
			a, b = b, a
		}
		if x := l.int(a); x != 0 {
			return x * l.int(b)
		}
		return 0
	case model.Div:
		q, _ := divide(l.int(n.A), l.int(n.B))
		return q
	case model.Mod:
		_, r := divide(l.int(n.A), l.int(n.B))
		return r
	case model.Min:
		least := l.int(n.Args[0])
		for _, x := range n.Args[1:] {
			least = min(least, l.int(x))
		}
		return least
	case model.Max:
		greatest := l.int(n.Args[0])
		for _, x := range n.Args[1:] {
			greatest = max(greatest, l.int(x))
		}
		return greatest
	case model.If:
		if l.bool(n.Cond) {
			return l.int(n.Then)
		}
		return l.int(n.Else)
	case model.Element:
		if i := l.int(n.Index) - n.Base; 0 <= i && i < int64(len(n.Items)) {
			return l.int(n.Items[i])
		}
		return 0
	}
	panic("play: unknown integer node")
}

// divide rounds down; the remainder has the sign of b. Both are 0 where b is.
func divide(a, b int64) (quotient, remainder int64) {
	if b == 0 {
		return 0, 0
	}
	q, r := a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q--
		r += b
	}
	return q, r
}
