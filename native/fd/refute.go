package fd

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/numbers"
)

// Refute implements [engine.Reasons].
func (r *Reasons) Refute(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact, conflicts int64) engine.Refutation {
	if r.impossible {
		return engine.Refutation{Refuted: true}
	}
	if r.met > rebuildAfter {
		if r.build(ctx, r.options) != nil {
			return engine.Refutation{}
		}
	}
	stopped := make(chan struct{})
	release := context.AfterFunc(ctx, func() { r.d.Stop.Store(true); close(stopped) })
	defer func() {
		if !release() { // conclusions may be missing
			<-stopped
			r.d.Stop.Store(false)
			r.forgetKnown()
		}
	}()
	before := r.d.Result.Stats.Conflicts
	r.told = known
	out := r.refute(known, units, supposed, conflicts)
	out.Conflicts = r.d.Result.Stats.Conflicts - before
	r.met += out.Conflicts
	r.close(min(len(r.path), r.assumed()))
	return out
}

func (r *Reasons) refute(known []engine.Fact, units []int32, supposed []engine.Fact, budget int64) engine.Refutation {
	if !r.know(known) {
		out := r.traced()
		r.forgetKnown()
		return out
	}
	if !r.only(units) {
		return r.traced()
	}
	r.open()
	for _, f := range supposed {
		if !r.state(f) {
			return r.traced()
		}
	}
	if budget == 0 {
		if !r.s.propagate() && !r.d.Stopped() {
			return r.traced()
		}
		return engine.Refutation{}
	}
	return r.decide(r.choosable(units), budget)
}

// assumed is how many levels serve the next refutation, too.
func (r *Reasons) assumed() int {
	switch {
	case r.on != nil:
		return 3
	case r.may != nil:
		return 2
	}
	return 1
}

// only switches some units on and all others off; it returns false on a conflict. The second level has those off that stay
// so for a while: a few units are asked about again and again, each time without some of them.
func (r *Reasons) only(units []int32) bool {
	if r.on != nil && slices.Equal(r.on, units) {
		return true
	}
	if r.may == nil || len(r.mayBe) > farMore*len(units) || slices.ContainsFunc(units, func(u int32) bool { return !r.may[u] }) {
		if !r.restrict(units) {
			return false
		}
	}
	r.close(2)
	r.open()
	on := make(map[int32]bool, len(units))
	for _, u := range units {
		on[u] = true
	}
	for _, u := range r.mayBe {
		if !on[u] {
			r.turnOff(u)
		}
	}
	for _, u := range units {
		if !r.assume(r.switches[u]) {
			return false
		}
	}
	if !r.s.propagate() {
		return false
	}
	r.on = slices.Clone(units)
	return true
}

// farMore is how many times as many units the second level may leave open as are on.
const farMore = 4

// restrict has the second level made anew: all but some units are off. It returns false on a conflict.
func (r *Reasons) restrict(units []int32) bool {
	r.close(1)
	r.open()
	may := make([]bool, len(r.units))
	for _, u := range units {
		may[u] = true
	}
	for u := range may {
		if !may[u] {
			r.turnOff(int32(u))
		}
	}
	if !r.s.propagate() {
		return false
	}
	r.may, r.mayBe = may, slices.Clone(units)
	return true
}

// turnOff switches a unit off, before others go on, so that nothing is found out about it.
func (r *Reasons) turnOff(u int32) {
	if l := r.switches[u]; r.s.val[l] == 0 {
		r.assume(l ^ 1)
	}
}

// choosable are the open variables that some units are about: once these are decided the units are met, whatever else is.
func (r *Reasons) choosable(units []int32) (vars []int32) {
	seen := make([]bool, len(r.m.Vars))
	for _, u := range units {
		for _, v := range r.concerns[u] {
			if !seen[v] && r.b.size(r.s, int32(v)) > 1 {
				seen[v] = true
				vars = append(vars, int32(v))
			}
		}
	}
	return vars
}

