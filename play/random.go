package play

import (
	"hash/fnv"
	"math/rand/v2"

	"nazo/model"
	"nazo/numbers"
)

// DealSeed is the seed of the i-th deal of a contest, from 0: a number of at most
// twelve digits, so that a person can type it.
func DealSeed(contest int64, i int) int64 {
	return int64(numbers.SplitMix64(numbers.SplitMix64(uint64(contest))+uint64(i)) % 1_000_000_000_000)
}

// stream is a source of random numbers of its own for each deal, player and
// decision, so that nothing that one player does changes the luck of another.
func stream(deal int64, player string, turn int) rand.Source {
	h := fnv.New64a()
	h.Write([]byte(player))
	return rand.NewPCG(numbers.SplitMix64(uint64(deal))^h.Sum64(), numbers.SplitMix64(uint64(turn)))
}

// unknown are the hidden variables that are not known, in groups of those whose
// values may change places.
func (t *Table) unknown(known []bool) [][]model.VarID {
	var out [][]model.VarID
	for _, group := range t.groups {
		var left []model.VarID
		for _, v := range group {
			if !known[v] {
				left = append(left, v)
			}
		}
		if len(left) > 1 {
			out = append(out, left)
		}
	}
	return out
}

// redeal lets the values of each group of variables change places at random: the
// shuffle of Fisher and Yates (Knuth, The Art of Computer Programming, volume 2,
// algorithm 3.4.2 P).
func redeal(state model.Solution, unknown [][]model.VarID, random rand.Source) {
	for _, group := range unknown {
		for i := len(group) - 1; i > 0; i-- {
			j := numbers.Below(random, uint64(i+1))
			a, b := group[i], group[j]
			state[a], state[b] = state[b], state[a]
		}
	}
}
