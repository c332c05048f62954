package frontier

import "sync/atomic"

// chunkQueue hands the states of a layer to the workers, in chunks. The memory of a large layer
// that nothing else needs is given back block by block, so that the next layer can grow into it.
type chunkQueue[K, C words] struct {
	run     *run
	layer   *batch
	chunks  []chunk[K, C]
	taken   atomic.Int64
	stopped atomic.Bool
	// divisible is set if the expanded part of the layer and the rest may be saved apart,
	// releases if blocks are given back as soon as they are done.
	divisible, releases bool
	pending             []atomic.Int32 // by block: chunks that are not done yet
}

// chunk is a run of entries that one worker expands.
type chunk[K, C words] struct {
	entries []entry[K, C]
	block   int
}

func newChunkQueue[K, C words](r *run, now *batch) *chunkQueue[K, C] {
	q := &chunkQueue[K, C]{run: r, layer: now, pending: make([]atomic.Int32, len(now.blocks.raw))}
	q.divisible = !r.keep && now.unsplit == nil
	q.releases = q.divisible && now.states > manyStates && now.blocks.refs == 1
	for i, raw := range now.blocks.raw {
		block := asEntries[K, C](raw)
		for len(block) > 0 {
			n := min(chunkSize, len(block))
			q.chunks = append(q.chunks, chunk[K, C]{block[:n], i})
			q.pending[i].Add(1)
			block = block[n:]
		}
	}
	return q
}

// work has a worker expand chunk after chunk.
func (q *chunkQueue[K, C]) work(w *worker[K, C]) {
	for !q.stopped.Load() {
		i := int(q.taken.Add(1)) - 1
		if i >= len(q.chunks) {
			break
		}
		q.expand(w, &q.chunks[i])
	}
	w.flushAll()
}

// expand expands the states of the chunk. Those that are left when the work is stopped stay in
// it.
func (q *chunkQueue[K, C]) expand(w *worker[K, C], c *chunk[K, C]) {
	var none C
	for i := range c.entries {
		if i%checkEvery == 0 && q.run.ctx.Err() != nil {
			q.stopped.Store(true)
			c.entries = c.entries[i:]
			return
		}
		e := &c.entries[i]
		if e.count == none || !inRange(q.layer, &e.key) {
			continue
		}
		w.expand(e)
		if w.problem != added {
			q.stopped.Store(true)
			return
		}
	}
	c.entries = nil
	if q.pending[c.block].Add(-1) == 0 && q.releases {
		q.run.memory.put(q.layer.blocks.memory[c.block])
		q.layer.blocks.memory[c.block] = nil
	}
}

// share is the share of the chunks that workers have taken.
func (q *chunkQueue[K, C]) share() float64 {
	return min(float64(q.taken.Load())/float64(max(len(q.chunks), 1)), 1)
}

// rest is the batch of the states not expanded yet. It lies in the memory of the layer, which
// must not be released before.
func (q *chunkQueue[K, C]) rest() batch {
	rest := *q.layer
	rest.blocks, rest.stored = &entryBlocks{refs: 1}, nil
	for _, c := range q.chunks {
		if len(c.entries) > 0 {
			rest.blocks.raw = append(rest.blocks.raw, asRaw(c.entries))
		}
	}
	return rest
}
