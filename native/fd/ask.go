package fd

import (
	"context"

	"nazo/engine"
	"nazo/numbers"
)

// Ask implements [engine.Inquiry].
func (q *Inquiry) Ask(ctx context.Context, x engine.Question) engine.Reply {
	if q.impossible {
		return engine.Reply{Refuted: true}
	}
	if ctx.Err() != nil || q.broken && !q.switched || q.switched && (q.broken || q.met > rebuildAfter) && q.build(ctx) != nil {
		return engine.Reply{}
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

// ask answers a question until so many conflicts were met in all; again says that it is to be asked again, with more known at the root.
func (q *Inquiry) ask(x *engine.Question, most int64) (out engine.Reply, again bool) {
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
		return engine.Reply{}, false
	}
	return q.decide(x, most)
}

// choose is the next choice; any is false if all that matters is decided.
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
	return q.b.split(q.s, best), true
}

// choosable are the open variables that the units of a question are about: once these are decided the units are met, whatever else is. If the
// search is to stay near, they are those that small units are about, and all is false if that leaves some out.
func (q *Inquiry) choosable(x *engine.Question) (vars []int32, all bool) {
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
func (q *Inquiry) decide(x *engine.Question, most int64) (out engine.Reply, again bool) {
	vars, all := q.choosable(x)
	for part := 1; ; part++ {
		for left := q.interval * numbers.Luby(part); left > 0; {
			ok := q.s.propagate()
			if q.d.Stopped() {
				return engine.Reply{}, false
			}
			if !ok {
				if q.assumedConflict() {
					return q.traced(x), false
				}
				if q.d.Result.Stats.Conflicts++; q.d.Result.Stats.Conflicts > most {
					return engine.Reply{}, false
				}
				switch l := q.learn(); {
				case l.stopped:
					return engine.Reply{}, false
				case q.impossible:
					return engine.Reply{Refuted: true}, false
				case len(l.clause) == 1:
					return engine.Reply{}, !q.d.Stopped()
				}
				left--
				continue
			}
			d, any := q.choose(vars)
			switch {
			case !any && !all:
				return engine.Reply{}, false
			case !any:
				return engine.Reply{Solution: q.p.solution()}, false
			}
			q.take(d)
		}
		q.retreat(q.baseLevels)
		if q.s.reductionDue(q.reductions) {
			q.reductions++
			q.s.forget()
		}
		if !q.switched && !q.totalized && part >= hard {
			q.forgetKnown()
			q.totalized, q.impossible = true, !q.s.totalize()
			if !q.impossible {
				q.settle()
			}
			return engine.Reply{Refuted: q.impossible}, !q.impossible && !q.d.Stopped()
		}
	}
}

// learn learns from a conflict among choices, and goes back to where that tells something new: to the root, if that always holds.
func (q *Inquiry) learn() learnedClause {
	q.s.age++
	q.b.decay()
	q.b.last = -1
	l := q.z.learn()
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

// settle propagates what is new at the root. If that is interrupted, conclusions are missing for good.
func (q *Inquiry) settle() {
	ok := q.s.propagate()
	switch {
	case q.d.Stopped():
		q.broken = true
	case !ok:
		q.impossible = true
	}
}
