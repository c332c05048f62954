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
func (br *batchRun) expandLayer() (next batch, rest *batch, err error) {
	now := &br.now
	shardBits, workers := uint(0), br.goroutines
	switch {
	case now.states > mostStates:
		shardBits = 8
	case now.states > manyStates:
		shardBits = 6
	default:
		workers = 1
	}
	q := newChunkQueue(br.run, now)
	next = batch{layer: now.layer + 1, share: now.share, unsplit: now.unsplit}
	next.blocks, next.states, err = br.expandChunks(br, q, workers, shardBits)
	br.expandedShare = q.share()
	br.schedule.layer(now.layer).masks = nil // they would take much memory for all layers
	switch {
	case next.blocks == nil:
		return batch{}, nil, err
	case err != nil:
		left := q.rest()
		rest = &left
		next.partial, next.share = true, 0
	}
	return next, rest, err
}

// expandChunks expands the states of a queue into a new table of 1<<shardBits shards. It returns no blocks if an error
// makes them useless.
func expandChunks[K, C words](br *batchRun, q *chunkQueue, ws []*expander[K, C], shardBits uint) (made *entryBlocks, states int64, err error) {
	r := br.run
	t := newStateTable[K, C](r, shardBits)
	t.expected = int(r.expected(q.layer) >> shardBits)
	for _, w := range ws {
		w.begin(q.layer.layer, t)
	}
	if br.partial != nil && br.partial.layer == q.layer.layer+1 {
		if err := r.eachChecked(br.partial, ws[0].add); err != nil {
			t.free()
			return nil, 0, err
		}
		ws[0].flushAll()
	}
	var wg sync.WaitGroup
	for _, w := range ws[1:] {
		wg.Go(func() { w.work(q) })
	}
	ws[0].work(q)
	wg.Wait()
	failed := added
	for _, w := range ws {
		r.transitions += w.transitions
		w.transitions = 0
		failed = max(failed, w.problem)
	}
	err = [...]error{added: r.ctx.Err(), full: errFull, overflowed: errOverflow}[failed]
	if err != nil && (err != r.ctx.Err() || !q.divisible) {
		t.free()
		return nil, 0, err
	}
	return t.takeBlocks(), t.states(), err
}

// expected returns the initial size of the next layer's table. If memory is scarce it begins small, and grows into
// the memory that the previous layer releases.
func (r *run) expected(now *batch) int64 {
	if r.memory.spare() > 3*now.blocks.bytes() {
		return now.states
	}
	return now.states / 4
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
type chunkQueue struct {
	run     *run
	layer   *batch
	chunks  []chunk
	taken   atomic.Int64
	stopped atomic.Bool
	// divisible means that the expanded part and the rest may be saved separately. releases means
	// that finished blocks are released.
	divisible, releases bool
	pending             []atomic.Int32 // by block: unfinished chunks
}

// chunk is a run of entries that one worker expands.
type chunk struct {
	raw   []uint64
	block int
}

func newChunkQueue(r *run, now *batch) *chunkQueue {
	q := &chunkQueue{run: r, layer: now, pending: make([]atomic.Int32, len(now.blocks.raw))}
	q.divisible = !r.keep && now.unsplit == nil
	q.releases = q.divisible && now.states > manyStates && now.blocks.refs == 1
	for i, raw := range now.blocks.raw {
		for part := range slices.Chunk(raw, chunkSize*(r.schedule.keyWords+r.countWords)) {
			q.chunks = append(q.chunks, chunk{part, i})
			q.pending[i].Add(1)
		}
	}
	return q
}

// work lets a worker expand chunk after chunk.
func (w *expander[K, C]) work(q *chunkQueue) {
	for !q.stopped.Load() {
		i := int(q.taken.Add(1)) - 1
		if i >= len(q.chunks) {
			break
		}
		w.expandChunk(q, &q.chunks[i])
	}
	w.flushAll()
}

// expandChunk expands the states of the chunk. If the work is stopped, the remaining states stay in the chunk.
func (w *expander[K, C]) expandChunk(q *chunkQueue, c *chunk) {
	var none C
	entries := asEntries[K, C](c.raw)
	for i := range entries {
		if i%checkEvery == 0 && q.run.ctx.Err() != nil {
			q.stopped.Store(true)
			c.raw = asRaw(entries[i:])
			return
		}
		e := &entries[i]
		if e.count == none || !inRange(q.layer, &e.key) {
			continue
		}
		w.expand(e)
		if w.problem != added {
			q.stopped.Store(true)
			return
		}
	}
	c.raw = nil
	if q.pending[c.block].Add(-1) == 0 && q.releases {
		q.run.memory.put(q.layer.blocks.memory[c.block])
		q.layer.blocks.memory[c.block] = nil
	}
}

// share returns the share of the chunks that workers have taken.
func (q *chunkQueue) share() float64 {
	return min(float64(q.taken.Load())/float64(max(len(q.chunks), 1)), 1)
}

// rest returns the batch of states not expanded yet. It lies in the layer's memory, which must not be released before.
func (q *chunkQueue) rest() batch {
	rest := *q.layer
	rest.blocks, rest.stored = &entryBlocks{refs: 1}, nil
	for _, c := range q.chunks {
		if len(c.raw) > 0 {
			rest.blocks.raw = append(rest.blocks.raw, c.raw)
		}
	}
	return rest
}
