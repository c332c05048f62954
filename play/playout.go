package play

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// longestPlayout is the number of moves after which a game that is played out
// counts as lost.
const longestPlayout = 10_000

// playout plays games to their ends by the preferences of a player (a rollout). It is used
// by one goroutine at a time.
type playout struct {
	*strategy
	here   *machine.Evaluation
	values []int64       // for effects
	before machine.State // a state that was passed, to see when it comes again
	try    machine.State
}

func (s *strategy) newPlayout() *playout {
	return &playout{strategy: s, here: s.compiler.NewEvaluation()}
}

// play makes a move in a state and goes on by the preferences until the game is
// won, or no preference allows a move, or a state comes again, as Brent (1980)
// finds out. by is what the player wants to be small, at the end.
func (p *playout) play(start model.Solution, move int64) (won bool, by int64) {
	e := p.here
	p.set(start)
	p.make(move)
	p.before = append(p.before[:0], e.State...)
	won = p.goal(e)
	for n, power := 0, 32; !won && n < longestPlayout; n++ {
		move := p.next()
		if move < 0 {
			break
		}
		p.make(move)
		if won = p.goal(e); won {
			break
		}
		if slices.Equal(e.State, p.before) {
			break
		}
		if n == power {
			power *= 2
			copy(p.before, e.State)
		}
	}
	if p.by != nil {
		by = p.by(e)
	}
	return won, by
}

// set begins with a state.
func (p *playout) set(state model.Solution) {
	p.layout.PackInto(p.here.State, state)
	p.here.Changed()
}

func (p *playout) make(move int64) {
	p.values = p.moves[move].Make(p.here, p.values)
}

// next is the move that the preferences make, or -1.
func (p *playout) next() int64 {
	if p.never == nil {
		return p.pick(p.here, nil)
	}
	return p.pick(p.here, p.forbidden)
}

// forbidden reports whether a possible move leads into a state that no run may have.
func (p *playout) forbidden(move int64) bool {
	p.try = append(p.try[:0], p.here.State...)
	p.make(move)
	is := p.never(p.here)
	copy(p.here.State, p.try)
	p.here.Changed()
	return is
}
