package simplify

import (
	"context"
	"slices"
)

// work is a formula while it is simplified. Within, literals are codes: 2v for the variable v, and 2v+1
// for its negation.
type work struct {
	ctx     context.Context
	frozen  []bool
	gone    []bool
	value   []int8 // of each literal: 1 true, -1 false, 0 open
	clauses []clause
	occurs  [][]int32 // for each literal the clauses with it, and some that are dropped
	count   []int32   // for each literal how many clauses have it
	units   []int32   // true literals that are not propagated yet
	queue   []int32   // clauses that may subsume others
	touched []bool    // for each variable whether its clauses have changed since it was tried to be eliminated
	undo    []step

	mark          []int32 // for each literal the last set that it was put into
	marks         int32
	unsatisfiable bool
	changes       int
	size          int64 // literals at the beginning
	steps         int64 // what is left of the effort that is allowed
	ticks         int64
	late          bool
}

type clause struct {
	lits      []int32
	signature uint64 // a hash of the set of variables
	dropped   bool
	queued    bool
}

const (
	// effort is the number of steps for each literal that every mean may take, and leastEffort
	// what it may take in any case.
	effort      = 30
	leastEffort = 100_000
)

func code(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

func decode(c int32) int32 {
	if c&1 != 0 {
		return -(c >> 1)
	}
	return c >> 1
}

func newWork(ctx context.Context, f Formula, frozen []bool) *work {
	n := f.Variables + 1
	w := &work{
		ctx: ctx, frozen: frozen, gone: make([]bool, n), value: make([]int8, 2*n), size: int64(len(f.Lits)),
		occurs: make([][]int32, 2*n), count: make([]int32, 2*n), touched: make([]bool, n), mark: make([]int32, 2*n),
	}
	for v := range w.touched {
		w.touched[v] = true
	}
	for _, l := range f.Lits {
		w.count[code(l)]++
	}
	room := make([]int32, len(f.Lits))
	for l, n := range w.count {
		w.occurs[l], room = room[:0:n], room[n:]
		w.count[l] = 0
	}
	w.clauses = make([]clause, 0, len(f.Ends)+len(f.Ends)/4)
	lits := make([]int32, len(f.Lits))
	start := 0
	for _, end := range f.Ends {
		c := lits[start:end:end]
		for i, l := range f.Lits[start:end] {
			c[i] = code(l)
		}
		w.add(c)
		start = end
	}
	return w
}

// allow begins a new mean with all the effort it may take.
func (w *work) allow() { w.steps = max(effort*w.size, leastEffort) }

// spend counts steps and reports whether the mean has to end.
func (w *work) spend(steps int) bool {
	w.steps -= int64(steps)
	w.ticks += int64(steps)
	if w.ticks > 1<<16 {
		w.ticks = 0
		w.late = w.late || w.ctx.Err() != nil
	}
	return w.steps < 0 || w.late
}

func (w *work) ended() bool { return w.late || w.ctx.Err() != nil }

// add takes over a clause of at least one open literal or none; true and false ones are seen to by propagate.
func (w *work) add(lits []int32) {
	switch len(lits) {
	case 0:
		w.unsatisfiable = true
		return
	case 1:
		w.assign(lits[0])
		return
	}
	id := int32(len(w.clauses))
	w.clauses = append(w.clauses, clause{lits: lits, signature: signature(lits)})
	for _, l := range lits {
		w.occurs[l] = append(w.occurs[l], id)
		w.count[l]++
		w.touched[l>>1] = true
	}
	w.enqueue(id)
}

func (w *work) enqueue(id int32) {
	if c := &w.clauses[id]; !c.queued {
		c.queued = true
		w.queue = append(w.queue, id)
	}
}

func signature(lits []int32) uint64 {
	s := uint64(0)
	for _, l := range lits {
		s |= 1 << (uint32(l>>1) * 0x9e3779b1 >> 26)
	}
	return s
}

// drop leaves out a clause.
func (w *work) drop(id int32) {
	c := &w.clauses[id]
	if c.dropped {
		return
	}
	c.dropped = true
	w.changes++
	for _, l := range c.lits {
		w.count[l]--
		w.touched[l>>1] = true
	}
}

// strengthen leaves a literal out of a clause.
func (w *work) strengthen(id, l int32) {
	c := &w.clauses[id]
	w.changes++
	w.count[l]--
	w.touched[l>>1] = true
	i := slices.Index(c.lits, l)
	last := len(c.lits) - 1
	c.lits[i] = c.lits[last]
	c.lits = c.lits[:last]
	if k := slices.Index(w.occurs[l], id); k >= 0 {
		end := len(w.occurs[l]) - 1
		w.occurs[l][k] = w.occurs[l][end]
		w.occurs[l] = w.occurs[l][:end]
	}
	w.spend(len(w.occurs[l]) / 4)
	if last == 1 {
		w.assign(c.lits[0])
		w.drop(id)
		return
	}
	for _, k := range c.lits {
		w.touched[k>>1] = true
	}
	c.signature = signature(c.lits)
	w.enqueue(id)
}

// with are the clauses that have a literal now.
func (w *work) with(l int32) []int32 {
	kept := w.occurs[l][:0]
	for _, id := range w.occurs[l] {
		if !w.clauses[id].dropped {
			kept = append(kept, id)
		}
	}
	w.occurs[l] = kept
	return kept
}

// assign makes a literal true.
func (w *work) assign(l int32) {
	switch w.value[l] {
	case -1:
		w.unsatisfiable = true
	case 0:
		w.value[l], w.value[l^1] = 1, -1
		w.units = append(w.units, l)
		w.changes++
	}
}

// propagate simplifies the clauses by the known literals.
func (w *work) propagate() {
	for len(w.units) > 0 && !w.unsatisfiable {
		l := w.units[len(w.units)-1]
		w.units = w.units[:len(w.units)-1]
		for _, id := range w.with(l) {
			w.drop(id)
		}
		w.occurs[l] = nil
		for _, id := range slices.Clone(w.with(l ^ 1)) {
			if !w.clauses[id].dropped {
				w.strengthen(id, l^1)
			}
		}
	}
}

// open reports whether a variable is neither known nor gone.
func (w *work) open(v int32) bool { return w.value[2*v] == 0 && !w.gone[v] }

// result is what is left.
func (w *work) result() *Result {
	r := &Result{Unsatisfiable: w.unsatisfiable, gone: w.gone, undo: w.undo, value: make([]int8, len(w.gone))}
	r.Variables = len(w.gone) - 1
	for v := range r.value {
		r.value[v] = w.value[2*v]
	}
	for i := range w.clauses {
		if c := &w.clauses[i]; !c.dropped {
			for _, l := range c.lits {
				r.Lits = append(r.Lits, decode(l))
			}
			r.Ends = append(r.Ends, len(r.Lits))
		}
	}
	return r
}

// remember keeps a clause that is dropped though it does not follow from what is left.
func (w *work) remember(witness int32, lits []int32) {
	s := step{decode(witness), make([]int32, len(lits))}
	for i, l := range lits {
		s.clause[i] = decode(l)
	}
	w.undo = append(w.undo, s)
}
