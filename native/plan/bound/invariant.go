package bound

import (
	"context"
	"math/bits"

	"nazo/model"
)

// invariants are sums of facts modulo 2 that no operator changes: which of two
// kinds of places hold an odd number of pegs stays as it is for some ways to divide a
// board (de Bruijn 1972: A solitaire game and its relation to a finite field). A goal where such a
// sum differs from that of the start is out of reach, however many states there are.
type invariants struct {
	column []int // of each variable's least value, or of being true; -1 if it is left out
	lo     []int64
	// marks says for each column in which invariants it counts.
	marks []uint64
}

const (
	// maxColumns bounds the facts that are looked at, maxFactValues the values of a
	// variable.
	maxColumns    = 512
	maxFactValues = 64
	// maxOdd bounds the true variables in which goals may differ.
	maxOdd = 2
)

// newInvariants finds as many invariants as fit a word: the solutions of a system of linear
// equations modulo 2, one for what each operator changes.
func newInvariants(ctx context.Context, m *model.Model, operators []operator) *invariants {
	n := &invariants{column: make([]int, len(m.Vars)), lo: make([]int64, len(m.Vars))}
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
			return &invariants{column: n.column, lo: n.lo, marks: make([]uint64, columns)}
		}
		o := &operators[i]
		var row equation
		for _, c := range o.changes {
			if n.column[c.v] < 0 {
				continue
			}
			was := o.was(m, c.v)
			before, known := was.Single()
			after, single := c.to.Single()
			if known && single && c.certain {
				row.flip(n.fact(m, c.v, before))
				row.flip(n.fact(m, c.v, after))
				continue
			}
			for value := range was.Union(c.to).Each { // what may happen is unknown: it doesn't count
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
func (n *invariants) fact(m *model.Model, v model.VarID, value int64) int {
	if n.column[v] < 0 || m.Vars[v].Bool && value == 0 {
		return -1
	}
	if m.Vars[v].Bool {
		return n.column[v]
	}
	return n.column[v] + int(value-n.lo[v])
}

// mark says in which invariants it counts that a variable has a value.
func (n *invariants) mark(m *model.Model, v model.VarID, value int64) uint64 {
	if c := n.fact(m, v, value); c >= 0 {
		return n.marks[c]
	}
	return 0
}

// exclude says whether the goal differs from the start in some invariant.
func (n *invariants) exclude(m *model.Model, g goal) bool {
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
			continue // it never counts
		}
		start, known := m.Machine.Start[v].Single()
		if !known {
			return false
		}
		sum ^= n.mark(m, v, start)
		end, known := g.limits.of(m, v).Single()
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
		if totals, ok := w.trues(m, g.limits, openVars); ok {
			return totals.Bounds().Hi <= maxOdd && !composed(open, sum, totals)
		}
	}
	return false
}

// trues says how many of the open variables are true in the goal, if that is what
// the sum is about.
func (w *weighing) trues(m *model.Model, limits limits, open map[model.VarID]bool) (totals model.Domain, ok bool) {
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

// composed says whether the sum is one of as many different terms as totals
// allows, maxOdd at most.
func composed(terms []uint64, sum uint64, totals model.Domain) bool {
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

// equation says that the sum of the unknowns in it is even.
type equation [maxColumns / 64]uint64

func (e *equation) flip(column int) {
	if column >= 0 {
		e[column/64] ^= 1 << (column % 64)
	}
}

func (e *equation) has(column int) bool { return e[column/64]>>(column%64)&1 != 0 }

// first is the first unknown, or -1.
func (e *equation) first() int {
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

// equations are in echelon form: each has its own first unknown, which no other
// equation has.
type equations struct {
	at   [maxColumns]*equation // by first unknown
	list []int                 // the first unknowns
}

// add adds an equation.
func (s *equations) add(e equation) {
	for _, first := range s.list {
		if e.has(first) {
			e.plus(s.at[first])
		}
	}
	first := e.first()
	if first < 0 {
		return
	}
	for _, other := range s.list {
		if s.at[other].has(first) {
			s.at[other].plus(&e)
		}
	}
	s.at[first] = &e
	s.list = append(s.list, first)
}

// solutions are independent solutions, 64 at most, as a bit each of every unknown.
func (s *equations) solutions(columns int) []uint64 {
	out := make([]uint64, columns)
	bit := 0
	for free := range columns {
		if s.at[free] != nil || bit == 64 {
			continue
		}
		out[free] |= 1 << bit
		for _, first := range s.list {
			if s.at[first].has(free) {
				out[first] |= 1 << bit
			}
		}
		bit++
	}
	return out
}
