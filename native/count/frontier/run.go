package frontier

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"nazo/engine"
	"os"
	"runtime"
	"time"
)

// DefaultMemory bounds the bytes of the tables where the options say nothing.
const DefaultMemory = 4 << 30

// Options say how to count.
type Options struct {
	// Memory bounds the bytes of the tables; 0 is [DefaultMemory]. It is kept by
	// splitting layers into parts that run one after another.
	Memory int64
	// Workers is the number of goroutines; 0 is GOMAXPROCS.
	Workers int
	// Modulo, if not 0, asks for the numbers modulo this; 0 is exact, however large.
	Modulo uint64
	// Part of Parts, from 1, counts one part of a split by the states of one layer;
	// the parts' sums add up to the whole. 0 of 0 is the whole.
	Part, Parts int
	// Checkpoint names a file that the work is saved to now and then and when the
	// context ends; with Resume it goes on from there.
	Checkpoint string
	Resume     bool
	// Every is the least time between two checkpoints; 0 is a minute, or longer if
	// they are large.
	Every time.Duration
	// Expected, if not nil, are estimates of the states after each elimination, for
	// telling how far the work has come.
	Expected []float64
	// Progress, if not nil, is told after each layer how far the work has come.
	Progress func(engine.CountProgress)
}

// Result is what a count came to.
type Result struct {
	Counts Counts
	// Complete says that the counts are all there is; Reason says why not.
	Complete bool
	Reason   string
	// Layers are the states after each elimination, all parts together.
	Layers      []int64
	Transitions int64
}

// ErrMemory says that not even one state's continuation fits into the memory.
var ErrMemory = errors.New(engine.MemoryLimit)

// Count counts the solutions of p by eliminating its vertices in the order o. It
// returns an error if the problem can't be counted so; a context that ends leaves
// an incomplete result.
func Count(ctx context.Context, p *Problem, o Order, opt Options) (*Result, error) {
	if opt.Parts < 0 || opt.Parts > 0 && (opt.Part < 1 || opt.Part > opt.Parts) {
		return nil, fmt.Errorf("frontier: there is no part %d of %d", opt.Part, opt.Parts)
	}
	c, err := newCourse(ctx, p, o)
	if reason := ending(ctx, err); reason != "" {
		return &Result{Counts: Counts{}, Reason: reason}, nil
	}
	if err != nil {
		return nil, err
	}
	r := newRun(ctx, c, opt)
	defer r.end()
	r.stack = []pile{r.first()}
	if opt.Resume {
		if err := r.load(); err != nil {
			return nil, err
		}
	}
	if opt.Checkpoint != "" {
		if err := r.trySaving(); err != nil {
			return nil, err
		}
	}
	if err := r.all(); err != nil {
		return r.partial(err)
	}
	return &Result{Counts: r.counts(), Complete: true, Layers: r.layers, Transitions: r.transitions}, nil
}

// run is a count on its way.
type run struct {
	ctx     context.Context
	course  *course
	options Options
	workers int
	memory  *arena
	stack   []pile // what is still to be done, the next last
	// countWords is the number of words of a count.
	countWords  int
	totals      map[int64]*big.Int
	layers      []int64
	transitions int64
	done        float64 // share of the work
	saved       time.Time
	saving      time.Duration // how long it took
	keep        bool          // all layers, for sampling
	resumed     *os.File      // where stored piles are
	kept        []pile        // layers for sampling, and memory that is needed to the end
}

func newRun(ctx context.Context, c *course, opt Options) *run {
	r := &run{ctx: ctx, course: c, options: opt, workers: opt.Workers, countWords: 1,
		totals: map[int64]*big.Int{}, layers: make([]int64, len(c.steps)), saved: time.Now()}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	limit := opt.Memory
	if limit <= 0 {
		limit = DefaultMemory
	}
	r.memory = newArena(limit)
	return r
}

