package machine

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Compiler turns conditions and numbers of a model into closures, each once. They are lazy: an element
// computes only the chosen item, an if only one branch, and a conjunction stops at the first false part.
// Expressions over few small variables become lookup tables. Shared values are cached per state. Any
// number of goroutines may use the closures, each with its own [Evaluation], but only one may compile.
type Compiler struct {
	m      *model.Model
	layout *Layout
	// boolUses and intUses count how many expressions mention a node.
	boolUses map[int]int
	intUses  map[model.Int]int
	bools    map[model.Bool]Condition
	ints     map[model.Int]Number
	// slots is the size of Evaluation.cached.
	slots int

	dependences map[argument]dependence
	// filler computes the entries of lookup tables.
	filler *model.Evaluation
	// room is how many more entries all lookup tables together may have.
	room int64
}

// NewCompiler makes a compiler for nodes of m over states of a layout. The layout is that of m or of another
// model with the same variables.
func NewCompiler(m *model.Model, layout *Layout) *Compiler {
	return &Compiler{m: m, layout: layout, boolUses: map[int]int{}, intUses: map[model.Int]int{},
		bools: map[model.Bool]Condition{}, ints: map[model.Int]Number{}, dependences: map[argument]dependence{}, room: mostEntries}
}

// NewEvaluation makes an evaluation, with a state of its own, for all that was compiled so far.
func (c *Compiler) NewEvaluation() *Evaluation {
	e := &Evaluation{State: make(State, c.layout.words), now: 1}
	e.reserve(c.slots)
	return e
}

// Mention announces a condition that will be compiled. What is mentioned more than once is computed once in a state.
func (c *Compiler) Mention(b model.Bool) {
	if c.boolUses[b.Node()]++; c.boolUses[b.Node()] == 1 {
		model.EachArg(c.m.Node(b), c.Mention, c.MentionNumber)
	}
}

// MentionNumber announces a number, as Mention does a condition.
func (c *Compiler) MentionNumber(x model.Int) {
	if c.intUses[x]++; c.intUses[x] == 1 {
		model.EachIntArg(c.m.Ints[x], c.Mention, c.MentionNumber)
	}
}

// keep caches a number in each state.
func (c *Compiler) keep(f Number) Number {
	slot := c.slots
	c.slots++
	return func(e *Evaluation) int64 {
		if e.at[slot] == e.now {
			return e.cached[slot]
		}
		x := f(e)
		e.at[slot], e.cached[slot] = e.now, x
		return x
	}
}

// keepTruth caches a condition in each state.
func (c *Compiler) keepTruth(f Condition) Condition {
	slot := c.slots
	c.slots++
	return func(e *Evaluation) bool {
		if e.at[slot] != e.now {
			e.cached[slot] = bit(f(e))
			e.at[slot] = e.now
		}
		return e.cached[slot] != 0
	}
}

// Evaluation is a state, and what was computed in it so far. It belongs to one goroutine.
type Evaluation struct {
	// State is the current state. After changing it, call Changed before computing anything.
	State State
	// cached are the values of shared expressions. cached[i] is valid if at[i] is now.
	now    uint32
	at     []uint32
	cached []int64
}

// Changed forgets what was computed, since the state has changed.
func (e *Evaluation) Changed() {
	e.now++
	if e.now == 0 { // once in four billion states
		clear(e.at)
		e.now = 1
	}
}

// enter goes to another state. The evaluation does not change that state.
func (e *Evaluation) enter(s State) *Evaluation {
	e.State = s
	e.Changed()
	return e
}

// reserve makes room for the shared expressions of a compiler.
func (e *Evaluation) reserve(slots int) {
	if missing := slots - len(e.at); missing > 0 {
		e.at, e.cached = append(e.at, make([]uint32, missing)...), append(e.cached, make([]int64, missing)...)
	}
}

type (
	// Condition reports whether a condition holds in a state.
	Condition func(e *Evaluation) bool
	// Number computes a number from a state.
	Number func(e *Evaluation) int64
)

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// BoolProgram computes a condition on a state.
type BoolProgram struct {
	holds Condition
	slots int
}

// IntProgram computes a number from a state.
type IntProgram struct {
	value Number
	slots int
}

// Compiler makes a compiler of expressions on the program's states. They are nodes of m: the model that the
// program was compiled from, or another with the same variables.
func (p *Program) Compiler(m *model.Model) *Compiler { return NewCompiler(m, p.Layout) }

// BoolProgram compiles a condition for use with any Scratch of a program of the compiler's layout.
func (c *Compiler) BoolProgram(b model.Bool) *BoolProgram {
	c.Mention(b)
	holds := c.Condition(b)
	return &BoolProgram{holds, c.slots}
}

// IntProgram compiles a number, as BoolProgram does.
func (c *Compiler) IntProgram(x model.Int) *IntProgram {
	c.MentionNumber(x)
	value := c.Number(x)
	return &IntProgram{value, c.slots}
}