// choose is the next choice among some variables, the one with the fewest values for its activity; any is false if they are
// decided.
func (r *Reasons) choose(vars []int32) (d decision, any bool) {
	best, bestScore := int32(-1), 0.0
	for _, v := range vars {
		if size := r.b.size(r.s, v); size > 1 {
			if score := float64(size) / r.b.weight[v]; best < 0 || score < bestScore {
				best, bestScore = v, score
			}
		}
	}
	if best < 0 {
		return decision{}, false
	}
	return r.b.split(r.s, best), true
}

// decide searches below the assumptions.
func (r *Reasons) decide(vars []int32, budget int64) engine.Refutation {
	for part := 1; ; part++ {
		for left := r.interval * numbers.Luby(part); ; {
			if !r.s.propagate() {
				if r.d.Stopped() {
					return engine.Refutation{}
				}
				if r.assumedConflict() {
					return r.traced()
				}
				r.d.Result.Stats.Conflicts++
				if budget--; budget < 0 {
					return engine.Refutation{}
				}
				if refuted, ok := r.learn(); refuted {
					return engine.Refutation{Refuted: true}
				} else if !ok {
					return engine.Refutation{}
				}
				if left--; left <= 0 {
					break
				}
				continue
			}
			if r.d.Stopped() {
				return engine.Refutation{}
			}
			d, any := r.choose(vars)
			if !any {
				return engine.Refutation{Solution: r.p.solution()}
			}
			r.take(d)
		}
		r.retreat(r.baseLevels)
		if r.s.reductionDue(r.reductions) {
			r.reductions++
			r.s.forget()
		}
	}
}

// learn learns from a conflict among choices, and goes back to where that tells something new. It reports whether the
// model is refuted by what always holds, and whether the search may go on.
func (r *Reasons) learn() (refuted, ok bool) {
	r.s.age++
	r.b.decay()
	r.b.last = -1
	l := r.z.learn()
	if l.stopped {
		return false, false
	}
	if l.clause == nil {
		return true, true
	}
	r.retreat(max(l.level, r.baseLevels))
	r.addLearned(l)
	return false, true
}

// assumedConflict reports whether the last conflict follows from the assumptions.
func (r *Reasons) assumedConflict() bool {
	var e explanation
	r.s.askWhy(&e)
	for _, a := range e.out {
		if pos, _ := r.s.locate(r.s.plain(a)); pos >= 0 && r.s.levelOf(pos) > r.baseLevels {
			return false
		}
	}
	return true
}

// traced is the refutation by the last conflict of the store, which follows from assumptions: reasons are followed back to
// them.
func (r *Reasons) traced() engine.Refutation {
	out := engine.Refutation{Refuted: true}
	t := tracer{s: r.s, seen: map[atom]bool{}}
	if r.s.cause.by == byChoice { // an assumption was false
		if r.s.clash.op != nothing {
			t.leaf(r.s.clash.lit())
			t.add(r.s.clash.not())
		}
	} else {
		r.s.askWhy(&t.e)
	}
	for len(t.e.out) > 0 {
		a := t.e.out[len(t.e.out)-1]
		t.e.out = t.e.out[:len(t.e.out)-1]
		t.add(a)
	}
	for _, l := range t.leaves {
		if u, ok := r.unitOf[l]; ok {
			out.Units = append(out.Units, u)
		} else if f, ok := r.factOf[l]; ok && slices.Contains(r.told, f) {
			out.Known = append(out.Known, f)
		}
	}
	slices.Sort(out.Units)
	slices.SortFunc(out.Known, compareFacts)
	return out
}

// tracer follows reasons back to assumptions.
type tracer struct {
	s      *store
	e      explanation
	seen   map[atom]bool
	leaves []lit
}

func (t *tracer) leaf(l lit) { t.leaves = append(t.leaves, l) }

// add follows one atom.
func (t *tracer) add(a atom) {
	s := t.s
	a = s.plain(a)
	if t.seen[a] {
		return
	}
	t.seen[a] = true
	if a.op == equals && s.ints[a.x].n == 0 {
		t.add(geAtom(a.int(), a.v))
		t.add(leAtom(a.int(), a.v))
		return
	}
	switch it, ok := s.itemOf(a); {
	case !ok:
	case s.reasonOf(it).by == byChoice:
		t.leaf(it.a.lit())
	default:
		s.explainAtom(it.a, it.event, &t.e)
	}
}
