package sat

import (
	"context"
	"math"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// maxLiterals bounds the size of a formula, in literals of clauses.
const maxLiterals = 40_000_000

// builder collects a formula in normal form. It drops true clauses and false literals, and propagates units.
type builder struct {
	ctx   context.Context
	value []int8 // for each variable (0 is unused): 1 true, -1 false, 0 open
	lits  []Lit  // the literals of all clauses, one after the other
	ends  []int  // for each clause the end of its literals in lits
	sums  []atLeast
	unsat bool
	// shared is true if others read lits and ends. Then they must not be changed in place.
	shared bool

	fresh []Lit // units that the solver does not have yet
	dirty bool  // there are units that have not been propagated
	stamp []int32
	mark  int32
	ticks int
}

// atLeast is the constraint that the weights of the true literals add up to at least bound. Weights are
// positive, and variables are distinct.
type atLeast struct {
	lits    []Lit
	weights []int // nil if all are 1
	bound   int
}

// stopped is thrown as a panic to end work with a reason. [job.Solve] catches it.
type stopped struct{ reason model.Reason }

func newBuilder(ctx context.Context) *builder {
	return &builder{ctx: ctx, value: make([]int8, 1), stamp: make([]int32, 1)}
}

// loadable returns the formula so far, with further clauses, for a solver. Units must be propagated.
func (b *builder) loadable(more [][]Lit) cnf {
	return cnf{value: slices.Clone(b.value), lits: slices.Clip(b.lits), ends: slices.Clip(b.ends), sums: slices.Clip(b.sums), more: more}
}

// newVar makes a variable and returns its positive literal.
func (b *builder) newVar() Lit {
	b.value = append(b.value, 0)
	b.stamp = append(b.stamp, 0)
	return Lit(len(b.value) - 1)
}

func (b *builder) newVars(n int) []Lit {
	out := make([]Lit, n)
	for i := range out {
		out[i] = b.newVar()
	}
	return out
}

// known is 1 if l is true by the units so far, -1 if it is false, else 0.
func (b *builder) known(l Lit) int8 {
	switch {
	case l == litTrue:
		return 1
	case l == litFalse:
		return -1
	case l < 0:
		return -b.value[-l]
	}
	return b.value[l]
}

// tick is called for each piece of work. It checks the context now and then.
func (b *builder) tick() {
	if b.ticks++; b.ticks&0x3ff == 0 && b.ctx.Err() != nil {
		panic(stopped{model.Ended(b.ctx)})
	}
}

// normal drops false and repeated literals from a short clause. isTrue is true if a literal is true, or two
// are opposite.
func (b *builder) normal(lits []Lit) (open []Lit, isTrue bool) {
	for _, l := range lits {
		switch {
		case b.known(l) > 0 || slices.Contains(open, -l):
			return nil, true
		case b.known(l) == 0 && !slices.Contains(open, l):
			open = append(open, l)
		}
	}
	return open, false
}

// clause adds the disjunction of the literals.
func (b *builder) clause(lits ...Lit) { b.clauses(lits, nil) }

// clauses adds the disjunction of two lists of literals.
func (b *builder) clauses(lits, more []Lit) {
	b.tick()
	b.mark++
	start := len(b.lits)
	for _, part := range [2][]Lit{lits, more} {
		for _, l := range part {
			switch b.known(l) {
			case 1:
				b.lits = b.lits[:start]
				return
			case -1:
				continue
			}
			v, sign := l.variable(), b.mark<<1
			if l < 0 {
				sign |= 1
			}
			switch b.stamp[v] {
			case sign:
				continue
			case sign ^ 1:
				b.lits = b.lits[:start]
				return
			}
			b.stamp[v] = sign
			b.lits = append(b.lits, l)
		}
	}
	switch len(b.lits) - start {
	case 0:
		b.unsat = true
	case 1:
		b.unit(b.lits[start])
		b.lits = b.lits[:start]
	default:
		b.ends = append(b.ends, len(b.lits))
		if len(b.lits) > maxLiterals {
			panic(stopped{model.Because(model.TooLarge, "the formula would need more than %d clauses", len(b.ends))})
		}
	}
}

// unit makes an open literal true.
func (b *builder) unit(l Lit) {
	b.value[l.variable()] = 1
	if l < 0 {
		b.value[-l] = -1
	}
	b.fresh = append(b.fresh, l)
	b.dirty = true
}

// clauseAt returns the i-th clause. It must not be changed.
func (b *builder) clauseAt(i int) []Lit {
	start := 0
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.lits[start:b.ends[i]]
}

// atLeastSum adds a linear constraint on literals with distinct variables and positive weights (nil for all
// 1). Small ones become clauses.
func (b *builder) atLeastSum(lits []Lit, weights []int, bound int) {
	b.tick()
	c := atLeast{bound: bound}
	for i, l := range lits {
		w := weightAt(weights, i)
		switch b.known(l) {
		case 1:
			c.bound -= w
		case 0:
			c.lits = append(c.lits, l)
			c.weights = append(c.weights, w)
		}
	}
	if c.bound <= 0 {
		return
	}
	total, equal := 0, true
	for i, w := range c.weights {
		c.weights[i] = min(w, c.bound)
		total += c.weights[i]
		equal = equal && c.weights[i] == c.weights[0]
	}
	switch {
	case total < c.bound:
		b.unsat = true
	case equal && (c.bound+c.weights[0]-1)/c.weights[0] == 1:
		b.clause(c.lits...)
	case total == c.bound:
		for _, l := range c.lits {
			b.clause(l)
		}
	default:
		if equal {
			c.bound = (c.bound + c.weights[0] - 1) / c.weights[0]
			c.weights = nil
		}
		b.sums = append(b.sums, c)
	}
}

// propagate simplifies all clauses and sums by the known units, to a fixpoint.
func (b *builder) propagate() {
	for b.dirty && !b.unsat {
		b.propagateClauses()
		if !b.unsat {
			b.propagateSums()
		}
	}
}

// propagateSums drops known literals from sums, and adds the units that follow: literals whose weight the
// others can't replace.
func (b *builder) propagateSums() {
	sums := b.sums
	b.sums = make([]atLeast, 0, len(sums))
	for _, s := range sums {
		total, known := -s.bound, false
		for i, l := range s.lits {
			known = known || b.known(l) != 0
			if b.known(l) >= 0 {
				total += weightAt(s.weights, i)
			}
		}
		// total is the weight that the literals that are not false have to spare.
		for i, l := range s.lits {
			if b.known(l) == 0 && weightAt(s.weights, i) > total {
				b.unit(l)
				known = true
			}
		}
		if !known {
			b.sums = append(b.sums, s)
			continue
		}
		b.atLeastSum(s.lits, s.weights, s.bound)
	}
}

// weightAt returns the i-th weight. If there are none, all are 1.
func weightAt(weights []int, i int) int {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// propagateClauses is unit propagation by two watched literals a clause.
func (b *builder) propagateClauses() {
	if b.shared {
		b.lits, b.ends, b.shared = slices.Clone(b.lits), slices.Clone(b.ends), false
	}
	// watchers[l] heads a list through next of clause sides that watch l.
	heads := make([]int32, 2*len(b.value))
	next := make([]int32, 2*len(b.ends)+2)
	index := func(l Lit) int {
		if l < 0 {
			return int(-2*l) + 1
		}
		return int(2 * l)
	}
	watch := func(l Lit, side int32) {
		next[side] = heads[index(l)]
		heads[index(l)] = side
	}
	var queue []Lit
	assign := func(l Lit) {
		switch b.known(l) {
		case -1:
			b.unsat = true
		case 0:
			b.unit(l)
			queue = append(queue, l)
		}
	}
	for i := range b.ends {
		b.tick()
		b.watchTwo(i, watch, assign)
	}
	for len(queue) > 0 && !b.unsat {
		l := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		side := heads[index(-l)]
		heads[index(-l)] = 0
		for side != 0 {
			following := next[side]
			c := b.clauseAt(int(side/2 - 1))
			at := int(side & 1)
			b.rewatch(c, at, side, watch, assign)
			side = following
		}
		b.tick()
	}
	b.compact()
	b.dirty = false
}

// watchTwo moves two open literals of a clause to its front and watches them. Sides are numbered from 2:
// clause index times two, plus 2, plus 0 or 1.
func (b *builder) watchTwo(i int, watch func(Lit, int32), assign func(Lit)) {
	c := b.clauseAt(i)
	found := 0
	for k, l := range c {
		switch b.known(l) {
		case 1:
			return
		case 0:
			c[found], c[k] = c[k], c[found]
			if found++; found == 2 {
				watch(c[0], int32(2*i+2))
				watch(c[1], int32(2*i+3))
				return
			}
		}
	}
	if found == 0 {
		b.unsat = true
		return
	}
	assign(c[0])
}

// rewatch looks for another literal to watch instead of c[at], which has become false. If there is none, it
// assigns the other watched literal.
func (b *builder) rewatch(c []Lit, at int, side int32, watch func(Lit, int32), assign func(Lit)) {
	other := c[1-at]
	if b.known(other) == 1 {
		watch(c[at], side)
		return
	}
	for k := 2; k < len(c); k++ {
		if b.known(c[k]) >= 0 {
			c[at], c[k] = c[k], c[at]
			watch(c[at], side)
			return
		}
	}
	watch(c[at], side)
	assign(other)
}

// compact drops true clauses and false literals.
func (b *builder) compact() {
	lits, ends := b.lits[:0], b.ends[:0]
	start := 0
	for _, end := range b.ends {
		c := b.lits[start:end]
		start = end
		from := len(lits)
		if slices.ContainsFunc(c, func(l Lit) bool { return b.known(l) == 1 }) {
			continue
		}
		for _, l := range c {
			if b.known(l) == 0 {
				lits = append(lits, l)
			}
		}
		if len(lits) > from {
			ends = append(ends, len(lits))
		}
	}
	b.lits, b.ends = lits, ends
}

// Lit is a literal as in DIMACS: the number of a variable, counted from 1, or its negative for the negation.
type Lit int32

// The constants never reach a solver. A clause with the true one is dropped, and the false one is
// left out of its clause.
const (
	litTrue  Lit = math.MaxInt32
	litFalse Lit = -math.MaxInt32
)

// variable returns the number of l's variable.
func (l Lit) variable() int32 {
	if l < 0 {
		return int32(-l)
	}
	return int32(l)
}

func constant(v bool) Lit {
	if v {
		return litTrue
	}
	return litFalse
}

// with returns under and further literals as a new slice.
func with(under []Lit, more ...Lit) []Lit { return slices.Concat(under, more) }

// negations returns the negations of all literals as a new slice.
func negations(lits []Lit) []Lit { return alg.Map(lits, func(l Lit) Lit { return -l }) }