// Holds reports whether the condition is met.
func (p *BoolProgram) Holds(s State, scratch *Scratch) bool {
	scratch.there.reserve(p.slots)
	return p.holds(scratch.there.enter(s))
}

// Value returns the number.
func (p *IntProgram) Value(s State, scratch *Scratch) int64 {
	scratch.there.reserve(p.slots)
	return p.value(scratch.there.enter(s))
}

// Condition compiles a condition, a node of the compiler's model.
func (c *Compiler) Condition(b model.Bool) Condition {
	f, ok := c.bools[b]
	if !ok {
		if f = c.conditionTable(b); f == nil {
			f = c.conditionNode(b)
			if c.boolUses[b.Node()] > 1 && !c.ofOneVariable(b) {
				f = c.keepTruth(f)
			}
		}
		c.bools[b] = f
	}
	return f
}

func (c *Compiler) conditionNode(b model.Bool) Condition {
	negated := b.Negated()
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		return func(*Evaluation) bool { return !negated }
	case model.BoolVar:
		return c.single(b)
	case model.And:
		return c.conjunction(n.Args, negated)
	case model.Iff:
		x, y := c.Condition(n.A), c.Condition(n.B)
		return func(e *Evaluation) bool { return (x(e) == y(e)) != negated }
	case model.AtMost:
		sum, bound := c.sum(n.Terms, 0), n.Bound
		return func(e *Evaluation) bool { return (sum(e) <= bound) != negated }
	case model.Exactly:
		return c.exactly(n, negated)
	case model.In:
		if c.ofOneVariable(b) {
			return c.single(b)
		}
		return c.in(n, negated)
	}
	panic("machine: unknown boolean node")
}

// exactly compares a sum with a number.
func (c *Compiler) exactly(n model.Exactly, negated bool) Condition {
	if ts := n.Terms; len(ts) == 2 && n.Sum == 0 && ts[0].Coef == -ts[1].Coef {
		x, y := c.Number(ts[0].X), c.Number(ts[1].X)
		return func(e *Evaluation) bool { return (x(e) == y(e)) != negated }
	}
	sum, is := c.sum(n.Terms, 0), n.Sum
	return func(e *Evaluation) bool { return (sum(e) == is) != negated }
}

// single compiles a condition on one variable.
func (c *Compiler) single(b model.Bool) Condition {
	if f, ok := literal(c.m, b); ok {
		s := singles{facts: []Fact{f}}
		return s.and(c.layout, nil, false)
	}
	return c.in(c.m.Node(b).(model.In), b.Negated())
}

// in tests whether a number is in a domain.
func (c *Compiler) in(n model.In, negated bool) Condition {
	x, bounds := c.Number(n.X), n.Values.Bounds()
	if len(n.Values) == 1 {
		lo, size := bounds.Lo, uint64(bounds.Hi-bounds.Lo)
		if v, ok := c.m.Ints[n.X].(model.IntVar); ok && c.layout.fields[v.Var].whole() {
			word := c.layout.fields[v.Var].word
			return func(e *Evaluation) bool { return (e.State[word]-uint64(lo) <= size) != negated }
		}
		return func(e *Evaluation) bool { return (uint64(x(e)-lo) <= size) != negated }
	}
	if bounds.Size() <= 64 {
		lo, set := bounds.Lo, bitsOf(n.Values, bounds.Lo)
		return func(e *Evaluation) bool { return (set>>uint64(x(e)-lo)&1 == 1) != negated }
	}
	return func(e *Evaluation) bool { return n.Values.Contains(x(e)) != negated }
}

// bitsOf returns a bit for each value of d, from low on. There are at most 64.
func bitsOf(d model.Domain, low int64) (set uint64) {
	for v := range d.Each {
		set |= 1 << (v - low)
	}
	return set
}

// ofOneVariable reports whether a condition asks for nothing but one variable.
func (c *Compiler) ofOneVariable(b model.Bool) bool {
	_, _, ok := c.m.Literal(b)
	return ok
}

// All compiles that all of the conditions hold.
func (c *Compiler) All(conditions []model.Bool) Condition { return c.conjunction(conditions, false) }

// conjunction compiles that all args hold, or with negated that some does not.
func (c *Compiler) conjunction(args []model.Bool, negated bool) Condition {
	return c.conjunctionOf(args, negated, c.Condition)
}

// conjunctionOf tests conditions on single variables first. compile compiles the other args. It may return nil
// for one that always holds.
func (c *Compiler) conjunctionOf(args []model.Bool, negated bool, compile func(model.Bool) Condition) Condition {
	var single singles
	var quick, slow []Condition
	for _, b := range args {
		switch {
		case b == model.True:
		case !c.ofOneVariable(b):
			if f := compile(b); f != nil {
				slow = append(slow, f)
			}
		case !single.add(c, b):
			quick = append(quick, c.Condition(b))
		}
	}
	return single.and(c.layout, append(quick, slow...), negated)
}

