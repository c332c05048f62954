package sat

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
)

// Formula is a set of clauses.
type Formula struct {
	Variables int
	Lits      []Lit // of all clauses, one after the other; in each the variables are distinct
	Ends      []int // the end of each clause in Lits
}

// Add appends a clause.
func (f *Formula) Add(lits ...Lit) {
	f.Lits = append(f.Lits, lits...)
	f.Ends = append(f.Ends, len(f.Lits))
}

// SimplifyResult is a simplified formula. Its assignments can be extended to the original.
type SimplifyResult struct {
	Formula              // the remaining clauses; variables keep their numbers
	Unsatisfiable bool   // there is no assignment, and all else here is useless
	value         []int8 // for each variable: 1 true in all assignments, -1 false, 0 open
	// gone marks the variables that were eliminated or replaced. No clause with them may be added. Frozen
	// variables stay.
	gone []bool
	undo []eliminationStep
}

// eliminationStep is a dropped clause, and its literal that is made true if the clause is violated.
type eliminationStep struct {
	witness Lit
	clause  []Lit
}

// Extend makes an assignment of the remaining variables an assignment of the original formula. It is indexed by
// variable, and 0 is unused.
func (r *SimplifyResult) Extend(assignment []bool) {
	holds := func(l Lit) bool { return assignment[l.variable()] == (l > 0) }
	for v, known := range r.value {
		if known != 0 {
			assignment[v] = known > 0
		}
	}
	for _, s := range slices.Backward(r.undo) {
		if !slices.ContainsFunc(s.clause, holds) {
			assignment[s.witness.variable()] = s.witness > 0
		}
	}
}

// rounds bounds the rounds of all techniques.
const rounds = 3

