package plan

import (
	"math/big"
	"slices"

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
