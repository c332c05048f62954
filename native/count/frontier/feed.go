package frontier

import "sync/atomic"

// feed hands the states of a layer to the workers, in chunks. The memory of a large
// layer that nothing else needs is given back bit by bit, so that the next one can grow
// into it.
type feed[K, C words] struct {
	run     *run
	layer   *pile
	chunks  []chunk[K, C]
	taken   atomic.Int64
	stopped atomic.Bool
	// divisible says that what is done of the layer and what is left may be saved apart.
	divisible, releases bool
	left                []atomic.Int32 // by block: chunks that aren't done
}

// chunk is a piece of work.
type chunk[K, C words] struct {
	entries []entry[K, C]
	block   int
}

func newFeed[K, C words](r *run, now *pile) *feed[K, C] {
	f := &feed[K, C]{run: r, layer: now, left: make([]atomic.Int32, len(now.blocks.raw))}
	f.divisible = !r.keep && !now.split
	f.releases = f.divisible && now.states > manyStates && now.blocks.users == 1
	for i, raw := range now.blocks.raw {
		block := asEntries[K, C](raw)
		for len(block) > 0 {
			n := min(chunkSize, len(block))
			f.chunks = append(f.chunks, chunk[K, C]{block[:n], i})
			f.left[i].Add(1)
			block = block[n:]
		}
	}
	return f
}

// work has a worker expand chunk after chunk.
func (f *feed[K, C]) work(w *worker[K, C]) {
	for !f.stopped.Load() {
		i := int(f.taken.Add(1)) - 1
		if i >= len(f.chunks) {
			break
		}
		f.expand(w, &f.chunks[i])
	}
	w.flushAll()
}

// expand takes the states from the chunk; those that are left when the work is
// stopped stay in it.
func (f *feed[K, C]) expand(w *worker[K, C], c *chunk[K, C]) {
	var none C
	for i := range c.entries {
		if i%checkEvery == 0 && f.run.ctx.Err() != nil {
			f.stopped.Store(true)
			c.entries = c.entries[i:]
			return
		}
		e := &c.entries[i]
		if e.count == none || !inRange(f.layer, &e.key) {
			continue
		}
		w.expand(e)
		if w.problem != added {
			f.stopped.Store(true)
			return
		}
	}
	c.entries = nil
	if f.left[c.block].Add(-1) == 0 && f.releases {
		f.run.memory.put(f.layer.blocks.memory[c.block])
		f.layer.blocks.memory[c.block] = nil
	}
}

// share is the share of the chunks that were taken.
func (f *feed[K, C]) share() float64 {
	return min(float64(f.taken.Load())/float64(max(len(f.chunks), 1)), 1)
}

// rest is what is left of the layer, in the memory of the layer, which is still to be
// dropped.
func (f *feed[K, C]) rest() pile {
	rest := *f.layer
	rest.blocks, rest.stored = &cells{users: 1}, nil
	for _, c := range f.chunks {
		if len(c.entries) > 0 {
			rest.blocks.raw = append(rest.blocks.raw, asRaw(c.entries))
		}
	}
	return rest
}
