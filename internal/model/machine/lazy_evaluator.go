package machine

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// LazyEvaluator evaluates expressions like a person who turns over no card without need. An element reads only the
// chosen item, an if only its branch. A conjunction stops at the first false part, and begins with parts that don't
// depend on hidden variables. So the hidden variables that it reads are those that the values reveal.
type LazyEvaluator struct {
	m        *model.Model
	hidden   *HiddenMask
	variable func(model.VarID) int64

	// A value is valid if it was computed since the variables changed. If it depends on hidden variables,
	// it must be from the current query, so that each query reads for itself.
	count         uint32
	now, asked    uint32
	boolAt, intAt []uint32
	bools         []bool
	ints          []int64
}

// NewLazyEvaluator makes a lazy evaluator for nodes of m. variable returns the value of a variable. It is
// called only where the value is needed, and may record what is read.
func NewLazyEvaluator(m *model.Model, hidden *HiddenMask, variable func(model.VarID) int64) *LazyEvaluator {
	return &LazyEvaluator{m: m, hidden: hidden, variable: variable, count: 1, now: 1, asked: 1,
		boolAt: make([]uint32, m.BoolCount()), bools: make([]bool, m.BoolCount()),
		intAt: make([]uint32, len(m.Ints)), ints: make([]int64, len(m.Ints))}
}

// Changed forgets all values. It must be called when the variables have changed.
func (l *LazyEvaluator) Changed() {
	l.NextQuery()
	l.now = l.asked
}

// NextQuery begins another question about the same state: what depends on hidden variables is read again.
func (l *LazyEvaluator) NextQuery() {
	l.count++
	if l.count == 0 { // once in four billion questions
		clear(l.boolAt)
		clear(l.intAt)
		l.count, l.now = 1, 1
	}
	l.asked = l.count
}

// Bool returns the truth value of b.
func (l *LazyEvaluator) Bool(b model.Bool) bool {
	i := b.Node()
	since := l.now
	if l.hidden.bools[i] {
		since = l.asked
	}
	if l.boolAt[i] != since {
		l.bools[i] = l.boolNode(l.m.BoolNode(i))
		l.boolAt[i] = since
	}
	return l.bools[i] != b.Negated()
}

// Int returns the value of x.
func (l *LazyEvaluator) Int(x model.Int) int64 {
	since := l.now
	if l.hidden.ints[x] {
		since = l.asked
	}
	if l.intAt[x] != since {
		l.ints[x] = l.intNode(l.m.Ints[x])
		l.intAt[x] = since
	}
	return l.ints[x]
}

func (l *LazyEvaluator) boolNode(n model.BoolNode) bool {
	switch n := n.(type) {
	case model.Constant:
		return true
	case model.BoolVar:
		return l.variable(n.Var) != 0
	case model.And:
		for _, behind := range []bool{false, true} {
			for _, a := range n.Args {
				if l.hidden.bools[a.Node()] == behind && !l.Bool(a) {
					return false
				}
			}
		}
		return true
	case model.Iff:
		return l.Bool(n.A) == l.Bool(n.B)
	case model.AtMost:
		return l.sum(n.Terms) <= n.Bound
	case model.Exactly:
		return l.sum(n.Terms) == n.Sum
	case model.In:
		return n.Values.Contains(l.Int(n.X))
	}
	panic("machine: unknown boolean node")
}

func (l *LazyEvaluator) sum(terms []model.Term) (s int64) {
	for _, t := range terms {
		s += t.Coef * l.Int(t.X)
	}
	return s
}

func (l *LazyEvaluator) intNode(n model.IntNode) int64 {
	switch n := n.(type) {
	case model.IntConst:
		return n.Value
	case model.IntVar:
		return l.variable(n.Var)
	case model.ToInt:
		return bit(l.Bool(n.B))
	case model.Linear:
		return n.Const + l.sum(n.Terms)
	case model.Product:
		a, b := n.A, n.B
		if l.hidden.ints[a] {
			a, b = b, a
		}
		if x := l.Int(a); x != 0 {
			return x * l.Int(b)
		}
		return 0
	case model.Div:
		return alg.Quotient(l.Int(n.A), l.Int(n.B))
	case model.Mod:
		return alg.Remainder(l.Int(n.A), l.Int(n.B))
	case model.Min:
		least := l.Int(n.Args[0])
		for _, x := range n.Args[1:] {
			least = min(least, l.Int(x))
		}
		return least
	case model.Max:
		greatest := l.Int(n.Args[0])
		for _, x := range n.Args[1:] {
			greatest = max(greatest, l.Int(x))
		}
		return greatest
	case model.If:
		if l.Bool(n.Cond) {
			return l.Int(n.Then)
		}
		return l.Int(n.Else)
	case model.Element:
		if i := l.Int(n.Index) - n.Base; 0 <= i && i < int64(len(n.Items)) {
			return l.Int(n.Items[i])
		}
		return 0
	}
	panic("machine: unknown integer node")
}

// HiddenMask marks the nodes and variables that depend on hidden variables, in whatever state.
type HiddenMask struct {
	bools, ints []bool // by node
	vars        []bool // hidden variables
}

// nothingHidden returns the mask of a model that hides nothing.
func nothingHidden(m *model.Model) *HiddenMask {
	return &HiddenMask{make([]bool, m.BoolCount()), make([]bool, len(m.Ints)), make([]bool, len(m.Vars))}
}

// NewHiddenMask computes what depends on the hidden variables of m's machine.
func NewHiddenMask(m *model.Model) *HiddenMask {
	v := nothingHidden(m)
	for _, h := range m.Machine.Hidden {
		v.vars[h] = true
	}
	seenB, seenI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var onBool func(i int) bool
	var onInt func(x model.Int) bool
	onBool = func(i int) bool {
		if seenB[i] {
			return v.bools[i]
		}
		seenB[i] = true
		n := m.BoolNode(i)
		is := false
		if b, ok := n.(model.BoolVar); ok {
			is = v.vars[b.Var]
		}
		model.EachArg(n, func(b model.Bool) { is = onBool(b.Node()) || is }, func(x model.Int) { is = onInt(x) || is })
		v.bools[i] = is
		return is
	}
	onInt = func(x model.Int) bool {
		if seenI[x] {
			return v.ints[x]
		}
		seenI[x] = true
		n := m.Ints[x]
		is := false
		if i, ok := n.(model.IntVar); ok {
			is = v.vars[i.Var]
		}
		model.EachIntArg(n, func(b model.Bool) { is = onBool(b.Node()) || is }, func(x model.Int) { is = onInt(x) || is })
		v.ints[x] = is
		return is
	}
	for i := range m.BoolCount() {
		onBool(i)
	}
	for x := range m.Ints {
		onInt(model.Int(x))
	}
	return v
}

// Hides reports whether a variable is hidden.
func (h *HiddenMask) Hides(v model.VarID) bool { return h.vars[v] }