// Simplify simplifies a formula. It finds units, replaces equivalent literals, removes implied clauses and literals,
// and eliminates variables by resolution (Eén and Biere 2005). The result is equisatisfiable, and its assignments
// extend to the formula. Variables v with frozen[v] stay, and restricted to them the result has the same assignments.
// So clauses about frozen variables may be added, and their assignments enumerated. The effort is counted and bounded
// by the formula's size, so equal formulas give equal results. The error is that of ctx.
func Simplify(ctx context.Context, f Formula, frozen []bool) (*SimplifyResult, error) {
	w := newWork(ctx, f, frozen)
	for range rounds {
		before := w.changes
		for _, technique := range []func(){w.propagate, w.replaceEquivalent, w.probe, w.eliminate} {
			if w.unsatisfiable || w.ended() {
				break
			}
			w.allow()
			technique()
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

// work is a formula that is being simplified. Its literals are codes: 2v for the variable v, and 2v+1 for its negation.
type work struct {
	ctx          context.Context
	frozen, gone []bool
	value        []int8 // of each literal: 1 true, -1 false, 0 open
	clauses      []clause
	occurs       [][]int32 // the clauses of each literal, and some dropped ones
	count        []int32   // the number of clauses of each literal
	units        []int32   // true literals that are not propagated yet
	queue        []int32   // clauses that may subsume others
	touched      []bool    // the variables whose clauses have changed since their elimination was tried
	undo         []eliminationStep

	mark          []int32 // the last marked set of each literal
	marks         int32
	unsatisfiable bool
	changes       int
	size          int64 // literals at the beginning
	steps         int64 // the remaining effort
	ticks         int64
	late          bool
}

type clause struct {
	lits            []int32
	signature       uint64 // a hash of the set of variables
	dropped, queued bool
}

const (
	// effort is the number of steps for each literal that a technique may take, leastEffort the number
	// that it may take in any case.
	effort      = 30
	leastEffort = 100_000
)

func code(l Lit) int32 {
	if l < 0 {
		return int32(-2*l + 1)
	}
	return int32(2 * l)
}

func decode(c int32) Lit {
	if c&1 != 0 {
		return Lit(-(c >> 1))
	}
	return Lit(c >> 1)
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

// allow begins a technique with its full effort.
func (w *work) allow() { w.steps = max(effort*w.size, leastEffort) }

// spend counts steps and reports whether the technique must end.
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

// add takes over a clause with at least one open literal, or with none. propagate handles true and false literals.
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

// drop removes a clause.
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

// strengthen removes a literal from a clause.
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

// with returns the current clauses of a literal.
func (w *work) with(l int32) []int32 {
	w.occurs[l] = slices.DeleteFunc(w.occurs[l], func(id int32) bool { return w.clauses[id].dropped })
	return w.occurs[l]
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

// result returns the simplified formula.
func (w *work) result() *SimplifyResult {
	r := &SimplifyResult{Unsatisfiable: w.unsatisfiable, gone: w.gone, undo: w.undo, value: make([]int8, len(w.gone))}
	r.Variables = len(w.gone) - 1
	for v := range r.value {
		r.value[v] = w.value[2*v]
	}
	for i := range w.clauses {
		if c := &w.clauses[i]; !c.dropped {
			r.Lits = append(r.Lits, alg.Map(c.lits, decode)...)
			r.Ends = append(r.Ends, len(r.Lits))
		}
	}
	return r
}

// remember stores a dropped clause that does not follow from the others.
func (w *work) remember(witness int32, lits []int32) {
	s := eliminationStep{decode(witness), make([]Lit, len(lits))}
	for i, l := range lits {
		s.clause[i] = decode(l)
	}
	w.undo = append(w.undo, s)
}

const (
	// maxOccurrences bounds the clauses of an eliminated variable, on the side with fewer.
	maxOccurrences = 10
	// maxResolvent bounds the length of the resolvents of an elimination.
	maxResolvent = 20
)

// eliminate replaces the clauses of a variable by their resolvents on it, if these are not more. The simplest case
// is a variable that occurs with one sign only.
func (w *work) eliminate() {
	for !w.unsatisfiable {
		var candidates []int32
		for v := int32(1); v < int32(len(w.gone)); v++ {
			if w.touched[v] && w.open(v) && !w.frozen[v] && min(w.count[2*v], w.count[2*v+1]) <= maxOccurrences {
				candidates = append(candidates, v)
			}
			w.touched[v] = false
		}
		price := make([]int64, len(w.gone))
		for _, v := range candidates {
			price[v] = int64(w.count[2*v]) * int64(w.count[2*v+1])
		}
		slices.SortStableFunc(candidates, func(a, b int32) int { return cmp.Compare(price[a], price[b]) })
		gone := 0
		for _, v := range candidates {
			if w.open(v) && w.eliminated(v) {
				gone++
			}
			if w.spend(1) || w.unsatisfiable {
				return
			}
		}
		w.subsume()
		if gone == 0 {
			return
		}
	}
}

// eliminated eliminates a variable if that does not increase the number of clauses.
func (w *work) eliminated(v int32) bool {
	with, without := slices.Clone(w.with(2*v)), slices.Clone(w.with(2*v+1))
	if min(len(with), len(without)) > maxOccurrences {
		return false
	}
	var resolvents []int32
	var ends []int
	for _, a := range with {
		w.marks++
		for _, l := range w.clauses[a].lits {
			w.mark[l] = w.marks
		}
		for _, b := range without {
			start := len(resolvents)
			w.spend(len(w.clauses[b].lits))
			resolvents = append(resolvents, w.clauses[a].lits...)
			if resolvents = w.resolvent(resolvents, start, v, b); len(resolvents) == start {
				continue
			}
			if ends = append(ends, len(resolvents)); len(ends) > len(with)+len(without) || len(resolvents)-start > maxResolvent {
				return false
			}
		}
	}
	// The variable gets the value that the larger side needs, unless a clause of the smaller side is violated.
	small, witness := with, 2*v
	if len(with) > len(without) {
		small, witness = without, 2*v+1
	}
	for _, id := range small {
		w.remember(witness, w.clauses[id].lits)
	}
	w.remember(witness^1, []int32{witness ^ 1})
	for _, side := range [2][]int32{with, without} {
		for _, id := range side {
			w.drop(id)
		}
	}
	w.gone[v] = true
	w.changes++
	start := 0
	for _, end := range ends {
		w.add(resolvents[start:end:end])
		start = end
	}
	w.propagate()
	return true
}

// resolvent completes the literals of a marked clause, which begin at start, with those of b, without v. It adds
// none if the resolvent is always true. A resolvent has at least one literal, since otherwise two units would
// contradict each other.
func (w *work) resolvent(lits []int32, start int, v, b int32) []int32 {
	for _, l := range w.clauses[b].lits {
		if l>>1 == v {
			continue
		}
		if w.mark[l^1] == w.marks {
			return lits[:start]
		}
		if w.mark[l] != w.marks {
			lits = append(lits, l)
		}
	}
	i := start + slices.IndexFunc(lits[start:], func(l int32) bool { return l>>1 == v })
	return slices.Delete(lits, i, i+1)
}

// subsume drops clauses that contain all literals of another. It also removes a literal from a clause if another
// clause contains its negation and otherwise only literals of this clause (self-subsuming resolution). It
// handles short clauses first.
func (w *work) subsume() {
	for len(w.queue) > 0 && !w.unsatisfiable {
		w.propagate()
		batch := w.queue
		w.queue = nil
		slices.SortStableFunc(batch, func(a, b int32) int { return cmp.Compare(len(w.clauses[a].lits), len(w.clauses[b].lits)) })
		for i, id := range batch {
			w.clauses[id].queued = false
			if !w.clauses[id].dropped {
				w.subsumeBy(id)
			}
			if w.spend(1) || w.unsatisfiable {
				for _, id := range batch[i+1:] {
					w.clauses[id].queued = false
				}
				w.forget()
				return
			}
		}
	}
	w.propagate()
}

// forget empties the queue, when no effort is left for it.
func (w *work) forget() {
	for _, id := range w.queue {
		w.clauses[id].queued = false
	}
	w.queue = nil
	if !w.unsatisfiable {
		w.propagate()
	}
}

// subsumeBy compares one clause with those that share its rarest variable.
func (w *work) subsumeBy(id int32) {
	c := &w.clauses[id]
	rarest := c.lits[0]
	for _, l := range c.lits[1:] {
		if w.count[l]+w.count[l^1] < w.count[rarest]+w.count[rarest^1] {
			rarest = l
		}
	}
	w.marks++
	for _, l := range c.lits {
		w.mark[l] = w.marks
	}
	size, sign := len(c.lits), c.signature
	for _, l := range [2]int32{rarest, rarest ^ 1} {
		candidates := w.with(l)
		w.spend(len(candidates))
		var shorter []int32 // pairs of a clause and a literal
		for _, other := range candidates {
			d := &w.clauses[other]
			if other == id || len(d.lits) < size || sign&^d.signature != 0 {
				continue
			}
			w.spend(len(d.lits))
			same, opposite := 0, int32(-1)
			for _, k := range d.lits {
				if w.mark[k] == w.marks {
					same++
				} else if w.mark[k^1] == w.marks {
					if opposite >= 0 {
						same = -1
						break
					}
					opposite = k
				}
			}
			switch {
			case same == size:
				w.drop(other)
			case same == size-1 && opposite >= 0:
				shorter = append(shorter, other, opposite)
			}
		}
		for i := 0; i < len(shorter); i += 2 {
			if !w.clauses[shorter[i]].dropped {
				w.strengthen(shorter[i], shorter[i+1])
			}
		}
		if w.clauses[id].dropped {
			return
		}
	}
}
