package explore

import (
	"context"
	"iter"
	"math/rand/v2"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
	"nazo/native/plan/heuristic"
)

// search is the work on one task: the machine as a program, and what all
// searches share.
type search struct {
	*limits
	task engine.Task
	p    *machine.Program
	// m, to and ts are what p was made from; programs made from the same m have states in
	// the same form.
	m, to  *model.Model
	ts     []machine.Transition
	tariff *tariff
	merger *merger // nil unless symmetric states are one

	// lengths says that the number of moves so far is part of a state, as a last
	// word: where longer runs may be cheaper and the length is bounded.
	lengths bool
	key     machine.State // the next state, with its length if lengths

	outer, inner *machine.Scratch // for expanding a state, and for looking at its successors
	visit        func(move int32, next machine.State, cost price) bool
	onMove       func(move int32, next machine.State, costs []int64) bool
	parent       machine.State // the state that is expanded

	bound   *heuristic.Heuristic // nil if there is none, or none was derived yet
	bounds  bool                 // it was derived
	looked  machine.State        // the state that the bound looks at
	value   func(model.VarID) int64
	bounded []int64
}

// status says how a piece of work ended.
type status int

const (
	running   status = iota // there is more to do
	found                   // there is a run, or all that were asked for
	exhausted               // there are no more states
	stopped                 // the limits said so
)

// stepper is a search that works piece by piece, so that several can take turns.
type stepper interface {
	// step expands about so many states.
	step(budget int) status
	// run is the states of the run that was found, from its start on.
	run() []machine.State
	// replay makes a run of its states.
	replay(states []machine.State) model.Solution
	// close ends the work.
	close()
}

// newSearch compiles the machine. It returns nil if the limits end that.
func newSearch(ctx context.Context, m *model.Model, t engine.Task, l *limits) *search {
	to, ts, err := machine.Transitions(ctx, m)
	if err != nil {
		l.look()
		l.stopped()
		return nil
	}
	if t.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(t.Seed), 0))
		random.Shuffle(len(ts), func(i, k int) { ts[i], ts[k] = ts[k], ts[i] })
	}
	s := &search{limits: l, task: t, m: m, to: to, ts: ts, tariff: newTariff(to, ts)}
	s.p = machine.Assemble(m, to, ts)
	s.prepare()
	return s
}

// prepare makes what is only the search's own.
func (s *search) prepare() {
	s.outer, s.inner = s.p.NewScratch(), s.p.NewScratch()
	s.bounded = make([]int64, s.tariff.costs+1)
	s.value = func(v model.VarID) int64 { return s.p.Value(s.looked, v) }
	s.withLengths(false)
	s.onMove = s.move
}

// unmerged is the same search for one that keeps symmetric states apart.
func (s *search) unmerged() *search {
	other := *s
	other.merger = nil
	other.prepare()
	return &other
}

func (s *search) withLengths(lengths bool) {
	s.lengths = lengths
	s.key = make(machine.State, s.words())
}

// words is the number of words of what tables keep.
func (s *search) words() int {
	if s.lengths {
		return s.p.Words() + 1
	}
	return s.p.Words()
}

// useBound derives a bound on what is still to be paid.
func (s *search) useBound() {
	if !s.bounds {
		s.bound, s.bounds = heuristic.New(s.ctx, s.to, s.ts), true
	}
}

// expand calls visit for each move from a state: with where it leads, merged with
// what is symmetric, and what it costs. The next state is only valid during the call.
func (s *search) expand(state machine.State, visit func(move int32, next machine.State, cost price) bool) {
	s.parent, s.visit = state, visit
	s.p.Each(state, s.outer, s.onMove)
}

func (s *search) move(move int32, next machine.State, costs []int64) bool {
	s.stats.Moves++
	cost, ok := s.tariff.of(costs)
	if !ok {
		s.stop(tooDear)
		return false
	}
	if s.merger != nil {
		next = s.merger.least(next)
	}
	if s.lengths {
		last := copy(s.key, next)
		s.key[last] = s.parent[last] + 1
		if s.key[last] > uint64(s.task.MaxMoves) {
			return true
		}
		next = s.key
	}
	return s.visit(move, next, cost)
}

// won says whether a state meets the goal.
func (s *search) won(state machine.State) bool { return s.p.Won(state, s.inner) }

// least bounds what is still to be paid from a state.
func (s *search) least(state machine.State) (p price, dead bool) {
	if s.bound == nil {
		return 0, false
	}
	s.looked = state
	if s.bound.Estimate(s.value, s.bounded) {
		return 0, true
	}
	p, ok := s.tariff.of(s.bounded)
	if !ok {
		s.stop(tooDear)
	}
	return p, false
}

// starts are the states that runs begin with, as tables keep them.
func (s *search) starts() iter.Seq[machine.State] {
	return func(yield func(machine.State) bool) {
		key := make(machine.State, s.words())
		err := s.p.Starts(s.ctx, s.task.Options, func(state machine.State) bool {
			if s.merger != nil {
				state = s.merger.least(state)
			}
			copy(key, state)
			return yield(key)
		})
		if err != nil { // there may be more starts
			s.look()
		}
	}
}
