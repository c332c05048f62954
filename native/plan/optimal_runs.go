package plan

import (
	"math/big"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// optimalCosts is the result of a search: the states on optimal runs, and the least costs of
// reaching them.
type optimalCosts interface {
	// costTo is the cost of the cheapest run to a state.
	costTo(id int32) lexCost
	states() *stateTable
	// optimum is the cost of optimal runs.
	optimum() lexCost
}

func (b *breadthFirst) costTo(id int32) lexCost { return lexCost(b.distance(id)) }
func (b *breadthFirst) states() *stateTable     { return b.table }
func (b *breadthFirst) optimum() lexCost        { return lexCost(b.distance(b.goal)) }

func (b *bestFirst) costTo(id int32) lexCost { return b.g.get(id) }
func (b *bestFirst) states() *stateTable     { return b.table }
func (b *bestFirst) optimum() lexCost        { return b.g.get(b.goal) }

// optimalRuns are all optimal runs: each of their moves leads to a state that can't be reached more
// cheaply.
type optimalRuns struct {
	*search
	optimalCosts
	// byLength is true if costs are lengths.
	byLength bool
	// completions has, for each state on an optimal run, the number of ways from it to the goal.
	completions map[int32]*big.Int
}

// bytesOfCompletion is about the size of an entry of completions.
const bytesOfCompletion = 128

// newOptimalRuns counts the completions of each state, the most expensive states first (dynamic
// programming). It returns nil if the limits end that.
func newOptimalRuns(s *search, c optimalCosts, uniform bool) *optimalRuns {
	w := &optimalRuns{search: s, optimalCosts: c, byLength: uniform, completions: map[int32]*big.Int{}}
	best := c.optimum()
	next := w.byDescendingCost()
	for id := next(); id >= 0; id = next() {
		if s.stopped() {
			return nil
		}
		state, total := c.states().at(id), (*big.Int)(nil)
		if c.costTo(id) == best {
			if s.won(state) {
				total = big.NewInt(1)
			}
		} else if !s.won(state) {
			w.optimalMoves(id, func(_ int32, to int32) {
				if on := w.completions[to]; on != nil {
					if total == nil {
						total = new(big.Int)
					}
					total.Add(total, on)
				}
			})
		}
		if total != nil && s.reserve(bytesOfCompletion) {
			w.completions[id] = total
		}
	}
	if s.reason.Kind != model.None {
		return nil
	}
	return w
}

// byDescendingCost is a function that returns the states on optimal runs, those with the
// greatest cost first, and then -1; also if the limits end that.
func (w *optimalRuns) byDescendingCost() func() int32 {
	if w.byLength { // states are numbered by their distance
		id, edge := w.states().count, w.optimum()
		return func() int32 {
			for id--; id >= 0 && w.costTo(id) > edge; id-- {
			}
			return id
		}
	}
	q := newOpenList(w.limits)
	for id := range w.states().count {
		if w.stopped() {
			break
		}
		if g := w.costTo(id); g >= 0 && g <= w.optimum() {
			q.push(entry{priority{f: w.optimum() - g}, id})
		}
	}
	return func() int32 {
		if q.size == 0 {
			return -1
		}
		return q.pop().id
	}
}

// optimalMoves calls yield for the moves from a state by which an optimal run may go on.
func (w *optimalRuns) optimalMoves(id int32, yield func(move, to int32)) {
	here := w.costTo(id)
	w.expand(w.states().at(id), func(move int32, next machine.State, cost lexCost) bool {
		if w.byLength {
			cost = 1
		}
		if to := w.states().find(next); to >= 0 && w.costTo(to) == here+cost {
			yield(move, to)
		}
		return true
	})
}

// starts calls yield for the states at the start from which an optimal run goes on, and their
// numbers, until it returns false.
func (w *optimalRuns) starts(yield func(id int32, state machine.State) bool) {
	for state := range w.search.starts() {
		if id := w.states().find(state); id >= 0 && w.completions[id] != nil && !yield(id, state) {
			return
		}
	}
}

// total is the number of optimal runs.
func (w *optimalRuns) total() *big.Int {
	sum := new(big.Int)
	w.starts(func(id int32, _ machine.State) bool {
		sum.Add(sum, w.completions[id])
		return true
	})
	return sum
}

// each calls yield for every optimal run until it returns false; each then returns false, too.
// The limits may end it, as well.
func (w *optimalRuns) each(yield func(model.Solution) bool) bool {
	going := true
	w.starts(func(id int32, state machine.State) bool {
		going = w.follow(id, w.program.Unpack(state[:w.program.Words()]), yield)
		return going
	})
	return going
}

func (w *optimalRuns) follow(id int32, run model.Solution, yield func(model.Solution) bool) bool {
	if w.costTo(id) == w.optimum() {
		return yield(slices.Clone(run))
	}
	if w.stopped() {
		return false
	}
	type step struct{ move, to int32 }
	var steps []step
	w.optimalMoves(id, func(move, to int32) {
		if w.completions[to] != nil {
			steps = append(steps, step{move, to})
		}
	})
	for _, s := range steps {
		if !w.follow(s.to, append(run, int64(s.move)), yield) {
			return false
		}
	}
	return true
}

// replay finds the moves of a run from its states: the cheapest from each to the next. With
// canonical states it follows these, from a start whose canonical state is the first. It returns
// nil if the limits end that, or if a declared symmetry turns out to be wrong.
func (s *search) replay(states []machine.State) model.Solution {
	words := s.program.Words()
	var at machine.State
	_ = s.program.Starts(s.ctx, s.task.Options, func(start machine.State) bool {
		if s.isStoredAs(start, states[0][:words]) {
			at = slices.Clone(start)
		}
		return at == nil
	})
	if at == nil {
		s.pollContext()
		s.stopped()
		return nil
	}
	out := s.program.Unpack(at)
	next := make(machine.State, words)
	for _, want := range states[1:] {
		if s.reachSets != nil {
			moves := s.reachSets.between(at, want)
			if moves == nil && s.stopped() {
				return nil
			}
			for _, move := range moves {
				out = append(out, int64(move))
			}
			copy(at, want)
			continue
		}
		move := int32(-1)
		var least lexCost
		s.program.Each(at, s.expandScratch, func(m int32, to machine.State, costs []int64) bool {
			cost, ok := s.encoding.encode(costs)
			if ok && (move < 0 || cost < least) && s.isStoredAs(to, want[:words]) {
				move, least = m, cost
				copy(next, to)
			}
			return true
		})
		if move < 0 {
			if s.canonicalizer != nil { // it was only checked in some states
				s.stop(notSymmetric("a run of images is no run"))
			}
			if s.stopped() {
				return nil
			}
			panic("explore: a run has no move from a state to the next")
		}
		out = append(out, int64(move))
		copy(at, next)
	}
	if s.canonicalizer != nil && !s.won(at) {
		s.stop(notSymmetric("the image of a goal is none"))
		return nil
	}
	return out
}

// isStoredAs reports whether the tables have a state as kept.
func (s *search) isStoredAs(state, kept machine.State) bool {
	if s.canonicalizer != nil {
		state = s.canonicalizer.canonical(state)
	}
	return slices.Equal(state, kept)
}

const (
	// maxScanned bounds the open states that are looked at for an incumbent, maxGoalTests those
	// that are tested for the goal: a search that was interrupted has little time left.
	maxScanned   = 1 << 21
	maxGoalTests = 1 << 17
)

// incumbentResult is the result of a search for best runs that was ended by the limits: the
// incumbent, which is the best run that it knows, and bounds of the optimum.
func (s *search) incumbentResult(work stepper) model.Result {
	b := bestFirstOf(work)
	if b == nil || s.task.AsksForAnyRun(s.specialized.Machine) {
		return model.Result{}
	}
	states := b.incumbent()
	if states == nil {
		return model.Result{}
	}
	run := b.replay(states)
	if run == nil {
		return model.Result{}
	}
	r := model.Result{Best: run}
	if s.encoding.dimensions == 1 { // of several only the first would be bounded
		r.Bounds = []model.Interval{{Lo: s.encoding.decode(b.lowerBound)[0], Hi: s.costs(run)[0]}}
	}
	return r
}

// bestFirstOf is the best-first search, perhaps in a portfolio, that may know a run, or nil.
func bestFirstOf(work stepper) *bestFirst {
	switch work := work.(type) {
	case *bestFirst:
		return work
	case *roundRobin:
		for _, s := range work.searches {
			if b := bestFirstOf(s); b != nil {
				return b
			}
		}
	}
	return nil
}

// incumbent is the run to the cheapest goal state that is known, perhaps still open; nil if none
// is found.
func (b *bestFirst) incumbent() []machine.State {
	goal, g, scanned, tested := b.goal, lexCost(0), 0, 0
	if goal >= 0 {
		return chain(b.table, b.parents, goal)
	}
	b.open.each(func(e entry) bool {
		scanned++
		// The heuristic is 0 at a goal.
		if (goal < 0 || e.f < g) && e.f == b.g.get(e.id) {
			tested++
			if b.won(b.table.at(e.id)) {
				goal, g = e.id, e.f
			}
		}
		return scanned < maxScanned && tested < maxGoalTests
	})
	if goal < 0 {
		return nil
	}
	return chain(b.table, b.parents, goal)
}

// After any run a shorter one is searched if that is little more work. The shortest runs are the
// best, but often far harder to find.

const (
	// proofMoves is the number of moves that are tried for a shorter run, beyond a quarter
	// of those that it took to find the first.
	proofMoves = 1 << 20
	// proofSlice is the number of states between two looks at that limit.
	proofSlice = 1 << 10
)

// isShortest reports whether a finished search has a shortest run among those of the same cost.
func (s *search) isShortest(work stepper) bool {
	switch work := work.(type) {
	case *roundRobin:
		return s.isShortest(work.winner)
	case *depthFirst, *limitedDiscrepancy:
		return len(work.run()) == 1
	case *bestFirst:
		if work.greedy {
			return len(work.run()) == 1
		}
	}
	return !s.task.AnyObjective
}

// shorten searches for a shorter run than one that was found, and returns the better one, and
// whether a shorter one may exist. If time or memory is used up, only this search ends, not the
// task, which has its run.
func (s *search) shorten(run model.Solution) (model.Solution, bool) {
	allowed := s.stats.Moves + s.stats.Moves/4 + proofMoves
	length := len(run) - len(s.specialized.Vars)
	shorter := s.upTo(max(length-1, 1))
	defer shorter.close()
	result := running
	for result == running && s.stats.Moves < allowed {
		result = shorter.step(proofSlice)
	}
	open := true
	switch result {
	case exhausted:
		open = false
	case found:
		if better := shorter.replay(shorter.run()); better != nil {
			run, open = better, false
		}
	}
	if s.reason.Kind != model.Other { // a wrong symmetry must be told
		s.reason = model.Reason{}
	}
	return run, open
}

// upTo is a search for a shortest run of at most so many moves.
func (s *search) upTo(most int) stepper {
	other := *s
	other.task.MaxMoves = most
	other.prepare()
	if b, _ := newBidirectional(&other); b != nil {
		return b
	}
	if other.heuristic == nil {
		return other.breadthFirst()
	}
	b := newBestFirst(&other)
	b.maxCost = lexCost(most)
	return b
}
