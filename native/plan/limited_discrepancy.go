package plan

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// limitedDiscrepancy is limited discrepancy search (Harvey, Ginsberg 1995) along a player's preferences. The first move
// of a state is no discrepancy, the second one, the third two. Each iteration allows more on the whole run. It finds
// some run. An iteration that pruned nothing proves that there is none.
//
// A state that led to no goal is not visited again with the same budget or a smaller one, nor is one on the current
// path. A state below which nothing was pruned is a dead end. Dead ends are skipped, and cost no discrepancy.
type limitedDiscrepancy struct {
	*search
	*startSource
	path
	preferences *preferences
	memo        *memo
	limit       int32 // the discrepancies that this iteration allows on a run
	iteration   int32
	// pruned is true if the budget left out a successor in this iteration, or perhaps in an earlier one.
	pruned     bool
	successors []rankedSuccessor
	sortBuffer []uint64 // the successors of one state
	goal       bool
	// onMove is the method generate.
	onMove func(move int32, next machine.State, cost lexCost) bool
}

// rankedSuccessor is a successor of the state that is expanded, and its place in pending.
type rankedSuccessor struct {
	moveRank
	move int32
	at   int
}

// anyBudget is the budget of a dead end: no number of discrepancies leads to a goal.
const anyBudget = math.MaxInt32

func newLimitedDiscrepancy(s *search) *limitedDiscrepancy {
	d := &limitedDiscrepancy{search: s, startSource: s.newSource(), preferences: s.newPreferences(), memo: newMemo(s.limits, s.words())}
	d.onMove = d.generate
	return d
}

func (d *limitedDiscrepancy) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if len(d.frames) == 0 {
			budget--
			if start := d.nextStart(); start != nil {
				if _, deadEnd := d.estimate(start); !deadEnd {
					d.visit(start, d.limit)
				}
			} else if d.startsDone && !d.nextIteration() {
				return exhausted
			}
			continue
		}
		top := &d.frames[len(d.frames)-1]
		if len(d.pending) == top.firstPending {
			d.backtrack()
			continue
		}
		next, left := d.popPending(d.words()), top.budget-top.next
		top.next++
		d.visit(next, left)
		budget--
	}
	return running
}

// nextIteration allows more discrepancies. It returns false if that would change nothing.
func (d *limitedDiscrepancy) nextIteration() bool {
	if !d.pruned || d.limit > anyBudget/2 {
		return false
	}
	d.close()
	d.startSource = d.newSource()
	d.limit += 1 + d.limit/16
	d.iteration++
	d.pruned = false
	return true
}

// visit expands a state, unless that was done with the same budget or a larger one.
func (d *limitedDiscrepancy) visit(state machine.State, budget int32) {
	before, known := d.memo.get(state)
	if known && before.budget >= budget {
		if before.budget != anyBudget {
			d.markPruned()
			d.pruned = d.pruned || before.iteration != d.iteration
		}
		return
	}
	if !known {
		d.stats.States++
	}
	if !d.remember(state, budget) {
		return
	}
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(len(d.frames)))
	top := d.push(state)
	top.budget = budget
	if d.won(top.state) {
		d.goal = true
		return
	}
	d.successors = d.successors[:0]
	d.expand(top.state, d.onMove)
	d.orderSuccessors(top)
}

// remember stores that a state is visited. States on the path are never forgotten, else the search would
// go in circles. It returns false if there is no memory left.
func (d *limitedDiscrepancy) remember(state machine.State, budget int32) bool {
	if d.memo.full() {
		if len(d.frames) > int(d.memo.most)/2 {
			d.stop(model.Reason{Kind: model.MemoryLimit})
			return false
		}
		d.memo.forget()
		for _, f := range d.frames {
			d.memo.set(f.state, failure{f.budget, d.iteration})
		}
	}
	d.memo.set(state, failure{budget, d.iteration})
	return d.reason.Kind == model.None
}

// backtrack leaves a state whose successors have all been visited.
func (d *limitedDiscrepancy) backtrack() {
	top := &d.frames[len(d.frames)-1]
	d.frames = d.frames[:len(d.frames)-1]
	d.stats.DeadEnds++
	if top.pruned {
		d.markPruned()
	} else {
		d.memo.set(top.state, failure{anyBudget, d.iteration})
	}
}

// markPruned notes that something below the present state was pruned.
func (d *limitedDiscrepancy) markPruned() {
	if len(d.frames) > 0 {
		d.frames[len(d.frames)-1].pruned = true
	}
}

func (d *limitedDiscrepancy) generate(move int32, next machine.State, _ lexCost) bool {
	if f, known := d.memo.get(next); known && f.budget == anyBudget {
		return true
	}
	if _, deadEnd := d.estimate(next); deadEnd {
		return d.reason.Kind == model.None
	}
	if !d.reserveWords(&d.pending, d.words()) {
		return false
	}
	d.successors = append(d.successors, rankedSuccessor{move: move, at: len(d.pending)})
	d.pending = append(d.pending, next...)
	return true
}

// orderSuccessors sorts the successors of a state, and removes duplicates and those that the budget does not allow.
func (d *limitedDiscrepancy) orderSuccessors(top *frame) {
	if len(d.successors) > 1 {
		for i := range d.successors {
			d.successors[i].moveRank = d.preferences.rank(top.state, d.successors[i].move, d.testScratch)
		}
		slices.SortFunc(d.successors, func(a, b rankedSuccessor) int { return a.compare(b.moveRank) })
	}
	words := d.words()
	fresh := d.sortBuffer[:0]
	for _, r := range d.successors {
		next := d.pending[r.at : r.at+words]
		if d.contains(fresh, next) {
			continue
		}
		if len(fresh)/words > int(top.budget) {
			top.pruned, d.pruned = true, true
			break
		}
		fresh = append(fresh, next...)
	}
	d.pending = d.pending[:top.firstPending]
	for at := len(fresh) - words; at >= 0; at -= words {
		d.pending = append(d.pending, fresh[at:at+words]...)
	}
	d.sortBuffer = fresh
}

