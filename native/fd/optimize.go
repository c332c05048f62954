package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// objectiveBound demands that an objective is better than the best value known.
type objectiveBound struct {
	x        model.Int
	maximize bool
	active   bool
	bound    int64 // the value must be at least, or at most, this
}

func (p *objectiveBound) propagate(s *store) bool {
	switch {
	case !p.active:
		return true
	case p.maximize:
		return s.setLo(p.x, p.bound)
	}
	return s.setHi(p.x, p.bound)
}

// explain gives nothing, since the bound holds by itself and only tightens.
func (p *objectiveBound) explain(*store, *explanation) {}

// optimize finds the best value of each objective in turn by branch and bound, with the earlier
// ones held at their best. Then it yields the solutions that have all of them.
func (r *search) optimize() {
	if !r.s.propagate() {
		r.exhausted = true
		return
	}
	r.d.Result.Bounds = make([]model.Interval, len(r.m.Objectives))
	for i, o := range r.m.Objectives {
		r.d.Result.Bounds[i] = model.Interval{Lo: r.s.ints[o.X].lo, Hi: r.s.ints[o.X].hi}
	}
	var best model.Solution
	var worth []int64 // the objectives of best
	improve := func(s model.Solution) {
		best, worth, r.d.Result.Best = s, r.worthOf(s), s
	}
	if r.by.Guess != nil {
		if s := r.by.Guess.Try(10 * r.interval); s != nil {
			improve(s)
		}
	}
	for i, o := range r.m.Objectives {
		r.b.prefer(o)
		// The bound holds under an assumption, so that what is learned from it ends with it.
		better := r.s.newLit()
		r.b.bound = &objectiveBound{x: o.X, maximize: o.Maximize}
		r.b.boundP = r.s.add(r.b.bound, better, quick)
		r.assumed = append(r.assumed[:0], better)
		if best != nil {
			r.tighten(i, worth[i])
		}
		r.allHelpers = true
		ended := r.restarting(func(values model.Solution) bool {
			improve(values)
			r.tighten(i, worth[i])
			return true
		}, func() bool {
			better, proved := r.by.Optimizer.Improve(r.s.propagations, best)
			if better != nil {
				improve(better)
				if len(r.m.Objectives) == 1 {
					r.tighten(i, worth[i])
				}
			}
			return proved
		})
		if ended == settled {
			r.settle(best)
			return
		}
		r.b.bound.active, r.allHelpers = false, false
		r.retreat(0)
		r.assumed = r.assumed[:0]
		if ended != spaceDone && ended != refuted {
			return
		}
		if best == nil {
			r.exhausted, r.d.Result.Bounds = true, nil
			return
		}
		r.d.Result.Bounds[i] = model.Interval{Lo: worth[i], Hi: worth[i]}
		r.s.cause = reason{by: byChoice}
		r.s.set(better ^ 1)
		if !r.s.fix(o.X, worth[i]) || !r.s.propagate() {
			panic("fd: the best value of an objective contradicts the root")
		}
		if r.d.Stopped() {
			return
		}
	}
	if r.task.Limit == 1 {
		r.d.Deliver(best)
		return
	}
	r.b.bound = nil
	if r.restarting(r.d.Deliver, nil) == spaceDone {
		r.exhausted = true
	}
}

// worthOf returns the values of the objectives in a solution.
func (r *search) worthOf(s model.Solution) []int64 {
	var worth []int64
	e := model.Evaluate(r.m, s)
	for _, o := range r.m.Objectives {
		worth = append(worth, e.Int(o.X))
	}
	return worth
}

// settle ends the search with the proven best solution, or nil if there is none.
func (r *search) settle(best model.Solution) {
	if best == nil {
		r.exhausted, r.d.Result.Bounds = true, nil
		return
	}
	for i, worth := range r.worthOf(best) {
		r.d.Result.Bounds[i] = model.Interval{Lo: worth, Hi: worth}
	}
	r.d.Deliver(best)
}

// restarting runs the search with restarts until it ends. Before each restart it asks isSettled,
// unless nil, and stops if the answer is yes.
func (r *search) restarting(found func(model.Solution) bool, isSettled func() bool) outcome {
	for i := 1; ; i++ {
		if o := r.run(r.interval*alg.Luby(i), found); o != overBudget {
			return o
		}
		if r.by.Optimizer != nil && isSettled != nil && isSettled() {
			return settled
		}
		if r.d.Stopped() {
			return cancelled
		}
		if !r.restart(i) {
			if r.d.Stopped() {
				return cancelled
			}
			return spaceDone
		}
	}
}

// tighten demands a better value of the objective, and records the bound.
func (r *search) tighten(i int, value int64) {
	b := r.b.bound
	b.active = true
	if b.maximize {
		b.bound = value + 1
		r.d.Result.Bounds[i].Lo = value
	} else {
		b.bound = value - 1
		r.d.Result.Bounds[i].Hi = value
	}
	r.b.refresh(r.s)
}

// prefer makes the brancher try values first that are good for the objective.
func (b *brancher) prefer(o model.Objective) {
	terms := []model.Term{{Coef: 1, X: o.X}}
	if l, ok := b.p.m.Ints[o.X].(model.Linear); ok {
		terms = l.Terms
	}
	for _, t := range terms {
		up := (t.Coef > 0) == o.Maximize
		switch n := b.p.m.Ints[t.X].(type) {
		case model.IntVar:
			b.large[n.Var] = up
		case model.ToInt:
			if v, ok := b.p.m.Node(n.B).(model.BoolVar); ok {
				b.large[v.Var] = up != n.B.Negated()
			}
		}
	}
}
