package explore

import "nazo/machine"

// memo remembers something of states as long as there is room, and of the states met
// last at least: when there are too many, the older half of them is forgotten. States
// are kept in full, so that what is remembered is never that of another.
type memo struct {
	limits *limits
	words  int
	most   int32 // the number of states of a generation
	// young is the generation that new states join, old the one before it.
	young, old *generation
}

// generation has something for each of its states.
type generation struct {
	table  *table
	visits *column[failure]
}

// failure says that a state was entered with a budget and, as far as is known, led to
// no goal.
type failure struct {
	budget int32
	round  int32 // when
}

// memoShare is the part of the memory that a generation may take.
const memoShare = 4

func newMemo(l *limits, words int) *memo {
	state := int64(words)*8 + 8 + 36 // with its failure, and with its slots while they grow
	m := &memo{limits: l, words: words, most: int32(min(mostStates, max(pageSize, l.most/memoShare/state)))}
	m.young = m.newGeneration()
	m.old = m.newGeneration()
	return m
}

func (m *memo) newGeneration() *generation {
	return &generation{newTable(m.limits, m.words), newColumn[failure](m.limits, 8)}
}

// get is what is remembered of a state, if anything is.
func (m *memo) get(state machine.State) (f failure, known bool) {
	for _, g := range []*generation{m.young, m.old} {
		if id := g.table.find(state); id >= 0 {
			return g.visits.get(id), true
		}
	}
	return failure{}, false
}

// set remembers a state. There must be room for it, unless the state is remembered
// by the young generation.
func (m *memo) set(state machine.State, f failure) {
	if id, _ := m.young.table.add(state); id >= 0 {
		m.young.visits.set(id, f)
	}
}

// full says that there is no room for another state.
func (m *memo) full() bool { return m.young.table.count >= m.most }

// forget makes room.
func (m *memo) forget() {
	m.old.release(m.limits)
	m.old, m.young = m.young, m.newGeneration()
}

// release gives the memory of a generation back, which is not used any more.
func (g *generation) release(l *limits) {
	l.give(int64(len(g.table.pages)*pageSize*g.table.words+len(g.table.slots)) * 8)
	l.give(int64(len(g.visits.pages)*pageSize) * g.visits.size)
}