func (d *limitedDiscrepancy) contains(states []uint64, state machine.State) bool {
	for at := 0; at < len(states); at += len(state) {
		if slices.Equal(states[at:at+len(state)], state) {
			return true
		}
	}
	return false
}

// memo is a table of states that led to no goal, with a bounded number of entries. When it is full, it
// forgets the older of two generations. It keeps full states, so it never confuses two.
type memo struct {
	limits *limits
	words  int
	most   int32 // the number of states of a generation
	// New states are added to young. old is the generation before it.
	young, old *generation
}

// generation has a failure for each of its states.
type generation struct {
	table  *stateTable
	visits *column[failure]
}

// failure is the budget with which a state was visited without reaching the goal.
type failure struct {
	budget    int32
	iteration int32 // the iteration in which it was visited
}

// memoShare is the part of the memory that a generation may take: one quarter.
const memoShare = 4

func newMemo(l *limits, words int) *memo {
	state := int64(words)*8 + 8 + 18 // with its failure, and with its slots while they grow
	m := &memo{limits: l, words: words, most: int32(min(maxStates, max(pageSize, l.memory/memoShare/state)))}
	m.young = m.newGeneration()
	m.old = m.newGeneration()
	return m
}

func (m *memo) newGeneration() *generation {
	return &generation{newStateTable(m.limits, m.words), newColumn[failure](m.limits, 8)}
}

// get returns the failure of a state, if there is one.
func (m *memo) get(state machine.State) (f failure, known bool) {
	for _, g := range []*generation{m.young, m.old} {
		if id := g.table.find(state); id >= 0 {
			return g.visits.get(id), true
		}
	}
	return failure{}, false
}

// set stores the failure of a state. There must be room for it, unless the young generation has it.
func (m *memo) set(state machine.State, f failure) {
	if id, _ := m.young.table.add(state); id >= 0 {
		m.young.visits.set(id, f)
	}
}

// full reports whether there is no room for another state.
func (m *memo) full() bool { return m.young.table.count >= m.most }

// forget drops the old generation.
func (m *memo) forget() {
	m.old.release(m.limits)
	m.old, m.young = m.young, m.newGeneration()
}

// release returns the memory of a generation that is not used any more.
func (g *generation) release(l *limits) {
	l.free(int64(len(g.table.pages)*pageSize*g.table.words)*8 + int64(len(g.table.slots))*4)
	l.free(int64(len(g.visits.pages)*pageSize) * g.visits.size)
}

// preferences are a player's order of the moves of a state: by the first preference that applies to a
// move, then by the number that it gives, then by their order in the machine.
type preferences struct {
	options [][]option // by move, in the order of the preferences
	// tieBreak is the order of the moves in the machine, or a permutation drawn from the task's seed.
	tieBreak []int
}

// option is one preference for a move.
type option struct {
	preference int
	when       *machine.BoolProgram // nil for always
	by         *machine.IntProgram  // nil for 0
}

// moveRank is the sort key of a move. The least comes first.
type moveRank struct {
	preference int
	by         int64
	tieBreak   int
}

func (a moveRank) compare(b moveRank) int {
	return cmp.Or(cmp.Compare(a.preference, b.preference), cmp.Compare(a.by, b.by), cmp.Compare(a.tieBreak, b.tieBreak))
}

// guide returns the player whose preferences a search follows: the last player without lookahead, or
// else the last player, whose lookahead is then ignored. It returns nil if there are no players.
func guide(players []model.Player) *model.Player {
	for i := len(players) - 1; i >= 0; i-- {
		if players[i].Sample == 0 {
			return &players[i]
		}
	}
	if len(players) == 0 {
		return nil
	}
	return &players[len(players)-1]
}

// newPreferences compiles the preferences of the guide.
func (s *search) newPreferences() *preferences {
	machine := s.specialized.Machine
	p := &preferences{options: make([][]option, len(machine.Moves)), tieBreak: make([]int, len(machine.Moves))}
	for i := range p.tieBreak {
		p.tieBreak[i] = i
	}
	if s.task.Seed != 0 {
		p.tieBreak = rand.New(rand.NewPCG(uint64(s.task.Seed), 2)).Perm(len(p.tieBreak))
	}
	player := guide(machine.Players)
	if player == nil {
		return p
	}
	compiler := s.program.Compiler(s.specialized)
	for i, preference := range player.Prefers {
		for _, o := range preference.Options {
			compiled := option{preference: i}
			if o.When == model.False {
				continue
			}
			if o.When != model.True {
				compiled.when = compiler.BoolProgram(o.When)
			}
			if o.By >= 0 {
				compiled.by = compiler.IntProgram(o.By)
			}
			p.options[o.Move] = append(p.options[o.Move], compiled)
		}
	}
	return p
}

// rank returns the key of a move that is possible in a state.
func (p *preferences) rank(state machine.State, move int32, scratch *machine.Scratch) moveRank {
	for _, o := range p.options[move] {
		if o.when != nil && !o.when.Holds(state, scratch) {
			continue
		}
		e := moveRank{preference: o.preference, tieBreak: p.tieBreak[move]}
		if o.by != nil {
			e.by = o.by.Value(state, scratch)
		}
		return e
	}
	return moveRank{preference: math.MaxInt, tieBreak: p.tieBreak[move]}
}
