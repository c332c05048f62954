// Package plan searches the states of a machine, forward from its starts: for any run to the goal,
// for best runs, for their number, or through all states.
//
// The searches are breadth-first, A*, uniform-cost, greedy best-first, depth-first with restarts, IDA* with a
// transposition table, bidirectional, and limited discrepancy search along a player's preferences. Each works in steps,
// so that several form a round-robin portfolio. States are packed and stored in a closed list with accounted memory.
// Costs are compared lexicographically, as one number. An admissible [Heuristic] guides the searches. Symmetric states
// are merged by canonical states, and strolls of a single variable are folded into macro moves (reach sets).
//
// Runs are rebuilt from states, also the incumbent when limits end a search. After any run a shorter one is tried.
// [FindCause] explains why there is no run, and [FindParity] finds an invariant that excludes the goal.
//
// All work is counted, so the same machine, options and seed give the same result.
package plan

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// search is the work on one task: the program of the machine, and what all searches have in common.
type search struct {
	*limits
	task model.Task
	job  *Machine
	*compiled
	canonicalizer *canonicalizer // nil if symmetric states are kept apart
	reachSets     *reachSets     // nil if all states are stored, not only those after deeds
	// lengthInState appends the number of moves to the state. With a bounded length, longer runs may be cheaper.
	lengthInState bool
	extended      machine.State // the next state, with its length if lengthInState

	expandScratch, testScratch *machine.Scratch // for expanding a state, and for testing its successors
	onSuccessor                func(move int32, next machine.State, cost lexCost) bool
	onMove                     func(move int32, next machine.State, costs []int64) bool
	parent                     machine.State // the state that is expanded

	heuristic *Heuristic // nil if there is none, or none is used
	deadEnds  *DeadEnds  // nil if there is no test for dead ends
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

// stepper is a search that works in steps, so that several can take turns.
type stepper interface {
	// step expands about budget states.
	step(budget int) status
	// run returns the states of the run that was found.
	run() []machine.State
	// replay turns states into a run.
	replay(states []machine.State) model.Solution
	// close ends the work.
	close()
}

// newSearch compiles the machine if necessary. It returns nil if the limits end that.
func newSearch(ctx context.Context, j *Machine, t model.Task, l *limits) *search {
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

// prepare makes the buffers. Copies of a search must not share them.
func (s *search) prepare() {
	s.expandScratch, s.testScratch = s.program.NewScratch(), s.program.NewScratch()
	s.estimates = make([]int64, s.encoding.dimensions+1)
	s.setLengthInState(false)
	s.onMove = s.move
	if s.heuristic != nil {
		s.deadEnds = s.heuristic.DeadEnds()
	}
}

// withoutSymmetries returns a copy of the search that keeps symmetric states apart.
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

// words returns the number of words of a state in tables.
func (s *search) words() int {
	if s.lengthInState {
		return s.program.Words() + 1
	}
	return s.program.Words()
}

// useHeuristic has the search use the heuristic, if there is one.
func (s *search) useHeuristic() {
	if s.heuristic = s.job.deriveHeuristic(s.ctx, s.compiled); s.heuristic != nil {
		s.deadEnds = s.heuristic.DeadEnds()
	}
}

// leaveOutDeadEnds drops transitions that lead to dead ends, and the bits of variables that only these
// change. Only this search may use its tables then.
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

// expand calls visit for each move from a state, with the canonical next state and the cost. The next
// state is only valid during the call.
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

// estimate returns the heuristic's lower bound, or deadEnd.
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

// starts returns the states that runs begin with, as tables keep them.
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

// workSlice is the number of states that a search expands between two looks at the result.
const workSlice = 1 << 16

// Solve searches as [model.Job] describes. If any run will do, it tries for a shorter one with little more
// work, unless the task forbids it. If one run is wanted, symmetric states are merged.
func (j *Machine) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	l := newLimits(ctx, o.Memory, o.Progress)
	defer l.close()
	var r model.Result
	if s := j.search(ctx, o, l); s != nil {
		r = s.solve(j.m, yield)
	}
	if l.reason.Kind != model.None {
		r.Complete, r.Exhausted, r.Reason = false, false, l.reason
	}
	r.Stats = l.stats
	return r
}

// search compiles the machine for a search. On failure it returns nil, and the limits have the reason.
func (j *Machine) search(ctx context.Context, o model.SolveOptions, l *limits) *search {
	if reason := j.suits(o); reason.Kind != model.None {
		l.stop(reason)
		return nil
	}
	return newSearch(ctx, j, model.Task{Options: j.options, SolveOptions: o}, l)
}

// solve does the search. Its caller checks whether the limits ended it.
func (s *search) solve(m *model.Model, yield func(model.Solution) bool) model.Result {
	one := s.task.Limit == 1
	if one {
		if fault := s.useSymmetries(m); fault != "" {
			s.stop(notSymmetric(fault))
			return model.Result{}
		}
	}
	held := s.used
	work, reason := s.choose(m)
	if work == nil {
		s.decline(reason)
		return model.Result{}
	}
	defer work.close()
	result := running
	for result == running {
		result = work.step(workSlice)
	}
	switch {
	case result == stopped:
		return s.incumbentResult(work)
	case result == exhausted:
		return model.Result{Complete: true, Exhausted: true}
	case !one:
		return s.list(work, yield)
	}
	run := work.replay(work.run())
	if run == nil {
		return model.Result{}
	}
	r := model.Result{Complete: true, Solutions: 1, Bounds: s.proved(work), ShorterMayExist: !s.isShortest(work)}
	if r.ShorterMayExist && len(s.task.Search) == 0 && !s.task.AnyObjective {
		work.close()
		s.used = held // the tables of work are garbage now
		run, r.ShorterMayExist = s.shorten(run)
	}
	if !yield(run) {
		s.stop(model.Reason{Kind: model.Stopped})
	}
	return r
}

// useSymmetries enables the declared symmetries. It returns what is wrong with them, or "".
func (s *search) useSymmetries(m *model.Model) string {
	g := newCanonicalizer(s, m)
	if g == nil {
		return ""
	}
	before := s.stats
	if fault := g.check(m); fault != "" {
		return fault
	}
	s.stats = before
	s.canonicalizer = g
	return ""
}

// list yields all best runs.
func (s *search) list(work stepper, yield func(model.Solution) bool) model.Result {
	w := s.optimalRuns(work)
	if w == nil {
		return model.Result{}
	}
	r := model.Result{Bounds: s.proved(work)}
	r.Exhausted = w.each(func(run model.Solution) bool {
		r.Solutions++
		if !yield(run) {
			s.stop(model.Reason{Kind: model.Stopped})
			return false
		}
		return s.task.Limit == 0 || r.Solutions < s.task.Limit
	})
	if s.task.AnyObjective && r.Exhausted {
		s.stop(model.Reason{Kind: model.Lossy, Detail: "of runs that need not be the best only the best are listed"})
	}
	r.Complete = true
	return r
}

// optimalRuns returns the best runs that a finished search found. It returns nil if the limits end that.
func (s *search) optimalRuns(work stepper) *optimalRuns {
	switch work := work.(type) {
	case *breadthFirst:
		return newOptimalRuns(s, work, true)
	case *bestFirst:
		return newOptimalRuns(s, work, false)
	}
	panic("plan: the search knows one run only")
}

// proved returns the costs of best runs. It returns nil if there are no costs, or any run will do.
func (s *search) proved(work stepper) []model.Interval {
	if s.encoding.dimensions == 0 || s.task.AnyObjective {
		return nil
	}
	costs := s.costs(work.replay(work.run()))
	if costs == nil {
		return nil
	}
	return alg.Map(costs[:s.encoding.dimensions], func(c int64) model.Interval { return model.Interval{Lo: c, Hi: c} })
}

// costs returns the costs of a run, and its length last. It returns nil if run is nil.
func (s *search) costs(run model.Solution) []int64 {
	if run == nil {
		return nil
	}
	out := make([]int64, s.encoding.dimensions, s.encoding.dimensions+1)
	at, next := s.program.Pack(run), make(machine.State, s.program.Words())
	for _, move := range run[len(s.specialized.Vars):] {
		costs, _ := s.program.Apply(at, int32(move), next, s.expandScratch)
		for i, c := range costs {
			out[i] += c
		}
		at, next = next, at
	}
	return append(out, int64(len(run)-len(s.specialized.Vars)))
}

// Machine is a model with a machine. What is derived from it is shared by all tasks.
type Machine struct {
	m         *model.Model
	options   model.Options
	compiled  model.Once[*compiled]
	heuristic model.Once[*Heuristic]       // nil if there is none
	inverse   model.Once[*machine.Program] // of inverse transitions; nil if there are moves that can't be taken back
}

// compiled is a machine made ready for searches. It is immutable.
type compiled struct {
	program *machine.Program
	// program was made from specialized and transitions, in some order. All programs of one layout pack
	// states in the same way.
	specialized *model.Model
	transitions []machine.Transition
	encoding    *costEncoding
}

// compile makes the program of the machine.
func (j *Machine) compile(ctx context.Context) (*compiled, error) {
	return j.compiled.Get(ctx, func(ctx context.Context) (*compiled, error) {
		to, ts, err := machine.Transitions(ctx, j.m)
		if err != nil {
			return nil, err
		}
		ts = machine.Reachable(to, ts)
		return &compiled{machine.Assemble(machine.PackedFor(j.m, ts), to, ts), to, ts, newCostEncoding(to, ts)}, nil
	})
}

// shuffled returns the machine with a program of its transitions in another order.
func (c *compiled) shuffled(seed int64) *compiled {
	other := *c
	other.program = machine.Assemble(c.program.Layout, c.specialized, shuffled(c.transitions, seed))
	return &other
}

// shuffled returns transitions in the order of a seed. 0 leaves them as they are.
func shuffled(ts []machine.Transition, seed int64) []machine.Transition {
	if seed == 0 {
		return ts
	}
	ts = slices.Clone(ts)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	random.Shuffle(len(ts), func(i, k int) { ts[i], ts[k] = ts[k], ts[i] })
	return ts
}

// deriveHeuristic returns the heuristic of the compiled machine. It returns nil if there is none, or if ctx is done.
func (j *Machine) deriveHeuristic(ctx context.Context, c *compiled) *Heuristic {
	h, _ := j.heuristic.Get(ctx, func(ctx context.Context) (*Heuristic, error) {
		return NewHeuristic(ctx, c.specialized, c.program.Layout, c.transitions), ctx.Err()
	})
	return h
}

// invert returns the program of the inverse transitions. It returns nil if some moves can't be taken back,
// or if ctx is done.
func (j *Machine) invert(ctx context.Context, c *compiled) *machine.Program {
	p, _ := j.inverse.Get(ctx, func(ctx context.Context) (*machine.Program, error) {
		to := c.specialized.Clone() // others may read it
		back, ok := inverseTransitions(ctx, to, c.transitions)
		if !ok {
			return nil, ctx.Err()
		}
		return machine.Assemble(c.program.Layout, to, back), nil
	})
	return p
}

// Work tells how often the machine was compiled and its heuristic derived.
func (j *Machine) Work() model.Work {
	return model.Work{Compilations: j.compiled.Times(), Heuristics: j.heuristic.Times()}
}

// startSource yields the states that runs begin with, one at a time. It must be closed.
type startSource struct {
	// nextStart returns the next start. It returns nil at the end, and if the limits end the search.
	nextStart  func() machine.State
	startsDone bool // nextStart has returned all starts
	endStarts  func()
}

func (s *search) newSource() *startSource {
	next, stop := iter.Pull(s.starts())
	c := &startSource{endStarts: stop}
	c.nextStart = func() machine.State {
		start, more := next()
		c.startsDone = !more && !s.done.Load()
		return start
	}
	return c
}

func (c *startSource) close() { c.endStarts() }
