package count

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
)

// Sample draws n solutions of p uniformly, with repetitions. A sample has the values of the unknowns. total is the
// number of all solutions. If it is 0, there are no samples. All layers stay in memory. [ErrMemory] means that they
// don't fit. After counting, a sample starts at a final state, drawn in proportion to its count, and goes
// backwards. It draws transitions in proportion to the counts of their origins.
func Sample(ctx context.Context, p *Problem, o Order, opt Options, n int, seed int64) (samples [][]bool, total *big.Int, err error) {
	sched, err := newSchedule(ctx, p, o)
	if err != nil {
		return nil, nil, err
	}
	opt = Options{Memory: opt.Memory, Goroutines: opt.Goroutines, Expected: opt.Expected, Progress: opt.Progress}
	r := newRun(ctx, sched, opt)
	defer r.close()
	r.keep = true
	r.stack = []batch{r.initialBatch()}
	if err := r.keepAllLayers(); err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(uint64(seed), 0x6e617a6f))
	samples, total, err = wordSizesFor(sched.keyWords, r.countWords).draw(r, n, random)
	if err != nil {
		return nil, nil, err
	}
	total = new(big.Int).Lsh(total, uint(len(sched.free)))
	for _, sample := range samples {
		for _, u := range sched.free {
			sample[u] = random.IntN(2) == 1
		}
	}
	return samples, total, nil
}

// mostSampledWords bounds the words of a count while all layers are kept.
const mostSampledWords = 4

// keepAllLayers makes all layers. It starts again with twice the words of a count until counts fit.
func (r *run) keepAllLayers() error {
	for {
		err := wordSizesFor(r.schedule.keyWords, r.countWords).advance(r)
		if !errors.Is(err, errOverflow) {
			return err
		}
		if r.countWords == mostSampledWords {
			return errTooLarge
		}
		r.releaseAll()
		r.countWords *= 2
		r.stack = []batch{r.initialBatch()}
	}
}

// pendingSample is a sample on its way back to the first layer.
type pendingSample struct {
	sample []bool
	// rest is the number drawn within the count of the state. It selects the transition.
	rest *big.Int
}

// drawBackwards draws samples with keys of type K and counts of type C.
func drawBackwards[K, C words](r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error) {
	last := len(r.schedule.steps)
	finals, total := finalStates[K, C](r)
	if total.Sign() == 0 {
		return nil, total, nil
	}
	samples := make([][]bool, n)
	wanted := map[K][]*pendingSample{}
	for i := range samples {
		samples[i] = make([]bool, r.schedule.Unknowns)
		at := RandomBelow(random, total)
		for _, e := range finals {
			count := toBig(e.count)
			if at.Cmp(count) < 0 {
				wanted[e.key] = append(wanted[e.key], &pendingSample{samples[i], at})
				break
			}
			at.Sub(at, count)
		}
	}
	w := newExpander[K, C](r.schedule)
	for layer := last - 1; layer >= 0; layer-- {
		if err := r.ctx.Err(); err != nil {
			return nil, nil, err
		}
		wanted = stepBack(r, w, layer, wanted)
	}
	return samples, total, nil
}

// stepBack finds the states of samples before a step.
func stepBack[K, C words](r *run, w *expander[K, C], layer int, wanted map[K][]*pendingSample) map[K][]*pendingSample {
	before := map[K][]*pendingSample{}
	w.begin(layer, nil)
	eachSorted(&r.keptLayers[layer], func(e *entry[K, C]) {
		if len(wanted) == 0 { // every sample has its earlier state
			return
		}
		count := toBig(e.count)
		w.visit = func(key K, _ C) {
			list, ok := wanted[key]
			if !ok {
				return
			}
			list = slices.DeleteFunc(list, func(d *pendingSample) bool {
				if d.rest.Cmp(count) >= 0 {
					d.rest.Sub(d.rest, count)
					return false
				}
				for _, u := range w.d.chosen {
					d.sample[u] = true
				}
				before[e.key] = append(before[e.key], d) // its rest is now below count
				return true
			})
			if wanted[key] = list; len(list) == 0 {
				delete(wanted, key)
			}
		}
		w.expand(e)
	})
	return before
}

// finalStates returns the states after the last step that are solutions, in a fixed order, and the sum of their counts.
func finalStates[K, C words](r *run) ([]entry[K, C], *big.Int) {
	total := new(big.Int)
	l := r.schedule.layer(len(r.schedule.steps))
	s := frontierState{rules: make([]int32, len(r.schedule.automata))}
	var finals []entry[K, C]
	eachSorted(&r.keptLayers[len(r.keptLayers)-1], func(e *entry[K, C]) {
		decode(r.schedule, l, &e.key, &s)
		if r.schedule.accepts(&s) {
			finals = append(finals, *e)
			total.Add(total, toBig(e.count))
		}
	})
	return finals, total
}

// eachSorted visits an unbounded batch in order of keys, so that a seed always gives the same samples. It moves the
// entries. Sorting is not generic, since code for each pair of K and C would take 0.6 MB.
func eachSorted[K, C words](p *batch, visit func(e *entry[K, C])) {
	var none C
	for _, raw := range p.blocks.raw {
		block := asEntries[K, C](raw)
		sort.Slice(block, func(i, j int) bool { return compareKeys(&block[i].key, &block[j].key) < 0 })
		for i := range block {
			if block[i].count != none {
				visit(&block[i])
			}
		}
	}
}

// RandomBelow draws a uniform number from 0 to n-1.
func RandomBelow(random *rand.Rand, n *big.Int) *big.Int {
	size := n.BitLen()
	for {
		x := new(big.Int)
		for got := 0; got < size; got += 64 {
			x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(random.Uint64()))
		}
		if extra := (size+63)/64*64 - size; extra > 0 {
			x.Rsh(x, uint(extra))
		}
		if x.Cmp(n) < 0 {
			return x
		}
	}
}
