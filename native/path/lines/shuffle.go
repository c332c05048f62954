package lines

import (
	"math/rand/v2"

	"nazo/graph"
)

// shuffle varies the order of a search. Without random it changes nothing.
type shuffle struct {
	random *rand.Rand
	order  []int // for each label its new number
}

func newShuffle(seed int64, labels int) shuffle {
	if seed == 0 {
		return shuffle{}
	}
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	return shuffle{random, random.Perm(labels)}
}

func (s shuffle) label(l int32) int32 {
	if s.random == nil {
		return l
	}
	return int32(s.order[l])
}

func (s shuffle) ways(ways []graph.Half) []graph.Half {
	if s.random != nil {
		s.random.Shuffle(len(ways), func(i, k int) { ways[i], ways[k] = ways[k], ways[i] })
	}
	return ways
}

func (s shuffle) ends(ends [][2]int32) {
	if s.random == nil {
		return
	}
	for l, e := range ends {
		if s.random.IntN(2) == 0 {
			ends[l] = [2]int32{e[1], e[0]}
		}
	}
}
