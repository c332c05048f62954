package explore

import (
	"context"
	"iter"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
	"nazo/native/plan/heuristic"
)

// search is the work on one task: the machine as a program, and what all searches have in
// common.
type search struct {
	*limits
	task engine.Task
	job  *Machine
	*compiled
	canonicalizer *canonicalizer // nil if symmetric states are kept apart
	reachSets     *reachSets     // nil if all states are kept, not only those after deeds

	// lengthInState makes the number of moves so far a part of the state, as a last word: longer
	// runs may be cheaper while the length is bounded.
	lengthInState bool
	extended      machine.State // the next state, with its length if lengthInState

	expandScratch, testScratch *machine.Scratch // for expanding a state, and for testing its successors
	onSuccessor                func(move int32, next machine.State, cost lexCost) bool
	onMove                     func(move int32, next machine.State, costs []int64) bool
	parent                     machine.State // the state that is expanded

	heuristic *heuristic.Heuristic // nil if there is none, or none was asked for yet
	deadEnds  *heuristic.DeadEnds  // nil if there is nothing to know them by
	estimates []int64
}

// status is how a step ended.
type status int

const (
	running   status = iota // there is more to do
	found                   // there is a run, or all that were asked for
	exhausted               // there are no more states
	stopped                 // the limits ended it
)

// stepper is a search that works step by step, so that several can take turns.
type stepper interface {
	// step expands about so many states.
	step(budget int) status
	// run are the states of the run that was found, from its start on.
	run() []machine.State
	// replay makes a run of its states.
	replay(states []machine.State) model.Solution
	// close ends the work.
	close()
}

// newSearch compiles the machine, if no search has before. It returns nil if the limits end that.
func newSearch(ctx context.Context, j *Machine, t engine.Task, l *limits) *search {
	c, err := j.compile(ctx)
	if err != nil {
		l.pollContext()
		l.stopped()
		return nil
	}
	if t.Seed != 0 {
		c = c.shuffled(t.Seed)
	}
	s := &search{limits: l, task: t, job: j, compiled: c}
	s.prepare()
	return s
}

// prepare makes the buffers, which copies of a search must not share.
func (s *search) prepare() {
	s.expandScratch, s.testScratch = s.program.NewScratch(), s.program.NewScratch()
	s.estimates = make([]int64, s.encoding.dimensions+1)
	s.setLengthInState(false)
	s.onMove = s.move
	if s.heuristic != nil {
		s.deadEnds = s.heuristic.DeadEnds()
	}
}

// withoutSymmetries is a copy of the search that keeps symmetric states apart.
func (s *search) withoutSymmetries() *search {
	other := *s
	other.canonicalizer = nil
	other.prepare()
	return &other
}

func (s *search) setLengthInState(lengths bool) {
	s.lengthInState = lengths
	s.extended = make(machine.State, s.words())
}

// words is the number of words of a state in tables.
func (s *search) words() int {
	if s.lengthInState {
		return s.program.Words() + 1
	}
	return s.program.Words()
}

// useHeuristic has the search go by the heuristic, if there is one.
func (s *search) useHeuristic() {
	if s.heuristic = s.job.deriveHeuristic(s.ctx, s.compiled); s.heuristic != nil {
		s.deadEnds = s.heuristic.DeadEnds()
	}
}

// leaveOutDeadEnds forgets transitions of which the heuristic knows that they lead to dead ends, and the
// bits of what only these change. Other searches than this one may not go on from its tables.
func (s *search) leaveOutDeadEnds() {
	if s.heuristic == nil || s.canonicalizer != nil {
		return
	}
	useful := s.heuristic.Useful(s.specialized, s.transitions)
	if len(useful) == len(s.transitions) {
		return
	}
	layout := machine.PackedFor(s.job.m, useful)
	ordered := shuffled(useful, s.task.Seed)
	s.compiled = &compiled{machine.Assemble(layout, s.specialized, ordered), s.specialized, useful, s.encoding}
	s.heuristic = s.heuristic.In(layout)
	s.prepare()
}

// expand calls visit for each move from a state, with the next state, in its canonical form, and
// the cost. The next state is only valid during the call.
func (s *search) expand(state machine.State, visit func(move int32, next machine.State, cost lexCost) bool) {
	if s.reachSets != nil {
		s.reachSets.eachDeed(state, func(_, move int32, next machine.State, cost lexCost) bool { return visit(move, next, cost) })
		return
	}
	s.parent, s.onSuccessor = state, visit
	s.program.Each(state, s.expandScratch, s.onMove)
}

func (s *search) move(move int32, next machine.State, costs []int64) bool {
	s.stats.Moves++
	cost, ok := s.encoding.encode(costs)
	if !ok {
		s.stop(costOverflow)
		return false
	}
	if s.canonicalizer != nil {
		next = s.canonicalizer.canonical(next)
	}
	if s.lengthInState {
		last := copy(s.extended, next)
		s.extended[last] = s.parent[last] + 1
		if s.extended[last] > uint64(s.task.MaxMoves) {
			return true
		}
		next = s.extended
	}
	return s.onSuccessor(move, next, cost)
}

// won reports whether a state meets the goal.
func (s *search) won(state machine.State) bool { return s.program.Won(state, s.testScratch) }

// estimate is the heuristic's lower bound on what is still to be paid from a state; deadEnd if
// no run leads to the goal.
func (s *search) estimate(state machine.State) (p lexCost, deadEnd bool) {
	if s.heuristic == nil {
		return 0, false
	}
	if s.heuristic.Estimate(state, s.estimates) {
		return 0, true
	}
	p, ok := s.encoding.encode(s.estimates)
	if !ok {
		s.stop(costOverflow)
	}
	return p, false
}

// starts are the states that runs begin with, as tables keep them.
func (s *search) starts() iter.Seq[machine.State] {
	return func(yield func(machine.State) bool) {
		key := make(machine.State, s.words())
		err := s.program.Starts(s.ctx, s.task.Options, func(state machine.State) bool {
			if s.canonicalizer != nil {
				state = s.canonicalizer.canonical(state)
			}
			copy(key, state)
			return yield(key)
		})
		if err != nil { // there may be more starts
			s.pollContext()
		}
	}
}
