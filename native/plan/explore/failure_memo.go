package explore

import "nazo/machine"

// memo is a table of states that led to no goal, with a bounded number of entries: when it is
// full, the older of two generations is forgotten. States are kept in full, so that no state is
// taken for another.
type memo struct {
	limits *limits
	words  int
	most   int32 // the number of states of a generation
	// young is the generation to which states are added, old the one before it.
	young, old *generation
}

// generation has a failure for each of its states.
type generation struct {
	table  *table
	visits *column[failure]
}

// failure is the budget with which a state was visited; as far as is known, it led to no goal.
type failure struct {
	budget    int32
	iteration int32 // the iteration in which it was visited
}

// a generation may take one memoShare-th of the memory.
const memoShare = 4

func newMemo(l *limits, words int) *memo {
	state := int64(words)*8 + 8 + 18 // with its failure, and with its slots while they grow
	m := &memo{limits: l, words: words, most: int32(min(maxStates, max(pageSize, l.memory/memoShare/state)))}
	m.young = m.newGeneration()
	m.old = m.newGeneration()
	return m
}

func (m *memo) newGeneration() *generation {
	return &generation{newTable(m.limits, m.words), newColumn[failure](m.limits, 8)}
}

// get is the failure of a state, if there is one.
func (m *memo) get(state machine.State) (f failure, known bool) {
	for _, g := range []*generation{m.young, m.old} {
		if id := g.table.find(state); id >= 0 {
			return g.visits.get(id), true
		}
	}
	return failure{}, false
}

// set stores the failure of a state. There must be room for it, unless the young generation has
// the state.
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
