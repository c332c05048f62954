package plan

import (
	"context"
	"math/bits"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// Parity is a set of facts. No transition changes whether an odd number of them hold. The start and the
// goal states differ in that.
type Parity struct {
	Facts []machine.Fact
	Odd   bool // at the start
}

// FindParity returns the invariant with the fewest facts that excludes the goal. ok is false if there is none.
func FindParity(ctx context.Context, m *model.Model, ts []machine.Transition) (p Parity, ok bool) {
	goals := readGoal(m)
	goals.count(m)
	all := withAllStarts(m)
	operators := relaxedReachable(ctx, all, splitTransitions(ctx, all, ts, relevant(all, goals)))
	if ctx.Err() != nil || goals.unsolvable || len(m.Machine.Hidden) > 0 {
		return p, false
	}
	n := newParityInvariants(ctx, all, operators)
	differ, odd := n.differing(m, goals)
	for i := range 64 {
		if differ>>i&1 == 0 {
			continue
		}
		facts := n.counted(m, i)
		if !ok || len(facts) < len(p.Facts) {
			p, ok = Parity{facts, odd>>i&1 != 0}, true
		}
	}
	return p, ok
}

// count fixes boolean variables in the goal's domains where a sum implies that all of them hold, or none.
func (g *goal) count(m *model.Model) {
	for _, w := range g.sums {
		open := map[model.VarID]bool{}
		for _, v := range w.vars {
			if _, known := g.domains.of(m, v).Single(); m.Vars[v].Bool && !known {
				open[v] = true
			}
		}
		totals, ok := w.trueCount(m, g.domains, open)
		if !ok || len(open) == 0 {
			continue
		}
		for v := range open {
			switch bounds := totals.Bounds(); {
			case len(totals) == 0:
				g.unsolvable = true
			case bounds.Lo == int64(len(open)):
				g.domains[v] = model.Range(1, 1)
			case bounds.Hi == 0:
				g.domains[v] = model.Range(0, 0)
			}
		}
	}
}

// differing returns the invariants in which the start differs from all goal states, and those that are odd at
// the start.
func (n *parityInvariants) differing(m *model.Model, g goal) (differ, odd uint64) {
	open := uint64(0) // invariants that differ among goal states
	for v := range model.VarID(len(m.Vars)) {
		if n.column[v] < 0 {
			continue
		}
		start, known := m.Machine.Start[v].Single()
		if !known {
			return 0, 0
		}
		odd ^= n.mark(m, v, start)
		end := g.domains.of(m, v)
		first := n.mark(m, v, end.Bounds().Lo)
		for x := range end.Each {
			open |= first ^ n.mark(m, v, x)
		}
		differ ^= n.mark(m, v, start) ^ first
	}
	return differ &^ open, odd
}

// counted returns the facts of an invariant.
func (n *parityInvariants) counted(m *model.Model, invariant int) (out []machine.Fact) {
	for v := range model.VarID(len(m.Vars)) {
		if n.column[v] < 0 {
			continue
		}
		for x := range m.Vars[v].Domain.Each {
			if n.mark(m, v, x)>>invariant&1 != 0 {
				out = append(out, machine.Fact{Var: v, Value: x})
			}
		}
	}
	return out
}

// parityInvariants are linear invariants over GF(2): sums of facts modulo 2 that no operator changes, such as
// which of two kinds of places hold an odd number of pegs (de Bruijn 1972: A solitaire game and its
// relation to a finite field). A goal with another sum than the start is unreachable.
type parityInvariants struct {
	column []int // of each variable's least value, or of a boolean being true; -1 if it is left out
	lo     []int64
	// marks is the set of invariants that have each column.
	marks []uint64
}

const (
	// maxColumns bounds the facts, maxFactValues the values of a variable.
	maxColumns    = 512
	maxFactValues = 64
	// maxOdd bounds the true variables in which goals may differ.
	maxOdd = 2
)

// newParityInvariants finds as many independent invariants as fit a word. They solve a system of linear
// equations over GF(2), with an equation for the facts that each operator flips.
func newParityInvariants(ctx context.Context, m *model.Model, operators []operator) *parityInvariants {
	n := &parityInvariants{column: make([]int, len(m.Vars)), lo: make([]int64, len(m.Vars))}
	columns := 0
	for v, of := range m.Vars {
		b := of.Domain.Bounds()
		n.column[v], n.lo[v] = -1, b.Lo
		size := int(min(b.Size(), maxFactValues+1))
		if of.Bool {
			size = 1
		}
		if size <= maxFactValues && columns+size <= maxColumns {
			n.column[v] = columns
			columns += size
		}
	}
	var e equations
	for i := range operators {
		if i&1023 == 0 && ctx.Err() != nil {
			return &parityInvariants{column: n.column, lo: n.lo, marks: make([]uint64, columns)}
		}
		o := &operators[i]
		var row equation
		for _, c := range o.effects {
			if n.column[c.v] < 0 {
				continue
			}
			was := o.domainBefore(m, c.v)
			before, known := was.Single()
			after, single := c.to.Single()
			if known && single && c.certain {
				row.flip(n.fact(m, c.v, before))
				row.flip(n.fact(m, c.v, after))
				continue
			}
			for value := range was.Union(c.to).Each { // the effect is unknown, so the fact must not occur
				var alone equation
				alone.flip(n.fact(m, c.v, value))
				e.add(alone)
			}
		}
		e.add(row)
	}
	n.marks = e.solutions(columns)
	return n
}

// fact returns the column of a variable with a value. It returns -1 if there is none, or it follows from others.
func (n *parityInvariants) fact(m *model.Model, v model.VarID, value int64) int {
	if n.column[v] < 0 || m.Vars[v].Bool && value == 0 {
		return -1
	}
	if m.Vars[v].Bool {
		return n.column[v]
	}
	return n.column[v] + int(value-n.lo[v])
}

// mark returns the set of invariants that have a fact.
func (n *parityInvariants) mark(m *model.Model, v model.VarID, value int64) uint64 {
	if c := n.fact(m, v, value); c >= 0 {
		return n.marks[c]
	}
	return 0
}

// exclude reports whether the goal differs from the start in some invariant.
func (n *parityInvariants) exclude(m *model.Model, g goal) bool {
	if len(m.Machine.Hidden) > 0 { // there are many starts
		return false
	}
	sum := uint64(0) // what the open variables of the goal must add to equal the start
	var open []uint64
	openVars := map[model.VarID]bool{}
	for v := range model.VarID(len(m.Vars)) {
		values := uint64(0)
		for value := range m.Vars[v].Domain.Each {
			if values |= n.mark(m, v, value); n.column[v] < 0 {
				break
			}
		}
		if values == 0 {
			continue // no invariant has the variable
		}
		start, known := m.Machine.Start[v].Single()
		if !known {
			return false
		}
		sum ^= n.mark(m, v, start)
		end, known := g.domains.of(m, v).Single()
		switch {
		case known:
			sum ^= n.mark(m, v, end)
		case m.Vars[v].Bool:
			open = append(open, n.mark(m, v, 1))
			openVars[v] = true
		default:
			return false
		}
	}
	if len(open) == 0 {
		return sum != 0
	}
	for _, w := range g.sums {
		if totals, ok := w.trueCount(m, g.domains, openVars); ok {
			return totals.Bounds().Hi <= maxOdd && !sumOfTerms(open, sum, totals)
		}
	}
	return false
}

// trueCount returns how many of the open variables are true in the goal. ok is false if the sum has other terms.
func (w *weightedSum) trueCount(m *model.Model, limits domains, open map[model.VarID]bool) (totals model.Domain, ok bool) {
	found, others := 0, int64(0)
	for i, v := range w.vars {
		value, known := limits.of(m, v).Single()
		switch {
		case known:
			others += w.weights[i][value-m.Vars[v].Domain.Bounds().Lo]
		case open[v] && w.weights[i][0] == 0 && w.weights[i][1] == 1:
			found++
		default:
			return nil, false
		}
	}
	if found < len(open) {
		return nil, false
	}
	for _, i := range w.totals.Intersect(model.Range(others, others+int64(found))) {
		totals = append(totals, model.Interval{Lo: i.Lo - others, Hi: i.Hi - others})
	}
	return totals, true
}

// sumOfTerms reports whether the sum is that of k different terms, for some k in totals up to maxOdd.
func sumOfTerms(terms []uint64, sum uint64, totals model.Domain) bool {
	if totals.Contains(0) && sum == 0 {
		return true
	}
	for i, a := range terms {
		if totals.Contains(1) && a == sum {
			return true
		}
		for _, b := range terms[:i] {
			if totals.Contains(2) && a^b == sum {
				return true
			}
		}
	}
	return false
}

// equation is a set of unknowns whose sum is even.
type equation [maxColumns / 64]uint64

func (e *equation) flip(column int) {
	if column >= 0 {
		e[column/64] ^= 1 << (column % 64)
	}
}

func (e *equation) has(column int) bool { return e[column/64]>>(column%64)&1 != 0 }

// pivot returns the first unknown, or -1.
func (e *equation) pivot() int {
	for i, word := range e {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return -1
}

func (e *equation) plus(other *equation) {
	for i := range e {
		e[i] ^= other[i]
	}
}

// equations are in reduced row echelon form: each has a pivot, its first unknown, which no other equation has
// (Gauss-Jordan elimination).
type equations struct {
	byPivot [maxColumns]*equation
	pivots  []int
}

// add adds an equation and restores the form.
func (s *equations) add(e equation) {
	for _, first := range s.pivots {
		if e.has(first) {
			e.plus(s.byPivot[first])
		}
	}
	first := e.pivot()
	if first < 0 {
		return
	}
	for _, other := range s.pivots {
		if s.byPivot[other].has(first) {
			s.byPivot[other].plus(&e)
		}
	}
	s.byPivot[first] = &e
	s.pivots = append(s.pivots, first)
}

// solutions returns a basis of at most 64 solutions: for each unknown, the set of solutions in which it is 1.
func (s *equations) solutions(columns int) []uint64 {
	out := make([]uint64, columns)
	bit := 0
	for free := range columns {
		if s.byPivot[free] != nil || bit == 64 {
			continue
		}
		out[free] |= 1 << bit
		for _, first := range s.pivots {
			if s.byPivot[first].has(free) {
				out[first] |= 1 << bit
			}
		}
		bit++
	}
	return out
}
