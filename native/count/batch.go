package count

import (
	"errors"
	"slices"
	"sort"

	"nazo/internal/alg"
)

var errFull = errors.New("the tables are full")

// batch is a set of states of one layer that is worked on by itself: the whole layer, or a range of its keys.
// Counting is linear, so the sums of all batches add up to the whole.
type batch struct {
	layer   int
	states  int64   // an estimate, which decides on the number of workers
	share   float64 // its estimated part of the whole work
	unsplit []split // the splits still to be made, one after the other
	// partial is set if this batch holds the successors of the expanded part of a layer. The next
	// batch on the stack is then the rest of that layer.
	partial bool
	// low and high bound the keys, high excluded. Nil is no bound.
	low, high []uint64
	blocks    *entryBlocks   // nil if the batch is not in memory
	stored    *storedEntries // nil if it is in no file
}

// entryBlocks holds entries in memory. References are counted, since several batches may share them.
type entryBlocks struct {
	raw    [][]uint64
	refs   int
	memory [][]uint64 // the arena's blocks, to be given back
}

func (blocks *entryBlocks) bytes() int64 {
	n := int64(0)
	for _, w := range blocks.raw {
		n += 8 * int64(len(w))
	}
	return n
}

// retain returns the same batch and counts one more reference to its blocks.
func (b batch) retain() batch {
	if b.blocks != nil {
		b.blocks.refs++
	}
	return b
}

// release drops one reference to the blocks; the last one gives the memory back.
func (b batch) release(a *arena) {
	if b.blocks == nil {
		return
	}
	b.blocks.refs--
	if b.blocks.refs == 0 {
		for _, w := range b.blocks.memory {
			a.put(w)
		}
		b.blocks.raw, b.blocks.memory = nil, nil
	}
}

// takeBlocks moves the cells of a table into blocks. The table must not be used any more.
func (t *stateTable[K, C]) takeBlocks() *entryBlocks {
	var raw [][]uint64
	for i := range t.shards {
		if cells := t.shards[i].cells; len(cells) > 0 {
			raw = append(raw, asRaw(cells))
		}
	}
	return &entryBlocks{raw: raw, refs: 1, memory: slices.Clone(raw)}
}

// inRange reports whether the key lies within the batch's bounds.
func inRange[K words](b *batch, key *K) bool {
	if b.low != nil {
		if low := keyOf[K](b.low); compareKeys(key, &low) < 0 {
			return false
		}
	}
	if b.high != nil {
		if high := keyOf[K](b.high); compareKeys(key, &high) >= 0 {
			return false
		}
	}
	return true
}

// eachEntry visits the entries of a batch in memory.
func eachEntry[K, C words](b *batch, visit func(e *entry[K, C])) {
	var none C
	for _, raw := range b.blocks.raw {
		block := asEntries[K, C](raw)
		for i := range block {
			if e := &block[i]; e.count != none && inRange(b, &e.key) {
				visit(e)
			}
		}
	}
}

// restartPoint returns the batch with a reference of its own. A stored batch takes no memory.
func (b batch) restartPoint() batch {
	if b.stored != nil {
		b.blocks = nil
		return b
	}
	return b.retain()
}

// widen doubles the words of all counts on the stack. It changes nothing if memory does not suffice.
func (r *run) widen() error {
	from := r.schedule.keyWords + r.countWords
	to := from + r.countWords
	wide := map[*entryBlocks][][]uint64{}
	for _, p := range r.stack {
		if p.blocks == nil || wide[p.blocks] != nil {
			continue
		}
		list := make([][]uint64, len(p.blocks.raw))
		wide[p.blocks] = list
		for i, old := range p.blocks.raw {
			n := len(old) / from
			if list[i] = r.memory.get(n * to); list[i] == nil {
				for _, list := range wide {
					for _, w := range list {
						r.memory.put(w)
					}
				}
				return ErrMemory
			}
			for j := range n {
				copy(list[i][j*to:], old[j*from:(j+1)*from])
			}
		}
	}
	for b, list := range wide {
		for _, old := range b.memory {
			r.memory.put(old)
		}
		b.raw, b.memory = list, slices.Clone(list)
	}
	r.countWords *= 2
	return nil
}

