package plan

import (
	"math/big"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// optimalCosts is the result of a search: the states on optimal runs, and the least costs of reaching them.
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

// optimalRuns are all optimal runs. Each of their moves leads to a state that can't be reached more cheaply.
type optimalRuns struct {
	*search
	optimalCosts
	// byLength is true if costs are lengths.
	byLength bool
	// completions has the number of ways to the goal from each state on an optimal run.
	completions map[int32]*big.Int
}

// bytesOfCompletion is about the size of an entry of completions.
const bytesOfCompletion = 128

// newOptimalRuns counts the completions of each state, the most expensive states first (dynamic programming).
// It returns nil if the limits end that.
func newOptimalRuns(s *search, c optimalCosts, uniform bool) *optimalRuns {
	w := &optimalRuns{search: s, optimalCosts: c, byLength: uniform, completions: map[int32]*big.Int{}}
	best := c.optimum()
	for id := range w.byDescendingCost {
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

// byDescendingCost yields the states on optimal runs, the most expensive first. The limits may end it.
func (w *optimalRuns) byDescendingCost(yield func(int32) bool) {
	if w.byLength { // states are numbered by their distance
		for id := w.states().count - 1; id >= 0; id-- {
			if w.costTo(id) <= w.optimum() && !yield(id) {
				return
			}
		}
		return
	}
	q := newOpenList(w.limits)
	for id := range w.states().count {
		if w.stopped() {
			return
		}
		if g := w.costTo(id); g >= 0 && g <= w.optimum() {
			q.push(entry{priority{f: w.optimum() - g}, id})
		}
	}
	for q.size > 0 && yield(q.pop().id) {
	}
}

// optimalMoves calls yield for the moves from a state that may continue an optimal run.
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

// starts calls yield for the initial states of optimal runs, and their numbers, until it returns false.
func (w *optimalRuns) starts(yield func(id int32, state machine.State) bool) {
	for state := range w.search.starts() {
		if id := w.states().find(state); id >= 0 && w.completions[id] != nil && !yield(id, state) {
			return
		}
	}
}

// total returns the number of optimal runs.
func (w *optimalRuns) total() *big.Int {
	sum := new(big.Int)
	w.starts(func(id int32, _ machine.State) bool {
		sum.Add(sum, w.completions[id])
		return true
	})
	return sum
}

// each calls yield for every optimal run until it returns false. each returns false if yield did, or if the
// limits end it.
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

// replay finds the moves of a run from its states: the cheapest from each to the next. If states are
// canonical, it follows them from a start that the first one stands for. It returns nil if the limits end
// that, or if a declared symmetry turns out to be wrong.
func (s *search) replay(states []machine.State) model.Solution {
	if len(states) == 0 {
		return nil
	}
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
			out = append(out, alg.Map(moves, func(move int32) int64 { return int64(move) })...)
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
			if s.canonicalizer != nil { // only some states were checked
				s.stop(notSymmetric("a run of images is no run"))
			}
			if s.stopped() {
				return nil
			}
			panic("plan: a run has no move from a state to the next")
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

// isStoredAs reports whether the tables store a state as stored.
func (s *search) isStoredAs(state, stored machine.State) bool {
	if s.canonicalizer != nil {
		state = s.canonicalizer.canonical(state)
	}
	return slices.Equal(state, stored)
}

const (
	// proofMoves is the number of moves tried for a shorter run, beyond a quarter of those that found the first.
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

// shorten searches for a shorter run, if that is little more work. It returns the better run, and whether a
// shorter one may exist. If time or memory is used up, only this search ends. The task has its run.
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
	if s.reason.Kind != model.Other { // a wrong symmetry must be reported
		s.reason = model.Reason{}
	}
	return run, open
}

// upTo returns a search for a shortest run of at most the given number of moves.
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
