package frontier

import (
	"math/big"
	"sync"
)

// The sizes of layers from which several workers, and few or many shards, pay.
const (
	manyStates = 1 << 13
	mostStates = 1 << 21
	chunkSize  = 1 << 12 // cells that a worker takes at a time
	checkEvery = 1 << 10 // states between checks of the context
)

// expandLayer makes the next layer. If the context ends, next may be the states reached so far,
// and rest the states not expanded yet.
func (br *batchRun[K, C]) expandLayer() (next batch, rest *batch, err error) {
	r, ws, now := br.run, br.workers, &br.now
	shardBits := uint(0)
	switch {
	case now.states > mostStates:
		shardBits = 8
	case now.states > manyStates:
		shardBits = 6
	default:
		ws = ws[:1]
	}
	t := newTable[K, C](r, shardBits)
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
	r.schedule.forget(now.layer)
	err = workerError(r, ws)
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

// expected is the number of states with which a table for the next layer begins. If
// memory is scarce it begins small, and grows into what the layer before gives back.
func (r *run) expected(now *batch) int64 {
	if r.memory.spare() > 3*now.blocks.bytes() {
		return now.states
	}
	return now.states / 4
}

// workerError is the first error of the workers, or that of the context.
func workerError[K, C words](r *run, ws []*worker[K, C]) error {
	for _, w := range ws {
		if w.problem == overflowed {
			return errOverflow
		}
	}
	for _, w := range ws {
		if w.problem == full {
			return errFull
		}
	}
	return r.ctx.Err()
}

// addTotals adds the states after the last step to the totals.
func addTotals[K, C words](r *run, b *batch) {
	l := r.schedule.layer(len(r.schedule.steps))
	s := state{rules: make([]int32, len(r.schedule.automata))}
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