// batchRun takes one batch through the layers.
type batchRun struct {
	*run
	batchCode
	now batch
	// restart is an earlier batch, small or stored. If memory does not suffice, the run begins there
	// again, in parts. partial, if not nil, holds stored successors from before an interruption.
	// statesSince lists the states of the layers since restart.
	restart     batch
	partial     *batch
	statesSince []int64
	// expandedShare is the share of the last layer that was expanded before the tables were full or the context ended.
	expandedShare float64
}

// batchCode has the steps of a batchRun that depend on the words of keys and counts. All else exists once.
type batchCode struct {
	// expandChunks expands the states of a queue by so many workers. It returns no blocks if an error makes them useless.
	expandChunks func(br *batchRun, q *chunkQueue, workers int, shardBits uint) (made *entryBlocks, states int64, err error)
	addTotals    func(r *run, b *batch)
	choosePart   func(r *run, b *batch) error
	divide       func(r *run, b batch, parts int) error
}

// runBatch takes the last batch of the stack through all layers, or pushes the remaining work.
func runBatch(r *run, code batchCode) error {
	br := &batchRun{run: r, batchCode: code}
	if there, err := br.fetchNext(); err != nil || !there {
		return err
	}
	for br.now.layer < len(r.schedule.steps) {
		if err := br.nextLayer(); err != nil {
			return err
		}
		if br.now.blocks == nil {
			return nil // the stack has the remaining work
		}
	}
	br.restart.release(r.memory)
	r.done += br.now.share
	if slices.ContainsFunc(br.now.unsplit, func(s split) bool { return s.part != 1 }) {
		br.now.release(r.memory) // too small to be split: all of it belongs to the first part
		return nil
	}
	br.addTotals(r, &br.now)
	br.releaseLayer()
	return nil
}

// fetchNext loads the next batch from the stack. Without room, it divides the batch and pushes the parts.
func (br *batchRun) fetchNext() (there bool, err error) {
	br.now, br.partial = br.pop()
	br.restart = br.now.restartPoint()
	switch err = br.fetch(&br.now); {
	case errors.Is(err, errFull) && br.now.unsplit != nil: // parts must be the same everywhere
		br.stack = append(br.stack, br.restart)
		return false, ErrMemory
	case errors.Is(err, errFull):
		br.expandedShare = 0.5 // a guess
		return false, br.divideRestart()
	}
	return err == nil, err
}

// pop takes the next batch from the stack, and the successors already made of it, if any.
func (r *run) pop() (now batch, partial *batch) {
	n := len(r.stack) - 1
	now = r.stack[n]
	if n > 0 && r.stack[n-1].partial {
		n--
		partial = new(r.stack[n])
	}
	r.stack = r.stack[:n]
	return now, partial
}

// nextLayer expands the current layer. If that fails, it pushes the work to be done instead.
func (br *batchRun) nextLayer() error {
	if enoughToSplit(&br.now) {
		if err := br.choosePart(br.run, &br.now); err != nil {
			return err
		}
		br.setRestart() // a restart from an earlier layer would split it once more
	}
	next, rest, err := br.expandLayer()
	switch {
	case errors.Is(err, errFull) && (br.keep || br.now.unsplit != nil): // parts must be the same everywhere
		br.requeue()
		return ErrMemory
	case errors.Is(err, errFull):
		br.backToRestart()
		return br.divideRestart()
	case errors.Is(err, errOverflow) && !br.keep: // the restart point is small: there is room for wider counts
		br.backToRestart()
		if br.partial != nil {
			br.stack = append(br.stack, *br.partial)
		}
		br.stack = append(br.stack, br.restart)
		return err
	case rest != nil:
		br.keptLayers = append(br.keptLayers, br.now, br.restart) // the rest lies in their memory
		br.stack = append(br.stack, next, *rest)
		return err
	case err != nil:
		br.requeue()
		return err
	}
	br.releaseLayer()
	br.now = next
	if br.now.blocks.bytes() <= br.memory.spare()/8 && !br.keep {
		br.setRestart()
	} else {
		br.statesSince = append(br.statesSince, next.states)
	}
	if err := br.reportLayer(next); err != nil {
		br.requeue()
		return err
	}
	return nil
}

