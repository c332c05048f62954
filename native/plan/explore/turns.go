package explore

import (
	"nazo/machine"
	"nazo/model"
)

// turns lets several searches work in turns, each time longer ones: where one
// wanders another may be lucky. When half of the memory is taken they are given up one
// after the other, the largest first, but for the last of them.
type turns struct {
	limits   *limits
	searches []stepper
	bytes    []int64 // that each has taken
	length   int     // of a turn
	next     int
	winner   stepper
	// dropped, if not nil, is called when a search was given up.
	dropped func(stepper)
}

// firstTurn is the number of states of the first turns.
const firstTurn = 512

// newTurns takes searches; the last one is never given up.
func newTurns(l *limits, searches ...stepper) *turns {
	return &turns{limits: l, searches: searches, bytes: make([]int64, len(searches)), length: firstTurn}
}

func (t *turns) step(budget int) status {
	for budget > 0 {
		s, before := t.searches[t.next], t.limits.used
		result := s.step(t.length)
		t.bytes[t.next] += t.limits.used - before
		if result != running {
			t.winner = s
			return result
		}
		budget -= t.length
		if t.limits.used > t.limits.most/2 && len(t.searches) > 1 {
			t.drop()
		}
		if t.next++; t.next >= len(t.searches) {
			t.next = 0
			t.length = min(t.length+t.length/2, longestTurn)
		}
	}
	return running
}

// longestTurn bounds turns, so that one can't take all of the memory.
const longestTurn = 1 << 16

// drop gives up the largest search but for the last.
func (t *turns) drop() {
	largest := 0
	for i := range t.searches[:len(t.searches)-1] {
		if t.bytes[i] > t.bytes[largest] {
			largest = i
		}
	}
	s := t.searches[largest]
	s.close()
	t.limits.give(t.bytes[largest])
	t.searches = append(append([]stepper(nil), t.searches[:largest]...), t.searches[largest+1:]...)
	t.bytes = append(append([]int64(nil), t.bytes[:largest]...), t.bytes[largest+1:]...)
	if t.next >= largest {
		t.next--
	}
	if t.dropped != nil {
		t.dropped(s)
	}
}

func (t *turns) run() []machine.State { return t.winner.run() }

func (t *turns) replay(states []machine.State) model.Solution { return t.winner.replay(states) }

func (t *turns) close() {
	for _, s := range t.searches {
		s.close()
	}
}
