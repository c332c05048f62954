package fd

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Ask implements [model.Inquiry].
func (q *Inquiry) Ask(ctx context.Context, x model.Query) model.Reply {
	if q.impossible {
		return model.Reply{Refuted: true}
	}
	old := q.broken || q.switched && q.met > rebuildAfter
	if ctx.Err() != nil || old && (!q.switched || q.build(ctx) != nil) {
		return model.Reply{}
	}
	stopped := make(chan struct{})
	release := context.AfterFunc(ctx, func() { q.d.Stop.Store(true); close(stopped) })
	defer func() {
		if !release() { // conclusions may be missing
			<-stopped
			q.d.Stop.Store(false)
			q.forgetKnown()
		}
	}()
	before, propagated := q.d.Result.Stats.Conflicts, q.s.propagations
	out, again := q.ask(&x, before+x.Conflicts)
	for again {
		out, again = q.ask(&x, before+x.Conflicts)
	}
	out.Conflicts, out.Propagations = q.d.Result.Stats.Conflicts-before, q.s.propagations-propagated
	q.met += out.Conflicts
	q.close(min(len(q.path), q.assumed()))
	return out
}

// ask answers a query until the search has met most conflicts. again means that it must be repeated,
// since more is known at the root.
func (q *Inquiry) ask(x *model.Query, most int64) (out model.Reply, again bool) {
	if !q.know(x.Known) {
		out := q.traced(x)
		q.forgetKnown()
		return out, false
	}
	if q.switched && !q.only(x.On) {
		return q.traced(x), false
	}
	q.open()
	for _, f := range x.Supposed {
		if !q.state(f) {
			return q.traced(x), false
		}
	}
	if x.Conflicts == 0 {
		if !q.s.propagate() && !q.d.Stopped() {
			return q.traced(x), false
		}
		if x.Tell && !q.d.Stopped() {
			out.Fixed = q.fixedSince(q.s.levels[len(q.s.levels)-1])
		}
		return out, false
	}
	return q.decide(x, most)
}

// choose returns the next choice. any is false if everything relevant is decided.
func (q *Inquiry) choose(vars []int32) (d decision, any bool) {
	if !q.switched {
		return q.b.choose(q.s)
	}
	best, bestScore := int32(-1), 0.0
	for _, v := range vars {
		if size := q.b.size(q.s, v); size > 1 {
			if score := float64(size) / q.b.weight[v]; best < 0 || score < bestScore {
				best, bestScore = v, score
			}
		}
	}
	if best < 0 {
		return decision{}, false
	}
	if f, ok := q.preferred[best]; ok {
		if a := q.atomOf(f); q.s.value(a) == 0 {
			return decision{atom: a}, true
		}
	}
	return decision{atom: q.b.split(q.s, best)}, true
}

// choosable returns the open variables of the query's units, which decide whether these hold. With
// Near it leaves out wide units. all is false if there are any.
func (q *Inquiry) choosable(x *model.Query) (vars []int32, all bool) {
	seen := make([]bool, len(q.m.Vars))
	all = true
	for _, u := range x.On {
		if x.Near && q.wide(u) {
			all = false
			continue
		}
		for _, v := range q.concerns[u] {
			if !seen[v] && q.b.size(q.s, int32(v)) > 1 {
				seen[v] = true
				vars = append(vars, int32(v))
			}
		}
	}
	return vars, all
}

// decide searches below the assumptions.
func (q *Inquiry) decide(x *model.Query, most int64) (out model.Reply, again bool) {
	vars, all := q.choosable(x)
	clear(q.preferred)
	for _, f := range x.Prefer {
		if q.m.Vars[f.Var].Bool || q.s.ints[q.slots[f.Var]].n > 0 {
			q.preferred[int32(f.Var)] = f
		}
	}
	for part := 1; ; part++ {
		for left := q.interval * alg.Luby(part); left > 0; {
			ok := q.s.propagate()
			if q.d.Stopped() {
				return model.Reply{}, false
			}
			if !ok {
				if q.assumedConflict() {
					return q.traced(x), false
				}
				if q.d.Result.Stats.Conflicts++; q.d.Result.Stats.Conflicts > most {
					return model.Reply{}, false
				}
				switch l := q.learn(); {
				case l.stopped:
					return model.Reply{}, false
				case q.impossible:
					return model.Reply{Refuted: true}, false
				case len(l.clause) == 1:
					return model.Reply{}, !q.d.Stopped()
				}
				left--
				continue
			}
			d, any := q.choose(vars)
			switch {
			case !any && !all:
				return model.Reply{}, false
			case !any:
				return model.Reply{Solution: q.p.solution()}, false
			}
			q.take(d)
		}
		q.retreat(q.baseLevels)
		q.reduce()
		if !q.switched && !q.totalized && part >= hard {
			q.forgetKnown()
			q.totalized, q.impossible = true, !q.s.totalize()
			if !q.impossible {
				q.settle()
			}
			return model.Reply{Refuted: q.impossible}, !q.impossible && !q.d.Stopped()
		}
	}
}