// setRestart makes the current layer the restart point.
func (br *batchRun) setRestart() {
	br.restart.release(br.memory)
	br.restart, br.partial, br.statesSince = br.now.restartPoint(), nil, nil
}

// releaseLayer drops the current layer, or keeps it for sampling.
func (br *batchRun) releaseLayer() {
	if br.keep {
		br.keptLayers = append(br.keptLayers, br.now)
	} else {
		br.now.release(br.memory)
	}
}

// requeue puts the current layer back on the stack.
func (br *batchRun) requeue() {
	br.restart.release(br.memory)
	br.stack = append(br.stack, br.now)
}

// backToRestart drops the layers since the restart point.
func (br *batchRun) backToRestart() {
	br.now.release(br.memory)
	br.now.blocks = nil
	for i, states := range br.statesSince {
		br.layers[br.restart.layer+i] -= states
	}
}

// divideRestart pushes the restart point in parts, and a partial layer as a separate batch.
func (br *batchRun) divideRestart() error {
	br.detachPartial()
	return br.divide(br.run, br.restart, br.partCount())
}

// partCount guesses the number of parts for the restart point. The tables were full after a share
// of a layer, and later layers may be larger.
func (br *batchRun) partCount() int {
	full := br.restart.layer + len(br.statesSince)
	larger := 1.0
	if expected := br.options.Expected; full < len(expected) {
		larger = max(1, slices.Max(expected[full:])/max(expected[full], 1))
	}
	return int(min(max(larger/meantShare/max(br.expandedShare, 1.0/mostParts), leastParts), mostParts))
}

// detachPartial pushes the partial layer as a batch that stands alone.
func (br *batchRun) detachPartial() {
	if br.partial == nil {
		return
	}
	br.partial.partial = false
	br.now.share /= 2
	br.restart.share, br.partial.share = br.now.share, br.now.share
	br.stack = append(br.stack, *br.partial)
	br.partial = nil
}

// split names one part of a division into several.
type split struct{ part, of int }

// statesPerPart is the least number of states of a layer for each part of a count spread over machines.
const statesPerPart = 256

// enoughToSplit reports whether a batch has a pending split and enough states for all its parts.
func enoughToSplit(b *batch) bool {
	return len(b.unsplit) > 0 && b.states >= statesPerPart*int64(b.unsplit[0].of)
}

// choosePart restricts the batch to the requested part of each pending split, while there are enough states. Parts
// must be the same everywhere, so decisions depend only on the set of states.
func choosePart[K words](r *run, b *batch) error {
	for enoughToSplit(b) {
		s := b.unsplit[0]
		b.unsplit = b.unsplit[1:]
		if len(b.unsplit) == 0 {
			b.unsplit = nil
		}
		if err := boundTo[K](r, b, s); err != nil {
			return err
		}
	}
	return nil
}

// boundTo restricts the batch to a part of a split. With too few keys for all parts, the last ones are empty.
func boundTo[K words](r *run, b *batch, s split) error {
	bounds, err := quantiles[K](r, b, s.of, max(leastSample, statesPerPart*s.of))
	if err != nil {
		return err
	}
	if parts := b.cutAt(bounds); s.part <= len(parts) {
		*b = parts[s.part-1]
	} else {
		b.high = make([]uint64, r.schedule.keyWords) // no key is below 0
	}
	b.states = 0
	return r.eachRaw(b, func([]uint64) { b.states++ })
}

// cutAt cuts the batch at ascending keys. The parts share one reference.
func (b batch) cutAt(bounds [][]uint64) []batch {
	parts := []batch{b}
	for _, bound := range bounds {
		rest := b
		parts[len(parts)-1].high, rest.low = bound, bound
		parts = append(parts, rest)
	}
	return parts
}

