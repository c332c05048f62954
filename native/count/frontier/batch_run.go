package frontier

import (
	"errors"
	"slices"
)

// batchRun takes one batch through the layers.
type batchRun[K, C words] struct {
	*run
	workers []*worker[K, C]
	now     batch
	// restart is an earlier batch, small or stored, from which the run begins again, in parts,
	// if memory doesn't suffice. partial, if not nil, holds stored states that the layer after
	// it had come to before an interruption. statesSince has the states of the layers since
	// restart.
	restart     batch
	partial     *batch
	statesSince []int64
	// expandedShare is the share of the last layer that was expanded before the tables were full
	// or the context ended.
	expandedShare float64
}

// runBatch takes the last batch of the stack through all layers, or pushes what is left of it.
func runBatch[K, C words](r *run, ws []*worker[K, C]) error {
	br := &batchRun[K, C]{run: r, workers: ws}
	if there, err := br.fetchNext(); err != nil || !there {
		return err
	}
	for br.now.layer < len(r.schedule.steps) {
		if err := br.nextLayer(); err != nil {
			return err
		}
		if br.now.blocks == nil {
			return nil // the stack has what is left of it
		}
	}
	br.restart.release(r.memory)
	r.done += br.now.share
	if !firstOfAll(br.now.unsplit) {
		br.now.release(r.memory) // too small to be split: all of it belongs to the first part
		return nil
	}
	addTotals[K, C](r, &br.now)
	br.releaseLayer()
	return nil
}

// fetchNext takes the next batch from the stack into memory. If there is no room for it, it goes
// back to the stack, divided.
func (br *batchRun[K, C]) fetchNext() (there bool, err error) {
	br.now, br.partial = br.pop()
	br.restart = br.now.restartPoint()
	switch err = br.fetch(&br.now); {
	case errors.Is(err, errFull) && br.now.unsplit != nil: // parts have to be the same everywhere
		br.stack = append(br.stack, br.restart)
		return false, ErrMemory
	case errors.Is(err, errFull):
		br.expandedShare = 0.5 // a guess
		return false, br.divideRestart()
	}
	return err == nil, err
}

// pop takes the next batch from the stack, with the states to which its work has already come.
func (r *run) pop() (now batch, partial *batch) {
	n := len(r.stack) - 1
	now = r.stack[n]
	if n > 0 && r.stack[n-1].partial {
		n--
		partial = new(batch)
		*partial = r.stack[n]
	}
	r.stack = r.stack[:n]
	return now, partial
}

// nextLayer goes on to the next layer. Where that can't be done, the stack gets what is to be
// done instead.
func (br *batchRun[K, C]) nextLayer() error {
	if enoughToSplit(&br.now) {
		if err := choosePart[K](br.run, &br.now); err != nil {
			return err
		}
		br.setRestart() // a restart from an earlier layer would split it once more
	}
	next, rest, err := br.expandLayer()
	switch {
	case errors.Is(err, errFull) && (br.keep || br.now.unsplit != nil): // parts have to be the same everywhere
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
		br.kept = append(br.kept, br.now, br.restart) // the rest lies in their memory
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
func (br *batchRun[K, C]) setRestart() {
	br.restart.release(br.memory)
	br.restart, br.partial, br.statesSince = br.now.restartPoint(), nil, nil
}

// releaseLayer drops the current layer, or keeps it for sampling.
func (br *batchRun[K, C]) releaseLayer() {
	if br.keep {
		br.kept = append(br.kept, br.now)
	} else {
		br.now.release(br.memory)
	}
}

// requeue puts the current layer back on the stack.
func (br *batchRun[K, C]) requeue() {
	br.restart.release(br.memory)
	br.stack = append(br.stack, br.now)
}

// backToRestart drops the layers since the restart point.
func (br *batchRun[K, C]) backToRestart() {
	br.now.release(br.memory)
	br.now.blocks = nil
	for i, states := range br.statesSince {
		br.layers[br.restart.layer+i] -= states
	}
}

// divideRestart pushes the restart point in parts, and a partial layer as a batch of its own.
func (br *batchRun[K, C]) divideRestart() error {
	br.detachPartial()
	return divide[K](br.run, br.restart, br.partCount())
}

// partCount guesses into how many parts the restart point has to be divided: the tables were
// full after a share of a layer, and later layers may be larger than that one.
func (br *batchRun[K, C]) partCount() int {
	full := br.restart.layer + len(br.statesSince)
	larger := 1.0
	if expected := br.options.Expected; full < len(expected) {
		larger = max(1, slices.Max(expected[full:])/max(expected[full], 1))
	}
	return int(min(max(larger/meantShare/max(br.expandedShare, 1.0/mostParts), leastParts), mostParts))
}

// detachPartial makes a batch of its own of the partial layer.
func (br *batchRun[K, C]) detachPartial() {
	if br.partial == nil {
		return
	}
	br.partial.partial = false
	br.now.share /= 2
	br.restart.share, br.partial.share = br.now.share, br.now.share
	br.stack = append(br.stack, *br.partial)
	br.partial = nil
}
