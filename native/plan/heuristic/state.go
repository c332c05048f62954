package heuristic

import (
	"nazo/machine"
	"nazo/model"
)

// state is a state, and where its variables lie.
type state struct {
	*machine.Layout
	words machine.State
}

func (s state) value(v model.VarID) int64 { return s.Value(s.words, v) }

// bitPlaces finds the tokens among the single bits of a word of packed states.
type bitPlaces struct {
	word  int
	mask  uint64
	place [64]groupPlace // of each bit
}
