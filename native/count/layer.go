package count

import (
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
)

// The sizes of layers from which several workers pay, and more shards.
const (
	manyStates = 1 << 13
	mostStates = 1 << 21
	chunkSize  = 1 << 12 // cells that a worker takes at a time
	checkEvery = 1 << 10 // states between checks of the context
)

// expandLayer makes the next layer. If the context ends, next may be the states reached so far, and rest the states
// not expanded yet.
func (br *batchRun[K, C]) expandLayer() (next batch, rest *batch, err error) {
	r, ws, now := br.run, br.expanders, &br.now
	shardBits := uint(0)
	switch {
	case now.states > mostStates:
		shardBits = 8
	case now.states > manyStates:
		shardBits = 6
	default:
		ws = ws[:1]
	}
	t := newStateTable[K, C](r, shardBits)
	t.expected = int(r.expected(now) >> shardBits)
	for _, w := range ws {
		w.begin(now.layer, t)
	}
	if br.partial != nil && br.partial.layer == now.layer+1 {
		if err := r.eachChecked(br.partial, ws[0].add); err != nil {
			t.free()
			return batch{}, nil, err
		}
		ws[0].flushAll()
	}
	q := newChunkQueue[K, C](r, now)
	var wg sync.WaitGroup
	for _, w := range ws[1:] {
		wg.Go(func() { q.work(w) })
	}
	q.work(ws[0])
	wg.Wait()
	for _, w := range ws {
		r.transitions += w.transitions
		w.transitions = 0
	}
	br.expandedShare = q.share()
	r.schedule.layer(now.layer).masks = nil // they would take much memory for all layers
	err = firstError(r, ws)
	if err != nil && (err != r.ctx.Err() || !q.divisible) {
		t.free()
		return batch{}, nil, err
	}
	next = batch{layer: now.layer + 1, share: now.share, unsplit: now.unsplit, states: t.states(), blocks: t.takeBlocks()}
	if err != nil {
		left := q.rest()
		rest = &left
		next.partial, next.share = true, 0
	}
	return next, rest, err
}

// expected returns the initial size of the next layer's table. If memory is scarce it begins small, and grows into
// the memory that the previous layer releases.
func (r *run) expected(now *batch) int64 {
	if r.memory.spare() > 3*now.blocks.bytes() {
		return now.states
	}
	return now.states / 4
}

// firstError returns the first error of the workers, or that of the context.
func firstError[K, C words](r *run, ws []*expander[K, C]) error {
	failed := func(with outcome) bool {
		return slices.ContainsFunc(ws, func(w *expander[K, C]) bool { return w.problem == with })
	}
	switch {
	case failed(overflowed):
		return errOverflow
	case failed(full):
		return errFull
	}
	return r.ctx.Err()
}

// addTotals adds the states after the last step to the totals.
func addTotals[K, C words](r *run, b *batch) {
	l := r.schedule.layer(len(r.schedule.steps))
	s := frontierState{rules: make([]int32, len(r.schedule.automata))}
	eachEntry(b, func(e *entry[K, C]) {
		decode(r.schedule, l, &e.key, &s)
		if !r.schedule.accepts(&s) {
			return
		}
		sum := r.totals[s.weight]
		if sum == nil {
			sum = new(big.Int)
			r.totals[s.weight] = sum
		}
		sum.Add(sum, toBig(e.count))
	})
}

// toBig converts a count.
func toBig[C words](n C) *big.Int {
	sum := new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		sum.Lsh(sum, 64)
		sum.Add(sum, new(big.Int).SetUint64(n[i]))
	}
	return sum
}

// chunkQueue hands out the states of a layer in chunks. Finished memory of a large layer is released block by
// block, so that the next layer can use it.
type chunkQueue[K, C words] struct {
	run     *run
	layer   *batch
	chunks  []chunk[K, C]
	taken   atomic.Int64
	stopped atomic.Bool
	// divisible means that the expanded part and the rest may be saved separately. releases means
	// that finished blocks are released.
	divisible, releases bool
	pending             []atomic.Int32 // by block: unfinished chunks
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
		for part := range slices.Chunk(block, chunkSize) {
			q.chunks = append(q.chunks, chunk[K, C]{part, i})
			q.pending[i].Add(1)
		}
	}
	return q
}

// work lets a worker expand chunk after chunk.
func (q *chunkQueue[K, C]) work(w *expander[K, C]) {
	for !q.stopped.Load() {
		i := int(q.taken.Add(1)) - 1
		if i >= len(q.chunks) {
			break
		}
		q.expand(w, &q.chunks[i])
	}
	w.flushAll()
}

// expand expands the states of the chunk. If the work is stopped, the remaining states stay in the chunk.
func (q *chunkQueue[K, C]) expand(w *expander[K, C], c *chunk[K, C]) {
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

// share returns the share of the chunks that workers have taken.
func (q *chunkQueue[K, C]) share() float64 {
	return min(float64(q.taken.Load())/float64(max(len(q.chunks), 1)), 1)
}

// rest returns the batch of states not expanded yet. It lies in the layer's memory, which must not be released before.
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
