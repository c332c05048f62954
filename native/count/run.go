package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"nazo/internal/model"
)

// DefaultMemory bounds the bytes of the tables if the options don't.
const DefaultMemory = 4 << 30

// Options say how to count.
type Options struct {
	// Memory bounds the bytes of the tables. 0 is [DefaultMemory]. Layers are split to keep it.
	Memory int64
	// Goroutines is the number of goroutines. 0 is GOMAXPROCS.
	Goroutines int
	// Modulo, if not 0, asks for the counts modulo this number. With 0 they are exact.
	Modulo uint64
	// Part, from 1 to Parts, counts one part by the states of one layer. The sums of all parts add
	// up. 0 of 0 is the whole.
	Part, Parts int
	// From, if not "", names a checkpoint. Its remaining work is split, and its counts so far belong to the first part.
	From string
	// Checkpoint names a file where the work is saved at its beginning, at intervals, and when the
	// context ends. With Resume the count continues from there.
	Checkpoint string
	Resume     bool
	// Name identifies the part and the task, since checkpoints of others are not resumed. FromName is
	// the name that From must have.
	Name, FromName string
	// Every is the least time between two checkpoints. 0 is a minute, or longer if they are large.
	Every time.Duration
	// Expected, if not nil, has the estimated states after each elimination, for Progress.
	Expected []float64
	// Progress, if not nil, is called after each layer.
	Progress func(model.CountProgress)
}

// Result is the outcome of a count.
type Result struct {
	Counts Counts
	// Complete is set if the counts are final. Otherwise Reason says why not.
	Complete bool
	Reason   model.Reason
	// Layers has the states after each elimination, all batches together. The states of a checkpoint
	// count in its first part.
	Layers      []int64
	Transitions int64
	// First is set if this is the whole count, or the first part at every split.
	First bool
}

// ErrMemory means that even the successors of one state don't fit into the memory.
var ErrMemory error = model.Reason{Kind: model.MemoryLimit}

// Count counts the solutions of p by eliminating its vertices in order o. The error says why the problem is
// unsuitable. If the context ends, the result is incomplete.
func Count(ctx context.Context, p *Problem, o Order, opt Options) (*Result, error) {
	if opt.Parts < 0 || opt.Parts > 0 && (opt.Part < 1 || opt.Part > opt.Parts) {
		return nil, fmt.Errorf("frontier: there is no part %d of %d", opt.Part, opt.Parts)
	}
	sched, err := newSchedule(ctx, p, o)
	if reason := stopReason(ctx, err); reason.Kind != model.None {
		return &Result{Counts: Counts{}, Reason: reason}, nil
	}
	if err != nil {
		return nil, err
	}
	r := newRun(ctx, sched, opt)
	defer r.close()
	if err := r.start(); err != nil {
		return nil, err
	}
	if err := r.processStack(); err != nil {
		return r.interrupted(err)
	}
	return &Result{Counts: r.counts(), Complete: true, Layers: r.layers, Transitions: r.transitions, First: r.first}, nil
}

// start fills the stack, and finds out early whether the work can be saved.
func (r *run) start() error {
	opt := &r.options
	switch {
	case opt.Resume:
		if err := r.load(opt.Checkpoint, opt.Name); err != nil {
			return err
		}
		return r.checkSaving()
	case opt.From != "":
		if err := r.load(opt.From, opt.FromName); err != nil {
			return err
		}
		if err := wordSizesFor(r.schedule.keyWords, r.countWords).takePart(r); err != nil {
			return err
		}
	default:
		r.first = opt.Part <= 1
		r.stack = []batch{r.initialBatch()}
	}
	if opt.Checkpoint == "" {
		return nil
	}
	if err := r.checkSaving(); err != nil {
		return err
	}
	return r.save() // with the order, which may have been long to find
}

// run is a count in progress.
type run struct {
	ctx        context.Context
	schedule   *schedule
	options    Options
	goroutines int
	memory     *arena
	stack      []batch // the remaining batches, the next one last
	// countWords is the number of words of a count.
	countWords  int
	totals      map[int64]*big.Int
	layers      []int64
	transitions int64
	first       bool    // see Result.First
	done        float64 // finished share of the work
	saved       time.Time
	saving      time.Duration // duration of the last save
	ownsFile    bool          // the checkpoint file is of this run
	keep        bool          // all layers, for sampling
	resumed     *os.File      // has the stored batches
	keptLayers  []batch       // layers for sampling, and memory needed to the end
}

func newRun(ctx context.Context, sched *schedule, opt Options) *run {
	r := &run{ctx: ctx, schedule: sched, options: opt, goroutines: opt.Goroutines, countWords: 1,
		totals: map[int64]*big.Int{}, layers: make([]int64, len(sched.steps)), saved: time.Now()}
	if r.goroutines <= 0 {
		r.goroutines = runtime.GOMAXPROCS(0)
	}
	r.memory = &arena{limit: tableMemory(opt.Memory), free: map[int][][]byte{}}
	return r
}

// initialBatch returns the batch with the one state before the first step.
func (r *run) initialBatch() batch {
	raw := make([]uint64, r.schedule.keyWords+r.countWords)
	raw[r.schedule.keyWords] = 1
	for _, a := range r.schedule.automata {
		if a.states[0] == 0 {
			raw[r.schedule.keyWords] = 0 // nothing to begin with
		}
	}
	b := batch{layer: 0, share: 1, blocks: &entryBlocks{raw: [][]uint64{raw}, refs: 1}}
	if r.options.Parts > 1 {
		b.unsplit = []split{{r.options.Part, r.options.Parts}}
	}
	return b
}

