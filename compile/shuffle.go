package compile

import (
	"math/rand/v2"
	"slices"

	"nazo/dsl"
	"nazo/value"
)

// shuffled is a list in a random order, any with the same probability. The order
// depends on nothing but the seed, on how many calls there were before, and on the
// length: it stays the same in later versions, so that a seed names a deal. It is
// Fisher and Yates's shuffle (Knuth, The Art of Computer Programming, volume 2,
// algorithm 3.4.2 P) from the last place down, with numbers by PCG: its state is
// the seed and the number of the call, from 1.
func shuffled(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := slices.Clone(ev.asKnownList(x.Args[0], args[0]))
	ev.draws++
	random := rand.NewPCG(uint64(ev.seed), ev.draws)
	for i := len(list) - 1; i > 0; i-- {
		j := below(random, uint64(i+1))
		list[i], list[j] = list[j], list[i]
	}
	return value.List(list)
}

// below draws a number from 0 to n - 1: what would favour some is drawn again.
func below(random rand.Source, n uint64) uint64 {
	excess := -n % n // 2^64 mod n
	for {
		if v := random.Uint64(); v >= excess {
			return v % n
		}
	}
}
