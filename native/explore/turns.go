package explore

import (
	"nazo/compile/model"
	"nazo/native/packed"
)

// turns lets several searches work in turns, each time longer ones: where one
// wanders another may be lucky.
type turns struct {
	searches []stepper
	lengths  int // of a turn
	next     int
	winner   stepper
}

// firstTurn is the number of states of the first turns.
const firstTurn = 512

func newTurns(searches ...stepper) *turns {
	return &turns{searches: searches, lengths: firstTurn}
}

func (t *turns) step(budget int) status {
	for budget > 0 {
		s := t.searches[t.next]
		result := s.step(t.lengths)
		if result != running {
			t.winner = s
			return result
		}
		budget -= t.lengths
		if t.next++; t.next == len(t.searches) {
			t.next = 0
			t.lengths += t.lengths / 2
		}
	}
	return running
}

func (t *turns) run() []packed.State { return t.winner.run() }

func (t *turns) replay(states []packed.State) model.Solution { return t.winner.replay(states) }

func (t *turns) close() {
	for _, s := range t.searches {
		s.close()
	}
}
