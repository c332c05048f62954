package fd

import (
	"nazo/engine"
	"nazo/model"
)

// Guess is an incomplete search that may find a solution soon, and proves nothing.
type Guess interface {
	// Try works for about as long as the search of this package takes to meet so many dead
	// ends, and returns a solution or nil.
	Try(deadEnds int64) model.Solution
}

// search is the work on one task, from a root on.
type search struct {
	*Root
	task  engine.Task
	d     *engine.Delivery
	guess Guess // or nil

	p *poster
	s *store
	b *brancher

	path []decision // the choices that lead to where the search is
	// allHelpers asks for every completion of the helpers, as objectives may
	// depend on them; otherwise one is enough for each assignment of the finds.
	allHelpers bool
	interval   int64 // the dead ends before the first restart
	// exhausted is set once the search space is known to be done.
	exhausted bool
}

// outcome says how a part of a search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left to search
	enough                    // the receiver of solutions said so
	cancelled                 // the context ended
	overBudget                // as many dead ends as allowed
)

// Search looks for the solutions that are asked for and reports whether the search space was
// exhausted. Guess, if not nil, has a try now and then.
func (r *Root) Search(o engine.SolveOptions, d *engine.Delivery, guess Guess) (exhausted bool) {
	s := r.newSearch(o, d)
	s.guess = guess
	s.solve()
	d.Result.Stats.Propagations = s.s.propagations
	return s.exhausted
}

func (r *Root) newSearch(o engine.SolveOptions, d *engine.Delivery) *search {
	s := &search{Root: r, task: engine.Task{Options: r.options, SolveOptions: o}, d: d, interval: firstInterval}
	s.p = r.poster(s.task, &d.Stop)
	s.s = s.p.s
	return s
}

// solve posts the model and searches it.
func (r *search) solve() {
	wanted := r.Objectives()
	for _, o := range wanted {
		r.p.int(o.X)
	}
	if !r.p.post(true) || !r.s.propagate() {
		r.exhausted = !r.d.Stopped()
		return
	}
	if r.d.Stopped() {
		return
	}
	for _, o := range wanted {
		r.p.addCosts(o)
		r.p.addLinkCosts(o)
	}
	exact, ok := r.s.coverSums()
	if !ok {
		r.exhausted = true
		return
	}
	r.b = newBrancher(r.p, r.task.Seed)
	r.b.exact = r.p.choosable(exact)
	if len(wanted) > 0 {
		r.optimize()
		return
	}
	r.enumerate()
}

// firstInterval is how many dead ends the search may meet before its first restart.
const firstInterval = 200

// enumerate yields solutions up to the task's limit. As long as none was
// found it restarts every now and then, since the choices made first are
// often the worst, and weights tell better ones by and by. The restart interval
// grows, so that the last is long enough. After the first, what no choice
// can be is taken away for good.
//
// Where any links will do, a guess comes before each part of the search.
func (r *search) enumerate() {
	guess := r.guess
	if !wantsAnyLinks(r.m, r.task) {
		guess = nil
	}
	for budget := r.interval; ; budget += budget/2 + 1 {
		if guess != nil {
			if s := guess.Try(budget); s != nil {
				r.d.Deliver(s)
				return
			}
		}
		switch r.run(budget, r.d.Deliver) {
		case spaceDone:
			r.exhausted = true
			return
		case overBudget:
			r.retreat(0)
			if budget == r.interval && !r.probe() {
				r.exhausted = !r.d.Stopped()
				return
			}
		default:
			return
		}
	}
}

// run searches from where the store stands until the space is done, found
// says to stop, or so many dead ends were met without a solution delivered; 0
// means any number.
func (r *search) run(budget int64, found func(model.Solution) bool) outcome {
	floor := len(r.path)
	for {
		if !r.s.propagate() {
			r.b.weighConflict(r.s)
			if r.d.Stopped() {
				return cancelled
			}
			if len(r.path) == floor {
				return spaceDone
			}
			if budget > 0 && r.d.Result.Solutions == 0 {
				if budget--; budget == 0 {
					return overBudget
				}
			}
			if !r.turn(floor) {
				return spaceDone
			}
			continue
		}
		if r.d.Stopped() {
			return cancelled
		}
		d, any := r.b.choose(r.s)
		if any {
			r.path = append(r.path, d)
			r.s.push()
			d.take(r.s)
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
		r.d.Result.Stats.DeadEnds++
	}
	r.b.refresh(r.s)
}

// tick counts a choice, and reports progress now and then.
func (r *search) tick() {
	r.d.Result.Stats.Nodes++
	r.d.Result.Stats.Propagations = r.s.propagations
	r.d.Tick()
}