// learn learns from a conflict among choices and backjumps, to the root for a unit clause.
func (q *Inquiry) learn() learnedClause {
	l := q.analyze()
	switch {
	case l.stopped:
		return l
	case l.clause == nil:
		q.impossible = true
		return l
	case len(l.clause) == 1:
		q.forgetKnown()
		q.addLearned(l)
		q.settle()
		return l
	}
	q.retreat(max(l.level, q.baseLevels))
	q.addLearned(l)
	return l
}

// settle propagates what is new at the root. If it is stopped, the store lacks conclusions.
func (q *Inquiry) settle() {
	ok := q.s.propagate()
	switch {
	case q.d.Stopped():
		q.broken = true
	case !ok:
		q.impossible = true
	}
}

// assumedConflict reports whether the last conflict follows from the assumptions.
func (q *Inquiry) assumedConflict() bool {
	var e explanation
	q.s.askWhy(&e)
	for _, a := range e.out {
		if pos, _ := q.s.locate(q.s.plain(a)); pos >= 0 && q.s.levelOf(pos) > q.baseLevels {
			return false
		}
	}
	return true
}

// traced follows the reasons of the last conflict back to assumptions, and returns them as the
// refutation.
func (q *Inquiry) traced(x *model.Query) model.Reply {
	out := model.Reply{Refuted: true}
	q.seen.clear()
	t := tracer{s: q.s, seen: &q.seen}
	if q.s.cause.by == byChoice { // an assumption was false
		if q.s.clash.op != nothing {
			t.leaves = append(t.leaves, q.s.clash.lit())
			t.add(q.s.clash.not())
		}
	} else {
		q.s.askWhy(&t.e)
	}
	for len(t.e.out) > 0 {
		a := t.e.out[len(t.e.out)-1]
		t.e.out = t.e.out[:len(t.e.out)-1]
		t.add(a)
	}
	for _, l := range t.leaves {
		if u, ok := q.unitOf[l]; ok {
			out.Units = append(out.Units, u)
		} else if f, ok := q.factOf[l]; ok {
			if slices.Contains(x.Supposed, f) {
				out.Supposed = append(out.Supposed, f)
			} else {
				out.Known = append(out.Known, f)
			}
		}
	}
	slices.Sort(out.Units)
	slices.SortFunc(out.Known, compareFacts)
	slices.SortFunc(out.Supposed, compareFacts)
	return out
}

// tracer follows reasons back to assumptions.
type tracer struct {
	s      *store
	e      explanation
	seen   *atomSet
	leaves []lit
}

// add follows one atom.
func (t *tracer) add(a atom) {
	s := t.s
	a = s.plain(a)
	if !t.seen.add(a) {
		return
	}
	if a.op == equals && s.ints[a.x].n == 0 {
		t.add(geAtom(a.int(), a.v))
		t.add(leAtom(a.int(), a.v))
		return
	}
	switch it, ok := s.itemOf(a); {
	case !ok:
	case s.reasonOf(it).by == byChoice:
		t.leaves = append(t.leaves, it.a.lit())
	default:
		s.explainAtom(it.a, it.event, &t.e)
	}
}

// Follow implements [model.Inquiry].
func (q *Inquiry) Follow(known []model.Fact, on []int32) (conclusions []model.Fact, ok bool) {
	if q.impossible || !q.know(known) {
		q.forgetKnown()
		return nil, false
	}
	if len(on) == 0 {
		q.close(1)
		q.open()
		defer q.close(1)
		return q.notSaid()
	}
	if !q.awaken(on) {
		return nil, false
	}
	q.open()
	defer q.close(2)
	if !q.turnOn(on) || !q.s.propagate() {
		return nil, false
	}
	return q.conclusions(q.s.levels[1]), true
}