// all compiles that every part holds, or with negated that some does not.
func all(parts []Condition, negated bool) Condition {
	switch len(parts) {
	case 0:
		return func(*Evaluation) bool { return !negated }
	case 1:
		x := parts[0]
		if !negated {
			return x
		}
		return func(e *Evaluation) bool { return !x(e) }
	case 2:
		x, y := parts[0], parts[1]
		return func(e *Evaluation) bool { return (x(e) && y(e)) != negated }
	case 3:
		x, y, z := parts[0], parts[1], parts[2]
		return func(e *Evaluation) bool { return (x(e) && y(e) && z(e)) != negated }
	}
	return func(e *Evaluation) bool {
		for _, f := range parts {
			if !f(e) {
				return negated
			}
		}
		return !negated
	}
}

func never(*Evaluation) bool { return false }

// Number compiles a number, a node of the compiler's model.
func (c *Compiler) Number(x model.Int) Number {
	f, ok := c.ints[x]
	if !ok {
		if f = c.numberTable(x); f == nil {
			n := c.m.Ints[x]
			f = c.numberNode(n)
			if c.intUses[x] > 1 && worthKeeping(n) {
				f = c.keep(f)
			}
		}
		c.ints[x] = f
	}
	return f
}

// worthKeeping reports whether a number takes longer to compute than to look up in the cache.
func worthKeeping(n model.IntNode) bool {
	switch n := n.(type) {
	case model.IntConst, model.IntVar, model.ToInt:
		return false
	case model.Linear:
		return len(n.Terms) > 1
	}
	return true
}

func (c *Compiler) numberNode(n model.IntNode) Number {
	switch n := n.(type) {
	case model.IntConst:
		return func(*Evaluation) int64 { return n.Value }
	case model.IntVar:
		return c.layout.fields[n.Var].number()
	case model.ToInt:
		is := c.Condition(n.B)
		return func(e *Evaluation) int64 { return bit(is(e)) }
	case model.Linear:
		return c.sum(n.Terms, n.Const)
	case model.Product:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return x(e) * y(e) }
	case model.Div:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return alg.Quotient(x(e), y(e)) }
	case model.Mod:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return alg.Remainder(x(e), y(e)) }
	case model.Min:
		parts := c.numbers(n.Args)
		return func(e *Evaluation) int64 {
			least := parts[0](e)
			for _, f := range parts[1:] {
				least = min(least, f(e))
			}
			return least
		}
	case model.Max:
		parts := c.numbers(n.Args)
		return func(e *Evaluation) int64 {
			greatest := parts[0](e)
			for _, f := range parts[1:] {
				greatest = max(greatest, f(e))
			}
			return greatest
		}
	case model.If:
		return c.choose(n)
	case model.Element:
		return c.element(n)
	}
	panic("machine: unknown integer node")
}

// number compiles the value of the field.
func (f field) number() Number {
	word, shift, mask, low := f.word, f.shift, f.mask, f.low
	switch {
	case mask == 0:
		return func(*Evaluation) int64 { return low }
	case f.whole():
		return func(e *Evaluation) int64 { return int64(e.State[word]) }
	}
	return func(e *Evaluation) int64 { return low + int64(e.State[word]>>shift&mask) }
}

func (c *Compiler) numbers(xs []model.Int) []Number { return alg.Map(xs, c.Number) }

// element compiles the choice of an item. If all items are known, they are a table.
func (c *Compiler) element(n model.Element) Number {
	index, base, size := c.Number(n.Index), n.Base, int64(len(n.Items))
	if table, ok := c.constants(n.Items); ok {
		return func(e *Evaluation) int64 {
			if i := index(e) - base; 0 <= i && i < size {
				return table[i]
			}
			return 0
		}
	}
	if fields, ok := c.variables(n.Items); ok {
		return func(e *Evaluation) int64 {
			if i := index(e) - base; 0 <= i && i < size {
				return fields[i].get(e.State)
			}
			return 0
		}
	}
	items := c.numbers(n.Items)
	return func(e *Evaluation) int64 {
		if i := index(e) - base; 0 <= i && i < size {
			return items[i](e)
		}
		return 0
	}
}

// constants returns the values of the items, if all are known.
func (c *Compiler) constants(items []model.Int) ([]int64, bool) {
	out := make([]int64, len(items))
	for i, x := range items {
		value, known := c.m.Constant(x)
		if !known {
			return nil, false
		}
		out[i] = value
	}
	return out, true
}

// variables returns the fields of the items, if all are variables.
func (c *Compiler) variables(items []model.Int) ([]field, bool) {
	out := make([]field, len(items))
	for i, x := range items {
		v, ok := c.m.Ints[x].(model.IntVar)
		if !ok {
			return nil, false
		}
		out[i] = c.layout.fields[v.Var]
	}
	return out, true
}