// first is the pile of the one state before the first step.
func (r *run) first() pile {
	raw := make([]uint64, r.course.words+r.countWords)
	raw[r.course.words] = 1
	for _, a := range r.course.rules {
		if a.states[0] == 0 {
			raw[r.course.words] = 0 // nothing to begin with
		}
	}
	return pile{layer: 0, share: 1, split: r.options.Parts > 1, blocks: &cells{raw: [][]uint64{raw}, users: 1}}
}

// all works until the stack is empty, with as many words for a count as it takes.
func (r *run) all() error {
	for {
		err := engineOf(r.course.words, r.countWords).advance(r)
		if !errors.Is(err, errOverflow) {
			return err
		}
		if r.countWords == mostCountWords {
			return errTooLarge
		}
		if err := r.widen(); err != nil {
			return err
		}
	}
}

// end gives all memory back.
func (r *run) end() {
	r.forget()
	r.memory.close()
	if r.resumed != nil {
		r.resumed.Close() // it was only read
	}
}

// forget drops all piles.
func (r *run) forget() {
	for _, p := range append(r.stack, r.kept...) {
		p.drop(r.memory)
	}
	r.stack, r.kept = nil, nil
}

// partial is the result of a run that was ended by err.
func (r *run) partial(err error) (*Result, error) {
	res := &Result{Counts: r.counts(), Layers: r.layers, Transitions: r.transitions, Reason: ending(r.ctx, err)}
	if res.Reason == "" {
		return nil, err
	}
	if r.options.Checkpoint != "" {
		if err := r.save(); err != nil {
			return nil, err
		}
	}
	return res, nil
}

// ending is what is said of a count that came to no end because of err; "" if that is
// no ordinary way to end.
func ending(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, ErrMemory):
		return engine.MemoryLimit
	case errors.Is(err, context.DeadlineExceeded):
		return "time limit"
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return "cancelled"
	}
	return ""
}

// counts are the totals with what no rule concerns.
func (r *run) counts() Counts {
	out := Counts{}
	for tally, n := range r.totals {
		n = new(big.Int).Lsh(n, uint(len(r.course.idle)))
		if r.options.Modulo != 0 {
			n.Mod(n, new(big.Int).SetUint64(r.options.Modulo))
		}
		out[tally] = n
	}
	if len(out) == 0 && r.course.Weights == nil {
		out[0] = new(big.Int)
	}
	return out
}

// advance finishes pile after pile.
func advance[K, C words](r *run) error {
	ws := make([]*worker[K, C], r.workers)
	for i := range ws {
		ws[i] = newWorker[K, C](r.course)
	}
	for len(r.stack) > 0 {
		if err := descend(r, ws); err != nil {
			return err
		}
	}
	return nil
}

// savingShare bounds the time spent on checkpoints: one part in so many.
const savingShare = 20

// report tells of a layer that is done, and saves when it is time to.
func (r *run) report(now pile) error {
	states := now.states
	r.layers[now.layer-1] += states
	if r.options.Progress != nil {
		r.options.Progress(engine.CountProgress{Layer: now.layer, Layers: len(r.course.steps), States: states,
			Share: r.done + now.share*r.course.work(now.layer, r.options.Expected)})
	}
	every := r.options.Every
	if every == 0 {
		every = max(time.Minute, savingShare*r.saving)
	}
	if r.options.Checkpoint == "" || time.Since(r.saved) < every {
		return nil
	}
	r.stack = append(r.stack, now)
	err := r.save()
	r.stack = r.stack[:len(r.stack)-1]
	return err
}

// work is the share of the first layers of all work.
func (c *course) work(layers int, expected []float64) float64 {
	if len(expected) != len(c.steps) {
		return float64(layers) / float64(len(c.steps))
	}
	sum, all := 0.0, 0.0
	for i, n := range expected {
		if all += n; i < layers {
			sum += n
		}
	}
	return sum / max(all, 1)
}
