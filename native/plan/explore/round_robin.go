package explore

import (
	"nazo/machine"
	"nazo/model"
)

// roundRobin is a portfolio of searches that work in turns, each turn longer than the one
// before: where one search wanders another may be lucky. When half of the memory is used, the
// searches are dropped one after the other, the largest first, but for the last of them.
type roundRobin struct {
	limits   *limits
	searches []stepper
	bytes    []int64 // the bytes that each has reserved
	turn     int     // the states of a turn
	next     int
	winner   stepper
	// dropped, if not nil, is called when a search was dropped.
	dropped func(stepper)
}

// firstTurn is the number of states of the first turns.
const firstTurn = 512

// newRoundRobin makes a portfolio; the last search is never dropped.
func newRoundRobin(l *limits, searches ...stepper) *roundRobin {
	return &roundRobin{limits: l, searches: searches, bytes: make([]int64, len(searches)), turn: firstTurn}
}

func (t *roundRobin) step(budget int) status {
	for budget > 0 {
		s, before := t.searches[t.next], t.limits.used
		result := s.step(t.turn)
		t.bytes[t.next] += t.limits.used - before
		if result != running {
			t.winner = s
			return result
		}
		budget -= t.turn
		if t.limits.used > t.limits.memory/2 && len(t.searches) > 1 {
			t.drop()
		}
		if t.next++; t.next >= len(t.searches) {
			t.next = 0
			t.turn = min(t.turn+t.turn/2, longestTurn)
		}
	}
	return running
}

// longestTurn bounds turns, so that one can't use up the memory.
const longestTurn = 1 << 16

// drop ends the search that takes the most memory, but for the last.
func (t *roundRobin) drop() {
	largest := 0
	for i := range t.searches[:len(t.searches)-1] {
		if t.bytes[i] > t.bytes[largest] {
			largest = i
		}
	}
	s := t.searches[largest]
	s.close()
	t.limits.free(t.bytes[largest])
	t.searches = append(append([]stepper(nil), t.searches[:largest]...), t.searches[largest+1:]...)
	t.bytes = append(append([]int64(nil), t.bytes[:largest]...), t.bytes[largest+1:]...)
	if t.next >= largest {
		t.next--
	}
	if t.dropped != nil {
		t.dropped(s)
	}
}

func (t *roundRobin) run() []machine.State { return t.winner.run() }

func (t *roundRobin) replay(states []machine.State) model.Solution { return t.winner.replay(states) }

func (t *roundRobin) close() {
	for _, s := range t.searches {
		s.close()
	}
}