// processStack works until the stack is empty, and doubles the words of a count when needed.
func (r *run) processStack() error {
	for {
		err := wordSizesFor(r.schedule.keyWords, r.countWords).advance(r)
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

// close releases all memory.
func (r *run) close() {
	r.releaseAll()
	r.memory.close()
	if r.resumed != nil {
		r.resumed.Close() // it was only read
	}
}

// releaseAll releases all batches.
func (r *run) releaseAll() {
	for _, b := range append(r.stack, r.keptLayers...) {
		b.release(r.memory)
	}
	r.stack, r.keptLayers = nil, nil
}

// interrupted returns the result of a run that err has ended.
func (r *run) interrupted(err error) (*Result, error) {
	res := &Result{Counts: r.counts(), Layers: r.layers, Transitions: r.transitions, Reason: stopReason(r.ctx, err)}
	if res.Reason.Kind == model.None {
		return nil, err
	}
	if r.options.Checkpoint != "" {
		if err := r.save(); err != nil {
			return nil, err
		}
	}
	return res, nil
}

// stopReason returns the reason for a count that ended early because of err, or none if err is a failure.
func stopReason(ctx context.Context, err error) model.Reason {
	if errors.Is(err, ErrMemory) || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return model.ReasonOf(err)
	}
	return model.Reason{}
}

// counts returns the totals, multiplied by the choices of unknowns without a rule.
func (r *run) counts() Counts {
	out := Counts{}
	for weight, n := range r.totals {
		n = new(big.Int).Lsh(n, uint(len(r.schedule.free)))
		if r.options.Modulo != 0 {
			n.Mod(n, new(big.Int).SetUint64(r.options.Modulo))
		}
		out[weight] = n
	}
	if len(out) == 0 && r.schedule.Weights == nil {
		out[0] = new(big.Int)
	}
	return out
}

// advance works on batches until the stack is empty.
func advance[K, C words](r *run) error {
	ws := make([]*expander[K, C], r.goroutines)
	for i := range ws {
		ws[i] = newExpander[K, C](r.schedule)
	}
	code := codeFor(ws)
	for len(r.stack) > 0 {
		if err := runBatch(r, code); err != nil {
			return err
		}
	}
	return nil
}

// codeFor returns the steps of a batchRun by some workers.
func codeFor[K, C words](ws []*expander[K, C]) batchCode {
	return batchCode{func(br *batchRun, q *chunkQueue, workers int, shardBits uint) (*entryBlocks, int64, error) {
		return expandChunks(br, q, ws[:workers], shardBits)
	}, addTotals[K, C], choosePart[K], divide[K]}
}

// savingShare bounds the time spent on checkpoints: one part in so many.
const savingShare = 20

// reportLayer reports a finished layer, and saves when it is time.
func (r *run) reportLayer(now batch) error {
	states := now.states
	r.layers[now.layer-1] += states
	if r.options.Progress != nil {
		r.options.Progress(model.CountProgress{Layer: now.layer, Layers: len(r.schedule.steps), States: states,
			Share: r.done + now.share*r.schedule.workShare(now.layer, r.options.Expected)})
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

// workShare returns the share of the first layers in all work.
func (sched *schedule) workShare(layers int, expected []float64) float64 {
	if len(expected) != len(sched.steps) {
		return float64(layers) / float64(len(sched.steps))
	}
	sum, all := 0.0, 0.0
	for i, n := range expected {
		if all += n; i < layers {
			sum += n
		}
	}
	return sum / max(all, 1)
}

var (
	errOverflow = errors.New("frontier: a count doesn't fit its words")
	errTooLarge = errors.New("there are more solutions than a number of 2,048 bits says; --modulo counts what remains of it")
)

// wordSizes has the functions for keys and counts of certain sizes.
type wordSizes struct {
	// advance works on the run's stack until it is empty.
	advance func(r *run) error
	// takePart splits the stack of a checkpoint.
	takePart func(r *run) error
	// checker returns a test of the entries in a layer of a checkpoint.
	checker func(r *run, layer int) func(entry []uint64) bool
	// draw draws samples from the layers that the run has kept. Counts have at most mostSampledWords words.
	draw func(r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error)
	// maximize searches for the greatest gain, and bound bounds it. Counts have one word.
	maximize func(r *run, g gainBound, opt MaximizeOptions, out *Maximum) error
	bound    func(r *run, o Order, pause func(int64) (*int64, bool)) (most []int64, states int64, err error)
	// sample makes layers with about that many states each.
	sample func(r *run, most int, seed uint64) (layerSample, bool)
}

func withWords[K, C words]() wordSizes {
	return wordSizes{advance[K, C], takePart[K], newKeyChecker[K], nil, maximizeBy[K], boundLeft[K], sampleBy[K]}
}

// withSamples also has a function that draws samples.
func withSamples[K, C words]() wordSizes {
	sizes := withWords[K, C]()
	sizes.draw = drawBackwards[K, C]
	return sizes
}

// mostCountWords bounds the words of a count.
const mostCountWords = 32

// wordSizesFor returns the functions for keys and counts of that many words.
func wordSizesFor(key, count int) wordSizes {
	switch key {
	case 1:
		return withKey[[1]uint64](count)
	case 2:
		return withKey[[2]uint64](count)
	}
	return withKey[[4]uint64](count)
}

func withKey[K words](count int) wordSizes {
	switch count {
	case 1:
		return withSamples[K, [1]uint64]()
	case 2:
		return withSamples[K, [2]uint64]()
	case 4:
		return withSamples[K, [4]uint64]()
	case 8:
		return withWords[K, [8]uint64]()
	case 16:
		return withWords[K, [16]uint64]()
	}
	return withWords[K, [32]uint64]()
}
