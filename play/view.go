package play

import (
	"slices"

	"nazo/compile/model"
)

// View is what a player may see of a game. It is a copy: whatever is done to it
// changes nothing.
type View struct {
	// Turn is the number of moves that were made.
	Turn int
	// State has a value for every variable. Of hidden variables that are not
	// revealed the values are known, but not which is whose: they are in ascending
	// order.
	State model.Solution
	// Known tells for each variable whether State has its value.
	Known []bool
	// Legal are the moves that are possible, as indices in Machine.Moves, ascending.
	Legal []int64
}

// View is what a player may see now.
func (g *Game) View() *View {
	v := &View{Turn: len(g.steps), State: slices.Clone(g.state), Known: slices.Clone(g.known), Legal: slices.Clone(g.legal)}
	for _, group := range g.table.groups {
		var values []int64
		for _, h := range group {
			if !v.Known[h] {
				values = append(values, v.State[h])
			}
		}
		slices.Sort(values)
		for _, h := range group {
			if !v.Known[h] {
				v.State[h], values = values[0], values[1:]
			}
		}
	}
	return v
}
