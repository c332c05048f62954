package frontier

import (
	"math/big"
	"sync"
	"sync/atomic"
)

// The sizes of layers from which several workers and shards are worth their while.
const (
	manyStates = 1 << 13
	mostStates = 1 << 21
	chunkSize  = 1 << 12 // cells that a worker takes at a time
	checkEvery = 1 << 10 // states between looks at the context
)

// expand makes the next layer.
func expand[K, C words](r *run, ws []*worker[K, C], now *pile) (pile, error) {
	shardBits := uint(0)
	switch {
	case now.states > mostStates:
		shardBits = 8
	case now.states > manyStates:
		shardBits = 6
	default:
		ws = ws[:1]
	}
	next := newTable[K, C](r.memory, r.options.Modulo, shardBits)
	next.expected = int(now.states >> shardBits)
	chunks := chunksOf[K, C](now)
	var taken atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	work := func(w *worker[K, C]) {
		w.begin(now.layer, next)
		var none C
		for !stop.Load() {
			i := int(taken.Add(1)) - 1
			if i >= len(chunks) {
				break
			}
			for j := range chunks[i] {
				e := &chunks[i][j]
				if e.count == none || !inRange(now, &e.key) {
					continue
				}
				w.expand(e)
				if w.problem != added || j%checkEvery == 0 && r.ctx.Err() != nil {
					stop.Store(true)
					break
				}
			}
		}
		w.flushAll()
	}
	for _, w := range ws[1:] {
		wg.Go(func() { work(w) })
	}
	work(ws[0])
	wg.Wait()
	for _, w := range ws {
		r.transitions += w.transitions
		w.transitions = 0
	}
	if err := problemOf(r, ws); err != nil {
		next.free()
		return pile{}, err
	}
	return pile{layer: now.layer + 1, share: now.share, split: now.split, states: next.states(), blocks: next.hand()}, nil
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

// chunksOf cuts a layer into pieces of work.
func chunksOf[K, C words](p *pile) [][]entry[K, C] {
	var out [][]entry[K, C]
	for _, raw := range p.blocks.raw {
		block := asEntries[K, C](raw)
		for len(block) > chunkSize {
			out = append(out, block[:chunkSize])
			block = block[chunkSize:]
		}
		if len(block) > 0 {
			out = append(out, block)
		}
	}
	return out
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