// awaken fills the second level with the definitions that some units need. Many units need the same ones, and then
// the level stays. It returns false on a conflict.
func (q *Inquiry) awaken(units []int32) bool {
	needs := q.needs[units[0]]
	if len(units) > 1 {
		needs = nil
		for _, u := range units {
			needs = append(needs, q.needs[u]...)
		}
		needs = alg.Set(needs)
	}
	if q.awake != nil && slices.Equal(q.awake, needs) {
		q.close(2)
		return true
	}
	q.close(1)
	q.open()
	if !q.wake(needs) || !q.s.propagate() {
		q.close(1)
		return false
	}
	q.awake = append(make([]int32, 0, len(needs)), needs...)
	return true
}

// notSaid returns the conclusions for finds from the facts and all definitions, without the facts.
func (q *Inquiry) notSaid() (conclusions []model.Fact, ok bool) {
	said := mark{lits: int32(len(q.s.assigned)), changes: int32(len(q.s.trail))}
	if !q.wake(q.definitions) || !q.s.propagate() {
		return nil, false
	}
	news := q.conclusions(q.said)
	q.unsaid = slices.DeleteFunc(q.unsaid, func(f model.Fact) bool {
		_, again := slices.BinarySearchFunc(news, f, func(g, f model.Fact) int { return int(g.Var - f.Var) })
		return again || q.isKnown[f]
	})
	q.unsaid = append(q.unsaid, news...)
	slices.SortFunc(q.unsaid, compareFacts)
	q.said = said
	return slices.Clone(q.unsaid), true
}

// conclusions returns what became known about finds since a mark, except the facts themselves.
func (q *Inquiry) conclusions(since mark) (out []model.Fact) {
	seen := map[model.VarID]bool{}
	add := func(v model.VarID) {
		if v >= 0 && !seen[v] {
			seen[v] = true
			out = q.newsOf(v, out)
		}
	}
	for _, l := range q.s.assigned[since.lits:] {
		if i := int(l >> 1); i < len(q.owner) {
			add(q.owner[i])
		}
	}
	for i := range q.s.trail[since.changes:] {
		if c := &q.s.trail[int(since.changes)+i]; c.kind != changedCell && int(c.at) < len(q.intOwner) {
			add(q.intOwner[c.at])
		}
	}
	slices.SortFunc(out, compareFacts)
	return out
}

// fixedSince returns the variables of finds that got their value since a mark.
func (q *Inquiry) fixedSince(since mark) []model.Fact {
	q.told = q.told[:0]
	for _, l := range q.s.assigned[since.lits:] {
		if i := int(l >> 1); i < len(q.owner) && q.owner[i] >= 0 {
			v := q.owner[i]
			q.told = append(q.told, model.Fact{Var: v, Value: int64(q.s.val[q.slots[v]]+1) / 2, Is: true})
		}
	}
	for i := range q.s.trail[since.changes:] {
		c := &q.s.trail[int(since.changes)+i]
		if c.kind == changedCell || int(c.at) >= len(q.intOwner) || q.intOwner[c.at] < 0 {
			continue
		}
		if v := &q.s.ints[c.at]; v.lo == v.hi && v.last == since.changes+int32(i) {
			q.told = append(q.told, model.Fact{Var: q.intOwner[c.at], Value: v.lo, Is: true})
		}
	}
	return q.told
}

// newsOf adds what is known about a variable besides the facts.
func (q *Inquiry) newsOf(v model.VarID, out []model.Fact) []model.Fact {
	slot := q.slots[v]
	add := func(f model.Fact) {
		if !q.isKnown[f] {
			out = append(out, f)
		}
	}
	switch {
	case !q.m.Vars[v].Bool && !q.s.fixed(slot):
		for k := range q.m.Vars[v].Domain.Each {
			if !q.s.has(slot, k) {
				add(model.Fact{Var: v, Value: k})
			}
		}
	case !q.m.Vars[v].Bool:
		add(model.Fact{Var: v, Value: q.s.ints[slot].lo, Is: true})
	case q.s.val[slot] != 0:
		add(model.Fact{Var: v, Value: int64(q.s.val[slot]+1) / 2, Is: true})
	}
	return out
}

func compareFacts(a, b model.Fact) int {
	return cmp.Or(cmp.Compare(a.Var, b.Var), cmp.Compare(a.Value, b.Value))
}
