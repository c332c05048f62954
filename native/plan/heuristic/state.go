package heuristic

import (
	"math/bits"

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

// each calls yield for the places whose bits are set.
func (b *bitPlaces) each(s state, yield func(groupPlace)) {
	for set := s.words[b.word] & b.mask; set != 0; set &= set - 1 {
		yield(b.place[bits.TrailingZeros64(set)])
	}
}
