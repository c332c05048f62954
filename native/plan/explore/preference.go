package explore

import (
	"cmp"
	"math"
	"math/rand/v2"

	"nazo/machine"
	"nazo/model"
)

// preferences are how a player orders the moves of a state: by the first of his preferences that
// applies to the move, by its number there, then as the moves stand.
type preferences struct {
	options [][]option // by move, in the order of the preferences
	// tieBreak is 0, 1, … for the moves as they stand, or a permutation drawn from the task's
	// seed.
	tieBreak []int
}

// option is one preference for a move.
type option struct {
	preference int
	when       *machine.BoolProgram // nil for always
	by         *machine.IntProgram  // nil for 0
}

// moveRank is the key by which moves are sorted: the least comes first.
type moveRank struct {
	preference int
	by         int64
	tieBreak   int
}

func (a moveRank) compare(b moveRank) int {
	return cmp.Or(cmp.Compare(a.preference, b.preference), cmp.Compare(a.by, b.by), cmp.Compare(a.tieBreak, b.tieBreak))
}

// guide is the player whose preferences a search follows: the last who plays by them alone, or
// else the last, without his lookahead; nil if there are no players.
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

// rank is the key of a move that is possible in a state.
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
