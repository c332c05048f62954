package play

import (
	"nazo/model"
)

// Playing out a game is millions of moves, of which each looks at a few things
// only. So expressions become closures over a plain array of values: lazy, as
// looks are, with those that are shared and dear kept for as long as the state lasts.
// (The programs of machine are made for searches, which keep many states.)

// board is a state that expressions are computed over.
type board struct {
	vars []int64 // by variable; booleans are 0 or 1
	// kept are values that were computed in the state number now.
	now  uint32
	at   []uint32
	kept []int64
}

type (
	condition func(b *board) bool
	number    func(b *board) int64
)

// coder makes closures of the nodes of a model, each once.
type coder struct {
	m     *model.Model
	uses  map[model.Int]int // how many expressions mention a number
	truth map[int]int       // and a condition, by node
	bools map[model.Bool]condition
	ints  map[model.Int]number
	slots int // of board.kept

	digests map[atom]digest
	filler  *look // computes the entries of tables
}

func newCoder(m *model.Model) *coder {
	return &coder{m: m, uses: map[model.Int]int{}, truth: map[int]int{}, bools: map[model.Bool]condition{}, ints: map[model.Int]number{},
		digests: map[atom]digest{}}
}

// newBoard makes a board for all expressions that were coded so far.
func (c *coder) newBoard() *board {
	return &board{vars: make([]int64, len(c.m.Vars)), now: 1, at: make([]uint32, c.slots), kept: make([]int64, c.slots)}
}

// changed says that the variables of the board have other values now.
func (b *board) changed() {
	b.now++
	if b.now == 0 {
		clear(b.at)
		b.now = 1
	}
}

// mention counts how often numbers and conditions are used in an expression that
// will be coded.
func (c *coder) mention(b model.Bool) {
	if c.truth[b.Node()]++; c.truth[b.Node()] == 1 {
		model.EachArg(c.m.Bools[b.Node()], c.mention, c.mentionInt)
	}
}

func (c *coder) mentionInt(x model.Int) {
	if c.uses[x]++; c.uses[x] == 1 {
		model.EachIntArg(c.m.Ints[x], c.mention, c.mentionInt)
	}
}

// bool is the closure of a condition.
func (c *coder) bool(b model.Bool) condition {
	f, ok := c.bools[b]
	if !ok {
		if f = c.boolTable(b); f == nil {
			f = c.boolNode(b)
			if c.truth[b.Node()] > 1 && !c.quick(b) {
				f = c.keepBool(f)
			}
		}
		c.bools[b] = f
	}
	return f
}

// keepBool computes a condition once in a state.
func (c *coder) keepBool(f condition) condition {
	kept := c.keep(func(b *board) int64 {
		if f(b) {
			return 1
		}
		return 0
	})
	return func(b *board) bool { return kept(b) != 0 }
}

// boolTable is the closure of a condition that a table has; nil for others.
func (c *coder) boolTable(b model.Bool) condition {
	table, place := c.tableOf(c.digestBool(b), func(l *look) int64 {
		if l.bool(b) {
			return 1
		}
		return 0
	})
	if table == nil {
		return nil
	}
	holds := make([]bool, len(table))
	for i, v := range table {
		holds[i] = v == 1
	}
	return func(b *board) bool { return holds[place(b)] }
}

func (c *coder) boolNode(b model.Bool) condition {
	negated := b.Negated()
	switch n := c.m.Bools[b.Node()].(type) {
	case model.Constant:
		return func(*board) bool { return !negated }
	case model.BoolVar:
		v, is := n.Var, int64(1)
		if negated {
			is = 0
		}
		return func(b *board) bool { return b.vars[v] == is }
	case model.And:
		return all(c.conditions(n.Args), negated)
	case model.Iff:
		x, y := c.bool(n.A), c.bool(n.B)
		return func(b *board) bool { return (x(b) == y(b)) != negated }
	case model.AtMost:
		return c.compare(n.Terms, n.Bound, false, negated)
	case model.Exactly:
		return c.compare(n.Terms, n.Sum, true, negated)
	case model.In:
		return c.in(n, negated)
	}
	panic("play: unknown boolean node")
}

// conditions are the closures of several conditions, those first that ask least.
func (c *coder) conditions(args []model.Bool) []condition {
	out := make([]condition, len(args))
	for i, a := range c.quickFirst(args) {
		out[i] = c.bool(a)
	}
	return out
}

// quickFirst puts those conditions first that ask least.
func (c *coder) quickFirst(args []model.Bool) []model.Bool {
	var quick, slow []model.Bool
	for _, a := range args {
		if c.quick(a) {
			quick = append(quick, a)
		} else {
			slow = append(slow, a)
		}
	}
	return append(quick, slow...)
}

// quick tells whether a condition asks for nothing but one variable.
func (c *coder) quick(b model.Bool) bool {
	switch n := c.m.Bools[b.Node()].(type) {
	case model.BoolVar:
		return true
	case model.In:
		_, isVar := c.m.Ints[n.X].(model.IntVar)
		return isVar
	}
	return false
}

// all says whether every part holds, or with negated whether some does not.
func all(parts []condition, negated bool) condition {
	switch len(parts) {
	case 1:
		x := parts[0]
		return func(b *board) bool { return x(b) != negated }
	case 2:
		x, y := parts[0], parts[1]
		return func(b *board) bool { return (x(b) && y(b)) != negated }
	case 3:
		x, y, z := parts[0], parts[1], parts[2]
		return func(b *board) bool { return (x(b) && y(b) && z(b)) != negated }
	}
	return func(b *board) bool {
		for _, f := range parts {
			if !f(b) {
				return negated
			}
		}
		return !negated
	}
}

// compare compares a sum with a bound.
func (c *coder) compare(terms []model.Term, bound int64, exactly, negated bool) condition {
	if len(terms) == 2 && exactly && bound == 0 && terms[0].Coef == -terms[1].Coef {
		x, y := c.int(terms[0].X), c.int(terms[1].X)
		return func(b *board) bool { return (x(b) == y(b)) != negated }
	}
	sum := c.sum(terms, 0)
	if exactly {
		return func(b *board) bool { return (sum(b) == bound) != negated }
	}
	return func(b *board) bool { return (sum(b) <= bound) != negated }
}

// in tests a number against a domain.
func (c *coder) in(n model.In, negated bool) condition {
	bounds := n.Values.Bounds()
	if len(n.Values) == 1 {
		lo, size := bounds.Lo, uint64(bounds.Hi-bounds.Lo)
		if v, ok := c.m.Ints[n.X].(model.IntVar); ok {
			i := v.Var
			if size == 0 {
				return func(b *board) bool { return (b.vars[i] == lo) != negated }
			}
			return func(b *board) bool { return (uint64(b.vars[i]-lo) <= size) != negated }
		}
		x := c.int(n.X)
		return func(b *board) bool { return (uint64(x(b)-lo) <= size) != negated }
	}
	x := c.int(n.X)
	if bounds.Hi-bounds.Lo < 64 {
		var set uint64
		for v := range n.Values.Each {
			set |= 1 << (v - bounds.Lo)
		}
		return func(b *board) bool { return (set>>uint64(x(b)-bounds.Lo)&1 == 1) != negated }
	}
	return func(b *board) bool { return n.Values.Contains(x(b)) != negated }
}
