package play

import (
	"slices"

	"nazo/model"
)

// longestPlayout is the number of moves after which a game that is played out
// counts as lost.
const longestPlayout = 10_000

// playout plays games to their ends by the preferences of a player. It is used
// by one goroutine at a time.
type playout struct {
	*strategy
	board  *board
	values []int64 // for changes
	before []int64 // a state that was passed, to see when it comes again
	try    []int64
}

func (s *strategy) newPlayout() *playout { return &playout{strategy: s, board: s.coder.newBoard()} }

// play makes a move in a state and goes on by the preferences until the game is
// won, or no preference allows a move, or a state comes again, as Brent (1980)
// finds out. by is what the player wants to be small, at the end.
func (p *playout) play(start model.Solution, move int64) (won bool, by int64) {
	b := p.board
	p.set(start)
	p.make(move)
	p.before = append(p.before[:0], b.vars...)
	won = p.goal(b)
	for n, power := 0, 32; !won && n < longestPlayout; n++ {
		move := p.next()
		if move < 0 {
			break
		}
		p.make(move)
		if won = p.goal(b); won {
			break
		}
		if slices.Equal(b.vars, p.before) {
			break
		}
		if n == power {
			power *= 2
			copy(p.before, b.vars)
		}
	}
	if p.by != nil {
		by = p.by(b)
	}
	return won, by
}

// set puts a state on the board.
func (p *playout) set(state model.Solution) {
	copy(p.board.vars, state)
	p.board.changed()
}

func (p *playout) make(move int64) {
	if n := p.moves[move].room(); cap(p.values) < n {
		p.values = make([]int64, n)
	}
	p.moves[move].make(p.board, p.values)
}

// next is the move that the preferences make, or -1.
func (p *playout) next() int64 {
	if p.never == nil {
		return p.pick(p.board, nil)
	}
	return p.pick(p.board, p.forbidden)
}

// forbidden tells whether a possible move leads into a state that no run may have.
func (p *playout) forbidden(move int64) bool {
	p.try = append(p.try[:0], p.board.vars...)
	p.make(move)
	is := p.never(p.board)
	copy(p.board.vars, p.try)
	p.board.changed()
	return is
}
