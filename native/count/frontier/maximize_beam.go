package frontier

import (
	"maps"
	"math"
	"slices"
)

// beamWidth is the number of states of a layer that a beam search keeps.
const beamWidth = manyStates

// beam looks for a good solution with few states in each layer: those that may gain most. If there is one, more is to be gained.
func (m *maximizer[K]) beam(start batch, width int, out *Maximum) error {
	var layers []batch
	release := func() {
		for _, b := range layers {
			b.release(m.memory)
		}
	}
	m.keep = true
	last, err := m.walk(start.retain(), len(m.schedule.steps), func(b *batch) {
		m.narrow(b, width)
		layers = append(layers, b.retain())
	})
	m.keep = false
	defer release()
	if err != nil {
		return err
	}
	best, found := m.best(&last)
	last.release(m.memory)
	if !found {
		return nil
	}
	out.Chosen, out.Gain = make([]bool, m.schedule.Unknowns), int64(best.gain)-int64(m.base)
	for i := len(layers) - 1; i >= 0; i-- {
		best = m.stepBack(&layers[i], best, out.Chosen)
	}
	m.least = out.Gain + 1
	return nil
}

// narrow keeps so many states of a batch: those that may gain most, and of equals those of the least hash.
func (m *maximizer[K]) narrow(b *batch, width int) {
	if b.states <= int64(width) {
		return
	}
	mayGain := func(e *entry[K, [1]uint64], s *state) int64 {
		return int64(e.count[0]) + m.bound.after(b.layer, s)
	}
	number := map[int64]int{}
	m.each(b, func(e *entry[K, [1]uint64], s *state) { number[mayGain(e, s)]++ })
	least, left := int64(math.MinInt64), width
	for _, gain := range slices.Backward(slices.Sorted(maps.Keys(number))) {
		if least = gain; number[gain] > left {
			break
		}
		left -= number[gain]
	}
	var hashes []uint64
	m.each(b, func(e *entry[K, [1]uint64], s *state) {
		if mayGain(e, s) == least {
			hashes = append(hashes, hashKey(e.key))
		}
	})
	slices.Sort(hashes)
	b.states = 0
	m.each(b, func(e *entry[K, [1]uint64], s *state) {
		gain := mayGain(e, s)
		if gain < least || gain == least && (left < len(hashes) && hashKey(e.key) >= hashes[left]) {
			e.count[0] = 0
			return
		}
		b.states++
	})
}
