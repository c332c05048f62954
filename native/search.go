package native

import (
	"context"
	"sync/atomic"
	"time"

	"nazo/engine"
	"nazo/model"
)

// search is the work on one task.
type search struct {
	ctx   context.Context
	m     *model.Model
	task  engine.Task
	yield func(model.Solution) bool

	p *poster
	s *store
	b *brancher

	path []decision // the choices that lead to where the search is
	// allHelpers asks for every completion of the helpers, as objectives may
	// depend on them; otherwise one is enough for each assignment of the finds.
	allHelpers bool
	result     engine.Result
	stretch    int64 // the dead ends of the first stretch
	// refused says that yield returned false.
	refused bool
	stop    atomic.Bool // set when the context ends
	// proper is set once the search space is known to be done.
	proper bool

	lastReport time.Time
	untilClock int
}

// outcome says how a stretch of search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left to search
	enough                    // the receiver of solutions said so
	cancelled                 // the context ended
	overBudget                // as many dead ends as allowed
)

func newSearch(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) *search {
	return &search{ctx: ctx, m: m, task: t, yield: yield, stretch: firstStretch, lastReport: time.Now()}
}

func isWalk(b model.Body) bool { _, ok := b.(model.Walk); return ok }

// solve posts the model and searches it.
func (r *search) solve() {
	r.p = newPoster(r.m, r.task, r)
	r.s = r.p.s
	wanted := !r.task.AnyObjective && len(r.m.Objectives) > 0
	if !r.p.fix(r.task.Fixed) || !r.p.post(func(b model.Body) bool { return !isWalk(b) }) {
		r.proper = !r.stop.Load()
		return
	}
	if !r.s.propagate() {
		r.proper = true
		return
	}
	if r.stop.Load() || r.alone(wanted) {
		return
	}
	if wanted {
		for _, o := range r.m.Objectives {
			r.p.int(o.X)
		}
		r.p.drain()
	}
	if !r.p.post(isWalk) || !r.s.propagate() {
		r.proper = !r.stop.Load()
		return
	}
	if r.stop.Load() {
		return
	}
	if wanted {
		for _, o := range r.m.Objectives {
			r.p.addCosts(o)
			r.p.addLinkCosts(o)
		}
	}
	exact, ok := r.s.coverSums()
	if !ok {
		r.proper = true
		return
	}
	r.b = newBrancher(r.p, r.task.Seed)
	r.b.exact = r.p.choosable(exact)
	if wanted {
		r.optimize()
		return
	}
	r.enumerate()
}

// alone takes up models that are nothing but one walk, and says whether this was one.
func (r *search) alone(wanted bool) bool {
	var objectives []model.Objective
	if wanted {
		objectives = r.m.Objectives
	} else if b := r.p.bareWalk(); b != nil {
		r.walkAlone(b)
		return true
	}
	f := r.p.freePath(objectives)
	if f != nil {
		r.growPaths(f, wanted)
	}
	return f != nil
}

// firstStretch is how many dead ends the search may meet before it starts again.
const firstStretch = 200

// enumerate yields solutions up to the task's limit. As long as none was
// found it starts again every now and then, since the choices made first are
// often the worst, and weights tell better ones by and by. Stretches become
// longer, so that the last is long enough. Before the second, what no choice
// can be is taken away for good.
//
// Where any links will do, short runs that draw them line by line come before
// each stretch.
func (r *search) enumerate() {
	var drawing *drawing
	if wantsAnyLinks(r.m, r.task) {
		drawing = r.newDrawing()
	}
	for budget := r.stretch; ; budget += budget/2 + 1 {
		if s := drawing.try(budget); s != nil {
			r.deliver(s)
			return
		}
		switch r.run(budget, r.deliver) {
		case spaceDone:
			r.proper = true
			return
		case overBudget:
			r.retreat(0)
			if budget == r.stretch && !r.probe() {
				r.proper = !r.stop.Load()
				return
			}
		default:
			return
		}
	}
}

// deliver yields a solution and says whether to go on.
func (r *search) deliver(values model.Solution) bool {
	r.result.Solutions++
	if !r.yield(values) {
		r.refused = true
		return false
	}
	return r.task.Limit == 0 || r.result.Solutions < r.task.Limit
}

// run searches from where the store stands until the space is done, found
// says to stop, or so many dead ends were met without a solution delivered; 0
// means any number.
func (r *search) run(budget int64, found func(model.Solution) bool) outcome {
	floor := len(r.path)
	for {
		if !r.s.propagate() {
			r.b.blame(r.s)
			if r.stop.Load() {
				return cancelled
			}
			if len(r.path) == floor {
				return spaceDone
			}
			if budget > 0 && r.result.Solutions == 0 {
				if budget--; budget == 0 {
					return overBudget
				}
			}
			if !r.turn(floor) {
				return spaceDone
			}
			continue
		}
		if r.stop.Load() {
			return cancelled
		}
		d, any := r.b.choose(r.s)
		if any {
			r.path = append(r.path, d)
			r.s.push()
			d.take(r.s)
			r.result.Stats.Nodes++
			r.tick()
			continue
		}
		if !found(r.p.solution()) {
			return enough
		}
		for !r.allHelpers && len(r.path) > floor && r.path[len(r.path)-1].helper {
			r.retreat(len(r.path) - 1)
		}
		if !r.turn(floor) {
			return spaceDone
		}
	}
}

// turn takes back the last choice above floor that has another side, and takes
// that. It returns false if there is none.
func (r *search) turn(floor int) bool {
	for len(r.path) > floor {
		d := r.path[len(r.path)-1]
		r.retreat(len(r.path) - 1)
		if d.refuse(r.s) {
			return true
		}
	}
	return false
}

// retreat takes choices back until so many are left.
func (r *search) retreat(left int) {
	for len(r.path) > left {
		r.path = r.path[:len(r.path)-1]
		r.s.pop()
		r.result.Stats.DeadEnds++
	}
	r.b.refresh(r.s)
}

// tick reports progress now and then.
func (r *search) tick() {
	if r.untilClock--; r.untilClock > 0 || r.task.Progress == nil {
		return
	}
	r.untilClock = 100
	if now := time.Now(); now.Sub(r.lastReport) >= 100*time.Millisecond {
		r.lastReport = now
		r.task.Progress(r.stats())
	}
}

func (r *search) stats() engine.Stats {
	st := r.result.Stats
	st.Variables = int64(len(r.m.Vars))
	if r.s != nil {
		st.Propagations += r.s.propagations
	}
	return st
}

// finish sums the work up.
func (r *search) finish() engine.Result {
	res := r.result
	res.Stats = r.stats()
	limited := r.task.Limit > 0 && res.Solutions >= r.task.Limit
	res.Exhausted = r.proper
	res.Complete = (r.proper || limited) && !r.refused
	switch {
	case res.Complete:
		res.Best = nil
	case r.refused:
		res.Reason = "stopped by the receiver"
	case r.ctx.Err() == context.DeadlineExceeded:
		res.Reason = "time limit"
	default:
		res.Reason = "interrupted"
	}
	return res
}
