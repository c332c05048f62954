package sat

import (
	"context"
	"slices"
)

// Formula is a set of clauses. Literals are as in DIMACS: the number of a variable from 1, or its
// negative.
type Formula struct {
	Variables int
	Lits      []int32 // of all clauses, one after the other; in each the variables are distinct
	Ends      []int   // for each clause the end of its literals in Lits
}

// Add appends a clause.
func (f *Formula) Add(lits ...int32) {
	f.Lits = append(f.Lits, lits...)
	f.Ends = append(f.Ends, len(f.Lits))
}

// SimplifyResult is a formula that was simplified, with the way back.
type SimplifyResult struct {
	Formula              // the remaining clauses; variables keep their numbers
	Unsatisfiable bool   // there is no assignment, and nothing else here is of use
	value         []int8 // for each variable: 1 true, -1 false, 0 open
	gone          []bool // for each variable whether it was eliminated or replaced
	undo          []eliminationStep
}

// Known is 1 if a variable is true in all assignments that the result has, -1 if it is false, else 0.
func (r *SimplifyResult) Known(variable int32) int8 { return r.value[variable] }

// Gone reports whether a variable has been eliminated or replaced by another, so that no clause may
// be added that mentions it. No frozen variable is.
func (r *SimplifyResult) Gone(variable int32) bool { return r.gone[variable] }

// eliminationStep is a clause that was dropped, and the literal in it that is made true if it is violated.
type eliminationStep struct {
	witness int32
	clause  []int32
}

// Extend makes an assignment of what is left one of the formula. It is indexed by variable,
// and 0 is unused.
func (r *SimplifyResult) Extend(assignment []bool) {
	holds := func(l int32) bool { return assignment[max(l, -l)] == (l > 0) }
	for v, known := range r.value {
		if known != 0 {
			assignment[v] = known > 0
		}
	}
	for i := len(r.undo) - 1; i >= 0; i-- {
		s := r.undo[i]
		satisfied := false
		for _, l := range s.clause {
			if satisfied = holds(l); satisfied {
				break
			}
		}
		if !satisfied {
			assignment[max(s.witness, -s.witness)] = s.witness > 0
		}
	}
}

// rounds bounds how often the means are tried in turn.
const rounds = 3

// Simplify simplifies a formula: it finds units, replaces equivalent literals, removes implied
// clauses and literals, and eliminates variables by resolution (Eén and Biere 2005). The result is
// equisatisfiable, and its assignments extend to the formula. Variables v with frozen[v] stay, and
// restricted to them the result has the same assignments. So clauses about frozen variables may be
// added, and their assignments enumerated. The effort is counted and bounded by the formula's size,
// so equal formulas give equal results. The error is that of ctx.
func Simplify(ctx context.Context, f Formula, frozen []bool) (*SimplifyResult, error) {
	w := newWork(ctx, f, frozen)
	for range rounds {
		before := w.changes
		for _, mean := range []func(){w.propagate, w.replaceEquivalent, w.probe, w.eliminate} {
			if w.unsatisfiable || w.ended() {
				break
			}
			w.allow()
			mean()
		}
		if w.changes == before || w.unsatisfiable || w.ended() {
			break
		}
	}
	if !w.unsatisfiable {
		w.propagate()
	}
	return w.result(), ctx.Err()
}

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
	undo    []eliminationStep

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

// add takes over a clause with at least one open literal, or with none. propagate handles true and
// false literals.
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
	w.clauses = append(w.clauses, clause{lits: lits, signature: clauseSignature(lits)})
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

func clauseSignature(lits []int32) uint64 {
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
	c.signature = clauseSignature(c.lits)
	w.enqueue(id)
}

// with returns the clauses that have a literal now.
func (w *work) with(l int32) []int32 {
	alive := w.occurs[l][:0]
	for _, id := range w.occurs[l] {
		if !w.clauses[id].dropped {
			alive = append(alive, id)
		}
	}
	w.occurs[l] = alive
	return alive
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

// result returns what is left.
func (w *work) result() *SimplifyResult {
	r := &SimplifyResult{Unsatisfiable: w.unsatisfiable, gone: w.gone, undo: w.undo, value: make([]int8, len(w.gone))}
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
	s := eliminationStep{decode(witness), make([]int32, len(lits))}
	for i, l := range lits {
		s.clause[i] = decode(l)
	}
	w.undo = append(w.undo, s)
}
