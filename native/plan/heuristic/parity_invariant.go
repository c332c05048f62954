package heuristic

import (
	"context"

	"nazo/model"
)

// parityInvariants are linear invariants over GF(2): sums of facts modulo 2 that no operator
// changes. An example is which of two kinds of places hold an odd number of pegs, for some ways
// to divide a board (de Bruijn 1972: A solitaire game and its relation to a finite field). A
// goal where such a sum differs from that of the start is unreachable.
type parityInvariants struct {
	column []int // the column of each variable's least value, or of being true; -1 if it is left out
	lo     []int64
	// marks is the set of invariants in which each column occurs.
	marks []uint64
}

const (
	// maxColumns bounds the facts that are looked at, maxFactValues the values of a variable.
	maxColumns    = 512
	maxFactValues = 64
	// maxOdd bounds the true variables in which goals may differ.
	maxOdd = 2
)

// newParityInvariants finds as many independent invariants as fit a word: the solutions of a
// system of linear equations over GF(2), one for the facts that each operator flips.
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

// fact is the column of a variable having a value; -1 if there is none, because it
// is left out or follows from the others.
func (n *parityInvariants) fact(m *model.Model, v model.VarID, value int64) int {
	if n.column[v] < 0 || m.Vars[v].Bool && value == 0 {
		return -1
	}
	if m.Vars[v].Bool {
		return n.column[v]
	}
	return n.column[v] + int(value-n.lo[v])
}

// mark is the set of invariants in which the fact that a variable has a value occurs.
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
	sum := uint64(0) // what the goal must still add to be like the start
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

// trueCount is how many of the open variables are true in the goal, if the sum counts these.
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

// sumOfTerms reports whether the sum is one of as many different terms as totals allows, at most
// maxOdd.
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
