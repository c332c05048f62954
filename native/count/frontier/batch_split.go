package frontier

import (
	"slices"
	"sort"

	"nazo/numbers"
)

// The least and the most parts into which a layer is divided when the layers after it
// don't fit, and the share of the memory that they are meant to take.
const (
	leastParts, mostParts = 2, 64
	meantShare            = 0.75
)

// leastSample is how many keys of a layer, about, tell where to cut it.
const leastSample = 1 << 14

// divide pushes the batch in so many parts, since the layers after it didn't fit into memory.
// States that agree in the vertices that stay unchanged longest stay together.
func divide[K words](r *run, b batch, parts int) error {
	bounds, err := quantiles[K](r, &b, parts, leastSample)
	if err != nil {
		return err
	}
	if len(bounds) == 0 {
		r.stack = append(r.stack, b)
		return ErrMemory
	}
	low := b.low
	for i := 0; i <= len(bounds); i++ {
		part := b
		part.low = low
		if i < len(bounds) {
			part.high = bounds[i]
			low = bounds[i]
			part = part.retain()
		}
		part.states = b.states/int64(len(bounds)+1) + 1
		part.share = b.share / float64(len(bounds)+1)
		r.stack = append(r.stack, part)
	}
	return nil
}

// quantiles are bounds that cut a batch into n parts of about the same size, found by a sample
// of about so many keys, by their hashes: so the bounds depend on which keys there are, and not on where
// they lie. A bound moves a little to where the keys change in their first bits. No bound is the least
// key of the batch.
func quantiles[K words](r *run, b *batch, n, sample int) (out [][]uint64, err error) {
	count := 0
	if err := r.eachRaw(b, func([]uint64) { count++ }); err != nil {
		return nil, err
	}
	stride := uint64(max(1, count/sample))
	var keys []K
	err = r.eachRaw(b, func(e []uint64) {
		hash := uint64(0)
		for _, w := range e[:r.schedule.keyWords] {
			hash = numbers.SplitMix64(hash ^ w)
		}
		if hash%stride == 0 {
			keys = append(keys, keyOf[K](e))
		}
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(keys, func(i, j int) bool { return compareKeys(&keys[i], &keys[j]) < 0 })
	for i := 1; i < n; i++ {
		at := i * len(keys) / n
		if at == 0 || at >= len(keys) {
			continue
		}
		bound := keyWordsOf(keys[at])
		if reach := len(keys) / n / cutReach; reach > 0 {
			bound = coarsest(keys[at-reach : at+reach])
		}
		if len(out) == 0 || !slices.Equal(out[len(out)-1], bound) {
			out = append(out, bound)
		}
	}
	return out, nil
}

// cutReach is the share of a part, one in so many, by which it may be larger or smaller
// for the sake of a better cut.
const cutReach = 4

// coarsest is the bound between two of the ascending keys that have the fewest first
// bits in common.
func coarsest[K words](keys []K) []uint64 {
	best, place := 1<<30, 0
	for i := 1; i < len(keys); i++ {
		if common := commonBits(&keys[i-1], &keys[i]); common < best {
			best, place = common, i
		}
	}
	bound := keyWordsOf(keys[place])
	for i := range bound {
		if keep := min(max(best+1-64*i, 0), 64); keep < 64 {
			bound[i] &^= ^uint64(0) >> keep
		}
	}
	return bound
}
