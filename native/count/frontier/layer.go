package frontier

import (
	"math/big"
	"sync"
)

// The sizes of layers from which several workers and shards are worth their while.
const (
	manyStates = 1 << 13
	mostStates = 1 << 21
	chunkSize  = 1 << 12 // cells that a worker takes at a time
	checkEvery = 1 << 10 // states between looks at the context
)

// expand makes the next layer. If the context ends, next may be what it has come to so
// far, and rest what is left.
func (d *descent[K, C]) expand() (next pile, rest *pile, err error) {
	r, ws, now := d.run, d.workers, &d.now
	shardBits := uint(0)
	switch {
	case now.states > mostStates:
		shardBits = 8
	case now.states > manyStates:
		shardBits = 6
	default:
		ws = ws[:1]
	}
	t := newTable[K, C](r.memory, r.options.Modulo, shardBits)
	t.expected = int(r.expected(now) >> shardBits)
	for _, w := range ws {
		w.begin(now.layer, t)
	}
	if d.begun != nil && d.begun.layer == now.layer+1 {
		if err := r.eachRaw(d.begun, ws[0].add); err != nil {
			t.free()
			return pile{}, nil, err
		}
		ws[0].flushAll()
	}
	f := newFeed[K, C](r, now)
	var wg sync.WaitGroup
	for _, w := range ws[1:] {
		wg.Go(func() { f.work(w) })
	}
	f.work(ws[0])
	wg.Wait()
	for _, w := range ws {
		r.transitions += w.transitions
		w.transitions = 0
	}
	d.expanded = f.share()
	r.course.forget(now.layer)
	err = problemOf(r, ws)
	if err != nil && (err != r.ctx.Err() || !f.divisible) {
		t.free()
		return pile{}, nil, err
	}
	next = pile{layer: now.layer + 1, share: now.share, split: now.split, states: t.states(), blocks: t.hand()}
	if err != nil {
		left := f.rest()
		rest = &left
		next.begun, next.share = true, 0
	}
	return next, rest, err
}

// expected is the number of states with which a table for the next layer begins. If
// memory is scarce it begins small, and grows into what the layer before gives back.
func (r *run) expected(now *pile) int64 {
	if r.memory.spare() > 3*now.blocks.bytes() {
		return now.states
	}
	return now.states / 4
}

// problemOf is what went wrong with a layer.
func problemOf[K, C words](r *run, ws []*worker[K, C]) error {
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

// total adds the states after the last step to the totals.
func total[K, C words](r *run, p *pile) {
	l := r.course.layer(len(r.course.steps))
	s := state{rules: make([]int32, len(r.course.rules))}
	eachEntry(p, func(e *entry[K, C]) {
		decode(r.course, l, &e.key, &s)
		if !r.course.accepts(&s) {
			return
		}
		sum := r.totals[s.tally]
		if sum == nil {
			sum = new(big.Int)
			r.totals[s.tally] = sum
		}
		sum.Add(sum, bigOf(e.count))
	})
}

// bigOf is a count as a number.
func bigOf[C words](n C) *big.Int {
	sum := new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		sum.Lsh(sum, 64)
		sum.Add(sum, new(big.Int).SetUint64(n[i]))
	}
	return sum
}
