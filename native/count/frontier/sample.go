package frontier

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Sample draws n solutions of p, each with the same probability, with repetitions:
// for each the values of the unknowns. total is the number of all solutions; if it
// is 0 there are no samples. All layers are kept in memory: [ErrMemory] says that
// they don't fit.
//
// The counts of all layers are made first. A sample then begins with a final state,
// chosen by its count, and goes back: of all the ways that lead to its state one is
// chosen by the count of the state that the way comes from.
func Sample(ctx context.Context, p *Problem, o Order, opt Options, n int, seed int64) (samples [][]bool, total *big.Int, err error) {
	c, err := newCourse(ctx, p, o)
	if err != nil {
		return nil, nil, err
	}
	opt.Modulo, opt.Part, opt.Parts, opt.Checkpoint, opt.Resume = 0, 0, 0, "", false
	r := newRun(ctx, c, opt)
	defer r.end()
	r.keep = true
	r.stack = []pile{r.first()}
	if err := r.allAtOnce(); err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(uint64(seed), 0x6e617a6f))
	samples, total, err = engineOf(c.words, r.countWords).draw(r, n, random)
	if err != nil {
		return nil, nil, err
	}
	total = new(big.Int).Lsh(total, uint(len(c.idle)))
	for _, sample := range samples {
		for _, u := range c.idle {
			sample[u] = random.IntN(2) == 1
		}
	}
	return samples, total, nil
}

// allAtOnce makes all layers with counts of one size: as many words as it takes.
func (r *run) allAtOnce() error {
	for {
		err := engineOf(r.course.words, r.countWords).advance(r)
		if !errors.Is(err, errOverflow) {
			return err
		}
		if r.countWords == 4 {
			return errTooLarge
		}
		r.forget()
		r.countWords *= 2
		r.stack = []pile{r.first()}
	}
}

// drawn is a sample on its way back.
type drawn struct {
	sample []bool
	// rest is what is left of the number that was drawn below the count of its
	// state: the way whose share it falls into is taken.
	rest *big.Int
}

// backwards draws samples with keys and counts of the sizes of K and C.
func backwards[K, C words](r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error) {
	last := len(r.course.steps)
	finals, total := finalStates[K, C](r)
	if total.Sign() == 0 {
		return nil, total, nil
	}
	samples := make([][]bool, n)
	wanted := map[K][]*drawn{}
	for i := range samples {
		samples[i] = make([]bool, r.course.Unknowns)
		at := Below(random, total)
		for _, e := range finals {
			count := bigOf(e.count)
			if at.Cmp(count) < 0 {
				wanted[e.key] = append(wanted[e.key], &drawn{samples[i], at})
				break
			}
			at.Sub(at, count)
		}
	}
	w := newWorker[K, C](r.course)
	for layer := last - 1; layer >= 0; layer-- {
		if err := r.ctx.Err(); err != nil {
			return nil, nil, err
		}
		wanted = stepBack(r, w, layer, wanted)
	}
	return samples, total, nil
}

// stepBack finds for the samples the states before a step.
func stepBack[K, C words](r *run, w *worker[K, C], layer int, wanted map[K][]*drawn) map[K][]*drawn {
	before := map[K][]*drawn{}
	w.begin(layer, nil)
	eachSorted(&r.kept[layer], func(e *entry[K, C]) {
		count := bigOf(e.count)
		w.visit = func(key K) {
			list, ok := wanted[key]
			if !ok {
				return
			}
			list = slices.DeleteFunc(list, func(d *drawn) bool {
				if d.rest.Cmp(count) >= 0 {
					d.rest.Sub(d.rest, count)
					return false
				}
				for _, u := range w.chosen {
					d.sample[u] = true
				}
				before[e.key] = append(before[e.key], d) // its rest is a number below count
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

// finalStates are the states after the last step that are solutions, in a fixed
// order, and the sum of their counts.
func finalStates[K, C words](r *run) ([]entry[K, C], *big.Int) {
	total := new(big.Int)
	l := r.course.layer(len(r.course.steps))
	s := state{rules: make([]int32, len(r.course.rules))}
	var finals []entry[K, C]
	eachSorted(&r.kept[len(r.kept)-1], func(e *entry[K, C]) {
		decode(r.course, l, &e.key, &s)
		if r.course.accepts(&s) {
			finals = append(finals, *e)
			total.Add(total, bigOf(e.count))
		}
	})
	return finals, total
}

// eachSorted visits the entries of a pile that is not bounded in an order that only
// depends on their keys, so that a seed always gives the same samples. It moves them.
func eachSorted[K, C words](p *pile, visit func(e *entry[K, C])) {
	var none C
	for _, raw := range p.blocks.raw {
		block := asEntries[K, C](raw)
		slices.SortFunc(block, func(a, b entry[K, C]) int { return compareKeys(&a.key, &b.key) })
		for i := range block {
			if block[i].count != none {
				visit(&block[i])
			}
		}
	}
}

// Below is a random number from 0 to n-1, each with the same probability.
func Below(random *rand.Rand, n *big.Int) *big.Int {
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