// takePart takes the requested part of the work in a checkpoint. An interrupted layer is two batches: states not
// expanded, and successors of the others. Both are split at once, whatever their sizes, since they later form one
// layer.
func takePart[K words](r *run) error {
	s := split{max(r.options.Part, 1), max(r.options.Parts, 1)}
	left := 0.0
	for _, b := range r.stack {
		left += b.share
	}
	var stack []batch
	for i, b := range r.stack {
		b.share /= max(left, 1e-9)
		if b.partial || i > 0 && r.stack[i-1].partial {
			if err := boundTo[K](r, &b, s); err != nil {
				return err
			}
		} else {
			b.unsplit = append(slices.Clip(b.unsplit), s)
			if err := choosePart[K](r, &b); err != nil {
				return err
			}
		}
		if n := len(stack) - 1; b.states == 0 { // the successors of its layer now stand alone
			if n >= 0 && stack[n].partial {
				stack[n].partial, stack[n].share = false, b.share
			}
			continue
		}
		stack = append(stack, b)
	}
	r.stack = stack
	if r.first = r.first && s.part == 1; s.part > 1 { // the first part owns the counts so far
		clear(r.totals)
		clear(r.layers)
		r.transitions = 0
	}
	r.done = 0
	return nil
}

// These bound the number of parts of a layer when later layers don't fit. meantShare is the share of memory that
// each part should need.
const (
	leastParts, mostParts = 2, 64
	meantShare            = 0.75
)

// leastSample is the approximate number of keys of a layer that are sampled to find cuts.
const leastSample = 1 << 14

// divide pushes the batch in parts, since later layers didn't fit into memory. States that agree in the vertices
// that stay unchanged longest stay together.
func divide[K words](r *run, b batch, parts int) error {
	bounds, err := quantiles[K](r, &b, parts, leastSample)
	if err != nil {
		return err
	}
	if len(bounds) == 0 {
		r.stack = append(r.stack, b)
		return ErrMemory
	}
	for i, part := range b.cutAt(bounds) {
		if i > 0 {
			part = part.retain()
		}
		part.states = b.states/int64(len(bounds)+1) + 1
		part.share = b.share / float64(len(bounds)+1)
		r.stack = append(r.stack, part)
	}
	return nil
}

// quantiles returns bounds that cut a batch into n parts of about equal size. It samples keys by their hashes, so
// bounds depend only on the set of keys. A bound moves a little to where the first bits change. No bound is the
// least key.
func quantiles[K words](r *run, b *batch, n, sample int) (out [][]uint64, err error) {
	count := 0
	if err := r.eachRaw(b, func([]uint64) { count++ }); err != nil {
		return nil, err
	}
	stride := uint64(max(1, count/sample))
	var keys []K
	err = r.eachRaw(b, func(e []uint64) {
		hash := uint64(0)
		for _, w := range e[:r.schedule.keyWords] {
			hash = alg.SplitMix64(hash ^ w)
		}
		if hash%stride == 0 {
			keys = append(keys, keyOf[K](e))
		}
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(keys, func(i, j int) bool { return compareKeys(&keys[i], &keys[j]) < 0 })
	for i := 1; i < n; i++ {
		at := i * len(keys) / n
		if at == 0 || at >= len(keys) {
			continue
		}
		bound := keyWordsOf(keys[at])
		if reach := len(keys) / n / cutReach; reach > 0 {
			bound = coarsest(keys[at-reach : at+reach])
		}
		if len(out) == 0 || !slices.Equal(out[len(out)-1], bound) {
			out = append(out, bound)
		}
	}
	return out, nil
}

// cutReach is how far a cut may move for fewer common bits: by one in so many of a part's keys.
const cutReach = 4

// coarsest returns the bound between two neighbours among ascending keys that share the fewest first bits.
func coarsest[K words](keys []K) []uint64 {
	best, place := 1<<30, 0
	for i := 1; i < len(keys); i++ {
		if common := commonBits(&keys[i-1], &keys[i]); common < best {
			best, place = common, i
		}
	}
	bound := keyWordsOf(keys[place])
	for i := range bound {
		if keep := min(max(best+1-64*i, 0), 64); keep < 64 {
			bound[i] &^= ^uint64(0) >> keep
		}
	}
	return bound
}
