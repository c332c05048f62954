package explore

import (
	"cmp"
	"math"
	"math/rand/v2"

	"nazo/machine"
	"nazo/model"
)

// preferences say how a player orders the moves of a state: by the first of his
// preferences that speaks of the move, by its number there, then as the moves stand.
type preferences struct {
	options [][]option // by move, in the order of the preferences
	// turns are 0, 1, … for the moves as they stand, or as the task's seed shuffles them.
	turns []int
}

// option is what one preference says about a move.
type option struct {
	preference int
	when       *machine.BoolProgram // nil for always
	by         *machine.IntProgram  // nil for 0
}

// esteem is what the order goes by: the least comes first.
type esteem struct {
	preference int
	by         int64
	turn       int
}

func (a esteem) compare(b esteem) int {
	return cmp.Or(cmp.Compare(a.preference, b.preference), cmp.Compare(a.by, b.by), cmp.Compare(a.turn, b.turn))
}

// guide is the player whose preferences a search goes by: the last who plays by
// them alone, or else the last, without his looking ahead; nil if there are none.
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

// newPreferences compiles those of the guide.
func (s *search) newPreferences() *preferences {
	machine := s.to.Machine
	p := &preferences{options: make([][]option, len(machine.Moves)), turns: make([]int, len(machine.Moves))}
	for i := range p.turns {
		p.turns[i] = i
	}
	if s.task.Seed != 0 {
		p.turns = rand.New(rand.NewPCG(uint64(s.task.Seed), 2)).Perm(len(p.turns))
	}
	player := guide(machine.Players)
	if player == nil {
		return p
	}
	for i, preference := range player.Prefers {
		for _, o := range preference.Options {
			compiled := option{preference: i}
			if o.When == model.False {
				continue
			}
			if o.When != model.True {
				compiled.when = s.p.BoolProgram(s.to, o.When)
			}
			if o.By >= 0 {
				compiled.by = s.p.IntProgram(s.to, o.By)
			}
			p.options[o.Move] = append(p.options[o.Move], compiled)
		}
	}
	return p
}

// of is what a move that is possible in a state is worth.
func (p *preferences) of(state machine.State, move int32, scratch *machine.Scratch) esteem {
	for _, o := range p.options[move] {
		if o.when != nil && !o.when.Holds(state, scratch) {
			continue
		}
		e := esteem{preference: o.preference, turn: p.turns[move]}
		if o.by != nil {
			e.by = o.by.Value(state, scratch)
		}
		return e
	}
	return esteem{preference: math.MaxInt, turn: p.turns[move]}
}
